"""Webhooks as rows: of people, with events that are sent once, by the process that looks after the server."""

from __future__ import annotations

from storage.interface.games import SeatRow
from storage.interface.leagues import NewLine
from storage.interface.shards import ALL_SHARDS, Shards
from storage.interface.webhooks import NewWebhookLetter, Webhook, WebhookAbout
from storage.store import Storage
from tests.storage.samples import ADA, BEN, GUILD, LATER, NOW, start_new

ADDRESS = "https://example.org/"
LONG_AFTER = "2026-04-01T12:00:00+00:00"


async def add(storage: Storage, user_id: int, about: WebhookAbout = "person", number: int = 0) -> int:
    """Add a webhook without its first event; return its id."""
    assert await storage.webhooks.add(Webhook(0, user_id, about, number, ADDRESS, "secret"), GUILD, 9, NOW)
    webhook_id = (await storage.webhooks.list_of_person(user_id))[-1].webhook_id
    for letter in await storage.webhooks.list_due(ALL_SHARDS, NOW, 99):
        await storage.webhooks.mark_done(letter, sent=True)
    return webhook_id


def asked(webhook_id: int, game_id: int, tag: str = "a") -> NewWebhookLetter:
    return NewWebhookLetter(webhook_id, GUILD, "asked", game_id, f"1:{tag}")


async def test_a_person_has_no_more_than_the_limit(storage: Storage) -> None:
    webhook = Webhook(0, ADA, "person", 0, ADDRESS, "secret")
    assert [await storage.webhooks.add(webhook, GUILD, 2, NOW) for _ in range(3)] == [True, True, False]
    assert await storage.webhooks.has_any()
    assert not await storage.webhooks.remove(BEN, 1)
    assert await storage.webhooks.remove(ADA, (await storage.webhooks.list_of_person(ADA))[0].webhook_id)
    assert len(await storage.webhooks.list_of_person(ADA)) == 1


async def test_a_table_is_heard_of_by_its_players_alone(storage: Storage) -> None:
    one, other = await start_new(storage), await start_new(storage)
    own, about = await add(storage, ADA), await add(storage, BEN, "table", one)
    stranger = await add(storage, 99, "table", one)
    heard = [webhook.webhook_id for webhook in await storage.webhooks.list_for_game(one)]
    assert heard == [own, about]
    assert stranger not in heard
    assert [webhook.webhook_id for webhook in await storage.webhooks.list_for_game(other)] == [own]
    games = [game.game_id for game in await storage.webhooks.list_games(ALL_SHARDS, NOW)]
    assert sorted(games) == [one, other]
    owned = [await storage.webhooks.list_games(Shards(number, number, 2), NOW) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 2]
    assert [subject.subject_id for subject in await storage.webhooks.list_subjects(ADA)] == [other, one]
    assert await storage.webhooks.list_subjects(99) == []


async def test_an_event_is_written_once_and_sent_by_its_owner(storage: Storage) -> None:
    game_id = await start_new(storage)
    webhook_id = await add(storage, ADA)
    for _ in range(2):
        await storage.webhooks.add_letters([asked(webhook_id, game_id)], NOW)
    owned = [await storage.webhooks.list_due(Shards(number, number, 2), NOW, 9) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 1]
    (letter,) = await storage.webhooks.list_due(ALL_SHARDS, NOW, 9)
    assert (letter.kind, letter.number, letter.detail, letter.webhook.address) == ("asked", game_id, "1:a", ADDRESS)
    await storage.webhooks.mark_done(letter, sent=True)
    await storage.webhooks.add_letters([asked(webhook_id, game_id)], LATER)
    assert await storage.webhooks.list_due(ALL_SHARDS, LATER, 9) == []


async def test_a_failure_delays_everything_for_the_address_until_a_success(storage: Storage) -> None:
    game_id = await start_new(storage)
    webhook_id = await add(storage, ADA)
    await storage.webhooks.add_letters([asked(webhook_id, game_id, tag) for tag in "ab"], NOW)
    await storage.webhooks.delay(webhook_id, 1, LATER, NOW)
    assert await storage.webhooks.list_due(ALL_SHARDS, NOW, 9) == []
    first, second = await storage.webhooks.list_due(ALL_SHARDS, LATER, 9)
    assert (first.attempts, first.webhook.failing_since) == (1, NOW)
    await storage.webhooks.delay(webhook_id, 2, LATER, LATER)
    assert (await storage.webhooks.list_of_person(ADA))[0].failing_since == NOW
    await storage.webhooks.mark_done(second, sent=False)
    await storage.webhooks.mark_done(first, sent=True)
    assert (await storage.webhooks.list_of_person(ADA))[0].failing_since is None


async def test_while_an_address_fails_new_events_wait_behind_the_earlier_ones(storage: Storage) -> None:
    game_id = await start_new(storage)
    webhook_id = await add(storage, ADA)
    await storage.webhooks.add_letters([asked(webhook_id, game_id)], NOW)
    await storage.webhooks.delay(webhook_id, 4, LONG_AFTER, NOW)
    await storage.webhooks.add_letters([asked(webhook_id, game_id, "b")], LATER)
    assert await storage.webhooks.list_due(ALL_SHARDS, LATER, 9) == []
    waiting = await storage.webhooks.list_due(ALL_SHARDS, LONG_AFTER, 9)
    assert [(letter.detail, letter.attempts) for letter in waiting] == [("1:a", 4), ("1:b", 4)]


async def test_a_hundred_events_wait_for_an_address_and_no_more(storage: Storage) -> None:
    game_id = await start_new(storage)
    webhook_id = await add(storage, ADA)
    await storage.webhooks.add_letters([asked(webhook_id, game_id, str(number)) for number in range(102)], NOW)
    assert len(await storage.webhooks.list_due(ALL_SHARDS, NOW, 200)) == 100


async def test_a_webhook_ends_with_its_owners_right_to_it(storage: Storage) -> None:
    game_id = await start_new(storage)
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=1, name="Cup", made_by=ADA, now=NOW)
    await storage.leagues.put_steward(league_id, BEN, appointed=True)
    about, own, cup = (
        await add(storage, BEN, "table", game_id),
        await add(storage, BEN),
        await add(storage, BEN, "league", league_id),
    )
    assert [await storage.webhooks.may_send(one) for one in (about, own, cup)] == [True, True, True]
    await storage.leagues.put_steward(league_id, BEN, appointed=False)
    await storage.seats.take(game_id, SeatRow(2, 99, "Newcomer"), None, [], NOW, keep_orders=False)
    assert [await storage.webhooks.may_send(one) for one in (about, own, cup)] == [False, True, False]
    await storage.webhooks.disable(own, NOW)
    assert not await storage.webhooks.may_send(own)
    await storage.webhooks.remove(BEN, own)
    assert not await storage.webhooks.may_send(own)


async def test_a_disabled_webhook_hears_nothing_more(storage: Storage) -> None:
    game_id = await start_new(storage)
    webhook_id = await add(storage, ADA)
    await storage.webhooks.add_letters([asked(webhook_id, game_id)], NOW)
    assert await storage.webhooks.disable(webhook_id, NOW)
    assert not await storage.webhooks.disable(webhook_id, NOW)
    await storage.webhooks.add_letters([asked(webhook_id, game_id, "b")], NOW)
    assert await storage.webhooks.list_due(ALL_SHARDS, LATER, 9) == []
    assert await storage.webhooks.list_for_game(game_id) == []
    assert not await storage.webhooks.has_any()


async def test_webhooks_of_tables_that_are_long_over_and_old_events_are_deleted(storage: Storage) -> None:
    game_id = await start_new(storage)
    own, about = await add(storage, ADA), await add(storage, BEN, "table", game_id)
    await storage.webhooks.add_letters([asked(own, game_id)], NOW)
    (letter,) = await storage.webhooks.list_due(ALL_SHARDS, NOW, 9)
    await storage.webhooks.mark_done(letter, sent=True)
    await storage.games.close_without_result(game_id, NOW)
    await storage.webhooks.clean_up(NOW)
    assert [webhook.webhook_id for webhook in await storage.webhooks.list_of_person(BEN)] == [about]
    await storage.webhooks.clean_up(LONG_AFTER)
    assert await storage.webhooks.list_of_person(BEN) == []
    await storage.webhooks.add_letters([asked(own, game_id)], LONG_AFTER)
    assert len(await storage.webhooks.list_due(ALL_SHARDS, LONG_AFTER, 9)) == 1, "no record of the first is kept"


async def test_webhooks_of_what_is_gone_with_its_server_are_deleted(storage: Storage) -> None:
    game_id = await start_new(storage)
    await add(storage, ADA, "table", game_id)
    await storage.privacy.erase_server(GUILD)
    await storage.webhooks.clean_up(NOW)
    assert await storage.webhooks.list_of_person(ADA) == []


async def test_webhooks_are_forgotten_with_their_owner(storage: Storage) -> None:
    await add(storage, 99)
    assert await storage.privacy.is_kept(99)
    await storage.privacy.forget(99)
    assert not await storage.privacy.is_kept(99)
    assert await storage.webhooks.list_of_person(99) == []


async def test_the_newest_season_of_a_league_is_heard_of_by_those_who_run_it(storage: Storage) -> None:
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=1, name="Cup", made_by=ADA, now=NOW)
    season_id = await storage.leagues.plan_season(league_id, '{"seats":4}', "secret")
    webhook_id = await add(storage, ADA, "league", league_id)
    await add(storage, BEN, "league", league_id)
    (season,) = await storage.webhooks.list_seasons(ALL_SHARDS)
    assert (season.webhook_id, season.season_id) == (webhook_id, season_id)
    owned = [await storage.webhooks.list_seasons(Shards(number, number, 2)) for number in range(2)]
    assert sorted(map(len, owned)) == [0, 1]


async def test_a_season_that_was_heard_of_is_heard_to_the_end_though_the_next_opens_at_once(storage: Storage) -> None:
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=1, name="Cup", made_by=ADA, now=NOW)
    heard = await add(storage, ADA, "league", league_id)
    seasons = []
    for _ in range(3):
        season_id = await storage.leagues.plan_season(league_id, '{"seats":4}', "secret")
        await storage.webhooks.add_letters([NewWebhookLetter(heard, GUILD, "season", season_id, "draft:0")], NOW)
        await storage.leagues.append(season_id, 0, [NewLine('{"kind":"first"}')], NOW, status="over")
        seasons.append(season_id)
    late = await add(storage, ADA, "league", league_id)
    found = await storage.webhooks.list_seasons(ALL_SHARDS)
    assert [(one.webhook_id, one.season_id) for one in found] == [
        (heard, seasons[1]),
        (heard, seasons[2]),
        (late, seasons[2]),
    ]
