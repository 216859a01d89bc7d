"""2 - Transactions and steering, part II: Steering.

After a company's two transactions its shareholders may replace the boss by one of the three who are
available. Each share is one vote, and the "yes" votes must reach a fixed number. (Rulebook
"II- Steering" and "4 Player-games".)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.engine.questions import Choose, Item, Option, Question, Subset
from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open
from bot.engine.table import Step
from bot.games.goodwill.components import Boss, Company, format_brief_profile, profile
from bot.games.goodwill.moves import Ballot, Nominate, VoteOn, nominate
from bot.games.goodwill.news import BossReplaced, BossStays, CandidatesNamed, CandidateVotes, VotesCounted

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill

RULE = "2-II Steering"
A_VOTE = "Each of your shares is one vote."
MARKS = (
    "A boss's innovation (swaps a resource), yield (saves one) and advertising (wins market share) act only when the "
    "news name exactly that number."
)
DECIDED = 3
"""From this edition of the box on, shareholders whose vote cannot change anything are not asked."""


class Steering(Step, kind="steering"):
    """The shareholders can propose a new boss and vote; at most one replacement a year."""

    company: Open[Company]
    sheet_nominations: Open[dict[Seat, Nominate]] = {}
    sheet_ballots: Open[dict[Seat, Ballot]] = {}

    def begin(self, table: Goodwill) -> None:
        """Ask for proposals."""
        table.next(Nominations(company=self.company, answers=self.sheet_nominations, sheet_ballots=self.sheet_ballots))


class Nominations(Sealed, kind="nominations"):
    """Every shareholder may propose one of the available bosses; equal proposals are one candidate (GW-14)."""

    company: Open[Company]
    answers: EachOwn[dict[Seat, Nominate]] = {}
    sheet_ballots: Open[dict[Seat, Ballot]] = {}

    def list_participants(self, table: Goodwill) -> Collection[Seat]:
        """Return the shareholders."""
        return table.owners(self.company)

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for a candidate or nobody."""
        need = table.threshold(self.company)
        return Choose(
            prompt=build_proposal_prompt(table, self.company),
            rule=RULE,
            help=f"Then all shareholders vote. Each share is one vote, and a candidate needs {need} yes votes. {MARKS}",
            options=nominees(table, self.company),
        )

    def get_identity(self, table: Goodwill, seat: Seat) -> str:
        """Return the company only, because answers that are already on sheets are secret."""
        return f"{self.kind}:{self.company}"

    def end(self, table: Goodwill) -> None:
        """Merge the proposals, and vote if there are any."""
        # A boss named on a yearly sheet may have been hired by another company meanwhile (GW-28).
        named = {
            seat: self.answers[seat].boss if self.answers[seat].boss in table.available else None
            for seat in self.list_participants(table)
        }
        candidates = candidate_order(named, table.from_lead())
        names = table.box.boss
        table.tell(
            CandidatesNamed(
                year=table.year,
                company=self.company,
                nominations={seat: names[boss].name if boss else None for seat, boss in named.items()},
                candidates=[names[boss].name for boss in candidates],
                in_charge="" if candidates else table.boss_name(self.company),
                unasked=self._list_unasked(table, candidates),
            )
        )
        if candidates:
            table.next(vote(table, self.company, candidates, self.sheet_ballots))

    def _list_unasked(self, table: Goodwill, candidates: list[str]) -> list[Seat]:
        """Return the shareholders who are not asked to vote, because nothing depends on them."""
        if not candidates:
            return []
        asked = {*vote(table, self.company, candidates, self.sheet_ballots).list_participants(table)}
        return [seat for seat in table.owners(self.company) if seat not in asked and seat not in self.sheet_ballots]

    def get_default_move(self, table: Goodwill, seat: Seat) -> Nominate:
        """Propose nobody."""
        return Nominate(boss=None)

    def get_title(self, table: Goodwill) -> str:
        """Name the company whose candidates are proposed."""
        return f"{self.company}: candidates for boss"


def build_proposal_prompt(table: Goodwill, company: Company) -> str:
    """Return the question for a proposal; an empty chair has no boss to replace."""
    return f"{table.year}, {company}: propose {'a new' if table.boss_name(company) else 'a'} boss?"


def nominees(table: Goodwill, company: Company) -> tuple[Option, ...]:
    """Return the available bosses, and nobody, as options."""
    boss = table.boss_name(company)
    keeps = f"Keep {boss}, unless others propose somebody." if boss else "No boss, unless others propose somebody."
    bosses = [table.box.boss[boss] for boss in table.available]
    return (
        *(
            Option(nominate(boss.id), boss.name, hint=profile(boss, dividends=table.options.dividends))
            for boss in bosses
        ),
        Option(nominate(None), "Nobody", hint=keeps),
    )


def candidate_order(named: Mapping[Seat, str | None], order: Sequence[Seat]) -> list[str]:
    """Return the different proposals, in the order in which the seats come: from the lead, clockwise."""
    proposals = [named[seat] for seat in order if seat in named]
    return list(dict.fromkeys(boss for boss in proposals if boss is not None))


def vote(table: Goodwill, company: Company, candidates: list[str], ballots: Mapping[Seat, Ballot]) -> Vote | VoteInTurn:
    """Return the vote on these candidates; votes from yearly sheets are filled in."""
    if table.options.vote == "sequential":
        first = candidates[0]
        votes = {seat: VoteOn(boss=first, yes=first in ballot.approve) for seat, ballot in ballots.items()}
        return VoteInTurn(company=company, candidates=candidates, answers=votes, sheet_ballots=dict(ballots))
    return Vote(company=company, candidates=candidates, answers=dict(ballots))


def build_vote_prompt(table: Goodwill, company: Company, boss: Boss) -> str:
    """Return the question on one candidate."""
    return f"{table.year}, {company}: shall {boss.name} be the {'new ' if table.boss_name(company) else ''}boss?"


class Vote(Sealed, kind="vote"):
    """Each shareholder answers yes or no for each candidate, with one vote per share, secretly until all are in.

    It is over as soon as the votes still to come cannot change the result (GW-36).
    """

    company: Open[Company]
    candidates: Open[list[str]]
    answers: EachOwn[dict[Seat, Ballot]] = {}

    def list_participants(self, table: Goodwill) -> Collection[Seat]:
        """Return the shareholders whose votes can matter."""
        return voters(table, self.company, self.candidates)

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask which candidates get the seat's yes; with one candidate it is a plain yes or no."""
        bosses = [table.box.boss[boss] for boss in self.candidates]
        explanation = vote_help(table, self.company)
        if len(bosses) == 1:
            prompt = build_vote_prompt(table, self.company, bosses[0])
            return Choose(
                prompt=prompt,
                rule=RULE,
                help=explanation,
                options=yes_or_no(table, self.company, bosses[0]),
            )
        return Subset(
            prompt=f"{table.year}, {self.company}: who gets your yes (one, several, none)?",
            rule=RULE,
            help=explanation,
            move=Ballot,
            field="approve",
            items=tuple(Item(boss.id, boss.name, profile(boss, dividends=table.options.dividends)) for boss in bosses),
            most=len(bosses),
        )

    def end(self, table: Goodwill) -> None:
        """Count, and replace the boss if a candidate has enough."""
        yes = {
            boss: [seat for seat in voted(table, self.company, self.answers) if boss in self.answers[seat].approve]
            for boss in self.candidates
        }
        new = elect(count_votes(table, self.company, yes, self.answers), table.threshold(self.company))
        if new is None:
            table.tell(BossStays(company=self.company, boss=table.boss_name(self.company)))
        else:
            replace_boss(table, self.company, new)

    def get_default_move(self, table: Goodwill, seat: Seat) -> Ballot:
        """Say no to everybody."""
        return Ballot(approve=())

    def get_title(self, table: Goodwill) -> str:
        """Name the company and the candidates of the vote."""
        return f"{self.company}: vote on {' / '.join(table.box.boss[boss].name for boss in self.candidates)}"


class VoteInTurn(Sealed, kind="vote in turn"):
    """Variant: candidates are voted on one by one, and the first to reach the threshold is the boss."""

    company: Open[Company]
    candidates: Open[list[str]]
    """Still to be voted on; the first of them now."""
    answers: EachOwn[dict[Seat, VoteOn]] = {}
    sheet_ballots: Open[dict[Seat, Ballot]] = {}

    def list_participants(self, table: Goodwill) -> Collection[Seat]:
        """Return the shareholders whose votes can matter."""
        return voters(table, self.company, self.candidates[:1])

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for yes or no."""
        boss = table.box.boss[self.candidates[0]]
        return Choose(
            prompt=build_vote_prompt(table, self.company, boss),
            rule=RULE,
            help=vote_in_turn_help(table, self.company, self.candidates[1:]),
            options=(
                Option(
                    VoteOn(boss=boss.id, yes=True),
                    f"Yes, {boss.name}",
                    hint=format_brief_profile(boss, dividends=table.options.dividends),
                ),
                Option(VoteOn(boss=boss.id, yes=False), build_no_label(table, self.company, self.candidates[1:])),
            ),
        )

    def get_identity(self, table: Goodwill, seat: Seat) -> str:
        """Return the company and the candidates only, because answers that are already on sheets are secret."""
        return f"{self.kind}:{self.company}:{self.candidates}"

    def end(self, table: Goodwill) -> None:
        """Count; replace the boss, or vote on the next candidate."""
        boss, *others = self.candidates
        yes = {boss: [seat for seat in voted(table, self.company, self.answers) if self.answers[seat].yes]}
        if elect(count_votes(table, self.company, yes, self.answers), table.threshold(self.company)):
            replace_boss(table, self.company, boss)
        elif others:
            table.next(vote(table, self.company, others, self.sheet_ballots))
        else:
            table.tell(BossStays(company=self.company, boss=table.boss_name(self.company)))

    def get_default_move(self, table: Goodwill, seat: Seat) -> VoteOn:
        """Say no."""
        return VoteOn(boss=self.candidates[0], yes=False)

    def get_title(self, table: Goodwill) -> str:
        """Name the company and the candidate of the vote."""
        return f"{self.company}: vote on {table.box.boss[self.candidates[0]].name}"


def voters(table: Goodwill, company: Company, candidates: Sequence[str]) -> list[Seat]:
    """Return the shareholders whose votes can change the result, for any answers of the others (GW-36).

    With several candidates those are all: a yes to the later of two may settle which of them has most.
    """
    owners, shares, need = table.owners(company), table.votes(company), table.threshold(company)
    if len(candidates) > 1 or table.box.edition < DECIDED:
        return owners
    return [
        seat
        for seat in owners
        if any(
            need - shares[seat] <= votes < need for votes in sums(shares[other] for other in owners if other != seat)
        )
    ]


def sums(numbers: Iterable[int]) -> set[int]:
    """Return what some of these numbers, none or all can add up to."""
    found = {0}
    for number in numbers:
        found |= {sum_so_far + number for sum_so_far in found}
    return found


def voted(table: Goodwill, company: Company, answers: Mapping[Seat, object]) -> list[Seat]:
    """Return the shareholders who have voted."""
    return [seat for seat in table.owners(company) if seat in answers]


def yes_or_no(table: Goodwill, company: Company, boss: Boss) -> tuple[Option, ...]:
    """Return the two ballots on an only candidate."""
    return (
        Option(
            Ballot(approve=(boss.id,)),
            f"Yes, {boss.name}",
            hint=format_brief_profile(boss, dividends=table.options.dividends),
        ),
        Option(Ballot(approve=()), build_no_label(table, company)),
    )


def build_no_label(table: Goodwill, company: Company, others: Sequence[str] = ()) -> str:
    """Return the label of a no, with what follows if the vote fails: a vote on the next of the others, if any."""
    if others:
        return f"No, vote on {table.box.boss[others[0]].name} next"
    boss = table.boss_name(company)
    return f"No, keep {boss}" if boss else "No, leave it without a boss"


def vote_help(table: Goodwill, company: Company) -> str:
    """Return what a vote does, with the numbers of this company."""
    return (
        f"{A_VOTE} Each name to which you say yes gets all of them. A candidate needs {table.threshold(company)} yes "
        f"votes; if several have them, the most votes win. Otherwise {staying(table, company)}. {MARKS}"
    )


def vote_in_turn_help(table: Goodwill, company: Company, others: Sequence[str]) -> str:
    """Return the same where candidates are voted on one by one, with who follows."""
    stays = staying(table, company)
    then = " and then on ".join(table.box.boss[other].name for other in others)
    otherwise = f"the vote on {then} follows; if nobody gets there, {stays}" if then else stays
    return (
        f"{A_VOTE} The first candidate to reach {table.threshold(company)} yes votes becomes the boss, and the vote is "
        f"over. Otherwise {otherwise}."
    )


def staying(table: Goodwill, company: Company) -> str:
    """Return the result of a failed vote, in words."""
    boss = table.boss_name(company)
    return f"{boss} stays in charge" if boss else "the chair stays empty"


def count_votes(
    table: Goodwill, company: Company, yes: Mapping[str, Sequence[Seat]], answers: Collection[Seat]
) -> dict[str, int]:
    """Return the yes votes of each candidate, and show everybody who voted how."""
    shares = {seat: table.investors[seat].shares[company] for seat in table.owners(company)}
    votes = {boss: sum(shares[seat] for seat in seats) for boss, seats in yes.items()}
    table.tell(
        VotesCounted(
            year=table.year,
            company=company,
            threshold=table.threshold(company),
            shares=shares,
            results=[
                CandidateVotes(boss=table.box.boss[boss].name, yes=list(seats), votes=votes[boss])
                for boss, seats in yes.items()
            ],
            unneeded=[seat for seat in shares if seat not in answers],
        )
    )
    return votes


def elect(votes: Mapping[str, int], threshold: int) -> str | None:
    """Return the elected candidate, if any; `votes` is in candidate order, which settles ties (GW-16)."""
    best = max(votes, key=lambda boss: votes[boss])
    return best if votes[best] >= threshold else None


def replace_boss(table: Goodwill, company: Company, new: str) -> None:
    """The old boss goes under the pile, the new one takes over, and the top of the pile becomes available."""
    board = table.companies[company]
    old = board.boss
    if old is not None:
        table.boss_pile.put_under(old)
    board.boss = new
    joins = table.boss_pile.take()
    table.available[table.available.index(new)] = joins
    names = table.box.boss
    table.tell(
        BossReplaced(
            company=company,
            new=names[new].name,
            old=names[old].name if old else None,
            joins=names[joins].name,
        )
    )
