"""What a player reads about their own news and prices is what the rules then do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest

from bot.engine import play
from bot.engine.multi_step import Compose, Stage
from bot.engine.pages import mark
from bot.engine.questions import Number, Question
from bot.engine.words import MAX_FACTS_WORDS
from bot.games.goodwill import GAME
from bot.games.goodwill.at_hand import list_bosses
from bot.games.goodwill.at_hand.foresight import chance, known
from bot.games.goodwill.bots import look_ahead
from bot.games.goodwill.components import BOX, Company, Event, format_brief_profile
from bot.games.goodwill.news import EventStory, ShareSold
from bot.games.goodwill.private_facts import find_fair_price
from bot.games.goodwill.rules.annual_review import income_statement
from bot.games.goodwill.rules.events import take_effect
from bot.games.goodwill.rules.transactions import Pairing, Transaction
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView
from bot.testing.random_games import Case, Turn, get_whole_game, list_option_sets
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.controls import list_offered_amounts
from bot.ui.screens.forms import Field
from bot.ui.screens.screen import Button, Row
from bot.ui.screens.table.answer_forms import build_question_form
from bot.ui.screens.table.panel_layout import MAX_KEPT_WORDS
from bot.ui.screens.table.panels import build_prompt
from bot.ui.screens.table.word_limits import count_words
from tests.games.goodwill.dealing import AMBER, goodwill

OPTION_SETS = [0, 2, 4, 6]
NO_DIVIDENDS, CASH_ONLY, DIVIDENDS = 0, 7, 8
"""Sets of options in which every price is a question of its own."""
AMOUNT = r"no effect|bankrupt|saves it|[+-]\$\d+"
NEWS = re.compile(r"“([^”]+)”(?: \(([^;)]+)(?:; [^)]*)?\))?([^;.]*)")
UNDER = re.compile(rf"({AMOUNT}) (?:under ([A-Za-z, ]*?)(?: \([^)]*\))?|(without a boss)), (?={AMOUNT})")


def generate_asked(number: int, players: int = 4) -> Iterator[tuple[Turn, Goodwill, GoodwillView, Question]]:
    """Yield each question of a whole random game with the view of the seat that answers it."""
    case = Case(GAME, players, list_option_sets("goodwill")[number])
    for turn in get_whole_game(case):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        if isinstance(question, Compose):
            question = question.get_stage(()).question or question
        assert isinstance(turn.before, Goodwill)
        yield turn, turn.before, GAME.view(turn.before, turn.seat), question


def list_facts(view: GoodwillView, question: Question) -> Sequence[str]:
    assert GAME.teaching.private_facts is not None
    return GAME.teaching.private_facts(view, question)


def play_events(table: Goodwill, company: Company, boss: str | None, happening: Sequence[Event]) -> Goodwill:
    """Return the table after these events, under this boss of the company."""
    there = play.copy(table)
    there.stories = [EventStory(name="", percentage=0, changes=[])]
    there.companies[company].boss = boss
    for event in happening:
        for effect in (event.left, event.right):
            if there.living:
                take_effect(there, effect)
    return there


def compute_money(table: Goodwill, company: Company, boss: str | None, happening: Sequence[Event]) -> int | None:
    """Return the company's money after the events and the review, before dividends; None: bankrupt."""
    there = play_events(table, company, boss, happening)
    if there.companies[company].bankrupt:
        return None
    statement = income_statement(there, company)
    return None if statement.fails else statement.before + statement.net_income


def describe_change(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return "no effect" if before is after else "bankrupt" if after is None else "saves it"
    return "no effect" if before == after else f"{'+' if after > before else '-'}${abs(after - before)}"


def read_change(words: str, bosses: Mapping[str, int]) -> Mapping[str, str]:
    """Return the change that a line names, under each of these bosses with their salaries."""
    words = words.strip()
    if words.startswith("throws out any boss: "):
        amount = re.search(r"([+-])\$(\d+), and the salary is saved$", words)
        lost = 0 if amount is None else int("".join(amount.groups()))
        return {name: describe_change(0, lost + salary) for name, salary in bosses.items()}
    if words.endswith("whoever is boss"):
        return dict.fromkeys(bosses, words.removesuffix(" whoever is boss"))
    if not words.endswith(" under others"):
        return dict.fromkeys(bosses, words)
    read = dict.fromkeys(bosses, words.removesuffix(" under others").rpartition(", ")[2])
    for change, names, nobody in UNDER.findall(words):
        for name in [""] if nobody else re.split(r", | or ", names.replace("nobody", "")):
            assert name in read, words
            read[name] = change
    return read


@pytest.mark.parametrize("number", OPTION_SETS)
def test_the_news_change_a_company_under_each_boss_as_the_line_says(number: int) -> None:
    compared = 0
    for _, table, view, question in generate_asked(number):
        company = view.company
        if company is None or view.market is not None:
            continue
        present = table.companies[company].boss
        names = {boss: view.box.boss[boss].name if boss else "" for boss in (present, *(list_bosses(question) or ()))}
        for line in list_facts(view, question):
            told = {name: change for name, _, change in NEWS.findall(line)}
            happening: list[Event] = []
            for pair in known(view) if told else ():
                event = view.box.event[pair.event or ""]
                if not chance(view, pair):
                    assert not told.get(event.name, "").strip()
                    continue
                salaries = {name: view.box.boss[boss].salary if boss else 0 for boss, name in names.items()}
                done = {
                    name: describe_change(
                        compute_money(table, company, boss, happening),
                        compute_money(table, company, boss, [*happening, event]),
                    )
                    for boss, name in names.items()
                }
                if event.name in told:
                    assert read_change(told[event.name], salaries) == done, line
                else:
                    assert len(set(done.values())) == 1, "it makes no difference whoever is boss"
                compared += len(done)
                happening.append(event)
    assert compared


def forecast(view: GoodwillView, company: Company) -> int:
    """Return what the bots count on for a share, whose hints and reviews have to agree with the panel."""
    return round(look_ahead(view).share[company])


@pytest.mark.parametrize("number", [NO_DIVIDENDS, CASH_ONLY, DIVIDENDS])
def test_a_partner_gains_or_loses_what_the_line_says(number: int) -> None:
    asked = 0
    for players in (3, 4, 6):
        for turn, table, view, question in generate_asked(number, players):
            step = table.agenda[0]
            if not isinstance(step, Pairing):
                continue
            worth = forecast(view, step.company)
            gain = worth - step.price if turn.seat in step.sellers else step.price - worth
            for line in list_facts(view, question):
                assert f" a share {'pays' if view.options.cash_only else 'brings'} about ${worth}: a " in line
                assert f" at ${step.price} {'gains' if gain >= 0 else 'loses'} " in line
                assert f"${abs(gain)}, so {'help' if gain > 0 else 'hurt'} " in line or not gain
                for named in re.findall(r"so \w+ <seat:(\d+)>, the", line):
                    wealth = {other: view.investors[other].wealth or 0 for other in step.candidates()}
                    assert wealth[int(named)] == (min if gain > 0 else max)(wealth.values())
                asked += 1
    assert asked


def test_one_of_the_owners_whom_the_line_names_sells_at_their_lowest_price() -> None:
    sold = said = 0
    for turn, table, view, question in generate_asked(0):
        step = table.agenda[0]
        if not isinstance(step, Transaction):
            continue
        owners = table.owners(step.company)
        for line in list_facts(view, question):
            if "Only you can sell." in line:
                assert owners == [turn.seat]
            elif found := re.search(r"Owners: ([^.;]*)", line):
                named = {seat: int(count) for seat, count in re.findall(r"(<seat:\d+>|you) (\d+)", found[1])}
                held = {seat: investor.shares[step.company] for seat, investor in table.investors.items()}
                assert named == {"you" if seat == turn.seat else mark(seat): held[seat] for seat in owners}
                said += 1
        assert isinstance(turn.after, Goodwill)
        for news in [piece.news for piece in turn.played.told if isinstance(piece.news, ShareSold)]:
            if len(turn.after.assessments[step.company]) > len(table.assessments[step.company]):
                prices = turn.after.assessments[step.company][-1]
                assert news.seller in owners
                assert prices[news.seller] == min(prices[seat] for seat in owners)
                sold += 1
    assert sold
    assert said


def test_who_has_no_share_stays_out_with_the_price_that_the_line_names() -> None:
    game = goodwill().with_shares(AMBER, Fred=6, Eric=4)
    (line, *_) = list_facts(game.begin()._view("Julien"), game.question("Julien"))
    assert line.startswith("You can only buy; type $0 to stay out. ")
    for others in ({"Fred": 0, "Eric": 0, "Chris": 0}, {"Fred": 0, "Eric": 98, "Chris": 98}):
        played = goodwill().with_shares(AMBER, Fred=6, Eric=4).assess(Julien=0, **others)
        assert all(played.seat("Julien") not in (sold.buyer, sold.seller) for sold in played.told(ShareSold))


def test_a_hint_for_a_price_expects_as_much_of_a_share_as_the_panel() -> None:
    said = 0
    for _, _, view, question in generate_asked(NO_DIVIDENDS):
        fair = find_fair_price(view, question)
        if fair is not None and GAME.bots.advise is not None:
            advice = GAME.bots.advise(view, Stage(question), (), Random(1))  # noqa: S311
            assert f"a share should bring about ${fair} over the rest of the game" in advice.why
            said += 1
    assert said


def test_a_price_is_forecast_with_the_news_that_its_reader_sees_and_says_so() -> None:
    assert GAME.teaching.bears is not None
    lines = [
        GAME.teaching.bears(view, question)
        for _, _, view, question in generate_asked(0)
        if isinstance(question, Number) and view.auction is None
    ]
    assert lines
    assert all(re.search("with your news|by your news alone|“", line) for line in lines), lines


@pytest.mark.parametrize("dividends", [False, True])
def test_the_line_of_an_only_candidate_is_never_cut(dividends: bool) -> None:
    for boss in BOX.bosses:
        line = f"**Yes, {boss.name}**: {format_brief_profile(boss, dividends=dividends)}"
        assert count_words(line) <= MAX_KEPT_WORDS, line


PLACE = re.compile(r"You are (joint )?(\d)\w\w of (\d) with \$(\d+)(?: \(<seat:(\d+)> \$(\d+)\))?[.;]")


@pytest.mark.parametrize("mode", ["off", "swift", "yearly sheet"])
def test_the_first_price_of_a_year_says_where_its_reader_stands(mode: str) -> None:
    told: dict[int, int] = {}
    case = Case(GAME, 4, GAME.options.model_validate({"fast_mode": mode}))
    for turn in get_whole_game(case):
        table, question = turn.before, play.find_question(turn.before, turn.seat)
        assert isinstance(table, Goodwill)
        assert question is not None
        view = GAME.view(table, turn.seat)
        lines = list_facts(view, question)
        stands = [found for line in lines if (found := PLACE.search(line))]
        wealth = {seat: other.wealth or 0 for seat, other in view.investors.items()}
        for tied, place, players, own, best, most in (found.groups() for found in stands):
            others = [total for seat, total in wealth.items() if seat != turn.seat]
            assert int(place) == 1 + sum(total > wealth[turn.seat] for total in others)
            assert bool(tied) == (wealth[turn.seat] in others)
            assert (int(players), int(own)) == (4, wealth[turn.seat])
            assert best is None or wealth[int(best)] == int(most) == max(others)
            told[table.year] = told.get(table.year, 0) + 1
            assert view.company == AMBER
        if not stands and view.company == AMBER and 1953 < table.year < 1957 and len(set(wealth.values())) > 1:
            asks_first_price = find_fair_price(view, question) is not None and not any(view.assessments.values())
            assert not asks_first_price or len(f"{lines[0]} You are joint 2nd of 4 with $9.".split()) > MAX_FACTS_WORDS
    assert set(told) == {1954, 1955, 1956}


def test_the_fair_price_is_what_a_share_brings_and_the_buttons_are_the_same_for_all() -> None:
    """Only the difference behind a price tells what its reader expects; the prices come from the open table."""
    compared = 0
    for turn, table, view, question in generate_asked(0):
        fair = find_fair_price(view, question)
        if not isinstance(table.agenda[0], Transaction):
            assert fair is None
            continue
        assert isinstance(question, Number)
        assert view.company is not None
        assert fair == forecast(view, view.company)
        for seat in play.list_asked_seats(table):
            other = play.find_question(table, seat)
            assert isinstance(other, Number)
            assert other.suggestions == question.suggestions
        if compared < 40:
            running = seat_people(table, game=GAME)
            shown = [
                control.label
                for block in screens.render_panel(build_desk(running, turn.seat)).blocks
                if isinstance(block, Row)
                for control in block.controls
                if isinstance(control, Button)
            ]
            labels = [
                f"${price} fair" if price == fair else f"${price} ({price - fair:+})"
                for price in list_offered_amounts(question, fair)
            ]
            assert set(labels) <= set(shown)
            assert min(abs(price - fair) for price in list_offered_amounts(question, fair)) < question.step
            compared += 1
    assert compared


@pytest.mark.parametrize("mode", ["swift", "yearly sheet"])
def test_a_form_for_both_prices_says_which_is_fair(mode: str) -> None:
    case = Case(GAME, 4, GAME.options.model_validate({"fast_mode": mode}))
    table = case.begin("fair").table
    assert isinstance(table, Goodwill)
    for seat in play.list_asked_seats(table):
        context = build_desk(seat_people(table, game=GAME), seat)
        assert context.question is not None
        assert context.etag is not None
        fair = find_fair_price(GAME.view(table, seat), context.question)
        assert fair == forecast(GAME.view(table, seat), AMBER)
        form = build_question_form(build_prompt(context.seen, context.question, context.etag), {})
        assert form is not None
        labels = [field.label for field in form.fields if isinstance(field, Field)]
        assert labels == [f"First price (fair: ${fair})", f"Second price (fair: ${fair})"]


def test_a_question_without_a_price_has_no_fair_amount() -> None:
    """Neither bosses nor partners have one, nor the bids of an auction; and a spectator sees none."""
    game = goodwill().with_shares(AMBER, Fred=6, Eric=4).begin()
    assert find_fair_price(game._view("Julien"), game.question("Julien")) is not None
    assert find_fair_price(game._view(None), game.question("Julien")) is None
    kinds: dict[bool, set[str]] = {True: set(), False: set()}
    for _, table, view, question in generate_asked(DIVIDENDS):
        kinds[find_fair_price(view, question) is None].add(type(table.agenda[0]).__name__)
    assert kinds[False] == {"Transaction"}
    assert kinds[True] >= {"Nominations", "VoteInTurn", "SealedLot"}
    assert "Transaction" not in kinds[True]
