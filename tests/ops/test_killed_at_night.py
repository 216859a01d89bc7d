"""kill -9 of one of three processes after another while people play; `make crash ARGS='--processes 3'` kills more."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.database_url import Server
from tests.ops.sharded_evening import run_night

KILLS, OF_CLAIMERS = 6, 20


@pytest.mark.thorough
async def test_three_processes_that_are_killed_at_any_moment_lose_no_move_and_no_letter(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    found = await run_night(tmp_path, database_of_a_server, KILLS, 1)
    print(found.words())
    assert found.kept, found.words()
    assert found.kills == KILLS
    assert found.acknowledged > 50
    assert found.by_message > 0


@pytest.mark.thorough
async def test_processes_that_take_each_others_shards_when_one_is_killed_lose_no_move_and_no_letter(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    found = await run_night(tmp_path, database_of_a_server, OF_CLAIMERS, 1, claiming=True)
    print(found.words())
    assert found.kept, found.words()
    assert found.kills == OF_CLAIMERS
    assert found.taken_over > 0
    assert found.acknowledged > 50
