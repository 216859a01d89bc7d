"""A turn that feels good in a chat: few presses, what-if, take-back, and payments proposed and changed."""

from __future__ import annotations

from typing import cast

import pytest

from bot.engine import play
from bot.engine.questions import Choose, Option
from bot.engine.words import format_count
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.moves import BuyCompany, BuyResources
from bot.games.briefcase.news import PaymentOffered
from bot.games.briefcase.rules.brief_abilities import describe_ability_briefly
from bot.games.briefcase.rules.paying import missing, ways_to_pay
from bot.games.briefcase.rules.play_groups import MAX_GROUP_CHARS
from bot.games.briefcase.rules.short_labels import MAX_CHARS, abbreviate, list_briefly, shorten_ways
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.table import Briefcase
from bot.testing.random_games import Case, build_random, format_page_lines, play_random_game
from tests.games.briefcase.dealing import Desk, office


def groups(desk: Desk, name: str) -> list[str]:
    return list(dict.fromkeys(option.group for option in desk.options(name)))


def presses(question: Choose, choice: int) -> int:
    """How many presses an option takes: its group, unless it is all that the group holds, and itself."""
    option = question.options[choice]
    alone = sum(other.group == option.group for other in question.options) == 1
    return 1 if alone or len({other.group for other in question.options}) == 1 else 2


# What the question shows


def test_the_question_says_what_each_card_can_do_and_why_it_cannot_do_more() -> None:
    desk = office().hand("Ann", "Buy Buy Activate Obstacle").store("Ann", "Steel")
    help_text = desk.question("Ann").help
    assert (
        "**2 Buys:** up to 2 resources (Steel and Concrete are blocked), together or one after the other; "
        "8 companies in reach." in help_text
    )
    assert "**1 Activate:** no company; Power Plant lacks 1 Personnel. Central Bank (1 point for each Buy" in help_text
    assert "**1 Obstacle:** 2 equal cards move a block; nobody can buy from a blocked pile." in help_text


@pytest.mark.parametrize(
    ("owned", "stored", "why"),
    [
        ([], "Imported", "lacks 1 Personnel or 1 Steel"),
        ([], "Paper", "lacks 1 Personnel, 1 Steel"),
        (["Steel Factory"], "Personnel Paper", ""),
        (["Steel Factory"], "Paper", "lacks 1 Personnel"),
        (["Import Company"], "Paper Paper", "lacks 1 Personnel or 1 Steel"),
    ],
)
def test_what_an_activation_lacks_is_what_nothing_else_can_stand_for(owned: list[str], stored: str, why: str) -> None:
    desk = office().offer("Import Company").owns("Ann", *owned).hand("Ann", "Activate").store("Ann", stored)
    said = [line for line in desk.view("Ann").out_of_reach if line.startswith("Activate Power Plant")]
    assert said == ([f"Activate Power Plant: {why}"] if why else [])


def test_what_an_activation_lacks_makes_it_possible() -> None:
    for turn in list(play_random_game(Case(GAME, 2, GAME.options.model_validate({"portfolio": "complex"})), "lacks"))[
        ::5
    ]:
        table = cast("Briefcase", turn.before)
        resources = table.means(table.active).resources
        for owned in table.everybody[table.active].companies:
            units = table.card(owned.company).units
            for lacking in missing(resources, units):
                assert ways_to_pay(resources.with_more(lacking), units)
                assert not ways_to_pay(resources.with_more(lacking[1:]), units)


def test_what_a_company_gives_is_what_the_bank_can_still_give() -> None:
    desk = office().owns("Ann", "Power Plant", "University").bank("Buy", 0).hand("Ann", "Activate")
    desk.store("Ann", "Concrete Paper")
    hint = desk.hint("Ann", "Activate University again for 1 Concrete, 1 Paper")
    assert "Gives 1 Hire for later turns: the bank has no Buys left." in hint
    assert "Gives 1 Hire: the bank has no Buys left." in "\n".join(format_page_lines(GAME.hand(desk.view("Ann"))))
    desk.bank("Hire", 0)
    assert "Gives nothing: the bank has no Buys and no Hires left." in "\n".join(
        format_page_lines(GAME.hand(desk.view("Ann")))
    )


def test_the_question_reminds_of_what_is_only_possible_before_the_first_card() -> None:
    desk = office().offer("Newspaper", "Contractor Firm").owns("Ann", "Newspaper", "Contractor Firm").hand("Ann", "Buy")
    assert desk.question("Ann").help.startswith("- **Before you play a card:** Newspaper and Contractor Firm.")
    desk.buy("Ann", "Paper")
    assert "Before you play a card" not in desk.question("Ann").help


def test_the_longest_prompt_fits() -> None:
    desk = office().owns("Ann", "Marketing Company", "Warehouses")
    desk.hand("Ann", "Buy Buy Activate Activate Obstacle Obstacle Hire Hire")
    desk.store("Ann", "Personnel Personnel Steel Steel Concrete Paper Imported Imported" + 12 * " Energy")
    assert len(desk.question("Ann").prompt) <= 200
    assert len(desk.question("Ann").help) <= 700


def test_an_option_says_what_a_purchase_makes_possible_and_what_it_leaves() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy Buy Activate Obstacle")
    hint = desk.hint("Ann", "Buy 1 Personnel, 1 Steel")
    assert hint == "Then you can activate Power Plant (1 point). Leaves 1 Activate. Stored then: 1 Personnel, 1 Steel."
    assert desk.labels("Ann")[0] == "Buy 1 Personnel, 1 Steel"


@pytest.mark.parametrize("name", [company.name for company in BOX.companies if company.cost is not None])
def test_a_player_who_buys_a_company_reads_what_it_does(name: str) -> None:
    other = "University" if name == "Warehouses" else "Warehouses"
    desk = office().offer(name).owns("Ann", "Power Plant", other).hand("Ann", "Buy Buy Buy")
    company = BOX.company[desk.company(name)]
    label = next(label for label in desk.labels("Ann") if label.startswith(f"Buy {name} for "))
    hint = desk.hint("Ann", label)
    points = f"{format_count(company.points, 'point')}. " if company.points else ""
    needs, gives = list_briefly(company.units), f"Gives {list_briefly(company.output)}."
    assert hint.startswith((f"{points}To activate: {needs}. {gives}", f"{points}Needs {needs}. {gives}"))
    does = (company.text, describe_ability_briefly(company.ability)) if company.ability is not None else (gives,)
    assert any(text in hint for text in does)
    assert "…" not in hint


def test_a_player_who_buys_a_company_reads_what_it_needs_and_gives_before_its_ability() -> None:
    desk = office().hand("Ann", "Buy Buy Buy")
    hint = desk.hint("Ann", "Buy Warehouses for 1 Buy")
    activated = "3 points. To activate: Steel, Concrete. Gives Buy, Hire."
    assert hint == f"{activated} You can store 8 resources instead of 5."


def told(option: Option) -> str:
    """The text of an option for a reader of the menu and the text above it."""
    return option.full or option.hint


@pytest.mark.parametrize("name", [company.name for company in BOX.companies if company.cost is not None])
def test_a_player_who_buys_a_company_reads_everything_about_it_in_the_menu_or_above_it(name: str) -> None:
    other = "University" if name == "Warehouses" else "Warehouses"
    desk = office().offer(name).owns("Ann", "Power Plant", other).hand("Ann", "Buy Buy Buy")
    company = BOX.company[desk.company(name)]
    (words,) = [told(option) for option in desk.options("Ann") if option.label.startswith(f"Buy {name} for ")]
    points = f"{format_count(company.points, 'point')} once activated." if company.points else "No points of its own."
    parts = [company.text, points, "Needs ", "Gives ", "Leaves ", "You have nothing of what it needs."]
    assert [words.index(part) for part in parts] == sorted(words.index(part) for part in parts)


def test_a_player_who_buys_a_company_reads_whether_it_can_be_activated_at_once() -> None:
    def words(hand: str, stored: str) -> str:
        desk = office().hand("Ann", hand).store("Ann", stored)
        return next(told(option) for option in desk.options("Ann") if option.label == "Buy Warehouses for 1 Buy")

    assert "You can activate it at once." in words("Buy Activate", "Steel Concrete")
    assert "You can activate it as soon as you draw an Activate." in words("Buy Buy", "Steel Concrete")
    assert "You have nothing of what it needs." in words("Buy Activate", "Paper")
    assert "To activate it you lack 1 Concrete." in words("Buy Activate", "Steel")
    assert "To activate it you lack 1 Steel or 1 Concrete." in words("Buy Activate", "Imported")


def test_a_player_who_has_all_that_a_company_on_offer_needs_reads_so_in_its_line() -> None:
    desk = office().hand("Ann", "Buy Activate").store("Ann", "Steel Concrete")
    assert desk.hint("Ann", "Buy Warehouses for 1 Buy").startswith("3 points. You can activate it at once. Gives Buy,")
    lacking = office().hand("Ann", "Buy Activate").store("Ann", "Steel Paper")
    assert "all it needs" not in lacking.hint("Ann", "Buy Warehouses for 1 Buy")


def test_a_player_who_activates_reads_everything_about_it_points_first() -> None:
    desk = office().offer("Real Estate Agency", "Steel Factory").owns("Ann", "Steel Factory", "Marketing Company")
    desk.owns("Ann", "Real Estate Agency", activated=False).hand("Ann", "Obstacle Obstacle Buy")
    desk.store("Ann", "Personnel Concrete Imported Energy Steel Steel")
    (option,) = [option for option in desk.options("Ann") if option.label.startswith("Activate Real Estate")]
    assert option.label == "Activate Real Estate Agency: +3"
    assert option.full == (
        "Pays 1 Personnel, 1 Concrete, 1 Energy, 1 Imported as Paper. Plays 2 Obstacles (Marketing Company). "
        "Gives 1 Hire for later turns. Power Plant then lacks only 1 Personnel. Leaves 1 Buy. Stored then: 2 Steel. "
        "At the end: 1 point for each "
        "activated company."
    )
    assert all(part in option.full for part in option.hint.split(". ")[:1])


def test_an_activation_says_what_it_opens() -> None:
    desk = office().owns("Ann", "Power Plant").owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate")
    (option,) = [option for option in desk.store("Ann", "Steel Concrete").options("Ann") if "Activate" in option.label]
    assert "Then companies of level 2 and the Central Bank are open to you." in told(option)
    desk.owns("Ann", "University")
    assert not any("are open to you" in told(option) for option in desk.options("Ann")), "they are already"


def test_a_play_says_that_it_triggers_the_end() -> None:
    ends, takes_last = "Then this round is the last.", "Takes the last Buys: this round is the last."
    desk = office().owns("Ann", "Power Plant", "University").bank("Buy", 1).hand("Ann", "Activate Buy")
    desk.store("Ann", "Concrete Paper Personnel Steel")
    by_label = {option.label.partition(" for ")[0]: told(option) for option in desk.options("Ann")}
    assert takes_last in by_label["Activate University again"]
    assert "the game ends" not in by_label["Activate Power Plant again"]
    desk = office(blocks=[]).sold_out("Concrete", "Paper").sold_out("Steel", but=1).hand("Ann", "Buy")
    by_label = {option.label: told(option) for option in desk.options("Ann")}
    assert ends in by_label["Buy 1 Steel"]
    assert ends not in by_label["Buy 1 Personnel"]


def test_a_hire_that_takes_the_last_buys_says_so_before_its_price() -> None:
    desk = office().owns("Bob", "Warehouses").bank("Buy", 1).hand("Ann", "Hire").store("Ann", "Steel")
    hint = desk.hint("Ann", "Hire <seat:2>'s Warehouses")
    assert hint.startswith("Takes the last Buys: this round is the last. To <seat:2>.")
    assert "the game ends" not in desk.bank("Buy", 2).hint("Ann", "Hire <seat:2>'s Warehouses")


def test_a_purchase_says_when_it_is_more_than_can_be_kept() -> None:
    desk = office().hand("Ann", "Buy").store("Ann", "Steel Steel Steel Steel Steel")
    assert (
        desk.hint("Ann", "Buy 1 Paper") == "Leaves nothing to play. Stored then: 5 Steel, 1 Paper, 1 too many to keep."
    )


def test_moving_a_block_says_what_it_blocks_and_what_it_frees() -> None:
    desk = office().owns("Bob", "Power Plant").hand("Ann", "Obstacle Obstacle Buy")
    hint = desk.hint("Ann", "Block Paper and free Steel")
    assert hint == ("You lack Steel and can buy it again. Nobody lacks Paper now. Leaves 1 Buy. Pays 2 Obstacles.")
    crowded = office().hand("Ann", "Obstacle Obstacle Buy").hint("Ann", "Block Personnel and free Steel")
    assert crowded == (
        "You and 1 rival lack Personnel and can't buy it. You and 1 rival lack Steel and can buy it again."
    ), "no name fits twice"
    assert (
        desk.hint("Ann", "Block Warehouses")
        == "Keeps you and 1 rival from it: 3 points. Frees no company. Pays 2 Obstacles. Leaves 1 Buy."
    )


def test_moving_a_block_says_who_lacks_what_it_blocks() -> None:
    desk = office("Ann Bob Cid").hand("Ann", "Obstacle Obstacle Buy").owns("Ann", "Power Plant")
    for name in ("Bob", "Cid"):
        desk.owns(name, "Power Plant")
    label = "Block Paper and free Steel"
    assert desk.hint("Ann", label).startswith("Nobody lacks Paper now. Leaves")
    desk.owns("Bob", "Accounting Firm", activated=False)
    assert desk.hint("Ann", label).startswith("<seat:2> lacks Paper and can't buy it. Leaves")
    desk.owns("Cid", "Accounting Firm", activated=False)
    assert desk.hint("Ann", label).startswith("2 rivals lack Paper and can't buy it. Leaves")
    desk.owns("Ann", "Accounting Firm", activated=False)
    assert desk.hint("Ann", label).startswith("You and 2 rivals lack Paper and can't buy it. Leaves")


def test_the_first_move_of_a_block_hurts_others_and_the_last_hurts_you() -> None:
    desk = office(blocks=["Steel"]).hand("Ann", "Obstacle Obstacle").owns("Ann", "Power Plant")
    desk.owns("Bob", "Power Plant").owns("Bob", "Accounting Firm", activated=False).store("Bob", "Personnel")
    desk.owns("Ann", "Warehouses", activated=False)
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    blocks = [question.options[at] for at in question.shown if question.options[at].group == "Move a block"]
    assert blocks[0].label == "Block Paper and free Steel"
    assert "1 rival lacks Paper and can't buy it." in blocks[0].hint
    assert blocks[-1].label == "Block Concrete and free Steel"
    assert blocks[-1].hint.startswith("You lack Concrete and can't buy it.")
    assert sorted(question.shown) == list(range(len(question.options))), "all of them, and each keeps its position"


def test_moving_a_company_block_names_the_company_that_nobody_can_buy() -> None:
    desk = office().offer("Shopping Mall", "Real Estate Agency").hand("Ann", "Obstacle Obstacle")
    desk.table.company_blocks = [desk.company("Shopping Mall")]
    hint = desk.hint("Ann", "Block Real Estate Agency and free Shopping Mall")
    assert hint.startswith("Nobody could buy it now. Shopping Mall can be bought again.")


def test_a_purchase_tells_a_first_activation_from_one_more_without_points() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses").hand("Ann", "Buy Activate").store("Ann", "Steel")
    assert desk.hint("Ann", "Buy 1 Concrete").startswith("Then Warehouses can give 1 Buy, 1 Hire again (no points).")
    assert desk.hint("Ann", "Buy 1 Personnel").startswith("Then you can activate Power Plant (1 point).")


def test_ones_own_hand_says_you() -> None:
    table = play.begin(GAME.set_up(GAME.options(), 2, "mine", GAME.box)).table
    assert format_page_lines(GAME.hand(GAME.view(table, 1)))[2].startswith("You hold ")


def test_above_every_question_stands_what_one_holds_and_stores() -> None:
    asked = set()
    for number, options in enumerate(({"portfolio": "heavy interaction"}, {"portfolio": "complex"})):
        for turn in list(play_random_game(Case(GAME, 3, GAME.options(**options)), "rules"))[number::2]:
            question = play.find_question(turn.before, turn.seat)
            table = cast("Briefcase", turn.before)
            player = table.everybody[turn.seat]
            assert question is not None
            assert GAME.teaching.at_hand is not None
            hand, storage, bank = GAME.teaching.at_hand(GAME.view(table, turn.seat), question)
            assert hand == f"In hand: {amounts(player.hand)}"
            assert storage.startswith(f"Stored: {amounts(player.storage)}; ")
            assert f"Buy {table.bank['buy']} (at 0 the game ends)" in bank
            asked.add(question.rule)
    assert len(asked) >= 3
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").store("Bob", "Paper")
    desk.hire("Ann", "Bob", "Warehouses")
    assert GAME.teaching.at_hand is not None
    told = GAME.teaching.at_hand(desk.view("Bob"), desk.question("Bob"))[:2]
    assert told == ("In hand: nothing", "Stored: 1 Paper; room for 7 more"), "who may take a payment has to know"


def test_a_player_who_chooses_the_companies_holds_nothing_that_matters_for_it() -> None:
    desk = office(portfolio="by hand")
    assert GAME.teaching.at_hand is not None
    assert GAME.teaching.at_hand(desk.view("Ann"), desk.question("Ann")) == ()


def test_the_rules_describe_every_company_of_the_box_below_its_level() -> None:
    chapters = {chapter.title: chapter.text for chapter in GAME.rulebook}
    for company in BOX.companies:
        assert f"**{company.name}**" in chapters[f"Companies of level {company.level}"], company.name


def test_what_a_question_names_as_its_rule_stands_in_the_rules() -> None:
    words = "\n".join(f"{chapter.title}\n{chapter.text}" for chapter in GAME.rulebook)
    rules = set()
    for options in ({"portfolio": "heavy interaction"}, {"portfolio": "complex"}):
        for turn in play_random_game(Case(GAME, 3, GAME.options(**options)), "rules"):
            rules |= {question.rule for question in play.list_questions(turn.before).values()}
    assert len(rules) >= 5
    assert [rule for rule in sorted(rules) if rule not in words] == []


def test_an_option_says_what_an_activation_costs_gives_and_leaves() -> None:
    desk = office().hand("Ann", "Activate Obstacle").store("Ann", "Personnel Steel Paper")
    (option,) = [option for option in desk.options("Ann") if option.caption == "Activate Power Plant: 1 point"]
    leaves = "Leaves nothing to play. Stored then: 1 Paper, 2 Energy."
    assert option.hint == f"Pays 1 Personnel, 1 Steel. Gives 2 Energy. {leaves}"


def test_an_option_says_which_resources_and_turned_cards_pay_where_the_label_has_no_room() -> None:
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Obstacle Obstacle").store("Ann", "Personnel Imported")
    hint = desk.hint("Ann", "Activate Marketing Company again")
    assert hint.startswith("Pays 1 Personnel, 1 Imported as Paper. Plays 2 Obstacles (Marketing Company).")
    desk.activate("Ann", "Marketing Company")
    assert desk.thrown() == "Personnel Imported"


def test_a_hire_says_which_resources_and_turned_cards_pay() -> None:
    desk = office().owns("Ann", "Marketing Company").owns("Bob", "Warehouses").hand("Ann", "Obstacle Obstacle")
    hint = desk.store("Ann", "Steel").hint("Ann", "Hire <seat:2>'s Warehouses")
    assert hint == ("Costs 2 Obstacles (Marketing Company), and 1 Steel to its owner. Gives 1 Buy, 1 Hire. No points.")
    (option,) = [option for option in desk.options("Ann") if option.label == "Hire <seat:2>'s Warehouses"]
    assert option.full == (
        "Costs 2 Obstacles (Marketing Company), and 1 Steel to its owner. You use it once. "
        "Gives 1 Buy, 1 Hire for later turns. No points. Leaves nothing to play. Stored then: nothing."
    )


def test_a_purchase_tells_which_company_of_somebody_else_can_be_hired_then() -> None:
    desk = office(blocks=[]).owns("Bob", "Warehouses").hand("Ann", "Buy Hire")
    assert "Then you can hire <seat:2>'s Warehouses: you get 1 Buy, 1 Hire." in desk.hint("Ann", "Buy 1 Concrete")
    assert "hire" not in desk.hint("Ann", "Buy 1 Paper")


def test_ending_the_turn_says_what_is_discarded_unplayed_and_what_must_be_thrown_away() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Paper Paper Paper Paper Paper Paper")
    hint = desk.hint("Ann", "End turn")
    assert hint == "First you throw away 1 resource. You discard your hand and draw 4 cards."


def test_the_hand_page_lists_what_is_out_of_reach_and_why() -> None:
    desk = office().hand("Ann", "Buy")
    words = format_page_lines(GAME.hand(desk.view("Ann")))
    assert "Steel: blocked." in words
    assert "Activate Power Plant: you have no Activate." in words
    assert "Out of reach now" not in format_page_lines(GAME.hand(desk.view("Bob")))


def test_companies_that_share_a_reason_share_a_line_of_the_hand_page() -> None:
    desk = office().owns("Ann", "Warehouses").hand("Ann", "Buy")
    assert "Activate Power Plant, Warehouses: you have no Activate." in format_page_lines(GAME.hand(desk.view("Ann")))


def test_a_company_of_several_that_could_be_hired_is_named_once() -> None:
    desk = office("Ann Bob Cid").owns("Bob", "Warehouses").owns("Cid", "Warehouses").hand("Ann", "Hire")
    desk.store("Ann", "Personnel Steel Concrete")
    assert "half its cost; you can pay for Warehouses." in desk.question("Ann").help


def test_the_hand_page_says_why_newspaper_and_contractor_firm_do_nothing_now() -> None:
    desk = office().offer("Newspaper", "Contractor Firm").owns("Ann", "Newspaper", "Contractor Firm")
    desk.hand("Ann", "Buy Buy Buy").deck("Ann", "Obstacle")

    def why() -> list[str]:
        return [line for line in desk.view("Ann").out_of_reach if line.startswith(("Newspaper", "Contractor"))]

    assert why() == ["Newspaper: only with at most 1 Buy in hand"]
    desk.exchange("Ann", "Buy")
    assert why() == ["Newspaper: only with at most 1 Buy in hand", "Contractor Firm: once in a turn"]
    desk.buy("Ann", "Paper")
    assert why() == ["Newspaper: only before you play a card", "Contractor Firm: once in a turn"]


# Short labels


def list_captions(desk: Desk) -> list[str]:
    captions = [option.caption for option in desk.options("Ann")]
    assert len(set(captions)) == len(captions)
    return captions


def test_a_company_block_is_moved_from_where_to_where_in_few_words() -> None:
    desk = office().offer("Shopping Mall", "Real Estate Agency", "Insurance Company").hand("Ann", "Obstacle Obstacle")
    desk.table.company_blocks = [desk.company("Shopping Mall")]
    assert "Block Real Estate Agency" in list_captions(desk)
    hint = desk.hint("Ann", "Block Real Estate Agency and free Shopping Mall")
    assert "Shopping Mall can be bought again." in hint
    desk.table.company_blocks.append(desk.company("Insurance Company"))
    captions = list_captions(desk)
    assert {"Shopping Mall → Real Estate", "Insurance → Real Estate"} <= set(captions)
    assert max(map(len, captions)) <= MAX_CHARS


def test_a_company_keeps_its_price_where_the_cards_that_pay_have_no_room() -> None:
    desk = office().offer("Venture Capital Firm", "Bank").owns("Ann", "Power Plant", "University", "Accounting Firm")
    desk.hand("Ann", "Buy Buy Buy")
    assert "Buy Venture Capital Firm: 3 Buys" in list_captions(desk)
    desk.hand("Ann", "Buy Buy Obstacle Obstacle Obstacle")
    assert "Buy Bank" in list_captions(desk)
    hint = next(option.hint for option in desk.options("Ann") if option.caption == "Buy Bank")
    assert hint.startswith("Costs 2 Buys, 3 Obstacles.")


def test_short_names_of_companies_are_told_apart() -> None:
    short = [abbreviate(company.name) for company in BOX.companies]
    assert len(set(short)) == len(short)
    assert max(len(name) for name in short) + len(" → Shopping Mall") <= MAX_CHARS


def test_short_ways_to_pay_name_what_stands_for_something_else() -> None:
    exact = "Pay 1 Personnel, 1 Steel, 1 Concrete, 1 Energy"
    mill = "Pay 1 Personnel, 1 Steel, 1 Paper as Concrete (Construction Company)"
    imports = "Pay 1 Personnel, 1 Steel, 1 Paper as Concrete (Import Company)"
    assert shorten_ways([exact, mill]) == ["Personnel, Steel, Concrete, Energy", "Paper as Concrete"]
    assert shorten_ways([mill, imports]) == ["1. Paper as Concrete", "2. Paper as Concrete"]
    assert shorten_ways(["Play 1 Activate", "Play 2 Obstacles"]) == ["", ""]


# Few presses


def test_a_group_keeps_its_name_while_a_turn_uses_up_what_it_offers() -> None:
    desk = office(blocks=[]).owns("Ann", "Power Plant", "Warehouses").owns("Bob", "Power Plant")
    desk.owns("Ann", "University", activated=False).hand("Ann", "Buy Buy Activate Activate")
    desk.store("Ann", "Personnel Steel Concrete Paper")
    before = groups(desk, "Ann")
    assert {"Buy", "Activate"} <= set(before)
    desk.buy_company("Ann", "Steel Factory").activate("Ann", "University")
    assert {"Buy", "Activate"} <= set(groups(desk, "Ann")) <= set(before)


def test_kinds_of_play_are_at_most_five_buttons() -> None:
    desk = office(blocks=["Steel"]).owns("Ann", "Power Plant", "Warehouses", "Marketing Company", "Cargo Company")
    desk.owns("Bob", "Power Plant").hand("Ann", "Buy Buy Activate Hire Hire")
    desk.store("Ann", "Personnel Steel")
    assert groups(desk, "Ann") == ["Buy resources", "Buy company", "Activate, hire", "Move a block", "End turn"]


def test_activating_hiring_and_the_central_bank_are_apart_where_there_is_room() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").owns("Bob", "Power Plant", "Warehouses")
    desk.store("Ann", "Personnel Steel Concrete").hand("Ann", "Activate Hire")
    assert groups(desk, "Ann") == ["Activate", "Hire", "End turn"]
    desk.hand("Ann", "Buy")
    assert groups(desk, "Ann") == ["Buy", "Activate", "Hire", "End turn"]


def test_the_longest_name_of_a_group_leaves_a_label_the_room_that_it_counts_on() -> None:
    desk = office().offer("Contractor Firm").owns("Ann", "Power Plant", "Warehouses", "University", "Contractor Firm")
    desk.store("Ann", "Personnel Steel Concrete").hand("Ann", "Activate Buy Obstacle Obstacle")
    assert max(map(len, groups(desk, "Ann"))) <= MAX_GROUP_CHARS
    assert all(len(f"{option.group} {option.label}") <= 80 for option in desk.options("Ann"))


def test_an_activation_that_scores_is_a_button_of_its_own_with_its_points() -> None:
    desk = office().owns("Ann", "Power Plant", "Cargo Company").owns("Ann", "Warehouses", activated=False)
    desk.owns("Bob", "Power Plant").store("Ann", "Personnel Steel Concrete Energy").hand("Ann", "Buy Activate")
    assert groups(desk, "Ann") == ["Buy", "Activate", "Activate to score", "End turn"]
    (scoring,) = [option for option in desk.options("Ann") if option.group == "Activate to score"]
    assert (scoring.caption, scoring.hint) == ("Activate Warehouses: 3 points", "")


def test_a_menu_with_an_activation_that_scores_begins_with_it() -> None:
    desk = office(blocks=["Steel"]).owns("Ann", "Power Plant", "Marketing Company", "Cargo Company")
    desk.owns("Ann", "Warehouses", activated=False).owns("Bob", "Power Plant").hand("Ann", "Buy Buy Activate Hire Hire")
    desk.store("Ann", "Personnel Steel Concrete Energy")
    name = "Activate, hire"
    assert name in groups(desk, "Ann")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    menu = [question.options[at] for at in question.shown if question.options[at].group == name]
    assert menu[0].label == "Activate Warehouses: 3 points"
    assert not any("point" in option.label for option in menu[1:] if option.label.startswith("Activate"))


def test_the_only_kind_of_play_is_called_by_its_name() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle")
    assert groups(desk, "Ann") == ["Move a block", "End turn"]


def test_what_comes_before_the_first_card_stands_by_itself() -> None:
    desk = office().offer("Contractor Firm").owns("Ann", "Contractor Firm").hand("Ann", "Buy Obstacle Obstacle")
    assert groups(desk, "Ann") == ["Buy", "Before you play", "Move a block", "End turn"]


def test_a_purchase_past_a_block_names_the_company_that_allows_it_before_what_it_leaves() -> None:
    desk = office(blocks=["Steel"]).owns("Ann", "Cargo Company").hand("Ann", "Buy Obstacle")
    (steel,) = [option for option in desk.options("Ann") if option.label == "Buy 1 Steel"]
    assert steel.hint == "Past the block (Cargo Company). Power Plant then lacks only 1 Personnel (1 point)."
    assert steel.full.startswith("Cargo Company: this turn you may ignore the block on Steel, and no other.")
    assert "block" not in desk.hint("Ann", "Buy 1 Paper")


def test_a_hire_says_that_its_price_is_half_the_cost_where_there_is_room() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Concrete")
    hint = desk.hint("Ann", "Hire <seat:2>'s Warehouses")
    assert hint.startswith("Half its cost, to <seat:2>. Gives ")
    desk = office().owns("Bob", "Warehouses").owns("Ann", "Marketing Company").hand("Ann", "Obstacle Obstacle")
    hint = desk.store("Ann", "Concrete").hint("Ann", "Hire <seat:2>'s Warehouses")
    assert hint.startswith("Costs 2 Obstacles (Marketing Company), and 1 Concrete to its owner. ")


def test_few_options_keep_the_names_of_their_kinds() -> None:
    desk = office().hand("Ann", "Buy")
    desk.table.company_blocks = []
    desk.table.portfolio = {}
    assert desk.labels("Ann") == ["Buy 1 Personnel", "Buy 1 Paper", "End turn"]
    assert groups(desk, "Ann") == ["Buy", "End turn"], "they name the menu where there is no room for buttons"


def test_most_turns_take_at_most_six_presses() -> None:
    """Turns of bots, which play everything that is worth it."""
    turns: list[int] = []
    random = build_random("presses")
    for players in (2, 3):
        table = cast("Briefcase", Case(GAME, players, GAME.options()).begin(f"presses {players}").table)
        count = 0
        while table.outcome is None:
            seat = play.list_asked_seats(table)[0]
            question = play.find_question(table, seat)
            assert question is not None
            move = GAME.choose(GAME.view(table, seat), question, random)
            if seat == table.active:
                chosen = [option.move for option in question.options] if isinstance(question, Choose) else []
                count += presses(question, chosen.index(move)) if isinstance(question, Choose) else 2
            active = table.active, table.everybody[table.active].turns
            table = play.play(table, seat, move).table
            if active != (table.active, table.everybody[table.active].turns):
                turns.append(count)
                count = 0
    assert len(turns) > 60
    assert sum(count <= 6 for count in turns) > 0.75 * len(turns)


# Taking back


def test_public_plays_can_be_taken_back_until_something_hidden_is_shown() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy Buy Activate Obstacle Obstacle").buy("Ann", "Personnel Steel")
    assert not desk.fenced
    assert not desk.activate("Ann", "Power Plant").fenced
    assert desk.end_turn("Ann").fenced


def test_a_hire_and_a_company_can_be_taken_back() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire Buy").store("Ann", "Steel")
    assert not desk.hire("Ann", "Bob", "Warehouses").fenced
    assert not desk.buy_company("Ann", "Steel Factory").fenced


def test_a_drawn_card_cannot_be_put_back() -> None:
    desk = office().offer("Newspaper").owns("Ann", "Newspaper").hand("Ann", "Obstacle").draw_extra("Ann")
    assert desk.fenced


# Payments


def test_the_cheapest_cards_pay_obstacles_before_buys() -> None:
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Buy Obstacle Obstacle").buy("Ann", "Paper")
    assert desk.holds("Ann") == "Buy"


def test_what_a_play_is_paid_with_does_not_tell_in_which_order_the_cards_were_drawn() -> None:
    hands = ("Activate Activate Obstacle Obstacle", "Obstacle Obstacle Activate Activate")
    read = []
    for cards in hands:
        desk = office(blocks=[]).owns("Ann", "Marketing Company").hand("Ann", cards).buy("Ann", "Paper Paper")
        assert desk.asked == ["Ann"]
        read.append(desk.read_by("Bob"))
    assert "2 Activates (Marketing Company), 2 Obstacles (Marketing Company)" in read[0][0]
    assert read[0] == read[1]


def test_exact_resources_pay_before_converted_ones_and_imported_ones_last() -> None:
    desk = office().owns("Ann", "Steel Factory").hand("Ann", "Activate Activate")
    desk.store("Ann", "Personnel Personnel Imported Paper Paper").activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Personnel Paper Imported Energy Energy"


def test_moves_name_the_cards_they_are_paid_with() -> None:
    desk = office().hand("Ann", "Buy Buy")
    for option in desk.options("Ann"):
        if isinstance(option.move, BuyResources | BuyCompany):
            assert option.move.cards


def test_a_player_who_may_choose_out_of_turn_is_not_asked_and_never_stops_the_active_player() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire Buy Buy").store("Ann", "Steel")
    desk.hire("Ann", "Bob", "Warehouses").buy("Ann", "Paper")
    assert desk.asked == ["Ann"]
    assert desk.labels("Bob") == ["Take 1 Steel", "Take nothing"]
    desk.end_turn("Ann")
    assert desk.stored("Bob") == "Steel"
    assert desk.asked == ["Bob"]


def test_what_an_owner_takes_changes_nothing_of_what_the_active_player_is_asked() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire Buy Buy").store("Ann", "Steel")
    before = desk.hire("Ann", "Bob", "Warehouses").question("Ann")
    assert desk.takes("Bob", "").question("Ann") == before
    assert not desk.fenced


def test_an_owner_can_choose_while_the_active_player_throws_away_what_does_not_fit() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel" + 6 * " Paper")
    desk.hire("Ann", "Bob", "Warehouses").end_turn("Ann")
    assert desk.question("Ann").rule == "Resource Card Storage Limit"
    desk.takes("Bob", "")
    assert desk.thrown() == "Steel"
    assert desk.question("Ann").rule == "Resource Card Storage Limit"


def test_only_the_owner_is_told_what_may_be_chosen_and_until_when() -> None:
    desk = office("Ann Bob Cid").owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel")
    desk.hire("Ann", "Bob", "Warehouses")
    words = (
        "<seat:1> has paid you 1 Steel for your Warehouses. Choose what you take of it; otherwise you take "
        "all that fits, at the latest when your turn comes."
    )
    assert words in desk.read_by("Bob")
    assert words not in desk.read_by("Cid")
    assert desk.news(PaymentOffered)[0].list_concerned_seats() == (2,)
    assert words in format_page_lines(GAME.hand(desk.view("Bob")))
    assert words not in format_page_lines(GAME.hand(desk.view("Cid")))
    everybody = "\n".join(format_page_lines(GAME.page(desk.view(None))))
    assert "<seat:2> may choose what to take until their turn comes. Nobody waits for that." in everybody
    desk.takes("Bob", "Steel")
    assert words not in format_page_lines(GAME.hand(desk.view("Bob")))
    assert play.find_question(desk.table, 2) is None
