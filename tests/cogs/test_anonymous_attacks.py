"""Anonymous tables withstand those who try to find out who plays there."""

from __future__ import annotations

import json
from datetime import time

import pytest

from bot.host.errors import NotYours
from bot.host.table.deadlines import Wishes
from bot.ui.delivery.table_threads import get_thread_name
from tests.cogs.forums import Forum
from tests.cogs.test_anonymous_tables import Anonymous, names, table
from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, parts_of, texts
from tests.unmarked import unmarked

__all__ = ["table"]


async def test_a_forged_rematch_of_a_running_game_calls_none_of_its_players(here: Town, table: Anonymous) -> None:
    asked = await table.reaches_the_first_turn()
    assert "is still running" in await presses_forged(here, asked, "again:1")
    await here.bot.outbox_worker.wait_for_all()
    assert await here.bot.storage.games.load(2) is None
    table.tells_nothing()


async def test_a_deadline_that_quiet_hours_shift_is_shown_to_its_player_alone(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await table.starts()
    night = Wishes(zone="Asia/Kathmandu", quiet_from=time(0), quiet_to=time(12))
    for player in table.players:
        person = await here.bot.storage.people.get(player.id)
        assert person is not None
        await here.bot.services.host.people.change_wishes(person, lambda _: night)
    for player in table.players:
        await player.slash("bid", price="5")
    asked = await here.whose_turn()
    await here.bot.outbox_worker.wait_for_all()
    assert "<t:" not in texts(parts_of(await here.board()))
    assert "answer <t:" in await asked.act()
    await stranger.slash("game status", table="1")
    assert "<t:" not in stranger.sees


async def test_a_manager_cannot_find_out_whether_the_opener_sits_there(
    here: Town, table: Anonymous, boss: Player
) -> None:
    for player in table.players:
        player.has_chosen = True
    await table.opener.slash("game new", game="toy", seats=2, place="here", anonymous=True)
    with pytest.raises(NotYours, match="Only the person who opened"):
        await here.bot.lobby.set_options(1, boss.id, {"anonymous": False}, organiser=True)
    with pytest.raises(NotYours, match="Only the person who opened"):
        await here.bot.lobby.set_options(1, boss.id, {"unrevealed": True}, organiser=True)
    await here.bot.lobby.set_options(1, boss.id, {"extensions": 3}, organiser=True)
    table.tells_nothing()


async def test_an_opener_without_direct_messages_cannot_make_their_table_anonymous(here: Town, ann: Player) -> None:
    await ann.slash("game new", game="toy", seats=2, place="here")
    await ann.set_up()
    await ann.press("Agreements…")
    assert "by direct message alone" in await ann.fill_in(checks=["hints", "anonymous"])
    assert not (await here.bot.lobby.get_open_table(1)).settings.anonymous


async def test_a_thread_that_loses_its_name_does_not_tell_whether_the_opener_sits_there(
    here: Town, table: Anonymous
) -> None:
    await table.opens(name="Oaks")
    before = get_thread_name(await here.bot.lobby.get_open_table(1), "")
    await table.opener.press("Leave", on=await here.board())
    assert get_thread_name(await here.bot.lobby.get_open_table(1), "") == before == "The Fair with somebody"


async def test_an_opener_who_is_erased_leaves_a_lobby_that_names_nobody(
    here: Town, table: Anonymous, boss: Player
) -> None:
    await table.opens()
    await here.bot.services.erasure.forget(table.opener.id)
    await boss.slash("game status", table="1")
    assert "Opened by" not in boss.sees
    assert "Only a server manager" in await table.players[1].press("Start", on=await here.board())
    await boss.press("Start", on=await here.board())
    assert (await here.bot.host.get_running_game(1)).row.status == "running"
    table.tells_nothing()


async def test_a_player_is_offered_to_bring_a_lost_table_and_a_spectator_is_not(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    asked = await table.reaches_the_first_turn()
    await here.bot.services.lost_channels.handle_unreachable(1, "no")
    await asked.slash("game status", table="1")
    assert "Bring the table here" in asked.buttons
    await stranger.slash("game status", table="1")
    assert "Bring the table here" not in stranger.buttons


async def test_an_opener_whom_the_bot_does_not_know_is_recorded_with_their_own_name(
    here: Town, table: Anonymous
) -> None:
    forum = Forum(here, lacks=["manage_channels"])
    table.opener.has_chosen = True
    await forum.slash(table.opener, "game new", game="toy", seats=2, anonymous=True)
    await here.bot.outbox_worker.wait_for_all()
    person = await here.bot.storage.people.get(table.opener.id)
    assert person is not None
    assert person.name.startswith("Annamaria")


async def test_the_log_does_not_tell_that_a_former_player_was_renamed_or_erased(
    here: Town, table: Anonymous, boss: Player
) -> None:
    asked = await table.reaches_the_first_turn()
    seat = await here.bot.host.find_seat_of(1, asked.id)
    await boss.slash("table propose", what="replace", seat=seat, reason="They are away")
    await here.bot.outbox_worker.wait_for_all()
    before = await boss.slash("table log", table="1")
    assert "has freed the seat of **Player" in before
    await here.bot.services.renames.note(asked.id, here.guild.id, "Benvolio")
    assert await boss.slash("table log", table="1") == before
    await here.bot.services.erasure.forget(asked.id)
    assert await boss.slash("table log", table="1") == before
    assert str(asked.id) not in json.dumps(await here.bot.services.erasure.collect_data(boss.id))


async def test_an_erasure_is_told_like_leaving_the_server(here: Town, table: Anonymous, stranger: Player) -> None:
    asked = await table.reaches_the_first_turn()
    await here.bot.services.erasure.forget(asked.id)
    await here.bot.outbox_worker.wait_for_all()
    told = await stranger.slash("table log", table="1")
    assert "has left their seat. Anyone who wants" in told
    assert "for good" not in told + here.public_text()
    table.tells_nothing()


LOOKUPS = (
    "record export",
    "record verify",
    "record replay",
    "record results",
    "table log",
    "game status",
    "hand",
    "play",
)
NOT_PRESSED = ("Concede", "Undo", "More time")


async def test_no_line_of_any_panel_names_another_player(
    here: Town, table: Anonymous, stranger: Player, boss: Player
) -> None:
    """Panels and files that a fellow player, a spectator and a manager open."""
    asked = await table.reaches_the_first_turn()
    await asked.act()
    other = next(player for player in table.players[1:] if player is not asked)
    for reader in (other, stranger, boss, asked):
        for command in LOOKUPS:
            await reader.slash(command, **({} if command == "record results" else {"table": "1"}))
            check_files(here, reader, table)
        await reader.press("Act", on=await here.board())
        for start in ("Act", "More…"):
            await reader.press(start, on=await here.board())
            for line in [*reader.lines, *reader.buttons]:
                await reader.press(start, on=await here.board())
                if unmarked(line) in (*map(unmarked, reader.lines), *map(unmarked, reader.buttons)) and not any(
                    word in line for word in NOT_PRESSED
                ):
                    await reader.press(unmarked(line))
                    check_files(here, reader, table)
    assert len(table.answers) > 100, "they have opened much"
    table.tells_nothing()


def check_files(here: Town, reader: Player, table: Anonymous) -> None:
    for file in reader.answer.attachments:
        content = (here.env.backend.cdn.get(file.url) or b"").decode("utf-8", "replace")
        assert content
        assert not any(names(content, player) for player in table.players if player is not reader), file.filename
