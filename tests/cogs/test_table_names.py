"""Names that people choose for their tables."""

from __future__ import annotations

import pytest

from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, button_labels, parts_of, texts
from tests.ui.hostile import HOSTILE
from tests.ui.markdown import living

LONGEST = 32
OURS = ("<t:", "<@", "<#", "https://discord.com/channels/", "[")


async def test_a_name_stands_in_the_thread_on_the_message_in_the_inbox_and_in_lists(
    here: Town, ann: Player, ben: Player
) -> None:
    await ann.slash("game new", game="toy", seats=2, name="Sunday crew")
    (thread,) = here.channel.threads
    assert thread.name == "Sunday crew · The Fair"
    assert "### The Fair · Sunday crew (table 1)" in texts(parts_of(await here.board()))
    assert "Sunday crew" in await ben.slash("game list")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    assert "### The Fair · Sunday crew (table 1)" in texts(parts_of(await here.board()))
    assert "[Sunday crew (table 1)](" in await ann.slash("inbox")
    assert "The Fair · Sunday crew (table 1)" in await ann.act()
    offered = await ann.actor.autocomplete(here.channel, "play", "table", "sunday")
    assert [choice["name"] for choice in offered] == ["1 · Sunday crew · The Fair · running"]


async def test_the_opener_renames_the_table_and_its_thread_with_a_form(here: Town, ann: Player) -> None:
    await ann.slash("game new", game="toy", seats=2)
    await ann.press("Name…")
    assert "Done. Everyone sees it" in await ann.fill_in("Late shift")
    (thread,) = here.channel.threads
    assert thread.name == "Late shift · The Fair"
    assert "Late shift (table 1)" in texts(parts_of(await here.board()))
    await ann.press("Name…")
    await ann.fill_in("")
    assert "### The Fair · table 1\n" in texts(parts_of(await here.board()))
    assert thread.name == "The Fair with Ann"


@pytest.mark.parametrize("typed", ["table 7", "7", "Table #12", "\uff17"])
async def test_a_name_that_looks_like_a_number_is_refused_and_kept_in_the_form(
    here: Town, ann: Player, typed: str
) -> None:
    await here.opened(host=ann)
    await ann.press("Name…")
    assert "could be taken for one" in await ann.fill_in(typed)
    assert "### The Fair · table 1\n" in texts(parts_of(await here.board()))


@pytest.mark.parametrize("typed", [name for name in HOSTILE if name.strip()])
async def test_a_hostile_name_is_only_letters(here: Town, ann: Player, ben: Player, typed: str) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Name…")
    await ann.fill_in(typed[:LONGEST])
    await ann.press("Start", on=await here.board())
    for words in (here.public_text(), await ann.slash("inbox"), await ann.slash("game list"), await ann.act()):
        assert all(sign.startswith(OURS) for sign in living(words)), words
        assert "evil.example)" not in words
        assert "\u202e" not in words


async def test_only_the_opener_names_a_table_and_a_manager_can_take_the_name_away(
    here: Town, ann: Player, ben: Player, boss: Player
) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Name…")
    await ann.fill_in("Ben is a cheat")
    assert "Only <@" in await presses_forged(here, ben, "nameform:1")
    await boss.set_up()
    await boss.press("Name…")
    assert "Only <@" in await boss.fill_in("A better one")
    await boss.press("Name…")
    await boss.fill_in("")
    assert "### The Fair · table 1\n" in texts(parts_of(await here.board()))


async def test_a_name_cannot_be_changed_any_more_once_the_game_runs(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann)
    await ann.press("Name…")
    form = ann.form
    await ann.press("Start", on=await here.board())
    ann.form = form
    assert "already begun" in await ann.fill_in("Too late")
    assert "Too late" not in texts(parts_of(await here.board()))


async def test_a_rematch_keeps_the_name(here: Town, ann: Player, ben: Player) -> None:
    await ann.slash("game new", game="toy", seats=2, place="here", name="Sunday crew")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    for player in (ann, ben):
        await player.slash("table concede", sure="yes")
    (final,) = [message for message in here.public() if "Play again" in button_labels(parts_of(message))]
    await ben.press("Play again", on=final)
    await here.bot.outbox_worker.wait_for_all()
    assert "### The Fair · Sunday crew (table 2)" in texts(parts_of(await here.board(2)))


async def test_a_name_is_in_the_data_of_the_person_who_chose_it_and_forgotten_with_them(
    here: Town, ann: Player, ben: Player
) -> None:
    await ann.slash("game new", game="toy", seats=2, place="here", name="Sunday crew")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    privacy = here.bot.storage.privacy
    assert "Sunday crew" in str(await privacy.collect_data(ann.id))
    assert "Sunday crew" not in str(await privacy.collect_data(ben.id))
    await here.bot.services.erasure.forget(ann.id)
    assert "Sunday crew" not in await ben.act()
    await here.restart()
    assert "- **1** · The Fair · running" in await ben.slash("game list")
