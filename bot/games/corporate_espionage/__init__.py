"""The game plugin for Corporate Espionage."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.rulebook import parse_chapters
from bot.games.corporate_espionage.advice import advise
from bot.games.corporate_espionage.at_hand import at_hand
from bot.games.corporate_espionage.bears import bears
from bot.games.corporate_espionage.bots import choose, choose_easily
from bot.games.corporate_espionage.chances import EVALUATION
from bot.games.corporate_espionage.comparison import compare
from bot.games.corporate_espionage.components import BOX, PLAYERS
from bot.games.corporate_espionage.example import EXAMPLE
from bot.games.corporate_espionage.lesson import LESSON
from bot.games.corporate_espionage.moves import AnyMove
from bot.games.corporate_espionage.news import AnyNews
from bot.games.corporate_espionage.orders import ORDERS
from bot.games.corporate_espionage.picture import EMOJI, PICTURES, WHERE, charts
from bot.games.corporate_espionage.picture.table import LINES
from bot.games.corporate_espionage.prepared import TURNS
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.start import set_up
from bot.games.corporate_espionage.table import Espionage
from bot.games.corporate_espionage.text import aim, cards, explain_answers, hand, page, say, score, standing, together
from bot.games.corporate_espionage.upgrades import UPGRADES
from bot.games.corporate_espionage.view import EspionageView, redeal, view, worth

_RULES = Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8")


GAME: Game[Espionage, EspionageView] = Game(
    key="corporate-espionage",
    title="Corporate Espionage",
    tagline="Hire, spend and ruin each other with cards: the last startup standing wins.",
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
    rulebook=parse_chapters(_RULES, EspionageOptions),
    saved=SavedTables(version=2, upgrades=UPGRADES),
    bots=Bots(choose_easily=choose_easily, evaluation=EVALUATION, advise=advise, compare=compare),
    play_ahead=PlayAhead(orders=ORDERS, turns=TURNS),
    teaching=Teaching(
        lesson=LESSON,
        example=EXAMPLE,
        aim=aim,
        basics=explain_answers,
        at_hand=at_hand,
        bears=bears,
        cards=cards,
    ),
    pictures=GamePictures(drawings=PICTURES, where=WHERE, charts=charts, emoji=EMOJI, seat_colors=LINES),
    wording=Wording(
        score=score,
        worth=worth,
        standing=standing,
        together=together,
        aliases=("Agent Amber", "Agent Beryl", "Agent Coral", "Agent Garnet", "Agent Jasper", "Agent Opal"),
    ),
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
)
