"""House rule: "loans with interest" to other players.

The principal is paid at once; the repayment, and the number of the borrower's turns until then, are fixed in
advance. It is collected at the borrower's Expenses, whether it can be paid or not, so a loan can bankrupt.
(Rulebook "House Rules"; the details are ours, see CE-29.)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Number, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.corporate_espionage.moves import Accept, Lend, Points, Refuse, Turns, UseSavvy
from bot.games.corporate_espionage.news import LoanMade, LoanOffered, LoanPaidBack, OfferRefused
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import Savvy, savvy_meanwhile

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Loan

RULE = "House Rules: loans with interest"


def payable_loans(table: Espionage, borrower: Seat) -> list[Loan]:
    """Return the loans a company could pay back now."""
    account = table.companies[borrower].account
    return [loan for loan in table.loans if loan.borrower == borrower and loan.back <= account]


def pay_back(table: Espionage, number: int) -> None:
    """Pay a loan back early."""
    loan = next(loan for loan in table.loans if loan.number == number)
    table.companies[loan.borrower].account -= loan.back
    repay(table, loan, loan.back)


def repay(table: Espionage, loan: Loan, points: int) -> None:
    """Give the lender its points and strike the loan out."""
    table.loans.remove(loan)
    give_back(table, loan.lender, loan.borrower, points)


def give_back(table: Espionage, lender: Seat, borrower: Seat, points: int) -> None:
    """Give the lender points that the borrower has paid."""
    table.companies[lender].account += points
    table.tell(LoanPaidBack(lender=lender, borrower=borrower, points=points))


def collect_loans(table: Espionage, borrower: Seat) -> None:
    """Collect the loans due at the borrower's Expenses: the account's points now, the rest when its debt is settled."""
    for loan in [loan for loan in table.loans if loan.borrower == borrower]:
        loan.turns -= 1
        if loan.turns <= 0:
            held = min(loan.back, max(0, table.companies[borrower].account))
            lose(table, borrower, loan.back, f"the loan from {mark(loan.lender)}")
            if not table.follows(2) or held == loan.back:
                repay(table, loan, held)
                continue
            if held:
                give_back(table, loan.lender, borrower, held)
            loan.back -= held
            table.next(RestOfLoan(loan=loan.number))


class RestOfLoan(Step, kind="rest of loan"):
    """What the account did not hold reaches the lender when the borrower's debt is settled."""

    loan: Open[int]

    def begin(self, table: Espionage) -> None:
        """Pay it; a company that is out has no debts left."""
        loan = next((loan for loan in table.loans if loan.number == self.loan), None)
        if loan is not None:
            repay(table, loan, loan.back)


def loan_so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Ask for the points, the repayment, and the number of turns."""
    rules = table.box.house_rules
    lend, *numbers = parts
    if not isinstance(lend, Lend):
        raise TypeError(f"no loan begins with {lend!r}")
    lender, borrower = (by, lend.partner) if lend.lending else (lend.partner, by)
    pair = f"{mark(lender)} to {mark(borrower)}"
    points = [part.points for part in numbers if isinstance(part, Points)]
    if not points:
        most = min(max(0, table.companies[by].account) if lend.lending else rules.loan_highest, rules.loan_highest)
        question = _number(f"A loan from {pair}: how many points?", Points, "points", 1, most)
        return Stage(question if most else None, complete=False)
    if len(points) == 1:
        most = points[0] * rules.loan_factor
        prompt = f"A loan of {points[0]} from {pair}: how much back?"
        return Stage(_number(prompt, Points, "points", points[0], most), complete=False)
    if len(numbers) == 2:
        prompt = f"A loan of {points[0]} from {pair}: {points[1]} back in how many turns?"
        return Stage(_number(prompt, Turns, "turns", 1, rules.loan_turns), complete=False)
    _, _, turns = _agreed(numbers)
    return Stage(None, f"A loan of {points[0]} from {pair}: {points[1]} due back {in_turns(turns, borrower)}.")


def can_lend(table: Espionage, by: Seat, lend: Lend) -> bool:
    """Whether there is anything to lend; the other side may find it, when asked."""
    return not lend.lending or table.companies[by].account > 0


def offer_loan(table: Espionage, by: Seat, parts: Sequence[Move]) -> None:
    """Make the offer."""
    lend, *numbers = parts
    if not isinstance(lend, Lend):
        raise TypeError(f"no loan begins with {lend!r}")
    points, back, turns = _agreed(numbers)
    table.companies[by].deals += 1
    lender, borrower = (by, lend.partner) if lend.lending else (lend.partner, by)
    table.tell(LoanOffered(company=by, lender=lender, borrower=borrower, points=points, back=back, turns=turns))
    table.next(LoanOffer(by=by, lender=lender, borrower=borrower, points=points, back=back, turns=turns))


def _agreed(numbers: Sequence[Move]) -> tuple[int, int, int]:
    """Return the points, the repayment, and the number of turns."""
    match numbers:
        case [Points(points=points), Points(points=back), Turns(turns=turns)]:
            return points, back, turns
        case _:
            raise TypeError(f"{numbers!r} are no loan")


def _number(prompt: str, move: type[Move], field: str, low: int, high: int) -> Number:
    return Number(prompt=prompt, rule=RULE, move=move, field=field, low=low, high=high, noun=field.removesuffix("s"))


class LoanOffer(Step, kind="loan offer"):
    """The partner accepts or refuses."""

    time_share: ClassVar[float] = 0.5

    by: Open[Seat]
    lender: Open[Seat]
    borrower: Open[Seat]
    points: Open[int]
    back: Open[int]
    turns: Open[int]
    answered: Open[bool] = False

    @property
    def partner(self) -> Seat:
        """The company that is asked."""
        return self.borrower if self.by == self.lender else self.lender

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask the partner."""
        return () if self.answered else table.people(self.partner)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a yes or no."""
        points = format_count(self.points, "point")
        due = in_turns(self.turns, None if self.by == self.lender else self.borrower)
        options = [Option(Refuse(), "Refuse")]
        if table.companies[self.lender].account >= self.points:
            options.append(Option(Accept(), "Accept", hint=f"{self.back} due back {due}."))
        deal = f"offers you a loan of {points}" if self.by == self.lender else f"asks you for a loan of {points}"
        return DiscreetChoice(
            prompt=f"{mark(self.by)} {deal}. Agree?",
            rule=RULE,
            help="It is collected even if that puts the borrower in debt.",
            about=(table.companies[self.partner].account,),
            options=(*options, *savvy_meanwhile(table, self.partner)),
        )

    def answer(self, table: Espionage, seat: Seat, move: Accept | Refuse | UseSavvy) -> None:
        """Pay it out, or not."""
        if isinstance(move, UseSavvy):
            table.next(Savvy(number=table.number(), by=self.partner, card=move.card, mode=move.mode))
            return
        self.answered = True
        if isinstance(move, Refuse):
            table.tell(OfferRefused(company=self.by, partner=self.partner))
            return
        table.companies[self.lender].account -= self.points
        table.companies[self.borrower].account += self.points
        table.lend(self.lender, self.borrower, self.back, self.turns)
        table.tell(
            LoanMade(lender=self.lender, borrower=self.borrower, points=self.points, back=self.back, turns=self.turns)
        )

    def get_default_move(self, table: Espionage, seat: Seat) -> Refuse:
        """Refuse."""
        return Refuse()

    def get_title(self, table: Espionage) -> str:
        """Name the lender and the borrower."""
        return f"A loan between {mark(self.lender)} and {mark(self.borrower)}"


def in_turns(turns: int, borrower: Seat | None) -> str:
    """Return when something is due, in words; None: it is the reader who owes it."""
    whose = "your" if borrower is None else f"{mark(borrower)}'s"
    return f"at {whose} next Expenses" if turns == 1 else f"at {whose} Expenses in {turns} turns"
