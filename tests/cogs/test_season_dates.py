"""A season opens, is drawn and begins on its dates with nobody pressing, and each step can be stopped beforehand."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.host.leagues.team_registration import derive_code
from bot.host.table import deadlines
from bot.leagues import proof
from storage.interface.database import Connection
from tests.cogs.leagues import at, publish_draw, shown, stands, switches, tables
from tests.cogs.test_league_hall import finished
from tests.cogs.town import Player, Town, parts_of, texts

ZONE = "Europe/Berlin"


def typed(here: Town, **later: float) -> str:
    """A date so much later, as an organiser in Berlin types it."""
    now = here.bot.services.host.now().astimezone(ZoneInfo(ZONE))
    return (now + timedelta(**later)).strftime("%Y-%m-%d %H:%M")


async def dated(here: Town, boss: Player, **fields: str) -> str:
    """Prepare a league with these dates."""
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    await boss.press("Dates…")
    return await boss.fill_in(zone=ZONE, **fields)


async def whole(here: Town, boss: Player) -> None:
    """A league whose seasons need nobody: sign-up tomorrow, the draw ten days later, tables two days after that."""
    told = await dated(
        here,
        boss,
        opens=typed(here, days=1),
        draws=typed(here, days=11),
        begins=typed(here, days=13),
        after="7",
    )
    assert "**By itself** (Europe/Berlin): opens " in told


async def joined(here: Town, people: list[Player]) -> None:
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
        await player.press("My settings")
        await switches(player, "I play on")


async def open_whole(here: Town, boss: Player, people: list[Player]) -> None:
    """Let sign-up of such a season open on its date, and these join it."""
    await whole(here, boss)
    await here.passes(days=1, minutes=1)
    await joined(here, people)


async def decides(boss: Player, line: str) -> None:
    """Choose a line under More, and do what its preview shows."""
    await boss.slash("league manage")
    await boss.press("More …")
    await boss.choose(line)
    await boss.press("Do it …")
    await boss.fill_in("For a reason")


async def test_a_season_goes_from_its_draft_to_its_tables_with_nobody_deciding_and_the_next_one_follows_it(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    await whole(here, boss)
    await here.passes(days=1, minutes=1)
    message = await shown(here, "sign-up")
    assert "Sign-up is open until <t:" in message
    assert "Then the season is drawn by itself, if 3 or more have signed up." in message
    assert "The first tables open on <t:" in message
    await joined(here, people)
    await here.passes(days=9, hours=1)
    assert "Sign-up for **Winter Cup · season 1** ends <t:" in await shown(here, "reminder 1 0")
    await here.passes(days=1)
    assert "The first tables open on <t:" in await shown(here, "standings")
    assert await tables(here) == {}
    await here.passes(days=2)
    assert len(await tables(here)) == 4
    log = await ann.slash("league log")
    assert "The season is drawn by itself on <t:" in log
    await finished(boss)
    podium = await shown(here, "podium")
    assert "The next one opens by itself on <t:" in podium
    assert "It is drawn by itself on <t:" in podium
    await here.passes(days=7)
    assert f"**Signed up ({len(people)})**" in await shown(here, "sign-up", season=2)
    await here.passes(days=10, hours=1)
    await here.passes(days=3)
    found = await here.bot.storage.leagues.list_tables(2)
    assert len(found) == 4, "the second season has begun, and nobody has pressed anything in it"
    second = await here.bot.services.leagues.season_log.get_season(2)
    assert second.season.continues is not None
    first = await here.bot.services.leagues.season_log.get_season(1)
    assert second.season.digest == first.season.rounds[0].seed
    assert derive_code(first, 1) != derive_code(second, 1), "a team's code opens no team of the next season"


async def test_too_few_on_the_day_of_the_draw_give_sign_up_another_week(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people[:2])
    await here.passes(days=10, hours=1)
    words = await shown(here, "arranged 5")
    assert "2 players had signed up for Winter Cup · season 1, and a table needs 3." in words
    assert "Sign-up is open until <t:" in words
    await joined(here, people[2:])
    await here.passes(days=7)
    await here.passes(days=2, hours=1)
    assert len(await tables(here)) == 4


async def test_the_organiser_stops_the_draw_and_the_start_and_takes_that_back(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people)

    await decides(boss, "Stop the draw")
    assert "the draw by date was stopped" in await shown(here, "sign-up")
    await here.passes(days=12)
    assert not (await here.bot.services.leagues.season_log.get_season(1)).season.rounds
    await decides(boss, "Stop the start of the tables")
    await decides(boss, "Let the draw go ahead")
    assert "A steward has stopped the start" in await shown(here, "standings")
    await here.passes(days=30)
    assert await tables(here) == {}
    await decides(boss, "Let the start of the tables go ahead")
    assert len(await tables(here)) == 4
    (game_id, *_) = (await tables(here)).values()
    assert {*await at(here, game_id)} <= {*people}


async def test_a_start_that_goes_ahead_late_leaves_all_weeks_of_play(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await whole(here, boss)
    sign_up = here.bot.services.leagues.sign_up
    await sign_up.change_plan(1, lambda plan: plan.model_copy(update={"weeks": 1}))
    await here.passes(days=1, minutes=1)
    await joined(here, people)
    await decides(boss, "Stop the start of the tables")
    await here.passes(days=11)
    await here.passes(days=20)
    await decides(boss, "Let the start of the tables go ahead")
    await here.passes(days=6)
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert (known.row.status, len(known.tables)) == ("running", 4)
    await here.passes(days=2)
    assert (await here.bot.services.leagues.season_log.get_season(1)).row.status == "over"


async def test_the_start_cannot_be_stopped_any_more_once_tables_are_open(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people)
    await here.passes(days=11)
    await boss.slash("league manage")
    await boss.press("More …")
    await boss.choose("Stop the start of the tables")
    await here.passes(days=2)
    await boss.press("Do it …")
    assert "The first tables are open already" in await boss.fill_in("Too late")
    assert not (await here.bot.services.leagues.season_log.get_season(1)).season.halted


async def test_after_eight_weeks_with_too_few_a_steward_draws_and_the_tables_open_at_once(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people[:2])
    await here.passes(days=10, hours=1)
    for _ in range(8):
        await here.passes(days=7)
    assert "Sign-up is open until a steward draws the season." in await shown(here, "sign-up")
    assert "It is not drawn by itself any more: a steward draws it." in await shown(here, "arranged 13")
    await joined(here, people[2:])
    await here.passes(days=7)
    assert not (await here.bot.services.leagues.season_log.get_season(1)).season.rounds
    await publish_draw(boss)
    await here.passes(minutes=1)
    assert len(await tables(here)) == 4


async def test_a_bot_that_is_away_when_sign_up_is_to_open_moves_the_draw_along(here: Town, boss: Player) -> None:
    await whole(here, boss)
    before = (await here.bot.services.leagues.season_log.get_season(1)).plan.dates
    await here.passes(days=4)
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert before is not None
    assert known.season.dates is not None
    for planned, now in (
        (before.draws_at, known.season.dates.draws_at),
        (before.begins_at, known.season.dates.begins_at),
    ):
        moved = deadlines.parse_time(now) - deadlines.parse_time(planned)
        assert timedelta(days=3) <= moved <= timedelta(days=3, minutes=2)
    assert known.plan.dates is not None
    assert known.plan.dates.draws_at == known.season.dates.draws_at, "the next season has as much time"


async def test_a_date_that_cannot_be_is_refused_with_what_to_type(here: Town, boss: Player, ann: Player) -> None:
    told = await dated(here, boss, opens="next Sunday")
    assert "I cannot read **next Sunday** as a date. Please write it like 2027-01-31 18:00." in told
    await boss.press("Dates…")
    told = await boss.fill_in(opens=typed(here, days=3), draws=typed(here, days=2))
    assert "The draw comes after the opening of sign-up." in told
    await boss.press("Dates…")
    told = await boss.fill_in(opens="", draws="", begins=typed(here, days=2))
    assert "Please give the draw's date, too." in told
    await boss.press("Dates…")
    assert "There is no time zone of that name." in await boss.fill_in(zone="Mars")
    assert (await here.bot.services.leagues.season_log.get_season(1)).plan.dates is None
    assert not [one for one in here.public() if "Winter Cup" in texts(parts_of(one))]


async def test_a_draft_opens_on_its_date_after_a_restart_too(here: Town, boss: Player) -> None:
    await whole(here, boss)
    maintenance = here.bot.services.leagues.maintenance
    maintenance._due_at.clear()
    maintenance._checked_lengths.clear()
    await maintenance.resume()
    await maintenance.settle()
    await here.passes(days=1, minutes=1)
    assert "Sign-up is open until <t:" in await shown(here, "sign-up")


async def test_the_files_of_two_seasons_prove_that_one_chain_of_seeds_goes_on(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people)
    await here.passes(days=11)
    await finished(boss)
    await here.passes(days=7)
    await here.passes(days=11)
    log = (await here.bot.services.leagues.season_log.get_season(2)).season.lines
    first = (await here.bot.services.leagues.season_log.get_season(1)).season.lines
    alone = [one.text for one in proof.check(log)]
    assert any("With the file of that season it can be checked" in text for text in alone)
    both = proof.check(log, former=[first])
    assert all(one.ok for one in both), [one.text for one in both]
    assert any("its digest is the last seed of the season before" in one.text and one.is_proven for one in both)
    assert any("4 who play on had said so after the first promise" in one.text for one in both if one.is_statement)


def events(here: Town) -> list[str]:
    guild = here.env.backend.get_guild(here.guild.id)
    return sorted(event.name for event in guild.scheduled_events.values())


FIRST = ["Winter Cup · season 1: sign-up ends", "Winter Cup · season 1: the first tables open"]


async def test_discord_shows_the_dates_as_events_and_they_move_with_the_dates(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await whole(here, boss)
    await here.passes(days=1, minutes=1)
    assert await shown(here, "sign-up")
    assert events(here) == FIRST
    await joined(here, people[:2])
    before = {*here.env.backend.get_guild(here.guild.id).scheduled_events}
    await here.passes(days=10, hours=1)
    await stands(here, "arranged 5")
    assert events(here) == sorted([*FIRST, FIRST[0]]), "the one of the old draw is over, and stays in Discord's list"
    assert len({*here.env.backend.get_guild(here.guild.id).scheduled_events} - before) == 2
    await decides(boss, "Stop the draw")
    await stands(here, "sign-up")
    assert events(here) == FIRST


async def test_an_event_that_was_created_just_before_the_bot_stopped_is_not_created_again(
    here: Town, boss: Player
) -> None:
    await whole(here, boss)
    await here.passes(days=1, minutes=1)
    await stands(here, "sign-up")

    def forget_events(connection: Connection) -> None:
        connection.execute("delete from league_messages where role like ?", ("event %",))

    await here.bot.storage.database.write(forget_events)
    await here.restart()
    await here.passes(days=1)
    assert len([role for role in await here.bot.storage.leagues.list_messages(1) if role.startswith("event ")]) == 2
    assert events(here) == FIRST


async def test_an_event_that_could_not_be_deleted_for_a_while_goes_later(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_whole(here, boss, people)
    await stands(here, "sign-up")
    here.env.inject_error("DELETE", "/guilds/*/scheduled-events/*", status=500, times=None)
    await decides(boss, "Stop the draw")
    await stands(here, "sign-up")
    assert events(here) == FIRST
    here.env.backend.faults.clear()
    await here.passes(days=7)
    assert events(here) == FIRST[1:]


async def test_a_server_that_gives_no_permission_for_events_gets_none_and_nothing_else_is_missing(
    here: Town, boss: Player
) -> None:
    await whole(here, boss)
    guild = here.bot.get_guild(here.guild.id)
    assert guild is not None
    role = guild.me.roles[-1]
    fewer = role.permissions
    fewer.update(administrator=False, manage_events=False, create_events=False)
    here.env.backend.edit_role(guild.id, role.id, {"permissions": fewer.value})
    await here.env.settle()
    await here.passes(days=1, minutes=1)
    assert "The first tables open on <t:" in await shown(here, "sign-up")
    assert events(here) == []


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50035), (500, 0)])
async def test_where_discord_refuses_an_event_the_season_goes_on(
    here: Town, boss: Player, people: list[Player], status: int, code: int
) -> None:
    here.env.inject_error("POST", "/guilds/*/scheduled-events", status=status, code=code, times=None)
    await open_whole(here, boss, people)
    await here.passes(days=10, hours=1)
    await here.passes(days=2)
    assert len(await tables(here)) == 4
    assert events(here) == []
