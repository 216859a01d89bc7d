"""Fewer stops: two bids at once, the yearly sheet, and swift."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.multi_step import Compose
from bot.engine.play import IllegalMove, can_take_back_answer
from bot.engine.questions import Choose, Split, Subset
from bot.engine.table import AnswerSealed, AnswerTakenBack
from bot.games.goodwill.components import AMBER, BLACK, CRIMSON
from bot.games.goodwill.moves import AssessAndPrefer, AssessBoth, Ballot, Nominate, ProposeAndVote, TradeWith
from bot.games.goodwill.news import (
    BossReplaced,
    CandidatesNamed,
    PartnersWanted,
    PricesRevealed,
    ShareSold,
    VotesCounted,
    YearReviewed,
)
from tests.games.goodwill.dealing import FIVE, FOUR, Evening, goodwill

EVERYBODY = FOUR.split()
CALM = ((90, "Rich seam found"), (80, "Baby boom"), (70, "Pipeline opened"), (0, "World fair"))
"""A year in which no boss has to leave and nobody has to pay."""


def both(game: Evening, **prices: tuple[int, int]) -> Evening:
    game.begin()
    for name, (first, second) in prices.items():
        game.move(name, AssessBoth(prices={"first": first, "second": second}))
    return game


# Two bids at once


def two_bids(names: str = FOUR) -> Evening:
    return goodwill(names, fast_mode="two bids at once").with_informations(*CALM)


def test_both_prices_are_given_together_and_played_one_after_the_other() -> None:
    """GW-26."""
    game = two_bids()
    assert game.waiting == "Amber: both prices"
    assert isinstance(game.question("Julien"), Split)
    both(game, Julien=(10, 18), Fred=(12, 12), Eric=(14, 14), Chris=(16, 10))
    sold = [(game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]
    assert sold == [("Julien", "Chris", 13), ("Chris", "Julien", 14)]
    assert [news.which for news in game.told(PricesRevealed)] == ["first", "second"]
    assert game.waiting == "Amber: candidates for boss"
    assert game.asked == EVERYBODY


def test_the_second_price_stays_hidden_while_somebody_chooses_a_partner() -> None:
    """GW-26: choices of partners in the first transaction come before the second prices are shown."""
    game = both(two_bids(), Julien=(10, 36), Fred=(12, 38), Eric=(16, 34), Chris=(16, 32))
    assert game.asked == ["Julien"]
    assert [news.which for news in game.told(PricesRevealed)] == ["first"]
    assert not any(price in game.page("Julien") for price in ("$38", "$34", "$32"))
    assert "$36 (sealed)" in game.hand("Julien")
    game.trade("Julien", partner="Eric")
    assert [news.which for news in game.told(PricesRevealed)] == ["first", "second"]
    assert game.waiting == "Amber: candidates for boss"


def test_the_second_price_cannot_be_taken_back_once_the_first_was_shown() -> None:
    """GW-26: it is used unchanged."""
    game = both(two_bids(), Julien=(10, 36), Fred=(12, 38), Eric=(16, 34), Chris=(16, 32))
    assert not any(can_take_back_answer(game.table, seat) for seat in game.table.seats)
    with pytest.raises(IllegalMove):
        game.take_back("Fred")
    assert game.asked == ["Julien"]


def test_both_prices_can_be_taken_back_until_all_are_in() -> None:
    """GW-26."""
    game = both(two_bids(), Julien=(10, 36)).take_back("Julien")
    assert isinstance(game.latest[-1].news, AnswerTakenBack)
    assert game.asked == EVERYBODY


def test_the_second_transaction_sees_what_the_first_changed() -> None:
    """GW-26: Chris spends his money in the first, and cannot pay in the second."""
    game = two_bids().with_cash(Chris=20)
    both(game, Julien=(10, 10), Fred=(12, 12), Eric=(14, 14), Chris=(16, 30))
    sold = [(game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]
    assert sold == [("Julien", "Chris", 13), ("Julien", "Eric", 12)]
    assert game.waiting == "Amber: candidates for boss"


def test_too_late_gives_twice_the_share_value() -> None:
    """GW-33."""
    game = two_bids().default("Julien")
    assert "$10, then $10 (sealed)" in game.hand("Julien")
    assert game.asked == ["Fred", "Eric", "Chris"]


# Yearly sheet


def sheets(names: str = FOUR, **options: Any) -> Evening:
    return goodwill(names, fast_mode="yearly sheet", **options).with_informations(*CALM)


def fill(game: Evening, name: str, **lines: Any) -> Evening:
    """Fill in a whole sheet; e.g. Amber=(8, 12), Amber_boss="Mitsy", Amber_yes="Mitsy Idris"."""
    for company in game.begin().table.living:
        first, second = lines.get(company) or (10, 10)
        boss = lines.get(f"{company}_boss")
        yes = lines.get(f"{company}_yes", "").split()
        game.move(name, AssessBoth(prices={"first": first, "second": second}))
        game.move(name, Nominate(boss=game.boss_id(boss) if boss else None))
        wanted = [game.boss_id(each) for each in yes]
        game.move(name, Ballot(approve=tuple(each for each in game.table.available if each in wanted)))
    return game


def test_a_sheet_has_three_lines_for_each_company() -> None:
    """GW-27."""
    game = sheets()
    kinds = []
    for company in (AMBER, BLACK, CRIMSON):
        for shape in (Split, Choose, Subset):
            question = game.question("Julien")
            assert isinstance(question, shape)
            assert question.prompt.startswith(f"1953, {company}")
            kinds.append(shape)
            game.default("Julien")
    assert len(kinds) == 9
    assert game.asked == ["Fred", "Eric", "Chris"]
    assert game.waiting == "The sheets for the whole year"


def test_a_sheet_asks_for_living_companies_only() -> None:
    """GW-27."""
    game = sheets().with_bankrupt(BLACK)
    fill(game, "Julien")
    assert [news.number for news in game.told(AnswerSealed)] == [1, 2, 3, 4, 5, 6]
    assert game.asked == ["Fred", "Eric", "Chris"]


def test_then_the_year_is_played_without_a_stop() -> None:
    """GW-27."""
    game = sheets().with_shares(AMBER, Julien=6, Fred=4)
    available = game.begin().available
    fill(game, "Julien", Amber=(8, 10), Amber_boss=available[0], Amber_yes=available[0])
    fill(game, "Fred").move("Eric", AssessBoth(prices={"first": 20, "second": 20}))
    for _ in range(8):
        game.default("Eric")
    assert game.asked == ["Chris"]
    fill(game, "Chris")
    sold = [(news.company, game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]
    assert sold == [(AMBER, "Julien", "Eric", 14), (AMBER, "Julien", "Eric", 15)]
    assert [news.candidates for news in game.told(CandidatesNamed)] == [[available[0]], [], []]
    assert game.told(VotesCounted)[0].results[0].votes == 4
    assert len(game.told(YearReviewed)) == 1
    assert game.table.year == 1954
    assert game.asked == EVERYBODY


def test_a_vote_on_sheets_replaces_the_boss() -> None:
    """GW-27."""
    game = sheets().with_shares(AMBER, Julien=6, Fred=4)
    first, second, _ = game.begin().available
    for name in EVERYBODY:
        fill(game, name, Amber_boss=first if name == "Fred" else None, Amber_yes=f"{first} {second}")
    assert [(news.company, news.new) for news in game.told(BossReplaced)] == [(AMBER, first)]
    assert game.bosses[AMBER] == first
    assert game.asked == EVERYBODY


def test_everybody_fills_in_every_line_shares_or_not() -> None:
    """GW-27: a player without shares needs to buy some before their entries about bosses count."""
    game = sheets().with_shares(AMBER, Julien=4, Fred=6)
    boss = game.begin().available[0]
    fill(game, "Julien").move("Fred", AssessBoth(prices={"first": 6, "second": 10}))
    game.move("Fred", Nominate(boss=None)).move("Fred", Ballot(approve=()))
    for _ in range(6):
        game.default("Fred")
    fill(game, "Eric", Amber=(20, 10), Amber_boss=boss, Amber_yes=boss)
    fill(game, "Chris", Amber_boss=boss, Amber_yes=boss)
    named = game.told(CandidatesNamed)[0]
    assert {game.name(seat) for seat in named.nominations} == {"Julien", "Fred", "Eric"}
    assert named.candidates == [boss]
    assert {game.name(seat): votes for seat, votes in game.told(VotesCounted)[0].shares.items()} == {
        "Julien": 4,
        "Fred": 5,
        "Eric": 1,
    }
    assert game.asked == EVERYBODY


def test_lines_can_be_taken_back_the_last_one_first() -> None:
    """GW-27."""
    game = sheets().move("Julien", AssessBoth(prices={"first": 8, "second": 12})).move("Julien", Nominate(boss=None))
    assert game.question("Julien").prompt == "1953, Amber: who would get your yes?"
    game.take_back("Julien")
    assert "propose" in game.question("Julien").prompt
    assert "$8, then $12 (sealed)" in game.hand("Julien")
    assert "proposes nobody" not in game.hand("Julien")
    game.take_back("Julien")
    assert "two prices" in game.question("Julien").prompt
    with pytest.raises(IllegalMove):
        game.take_back("Julien")
    assert game.asked == EVERYBODY


def test_a_finished_sheet_can_be_taken_back_until_all_are_finished() -> None:
    """GW-27."""
    game = fill(sheets(), "Julien")
    assert game.asked == ["Fred", "Eric", "Chris"]
    game.take_back("Julien")
    assert game.asked == EVERYBODY
    assert "Crimson" in game.question("Julien").prompt


def test_sheets_are_secret() -> None:
    """GW-27."""
    game = fill(sheets(), "Julien", Amber=(42, 44))
    assert all(isinstance(piece.news, AnswerSealed) for piece in game.everything[-9:])
    assert "$42, then $44 (sealed)" in game.hand("Julien")
    assert "$42" not in game.page("Fred")
    assert game.asked == ["Fred", "Eric", "Chris"]


def test_on_sheets_who_would_choose_gets_the_first_partner_clockwise() -> None:
    """GW-27: there is no question."""
    game = sheets(FIVE)
    for name, price in {"Julien": 20, "Fred": 20, "Eric": 10, "Chris": 14, "Vincent": 20}.items():
        fill(game, name, Amber=(price, 10))
    (first, *_) = game.told(ShareSold)
    assert (game.name(first.seller), game.name(first.buyer)) == ("Eric", "Vincent")
    assert game.told(PartnersWanted) == []
    assert game.table.year == 1954
    assert game.asked == FIVE.split()


def test_a_boss_on_a_sheet_who_is_hired_elsewhere_first() -> None:
    """GW-28: that line then proposes nobody."""
    game = sheets().with_shares(AMBER, Julien=10).with_shares(BLACK, Julien=10)
    boss = game.begin().available[0]
    fill(game, "Julien", Amber_boss=boss, Amber_yes=boss, Black_boss=boss, Black_yes=boss)
    for name in ("Fred", "Eric", "Chris"):
        fill(game, name)
    assert [(news.company, news.new) for news in game.told(BossReplaced)] == [(AMBER, boss)]
    assert game.told(CandidatesNamed)[1].candidates == []
    assert game.told(CandidatesNamed)[1].nominations == {game.seat("Julien"): None}
    assert game.asked == EVERYBODY


def test_only_bosses_now_available_stand_on_a_sheet() -> None:
    """GW-28."""
    game = sheets()
    available = game.begin().available
    game.default("Julien")
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [*available, "Nobody"]
    game.default("Julien")
    question = game.question("Julien")
    assert isinstance(question, Subset)
    assert [item.label for item in question.items] == available
    assert game.asked == EVERYBODY


def test_auctions_come_before_the_sheets() -> None:
    """GW-27."""
    game = sheets(derivatives="auction")
    assert game.waiting.startswith("Auction 1 of 3")
    game.bid().bid().bid()
    assert game.waiting == "The sheets for the whole year"
    assert game.asked == EVERYBODY


def test_sequential_votes_use_the_sheets_list() -> None:
    """GW-27, GW-16."""
    game = sheets(vote="sequential").with_shares(AMBER, Julien=4, Fred=6)
    first, second, _ = game.begin().available
    fill(game, "Julien", Amber_boss=first, Amber_yes=f"{first} {second}")
    fill(game, "Fred", Amber_boss=second, Amber_yes=second)
    fill(game, "Eric")
    fill(game, "Chris")
    assert [[result.boss for result in news.results] for news in game.told(VotesCounted)] == [[first], [second]]
    assert [(news.company, news.new) for news in game.told(BossReplaced)] == [(AMBER, second)]
    assert game.asked == EVERYBODY


def test_too_late_on_a_sheet() -> None:
    """GW-33: the share value twice, nobody, and no."""
    game = sheets().default("Julien").default("Julien").default("Julien")
    hand = game.hand("Julien")
    assert "1953, Amber: yearly sheet: $10, then $10 (sealed)" in hand
    assert "proposes nobody (sealed)" in hand
    assert "yes to nobody (sealed)" in hand
    assert game.asked == EVERYBODY


# Swift


def swift(names: str = FOUR, **options: Any) -> Evening:
    game = goodwill(names, fast_mode="swift", **options).with_informations(*CALM)
    game.with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    return game.with_available("Mitsy", "Baldric", "Idris")


def prefer(game: Evening, **prices: tuple[int, int, str]) -> Evening:
    """Give both prices and the preferred partner, by name; nobody: ""."""
    game.begin()
    for name, (first, second, partner) in prices.items():
        parts: list[AssessBoth | TradeWith] = [AssessBoth(prices={"first": first, "second": second})]
        parts += [TradeWith(partner=game.seat(partner))] if partner else []
        game.move(name, AssessAndPrefer(parts=tuple(parts)))
    return game


def propose(game: Evening, name: str, boss: str | None, *others: str) -> Evening:
    """Propose a boss or nobody, with a yes for these others."""
    yes = tuple(each for each in game.table.available if each in map(game.boss_id, others))
    first = Nominate(boss=game.boss_id(boss) if boss else None)
    return game.move(name, ProposeAndVote(parts=(first, Ballot(approve=yes)) if yes else (first,)))


def composed(game: Evening, name: str) -> Compose:
    question = game.question(name)
    assert isinstance(question, Compose)
    return question


def test_a_swift_year_stops_twice_for_each_company() -> None:
    """GW-37."""
    game, stops = swift().begin(), []
    while game.table.year == 1953:
        if game.waiting not in stops:
            stops.append(game.waiting)
        game.default(game.asked[0])
    what = ("both prices", "candidates for boss, with votes")
    assert stops == [f"{company}: {each}" for company in (AMBER, BLACK, CRIMSON) for each in what]


def test_the_preferred_partner_is_named_with_the_prices() -> None:
    """GW-37."""
    question = composed(swift(), "Julien")
    first = question.get_stage(())
    assert isinstance(first.question, Split)
    assert not first.complete
    second = question.get_stage((AssessBoth(prices={"first": 10, "second": 12}),))
    assert isinstance(second.question, Choose)
    assert list(second.question.moves) == [TradeWith(partner=seat) for seat in (2, 3, 4)]
    assert second.complete, "whoever prefers nobody need not name one"


def test_a_player_who_may_choose_trades_with_the_preferred_partner_without_being_asked() -> None:
    """GW-37: in both transactions; the first clockwise from Julien would have been Fred."""
    game = swift().with_shares(AMBER, Julien=5, Chris=5)
    prefer(game, Julien=(10, 10, "Eric"), Fred=(16, 16, "Julien"), Eric=(16, 12, ""), Chris=(14, 14, "Julien"))
    sold = [(game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]
    assert sold == [("Julien", "Eric", 13), ("Julien", "Fred", 13)]
    assert game.told(PartnersWanted) == []
    assert game.waiting == "Amber: candidates for boss, with votes"
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_the_preferred_partner_counts_in_the_second_transaction_too() -> None:
    """GW-37: there, too, the first clockwise from Julien would have been Fred."""
    game = swift().with_shares(AMBER, Julien=5, Chris=5)
    prefer(game, Julien=(10, 10, "Eric"), Fred=(10, 16, ""), Eric=(10, 16, ""), Chris=(10, 14, ""))
    sold = [(game.name(news.seller), game.name(news.buyer), news.price) for news in game.told(ShareSold)]
    assert sold == [("Julien", "Eric", 13)]


def test_a_preferred_partner_who_cannot_trade_gives_way_to_the_first_one_clockwise() -> None:
    """GW-37."""
    game = swift().with_shares(AMBER, Julien=5, Chris=5)
    prefer(game, Julien=(10, 10, "Chris"), Fred=(16, 10, ""), Eric=(16, 10, ""), Chris=(14, 10, ""))
    (first, *_) = game.told(ShareSold)
    assert (game.name(first.seller), game.name(first.buyer)) == ("Julien", "Fred")
    assert game.asked == ["Julien", "Fred", "Chris"]


def test_two_play_swift_without_naming_partners() -> None:
    """GW-37: there is nobody else."""
    question = composed(swift("Julien Fred"), "Julien")
    assert question.get_stage((AssessBoth(prices={"first": 10, "second": 12}),)).question is None


def test_a_player_who_proposes_votes_at_once_and_a_boss_with_enough_votes_takes_over() -> None:
    """GW-37."""
    game = swift().with_shares(AMBER, Julien=6, Fred=4)
    game.until("Amber: candidates for boss, with votes")
    assert game.asked == ["Julien", "Fred"]
    propose(game, "Fred", "Mitsy")
    propose(game, "Julien", None, "Mitsy", "Idris")
    assert [news.candidates for news in game.told(CandidatesNamed)] == [["Mitsy"]]
    assert game.told(VotesCounted)[0].results[0].votes == 10
    assert [(news.company, news.new) for news in game.told(BossReplaced)] == [(AMBER, "Mitsy")]
    assert game.waiting == "Black: both prices"


def test_a_proposal_is_a_yes_and_all_others_get_a_no() -> None:
    """GW-37."""
    game = swift().with_shares(AMBER, Julien=6, Fred=4)
    game.until("Amber: candidates for boss, with votes")
    question = composed(game, "Julien")
    after = question.get_stage((Nominate(boss=game.boss_id("Mitsy")),))
    assert after.complete
    assert isinstance(after.question, Subset)
    assert [item.label for item in after.question.items] == ["Yes to Baldric", "Yes to Idris"]
    propose(game, "Julien", "Mitsy")
    propose(game, "Fred", "Idris")
    votes = {result.boss: result.votes for result in game.told(VotesCounted)[0].results}
    assert votes == {"Mitsy": 6, "Idris": 4}
    assert game.bosses[AMBER] == "Mitsy"


def test_nobody_reads_a_swift_answer_before_all_are_in() -> None:
    """GW-37."""
    game = swift()
    prefer(game, Julien=(42, 44, "Eric"))
    assert isinstance(game.latest[-1].news, AnswerSealed)
    assert "$42, then $44, rather with Eric (sealed)" in game.hand("Julien")
    assert "$42" not in game.page("Fred")
    game.take_back("Julien")
    assert game.asked == EVERYBODY
    game.until("Amber: candidates for boss, with votes")
    propose(game, "Julien", game.available[0])
    assert f"proposes {game.available[0]}, yes to {game.available[0]} (sealed)" in game.hand("Julien")
    assert "proposes" not in game.page("Fred")


def test_too_late_for_swift_gives_the_share_value_and_no_vote() -> None:
    """GW-33."""
    game = swift().default("Julien")
    assert "$10, then $10 (sealed)" in game.hand("Julien")
    game.until("Amber: candidates for boss, with votes").default("Julien")
    assert "proposes nobody, yes to nobody (sealed)" in game.hand("Julien")


def test_swift_votes_one_by_one_count_the_ballots_that_are_there() -> None:
    """GW-37."""
    game = swift(vote="sequential").with_shares(AMBER, Julien=6, Fred=4)
    game.until("Amber: candidates for boss, with votes")
    propose(game, "Julien", "Mitsy", "Idris")
    propose(game, "Fred", "Idris", "Mitsy")
    assert game.bosses[AMBER] == "Mitsy", "the first to reach six"
    assert game.waiting == "Black: both prices"
