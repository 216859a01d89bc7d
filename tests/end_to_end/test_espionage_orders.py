"""Standing orders of Corporate Espionage, given by pressing, followed by the table, and ended with a reason."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Choose, Number, Question
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import Aim, Announce, EndTurn, Spy
from bot.games.corporate_espionage.orders import AttackOrder, PassOrder
from bot.games.corporate_espionage.table import Espionage
from bot.host.play.standing_orders import OrderContext, offer_tag
from tests.any_question import picks_of
from tests.end_to_end.players import typed
from tests.end_to_end.test_discreet_windows import ADA, BOB, LAWSUIT, STORIES, Story, acts, dealt, kept, lay_out, types
from tests.end_to_end.town import Message, Town, begun, find, ids, list_controls, said, town, words
from tests.form_values import complete_values
from tests.games.corporate_espionage.test_orders import INJUNCTION

COUNTER = "Injunction if heavy, else take it"
TAKE = "Take it, whatever it is"
CARDS, LEAST = "Respond with the cheapest of", "Only if I would lose at least (points)"
"""Labels of the form "If attacked…"."""


@dataclass(frozen=True)
class Office:
    """A table at Ada's turn, and Bob, who gives orders."""

    town: Town
    bob: MemberActor

    async def desk(self) -> OrderContext:
        return await self.town.bot.router.standing_order_handlers.orders.build_panel(self.town.number, self.bob.id)

    async def act(self) -> ResponseMessage:
        """Bob's panel."""
        return await self._pressed(self.town.table_message(), f"act:{self.town.number}")

    async def panel(self) -> ResponseMessage:
        """Bob's panel of standing orders."""
        return await self._pressed(await self.act(), f"orders:{self.town.number}")

    async def _pressed(self, message: Message, custom_id: str) -> ResponseMessage:
        result = await self.town.press_or_choose(self.bob, message, custom_id)
        assert result.response is not None
        return result.response

    async def gives(self, question: Question, picks: Sequence[str]) -> str:
        """Let Bob give this kind of order in the panel; return the reply."""
        panel = await self.panel()
        for button in (one for one in ids(panel) if one.startswith("aheadform:")):
            opened = await self.bob.click(panel, custom_id=button)
            assert opened.modal is not None
            filled = complete_values(opened.modal, {})
            fields = {field["component"]["custom_id"] for field in opened.modal["components"]}
            if offer_tag(question) in fields:
                filled[offer_tag(question)] = picks[0] if isinstance(question, Number) else list(picks)
                return said(await self.bob.submit_modal(opened, filled))
        raise AssertionError(f"no form has {question.prompt}")


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there, game=GAME.key)
        await lay_out(there.bot.host, there.number, dealt("Injunction", STORIES["Bob lets everything pass"]))
        user = (await there.running()).get_seat_row(BOB).user_id
        yield Office(there, next(person for person in there.people.values() if person.id == user))


async def test_every_order_can_be_given_by_pressing_and_is_read_back(office: Office) -> None:
    orders = GAME.play_ahead.orders
    assert orders is not None
    places = set()
    for question in (await office.desk()).offered:
        if isinstance(question, Compose):
            continue  # the same order as the first, in all its parts
        picks = ["7"] if isinstance(question, Number) else ["0"]
        told = await office.gives(question, picks)
        given = (await office.desk()).given
        places.add(given[-1].get_place())
        assert len(given) == len(places)
        assert given[-1] == question.read(picks)
        assert orders.describe(given[-1]) in told
    assert len(given) == 5, "what to do if attacked, and to let all pass, take each other's place"
    panel = words(await office.panel())
    assert all(orders.describe(order) in panel for order in given)


async def until_an_order_has_ended(office: Office) -> str:
    """Let an order of Bob's answer for him until his turn comes; return what he is to be told then."""
    there = office.town
    question = next(one for one in (await office.desk()).offered if one.prompt.startswith("What may pass"))
    assert isinstance(question, Choose)
    await office.gives(question, ["0"])
    for seat, move in (*LAWSUIT, (ADA, EndTurn())):
        assert move is not None
        await types(there, seat, move)
        await there.bot.autoplay.wait_for_all()
    running = await there.running()
    assert play.list_asked_seats(running.table) == [BOB], "the Lawsuit was let pass at once, and his turn has come"
    assert (await office.desk()).given == ()
    assert GAME.play_ahead.orders is not None
    order = GAME.play_ahead.orders.describe(PassOrder(unless_target=False, until="my turn"))
    return f"Your standing order has ended: “{order}” Your turn has come."


async def test_an_order_answers_and_ends_when_the_own_turn_has_come(office: Office) -> None:
    told = await until_an_order_has_ended(office)
    assert told in words(await office.act())
    assert "has ended" not in words(await office.act()), "told once"


async def test_why_an_order_has_ended_is_told_again_when_the_answer_did_not_arrive(office: Office) -> None:
    told = await until_an_order_has_ended(office)
    there = office.town
    there.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=2)
    lost = await office.bob.click(there.table_message(), custom_id=f"act:{there.number}")
    assert lost.response is None
    there.env.backend.faults.clear()
    assert told in words(await office.act())
    assert "has ended" not in words(await office.act()), "told once"


async def test_a_card_is_used_by_itself_and_its_order_ends_with_it(office: Office) -> None:
    there = office.town
    choices = [question for question in (await office.desk()).offered if isinstance(question, Choose)]
    question = next(question for question in choices if INJUNCTION in question.moves)
    at = list(question.moves).index(INJUNCTION)
    assert "Use Injunction when any espionage targets me." in await office.gives(question, [str(at)])
    for seat, move in LAWSUIT:
        assert move is not None
        await types(there, seat, move)
        await there.bot.autoplay.wait_for_all()
    log = said(await there.people["Dora"].slash(there.place, "table log", table="1"))
    assert "with Injunction" in log
    assert (await office.desk()).given == ()
    assert "Injunction is not in your hand any more." in words(await office.act())


async def test_an_order_to_use_a_card_comes_before_an_earlier_one_to_let_pass(tmp_path: Path) -> None:
    story = Story((), [PassOrder(unless_target=False, until="the end"), INJUNCTION])
    async with kept(tmp_path / "one.db", "Injunction", story) as (home, number):
        for seat, move in LAWSUIT:
            await acts(home, number, seat, move)
        table = (await home.host.get_running_game(number)).table
        assert isinstance(table, Espionage)
        assert "SV01" in table.companies[BOB].discard


async def test_a_card_is_laid_ready_in_two_presses_from_the_hand(office: Office) -> None:
    """CE-42."""
    there = office.town
    hand = await office.bob.click(there.table_message(), custom_id=f"hand:{there.number}")
    assert hand.response is not None
    button = find(hand.response, "aheadform")
    assert button is not None
    form = await office.bob.click(hand.response, custom_id=button["custom_id"])
    assert form.modal is not None
    (menu,) = [one["component"] for one in form.modal["components"] if "Use a card by itself" in one["label"]]
    labels = [option["label"] for option in menu["options"]]
    at = labels.index("Injunction: when any espionage targets me")
    filled = {**complete_values(form.modal, {}), menu["custom_id"]: [menu["options"][at]["value"]]}
    given = await office.bob.submit_modal(form, filled)
    assert "Use Injunction when any espionage targets me." in said(given)
    assert (await office.desk()).given == (INJUNCTION,)


async def test_what_to_do_if_attacked_is_one_press_on_the_panel_between_two_turns(office: Office) -> None:
    """A button names Bob's card; the light Lawsuit is taken at once, and nobody has waited for him."""
    there = office.town
    panel = await office.act()
    assert "Heavy attacks take 5 points or more, or anything but points." in words(panel)
    (button,) = [control for control in list_controls(panel) if control.get("label") == COUNTER]
    told = said(await office.bob.click(panel, custom_id=button["custom_id"]))
    assert f"If I am attacked before my next turn: {COUNTER}. All else passes." in told
    await attacked(there)
    assert play.list_asked_seats((await there.running()).table) == [ADA]
    log = said(await there.people["Dora"].slash(there.place, "table log", table="1"))
    assert "loses 3 points" in log


async def test_a_card_counters_any_attack_where_that_is_chosen(office: Office) -> None:
    there = office.town
    panel = await office.act()
    menu = find(panel, "mmenu")
    assert menu is not None
    (value,) = [one["value"] for one in menu["options"] if one["label"].startswith("Injunction, whatever it is")]
    await office.bob.select(panel, [value], custom_id=menu["custom_id"])
    await attacked(there)
    assert "with Injunction" in said(await there.people["Dora"].slash(there.place, "table log", table="1"))


async def test_the_answer_can_be_changed_and_withdrawn_on_the_same_panel(office: Office) -> None:
    panel = await office.act()
    panel = await pressed(office, panel, "mplay")
    menu = find(panel, "mmenu")
    assert menu is not None
    assert [one["label"] for one in menu["options"] if one.get("default")] == [COUNTER]
    (value,) = [one["value"] for one in menu["options"] if one["label"] == TAKE]
    changed = (await office.bob.select(panel, [value], custom_id=menu["custom_id"])).response
    assert changed is not None
    assert f"If I am attacked before my next turn: {TAKE[0].lower()}{TAKE[1:]}. All else passes." in words(changed)
    assert len((await office.desk()).given) == 1
    gone = await pressed(office, changed, "withdraw")
    assert "Order cancelled: " in words(gone)
    assert find(gone, "mplay") is not None, "offered again"
    assert not (await office.desk()).given


async def opened_form(office: Office) -> InteractionResult:
    """The form "If attacked…", opened from Bob's panel between two turns."""
    panel = await office.act()
    button = find(panel, "aheadfill")
    assert button is not None
    assert button["label"] == "If attacked…"
    return await office.bob.click(panel, custom_id=button["custom_id"])


def fields_of(form: InteractionResult) -> dict[str, dict[str, Any]]:
    """The fields of a form by their labels."""
    assert form.modal is not None
    return {label["label"]: label["component"] for label in form.modal["components"]}


async def sends(who: MemberActor, form: InteractionResult, **values: Any) -> str:
    """Send a form with these values for the labels that hold these words; return what its sender is told."""
    named = {
        box["custom_id"]: value
        for label, box in fields_of(form).items()
        for words, value in values.items()
        if words in label
    }
    assert len(named) == len(values)
    assert form.modal is not None
    return said(await who.submit_modal(form, complete_values(form.modal, named)))


def chosen(box: dict[str, Any]) -> list[str]:
    return [line["label"] for line in box["options"] if line.get("default")]


async def test_one_form_says_all_about_attacks_and_opens_with_what_was_said_last(office: Office) -> None:
    form = await opened_form(office)
    assert chosen(fields_of(form)[CARDS]) == ["Injunction"], "the usual order"
    told = await sends(office.bob, form, least="4", against=["0"], otherwise="1")
    (order,) = (await office.desk()).given
    assert isinstance(order, AttackOrder)
    assert (order.cards, order.least, order.asks, len(order.spared)) == (("SV01",), 4, "rest", 1)
    assert (
        "Order set: If I am attacked before my next turn: Injunction if I would lose at least 4 points, never" in told
    )
    assert "else ask me. All else passes." in told
    form = await opened_form(office)
    fields = fields_of(form)
    assert fields[LEAST]["value"] == "4"
    assert len(chosen(fields["Never respond against"])) == 1
    assert chosen(fields["And otherwise?"]) == ["Ask me"]
    await sends(office.bob, form, least="", against=[], otherwise="0")
    await attacked(office.town)
    assert "with Injunction" in said(await office.town.people["Dora"].slash(office.town.place, "table log", table="1"))


@pytest.mark.parametrize("wrong", ["many", "-1", "999", "4.5"])
async def test_a_wrong_field_says_why_and_keeps_the_others(office: Office, wrong: str) -> None:
    told = await sends(office.bob, await opened_form(office), least=wrong, otherwise="1")
    assert f"{LEAST}: Please give a whole number" in told
    assert "open the form again" in told
    assert (await office.desk()).given == ()
    form = await opened_form(office)
    assert fields_of(form)[LEAST]["value"] == wrong
    assert chosen(fields_of(form)["And otherwise?"]) == ["Ask me"]
    await sends(office.bob, form, least="3")
    assert len((await office.desk()).given) == 1


async def test_a_form_counts_twice_and_after_a_restart_once_and_when_the_turn_has_come_not_at_all(
    office: Office,
) -> None:
    first, again, late = [await opened_form(office) for _ in range(3)]
    await office.town.restart()
    for form in (first, again):
        assert "Order set: " in await sends(office.bob, form, otherwise="1")
        assert len((await office.desk()).given) == 1
    for seat in (ADA, BOB):
        await types(office.town, seat, EndTurn())
        await office.town.bot.autoplay.wait_for_all()
    assert "What you can order has changed since you opened the form." in await sends(office.bob, late)
    assert (await office.desk()).given == ()


async def test_it_ends_without_a_word_when_the_own_turn_has_come(office: Office) -> None:
    """Its player knew that, and it happens every round."""
    there = office.town
    await pressed(office, await office.act(), "mplay")
    await attacked(there)
    await types(there, ADA, EndTurn())
    await there.bot.autoplay.wait_for_all()
    assert play.list_asked_seats((await there.running()).table) == [BOB]
    assert (await office.desk()).given == ()
    panel = await office.act()
    assert "has ended" not in words(panel)
    assert find(panel, "mplay") is None, "it is his turn, and he is asked about that"


async def test_an_old_panel_orders_nothing_once_the_turn_has_come(office: Office) -> None:
    there = office.town
    there.env.refuse_late_edits()
    old = await office.act()
    for move in (None, EndTurn()):
        if move is not None:
            await types(there, ADA, move)
    await there.bot.autoplay.wait_for_all()
    await types(there, BOB, EndTurn())
    await there.bot.autoplay.wait_for_all()
    late = await pressed(office, old, "mplay")
    assert "This order can no longer be given." in words(late)
    assert not (await office.desk()).given


@pytest.mark.parametrize("verb", ["mplay", "aheadfill"])
async def test_nobody_orders_for_another_seat(office: Office, verb: str) -> None:
    """A person who presses on Bob's panel orders for themselves, if anything; a spectator for nobody."""
    there = office.town
    panel = await office.act()
    button = find(panel, verb)
    assert button is not None
    for name, person in there.people.items():
        if person.id != office.bob.id:
            await there.press(person, button["custom_id"], message=panel)
        assert not (await office.desk()).given, name


async def pressed(office: Office, panel: ResponseMessage, verb: str) -> ResponseMessage:
    control = find(panel, verb)
    assert control is not None
    result = (await office.bob.click(panel, custom_id=control["custom_id"])).response
    assert result is not None
    return result


async def attacked(there: Town) -> None:
    """Ada uses her Lawsuit against Bob."""
    for seat, move in LAWSUIT:
        assert move is not None
        await types(there, seat, move)
        await there.bot.autoplay.wait_for_all()


async def test_a_player_who_ends_a_turn_with_an_attack_that_is_answered_at_once_can_prepare_the_next_on_the_same_panel(
    office: Office,
) -> None:
    there = office.town
    await pressed(office, await office.act(), "mplay")
    running = await there.running()
    (ada,) = [person for person in there.people.values() if person.id == running.get_seat_row(ADA).user_id]
    question = play.find_question(running.table, ADA)
    assert isinstance(question, ChooseOrCompose)
    picks = picks_of(question, Announce(parts=(Spy(card="ES01"), Aim(target=BOB), EndTurn())))
    answer = f"{question.opens}: {typed(question.otherwise, picks[1:])}"
    sent = await ada.slash(there.place, "play", answer=answer)
    await there.settled()
    assert sent.response is not None
    shown = [control.get("label") for control in list_controls(sent.response)]
    assert "Prepare my next turn" in shown
    assert "Take it, whatever it is" in shown
