"""A press that Discord calls failed has counted all the same, and the person reads so with their next answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import aiohttp
import pytest
from simcord.http.client import FakeWebhookAdapter
from simcord.results import InteractionResult

from bot.ui.handlers.routes import NOTHING
from bot.ui.handlers.save_failures import COMMANDS as SUBJECTS
from tests.end_to_end.playing import everybody_answers, panel, time_runs_out
from tests.end_to_end.test_answers_first import COMMANDS, OF_LOBBIES, PRESSES, paths
from tests.end_to_end.town import Town, ids, said, words

CALLBACKS = "/interactions/*/*/callback"
COUNTED = "of a moment ago counted"
Press: TypeAlias = Callable[[Town], Awaitable[InteractionResult]]


def lost(there: Town, *, status: int = 404, code: int = 10062, times: int | None = None) -> None:
    """From now on no answer to a press arrives."""
    there.env.inject_error("POST", CALLBACKS, status=status, code=code, times=times)


async def is_lost(there: Town, press: Press) -> None:
    lost(there)
    assert not (await press(there)).acknowledged
    there.env.backend.faults.clear()


def slash(who: str, command: str, /, **options: object) -> Press:
    return lambda there: there.people[who].slash(there.place, command, **options)


def button(who: str, custom_id: str) -> Press:
    async def press(there: Town) -> InteractionResult:
        return (await there.press(there.people[who], custom_id))[0]

    return press


async def bids_on_a_panel(there: Town) -> InteractionResult:
    """Ann presses a price that is suggested."""
    ann = there.people["Ann"]
    opened = await ann.click(there.table_message(), custom_id="act:1")
    assert opened.response is not None
    price = next(each for each in ids(opened.response) if each.startswith("play:"))
    lost(there)
    return await ann.click(opened.response, custom_id=price)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_a_move_whose_answer_was_lost_is_told_with_the_next_answer_and_once(
    there: Town, status: int, code: int
) -> None:
    ann = there.people["Ann"]
    lost(there, status=status, code=code, times=2)
    assert not (await ann.slash(there.place, "bid", price="12")).acknowledged
    told = said(await ann.slash(there.place, "bid", price="40"))
    assert f"**Your command {COUNTED}**" in told
    assert "Saved: your move (table 1)." in told
    assert COUNTED not in said(await ann.slash(there.place, "play"))


async def test_a_pressed_move_is_told_even_where_the_next_press_has_nothing_to_do_with_it(there: Town) -> None:
    assert not (await bids_on_a_panel(there)).acknowledged
    there.env.backend.faults.clear()
    ann = there.people["Ann"]
    assert f"**Your press {COUNTED}**" in said(await ann.slash(there.place, "game rules", game="goodwill"))


@pytest.mark.parametrize("command", ["inbox", "play", "hand"])
async def test_two_answers_of_the_same_moment_tell_it_once(
    there: Town, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second press comes while Discord still takes the first answer."""
    await is_lost(there, slash("Ann", "bid", price="12"))
    ann, proper, others = there.people["Ann"], FakeWebhookAdapter.request, list[str]()

    async def takes_a_while(*arguments: Any, **named: Any) -> Any:
        monkeypatch.undo()
        others.append(await there.bot.host.people.take_pending_notice(ann.id))
        return await proper(*arguments, **named)

    monkeypatch.setattr(FakeWebhookAdapter, "request", takes_a_while)
    told = said(await ann.slash(there.place, command))
    assert len(others) == 1
    assert (COUNTED in told) + (COUNTED in others[0]) == 1


async def test_it_is_told_after_a_restart_too(there: Town) -> None:
    await is_lost(there, slash("Ann", "bid", price="12"))
    await there.restart()
    assert COUNTED in said(await there.people["Ann"].slash(there.place, "inbox"))


async def test_it_is_told_once_that_an_answer_which_is_not_heard_of_has_counted(there: Town) -> None:
    """Neither this press nor the next is answered, so the one after tells of both."""
    await is_lost(there, slash("Ann", "bid", price="12"))
    await is_lost(there, slash("Ann", "settings change", quiet_hours="22:00-8:00"))
    told = said(await there.people["Ann"].slash(there.place, "inbox"))
    assert told.count(COUNTED) == 2
    assert "your move" in told
    assert "your settings" in told


async def test_a_line_that_breaks_is_a_lost_answer_too(there: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: object, **__: object) -> None:
        raise aiohttp.ClientOSError("the line is broken")

    ann = there.people["Ann"]
    monkeypatch.setattr(FakeWebhookAdapter, "request", breaks)
    assert not (await ann.slash(there.place, "bid", price="12")).acknowledged
    monkeypatch.undo()
    assert COUNTED in said(await ann.slash(there.place, "inbox"))


SAVING: list[tuple[Press, str]] = [
    (slash("Ann", "play", answer="12"), "your move"),
    (slash("Ann", "table propose", what="pause"), "your proposal"),
    (slash("Ann", "table concede", sure="yes"), "giving up"),
    (slash("Ann", "table news", post="everything"), "the table's settings"),
    (slash("Ann", "settings change", days_off="2030-12-24 2030-12-27"), "your settings"),
    (slash("Dora", "game new", game="goodwill", seats=3, place="here"), "the table"),
    (button("Ann", "dm:1:off"), "your settings"),
    (button("Ann", "hands:0:thread"), "your settings"),
]


@pytest.mark.parametrize(("press", "what"), SAVING)
async def test_whatever_is_saved_is_told(there: Town, press: Press, what: str) -> None:
    await is_lost(there, press)
    who = "Dora" if what == "the table" else "Ann"
    assert f"Saved: {what}" in said(await there.people[who].slash(there.place, "inbox"))


async def test_a_lobbys_presses_are_told_too(there: Town) -> None:
    dora, ben = there.people["Dora"], there.people["Ben"]
    await dora.slash(there.channel, "game new", game="goodwill", seats=3, place="here")
    for press, what in (
        (button("Ben", "join:2"), "your seat"),
        (button("Dora", "bot:2"), "the bot's seat"),
        (button("Ben", "leave:2"), "leaving the table"),
        (button("Dora", "close:2"), "closing the table"),
    ):
        await is_lost(there, press)
        who = ben if what in ("your seat", "leaving the table") else dora
        assert f"Saved: {what}" in said(await who.slash(there.place, "inbox"))


LOOKING: list[Press] = [
    slash("Ann", "play"),
    slash("Ann", "hand"),
    slash("Ann", "inbox"),
    slash("Ann", "settings change"),
    button("Ann", "log:1:0"),
    button("Ann", "hands:0"),
]


@pytest.mark.parametrize("press", LOOKING)
async def test_a_player_who_only_looked_is_told_nothing(there: Town, press: Press) -> None:
    await is_lost(there, press)
    assert COUNTED not in await panel(there, "Ann")


@pytest.mark.parametrize(
    "press",
    [
        slash("Ann", "bid", price="-3"),
        slash("Ann", "table undo"),
        slash("Dora", "bid", price="12"),
        slash("Dora", "game join"),
        button("Ann", "play:1:0000000000:12"),
    ],
)
async def test_what_did_not_count_is_not_said_to_have_counted(there: Town, press: Press) -> None:
    await is_lost(there, press)
    for who in ("Ann", "Dora"):
        assert COUNTED not in said(await there.people[who].slash(there.place, "inbox"))


async def test_a_player_who_was_away_is_not_told_that_a_press_counted_which_came_too_late(there: Town) -> None:
    """Their return is saved too, but it is not their press."""
    ann = there.people["Ann"]
    seat = await there.seat(ann)
    while not (await there.running()).get_seat_row(seat).away:
        if seat in (await there.running()).get_etags():
            await time_runs_out(there, "Ann")
        else:
            await everybody_answers(there)
    await is_lost(there, button("Ann", "play:1:0000000000:12"))
    assert not (await there.running()).get_seat_row(await there.seat(ann)).away
    assert COUNTED not in said(await ann.slash(there.place, "inbox"))


async def test_where_what_follows_an_answer_is_lost_it_is_told_later(there: Town) -> None:
    await is_lost(there, slash("Ann", "bid", price="12"))
    there.env.inject_error("POST", "/webhooks/*", status=500, times=None)
    ann = there.people["Ann"]
    assert COUNTED not in said(await ann.slash(there.place, "inbox"))
    there.env.backend.faults.clear()
    assert COUNTED in said(await ann.slash(there.place, "inbox"))


async def test_after_a_form_it_is_told_too(there: Town) -> None:
    await is_lost(there, slash("Dora", "game new", game="goodwill", seats=3, place="here"))
    (result,) = await there.press(there.people["Dora"], "hours:2")
    assert result.modal is not None
    assert any(COUNTED in words(each) for each in result.followups)


@pytest.mark.thorough
async def test_no_control_and_no_command_fails_over_a_lost_answer_nor_says_that_a_look_has_counted(
    there: Town, caplog: pytest.LogCaptureFixture
) -> None:
    ben = there.people["Ben"]
    await ben.slash(there.channel, "game new", game="goodwill", seats=3, place="here")
    about: dict[str, dict[str, Any]] = {
        "league steward": {"person": ben.user},
        "league penalty": {"player": ben.user, "points": 1},
        "league disqualify": {"player": ben.user},
    }
    verbs = [verb for verb in there.bot.router.routes if verb not in ("forget", "concede", "rules", "chapter", "learn")]
    told: dict[str, str] = {}
    for verb in verbs:
        await is_lost(there, button("Ben", PRESSES.get(verb, f"{verb}:{2 if verb in OF_LOBBIES else 1}")))
        told[verb] = said(await ben.slash(there.channel, "inbox"))
    for name in sorted(paths(there.bot.tree.walk_commands()), key=lambda name: name == "table concede"):
        await is_lost(there, slash("Ben", name, **{**COMMANDS.get(name, {}), **about.get(name, {})}))
        told[name] = said(await ben.slash(there.channel, "inbox"))
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    counted = {what for what, words in told.items() if COUNTED in words}
    looks = {verb for verb, found in there.bot.router.routes.items() if found.saves == NOTHING and verb not in SUBJECTS}
    assert counted & (looks | {name for name, what in SUBJECTS.items() if what == NOTHING}) == set()
    assert {"bot", "table propose", "settings change"} <= counted
    assert "dm" not in counted, "it puts its answer off first, and does nothing where that is lost"
