"""Handlers for help, and for the rules and the cards of the games on offer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import CardEntry
from bot.engine.game import AnyGame
from bot.engine.rulebook import build_card_chapters
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.ui import screens
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import GAME, NOTHING, route
from bot.ui.screens.pictures import Pictures


class RulebookHandlers:
    """Shows chapters of rules, and cards."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures

    @route("rules", access=GAME, saves=NOTHING, reads=lambda press: (press.read_number(1), _read_way_back(press, 2)))
    @route(
        "chapter",
        access=GAME,
        saves=NOTHING,
        reads=lambda press: (press.read_choice_number(), _read_way_back(press, 1)),
    )
    async def show_rules(self, interaction: Interaction, title: str, page: int, back: str = "") -> None:
        """Show a chapter of a game's rules or of its cards, with the way back to a table's panel that it replaces."""
        game = self._get_game(title)
        cards = self.list_cards(game)
        picture = await self._pictures.draw_chapter(game, screens.get_chapter(game, page, cards))
        await show(interaction, screens.render_rules(game, page, cards, picture, back))

    async def show_help(self, interaction: Interaction) -> None:
        """Show the first things to know about the bot."""
        await show(interaction, screens.render_help())

    async def show_card(self, interaction: Interaction, title: str, wanted: str | None, *, anywhere: bool) -> None:
        """Show a card's text.

        Args:
            interaction: the request.
            title: key of the card's game.
            wanted: the card's name; None shows all cards, from the first.
            anywhere: whether to search the other games, too.
        """
        game = self._get_game(title)
        if wanted is None:
            if not self.list_cards(game):
                raise Refusal(f"{game.title} has no cards to look up. **/game rules** explains it.")
            await show(interaction, screens.render_rules(game, len(game.rulebook), self.list_cards(game)))
            return
        typed = wanted.strip().casefold()
        others = [other for other in self._host.games.values() if other is not game] if anywhere else []
        for one in (game, *others):
            cards = self.list_cards(one)
            found = next((card for card in cards if card.name.casefold() == typed), None)
            if found is not None:
                chapters = enumerate(build_card_chapters(cards), len(one.rulebook))
                page = next(at for at, chapter in chapters if found.line in chapter.text)
                await show(interaction, screens.render_card(one, found, page))
                return
        raise Refusal("There is no card of that name. Without a name **/game cards** shows all cards of a game.")

    def list_cards(self, game: AnyGame) -> Sequence[CardEntry]:
        """Return the cards of new games of this kind here."""
        return () if game.teaching.cards is None else game.teaching.cards(self._host.boxes.get(game))

    def _get_game(self, title: str) -> AnyGame:
        """Return the game with this key; raise Refusal if there is none."""
        game = self._host.games.get(title)
        if game is None:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self._host.games)}.")
        return game


def _read_way_back(press: Press, at: int) -> str:
    """Return the end of the id, which names the table whose panel is replaced; empty if the rules stand alone."""
    if len(press.parts) <= at:
        return ""
    press.read_number(at)
    return ":".join(press.parts[at : at + 2])
