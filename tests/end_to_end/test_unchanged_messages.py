"""No message is edited to its present text, and a person's private actions reach nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.client import Boardroom
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import LetItPass, Prepare
from bot.ui import screens, services
from bot.ui.delivery.table_messages import MessagePoster
from storage.interface.letters import NewLetter
from tests.end_to_end.test_discreet_windows import ADA, BOB, CID, HIRE, Story, dealt, lay_out, types
from tests.end_to_end.test_who_is_waited_for import bob
from tests.end_to_end.town import Town, begun, said, town


def sent(there: Town, since: int, *methods: str) -> list[str]:
    """Messages posted, changed and deleted in the channel, or only requests with these methods."""
    return [
        f"{entry.method} {entry.path}"
        for entry in there.env.http_requests[since:]
        if entry.path.startswith(f"/channels/{there.place.id}")
        and entry.method in (methods or ("POST", "PATCH", "DELETE"))
    ]


async def test_what_somebody_does_in_private_sends_nothing_to_the_channel(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        there.bot.host.new_seed = lambda: "the same for both"
        await begun(there, game=GAME.key)
        await lay_out(there.bot.host, there.number, dealt("Injunction", Story(())))
        await there.settled()
        since = len(there.env.http_requests)
        await types(there, ADA, Prepare(card="SV04", when="after this turn"))
        await there.settled()
        assert sent(there, since) == [], "she makes up her mind"
        assert HIRE[1] is not None
        await types(there, ADA, HIRE[1])
        await there.settled()
        assert len(sent(there, since, "POST")) == 1, "who may be asked is called"

        since, person = len(there.env.http_requests), await bob(there)
        for again in range(2):
            assert "more time now" in said((await there.press(person, f"time:{there.number}"))[0])
            assert "sealed" in await types(there, BOB, LetItPass())
            await there.settled()
            if again:
                await there.restart()
            assert "You took back" in said((await there.press(person, f"undo:{there.number}"))[0])
            await there.settled()
        await types(there, CID, LetItPass())
        await there.settled()
        assert sent(there, since) == [], "nobody sees what those who are asked do"
        await types(there, BOB, LetItPass())
        await there.settled()
        assert sent(there, since), "all have answered"


async def test_a_message_that_shows_it_already_is_not_changed(there: Town) -> None:
    ann = there.people["Ann"]
    await ann.slash(there.place, "table propose", what="pause")
    await there.settled()
    (vote,) = await there.store.motions.list_open(1)
    since = len(there.env.http_requests)
    for _ in range(3):
        await there.people["Dora"].slash(there.place, "game status")
        await there.store.outbox.add(
            1, [NewLetter("motion", body=f'{{"motion":{vote.motion_id}}}')], there.bot.host.format_now()
        )
        there.bot.host.announce_commit(1, answered_for=False)
        await there.settled()
    assert sent(there, since) == []
    await there.restart()
    await there.people["Dora"].slash(there.place, "game status")
    await there.settled()
    since = len(there.env.http_requests)
    await there.people["Dora"].slash(there.place, "game status")
    await there.settled()
    assert sent(there, since) == []


async def test_a_message_that_was_deleted_comes_back_though_it_would_show_the_same(there: Town) -> None:
    old = there.table_message()
    await there.people["Dora"].slash(there.place, "game status")
    await there.settled()
    await old.delete()
    await there.people["Dora"].slash(there.place, "game status")
    await there.settled()
    assert there.table_message().id != old.id


async def test_a_message_that_somebody_misses_comes_back_though_it_stood_a_moment_ago(
    there: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "CONFIRMED_SECONDS", 1e12)
    await there.bot.close()
    await there.env.restart_bot(Boardroom(there.settings, games=there.games, spacing=1e-6))
    ann = there.people["Ann"]
    await ann.slash(there.place, "game status")
    await there.settled()
    (call,), old = there.calls(), there.table_message()
    for message in (call, old):
        there.env.backend.delete_message(there.place.id, message.id)
    await ann.slash(there.place, "game status")
    await there.settled()
    assert there.table_message().id != old.id
    assert [anew.id for anew in there.calls()] != [call.id]


async def test_whether_a_message_stands_is_not_asked_twice_within_a_moment_unless_somebody_misses_it(
    there: Town,
) -> None:
    clock = [0.0]
    posting = MessagePoster(there.bot, there.store, confirmed_seconds=60, now=lambda: clock[0])
    await there.store.outbox.add(1, [NewLetter("promise")], there.bot.host.format_now())
    (letter,) = await there.store.outbox.list_unsent(1)
    screen = screens.render_seed_digest(1, "a digest")
    message = await posting.send(there.place.id, screen, letter)
    known = there.place.id, message.id

    async def asks() -> tuple[bool, int]:
        since = len(there.env.http_requests)
        return await posting.change(known, screen), len(sent(there, since, "GET", "PATCH", "POST"))

    assert await asks() == (True, 0)
    clock[0] = 61
    assert await asks() == (True, 1)
    assert await asks() == (True, 0)
    there.env.backend.delete_message(*known)
    assert await asks() == (True, 0), "it is posted anew a moment later"
    posting.invalidate([known])
    assert await asks() == (False, 1)
