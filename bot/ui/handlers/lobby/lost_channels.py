"""Handlers for moving a table with a lost channel, and for erasing a person's data."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import format_count, format_list
from bot.host.errors import Refusal
from bot.host.lost_channels import LostChannels
from bot.host.privacy.erasure import Erasure, PersonalTraces
from bot.host.table.audience_view import AudienceView
from bot.ui.delivery.permissions import must_show_tables
from bot.ui.handlers.answering import is_manager, reply, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.refused_forms import RefusedForms
from bot.ui.handlers.routes import ONESELF, SETUP, route
from bot.ui.screens.parts import GOLD, render_note
from bot.ui.screens.screen import Button, Row, Screen, build_button_rows
from storage.interface.games import GameRow

NOTHING_KEPT = "I keep nothing about you."

UNDER_WAY = (
    "Your data is being deleted, and you leave all your tables; that can take some minutes. After that, if you play "
    "again, you start fresh."
)


class LostChannelHandlers:
    """Handles tables without a channel, and the erasure of a person's data."""

    def __init__(self, lost_channels: LostChannels, erasure: Erasure, refused_forms: RefusedForms) -> None:
        self.lost_channels = lost_channels
        self.erasure = erasure
        self._refused_forms = refused_forms

    @route("bring", access=SETUP, saves="Where the table is")
    async def _move_table(self, interaction: Interaction, game_id: int) -> None:
        channel_id = interaction.channel_id
        if interaction.guild_id is None or channel_id is None:
            raise Refusal("A table needs a server: use **/game status** in one of its channels.")
        must_show_tables(interaction)
        organiser = is_manager(interaction, interaction.guild_id)
        words = await self.lost_channels.move_table(
            game_id, interaction.user.id, interaction.guild_id, channel_id, organiser=organiser
        )
        await reply(interaction, words)

    def build_move_button(self, interaction: Interaction, seen: AudienceView) -> Sequence[Row]:
        """Return the button that moves a lost table here, if the person may press it."""
        if seen.row.lost is None or seen.row.status != "running":
            return ()
        if seen.find_seat_of(interaction.user.id) is None and not is_manager(interaction, seen.row.guild_id):
            return ()
        return build_button_rows(Button(f"bring:{seen.row.game_id}", "Bring the table here", "primary"))

    async def ask_to_forget(self, interaction: Interaction) -> None:
        """Show the consequences of erasure, and offer it."""
        traces = await self.erasure.find_traces(interaction.user.id)
        nothing = " ".join([NOTHING_KEPT, *(f"But: {kept}" for kept in _list_kept(traces, traces.recognised))])
        await show(
            interaction, build_erasure_warning(traces, interaction.user.id) if traces.any else render_note(nothing)
        )

    @route("forget", access=ONESELF, saves="Forgetting you")
    async def _forget(self, interaction: Interaction, _number: int) -> None:
        self._refused_forms.forget(interaction.user.id)
        was_known = await self.erasure.forget(interaction.user.id)
        words = "Your data is deleted. If you play again, you start fresh." if was_known else NOTHING_KEPT
        if await self.erasure.is_under_way(interaction.user.id):
            words = UNDER_WAY
        await show(interaction, render_note(words))


def build_erasure_warning(traces: PersonalTraces, user_id: int) -> Screen:
    """Build the confirmation screen of an erasure."""
    lines = ["### Delete your data?", "Your name, your settings and your standing orders are deleted."]
    if traces.running:
        lines.append(
            f"- You lose your seat at {_format_tables(traces.running)}: a bot holds it until somebody else "
            "takes it. A game "
            "that nobody is left to play ends without a result."
        )
    known = sorted({*traces.recognised, *(row.game_id for row in traces.running)})
    lines += [f"- {kept}" for kept in _list_kept(traces, known)]
    joined = [row for row in traces.lobbies if row.opened_by != user_id]
    opened = [row for row in traces.lobbies if row.opened_by == user_id]
    if joined:
        lines.append(f"- You leave {_format_tables(joined)} before the game has begun.")
    if opened:
        lines.append(
            f"- You leave {_format_tables(opened)} before the game has begun. As you opened it, somebody else "
            "there takes it "
            "over; where nobody else has joined, it is closed."
        )
    if traces.leagues:
        lines.append(
            f"- You leave {format_list(traces.leagues)}: your seats there become free and you lose your place."
        )
    if traces.seasons:
        lines.append(
            f"- What you have played in {format_count(traces.seasons, 'season')} of leagues stays under a "
            "number. Should "
            "you come back, your rating begins anew."
        )
    if traces.over:
        lines.append(
            f"- In the logs of {_format_games(len(traces.over))} that are over, your name becomes that of your seat."
        )
    lines.append(
        "-# What your seats decided stays, without you. Messages that I have posted stay in Discord; server managers "
        "can delete them. Backups of the bot's operator may hold your data for some weeks more. This cannot be undone."
    )
    return Screen(("\n".join(lines), *build_button_rows(Button("forget:0", "Forget me", "danger"))), colour=GOLD)


def _list_kept(traces: PersonalTraces, tables: Sequence[int]) -> list[str]:
    """Describe the data that is kept so that nobody can return to a table or season as a new person."""
    at_tables = [_describe_table_hash(tables)] if tables else []
    return [*at_tables, *([_describe_season_hash(traces.recognised_in)] if traces.recognised_in else [])]


def _describe_season_hash(seasons: Sequence[str]) -> str:
    """Describe the keyed hash kept until seasons are over."""
    are, them = ("is", "it") if len(seasons) == 1 else ("are", "them")
    return (
        f"Until {format_list(seasons)} {are} over, I keep a keyed hash of {them}, too: nobody joins the same "
        "season twice, "
        "or decides there about tables at which they sat. It goes with the season."
    )


def _describe_table_hash(known: Sequence[int]) -> str:
    """Describe the keyed hash kept at running tables, so that nobody can see a second hand after an erasure."""
    return (
        f"Until {_format_numbers(known)} {'is' if len(known) == 1 else 'are'} over, I keep a keyed hash there "
        "that tells me, "
        "should you come back, that you have seen a hand: you may take your own seat again while it is free, and no "
        "other. It cannot be turned back into your name or number, and goes with the game."
    )


def _format_tables(rows: Sequence[GameRow]) -> str:
    return _format_numbers([row.game_id for row in rows])


def _format_numbers(known: Sequence[int]) -> str:
    numbers = [str(number) for number in known]
    return f"table {numbers[0]}" if len(numbers) == 1 else f"tables {', '.join(numbers[:-1])} and {numbers[-1]}"


def _format_games(count: int) -> str:
    return f"{count} {'game' if count == 1 else 'games'}"
