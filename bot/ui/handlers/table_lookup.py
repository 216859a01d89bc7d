"""Choice of the table for a command: the one named, the one in this channel, or the person's only one."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.engine.game import AnyGame
from bot.engine.words import normalize_width
from bot.host.errors import Leak, NotYours, Refusal
from bot.host.host import Host
from bot.host.table.panel_context import PanelContext
from bot.ui.handlers.access import NO_SUCH_TABLE
from bot.ui.handlers.answering import get_server_id
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, is_number
from bot.ui.handlers.router import Router
from bot.ui.handlers.routes import RESULT, VOTE, About
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.screen import MAX_OPTION_CHARS, OPTIONS_IN_SELECT, truncate
from storage.interface.games import GameRow, GameStatus

NOT_OURS = "That message isn't mine. Choose this on a message of a table, such as the one with **Act**."
NO_TABLE_OF_MESSAGE = (
    "That message belongs to no table. Choose this on a message of a table, such as the one with **Act**, or use "
    "**/inbox**."
)
SEVERAL_TABLES = (
    "Several tables stand in this channel, and that message doesn't say which it belongs to. Choose this on a message "
    "with **Act**, or use **/inbox**."
)
Choices = list[app_commands.Choice[str]]
STANDS: dict[GameStatus, str] = {
    "open": "has not begun yet, and this is for games that have",
    "running": "has begun, and this is for tables that have not",
    "finished": "is over, and this is for tables that are not",
}
"""Reason why a command does not fit the table of its channel."""


async def find_table(
    router: Router,
    interaction: Interaction,
    wanted: str | None,
    statuses: Sequence[GameStatus],
    *,
    mine: bool = False,
    about: About = "seat",
) -> int:
    """Return the id of the command's table; a player whose seat a bot held gets it back.

    Args:
        router: gives access to tables and people.
        interaction: the command.
        wanted: the table option, a number or a line of the autocomplete.
        statuses: statuses of the eligible tables, the likeliest first.
        mine: whether only tables count at which this person sits.
        about: subject of the request.
    """
    game_id = await _resolve_table(router, interaction, wanted, statuses, mine=mine, about=about)
    if mine:
        await router.restore_seat(await router.access_check.grant_access(interaction, game_id))
    return game_id


async def find_table_of_message(router: Router, interaction: Interaction, message: discord.Message) -> GameRow:
    """Return the table to which a message belongs; a player whose seat a bot held gets it back.

    Raises:
        Refusal: it belongs to no table, or to one that the person may not reach from there.
    """
    if message.author != interaction.client.user:
        raise Refusal(NOT_OURS)
    controls = _list_controls(message)
    game_id = await _find_table_of_controls(router, controls)
    if game_id is None and interaction.guild_id is not None:
        game_id = await router.storage.messages.find_game(interaction.guild_id, message.channel.id, message.id)
    if game_id is None and controls:
        raise Refusal(NO_TABLE_OF_MESSAGE)
    if game_id is None:
        game_id = await _find_only_table_here(router, interaction)
    granted = await router.access_check.grant_access(interaction, game_id)
    await router.restore_seat(granted)
    return granted.row


def _list_controls(message: discord.Message) -> list[Press]:
    """Return what a press on each control of a message would be."""
    items = discord.ui.LayoutView.from_message(message, timeout=None).walk_children()
    ids = [getattr(item, "custom_id", None) for item in items]
    return [Press.parse({"custom_id": custom_id}) for custom_id in ids if custom_id]


async def _find_table_of_controls(router: Router, controls: Sequence[Press]) -> int | None:
    """Return the table that the controls of a message name."""
    for press in controls:
        found = router.routes.get(press.verb)
        if found is None or found.access.about is None or found.access is RESULT:  # its id names a page
            continue
        if not press.parts or not is_number(press.parts[0]):
            continue
        if found.access is not VOTE:
            return press.read_number()
        motion = await router.storage.motions.get(press.read_number())
        if motion is not None:
            return motion.game_id
    return None


async def _find_only_table_here(router: Router, interaction: Interaction) -> int:
    """Return the only table of the channel; of several, a message without controls does not say which it belongs to."""
    rows = await _list_candidates(router, interaction, tuple(STANDS), mine=False)
    here = [row for row in rows if row.channel_id == interaction.channel_id]
    if not here:
        raise Refusal(NO_TABLE_OF_MESSAGE)
    if len(here) > 1:
        raise Refusal(SEVERAL_TABLES)
    return here[0].game_id


async def _resolve_table(
    router: Router,
    interaction: Interaction,
    wanted: str | None,
    statuses: Sequence[GameStatus],
    *,
    mine: bool,
    about: About = "seat",
) -> int:
    if wanted is not None:
        number = normalize_width(wanted).strip().removeprefix("#").split(" ")[0]
        if not is_number(number):
            raise Refusal(NO_SUCH_TABLE)
        return (await router.access_check.grant_access(interaction, int(number), about)).row.game_id
    rows = await _list_candidates(router, interaction, statuses, mine)
    here = [row for row in rows if row.channel_id == interaction.channel_id]
    found = sorted(here or rows, key=lambda row: (statuses.index(row.status), -row.game_id))
    if len(found) > 1 and not mine:
        own = {row.game_id for row in await router.storage.games.list_by_player(interaction.user.id, statuses=statuses)}
        found = [row for row in found if row.game_id in own] or found
    if not found:
        if mine:
            raise NotYours(await _explain_no_seat(router, interaction))
        raise Refusal(await _explain_no_match(router, interaction))
    likely = [row for row in found if row.status == found[0].status]
    if len(likely) > 1:
        names = ", ".join(f"{row.game_id}" for row in likely[:10])
        raise Refusal(f"Which table do you mean? Please give its number as `table`: {names}.")
    router.host.must_own(likely[0].guild_id)
    return likely[0].game_id


async def _explain_no_match(router: Router, interaction: Interaction) -> str:
    """Return why none of the channel's tables fits."""
    rows = await _list_candidates(router, interaction, tuple(STANDS), mine=False)
    here = [row for row in rows if row.channel_id == interaction.channel_id]
    if not here:
        return "I can't find that table here. /game new opens one."
    newest = max(here, key=lambda row: row.game_id)
    return f"Table {newest.game_id} {STANDS[newest.status]}; /game list shows the other tables, /game new opens one."


async def _explain_no_seat(router: Router, interaction: Interaction) -> str:
    lobbies = await _list_candidates(router, interaction, ("open",), mine=True)
    if not lobbies:
        return "You're not in a game right now. /game new opens a table."
    places = ", ".join(f"table {row.game_id} in <#{row.channel_id}>" for row in lobbies[:10])
    return (
        f"You're not playing yet; you're waiting for {places} to start. "
        "Whoever opened a table starts it with the button on its message."
    )


async def find_panel_context(router: Router, interaction: Interaction, wanted: str | None) -> PanelContext | None:
    """Return the panel context for an autocomplete request, or None if the table is not clear yet."""
    user_id = interaction.user.id
    if router.typing.count_request(user_id) or router.cpu_limit.get_wait_seconds(user_id):
        return None
    try:
        with router.cpu_limit.charge_person(user_id):
            game_id = await _resolve_table(router, interaction, wanted, ("running",), mine=True)
            return await router.host.build_panel(game_id, user_id)
    except (Refusal, Leak):
        return None


async def find_game_key(router: Router, interaction: Interaction, wanted: str | None) -> str:
    """Return the key of the command's game."""
    if wanted is not None:
        return resolve_game_key(router.host, wanted)
    if interaction.guild_id is not None:
        statuses: Sequence[GameStatus] = ("open", "running", "finished")
        rows = await router.storage.games.list_in_server(
            interaction.guild_id, statuses=statuses, limit=1, first=interaction.channel_id
        )
        if rows and rows[0].channel_id == interaction.channel_id:
            return rows[0].title
    return next(iter(router.host.games))


def resolve_game_key(host: Host, wanted: str) -> str:
    """Return the key of the game with this key or title, or the text itself if there is none."""
    typed = wanted.strip().casefold()
    return next((key for key, game in host.games.items() if typed in (key.casefold(), game.title.casefold())), wanted)


async def suggest_games(interaction: Interaction, current: str) -> Choices:
    """Autocomplete the games by their titles."""
    router: Router = interaction.client.router
    typed = current.strip().casefold()
    return [
        app_commands.Choice(name=truncate(f"{game.title}: {game.tagline}", MAX_OPTION_CHARS), value=key)
        for key, game in router.host.games.items()
        if typed in game.title.casefold()
    ][:OPTIONS_IN_SELECT]


async def suggest_cards(interaction: Interaction, current: str) -> Choices:
    """Autocomplete the cards of the game already chosen, or of every game."""
    router: Router = interaction.client.router
    typed = current.strip().casefold()
    wanted = interaction.namespace.game
    key = None if not isinstance(wanted, str) else resolve_game_key(router.host, wanted)
    games = [game for game in router.host.games.values() if key is None or game.key == key]
    names = [
        card.name
        for game in games
        for card in router.rulebook_handlers.list_cards(game)
        if typed in card.name.casefold()
    ]
    return [app_commands.Choice(name=name, value=name) for name in dict.fromkeys(names)][:OPTIONS_IN_SELECT]


async def suggest_open_tables(interaction: Interaction, current: str) -> Choices:
    """Autocomplete the open tables of this server."""
    return await _suggest_tables(interaction, current, ("open",), mine=False)


async def suggest_all_tables(interaction: Interaction, current: str) -> Choices:
    """Autocomplete the tables of this server."""
    return await _suggest_tables(interaction, current, ("running", "open", "finished"), mine=False)


async def suggest_own_tables(interaction: Interaction, current: str) -> Choices:
    """Autocomplete the tables at which this person plays."""
    return await _suggest_tables(interaction, current, ("running", "finished"), mine=True)


async def _suggest_tables(
    interaction: Interaction, current: str, statuses: Sequence[GameStatus], *, mine: bool
) -> Choices:
    router: Router = interaction.client.router
    if router.typing.count_request(interaction.user.id):
        return []
    rows = await _list_candidates(router, interaction, statuses, mine)
    names = await router.storage.leagues.get_table_names([row.game_id for row in rows])
    lines = [
        (
            row.game_id,
            f"{row.game_id} · {names.get(row.game_id, _build_title(router.host.games[row.title], row))} · {row.status}",
        )
        for row in rows
        if row.title in router.host.games
    ]
    typed = current.strip().casefold()
    return [
        app_commands.Choice(name=truncate(line, MAX_OPTION_CHARS), value=str(number))
        for number, line in lines
        if typed in line.casefold()
    ][:OPTIONS_IN_SELECT]


def _build_title(game: AnyGame, row: GameRow) -> str:
    """Return a game's title with the table's own name."""
    return f"{sanitize_plain(row.name)} · {game.title}" if row.name else game.title


async def _list_candidates(
    router: Router, interaction: Interaction, statuses: Sequence[GameStatus], mine: bool
) -> Sequence[GameRow]:
    """Return the eligible tables: first those of this channel, then the person's own, then the newest."""
    here = interaction.channel_id
    everywhere = await router.storage.games.list_by_player(interaction.user.id, statuses=statuses)
    own = [row for row in everywhere if get_server_id(interaction) in (None, row.guild_id)]
    if mine and not own:
        own = list(everywhere)
    rows = {row.game_id: row for row in own}
    if not mine and interaction.guild_id is not None:
        sight = await router.access_check.build_sight(interaction)
        for status in statuses:  # one query per status, because many tables of one status would crowd out another
            found = await router.storage.games.list_in_server(
                interaction.guild_id, statuses=(status,), sight=sight, first=here
            )
            rows.update((row.game_id, row) for row in found)
    return sorted(rows.values(), key=lambda row: (row.channel_id != here, row not in own, -row.game_id))
