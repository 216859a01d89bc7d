"""The worker executes its jobs in a process of its own, and its crash harms nothing else."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from bot.host.worker import LOWEST_PRIORITY, NoWorker, Worker
from tests.architecture.sources import ROOT


def whoami() -> tuple[int, int]:
    """The process that does this, and its priority."""
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def divided(what: int, by: int) -> float:
    return what / by


def until_read(pipe: str) -> str:
    """Take as long as nobody writes into a named pipe."""
    return Path(pipe).read_text("utf-8")


def end_at_once() -> None:
    os._exit(3)


def end_amid_the_answer() -> None:
    """Write the first two bytes of the answer, and end."""

    def send(self: Connection, answer: bytes) -> None:
        os.write(self.fileno(), answer[:2])
        os._exit(3)

    Connection._send = send  # type: ignore[attr-defined]


@contextmanager
def waiting_for(pipe: Path) -> Iterator[None]:
    """What reads this pipe waits in here."""
    os.mkfifo(pipe)
    try:
        yield
    finally:  # also where a test fails, or Python would wait for the worker at its end
        pipe.write_text("done", "utf-8")


async def test_it_is_another_process_of_the_lowest_priority() -> None:
    worker = Worker(1)
    there, priority = await worker.run(whoami)
    assert there != os.getpid()
    assert priority == LOWEST_PRIORITY
    assert (await worker.run(whoami))[0] == there
    await worker.close()


async def test_somebody_may_wait_for_what_it_does() -> None:
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    worker = Worker(1, nice=7)
    assert (await worker.run(whoami))[1] == min(ours + 7, LOWEST_PRIORITY)
    await worker.close()


async def test_what_goes_wrong_there_is_raised_here() -> None:
    worker = Worker(1)
    assert await worker.run(divided, 3, by=2) == 1.5
    with pytest.raises(ZeroDivisionError):
        await worker.run(divided, 3, by=0)
    assert await worker.run(divided, 4, by=2) == 2
    await worker.close()


async def test_a_player_who_asks_for_too_much_is_refused_at_once(tmp_path: Path) -> None:
    worker = Worker(2)
    with waiting_for(tmp_path / "pipe"):
        first = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
        second = asyncio.create_task(worker.run(divided, 1, 1))
        await asyncio.sleep(0)
        with pytest.raises(NoWorker):
            await worker.run(divided, 1, 1)
        assert not first.done()
    assert await first == "done"
    assert await second == 1
    await worker.close()


async def test_when_it_ends_the_next_is_there_for_what_is_asked_next() -> None:
    worker = Worker(1)
    before, _ = await worker.run(whoami)
    with pytest.raises(NoWorker):
        await worker.run(end_at_once)
    after, _ = await worker.run(whoami)
    assert after != before
    os.kill(after, signal.SIGKILL)
    with pytest.raises(NoWorker):
        await worker.run(whoami)
    assert (await worker.run(whoami))[0] != after
    await worker.close()


async def test_where_the_system_has_no_room_for_a_process_it_is_tried_again_for_what_is_asked_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_room(_: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    worker = Worker(9)
    told: asyncio.Queue[float | None] = asyncio.Queue()
    with monkeypatch.context() as patch:
        patch.setattr(SpawnProcess, "start", no_room)
        with pytest.raises(NoWorker):
            await worker.run(divided, 4, by=2)
        worker.start(told.put_nowait, divided, 4, by=2)
        assert await told.get() is None
    assert await worker.run(divided, 4, by=2) == 2
    await worker.close()


async def test_when_it_ends_amid_an_answer_nobody_waits_for_the_rest() -> None:
    worker = Worker(1)
    for _ in range(2):
        with pytest.raises(NoWorker):
            await worker.run(end_amid_the_answer)
    assert await worker.run(divided, 4, by=2) == 2
    await worker.close()


@pytest.mark.thorough
async def test_what_never_ends_is_given_up_and_what_waits_for_it_is_done_by_the_next(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # into which nobody writes
    worker = Worker(2, nice=0, longest=5.0)
    before = await somebody(worker)
    never = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
    next_one = asyncio.create_task(worker.run(whoami))
    with pytest.raises(NoWorker):
        await never
    with suppress(NoWorker):
        assert (await next_one)[0] != before
    assert await somebody(worker) != before
    await worker.close()


async def somebody(worker: Worker) -> int:
    """The process of a worker; where the computer stands still for a while, some have taken too long."""
    while True:
        with suppress(NoWorker):
            return (await worker.run(whoami))[0]


async def test_closing_waits_for_nothing_that_is_under_way(tmp_path: Path) -> None:
    worker = Worker(1)
    there, _ = await worker.run(whoami)
    os.mkfifo(tmp_path / "pipe")
    waits = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(NoWorker):
        await waits
    with pytest.raises(NoWorker):
        await worker.run(whoami)
    with pytest.raises(ProcessLookupError):
        os.kill(there, 0)


async def test_when_it_ends_the_next_does_what_waits_but_for_what_was_taken_back(tmp_path: Path) -> None:
    worker = Worker(9)
    before, _ = await worker.run(whoami)
    os.mkfifo(tmp_path / "pipe")
    told: asyncio.Queue[None] = asyncio.Queue()
    first = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
    await asyncio.sleep(0)
    take_back = [worker.start(told.put_nowait, end_at_once) for _ in range(3)]
    last = asyncio.create_task(worker.run(whoami))
    nobody_waits = asyncio.create_task(worker.run(end_at_once))
    await asyncio.sleep(0)
    for each in (*take_back, nobody_waits.cancel):
        each()
    os.kill(before, signal.SIGKILL)
    with pytest.raises(NoWorker):
        await first
    assert (await last)[0] != before
    for _ in take_back:
        await told.get()
    assert (await worker.run(whoami))[0] == (await last)[0]
    await worker.close()
    assert worker.under_way == 0


STARTS = """
import asyncio, os
from bot.host.worker import Worker
from tests.host.test_worker import whoami

async def main():
    print((await Worker(1).run(whoami))[0], flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_it_ends_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "starts.py").write_text(STARTS, "utf-8")
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    file = str(tmp_path / "starts.py")
    with subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, env=here) as bot:  # noqa: S603  # our own
        assert bot.stdout is not None
        assert int(bot.stdout.readline())
        bot.kill()
        bot.wait()
        assert bot.stdout.read() == b"", "which ends when nobody has it open any more, and the worker had it, too"


async def test_what_nobody_waits_for_is_told_when_it_is_done_and_nothing_is_told_of_what_fails() -> None:
    worker = Worker(1)
    told: asyncio.Queue[float | None] = asyncio.Queue()
    worker.start(told.put_nowait, divided, 3, by=2)
    with pytest.raises(NoWorker):
        worker.start(told.put_nowait, divided, 4, by=2)
    assert await told.get() == 1.5
    worker.start(told.put_nowait, divided, 3, by=0)
    assert await told.get() is None
    worker.start(told.put_nowait, end_at_once)
    assert await told.get() is None
    worker.start(told.put_nowait, divided, 4, by=2)
    assert await told.get() == 2
    await worker.close()
    with pytest.raises(NoWorker):
        worker.start(told.put_nowait, divided, 4, by=2)


async def test_what_waits_for_others_can_be_taken_back(tmp_path: Path) -> None:
    worker = Worker(9)
    there, _ = await worker.run(whoami)
    told: asyncio.Queue[float | None] = asyncio.Queue()
    with waiting_for(tmp_path / "pipe"):
        first = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
        await asyncio.sleep(0)
        for _ in range(3):
            worker.start(told.put_nowait, divided, 6, by=2)
        worker.start(told.put_nowait, end_at_once)()
        assert await told.get() is None
        assert worker.under_way == 4, "there is room for others again"
    assert await first == "done"
    assert [await told.get() for _ in range(3)] == [3, 3, 3]
    assert (await worker.run(whoami))[0] == there
    await worker.close()
