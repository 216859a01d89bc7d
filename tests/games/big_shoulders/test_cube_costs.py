"""Warnings about money for cubes are true when they are read, and none is missing: by dealt tables and whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice
from bot.engine.questions import Option
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.moves import BuyCubes, HireWorkers, PlacePartner
from bot.games.big_shoulders.rules.action_phase import ActionTurn
from bot.games.big_shoulders.rules.charter import open_spots
from bot.games.big_shoulders.rules.operation import Operation, operation
from bot.games.big_shoulders.rules.vocabulary import HINT
from bot.games.big_shoulders.table import City
from bot.testing.random_games import Case, build_random
from tests.games.big_shoulders.dealing import Town, town
from tests.games.big_shoulders.test_promises import with_bonuses

WARNS = re.compile(r"(?:Too little for|Cubes) (?:(?:for )?factor(?:y|ies)(?: \d(?:,| and))* (\d))?.*?cost \$(\d+)")
RICH = 10_000
ROOM = HINT - len("Cubes cost $120. ")


def cost_of_cubes(table: City, company: str, upto: int) -> int | None:
    """Return what the cubes for the first factories cost, bought one by one; None: they are not all for sale."""
    there = begin_on_copy(table, operation(table, company))
    there.companies[company].cash = RICH
    lacking = there.companies[company].lacks(
        [cube for card in table.box.company[company].factories[:upto] for cube in card.cubes]
    )
    for wanted in lacking:
        turn = get_asked_part(there)
        assert isinstance(turn, Operation)
        offers = [option.move for option in turn.purchases(there) if isinstance(option.move, BuyCubes)]
        single = [move for move in offers if [one.cube for one in move.cubes] == [wanted]]
        if not single:
            return None
        make_choice(there, min(single, key=lambda move: move.cubes[0].price))
    return RICH - there.companies[company].cash


def falsehoods(table: City, company: str, words: str) -> Iterator[str]:
    """Yield a warning about a company's cubes that is not true on this table, and one that is missing."""
    firm, card = table.companies[company], table.box.company[company]
    found = WARNS.search(words)
    staffed = next((at for at, spots in enumerate(open_spots(table, company)) if spots), len(card.factories))
    costs = [cost_of_cubes(table, company, upto) for upto in range(1, staffed + 1)]
    if found is not None:
        upto = [int(found[1])] if found[1] else range(1, staffed + 1)
        if firm.cash >= int(found[2]) or int(found[2]) not in [costs[at - 1] for at in upto]:
            yield f"the cubes cost {costs}, and there is ${firm.cash}"
    elif len(words) > ROOM or firm.cubes or firm.asset is not None:
        return  # a full line says what the action brings, and cubes may come another way
    elif costs and costs[0] is not None and costs[0] > firm.cash:
        yield f"nothing is said of cubes for ${costs[0]} with ${firm.cash}"


def check_options(table: City, seat: int) -> int:
    """Check what each placement and each way to hire says; return how many warn."""
    turn = ActionTurn(seat=seat)
    start, warned = begin_on_copy(table, turn), 0
    for option in list(turn.list_options(start)):
        move = option.move
        if not isinstance(move, PlacePartner):
            continue
        after, _ = with_bonuses(start, option)
        spent = after.companies[move.company].cash != start.companies[move.company].cash
        for what in falsehoods(after, move.company, option.hint) if spent and " cubes" not in option.label else ():
            pytest.fail(f"{option.label!r}, {option.hint!r}: {what}")
        warned += bool(WARNS.search(option.hint))
        there = play.copy(start)
        make_choice(there, move)
        warned += sum(check_hiring(there, move.company, detail) for detail in list_details(there))
    return warned


def list_details(table: City) -> Iterator[Option]:
    """Yield the ways to hire workers that a placement leaves to choose."""
    if len(table.agenda) > 1:
        yield from (one for one in get_asked_part(table).list_options(table) if isinstance(one.move, HireWorkers))


def check_hiring(table: City, company: str, option: Option) -> bool:
    after = play.copy(table)
    make_choice(after, option.move)
    for what in falsehoods(after, company, option.hint):
        pytest.fail(f"{option.label!r}, {option.hint!r}: {what}")
    return WARNS.search(option.hint) is not None


@pytest.mark.parametrize("number", range(2))
def test_what_is_said_of_money_for_cubes_is_true_for_every_action_of_whole_games(number: int) -> None:
    case, warned = Case(GAME, 2 + number, GAME.options()), 0
    table, random = case.begin(f"cubes {number}").table, build_random(number)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        assert isinstance(table, City)
        if GAME.view(table, seat).phase == "action phase":
            warned += check_options(table, seat)
        sloppy = random.random() < 0.3
        move = question.choose_random_move(random) if sloppy else GAME.choose(GAME.view(table, seat), question, random)
        play.play_here(table, seat, move)
    assert warned > 20


def street(cash: int, names: str = "Ann Ben") -> Town:
    there = town(names).founded("Ann", "Swift", 50, cash).founded("Ben", "Elgin", 40).turns(*names.split())
    return there.supply("steel livestock coal", "livestock", "coal").haymarket("").partners("Ann", 2)


def test_hiring_the_last_worker_warns_that_the_money_for_the_cubes_is_gone() -> None:
    hiring = street(64).staff("Swift", 1, 0).begin("action")
    options = hiring.stage("Ann", "Job market").question
    assert options is not None
    hints = {option.label: option.hint for option in getattr(options, "options", ())}
    assert hints == {
        "1 for factory 1: $40, leaves $24": "Leaves $24: factory 1 has all its workers.",
        "1 for factory 2: $40, leaves $24": "Leaves $24: factory 2 still lacks 2.",
    }
    hiring.firm_has("Swift", 54)
    options = hiring.stage("Ann", "Job market").question
    hints = {option.label: option.hint for option in getattr(options, "options", ())}
    warning = "Leaves $14. Too little for factory 1 (2 goods): 1 livestock, 1 steel cost $20 now."
    assert hints["1 for factory 1: $40, leaves $14"] == warning
    stage = hiring.stage("Ann", "Job market", "1 for factory 1")
    assert stage.leaves.endswith("; Swift has too little for factory 1: 1 livestock, 1 steel cost $20 now")


def test_an_action_that_takes_the_money_for_the_cubes_says_so_before_it_is_placed() -> None:
    placing = street(70).staff("Swift", 2, 0).begin("action")
    asked = placing.stage("Ann").question
    hints = {option.label: option.hint for option in getattr(asked, "options", ())}
    words = "Swift $70 → $0. Goods then sell at $60, not $50. Too little for factory 1: all cubes cost $20 now."
    assert hints["Hire a salesperson"].startswith(words)
    assert "Too little" not in hints["Advertising"]
    words = "; Swift has too little for factory 1: 1 livestock, 1 steel cost $20 now"
    assert placing.stage("Ann", "Hire a salesperson").leaves.endswith(words)


def test_a_company_without_money_for_its_cubes_reads_which_space_brings_it() -> None:
    poor = street(10, "Ann Ben Cleo Dan").staff("Swift", 2, 0).track("Ben", 5).begin("action")
    assert GAME.teaching.bears is not None
    words = GAME.teaching.bears(poor.view("Ann"), poor.question("Ann"))
    assert words.startswith(
        "Swift ($10) needs $10 more: 1 livestock, 1 steel for factory 1 (2 goods) cost $20: fundraising $40."
    )


def test_cubes_that_come_another_way_are_not_said_to_be_missing() -> None:
    for helped in (street(70).asset("Swift", "Union Stockyards"), street(70).has("Swift", "wood wood")):
        helped.haymarket("livestock steel").staff("Swift", 2, 0).begin("action")
        assert "too little" not in helped.stage("Ann", "Hire a salesperson").leaves
