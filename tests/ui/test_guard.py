"""The guard: planted leaks are stopped in every place, and nothing harmless is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.pages import Picture, mark
from bot.engine.questions import BadAnswer
from bot.engine.records import Seat
from bot.host.delivery.guard import COMPARED_TABLES, generate_alternatives, make_guarded
from bot.host.errors import Leak, Refusal
from bot.host.table.running import RunningGame
from bot.ui import screens
from bot.ui.screens.forms import CheckField, ChoiceField, Field, Form
from bot.ui.screens.names import format_markdown
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen
from storage.interface.questions import QuestionTimes
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import PNG, Growls, Name, Opening, Pick, ToyBox, ToyTable

Made = Screen | Form


def button(label: str = "Press", control: str = "act:1") -> Screen:
    return Screen((Row((Button(control, label),)),))


def menu(**changes: str) -> Screen:
    entry = MenuLine(changes.get("value", "0"), changes.get("label", "One"), changes.get("hint", ""))
    return Screen((Row((Menu(changes.get("id", "menu:1"), changes.get("placeholder", "Choose"), (entry,)),)),))


def choice(line: MenuLine, placeholder: str = "") -> Form:
    return Form("sent:1", "Form", (ChoiceField("Which?", (line,), placeholder=placeholder),))


PLACES: dict[str, Callable[[str], Made]] = {
    "text": lambda word: Screen(("Nothing here.", f"Somebody holds the {word}!")),
    "button label": lambda word: button(label=f"Take the {word}"),
    "button id": lambda word: button(control=f"play:1:{word}"),
    "menu placeholder": lambda word: menu(placeholder=f"Not the {word}"),
    "menu id": lambda word: menu(id=f"menu:{word}"),
    "menu line": lambda word: menu(label=word),
    "menu hint": lambda word: menu(hint=f"like the {word}"),
    "menu value": lambda word: menu(value=word),
    "file name": lambda word: Screen((Picture(f"{word}.png", PNG, "A board"),)),
    "alt text": lambda word: Screen((Picture("board.png", PNG, f"Two coins, one {word}"),)),
    "form title": lambda word: Form("sent:1", f"The {word}", (Field("Price"),)),
    "form id": lambda word: Form(f"sent:{word}", "Form", (Field("Price"),)),
    "form label": lambda word: Form("sent:1", "Form", (Field(f"Price of the {word}"),)),
    "form hint": lambda word: Form("sent:1", "Form", (Field("Price", f"the {word} costs more"),)),
    "form value": lambda word: Form("sent:1", "Form", (Field("Price", "", word),)),
    "form field": lambda word: Form("sent:1", "Form", (Field("Price", name=word),)),
    "form line": lambda word: choice(MenuLine("0", word)),
    "form line's hint": lambda word: choice(MenuLine("0", "One", f"like the {word}")),
    "form line's value": lambda word: choice(MenuLine(word, "One")),
    "form placeholder": lambda word: choice(MenuLine("0", "One"), placeholder=f"Not the {word}"),
    "form checkbox": lambda word: Form("sent:1", "Form", (CheckField(f"Take the {word}"),)),
    "form checkbox's hint": lambda word: Form("sent:1", "Form", (CheckField("Take it", f"It is the {word}"),)),
    "error note": lambda word: screens.render_note(f"You cannot take the {word}."),
}


def is_stopped(running: RunningGame, audience: Seat | None, make: Callable[[RunningGame], object]) -> bool:
    try:
        make_guarded(running, audience, make)
    except Leak:
        return True
    except (BadAnswer, Refusal):
        return False
    return False


def as_toy(running: RunningGame) -> ToyTable:
    assert isinstance(running.table, ToyTable)
    return running.table


def animal(state: RunningGame) -> str:
    """What seat 2 holds."""
    return as_toy(state).hands[2][0]


def stopped_for(running: RunningGame, make: Callable[[RunningGame], object]) -> list[bool]:
    """Whether this is stopped on its way to everybody, and to each of three seats."""
    return [is_stopped(running, audience, make) for audience in (None, 1, 2, 3)]


FOR_ALL_BUT_ITS_OWNER = [True, True, False, True]
FOR_NOBODY = [False] * 4


@pytest.mark.parametrize("place", PLACES)
def test_a_leak_is_stopped_for_everybody_but_its_owner(place: str) -> None:
    assert stopped_for(seated(begun()), lambda state: PLACES[place](animal(state))) == FOR_ALL_BUT_ITS_OWNER


@pytest.mark.parametrize("place", PLACES)
def test_what_follows_from_nothing_secret_may_be_said_whatever_it_is(place: str) -> None:
    """Also the very words of a secret: words that occur in every case reveal nothing."""
    running = seated(begun())
    secret = animal(running)
    assert stopped_for(running, lambda _: PLACES[place](secret)) == FOR_NOBODY


NO_WORDS: dict[str, Callable[[int], Made]] = {
    "the colour": lambda number: Screen(("Nothing here.",), colour=number),
    "who is called": lambda number: Screen(("Nothing here.",), mentions=(number,)),
    "how many blocks there are": lambda number: Screen(("-",) * number),
    "the order of blocks": lambda number: Screen(tuple(str((at + number) % 12) for at in range(12))),
    "the style of a button": lambda number: Screen(
        (Row((Button("act:1", "Act", ("primary", "secondary", "success", "danger")[number % 4]),)),)
    ),
    "whether a button can be pressed": lambda number: Screen(
        (Row((Button("act:1", "Act", disabled=number % 4 > 0),)),)
    ),
    "what is chosen in a menu": lambda number: Screen(
        (Row((Menu("menu:1", "Choose", tuple(MenuLine(str(at), "One", chosen=at == number) for at in range(99))),)),)
    ),
    "how many may be chosen": lambda number: Screen((Row((Menu("menu:1", "Choose", (), 0, number),)),)),
    "a picture's bytes": lambda number: Screen((Picture("board.png", bytes([number]), "A board"),)),
}


@pytest.mark.parametrize("what", NO_WORDS)
def test_a_leak_without_a_word_is_stopped(what: str) -> None:
    running = seated(begun())
    animals = ToyBox().animals
    assert stopped_for(running, lambda state: NO_WORDS[what](animals.index(animal(state)))) == FOR_ALL_BUT_ITS_OWNER


def test_the_seed_is_nobodys_to_read() -> None:
    assert stopped_for(seated(begun()), lambda state: state.table.chance.seed) == [True] * 4


def test_a_sentence_that_refuses_something_is_compared_as_well() -> None:
    def wrong(state: RunningGame) -> Screen:
        raise BadAnswer(f"Please choose one of: {animal(state)}.")

    def refused(state: RunningGame) -> Screen:
        if animal(state) == real:
            raise Refusal("You cannot do this now.")
        return screens.render_note("Done.")

    def proper(_: RunningGame) -> Screen:
        raise Refusal("You cannot do this now.")

    running = seated(begun())
    real = animal(running)
    assert stopped_for(running, wrong) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(running, refused) == FOR_ALL_BUT_ITS_OWNER
    with pytest.raises(Refusal, match="You cannot do this now"):
        make_guarded(running, None, proper)


def test_a_fault_that_only_other_secrets_bring_about_is_a_leak() -> None:
    running = seated(begun())
    real = animal(running)

    def make(state: RunningGame) -> str:
        return {real: "A fine day"}[animal(state)]

    assert is_stopped(running, None, make)
    assert not is_stopped(running, 2, make)


def test_a_fault_of_ours_is_no_leak() -> None:
    def make(_: RunningGame) -> Screen:
        raise LookupError("a bug")

    with pytest.raises(LookupError):
        make_guarded(seated(begun()), None, make)


def test_what_lies_beside_the_table_is_secret_too() -> None:
    """Standing orders, and other stored data of a seat that only its player may know."""
    order = Order()
    running = replace(seated(begun()), orders={2: [order]}, entry_counts={1: 1, 2: 4}, moved=frozenset({2}))
    assert stopped_for(running, lambda state: str(state.orders.get(2))) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(running, lambda state: state.entry_counts[2]) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(running, lambda state: 2 in state.moved) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(running, lambda state: state.get_seat_row(2).extensions) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(running, lambda state: state.row.revision) == [True] * 4, "it counts what happens in secret"


def test_whose_clock_runs_is_secret_where_the_waiting_is() -> None:
    table = begun()
    while not isinstance(table.agenda[0], Growls):
        seat = play.list_asked_seats(table)[0]
        price = isinstance(table.agenda[0], Opening)
        table = play.play(table, seat, Name(price=seat) if price else Pick(what="end")).table
    times = QuestionTimes("2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00", None, 0)

    def clock(state: RunningGame) -> object:
        return state.clocks.get(2)

    assert stopped_for(replace(seated(table), clocks={2: times}), clock) == FOR_ALL_BUT_ITS_OWNER
    assert stopped_for(replace(seated(begun()), clocks={2: times}), clock) == FOR_NOBODY, "at an open question"


def test_after_the_game_everything_may_be_told() -> None:
    over = play.concede(begun(players=2), 1).table
    assert not is_stopped(seated(over), None, animal)


def test_a_sealed_price_is_stopped() -> None:
    running = seated(play.play(begun(), 2, Name(price=12)).table)

    def make(state: RunningGame) -> Screen:
        first = as_toy(state).agenda[0]
        assert isinstance(first, Opening)
        return Screen((format_markdown(state, f"{mark(2)} writes ${first.answers[2].price}."),))

    assert stopped_for(running, make) == FOR_ALL_BUT_ITS_OWNER


@pytest.mark.parametrize("price", ["$12", "$50"])
def test_the_same_number_in_public_tells_nothing_of_a_sealed_price(price: str) -> None:
    running = seated(play.play(begun(), 2, Name(price=12)).table)
    assert stopped_for(running, lambda state: format_markdown(state, f"{mark(2)} has {price} in cash.")) == FOR_NOBODY


def said(screen: Screen) -> str:
    return "\n".join(screen.iterate_strings())


def test_nobody_is_called_in_a_way_that_blinds_the_table_or_asks_it_for_a_secret() -> None:
    """A player whose name equals a hidden thing, or a visible one, is shown to everybody all the same."""
    table = play.play(begun(), 2, Name(price=12)).table
    for name in (*table._box.animals, "$12", f"{table.chance.seed}"):
        running = seated(table, names=("Ann", "Ben", name))
        for seat in (None, *table.seats):
            assert "<@103>" in said(screens.render_why_waiting(view_as(running, seat)))
        assert said(screens.render_board(view_as(running), None))
        assert said(screens.render_panel(build_desk(running, 1)))


@pytest.mark.parametrize("wanted", ["the lynx", "the dodo"])
def test_a_guard_works_as_much_whether_or_not_there_is_a_leak(wanted: str) -> None:
    made: list[RunningGame] = []

    def make(state: RunningGame) -> object:
        made.append(state)
        return animal(state) if wanted == "the lynx" else wanted

    is_stopped(seated(begun()), None, make)
    assert len(made) == 1 + COMPARED_TABLES


def test_to_ask_again_does_not_get_round_the_guard_and_each_move_is_another_chance() -> None:
    running = seated(begun())
    later = replace(running, row=replace(running.row, revision=2))
    tables = [
        [state.table.model_dump_json() for state in generate_alternatives(each, None)]
        for each in (running, running, later)
    ]
    assert tables[0] == tables[1] != tables[2]
    assert len({*tables[0], *tables[2]}) == 2 * COMPARED_TABLES


def test_the_refusal_of_a_leak_names_no_secret() -> None:
    running = seated(begun())
    with pytest.raises(Leak) as leak:
        make_guarded(running, None, animal)
    assert animal(running) not in str(leak.value)
