"""Records: one game as a file, and the proof that it was played by the rules with the deal it began with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import ValidationError

from bot import __version__
from bot.engine import play
from bot.engine.chance import Chance, seal
from bot.engine.play import IllegalMove, Played
from bot.engine.records import Record, Seat
from bot.engine.table import AnswerSealed, Box, SeedCommitted, Table
from bot.host.errors import Refusal
from bot.host.tables import AnyGame, is_heard_by, told_as_json, undone_by
from storage.interface import Entry, EntryKind, Status, Storage

FORMAT = 1

_WHOLE = "The whole game: with its seed, everybody can play it again and check it."
_PUBLIC = "What everybody at this table has been told so far. A game that is over is exported with its seed and moves."
_CLOSED = "FOR THE OPERATOR ALONE: this game was not played to its end, and its seed, hands and sealed moves are here."
_GIVEN_UP = "What everybody at this table has been told. The game was abandoned, so its seed stays secret."

_PROOF_COMES = "The full proof comes with the seed at the end: export the game again when it is over."
_NO_PROOF = "There will be no full proof: the game was abandoned. Only the bot's operator can still export it whole."
_SEALED = AnswerSealed.model_fields["kind"].default
_COMMITTED = SeedCommitted.model_fields["kind"].default


class BadFile(Refusal):
    """A file that is no exported game, or none that this program can read."""


class ExportedNews(Record):
    """One piece of news and the seats that heard of it; `to` null means everybody."""

    news: dict[str, Any]
    to: list[Seat] | None = None


class ExportedEntry(Record):
    """One line of the log.

    In a public export these are only the lines with public news and those that undo such lines, numbered
    anew, and without what could tell who was asked in secret: the gaps, the seats and the kinds of the others would.
    """

    revision: int
    kind: EntryKind
    seat: Seat | None
    move: dict[str, Any] | None
    told: list[ExportedNews]
    fence: bool | None
    made_at: str
    build: str


class ExportedGame(Record):
    """One game without the names and ids of people, servers and channels."""

    format: Literal[1] = 1
    note: str
    game_id: int
    game: str
    """The game's key, e.g. "goodwill"."""
    version: int
    """Of the saved table."""
    status: Status
    complete: bool
    """Whether everything is in it; else only what everybody may know."""
    options: dict[str, Any]
    box: dict[str, Any]
    players: int
    seed: str | None
    entries: list[ExportedEntry]
    state: dict[str, Any] | None
    """The table after the last entry."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, and what was found."""

    ok: bool
    text: str


@dataclass(frozen=True)
class Report:
    """What a file proves."""

    complete: bool
    """Whether there was a whole game to check."""
    checks: Sequence[Check]
    revision: int | None = None
    """Where the file and the rules first disagree, when they do."""
    abandoned: bool = False
    """Whether there will never be a whole game to check."""

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the file."""
        return all(check.ok for check in self.checks)

    @property
    def verdict(self) -> str:
        """The result in a sentence or two."""
        if not self.ok:
            where = "" if self.revision is None else f" The first difference is at revision {self.revision}."
            return f"NOT PROVEN: this file is not a game as this program would have played it.{where}"
        if self.abandoned:
            return (
                "NEVER: this game was abandoned, so nobody is shown its seed or what was sealed, and nothing more than "
                "this public record can be checked."
            )
        if not self.complete:
            return (
                "NOT YET: nothing in this public record can be checked before the seed is shown. "
                "Keep it and compare its digests with the full record when the game is over."
            )
        return (
            "PROVEN: the seed, the deal, every sealed answer and every move fit together. Compare the digest of the "
            "seed with the one the table's log showed when the game began: then nothing was changed since."
        )


# -- writing ---------------------------------------------------------------------------------------


async def export(storage: Storage, game_id: int, *, full: bool = False) -> ExportedGame:
    """Return a game as a record without people.

    Args:
        storage: where the game is kept.
        game_id: which one.
        full: export everything although the game is not over; for the operator only.

    Raises:
        Refusal: there is no such game, or it has not begun.
    """
    saved = await storage.saved(game_id)
    if saved is None:
        raise Refusal(f"There is no game with the number {game_id}.")
    if saved.state is None:
        raise Refusal(f"Game {game_id} has not begun, so there is nothing to export.")
    box = await storage.box(saved.game.box)
    if box is None:
        raise Refusal(f"The cards of game {game_id} are missing from the database. Restore a backup.")
    # Moves may have been made since the game was read; they are left out.
    entries = [entry for entry in await storage.entries(game_id) if entry.revision <= saved.game.revision]
    over = saved.game.status == "finished"
    complete = full or over
    state = json.loads(saved.state) if complete else None
    return ExportedGame(
        note=_WHOLE if over else _CLOSED if complete else _GIVEN_UP if saved.game.status == "abandoned" else _PUBLIC,
        game_id=game_id,
        game=saved.game.title,
        version=saved.game.version,
        status=saved.game.status,
        complete=complete,
        options=json.loads(saved.game.options),
        box=json.loads(box),
        players=len(saved.seats),
        seed=None if state is None else state["chance"]["seed"],
        entries=[_whole(entry) for entry in entries] if complete else list(_public(entries)),
        state=state,
    )


def _whole(entry: Entry) -> ExportedEntry:
    return ExportedEntry(
        revision=entry.revision,
        kind=entry.kind,
        seat=entry.seat,
        move=None if entry.move is None else json.loads(entry.move),
        told=json.loads(entry.told),
        fence=entry.fence,
        made_at=entry.made_at,
        build=entry.build,
    )


def _public(entries: Sequence[Entry]) -> Iterator[ExportedEntry]:
    number = 0
    heard = {entry.revision for entry in entries if is_heard_by(entry, None)}
    for entry in entries:
        if entry.revision not in heard and heard.isdisjoint(undone_by(entry)):
            continue
        told = [piece for piece in json.loads(entry.told) if piece["to"] is None]
        number += 1
        yield ExportedEntry(
            revision=number,
            kind=entry.kind if entry.kind in ("setup", "undo") else "move",
            seat=entry.seat if entry.kind == "undo" else None,  # the log shows everybody who undid a move
            move=None,
            told=told,
            fence=None,
            made_at=entry.made_at,
            build=entry.build,
        )


# -- reading ---------------------------------------------------------------------------------------


def read(text: str | bytes) -> ExportedGame:
    """Return the exported game in a file; raise BadFile with a sentence when there is none."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):  # also for bytes that are no text
        raise BadFile("This file is not JSON. Perhaps it was cut off or is not an exported game.") from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise BadFile("This file is not an exported game.")
    if raw["format"] != FORMAT:
        raise BadFile(
            f"This file has format {raw['format']!r:.20}, and this program (version {__version__}) reads "
            f"format {FORMAT}. Use the version of the program that wrote it."
        )
    try:
        return ExportedGame.model_validate(raw)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, error["loc"]))
        raise BadFile(f"This file is not a whole exported game: at {place}: {error['msg']}.") from None


# -- proving ---------------------------------------------------------------------------------------


class _Differs(Exception):
    """The file and the rules disagree; the text says how."""


def verify(exported: ExportedGame, games: Mapping[str, AnyGame]) -> Report:
    """Play an exported game again and compare everything with the file.

    What no rule depends on cannot be proven: times, versions, and cards that never came up.

    Raises:
        BadFile: the game is unknown here, or newer than this program.
    """
    game = games.get(exported.game)
    if game is None:
        raise BadFile(f"This program does not know the game {exported.game!r:.40}.")
    if exported.version > game.version:
        raise BadFile(
            f"This game was saved by a newer program than this one (version {__version__}). Use that program."
        )
    if not exported.complete:
        return Report(False, _promises(exported), abandoned=exported.status == "abandoned")
    return _Proof(exported, game).report()


def _promises(exported: ExportedGame) -> list[Check]:
    """Return which commitments a public record holds."""
    news = [piece.news for entry in exported.entries for piece in entry.told]
    digest = next((piece.get("digest") for piece in news if piece.get("kind") == _COMMITTED), None)
    if digest is None:
        return [Check(False, "The digest of the seed is missing, which everybody is told before the deal.")]
    sealed = sum(piece.get("kind") == _SEALED for piece in news)
    return [
        Check(True, f"The deal is committed: the seed's SHA-256 digest is {digest}."),
        Check(True, f"Sealed answers that are committed by their digests so far: {sealed}."),
        Check(True, _NO_PROOF if exported.status == "abandoned" else _PROOF_COMES),
    ]


@dataclass
class _Proof:
    """The checks of one whole game, in order."""

    exported: ExportedGame
    game: AnyGame
    checks: list[Check] = field(default_factory=list)
    revision: int | None = None

    def report(self) -> Report:
        """Check everything; what follows from a failed check is not tried."""
        log = self._try("The log is complete", self._log)
        if log and self._try("The seed is the one committed before the deal", self._seed):
            self._try("Every sealed answer is the one that was put down", self._seals)
            self._try("The deal, every move and the last table come out the same when played again", self._replay)
        return Report(True, self.checks, self.revision)

    def _try(self, title: str, check: Callable[[], str]) -> bool:
        try:
            self.checks.append(Check(True, f"{title}{check()}."))
        except _Differs as differs:
            self.checks.append(Check(False, f"{title}: NO. {differs}"))
            return False
        return True

    def _differs_at(self, entry: ExportedEntry, what: str) -> _Differs:
        if self.revision is None or entry.revision < self.revision:
            self.revision = entry.revision
        who = "" if entry.seat is None else f", seat {entry.seat}"
        text = f"Revision {entry.revision} ({entry.kind}{who}): {what}"
        if entry.build != __version__:
            text += (
                f" It was written by version {entry.build} of the program and this is {__version__}, so the rules "
                "may have been corrected in between: verify with that version before you suspect anybody."
            )
        return _Differs(text)

    # The parts raise _Differs or return what is to be added to the sentence.

    def _log(self) -> str:
        entries = self.exported.entries
        if not entries:
            raise _Differs("It is empty.")
        for number, entry in enumerate(entries, 1):
            if entry.revision != number:
                self.revision = number
                raise _Differs(f"Revision {number} is missing; {entry.revision} stands in its place.")
            if (entry.kind == "setup") != (number == 1):
                raise self._differs_at(entry, "only the first entry is the setup.")
        return f": {len(entries)} entries"

    def _seed(self) -> str:
        if self.exported.seed is None:
            raise _Differs("The file holds no seed.")
        setup = self.exported.entries[0]
        first = setup.told[0].news if setup.told else {}
        if first.get("kind") != _COMMITTED:
            raise _Differs("The first thing told is not the digest of the seed.")
        digest = Chance(seed=self.exported.seed).digest()
        if first.get("digest") != digest:
            self.revision = 1
            raise _Differs(f"The digest told first is {first.get('digest')}, and the digest of this seed is {digest}.")
        return f": SHA-256 {digest}"

    def _seals(self) -> str:
        chance = Chance(seed=self.exported.seed or "")
        opened = 0
        for entry in self.exported.entries:
            for piece in entry.told:
                if piece.news.get("kind") == _SEALED:
                    self._open_seal(chance, entry, piece.news)
                    opened += 1
        return f": {opened} opened"

    def _open_seal(self, chance: Chance, entry: ExportedEntry, news: Mapping[str, Any]) -> None:
        number, digest = news.get("number"), news.get("digest")
        if not isinstance(number, int) or entry.seat is None:
            raise self._differs_at(entry, "its sealed answer has no number or no seat.")
        answer = self._move(entry).model_dump_json()
        if seal(chance.salt(number - 1), entry.seat, answer) != digest:
            raise self._differs_at(
                entry, f"sealed answer no. {number} was committed with the digest {digest}, which {answer} has not."
            )

    def _replay(self) -> str:
        setup, *others = self.exported.entries
        box = self._box()
        cards = "this program's own cards" if box == self.game.box else "other cards than this program's own"
        with self._rules(setup):
            played = self._dealt(box)
        self._compare(setup, played)
        tables = {setup.revision: played.table}
        standing: list[ExportedEntry] = []
        for entry in others:
            if entry.kind == "undo":
                played = self._undone(entry, tables, standing)
            else:
                with self._rules(entry):
                    played = self._played(entry, played.table)
                standing.append(entry)
            self._compare(entry, played)
            tables[entry.revision] = played.table
        self._compare_end(self.exported.entries[-1], played.table, box)
        return f": {len(others)} move{'' if len(others) == 1 else 's'}, with {cards}"

    def _box(self) -> Box:
        try:
            return type(self.game.box).model_validate(self.exported.box)
        except ValidationError as wrong:
            raise _Differs(f"The box does not fit this game: {_first(wrong)}") from None

    def _move(self, entry: ExportedEntry) -> Any:
        try:
            return self.game.moves.validate_python(entry.move)
        except ValidationError:
            raise self._differs_at(entry, f"{_short(entry.move)} is no move of this game.") from None

    def _dealt(self, box: Box) -> Played[Table]:
        """Return what this program deals."""
        options = self.game.options.model_validate(self.exported.options)
        if self.exported.players not in self.game.seats:
            raise _Differs(f"{self.game.title} cannot be played by {self.exported.players}.")
        return play.begin(self.game.set_up(options, self.exported.players, self.exported.seed or "", box))

    def _played(self, entry: ExportedEntry, table: Table) -> Played[Table]:
        """Return what this program makes of an entry."""
        if entry.kind == "repair":
            raise self._differs_at(entry, "the operator repaired the table by hand; no rule leads from here on.")
        if entry.seat is None or entry.seat not in table.seats:
            raise self._differs_at(entry, "there is no such seat.")
        if entry.kind == "retract":
            return play.retract(table, entry.seat)
        if entry.kind == "concede":
            return play.concede(table, entry.seat)
        return play.play(table, entry.seat, self._move(entry))

    @contextmanager
    def _rules(self, entry: ExportedEntry) -> Iterator[None]:
        """Turn whatever goes wrong in the rules into what is wrong with the entry."""
        try:
            yield
        except _Differs:
            raise
        except IllegalMove:
            what = entry.kind if entry.move is None else _short(entry.move)
            raise self._differs_at(entry, f"the rules do not allow {what} at that point.") from None
        except ValidationError as wrong:
            raise self._differs_at(entry, f"it does not fit this game: {_first(wrong)}") from None
        except Exception as bug:  # a changed file may set up a table on which no rule can work
            raise self._differs_at(entry, f"it cannot be played ({type(bug).__name__}: {_short(str(bug))}).") from bug

    def _undone(
        self, entry: ExportedEntry, tables: Mapping[int, Table], standing: list[ExportedEntry]
    ) -> Played[Table]:
        """Return the table an undo goes back to: that before a move of the seat, and no fence since.

        Whether the others have agreed, where they had moved since, stands in no file.
        """
        move = entry.move or {}
        for at, first in enumerate(standing):
            if move == {"undone": first.revision, "back_to": first.revision - 1}:
                undone = standing[at:]
                own = first.kind == "move" and first.seat == entry.seat
                if own and not any(other.fence or other.kind == "concede" for other in undone):
                    del standing[at:]
                    return Played(tables[first.revision - 1], (), fence=False)
        raise self._differs_at(entry, "there was nothing this seat could have undone so.")

    def _compare(self, entry: ExportedEntry, played: Played[Table]) -> None:
        wrote = [piece.model_dump(mode="json") for piece in entry.told]
        rules = json.loads(told_as_json(played.told))
        for piece, now in zip(wrote, rules, strict=False):
            if now["to"] == []:  # older versions told everybody of answers that were sealed in secret
                piece["to"] = []
        if found := _difference(wrote, rules, "news"):
            raise self._differs_at(entry, found)
        if entry.fence != played.fence:
            raise self._differs_at(entry, f"the file has {entry.fence} for the fence, and the rules {played.fence}.")

    def _compare_end(self, last: ExportedEntry, table: Table, box: Box) -> None:
        if self.exported.state is None:
            raise _Differs("The file holds no last table.")
        if (table.outcome is not None) != (self.exported.status == "finished"):
            raise self._differs_at(last, f"the file says that the game is {self.exported.status}, the rules do not.")
        state = deepcopy(self.exported.state)  # an upgrade may change what it is given
        try:
            for older in range(self.exported.version, self.game.version):
                state = (self.game.upgrades or {})[older](state)
            loaded = play.load(self.game.table, json.dumps(state), box)
        except ValidationError as wrong:
            raise self._differs_at(last, f"the last table is none of this game: {_first(wrong)}") from None
        except Exception as bug:
            raise self._differs_at(last, f"the last table cannot be read ({type(bug).__name__}).") from bug
        if found := _difference(loaded.model_dump(mode="json"), table.model_dump(mode="json"), "the last table"):
            raise self._differs_at(last, found)


def _difference(file: Any, rules: Any, place: str) -> str | None:
    """Return in words where two JSON values first differ."""
    if isinstance(file, dict) and isinstance(rules, dict):
        for key in (*rules, *(key for key in file if key not in rules)):
            if key not in file or key not in rules:
                lacking = "the file lacks" if key not in file else "only the file has"
                return f"{lacking} {place}.{key}."
            if found := _difference(file[key], rules[key], f"{place}.{key}"):
                return found
        return None
    if isinstance(file, list) and isinstance(rules, list):
        for number, (ours, theirs) in enumerate(zip(file, rules, strict=False)):
            if found := _difference(ours, theirs, f"{place}[{number}]"):
                return found
        if len(file) != len(rules):
            return f"the file has {len(file)} of {place}, and the rules lead to {len(rules)}."
        return None
    if file == rules:
        return None
    return f"{place} is {_short(file)} in the file, and the rules lead to {_short(rules)}."


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:119]}…"


def _first(wrong: ValidationError) -> str:
    error = wrong.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, error['loc']))}: {error['msg']}."
