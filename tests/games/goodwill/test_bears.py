"""The line below a question's heading: share values with the news one sees, votes, partners and lots."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, CRIMSON, Company
from bot.games.goodwill.rules.transactions import RULE
from bot.testing.random_games import GAMES, Case, get_whole_game, list_option_sets
from tests.games.goodwill.dealing import Evening, goodwill

NEWS = ((70, "Tanker strike"), (90, "Full employment bonus"), (20, "Smoke levy"), (40, "Black: poisoned river"))
DOUBTFUL = ((20, "Full employment bonus"), (90, "Tanker strike"), (30, "Smoke levy"), (40, "Black: poisoned river"))
"""Julien sees the first two of each, Fred the others."""


def below(game: Evening, name: str) -> str:
    """What this person reads below the heading of the question they are asked."""
    return game.bears(name)


def town(news: tuple[tuple[int, str], ...] = NEWS, **options: Any) -> Evening:
    game = goodwill(**options).with_informations(*news).with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Gunnar")
    return game.with_tokens(AMBER, oil=2, charcoal=1).with_tokens(CRIMSON, workforce=3)


def test_a_price_is_asked_with_what_a_share_should_bring_with_the_news_one_sees() -> None:
    assert below(town().with_cash(Julien=42), "Julien") == (
        "Now $11; about $9 after 1957, with your news and average luck. You have $42 and 3 shares."
    )


def test_bad_news_that_are_likelier_leave_a_share_less() -> None:
    likely = ((60, "Full employment bonus"), (90, "Tanker strike"), (30, "Smoke levy"), (40, "Black: poisoned river"))
    assert below(town(DOUBTFUL), "Julien").startswith("Now $11; about $10 after 1957,"), "42 %"
    assert below(town(likely), "Julien").startswith("Now $11; about $9 after 1957,"), "92 %"


def test_with_cash_only_a_share_is_only_what_it_pays() -> None:
    game = goodwill(dividends=True, cash_only=True).with_bosses(Amber="Dutton", Black="Cosima")
    game.with_prices(oil=5, charcoal=5, workforce=5).with_informations(*NEWS)
    assert re.match(r"Pays \$\d+ now; about \$\d+ until 1957, with your news and average luck\.", below(game, "Julien"))


def test_an_estimate_with_dividends_says_so() -> None:
    likely = ((60, "Tanker strike"), (90, "World fair"), (30, "Smoke levy"), (40, "Black: poisoned river"))
    game = town(likely, dividends=True).with_market_shares(Amber=60, Black=20, Crimson=20)
    game.with_prices(oil=15, charcoal=10, workforce=10)
    assert "about $23 after 1957 including dividends, with your news and average luck." in below(game, "Julien")
    assert "Your news for Amber's earnings: “World fair”" in facts(game, "Julien")
    assert "Share plus dividends" in below(game.until("Amber: candidates for boss"), "Julien")


@pytest.mark.parametrize("number", [0, 2, 4, 6])
def test_cash_and_shares_stay_on_the_line_however_much_news_there_is(number: int) -> None:
    game = GAMES["goodwill"]
    case = Case(game, 4, list_option_sets("goodwill")[number])
    assert game.teaching.bears is not None
    asked = 0
    for turn in get_whole_game(case):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        if question.rule == RULE and not isinstance(question, Choose):
            line = game.teaching.bears(game.view(turn.before, turn.seat), question)
            assert re.search(r"You( have|:) \$\d+( and|,) (no shares|\d+ shares?)\.", line), line
            asked += 1
    assert asked


def test_a_share_is_worth_as_much_at_the_end_as_the_facts_say() -> None:
    said, game = 0, GAMES["goodwill"]
    assert game.teaching.bears is not None
    assert game.teaching.at_hand is not None
    for turn in get_whole_game(Case(game, 4, game.options.model_validate({"fast_mode": "off"}))):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        view = game.view(turn.before, turn.seat)
        amounts = re.findall(r"\$\d+", game.teaching.bears(view, question))
        facts = [fact for fact in game.teaching.at_hand(view, question) if "average luck" in fact]
        if question.rule == RULE and facts:
            assert re.findall(r"should be worth (\$\d+)", facts[0])[0] in amounts, facts
            said += 1
    assert said


@pytest.mark.parametrize("which", ["first", "second"])
def test_each_price_says_what_a_share_should_bring(which: str) -> None:
    game = town(DOUBTFUL) if which == "first" else town(DOUBTFUL).assess(Julien=10, Fred=12, Eric=14, Chris=16)
    by_news = "with your news and average luck" if which == "first" else "by your news alone"
    assert re.match(rf"Now \$\d+; about \$\d+ after 1957, {by_news}\.", below(game, "Julien"))


def test_in_the_last_year_a_share_is_worth_what_the_news_leave() -> None:
    assert below(town().in_year(1957), "Julien").startswith(
        "Now $11; about $9 at the end, with your news and average luck."
    )


def facts(game: Evening, name: str, version: int = 0) -> str:
    """What this person reads in small print below that; later versions are shorter."""
    assert GAME.teaching.private_facts is not None
    versions = GAME.teaching.private_facts(game.begin()._view(name), game.question(name))
    return game.in_names(versions[version]) if versions else ""


def test_a_second_price_is_asked_with_the_first_ones_and_the_news_behind_them() -> None:
    """Julien sees news 1 and 2; Chris sees 1 and 4."""
    game = town().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert facts(game, "Julien") == (
        "The lowest owner's price sells. First prices, clues to news you don't see: you $10 to Chris (news 4) $16. "
        "Your news for its capital: -$20 (certain); no effect."
    )
    assert "First prices: $10 to $16. Your news " in facts(game, "Julien", -3)
    tied = town().with_shares(AMBER, Fred=6, Eric=4).assess(Julien=10, Fred=10, Eric=14, Chris=16)
    assert "First prices, clues to others' news: $10 to $16." in facts(tied, "Julien")
    assert "First prices" not in facts(town(), "Julien")


@pytest.mark.parametrize("company", [AMBER, BLACK])
def test_every_price_names_the_news_with_its_effect_and_whose_shares_it_can_sell(company: Company) -> None:
    game = town().until(f"{company}: first price")
    line = facts(game, "Julien")
    assert line.startswith("Owners: ")
    assert " 2; their lowest price sells. Your news for " in line
    assert "“Full employment bonus” " in line
    assert "+$10 per workforce" not in line, "a name is shorter than what stands on the card"
    assert facts(game, "Julien", -1) == "The lowest owner's price sells."


def test_news_without_effect_has_no_odds() -> None:
    assert "“Full employment bonus” (certain) -$20; “Tanker strike” no effect." in facts(town(), "Julien")
    assert "Your news for its capital: -$20 (certain); no effect." in facts(town(), "Julien", -2)


def test_owners_are_told_with_their_numbers_of_shares_where_not_everybody_is_one() -> None:
    game = town().with_shares(BLACK, Julien=4, Fred=6).until("Black: first price")
    assert facts(game, "Julien").startswith("Owners: Fred 6, you 4; their lowest price sells. ")
    assert facts(game, "Eric").startswith("You can only buy; type $0 to stay out. Owners: Fred 6, Julien 4. ")
    alone = town().with_shares(BLACK, Julien=10).until("Black: first price")
    assert facts(alone, "Julien").startswith("Only you can sell. ")


def test_a_year_without_news_is_told_so_that_the_effects_of_news_are_added_to_it() -> None:
    game = town().in_year(1957).with_shares(AMBER, Julien=10)
    assert "Without news Amber loses $5 this year ($10 = $1 a share). Your news for Amber's capital: " in facts(
        game, "Julien"
    )


def test_the_effects_of_news_add_up() -> None:
    """The strike lets Dutton save one oil, so the duty on oil costs Amber less after it."""
    news = ((70, "Fuel duty"), (90, "Tanker strike"), (20, "Smoke levy"), (40, "Black: poisoned river"))
    game = town(news)
    changes = [int(amount.replace("$", "")) for amount in re.findall(r"[+-]\$\d+", facts(game, "Julien"))]
    assert GAME.teaching.at_hand is not None
    lines = GAME.teaching.at_hand(game.begin()._view("Julien"), game.question("Julien"))
    before, *_, after = re.findall(r"capital \$(\d+)", " ".join(line for line in lines if "Amber at the end" in line))
    assert sum(changes) == int(after) - int(before)
    assert "Amber earns $10 less" in lines[1], "as the second line of Why? says, too"


def test_who_has_no_share_reads_that_they_can_only_buy() -> None:
    game = town().with_shares(AMBER, Fred=6, Eric=4)
    assert facts(game, "Julien").startswith("You can only buy; type $0 to stay out. Owners: Fred 6, Eric 4. Your news")


def test_a_boss_is_asked_about_with_the_change_by_each_news_under_whom() -> None:
    game = town().with_available("Mitsy", "Idris", "Esmond").with_prices(charcoal=5)
    game.until("Amber: candidates for boss")
    assert facts(game, "Fred") == (
        "Your news for Amber's capital: “Smoke levy” (42 % likely) -$5 under Idris (innovation 1), -$10 under others. "
        "Votes: Julien 3, you 3, Eric 2, Chris 2."
    ), "news that do the same under any boss have no room"
    assert facts(game, "Fred", 1).startswith("Your news for Amber's capital: -$5 under Idris, -$10 under others (42 %")
    assert facts(game, "Fred", -1) == "Votes: Julien 3, you 3, Eric 2, Chris 2."


def test_a_scandal_throws_out_any_boss_so_that_later_news_acts_on_none() -> None:
    news = ((90, "Amber: forged accounts"), (10, "Smoke levy"), (20, "Fuel duty"), (40, "Baby boom"))
    game = town(news).with_available("Mitsy", "Baldric", "Cosima").until("Amber: candidates for boss")
    assert facts(game, "Julien") == (
        "Your news for Amber's capital: “Amber: forged accounts” (certain) throws out any boss: -$10, and the salary "
        "is saved. Votes: you 3, Fred 3, Eric 2, Chris 2."
    )


def test_a_boss_is_asked_about_with_news_that_act_on_no_boss_as_with_any() -> None:
    news = ((90, "Full employment bonus"), (0, "Fuel duty"), (20, "Smoke levy"), (40, "Black: poisoned river"))
    game = town(news).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    assert facts(game, "Julien") == (
        "Your news does the same under any boss. Votes: you 3, Fred 3, Eric 2, Chris 2. A boss's pay is counted, too."
    )


def test_the_owners_of_now_are_named_where_two_prices_are_asked() -> None:
    game = town(fast_mode="swift").with_shares(BLACK, Julien=4, Fred=6).until("Black: both prices")
    assert facts(game, "Julien").startswith("The lowest owner's price sells. Shares now: Fred 6, you 4. Your news")


def test_a_partner_is_chosen_by_what_the_trade_brings_or_costs_them() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=10, Chris=16).begin()
    assert facts(game, "Chris") == (
        "By your news alone, with average luck, a share brings about $13: a seller at $13 gains nothing, so votes "
        "count. Votes (6 needed): Julien 3, Eric 2."
    )


def test_both_prices_of_a_swift_game_have_one_line() -> None:
    line = below(town(fast_mode="swift").with_cash(Julien=42), "Julien")
    assert line == below(town().with_cash(Julien=42), "Julien")


def test_a_boss_is_asked_about_with_ones_votes_and_the_best_of_those_who_are_proposed() -> None:
    game = town(DOUBTFUL).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    assert below(game, "Julien") == (
        "Yours: 3 votes, 6 needed. Share after 1957 with average luck: Dutton (now) $10, Esmond $9, Mitsy $7, Idris $7."
    )


def test_bosses_whom_a_scandal_throws_out_are_told_so() -> None:
    news = ((90, "Amber: forged accounts"), (80, "Heating coal rationed"), (20, "Smoke levy"), (40, "Baby boom"))
    game = town(news).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    assert "under anybody, as your news throws out any boss." in below(game, "Julien")


def test_bosses_who_make_no_difference_are_told_so() -> None:
    news = ((90, "Conscripts come home"), (80, "Heating coal rationed"), (20, "Smoke levy"), (40, "Baby boom"))
    game = town(news, dividends=True, cash_only=True).with_capital(Amber=20)
    game.with_available("Mitsy", "Kasimir", "Esmond").until("Amber: candidates for boss")
    assert "Share pays until 1957: about $0 under anybody." in below(game, "Julien")


def test_bosses_who_are_nearly_alike_are_compared_in_tenths_of_a_dollar() -> None:
    game = town().with_shares(AMBER, Julien=7, Fred=3).with_available("Mitsy", "Kasimir", "Idris")
    game.until("Amber: candidates for boss").nominate(Julien="Mitsy")
    found = re.search(r"Dutton \(now\) \$(\d+(?:\.\d)?), Mitsy \$(\d+(?:\.\d)?)\.", below(game, "Julien"))
    assert found is not None
    assert found[1] != found[2]


def test_all_candidates_are_listed_where_the_others_are_alike() -> None:
    game = (
        town().with_capital(Amber=200).with_available("Idris", "Esmond", "Kasimir").until("Amber: candidates for boss")
    )
    assert re.search(r"Dutton \(now\) \$\d+, Esmond \$\d+, Idris \$\d+, Kasimir \$\d+\.", below(game, "Julien"))


def test_a_likely_scandal_is_said_to_throw_out_whoever_is_chosen() -> None:
    news = ((60, "Amber: forged accounts"), (80, "Heating coal rationed"), (20, "Smoke levy"), (40, "Baby boom"))
    game = town(news).with_shares(AMBER, Julien=7, Fred=3).with_available("Mitsy", "Kasimir", "Idris")
    game.until("Amber: candidates for boss").nominate(Julien="Mitsy")
    assert "Share after 1957 unless thrown out (92 %): Dutton (now) $" in below(game, "Julien")


def test_all_candidates_are_compared_by_what_a_share_comes_to_under_each() -> None:
    game = town().with_capital(Amber=200).with_available("Mitsy", "Idris", "Kasimir")
    line = below(game.until("Amber: candidates for boss"), "Julien")
    assert re.search(r"Dutton \(now\) \$\d+, Mitsy \$\d+, Idris \$\d+, Kasimir \$\d+\.", line), line


def test_a_vote_on_several_says_that_each_yes_gets_all_votes() -> None:
    game = town().with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    game.nominate(Julien="Mitsy", Fred="Idris")
    assert below(game, "Julien").startswith("Each yes: 3 votes, 6 needed. Share after 1957")
    versions = [facts(game, "Julien", version) for version in range(6)]
    assert "None of these: you want Dutton to stay." in versions


def test_who_can_replace_a_boss_alone_is_told_so() -> None:
    game = town(DOUBTFUL).with_shares(AMBER, Julien=7, Fred=3).with_available("Mitsy", "Idris", "Esmond")
    line = below(game.until("Amber: candidates for boss"), "Julien")
    assert line.startswith("Your 7 votes are enough. Share after 1957 with average luck: Dutton (now) $10,")


def test_a_partner_is_chosen_by_what_each_of_them_has() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=10, Chris=16).begin()
    assert (
        below(game, "Chris")
        == "Equal prices: you pay $13 to either. Cash plus shares: Julien $173, Eric $172, you $172."
    )
    hidden = town(cash_visible=False).assess(Julien=10, Fred=12, Eric=10, Chris=16)
    assert below(hidden, "Chris") == "Equal prices: you pay $13 to either. Amber shares: Julien 3, Eric 2, you 2."


def test_of_three_partners_the_wealth_is_told_without_ones_own() -> None:
    game = town().assess(Julien=8, Fred=14, Eric=14, Chris=14).begin()
    assert below(game, "Julien") == "You get $11 from anybody. Cash plus shares: Fred $173, Eric $172, Chris $172."


def test_a_lot_is_sold_with_what_it_pays_and_the_capital_it_speaks_of() -> None:
    game = town(derivatives="auction").with_next_lots("Amber below Black").with_cash(Julien=48)
    assert below(game, "Julien") == (
        "Pays $10 if so at the end. With your news, capital after 1953: Amber $85, Black $100. You have $48."
    )
