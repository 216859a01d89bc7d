"""A box is refused whose characters could not be played, or not be told from each other or from a strength."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.chance import Draw
from bot.engine.records import Card
from bot.engine.table import Box


class Weighs(Card):
    """What the bots of a game weigh."""

    risk: int = 1
    envy: dict[int, float] = {2: 0.5, 3: 0.25}


class Stall(Box):
    """A box whose bots weigh something."""

    weighs: Weighs = Weighs()


def bold(**otherwise: Any) -> dict[str, Any]:
    return {"name": "bold", "does": "buys what others leave", "weighs": {"risk": 2}, **otherwise}


def test_a_character_weighs_otherwise_what_it_names_and_all_else_as_the_box_says() -> None:
    box = Stall.model_validate({"weighs": {"risk": 5}, "characters": [bold(weighs={"envy": {"2": 1}})]})
    assert box.apply_character("bold").weighs == Weighs(risk=5, envy={2: 1})
    assert box.weighs == Weighs(risk=5)
    assert Stall.model_validate_json(box.model_dump_json()) == box
    with pytest.raises(LookupError, match="meek"):
        box.apply_character("meek")


@pytest.mark.parametrize(
    ("characters", "why"),
    [
        ([bold(weighs={"luck": 1})], "luck"),
        ([bold(weighs={"risk": 1.5})], "risk"),
        ([bold(), bold(does="buys what is cheap")], "same name"),
        ([bold(name="easy")], "how well a bot plays"),
        ([bold(name="Bold")], "name"),
        ([bold(name="bold) (bot")], "name"),
        ([bold(does="buys what others leave.")], "does"),
        ([bold(does="buys\nwhat others leave")], "does"),
        ([bold(does="buys " * 20)], "does"),
    ],
)
def test_what_cannot_be_played_or_read_is_refused(characters: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Stall.model_validate({"characters": characters})


def test_a_box_that_does_not_say_what_bots_weigh_has_no_characters() -> None:
    assert Box().characters == ()
    with pytest.raises(ValidationError, match="weigh nothing"):
        Box.model_validate({"characters": [bold()]})


def test_more_bots_than_characters_share_them_out_evenly() -> None:
    draw = Draw.with_drawn_seats("secret", ["7", *[None] * 5])
    dealt = draw.deal_to_bots(["bold", "meek"])
    assert sorted(dealt.values()) in (["bold"] * 3 + ["meek"] * 2, ["bold"] * 2 + ["meek"] * 3)
    assert draw.deal_to_bots([]) == {}
