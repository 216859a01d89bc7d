"""Fewer stops (ours; the rulebook plays at one table in one evening).

Swift: both prices of a company are given together, with the preferred trading partner, and a player who proposes a
boss votes with it. Two bids at once: both prices are given together, and the rest is asked as in the rulebook; tables
that began before the swift mode existed play so. Yearly sheet: every seat fills in the whole year in private, with two
prices, a candidate and the acceptable bosses for each company; then the year is played without a stop.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.multi_step import Compose, Stage
from bot.engine.pages import mark
from bot.engine.questions import AnswerForm, Choose, FormPart, Item, Line, Option, Question, Split, Subset
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open
from bot.engine.table import AnswerTakenBack, Step
from bot.games.goodwill.components import Company, profile
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Nominate,
    ProposeAndVote,
    SheetAnswer,
    TradeWith,
    Which,
)
from bot.games.goodwill.rules.steering import A_VOTE, Steering, build_proposal_prompt, nominees
from bot.games.goodwill.rules.steering import RULE as STEERING
from bot.games.goodwill.rules.transactions import RULE as TRANSACTIONS
from bot.games.goodwill.rules.transactions import Transaction, assessing_help, explain_steps
from bot.games.goodwill.words import answer_words

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill

LINES_PER_COMPANY = 3
"""The prices, the candidate, the acceptable bosses."""


class BothAssessments(Sealed, kind="both assessments"):
    """At the same time and secretly, every player gives both prices of the company (GW-26)."""

    company: Open[Company]
    answers: EachOwn[dict[Seat, AssessBoth]] = {}

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for two prices."""
        return both_prices(table, self.company)

    def end(self, table: Goodwill) -> None:
        """Play the two transactions with these prices."""
        table.next(*both_transactions(self.company, self.answers))

    def get_default_move(self, table: Goodwill, seat: Seat) -> AssessBoth:
        """Write the present value of a share twice."""
        return plain_prices(table, self.company)

    def get_title(self, table: Goodwill) -> str:
        """Return which prices are waited for."""
        return f"{self.company}: both prices"


def both_prices(table: Goodwill, company: Company) -> Split:
    """Return the question for both prices of a company."""
    prices = table.legal_prices
    which: tuple[Which, Which] = ("first", "second")
    return Split(
        prompt=f"{table.year}, {company}: your two prices for a share?",
        rule=TRANSACTIONS,
        help=f"{assessing_help(table)} The second price is for the second transaction.",
        about=(table.share_brings(company),),
        move=AssessBoth,
        field="prices",
        lines=tuple(
            Line(
                name,
                f"{name.capitalize()} price",
                prices.start,
                prices[-1],
                prices.step,
                "$",
                why_steps=explain_steps(prices),
            )
            for name in which
        ),
    )


def both_transactions(
    company: Company, answers: Mapping[Seat, AssessBoth], partners: Mapping[Seat, Seat] | None = None
) -> tuple[Step, Step]:
    """Return the two transactions, already answered, with the partners that were named for both."""

    def answered(which: Which) -> Transaction:
        prices = {seat: Assess(price=both.prices[which]) for seat, both in answers.items()}
        return Transaction(company=company, which=which, answers=prices, partners=dict(partners or {}))

    return answered("first"), answered("second")


def plain_prices(table: Goodwill, company: Company) -> AssessBoth:
    """Return the present value of a share, for both prices."""
    price = table.usual_price(company)
    return AssessBoth(prices={"first": price, "second": price})


class SwiftAssessments(Sealed, kind="swift assessments"):
    """At the same time and secretly, every player gives both prices, and may name a preferred partner (GW-37)."""

    company: Open[Company]
    answers: EachOwn[dict[Seat, AssessAndPrefer]] = {}

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for two prices and, where there is a choice of others, for a partner."""
        prices = both_prices(table, self.company)
        first = replace(prices, prompt="Both prices", help="")

        def stage(parts: tuple[Move, ...]) -> Stage:
            if not parts:
                return Stage(first, complete=False)
            return Stage(partners(table, seat) if len(parts) == 1 and table.players > 2 else None)

        return Compose(
            prompt=prices.prompt,
            rule=TRANSACTIONS,
            help=prices.help,
            about=prices.about,
            move=AssessAndPrefer,
            field="parts",
            stage=stage,
            most=2,
            form=lambda: self._build_form(table, seat, first),
        )

    def _build_form(self, table: Goodwill, seat: Seat, prices: Split) -> AnswerForm:
        """Return the form for the prices and, where there is a choice of others, the partner."""
        with_partner = table.players > 2
        partner = FormPart(partners(table, seat), "If bids tie, trade with", "The first one clockwise from me")
        return AnswerForm(
            opens="Prices and partner…" if with_partner else "Both prices…",
            parts=(FormPart(prices, default=plain_prices(table, self.company)), *((partner,) if with_partner else ())),
            combine=lambda parts: [AssessAndPrefer.model_validate({"parts": [part for part in parts if part]})],
        )

    def end(self, table: Goodwill) -> None:
        """Play the two transactions with these prices and partners."""
        prices = {seat: answer.assessed for seat, answer in self.answers.items()}
        named = {seat: answer.partner for seat, answer in self.answers.items() if answer.partner is not None}
        table.next(*both_transactions(self.company, prices, named))

    def get_default_move(self, table: Goodwill, seat: Seat) -> AssessAndPrefer:
        """Write the present value of a share twice, and prefer nobody."""
        return AssessAndPrefer(parts=(plain_prices(table, self.company),))

    def get_title(self, table: Goodwill) -> str:
        """Return which prices are waited for."""
        return f"{self.company}: both prices"


def partners(table: Goodwill, seat: Seat) -> Choose:
    """Return the question for the partner whom a seat prefers."""
    return Choose(
        prompt="If bids tie, whom do you want to trade with?",
        rule=TRANSACTIONS,
        help="Only where several wrote the same price. If you name nobody, or they are not among them, it is the first "
        "one clockwise from you.",
        options=tuple(
            Option(TradeWith(partner=other), f"Rather with {mark(other)}")
            for other in table.iterate_clockwise_from(seat)
        ),
    )


class SwiftSteering(Sealed, kind="swift steering"):
    """Every shareholder proposes a boss or nobody, and at the same time votes on all who are available (GW-37)."""

    company: Open[Company]
    answers: EachOwn[dict[Seat, ProposeAndVote]] = {}

    def list_participants(self, table: Goodwill) -> Collection[Seat]:
        """Return the shareholders."""
        return table.owners(self.company)

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for a candidate, and who else would get a yes."""

        def stage(parts: tuple[Move, ...]) -> Stage:
            match parts:
                case (Nominate(boss=boss),):
                    return Stage(approvals(table, self.company, boss), leaves="" if boss is None else "with your yes")
                case ():
                    return Stage(proposals(table, self.company), complete=False)
                case _:
                    return Stage(None)

        return Compose(
            prompt=build_proposal_prompt(table, self.company),
            rule=STEERING,
            help=f"Your yes goes with your proposal; then you can say yes to others, too. {A_VOTE} A candidate needs "
            f"{table.threshold(self.company)} yes votes; if several have them, the most votes win.",
            move=ProposeAndVote,
            field="parts",
            stage=stage,
            most=2,
            form=lambda: self._build_form(table),
        )

    def _build_form(self, table: Goodwill) -> AnswerForm:
        """Return the form for a proposal with the votes."""
        proposal = FormPart(proposals(table, self.company), "Whom do you propose?", default=Nominate(boss=None))
        votes = FormPart(approvals(table, self.company, None), "Who else gets your yes, if proposed?", "Nobody")
        return AnswerForm(opens="Proposal and votes…", parts=(proposal, votes), combine=propose_and_vote)

    def end(self, table: Goodwill) -> None:
        """Name the candidates and count the votes."""
        proposed = {seat: answer.proposal for seat, answer in self.answers.items()}
        ballots = {seat: answer.ballot for seat, answer in self.answers.items()}
        table.next(Steering(company=self.company, sheet_nominations=proposed, sheet_ballots=ballots))

    def get_default_move(self, table: Goodwill, seat: Seat) -> ProposeAndVote:
        """Propose nobody, and say no to everybody."""
        return ProposeAndVote(parts=(Nominate(boss=None),))

    def get_title(self, table: Goodwill) -> str:
        """Name the question: candidates and votes."""
        return f"{self.company}: candidates for boss, with votes"


def propose_and_vote(parts: Sequence[Move | None]) -> Sequence[Move]:
    """Return the answer of a form: the proposed boss has the yes already."""
    match parts:
        case (Nominate(boss=boss) as proposal, Ballot(approve=approve)):
            others = tuple(other for other in approve if other != boss)
            return [ProposeAndVote(parts=(proposal, *((Ballot(approve=others),) if others else ())))]
        case (Nominate() as proposal, _):
            return [ProposeAndVote(parts=(proposal,))]
        case _:
            return []


def proposals(table: Goodwill, company: Company) -> Choose:
    """Return the question for a candidate; the player who proposes a boss also votes yes."""
    *bosses, nobody = nominees(table, company)
    options = tuple(replace(option, label=f"Propose {option.label}") for option in bosses)
    return Choose(prompt="Whom do you propose?", rule=STEERING, options=(*options, nobody))


def approvals(table: Goodwill, company: Company, proposed: str | None) -> Subset:
    """Return the question for the others who would get a yes."""
    bosses = [table.box.boss[boss] for boss in table.available if boss != proposed]
    return Subset(
        prompt="Who else gets your yes?" if proposed else "Who gets your yes, if others propose them?",
        rule=STEERING,
        help=f"All your shares of {company} vote yes for these if they become candidates, and no for the others.",
        move=Ballot,
        field="approve",
        items=tuple(
            Item(boss.id, f"Yes to {boss.name}", profile(boss, dividends=table.options.dividends)) for boss in bosses
        ),
        fewest=1,
        most=len(bosses),
    )


class YearlySheets(Sealed, kind="yearly sheets"):
    """Everybody fills in a private sheet, line by line; the last line may be taken back until all are done (GW-27)."""

    companies: Open[list[Company]]
    answers: EachOwn[dict[Seat, list[SheetAnswer]]] = {}

    def list_asked_seats(self, table: Goodwill) -> Sequence[Seat]:
        """Ask those whose sheet is not complete."""
        lines = LINES_PER_COMPANY * len(self.companies)
        return [seat for seat in table.seats if len(self.answers.get(seat, ())) < lines]

    def line(self, seat: Seat) -> tuple[Company, int]:
        """Return where the seat is: at which company, and at which of its lines."""
        done = len(self.answers.get(seat, ()))
        return self.companies[done // LINES_PER_COMPANY], done % LINES_PER_COMPANY

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for the next line; a form asks for all lines of its company that are left."""
        company, line = self.line(seat)
        question: Question = (both_prices, ask_candidate, ask_votes)[line](table, company)
        has_more = line < LINES_PER_COMPANY - 1
        return replace(question, form=lambda: sheet_form(table, company, line)) if has_more else question

    def answer(self, table: Goodwill, seat: Seat, move: SheetAnswer) -> None:
        """Write the line; each is committed by itself, so each can be proven."""
        self.answers.setdefault(seat, []).append(move)
        table.commit_answer(seat, move)

    def take_back_answer(self, table: Goodwill, seat: Seat) -> None:
        """Give the last line back."""
        self.answers[seat].pop()
        if not self.answers[seat]:
            del self.answers[seat]
        table.tell(AnswerTakenBack(seat=seat))

    def describe_sealed_answer(self, table: Goodwill, seat: Seat) -> str:
        """Return the lines of the sheet so far."""
        said = [answer_words(line, table.box) for line in self.answers[seat]]
        firsts = range(0, len(said), LINES_PER_COMPANY)
        companies = zip(self.companies, firsts, strict=False)
        return "; ".join(f"{company}: {', '.join(said[at : at + LINES_PER_COMPANY])}" for company, at in companies)

    def end(self, table: Goodwill) -> None:
        """Play all companies from the sheets."""
        steps: list[Step] = []
        for index, company in enumerate(self.companies):
            prices, candidates, ballots = sheet_lines(self.answers, index * LINES_PER_COMPANY)
            steps += both_transactions(company, prices)
            steps.append(Steering(company=company, sheet_nominations=candidates, sheet_ballots=ballots))
        table.next(*steps)

    def get_default_move(self, table: Goodwill, seat: Seat) -> SheetAnswer:
        """Write what a share brings, nobody, and no."""
        company, line = self.line(seat)
        if line == 0:
            return plain_prices(table, company)
        return Nominate(boss=None) if line == 1 else Ballot(approve=())

    def get_title(self, table: Goodwill) -> str:
        """Name the pending sheets."""
        return "The sheets for the whole year"


def ask_candidate(table: Goodwill, company: Company) -> Choose:
    """Return the line of a sheet for a candidate."""
    return Choose(
        prompt=build_proposal_prompt(table, company),
        rule=STEERING,
        help="It counts if you then hold a share of this company and the boss is still available.",
        options=nominees(table, company),
    )


def ask_votes(table: Goodwill, company: Company) -> Subset:
    """Return the line of a sheet for the acceptable bosses."""
    bosses = [table.box.boss[boss] for boss in table.available]
    return Subset(
        prompt=f"{table.year}, {company}: who would get your yes?",
        rule=STEERING,
        help=f"All your shares of {company} vote yes for these if they become candidates, and no for the others. "
        f"A candidate needs {table.threshold(company)} votes.",
        move=Ballot,
        field="approve",
        items=tuple(Item(boss.id, boss.name, profile(boss, dividends=table.options.dividends)) for boss in bosses),
        most=len(bosses),
    )


def sheet_form(table: Goodwill, company: Company, line: int) -> AnswerForm:
    """Return the form for the lines of a company on a sheet, from this one on; each is an answer by itself."""
    lines = (
        FormPart(both_prices(table, company), default=plain_prices(table, company)),
        FormPart(ask_candidate(table, company), "Whom do you propose as boss?", default=Nominate(boss=None)),
        FormPart(ask_votes(table, company), "Who gets your yes?"),
    )
    return AnswerForm(f"Fill in {company}…", lines[line:], lambda parts: [part for part in parts if part is not None])


def sheet_lines(
    sheets: Mapping[Seat, Sequence[SheetAnswer]], first: int
) -> tuple[dict[Seat, AssessBoth], dict[Seat, Nominate], dict[Seat, Ballot]]:
    """Return the three lines of one company, which begin at this place on everybody's sheet."""
    prices: dict[Seat, AssessBoth] = {}
    candidates: dict[Seat, Nominate] = {}
    ballots: dict[Seat, Ballot] = {}
    for seat, sheet in sheets.items():
        for answer in sheet[first : first + LINES_PER_COMPANY]:
            match answer:
                case AssessBoth():
                    prices[seat] = answer
                case Nominate():
                    candidates[seat] = answer
                case Ballot():
                    ballots[seat] = answer
    return prices, candidates, ballots
