"""People are called to a table by name: by its opener, and by who wants to play the same once more."""

from __future__ import annotations

from typing import Any

from tests.cogs.test_quiet_hours import pinged
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def options(here: Town, host: Player, number: int = 1) -> Any:
    """The panel with which a table is set up."""
    await host.set_up(number)
    return host.panel


async def calls(here: Town, host: Player, guest: Player) -> str:
    """Let the opener choose a person in the panel's menu; return the answer."""
    panel = await options(here, host)
    return host._take(await host.actor.select(panel, [guest.actor], custom_id="invite:1"))


def invited(here: Town) -> list[Any]:
    """The messages that call people to a table."""
    return [message for message in here.public() if "invites you to" in texts(parts_of(message))]


async def test_the_opener_calls_somebody_by_name(here: Town, ann: Player, stranger: Player) -> None:
    await here.opened(host=ann)
    assert f"I call <@{stranger.id}>" in await calls(here, ann, stranger)
    await here.bot.outbox_worker.wait_for_all()
    (message,) = invited(here)
    assert f"<@{stranger.id}> <@{ann.id}> invites you to The Fair at" in texts(parts_of(message))
    assert pinged(here, 0) == [stranger.id]
    assert "You sit at table 1" in await stranger.press("Join", on=message)


async def test_nobody_is_pestered(here: Town, ann: Player, ben: Player, stranger: Player) -> None:
    await here.opened(ben, host=ann, seats=3)
    await calls(here, ann, stranger)
    assert "is already invited" in await calls(here, ann, stranger)
    assert "has joined already" in await calls(here, ann, ben)
    await here.bot.outbox_worker.wait_for_all()
    assert len(invited(here)) == 1


async def test_a_program_cannot_be_called(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    robot = Player(here, here.guild.add_member(here.env.create_user("robot", bot=True)))
    assert "can't play" in await calls(here, ann, robot)


async def test_playing_again_seats_the_bots_and_calls_who_played(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann, seats=3)
    await options(here, ann)
    await ann.press("Add a bot")
    await ann.press("Start", on=await here.board())
    await ann.slash("table concede", sure="yes")
    await ben.slash("table concede", sure="yes")
    (final,) = [message for message in here.public() if "Play again" in button_labels(parts_of(message))]
    before = len(here.env.http_requests)
    await ben.press("Play again", on=final)
    await here.bot.outbox_worker.wait_for_all()
    lobby = texts(parts_of(await here.board(2)))
    assert f"1. <@{ben.id}>" in lobby
    assert "2. Ada (bot)" in lobby
    (message,) = invited(here)
    assert f"<@{ann.id}> <@{ben.id}> invites you to The Fair at" in texts(parts_of(message))
    assert pinged(here, before) == [ann.id]
    await ann.press("Join", on=message)
    assert "3. " in (board := texts(parts_of(await here.board(2))))
    assert f"3. <@{ann.id}>" in board


async def test_somebody_who_only_watched_calls_nobody(here: Town, ann: Player, ben: Player, stranger: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    (final,) = [message for message in here.public() if "Play again" in button_labels(parts_of(message))]
    await stranger.press("Play again", on=final)
    await here.bot.outbox_worker.wait_for_all()
    assert invited(here) == []
