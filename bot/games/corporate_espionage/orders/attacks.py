"""The questions for orders about attacks: the common answers, and one in all its parts with its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.multi_step import Compose, Stage
from bot.engine.pages import mark
from bot.engine.questions import AnswerForm, Choose, FormPart, Item, Number, Option, Subset
from bot.engine.records import Move
from bot.engine.words import format_count, format_list
from bot.games.corporate_espionage.orders.kinds import HEAVY, RULE, AttackOrder, turns_begun
from bot.games.corporate_espionage.rules.responses import TRIGGERS
from bot.games.corporate_espionage.view import EspionageView

MAX_LABEL_CHARS = 38
NAMED = 2
"""The largest number of cards to name where all of them may answer."""


def ask_about_attacks(view: EspionageView) -> Choose:
    """Return the common answers to attacks before the company's next turn."""
    cards = _answering(view)

    def option(held: Sequence[str] = (), **how: object) -> Option:
        order = build_attack_order(view, held, **how)
        label = _capitalize(describe_attack_order(order))
        return Option(order, label, short=_shorten(label, order.names))

    groups = [*([cards] if len(cards) > 1 else []), *([card] for card in cards)]
    return Choose(
        prompt="If you are attacked before your next turn?",
        rule=RULE,
        help=f"Heavy attacks take {HEAVY} points or more, or anything but points. "
        f"{_describe_rest(view)} {_in_hand(view)}",
        options=(
            *(option(group, only_heavy=True) for group in groups),
            *(option(group) for group in groups),
            *(option(group, only_heavy=True, asks="rest") for group in groups),
            option(),
            option(asks="heavy"),
        ),
    )


def _answering(view: EspionageView) -> Sequence[str]:
    """Return the cards of the hand that answer an attack, the cheapest first."""
    cards = [card for card in view.box.answering.get(TRIGGERS["espionage"], {}) if card in view.hand]
    return sorted(cards, key=lambda card: view.box.card[card].cost)


def build_attack_order(view: EspionageView, held: Sequence[str], **how: object) -> AttackOrder:
    """Return an order with these cards of the hand, the cheapest first."""
    names = tuple(view.box.card[card].name for card in held)
    all_else, turns = view.options.reactions != "aimed", turns_begun(view)
    return AttackOrder.model_validate(
        {"cards": tuple(held), "names": names, "all_else": all_else, "turns": turns, **how}
    )


def _describe_rest(view: EspionageView) -> str:
    passes = "All else passes, and nobody" if view.options.reactions != "aimed" else "Nobody"
    return f"{passes} waits for you. You are still asked about a takeover, and about what would ruin you."


def _shorten(label: str, cards: Sequence[str]) -> str:
    """Return a label that a phone shows whole, which names no card if there are several; empty: it is short."""
    if len(label) <= MAX_LABEL_CHARS or not cards:
        return ""
    if len(cards) > 1:
        return label.replace(" or ".join(cards), "A card")
    return label.replace(", else ask me", ", or ask").replace(", else take it", "")


def _capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


def _in_hand(view: EspionageView) -> str:
    names = [view.box.card[card].name for card in view.hand]
    return f"Your hand: {', '.join(names)}." if names else "Your hand is empty."


@dataclass(frozen=True)
class AttackDetails:
    """The parts of an answer to attacks, asked one after another or in one form."""

    view: EspionageView
    steps: Sequence[Subset | Number]
    """What is asked before what becomes of all attacks that no card answers."""

    def build_question(self) -> Compose:
        """Return the question for an order in all its parts."""
        return Compose(
            prompt="If you are attacked: which cards respond, and when?",
            rule=RULE,
            help=f"It holds until your next turn. {_describe_rest(self.view)}",
            about=(turns_begun(self.view), _answering(self.view), _opponents(self.view)),
            move=AttackOrder,
            apart=self._list_choices,
            stage=self._build_stage,
            most=len(self.steps) + 1,
            form=self._build_form,
        )

    def _build_stage(self, parts: tuple[Move, ...]) -> Stage:
        if len(parts) < len(self.steps):
            return Stage(self.steps[len(parts)], complete=False)
        if len(parts) > len(self.steps):
            return Stage(None)
        passes, asks = (self._combine(parts, asks=asks) for asks in (False, True))
        options = (Option(passes, "Let all else pass"), Option(asks, "Ask me otherwise"))
        return Stage(Choose(prompt=OTHERWISE, rule=RULE, options=options), complete=False)

    def _combine(self, parts: Sequence[Move | None], *, asks: bool) -> AttackOrder:
        """Return the order of these parts, and whether it asks about attacks that no card answers."""
        said = {step.field: getattr(part, step.field) for step, part in zip(self.steps, parts, strict=False) if part}
        held, points = said.get("cards", ()), said.get("least", 0)
        how: dict[str, object] = {"asks": "heavy" if points and not held else "rest"} if asks else {}
        if points and (held or asks):
            how["least"] = points
        if held:
            how |= {"only_heavy": points > 0, "spared": said.get("spared", ())}
        return build_attack_order(self.view, held, **how)

    def _divide(self, move: Move) -> Sequence[Move]:
        """Return what an order says to each step; of cards and companies those that can still be named."""
        if not isinstance(move, AttackOrder):
            return ()
        points = move.least if move.only_heavy or move.asks == "heavy" else 0
        lists = {"cards": move.cards, "spared": move.spared}
        return [step.make(lists[step.field]) if isinstance(step, Subset) else step.make(points) for step in self.steps]

    def _list_choices(self, move: Move) -> Sequence[Move] | None:
        return (*self._divide(move), move) if isinstance(move, AttackOrder) else None

    def _build_form(self) -> AnswerForm:
        usual = self._divide(ask_about_attacks(self.view).options[0].move)
        parts = (FormPart(step, *LABELS[step.field], part) for step, part in zip(self.steps, usual, strict=True))
        passes, asks = AttackOrder(), AttackOrder(asks="rest")
        rest = Choose(prompt=OTHERWISE, rule=RULE, options=(Option(passes, "Let it pass"), Option(asks, "Ask me")))

        def combine(said: Sequence[Move | None]) -> Sequence[Move]:
            return [self._combine(said[:-1], asks=said[-1] == asks)]

        def divide(move: Move) -> Sequence[Move | None]:
            if not isinstance(move, AttackOrder):
                return ()
            return (*self._divide(move), passes if move.asks == "never" else asks)

        return AnswerForm("If attacked…", (*parts, FormPart(rest, OTHERWISE, default=passes)), combine, divide=divide)


def ask_about_attacks_in_full(view: EspionageView) -> Compose:
    """Return the question for an answer to attacks in all its parts: cards, least loss, spared companies, the rest."""
    return AttackDetails(view, _build_steps(view)).build_question()


OTHERWISE = "And otherwise?"
LABELS: Mapping[str, tuple[str, str]] = {
    "cards": ("Respond with the cheapest of", "none"),
    "least": ("Only if I would lose at least (points)", "any attack"),
    "spared": ("Never respond against", "nobody"),
}
"""The label of each step's field in the form, and what leaving it out means."""


def _opponents(view: EspionageView) -> Sequence[str]:
    return [str(company) for company in view.living if company != view.company]


def _build_steps(view: EspionageView) -> Sequence[Subset | Number]:
    """Return what is asked about attacks before all that no card answers; of cards only if the hand has some."""
    cards, opponents = _answering(view), _opponents(view)
    responding = Subset(
        prompt="Which cards may respond to an attack?",
        rule=RULE,
        help="The cheapest of them is used; one that has left your hand by then is skipped.",
        move=AttackOrder,
        field="cards",
        items=tuple(Item(card, view.box.card[card].name, f"Costs {view.box.card[card].cost}") for card in cards),
        most=len(cards),
    )
    least = Number(
        prompt="At least how many points must it take?",
        rule=RULE,
        help="An attack that takes anything but points counts as well. 0 means any attack.",
        move=AttackOrder,
        field="least",
        low=0,
        high=view.box.highest_order,
        suggestions=(0, HEAVY),
    )
    sparing = Subset(
        prompt="Against whom do your cards never respond?",
        rule=RULE,
        move=AttackOrder,
        field="spared",
        items=tuple(Item(company, mark(int(company))) for company in opponents),
        most=len(opponents),
    )
    return [*([responding] if cards else []), least, *([sparing] if cards and len(opponents) > 1 else [])]


def describe_attack_order(order: AttackOrder, *, in_full: bool = False) -> str:
    """Return what an order does when attacked; all its cards are named only in full."""
    named = in_full or len(order.names) <= NAMED
    cards = " or ".join(order.names) if named else "my cheapest answer"
    heavy = "if heavy" if order.least == HEAVY else f"if I would lose at least {format_count(order.least, 'point')}"
    never = f", never against {format_list(mark(int(seat)) for seat in order.spared)}" if order.spared else ""
    match bool(order.cards), order.only_heavy, order.asks:
        case True, True, "rest":
            return f"{cards} {heavy}{never}, else ask me"
        case True, True, _:
            return f"{cards} {heavy}{never}, else take it"
        case True, False, "rest":
            return f"{cards}, whatever it is{never}, else ask me"
        case True, False, _:
            return f"{cards}, whatever it is{never}"
        case _, _, "heavy":
            return f"take it, but ask me {heavy}"
        case _, _, "rest":
            return "ask me"
        case _:
            return "take it, whatever it is"
