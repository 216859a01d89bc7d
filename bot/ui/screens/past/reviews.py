"""Review of a finished game: each seat's win probability, and the decisive moves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pages import Picture
from bot.host.record.review import Reviewed
from bot.host.record.turning_points import PlayedOn, TurningPoint
from bot.host.table.audience_view import AudienceView
from bot.leagues.pictures.courses import courses
from bot.ui.screens.names import as_markdown, in_heading, in_markdown, in_plain, marked, plain
from bot.ui.screens.parts import GREY
from bot.ui.screens.screen import TEXT_IN_MESSAGE, Button, Menu, MenuLine, Row, Screen, buttons, short

WORDS_ROOMS = (240, 160, 110, 75, 50, 30)
"""Character limits for questions, choices and alternatives, tried until the review fits into a message.

Bots' reasons are included only with the first limit.
"""
ABOUT = (
    "-# How likely each seat was to win, going by what its own player knew at that moment. The chances were learned "
    "from games of bots, so among people they are a guess."
)
CUT = "-# The review stops early: the rules or this table were corrected later."
IN_THE_NIGHT = "-# In the night bots play on from these moments; look again tomorrow."
NOTHING = "Nothing that was decided here changed the chances by much."
BY = {
    "move": "chose",
    "order": "chose by a standing order or a prepared turn",
    "bot": "(played by a bot) chose",
    "default": "was late, so this was played:",
}


def review(look: Reviewed, drawn: Picture) -> Screen:
    """Return the review of a game.

    Args:
        look: the game, and the seat whose turning points are shown.
        drawn: the chart from `chances_drawn`.
    """
    for room in WORDS_ROOMS:
        screen = _review(look, drawn, room)
        if _has_room(screen):
            break
    return screen


def _has_room(screen: Screen) -> bool:
    return sum(len(block) for block in screen.blocks if isinstance(block, str)) <= TEXT_IN_MESSAGE


def _review(look: Reviewed, drawn: Picture, room: int) -> Screen:
    """Return the review with this character limit for each answer."""
    seen, seat = look.seen, look.seat
    points = look.review.points[seat]
    told = [_point(look, number, point, room) for number, point in enumerate(points, 1)] or [NOTHING]
    waits = look.waits and any(point.played_on is None for point in points)
    return Screen(
        (
            f"### {seen.game.title} · table {seen.row.game_id}: review\n{ABOUT}"
            + (f"\n{CUT}" if look.review.cut else ""),
            drawn,
            f"### Turning points: {in_heading(seen, f'<seat:{seat}>')}",
            *told,
            *([IN_THE_NIGHT] if waits else []),
            *_to_points(look),
            *_seats(look),
            *buttons(
                Button(f"replay:{seen.row.game_id}", "Replay"),
                Button(f"log:{seen.row.game_id}:0", "Log"),
            ),
        ),
        colour=GREY,
    )


def _point(look: Reviewed, number: int, point: TurningPoint, room: int) -> str:
    """Return a turning point in words: the choice, its effect, and a bot's alternative."""
    seen = look.seen
    part = f"{point.part} · " if point.part else ""
    asked, chosen = (_in_short(seen, words, room) for words in (point.asked, point.words))
    played_on = [] if point.played_on is None else [f"- {_played_on(look, point.played_on, room)}"]
    return "\n".join(
        [
            f"**{number}. {part}{percent(point.before)} → {percent(point.then)}**",
            f"“{asked}” {marked(seen, look.seat)} {BY[point.kind]} **{chosen}**.",
            f"- {_came_of_it(point)}",
            f"- {_instead(look, point, room)}",
            *played_on,
        ]
    )


def _came_of_it(point: TurningPoint) -> str:
    """Return the causes of the changed win probability: the answer itself, if separable, the others and luck."""
    before, after, then = percent(point.before), percent(point.after), percent(point.then)
    until = "the end" if point.to_the_end else "the next decision"
    luck = " and draws" if point.drew_then else ""
    if point.sealed:
        more = " The answers of all are in it" + (", and draws." if point.drew or point.drew_then else ".")
        return f"The answer was sealed. By {until}: {before} → {then}.{more}"
    own = f"The move itself{', with what was drawn' if point.drew else ''}: {before} → {after}."
    if after == then:
        return own
    return f"{own} Others' moves{luck} until {until}: {after} → {then}."


def _instead(look: Reviewed, point: TurningPoint, room: int) -> str:
    bot = "The steady bot" if point.kind == "bot" else "A bot"  # the bot that played may have had a character
    if point.instead is None:
        return f"{bot} would have chosen the same."
    chances = "" if point.instead.chances is None else f" ({percent(point.instead.chances)} right after it)"
    why = f" {in_markdown(look.seen, point.instead.why)}" if point.instead.why and room == WORDS_ROOMS[0] else ""
    return f"{bot} would have chosen **{_in_short(look.seen, point.instead.words, room)}**{chances}.{why}"


def _played_on(look: Reviewed, played: PlayedOn, room: int) -> str:
    """Return the results of the playouts from this turning point."""
    won = played.won
    wins = f"{_amount(won)} {'win' if won == 1 else 'wins'} after this"
    if played.is_bots:
        wins += f", {_amount(played.won_instead)} after the bot's answer"
    elif played.instead:
        wins += f", {_amount(played.won_instead)} after **{_in_short(look.seen, played.instead, room)}**"
    return f"Played on {played.games} times by bots, from what {marked(look.seen, look.seat)} knew: {wins}."


def _amount(wins: float) -> str:
    """Return a number of wins, which may be fractional for shared victories."""
    return f"{wins:.1f}".removesuffix(".0")


def _in_short(seen: AudienceView, words: str, room: int) -> str:
    """Return an answer or a question with names for its seats, shortened to the limit."""
    return as_markdown(short(in_plain(seen, words), room))


def percent(chance: float) -> str:
    """Return a probability in words; 0 % and 100 % are reserved for certainty."""
    if 0 < chance < 0.005:
        return "under 1%"
    if 0.995 <= chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"


def _to_points(look: Reviewed) -> Sequence[Row]:
    """Return the buttons to the boards of the turning points."""
    number = look.seen.row.game_id
    points = look.review.points[look.seat]
    return buttons(*(Button(f"turned:{number}:{look.seat}:{at}", f"Board at {at}") for at in range(1, len(points) + 1)))


def _seats(look: Reviewed) -> list[Row]:
    """Return the menu of seats whose turning points can be shown."""
    entries = tuple(
        MenuLine(str(seat_row.seat), plain(look.seen, seat_row.seat), chosen=seat_row.seat == look.seat)
        for seat_row in look.seen.seats
    )
    return [Row((Menu(f"reviewed:{look.seen.row.game_id}", "Turning points of", entries),))]


def chances_drawn(look: Reviewed) -> Picture:
    """Draw each seat's win probability over the game."""
    names = [plain(look.seen, seat_row.seat) for seat_row in look.seen.seats]
    return courses(look.review.parts, [look.review.chances[seat_row.seat] for seat_row in look.seen.seats], names)
