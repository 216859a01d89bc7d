"""The line below a question's heading: cash and shares, tiles, treasuries, goods and demand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.news import DividendPaid, PriceMoved
from bot.games.big_shoulders.rules.appeal import advance
from tests.games.big_shoulders.dealing import Town, town


def below(street: Town, name: str) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(street.view(name), street.question(name))


def market() -> Town:
    street = town().founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 50)
    return street.cash("Ann", 140).cash("Ben", 300).cash("Cleo", 100)


def test_a_first_company_is_founded_with_what_one_has_and_what_it_costs() -> None:
    table = play.begin(GAME.set_up(GAME.options(), 3, "charters", GAME.box)).table
    (seat,) = play.list_asked_seats(table)
    question = play.find_question(table, seat)
    assert GAME.teaching.bears is not None
    assert question is not None
    assert GAME.teaching.bears(GAME.view(table, seat), question) == (
        "You have $175. Higher price: more money in the company. Lower: more cash for shares."
    )


def test_a_stock_turn_names_what_each_share_on_sale_should_earn_also_if_that_is_nothing() -> None:
    street = market().staff("Swift", 2, 0)
    assert below(street.begin("stock", first="Ann"), "Ann") == (
        "Next payout/price: Swift $10/$60, Elgin $0/$40, Libby $0/$50. "
        "You have $140; the cheapest share is Elgin at $40."
    )
    last = street.table.box.terms.last_decade
    words = below(street.begin("stock", last, first="Ann"), "Ann")
    assert words.startswith("Last decade. Next payout/price: Swift $10/$60, Elgin $0/$40, Libby $0/$50. ")


def test_who_can_found_another_company_reads_what_that_means_before_the_last_decade() -> None:
    street = market().cash("Ann", 300)
    last = street.table.box.terms.last_decade
    words = below(street.begin("stock", 2, first="Ann"), "Ann")
    assert " Founding gives 3 shares; your companies share 2 partners." in words
    assert "Founding" not in below(street.begin("stock", last, first="Ann"), "Ann")


def test_who_can_pay_for_no_share_is_told_what_the_cheapest_costs() -> None:
    street = market().cash("Ann", 30).holds("Ann", "Elgin", common=1).begin("stock", first="Ann")
    assert below(street, "Ann").startswith(
        "You have $30; the cheapest share costs $40. No share pays with its present workers. "
    )


def test_a_building_tile_is_chosen_by_what_each_pays() -> None:
    assert below(market().hand("Ann", 1, 2, 9).begin("building"), "Ann") == (
        "An action for everybody; each use by anyone pays you: tile 1 $20, tile 2 $20, tile 9 $30."
    )


def test_a_partner_is_placed_with_what_a_company_lacks_and_where_it_is_had() -> None:
    street = market().staff("Swift", 1, 0).firm_has("Swift", 330)
    street.founded("Ann", "Doggett", 35).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    assert below(street.begin("action"), "Ann") == (
        "Needs: Swift ($330) 1 worker at job market ($40), Doggett ($105) 2 workers at job market ($80)."
    )


def test_cubes_that_a_company_can_pay_are_what_it_needs_not_what_it_lacks() -> None:
    street = market().staff("Swift", 2, 3, managers=[1, 2], salespeople=2).firm_has("Swift", 330)
    street.founded("Ann", "Doggett", 35).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    words = below(street.begin("action"), "Ann")
    assert words.startswith("Needs: Doggett ($105) 2 workers at job market ($80), Swift ($330) $")
    assert " for cubes." in words


def test_where_no_need_of_three_companies_has_room_their_treasuries_are_not_called_needs() -> None:
    street = market().staff("Swift", 2, 3).founded("Ann", "Doggett", 35).staff("Doggett", 2, 2)
    street.founded("Ann", "Spalding", 35).staff("Spalding", 1, 2).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    street.supply("", "", "").haymarket("").begin("action", street.table.box.terms.last_decade)
    words = below(street, "Ann")
    assert words.startswith("Last decade. Treasuries: Swift ($180), Doggett ($105), Spalding ($105). ")


def test_the_tiles_that_give_workers_are_named_beside_the_job_market() -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40)
    street.staff("Swift", 1, 0).partners("Ann", 2).turns("Ann", "Ben", "Cleo", "Dan").track("Ben", 26)
    street.begin("action", 2)
    assert "Swift ($180) needs 1 worker for factory 1 (2 goods): job market ($40), tile 26; " in below(street, "Ann")


def test_a_company_with_all_its_workers_reads_what_comes_next() -> None:
    street = market().staff("Swift", 2, 3).firm_has("Swift", 330).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    street.begin("action")
    assert GAME.teaching.at_hand is not None
    facts = GAME.teaching.at_hand(street.view("Ann"), street.question("Ann"))
    assert any(line.startswith("Swift sells at $60 and not $50 with a salesperson: the board ($70)") for line in facts)
    assert any("with a manager: the board ($60)" in line for line in facts)


def test_a_first_operation_without_a_running_factory_says_what_is_missing() -> None:
    street = market().staff("Swift", 1, 0).firm_has("Swift", 330).has("Swift", goods=2)
    street.demand("meat", 0, 3).demand("meat", 1, None, goods=1).begin("operation")
    assert below(street, "Ann") == (
        "Factory 1 cannot run: it lacks 1 worker. Hiring first would have helped. Without a run there is no payout."
    )


def test_a_staffed_company_without_money_for_cubes_says_what_they_would_cost() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 0).has("Swift", goods=1).begin("operation")
    assert below(street, "Ann").startswith(
        "Factory 1 lacks money: 1 livestock, 1 steel cost $20; it has $0. Fundraising first would have helped."
    )


def test_a_company_that_can_raise_money_or_buy_and_trade_is_not_said_to_be_unable_to_run() -> None:
    street = town("Ann Ben Cleo", advanced=True).founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40)
    street.founded("Cleo", "Libby", 50).staff("Swift", 2, 0).firm_has("Swift", 0).begin("operation")
    words = below(street, "Ann")
    assert words.startswith(
        "Factory 1 lacks money: 1 livestock, 1 steel cost $20; it has $0. "
        "Emergency fundraising (your own plan) may help."
    )
    raised = "Sell 1 common:", "1 livestock, 1 steel: $20"
    assert any(label.startswith("Run factory 1") for label in street.labels("Ann", *raised))


def test_a_space_that_a_company_cannot_pay_is_not_where_its_need_is_met() -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).staff("Swift", 1, 0)
    street.founded("Ann", "Doggett", 35).partners("Ann", 2).turns("Ann", "Ben", "Cleo", "Dan").track("Ben", 26)
    for cash, where in ((40, "1 worker at job market ($40)"), (39, "1 worker (factory 1)")):
        assert f"Swift (${cash}) {where}" in below(street.firm_has("Swift", cash).begin("action", 2), "Ann")


def test_an_operation_says_which_later_factory_stands_still_and_what_fills_the_demand() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330).has("Swift", goods=2)
    street.demand("meat", 0, 3).demand("meat", 1, None, goods=1)
    words = below(street.begin("operation"), "Ann")
    assert words.startswith("Cubes $20; 4 goods x $50 + $50 demand = $250. Factory 2 ")
    assert "cannot run" not in words
    street.has("Swift", "livestock steel coal")
    words = below(street.begin("operation"), "Ann")
    assert words.startswith("4 goods x $50 + $50 demand = $250. Factory 2 lacks 3 workers. You get $75.")


def test_an_operation_says_which_cubes_a_staffed_factory_stands_still_for() -> None:
    street = market().staff("Swift", 2, 3).firm_has("Swift", 330).supply("steel livestock", "livestock", "livestock")
    street.haymarket("").begin("operation")
    assert " Factory 2 stands: only 1 steel is for sale." in below(street, "Ann")


def test_cubes_that_nobody_sells_are_named_before_workers_are_hired_for_them() -> None:
    street = market().staff("Swift", 1, 0).firm_has("Swift", 330).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    street.supply("wood wood", "coal", "coal").haymarket("").begin("action")
    words = below(street, "Ann")
    assert words.startswith(
        "Swift ($330) cannot run factory 1: no livestock or steel is for sale; no open space gives any."
    )


def test_a_factory_without_cubes_for_sale_comes_before_workers_for_the_next_with_the_tile_that_gives_some() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    street.supply("wood wood", "livestock", "coal").track("Ben", 18).haymarket("steel").begin("action")
    words = below(street, "Ann")
    assert words.startswith("Swift ($330) needs 3 workers for factory 2 (1 good): job market (")
    assert words.endswith("; both running in one decade: +1 partner.")
    assert GAME.teaching.at_hand is not None
    assert (
        "Swift lacks 1 steel, but trades 2 wood for 1 steel in its operation ($40 in all); "
        "no partner needed, and tile 18 gives some too."
    ) in GAME.teaching.at_hand(street.view("Ann"), street.question("Ann"))
    street.supply("wood", "livestock", "coal")
    assert below(street, "Ann").startswith(
        "Swift ($330) cannot run factory 1: no steel is for sale; only tile 18 gives some."
    )
    street.haymarket("")
    assert "steel is for sale; no open space gives any." in below(street, "Ann")


def test_an_operation_says_which_cube_nobody_sells() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330).supply("wood wood", "livestock", "coal")
    street.haymarket("").begin("operation")
    helped = "An action that brings steel would have helped."
    assert below(street, "Ann").startswith(f"Factory 1 cannot run: no steel is for sale. {helped}")
    sentence = "Factory 1 cannot run: it needs 1 livestock and 1 steel, and no steel is for sale."
    assert street.question("Ann").help.startswith(sentence)


def test_cubes_that_may_come_before_a_company_operates_are_not_ruled_out() -> None:
    street = market().staff("Elgin", 2, 0).partners("Ben", 2).turns("Ben", "Ann", "Cleo").supply("wood wood", "wood")
    street.begin("action")
    order = street.table.appeal_order
    assert order[0] != street.id("Elgin"), "others operate first, and the supply is refilled after each of them"
    assert " cannot run factory 1 yet: no " in below(street, "Ben")
    assert GAME.teaching.at_hand is not None
    facts = GAME.teaching.at_hand(street.view("Ben"), street.question("Ben"))
    assert any(line.endswith("more may come, as others operate first.") for line in facts)


def test_the_last_decade_is_said_with_the_goals_that_are_won() -> None:
    street = market().staff("Swift", 2, 3).turns("Ann", "Ben", "Cleo").partners("Ann", 2)
    street.table.goals = ["workers", "common"]
    last = street.table.box.terms.last_decade
    words = below(street.begin("stock", last - 1, first="Ann"), "Ann")
    assert "Last decade" not in words
    assert "Goals" not in words
    words = below(street.begin("stock", last, first="Ann"), "Ann")
    assert words.startswith("Last decade. Next payout/price: Swift $15/$60, Elgin $0/$40, Libby $0/$50. ")
    assert words.endswith(" Goals so far: most workers employed ($200).")
    assert below(street.begin("operation", last), "Ann").startswith("Last decade. ")


def test_a_tie_in_a_goal_counts_and_a_goal_of_which_nobody_has_anything_does_not() -> None:
    street = market().partners("Ann", 2).partners("Ben", 2).partners("Cleo", 1)
    street.table.goals = ["partners", "salespeople"]
    last = street.table.box.terms.last_decade
    assert "Goals won so far (ties win too): most partners ($200)." in below(
        street.begin("stock", last, first="Ann"), "Ann"
    )
    street.table.goals = ["salespeople"]
    assert "You win no goal so far ($200 each)." in below(street, "Ann")


def test_in_the_last_decade_who_leads_is_said_with_the_goals_that_count_at_the_end() -> None:
    street = market().staff("Swift", 2, 3).turns("Ann", "Ben", "Cleo").partners("Ann", 2).firm_has("Swift", 330)
    street.cash("Ann", 50).has("Swift", "livestock livestock steel steel steel")
    street.demand("meat", 0, None).demand("meat", 1, None, goods=6).table.goals = ["workers"]
    last, reward = street.table.box.terms.last_decade, street.table.box.terms.goal_reward
    view = street.begin("operation", last).view("Ann")
    ann, ben = view.everybody[1].net_worth, view.everybody[2].net_worth
    assert ann < ben < ann + reward
    assert below(street, "Ann").endswith(f" You lead with ${ann + reward} incl. goals.")
    assert GAME.teaching.bears is not None
    roomy = GAME.teaching.bears(replace(view, company=None), street.question("Ann"))
    assert roomy == f"Last decade. You have $50. <seat:2> ${ben} + 0 goals; you ${ann} + 1 goal."


def test_the_last_cube_that_another_company_may_buy_first_is_named_with_the_tile_that_makes_it_safe() -> None:
    street = market().staff("Libby", 2, 0).staff("Swift", 2, 0).partners("Cleo", 2).turns("Cleo", "Ann", "Ben")
    street.supply("steel livestock livestock", "livestock", "coal coal coal").haymarket("steel").track("Ben", 18)
    street.begin("action")
    assert below(street, "Cleo") == (
        "Libby ($150) may lose the last steel to Swift, which operates first; tile 18 makes it safe."
    )
    street.supply("steel steel livestock", "livestock", "coal coal coal")
    assert "may lose" not in below(street, "Cleo"), "there is one for each"


def may_lose_the_last_livestock(appeal: int) -> Town:
    """Let Libby have less appeal than Swift, which needs the same cube, with all workers hired."""
    street = market().staff("Libby", 2, 2, salespeople=2, managers=[1, 2]).staff("Swift", 2, 0).partners("Cleo", 2)
    street.supply("steel steel livestock", "livestock livestock", "coal coal coal").haymarket("").turns(
        "Cleo", "Ann", "Ben"
    )
    return street.appeal("Swift", 5).appeal("Libby", appeal).begin("action")


@pytest.mark.parametrize("appeal", [3, 4, 5])
def test_the_last_cube_is_named_with_the_space_for_the_appeal_that_comes_first_where_no_tile_gives_it(
    appeal: int,
) -> None:
    street = may_lose_the_last_livestock(appeal)
    if appeal == 3:  # of all spaces only a tile brings two steps
        street.track("Ben", 9)
    order = street.table.appeal_order
    street.table.appeal_order = [*(one for one in order if one != street.id("Libby")), street.id("Libby")]
    space, where = (5, "tile 9") if appeal == 3 else (max(5, appeal + 1), "advertising")
    words = below(street, "Cleo")
    assert words.startswith(
        f"Libby ($150) may lose the last livestock to Swift; appeal {space} ({where}) puts Libby ahead."
    ), words
    advance(street.table, street.id("Libby"), space - appeal)
    order = street.table.appeal_order
    assert order.index(street.id("Libby")) < order.index(street.id("Swift"))
    assert "may lose" not in below(street, "Cleo")


def test_the_last_cube_is_left_out_where_no_action_saves_it_and_what_pays_most_is_named() -> None:
    street = may_lose_the_last_livestock(2).track("Cleo", 2).holds("Cleo", "Libby", common=1).firm_has("Libby", 400)
    words = below(street, "Cleo")
    assert words.startswith("Pays you most: extra dividends $40 (price to $80)"), words
    assert "may lose" not in words
    assert GAME.teaching.at_hand is not None
    facts = GAME.teaching.at_hand(street.view("Cleo"), street.question("Cleo"))
    sentence = "Libby may lose the last livestock to Swift, which operates first; no open space helps."
    assert sentence in facts
    before = street.player("Cleo").cash
    street.does("Cleo", "Extra dividends")
    assert (street.player("Cleo").cash - before, street.firm("Libby").price) == (40, 80)


def test_a_salesperson_is_had_at_the_own_tile_before_the_board_and_at_the_cheapest_before_the_others() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    street.player("Ann").first = None  # no partner comes, of which there would be more to say
    street.has("Swift", "livestock steel").track("Ann", 22).track("Ben", 2).begin("action")
    assert "Useful: a salesperson at tile 22 ($40)." in below(street, "Ann")
    street.player("Ann").tiles.clear()
    assert "Useful: a salesperson at tile 2 ($20)." in below(street, "Ann")


def test_two_companies_read_how_each_gets_the_last_cube_that_another_may_buy() -> None:
    street = market().staff("Libby", 2, 0).staff("Swift", 2, 0).founded("Cleo", "Doggett", 35).partners("Cleo", 2)
    street.turns("Cleo", "Ann", "Ben").supply("steel livestock livestock", "livestock", "coal coal coal")
    street.haymarket("steel").track("Ben", 18).begin("action")
    assert "Libby ($150) steel (tile 18, before Swift)" in below(street, "Cleo")


def test_a_company_trades_for_a_cube_that_nobody_sells_and_the_offered_plans_do() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 64).supply("wood wood", "livestock", "coal")
    street.haymarket("steel").begin("operation")
    assert below(street, "Ann").startswith("Cubes $40, trade 2 wood for 1 steel; 2 goods x $50 = $100.")
    question = street.question("Ann")
    assert isinstance(question, Choose)
    first, *_ = question.options
    assert first.hint == "Trades 2 wood for 1 steel. 2 goods x $50 = $100. You get $30; treasury $64 → $94."
    assert question.is_legal(first.move)
    street.table._box = street.table.box.model_copy(update={"edition": 3})
    street.table.__dict__.pop("box", None)
    earlier = street.question("Ann")
    assert isinstance(earlier, Choose)
    assert [option.hint for option in earlier.options] == [
        "No factory ran, so nothing can be paid out. You get nothing; treasury stays $64."
    ]
    assert below(street, "Ann").startswith(
        "Factory 1 runs if you trade 2 wood for 1 steel: only in your own plan ($40 in all)."
    )


def test_of_two_companies_none_lacks_a_trade_which_its_operation_makes_by_itself() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330).founded("Ann", "Doggett", 35)
    street.supply("wood wood", "livestock", "coal").haymarket("steel").partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    words = below(street.begin("action"), "Ann")
    assert "Swift ($330) 3 workers at job market ($120)" in words
    assert "trade" not in words


def test_a_cost_of_an_operation_is_named_with_that_of_its_asset_and_the_own_payout() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 90).asset("Swift", "Union Stockyards")
    street.supply("steel livestock coal").haymarket("livestock livestock").begin("operation")
    words, question = below(street, "Ann"), street.question("Ann")
    assert isinstance(question, Choose)
    first = question.options[0]
    assert words.startswith("Cubes $10, its asset $10; 2 goods x $50"), words
    assert " (asset $10)." in first.hint, first.hint
    own = first.hint.partition("You get $")[2].partition(";")[0]
    assert f"You get ${own}." in words


def test_a_line_without_room_for_the_cubes_of_all_trades_says_that_they_are_not_for_sale() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 200).has("Swift", goods=2)
    street.demand("meat", 0, 3).demand("meat", 1, None, goods=1)
    street.supply("wood wood", "wood wood", "coal").haymarket("steel livestock")
    words = below(street.begin("operation"), "Ann")
    assert words.startswith("Cubes $60, 4 traded for 2 not for sale; 4 goods x $50 + $50 demand = $250."), words


def test_a_changed_score_names_the_share_that_moved_it_most_and_the_dividends() -> None:
    street = market().holds("Ann", "Elgin", common=1)
    explain = GAME.wording.explain_worth
    assert explain is not None
    news = [
        PriceMoved(company="Swift", before=60, after=80, why="paid out"),
        PriceMoved(company="Elgin", before=40, after=60, why="paid out"),
        PriceMoved(company="Libby", before=50, after=100, why="paid out"),
        PriceMoved(company="Swift", before=80, after=100, why="sold out"),
        DividendPaid(company="Swift", special=False, total=100, a_share=10, players={1: 30}, treasury=70),
    ]
    assert explain(street.view("Ann"), news) == "Swift $60 → $100, dividends $30"
    assert explain(street.view("Cleo"), news[:1]) == ""


def test_in_the_last_decade_each_tile_is_one_line_and_every_answer_counts() -> None:
    street = market()
    street.begin("building", street.table.box.terms.last_decade).player("Ann").hand = [1, 2, 9]
    question = street.question("Ann")
    assert isinstance(question, Choose)
    assert question.prompt.endswith(": which tile do you play?")
    shown = [question.options[at] for at in question.shown]
    assert [option.caption.partition(":")[0] for option in shown] == ["Play 1", "Play tile 2", "Play tile 9"]
    assert len(question.options) == 6
    assert all(question.is_legal(option.move) for option in question.options)


def test_an_operation_with_too_many_trades_for_the_line_still_says_what_its_sales_bring() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 200).has("Swift", goods=22)
    street.demand("meat", 0, 3).demand("meat", 1, None, goods=1)
    street.supply("wood wood", "livestock", "coal").haymarket("steel")
    words = below(street.begin("operation", street.table.box.terms.last_decade), "Ann")
    assert words == "Last decade. Cubes $40, 1 trade; 13 goods x $50 + 11 goods x $25 + $70 demand = $995."
