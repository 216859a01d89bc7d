"""The game object of City of the Big Shoulders, which registers it with the bot."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game, parse_chapters
from bot.engine.lengths import Length
from bot.games.big_shoulders.advice import advise
from bot.games.big_shoulders.bears import bears
from bot.games.big_shoulders.bots import choose, choose_easily
from bot.games.big_shoulders.chances import EVALUATION
from bot.games.big_shoulders.components import BOX, PLAYERS
from bot.games.big_shoulders.example import EXAMPLE
from bot.games.big_shoulders.first_plan import first_plan
from bot.games.big_shoulders.lesson import LESSON
from bot.games.big_shoulders.moves import AnyMove
from bot.games.big_shoulders.news import AnyNews
from bot.games.big_shoulders.orders import ORDERS
from bot.games.big_shoulders.picture import PICTURES, WHERE, charts, shown
from bot.games.big_shoulders.prepared import TURNS
from bot.games.big_shoulders.rules.setup import set_up
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.text import aim, at_hand, cards, hand, page, say, score, standing, worth
from bot.games.big_shoulders.upgrades import UPGRADES
from bot.games.big_shoulders.view import CityView, redeal, view

GAME: Game[City, CityView] = Game(
    key="big-shoulders",
    title="City of the Big Shoulders",
    tagline="Found companies, trade their shares and build Chicago; the richest player wins.",
    version=1,
    seats=PLAYERS,
    options=CityOptions,
    box=BOX,
    table=City,
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
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), CityOptions),
    example=EXAMPLE,
    aim=aim,
    first_plan=first_plan,
    at_hand=at_hand,
    bears=bears,
    worth=worth,
    evaluation=EVALUATION,
    played_on=12,  # each takes a second or two, so a review takes some minutes
    cards=cards,
    orders=ORDERS,
    turns=TURNS,
    lesson=LESSON,
    pictures=PICTURES,
    standing=standing,
    where=WHERE,
    shown=shown,
    charts=charts,
    score=score,
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
    upgrades=UPGRADES,
)
