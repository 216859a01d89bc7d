"""Settings panels for the public web pages of a server or a league."""

from __future__ import annotations

from bot.host.leagues.season_log import KnownSeason
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, Screen, build_button_rows

NO_PAGES = (
    "This bot has no pages on the web, so nothing of this server can be looked at there. Its operator can switch them "
    "on; even then nothing is public before you say so here."
)
WHO_IS_NAMED = (
    "People stand there as **Player 3** and the like; by their names only in a league, and only who has agreed to that "
    "in **My place**. Hands and sealed answers are never shown."
)
TAKEN_BACK = "If you take that back, the pages are gone at once. Copies that somebody has made stay."
CHANNELS = "What stands in a channel that not everybody in this server can read stays hidden, whatever is chosen here."


def render_server_visibility(address: str, public: bool, note: str = "") -> Screen:
    """Return the panel with a server's visibility and its switch; `address` is the base URL of the pages."""
    state = "Nobody can look at this server's tables on the web."
    what = (
        "If you make them public, **everybody in the world** can look at each of them at an address with its number, "
        "also who is not on Discord: the pictures, how it stands, whose turn it is and what has happened. Tables that "
        "still want players stand on the first page, without who sits there. Tables of leagues do not go with it; each "
        "league decides for itself (**/league manage**)."
    )
    button = Button("web-tables:1", "Make this server's tables public", "danger")
    if public:
        state = f"**Everybody in the world can look at this server's tables on the web**: {address}"
        what = TAKEN_BACK
        button = Button("web-tables:0", "Hide them", "primary")
    return Screen(
        (
            *list_note_blocks(note),
            f"### This server on the web\n{state}",
            f"{what}\n{WHO_IS_NAMED}\n{CHANNELS}",
            *build_button_rows(button),
        ),
        colour=BLUE,
    )


def render_league_visibility(
    known: KnownSeason, address: str, *, is_open: bool, is_found: bool, note: str = ""
) -> Screen:
    """Return the panel with a league's visibility and its switches.

    Args:
        known: the league's season.
        address: the base URL of the pages.
        is_open: whether everybody in its server can read its channel.
        is_found: whether search engines may index it.
        note: a sentence about the change just made.
    """
    number, name = known.row.season_id, escape_markdown(known.league.name)
    state = f"Nobody can look at **{name}** on the web."
    what = (
        "If you make it public, it stands among the leagues on the first page, and **everybody in the world** can look "
        "at each of its seasons, also at earlier ones: standings, who met whom, results and the proof of the draw; and "
        "at each of its tables: the pictures, how it stands, whose turn it is and what has happened. A page of the "
        "league's own shows who has won its seasons, and its records."
    )
    ways = [Button(f"lg-public:{number}:1", "Make it public", "danger")]
    if known.league.public:
        state = f"**Everybody in the world can look at {name} on the web**: {address}"
        what = (
            f"{TAKEN_BACK}\nSearch engines are asked to leave it out. If you let them find it, they may show its page "
            "and those of its seasons, and keep for a while what stood there; tables and pages of people stay left out."
        )
        ways = [
            Button(f"lg-public:{number}:0", "Hide it", "primary"),
            Button(f"lg-found:{number}:1", "Let search engines find it"),
        ]
        if is_found:
            what = (
                f"{TAKEN_BACK}\n**Search engines may find it**: its page and those of its seasons, but no tables and "
                "no pages of people. What they have found they may show for some weeks more, whatever you choose here."
            )
            ways[1] = Button(f"lg-found:{number}:0", "Leave it out of search engines")
    shut = "" if is_open else f"\n⚠️ Not everybody here can read <#{known.league.channel_id}>, so **nothing is shown**."
    return Screen(
        (
            *list_note_blocks(note),
            f"### {name} on the web\n{state}{shut}",
            f"{what}\n{WHO_IS_NAMED}\n{CHANNELS}",
            *build_button_rows(*ways, Button(f"lg-more:{number}", "Back")),
        ),
        colour=BLUE,
    )
