"""Leagues as rows: seasons whose logs are only added to, who takes part, and tables whose games write into the log."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

import pytest

from storage.interface.errors import Conflict, StoreFailed
from storage.interface.games import SeatRow
from storage.interface.leagues import EntrantRow, JoinRequest, NewLeagueTable, NewLine, StandingWishes, WantedGame
from storage.interface.letters import NewLetter
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS, Shards
from storage.sqlite import SqliteStorage
from storage.store import Storage
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, LATER, NOW, OUTAGE, SEATS, entry

FIRST = NewLine('{"kind":"opened","rules":{"edition":3}}', by=ADA)
HERS, HIS = EntrantRow(1, ADA, "Ada", cap=2, apart=(BEN,)), EntrantRow(2, BEN, "Ben")
TABLE = NewLeagueTable(
    season_id=1,
    number=7,
    part="division 2",
    entrants={1: 2, 2: 1},
    if_closed='{"kind":"void","table":7}',
    title="goodwill",
    guild_id=GUILD,
    channel_id=CHANNEL,
    options="{}",
    pact="{}",
    thread="Table 7",
    confirm_until=LATER,
    seed="secret",
    letters=[NewLetter("promise")],
)


async def planned(storage: Storage) -> int:
    """The draft of a league's first season."""
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=CHANNEL, name="Cup", made_by=ADA, now=NOW)
    return await storage.leagues.plan_season(league_id, '{"seats":4}', "secret")


async def opened(storage: Storage) -> int:
    """A season for which two have signed up."""
    season_id = await planned(storage)
    await storage.leagues.append(season_id, 0, [FIRST], NOW, status="sign-up")
    for number, entrant in enumerate((HERS, HIS), 1):
        joined = NewLine(json.dumps({"kind": "joined", "entrant": entrant.entrant}))
        await storage.leagues.append(season_id, number, [joined], NOW, joins=entrant)
    return season_id


async def playing(storage: Storage) -> int:
    """A running game that is table 7 of season 1."""
    await opened(storage)
    game_id = await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    setup = replace(entry(game_id, 1), kind="setup", seat=None, move=None, league=[NewLine('{"kind":"began"}')])
    await storage.lobbies.start(setup, seats=SEATS[:2], options="{}", box="digest", box_json="{}")
    return game_id


async def kinds(storage: Storage, season_id: int = 1) -> list[str]:
    """What stands in a season's log."""
    lines = await storage.leagues.list_lines(season_id)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    return [json.loads(line.entry)["kind"] for line in lines]


async def test_a_league_is_found_with_its_seasons(storage: Storage) -> None:
    season_id = await planned(storage)
    (league,) = await storage.leagues.list_in_server(GUILD)
    assert await storage.leagues.get(league.league_id) == league
    assert (league.name, league.channel_id, league.made_by, league.made_at) == ("Cup", CHANNEL, ADA, NOW)
    assert await storage.leagues.list_in_server(GUILD + 1) == []
    assert await storage.leagues.get(99) is None
    (season,) = await storage.leagues.list_seasons(league.league_id)
    assert season == await storage.leagues.get_season(season_id)
    assert (season.number, season.status, season.lines) == (1, "draft", 0)
    assert await storage.leagues.get_season(99) is None
    assert await storage.leagues.list_drafts(ALL_SHARDS) == [season]
    with pytest.raises(Conflict):
        await storage.leagues.plan_season(league.league_id, "{}", "another")
    await storage.leagues.append(season_id, 0, [FIRST], NOW, status="over")
    following = await storage.leagues.get_season(await storage.leagues.plan_season(league.league_id, "{}", "another"))
    assert following is not None
    assert following.number == 2
    assert await storage.leagues.list_drafts(ALL_SHARDS) == [following]


async def test_a_draft_is_changed_and_dropped_and_nothing_else_is(storage: Storage) -> None:
    season_id = await planned(storage)
    await storage.leagues.put_plan(season_id, '{"seats":3}')
    season = await storage.leagues.get_season(season_id)
    assert season is not None
    assert season.plan == '{"seats":3}'
    await storage.leagues.drop_draft(season_id)
    assert await storage.leagues.list_in_server(GUILD) == []
    fixed = await opened(storage)
    with pytest.raises(Conflict):
        await storage.leagues.put_plan(fixed, "{}")
    with pytest.raises(Conflict):
        await storage.leagues.drop_draft(fixed)


async def test_stewards_are_appointed_and_dismissed(storage: Storage) -> None:
    await planned(storage)
    for _ in range(2):
        await storage.leagues.put_steward(1, BEN, True)
    assert await storage.leagues.list_stewards(1) == [BEN]
    await storage.leagues.put_steward(1, BEN, False)
    assert await storage.leagues.list_stewards(1) == []


async def test_a_log_is_added_to_where_it_ends_as_its_writer_knew(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await kinds(storage) == ["opened", "joined", "joined"]
    with pytest.raises(Conflict):
        await storage.leagues.append(season_id, 2, [FIRST], NOW, status="over")
    season = await storage.leagues.get_season(season_id)
    assert season is not None
    assert (season.status, season.lines) == ("sign-up", 3)
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"penalty"}', by=BEN, reason="late")], LATER)
    await storage.leagues.append(season_id, 4, [NewLine('{"kind":"penalty"}', ADA, by_entrant=1)], LATER)
    line, by_ada = await storage.leagues.list_lines(season_id, after=3)
    assert (line.number, line.by, line.reason, line.made_at, line.by_entrant) == (4, BEN, "late", LATER, None)
    assert (by_ada.by, by_ada.by_entrant) == (ADA, 1)


async def test_what_lines_are_sealed_over_is_not_in_the_log_and_goes_when_the_season_ends(storage: Storage) -> None:
    season_id = await opened(storage)
    draws = [NewLine('{"kind":"drawn"}', sealed="[[1, 2]]"), NewLine('{"kind":"drawn"}')]
    await storage.leagues.append(season_id, 3, draws, NOW, status="running")
    assert await storage.leagues.list_sealed(season_id) == {4: "[[1, 2]]"}
    await storage.privacy.forget(ADA)
    assert await storage.leagues.list_sealed(season_id) == {4: "[[1, 2]]"}, (
        "who has which number, nothing says any more"
    )
    await storage.leagues.append(season_id, 5, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    assert await storage.leagues.list_sealed(season_id) == {}


async def test_what_is_written_in_a_log_is_never_changed(storage: Storage, sqlite: SqliteStorage) -> None:
    await opened(sqlite)
    for change in (
        "update league_log set entry = '{}'",
        "update league_log set number = 9",
        "update league_log set made_at = ''",
    ):

        def changed(connection: sqlite3.Connection, change: str = change) -> None:
            connection.execute(change)

        with pytest.raises(StoreFailed, match="only added to"):
            await sqlite.database.write(changed)


async def test_entrants_are_kept_with_their_wishes(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.leagues.list_entrants(season_id) == [HERS, HIS]
    wishes = replace(HIS, cap=1, apart=(ADA,), named=True)
    await storage.leagues.put_wishes(season_id, wishes)
    assert (await storage.leagues.list_entrants(season_id))[1] == wishes
    assert await storage.leagues.list_seasons_of_player(BEN) == [season_id]


async def test_a_season_is_to_be_shown_until_it_is(storage: Storage) -> None:
    season_id = await opened(storage)
    assert [season.season_id for season in await storage.leagues.list_seasons_to_show(ALL_SHARDS)] == [season_id]
    await storage.leagues.mark_shown(season_id, 2)
    assert len(await storage.leagues.list_seasons_to_show(ALL_SHARDS)) == 1
    await storage.leagues.mark_shown(season_id, 3)
    assert await storage.leagues.list_seasons_to_show(ALL_SHARDS) == []
    assert [season.lines for season in await storage.leagues.list_current_seasons(ALL_SHARDS)] == [3]
    await storage.leagues.append(season_id, 3, [FIRST], NOW, status="running")
    assert [season.lines for season in await storage.leagues.list_current_seasons(ALL_SHARDS)] == [4]
    await storage.leagues.append(season_id, 4, [FIRST], NOW, status="over")
    assert await storage.leagues.list_current_seasons(ALL_SHARDS) == []


async def test_messages_of_a_season_are_remembered_by_their_roles(storage: Storage) -> None:
    season_id = await planned(storage)
    await storage.leagues.put_message(season_id, "sign-up", CHANNEL, 1)
    await storage.leagues.put_message(season_id, "sign-up", CHANNEL, 2)
    assert await storage.leagues.list_messages(season_id) == {"sign-up": (CHANNEL, 2)}


async def test_a_table_is_opened_once_and_its_game_knows_the_season(storage: Storage) -> None:
    await opened(storage)
    game_id = await storage.leagues.open_table(TABLE, [SeatRow(1, BEN, "Ben"), SeatRow(2, ADA, "Ada")], NOW)
    with pytest.raises(Conflict):
        await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    assert await storage.leagues.list_tables(1) == {7: game_id}
    assert await storage.leagues.list_over_with_open_tables(ALL_SHARDS) == []
    await storage.leagues.append(1, 3, [FIRST], NOW, status="over")
    assert [season.season_id for season in await storage.leagues.list_over_with_open_tables(ALL_SHARDS)] == [1]
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.league is not None
    assert (saved.league.season_id, saved.league.number, saved.league.seats) == (1, 7, {1: 2, 2: 1})
    assert (saved.league.league, saved.league.season, saved.league.edition) == ("Cup", 1, 3)
    assert await storage.leagues.get_table_names([game_id, game_id + 1]) == {game_id: saved.league.name}
    assert saved.league.name == "Cup 1 · division 2 · table 7"
    assert await storage.leagues.get_table_names([]) == {}
    assert (saved.game.confirm_until, saved.game.seed) == (LATER, "secret")
    assert [letter.kind for letter in await storage.outbox.list_unsent(game_id)] == ["promise", "board", "ask"]
    assert [seat_row.user_id for seat_row in saved.seats] == [BEN, ADA]


async def test_the_entrants_of_an_anonymous_table_get_other_seats_when_it_begins(storage: Storage) -> None:
    await opened(storage)
    game_id = await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    assert await storage.leagues.get_seats(game_id) == TABLE.entrants == {1: 2, 2: 1}
    setup = replace(entry(game_id, 1), kind="setup", seat=None, move=None, league=[NewLine('{"kind":"began"}')])
    await storage.lobbies.start(
        setup, seats=SEATS[:2], options="{}", box="digest", box_json="{}", entrants={1: 1, 2: 2}
    )
    assert await storage.leagues.get_seats(game_id) == {1: 1, 2: 2}
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert saved.league is not None
    assert saved.league.seats == {1: 1, 2: 2}
    assert await storage.leagues.get_seats(game_id + 1) == {}


async def test_a_table_that_cannot_begin_keeps_the_seats_of_its_draw(storage: Storage) -> None:
    game_id = await playing(storage)
    with pytest.raises(Conflict):
        await storage.lobbies.start(
            replace(entry(game_id, 1), kind="setup", seat=None, move=None),
            seats=SEATS[:2],
            options="{}",
            box="digest",
            box_json="{}",
            entrants={1: 1, 2: 2},
        )
    assert await storage.leagues.get_seats(game_id) == TABLE.entrants


async def test_somebodys_cards_are_found_among_all_lines(storage: Storage) -> None:
    season_id = await opened(storage)
    cards = [NewLine(f'{{"kind":"card","entrant":{entrant}}}', card_of=entrant) for entrant in (1, 2, 1)]
    await storage.leagues.append(season_id, 3, cards, NOW)
    assert [line.number for line in await storage.leagues.list_cards(season_id, 1)] == [4, 6]
    assert await storage.leagues.list_cards(season_id, 3) == []


async def test_at_which_tables_somebody_is_waited_for_and_when_they_were_there_last(storage: Storage) -> None:
    await opened(storage)
    game_id = await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    assert await storage.leagues.list_waiting_games(1, ADA) == [game_id]
    assert await storage.leagues.get_last_activity(1, ADA) is None
    here = [replace(seat_row, here_at=LATER) for seat_row in SEATS[:2]]
    setup = replace(entry(game_id, 1), kind="setup", seat=None, move=None, league=[NewLine('{"kind":"began"}')])
    await storage.lobbies.start(setup, seats=here, options="{}", box="digest", box_json="{}")
    assert await storage.leagues.list_waiting_games(1, ADA) == []
    assert await storage.leagues.get_last_activity(1, ADA) == LATER
    await storage.games.append(replace(entry(game_id, 2), made_at="2999-01-01T00:00:00+00:00", seat=SEATS[0].seat))
    assert await storage.leagues.get_last_activity(1, SEATS[0].user_id or 0) == "2999-01-01T00:00:00+00:00"
    assert await storage.leagues.get_last_activity(1, SEATS[1].user_id or 0) == LATER
    assert await storage.leagues.get_last_activity(2, ADA) is None


async def test_a_result_comes_into_the_log_with_the_move_that_ends_the_game(storage: Storage) -> None:
    game_id = await playing(storage)
    assert (await kinds(storage))[3:] == ["began"]
    last = replace(
        entry(game_id, 2),
        places={1: 1, 2: 2},
        asks={},
        league=[NewLine('{"kind":"left"}'), NewLine('{"kind":"result"}')],
    )
    await storage.games.append(last)
    with pytest.raises(Conflict):
        await storage.games.append(last)
    assert (await kinds(storage))[4:] == ["left", "result"], "once, and nothing of what was refused"


async def test_a_player_who_takes_a_chair_comes_into_the_log_with_it(storage: Storage) -> None:
    game_id = await playing(storage)
    empty = SeatRow(1, None, "Empty chair 1", away=True)
    await storage.seats.take(game_id, empty, None, [], NOW, keep_orders=False, league=[NewLine('{"kind":"left"}')])
    assert (await kinds(storage))[4:] == ["left"]


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_that_ends_without_a_result_is_written_down_as_it_is_closed(
    storage: Storage, begun: bool
) -> None:
    if begun:
        game_id = await playing(storage)
    else:
        await opened(storage)
        game_id = await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    await storage.games.close_without_result(game_id, LATER)
    with pytest.raises(Conflict):
        await storage.games.close_without_result(game_id, LATER)
    assert (await kinds(storage))[3 + begun :] == ["void"]


async def test_forgetting_somebody_leaves_the_log_and_no_name(storage: Storage) -> None:
    season_id = await opened(storage)
    await storage.leagues.put_steward(1, ADA, True)
    reason = NewLine('{"kind":"penalty"}', by=ADA, reason=f"<@{ADA}> said so")
    await storage.leagues.append(season_id, 3, [reason], NOW)
    await storage.leagues.put_wishes(season_id, replace(HIS, apart=(ADA,)))
    before = [line.entry for line in await storage.leagues.list_lines(season_id)]
    kept = await storage.privacy.collect_data(ADA)
    assert [row["number"] for row in kept["leagues"]] == [1]  # type: ignore[union-attr, index, call-overload]
    assert await storage.privacy.is_kept(ADA)

    await storage.privacy.forget(ADA)
    assert not await storage.privacy.is_kept(ADA)
    assert [line.entry for line in await storage.leagues.list_lines(season_id)] == before
    assert (await storage.leagues.list_lines(season_id))[3].reason == "somebody said so"
    assert await storage.leagues.list_entrants(season_id) == [replace(HERS, user_id=None, name="", apart=()), HIS]
    assert await storage.leagues.list_stewards(1) == []
    (league,) = await storage.leagues.list_in_server(GUILD)
    assert league.made_by == 0


async def test_a_player_who_was_forgotten_is_recognised_in_a_season_until_it_is_over(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.leagues.find_former_entrant(season_id, ADA) is None
    await storage.privacy.forget(ADA)
    assert await storage.leagues.find_former_entrant(season_id, ADA) == HERS.entrant
    assert await storage.leagues.find_former_entrant(season_id, BEN) is None
    assert await storage.leagues.list_seasons_left(ADA) == [season_id]
    assert not await storage.privacy.is_kept(ADA)
    kept = await storage.privacy.collect_data(ADA)
    assert kept["recognised_until_the_end_of_seasons"] == [{"league": "Cup", "server_id": str(GUILD), "season": 1}]
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    assert await storage.leagues.find_former_entrant(season_id, ADA) is None
    assert await storage.leagues.list_seasons_left(ADA) == []
    await storage.privacy.forget(BEN)
    assert await storage.leagues.list_seasons_left(BEN) == [], "of a season that is over, nothing is kept"


async def test_nobody_can_see_that_the_marks_of_a_table_and_a_season_are_of_one_person(
    sqlite: SqliteStorage,
) -> None:
    game_id = await playing(sqlite)
    await sqlite.privacy.forget(ADA)
    of_tables, of_seasons = await sqlite.database.read(
        lambda rows: [
            rows.execute("select * from leavers").fetchall(),
            rows.execute("select * from season_leavers").fetchall(),
        ]
    )
    assert [row[0] for row in of_tables] == [game_id]
    assert [row[0] for row in of_seasons] == [1]
    assert of_tables[0][1] != of_seasons[0][1]
    assert ADA not in (*of_tables[0], *of_seasons[0])
    assert str(ADA) not in (*of_tables[0], *of_seasons[0])


async def test_seasons_that_were_over_long_ago_name_nobody(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.privacy.retire(ALL_SHARDS, LATER) == ([], [])
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    await storage.privacy.retire(ALL_SHARDS, LATER)
    assert [entrant.user_id for entrant in await storage.leagues.list_entrants(season_id)] == [None, None]


async def test_seasons_name_for_ever_who_has_agreed_to_it_until_they_are_forgotten(storage: Storage) -> None:
    season_id = await opened(storage)
    for user_id in (ADA, BEN):
        await storage.leagues.put_standing_wishes(1, user_id, StandingWishes(kept=True))
    await storage.leagues.put_standing_wishes(1, BEN, StandingWishes())
    assert await storage.leagues.list_standing_wishes(1) == {ADA: StandingWishes(kept=True)}
    await storage.leagues.put_standing_wishes(1, BEN, StandingWishes(plays_on="a press"))
    assert (await storage.leagues.list_standing_wishes(1))[BEN] == StandingWishes(plays_on="a press")
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    for _ in range(2):
        await storage.privacy.retire(ALL_SHARDS, LATER)
        assert [entrant.user_id for entrant in await storage.leagues.list_entrants(season_id)] == [ADA, None]
    kept = await storage.privacy.collect_data(ADA)
    assert kept["wishes_for_all_seasons"] == [
        {
            "league": "Cup",
            "server_id": str(GUILD),
            "named_for_ever": 1,
            "letters": 0,
            "plays_on_and_adds": None,
            "plays_on_since": "",
        }
    ]
    await storage.privacy.forget(ADA)
    assert [entrant.user_id for entrant in await storage.leagues.list_entrants(season_id)] == [None, None]
    assert await storage.leagues.list_standing_wishes(1) == {}
    assert not await storage.privacy.is_kept(ADA)


async def test_a_player_who_wants_it_is_written_to_and_when_they_were_last_is_noted(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.leagues.list_letter_recipients(season_id) == {}
    await storage.leagues.put_standing_wishes(1, BEN, StandingWishes(letters=True))
    await storage.leagues.put_standing_wishes(1, ADA, StandingWishes(kept=True))
    assert await storage.leagues.list_letter_recipients(season_id) == {HIS.entrant: None}
    await storage.leagues.mark_written_to(season_id, HIS.entrant, 0)
    assert await storage.leagues.list_letter_recipients(season_id) == {HIS.entrant: 0}
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    following = await storage.leagues.plan_season(1, "{}", "another")
    await storage.leagues.append(following, 0, [FIRST], NOW, joins=HIS)
    assert await storage.leagues.list_letter_recipients(following) == {HIS.entrant: None}, "in each season anew"
    await storage.privacy.forget(BEN)
    assert await storage.leagues.list_letter_recipients(season_id) == {}


async def test_of_which_offer_somebody_was_told_is_noted_with_the_newest(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.leagues.list_told_lines(season_id) == {}
    await storage.leagues.mark_told_of_line(season_id, HIS.entrant, 5)
    await storage.leagues.mark_told_of_line(season_id, HIS.entrant, 9)
    assert await storage.leagues.list_told_lines(season_id) == {HIS.entrant: 9}


async def test_a_league_opens_its_next_season_at_once_with_the_first_lines_of_its_log(storage: Storage) -> None:
    season_id = await opened(storage)
    with pytest.raises(Conflict):
        await storage.leagues.open_season(1, "{}", "another", [FIRST], NOW)
    await storage.leagues.set_opens_after(1, 7)
    (league,) = await storage.leagues.list_in_server(GUILD)
    assert league.opens_after == 7
    assert await storage.leagues.list_seasons_to_follow(ALL_SHARDS) == []
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    assert [row.season_id for row in await storage.leagues.list_seasons_to_follow(ALL_SHARDS)] == [season_id]
    following = await storage.leagues.open_season(1, '{"seats":4}', "another", [FIRST], LATER)
    row = await storage.leagues.get_season(following)
    assert row is not None
    assert (row.number, row.status, row.plan, row.secret, row.lines) == (2, "sign-up", '{"seats":4}', "another", 1)
    assert await storage.leagues.list_seasons_to_follow(ALL_SHARDS) == []
    await storage.leagues.append(following, 1, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    assert [row.season_id for row in await storage.leagues.list_seasons_to_follow(ALL_SHARDS)] == [following]
    await storage.leagues.set_opens_after(1, None)
    assert await storage.leagues.list_seasons_to_follow(ALL_SHARDS) == []


async def test_a_player_who_takes_it_back_to_be_named_for_ever_is_forgotten_in_time(storage: Storage) -> None:
    season_id = await opened(storage)
    await storage.people.put(Person(ADA, "Ada"))
    await storage.leagues.put_standing_wishes(1, ADA, StandingWishes(kept=True))
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    await storage.privacy.retire(ALL_SHARDS, LATER)
    await storage.leagues.put_standing_wishes(1, ADA, StandingWishes())
    await storage.leagues.put_steward(1, BEN, True)
    assert await storage.privacy.retire(ALL_SHARDS, LATER) == ([], []), "she has made the league"
    assert [entrant.user_id for entrant in await storage.leagues.list_entrants(season_id)] == [None, None]
    assert await storage.people.get(ADA) is not None


async def test_somebody_is_called_by_a_new_name_at_all_tables_and_seasons_of_one_server(storage: Storage) -> None:
    game_id = await playing(storage)
    line = json.dumps({"text": "**Ada** has left, says **Ada**.", "who": ADA, "called": "**Ada**"})
    others = json.dumps({"text": "**Ben** has left.", "who": BEN, "called": "**Ben**"})
    await storage.outbox.add(game_id, [NewLetter("vacancy", 1, line), NewLetter("vacancy", 2, others)], NOW)
    assert not await storage.people.has_other_name(ADA, GUILD, "Ada", "**Ada**")
    assert not await storage.people.has_other_name(ADA, GUILD + 1, "Eve", "**Eve**")
    assert await storage.people.has_other_name(ADA, GUILD, "Eve", "**Eve**")
    elsewhere = await storage.people.rename(ADA, GUILD + 1, "Eve", "**Eve**", LATER)
    assert not elsewhere.games
    renamed = await storage.people.rename(ADA, GUILD, "Eve", "**Eve**", LATER)
    assert (renamed.games, renamed.running, renamed.seasons) == ([game_id], [game_id], [1])
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert [seat_row.name for seat_row in saved.seats] == ["Eve", "Ben"]
    assert [one.name for one in await storage.leagues.list_entrants(1)] == ["Eve", "Ben"]
    bodies = [
        json.loads(letter.body) for letter in await storage.outbox.list_unsent(game_id) if letter.kind == "vacancy"
    ]
    assert bodies[0] == {"text": "**Eve** has left, says **Eve**.", "who": ADA, "called": "**Eve**"}
    assert bodies[1]["called"] == "**Ben**"
    assert not await storage.people.has_other_name(ADA, GUILD, "Eve", "**Eve**")


async def test_a_server_is_erased_with_its_leagues(storage: Storage) -> None:
    await playing(storage)
    await storage.leagues.put_standing_wishes(1, BEN, StandingWishes(kept=True))
    await storage.privacy.forget(ADA)
    await storage.privacy.erase_server(GUILD)
    assert await storage.leagues.list_in_server(GUILD) == []
    assert await storage.leagues.list_lines(1) == []
    assert await storage.leagues.find_former_entrant(1, ADA) is None
    assert await storage.leagues.list_standing_wishes(1) == {}
    assert not await storage.privacy.is_kept(BEN)
    assert await storage.check() == []


async def test_a_line_can_change_the_plan_and_the_channel_and_tell_a_table(storage: Storage) -> None:
    season_id = await opened(storage)
    game_id = await storage.leagues.open_table(TABLE, SEATS[:2], NOW)
    letter = NewLetter("notice", body='{"text":"It is so."}')
    line = NewLine('{"kind":"moved"}')
    await storage.leagues.append(
        season_id, 3, [line], NOW, plan='{"seats":3}', channel_id=CHANNEL + 9, tells={game_id: [letter]}
    )
    season, league = await storage.leagues.get_season(season_id), await storage.leagues.get(1)
    assert season is not None
    assert league is not None
    assert (season.plan, league.channel_id) == ('{"seats":3}', CHANNEL + 9)
    assert [words for _, words in await storage.outbox.list_notices(game_id)] == ["It is so."]


async def test_a_table_is_not_opened_as_a_season_had_it_that_has_gone_on(storage: Storage) -> None:
    await opened(storage)
    with pytest.raises(Conflict, match="gone on"):
        await storage.leagues.open_table(replace(TABLE, newest=2), SEATS[:2], NOW)
    assert await storage.leagues.open_table(replace(TABLE, newest=3), SEATS[:2], NOW)


async def test_a_player_whom_a_season_names_no_more_is_recognised_until_they_are_forgotten(storage: Storage) -> None:
    season_id = await opened(storage)
    assert await storage.leagues.find_recognised(GUILD, [ADA]) == {}, "there is no key yet"
    await storage.leagues.append(season_id, 3, [NewLine('{"kind":"promoted"}')], NOW, status="over")
    await storage.privacy.retire(ALL_SHARDS, LATER)
    both = await storage.leagues.list_entrants(season_id)
    assert [(one.user_id, one.name) for one in both] == [(None, ""), (None, "")]
    whose = await storage.leagues.find_recognised(GUILD, [ADA, BEN])
    assert [whose[one.mark or ""] for one in both] == [ADA, BEN]
    assert not set(await storage.leagues.find_recognised(GUILD + 1, [ADA, BEN])) & set(whose), "in each server another"
    assert await storage.leagues.count_marked_seasons(ADA) == 1
    kept = (await storage.privacy.collect_data(ADA))["seasons_that_name_you_no_more"]
    assert kept == [{"league": "Cup", "server_id": str(GUILD), "season": 1, "number": 1}]
    await storage.privacy.forget(ADA)
    assert await storage.leagues.count_marked_seasons(ADA) == 0
    assert [one.mark is None for one in await storage.leagues.list_entrants(season_id)] == [True, False]


async def test_a_player_who_waits_for_a_game_of_a_ladder_waits_until_they_have_it(storage: Storage) -> None:
    season_id, now = await planned(storage), NOW
    ann, ben = (WantedGame(user_id, f"press {user_id}", 2, 7, NOW, LATER) for user_id in (ADA, BEN))
    for one in (ann, ben):
        await storage.leagues.put_wanted_game(1, one)
    assert await storage.leagues.list_wanted_games(1) == [ann, ben]
    served = {ADA: ann.ticket, BEN: ben.ticket}
    await storage.leagues.append(season_id, 0, [FIRST], LATER, served=served)
    assert await storage.leagues.list_wanted_games(1) == [replace(one, games=1, since=LATER) for one in (ann, ben)]
    assert await storage.leagues.drop_wanted_game(1, BEN, "another press") is False
    assert await storage.leagues.drop_wanted_game(1, BEN) is True
    with pytest.raises(Conflict):
        await storage.leagues.append(season_id, 1, [FIRST], LATER, served=served)
    assert len(await storage.leagues.list_lines(season_id)) == 1, "nobody is drawn who has taken their wish back"
    await storage.leagues.append(season_id, 1, [FIRST], now, served={ADA: ann.ticket})
    assert await storage.leagues.list_wanted_games(1) == []


async def test_an_outage_moves_the_end_of_waits_and_is_a_line_of_each_season_with_deadlines(storage: Storage) -> None:
    season_id, later = await planned(storage), "2026-03-01T12:10:00+00:00"
    waits, given_up = (WantedGame(user_id, "press", 1, 7, NOW, LATER, over) for user_id, over in ((ADA, 0), (BEN, 2)))
    for one in (waits, given_up):
        await storage.leagues.put_wanted_game(1, one)
    await storage.clocks.restore_time(ALL_SHARDS, 300, (), NewLetter("notice"), OUTAGE, later)
    assert await storage.leagues.list_wanted_games(1) == [replace(waits, until=later), given_up]
    assert await storage.leagues.list_lines(season_id) == [], "nothing can be late in a draft"
    await storage.leagues.append(season_id, 0, [FIRST], later, status="sign-up")
    await storage.clocks.restore_time(ALL_SHARDS, 300, (), NewLetter("notice"), OUTAGE, later)
    assert [line.entry for line in await storage.leagues.list_lines(season_id)] == [FIRST.entry, OUTAGE.entry]
    elsewhere = Shards(1 - (GUILD >> 22) % 2, 1 - (GUILD >> 22) % 2, 2)
    await storage.clocks.restore_time(elsewhere, 300, (), NewLetter("notice"), OUTAGE, later)
    assert len(await storage.leagues.list_lines(season_id)) == 2


async def test_a_wait_that_is_over_is_told_once_and_not_of_who_waits_anew(storage: Storage) -> None:
    await planned(storage)
    wish = WantedGame(ADA, "press", 1, 7, NOW, LATER)
    await storage.leagues.put_wanted_game(1, wish)
    assert await storage.leagues.list_expired_waits(ADA) == {}
    await storage.leagues.mark_wait_over(1, ADA, LATER, 1)
    assert await storage.leagues.list_expired_waits(ADA) == {1: replace(wish, over=1)}
    assert await storage.leagues.list_expired_waits(BEN) == {}
    for over in (2, 1):
        await storage.leagues.mark_wait_over(1, ADA, LATER, over)
    assert await storage.leagues.list_expired_waits(ADA) == {}
    assert [one.over for one in await storage.leagues.list_wanted_games(1)] == [2]
    await storage.leagues.put_wanted_game(1, replace(wish, until="2026-03-09T12:00:00+00:00"))
    await storage.leagues.mark_wait_over(1, ADA, LATER, 1)
    assert [one.over for one in await storage.leagues.list_wanted_games(1)] == [0]
    assert await storage.privacy.is_kept(ADA)
    await storage.privacy.forget(ADA)
    assert await storage.leagues.list_wanted_games(1) == []


async def test_warnings_are_remembered_of_people_whom_their_season_names(storage: Storage) -> None:
    season_id = await opened(storage)
    season = await storage.leagues.get_season(season_id)
    assert season is not None
    await storage.leagues.replace_remembered_warnings(season.league_id, {ADA: season_id, 404: season_id})
    assert await storage.leagues.list_remembered_warnings(season.league_id) == {ADA: season_id}
    await storage.leagues.replace_remembered_warnings(season.league_id, {})
    assert await storage.leagues.list_remembered_warnings(season.league_id) == {}


async def test_a_sign_up_waits_for_its_approval_and_is_kept_until_its_person_is_told(storage: Storage) -> None:
    season_id = await planned(storage)
    await storage.leagues.append(season_id, 0, [FIRST], NOW, status="sign-up")
    hers, his = JoinRequest(ADA, "Ada", "press 1", NOW), JoinRequest(BEN, "Ben", "press 2", LATER)
    for one in (his, hers, replace(hers, ticket="press 3", asked_at=LATER)):
        await storage.leagues.put_join_request(season_id, one, "sign-up")
    assert await storage.leagues.list_join_requests(season_id) == [hers, his], "the first press counts"
    await storage.leagues.append(season_id, 1, [FIRST], NOW, joins=HERS, approved=ADA)
    with pytest.raises(Conflict):
        await storage.leagues.append(season_id, 2, [FIRST], NOW, joins=HIS, approved=ADA)
    assert await storage.leagues.decline_join_request(season_id, BEN, "Not yet")
    assert not await storage.leagues.decline_join_request(season_id, ADA, "Too late")
    decided = [replace(hers, fate="approved"), replace(his, fate="declined", reason="Not yet")]
    assert await storage.leagues.list_join_requests(season_id) == decided
    again = replace(his, ticket="press 4")
    await storage.leagues.put_join_request(season_id, again, "sign-up")
    assert not await storage.leagues.drop_join_request(season_id, BEN, "declined"), "they have asked again"
    assert await storage.leagues.list_join_requests(season_id) == [decided[0], again]
    await storage.leagues.append(season_id, 2, [FIRST], NOW, status="running", ends_requests=True)
    assert await storage.leagues.list_join_requests(season_id) == decided[:1]
    with pytest.raises(Conflict):
        await storage.leagues.put_join_request(season_id, his, "sign-up")
    assert await storage.leagues.drop_join_request(season_id, ADA, "approved")
    for end in (lambda: storage.privacy.forget(BEN), lambda: storage.privacy.erase_server(GUILD)):
        await storage.leagues.put_join_request(season_id, his, "running")
        await end()
        assert await storage.leagues.list_join_requests(season_id) == []
