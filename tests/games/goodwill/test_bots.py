"""The bot plays well, by the rules, and from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games.goodwill import GAME
from bot.games.goodwill.bots import choose, event_chances, look_ahead
from bot.games.goodwill.components import BOX, GoodwillBox
from bot.games.goodwill.moves import Assess, Ballot, Bid, PassLot, Raise, TradeWith, VoteOn
from bot.games.goodwill.rules.transactions import plain_price
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView, view
from bot.testing.random_games import build_random
from bot.testing.thorough import mark_thorough
from tests.games.first_edition import first_box, played_digest
from tests.games.goodwill.dealing import AMBER, BLACK, CRIMSON, Evening, goodwill

Player: TypeAlias = Callable[[GoodwillView, Question, Random], Move]


def anything(seen: GoodwillView, question: Question, random: Random) -> Move:
    return question.choose_random_move(random)


def play_out(players: list[Player], seed: str, options: dict[str, Any] | None = None) -> Goodwill:
    """Return a table at which these have played to the end; every move was legal."""
    table = play.begin(GAME.set_up(GAME.options(**(options or {})), len(players), seed, GAME.box)).table
    random = build_random(seed)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        player = players[seat - 1]
        # Who plays anything does not look, which saves time.
        move = player(view(table, seat) if player is not anything else None, question, random)  # type: ignore[arg-type]
        assert question.is_legal(move), (question, move)
        play.play_here(table, seat, move)
    table.audit()
    return table


def wins(games: int, options: dict[str, Any] | None = None, players: int = 4) -> float:
    """Return which part of the games a bot wins against players who do anything; it takes each seat in turn."""
    won = 0.0
    for number in range(games):
        seat = number % players + 1
        table = play_out(
            [choose if other == seat else anything for other in range(1, players + 1)], f"game {number}", options
        )
        assert table.outcome is not None
        winners = table.outcome.winners
        won += (seat in winners) / len(winners)
    return won / games


def dearer(seen: GoodwillView, question: Question, random: Random) -> Move:
    """Play as the bot does, but write $2 more for every share."""
    move = choose(seen, question, random)
    return Assess(price=min(seen.legal_prices[-1], move.price + 2)) if isinstance(move, Assess) else move


def bolder(seen: GoodwillView, question: Question, random: Random) -> Move:
    """Play as the bot does, but go further by three parts of ten from what a share is worth now."""
    move = choose(seen, question, random)
    if not isinstance(move, Assess) or seen.company is None:
        return move
    now, legal = seen.companies[seen.company].share_value, seen.legal_prices
    wanted = now + 1.3 * (look_ahead(seen).share[seen.company] - now)
    below = plain_price(int(max(0, wanted)), legal)
    up = random.random() < (max(0, wanted) - below) / legal.step
    return Assess(price=min(below + legal.step, legal[-1]) if up else below)


@pytest.mark.thorough
@pytest.mark.parametrize(("variant", "mode"), [(dearer, "plain"), (bolder, "plain"), (dearer, "cash only")])
def test_nobody_wins_more_often_than_the_bot_by_writing_more(variant: Player, mode: str) -> None:
    """A quarter would be fair."""
    won = 0.0
    for number in range(200):
        players: list[Player] = [choose] * 4
        players[number % 4] = variant
        table = play_out(players, f"{variant.__name__}, {mode} {number}", MODES[mode])
        assert table.outcome is not None
        won += (number % 4 + 1 in table.outcome.winners) / len(table.outcome.winners)
    assert won / 200 <= 0.3


@pytest.mark.thorough
def test_the_bot_beats_three_who_do_anything() -> None:
    assert wins(400) > 0.7


def careful(seen: GoodwillView, question: Question, random: Random) -> Move:
    """Write about what a share is worth now, and vote at random."""
    move = question.choose_random_move(random)
    if isinstance(move, Assess) and seen.company is not None:
        worth = seen.companies[seen.company].share_value // 2 * 2
        return Assess(price=min(98, max(0, worth + random.choice((-4, -2, 0, 2, 4)))))
    return move


@pytest.mark.thorough
def test_the_bot_beats_three_who_know_what_a_share_is_worth() -> None:
    won = 0
    for number in range(60):
        seat = number % 4 + 1
        players: list[Player] = [choose if other == seat else careful for other in range(1, 5)]
        table = play.begin(GAME.set_up(GAME.options(), 4, f"careful {number}", GAME.box)).table
        random = build_random(number)
        while table.outcome is None:
            asked = play.list_asked_seats(table)[0]
            question = play.find_question(table, asked)
            assert question is not None
            play.play_here(table, asked, players[asked - 1](view(table, asked), question, random))
        won += seat in table.outcome.winners
    assert won / 60 > 0.5


MODES: dict[str, dict[str, Any]] = {
    "plain": {},
    "short": {"length": "short"},
    "long": {"length": "long", "boss_shuffle_card": True},
    "dividends": {"dividends": True},
    "cash only": {"dividends": True, "cash_only": True},
    "auction": {"derivatives": "auction"},
    "open auction": {"derivatives": "auction", "auction": "open ascending"},
    "objectives": {"derivatives": "hidden objectives"},
    "sequential": {"vote": "sequential"},
    "two bids": {"fast_mode": "two bids at once"},
    "sheet": {"fast_mode": "yearly sheet"},
    "sheet, sequential": {"fast_mode": "yearly sheet", "vote": "sequential", "derivatives": "auction"},
    "odd": {"odd_prices": True, "rotate_tabs": "on", "four_player_threshold": "all companies"},
    "cash hidden": {"cash_visible": False},
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", mark_thorough(GAME.seats))
def test_bots_play_every_option_to_the_end(mode: str, players: int) -> None:
    table = play_out([choose] * players, f"{mode}, {players}", MODES[mode])
    assert table.outcome is not None


@pytest.mark.parametrize("mode", mark_thorough(MODES, 3))
def test_the_bot_is_better_with_every_option(mode: str) -> None:
    assert wins(12, MODES[mode]) > 0.5


@pytest.mark.parametrize("mode", mark_thorough(MODES, 5))
def test_the_bot_knows_no_more_than_its_seat(mode: str) -> None:
    """At a table that its seat cannot tell from the real one, it does the same."""
    table = play.begin(GAME.set_up(GAME.options(**MODES[mode]), 4, f"another truth, {mode}", GAME.box)).table
    random = build_random(mode)
    for number in range(60):
        if table.outcome is not None:
            break
        seat = play.list_asked_seats(table)[-1]
        question = play.find_question(table, seat)
        other = GAME.redeal(table, seat, Chance(seed=str(number)))
        other_question = play.find_question(other, seat)
        assert question is not None
        assert other_question is not None
        assert view(table, seat) == view(other, seat)
        move = choose(view(table, seat), question, build_random(number))
        assert move == choose(view(other, seat), other_question, build_random(number))
        play.play_here(table, seat, random.choice((move, question.choose_random_move(random))))


# What it thinks


def asked(game: Evening, name: str, luck: int = 1) -> Any:
    game.begin()
    return choose(game._view(name), game.question(name), build_random(luck))


SLOTS = ((30, "Rich seam found"), (80, "Fuel duty"), (90, "Wage agreement"), (40, "Pipeline opened"))


def test_the_lowest_percentage_it_sees_may_be_dropped_the_other_one_not() -> None:
    game = goodwill().with_informations(*SLOTS).begin()
    chances = {
        game.table.box.event[event].name: chance for event, chance in event_chances(game._view("Julien")).items()
    }
    assert chances["Fuel duty"] == 1
    # Of the nine other percentages six are above 30: both others are with a chance of 6/9 times 5/8.
    assert chances["Rich seam found"] == pytest.approx(1 - 6 * 5 / (9 * 8))
    assert sum(chances.values()) == pytest.approx(3)
    assert chances["Wage agreement"] == chances["World fair"] < 0.1


def test_what_it_saw_moves_its_outlook() -> None:
    game = goodwill().with_tokens(AMBER, oil=3).with_tokens(BLACK, workforce=3).with_informations(*SLOTS).begin()
    taxed, untaxed = look_ahead(game._view("Julien")).share, look_ahead(game._view("Fred")).share
    assert taxed[AMBER] < untaxed[AMBER], "only Julien saw the tax on oil"


def test_it_writes_a_high_price_for_what_will_be_worth_more() -> None:
    good = goodwill().with_market_shares(Amber=80, Black=10, Crimson=10).begin()
    bad = goodwill().with_market_shares(Amber=10, Black=45, Crimson=45).begin()
    assert asked(good, "Julien").price > 14
    assert asked(bad, "Julien").price < 10


EARLIER = BOX.model_copy(update={"edition": 1})


def test_it_writes_all_that_it_believes_a_share_will_bring() -> None:
    game = goodwill().with_market_shares(Amber=80, Black=10, Crimson=10).begin()
    share = look_ahead(game._view("Julien")).share[AMBER]
    assert {asked(game, "Julien", luck).price for luck in range(20)} == {share // 2 * 2, share // 2 * 2 + 2}


def test_with_cash_only_it_pays_a_dollar_more_for_the_vote() -> None:
    game = goodwill(dividends=True, cash_only=True, odd_prices=True).with_bosses(Amber="Gunnar").begin()
    assert asked(game, "Julien").price == 1, "Gunnar pays no dividends, but votes may bring somebody who does"


def test_the_bots_of_a_game_that_began_earlier_stay_nearer_to_what_a_share_is_worth_now() -> None:
    game = goodwill(box=EARLIER).with_market_shares(Amber=80, Black=10, Crimson=10).begin()
    wanted = 11 + 0.7 * (look_ahead(game._view("Julien")).share[AMBER] - 11)
    assert {asked(game, "Julien", luck).price for luck in range(20)} == {wanted // 2 * 2, wanted // 2 * 2 + 2}


@pytest.mark.parametrize(
    ("options", "digest"), [({}, "1e1dc9e56afeb7eb"), ({"dividends": True, "cash_only": True}, "024f026298038d64")]
)
def test_a_game_of_the_first_edition_comes_out_as_it_was_played_then(options: dict[str, Any], digest: str) -> None:
    """So its record can still be proven: its bots are played again, and everything that was told is compared."""
    box = first_box(GAME).model_copy(update={"cash_only_counts": "cash"})
    assert played_digest(GAME, 4, options, box) == digest, "as recorded with the program of that time"


def test_a_box_that_says_no_edition_keeps_the_bots_it_had() -> None:
    box = BOX.model_dump(mode="json")
    del box["edition"]
    assert GoodwillBox.model_validate(box).edition == 1


def test_it_does_not_count_shares_when_only_cash_counts() -> None:
    game = goodwill(dividends=True, cash_only=True).with_bosses(Amber="Gunnar").begin()
    assert look_ahead(game._view("Julien")).share[AMBER] == 0, "Gunnar pays no dividends"
    paying = (
        goodwill(dividends=True, cash_only=True)
        .with_bosses(Amber="Mitsy")
        .with_market_shares(Amber=80, Black=10, Crimson=10)
    )
    assert look_ahead(paying.begin()._view("Julien")).share[AMBER] > 5


def test_it_proposes_what_makes_its_own_shares_dearer() -> None:
    """Shares decide: the same boss is welcome to the owner and not to the competitor."""
    game = goodwill().in_year(1957).with_shares(AMBER, Julien=1, Fred=9).with_bosses(Amber="Gunnar")
    game.with_available("Fabiola", "Dutton", "Kasimir").until("Amber: candidates for boss")
    assert asked(game, "Fred").boss in game.table.available, "each of them costs $10 less in this last year"
    assert asked(game, "Julien").boss is None


@pytest.mark.parametrize("vote", ["single ballot", "sequential"])
def test_it_votes_as_it_would_propose(vote: str) -> None:
    game = goodwill(vote=vote).in_year(1957).with_shares(AMBER, Julien=1, Fred=5, Eric=2, Chris=2)
    game.with_bosses(Amber="Gunnar").with_available("Fabiola", "Dutton", "Kasimir")
    game.until("Amber: candidates for boss").nominate(Fred="Fabiola")
    fabiola = game.boss_id("Fabiola")
    assert asked(game, "Fred") in (Ballot(approve=(fabiola,)), VoteOn(boss=fabiola, yes=True))
    assert asked(game, "Julien") in (Ballot(approve=()), VoteOn(boss=fabiola, yes=False))


def test_it_bids_for_a_card_what_it_will_bring() -> None:
    likely = goodwill(derivatives="auction").with_next_lots("Amber above $140").with_capital(Amber=400).begin()
    unlikely = goodwill(derivatives="auction").with_next_lots("Amber below $70").with_capital(Amber=400).begin()
    assert asked(likely, "Julien") == Bid(price=10)
    assert asked(unlikely, "Julien") == Bid(price=0)


def test_it_raises_in_an_open_auction_until_the_card_is_not_worth_it() -> None:
    game = goodwill(derivatives="auction", auction="open ascending")
    game.with_next_lots("Amber above $140").with_capital(Amber=400).begin()
    assert asked(game, "Julien") == Raise(price=1)
    game.move("Julien", Raise(price=10))
    assert asked(game, "Fred") == PassLot()


def test_it_sells_to_the_richest_what_is_worth_less_than_its_price() -> None:
    game = (
        goodwill("Julien Fred Eric Chris")
        .with_cash(Eric=90, Chris=120)
        .with_market_shares(Amber=0, Black=50, Crimson=50)
    )
    game.assess(Julien=2, Fred=20, Eric=40, Chris=40)
    assert asked(game, "Julien") == TradeWith(partner=game.seat("Chris"))


def test_it_lets_the_poorest_have_a_bargain() -> None:
    game = (
        goodwill("Julien Fred Eric Chris")
        .with_cash(Eric=90, Chris=120)
        .with_market_shares(Amber=100, Black=0, Crimson=0)
    )
    game.assess(Julien=2, Fred=4, Eric=6, Chris=6)
    assert asked(game, "Julien") == TradeWith(partner=game.seat("Eric"))


def test_it_goes_on_when_only_one_company_is_left() -> None:
    game = goodwill().with_bankrupt(AMBER, CRIMSON).begin()
    assert isinstance(asked(game, "Julien"), Assess)
    assert look_ahead(game._view("Julien")).share[AMBER] == 0
