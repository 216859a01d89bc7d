"""A panel that was opened before an upgrade: every control on it explains itself and leads on."""

from __future__ import annotations

import pytest

from tests.end_to_end.town import Town, said

OLD = "from an older version of Boardroom and does nothing any more"


@pytest.mark.parametrize(
    "custom_id",
    ["bid:1:12", "play:1", "play:1:0000000000:not_a_pick", "v0-answer:1", "order:1:x:y", "log:1:last", "picture:1:"],
)
async def test_a_button_of_ones_own_table_brings_the_panel_of_today(there: Town, custom_id: str) -> None:
    (result,) = await there.press(there.people["Ann"], custom_id)
    told = said(result)
    if OLD not in told:  # its verb is known still, and it is read as one of today
        assert custom_id.startswith(("order", "picture")), told
        return
    assert "first price" in told


async def test_a_form_and_a_menu_do_the_same(there: Town) -> None:
    ann = there.people["Ann"]
    for told in (said(await there.send_form(ann, "amount:1:x", "12")), said(await there.choose(ann, "pick:1:x", "3"))):
        assert OLD in told
        assert "first price" in told


@pytest.mark.parametrize(
    "custom_id", ["", "v0", "leave", "dance:9", "dance:1", "lg-dance:1", "inbox:x", ":::", "seat::"]
)
async def test_any_other_says_where_to_go(there: Town, custom_id: str) -> None:
    (result,) = await there.press(there.people["Dora"], custom_id)
    told = said(result)
    assert OLD in told
    for way in ("**/play**", "**/game status**", "**/league me**"):
        assert way in told
