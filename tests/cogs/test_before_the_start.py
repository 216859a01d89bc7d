"""What a table agrees on, and how it sees to it that everybody is still there when it begins."""

from __future__ import annotations

import pytest

from storage.sqlite import SqliteStorage
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def agreed_anew(here: Town, ann: Player, *guests: Player) -> None:
    """Ann changes the pace after her guests have joined, and presses Start."""
    await here.opened(*guests, host=ann)
    await ann.slash("table pace", hours="48")
    await ann.press("Start", on=await here.board())


async def long_ago(here: Town, change: str) -> None:
    """Let something have been in another year, as if the time since had passed."""
    assert isinstance(here.bot.storage, SqliteStorage)
    await here.bot.storage.database.write(lambda rows: rows.execute(change))


def posts(here: Town) -> set[str]:
    """What stands in the channel now."""
    return {texts(parts_of(message)) for message in here.public()}


async def test_a_player_who_joined_before_the_pace_changed_is_called_to_agree(
    here: Town, ann: Player, ben: Player
) -> None:
    await agreed_anew(here, ann, ben)
    assert "The game begins by itself as soon as" in ann.sees
    assert f"<@{ben.id}>" in ann.sees
    call = await here.message(1, "ask")
    assert f"<@{ben.id}>" in texts(parts_of(call))
    assert f"<@{ann.id}>" not in texts(parts_of(call))
    assert "Pace: 48 hours" in texts(parts_of(call))
    assert [user.id for user in call.mentions] == [ben.id]
    board = await here.board()
    assert "The game starts once everyone has pressed" in texts(parts_of(board))
    assert "I'm here" in button_labels(parts_of(board))
    assert "Start" not in button_labels(parts_of(board))


async def test_the_last_one_who_is_here_begins_the_game_and_sees_their_panel(
    here: Town, ann: Player, ben: Player
) -> None:
    await agreed_anew(here, ann, ben)
    call = await here.message(1, "ask")
    await ben.press("I'm here", on=call)
    assert "Your secret price?" in ben.sees
    assert "waiting for" in texts(parts_of(await here.board()))
    assert call.id not in [message.id for message in here.public()], "nobody has to say it any more"


async def test_with_more_people_each_is_told_who_is_still_awaited(here: Town, ann: Player, ben: Player) -> None:
    cleo = here.person("Cleo")
    await agreed_anew(here, ann, ben, cleo)
    await ben.press("I'm here", on=await here.board())
    assert f"<@{cleo.id}> has pressed" in ben.sees
    assert f"<@{ben.id}>" not in ben.sees


async def test_the_inbox_lists_a_table_that_waits_for_one_and_the_seat_is_kept_from_there(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(ben, host=ann)
    assert "You're all caught up." in await ben.slash("inbox"), "nobody has pressed Start"
    await ann.slash("table pace", hours="48")
    await ann.press("Start", on=await here.board())
    board = await here.board()
    waits = await ben.slash("inbox")
    assert "### 1 open question for you" in waits
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{board.id}"
    assert f"**Are you still in?**\n-# The Fair · [table 1]({link}) · or you lose the seat <t:" in waits
    assert "You're all caught up." in await ann.slash("inbox"), "she has just pressed"
    await ben.press("I'm here")
    assert "Your secret price?" in ben.sees


@pytest.mark.parametrize(("hours", "first"), [("6", "Act"), ("72", "I'm here")])
async def test_the_inbox_sorts_such_a_table_by_the_time_left(
    here: Town, ann: Player, ben: Player, hours: str, first: str
) -> None:
    await agreed_anew(here, ann, ben)
    await ann.slash("game new", game="toy", seats=2, place="here")
    await ann.slash("table pace", hours=hours, table="2")
    await ben.slash("game join", table="2")
    await ann.slash("game start", table="2")
    waits = await ben.slash("inbox")
    assert "### 2 open questions for you" in waits
    assert (waits.index("table 1") < waits.index("table 2")) == (hours == "72")
    assert ben.buttons[0] == first


async def test_a_manager_who_starts_a_table_of_others_reads_whom_it_waits_for(
    here: Town, ann: Player, ben: Player
) -> None:
    manager = here.person("Manager", manages=True)
    await here.opened(ben, host=ann)
    await ann.slash("table pace", hours="48")
    said = await manager.press("Start", on=await here.board())
    assert said.startswith("I've asked everyone to confirm they're still here. The game begins by itself as soon as <@")
    assert f"<@{ben.id}> has pressed **I'm here**" in said


async def test_leaving_by_the_call_opens_the_table_again_and_takes_the_call_away(
    here: Town, ann: Player, ben: Player
) -> None:
    await agreed_anew(here, ann, ben)
    call = await here.message(1, "ask")
    await ben.press("Leave", on=call)
    assert "Start" in button_labels(parts_of(await here.board()))
    assert call.id not in [message.id for message in here.public()]


async def test_other_hours_are_asked_for_in_a_form(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(hours="36")
    assert "36 hours an answer" in ann.sees
    assert "36 hours an answer" in texts(parts_of(await here.board()))
    await ann.slash("table pace", hours="a week")
    assert "whole hours, from 1 to 336" in ann.sees
    await ben.slash("table pace", hours="5")
    assert "who opened this table" in ben.sees


async def test_a_table_says_everything_headlines_or_nothing_in_its_channel(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(ben, host=ann)
    await ann.slash("table news", post="everything")
    await ann.press("Start", on=await here.board())
    await ben.slash("table news", post="nothing")
    assert "Only the person who opened this table" in ben.sees
    await ann.slash("bid", price="5")
    await ben.slash("bid", price="6")
    told = await told_of_a_try(here)
    assert any("tries the price" in text for text in told), told
    await ann.slash("table news", post="headlines")
    assert "From now on I post this here" in here.public_text()
    told = await told_of_a_try(here)
    assert not any("tries the price" in text for text in told), "a try is no headline"
    await ann.slash("table news", post="nothing")
    await here.restart()
    assert (await here.bot.host.get_running_game(1)).settings.news == "nothing"


async def told_of_a_try(here: Town) -> set[str]:
    """Messages posted, beside the table's own, when the player on turn tries the price."""
    player = await here.whose_turn()
    await player.choose("Try the price")
    before = posts(here)
    await player.slash("bid", price="8")
    return {text for text in posts(here) - before if "## The Fair" not in text}


async def test_a_table_that_waited_for_a_week_says_why_it_is_closed_and_how_to_open_another(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(host=ann, seats=3)
    await long_ago(here, "update games set opened_at = '2026-01-01T12:00:00+00:00'")
    await here.bot.lobby.look()
    await here.bot.outbox_worker.wait_for_all()
    why = "This table was closed: it had not begun within 7 days. **/game new** opens another."
    assert why in texts(parts_of(await here.board()))
    assert why in await ben.slash("game join", table="1")


async def test_a_table_at_which_nobody_said_that_they_are_here_says_so(here: Town, ann: Player, ben: Player) -> None:
    otto = here.person("Otto", manages=True)
    await here.opened(ben, host=ann)
    await long_ago(here, "update seats set here_at = null")
    await otto.press("Start", on=await here.board())
    await long_ago(here, "update games set confirm_until = '2026-01-02T12:00:00+00:00'")
    await here.bot.lobby.look()
    await here.bot.outbox_worker.wait_for_all()
    assert "This table was closed: nobody had said in time that they were still here." in texts(
        parts_of(await here.board())
    )
