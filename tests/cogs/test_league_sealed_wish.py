"""A player reads the salt of their own wish to be kept apart, and checks what a draw has sealed of it."""

from __future__ import annotations

import re
from hashlib import sha256

from tests.cogs.leagues import drawn, settings_of
from tests.cogs.town import Player, Town

HASH = re.compile(r"`([0-9a-f]{64})`")


async def test_a_player_who_wished_nothing_can_check_that_the_draw_sealed_just_that(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    seen = set()
    for player in people:
        await settings_of(player)
        salt, digest = HASH.findall(await player.press("My sealed wish"))
        assert sha256(f"{salt}\nnone".encode()).hexdigest() == digest
        seen.add(salt)
    assert len(seen) == len(people), "each has their own"
    exported = (await here.bot.services.leagues.season_log.get_season(1)).season.lines
    assert not any(salt in line.model_dump_json() for salt in seen for line in exported)
