"""Divisions by rating as an organiser and those who play meet them: from the draft to the first table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from discord import PermissionOverwrite

from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import Drawn, Resulted
from tests.cogs.leagues import MENUS, drafted_terms, prepared, shown, stands, terms
from tests.cogs.town import Player, Town

SEASONS = 2
"""Earlier seasons with three people and three games each: more than five in all."""


async def rated(here: Town, people: list[Player], channel_id: int) -> None:
    """Two seasons of leagues in a channel, in which the first of three people has won every table."""
    leagues = here.bot.services.leagues
    plan = Plan(title="toy", seats=3)
    for at in range(SEASONS):
        made = await leagues.sign_up.create_league(
            name=f"Old {channel_id} {at}", guild_id=here.guild.id, channel_id=channel_id, user_id=1, plan=plan
        )
        season_id = made.row.season_id
        await leagues.sign_up.open_sign_up(season_id, 1)
        for player in people:
            known = await leagues.sign_up.join(season_id, player.id, player.actor.user.name, f"press {player.id}")
        known = await leagues.draws.write_draw(season_id, 1, known.row.lines)
        places = {known.find_number(player.id) or 0: place for place, player in enumerate(people, 1)}
        results = [Resulted(table=table, places=places) for table in known.season.tables]
        await leagues.season_log.write(season_id, partial(_these, results))
        await leagues.maintenance.settle()


def _these(results: Sequence[Resulted], _: KnownSeason) -> Sequence[Resulted]:
    return results


async def drawn_by_rating(here: Town, boss: Player, people: list[Player]) -> KnownSeason:
    """A season of eight whose draft goes by rating, drawn."""
    await prepared(boss)
    await boss.choose("Divisions by rating")
    assert "In which division you begin goes by your rating" in await drafted_terms(boss)
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up", season=SEASONS + 1))
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("Draw the season …")
    return await here.bot.services.leagues.season_log.get_season(SEASONS + 1)


async def test_an_organiser_lets_newcomers_begin_where_their_ratings_say(
    here: Town, boss: Player, people: list[Player]
) -> None:
    crowd = [*people, *(here.person(name) for name in ("Gus", "Hana", "Ivo", "Jo"))]
    strong, _, weak = crowd[:3]
    await rated(here, crowd[:3], here.channel.id)
    await drawn_by_rating(here, boss, crowd)
    assert "Of 8 newcomers, 3 begin where their ratings say" in boss.sees
    assert f"<@{strong.id}>" not in boss.sees
    await boss.press("Publish the draw")
    known = await here.bot.services.leagues.season_log.get_season(SEASONS + 1)
    assert known.season.entrants[known.find_number(strong.id) or 0].division == 1
    assert known.season.entrants[known.find_number(weak.id) or 0].division == 2
    log = await crowd[4].slash("league log", league="Winter Cup")
    rating = (await here.bot.services.player_records.get_ratings([1, 2], "toy"))[strong.id]
    assert f"The ratings: <@{strong.id}> {rating}, " in log
    assert "everybody else counts as 1500" in log
    rules = await crowd[4].slash("league rules", league="Winter Cup")
    assert "**Ratings** say in which division you begin" in rules
    assert "Divisions by rating" in await shown(here, "sign-up", season=SEASONS + 1)
    assert "goes by your rating" in await terms(here, crowd[4], season=SEASONS + 1)


async def test_a_cup_says_that_byes_go_by_rating_and_its_log_names_the_ratings(
    here: Town, boss: Player, people: list[Player]
) -> None:
    crowd = [*people, here.person("Gus")][:5]
    strong = crowd[0]
    await rated(here, crowd[:3], here.channel.id)
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=2)
    await boss.press(MENUS)
    await boss.choose("Cup: the winner of each table goes on")
    assert "the best by rating go on without a game" in await drafted_terms(boss)
    await boss.press("Open sign-up")
    for player in crowd:
        await player.press("Join", on=await stands(here, "sign-up", season=SEASONS + 1))
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    known = await here.bot.services.leagues.season_log.get_season(SEASONS + 1)
    assert known.season.rounds[0].byes[0] == known.find_number(strong.id)
    rating = (await here.bot.services.player_records.get_ratings([1, 2], "toy"))[strong.id]
    assert f"The ratings: <@{strong.id}> {rating}, " in await crowd[4].slash("league log", league="Winter Cup")
    assert "**Without a game**, if the first round does not come out even" in await crowd[4].slash(
        "league rules", league="Winter Cup"
    )


async def test_what_happened_in_a_hidden_league_has_no_part_in_a_draw_that_others_read(
    here: Town, boss: Player, people: list[Player]
) -> None:
    assert here.bot.user is not None
    sees = PermissionOverwrite(view_channel=True)
    hidden = here.guild.create_text_channel(
        "hidden",
        overwrites={
            here.guild.default_role: PermissionOverwrite(view_channel=False),
            here.bot.user: sees,
            boss.actor.user: sees,
        },
    )
    crowd = [*people, *(here.person(name) for name in ("Gus", "Hana", "Ivo", "Jo"))]
    await rated(here, crowd[:3], hidden.id)
    await drawn_by_rating(here, boss, crowd)
    assert "Of 8 newcomers, 0 begin where their ratings say" in boss.sees
    await boss.press("Publish the draw")
    known = await here.bot.services.leagues.season_log.get_season(SEASONS + 1)
    (entry,) = [line.entry for line in known.season.lines if isinstance(line.entry, Drawn)]
    assert entry.brought == {}
