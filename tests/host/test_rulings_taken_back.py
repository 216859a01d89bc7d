"""A ruling is one thing with all that it causes: taken back, a season goes on as if it had never been."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.host.leagues.ledger import Known
from bot.host.leagues.plan import Plan
from bot.leagues.entries import Adjudicated, Disqualified, Entry, Extended, Line, Penalty, Reverted, Voided
from bot.leagues.standings import standings
from bot.testing.thorough import first
from tests.any_question import picks_of
from tests.host.leagues import ORGANISER, PEOPLE, all_here, drawn, known, settled
from tests.house import House, house
from tests.toy import TOY

KINDS = ("result", "void", "penalty", "disqualify", "extend")


def chance(*words: object) -> Random:
    return Random(" ".join(map(str, words)))  # noqa: S311 - a season that is to be played again


class Played:
    """A season, played by its seed: the same moves at each table, whatever has been ruled meanwhile."""

    def __init__(self, home: House, season_id: int, seed: int) -> None:
        self.home, self.season_id, self.seed = home, season_id, seed
        self.moves: dict[int, int] = {}
        """How many moves people have made at each table."""

    async def known(self) -> Known:
        return await known(self.home, self.season_id)

    async def goes_on(self, steps: int, order: Random) -> None:
        """Let people come to their tables, or move there."""
        for _ in range(steps):
            tables = (await self.known()).tables
            number = order.choice(sorted(tables))
            saved = await self.home.storage.games.saved(tables[number])
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
                saved = await self.home.storage.games.saved(game_id)
                if saved is not None and saved.game.status == "open":
                    await all_here(self.home, game_id)
                    going = True
                while saved is not None and saved.game.status == "running":
                    going = await self._moves(number, game_id) or going
                    saved = await self.home.storage.games.saved(game_id)
            if not going:
                return

    async def _moves(self, number: int, game_id: int) -> bool:
        """Let the first person who is asked answer, by the seed and how much was played there.

        Nobody gives up: bots draw by how often a table has gone on, so theirs would play otherwise after an undo.
        """
        await settled(self.home)
        running = await self.home.host.running(game_id)
        asked = [seat for seat in play.asked(running.table) if not running.plays_itself(seat)]
        if not asked:
            return False
        seat = asked[0]
        user_id = running.seat_row(seat).user_id or 0
        at = self.moves.get(number, 0)
        random = chance(self.seed, number, at)
        self.moves[number] = at + 1
        desk = await self.home.host.desk(game_id, user_id)
        assert desk.question is not None
        assert desk.etag is not None
        move = TOY.choose(desk.seen.view, desk.question, random)
        if at > 30 and isinstance(desk.question, Choose):  # a fair may take as long as anybody likes
            move = next((one.move for one in desk.question.options if one.label == "End my turn"), move)
        await self.home.host.press(game_id, user_id, desk.etag, picks_of(desk.question, move))
        await settled(self.home)
        return True


def as_it_counts(season: Known) -> Sequence[object]:
    """All that follows from a season for those who play in it."""
    tables = [
        (table.number, table.fate, table.seats, table.places, table.scores, table.gone, table.absent, table.held)
        for table in season.season.tables.values()
    ]
    rows = [standings(season.season, division) for division in season.season.divisions()]
    return (tables, rows, season.season.entrants, season.season.extended)


def ruling(season: Known, kind: str, random: Random) -> Entry | None:
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


async def decides(home: House, season_id: int, entry: Entry) -> Line:
    """Let a steward decide something; return its line."""
    decisions = home.services.leagues.decisions
    season = await known(home, season_id)
    await decisions.decide(season_id, ORGANISER, entry, "It had to be.", season.row.lines)
    await settled(home)
    season = await known(home, season_id)
    return next(line for line in reversed(season.season.lines) if line.by == ORGANISER)


async def begun(home: House, seed: int) -> Played:
    plan = Plan(title="toy", seats=2 + seed % 2, weeks=8, open_tables="as it stands")
    return Played(home, await drawn(home, plan), seed)


async def played_on(home: House, seed: int, kinds: Sequence[str] = ()) -> tuple[Known, bool]:
    """Play a season; on the way, rulings that are taken back at once. Return it, and whether all could be given back."""
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", first(range(8), 2))
async def test_a_ruling_that_is_taken_back_leaves_the_season_as_if_it_had_never_been(
    tmp_path: Path, seed: int, kind: str
) -> None:
    async with house(tmp_path / "never.sqlite") as home:
        never, _ = await played_on(home, seed)
    async with house(tmp_path / "ruled.sqlite") as home:
        ruled, whole = await played_on(home, seed, [kind])
    if whole:
        assert as_it_counts(ruled) == as_it_counts(never)
    else:
        assert kind == "disqualify", "all other rulings can be taken back whole"
