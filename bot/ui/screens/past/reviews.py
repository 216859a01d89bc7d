"""Review of a finished game: each seat's win probability, and the moves that could have been better."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pages import Picture
from bot.host.record.review import ReviewContext
from bot.host.record.turning_points import PlayoutResult, TurningPoint
from bot.host.table.audience_view import AudienceView
from bot.leagues.pictures.courses import DEFAULT_SEAT_COLORS, draw_win_probabilities
from bot.ui.screens.names import (
    escape_markdown,
    format_bold_name,
    format_heading,
    format_markdown,
    format_plain,
    format_table,
    get_plain_name,
)
from bot.ui.screens.parts import GREY
from bot.ui.screens.screen import MAX_TEXT_CHARS, Button, Menu, MenuLine, Row, Screen, build_button_rows, truncate

WORDS_ROOMS = (240, 160, 110, 75, 50, 30)
"""Character limits for questions, choices and alternatives, tried until the review fits into a message."""
ABOUT = (
    "-# How likely each seat was to win, going by what its own player knew at that moment. The chances were learned "
    "from games of bots, so among people they are a guess."
)
CUT = "-# The review stops early: the rules or this table were corrected later."
IN_THE_NIGHT = "-# In the night bots play on from these moments; look again tomorrow."
NOTHING = "Good: where the chances fell most, a bot knew no answer that was clearly better."
BOTS_SEAT = "A bot decided everything here, and bots are not judged."
BETTER = (
    "-# Of the decisions after which the chances fell most, those to which a bot knew a clearly better answer, from "
    "what the player saw."
)
BY = {
    "move": "chose",
    "order": "chose by a standing order or a prepared turn",
    "bot": "(played by a bot) chose",
    "default": "was late, so this was played:",
}


def render_review(look: ReviewContext, drawn: Picture) -> Screen:
    """Return the review of a game.

    Args:
        look: the game, and the seat whose turning points are shown.
        drawn: the chart from `draw_win_probability`.
    """
    for room in WORDS_ROOMS:
        screen = _render_with_room(look, drawn, room)
        if _has_room(screen):
            break
    return screen


def _has_room(screen: Screen) -> bool:
    return sum(len(block) for block in screen.blocks if isinstance(block, str)) <= MAX_TEXT_CHARS


def _render_with_room(look: ReviewContext, drawn: Picture, room: int) -> Screen:
    """Return the review with this character limit for each answer."""
    seen, seat = look.seen, look.seat
    points = look.review.points[seat]
    told = [_describe_point(look, number, point, room) for number, point in enumerate(points, 1)]
    told = [BETTER, *told] if told else [NOTHING if seat in look.review.judged else BOTS_SEAT]
    waits = look.waits and any(point.played_on is None for point in points)
    return Screen(
        (
            f"### {seen.game.title} · {format_table(seen.row)}: review\n{ABOUT}"
            + (f"\n{CUT}" if look.review.cut else ""),
            drawn,
            f"### Turning points: {format_heading(seen, f'<seat:{seat}>')}",
            *told,
            *([IN_THE_NIGHT] if waits else []),
            *_build_point_buttons(look),
            *_build_seat_menu(look),
            *build_button_rows(
                Button(f"replay:{seen.row.game_id}", "Replay"),
                Button(f"log:{seen.row.game_id}:0", "Log"),
            ),
        ),
        colour=GREY,
    )


def _describe_point(look: ReviewContext, number: int, point: TurningPoint, room: int) -> str:
    """Return a turning point in words: the verdict with its reason, the choice, and its effect."""
    seen = look.seen
    part = f"{point.part} · " if point.part else ""
    asked, chosen = (_shorten_answer(seen, words, room) for words in (point.asked, point.words))
    played_on = [] if point.played_on is None else [f"- {_describe_playouts(look, point.played_on, room)}"]
    return "\n".join(
        [
            f"**{number}. {part}{format_percent(point.before)} → {format_percent(point.then)}**",
            _describe_verdict(look, point, room),
            f"- “{asked}” {format_bold_name(seen, look.seat)} {BY[point.kind]} **{chosen}**.",
            f"- {_describe_effect(point)}",
            *played_on,
        ]
    )


def _describe_verdict(look: ReviewContext, point: TurningPoint, room: int) -> str:
    """Return the verdict on a choice, with a better one and its reason, as a hint words it."""
    better = point.better
    words = f"**{_shorten_answer(look.seen, better.words, room)}**"
    why = f"“{format_markdown(look.seen, better.why)}”"
    if point.was_good_after_all:
        return f"Good: a bot preferred {words}, but no other answer won more games. Its reason was: {why}"
    by = f", by {better.lost}" if better.lost else ""
    return f"A better answer was {words}{by}: {why}"


def _describe_effect(point: TurningPoint) -> str:
    """Return the causes of the changed win probability: the answer itself, if separable, the others and luck."""
    before, after, then = format_percent(point.before), format_percent(point.after), format_percent(point.then)
    until = "the end" if point.to_the_end else "the next decision"
    luck = " and draws" if point.drew_then else ""
    if point.sealed:
        more = " This includes what everyone else chose" + (", and luck." if point.drew or point.drew_then else ".")
        return f"The answer was sealed. By {until}: {before} → {then}.{more}"
    instead = "" if point.chance_instead is None else f"; with the better answer {format_percent(point.chance_instead)}"
    own = f"The move itself{', with what was drawn' if point.drew else ''}: {before} → {after}{instead}."
    if after == then:
        return own
    return f"{own} Others' moves{luck} until {until}: {after} → {then}."


def _describe_playouts(look: ReviewContext, played: PlayoutResult, room: int) -> str:
    """Return the results of the playouts from this turning point."""
    won = played.won
    wins = f"{_format_wins(won)} {'win' if won == 1 else 'wins'} after this"
    if played.is_bots:
        wins += f", {_format_wins(played.won_instead)} after the bot's answer"
    elif played.instead:
        wins += f", {_format_wins(played.won_instead)} after **{_shorten_answer(look.seen, played.instead, room)}**"
    return f"Played on {played.games} times by bots, from what {format_bold_name(look.seen, look.seat)} knew: {wins}."


def _format_wins(wins: float) -> str:
    """Return a number of wins, which may be fractional for shared victories."""
    return f"{wins:.1f}".removesuffix(".0")


def _shorten_answer(seen: AudienceView, words: str, room: int) -> str:
    """Return an answer or a question with names for its seats, shortened to the limit."""
    return escape_markdown(truncate(format_plain(seen, words), room))


def format_percent(chance: float) -> str:
    """Return a probability in words; 0 % and 100 % are reserved for certainty."""
    if 0 < chance < 0.005:
        return "under 1%"
    if 0.995 <= chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"


def _build_point_buttons(look: ReviewContext) -> Sequence[Row]:
    """Return the buttons to the boards of the turning points."""
    number = look.seen.row.game_id
    points = look.review.points[look.seat]
    return build_button_rows(
        *(Button(f"turned:{number}:{look.seat}:{at}", f"Board at {at}") for at in range(1, len(points) + 1))
    )


def _build_seat_menu(look: ReviewContext) -> list[Row]:
    """Return the menu of seats whose turning points can be shown."""
    entries = tuple(
        MenuLine(str(seat_row.seat), get_plain_name(look.seen, seat_row.seat), chosen=seat_row.seat == look.seat)
        for seat_row in look.seen.seats
    )
    return [Row((Menu(f"reviewed:{look.seen.row.game_id}", "Turning points of", entries),))]


def draw_win_probability(look: ReviewContext) -> Picture:
    """Draw each seat's win probability over the game."""
    names = [get_plain_name(look.seen, seat_row.seat) for seat_row in look.seen.seats]
    courses = [look.review.chances[seat_row.seat] for seat_row in look.seen.seats]
    return draw_win_probabilities(
        look.review.parts, courses, names, look.seen.game.pictures.seat_colors or DEFAULT_SEAT_COLORS
    )
