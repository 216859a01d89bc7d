"""A league in a town of the tests, from its draft on."""

from __future__ import annotations

from typing import Any

from bot.host.play.auto_answers import choose_bot_move
from tests.any_question import picks_of
from tests.cogs.town import Player, Town, button_labels, parts_of, texts
from tests.form_values import complete_values

MENUS = "One thing at a time"
NAMES = ("Cleo", "Dora", "Emil", "Fay")
"""Who play in a league."""


async def stands(here: Town, role: str, season: int = 1) -> Any:
    """A message of the season."""
    await here.bot.services.leagues.maintenance.settle()
    await here.env.settle()
    known = await here.bot.storage.leagues.list_messages(season)
    assert role in known, f"no {role} message"
    return next(message for message in here.public() if message.id == known[role][1])


async def shown(here: Town, role: str, season: int = 1) -> str:
    return texts(parts_of(await stands(here, role, season)))


async def terms(here: Town, player: Player, season: int = 1) -> str:
    """What a player reads who presses More on the sign-up message."""
    return await player.press("More…", on=await stands(here, "sign-up", season))


async def settings_of(player: Player) -> str:
    """Look up one's settings in a league."""
    await player.slash("league me")
    return await player.press("My settings")


SWITCHES = {
    "Name me there": ("named", True),
    "Call me by my number there": ("named", False),
    "Give me a page there": ("page", True),
    "Take my page away": ("page", False),
    "Keep my name for ever": ("kept", True),
    "Let my name be forgotten in time": ("kept", False),
    "Write to me each week": ("letters", True),
    "Write to me no more": ("letters", False),
    "I play on": ("on", True),
    "I do not play on": ("on", False),
}
"""Wishes of a player, each with its checkbox and whether it is ticked then."""


async def switches(player: Player, wish: str) -> str:
    """Change one of one's settings, from one's place or from the settings."""
    if "Change them…" not in player.buttons:
        await player.press("My settings")
    await player.press("Change them…")
    assert player.form is not None
    assert player.form.modal is not None
    box, ticked = SWITCHES[wish]
    others = [value for value in complete_values(player.form.modal, {})["switches"] if value != box]
    return await player.fill_in(switches=[*others, *[box] * ticked])


async def prepared(boss: Player) -> str:
    """Prepare a league; the panel that is open changes one setting at a time."""
    told = await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    return await boss.press(MENUS) if boss.panel is not None and MENUS in boss.lines else told


async def drafted_terms(boss: Player) -> str:
    """What everybody will read of a draft; then the panel that changes one setting at a time is open again."""
    if MENUS not in boss.lines:
        await boss.press("Back")
    told = await boss.press("As everybody will read it")
    await boss.press("Back")
    await boss.press(MENUS)
    return told


async def open_for_sign_up(here: Town, boss: Player) -> None:
    await prepared(boss)
    await boss.press("Open sign-up")


async def publish_draw(boss: Player) -> str:
    """Draw the season; return its preview."""
    await boss.slash("league manage")
    preview = await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    return preview


async def drawn(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await publish_draw(boss)
    await stands(here, "standings")


async def tables(here: Town) -> dict[int, int]:
    return dict(await here.bot.storage.leagues.list_tables(1))


async def at(here: Town, game_id: int) -> list[Player]:
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    return [here.people[seat_row.user_id] for seat_row in saved.seats if seat_row.user_id is not None]


async def come(here: Town, game_id: int) -> list[Player]:
    """Let all players at a table check in who have not done so at another; return them."""
    seated = await at(here, game_id)
    for player in seated:
        board = await here.board(game_id)
        if "I'm here" in button_labels(parts_of(board)):
            await player.press("I'm here", on=board)
    return seated


async def played(here: Town, game_id: int) -> Player:
    """Let all players come to a table, and all but one concede; return the winner."""
    seated = await come(here, game_id)
    *losers, winner = seated
    for player in losers:
        await player.slash("table concede", sure="yes", table=str(game_id))
        await player.press("Concede for good")
    return winner


async def played_to_its_end(here: Town, game_id: int) -> dict[Player, int]:
    """Let everybody come to a table and play its game to the end; return where they stand."""
    seated = await come(here, game_id)
    host = here.bot.services.host
    while (running := await host.get_running_game(game_id)).row.status == "running":
        seat, etag = next(iter(running.get_etags().items()))
        question = running.get_question(seat)
        assert question is not None
        move = choose_bot_move(running.game, running.table, running.row.revision, seat, question)
        await host.answer_question(game_id, running.get_seat_row(seat).user_id or 0, etag, picks_of(question, move))
    await here.bot.services.leagues.maintenance.settle()
    await here.bot._league_messages_task.wait_until_settled()  # nothing was pressed, so `settle` does not wait for it
    assert running.table.outcome is not None
    return {player: running.table.outcome.places[seat] for seat, player in enumerate(seated, 1)}
