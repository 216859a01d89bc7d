"""An evening of three people and a bot at one table through Discord, with frequent restarts of the program.

The common part of all games is here; a game's own evening knows the choices and their purpose.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from simcord.results import InteractionResult

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table
from bot.host.record.export import parse_export
from bot.host.record.proof import verify_export
from bot.host.table.running import RunningGame
from tests.architecture.sources import ROOT
from tests.end_to_end.players import Keeper, Player, Presser, Typist, opened
from tests.end_to_end.town import Town, choose_option, find, ids, said, words
from tests.end_to_end.witness import Witness

RESTARTS = 64
"""Upper limit of restarts, which happen before each new kind of question."""

SEED = "5eed" * 16
"""The same secret each time; the deal depends on the numbers of the presses, too."""


async def open_table(there: Town, game: str, place: str, options: Mapping[str, Any]) -> None:
    """Ann opens a table for four and sets it up with the panel; Ben and Cleo join, and a bot comes.

    Args:
        there: the town.
        game: how the game's name begins.
        place: where the table stands, as the command calls it.
        options: changes made in the panel.
    """
    ann, ben, cleo = (there.people[name] for name in ("Ann", "Ben", "Cleo"))
    there.bot.host.new_seed = lambda: SEED
    offered = await ann.autocomplete(there.channel, "game new", "game", game)
    result = await ann.slash(there.channel, "game new", game=offered[0]["value"], seats=4, place=place)
    assert "table 1" in said(result).lower()
    if place == "in a thread":
        (there.place,) = there.channel.threads
    panel = result.response
    assert panel is not None
    for name, value in options.items():
        panel = (await choose_option(ann, panel, name, value)).response
        assert panel is not None
    lobby = there.table_message()
    shown, details = words(lobby), words(await opened(ann, lobby, "lobbymore:1"))
    for name, value in options.items():
        title = there.games[offered[0]["value"]].options.model_fields[name].title
        assert (str(title) if value is True else f"{title}: {value}") in shown or "more: **More…**" in shown
        assert f"{title}: {'yes' if value is True else value}" in details
    assert "You sit at table 1" in said(await ben.click(lobby, custom_id="join:1"))
    await there.restart()
    assert "You sit at table 1" in said(await cleo.slash(there.place, "game join"))
    added = await ann.click(panel, custom_id="bot:1")
    assert added.response is not None
    assert "Ada (bot)" in words(there.table_message())


class Evening:
    """The three of them, somebody who only watches, and the witness."""

    first_words: ClassVar[str]
    """What the first question says, as a pattern."""
    hand_words: ClassVar[str]
    """What stands in everybody's hand."""
    copy_words: ClassVar[str] = ""
    """What stands in the private copy of it, where that is something else."""
    most_posts: ClassVar[int]
    """Upper limit of messages posted in a year or round."""
    most_left: ClassVar[int]
    """Upper limit of messages left at the end, beside one for each year or round."""

    def __init__(self, there: Town, witness: Witness) -> None:
        self.town = there
        self.ann, self.ben, self.cleo = Keeper(there, "Ann"), Presser(there, "Ben"), Typist(there, "Cleo")
        self.players: Sequence[Player] = (self.ann, self.ben, self.cleo)
        self.dora = there.people["Dora"]
        self.witness = witness
        self.random = Random(7)  # noqa: S311  # it plays, it does not guard anything
        self.kind = ""
        self.restarted_after: Counter[str] = Counter()
        self.acts = 0
        self.seats: list[Seat] = []
        self.taken_back = False

    async def begin(self) -> None:
        """Start, and settle how secrets come: Ann wants direct messages, Ben's are closed, Cleo is not asked."""
        table = self.town.table_message()
        started = await self.ann.who.click(table, custom_id="start:1")
        assert re.search(self.first_words, said(started)), said(started)
        running = await self.town.running()
        assert running.table.chance.get_published_secret() == SEED
        self.seats = [running.get_own_seat(player.who.id) for player in self.players]
        await self.witness.look()

        hand = await self.ann.who.click(self.town.table_message(), custom_id="hand:1")
        assert self.hand_words in said(hand)
        assert hand.response is not None
        assert "direct message" in said(await self.ann.who.click(hand.response, custom_id="dm:1:on"))
        await self.town.settled()
        assert (self.copy_words or self.hand_words) in words(self.ann.who.user.dm_channel.history()[-1])

        hand = await self.ben.who.slash(self.town.place, "hand")
        assert hand.response is not None
        closed = f"/channels/{self.ben.who.user.dm_channel.id}/messages"
        self.town.env.inject_error("POST", closed, status=403, code=50007, times=None)
        assert "closed" in said(await self.ben.who.click(hand.response, custom_id="dm:1:on"))
        assert "won't let me DM you" in said(await self.ben.who.slash(self.town.place, "hand"))
        self.presses = self._presses()
        await self.witness.look()

    def _presses(self) -> int:
        """How often something was to be sent to Ben directly."""
        path = f"/channels/{self.ben.who.user.dm_channel.id}/messages"
        return sum(request.path == path for request in self.town.env.http_requests)

    # -- playing ---------------------------------------------------------------------------------

    async def go_on(self) -> bool:
        """Let one of those asked answer; return whether the game goes on."""
        running = await self.town.running()
        table = running.table
        if table.outcome is not None:
            return False
        kind = self.kind_of(table)
        if self.kind != kind and sum(self.restarted_after.values()) < RESTARTS:
            if self.kind:
                await self._restart()
            self.restarted_after[self.kind] += 1
            running = await self.town.running()
        self.kind = kind
        player = self.next_player(running)
        seat = running.get_own_seat(player.who.id)
        question = play.find_question(table, seat)
        assert question is not None
        await self._act(player, seat, question, table)
        await self._look_around()
        return True

    def kind_of(self, table: Table) -> str:
        """The kind of this moment; the bot restarts between two of different kinds."""
        kind: str = table.agenda[0].kind
        return kind

    def next_player(self, running: RunningGame) -> Player:
        """The acting player, one of the asked ones."""
        asked = [player for player in self.players if running.get_own_seat(player.who.id) in running.get_etags()]
        return self.random.choice(asked)

    async def _act(self, player: Player, seat: Seat, question: Question, table: Table) -> None:
        if player is self.ann and self.acts % 9 == 4:
            self.ann.letters = self.ann.who.user
        await player.answer(question, self.picks(player, seat, question, table))
        self.acts += 1
        await self.witness.look()
        if not self.taken_back and player is self.ann and self.may_take_back(question, table):
            await self.take_back(seat)

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> Sequence[str]:
        """A player's choice."""
        raise NotImplementedError

    def may_take_back(self, question: Question, table: Table) -> bool:
        """Whether this is an answer for Ann to take back, once in the evening."""
        return True

    async def take_back(self, seat: Seat) -> None:
        """Ann takes an answer back on a panel from before a restart."""
        running = await self.town.running()
        if (
            not play.can_take_back_answer(running.table, seat)
            or self.ann.kept is None
            or find(self.ann.kept, "undo") is None
        ):
            return
        before = answered(running.table)
        await self.town.restart()
        result = await self.ann.who.click(self.ann.kept, custom_id="undo:1")
        assert "Nobody saw it" in said(result)
        running = await self.town.running()
        assert before - answered(running.table) == {seat}
        self.taken_back = True
        await self.witness.look()

    async def _restart(self) -> None:
        """Restart the bot; then pressing an old control changes nothing and is explained."""
        before = await self.town.snapshot()
        await self.town.restart()
        assert await self.town.snapshot() == before
        for player in (self.ann, self.ben):
            if player.old:
                (late,) = await self.town.press(player.who, self.random.choice(player.old[: len(player.old) // 2 + 1]))
                assert re.search("decision has changed|already decided", said(late))
        assert await self.town.snapshot() == before
        await self.witness.look()

    async def _look_around(self) -> None:
        """Somebody looks at something, those who only watch too."""
        there, who = self.town, self.random.choice([self.dora, *(player.who for player in self.players)])
        match self.acts % 10:
            case 1:
                said(await who.click(there.table_message(), custom_id="hand:1"))
            case 2:
                said(await there.press_or_choose(who, there.table_message(), "log:1:0"))
            case 3:
                said(await who.slash(there.place, "game status", table="1"))
            case 4:
                said((await there.press(self.dora, "act:1", message=there.table_message()))[0])
            case 5:
                said(await self.cleo.who.slash(there.place, "hand"))
            case 6:
                text = exported(there, await who.slash(there.place, "record export", table="1"))
                await self.witness.look((who.id, text))
            case 7:
                said(await who.slash(there.place, "table log", table="1"))
            case 8:
                said(await who.slash(there.place, "why", table="1"))
            case 9:
                said(await who.slash(there.place, "inbox"))
        await self.witness.look()

    # -- afterwards ------------------------------------------------------------------------------

    async def is_over(self, folder: Path) -> None:
        """The scores are out, and everybody can check that all was fair."""
        there = self.town
        running = await there.running()
        outcome = running.table.outcome
        assert outcome is not None
        assert running.row.status == "finished"

        (final,) = [message for message in there.public() if f"again:{there.number}" in ids(message)]
        is_tied = len({*outcome.places.values()}) < len(outcome.places)
        dot = "\\." if is_tied else "."  # in a list, Discord would give a shared place a number of its own
        for seat, score in outcome.scores.items():
            line = f"{outcome.places[seat]}{dot} **{running.get_name(seat)}**: {running.game.wording.score(score)}"
            assert re.search(rf"^{re.escape(line)}$", words(final), re.M)
        assert len(final.attachments) >= 1
        assert all(file.filename.endswith(".png") and file.description for file in final.attachments)
        table = there.table_message()
        assert "The game is over" in words(table)
        assert find(table, "act") is None
        assert not there.calls()
        await there.restart()

        log = said(await there.press_or_choose(self.dora, final, "log:1:0"))
        assert f"The seed was {SEED}." in log
        assert f"The seed was {SEED}." in said(await self.cleo.who.slash(there.place, "table log"))
        assert "PROVEN" in said(await self.dora.slash(there.place, "record verify", table="1"))
        text = exported(there, await self.ben.who.slash(there.place, "record export"))
        report = verify_export(parse_export(text), there.games)
        assert report.ok
        assert report.complete
        file = folder / "game.json"
        file.write_text(text, encoding="utf-8")
        code, out = run_verify(file)
        assert code == 0, out
        assert "PROVEN" in out
        assert "NOT PROVEN" not in out
        file.write_text(text.replace(SEED, "0" * 64), encoding="utf-8")
        assert run_verify(file)[0] == 1

    def was_worth_it(self, kinds: set[str]) -> None:
        """The evening has shown what it was for; these kinds of questions were asked."""
        assert set(self.restarted_after) - {""} >= kinds, self.restarted_after
        assert self.taken_back
        assert self._presses() == self.presses, "Ben's door is closed, and was tried again"
        assert self.ann.who.user.dm_channel.history()[1:], "Ann gets her hand whenever it is another one"
        witness = self.witness
        assert witness.guarded > 20
        # One call for each step at which people are asked, the headlines, and at the end the scores; a call is
        # taken away when the next one comes.
        print(f"\npings {dict(witness.pings)}, public messages {dict(witness.posts)}, {witness.guarded} secrets")
        assert max(witness.posts.values()) <= self.most_posts, witness.posts
        assert sum(witness.posts.values()) < self.acts, witness.posts
        assert len(self.town.public()) <= len(witness.posts) + self.most_left


def answered(table: Table) -> set[Seat]:
    """Whose answers lie face down."""
    return {seat for step in table.agenda if isinstance(step, Sealed) for seat in step.answers}


def exported(there: Town, result: InteractionResult) -> str:
    """The text of the file in an answer that nobody else sees."""
    assert result.response is not None
    assert result.response.ephemeral
    (file,) = result.response.attachments
    data = there.env.backend.cdn.get(file.url)
    assert data is not None
    return data.decode()


def run_verify(file: Path) -> tuple[int, str]:
    """Run the program's own check, as a player would at home."""
    done = subprocess.run(  # noqa: S603  # our own command line
        [sys.executable, "-m", "bot", "verify", str(file)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr
