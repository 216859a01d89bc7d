"""House rule: "loans with interest" to other players.

The principal is paid at once; what is to be paid back, and in how many of the borrower's turns, is fixed
beforehand. It is collected at the borrower's Expenses, whether it can be paid or not, so a loan can bankrupt.
(Rulebook "House Rules"; the details are ours, see CE-29.)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar, Literal

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Seat
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import Accept, Back, Points, Refuse, Turns
from bot.games.corporate_espionage.news import LoanMade, LoanOffered, LoanPaidBack, OfferRefused
from bot.games.corporate_espionage.rules.drafts import TURN, Draft, DraftChoice, DraftNumber
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.responses import DiscreetChoice

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Loan

RULE = "House Rules: loans with interest"
HELP = "First the points that are lent, then what must be paid back, then in how many of the borrower's turns. 0: none."


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
    table.companies[loan.lender].account += points
    table.loans.remove(loan)
    table.tell(LoanPaidBack(lender=loan.lender, borrower=loan.borrower, points=points))


def collect_loans(table: Espionage, borrower: Seat) -> None:
    """Collect what is due at the borrower's Expenses; the lender gets no more than the account holds."""
    for loan in [loan for loan in table.loans if loan.borrower == borrower]:
        loan.turns -= 1
        if loan.turns <= 0:
            held = min(loan.back, max(0, table.companies[borrower].account))
            lose(table, borrower, loan.back, f"the loan from {mark(loan.lender)}")
            repay(table, loan, held)


class LoanDraft(Draft):
    """The active company offers a loan, or asks for one."""

    kind: Literal["loan draft"] = "loan draft"
    partner: Seat
    lending: bool
    points: int | None = None
    back: int | None = None
    turns: int | None = None
    sure: bool = False

    def is_complete(self) -> bool:
        """Whether the offer is to be made."""
        return self.sure

    def question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for the points, what is paid back, and when."""
        rules = table.box.house_rules
        pair = f"{mark(self.by if self.lending else self.partner)} to {mark(self.partner if self.lending else self.by)}"
        if self.points is None:
            most = max(0, table.companies[self.by].account) if self.lending else rules.loan_highest
            return self.number(f"A loan from {pair}: how many points?", 0, min(most, rules.loan_highest))
        if self.back is None:
            most = self.points * rules.loan_factor
            return self.number(f"A loan of {self.points} from {pair}: how much is paid back?", self.points, most)
        if self.turns is not None:
            return DraftChoice(
                prompt=f"A loan of {self.points} from {pair}: {self.back} due {in_turns(self.turns)}. Offer it?",
                rule=TURN,
                help="Everybody will read the offer; your partner may refuse it.",
                options=(Option(Accept(), "Make the offer"), Option(Back(), "Back")),
            )
        return DraftNumber(
            prompt=f"A loan of {self.points} from {pair}: in how many of the borrower's turns is {self.back} due?",
            rule=TURN,
            help=HELP,
            move=Turns,
            field="turns",
            low=1,
            high=rules.loan_turns,
        )

    def number(self, prompt: str, low: int, high: int) -> DraftNumber:
        """Return a question for points."""
        return DraftNumber(prompt=prompt, rule=TURN, help=HELP, move=Points, field="points", low=low, high=high)

    def take(self, table: Espionage, move: Points | Turns | Accept | Back) -> None:
        """Take the number, or the last word; a loan of nothing is none."""
        match move:
            case Accept():
                self.sure = True
            case Back() | Points(points=0):
                self.dropped = True
            case Turns():
                self.turns = move.turns
            case Points() if self.points is None:
                self.points = move.points
            case Points():
                self.back = move.points

    def make(self, table: Espionage) -> None:
        """Make the offer."""
        if self.points is None or self.back is None or self.turns is None:
            return
        table.companies[self.by].deals += 1
        lender, borrower = (self.by, self.partner) if self.lending else (self.partner, self.by)
        terms = {"lender": lender, "borrower": borrower, "points": self.points, "back": self.back, "turns": self.turns}
        table.tell(LoanOffered(company=self.by, **terms))
        table.next(LoanOffer(by=self.by, **terms))


class LoanOffer(Step):
    """The partner accepts or refuses."""

    time_share: ClassVar[float] = 0.5

    kind: Literal["loan offer"] = "loan offer"
    by: Seat
    lender: Seat
    borrower: Seat
    points: int
    back: int
    turns: int
    answered: bool = False

    @property
    def partner(self) -> Seat:
        """Who is asked."""
        return self.borrower if self.by == self.lender else self.lender

    def asked(self, table: Espionage) -> Collection[Seat]:
        """Ask the partner."""
        return () if self.answered else table.people(self.partner)

    def question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a yes or no."""
        options = [Option(Refuse(), "Refuse")]
        if table.companies[self.lender].account >= self.points:
            options.append(Option(Accept(), "Accept"))
        deal = "offers you" if self.by == self.lender else "asks you for"
        return DiscreetChoice(
            prompt=f"{mark(self.by)} {deal} a loan of {self.points}: {self.back} are paid back, "
            f"{in_turns(self.turns)}. Do you agree?",
            rule=RULE,
            help="What is due is collected at the borrower's Expenses even if the account cannot hold it.",
            options=tuple(options),
        )

    def answer(self, table: Espionage, seat: Seat, move: Accept | Refuse) -> None:
        """Pay it out, or not."""
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

    def default(self, table: Espionage, seat: Seat) -> Refuse:
        """Refuse."""
        return Refuse()

    def title(self, table: Espionage) -> str:
        """Return what is answered."""
        return f"A loan between {mark(self.lender)} and {mark(self.borrower)}"


def in_turns(turns: int) -> str:
    """Return when something is due, in words."""
    return "at the borrower's next Expenses" if turns == 1 else f"at the borrower's Expenses in {turns} turns"
