"""Nobody's seat, number or name crosses to the worker that makes pages, also where a view was prepared for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.host.record.finished_game import pack_finished_game
from bot.host.record.finished_game import unpack_finished_game as opened_there
from bot.web.display_names import replace_names
from bot.web.worker_protocol import NotTransferableError, serialize
from tests.house import ANN, BEN, CLEO
from tests.web.site import Site

CALLED = {1: "Player 1", 2: "Player 2", 3: "Player 3"}


async def test_what_a_seat_sees_does_not_cross_though_all_names_are_taken_out_of_it(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    serialize(replace_names(await site.home.host.get_view(number), CALLED))
    with pytest.raises(NotTransferableError, match="AudienceView"):
        serialize(replace_names(await site.home.host.get_view(number, 1), CALLED))


async def test_a_visitor_who_opened_a_table_does_not_cross(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    crossed = replace_names(await site.home.host.get_view(number), CALLED)
    assert crossed.row.opened_by == 0
    opener_left_in = replace(crossed, row=replace(crossed.row, opened_by=ANN))
    with pytest.raises(NotTransferableError, match="GameRow"):
        serialize(opener_left_in)


async def test_the_secret_of_a_table_that_has_not_begun_does_not_cross(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    crossed = replace_names(await site.home.host.get_view(number), CALLED)
    with pytest.raises(NotTransferableError, match="GameRow"):
        serialize(replace(crossed, row=replace(crossed.row, seed="secret")))


async def test_the_record_of_a_game_that_is_over_crosses_without_its_people(site: Site) -> None:
    home = site.home
    number = await home.at_first_turn(BEN)
    await home.absence.give_up_seat(number, BEN)
    running = await home.host.get_running_game(number)
    assert running.row.opened_by == ANN
    there, _ = opened_there(running.game, pack_finished_game(running, await home.entries(number)))
    assert there.row.opened_by == 0
    assert [(seat.user_id, seat.name) for seat in there.seats] == [(None, "Seat 1"), (None, "Seat 2")]
