"""What makes the first games easier: hints, which no table that counts has, and easy bots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from tests.cogs.leagues import come, stands, tables
from tests.cogs.town import BUTTON, Player, Town, parts_of, texts, town

FORM = "Both prices…"


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def begun(here: Town, *people: Player, game: str, **option: Any) -> None:
    """Let these people, and bots on the other chairs, begin table 1."""
    here.bot.host.new_seed = lambda: "lesson25"
    first, *others = people
    await first.slash("game new", game=game, seats=max(2, len(people)), place="here")
    for other in others:
        await other.slash("game join", word="anything")
    if not others:
        await here.bot.services.lobby.add_bot(1, first.id)
    for name, value in option.items():
        await here.bot.services.lobby.set_options(1, first.id, {name: value})
    await first.slash("game start", word="anns word")
    await here.bot.outbox_worker.wait_for_all()
    await here.env.settle()


def ids(player: Player) -> dict[str, str]:
    """The ids of the buttons of a panel, and of the lines of its menus, by what stands on them."""
    parts = [*walk_components(parts_of(player.panel))]
    lines = {line["label"]: line["value"] for part in parts for line in part.get("options", ())}
    return lines | {part["label"]: part["custom_id"] for part in parts if "label" in part}


async def presses_forged(here: Town, player: Player, custom_id: str, number: int = 1) -> str:
    """Let somebody press the first button of a table's message under another id."""
    message = await here.board(number)
    for part in walk_components(here.env.backend.get_message(message.channel.id, message.id).components):
        if part.get("type") == BUTTON:
            part["custom_id"] = custom_id
            break
    return await player.press_id(custom_id, on=await here.board(number))


async def lines(here: Town) -> int:
    return len(await here.bot.storage.games.list_entries(1))


async def test_a_hint_is_told_privately_beside_the_controls_and_changes_nothing(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill")
    await ann.slash("play", table="1")
    before, saved, public = await lines(here), await here.revision(), here.public_text()
    told = await ann.press("Hint")
    assert "💡 **Hint**: **First price $" in told
    assert "a share should bring about" in told
    assert await ann.press("Hint") == told, "asked again, it says the same"
    assert FORM in ann.buttons
    assert (await lines(here), await here.revision(), here.public_text()) == (before, saved, public)
    assert "💡" not in await ann.press("Look again")


async def test_the_next_step_is_hinted_for_what_is_put_together_so_far(here: Town, ann: Player) -> None:
    here.bot.host.new_seed = lambda: "lesson25"
    await ann.slash("game new", game="carnegie", seats=1, place="here")
    await ann.slash("game start", word="anns word")
    await ann.slash("play", table="1")
    first = await ann.press("Hint")
    assert "major city)**. " in first
    assert "Reserve" not in first.partition("**Hint**")[2].partition(".")[0]
    option = next(label for label in ann.lines if "(" in label and " VP" in label)
    await ann.press(option.partition(" · ")[2] or option)
    assert "Start over" in ann.buttons
    then = await ann.press("Hint")
    assert "It brings most for the rest of the game" in then
    assert "Start over" in ann.buttons, "what was put together is still there"


async def test_where_the_table_agreed_on_no_hints_there_is_no_button_and_a_forged_press_is_refused(
    here: Town, ann: Player
) -> None:
    await begun(here, ann, game="goodwill", hints=False)
    await ann.slash("play", table="1")
    assert "Hint" not in ann.lines
    tag = ids(ann)[FORM].split(":")[2]
    assert "This table plays without hints." in await presses_forged(here, ann, f"hint:1:{tag}:")


async def test_a_hint_is_for_ones_own_question_alone(here: Town, ann: Player, ben: Player) -> None:
    await begun(here, ann, ben, game="goodwill")
    await ann.slash("play", table="1")
    await ben.slash("play", table="1")
    hint = ids(ann)["Hint"]
    assert "💡" not in await presses_forged(here, here.person("Dora"), hint)
    assert await presses_forged(here, ben, hint) == await ben.press("Hint"), "whoever presses gets their own"


async def test_a_hint_for_a_question_that_is_closed_shows_the_present_one(here: Town, ann: Player) -> None:
    await begun(here, ann, game="briefcase")
    await ann.slash("play", table="1")
    hint = ids(ann)["Hint"]
    await ann.press("End turn")
    told = await presses_forged(here, ann, hint)
    assert "That decision has changed since you opened it" in told
    assert "💡" not in told


async def test_an_easy_bot_is_added_by_a_press_and_called_so_on_the_tables_message(here: Town, ann: Player) -> None:
    await ann.slash("game new", game="briefcase", seats=3, place="here")
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    assert "Leaves openings" in str(ann.form and ann.form.modal)
    assert "All but easy ones draw a character when the game begins." in str(ann.form and ann.form.modal)
    await ann.fill_in(bots=["1 easy"])
    assert f"**Seats**: <@{ann.id}>, Ada (bot, easy), *1 free*" in ann.sees
    await ann.press("Add a bot")
    assert f"**Seats**: <@{ann.id}>, Ada (bot, easy), Bertram (bot)" in ann.sees
    await here.env.settle()
    message = texts(parts_of(await here.board()))
    assert "2. Ada (bot, easy)" in message
    assert "3. Bertram (bot)" in message
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(bots=["1 steady"])
    await here.env.settle()
    assert "easy" not in texts(parts_of(await here.board()))


async def test_a_strong_bot_is_added_by_a_press_where_the_game_has_one(here: Town, ann: Player) -> None:
    await ann.slash("game new", game="carnegie", seats=2, place="here")
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    assert "Thinks about each move: some seconds, 90 at most" in str(ann.form and ann.form.modal)
    await ann.fill_in(bots=["1 strong"])
    await here.env.settle()
    message = texts(parts_of(await here.board()))
    assert "2. Ada (bot, strong)" in message
    assert "about an evening" in message
    assert "bots answer once they have thought, so it takes about an evening" in await ann.press("Back")


async def test_no_league_has_hints_whatever_its_tables_have_agreed_on(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await boss.slash("league new", name="Winter Cup", game="Goodwill", seats=2)
    await boss.press("Open sign-up")
    for player in people[:3]:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    game_id = next(iter((await tables(here)).values()))
    first, *_ = await come(here, game_id)
    host = here.bot.host
    settings = (await host.get_running_game(game_id)).settings.model_copy(update={"hints": True})
    await host.storage.games.put_settings(game_id, settings.model_dump_json(), (), host.format_now())
    host.forget_loaded(game_id)
    await first.slash("play", table=str(game_id))
    assert FORM in first.buttons
    assert "Hint" not in first.lines
    tag = ids(first)[FORM].split(":")[2]
    assert "This table plays without hints." in await presses_forged(here, first, f"hint:{game_id}:{tag}:", game_id)
