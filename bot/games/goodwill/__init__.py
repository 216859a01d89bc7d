"""The game plugin for Goodwill."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from bot.engine.game import Game
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.rulebook import parse_chapters
from bot.games.goodwill.advice import advise
from bot.games.goodwill.at_hand import at_hand
from bot.games.goodwill.bears import bears
from bot.games.goodwill.bots import choose, choose_easily
from bot.games.goodwill.chances import EVALUATION
from bot.games.goodwill.comparison import compare
from bot.games.goodwill.components import BOX, PLAYERS
from bot.games.goodwill.example import EXAMPLE
from bot.games.goodwill.lesson import LESSON
from bot.games.goodwill.moves import AnyMove
from bot.games.goodwill.news import AnyNews
from bot.games.goodwill.orders import ORDERS
from bot.games.goodwill.picture import EMOJI, PICTURES, SEAT_COLORS, WHERE, charts
from bot.games.goodwill.private_facts import describe_private_facts, find_fair_price
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.setup import set_up
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.text import aim, cards, condense, explain_answers, hand, page, say, standing
from bot.games.goodwill.thinking import imagine, plans, revealed
from bot.games.goodwill.upgrades import UPGRADES
from bot.games.goodwill.view import GoodwillView, redeal, view, worth
from bot.games.goodwill.words import money

_RULES = Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8")


GAME: Game[Goodwill, GoodwillView] = Game(
    key="goodwill",
    title="Goodwill",
    tagline="Trade shares of three rival companies on half the news, and vote their bosses in and out.",
    seats=PLAYERS,
    options=GoodwillOptions,
    box=BOX,
    table=Goodwill,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=hand,
    choose=choose,
    rulebook=parse_chapters(_RULES, GoodwillOptions),
    saved=SavedTables(version=1, upgrades=UPGRADES),
    bots=Bots(
        choose_easily=choose_easily,
        plans=plans,
        imagine=imagine,
        judge=revealed,
        evaluation=EVALUATION,
        advise=advise,
        compare=compare,
    ),
    play_ahead=PlayAhead(orders=ORDERS),
    teaching=Teaching(
        lesson=LESSON,
        example=EXAMPLE,
        aim=aim,
        basics=explain_answers,
        at_hand=at_hand,
        bears=bears,
        private_facts=describe_private_facts,
        fair_amount=find_fair_price,
        cards=cards,
    ),
    pictures=GamePictures(drawings=PICTURES, where=WHERE, charts=charts, emoji=EMOJI, seat_colors=SEAT_COLORS),
    wording=Wording(
        score=money,
        worth=worth,
        standing=standing,
        condense=condense,
        aliases=("Investor Ash", "Investor Elm", "Investor Fir", "Investor Oak", "Investor Yew", "Investor Fig"),
    ),
    length=Length.model_validate_json(Path(__file__).with_name("length.json").read_text(encoding="utf-8")),
)
