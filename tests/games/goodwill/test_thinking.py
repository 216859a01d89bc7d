"""A bot that thinks learns from the prices that others show, and tries prices around its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.records import Move
from bot.engine.search import Worlds
from bot.games.goodwill import GAME
from bot.games.goodwill.bots import Known, _looked_ahead, choose, look_ahead
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import Assess, AssessAndPrefer, AssessBoth, Ballot, Nominate, ProposeAndVote, TradeWith
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.thinking import imagine, knowing, plans, revealed
from bot.games.goodwill.view import GoodwillView
from bot.testing.random_games import Case, build_random, list_option_sets
from tests.games.goodwill.dealing import AMBER, Evening, goodwill

OIL_IS_TAXED = ((30, "World fair"), (20, "Baby boom"), (90, "Fuel duty"), (100, "Tanker strike"))
"""Julien sees the first two, Fred the others."""


def amber_burns_oil() -> Evening:
    game = goodwill("Julien Fred").with_tokens(AMBER, oil=3).with_informations(*OIL_IS_TAXED)
    return game.assess(Julien=plain(game, "Julien").price, Fred=plain(game, "Fred").price)


def plain(game: Evening, name: str) -> Any:
    """What the bot writes without a thought."""
    game.begin()
    return choose(game._view(name), game.question(name), build_random(1))


def truths(game: Evening, deal: Any) -> list[Goodwill]:
    """Some that Julien holds for possible."""
    return [deal(game.table, 1, Chance(seed=f"truth {number}")) for number in range(30)]


def brings(table: Goodwill) -> float:
    """The value of a share of Amber to a player with all the news."""
    return look_ahead(knowing(table, GAME.view(table, None), range(1, 5))).share[AMBER]


def test_a_low_price_tells_that_somebody_has_seen_bad_news() -> None:
    game = amber_burns_oil()
    assert mean(map(brings, truths(game, imagine))) < mean(map(brings, truths(game, GAME.redeal))) - 2


def test_what_is_imagined_looks_the_same_to_whoever_imagines_it() -> None:
    game = amber_burns_oil()
    for table in truths(game, imagine):
        assert GAME.view(table, 1) == GAME.view(game.table, 1)
        table.audit()


def test_a_bot_that_thinks_tries_its_answers_in_what_it_imagines() -> None:
    game = amber_burns_oil()
    assert Worlds(GAME, game.table, 1).deal_world(0, "x") == imagine(game.table, 1, Chance(seed="x: world 0"))


def test_nothing_is_learned_before_a_price_is_shown() -> None:
    game = goodwill("Julien Fred").with_informations(*OIL_IS_TAXED).begin()
    assert truths(game, imagine) == truths(game, GAME.redeal)


def test_a_year_is_judged_by_all_its_news() -> None:
    """Julien owns Amber, and what Fred alone has seen counts, too."""

    def chance(*seen_by_fred: tuple[int, str]) -> float:
        game = goodwill("Julien Fred").with_tokens(AMBER, oil=3).with_shares(AMBER, Julien=10)
        return revealed(game.with_informations(*OIL_IS_TAXED[:2], *seen_by_fred).begin().table, 1)

    assert chance((90, "Oil exploration grant"), (100, "Pipeline opened")) > chance(*OIL_IS_TAXED[2:])


def tried(game: Evening, name: str) -> list[Move]:
    question = game.question(name)
    return [move for move in plans(game._view(name), question, plain(game, name)) if question.is_legal(move)]


def test_prices_around_the_bots_own_are_tried_the_nearest_first() -> None:
    game = goodwill().begin()
    price = plain(game, "Julien").price
    assert tried(game, "Julien")[:3] == [Assess(price=price + 2), Assess(price=price - 2), Assess(price=price + 4)]


def test_a_price_is_tried_only_where_the_chalkboard_can_show_it() -> None:
    game = goodwill().with_capital(Amber=5).begin()
    assert 0 <= min(move.price for move in tried(game, "Julien") if isinstance(move, Assess)) < 2
    assert len(tried(game, "Julien")) < 12


def test_when_swift_both_prices_move_together_and_the_partner_stays() -> None:
    game = goodwill(fast_mode="swift").begin()
    own = plain(game, "Julien")
    prices = own.assessed.prices
    first = tried(game, "Julien")[0]
    assert isinstance(first, AssessAndPrefer)
    assert first.parts == (AssessBoth(prices={which: price + 2 for which, price in prices.items()}), *own.parts[1:])
    assert isinstance(own.parts[1], TradeWith)


VOTES: list[tuple[dict[str, Any], str]] = [
    ({}, "Amber: candidates for boss"),
    ({"fast_mode": "swift"}, "Amber: candidates for boss, with votes"),
]


@pytest.mark.parametrize(("options", "waiting"), VOTES)
def test_votes_are_left_to_the_bot_where_more_than_two_play(options: dict[str, Any], waiting: str) -> None:
    assert tried(goodwill(**options).until(waiting), "Julien") == []


@pytest.mark.parametrize(("options", "waiting"), VOTES)
def test_between_two_every_available_boss_and_nobody_is_proposed(options: dict[str, Any], waiting: str) -> None:
    game = goodwill("Julien Fred", **options).until(waiting)
    found = [move.proposal if isinstance(move, ProposeAndVote) else move for move in tried(game, "Julien")]
    assert found == [*(Nominate(boss=boss) for boss in game.table.available), Nominate(boss=None)]


def test_between_two_every_ballot_is_tried() -> None:
    game = goodwill("Julien Fred").until("Amber: candidates for boss")
    first, second = game.available[:2]
    game.nominate(Julien=first, Fred=second)
    ballots = [move.approve for move in tried(game, "Julien") if isinstance(move, Ballot)]
    one, other = game.candidates
    assert ballots == [(), (one,), (other,), (one, other)]


def test_an_outlook_that_is_remembered_is_that_of_the_very_table() -> None:
    """Of tables with all options in turns, and as they would be if one thing were otherwise; else one told another."""
    tables: list[Any] = [
        Case(GAME, players, options).begin("one seed for all").table
        for options in list_option_sets(GAME.key)
        for players in (2, 4)
    ]
    random = build_random("outlooks")
    for _ in range(12):
        for number, table in enumerate(tables):
            if table.outcome is not None:
                continue
            seat = play.list_asked_seats(table)[0]
            question, seen = play.find_question(table, seat), GAME.view(table, seat)
            assert question is not None
            for view in (seen, *otherwise(seen)):
                for boss in ("", *seen.available[:1]):
                    bosses: dict[Company, str] = {AMBER: boss} if boss else {}
                    assert look_ahead(view, bosses) == _looked_ahead(Known((), view, bosses))
            tables[number] = play.play(table, seat, choose(seen, question, random)).table


BOX: Any = GAME.box
SPREAD = BOX.model_copy(update={"weighs": BOX.weighs.model_copy(update={"spread": 20.0})})


def otherwise(seen: GoodwillView) -> Iterator[GoodwillView]:
    """What would be seen if one thing were otherwise."""
    amber = seen.companies[AMBER]
    yield replace(seen, box=SPREAD)
    yield replace(seen, last_year=seen.last_year + 1)
    yield replace(seen, prices={resource: price + 5 for resource, price in seen.prices.items()})
    yield replace(seen, events_in_play=seen.events_in_play[:-1])
    for board in (
        replace(amber, bankrupt=True),
        replace(amber, capital=amber.capital + 5),
        replace(amber, market_share=amber.market_share + 5),
        replace(amber, tokens={resource: count + 1 for resource, count in amber.tokens.items()}),
    ):
        yield replace(seen, companies={**seen.companies, AMBER: board})
