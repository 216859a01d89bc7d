"""The guard: planted leaks are stopped wherever they stand, and nothing harmless is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.engine import play
from bot.engine.pages import Picture, who
from bot.engine.records import Seat
from bot.host.tables import Running
from bot.ui import screens
from bot.ui.audience import Leak, guard
from bot.ui.names import in_markdown
from bot.ui.screen import Button, Entry, Field, Form, Menu, Row, Screen
from tests.table_talk import begun, desk, seated
from tests.toy import PNG, Name, Pick, ToyTable

Made = Screen | Form


def button(label: str = "Press", control: str = "act:1") -> Screen:
    return Screen((Row((Button(control, label),)),))


def menu(**changes: str) -> Screen:
    entry = Entry(changes.get("value", "0"), changes.get("label", "One"), changes.get("hint", ""))
    return Screen((Row((Menu(changes.get("id", "menu:1"), changes.get("placeholder", "Choose"), (entry,)),)),))


PLACES: dict[str, Callable[[str], Made]] = {
    "text": lambda word: Screen(("Nothing here.", f"Somebody holds the {word}!")),
    "text in capitals": lambda word: Screen((word.upper(),)),
    "text in bold": lambda word: Screen((f"**{word}**",)),
    "button label": lambda word: button(label=f"Take the {word}"),
    "button id": lambda word: button(control=f"play:1:{word}"),
    "button id with underscores": lambda word: button(control=f"play:1:take_{word}_now"),
    "menu placeholder": lambda word: menu(placeholder=f"Not the {word}"),
    "menu id": lambda word: menu(id=f"menu:{word}"),
    "menu line": lambda word: menu(label=word),
    "menu hint": lambda word: menu(hint=f"like the {word}"),
    "menu value": lambda word: menu(value=word),
    "file name": lambda word: Screen((Picture(f"{word}.png", PNG, "A board"),)),
    "file name with underscores": lambda word: Screen((Picture(f"seat_2_{word}.png", PNG, "A board"),)),
    "alt text": lambda word: Screen((Picture("board.png", PNG, f"Two coins, one {word}"),)),
    "form title": lambda word: Form("sent:1", f"The {word}", (Field("Price"),)),
    "form id": lambda word: Form(f"sent:{word}", "Form", (Field("Price"),)),
    "form label": lambda word: Form("sent:1", "Form", (Field(f"Price of the {word}"),)),
    "form hint": lambda word: Form("sent:1", "Form", (Field("Price", f"the {word} costs more"),)),
    "form value": lambda word: Form("sent:1", "Form", (Field("Price", "", word),)),
    "error note": lambda word: screens.note(f"You cannot take the {word}."),
}


def is_stopped(
    made: Made, running: Running, audience: Seat | None, again: Callable[[Running], Made] | None = None
) -> bool:
    try:
        guard(made, running, audience, again or (lambda _: made))
    except Leak:
        return True
    return False


def as_toy(running: Running) -> ToyTable:
    assert isinstance(running.table, ToyTable)
    return running.table


@pytest.mark.parametrize("place", PLACES)
def test_a_leak_is_stopped_for_everybody_but_its_owner(place: str) -> None:
    running = seated(begun())
    made = PLACES[place](as_toy(running).hands[2][0])
    assert [is_stopped(made, running, audience) for audience in (None, 1, 2, 3)] == [True, True, False, True]


@pytest.mark.parametrize("place", PLACES)
def test_an_animal_that_nobody_holds_may_be_named(place: str) -> None:
    running = seated(begun())
    made = PLACES[place](as_toy(running).deck[0])
    assert not any(is_stopped(made, running, audience) for audience in (None, 1, 2, 3))


def test_a_word_that_only_contains_a_secret_is_none() -> None:
    running = seated(begun())
    word = as_toy(running).hands[2][0]
    assert not is_stopped(Screen((f"{word}s pre{word}",)), running, None)


def test_after_the_game_everything_may_be_told() -> None:
    table = begun(players=2)
    over = play.concede(table, 1).table
    assert not is_stopped(Screen((table.hands[2][0],)), seated(over), None)


def sealed(price: int = 12) -> Running:
    return seated(play.play(begun(), 2, Name(price=price)).table)


def test_a_public_number_that_happens_to_be_a_sealed_price_is_no_leak() -> None:
    running = sealed()

    def make(state: Running) -> Screen:
        return Screen((in_markdown(state, f"{who(2)} has $12 in cash."),))

    assert not is_stopped(make(running), running, None, make)
    assert not is_stopped(make(running), running, 1, make)


def test_a_sealed_price_beside_its_name_is_stopped() -> None:
    running = sealed()

    def make(state: Running) -> Screen:
        first = as_toy(state).agenda[0]
        assert first.kind == "opening"
        return Screen((in_markdown(state, f"{who(2)} writes ${first.answers[2].price}."),))

    assert [is_stopped(make(running), running, seat, make) for seat in (None, 1, 2, 3)] == [True, True, False, True]


@pytest.mark.parametrize("name", ["a_b", "**Ben**", "Ben\\", "@everyone", "x" * 100, "`Ben`", "Ben  B", "<@1>"])
def test_a_sealed_price_is_stopped_whatever_its_player_is_called(name: str) -> None:
    running = sealed()
    running = replace(running, seats=tuple(replace(chair, name=name) for chair in running.seats))

    def page(state: Running) -> Screen:
        first = as_toy(state).agenda[0]
        assert first.kind == "opening"
        view = state.game.view(state.table, None)
        told = state.game.page(view)
        section = told.sections[0]
        grid = section.parts[0]
        assert not isinstance(grid, str)
        rows = [[*row[:2], f"${first.answers[2].price}" if row[0] == who(2) else "-"] for row in grid.rows]
        game = replace(
            state.game,
            page=lambda _: replace(told, sections=[replace(section, parts=[replace(grid, rows=rows)])]),
            draw=None,
        )
        return screens.board(replace(state, game=game), None)

    assert is_stopped(page(running), running, None, page), "in the columns of the board"

    def line(state: Running) -> Screen:
        first = as_toy(state).agenda[0]
        assert first.kind == "opening"
        return Screen((in_markdown(state, f"{who(2)}: ${first.answers[2].price}"),))

    assert is_stopped(line(running), running, None, line), "in a line of text"


def test_all_our_own_screens_pass_for_the_one_who_reads_them() -> None:
    table = begun()
    states = [table, play.play(table, 2, Name(price=5)).table]
    for seat in (1, 3):
        states.append(play.play(states[-1], seat, Name(price=50)).table)
    states.append(play.play(states[-1], 1, Pick(what="poke 2")).table)
    for state in states:
        running = seated(state)
        for seat in state.seats:
            panel, hand = partial(panel_of, seat=seat), partial(hand_of, seat=seat)
            assert not is_stopped(panel(running), running, seat, panel)
            assert not is_stopped(hand(running), running, seat, hand)
        board = partial(screens.board, picture=None)
        assert not is_stopped(board(running), running, None, board)


def panel_of(running: Running, seat: Seat) -> Screen:
    return screens.panel(desk(running, seat))


def hand_of(running: Running, seat: Seat) -> Screen:
    return screens.hand(desk(running, seat), "open")


def test_the_refusal_of_a_leak_names_no_secret() -> None:
    running = seated(begun())
    secret = as_toy(running).hands[2][0]
    with pytest.raises(Leak) as leak:
        guard(screens.note(secret), running, None, lambda _: screens.note(secret))
    assert secret not in str(leak.value)


def test_a_hand_shown_to_the_wrong_seat_is_stopped() -> None:
    running = seated(begun())
    hand = screens.hand(desk(running, 2), "open")
    assert [is_stopped(hand, running, seat, lambda _: hand) for seat in (None, 1, 2, 3)] == [True, True, False, True]
