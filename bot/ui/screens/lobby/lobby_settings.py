"""Private panel and forms with which the opener of a table sets it up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.engine.options import get_explanations, list_offered_values
from bot.engine.words import format_count
from bot.host.lobby.bots import BotStrength, get_strength
from bot.host.lobby.settings import MAX_NAME_CHARS
from bot.host.table.deadlines import MAX_PACE_HOURS
from bot.host.table.open_table import OpenTable
from bot.ui.screens.forms import AnyField, ChoiceField, Field, Form
from bot.ui.screens.lobby.lobby import (
    MORE,
    describe_duration_with,
    describe_thinking_time,
    describe_values,
    format_guest,
    list_slow_forms,
    list_terms,
)
from bot.ui.screens.names import format_table
from bot.ui.screens.option_forms import OptionForm, build_option_fields, join_sentences, split_options
from bot.ui.screens.parts import BLUE, describe_choice, format_option_value, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, MenuLine, Row, Screen, build_button_rows

OWN_PACE = ("pace", "own")
"""The option value that opens a form."""
IN_FIRST_FORM = ("pace", "hours")
"""Settings in the form of the seats; the others are in the form of the agreements."""
KEEP_BOTS, NO_BOTS = "keep", "0"
"""Values of the field of the bots: bots of several strengths stay, or there are no bots."""
BOT_WORDS: Mapping[BotStrength, str] = {"steady": "bot", "easy": "easy bot", "strong": "strong bot"}


def render_lobby_options(table: OpenTable, note: str = "") -> Screen:
    """Return the private panel on which the opener configures the table."""
    number = table.row.game_id
    variants = split_variants(table)
    return Screen(
        (
            *list_note_blocks(note),
            f"### {table.game.title} · {format_table(table.row)}: options\n"
            "-# Everyone sees them on the table's message.",
            f"**Seats**: {', '.join(_list_players(table))}\n{' · '.join(list_terms(table))}",
            *build_button_rows(
                Button(f"tableform:{number}", "Seats, pace, bots…", "primary"),
                *(
                    Button(f"ruleform:{number}:{page}", _get_variant_title(page) + "…")
                    for page, _ in enumerate(variants)
                ),
                Button(f"agreeform:{number}", "Agreements…"),
                Button(f"bot:{number}", "Add a bot", disabled=table.full),
            ),
            Row((Menu(f"invite:{number}", "Invite someone", (), people=True),)),
            *build_button_rows(
                Button(f"{MORE}:{number}", "Back"),
                Button(f"nameform:{number}", "Name…"),
                Button(f"close:{number}", "Close this table", "danger"),
            ),
        ),
        colour=BLUE,
    )


def _get_variant_title(page: int) -> str:
    return "Variants" if page == 0 else f"Variants, part {page + 1}"


def _list_players(table: OpenTable) -> list[str]:
    """Return the names of all players, and the number of free seats."""
    free = table.row.seats_wanted - len(table.players)
    return [*map(format_guest, table.players), *([f"*{free} free*"] if free else [])]


# -- forms -------------------------------------------------------------------------------------------


def build_table_form(table: OpenTable) -> Form:
    """Return the form of the seats, the pace with its days, the bots, and the form of the game if it has several."""
    seats = tuple(
        MenuLine(str(count), format_count(count, "seat"), chosen=count == table.row.seats_wanted)
        for count in table.game.seats
    )
    fields: tuple[AnyField, ...] = (
        ChoiceField("Seats", seats[:OPTIONS_IN_SELECT], name="seats"),
        ChoiceField("Pace", _list_paces(table), hint="Time for each answer, and how long the game takes", name="pace"),
        Field(
            "Other hours",
            f"1 to {MAX_PACE_HOURS}; empty for a pace above",
            get_own_hours(table),
            name="hours",
            required=False,
        ),
        ChoiceField("Bots", _list_bots(table), hint=_describe_bots(table), name="bots"),
        *build_option_fields(
            get_first_options(table), table.options, lambda name, value: _describe(table, name, value)
        ),
    )
    return Form(f"tablesent:{table.row.game_id}", f"Table {table.row.game_id}: seats, pace, bots", fields)


def get_own_hours(table: OpenTable) -> str:
    """Return the table's pace in hours if it is one of its own, else an empty text."""
    return str(table.settings.hours) if table.settings.pace == "own" else ""


def get_first_options(table: OpenTable) -> OptionForm:
    """Return the option that stands beside the pace, because slow tables have another default; none in most games."""
    return OptionForm((), tuple(list_slow_forms(table)[:1]))


def _describe(table: OpenTable, name: str, value: object) -> str:
    """Return the expected duration with a value of an option, as the beginning of its explanation."""
    days = describe_duration_with(table, name, value)
    return f"{days[:1].upper()}{days[1:]}." if days else ""


def _list_paces(table: OpenTable) -> tuple[MenuLine, ...]:
    field = type(table.settings).model_fields["pace"]
    means = get_explanations(field)
    return tuple(
        MenuLine(
            value,
            "other hours, given below" if value == "own" else value,
            join_sentences(_describe(table, "pace", value), means.get(value, "")),
            chosen=value == table.settings.pace,
        )
        for value in list_offered_values(field, table.settings.pace)
    )


def list_bot_strengths(table: OpenTable) -> Sequence[BotStrength]:
    """Return the strengths of bots that can be added."""
    easy, strong = table.game.bots.choose_easily is not None, table.strong_bots
    offered: Mapping[BotStrength, bool] = {"steady": True, "easy": easy, "strong": strong}
    return [strength for strength, there in offered.items() if there]


def _list_bots(table: OpenTable) -> tuple[MenuLine, ...]:
    """Return the numbers of bots by strength; bots of several strengths can stay as they are."""
    there = [get_strength(seat_row) for seat_row in table.seats if seat_row.user_id is None]
    mixed = len(set(there)) > 1
    lines = [MenuLine(KEEP_BOTS, f"The {len(there)} bots that are there", chosen=True)] if mixed else []
    lines.append(MenuLine(NO_BOTS, "No bots", chosen=not there))
    most = max(len(there), table.game.seats[-1] - 1)
    for strength in list_bot_strengths(table):
        for count in range(1, most + 1):
            chosen = not mixed and len(there) == count and there[0] == strength
            label = format_count(count, BOT_WORDS[strength])
            lines.append(MenuLine(f"{count} {strength}", label, _describe_strength(strength), chosen))
    return tuple(lines[:OPTIONS_IN_SELECT])


def _describe_strength(strength: BotStrength) -> str:
    if strength == "steady":
        return ""
    return "Leaves openings" if strength == "easy" else f"Thinks about each move: {describe_thinking_time()}"


def _describe_bots(table: OpenTable) -> str:
    """Return the facts that hold for bots of all strengths."""
    return "All but easy ones draw a character when the game begins." if table.characters else ""


def split_variants(table: OpenTable) -> Sequence[OptionForm]:
    """Return the forms of the game's options, without one that is in the form of the seats."""
    return split_options(table.options, without=get_first_options(table).choices)


def split_agreements(table: OpenTable) -> OptionForm:
    """Return the form of the table's settings."""
    (form,) = split_options(table.settings, without=IN_FIRST_FORM)
    return form


def build_variant_form(table: OpenTable, page: int) -> Form | None:
    """Return a form of the game's options; None if there is no such page."""
    pages = split_variants(table)
    if page >= len(pages):
        return None
    fields = build_option_fields(pages[page], table.options, lambda name, value: _describe(table, name, value))
    return Form(
        f"rulesent:{table.row.game_id}:{page}", f"Table {table.row.game_id}: {_get_variant_title(page)}", fields
    )


def build_agreement_form(table: OpenTable) -> Form:
    """Return the form of what players agree to beside the rules."""
    fields = build_option_fields(split_agreements(table), table.settings)
    return Form(f"agreesent:{table.row.game_id}", f"Table {table.row.game_id}: agreements", fields)


def build_name_form(table: OpenTable) -> Form:
    """Return the form for the table's name."""
    field = Field(
        "Name",
        f"Up to {MAX_NAME_CHARS} characters; everyone sees it. Empty: no name",
        table.row.name[:MAX_NAME_CHARS],
        MAX_NAME_CHARS,
        required=False,
    )
    return Form(f"namesent:{table.row.game_id}", f"Table {table.row.game_id}: name", (field,))


# -- panels that older messages open -----------------------------------------------------------------


def build_pace_form(table: OpenTable) -> Form:
    """Return the form that asks for a pace in hours."""
    field = Field("Hours for each answer", f"1 to {MAX_PACE_HOURS}", str(table.settings.hours))
    return Form(f"pace:{table.row.game_id}", "How many hours per answer?", (field,))


def render_lobby_option(table: OpenTable, name: str) -> Screen:
    """Return the private panel with the values of one option."""
    chosen = table.options if name in type(table.options).model_fields else table.settings
    field = type(chosen).model_fields[name]
    present = getattr(chosen, name)
    number = table.row.game_id
    return Screen(
        (
            f"### {field.title or name}: {describe_choice(chosen, name)}\n{field.description or ''}",
            describe_values(table, chosen, name),
            *build_button_rows(
                *(_build_value_button(number, name, value, present) for value in list_offered_values(field, present)),
                Button(f"options:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def _build_value_button(number: int, name: str, value: object, present: object) -> Button:
    """Return the button that chooses one of an option's values."""
    own = (name, value) == OWN_PACE
    return Button(
        f"hours:{number}" if own else f"set:{number}:{name}:{json.dumps(value)}",
        "other hours …" if own else format_option_value(value),
        "success" if value == present else "secondary",
    )
