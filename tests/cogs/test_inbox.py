"""The inbox of a person at many tables: waiting questions, their places and order, and the way from one to the next."""

from __future__ import annotations

import re

import pytest
from simcord.components import walk_components

from bot.ui.screens.table.panel_layout import MAX_WORDS
from bot.ui.screens.table.word_limits import count_words
from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, parts_of


async def opened(here: Town, ann: Player, ben: Player, *, hours: int, abroad: bool = False) -> int:
    """A table of two that has begun, at which each answer may take so long; perhaps in another server."""
    guild, channel = here.guild, here.channel
    if abroad:
        guild = here.env.create_guild("Abroad")
        channel = guild.create_text_channel("square")
    lobby = here.bot.lobby
    table = await lobby.open_table(
        title="toy", guild_id=guild.id, channel_id=channel.id, user_id=ann.id, name="Ann", seats_wanted=2
    )
    number = table.row.game_id
    await lobby.set_pace(number, ann.id, str(hours))
    await lobby.join(number, ben.id, "Ben")
    await lobby.start(number, ann.id)
    await here.bot.outbox_worker.wait_for_all()
    return number


def tables_in(text: str) -> list[int]:
    """The tables an inbox lists, in its order."""
    return [int(number) for number in re.findall(r"table (\d+)\]?", text)]


def ids(player: Player) -> dict[str, str]:
    """The ids of the buttons of somebody's panel, and of the lines of its menus."""
    parts = [*walk_components(parts_of(player.panel))]
    lines = {line["label"]: line["value"] for part in parts for line in part.get("options", ())}
    return lines | {part["label"]: part["custom_id"] for part in parts if part.get("label") and part.get("custom_id")}


def at(player: Player) -> int:
    """At which table somebody's panel is."""
    return int(ids(player)["My hand"].split(":")[1])


# -- /inbox ------------------------------------------------------------------------------------------


async def test_what_has_the_least_time_left_comes_first_wherever_it_waits(here: Town, ann: Player, ben: Player) -> None:
    for hours, abroad in ((72, False), (12, True), (300, False), (24, False)):
        await opened(here, ann, ben, hours=hours, abroad=abroad)
    assert tables_in(await ann.slash("inbox")) == [2, 4, 1, 3]
    assert [part["custom_id"] for part in walk_components(parts_of(ann.panel)) if part.get("label") == "Act"] == [
        "act:2",
        "act:4",
        "act:1",
        "act:3",
    ]
    assert "4 open questions for you" in ann.sees


async def test_a_table_whose_clocks_stand_still_is_not_urgent(here: Town, ann: Player, ben: Player) -> None:
    for hours in (12, 24):
        await opened(here, ann, ben, hours=hours)
    await here.bot.services.seating.pause_clocks(1, stopped=True, words="A break.")
    assert tables_in(await ann.slash("inbox")) == [2, 1]


async def test_every_open_question_can_be_reached(here: Town, ann: Player, ben: Player) -> None:
    numbers = [await opened(here, ann, ben, hours=100 - hours, abroad=not hours % 6) for hours in range(23)]
    listed = tables_in(await ann.slash("inbox"))
    pages = 1
    while "Next ▶" in ann.buttons:
        listed += tables_in(await ann.press("Next ▶"))
        pages += 1
    assert listed == numbers[::-1]
    assert pages == 5
    assert "page 5 of 5" in ann.sees
    assert "page 4 of 5" in await ann.press("◀ Back")
    *_, last = [part for part in walk_components(parts_of(ann.panel)) if part.get("label") == "Act"]
    assert "Your secret price?" in await ann.press_id(last["custom_id"], on=ann.panel)
    assert at(ann) == listed[19]


async def test_a_page_that_is_no_more_is_answered_with_the_last_one(here: Town, ann: Player, ben: Player) -> None:
    for hours in range(6):
        await opened(here, ann, ben, hours=100 - hours)
    await ann.slash("inbox")
    assert "page 2 of 2" in await ann.press("Next ▶")
    await ann.slash("bid", price="1", table="1")
    assert "5 open questions for you" in await presses_forged(here, ann, "inbox:1")
    assert len(tables_in(ann.sees)) == 5


async def test_every_look_is_new_without_a_control_and_older_controls_still_renew(
    here: Town, ann: Player, ben: Player
) -> None:
    assert "You're all caught up." in await ann.slash("inbox")
    assert not [part for part in walk_components(parts_of(ann.answer)) if "custom_id" in part]
    await opened(here, ann, ben, hours=12)
    assert tables_in(await ann.slash("inbox")) == [1]
    assert ann.buttons == ["Act"]
    assert tables_in(await presses_forged(here, ann, "inbox:0")) == [1]


async def test_a_newcomer_who_asks_for_help_reads_how_to_begin_and_comes_to_their_tables(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    told = await stranger.slash("help")
    assert count_words(told) <= MAX_WORDS
    known = {command.qualified_name for command in here.bot.tree.walk_commands()}
    assert set(re.findall(r"\*\*/([^*]+)\*\*", told)) <= known
    await opened(here, ann, ben, hours=12)
    await ann.slash("help")
    assert tables_in(await ann.press("My tables")) == [1]


async def test_a_full_page_has_nine_controls_at_most(here: Town, ann: Player, ben: Player) -> None:
    for hours in range(16):
        await opened(here, ann, ben, hours=100 - hours)
    await ann.slash("inbox")
    for _ in range(3):
        assert len(ann.buttons) <= 9
        assert ann.lines == []
        await ann.press("Next ▶")
    assert ann.buttons == ["Act", "◀ Back"]


async def test_tables_that_wait_only_for_others_take_no_room(here: Town, ann: Player, ben: Player) -> None:
    for hours in range(7):
        await opened(here, ann, ben, hours=100 - hours)
    for number in (1, 3, 5, 7):
        await ann.slash("bid", price="1", table=str(number))
    assert tables_in(await ann.slash("inbox")) == [6, 4, 2]
    assert ann.buttons == ["Act"] * 3
    assert "3 open questions for you" in ann.sees
    assert count_words(ann.sees) <= MAX_WORDS


# -- Next table --------------------------------------------------------------------------------------


async def test_after_an_answer_next_leads_to_the_most_urgent_other_table(here: Town, ann: Player, ben: Player) -> None:
    for hours in (72, 12, 24):
        await opened(here, ann, ben, hours=hours)
    await ann.slash("bid", price="5", table="2")
    assert "Your answer is sealed" in ann.sees
    assert f"Nothing to do: waiting for <@{ben.id}>" in ann.sees
    assert "Your secret price?" in await ann.press("Next table: The Fair (24 h left)")
    assert at(ann) == 3


async def test_a_player_who_is_still_asked_at_a_table_can_go_on_to_another(
    here: Town, ann: Player, ben: Player
) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    await opened(here, ann, ben, hours=12)
    await asked.act()
    await asked.choose("Try the fruit")
    await asked.press("Pear")
    assert "What do you do" in asked.sees, "it is still their turn"
    assert "Your secret price?" in await asked.press("Next table")
    assert at(asked) == 2


async def test_next_goes_round_all_tables_that_wait_and_to_no_other(here: Town, ann: Player, ben: Player) -> None:
    for hours in (40, 10, 30, 20, 50):
        await opened(here, ann, ben, hours=hours)
    await ann.slash("bid", price="5", table="5")
    await ann.press("Next table")
    walked = [at(ann)]
    for _ in range(4):
        await ann.press("Next table")
        walked.append(at(ann))
    assert walked == [2, 4, 3, 1, 2]


@pytest.mark.parametrize("answered", [True, False])
async def test_next_with_one_table_says_so_and_stays_there(
    here: Town, ann: Player, ben: Player, answered: bool
) -> None:
    await opened(here, ann, ben, hours=12)
    await ann.slash("play", table="1")
    if answered:
        await ann.slash("bid", price="5", table="1")
    assert "No other table is waiting for you." in await ann.press("Next table")
    assert at(ann) == 1
    assert {"My hand", "Log"} <= set(ann.lines)
    assert ("Take back my answer" in ann.buttons) is answered
    assert not any(label.startswith("Next table") for label in ann.buttons), "there is none"


async def test_from_a_finished_game_next_leads_on(here: Town, ann: Player, ben: Player) -> None:
    for _ in range(2):
        await opened(here, ann, ben, hours=12)
    await ann.slash("table concede", sure="yes", table="1")
    assert "Your secret price?" in await ann.press("Next table: The Fair (12 h left)")
    assert at(ann) == 2
