"""Links to one's tables as pages in the messages of those who want them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.test_anonymous_tables import Anonymous
from tests.cogs.test_own_notes import ticks
from tests.cogs.town import Player, Town, button_labels, parts_of, texts, town

ON = {"play": "127.0.0.1:0"}


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", limits=ON) as opened:
        yield opened


async def wants(player: Player) -> None:
    assert "Your messages have no links to your tables" in await player.slash("settings change")
    assert "has the link On the board to your table as a page" in (await player.press("Link my pages")).replace(
        "**", ""
    )


def letters_of(player: Player) -> list[str]:
    """The direct messages that somebody has got, whole."""
    if player.actor.user.dm_channel is None:
        return []
    history = [message for message in player.actor.user.dm_channel.history() if not message.flags.ephemeral]
    return [json.dumps(parts_of(message)) for message in history]


def link_to(here: Town, number: int = 1) -> str:
    return f'"{here.bot.own_pages_address}/tables/{number}"'


def said_in_public(here: Town, *players: Player) -> str:
    """All that the bot has sent to anything but these players' direct messages."""
    own = [player.actor.user.dm_channel.id for player in players if player.actor.user.dm_channel]
    return "\n".join(
        json.dumps(entry.json, default=str)
        for entry in here.env.http_requests
        if entry.path.startswith("/channels/") and int(entry.path.split("/")[2]) not in own
    )


async def gets_a_question(here: Town, asked: Player) -> None:
    """Let an asked player act, so that the next question comes by direct message."""
    await asked.act()
    await asked.choose("Draw an animal")
    await here.bot.outbox_worker.wait_for_all()


async def test_what_asks_somebody_something_leads_to_their_page_if_they_want_it(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    asked = await here.at_first_turn(ben, host=ann)
    await asked.slash("settings change", secrets="direct message")
    await gets_a_question(here, asked)
    assert link_to(here) not in str(letters_of(asked)), "nobody gets it who has not chosen it"
    sent = len(letters_of(asked))
    await wants(asked)
    await gets_a_question(here, asked)
    letter = asked.actor.user.dm_channel.history()[-1]
    assert len(letters_of(asked)) == sent + 1, "no message more than without"
    assert link_to(here) in letters_of(asked)[-1]
    assert button_labels(parts_of(letter)) == ["Act", "On the board", "Stop direct messages"]
    assert "/open/" not in str(letters_of(asked)), "it is no link that opens a table"
    assert link_to(here) not in said_in_public(here, asked)
    await asked.slash("settings change")
    await asked.press("No links to pages")
    await gets_a_question(here, asked)
    assert link_to(here) not in letters_of(asked)[-1]


async def test_the_choice_of_one_is_not_that_of_others(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    for player in (ann, ben):
        await player.slash("settings change", secrets="direct message")
    await wants(ann)
    await here.at_first_turn(ben, host=ann)
    assert link_to(here) in str(letters_of(ann))
    assert letters_of(ben)
    assert link_to(here) not in str(letters_of(ben))
    assert link_to(here) not in said_in_public(here, ann)


async def test_a_reminder_leads_to_the_page(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    asked = await here.at_first_turn(ben, host=ann)
    await asked.slash("settings change", secrets="direct message")
    await wants(asked)
    await gets_a_question(here, asked)
    before = len(letters_of(asked))
    await ticks(here, hours=13)
    assert len(letters_of(asked)) > before
    assert "waits for you" in letters_of(asked)[-1]
    assert link_to(here) in letters_of(asked)[-1]


async def test_the_inbox_leads_to_the_page(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    asked = await here.at_first_turn(ben, host=ann)
    assert "/tables/1" not in await asked.slash("inbox")
    await wants(asked)
    assert f"[On the board]({here.bot.own_pages_address}/tables/1)" in await asked.slash("inbox")


async def test_an_anonymous_table_leads_its_player_to_the_page_and_tells_nobody(here: Town) -> None:
    players = [here.person(name) for name in ("Ann", "Ben", "Cleo")]
    there = Anonymous(here, players)
    players[1].has_chosen = True  # otherwise their hand comes on the panel alone
    await wants(players[1])
    await there.reaches_the_first_turn()
    assert link_to(here) in str(letters_of(players[1]))
    assert link_to(here) not in said_in_public(here, players[1])
    there.tells_nothing()


async def test_the_choice_stays_over_a_restart_and_goes_with_the_person(here: Town) -> None:
    ann = here.person("Ann")
    await wants(ann)
    await here.restart()
    assert "'links_to_pages': True" in str(await here.bot.services.erasure.collect_data(ann.id))
    await here.bot.services.erasure.forget(ann.id)
    assert await here.bot.storage.people.get(ann.id) is None


async def test_without_pages_nobody_is_asked_about_them(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "off.db") as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        assert "as a page" not in await ann.slash("settings change")
        assert "Link my pages" not in ann.buttons
        asked = await here.at_first_turn(ben, host=ann)
        await asked.slash("settings change", secrets="direct message")
        people = here.bot.host.people
        person = await people.get(asked.id)
        assert person is not None
        await people.change_wishes(person, lambda known: known.model_copy(update={"links_to_pages": True}))
        await gets_a_question(here, asked)
        assert "/tables/" not in str(letters_of(asked))
        assert "On the board" not in texts(parts_of(asked.actor.user.dm_channel.history()[-1]))
