"""Model of people's behaviour: they look in now and then, and play on as long as they are asked.

Time is counted in hours that people are awake, sixteen hours a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from random import Random

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.prepared import ALL_OF_IT, OnlyIf, PreparedMove, Shown, describe_effect, simulate_turn
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, News, Seat, Told
from bot.engine.table import Step, Table
from bot.games.goodwill.rules.fast_modes import BothAssessments, SwiftAssessments, SwiftSteering
from bot.games.goodwill.rules.steering import Nominations, Vote, VoteInTurn
from bot.games.goodwill.rules.transactions import Pairing, Transaction
from bot.host.play.seating import MAX_MISSES
from bot.testing.random_games import Case
from tests.lengths.ahead import Ahead
from tests.lengths.held_back import HeldBack
from tests.lengths.stops import is_idle

AWAKE = 16
"""Hours of a day in which people answer."""
MEDIAN, SIGMA = 2.0, 1.0
"""Median (hours) and spread of the log-normal time until somebody answers: now and then it is much later."""
AT_ONCE = 1 / 60
"""Hours until a player answers a second question right after the first."""
AWAY_EVERY, AWAY_FOR = 10.0, 2.0
"""Days: so often, on average, people who are away now and then leave, and so long they stay away."""


ASKED_ONE_BY_ONE = (
    Transaction,
    BothAssessments,
    SwiftAssessments,
    Nominations,
    Vote,
    VoteInTurn,
    SwiftSteering,
)
"""Steps for which orders can be given for a whole year."""

A_MOVE, PLAYED, HOLDS = "a move", "played", "holds"


@dataclass(frozen=True)
class Made:
    """A move that was prepared, and what it was shown to do."""

    move: Move
    shown: Shown

    def as_prepared(self) -> PreparedMove:
        """Return it as the host stores it, which says whether it still does what it was shown to do."""
        return PreparedMove.as_shown(self.move, self.shown)


@dataclass(frozen=True)
class Played:
    """How long one game took."""

    days: float
    answers: float
    """Of each person."""
    sittings: float
    """How often each person came to answer, once or several times in a row."""
    missed: float = 0
    """How many of their answers each person missed, of those that count."""
    left_to_bots: int = 0
    """How often a bot took over a seat whose player had missed too much."""
    held: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """What became of prepared moves, and how often each condition would have held; see `Preparing.held`."""
    idle: float = 0
    """Which part of all sittings began with nothing to decide; see `tests.lengths.stops`."""
    held_back: float = 0
    """Which part of all sittings had to wait, and then took nothing from others; see `tests.lengths.held_back`."""


def delay(random: Random, pace: float | None, share: float = 1.0) -> float:
    """Return after how many hours awake somebody answers; after their part of the table's pace their time is over."""
    hours = random.lognormvariate(log(MEDIAN), SIGMA)
    return hours if pace is None else min(hours, allowed(pace, share))


def allowed(pace: float, share: float) -> float:
    """Return how many hours awake somebody has for an answer."""
    return pace * share * AWAKE / 24


def answers_itself(table: Table, seat: Seat, *, uses_offers: bool = True) -> bool:
    """Whether the game does not wait for this seat: a prepared answer exists, or all name the partner with a price."""
    step: Step = table.agenda[0]
    return not step.should_wait_for(table, seat) or (uses_offers and isinstance(step, Pairing))


def ordered_with(case: Case, table: Table, seat: Seat) -> str:
    """Return the unit that this answer is a part of, which a seat can order in one go; empty: none."""
    can_be = isinstance(table.agenda[0], ASKED_ONE_BY_ONE)
    return f"the year {case.game.view(table, seat).year}" if can_be else ""


@dataclass
class Preparing:
    """People who prepare their next turn, some time after their last one, as soon as they look in.

    Where a game has orders for single questions, they give these with the first answer that they cover. Where the panel
    between two turns offers something, they take it when their own answer has ended their turn: the first order it
    offers, and the next turn right then.
    """

    case: Case
    random: Random
    who: Collection[Seat]
    pace: float | None
    looks: dict[Seat, float] = field(default_factory=dict)
    """When each of them looks in next."""
    ready: dict[Seat, list[Made]] = field(default_factory=dict)
    begun: set[Seat] = field(default_factory=set)
    """Whose first prepared moves were played, with some left for their next turn; they look at these again."""
    offered: dict[Seat, list[OnlyIf]] = field(default_factory=dict)
    """The conditions that each of them could have set; they set none, and it is noted how many would have held."""
    heard: dict[Seat, list[News]] = field(default_factory=dict)
    """What each of them has heard since they prepared something."""
    held: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By condition, or by move, what became of it."""
    ordered: set[tuple[Seat, str]] = field(default_factory=set)
    standing: dict[Seat, list[Order]] = field(default_factory=dict)
    """What each of them has ordered on the panel between two turns."""

    def has_answered(self, table: Table, seat: Seat, now: float) -> None:
        """Let a seat take what its panel offers where its answer leaves it nothing to decide."""
        orders, turns = self.case.game.play_ahead.orders, self.case.game.play_ahead.turns
        if seat not in self.who or table.outcome is not None or seat in play.list_asked_seats(table):
            return
        if orders is not None:
            usual = orders.list_questions(self.case.game.view(table, seat), "between turns")
            first = [question.options[0].move for question in usual if isinstance(question, Choose)]
            self.standing[seat] = [order for order in first if isinstance(order, Order)]
        if turns is None or turns.is_own(table, seat) or (turns.plays_on and not turns.plays_on(table, seat)):
            return
        if turns.known_by_then and seat not in self.ready:
            self.looks[seat] = now

    def goes_on(self, table: Table, now: float) -> None:
        """Let all people with a visit by now prepare."""
        turns = self.case.game.play_ahead.turns
        if turns is None or table.outcome is not None:
            return
        for seat in self.who:
            if turns.is_own(table, seat):
                self.looks.pop(seat, None)
            elif seat not in self.looks and (seat not in self.ready or seat in self.begun):
                self.looks[seat] = now + delay(self.random, self.pace)

    def looked_in(self, table: Table, now: float) -> None:
        """Let those prepare whose time to look in comes before that of the next answer."""
        for seat, when in list(self.looks.items()):
            if when <= now:
                del self.looks[seat]
                if made := self._prepared(table, seat):  # else they look in again later
                    self.begun.discard(seat)
                    self.ready[seat] = made

    def hear(self, told: Sequence[Told]) -> None:
        """Let everybody with a prepared move hear the news."""
        for seat, heard in self.heard.items():
            heard += [piece.news for piece in told if piece.is_visible_to(seat)]

    def orders(self, table: Table, seat: Seat) -> None:
        """Let a seat that answers order the rest of what this answer is a part of."""
        if seat in self.who and (covered := ordered_with(self.case, table, seat)):
            self.ordered.add((seat, covered))

    def _prepared(self, table: Table, seat: Seat) -> list[Made]:
        turns = self.case.game.play_ahead.turns
        assert turns is not None
        start = simulate_turn(turns, table, seat, ())
        self.offered[seat] = turns.list_conditions(self.case.game.view(start.table, seat))
        self.heard[seat] = []
        moves: list[Move] = []
        foreseen = start
        while foreseen.question is not None:
            view = self.case.game.view(foreseen.table, seat)
            moves.append(self.case.game.choose(view, foreseen.question, self.random))
            foreseen = simulate_turn(turns, table, seat, moves)
        return [Made(move, shown) for move, shown in zip(moves, foreseen.shown, strict=True)]

    def move(self, table: Table, seat: Seat) -> Move | None:
        """Return a seat's next prepared or ordered answer; an outdated one is dropped with the rest."""
        covered = ordered_with(self.case, table, seat)
        if covered and (seat, covered) in self.ordered:
            return _chosen(self.case, table, seat, self.random)
        if (move := self._follows(table, seat)) is not None:
            return move
        turns, ready = self.case.game.play_ahead.turns, self.ready.get(seat)
        if turns is None or not turns.is_own(table, seat) or ready is None:
            return None
        self._look_at_conditions(table, seat, ready)
        question = play.find_question(table, seat)
        first = ready[0] if ready else None
        what = self._became(table, seat, question, first)
        if first is not None:
            self.held[A_MOVE, what] += 1
        self.ready[seat] = ready[1:] if what == PLAYED else []
        self.begun.add(seat)
        if not self.ready[seat]:
            self.begun.discard(seat)
            del self.ready[seat]
        return first.move if first is not None and what == PLAYED else None

    def _follows(self, table: Table, seat: Seat) -> Move | None:
        """Return what a seat has ordered on the panel between two turns as an answer to this question."""
        orders, question = self.case.game.play_ahead.orders, play.find_question(table, seat)
        if orders is None or question is None or not self.standing.get(seat):
            return None
        view = self.case.game.view(table, seat)
        moves = (orders.follow(order, view, question) for order in self.standing[seat])
        return next((move for move in moves if move is not None and question.is_legal(move)), None)

    def _became(self, table: Table, seat: Seat, question: Question | None, made: Made | None) -> str:
        """Return what becomes of a prepared move when its turn has come."""
        turns = self.case.game.play_ahead.turns
        if turns is None or question is None or made is None or not question.is_legal(made.move):
            return "not possible"
        now = describe_effect(turns, table, seat, question, made.move)
        return PLAYED if made.as_prepared().why_not(now) is None else "would do something else"

    def _look_at_conditions(self, table: Table, seat: Seat, ready: Sequence[Made]) -> None:
        """Note which conditions hold as a turn begins that was prepared."""
        turns, offered = self.case.game.play_ahead.turns, self.offered.pop(seat, None)
        if turns is None or offered is None or not ready:
            return
        view = self.case.game.view(table, seat)
        for one in offered:
            since = one.model_copy(update={"since": 0})
            self.held[
                one.name, HOLDS if turns.check_condition(since, view, seat, self.heard[seat]) else "does not"
            ] += 1
        foreseen = simulate_turn(turns, table, seat, [made.move for made in ready])
        same = foreseen.count_unchanged([made.as_prepared() for made in ready]) == len(ready)
        self.held[ALL_OF_IT, HOLDS if same else "does not"] += 1


@dataclass
class Absences:
    """Absences of people who are away now and then, and their cost.

    A late player has missed the answer, and the table's default is played. After two misses in a row a bot holds the
    seat until they look in again, as in the host.
    """

    random: Random
    begins: float = 0
    ends: float = 0
    """When the last absence that we know of begins and ends."""
    misses: int = 0
    """In a row."""
    missed: int = 0
    looks_in: float = 0
    """The time when they see their question."""
    held_until: float | None = None
    """Until when a bot holds the seat; None: it does not."""
    left_to_bots: int = 0

    def asked(self, now: float, hours: float) -> None:
        """Return the time when they see a question asked now, if they would look in after this number of hours."""
        look = now + hours
        while self.ends <= look:
            self.begins = self.ends + self.random.expovariate(1 / (AWAY_EVERY * AWAKE))
            self.ends = self.begins + AWAY_FOR * AWAKE
        self.looks_in = look if look < self.begins else self.ends

    def has_answered(self) -> None:
        """They were here."""
        self.misses = 0

    def has_missed(self, step: Step, counts: bool) -> None:
        """They were late: a bot takes the seat after two misses, except where it would reveal the asked player."""
        self.misses += counts
        self.missed += counts
        if self.misses >= MAX_MISSES and not step.waiting_is_secret:
            self.held_until = self.looks_in
            self.left_to_bots += 1

    def is_held(self, now: float) -> bool:
        """Whether a bot holds the seat; returning players have it again."""
        if self.held_until is not None and self.held_until <= now:
            self.held_until, self.misses = None, 0
        return self.held_until is not None


def played(
    case: Case,
    seed: str,
    random: Random,
    pace: float | None = 24,
    preparing: Collection[Seat] = (),
    *,
    looks_for_idle: bool = False,
    uses_offers: bool = True,
) -> Played:
    """Play a game with bots in place of people, who think as long as people.

    Args:
        case: which game.
        seed: of the cards.
        random: of the people.
        pace: hours until somebody's time is over.
        preparing: who prepares turns where the game allows it, each time they look in between two turns.
        looks_for_idle: whether each stop is looked at for whether there was anything to decide, which takes a while.
        uses_offers: whether people decide ahead where they are sure, and name partners with a price.
    """
    table = case.begin(seed).table
    now, answers, sittings, idle, for_nothing, held_back = 0.0, 0, 0, 0, 0, HeldBack()
    due: dict[Seat, float] = {}
    last: Seat | None = None
    prepared, ahead = Preparing(case, random, preparing, pace), Ahead(case, preparing)
    while table.outcome is None:
        asked = play.list_asked_seats(table)
        prepared.goes_on(table, now)
        turns = ((seat, move) for seat in asked if (move := prepared.move(table, seat)) is not None)
        ready = ahead.move(table) or next(turns, None)
        if ready is not None:  # played by the host as soon as the turn comes
            prepared.hear(play.play_here(table, *ready))
            due.pop(ready[0], None)
            continue
        unwaited = next((seat for seat in asked if answers_itself(table, seat, uses_offers=uses_offers)), None)
        if unwaited is not None:  # a prepared answer is played, or a pass; nobody comes for that
            prepared.hear(_answer(case, table, unwaited, random))
            continue
        for seat in asked:
            if seat not in due:
                share = table.agenda[0].time_share
                due[seat] = now + (AT_ONCE if seat == last else delay(random, pace, share))
        seat = min(asked, key=lambda each: due[each])
        prepared.looked_in(table, due[seat])
        if seat != last:  # who goes on at once was not waited for
            sittings += 1
            idle += looks_for_idle and is_idle(case.game, table, seat)
        now, last = due.pop(seat), seat
        prepared.orders(table, seat)
        held_back.look(table, seat)
        prepared.hear(_answer(case, table, seat, random))
        for_nothing += held_back.took_nothing(table, seat)
        prepared.has_answered(table, seat, now)
        if uses_offers:
            ahead.look(table, seat)
        answers += 1
        due = {each: when for each, when in due.items() if each in play.list_asked_seats(table)}
    each = case.players
    return Played(
        now / AWAKE,
        answers / each,
        sittings / each,
        held=prepared.held,
        idle=idle / max(1, sittings),
        held_back=for_nothing / max(1, sittings),
    )


def played_with_absences(case: Case, seed: str, random: Random, pace: float = 24) -> Played:
    """Play a game with people who think as long, and are away for some days now and then.

    Args:
        case: which game.
        seed: of the cards.
        random: of the people.
        pace: hours until somebody's time is over.
    """
    table = case.begin(seed).table
    now, answers, sittings = 0.0, 0, 0
    due: dict[Seat, float] = {}
    last: Seat | None = None
    people = {seat: Absences(Random(random.random())) for seat in table.seats}  # noqa: S311
    while table.outcome is None:
        asked, step = play.list_asked_seats(table), table.agenda[0]
        unwaited = next((seat for seat in asked if answers_itself(table, seat)), None)
        held = next((seat for seat in asked if people[seat].is_held(now)), None)
        if unwaited is not None or held is not None:
            _answer(case, table, unwaited or held or 0, random)
            continue
        limit = allowed(pace, step.time_share)
        for seat in asked:
            if seat not in due:
                people[seat].asked(now, AT_ONCE if seat == last else delay(random, None))
                due[seat] = min(people[seat].looks_in, now + limit)
        seat = min(asked, key=lambda each: due[each])
        now, one = due.pop(seat), people[seat]
        if now < one.looks_in:
            question, move = play.find_question(table, seat), play.get_default_move(table, seat)
            assert question is not None
            one.has_missed(step, question.is_free)
            play.play_here(table, seat, move if move is not None else _chosen(case, table, seat, random))
        else:
            one.has_answered()
            sittings += seat != last
            last = seat
            answers += 1
            _answer(case, table, seat, random)
        due = {each: when for each, when in due.items() if each in play.list_asked_seats(table)}
    missed = sum(one.missed for one in people.values())
    left = sum(one.left_to_bots for one in people.values())
    return Played(now / AWAKE, answers / case.players, sittings / case.players, missed / case.players, left)


def _answer(case: Case, table: Table, seat: Seat, random: Random) -> list[Told]:
    return play.play_here(table, seat, _chosen(case, table, seat, random))


def _chosen(case: Case, table: Table, seat: Seat, random: Random) -> Move:
    question = play.find_question(table, seat)
    assert question is not None
    return case.game.choose(case.game.view(table, seat), question, random)
