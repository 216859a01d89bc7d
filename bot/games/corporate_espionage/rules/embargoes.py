"""House rule: create associations and impose trade embargoes; ally against an enemy.

An embargo is proposed by the active company; the others except its target vote, at once and in secret.
With more than half of them in favour, those who voted for it may not deal with the target for a while, and
its purchases cost more. Statements, open or private, bind nobody. (Rulebook "House Rules" and "Conspire";
the details are ours, see CE-30.)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, get_args

from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open
from bot.games.corporate_espionage.moves import State, Stated, Tell, UseSavvy, VoteOnEmbargo
from bot.games.corporate_espionage.news import EmbargoDecided, EmbargoProposed, StatementMade
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import Savvy, savvy_meanwhile

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

RULE = "House Rules: associations and embargoes"


def may_deal(table: Espionage, one: Seat, other: Seat) -> bool:
    """Whether no embargo forbids a deal between two companies."""
    return not any(
        (embargo.target == one and other in embargo.members) or (embargo.target == other and one in embargo.members)
        for embargo in table.embargoes
    )


def may_propose_embargo(table: Espionage, by: Seat) -> bool:
    """Whether the company may propose one this turn."""
    return not table.companies[by].proposed_embargo and len(table.living) >= table.terms.embargo_companies


class EmbargoVote(Sealed, kind="embargo vote"):
    """Everybody but the target votes; the proposer is in favour."""

    by: Open[Seat]
    target: Open[Seat]
    answers: EachOwn[dict[Seat, VoteOnEmbargo]] = {}

    def begin(self, table: Espionage) -> None:
        """Announce the proposed embargo."""
        table.tell(EmbargoProposed(company=self.by, target=self.target))

    def answered(self, table: Espionage, company: Seat) -> bool:
        """Whether somebody has voted for the company."""
        return any(table.company_of(seat) == company for seat in self.answers)

    def answer(self, table: Espionage, seat: Seat, move: VoteOnEmbargo | UseSavvy) -> None:
        """Lay the vote down, face down; savvy is used at once and is no vote."""
        if isinstance(move, UseSavvy):
            by = table.company_of(seat)
            table.next(Savvy(number=table.number(), by=by, card=move.card, mode=move.mode))
        else:
            super().answer(table, seat, move)

    def voters(self, table: Espionage) -> list[Seat]:
        """Return the companies that are asked."""
        return [company for company in table.others(self.by) if company != self.target]

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Return those who have not voted."""
        done = {table.company_of(seat) for seat in self.answers}
        return [seat for c in self.voters(table) if c not in done for seat in table.people(c)]

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a vote."""
        rules = table.box.house_rules
        target = mark(self.target)
        no_deals = f"If it passes, you can't trade with or lend to {target} for {rules.embargo_rounds} rounds."
        options = (
            Option(VoteOnEmbargo(yes=True), f"Yes, embargo {target}", hint=no_deals),
            Option(VoteOnEmbargo(yes=False), "No, against it", hint="You may deal as before, even if it passes."),
        )
        return DiscreetChoice(
            prompt=f"{mark(self.by)} proposes an embargo against {target}. How do you vote?",
            rule=RULE,
            help=f"If it passes, whoever voted yes may not trade with or lend to {target} for "
            f"{rules.embargo_rounds} rounds, and {target}'s purchases cost {rules.embargo_surcharge} more.",
            options=(*options, *savvy_meanwhile(table, table.company_of(seat))),
        )

    def end(self, table: Espionage) -> None:
        """Count the votes."""
        votes = {table.company_of(seat): move.yes for seat, move in self.answers.items()}
        votes[self.by] = True
        in_favour = sorted(company for company, yes in votes.items() if yes)
        passed = 2 * len(in_favour) > len(votes)
        last_round = table.round + table.box.house_rules.embargo_rounds - 1
        if passed:
            table.embargo(self.target, in_favour, last_round)
        table.tell(
            EmbargoDecided(target=self.target, votes=dict(sorted(votes.items())), passed=passed, last_round=last_round)
        )

    def get_default_move(self, table: Espionage, seat: Seat) -> VoteOnEmbargo:
        """Vote no."""
        return VoteOnEmbargo(yes=False)

    def get_title(self, table: Espionage) -> str:
        """Name the target of the vote."""
        return f"Vote on an embargo against {mark(self.target)}"


def statement_so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Ask for the words, then for who hears them."""
    others = table.others(by)
    stated = next((part for part in parts if isinstance(part, State)), None)
    if stated is None:
        options = [
            Option(State(what=what, about=other), statement(what, other).rstrip("."), what.capitalize())
            for other in others
            for what in get_args(Stated)
        ]
        prompt = "What do you say?"
    elif len(parts) == 2:
        options = [Option(Tell(to=None), "Everybody")]
        options += [Option(Tell(to=other), f"Only {mark(other)}") for other in others]
        prompt = f"Who hears “{statement(stated.what, stated.about)}”?"
    else:
        return Stage(None)
    help_text = "A statement is only words: it binds nobody."
    return Stage(Choose(prompt=prompt, rule=RULE, help=help_text, options=tuple(options)), complete=False)


def make_statement(table: Espionage, by: Seat, parts: Sequence[Move]) -> None:
    """Say it, to everybody or to one other."""
    _, stated, tell = parts
    if not isinstance(stated, State) or not isinstance(tell, Tell):
        raise TypeError(f"{parts!r} are no statement")
    table.companies[by].statements += 1
    news = StatementMade(company=by, what=stated.what, about=stated.about, to=tell.to)
    hearers = None if tell.to is None else [*table.people_of(by), *table.people_of(tell.to)]
    table.tell(news, to=hearers)


def statement(what: Stated, about: Seat) -> str:
    """Return a statement in words."""
    match what:
        case "alliance":
            return f"I stand with {mark(about)}."
        case "end of alliance":
            return f"I no longer stand with {mark(about)}."
        case "embargo":
            return f"I will not deal with {mark(about)}."
        case "end of embargo":
            return f"I will deal with {mark(about)} again."
