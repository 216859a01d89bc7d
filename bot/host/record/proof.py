"""Verify an exported game by replaying it with the rules and its deal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from bot import __version__
from bot.engine import play
from bot.engine.chance import Chance, Draw, compute_digest, seal
from bot.engine.game import AnyGame
from bot.engine.play import IllegalMove, Played
from bot.engine.questions import Question
from bot.engine.records import Seat, Told
from bot.engine.table import (
    AnswerSealed,
    Box,
    ChanceAdded,
    EasyBots,
    LeftStanding,
    SeatsGiven,
    SeedCommitted,
    StrongBots,
    Table,
)
from bot.engine.win_probability import pin_fitted_weights
from bot.host.play.auto_answers import choose_bot_move, choose_late_move, compute_strong_move, should_think
from bot.host.record.export import ExportedEntry, ExportedGame
from bot.host.record.limits import LIMITS
from bot.host.record.untrusted_files import BadFile
from bot.host.table.audience_log import format_told_json
from storage.interface.game_log import EntryKind

_PROOF_COMES = "The full proof comes with the seed at the end: export the game again when it is over."
_PROOF_IS_THERE = "The game was abandoned, and then its seed is shown: export it again for the full proof."
_SEALED = AnswerSealed.model_fields["kind"].default
_COMMITTED = SeedCommitted.model_fields["kind"].default
_ADDED = ChanceAdded.model_fields["kind"].default
_EASY = EasyBots.model_fields["kind"].default
_STRONG = StrongBots.model_fields["kind"].default
_GIVEN = SeatsGiven.model_fields["kind"].default
_LEFT_STANDING = LeftStanding.model_fields["kind"].default
_BY_THEMSELVES: frozenset[EntryKind] = frozenset({"bot", "default"})
"""Kinds of entries determined by the table and the seed, without a person's decision."""


_SAME_SEED = "The seed is the one committed before the deal"


@dataclass(frozen=True)
class ProofCheck:
    """One check and its result."""

    ok: bool
    text: str


@dataclass(frozen=True)
class ProofReport:
    """The result of verifying a file."""

    complete: bool
    """Whether the file has a whole game to check."""
    checks: Sequence[ProofCheck]
    revision: int | None = None
    """The first revision at which the file and the rules disagree, if any."""
    abandoned: bool = False
    """Whether the game was not played to its end."""
    fair: bool = True
    """Whether people contributed to its randomness."""

    @property
    def ok(self) -> bool:
        """Whether no check has failed."""
        return all(check.ok for check in self.checks)

    @property
    def limits(self) -> str:
        """Limits of the proof; empty if nothing is proven."""
        return LIMITS if self.ok and self.complete else ""

    @property
    def verdict(self) -> str:
        """The result in a sentence or two."""
        if not self.ok:
            where = "" if self.revision is None else f" The first difference is at revision {self.revision}."
            return f"NOT PROVEN: this file is not a game as this program would have played it.{where}"
        if not self.complete and self.abandoned:
            return "NOT YET: this public record was written before the game was abandoned. Export the game again."
        if not self.complete:
            return (
                "NOT YET: nothing in this public record can be checked before the seed is shown. "
                "Keep it and compare its digests with the full record when the game is over."
            )
        as_far = " as far as the game went, which was abandoned" if self.abandoned else ""
        if not self.fair:
            return (
                f"PROVEN{as_far}: the seed, the deal, every sealed answer and every move fit together. Compare the "
                "digest of the seed with the one the table's log showed when the game began: then nothing was changed "
                "since. This game is of a time when nobody added to the chance, so whoever ran the bot could have "
                "chosen among deals before."
            )
        return (
            f"PROVEN{as_far}: the seed, the deal, the seats, every sealed answer and every move fit together, those of "
            "bots and defaults, too. Compare the digest of the seed with the message that was posted before anybody "
            "joined, and what you added with what you were told then: if they are the same, nobody chose the deal."
        )


# -- writing ---------------------------------------------------------------------------------------


class _ProofMismatch(Exception):
    """The file and the rules disagree; the text says how."""


def verify_export(
    exported: ExportedGame, games: Mapping[str, AnyGame], published: str | None = None, *, thoughts: bool = False
) -> ProofReport:
    """Replay an exported game and compare it with the file.

    Data that no rule depends on cannot be proven: times, versions, and cards that never came up; see also `LIMITS`.

    Args:
        exported: the game.
        games: the games available in this program.
        published: the digest of its seed as posted before anybody joined, if known.
        thoughts: whether strong bots' answers are computed again, which takes as long as in the game; otherwise they
            only have to be legal.

    Raises:
        BadFile: the game is unknown here, or newer than this program.
    """
    game = games.get(exported.game)
    if game is None:
        raise BadFile(f"This program does not know the game {exported.game!r:.40}.")
    if exported.version > game.saved.version:
        raise BadFile(
            f"This game was saved by a newer program than this one (version {__version__}). Use that program."
        )
    if not exported.complete:
        return ProofReport(False, _check_commitments(exported, published), abandoned=exported.status == "abandoned")
    return _Proof(exported, game, published, thoughts).build_report()


def _check_commitments(exported: ExportedGame, published: str | None) -> list[ProofCheck]:
    """Check the commitments of a public record."""
    news = [piece.news for entry in exported.entries for piece in entry.told]
    told = next((piece.get("digest") for piece in news if piece.get("kind") == _COMMITTED), None)
    if told is None:
        return [ProofCheck(False, "The digest of the seed is missing, which everybody is told before the deal.")]
    sealed = sum(piece.get("kind") == _SEALED for piece in news)
    added = next((piece for piece in news if piece.get("kind") == _ADDED), None)
    checks = [ProofCheck(True, f"The deal is committed: the seed's SHA-256 digest is {told}.")]
    if published is not None and published != told:
        checks = [ProofCheck(False, f"{_SAME_SEED}: NO. {_format_digest_mismatch(published, str(told))}")]
    if added is not None:
        checks.append(ProofCheck(True, f"What was added to the chance: {_format_contributions(added.get('added'))}."))
    return [
        *checks,
        ProofCheck(True, f"Sealed answers that are committed by their digests so far: {sealed}."),
        ProofCheck(True, _PROOF_IS_THERE if exported.status == "abandoned" else _PROOF_COMES),
    ]


def _format_contributions(added: Any) -> str:
    """Format the seats' contributions to the randomness."""
    words = added if isinstance(added, list) else []
    return "; ".join(
        f"seat {seat} {'is a bot' if one is None else f'added {_truncate(one)}' if one else 'added nothing'}"
        for seat, one in enumerate(words, 1)
    )


def _format_digest_mismatch(published: str, told: str) -> str:
    return f"What was published before anybody joined is {published:.80}, and the digest told at the start is {told}."


@dataclass
class _Proof:
    """The checks of one whole game, in order."""

    exported: ExportedGame
    game: AnyGame
    published: str | None = None
    thoughts: bool = False
    checks: list[ProofCheck] = field(default_factory=list)
    revision: int | None = None
    draw: Draw | None = None
    """The source of its randomness; None: it began before players contributed to it."""
    thought: int = 0
    """Number of strong bots' answers that needed thinking."""
    at_once: int = 0
    """Number of these found to be given without thinking."""

    def build_report(self) -> ProofReport:
        """Run all checks; those that depend on a failed one are skipped."""
        if (
            self._try("The log is complete", self._check_log)
            and self._try(_SAME_SEED, self._check_seed)
            and (self.draw is None or self._try("The seats are those that chance has given", self._check_seats))
        ):
            self._try("Every sealed answer is the one that was put down", self._check_seals)
            played = self._try(
                "The deal, every move and the last table come out the same when played again", self._check_replay
            )
            if played and self.draw is not None:
                self._try("Bots and defaults have answered what follows from the seed", self._check_automatic_entries)
        abandoned = self.exported.status == "abandoned"
        return ProofReport(True, self.checks, self.revision, abandoned=abandoned, fair=self.draw is not None)

    def _try(self, title: str, check: Callable[[], str]) -> bool:
        try:
            self.checks.append(ProofCheck(True, f"{title}{check()}."))
        except _ProofMismatch as differs:
            self.checks.append(ProofCheck(False, f"{title}: NO. {differs}"))
            return False
        return True

    def _build_difference(self, entry: ExportedEntry, what: str) -> _ProofMismatch:
        if self.revision is None or entry.revision < self.revision:
            self.revision = entry.revision
        who = "" if entry.seat is None else f", seat {entry.seat}"
        text = f"Revision {entry.revision} ({entry.kind}{who}): {what}"
        if entry.build != __version__:
            text += (
                f" It was written by version {entry.build} of the program and this is {__version__}, so the rules "
                "may have been corrected in between: verify with that version before you suspect anybody."
            )
        return _ProofMismatch(text)

    # The parts raise _Differs or return text to append to the sentence.

    def _check_log(self) -> str:
        entries = self.exported.entries
        if not entries:
            raise _ProofMismatch("It is empty.")
        for number, entry in enumerate(entries, 1):
            if entry.revision != number:
                self.revision = number
                raise _ProofMismatch(f"Revision {number} is missing; {entry.revision} stands in its place.")
            if (entry.kind == "setup") != (number == 1):
                raise self._build_difference(entry, "only the first entry is the setup.")
        return f": {len(entries)} entries"

    def _check_seed(self) -> str:
        if self.exported.seed is None:
            raise _ProofMismatch("The file holds no seed.")
        setup = self.exported.entries[0]
        first = setup.told[0].news if setup.told else {}
        if first.get("kind") != _COMMITTED:
            raise _ProofMismatch("The first thing told is not the digest of the seed.")
        found = compute_digest(self.exported.seed)
        if first.get("digest") != found:
            self.revision = 1
            raise _ProofMismatch(
                f"The digest told first is {first.get('digest')}, and the digest of this seed is {found}."
            )
        if self.published is not None and self.published != found:
            self.revision = 1
            raise _ProofMismatch(_format_digest_mismatch(self.published, found))
        self.draw = self._read_draw(self.exported.seed, [piece.news for piece in setup.told])
        return f": SHA-256 {found}"

    def _read_draw(self, secret: str, news: Sequence[Mapping[str, Any]]) -> Draw | None:
        """Read the source of randomness from the setup's news."""
        told = next((piece for piece in news if piece.get("kind") == _ADDED), None)
        if told is None:
            return None
        try:
            added = ChanceAdded.model_validate(told)
            easy = [
                seat for piece in news if piece.get("kind") == _EASY for seat in EasyBots.model_validate(piece).seats
            ]
            strong = [
                seat
                for piece in news
                if piece.get("kind") == _STRONG
                for seat in StrongBots.model_validate(piece).seats
            ]
        except ValidationError as wrong:
            self.revision = 1
            raise _ProofMismatch(f"What was added to the chance cannot be read: {_format_first_error(wrong)}") from None
        given = any(piece.get("kind") == _GIVEN for piece in news)
        return Draw(secret, added.added, added.joined, given, easy, strong)

    def _check_seats(self) -> str:
        draw = self.draw
        if draw is None or len(draw.added) != self.exported.players or not draw.is_fair():
            self.revision = 1
            raise _ProofMismatch("The seed and what was added give other seats to those who joined.")
        words = f": {_format_contributions(draw.added)}"
        if draw.given:
            words += ". The league gave them: by its draw, which has a proof of its own, or by lot if it was anonymous"
        return words

    def _check_automatic_entries(self) -> str:
        kinds = [entry.kind for entry in self.exported.entries]
        renewed = [str(entry.revision) for entry in self.exported.entries if entry.kind == "renewal"]
        text = f": {sum(kind in _BY_THEMSELVES for kind in kinds)}"
        if self.thought and self.thoughts:
            text += f". Of these, {self.thought} of strong bots were thought through again"
            text += f", and {self.at_once} had been given at once" if self.at_once else ""
        elif self.thought:
            text += f". Of these, {self.thought} of strong bots are legal; `--thoughts` thinks them through again"
        if orders := kinds.count("order"):
            text += f". Standing orders and prepared turns gave {orders} more answers; their players know which"
        if renewed:
            text += (
                f". A backup was restored before revision {', '.join(renewed)}: what was drawn since then comes from a "
                "salt that the bot alone has chosen"
            )
        return text

    def _check_salt(self, entry: ExportedEntry) -> str:
        salt = (entry.move or {}).get("salt")
        if not isinstance(salt, str):
            raise self._build_difference(entry, "it holds no salt.")
        return salt

    def _check_seals(self) -> str:
        chance = Chance(seed=self._get_first_seed())
        opened = 0
        for entry in self.exported.entries:
            if entry.kind == "renewal":
                chance.add_salt(self._check_salt(entry))
            for piece in entry.told:
                if piece.news.get("kind") == _SEALED:
                    self._check_seal(chance, entry, piece.news)
                    opened += 1
        return f": {opened} opened"

    def _check_seal(self, chance: Chance, entry: ExportedEntry, news: Mapping[str, Any]) -> None:
        number, digest = news.get("number"), news.get("digest")
        if not isinstance(number, int) or entry.seat is None:
            raise self._build_difference(entry, "its sealed answer has no number or no seat.")
        answer = self._read_move(entry).model_dump_json()
        if seal(chance.compute_salt(number - 1), entry.seat, answer) != digest:
            raise self._build_difference(
                entry, f"sealed answer no. {number} was committed with the digest {digest}, which {answer} has not."
            )

    def _check_replay(self) -> str:
        setup, *others = self.exported.entries
        box = self._read_box()
        cards = (
            "this program's own cards"
            if box == pin_fitted_weights(self.game, self.game.box)
            else "other cards than this program's own"
        )
        with self._handle_rule_errors(setup):
            played = self._deal(box)
        self._compare_entry(setup, played)
        tables = {setup.revision: played.table}
        standing: list[ExportedEntry] = []
        for entry in others:
            if entry.kind == "undo":
                played = self._undo_entry(entry, tables, standing)
            else:
                with self._handle_rule_errors(entry):
                    played = self._play_entry(entry, played.table)
                standing.append(entry)
            self._compare_entry(entry, played)
            tables[entry.revision] = played.table
        self._compare_end(self.exported.entries[-1], played.table, box)
        return f": {len(others)} move{'' if len(others) == 1 else 's'}, with {cards}"

    def _read_box(self) -> Box:
        try:
            return type(self.game.box).model_validate(self.exported.box)
        except ValidationError as wrong:
            raise _ProofMismatch(f"The box does not fit this game: {_format_first_error(wrong)}") from None

    def _read_move(self, entry: ExportedEntry) -> Any:
        try:
            return self.game.moves.validate_python(entry.move)
        except ValidationError:
            raise self._build_difference(entry, f"{_truncate(entry.move)} is no move of this game.") from None

    def _get_first_seed(self) -> str:
        return (self.exported.seed or "") if self.draw is None else self.draw.compute_seed()

    def _deal(self, box: Box) -> Played[Table]:
        """Deal with this program's rules."""
        options = self.game.options.model_validate(self.exported.options)
        if self.exported.players not in self.game.seats:
            raise _ProofMismatch(f"{self.game.title} cannot be played by {self.exported.players}.")
        return play.begin(self.game.set_up(options, self.exported.players, self._get_first_seed(), box), self.draw)

    def _play_entry(self, entry: ExportedEntry, table: Table) -> Played[Table]:
        """Apply an entry with this program's rules."""
        if entry.kind == "repair":
            raise self._build_difference(entry, "the operator repaired the table by hand; no rule leads from here on.")
        if entry.kind == "renewal":
            return play.add_salt(table, self._check_salt(entry))
        if entry.seat is None or entry.seat not in table.seats:
            raise self._build_difference(entry, "there is no such seat.")
        if self.draw is not None:
            self._check_automatic_answer(entry, entry.seat, table, self.draw)
        if entry.kind == "retract":
            return play.take_back_answer(table, entry.seat)
        if entry.kind == "concede":
            return play.concede(table, entry.seat)
        return play.play(table, entry.seat, self._read_move(entry))

    def _check_automatic_answer(self, entry: ExportedEntry, seat: Seat, table: Table, draw: Draw) -> None:
        """Raise _Differs if a person answered for a bot, or the answer is not the bot's or the default one."""
        if entry.kind not in _BY_THEMSELVES:
            if draw.added[seat - 1] is None or (seat in table.conceded and entry.kind != "retract"):
                raise self._build_difference(entry, "nobody sits there who could have chosen this.")
            return
        question = play.find_question(table, seat)
        if question is None or seat not in play.list_asked_seats(table):
            raise IllegalMove
        if entry.kind == "bot" and should_think(table, seat, question):
            self._check_strong_answer(entry, seat, table, question)
            return
        answer = choose_late_move if entry.kind == "default" or seat in table.conceded else choose_bot_move
        due = answer(self.game, table, entry.revision - 1, seat, question)
        if self._read_move(entry) != due:
            who = "the default is" if entry.kind == "default" else "the bot plays"
            raise self._build_difference(
                entry, f"{_truncate(entry.move)} was played, and {who} {due.model_dump_json()}."
            )

    def _check_strong_answer(self, entry: ExportedEntry, seat: Seat, table: Table, question: Question) -> None:
        """Raise _Differs if a strong bot's answer results neither from thinking nor from answering at once.

        It answers at once when there was no worker, or no time.
        """
        self.thought += 1
        if not self.thoughts:
            return
        found = compute_strong_move(self.game, table, entry.revision - 1, seat, question)
        move = self._read_move(entry)
        if move not in (found.move, found.plain):
            due = found.move.model_dump_json()
            raise self._build_difference(
                entry, f"{_truncate(entry.move)} was played, and thinking leads the bot to {due}."
            )
        self.at_once += move != found.move

    @contextmanager
    def _handle_rule_errors(self, entry: ExportedEntry) -> Iterator[None]:
        """Turn any error in the rules into a difference at the entry."""
        try:
            yield
        except _ProofMismatch:
            raise
        except IllegalMove:
            what = entry.kind if entry.move is None else _truncate(entry.move)
            raise self._build_difference(entry, f"the rules do not allow {what} at that point.") from None
        except ValidationError as wrong:
            raise self._build_difference(entry, f"it does not fit this game: {_format_first_error(wrong)}") from None
        except Exception as bug:  # a changed file may set up a table on which no rule can work
            raise self._build_difference(
                entry, f"it cannot be played ({type(bug).__name__}: {_truncate(str(bug))})."
            ) from bug

    def _undo_entry(
        self, entry: ExportedEntry, tables: Mapping[int, Table], standing: list[ExportedEntry]
    ) -> Played[Table]:
        """Return the table an undo goes back to: before a move of the seat, without an undo barrier since.

        If others had moved since, their consent is in no file, so it is not checked.
        """
        move = entry.move or {}
        for at, first in enumerate(standing):
            if move == {"undone": first.revision, "back_to": first.revision - 1}:
                undone = standing[at:]
                own = first.kind == "move" and first.seat == entry.seat
                if own and not any(other.fence or other.kind == "concede" for other in undone):
                    del standing[at:]
                    return Played(tables[first.revision - 1], (), blocks_undo=False)
        raise self._build_difference(entry, "there was nothing this seat could have undone so.")

    def _compare_entry(self, entry: ExportedEntry, played: Played[Table]) -> None:
        wrote = [piece.model_dump(mode="json") for piece in entry.told]
        rules = json.loads(format_told_json(played.told))
        if _is_of_an_older_version(entry):
            rules = [piece for piece in rules if piece["news"]["kind"] != _LEFT_STANDING]
        rules = _leave_out_later(wrote, rules, played.told)
        for piece, now in zip(wrote, rules, strict=False):
            if now["to"] == []:  # older versions published answers that were sealed in secret
                piece["to"] = []
        if found := _describe_difference(wrote, rules, "news"):
            raise self._build_difference(entry, found)
        if entry.fence != played.blocks_undo and not (played.only_opened and entry.fence is False):
            raise self._build_difference(
                entry, f"the file has {entry.fence} for the fence, and the rules {played.blocks_undo}."
            )

    def _compare_end(self, last: ExportedEntry, table: Table, box: Box) -> None:
        if self.exported.state is None:
            raise _ProofMismatch("The file holds no last table.")
        if (table.outcome is not None) != (self.exported.status == "finished"):
            raise self._build_difference(
                last, f"the file says that the game is {self.exported.status}, the rules do not."
            )
        state = deepcopy(self.exported.state)  # upgrading may modify its argument
        try:
            for older in range(self.exported.version, self.game.saved.version):
                state = self.game.saved.upgrades[older](state)
            loaded = play.load(self.game.table, json.dumps(state), box)
        except ValidationError as wrong:
            raise self._build_difference(
                last, f"the last table is none of this game: {_format_first_error(wrong)}"
            ) from None
        except Exception as bug:
            raise self._build_difference(last, f"the last table cannot be read ({type(bug).__name__}).") from bug
        if loaded.outcome is not None and table.outcome is not None and _is_of_an_older_version(last):
            loaded.outcome.scores = table.outcome.scores
        if found := _describe_difference(
            loaded.model_dump(mode="json"), table.model_dump(mode="json"), "the last table"
        ):
            raise self._build_difference(last, found)


def _leave_out_later(wrote: Sequence[Any], rules: Sequence[Any], told: Sequence[Told]) -> list[Any]:
    """Return the news of the rules as JSON, without what was added since a release and the file lacks."""
    kinds = {one.news.kind: type(one.news) for one in told}
    there = {piece["news"].get("kind") for piece in wrote}
    left = [piece for piece in rules if piece["news"]["kind"] in there or not kinds[piece["news"]["kind"]].is_later]
    for piece, now in zip(wrote, left, strict=False):
        for name in kinds[now["news"]["kind"]].later_fields - piece["news"].keys():
            del now["news"][name]
    return left


def _is_of_an_older_version(entry: ExportedEntry) -> bool:
    """Whether an older version ended the game after concessions: without news of the winner, and unscored."""
    return entry.kind == "concede" and not any(piece.news.get("kind") == _LEFT_STANDING for piece in entry.told)


def _describe_difference(file: Any, rules: Any, place: str) -> str | None:
    """Describe the first difference between two JSON values."""
    if isinstance(file, dict) and isinstance(rules, dict):
        for key in (*rules, *(key for key in file if key not in rules)):
            if key not in file or key not in rules:
                lacking = "the file lacks" if key not in file else "only the file has"
                return f"{lacking} {place}.{key}."
            if found := _describe_difference(file[key], rules[key], f"{place}.{key}"):
                return found
        return None
    if isinstance(file, list) and isinstance(rules, list):
        for number, (ours, theirs) in enumerate(zip(file, rules, strict=False)):
            if found := _describe_difference(ours, theirs, f"{place}[{number}]"):
                return found
        if len(file) != len(rules):
            return f"the file has {len(file)} of {place}, and the rules lead to {len(rules)}."
        return None
    if file == rules:
        return None
    return f"{place} is {_truncate(file)} in the file, and the rules lead to {_truncate(rules)}."


def _truncate(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:119]}…"


def _format_first_error(wrong: ValidationError) -> str:
    error = wrong.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, error['loc']))}: {error['msg']}."
