"""Play During Someone Else's Turn.

After any card is used or put into play, the others may respond before the next one. A response is
carried out before what it answers, and may be answered itself. A company whose espionage is cancelled still pays;
both cards are discarded. "Any time" cards that were prepared are used between two plays, and between
the end of a turn and the next player's income. (Rulebook "Play During Someone Else's Turn".)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open, Own
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import (
    Audit,
    BackUp,
    LetItPass,
    Respond,
    UseSavvy,
    WindowAnswer,
    let_it_pass,
    use_savvy,
)
from bot.games.corporate_espionage.news import PlayCancelled, Redirected, SavvyUsed
from bot.games.corporate_espionage.rules.audits import audit, open_audits
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AttackerLoses,
    Cancel,
    DestroyAsset,
    DiscardChosen,
    DrawOp,
    FireOp,
    Gain,
    Lose,
    LoseFraction,
    LosePer,
    PoachOp,
    Redirect,
    StatusOp,
    StealAsset,
    StealPoints,
)
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.in_words import mode_words, options, plainly, what_it_brings
from bot.games.corporate_espionage.rules.responses import DiscreetChoice, responses, to_ask

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Prepared

RULE = "Play During Someone Else's Turn"
HELP = (
    "Answers are revealed together; the target's counts first. Once the play is stopped, the others keep their cards."
)


class AnyPlay(Step):
    """Something announced that takes effect only after the others could respond."""

    what: ClassVar[str] = ""
    """Which kind of play it is, as triggers and cancellations call it."""

    number: Open[int]
    by: Open[Seat]
    card: Open[str | None] = None
    stopped: Open[bool] = False
    top: Open[bool] = True
    """Whether it answers nothing: only after such a play comes a checkpoint."""
    backed: Own[BackUp | None] = None
    """What its company has held ready against savvy that answers it; secret until it is used."""

    def secrets_of(self) -> Seat:
        """Whose play it is."""
        return self.by

    @property
    def aimed_at(self) -> Sequence[Seat]:
        """The companies against which it is directed."""
        return ()

    def concerns(self, table: Espionage) -> Sequence[Seat]:
        """Return for whose response everybody waits (CE-42)."""
        return self.aimed_at

    def announce(self, table: Espionage) -> None:
        """Pay and tell."""

    def take_effect(self, table: Espionage) -> None:
        """Do what it does."""

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """Come to nothing."""
        self.stopped = True

    def sent_elsewhere(self, new: Seat) -> None:
        """Get another target; only espionage can."""

    def begin(self, table: Espionage) -> None:
        """Announce it, then let the others respond."""
        self.announce(table)
        table.next(Window(to=self.number))

    def end(self, table: Espionage) -> None:
        """Take effect, unless it was cancelled or its company is out; then prepared cards have their time."""
        if self.top:
            use_prepared_cards(table)
        if not self.stopped and table.companies[self.by].alive:
            self.take_effect(table)

    def get_title(self, table: Espionage) -> str:
        """Return whose play it is."""
        return f"{mark(self.by)}'s play"

    def words(self, table: Espionage) -> str:
        """Return the play in a few words, for questions."""
        return self.name(table)

    def in_short(self, table: Espionage) -> str:
        """Return the play in few words, for the heading of a question."""
        return self.words(table)

    def what_it_does(self, table: Espionage) -> str:
        """Return what stands on its card: income, overhead and effect; nothing where it has no card."""
        return "" if self.card is None else f"**{table.card(self.card).name}**: {what_it_brings(table.card(self.card))}"

    def name(self, table: Espionage) -> str:
        """Return what it is called in news."""
        return "" if self.card is None else table.card(self.card).name


def _describe_passing(table: Espionage, play: AnyPlay) -> str:
    """Return what a company that could respond gains by letting a play pass; a takeover leaves it nothing."""
    if play.what == "takeover":
        return ""
    secret = "" if table.options.reactions == "eligible" else ", and nobody learns that you hold them"
    return f"You keep your cards and points for later{secret}."


def play_of(table: Espionage, number: int) -> AnyPlay | None:
    """Return a play that is still pending."""
    for step in table.agenda:
        if isinstance(step, AnyPlay) and step.number == number:
            return step
    return None


class Window(Sealed, kind="window"):
    """Everybody who might respond is asked at the same moment; answers are sealed and read in order.

    The first card found is used, as a play of its own. Then, if the answered play is still pending,
    its player is asked again, and all other answers stand (CE-16).
    """

    waiting_is_secret: ClassVar[bool] = True
    time_share: ClassVar[float] = 0.5

    to: Open[int]
    # Made and not copied from a default, which takes longer: a window is opened after every play.
    companies: Open[list[Seat]] = Field(default_factory=list)
    """Those who are asked or have answered, in the order in which their answers are read."""
    answers: EachOwn[dict[Seat, WindowAnswer]] = Field(default_factory=dict)
    audits: Open[dict[Seat, list[Seat]]] = Field(default_factory=dict)

    def begin(self, table: Espionage) -> None:
        """Find out whom to ask; also after a response was carried out."""
        play = play_of(table, self.to)
        if play is None or play.stopped or not table.companies[play.by].alive:
            self.companies = []
            return
        asked = to_ask(table, play)
        if self.answers:
            asked += [c for c in table.others(play.by) if c not in asked and self.answered(table, c)]
        self.companies = asked

    def answered(self, table: Espionage, company: Seat) -> bool:
        """Whether somebody has answered for the company."""
        if table.teams != "shared companies":
            return company in self.answers
        return any(table.company_of(seat) == company for seat in self.answers)

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Return those who have not answered yet."""
        if table.teams != "shared companies":
            return [company for company in self.companies if company not in self.answers]
        missing = [company for company in self.companies if not self.answered(table, company)]
        return [seat for company in missing for seat in table.people(company)]

    def list_seats_to_ping(self, table: Espionage) -> Collection[Seat]:
        """Return everybody for whom this window waits, whether they have answered or not."""
        seats = [seat for company in self.companies for seat in table.people(company)]
        return [seat for seat in seats if self.should_wait_for(table, seat)]

    def should_wait_for(self, table: Espionage, seat: Seat) -> bool:
        """Whether the play is aimed at the seat's company, where only this is asked; all others let it pass (CE-42)."""
        return table.options.reactions != "aimed" or self.is_aimed_at(table, seat)

    def is_aimed_at(self, table: Espionage, seat: Seat) -> bool:
        """Whether the play is aimed at the seat's company."""
        play = play_of(table, self.to)
        return play is not None and table.company_of(seat) in play.concerns(table)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a response."""
        company = table.company_of(seat)
        play = play_of(table, self.to)
        if play is None:
            raise ValueError(f"nothing is left to respond to at {self.to}")
        any_time = table.box.any_time
        answers = responses(table, company, play)
        moves: list[Move] = [let_it_pass(), *answers]
        hand = table.companies[company].hand
        moves += [let_it_pass(card) for card in dict.fromkeys(hand) if card in any_time]
        moves += open_audits(table, company, self.audits.get(company, []))
        return DiscreetChoice(
            prompt=f"{play.in_short(table)} Respond?",
            rule=RULE,
            help=f"{play.what_it_does(table)} {HELP}".strip(),
            counts=self.is_aimed_at(table, seat),
            options=options(table, company, moves, passing=_describe_passing(table, play) if answers else ""),
        )

    def get_identity(self, table: Espionage, seat: Seat) -> str:
        """Return the play only, because the other companies and their answers are secret."""
        play = play_of(table, self.to)
        what = {"kind", "by", "card", "mode", "target", "targets"}
        return f"{self.kind}:{self.to}:{'' if play is None else play.model_dump_json(include=what)}"

    def answer(self, table: Espionage, seat: Seat, move: LetItPass | Respond | Audit) -> None:
        """Lay the answer down, face down; an audit is shown at once and answers nothing."""
        if isinstance(move, Audit):
            company = table.company_of(seat)
            self.audits.setdefault(company, []).append(move.target)
            audit(table, company, move.target)
        else:
            super().answer(table, seat, move)

    def end(self, table: Espionage) -> None:
        """Read the answers in order: use the first card found, and come back afterwards."""
        play = play_of(table, self.to)
        if play is not None and self.companies:
            for company in self.companies:
                for seat in [seat for seat in self.answers if table.company_of(seat) == company]:
                    response = self.answers[seat]
                    if isinstance(response, LetItPass):
                        response = held_ready(table, company, play) or response
                    if isinstance(response, Respond) and response in responses(table, company, play):
                        del self.answers[seat]
                        self.begun = False
                        table.next(self.used(table, company, response), self)
                        return
        for seat, answer in self.answers.items():
            if isinstance(answer, LetItPass) and answer.then is not None:
                table.companies[table.company_of(seat)].prepare(answer.then, "before the next play")

    def used(self, table: Espionage, company: Seat, response: Respond) -> Savvy:
        """Return the savvy play that a response is."""
        return Savvy(
            number=table.number(),
            by=company,
            card=response.card,
            mode=response.mode,
            answers_to=self.to,
            target=response.target,
            top=False,
        )

    def get_default_move(self, table: Espionage, seat: Seat) -> LetItPass:
        """Let it pass."""
        return LetItPass()

    def get_title(self, table: Espionage) -> str:
        """Name the play that can be answered."""
        play = play_of(table, self.to)
        return "Responses" if play is None else f"Responses to {play.name(table)}"


def held_ready(table: Espionage, company: Seat, play: AnyPlay) -> Respond | None:
    """Take the response that a company has held ready for this answer to its play (CE-43)."""
    answered = play.answered(table) if isinstance(play, Savvy) else None
    if answered is None or answered.by != company or answered.backed is None:
        return None
    backed, answered.backed = answered.backed, None
    return Respond(card=backed.card, mode=backed.mode)


class Savvy(AnyPlay, kind="savvy"):
    """A savvy card is paid, discarded and carried out, unless somebody answers it."""

    what: ClassVar[str] = "savvy"

    card: Open[str]
    mode: Open[int]
    answers_to: Open[int | None] = None
    target: Open[Seat | None] = None

    def announce(self, table: Espionage) -> None:
        """Pay, discard, and tell which play it answers."""
        cost = table.cost(self.by, self.card)
        company = table.companies[self.by]
        company.account -= cost
        table.leave_hand(self.by, self.card)
        company.discard.append(self.card)
        answered = self.answered(table)
        table.tell(
            SavvyUsed(
                company=self.by,
                card=self.name(table),
                text=mode_words(self.ops(table)),
                cost=cost,
                answers=None if answered is None else answered.name(table),
                of=None if answered is None else answered.by,
            )
        )

    def ops(self, table: Espionage) -> Sequence[AnyOp]:
        """Return what the chosen mode does."""
        return table.card(self.card).modes[self.mode].ops

    def answered(self, table: Espionage) -> AnyPlay | None:
        """Return the play that it answers; None: none, it could have been used at any time."""
        at_any_time = self.answers_to is None or isinstance(self.ops(table)[0], Gain | DrawOp)
        return None if self.answers_to is None or at_any_time else play_of(table, self.answers_to)

    def concerns(self, table: Espionage) -> Sequence[Seat]:
        """Return the company whose play it answers; empty if that company planned its reaction in advance (CE-43)."""
        said_before = table.follows(3) and table.options.reactions == "aimed"
        answered = None if said_before else self.answered(table)
        return () if answered is None else (answered.by,)

    def take_effect(self, table: Espionage) -> None:
        """Cancel, redirect, gain or draw."""
        answered = None if self.answers_to is None else play_of(table, self.answers_to)
        for op in self.ops(table):
            match op:
                case Gain():
                    table.gain(self.by, op.amount, self.name(table))
                case DrawOp():
                    table.draw(self.by, op.count)
                case Cancel() if answered is not None and not answered.stopped:
                    answered.cancelled(table, op, self.by)
                case AttackerLoses() if answered is not None:
                    lose(table, answered.by, op.amount, self.name(table))
                case Redirect() if answered is not None and self.target is not None:
                    redirect(table, answered, self.by, self.target)
                case Cancel() | AttackerLoses() | Redirect():
                    pass  # what it would answer is over
                case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
                    raise TypeError(f"{op.kind} belongs to espionage")  # no box holds such a card
                case FireOp() | PoachOp() | DestroyAsset() | StealAsset():
                    raise TypeError(f"{op.kind} belongs to espionage")
        table.settle()

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """A cancelled savvy card has no effect; its cost stays paid."""
        self.stopped = True
        table.tell(PlayCancelled(company=self.by, card=self.name(table)))

    def words(self, table: Espionage) -> str:
        """Return which card it is and what it does."""
        card = table.card(self.card)
        answered, what = self.answered(table), plainly(mode_words(self.ops(table)))
        if answered is None:
            return f"{mark(self.by)} uses {card.name}: {what}."
        return f"{mark(self.by)} answers {mark(answered.by)}'s {answered.name(table)} with {card.name}: {what}."

    def in_short(self, table: Espionage) -> str:
        """Return which card answers what, without its effect."""
        answered = self.answered(table)
        if answered is None:
            return self.words(table)
        return f"{mark(self.by)}'s {table.card(self.card).name} answers {mark(answered.by)}'s {answered.name(table)}."


def redirect(table: Espionage, play: AnyPlay, old: Seat, new: Seat) -> None:
    """Give espionage another target, which is then asked."""
    play.sent_elsewhere(new)
    table.tell(Redirected(card=play.name(table), old=old, new=new))
    for step in table.agenda:
        if isinstance(step, Window) and step.to == play.number:
            for seat in table.people_of(new):
                step.answers.pop(seat, None)


class Checkpoint(Step, kind="checkpoint"):
    """Between two plays, and between the end of a turn and the next income, prepared cards are used."""

    turn_of: Open[Seat | None] = None
    """Whose turn has ended."""
    income_of: Open[Seat | None] = None
    """The company about to collect income; both None: between two plays."""

    def begin(self, table: Espionage) -> None:
        """Use the first prepared card, clockwise from the active company, then look again."""
        for number in [table.active, *table.others(table.active)]:
            company = table.companies[number]
            for prepared in list(company.prepared):
                if not self.is_time_for(number, prepared):
                    continue
                company.prepared.remove(prepared)
                modes = table.box.any_time.get(prepared.card, ())
                if company.alive and modes and can_pay_from_hand(table, number, prepared.card):
                    savvy = Savvy(number=table.number(), by=number, card=prepared.card, mode=modes[0], top=False)
                    table.next(savvy, Checkpoint(turn_of=self.turn_of, income_of=self.income_of))
                    return

    def is_time_for(self, company: Seat, prepared: Prepared) -> bool:
        """Whether this is the moment for which a card was laid ready."""
        match prepared.when:
            case "after this turn":
                return company == self.turn_of
            case "before my income":
                return company == self.income_of
            case "before the next play":
                return True


def use_prepared_cards(table: Espionage, *, turn_of: Seat | None = None, income_of: Seat | None = None) -> None:
    """Give prepared cards their time next, if there are any, which tells; see `Checkpoint` for which time it is."""
    table.block_undo(foreseen=True)
    if any(company.prepared for company in table.companies.values()):
        table.next(Checkpoint(turn_of=turn_of, income_of=income_of))


def savvy_at_any_time(table: Espionage, company: Seat) -> Iterator[UseSavvy]:
    """Yield the savvy of a hand that needs nothing to answer and can be paid."""
    account, any_time = table.companies[company].account, table.box.any_time
    for card, cost in table.costs(company).items():
        if cost <= account:
            yield from (use_savvy(card, mode) for mode in any_time.get(card, ()))


def savvy_meanwhile(table: Espionage, company: Seat) -> Sequence[Option]:
    """Return the options to use savvy during another question."""
    return options(table, company, savvy_at_any_time(table, company)) if table.follows(2) else ()


def can_pay_from_hand(table: Espionage, company: Seat, card: str) -> bool:
    """Whether the card is in the hand and can be paid."""
    owner = table.companies[company]
    return card in owner.hand and table.cost(company, card) <= owner.account
