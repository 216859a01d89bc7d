"""A ruling is one thing with all that it causes: taken back, a season goes on as if it had never been."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_events import build_line
from bot.host.leagues.season_log import KnownSeason
from bot.host.play.standing_orders import offer_tag
from bot.leagues.log_entries import (
    Adjudicated,
    Disqualified,
    Entry,
    Extended,
    LogLine,
    Penalty,
    Reverted,
    Ruled,
    Voided,
    Withdrew,
)
from bot.leagues.ruling_effects import complete
from bot.leagues.standings import compute_standings, list_decided
from bot.testing.thorough import mark_thorough
from bot.ui.screens.leagues.rulings import describe_line
from tests.any_question import picks_of
from tests.host.leagues import (
    ADA,
    DORA,
    HELPER,
    ORGANISER,
    PEOPLE,
    all_here,
    at,
    crashed,
    drawn,
    ends,
    known,
    settle,
    signed_up,
)
from tests.house import House, house
from tests.toy import TOY

KINDS = ("result", "void", "penalty", "disqualify", "extend")


def chance(*words: object) -> Random:
    return Random(" ".join(map(str, words)))  # noqa: S311 - a season that is to be played again


class Played:
    """A season, played by its seed: the same moves at each table, independent of the rulings meanwhile."""

    def __init__(self, home: House, season_id: int, seed: int) -> None:
        self.home, self.season_id, self.seed = home, season_id, seed
        self.moves: dict[int, int] = {}
        """How many moves people have made at each table."""

    async def known(self) -> KnownSeason:
        return await known(self.home, self.season_id)

    async def goes_on(self, steps: int, order: Random) -> None:
        """Let people come to their tables, or move there."""
        for _ in range(steps):
            tables = (await self.known()).tables
            number = order.choice(sorted(tables))
            saved = await self.home.storage.games.load(tables[number])
            if saved is None:
                continue
            if saved.game.status == "open" and order.random() < 0.3:
                await all_here(self.home, tables[number])
            elif saved.game.status == "running":
                await self._moves(number, tables[number])

    async def ends(self) -> None:
        """Play everything to its end."""
        while True:
            tables, going = (await self.known()).tables, False
            for number, game_id in sorted(tables.items()):
                saved = await self.home.storage.games.load(game_id)
                if saved is not None and saved.game.status == "open":
                    await all_here(self.home, game_id)
                    going = True
                while saved is not None and saved.game.status == "running":
                    going = await self._moves(number, game_id) or going
                    saved = await self.home.storage.games.load(game_id)
            if not going:
                return

    async def _moves(self, number: int, game_id: int) -> bool:
        """Let the first asked person answer, by the seed and the number of moves played there.

        Nobody gives up: bots draw by how often a table has gone on, so theirs would play otherwise after an undo.
        """
        await settle(self.home)
        running = await self.home.host.get_running_game(game_id)
        asked = [seat for seat in play.list_asked_seats(running.table) if not running.is_automatic(seat)]
        if not asked:
            return False
        seat = asked[0]
        user_id = running.get_seat_row(seat).user_id or 0
        at = self.moves.get(number, 0)
        random = chance(self.seed, number, at)
        self.moves[number] = at + 1
        context = await self.home.host.build_panel(game_id, user_id)
        assert context.question is not None
        assert context.etag is not None
        move = TOY.choose(context.seen.view, context.question, random)
        if at > 30 and isinstance(context.question, Choose):  # a fair may take as long as anybody likes
            move = next((one.move for one in context.question.options if one.label == "End my turn"), move)
        await self.home.host.answer_question(game_id, user_id, context.etag, picks_of(context.question, move))
        await settle(self.home)
        return True


def as_it_counts(season: KnownSeason) -> Sequence[object]:
    """All that follows from a season for those who play in it."""
    tables = [
        (table.number, table.fate, table.seats, table.places, table.scores, table.gone, table.absent, table.held)
        for table in season.season.tables.values()
    ]
    rows = [compute_standings(season.season, division) for division in season.season.list_divisions()]
    return (tables, rows, season.season.entrants, season.season.extended)


def ruling(season: KnownSeason, kind: str, random: Random) -> Entry | None:
    """A ruling of this kind on something in a season; None: there is nothing for it."""
    entrant = random.choice(sorted(season.season.entrants))
    still_open = [table for table in season.season.tables.values() if table.is_open]
    table = random.choice(still_open) if still_open else None
    match kind:
        case "penalty":
            return Penalty(entrant=entrant, points=random.randrange(1, 9))
        case "disqualify":
            return Disqualified(entrant=entrant)
        case "extend":
            return Extended(days=7)
        case "result" if table is not None:
            order = random.sample(table.seats, len(table.seats))
            return Adjudicated(table=table.number, places={one: at for at, one in enumerate(order, 1)}, as_written=True)
        case "void" if table is not None:
            return Voided(table=table.number)
        case _:
            return None


async def decides(home: House, season_id: int, entry: Entry) -> LogLine:
    """Let a steward decide something; return its line."""
    rulings = home.services.leagues.rulings
    season = await known(home, season_id)
    await rulings.decide(season_id, ORGANISER, entry, "It had to be.", season.row.lines)
    await settle(home)
    season = await known(home, season_id)
    return next(line for line in reversed(season.season.lines) if line.by == ORGANISER)


async def begun(home: House, seed: int) -> Played:
    plan = Plan(title="toy", seats=2 + seed % 2, weeks=8, open_tables="as it stands")
    return Played(home, await drawn(home, plan), seed)


async def played_on(home: House, seed: int, kinds: Sequence[str] = ()) -> tuple[KnownSeason, bool]:
    """Play a season, with rulings that are taken back at once; return it, and whether all could be given back."""
    season, order, random = await begun(home, seed), chance(seed, "order"), chance(seed, "ruling")
    await season.goes_on(random.randrange(0, 60), order)
    whole = True
    for kind in kinds:
        entry = ruling(await season.known(), kind, random)
        if entry is None:
            continue
        line = await decides(home, season.season_id, entry)
        back = await decides(home, season.season_id, Reverted(line=line.number))
        assert isinstance(back.entry, Reverted)
        whole = whole and not back.entry.stays
    await season.goes_on(20, order)
    await season.ends()
    return await season.known(), whole


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [*KINDS, "void disqualify result penalty"])
@pytest.mark.parametrize("seed", mark_thorough((0, 3, 5, 1, 4, 11, 2, 7, 9), 2))
async def test_a_ruling_that_is_taken_back_leaves_the_season_as_if_it_had_never_been(
    tmp_path: Path, seed: int, kind: str
) -> None:
    async with house(tmp_path / "never.sqlite") as home:
        never, _ = await played_on(home, seed)
    async with house(tmp_path / "ruled.sqlite") as home:
        ruled, whole = await played_on(home, seed, kind.split())
    seen = {2, 7, 9} if kind == "disqualify" else range(12) if "disqualify" in kind else ()
    assert whole or seed in seen, "only what a bot has played on an empty chair, and was seen, cannot be given back"
    if whole:
        assert as_it_counts(ruled) == as_it_counts(never)


# -- chairs ------------------------------------------------------------------------------------------

TWO = Plan(title="toy", seats=2)


async def running(home: House, plan: Plan = TWO, number: int = 1) -> tuple[int, int, list[int]]:
    """A season with a table that is being played: the season, the game, and who sits there."""
    season_id = await drawn(home, plan)
    game_id = (await known(home, season_id)).tables[number]
    people = await at(home, game_id)
    await all_here(home, game_id)
    return season_id, game_id, people


async def points_at_first(home: House, season_id: int) -> dict[int, float]:
    """The first table's results, by person."""
    season = await known(home, season_id)
    table = season.season.tables[1]
    (result,) = list_decided(season.season, [table])
    return {season.entrants[number].user_id or 0: points / 60 for number, points in result.points.items()}


async def number_of(home: House, season_id: int, user_id: int) -> int:
    number = (await known(home, season_id)).find_number(user_id)
    assert number is not None
    return number


async def test_a_player_who_was_put_out_by_mistake_gets_10_to_4_at_a_table_that_the_other_gives_up(home: House) -> None:
    season_id, game_id, (first_there, second) = await running(home)
    number = await number_of(home, season_id, first_there)
    line = await decides(home, season_id, Disqualified(entrant=number))
    assert await at(home, game_id) == [second]
    await decides(home, season_id, Reverted(line=line.number))
    assert await at(home, game_id) == [first_there, second]
    await ends(home, game_id, second)
    assert await points_at_first(home, season_id) == {first_there: 10, second: 4}


async def test_a_player_who_gets_their_chair_back_has_the_standing_orders_that_they_had_given(tmp_path: Path) -> None:
    async with house(tmp_path / "leagues.db", games=GAMES) as home:
        season_id, game_id, (first_there, second) = await running(home, Plan(title="goodwill", seats=2))
        price = next(
            question
            for question in (await home.orders.build_panel(game_id, first_there)).offered
            if "for Amber" in question.prompt
        )
        await home.orders.give(game_id, first_there, offer_tag(price), ["14"])
        given = (await home.orders.build_panel(game_id, first_there)).given
        number = await number_of(home, season_id, first_there)
        line = await decides(home, season_id, Disqualified(entrant=number))
        assert not any((await home.host.get_running_game(game_id)).orders.values()), "nobody has them meanwhile"
        await decides(home, season_id, Reverted(line=line.number))
        assert (await home.orders.build_panel(game_id, first_there)).given == given
        again = home.again()
        assert (await again.orders.build_panel(game_id, first_there)).given == given
        assert (await again.orders.build_panel(game_id, second)).given == ()


async def test_a_chair_is_given_back_at_tables_that_wait_for_their_people_and_at_those_that_were_closed(
    home: House,
) -> None:
    season_id = await drawn(home, TWO)
    before = await known(home, season_id)
    (ada,) = [number for number, one in before.entrants.items() if one.user_id == ADA]
    line = await decides(home, season_id, Disqualified(entrant=ada))
    closed = await known(home, season_id)
    assert {table.fate for table in closed.season.tables.values() if ada in table.seats} == {"adjudicated"}
    await decides(home, season_id, Reverted(line=line.number))
    after = await known(home, season_id)
    assert {table.fate for table in after.season.tables.values()} == {"planned"}
    for game_id in after.tables.values():
        await all_here(home, game_id)
    assert {table.fate for table in (await known(home, season_id)).season.tables.values()} == {"running"}
    assert [ADA in await at(home, game_id) for game_id in after.tables.values()].count(True) == 3


async def test_a_table_that_was_closed_by_a_ruling_waits_for_its_people_again(home: House) -> None:
    season_id = await drawn(home, TWO)
    game_id = (await known(home, season_id)).tables[1]
    line = await decides(home, season_id, Voided(table=1))
    with pytest.raises(Refusal, match="closed"):
        await home.lobby.get_open_table(game_id)
    back = await decides(home, season_id, Reverted(line=line.number))
    assert back.entry == Reverted(line=line.number, also=(line.number + 1,)), "the table's closing"
    await all_here(home, game_id)
    assert (await known(home, season_id)).season.tables[1].fate == "running"


async def test_a_player_put_out_by_mistake_gets_their_chair_back_from_the_helper_and_both_are_told(
    home: House,
) -> None:
    season_id, game_id, (ada, *_) = await running(home, Plan(title="toy", seats=3))
    number = await number_of(home, season_id, ada)
    line = await decides(home, season_id, Disqualified(entrant=number))
    seat = next(seat_row.seat for seat_row in (await home.host.get_running_game(game_id)).seats if seat_row.is_free)
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    season = await known(home, season_id)
    found = await home.services.leagues.rulings.simulate_decision(season, ORGANISER, Reverted(line=line.number))
    assert found.stays[1] == "helped"
    back = await decides(home, season_id, Reverted(line=line.number))
    assert isinstance(back.entry, Reverted)
    assert 1 in back.entry.stays, "what was played there"
    assert (await home.host.get_running_game(game_id)).find_seat_of(ada) == seat
    assert HELPER not in await at(home, game_id)
    words = (await told(home, game_id))[-1]
    assert words.startswith(
        f"<seat:{seat}> <has their|have your> seat back, and what was played there meanwhile stays."
    )
    assert f"Thank you, <@{HELPER}>, for having played on" in words
    season = await known(home, season_id)
    assert number not in season.season.tables[1].away
    helper = season.season.entrants[await number_of(home, season_id, HELPER)]
    assert (helper.helped, helper.cards) == (1, 0), "who helped is thanked all the same"
    assert not season.season.can_rule(1, helper.number), "and has seen a hand there"
    other = next(one for one in await at(home, game_id) if one != ada)
    free = (await home.host.get_running_game(game_id)).find_seat_of(other) or 0
    await home.votes.clear_seat(game_id, free, other, "Gone.")
    with pytest.raises(Refusal, match="have played on seat"):
        await home.votes.take_seat(game_id, free, HELPER, "Hal")


async def test_what_a_bot_has_played_on_the_chair_stays_once_somebody_has_answered_it(home: House) -> None:
    season_id, game_id, people = await running(home)
    await Played(home, season_id, 1)._moves(1, game_id)
    number = await number_of(home, season_id, people[0])
    line = await decides(home, season_id, Disqualified(entrant=number))
    play_on = Played(home, season_id, 2)
    for _ in range(4):
        await play_on._moves(1, game_id)
    season = await known(home, season_id)
    found = await home.services.leagues.rulings.simulate_decision(season, ORGANISER, Reverted(line=line.number))
    assert found.stays == {1: "played"}
    await decides(home, season_id, Reverted(line=line.number))
    assert await at(home, game_id) == people, "the chair is given back all the same"


async def test_a_program_that_is_stopped_before_a_chair_was_given_back_gives_it_back_when_it_starts(
    home: House,
) -> None:
    season_id, game_id, people = await running(home)
    number = await number_of(home, season_id, people[0])
    line = await decides(home, season_id, Disqualified(entrant=number))
    season = await known(home, season_id)
    back = complete(season.season, Reverted(line=line.number), set(season.tables))
    await home.storage.leagues.append(
        season_id, season.row.lines, [build_line(back, ORGANISER)], home.host.format_now()
    )
    await crashed(home)
    fresh = home.again()
    await fresh.services.leagues.maintenance.resume()
    assert await at(fresh, game_id) == people


async def test_a_player_who_has_left_by_mistake_is_taken_back_by_a_steward(home: House) -> None:
    season_id, game_id, (first_there, second) = await running(home)
    await home.services.leagues.sign_up.leave(season_id, first_there)
    left = next(line for line in (await known(home, season_id)).season.lines if isinstance(line.entry, Withdrew))
    await decides(home, season_id, Reverted(line=left.number))
    assert await at(home, game_id) == [first_there, second]


async def test_a_player_who_a_game_has_begun_without_has_their_chair_at_it_and_nothing_of_a_bots(home: House) -> None:
    season_id = await drawn(home, Plan(title="toy", seats=3))
    game_id = (await known(home, season_id)).tables[1]
    out, *here = people = await at(home, game_id)
    for user_id in here:
        await home.lobby.confirm_presence(game_id, user_id, "word")
    line = await decides(home, season_id, Disqualified(entrant=await number_of(home, season_id, out)))
    assert await at(home, game_id) == here, "the others were all there, so the game has begun"
    season = await known(home, season_id)
    back = Reverted(line=line.number)
    assert (await home.services.leagues.rulings.simulate_decision(season, ORGANISER, back)).stays == {}
    await decides(home, season_id, back)
    assert await at(home, game_id) == people
    assert out in [await home.user(game_id, seat) for seat in play.list_asked_seats(await home.table(game_id))]


async def test_a_player_who_came_late_gives_a_chair_back_that_is_at_no_table_yet(home: House) -> None:
    season_id = await signed_up(home, plan=TWO)
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=1)
    season = await known(home, season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, season.row.lines)
    number = await number_of(home, season_id, ADA)
    line = await decides(home, season_id, Disqualified(entrant=number))
    await home.services.leagues.sign_up.join(season_id, HELPER, "Hal", "late")
    season = await known(home, season_id)
    taken = [table for table in season.season.tables.values() if season.find_number(HELPER) in table.seats]
    assert taken
    await decides(home, season_id, Reverted(line=line.number))
    season = await known(home, season_id)
    opened = [table.number for table in taken if table.number in season.tables]
    theirs = [table.number for table in season.season.tables.values() if season.find_number(HELPER) in table.seats]
    assert theirs == opened, "a table that was opened with them is theirs"


async def test_a_ruling_that_lets_the_next_round_be_drawn_says_that_this_stays(home: House) -> None:
    season_id = await drawn(home, Plan(title="toy", seats=2, format="swiss", rounds=2, open_tables="as it stands"))
    first_there = await known(home, season_id)
    await all_here(home, first_there.tables[1])
    rulings = home.services.leagues.rulings
    assert not (await rulings.simulate_decision(await known(home, season_id), ORGANISER, Voided(table=1))).draws
    line = await decides(home, season_id, Voided(table=1))
    assert (await rulings.simulate_decision(await known(home, season_id), ORGANISER, Voided(table=2))).draws
    await decides(home, season_id, Voided(table=2))
    season = await known(home, season_id)
    assert len(season.season.rounds) == 2
    found = await rulings.simulate_decision(season, ORGANISER, Reverted(line=line.number))
    assert found.stays == {1: "closed"}, "its game was ended with its round"


# -- lines -------------------------------------------------------------------------------------------


async def test_no_line_is_taken_back_twice(home: House) -> None:
    season_id = await drawn(home, TWO)
    line = await decides(home, season_id, Penalty(entrant=1, points=3))
    await decides(home, season_id, Reverted(line=line.number))
    with pytest.raises(Refusal, match="does not count already"):
        await decides(home, season_id, Reverted(line=line.number))
    season = await known(home, season_id)
    with pytest.raises(Refusal, match="does not count already"):
        await home.services.leagues.rulings.simulate_decision(season, ORGANISER, Reverted(line=line.number))


async def test_a_decided_table_can_be_taken_back_though_somebody_has_protested_and_a_steward_has_agreed(
    home: House,
) -> None:
    season_id, _, people = await running(home)
    leagues = home.services.leagues
    seats = (await known(home, season_id)).season.tables[1].seats
    line = await decides(home, season_id, Adjudicated(table=1, places={seats[0]: 1, seats[1]: 2}, as_written=True))
    doubted = await leagues.rulings.write_protest(season_id, people[1], 1, "I was ahead")
    await decides(home, season_id, Ruled(protest=doubted.row.lines, upheld=True))
    back = await decides(home, season_id, Reverted(line=line.number))
    assert back.entry == Reverted(line=line.number, also=(doubted.row.lines, doubted.row.lines + 1))
    season = await known(home, season_id)
    assert season.season.tables[1].fate == "running"
    assert not season.season.protests


async def test_a_table_that_counts_for_nothing_can_be_decided_by_a_steward(home: House) -> None:
    season_id, game_id, _ = await running(home)
    await home.votes.close_without_result(game_id, "It was broken.")
    seats = (await known(home, season_id)).season.tables[1].seats
    await decides(home, season_id, Adjudicated(table=1, places={seats[0]: 1, seats[1]: 2}, as_written=True))
    assert (await known(home, season_id)).season.tables[1].fate == "adjudicated"


async def test_once_the_season_is_over_nothing_is_taken_back_that_would_have_to_be_played(home: House) -> None:
    season_id, _, _ = await running(home)
    line = await decides(home, season_id, Voided(table=1))
    season = await known(home, season_id)
    await home.services.leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    season = await known(home, season_id)
    assert season.season.tables[1].fate == "void"
    with pytest.raises(
        Refusal, match=r"table 1 cannot be played any more. Put its result right with \*\*/league result"
    ):
        await decides(home, season_id, Reverted(line=line.number))


# -- news at tables ----------------------------------------------------------------------------------


async def test_a_player_whom_a_reason_mentions_is_forgotten_at_the_table_too(home: House) -> None:
    season_id, game_id, _ = await running(home)
    season = await known(home, season_id)
    reason = f"<@{DORA}> had *said* so"
    await home.services.leagues.rulings.decide(season_id, ORGANISER, Voided(table=1), reason, season.row.lines)
    assert f"Why: <@{DORA}> had said so" in (await told(home, game_id))[-1]
    await home.services.erasure.forget(DORA)
    assert str(DORA) not in "".join(await told(home, game_id))


async def told(home: House, game_id: int) -> list[str]:
    return [words for _, words in await home.storage.outbox.list_notices(game_id)]


async def test_a_ruling_is_told_at_the_table_that_it_is_about_with_its_reason(home: House) -> None:
    season_id, game_id, people = await running(home)
    seats = (await known(home, season_id)).season.tables[1].seats
    line = await decides(home, season_id, Adjudicated(table=1, places={seats[0]: 1, seats[1]: 2}, as_written=True))
    (words,) = await told(home, game_id)
    assert words == (
        "A steward of **Winter Cup** has decided this table: 1. <seat:1>, 2. <seat:2>. You can play the game on, but "
        "it counts for nothing in the league, and for nobody's rating. Why: It had to be."
    )
    await decides(home, season_id, Reverted(line=line.number))
    assert "taken back" in (await told(home, game_id))[-1]
    assert "Why: It had to be." in (await told(home, game_id))[-1]
    number = await number_of(home, season_id, people[0])
    await decides(home, season_id, Disqualified(entrant=number))
    assert "was put out of the season by a steward. Why: It had to be." in (await told(home, game_id))[-1]


async def test_a_result_that_comes_after_a_ruling_counts_for_nothing_and_is_told_nowhere(home: House) -> None:
    season_id, game_id, people = await running(home)
    seats = (await known(home, season_id)).season.tables[1].seats
    await decides(home, season_id, Adjudicated(table=1, places={seats[0]: 1, seats[1]: 2}, as_written=True))
    await ends(home, game_id, people[0])
    season = await known(home, season_id)
    assert season.season.compute_places(season.season.tables[1]) == {seats[0]: 1, seats[1]: 2}
    (unheeded,) = season.season.ignored_results
    assert "Table 1 ends" not in describe_line(season, season.season.lines[unheeded - 1])
