"""Two tables of Corporate Espionage that differ in one hidden card look the same to everybody who may not know it.

Saved: the same commits in the same order, the same letters, the same people asked, until the same moments. Sent: the
same messages to the same readers. Bob hides the card, and does the same with it in both cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.multi_step import OPEN, ChooseOrCompose
from bot.engine.play import Played
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import Aim, Announce, EndTurn, Hire, LetItPass, Liquidate, Prepare, Spy
from bot.games.corporate_espionage.orders import (
    AnyOrder,
    AttackOrder,
    CardOrder,
    DebtOrder,
    PassOrder,
    ReserveOrder,
    SmallLossOrder,
)
from bot.games.corporate_espionage.table import Espionage
from bot.host.host import Host
from bot.host.play import move_records
from bot.host.play.prepared_turns import PreparationContext
from bot.host.table.audience_log import parse_told
from bot.host.table.running import RunningGame
from bot.testing.thorough import mark_thorough
from bot.ui import screens
from bot.ui.screens.screen import Button, Row, Screen
from storage.interface.questions import DueQuestion
from storage.interface.shards import ALL_SHARDS
from tests.any_question import picks_of
from tests.end_to_end.players import typed
from tests.end_to_end.town import Town, begun, said, town
from tests.end_to_end.witness import Sent, Witness
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting
from tests.house import BEN, CLEO, House, house
from tests.table_talk import build_desk

ADA, BOB, CID = 1, 2, 3

Act = tuple[Seat, Move | None]
"""What a seat does; None: its time runs out."""


@dataclass(frozen=True)
class Story:
    """What everybody does at both tables, and which orders Bob has given."""

    acts: Sequence[Act]
    orders: Sequence[AnyOrder] = ()
    account: int = 20
    reactions: str = "discreet"


LAWSUIT: Sequence[Act] = ((ADA, Announce(parts=(Spy(card="ES01"), Aim(target=BOB)))),)
RANSOMWARE: Sequence[Act] = ((ADA, Announce(parts=(Spy(card="ES09"), Aim(target=BOB)))),)
TOWER = Liquidate(number=1)

HIRE: Act = (ADA, Hire(card="EX02"))
BOB_PASSES: Act = (BOB, LetItPass())
CID_PASSES: Act = (CID, LetItPass())
ADA_ENDS: Act = (ADA, EndTurn())

NEVER = CardOrder(card="SV05", name="Counter-Offer", mode=0, against="hire", by=CID)
LATER = 99
"""More turns than Bob has begun, so that his order stands."""

STORIES = {
    "Bob lets everything pass": Story([*LAWSUIT, BOB_PASSES, HIRE, CID_PASSES, BOB_PASSES, ADA_ENDS]),
    "Bob is late, in a window and in his turn": Story(
        [*LAWSUIT, (BOB, None), HIRE, BOB_PASSES, CID_PASSES, ADA_ENDS, (BOB, None), (CID, EndTurn())]
    ),
    "Bob is in debt": Story([*LAWSUIT, BOB_PASSES, (BOB, TOWER), *RANSOMWARE, BOB_PASSES, ADA_ENDS], account=1),
    "Bob has an order for what is not aimed at him": Story(
        [*LAWSUIT, BOB_PASSES, HIRE, CID_PASSES, ADA_ENDS], [PassOrder(unless_target=True, until="the end")]
    ),
    "Bob keeps a reserve that an answer would not touch": Story(
        [*LAWSUIT, BOB_PASSES, ADA_ENDS], [ReserveOrder(points=17)]
    ),
    "Bob keeps a reserve that every answer would touch": Story([*LAWSUIT, ADA_ENDS], [ReserveOrder(points=18)]),
    "Bob bears small losses": Story([*LAWSUIT, ADA_ENDS], [SmallLossOrder(points=30)]),
    "Bob has said to take what is light": Story(
        [*LAWSUIT, HIRE, CID_PASSES, ADA_ENDS], [AttackOrder(asks="heavy", all_else=True, turns=LATER)]
    ),
    "Bob has said to ask him if it takes three points": Story(
        [*LAWSUIT, BOB_PASSES, HIRE, CID_PASSES, ADA_ENDS],
        [AttackOrder(asks="heavy", least=3, all_else=True, turns=LATER)],
    ),
    "Bob has said that his Injunction never answers Ada": Story(
        [*LAWSUIT, HIRE, CID_PASSES, ADA_ENDS],
        [AttackOrder(cards=("SV01",), names=("Injunction",), spared=("1",), all_else=True, turns=LATER)],
    ),
    "Bob has said to take whatever comes": Story(
        [*LAWSUIT, HIRE, *RANSOMWARE, ADA_ENDS], [AttackOrder(turns=LATER)], reactions="aimed"
    ),
    "Only Bob is asked, and only about what is aimed at him": Story(
        [*LAWSUIT, BOB_PASSES, HIRE, ADA_ENDS], reactions="aimed"
    ),
}
HIDDEN = ("Injunction", "Scapegoat", "Loophole", "Counter-Offer", "Bridge Loan", "Poison Pill", "Lawsuit")


def dealt(hidden: str, story: Story) -> Evening:
    """The table at Ada's turn; one of Bob's two cards is this one."""
    game = (
        meeting(THREE, reactions=story.reactions)
        .in_play("Bob", "Office Tower", "Intern")
        .hand("Bob", hidden, "Espresso Machine")
    )
    game.hand("Ada", "Lawsuit", "Ransomware", "Chief Financial Officer", "Bridge Loan").hand("Cid", "Smear Campaign")
    game.accounts(Bob=story.account).on_top("Bob", "Key Patent").on_top("Cid", "Training Academy")
    assert game.number("Bob", "Office Tower") == TOWER.number
    return game


async def lay_out(host: Host, number: int, game: Evening) -> None:
    """Put this table in the place of the one that was dealt."""
    await host.save_move(
        await host.get_running_game(number),
        move_records.TableCommand("repair", ADA),
        Played(game.table, (), blocks_undo=False),
    )
    host.announce_commit(number)


async def order(host: Host, number: int, orders: Sequence[AnyOrder]) -> None:
    """Let Bob have given these orders."""
    for each in orders:
        await host.storage.seats.put_order(number, BOB, each.get_place(), each.model_dump_json(), host.format_now())
    host.forget_loaded(number)


# -- saved state -------------------------------------------------------------------------------------


async def saved(home: House, number: int) -> dict[str, Any]:
    """Everything that is kept about a game, but what only Bob may know."""
    found = await home.storage.games.load(number)
    assert found is not None
    told = [
        (entry, [piece.news.model_dump() for piece in parse_told(GAME, entry) if piece.to is None or piece.to - {BOB}])
        for entry in await home.storage.games.list_entries(number)
    ]
    return {
        "game": replace(found.game, box=""),
        "seats": found.seats,
        "asks": [(ask.seat, ask.etag if ask.seat != BOB else "", ask.pinged, ask.times) for ask in found.asks],
        "commits": [(e.revision, e.kind, e.seat, e.move, e.blocks_undo, e.made_at, news) for e, news in told],
        "letters": await home.storage.outbox.list_unsent(number),
        "looks": await home.storage.clocks.get_next_check_time(ALL_SHARDS),
        "acted": found.entry_counts,
    }


class StepClock:
    """A clock that goes on between the steps of a story only, however often work in the background looks at it."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@asynccontextmanager
async def kept(path: Path, hidden: str, story: Story) -> AsyncIterator[tuple[House, int]]:
    """A table that is saved."""
    async with house(path, games={GAME.key: GAME}, now=StepClock()) as home:
        table = await home.lobby.open_table(
            title=GAME.key, guild_id=1, channel_id=2, user_id=101, name="Ann", seats_wanted=3, options=None
        )
        number = table.row.game_id
        for guest, name in ((BEN, "Ben"), (CLEO, "Cleo")):
            await home.lobby.join(number, guest, name)
        await home.lobby.start(number, 101)
        await home.settle()
        await lay_out(home.host, number, dealt(hidden, story))
        await order(home.host, number, story.orders)
        yield home, number


def get_clock(home: House) -> StepClock:
    clock = home.host.now
    assert isinstance(clock, StepClock)
    return clock


def begin_step(*homes: House) -> None:
    """Let a minute go by, and set all clocks to the same time."""
    clocks = [get_clock(home) for home in homes]
    latest = max(clock.at for clock in clocks)
    for clock in clocks:
        clock.at = latest + timedelta(minutes=1)


async def acts(home: House, number: int, seat: Seat, move: Move | None) -> None:
    """Let a player press the control of this move, or be late."""
    if move is None:
        found = await home.storage.games.load(number)
        assert found is not None
        (due,) = [
            DueQuestion(number, ask.seat, ask.etag, ask.times) for ask in found.asks if ask.seat == seat and ask.times
        ]
        get_clock(home).at = datetime.fromisoformat(str(due.times.due_at))
        await home.absence.handle_timeout(due)
    else:
        context = await home.desk(number, seat)
        assert isinstance(context.question, Choose), f"seat {seat} is not asked"
        assert context.etag is not None
        await home.host.answer_question(
            number, await home.user(number, seat), context.etag, picks_of(context.question, move)
        )
    await home.settle()


@pytest.mark.thorough
@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("story", mark_thorough(STORIES, 2))
async def test_what_is_saved_does_not_tell_which_card_it_is(tmp_path: Path, story: str, hidden: str) -> None:
    told = STORIES[story]
    async with (
        kept(tmp_path / "one.db", hidden, told) as (one, number),
        kept(tmp_path / "other.db", "Founder", told) as (other, same),
    ):
        assert number == same
        for seat, move in told.acts:
            begin_step(one, other)
            for home in (one, other):
                await acts(home, number, seat, move)
            left, right = await saved(one, number), await saved(other, number)
            for what, seen in left.items():
                assert seen == right[what], f"{what} tell something after {move} of {seat}"


async def test_a_card_that_lies_ready_tells_nothing_before_it_is_used(tmp_path: Path) -> None:
    """Bob's Counter-Offer waits for what Cid hires; at the other table he holds no such card."""
    aimed = Story((*LAWSUIT, BOB_PASSES, HIRE, ADA_ENDS, (BOB, EndTurn())), reactions="aimed")
    async with (
        kept(tmp_path / "one.db", "Counter-Offer", replace(aimed, orders=[NEVER])) as (one, number),
        kept(tmp_path / "other.db", "Founder", replace(aimed, orders=[DebtOrder()])) as (other, _),
    ):
        for seat, move in aimed.acts:
            begin_step(one, other)
            for home in (one, other):
                await acts(home, number, seat, move)
            left, right = await saved(one, number), await saved(other, number)
            for what, seen in left.items():
                assert seen == right[what], f"{what} tell something after {move} of {seat}"


async def test_a_card_that_lies_ready_is_used_though_nobody_waits_for_it(tmp_path: Path) -> None:
    """CE-42: Bob has laid a Counter-Offer ready for executives; it stops the hire at once."""
    ready = CardOrder(card="SV05", name="Counter-Offer", mode=0, against="hire", executive=True)
    async with kept(tmp_path / "one.db", "Counter-Offer", Story((), [ready], reactions="aimed")) as (home, number):
        await acts(home, number, *HIRE)
        table = (await home.host.get_running_game(number)).table
        assert isinstance(table, Espionage)
        assert "EX02" in table.companies[ADA].hand
        assert table.companies[ADA].hiring_over


async def test_nobody_waits_for_those_a_play_is_not_aimed_at(tmp_path: Path) -> None:
    """CE-42: no clock, no call and no letter; a hire is done at once, and a Lawsuit asks its target alone."""
    async with kept(tmp_path / "one.db", "Counter-Offer", Story((), reactions="aimed")) as (home, number):
        await acts(home, number, *HIRE)
        assert [seat for seat, *_ in await deadlines(home, number)] == [ADA]
        for seat, move in LAWSUIT:
            await acts(home, number, seat, move)
        assert [seat for seat, *_ in await deadlines(home, number)] == [BOB]
        running = await home.host.get_running_game(number)
        assert list(running.table.agenda[0].list_seats_to_ping(running.table)) == [BOB]


async def test_a_newcomers_first_decision_explains_itself_whatever_was_let_pass_for_them(
    tmp_path: Path,
) -> None:
    """CE-42: that a hire was let pass by itself is no act of Bob's, nor is what an order of his answers."""
    async with kept(tmp_path / "one.db", "Founder", Story((), [NEVER], reactions="aimed")) as (home, number):
        await acts(home, number, *HIRE)
        await acts(home, number, *ADA_ENDS)
        for again in (False, True):  # also after a restart
            if again:
                home.host.forget_loaded(number)
            running = await home.host.get_running_game(number)
            assert play.list_asked_seats(running.table) == [BOB]
            assert running.entry_counts[BOB] > 0
            assert running.moved == {ADA}
            assert "Why?" in buttons(running, BOB)
        await acts(home, number, BOB, TOWER)
        assert "Why?" not in buttons(await home.host.get_running_game(number), BOB)


def buttons(running: RunningGame, seat: Seat) -> list[str]:
    """The labels of the buttons of a player's panel."""
    rows = [block for block in screens.render_panel(build_desk(running, seat)).blocks if isinstance(block, Row)]
    return [one.label for row in rows for one in row.controls if isinstance(one, Button)]


async def test_a_bot_still_uses_what_it_holds(tmp_path: Path) -> None:
    """CE-42: the table need not wait for it."""
    async with kept(tmp_path / "one.db", "Counter-Offer", Story((), reactions="aimed")) as (home, number):
        await home.absence.give_up_seat(number, await home.user(number, CID))
        await acts(home, number, *HIRE)
        assert [seat for seat, *_ in await deadlines(home, number)] == [ADA]


async def test_what_a_killed_program_left_open_is_answered_when_it_starts_again(tmp_path: Path) -> None:
    """CE-42: the hire was saved, and nothing more."""
    async with kept(tmp_path / "one.db", "Counter-Offer", Story((), reactions="aimed")) as (home, number):
        running = await home.host.get_running_game(number)
        async with home.host.lock_game(number):
            seat, move = HIRE
            assert move is not None
            played = play.play(running.table, seat, move)
            await home.host.save_move(running, move_records.TableCommand.from_answer("move", seat, move), played)
            working = home.services.autoplay._playing._working
            for task in working.values():
                task.cancel()
            working.clear()
        again = home.again()
        await again.services.autoplay.resume()
        await again.settle()
        assert play.list_asked_seats((await again.host.get_running_game(number)).table) == [ADA]


async def deadlines(home: House, number: int) -> list[tuple[Seat, str, str | None]]:
    """The asked seats with the start and end of their time."""
    found = await home.storage.games.load(number)
    assert found is not None
    return [(ask.seat, ask.times.asked_at, ask.times.due_at) for ask in found.asks if ask.times is not None]


async def test_what_nobody_hears_of_moves_no_deadline(tmp_path: Path) -> None:
    """Ada lays a card ready: to the others that is thinking, and her time goes on running."""
    async with kept(tmp_path / "one.db", "Founder", Story(())) as (home, number):
        begun = await deadlines(home, number)
        begin_step(home)
        await acts(home, number, ADA, Prepare(card="SV04", when="after this turn"))
        assert await deadlines(home, number) == begun
        for seat, move in LAWSUIT:
            begin_step(home)
            await acts(home, number, seat, move)
        assert [seat for seat, *_ in await deadlines(home, number)] == [BOB]
        begin_step(home)
        await acts(home, number, BOB, LetItPass())
        later = await deadlines(home, number)
        assert [seat for seat, *_ in later] == [ADA]
        assert later != begun, "what everybody has seen gives her new time"


# -- sent messages -----------------------------------------------------------------------------------


async def types(there: Town, seat: Seat, move: Move) -> str:
    """Let the player on this seat type the answer; return the reply."""
    running = await there.running()
    question = play.find_question(running.table, seat)
    assert isinstance(question, Choose)
    (who,) = [person for person in there.people.values() if person.id == running.get_seat_row(seat).user_id]
    picks = picks_of(question, move)
    answer = f"#{picks[0]}"
    if isinstance(question, ChooseOrCompose) and picks[0] == OPEN:
        answer = f"{question.opens}: {typed(question.otherwise, picks[1:])}"
    return said(await who.slash(there.place, "play", answer=answer))


async def looks_around(there: Town) -> None:
    """The others look at everything they can."""
    hider = (await there.running()).get_seat_row(BOB).user_id
    for person in there.people.values():
        if person.id != hider:
            await person.click(there.table_message(), custom_id=f"act:{there.number}")
            await person.click(there.table_message(), custom_id=f"hand:{there.number}")
            await person.slash(there.place, "table log")
            await person.slash(there.place, "game status", table=str(there.number))
            await person.slash(there.place, "why", table=str(there.number))
            await person.slash(there.place, "inbox")


def comparable(sent: Sequence[Sent], hider: int | None) -> list[tuple[int | None, list[str], bool]]:
    """What others than Bob have read, without the ids and times that are never the same twice."""
    return [
        (each.to, [re.sub(r"<t:\d+|\d{17,}|br[0-9a-f]{22}", "#", text) for text in each.texts], each.posted)
        for each in sent
        if each.to is None or each.to != hider
    ]


def a_folder(path: Path, name: str) -> Path:
    """A new folder in this one."""
    (path / name).mkdir()
    return path / name


async def read_by_others(folder: Path, hidden: str, story: Story, *, by_dm: bool = False) -> list[Any]:
    """What the others have read after each act, as soon as they have looked at everything."""
    async with town(folder, "Ann", "Ben", "Cleo", "Dora", newcomers=by_dm) as there:
        there.bot.host.new_seed = lambda: "the same for both"
        await begun(there, game=GAME.key)
        await lay_out(there.bot.host, there.number, dealt(hidden, story))
        await order(there.bot.host, there.number, story.orders)
        await there.bot.outbox_worker.wait_for_all()
        await there.env.settle()
        witness, hider = Witness(there), (await there.running()).get_seat_row(BOB).user_id
        read = []
        for seat, move in story.acts:
            assert move is not None
            await types(there, seat, move)
            await there.bot.outbox_worker.wait_for_all()
            await looks_around(there)
            read.append(comparable(witness.new(), hider))
        return read


@pytest.mark.parametrize("hidden", mark_thorough(["Injunction", "Bridge Loan"]))
@pytest.mark.parametrize("story", mark_thorough(["Bob lets everything pass", "Bob is in debt"]))
async def test_what_is_sent_does_not_tell_which_card_it_is(tmp_path: Path, story: str, hidden: str) -> None:
    told = STORIES[story]
    one, other = [await read_by_others(a_folder(tmp_path, card), card, told) for card in (hidden, "Founder")]
    for act, left, right in zip(told.acts, one, other, strict=True):
        assert len(left) > 15
        assert left == right, f"after {act}"


async def test_a_player_who_is_called_by_direct_message_learns_no_more(tmp_path: Path) -> None:
    """Everybody who may be asked is written to, whether they are asked or not."""
    told = STORIES["Bob lets everything pass"]
    one, other = [
        await read_by_others(a_folder(tmp_path, card), card, told, by_dm=True) for card in ("Injunction", "Founder")
    ]
    for act, left, right in zip(told.acts, one, other, strict=True):
        assert left == right, f"after {act}"
    written = [texts[0] for read in one for _, texts, _ in read if texts and texts[0].startswith("[Table 1]")]
    assert len(written) > 1, "the others got direct messages, too"


async def test_what_is_sent_to_bob_does_tell(tmp_path: Path) -> None:
    """Else the comparison would be blind."""
    read = []
    for card in ("Injunction", "Founder"):
        async with town(a_folder(tmp_path, card), "Ann", "Ben", "Cleo", "Dora") as there:
            there.bot.host.new_seed = lambda: "the same for both"
            await begun(there, game=GAME.key)
            await lay_out(there.bot.host, there.number, dealt(card, STORIES["Bob lets everything pass"]))
            for seat, move in LAWSUIT:
                assert move is not None
                await types(there, seat, move)
            running = await there.running()
            (bob,) = [person for person in there.people.values() if person.id == running.get_seat_row(BOB).user_id]
            witness = Witness(there)
            await bob.click(there.table_message(), custom_id=f"act:{there.number}")
            read.append(comparable(witness.new(), None))
    assert read[0] != read[1]
    assert "Injunction (costs 3)" in json.dumps(read[0])
    assert "Injunction (costs 3)" not in json.dumps(read[1])


# -- a turn that is prepared to find out what Bob holds -----------------------------------------------


SMEAR = Announce(parts=(Spy(card="ES04"), EndTurn()))
"""At Bob: nobody else has an employee."""


async def tries(home: House, number: int) -> list[Screen]:
    """What Cid is shown who prepares an attack, changes it, cancels it, and prepares it again."""
    turns, cid = home.services.prepared, await home.user(number, CID)
    found: list[Screen] = []

    async def looks() -> PreparationContext:
        there = await turns.build_panel(number, cid)
        found.append(screens.render_preparation(there))
        return there

    async def prepares(move: Move) -> None:
        there = await looks()
        assert there.next is not None
        await turns.add(number, cid, there.then.tag, picks_of(there.next, move))
        await looks()

    await prepares(SMEAR)
    await turns.take_back(number, cid)
    await prepares(EndTurn())
    await turns.take_back(number, cid, every=True)
    await prepares(SMEAR)
    for one in (await looks()).then.conditions:
        await turns.set_condition(number, cid, one.key)
        await looks()
    return found


@pytest.mark.parametrize("reactions", ["aimed", "discreet", "eligible", "everyone"])
async def test_a_player_who_prepares_an_attack_again_and_again_learns_nothing_of_what_it_would_meet(
    tmp_path: Path, reactions: str
) -> None:
    """At once, while others are asked in secret, and after a restart; an "eligible" window shows the asked seats."""
    seen = []
    for hidden in ("Injunction", "Founder"):
        async with kept(tmp_path / f"{hidden}.db", hidden, Story((), reactions=reactions)) as (home, number):
            found = await tries(home, number)
            await home.services.prepared.take_back(number, await home.user(number, CID), every=True)
            if reactions != "eligible":
                for act in LAWSUIT:
                    await acts(home, number, *act)
                assert BOB in play.list_asked_seats((await home.host.get_running_game(number)).table)
            found += await tries(home.again(), number)
            seen.append(found)
    assert seen[0] == seen[1]
    assert any("What comes of that is not known yet" in str(screen) for screen in seen[0])
