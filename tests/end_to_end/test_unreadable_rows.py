"""An unreadable stored row of one person: nobody else at the table notices, and its owner reads so once."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from storage.interface.database import Connection
from tests.end_to_end.playing import answers, asked, letters, panel
from tests.end_to_end.town import begun, said, town, words

GAME = 1
MOMENT = re.compile(r"<t:\d+")


def settings(stored: str) -> Callable[[Connection, int, int], None]:
    """Damage the settings of Ben, who gets a question in every round."""
    return lambda rows, user, _: rows.execute("update people set wishes = ? where user_id = ?", (stored, user))  # type: ignore[return-value]


def order(body: str) -> Callable[[Connection, int, int], None]:
    """Damage an order, or a prepared turn."""
    return lambda rows, _, seat: rows.execute(  # type: ignore[return-value]
        "insert into orders (game_id, seat, place, body, given_at) values (?, ?, 'amber', ?, '2026-01-01T00:00:00')",
        (GAME, seat, body),
    )


def plan(rows: Connection, user: int, seat: int) -> None:
    """Damage the stored parts of an answer."""
    (etag,) = rows.execute("select etag from asks where game_id = ? and seat = ?", (GAME, seat)).fetchone()
    for kind in ("", "p"):
        rows.execute("insert into plans values (?, ?, ?, ?, ?)", (GAME, user, kind, etag, "\N{PILE OF POO}:!"))


def look(rows: Connection, user: int, _: int) -> None:
    """Damage how far the game was read."""
    rows.execute("delete from looks where user_id = ?", (user,))
    rows.execute("insert into looks values (?, ?, ?)", (GAME, user, 2**60))


def clock(column: str) -> Callable[[Connection, int, int], None]:
    """Damage until when a question is open."""
    return lambda rows, _, seat: rows.execute(  # type: ignore[return-value]
        f"update asks set {column} = '31 June' where game_id = ? and seat = ?",  # noqa: S608
        (GAME, seat),
    )


def letter(kind: str) -> Callable[[Connection, int, int], None]:
    """Damage something that was written to Ben and has not arrived."""
    return lambda rows, _, seat: rows.execute(  # type: ignore[return-value]
        "insert into letters (game_id, revision, kind, seat, body, written_at) values (?, 1, ?, ?, '[]', ?)",
        (GAME, kind, seat, "2999-01-01T00:00:00+00:00"),
    )


USUAL: list[str] = []
"""What the others see where nothing is damaged; it is the same each time, so it is played once."""
KINDS: Mapping[str, tuple[Callable[[Connection, int, int], None], str]] = {
    "a time zone of the old system's": (settings('{"zone": "localtime"}'), "I can no longer read your time zone"),
    "quiet hours": (settings('{"quiet_from": "late", "quiet_to": "08:00"}'), "I can no longer read your quiet hours"),
    "days off until the end of the calendar": (
        settings('{"off": [{"first": "9999-12-31", "last": "9999-12-31"}]}'),
        "I can no longer read your days off",
    ),
    "a setting that a later version knows": (settings('{"mood": "fine"}'), "I can no longer read your settings"),
    "settings that are none": (settings('"?"'), "I can no longer read your time zone"),
    "a standing order": (order('{"kind": "gone with an old version"}'), "I can no longer read a standing order"),
    "a prepared turn": (order('{"moves": [{"words": 3}]}'), "I can no longer read a standing order"),
    "a plan": (plan, ""),
    "what was read": (look, ""),
    "until when a question is open": (clock("due_at"), ""),
    "since when a question is open": (clock("asked_at"), ""),
    "when a question is looked at": (clock("next_at"), ""),
    "a note": (letter("note"), "Something that I had to tell you at table 1 is lost"),
    "a copy of a hand": (letter("hand"), "Something that I had to tell you at table 1 is lost"),
    "word of an order": (letter("order"), "Something that I had to tell you at table 1 is lost"),
}


async def evening(folder: Path, damage: Callable[[Connection, int, int], None] | None) -> tuple[list[str], str]:
    """Play while a row of Ben's is damaged; return the others' texts and the message to Ben."""
    async with town(folder, "Ann", "Ben", "Dora") as there:
        await begun(there)
        ben = there.people["Ben"]
        await ben.slash(there.channel, "settings change", questions="in words only")
        if damage is not None:
            seat = await there.seat(ben)
            await there.store.database.write(lambda rows: damage(rows, ben.id, seat))
        await there.restart()
        seen = [await answers(there, there.people["Ann"])]
        seen += [words(message) for message in there.public()]
        told = await panel(there, "Ben")
        for _ in range(3):
            for who in await asked(there):
                text = await answers(there, who)
                if who is ben:
                    told += text
                else:
                    seen.append(text)
            await there.settled()
            seen += [words(message) for message in there.public()]
        seen.append(said(await there.people["Ann"].slash(there.place, "table log")))
        seen.append(said(await there.people["Dora"].slash(there.place, "game status")))
        told += said(await ben.slash(there.channel, "settings change"))
        told += said(await ben.slash(there.channel, "settings change"))
        await there.bot.clock.tick()
        assert await letters(there) == []
        return [MOMENT.sub("<t", text) for text in seen], told


@pytest.mark.parametrize("kind", KINDS)
async def test_nobody_else_notices_a_row_that_cannot_be_read(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage, word = KINDS[kind]
    if not USUAL:
        USUAL.extend((await evening(tmp_path, None))[0])
    (damaged := tmp_path / "damaged").mkdir()
    with caplog.at_level(logging.ERROR):
        seen, told = await evening(damaged, damage)
    assert seen == USUAL
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert "Something went wrong" not in told
    assert not word or told.count(word) == 1, "its owner is told once"
