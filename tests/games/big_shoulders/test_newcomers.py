"""What somebody who plays for the first time reads: each panel says what it asks, why, and what the answers leave."""

from __future__ import annotations

import pytest

from bot.engine.questions import Choose, Option
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX
from bot.games.big_shoulders.moves import Act, HireManager, Operate, UseAsset
from bot.games.big_shoulders.picture.style import sign
from bot.games.big_shoulders.rules.action_phase import BRINGS, HIRES
from bot.games.big_shoulders.rules.vocabulary import HINT
from tests.games.big_shoulders.dealing import Town, town


def city(decade: int = 2) -> Town:
    """Ann directs Swift, Ben Elgin and Cleo Libby; Ann acts first."""
    street = town().founded("Ann", "Swift", 50, 300).founded("Ben", "Elgin", 40, 300)
    street.founded("Cleo", "Libby", 40, 300).turns("Ann", "Ben", "Cleo")
    street.table.decade = decade
    return street


def options(street: Town, *labels: str) -> list[Option]:
    """Return Ann's options after these choices, in the order in which they are shown."""
    asked = street.stage("Ann", *labels).question
    assert isinstance(asked, Choose)
    return [asked.options[at] for at in asked.shown or range(len(asked.options))]


def option(street: Town, words: str, *labels: str) -> Option:
    return next(one for one in options(street, *labels) if one.label.startswith(words))


def bears(street: Town, name: str = "Ann") -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(street.view(name), street.question(name))


def tip(street: Town, name: str = "Ann") -> str:
    assert GAME.teaching.tip is not None
    return GAME.teaching.tip(street.view(name), street.question(name))


# Actions


def test_equal_things_that_an_action_brings_are_counted_and_come_before_a_shortage_of_money() -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Swift", 50, 140).staff("Swift", 2, 1).partners("Ann", 2)
    street.track("Ann", 26).supply("", "", "steel steel steel livestock livestock").begin("action", 2)
    hint = option(street, "Tile 26").hint
    assert hint.startswith("Pays you $50. Swift $140 → $90. 2 workers.")
    assert "A worker, a worker" not in hint


@pytest.mark.parametrize("number", [6, 9, 24, 28, 34, 39, 42])
def test_an_own_tile_always_says_what_it_pays_its_owner_and_from_which_treasury(number: int) -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Cracker Jack", 50, 300).staff("Cracker Jack", 1, 2)
    street.track("Ann", number).begin("action", 4)
    amount, hint = street.table.box.tile[number].amount, option(street, f"Tile {number}").hint
    assert hint.startswith(f"Pays you ${amount}. Cracker Jack $300 → ")
    assert len(hint) <= HINT


def test_many_actions_of_one_company_are_two_menus_and_the_worthwhile_ones_stand_first_in_each() -> None:
    street = city(3).track("Ann", 22).track("Ben", 9, 10, 24).track("Cleo", 18, 28).staff("Swift", 2, 0)
    shown = options(street.appeal("Swift", 4).begin("action", 3))
    groups = {name: [one.label for one in shown if one.group == name] for name in (HIRES, BRINGS)}
    assert sum(map(len, groups.values())) == len(shown)
    assert [label.partition(":")[0] for label in groups[HIRES][:2]] == ["Job market", "Tile 22"]
    assert groups[BRINGS][0].startswith("Extra dividends")
    better = [groups[BRINGS].index(one) for one in groups[BRINGS] if one.startswith(("Advertising", "Tile 28"))]
    assert max(better) < min(groups[BRINGS].index(one) for one in groups[BRINGS] if one.startswith("Fundraising"))


def test_cubes_that_a_company_lacks_stand_before_goods_and_money() -> None:
    street = city(2).staff("Swift", 2, 0).track("Ben", 10, 13).haymarket("livestock").begin("action", 2)
    labels = [one.label.partition(":")[0] for one in options(street)]
    assert labels.index("Tile 13") < labels.index("Fundraising $40") < labels.index("Tile 10")


def test_a_few_actions_of_one_company_stay_one_menu() -> None:
    assert {one.group for one in options(city(1).begin("action"))} == {"Act for Swift"}


def test_a_machine_says_whether_the_factory_that_gets_its_worker_is_staffed_then() -> None:
    street = city(4).staff("Swift", 1, 2).track("Ben", 6).begin("action", 4)
    hints = {one.caption: one.hint for one in options(street, "Tile 6")}
    assert hints["Factory 1: worker to its open spot"] == (
        "Machines 1/2 (all: 1 good more); factory 1 is fully staffed."
    )
    assert hints["Factory 1: worker to factory 2"].endswith("; factory 2 is fully staffed.")


def test_a_manager_says_on_its_button_what_it_brings_and_below_that_the_factory_cannot_run_yet() -> None:
    street = city().staff("Swift", 2, 1).begin("action", 2)
    first, second = options(street, "Hire a manager")
    assert (first.caption, second.caption) == ("Factory 1: any cube and appeal +1", "Factory 2: 1 good and appeal +1")
    assert "so it does not run yet" not in first.hint
    assert second.hint.endswith(" It lacks 2 workers, so it does not run yet.")


def test_going_first_says_what_it_is_good_for() -> None:
    street = city().turns("Ben", "Cleo", "Ann").partners("Ben", 0).partners("Cleo", 0).begin("action", 2)
    assert all(one.hint for one in options(street, "Advertising"))


def test_which_of_two_assets_stays_says_on_the_buttons_what_each_does() -> None:
    street = city().asset("Swift", "Popular Partners").row("Foundry").begin("action", 2)
    captions = [one.caption for one in options(street, "Capital investment")]
    assert captions == ["Foundry: 1 steel, 1 wood", "Popular Partners: price +1 step"]
    hints = [one.hint for one in options(street, "Capital investment")]
    assert all(hint.endswith(" What Foundry brings at once comes in any case.") for hint in hints)


def test_an_asset_that_works_in_operations_says_so() -> None:
    street = city().row("Popular Partners", "Foundry").begin("action", 2)
    assert "in each operation price +1 step" in option(street, "Popular Partners", "Capital investment").hint


# Suggestions and comparisons


def test_no_manager_is_suggested_for_a_factory_that_cannot_run() -> None:
    assert GAME.teaching.first_plan is not None
    for cash in range(80, 300, 20):
        street = city(1).staff("Swift", 2, 0).firm_has("Swift", cash).begin("action")
        plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
        if plan is not None and isinstance(plan.move, Act):
            assert HireManager(factory=2) not in plan.move.parts


def test_a_suggested_action_is_compared_with_the_one_that_would_pay_its_player_most() -> None:
    assert GAME.teaching.first_plan is not None
    street = city(1).firm_has("Swift", 150).partners("Ann", 1).begin("action")
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert plan.label.startswith("Hire 2 workers")
    assert plan.why.endswith(" Extra dividends pays you $30, but then nothing runs and the price falls.")


def test_a_suggested_payout_says_why_the_price_rises_so_many_steps() -> None:
    assert GAME.teaching.first_plan is not None
    street = city(1).staff("Swift", 2, 0).has("Swift", "livestock steel").demand("meat", 0, None).begin("operation")
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert plan.why == (
        "Your shares of Swift get $30. Paying $100 in all, at least 2 x its price, lifts that 2 steps to $80. "
        "Keeping the money would lower its price."
    )


def test_before_partners_are_placed_it_reads_what_the_company_earns_and_what_lifts_its_price() -> None:
    street = city(4).staff("Swift", 2, 3, salespeople=1).partners("Ann", 1).begin("action", 4)
    assert tip(street).startswith("Swift as staffed earns $180 a run, which lifts its price 2 steps. ")
    street = city(4).staff("Swift", 2, 0).partners("Ann", 1).begin("action", 4)
    street.firm("Swift").price = 80
    assert tip(street).startswith("Swift as staffed earns $100 a run; $160 lifts its price 2 steps. ")
    street.firm("Swift").price = 450
    assert tip(street).startswith("Swift as staffed earns $100 a run. ")


def test_a_salesperson_of_an_own_tile_is_compared_as_one_that_pays_its_owner() -> None:
    street = city(2).staff("Swift", 2, 3).track("Ann", 22).partners("Ann", 1).begin("action", 2)
    assert "alesperson ($40 to you) adds $30" in tip(street)


def test_a_machine_is_compared_only_where_it_is_the_last_one_of_a_running_factory() -> None:
    street = city(2).staff("Swift", 1, 3, salespeople=2).track("Ben", 6).partners("Ann", 1).begin("action", 2)
    street.automated("Swift", 1)
    assert " machine ($40) adds $70" in tip(street)
    street.staff("Swift", 2, 3, salespeople=2).automated("Swift", 0)
    assert " machine " not in tip(street)


def test_appeal_that_brings_a_bonus_is_compared() -> None:
    street = city(2).staff("Swift", 2, 3).appeal("Swift", 4).firm_has("Swift", 50).partners("Ann", 1)
    assert "ppeal 5 ($20) brings a salesperson" in tip(street.begin("action", 2))


def test_an_asset_for_a_company_without_a_slot_says_that_only_its_bonus_counts() -> None:
    street = city().row("Refrigeration").begin("action").does("Ann", "Fundraising")
    asked = street.stage("Ben", "Capital investment").question
    assert isinstance(asked, Choose)
    found = next(line for line in asked.options if line.label.startswith("Refrigeration"))
    assert found.hint.endswith("; without a slot, it is discarded.")
    assert "once a decade" not in found.hint


def test_appeal_whose_bonus_would_only_be_money_is_not_compared() -> None:
    street = city(2).staff("Swift", 2, 3, salespeople=2).appeal("Swift", 4).firm_has("Swift", 50).partners("Ann", 1)
    assert "ppeal 5" not in tip(street.begin("action", 2))


def test_in_the_last_decade_the_nearest_goals_are_named_with_what_is_missing() -> None:
    street = city(5).staff("Swift", 2, 0).staff("Elgin", 2, 2).appeal("Elgin", 6).partners("Ann", 1)
    street.table.goals = ["workers", "appeal", "salespeople"]
    words = tip(street.begin("action", 5))
    assert words.startswith("A goal is worth $200, tied too; you lack 1 for most salespeople, 2 for most workers ")


def test_before_the_last_decade_the_goals_are_named_with_what_one_has_of_each() -> None:
    street = city(3).staff("Swift", 2, 3).staff("Elgin", 2, 2).partners("Ann", 1)
    street.table.goals = ["workers", "appeal"]
    street.begin("action", 3)
    assert GAME.teaching.private_facts is not None
    line, short = GAME.teaching.private_facts(street.view("Ann"), street.question("Ann"))
    assert line.startswith("Goals at the end ($200 each, ties too): workers employed 5 (most 5), ")
    assert short == "Goals at the end ($200 each, ties too): highest appeal, most workers employed."


def test_shares_are_compared_by_the_payouts_that_are_left() -> None:
    street = city().staff("Swift", 2, 0).staff("Libby", 2, 0).cash("Ben", 200).begin("stock", 2, first="Ben")
    assert tip(street, "Ben").startswith(
        "As staffed, with 4 payouts left, a share may pay: Swift $40 for $50, Libby $24 for $40; "
    )
    assert tip(city().cash("Ben", 200).begin("stock", 2, first="Ben"), "Ben") == ""


def test_shares_without_any_payout_in_sight_say_that_workers_are_missing() -> None:
    words = bears(city().cash("Ann", 60).begin("stock", 2, first="Ann"))
    assert words.startswith("No share pays with its present workers. ")


@pytest.mark.parametrize(
    ("advanced", "words"), [(False, "<seat:2> founded it, and directs it to the end."), (True, "You then direct it.")]
)
def test_a_purchase_beyond_the_directors_shares_says_who_directs_the_company(advanced: bool, words: str) -> None:
    street = (
        town(advanced=advanced).founded("Ann", "Swift", 50).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    )
    street.cash("Ann", 200).holds("Ann", "Elgin", common=2).begin("stock", 2, first="Ann")
    asked = street.question("Ann")
    assert isinstance(asked, Choose)
    (three,) = [one for one in asked.options if one.label.startswith("Elgin common")]
    assert words not in three.hint, "as many as the director"
    street.holds("Ann", "Elgin", common=1)
    asked = street.question("Ann")
    assert isinstance(asked, Choose)
    (four,) = [one for one in asked.options if one.label.startswith("Elgin common")]
    assert four.hint.endswith(words)


# Operations


def test_a_plan_that_uses_an_asset_for_the_price_says_that_it_comes_before_the_payout() -> None:
    street = city(4).staff("Swift", 2, 0).has("Swift", "livestock steel").asset("Swift", "Popular Partners")
    asked = street.begin("operation", 4).question("Ann")
    assert isinstance(asked, Choose)
    lifting = [
        one for one in asked.options if isinstance(one.move, Operate) and UseAsset(company="swift") in one.move.parts
    ]
    assert lifting
    assert all("First its asset: price $50 → $60." in one.hint for one in lifting)
    assert GAME.teaching.private_facts is not None
    first, *_ = GAME.teaching.private_facts(street.view("Ann"), asked)
    assert first.startswith("Popular Partners first lifts the price to $60. Then paying $60 in all lifts it to $80")


# Beginnings


def test_a_first_company_is_chosen_with_what_appeal_is_good_for() -> None:
    assert GAME.teaching.private_facts is not None
    street = town()
    (name,) = street.asked
    (words,) = GAME.teaching.private_facts(street.view(name), street.question(name))
    assert words == "Appeal: who has more operates earlier, while cubes are cheap."


def test_no_company_has_a_single_letter_as_its_sign_as_the_answers_on_pictures_have() -> None:
    signs = [sign(BOX, card.id) for card in BOX.companies]
    assert len(set(signs)) == len(signs)
    assert all(len(each) == 2 and each[1].islower() for each in signs)
