"""An entrant's settings in a season and its league: a panel, and the form that changes them."""

from __future__ import annotations

from bot.engine.words import format_count, format_list
from bot.host.leagues.draws import get_own_salt
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.draw import MAX_APART
from bot.leagues.log_entries import Drawn
from bot.ui.screens.forms import AnyField, ChoiceField, Form
from bot.ui.screens.leagues import ladders
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows
from storage.interface.leagues import StandingWishes

MAX_CAP = 6
"""Largest number of tables at once that can be chosen."""
CAP, SWITCHES = "cap", "switches"
"""Names of the form's fields."""
NAMED, PAGE, KEPT, LETTERS, PLAYS_ON = "named", "page", "kept", "letters", "on"
"""Values of the checkboxes."""


def render_settings(
    known: KnownSeason, number: int, wishes: StandingWishes, note: str = "", *, wants_page: bool = False
) -> Screen:
    """Return the panel of an entrant's settings: their wishes, their name outside the server, and the league's."""
    season_id = known.row.season_id
    lines = [
        *(["You play " + _describe_cap(known, number)] if can_set_cap(known, number) else []),
        *_describe_name(known, number, wants_page=wants_page),
        f"In the **hall of fame** your name {_describe_keeping(wishes)}.",
        "I send you a direct message when you are drawn, then one a week at most."
        if wishes.letters
        else "I send you no direct message about it.",
        *([] if wording.is_ladder(known.plan) else [_describe_playing_on(wishes)]),
    ]
    return Screen(
        (
            *list_note_blocks(note),
            f"### {format_season_name(known)}: your settings",
            "\n".join(f"- {line}" for line in lines),
            *build_button_rows(
                Button(f"lg-wishform:{season_id}", "Change them…", "primary"),
                *_build_avoid_button(known, number),
                Button(f"lg-place:{season_id}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def can_set_cap(known: KnownSeason, number: int) -> bool:
    """Return whether an entrant can choose how many tables they play at once."""
    return _is_playing(known, number) and not wording.is_ladder(known.plan)


def _is_playing(known: KnownSeason, number: int) -> bool:
    entrant = known.season.entrants[number]
    return entrant.status == "plays" and known.row.status != "over" and not entrant.helper


def _describe_cap(known: KnownSeason, number: int) -> str:
    cap = known.entrants[number].cap
    return "all of your tables at once." if cap is None else f"{format_count(cap, 'table')} at once."


def _describe_name(known: KnownSeason, number: int, *, wants_page: bool) -> list[str]:
    """Return the entrant's name in files and pages that leave the server, and whether they have a page there."""
    named = known.entrants[number].named
    called = f"by your name, with the number {number}" if named else f"**Player {number}**"
    page = "You have no page of your own there."
    if wants_page:
        page = f"You have a page of your own there{'' if named else ', without this season'}."
    return [f"In files and on the web you are called {called}.", page]


def _describe_keeping(wishes: StandingWishes) -> str:
    return "stays for ever" if wishes.kept else "goes with this server's old games"


def _describe_playing_on(wishes: StandingWishes) -> str:
    if wishes.plays_on is None:
        return "You sign up for each season yourself."
    return "You play on: each next season signs you up, and you are told."


def can_avoid(known: KnownSeason, number: int) -> bool:
    """Return whether an entrant can name people to be kept apart from; a draw settles it."""
    before_draw = known.row.status == "sign-up" and known.plan.format != "cup"
    return _is_playing(known, number) and (wording.is_ladder(known.plan) or before_draw)


def _build_avoid_button(known: KnownSeason, number: int) -> list[Button]:
    season_id = known.row.season_id
    if can_avoid(known, number):
        return [Button(f"lg-avoid:{season_id}", "Keep me apart…")]
    return [Button(f"lg-avoid:{season_id}", "My sealed wish")] if _find_seal(known, number) else []


def _find_seal(known: KnownSeason, number: int) -> tuple[int, str] | None:
    """Return the line of the newest draw of an entrant and the digest of their wish there; None if there is none."""
    for drawn in reversed(known.season.rounds):
        entry = known.season.lines[drawn.drawn_at - 1].entry
        if isinstance(entry, Drawn) and number in entry.sealed:
            return drawn.drawn_at, entry.sealed[number]
    return None


def _describe_seal(known: KnownSeason, number: int) -> str:
    """Return the salt of an entrant's own wish and, after the draw, its digest; empty where none is sealed."""
    if known.season.rules is None or not known.season.rules.should_seal_each_wish():
        return ""
    salt, found = f"Your wish is sealed with the salt `{get_own_salt(known, number)}`.", _find_seal(known, number)
    if found is None:
        return salt
    return (
        f"{salt}\nLine {found[0]} of the season's file has its digest `{found[1]}`: the SHA-256 of the salt, a line "
        "feed, and the numbers you avoid, or `none`."
    )


def render_avoided(known: KnownSeason, number: int) -> Screen:
    """Return the panel on which an entrant names people to be kept apart from."""
    season_id = known.row.season_id
    apart = format_list(f"<@{other}>" for other in known.entrants[number].apart)
    wish = f"You want to be kept apart from {apart}." if apart else "Whom would you rather not play against?"
    menu = Menu(f"lg-apart:{known.row.season_id}", "Keep me apart from …", (), fewest=0, most=MAX_APART, people=True)
    seal = _describe_seal(known, number)
    waits = ladders.APART * wording.is_ladder(known.plan)
    return Screen(
        (
            f"### {format_season_name(known)}: whom you avoid\n{wish}{waits}",
            wording.describe_wish_secrecy_briefly(known),
            *([Row((menu,))] if can_avoid(known, number) else []),
            *([seal] if seal else []),
            *build_button_rows(Button(f"lg-wishes:{season_id}", "Back")),
        ),
        colour=BLUE,
    )


# -- the form ----------------------------------------------------------------------------------------


def build_settings_form(known: KnownSeason, number: int, wishes: StandingWishes, *, wants_page: bool) -> Form:
    """Return the form of an entrant's settings, filled in with the present ones."""
    fields: tuple[AnyField, ...] = (
        *([_build_cap_field(known, number)] if can_set_cap(known, number) else []),
        _build_switches(known, number, wishes, wants_page=wants_page),
    )
    return Form(f"lg-wishsent:{known.row.season_id}", f"{known.league.name}: your settings", fields)


def _build_cap_field(known: KnownSeason, number: int) -> ChoiceField:
    cap = known.entrants[number].cap
    lines = (
        MenuLine("0", "All at once", chosen=cap is None),
        *(
            MenuLine(str(most), f"{format_count(most, 'table')} at once", chosen=cap == most)
            for most in range(1, MAX_CAP + 1)
        ),
    )
    return ChoiceField("Tables at once", lines, hint="The others wait until you are free", name=CAP)


def _build_switches(known: KnownSeason, number: int, wishes: StandingWishes, *, wants_page: bool) -> ChoiceField:
    """Return the checkboxes; each says what it reveals or brings."""
    lines = [
        MenuLine(
            NAMED,
            "Name me in files that leave this server",
            f"On web pages, too. Unticked, you are Player {number} there",
            known.entrants[number].named,
        ),
        MenuLine(
            PAGE,
            "A web page of my own",
            "All the world sees your rating, titles and results, by your name; files name you, too",
            wants_page,
        ),
        MenuLine(
            KEPT,
            "Keep my name in the hall of fame for ever",
            "Unticked, it goes with this server's old games",
            wishes.kept,
        ),
        MenuLine(
            LETTERS, "Write to me", "A direct message when you are drawn, then one a week at most", wishes.letters
        ),
    ]
    if not wording.is_ladder(known.plan):
        plays_on = wishes.plays_on is not None
        lines.append(MenuLine(PLAYS_ON, "I play on", "Each next season signs you up with these wishes", plays_on))
    return ChoiceField("Tick what you want", tuple(lines), "checks", fewest=0, most=len(lines), name=SWITCHES)
