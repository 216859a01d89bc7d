"""Corporate Espionage: the game's visiting card."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Chapter, Game
from bot.games.corporate_espionage.bots import choose
from bot.games.corporate_espionage.components import BOX, PLAYERS
from bot.games.corporate_espionage.lesson import LESSON
from bot.games.corporate_espionage.moves import AnyMove
from bot.games.corporate_espionage.news import AnyNews
from bot.games.corporate_espionage.orders import ORDERS
from bot.games.corporate_espionage.picture import PICTURES, charts
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.start import set_up
from bot.games.corporate_espionage.table import Espionage
from bot.games.corporate_espionage.text import hand, page, say, score, together
from bot.games.corporate_espionage.upgrades import UPGRADES
from bot.games.corporate_espionage.view import EspionageView, redeal, view

_GOES_ON = re.compile(r"(?<!\n)\n(?!\n|- |\d+\. ) *")
_RULES = Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8")


def _chapters(rules: str) -> list[Chapter]:
    """Return the chapters of the rulebook, which begin with headings of the second level.

    Lines are joined where a paragraph or a list item goes on, because a chat shows each line break.
    """
    parts = [part.split("\n", 1) for part in rules.split("\n## ")[1:]]
    return [Chapter(title.strip(), _GOES_ON.sub(" ", body.strip())) for title, body in parts]


GAME: Game[Espionage, EspionageView] = Game(
    key="corporate-espionage",
    title="Corporate Espionage",
    tagline="Hire, spend and ruin each other with cards: the last startup standing wins.",
    version=1,
    seats=PLAYERS,
    options=EspionageOptions,
    box=BOX,
    table=Espionage,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=hand,
    choose=choose,
    rulebook=_chapters(_RULES),
    orders=ORDERS,
    lesson=LESSON,
    pictures=PICTURES,
    charts=charts,
    together=together,
    score=score,
    upgrades=UPGRADES,
)
