"""Looking back at a game: only at known moves, with a permitted viewer, and never at hidden information."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.record.export import export_game
from bot.host.record.replay import Replay, Replays, iterate_tables
from storage.sqlite import open_storage
from tests.host.recorded import ANNA, Evening
from tests.house import ANN, BEN, CLEO, STRANGER, House, house
from tests.toy import ToyView


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


async def look(home: House, number: int, user: int, eyes: int | None = None, at: int = 1, **more: int) -> Replay:
    return await Replays(home.host).get_replay(number, user, eyes, at, **more)


def view(replay: Replay) -> ToyView:
    seen = replay.then.view
    assert isinstance(seen, ToyView)
    return seen


async def ended(home: House) -> int:
    """A game of Ann and Ben in which seat 1 drew an animal, and which is over."""
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Draw an animal")
    await home.says(number, 1, "End my turn")
    await home.absence.give_up_seat(number, await home.user(number, 2))
    return number


async def test_every_step_says_something_and_shows_the_table_of_then(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Try the fruit")
    await home.says(number, 1, "Apple")
    first = await look(home, number, STRANGER)
    assert [moment.lines for moment in first.moments] == [
        (),
        ("<seat:2> opens the fair with the highest price. (<seat:1> $1, <seat:2> $2)",),
        ("<seat:1> tries the fruit.",),
    ], "sealed answers and choices on the way are no steps of their own"
    assert [view(await look(home, number, STRANGER, at=at)).coins for at in (1, 2, 3)] == [
        {1: 0, 2: 0},
        {1: 0, 2: 1},
        {1: 1, 2: 1},
    ]


async def test_a_number_that_is_too_high_or_too_low_leads_to_the_end_or_the_beginning(home: House) -> None:
    number = await home.at_first_turn(BEN)
    assert (await look(home, number, ANN, at=10**9)).at == 2
    assert (await look(home, number, ANN, at=0)).at == 1


async def test_while_a_game_runs_its_player_looks_back_with_their_own_eyes_and_others_with_everybodys(
    home: House,
) -> None:
    number = await home.at_first_turn(BEN)
    own = await look(home, number, await home.user(number, 1))
    assert own.eyes == 1
    assert not own.is_open
    assert (await look(home, number, STRANGER)).eyes is None
    for user, eyes in ((await home.user(number, 1), 2), (STRANGER, 1)):
        with pytest.raises(NotYours, match="through your own eyes"):
            await look(home, number, user, eyes)
        with pytest.raises(NotYours, match="through your own eyes"):
            await look(home, number, user, 0, came_from=eyes)


async def test_when_a_game_is_over_everybody_looks_with_any_eyes(home: House) -> None:
    number = await ended(home)
    seen = await look(home, number, STRANGER, 1, 10**9)
    assert seen.is_open
    assert seen.eyes == 1
    assert any("You draw the" in line for moment in seen.moments for line in moment.lines)
    with pytest.raises(Refusal, match="no such seat"):
        await look(home, number, STRANGER, 7)


async def test_a_move_that_a_seat_did_not_hear_of_is_no_step_for_it(home: House) -> None:
    """Seat 1 draws an animal: the others get no news, and their steps have no gap."""
    number = await home.at_first_turn(BEN)
    before = {seat: len((await look(home, number, await home.user(number, seat))).moments) for seat in (1, 2)}
    await home.says(number, 1, "Draw an animal")
    after = {seat: len((await look(home, number, await home.user(number, seat))).moments) for seat in (1, 2)}
    assert after == {1: before[1] + 1, 2: before[2]}


async def test_a_player_who_has_answered_in_secret_shows_in_no_step(home: House) -> None:
    """In the dark those with wild animals are asked; how many steps there are tells nobody whether anyone has."""
    number = await home.at_first_turn(BEN, CLEO)
    for seat in (1, 2, 3):
        await home.says(number, seat, "End my turn")
    asked = [seat for seat in (1, 2, 3) if (await home.desk(number, seat)).is_asked]
    assert asked
    before = {seat: await look(home, number, await home.user(number, seat), at=99) for seat in (1, 2, 3)}
    if len(asked) > 1:
        await home.says(number, asked[0], "Growl")
        for seat, then in before.items():
            now = await look(home, number, await home.user(number, seat), at=99)
            assert (now.moments, now.at) == (then.moments, then.at)


async def test_other_eyes_see_the_same_moment_though_they_count_other_steps(home: House) -> None:
    number = await ended(home)
    steps = (await look(home, number, STRANGER, 1)).moments
    drawn = next(at for at, moment in enumerate(steps, 1) if at > 1 and "You draw" in "".join(moment.lines))
    public = await look(home, number, STRANGER, 0, drawn, came_from=1)
    assert public.eyes is None
    assert public.moment.revision <= steps[drawn - 1].revision
    assert all(later.revision > steps[drawn - 1].revision for later in public.moments[public.at :]), (
        "the newest that everybody had heard of by then"
    )


async def test_what_was_undone_is_no_step(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Try the fruit")
    await home.says(number, 1, "Apple")
    user = await home.user(number, 1)
    steps = len((await look(home, number, user)).moments)
    await home.host.undo_for_person(number, user)
    seen = await look(home, number, user, at=99)
    assert len(seen.moments) == steps - 1
    assert view(seen).coins == {1: 0, 2: 1}


async def test_where_the_rules_were_corrected_the_replay_ends_and_says_so(home: House) -> None:
    number = await home.at_first_turn(BEN)
    for fruit in ("Apple", "Pear"):
        await home.says(number, 1, "Try the fruit")
        await home.says(number, 1, fruit)
    told = json.loads((await home.entries(number))[-1].stored_news)
    told[0]["news"]["stall"] = "street"
    await home.storage.database.write(
        lambda rows: rows.execute(
            "update moves set told = ? where revision = (select max(revision) from moves)", (json.dumps(told),)
        )
    )
    seen = await look(home, number, ANN, at=99)
    assert seen.cut
    assert seen.at == len(seen.moments) == 3
    assert view(seen).coins[1] == 1


async def test_a_game_whose_deal_comes_out_otherwise_today_is_not_replayed(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.storage.database.write(lambda rows: rows.execute("update moves set told = '[]' where revision = 1"))
    with pytest.raises(Refusal, match="older version of the rules"):
        await look(home, number, ANN)


async def test_the_names_are_those_of_today(home: House) -> None:
    """Somebody was forgotten since: no step knows how they were called."""
    number = await ended(home)
    await home.services.erasure.forget(BEN)
    seen = await look(home, number, ANN)
    assert "Ben" not in [seat_row.name for seat_row in seen.then.seats]


async def test_a_whole_evening_with_every_kind_of_move_is_played_again_to_its_last_table(tmp_path: Path) -> None:
    """Sealed, taken back, undone, by order, by bots, conceded."""
    storage = await open_storage(tmp_path / "boardroom.db")
    try:
        evening = Evening(storage)
        await evening.start()
        await evening.play_all_kinds()
        seen = await Replays(evening.host).get_replay(evening.game_id, ANNA, at=10**9)
        assert not seen.cut
        state = (await export_game(storage, evening.game_id)).state
        entries = await storage.games.list_entries(evening.game_id)
        *_, (_, last) = iterate_tables(await evening.host.get_running_game(evening.game_id), entries)
        assert json.loads(last.model_dump_json()) == state
    finally:
        await storage.close()
