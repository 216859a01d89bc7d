"""Facts above a question, computed from its player's own knowledge and goods."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.goodwill import GAME
from bot.games.goodwill.at_hand.foresight import Foresight, YearsEnd, chance, events, known
from bot.games.goodwill.components import AMBER, BLACK, BOX, COMPANIES, CRIMSON
from bot.games.goodwill.moves import AssessBoth, Ballot, Nominate
from bot.games.goodwill.news import YearReviewed
from tests.games.goodwill.dealing import Evening, goodwill

NEWS = ((70, "Tanker strike"), (90, "Full employment bonus"), (20, "Smoke levy"), (40, "Black: poisoned river"))
"""Julien sees the first two, Fred the others."""


def above(game: Evening, name: str) -> list[str]:
    """What this person reads above the question they are asked."""
    assert GAME.teaching.at_hand is not None
    return [game.in_names(line) for line in GAME.teaching.at_hand(game.begin()._view(name), game.question(name))]


def town(**options: Any) -> Evening:
    game = goodwill(**options).with_informations(*NEWS).with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Gunnar")
    return game.with_tokens(AMBER, oil=2, charcoal=1).with_tokens(CRIMSON, workforce=3)


def test_each_news_says_how_likely_it_is_and_what_each_company_would_earn_or_lose() -> None:
    lines = above(town(), "Julien")
    assert lines[0] == "Full employment bonus, certain: Amber earns $20 less, Crimson earns $30 more"
    assert lines[1] == "Tanker strike, 97 % likely: Black earns $10 less, Crimson earns $10 more", (
        "Dutton saves the dearer oil"
    )


def test_what_is_worked_out_is_what_really_happens_if_nothing_else_does() -> None:
    """The rules themselves are asked, here about all that Fred and Julien know together."""
    game = town().begin()
    ahead = Foresight(game._view("Julien")).years_end([game.table.box.event[card] for card in ("E15", "E02", "E20")])
    game.quiet_year()
    (year,) = game.told(YearReviewed)
    for statement in year.statements:
        end = ahead[statement.company]
        assert isinstance(end, YearsEnd)
        assert (end.capital, end.share) == (statement.after, year.share_values[statement.company])


def test_an_operators_own_cards_are_worked_out_by_their_own_numbers() -> None:
    """Of the same boards, independent of earlier results with other cards."""
    view = town().begin()._view("Julien")
    ours = Foresight(view).years_end()[AMBER]
    theirs = Foresight(replace(view, box=view.box.model_copy(update={"share_parts": 5}))).years_end()[AMBER]
    assert ours is not None
    assert theirs is not None
    assert (ours.capital, ours.share) == (105, 11)
    assert (theirs.capital, theirs.share) == (105, 21)


def test_a_company_that_would_fail_is_called_bankrupt() -> None:
    game = town().with_capital(Black=5)
    assert "Black: poisoned river, certain: Amber earns $5 more, Black goes bankrupt, Crimson earns $20 more" in above(
        game, "Fred"
    )


def test_what_would_change_nothing_says_so() -> None:
    game = town().with_tokens(AMBER, charcoal=1).with_tokens(BLACK, charcoal=1).with_tokens(CRIMSON, charcoal=1)
    assert above(game, "Julien")[0] == "Full employment bonus, certain: no effect on any company now"


def test_a_price_at_the_end_of_its_scale_is_said_to_be_there() -> None:
    game = goodwill().with_informations((70, "Flooded pits"), (90, "Baby boom"), *NEWS[2:]).with_prices(charcoal=25)
    line = "Flooded pits, 97 % likely: no effect on any company now (charcoal is at $25 already, the end of the scale)"
    assert line in above(game, "Julien")
    assert "Charcoal is at $25 already, the end of the scale." in game.hand("Julien")


def test_a_price_is_asked_with_what_the_company_comes_to_and_what_one_has() -> None:
    lines = above(town().with_cash(Julien=42), "Julien")
    assert (
        "Amber at the end of 1953, as things stand: capital $105, a share $11. "
        "With your certain news and with the 97 % likely one, too: capital $85, a share $9." in lines
    ), lines
    assert "You have $42 and 3 of the 10 Amber shares." in lines


def the_line(lines: list[str], start: str) -> str:
    """The one line that begins so."""
    (line,) = [line for line in lines if line.startswith(start)]
    return line


IMPOSSIBLE = ((0, "Full employment bonus"), (90, "Tanker strike"), (20, "Smoke levy"), (40, "Black: poisoned river"))
"""Julien sees a 0 %, which is always the lowest."""
DOUBTFUL = ((20, "Full employment bonus"), (90, "Tanker strike"), (30, "Smoke levy"), (40, "Black: poisoned river"))


def with_news(*news: tuple[int, str], **options: Any) -> Evening:
    game = goodwill(**options).with_informations(*news).with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Gunnar")
    return game.with_tokens(AMBER, oil=2, charcoal=1).with_tokens(CRIMSON, workforce=3)


def test_news_that_will_not_happen_counts_nowhere() -> None:
    game = with_news(*IMPOSSIBLE)
    lines = above(game, "Julien")
    assert lines[1] == "Full employment bonus, will not happen"
    capital = the_line(lines, "Amber at the end")
    assert capital == "Amber at the end of 1953, with and without your news: capital $105, a share $11.", (
        "there is no tax on oil"
    )
    assert "As things stand: Amber" not in game.hand("Julien").split("Full employment bonus")[1].split("News 2")[0]
    assert "As things stand: Black earns $10 less" in game.hand("Julien"), "the strike does come"


def test_news_that_is_only_likely_is_not_taken_for_sure() -> None:
    lines = above(with_news(*DOUBTFUL), "Julien")
    assert lines[1] == "Full employment bonus, 42 % likely: Amber earns $10 less, Crimson earns $20 more", (
        "after the strike, in which they save one token"
    )
    said = the_line(lines, "Amber at the end")
    assert said == (
        "Amber at the end of 1953, as things stand and with your certain news: capital $105, a share $11. "
        "With the 42 % likely one, too: capital $95, a share $10."
    ), "the strike comes first: Dutton saves one oil, which then is not taxed"


def test_a_price_is_asked_with_what_a_share_should_be_worth_at_the_end_of_the_game() -> None:
    opening = "With your news, and average luck in all that you can't see, a share should be worth $"
    (said,) = [line for line in above(with_news(*DOUBTFUL), "Julien") if line.startswith("With your news, and")]
    assert said == f"{opening}10 after 1957, when shares count."
    (last,) = [
        line for line in above(with_news(*DOUBTFUL).in_year(1957), "Julien") if line.startswith("With your news, and")
    ]
    assert last.startswith(opening)
    assert last.endswith(" at the end.")


def test_bosses_are_compared_with_and_without_news_that_is_only_likely() -> None:
    game = with_news(*DOUBTFUL).with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    lines = above(game, "Julien")
    capital = "$105 under Dutton (boss now); $75 under Mitsy; $80 under Idris; $80 under Esmond"
    assert f"Amber's capital at the end of 1953, with your certain news: {capital}." in lines
    capital = "$95 under Dutton (boss now); $55 under Mitsy; $60 under Idris; $60 under Esmond"
    assert f"With the 42 % likely one, too: {capital}." in lines


def test_a_lot_is_sold_with_and_without_news_that_is_only_likely() -> None:
    game = with_news(*DOUBTFUL, derivatives="auction").with_next_lots("Amber below Black")
    said = "with your certain news: $105 and $90. With the 42 % likely one, too: $95 and $90."
    assert f"Amber's capital below Black's: now $110 and $100. At the end of 1953, {said}" in above(game, "Julien")


def test_a_player_who_sees_only_one_piece_of_news_reads_what_it_may_bring() -> None:
    """With an operator's tabs; a single piece of news is never certain unless nothing can be lower."""
    tabs = tuple((1 + number % 4,) for number in range(6))
    box = BOX.model_copy(update={"information": BOX.information.model_copy(update={"tabs": tabs})})
    lines = above(with_news(*DOUBTFUL, box=box), "Julien")
    assert lines[0] == "Full employment bonus, 53 % likely: Amber earns $20 less, Crimson earns $30 more"
    assert "as things stand: capital $105, a share $11. With your 53 % likely news: capital $85" in "\n".join(lines)
    game = with_news((0, "Full employment bonus"), *DOUBTFUL[1:], box=box)
    assert the_line(above(game, "Julien"), "Amber at the end") == (
        "Amber at the end of 1953, with and without your news: capital $105, a share $11."
    )


def test_nothing_is_called_certain_or_impossible_because_it_is_rounded() -> None:
    percentages = tuple(range(101))
    box = BOX.model_copy(update={"percentages": percentages})
    game = goodwill(box=box).with_informations(
        (97, "World fair"), (99, "Tanker strike"), (20, "Smoke levy"), (40, "Baby boom")
    )
    assert "World fair, 99 % likely: Crimson earns $10 less" in above(game, "Julien")[1], (
        "98 and 100 may be the other two"
    )
    game = goodwill(box=box).with_informations(
        (0, "World fair"), (99, "Tanker strike"), (20, "Smoke levy"), (40, "Baby boom")
    )
    assert above(game, "Julien")[1] == "World fair, will not happen"


def test_of_two_equal_percentages_only_the_later_one_may_be_dropped() -> None:
    """GW-17: the lower slot counts as the higher percentage."""
    box = BOX.model_copy(update={"percentages": (10, 10, 20, 30, 40, 50)})
    game = goodwill(box=box).with_informations(
        (10, "World fair"), (10, "Tanker strike"), (20, "Smoke levy"), (40, "Baby boom")
    )
    first, second = above(game, "Julien")[:2]
    assert first.startswith("World fair, certain: ")
    assert second == "Tanker strike, will not happen"


def test_the_second_price_is_asked_with_the_first_ones() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=14, Chris=16)
    assert above(game, "Julien")[-1] == "The first prices were $10 to $16."
    game = town().assess(Julien=10, Fred=10, Eric=10, Chris=10)
    assert above(game, "Julien")[-1] == "All first prices were $10."
    assert not [line for line in above(town(), "Julien") if "prices" in line]


def test_bosses_are_asked_about_with_who_is_in_charge_and_what_each_would_come_to() -> None:
    game = town().with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    lines = above(game, "Julien")
    assert "Dutton (boss now): $5/year, innovation 0, yield 3, advertising 0." in lines
    capital = "$85 under Dutton (boss now); $75 under Mitsy; $80 under Idris; $80 under Esmond"
    assert f"Amber's capital at the end of 1953, with your certain news: {capital}." in lines
    capital = "$85 under Dutton (boss now); $55 under Mitsy; $60 under Idris; $60 under Esmond"
    assert f"With the 97 % likely one, too: {capital}." in lines
    assert "You have 3 of the 10 votes." in lines


def test_a_vote_on_several_says_what_each_of_them_does() -> None:
    game = town().with_available("Mitsy", "Idris", "Esmond").until("Amber: candidates for boss")
    game.nominate(Julien="Mitsy", Fred="Idris")
    lines = above(game, "Julien")
    assert "Mitsy: $15/year, innovation 0, yield 2, advertising 3." in lines
    assert "Idris: $10/year, innovation 1 (swaps oil else workforce → charcoal), yield 0, advertising 3." in lines
    assert not [line for line in lines if "Esmond" in line]


def test_bosses_under_whom_all_is_the_same_are_not_told_one_by_one() -> None:
    game = town().with_available("Baldric", "Cosima", "Kasimir")
    lines = above(game.until("Amber: candidates for boss"), "Julien")
    said = the_line(lines, "Amber's capital at the end")
    assert said.endswith(", whoever is in charge."), said


def test_a_company_without_a_boss() -> None:
    game = town().with_bosses(Amber=None, Black="Fabiola", Crimson="Gunnar").until("Amber: candidates for boss")
    assert "Amber has no boss: no salary, and no event for a boss touches it." in above(game, "Julien")
    said = "\n".join(above(game, "Julien"))
    assert "with your certain news: $90 without a boss; " in said
    assert "With the 97 % likely one, too: $70 without a boss; " in said


def test_a_partner_is_chosen_with_what_each_of_them_has() -> None:
    game = town().assess(Julien=10, Fred=12, Eric=10, Chris=16)
    assert "Julien has $100; 3 Amber, 2 Black, 2 Crimson; worth $173." in above(game, "Chris")
    hidden = town(cash_visible=False).assess(Julien=10, Fred=12, Eric=10, Chris=16)
    assert "Julien has 3 Amber, 2 Black, 2 Crimson." in above(hidden, "Chris")


def test_a_derivative_is_sold_with_the_capital_it_speaks_of() -> None:
    game = town(derivatives="auction").with_next_lots("Amber below Black")
    lines = above(game, "Julien")
    said = "with your certain news: $85 and $100. With the 97 % likely one, too: $85 and $90."
    assert f"Amber's capital below Black's: now $110 and $100. At the end of 1953, {said}" in lines
    assert lines[-1] == "You have $100."


def test_own_derivatives_and_objectives_stand_above_each_question() -> None:
    game = town(derivatives="hidden objectives").with_objectives(
        Julien=["Amber above $140", "Black below Crimson"],
        Fred=["Black above $140", "Black below $70"],
        Eric=["Amber below Black", "Amber below $70"],
        Chris=["Crimson below Amber", "Crimson below $70"],
    )
    said = "Amber's capital above $140 (now $110); Black's capital below Crimson's (now $100 and $100)"
    assert above(game, "Julien")[-1] == f"You are paid at the end for: {said}."
    assert "Amber's capital above $140" not in "\n".join(above(game, "Fred"))


def test_cash_only_speaks_of_dividends() -> None:
    game = town(dividends=True, cash_only=True).with_tokens(AMBER, oil=1)
    assert "Amber at the end of 1953, as things stand: capital $115, dividend $1 a share." in "\n".join(
        above(game, "Julien")
    )


@pytest.mark.parametrize("name", ["Julien", "Fred", "Eric", "Chris"])
def test_nobody_reads_what_they_do_not_see(name: str) -> None:
    game = town().begin()
    view = game._view(name)
    seen = {event.name for event in events(view, known(view))}
    assert len(seen) == 2
    said = "\n".join(above(game, name))
    assert {event for _, event in NEWS if event in said} == seen
    assert all(0 <= chance(view, pair) <= 100 for pair in known(view))


def test_a_yearly_sheet_asks_with_the_company_of_its_line() -> None:
    game = town(fast_mode="yearly sheet")
    for company in COMPANIES:
        assert any(line.startswith(f"{company} at the end of 1953") for line in above(game, "Julien"))
        game.move("Julien", AssessBoth(prices={"first": 10, "second": 10}))
        assert any(line.startswith(f"{company}'s capital at the end of 1953") for line in above(game, "Julien"))
        game.move("Julien", Nominate(boss=None)).move("Julien", Ballot(approve=()))
