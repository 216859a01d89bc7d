"""Tests of several private panels of one table: the newest counts, and older ones say so and lose their controls."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.results import ResponseMessage

from bot.ui.handlers.table.ended_panels import LEFT, NEWER, OVER
from tests.end_to_end.players import opened
from tests.end_to_end.test_delivery import organiser
from tests.end_to_end.town import Message, Town, find, ids, said, words

OLDER = "That panel was out of date, so nothing happened."


async def panel(there: Town, who: MemberActor) -> ResponseMessage:
    """Somebody presses Act on the table's message."""
    return await opened(who, there.table_message(), "act:1")


async def test_a_newer_panel_closes_the_older_one(there: Town) -> None:
    ann = there.people["Ann"]
    older = await panel(there, ann)
    newer = await panel(there, ann)
    assert words(older) == NEWER
    assert not ids(older)
    assert answer(newer)
    pressed = await ann.click(newer, custom_id=answer(newer))
    assert pressed.response is not None
    assert "undo:1" in ids(pressed.response), "the newer one goes on in its place"


async def test_a_panel_that_shows_something_else_now_is_left_alone(there: Town) -> None:
    ann = there.people["Ann"]
    other = await panel(there, ann)
    more = next(part for part in walk_components(other.components) if part.get("placeholder") == "More…")
    shown = await ann.select(other, ["log:1:0"], custom_id=more["custom_id"])
    assert "Log of table 1" in said(shown)
    await panel(there, ann)
    assert "Log of table 1" in words(other)


async def test_after_a_quarter_of_an_hour_an_older_panel_is_not_edited_any_more(
    there: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.open_panels.EDIT_SECONDS", 0.0)
    ann = there.people["Ann"]
    older = await panel(there, ann)
    await panel(there, ann)
    assert answer(older), "a press on it is answered with the present one"
    assert OLDER in said(await ann.click(older, custom_id=answer(older)))


@pytest.mark.parametrize("is_left", [True, False])
async def test_the_panels_of_a_game_that_is_over_or_was_left_say_so(there: Town, is_left: bool) -> None:
    ann, ben, otto = there.people["Ann"], there.people["Ben"], organiser(there)
    mine, his = await panel(there, ann), await panel(there, ben)
    if is_left:
        await otto.slash(there.place, "table propose", what="replace", player=ben, reason="Silent")
    else:
        await otto.slash(there.place, "table propose", what="abandon", reason="Enough")
    await there.settled()
    assert words(his) == (LEFT if is_left else OVER)
    assert not ids(his)
    assert bool(ids(mine)) == is_left


def answer(panel: Message) -> str:
    """The first button that answers the question."""
    button = find(panel, "play")
    assert button is not None
    return str(button["custom_id"])


async def made(there: Town) -> int:
    """How many entries the game's log has."""
    return len((await there.snapshot())[1])


async def test_an_older_panel_says_so_and_leads_on_in_one_press(there: Town) -> None:
    there.env.refuse_late_edits()
    ann = there.people["Ann"]
    older, newer = await panel(there, ann), await panel(there, ann)
    before = await made(there)
    pressed = await ann.click(older, custom_id=answer(older))
    assert OLDER in said(pressed)
    assert "what is a share worth?" in said(pressed), "it shows what is asked now"
    assert await made(there) == before
    assert OLDER in said(await ann.click(newer, custom_id=answer(newer))), "now the other one is the older"
    assert await made(there) == before
    assert "sealed" in said(await ann.click(newer, custom_id=answer(newer)))
    assert await made(there) == before + 1


async def test_on_another_device_the_last_move_is_not_undone_by_a_panel_that_does_not_show_it(there: Town) -> None:
    there.env.refuse_late_edits()
    ann = there.people["Ann"]
    phone = await panel(there, ann)
    sealed = await ann.click(phone, custom_id=answer(phone))
    assert sealed.response is not None
    assert "undo:1" in ids(sealed.response)
    await panel(there, ann)
    before = await made(there)
    assert OLDER in said(await ann.click(sealed.response, custom_id="undo:1"))
    assert await made(there) == before
    assert "Nobody saw it" in said(await ann.click(sealed.response, custom_id="undo:1"))


async def test_another_players_panels_and_the_hand_make_none_older(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    mine = await panel(there, ann)
    await panel(there, ben)
    await ann.click(there.table_message(), custom_id="hand:1")
    await ann.slash(there.place, "table log")
    assert "sealed" in said(await ann.click(mine, custom_id=answer(mine)))


async def test_after_a_restart_any_panel_goes_on(there: Town) -> None:
    there.env.refuse_late_edits()
    ann = there.people["Ann"]
    older = await panel(there, ann)
    await panel(there, ann)
    await there.restart()
    assert "sealed" in said(await ann.click(older, custom_id=answer(older)))


async def test_an_amount_typed_into_an_open_form_counts(there: Town) -> None:
    ann = there.people["Ann"]
    phone = await panel(there, ann)
    form = find(phone, "form")
    assert form is not None
    window = await ann.click(phone, custom_id=form["custom_id"])
    await panel(there, ann)
    assert "sealed" in said(await ann.submit_modal(window, {"0": "12"}))
