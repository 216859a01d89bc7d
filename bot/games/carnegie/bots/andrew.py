"""The bot's estimate of Andrew's gain from a row: the mean over the cards he may turn next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.games.carnegie.components import END_BOX, AndrewCard, Row
from bot.games.carnegie.view import AndrewView, CarnegieView


def expected(view: CarnegieView, andrew: AndrewView, row: Row) -> float:
    """Return the VP that Andrew can expect if a row is picked now.

    Args:
        view: the table.
        andrew: what everybody knows of him.
        row: that may be picked.
    """
    may_come = list(_may_come(view, andrew))
    likely = sum(part for _, part in may_come)
    return sum(part * _brings(view, andrew, card, row) for card, part in may_come) / likely if likely else 0.0


def _may_come(view: CarnegieView, andrew: AndrewView) -> Iterator[tuple[AndrewCard, float]]:
    """Yield the cards he has not turned, with how likely each is in his deck."""
    turned = {andrew.card, *(card for card, _ in andrew.cards)}
    for advanced, count in zip((False, True), view.box.solo.decks[view.options.andrew], strict=True):
        kind = [card for card in view.box.solo.cards if card.advanced == advanced]
        unknown = [card for card in kind if card.id not in turned]
        left = count - (len(kind) - len(unknown))
        yield from ((card, left / len(unknown)) for card in unknown if left)


def _brings(view: CarnegieView, andrew: AndrewView, card: AndrewCard, row: Row) -> float:
    """Return the VP that a card brings him with a row, those for what he cannot do included."""
    match row:
        case "hr":
            vp, shift = 0.0, card.shift
        case "management":
            vp, shift = _tiles(view, card)
        case "construction":
            vp, shift = _projects(view, card)
        case "rd":
            vp, shift = _steps(view, andrew, card)
    columns = view.box.solo.columns
    return vp + columns[min(shift, len(columns) - 1)]


def _tiles(view: CarnegieView, card: AndrewCard) -> tuple[float, int]:
    """Return the VP of the tiles he takes, and how many he lacks: no number twice."""
    box, taken = view.box, 0
    for row, wanted in Counter(card.departments).items():
        numbers = {name for name in view.display if box.department[name].row == row}
        taken += min(wanted, len(numbers))
    return float(box.solo.tile_vp * taken), len(card.departments) - taken


def _projects(view: CarnegieView, card: AndrewCard) -> tuple[float, int]:
    """Return the VP of the projects he builds, and how many he cannot."""
    empty = [city for city in card.cities if None in view.spaces[city]]
    return sum(view.box.city[city].vp + view.box.weighs.taken_space for city in empty), len(card.cities) - len(empty)


def _steps(view: CarnegieView, andrew: AndrewView, card: AndrewCard) -> tuple[float, int]:
    """Return what his steps on a track are worth, and how many he cannot go."""
    at = andrew.tracks[card.region]
    last = END_BOX - 1 if view.ends[card.region] and at < END_BOX else END_BOX
    steps = min(card.steps, last - at)
    arrives = steps > 0 and at + steps == END_BOX
    return steps * view.box.weighs.step_of_andrew + (view.box.weighs.last_step if arrives else 0.0), card.steps - steps
