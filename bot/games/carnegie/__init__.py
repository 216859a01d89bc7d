"""The game object of Carnegie, which registers it with the bot."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.rulebook import parse_chapters
from bot.games.carnegie.advice import advise
from bot.games.carnegie.bears import bears
from bot.games.carnegie.bots import choose, choose_easily, refuses_income
from bot.games.carnegie.cards import cards
from bot.games.carnegie.chances import EVALUATION
from bot.games.carnegie.comparison import compare
from bot.games.carnegie.components import BOX, PLAYERS
from bot.games.carnegie.example import EXAMPLE
from bot.games.carnegie.first_plan import first_plan
from bot.games.carnegie.lesson import LESSON
from bot.games.carnegie.moves import AnyMove
from bot.games.carnegie.news import AnyNews
from bot.games.carnegie.orders import ORDERS
from bot.games.carnegie.picture import EMOJI, PICTURES, WHERE, charts, shown
from bot.games.carnegie.picture.sheets import SEATS
from bot.games.carnegie.plans import plans
from bot.games.carnegie.prepared import TURNS
from bot.games.carnegie.rules.setup import set_up
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.text import aim, at_hand, condense, hand, page, say, score, standing, worth
from bot.games.carnegie.upgrades import UPGRADES
from bot.games.carnegie.view import CarnegieView, redeal, view

GAME: Game[Carnegie, CarnegieView] = Game(
    key="carnegie",
    title="Carnegie",
    tagline="Run a company, build across America, and give away what you earn.",
    seats=PLAYERS,
    options=CarnegieOptions,
    box=BOX,
    table=Carnegie,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=hand,
    choose=choose,
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), CarnegieOptions),
    saved=SavedTables(version=3, upgrades=UPGRADES),
    bots=Bots(
        choose_easily=choose_easily,
        refuses_income=refuses_income,
        evaluation=EVALUATION,
        advise=advise,
        compare=compare,
    ),
    play_ahead=PlayAhead(orders=ORDERS, turns=TURNS),
    teaching=Teaching(
        lesson=LESSON,
        example=EXAMPLE,
        aim=aim,
        first_plan=first_plan,
        plans=plans,
        at_hand=at_hand,
        bears=bears,
        cards=cards,
    ),
    pictures=GamePictures(drawings=PICTURES, where=WHERE, shown=shown, charts=charts, emoji=EMOJI, seat_colors=SEATS),
    wording=Wording(
        hand_title="My company",
        score=score,
        worth=worth,
        standing=standing,
        condense=condense,
        aliases=("Patron Basalt", "Patron Flint", "Patron Granite", "Patron Marble"),
    ),
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
)
