"""The game object of City of the Big Shoulders, which registers it with the bot."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.rulebook import parse_chapters
from bot.games.big_shoulders.advice import advise
from bot.games.big_shoulders.bears import bears
from bot.games.big_shoulders.bots import choose, choose_easily, refuses_income
from bot.games.big_shoulders.chances import EVALUATION
from bot.games.big_shoulders.comparison import compare
from bot.games.big_shoulders.components import BOX, PLAYERS
from bot.games.big_shoulders.example import EXAMPLE
from bot.games.big_shoulders.first_plan import first_plan
from bot.games.big_shoulders.lesson import LESSON
from bot.games.big_shoulders.moves import AnyMove
from bot.games.big_shoulders.news import AnyNews
from bot.games.big_shoulders.orders import ORDERS
from bot.games.big_shoulders.picture import EMOJI, PICTURES, WHERE, charts, shown
from bot.games.big_shoulders.picture.style import SEATS
from bot.games.big_shoulders.prepared import TURNS
from bot.games.big_shoulders.private_facts import describe_private_facts
from bot.games.big_shoulders.rules.setup import set_up
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.text import (
    aim,
    at_hand,
    cards,
    explain_worth,
    hand,
    page,
    say,
    score,
    standing,
    worth,
)
from bot.games.big_shoulders.tips import tip
from bot.games.big_shoulders.upgrades import UPGRADES
from bot.games.big_shoulders.view import CityView, redeal, view

GAME: Game[City, CityView] = Game(
    key="big-shoulders",
    title="City of the Big Shoulders",
    tagline="Found companies, trade their shares and build Chicago; the richest player wins.",
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
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), CityOptions),
    saved=SavedTables(version=1, upgrades=UPGRADES),
    bots=Bots(
        choose_easily=choose_easily,
        refuses_income=refuses_income,
        evaluation=EVALUATION,
        played_on=12,  # each takes a second or two, so a review takes some minutes
        advise=advise,
        compare=compare,
    ),
    play_ahead=PlayAhead(orders=ORDERS, turns=TURNS),
    teaching=Teaching(
        lesson=LESSON,
        example=EXAMPLE,
        aim=aim,
        first_plan=first_plan,
        tip=tip,
        at_hand=at_hand,
        bears=bears,
        private_facts=describe_private_facts,
        cards=cards,
    ),
    pictures=GamePictures(drawings=PICTURES, where=WHERE, shown=shown, charts=charts, emoji=EMOJI, seat_colors=SEATS),
    wording=Wording(
        hand_title="My tiles",
        score=score,
        worth=worth,
        explain_worth=explain_worth,
        standing=standing,
        aliases=("Tycoon Birch", "Tycoon Cedar", "Tycoon Hazel", "Tycoon Maple"),
    ),
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
)
