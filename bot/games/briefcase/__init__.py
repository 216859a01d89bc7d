"""The game plugin for Briefcase."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.rulebook import parse_chapters
from bot.games.briefcase.advice import advise
from bot.games.briefcase.bears import bears, describe_private_facts
from bot.games.briefcase.bots import choose, choose_easily
from bot.games.briefcase.chances import EVALUATION
from bot.games.briefcase.comparison import compare
from bot.games.briefcase.components import BOX, PLAYERS
from bot.games.briefcase.example import EXAMPLE
from bot.games.briefcase.last_plays import find_last_plays
from bot.games.briefcase.lesson import LESSON
from bot.games.briefcase.moves import AnyMove
from bot.games.briefcase.news import AnyNews
from bot.games.briefcase.orders import ORDERS
from bot.games.briefcase.picture import EMOJI, LINES, PICTURES, WHERE, charts
from bot.games.briefcase.prepared import TURNS
from bot.games.briefcase.rules.company_sets import BriefcaseOptions
from bot.games.briefcase.rules.setup import set_up
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.text import aim, at_hand, basics, condense, hand, list_cards, page, say, score, standing
from bot.games.briefcase.upgrades import UPGRADES
from bot.games.briefcase.view import BriefcaseView, redeal, view

GAME: Game[Briefcase, BriefcaseView] = Game(
    key="briefcase",
    title="Briefcase",
    tagline="Build a deck of decisions, and with it the most valuable group of companies.",
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
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), BriefcaseOptions),
    saved=SavedTables(version=2, upgrades=UPGRADES),
    bots=Bots(choose_easily=choose_easily, evaluation=EVALUATION, advise=advise, compare=compare),
    play_ahead=PlayAhead(orders=ORDERS, turns=TURNS, last_answers=find_last_plays),
    teaching=Teaching(
        lesson=LESSON,
        example=EXAMPLE,
        aim=aim,
        basics=basics,
        at_hand=at_hand,
        bears=bears,
        private_facts=describe_private_facts,
        cards=list_cards,
    ),
    pictures=GamePictures(drawings=PICTURES, where=WHERE, charts=charts, emoji=EMOJI, seat_colors=LINES),
    wording=Wording(
        score=score,
        standing=standing,
        condense=condense,
        aliases=("Founder Finch", "Founder Heron", "Founder Lark", "Founder Rook"),
    ),
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
)
