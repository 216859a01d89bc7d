"""What a table leaves open to people who are not asked, at Corporate Espionage in Discord."""

from __future__ import annotations

from pathlib import Path

from bot.engine import play
from tests.end_to_end.players import opened, press
from tests.end_to_end.test_discreet_windows import ADA, BOB, STORIES, dealt, lay_out
from tests.end_to_end.town import Town, begun, find, said, town, words


async def sits(there: Town, seat: int) -> str:
    """The name of the player on this seat."""
    user = (await there.running()).get_seat_row(seat).user_id
    return next(name for name, person in there.people.items() if person.id == user)


async def test_savvy_on_somebody_elses_turn(tmp_path: Path) -> None:
    """Bob is not waited for and is called by nobody; Act shows what he may do, also after a restart and only once."""
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there, game="corporate-espionage")
        await lay_out(there.bot.host, there.number, dealt("Bridge Loan", STORIES["Bob lets everything pass"]))
        await there.bot.outbox_worker.wait_for_all()
        running = await there.running()
        assert play.list_asked_seats(running.table) == [ADA]
        bob, cid = there.people[await sits(there, BOB)], there.people[await sits(there, 3)]

        panel = await opened(bob, there.table_message(), f"act:{there.number}")
        assert "what do you do meanwhile?" in words(panel)
        assert f"waiting for <@{there.people[await sits(there, ADA)].id}>" in words(panel)
        nothing = await opened(cid, there.table_message(), f"act:{there.number}")
        assert find(nothing, "play", "menu", "part") is None
        calls = len(there.calls())
        await there.restart()

        question = play.find_question(running.table, BOB)
        assert question is not None
        pressed: list[str] = []
        used = await press(bob, panel, question, ["0"], pressed)
        assert "You use Bridge Loan" in said(used)
        running = await there.running()
        assert running.table.model_dump()["companies"][BOB]["discard"] == ["SV04"]
        assert "uses Bridge Loan" in said(await there.people["Dora"].slash(there.place, "table log", table="1"))

        (again,) = await there.press(bob, *pressed)
        assert "decision has changed" in said(again) or "already decided" in said(again)
        assert (await there.running()).row.revision == running.row.revision
        assert len(there.calls()) <= calls + 1
