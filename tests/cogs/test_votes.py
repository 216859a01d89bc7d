"""Votes and decisions about a table, as everybody reads them in its channel."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from bot.testing.thorough import mark_thorough
from storage.interface.letters import NewLetter
from tests.cogs.town import Player, Town, button_labels, parts_of, texts
from tests.ui.markdown import rendered


@pytest.fixture
def cleo(here: Town) -> Player:
    return here.person("Cleo")


@pytest.fixture
def otto(here: Town) -> Player:
    """Somebody who runs the server and plays nothing."""
    return here.person("Otto", manages=True)


def lines_with(here: Town, words: str) -> list[str]:
    """What stands in the channel with these words."""
    return [text for message in here.public() if words in (text := texts(parts_of(message)))]


def votes(here: Town) -> list[str]:
    """The messages that ask the table for its votes now."""
    shown = [parts_of(message) for message in here.public()]
    return [texts(parts) for parts in shown if "Agree" in button_labels(parts)]


# -- what an organiser decides -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "done"),
    [
        ("pause", "has stopped the clocks"),
        ("resume", "has let the clocks run again"),
        ("abandon", "has ended this game without a result"),
    ],
)
@pytest.mark.parametrize(
    ("reason", "read"), [("League break", "League break."), (" Why not? ", "Why not?"), ("At last!", "At last!")]
)
async def test_the_table_reads_which_organiser_decided_what_and_why(
    here: Town, ann: Player, ben: Player, otto: Player, what: str, done: str, reason: str, read: str
) -> None:
    await here.started(ben, host=ann)
    if what == "resume":
        await otto.slash("table propose", what="pause", reason="Holidays.")
    assert "your decision and reason" in await otto.slash("table propose", what=what, reason=reason)
    (line,) = lines_with(here, done)
    said, _, seed = line.partition(" Its secret seed was ")
    assert said == f"<@{otto.id}>, a server manager, {done}: {read}"
    assert bool(seed) == (what == "abandon")


@pytest.mark.parametrize("what", ["pause", "replace", "abandon"])
@pytest.mark.parametrize(
    "reason",
    mark_thorough(
        ["so <<seat:1>seat:99>", "see <seat:99>", "as <seat:1> knows", "<@1> [x](https://evil.example)\n# <t:0:R>"]
    ),
)
async def test_whatever_an_organiser_types_as_a_reason_is_letters_and_the_log_goes_on(
    here: Town, ann: Player, ben: Player, otto: Player, what: str, reason: str
) -> None:
    await here.started(ben, host=ann)
    await otto.slash("table propose", what=what, reason=reason, player=ben.actor)
    (line,) = lines_with(here, "a server manager")
    letters, alive = rendered(line.replace(f"<@{otto.id}>", "Otto"))
    assert set(alive) <= {"bold"}, "only the name of whose seat it was"
    assert ("evil.example" in letters) == ("evil" in reason)
    assert "<seat:" not in line
    assert "**Ann**" not in line, "somebody else was named"
    decided = line.partition(" Anyone who wants")[0]
    assert decided in await ann.slash("table log", table="1")


@pytest.mark.parametrize("words", ["<seat:99> said so.", f"<seat:{'9' * 30}>", "<seat:>"])
async def test_a_broken_line_of_the_log_shows_as_itself(here: Town, ann: Player, ben: Player, words: str) -> None:
    """Older versions kept such lines."""
    await here.started(ben, host=ann)
    notice = NewLetter("notice", body=json.dumps({"text": words}))
    await here.bot.storage.outbox.add(1, [notice], here.bot.host.format_now())
    here.bot.host.announce_commit(1)
    await here.bot.outbox_worker.wait_for_all()
    for text in (await ann.slash("table log", table="1"), here.public_text()):
        assert words in text.replace("\\", "").replace("**", "")
    assert "Ann" in await ben.slash("game status", table="1")


async def test_the_table_reads_in_one_line_whose_seat_an_organiser_has_freed_and_why(
    here: Town, ann: Player, ben: Player, cleo: Player, otto: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    seat = (await here.bot.host.get_running_game(1)).get_own_seat(cleo.id)
    await otto.slash("table propose", what="replace", player=cleo.actor, reason="Silent for a week")
    (line,) = lines_with(here, "Cleo")
    assert line.startswith(
        f"<@{otto.id}>, a server manager, has freed the seat of **Cleo**: Silent for a week. "
        "Anyone who wants to play on may take the seat."
    )
    assert "has left" not in here.public_text()
    assert f"take:1:{seat}" in str(parts_of(await here.message(1, f"vacancy:{seat}")))


async def test_an_organiser_does_not_decide_on_going_back(here: Town, ann: Player, ben: Player, otto: Player) -> None:
    await here.started(ben, host=ann)
    for given in ({"reason": "A slip."}, {}):
        assert "a player proposes it" in await otto.slash("table propose", what="undo", **given)


async def test_an_organiser_without_a_seat_who_gives_no_reason_reads_that_one_is_wanted(
    here: Town, ann: Player, ben: Player, stranger: Player, otto: Player
) -> None:
    await here.started(ben, host=ann)
    answer = await otto.slash("table propose", what="pause", reason="  ")
    assert "As a server manager you can decide alone: say why with `reason`" in answer
    assert "nothing for you to do" not in answer
    assert "nothing for you to do" in await stranger.slash("table propose", what="pause")
    assert votes(here) == []


# -- votes and empty chairs --------------------------------------------------------------------------


async def test_the_table_reads_in_one_line_whose_seat_it_has_voted_to_free(
    here: Town, ann: Player, ben: Player, cleo: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    refused = await ann.slash("table propose", what="replace", player=cleo.actor)
    assert "They are not silent" in refused
    assert "A server manager can free it before" in refused
    assert votes(here) == []
    running = await here.bot.host.get_running_game(1)
    async with here.bot.host.lock_game(1):
        held = replace(running.get_seat_row(running.get_own_seat(cleo.id)), away=True)
        await here.bot.services.seating.assign_seat(running, held, [], keep_orders=True)
    await ann.slash("table propose", what="replace", player=cleo.actor)
    await ben.press("Agree", on=here.public()[-1])
    (line,) = lines_with(here, "The table has agreed")
    assert line.startswith(
        "The table has agreed: to replace the player in the seat of **Cleo**, as **Ann** proposed. A bot holds "
        "the seat until somebody takes it. Anyone who wants to play on may take the seat."
    )
    assert "Empty chair" not in line
    assert votes(here) == []


async def test_an_open_vote_calls_who_sits_there_now(
    here: Town, ann: Player, ben: Player, cleo: Player, stranger: Player, otto: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    seat = (await here.bot.host.get_running_game(1)).get_own_seat(cleo.id)
    await ben.slash("table propose", what="abandon")
    (before,) = votes(here)
    assert f"<@{cleo.id}>" in before
    await otto.slash("table propose", what="replace", player=cleo.actor, reason="Silent")
    (after,) = votes(here)
    assert f"<@{ann.id}>: how do you vote?" in after
    assert f"<@{cleo.id}>" not in after
    await stranger.press("Take this seat", on=await here.message(1, f"vacancy:{seat}"))
    (again,) = votes(here)
    assert f"<@{stranger.id}>" in again


# -- what a late reader of the log finds -------------------------------------------------------------


async def log_of(here: Town, reader: Player) -> list[str]:
    """The log, oldest first, without the lines' numbers."""
    await reader.slash("table log", table="1")
    lines = [line for line in reader.sees.splitlines() if line.startswith("`")]
    return [line.split("` ", 1)[1] for line in reversed(lines)]


async def test_the_log_tells_who_stopped_the_clocks_who_let_them_run_again_and_why(
    here: Town, ann: Player, ben: Player, cleo: Player, otto: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    await otto.slash("table propose", what="pause", reason="League break")
    await ann.slash("table propose", what="resume")
    await ben.press("Agree", on=here.public()[-1])
    told = await log_of(here, cleo)
    paused = told.index(f"<@{otto.id}>, a server manager, has stopped the clocks: League break.")
    resumed = told.index(
        "The table has agreed: to let the clocks run again, as **Ann** proposed. Everybody has as much time left as "
        "when the clocks stopped."
    )
    assert paused < resumed
    assert not any("proposes" in line for line in told)


async def test_the_log_tells_who_left_a_seat_and_who_took_it(
    here: Town, ann: Player, ben: Player, cleo: Player, stranger: Player, otto: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    seat = (await here.bot.host.get_running_game(1)).get_own_seat(cleo.id)
    await otto.slash("table propose", what="replace", player=cleo.actor, reason="Silent for a week")
    await stranger.press("Take this seat", on=await here.message(1, f"vacancy:{seat}"))
    told = await log_of(here, ben)
    freed = f"<@{otto.id}>, a server manager, has freed the seat of **Cleo**: Silent for a week. "
    (at,) = [at for at, line in enumerate(told) if line.startswith(freed)]
    assert "**Stranger** plays on in the free seat. Welcome!" in told[at + 1 :]


async def test_the_log_tells_of_a_vote_that_was_refused(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table propose", what="abandon")
    await ben.press("Refuse", on=here.public()[-1])
    assert (await log_of(here, ben))[-1] == "The table has voted no: to end this game without a result."


async def test_what_was_told_in_the_name_of_somebody_who_is_forgotten_names_nobody(
    here: Town, ann: Player, ben: Player, cleo: Player, otto: Player
) -> None:
    await here.started(ben, cleo, host=ann)
    await otto.slash("table propose", what="pause", reason="League break")
    await otto.slash("table propose", what="replace", player=cleo.actor, reason="Silent for a week")
    for gone in (otto, cleo):
        await gone.slash("settings forget-me")
        if gone is cleo:
            await gone.press("Forget me")
        else:
            await here.bot.storage.privacy.forget(otto.id)
    told = "\n".join(await log_of(here, ben))
    assert "somebody, a server manager, has stopped the clocks: League break." in told
    assert "Cleo" not in told
    assert str(otto.id) not in told


async def test_the_name_with_which_a_manager_signs_a_reason_goes_with_them(
    here: Town, ann: Player, ben: Player, otto: Player
) -> None:
    await here.started(ben, host=ann)
    await otto.slash("table propose", what="pause", reason="Ottomans, so Otto says, and (OTTO) knows")
    told = "\n".join(await log_of(here, ben))
    assert f"Ottomans, so <@{otto.id}> says, and (<@{otto.id}>) knows." in told
    await here.bot.storage.privacy.forget(otto.id)
    told = "\n".join(await log_of(here, ben))
    assert "Ottomans, so somebody says" in told
    assert "otto " not in told.lower()
    assert str(otto.id) not in told


# -- what a vote says --------------------------------------------------------------------------------


async def test_a_player_who_decides_a_vote_reads_what_holds_now(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table propose", what="pause")
    answer = await ben.press("Agree", on=here.public()[-1])
    holds = "The clocks stay paused until the table votes to resume: **/table propose** resume."
    assert answer == f"Your vote decided it. {holds}"
    (line,) = lines_with(here, "The table has agreed")
    assert line == f"The table has agreed: to stop the clocks, as **Ann** proposed. {holds}"


# -- names that would format a text ------------------------------------------------------------------


async def test_a_name_full_of_markdown_formats_nothing_wherever_the_table_reads_it(
    here: Town, ann: Player, stranger: Player, otto: Player
) -> None:
    imp = here.person("**Imp**_@everyone_`[x](https://evil.example)")
    await here.started(imp, host=ann)
    seat = (await here.bot.host.get_running_game(1)).get_own_seat(imp.id)
    await imp.slash("bid", price="5")
    await imp.slash("table propose", what="pause")
    await ann.press("Refuse", on=here.public()[-1])
    await otto.slash("table propose", what="replace", player=imp.actor, reason="Silent")
    read = here.public_text()
    vacancy = texts(parts_of(await here.message(1, f"vacancy:{seat}")))
    assert "Imp" in vacancy
    told = "\n".join(await log_of(here, ann))
    assert "Imp" in told
    for text in (read, told):
        assert "[x](https" not in text
        assert not re.search(r"(?<!\\)_@|@everyone|\*\*\*\*", text)
