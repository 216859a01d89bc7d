"""The game plugin for Briefcase."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game, parse_chapters
from bot.engine.lengths import Length
from bot.games.briefcase.advice import advise
from bot.games.briefcase.bears import bears
from bot.games.briefcase.bots import choose, choose_easily
from bot.games.briefcase.chances import EVALUATION
from bot.games.briefcase.components import BOX, PLAYERS
from bot.games.briefcase.example import EXAMPLE
from bot.games.briefcase.lesson import LESSON
from bot.games.briefcase.moves import AnyMove
from bot.games.briefcase.news import AnyNews
from bot.games.briefcase.orders import ORDERS
from bot.games.briefcase.picture import PICTURES, WHERE, charts
from bot.games.briefcase.prepared import TURNS
from bot.games.briefcase.rules.company_sets import BriefcaseOptions
from bot.games.briefcase.rules.setup import set_up
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.text import aim, at_hand, cards, hand, page, say, score, standing
from bot.games.briefcase.upgrades import UPGRADES
from bot.games.briefcase.view import BriefcaseView, redeal, view

GAME: Game[Briefcase, BriefcaseView] = Game(
    key="briefcase",
    title="Briefcase",
    tagline="Build a deck of decisions, and with it the most valuable group of companies.",
    version=2,
    seats=PLAYERS,
    options=BriefcaseOptions,
    box=BOX,
    table=Briefcase,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=hand,
    choose=choose,
    choose_easily=choose_easily,
    advise=advise,
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), BriefcaseOptions),
    example=EXAMPLE,
    aim=aim,
    evaluation=EVALUATION,
    at_hand=at_hand,
    bears=bears,
    cards=cards,
    orders=ORDERS,
    turns=TURNS,
    lesson=LESSON,
    pictures=PICTURES,
    where=WHERE,
    standing=standing,
    charts=charts,
    score=score,
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
    upgrades=UPGRADES,
)
