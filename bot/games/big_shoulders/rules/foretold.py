"""The results of a choice before it is made: it is made on a copy of the table, and the news there are put in words.

So no preview can differ from the rules. (How this is shown is our own.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.engine.drafting import make_choice
from bot.engine.records import Move, News
from bot.engine.what_if import copy_for_trial
from bot.games.big_shoulders import news as told
from bot.games.big_shoulders.components import Bonus
from bot.games.big_shoulders.rules.appeal import AppealBonus
from bot.games.big_shoulders.rules.vocabulary import cubes_said, good

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


NOT_HAD: Mapping[Bonus, str] = {
    "worker": "no worker spot",
    "salesperson": "no sales slot",
    "automation": "no machine spot",
    "partner": "no second partner",
    "goods token": "no token left",
    "price step": "no price step",
}
"""Why a bonus of the appeal track is money: it has no place."""
PLURALS = {"salesperson": "salespeople"}


def brought(table: City) -> list[str]:
    """Take the pending appeal bonuses, and return the news in words; `table` must be a copy."""
    while isinstance(bonus := table.agenda[0], AppealBonus):
        make_choice(table, _taken(table, bonus))
    return _count_alike([words for piece in table.told if (words := _in_words(piece.news))])


def _count_alike(found: Sequence[str]) -> list[str]:
    """Return the words with equal ones counted: "2 workers" for "a worker" twice."""
    return [words if times == 1 else _count(words, times) for words, times in Counter(found).items()]


def _count(words: str, times: int) -> str:
    article, _, thing = words.partition(" ")
    return f"{times} {PLURALS.get(thing, f'{thing}s')}" if article == "a" and " " not in thing else f"{words}, twice"


def _taken(table: City, bonus: AppealBonus) -> Move:
    """Return how a bonus is taken: for its money, where it would change nothing."""
    first, *_, money = [option.move for option in bonus.list_options(table)]
    if bonus.bonus != "price step":
        return first
    ahead = copy_for_trial(table)
    make_choice(ahead, first)
    return first if ahead.told else money


def _in_words(news: News) -> str:
    match news:
        case told.AppealMoved():
            return f"appeal {news.before} → {news.after}"
        case told.BonusDeclined():
            return f"${news.got} ({NOT_HAD[news.bonus]})"
        case told.PriceMoved():
            return f"price ${news.before} → ${news.after}"
        case told.CubesTaken():
            short = "; no more are left" if news.missing else ""
            return f"gets {cubes_said(news.cubes, 'nothing')}{short}"
        case told.GoodsMade():
            return good(news.count)
        case _:
            return _of_staff(news)


def _of_staff(news: News) -> str:
    match news:
        case told.WorkerPlaced():
            return "a worker"
        case told.SalespersonHired():
            return "a salesperson"
        case told.ManagerHired():
            return f"a manager for factory {news.factory}"
        case told.Automated():
            return _describe_machine(news)
        case told.PartnerGained():
            return "a partner"
        case told.TokenTaken():
            return "a goods token"
        case _:
            return ""


def _describe_machine(news: told.Automated) -> str:
    """Return what a machine changes in its factory."""
    return f"a machine in factory {news.factory}{' (1 more good a run)' if news.full else ''}"


def sentence(*words: str) -> str:
    """Return words as a sentence; nothing where there are none."""
    joined = ", ".join(filter(None, words))
    return f"{joined[:1].upper()}{joined[1:]}." if joined else ""
