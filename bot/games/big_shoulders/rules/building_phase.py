"""Building phase: everybody secretly plays one building tile, discards one, and keeps one.

From the second decade on two tiles are dealt first. When all have chosen, the tiles are laid on their owners' tracks,
where they stay, and bring workers to the job market. In the third decade everybody gains a partner. (Rules 6.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn
from bot.engine.words import format_count, format_list
from bot.games.big_shoulders.components import Automate, Tile
from bot.games.big_shoulders.moves import ChooseTiles
from bot.games.big_shoulders.news import TilesDealt, TilesPlayed
from bot.games.big_shoulders.rules.automation import MACHINES_PAY_BRIEFLY
from bot.games.big_shoulders.rules.job_market import workers_come
from bot.games.big_shoulders.rules.partners import gain_partner
from bot.games.big_shoulders.rules.vocabulary import (
    HINT,
    LETTER,
    SHORT,
    effects_said,
    fit,
    payment_said,
    record_tile,
    shorten,
    tile_said,
)

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Building phase"


class BuildingPhase(Sealed, kind="building phase"):
    """All choose at once; their discards stay secret."""

    answers: EachOwn[dict[Seat, ChooseTiles]] = {}

    def begin(self, table: City) -> None:
        """Deal the tiles of the decade."""
        for seat, player in table.everybody.items():
            pile = table.tile_piles[table.decade_card.era]
            dealt = sorted(pile.pop() for _ in range(table.decade_card.dealt))
            player.hand = sorted([*player.hand, *dealt])
            if dealt:
                named = [record_tile(table.box.tile[number]) for number in dealt]
                table.tell(TilesDealt(seat=seat, tiles=named), to=[seat])

    def build_question(self, table: City, seat: Seat) -> Question:
        """Ask which tile is played and which discarded."""
        return Choose(
            prompt=f"{table.year}: which tile do you play{'' if is_last(table) else ', which discard, which keep'}?",
            rule=RULE,
            help="The tile you play is an action for everybody, in this decade and all later ones, and each use pays "
            f"you. {_describe_rest(table)} Secret until all have chosen; nobody sees what you discard.",
            options=tuple(self.choices(table, seat)),
            shown=self.list_different(table, seat),
        )

    def list_different(self, table: City, seat: Seat) -> tuple[int, ...]:
        """Return the positions of the answers that are shown: in the last decade only one for each tile to play.

        Which of the others is discarded then makes no difference.
        """
        played = [tile for tile, _ in permutations(table.everybody[seat].hand, 2)]
        return tuple(played.index(tile) for tile in dict.fromkeys(played)) if is_last(table) else ()

    def choices(self, table: City, seat: Seat) -> list[Option]:
        """Return each tile to play with each to discard."""
        found = []
        for played, discarded in permutations(table.everybody[seat].hand, 2):
            tile = table.box.tile[played]
            label = f"Play tile {played}, discard tile {discarded}"
            kept = [number for number in table.everybody[seat].hand if number not in (played, discarded)]
            kept_said = list(_list_effects(table, tile, kept))
            income = [] if _automates(tile) and kept_said else [f"{_describe_income(tile)}."]
            hint = fit(HINT, _name_twin(table, seat, tile), *income, *kept_said)
            move = ChooseTiles(play=played, discard=discarded)
            found.append(
                Option(move, label, "Which tile", hint, short=_name_group(tile))
                if is_last(table)
                else Option(move, label, _name_group(tile), hint)
            )
        return found

    def get_default_move(self, table: City, seat: Seat) -> Move | None:
        """Play the tile with the lowest number, discard the next."""
        first, second, *_ = sorted(table.everybody[seat].hand)
        return ChooseTiles(play=first, discard=second)

    def get_title(self, table: City) -> str:
        """Return what everybody decides."""
        return f"{table.year}, Building phase: everybody chooses a building tile"

    def end(self, table: City) -> None:
        """Lay the tiles on the tracks; workers come, and in the third decade partners."""
        before, played = table.job_market, {}
        for seat, choice in sorted(self.answers.items()):
            player = table.everybody[seat]
            player.hand = [tile for tile in player.hand if tile not in (choice.play, choice.discard)]
            player.tiles.append(choice.play)
            player.discarded.append(choice.discard)
            played[seat] = choice.play
        workers_come(table, sum(table.box.tile[tile].workers for tile in played.values()))
        named = {seat: record_tile(table.box.tile[tile]) for seat, tile in played.items()}
        table.tell(TilesPlayed(tiles=named, before=before, after=table.job_market))
        if table.decade_card.partner:
            for seat in table.seats:
                gain_partner(table, seat, "decade")


def is_last(table: City) -> bool:
    """Whether no tile can be played after this phase."""
    return table.decade == table.box.terms.last_decade


def _describe_rest(table: City) -> str:
    """Return what becomes of the tile that is neither played nor discarded."""
    if is_last(table):
        return "The others are of no use any more."
    return "The third stays in your hand: you can play it in a later decade."


def _describe_income(tile: Tile) -> str:
    """Return who pays the owner of a tile how much for each use of it."""
    return f"Each use: {payment_said(tile).replace('its owner', 'you')}"


def _name_twin(table: City, seat: Seat, tile: Tile) -> str:
    """Return which other tile of the hand does the same, pays the same and brings as many workers."""
    for number in table.everybody[seat].hand:
        other = table.box.tile[number]
        if number != tile.number and _describe_use(other) == _describe_use(tile):
            return f"Same as tile {number}."
    return ""


def _describe_use(tile: Tile) -> tuple[object, ...]:
    """Return all that matters of a tile in play."""
    return tile.effects, tile.payment, tile.amount, tile.workers


def _list_effects(table: City, tile: Tile, kept: Sequence[int]) -> Iterator[str]:
    """Yield what becomes of the tiles that are kept, what machines bring, and how many workers come."""
    if kept and not is_last(table):
        yield f"For later: {format_list(tile_said(table.box.tile[number]) for number in kept)}."
    if _automates(tile):
        yield f"{MACHINES_PAY_BRIEFLY}."
    if tile.workers:
        yield f"+{format_count(tile.workers, 'worker')} for all to hire."


def _automates(tile: Tile) -> bool:
    return any(isinstance(effect, Automate) for effect in tile.effects)


def _name_group(tile: Tile) -> str:
    """Return what it is to play a tile, on a menu with a letter and the number of its lines."""
    what = effects_said(tile.effects)
    whole, less = f"Play tile {tile.number}: {what}", f"Play {tile.number}: {what}"
    return shorten(whole, less, less.replace("1 ", ""), room=SHORT - LETTER - len("… (2)")) or whole
