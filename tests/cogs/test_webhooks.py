"""Webhooks of people, from the command to a real receiver."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.errors import Refusal
from storage.interface.webhooks import WebhookAbout
from tests.cogs.leagues import prepared
from tests.cogs.test_own_notes import ticks
from tests.cogs.town import Player, Town, town
from tests.webhooks.receiver import Receiver, receiving

SECRET = re.compile(r"whsec_[A-Za-z0-9+/=]+")


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as opened:
        yield opened


@pytest.fixture
async def here(tmp_path: Path, receiver: Receiver, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", post=receiver.client().post) as opened:
        yield opened


async def adds(player: Player, receiver: Receiver, about: str = "person 0") -> str:
    """Add a webhook; return its secret."""
    await player.slash("settings webhooks")
    await player.press("Add one…")
    found = SECRET.search(await player.fill_in(about=[about], address=receiver.address))
    assert found is not None, player.sees
    await player.town.bot.services.webhooks.wait_for_all()
    return found[0]


async def settles(here: Town, **passed: float) -> None:
    """Let time pass, and everything be sent that is due."""
    await ticks(here, **passed)
    await here.bot.services.webhooks.wait_for_all()


async def seat_of(here: Town, player: Player) -> int:
    seat = await here.bot.host.find_seat_of(1, player.id)
    assert seat is not None
    return seat


async def test_without_the_operators_switch_there_are_none(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "off.db") as off:
        ann = off.person("Ann")
        assert "This bot sends no webhooks" in await ann.slash("settings webhooks")
        assert ann.panel is None


async def test_a_secret_is_shown_once_and_signs_the_first_post(here: Town, ann: Player, receiver: Receiver) -> None:
    secret = await adds(ann, receiver)
    (post,) = receiver.posts
    assert post.said["type"] == "ping"
    assert post.is_signed_with(secret)
    assert "**My own games** to `hook.example`: works" in await ann.slash("settings webhooks")
    assert secret not in ann.sees
    assert receiver.address not in ann.sees
    data = str(await here.bot.services.erasure.collect_data(ann.id))
    assert receiver.address in data
    assert secret not in data


async def test_ones_own_games_tell_of_ones_own_questions_alone(
    here: Town, ann: Player, ben: Player, receiver: Receiver
) -> None:
    await adds(ann, receiver)
    await here.started(ben, host=ann)
    await settles(here)
    mine = await seat_of(here, ann)
    (asked,) = receiver.of_type("table.waiting")
    assert (asked["table"], asked["seat"], asked["you"], asked["game"]) == (1, mine, True, "toy")
    assert asked["due_at"] is not None
    await settles(here, minutes=10)
    assert len(receiver.of_type("table.waiting")) == 1, "each question is told once"


async def test_a_table_tells_of_all_who_must_act_and_names_nobody(
    here: Town, ann: Player, ben: Player, receiver: Receiver
) -> None:
    await here.started(ben, host=ann)
    await adds(ann, receiver, "table 1")
    await settles(here)
    assert sorted(asked["seat"] for asked in receiver.of_type("table.waiting")) == [1, 2]
    assert not any(asked["you"] for asked in receiver.of_type("table.waiting"))
    await ben.slash("table concede", sure="yes")
    await settles(here)
    (over,) = receiver.of_type("game.finished")
    assert {one["seat"]: one["place"] for one in over["results"]} == {
        await seat_of(here, ann): 1,
        await seat_of(here, ben): 2,
    }
    said = " ".join(post.body.decode() for post in receiver.posts)
    for word in ("Ann", "Ben", str(ann.id), str(ben.id)):
        assert word not in said


async def test_where_nobody_may_know_who_is_asked_a_table_tells_nothing(
    here: Town, ann: Player, ben: Player, receiver: Receiver
) -> None:
    await here.at_first_turn(ben, host=ann)
    for _ in range(2):
        mover = await here.whose_turn()
        for _ in range(4):
            await mover.press("Draw an animal")
        await mover.press("End my turn")
    running = await here.bot.host.get_running_game(1)
    assert running.waits_in_secret
    await adds(ann, receiver, "table 1")
    await settles(here, minutes=10)
    assert receiver.of_type("table.waiting") == []
    assert len(receiver.of_type("ping")) == 1


async def test_only_ones_own_tables_and_leagues_can_be_chosen(
    here: Town, ann: Player, ben: Player, stranger: Player, receiver: Receiver
) -> None:
    await here.started(ben, host=ann)
    await stranger.slash("settings webhooks")
    await stranger.press("Add one…")
    assert stranger.form is not None
    assert "table 1" not in str(stranger.form.modal)
    chosen: list[tuple[WebhookAbout, int]] = [("table", 1), ("table", 99), ("league", 1)]
    for about, number in chosen:
        with pytest.raises(Refusal, match="a table at which you sit"):
            await here.bot.services.webhooks.create(stranger.id, about, number, receiver.address)
    assert receiver.posts == []


async def test_private_addresses_are_refused_and_five_are_enough(here: Town, ann: Player, receiver: Receiver) -> None:
    for _ in range(5):
        await adds(ann, receiver)
    await ann.slash("settings webhooks")
    assert "Add one…" not in ann.buttons
    await ann.choose("1. hook.example")
    await ann.press("Add one…")
    assert "private network" in await ann.fill_in(about=["person 0"], address="https://127.0.0.1/")


async def test_what_failed_is_sent_again_under_the_same_id(
    here: Town, ann: Player, ben: Player, receiver: Receiver
) -> None:
    receiver.behaviour = "fails"
    secret = await adds(ann, receiver)
    await settles(here, minutes=1)
    await settles(here, minutes=6)
    assert "**fails** since" in await ann.slash("settings webhooks")
    receiver.behaviour = "ok"
    await settles(here, minutes=30)
    ids = {post.headers["webhook-id"] for post in receiver.posts}
    assert len(receiver.posts) >= 3
    assert len(ids) == 1
    assert all(post.is_signed_with(secret) for post in receiver.posts)
    assert "works" in await ann.slash("settings webhooks")


async def test_an_event_that_is_no_longer_true_is_not_sent(
    here: Town, ann: Player, ben: Player, receiver: Receiver
) -> None:
    receiver.behaviour = "fails"
    await adds(ann, receiver)
    await here.started(ben, host=ann)
    await settles(here)
    await ann.slash("bid", price="5")
    receiver.behaviour = "ok"
    receiver.posts.clear()
    await settles(here, hours=1)
    assert [post.said["type"] for post in receiver.posts] == ["ping"]


async def test_after_a_week_of_failures_it_is_switched_off_and_its_owner_told(
    here: Town, ann: Player, receiver: Receiver
) -> None:
    receiver.behaviour = "fails"
    await adds(ann, receiver)
    for _ in range(16):
        await settles(here, hours=12)
    count = len(receiver.posts)
    assert "I no longer send to your webhook 1: nothing has arrived there for a week." in await ann.slash("inbox")
    assert "**switched off**" in await ann.slash("settings webhooks")
    await settles(here, days=1)
    assert len(receiver.posts) == count


async def test_a_receiver_that_is_gone_is_not_asked_again(here: Town, ann: Player, receiver: Receiver) -> None:
    receiver.behaviour = "gone"
    await adds(ann, receiver)
    await settles(here, days=1)
    assert len(receiver.posts) == 1
    assert "it answers that it is gone" in await ann.slash("inbox")


async def test_what_waits_is_sent_after_a_restart(here: Town, ann: Player, ben: Player, receiver: Receiver) -> None:
    receiver.behaviour = "fails"
    await adds(ann, receiver)
    await here.started(ben, host=ann)
    await settles(here)
    receiver.behaviour = "ok"
    receiver.posts.clear()
    await here.restart()
    await settles(here, hours=1)
    assert [post.said["type"] for post in receiver.posts] == ["ping", "table.waiting"]


async def test_webhooks_go_with_their_owner(here: Town, ann: Player, ben: Player, receiver: Receiver) -> None:
    await adds(ann, receiver)
    await here.bot.services.erasure.forget(ann.id)
    assert not await here.bot.storage.privacy.is_kept(ann.id)
    receiver.posts.clear()
    await settles(here, minutes=10)
    assert receiver.posts == []


async def test_a_league_tells_its_organisers_when_its_season_moves_on(
    here: Town, boss: Player, receiver: Receiver
) -> None:
    await prepared(boss)
    await adds(boss, receiver, "league 1")
    await settles(here)
    assert receiver.of_type("season.moved") == [
        {"league": 1, "name": "Winter Cup", "season": 1, "status": "draft", "rounds": 0}
    ]
    await boss.slash("league manage")
    await boss.press("Open sign-up")
    await settles(here, minutes=5)
    await settles(here, minutes=5)
    assert [moved["status"] for moved in receiver.of_type("season.moved")] == ["draft", "sign-up"]
