"""What letters say: a body for each kind, written and read alike, and those of older versions with them."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from pydantic import ValidationError

from bot.host.delivery.outbox import (
    BODIES,
    AskBody,
    AwakeBody,
    BoardBody,
    Body,
    FinalBody,
    HandBody,
    MotionBody,
    NoteBody,
    NoticeBody,
    OrderBody,
    PostBody,
    PromiseBody,
    VacancyBody,
    build_letter,
    parse_body,
)
from storage.interface.letters import LetterKind, NewLetter
from tests.architecture.sources import sources

ALL: tuple[Body, ...] = (
    BoardBody(),
    AskBody(again=True),
    PostBody(indices=(0, 2)),
    HandBody(),
    FinalBody(),
    NoteBody(text="Your turn.", etag="abc", private=True, hushed=True),
    NoticeBody(text="<seat:1> is back, \N{SNOWMAN}.", calls=1),
    MotionBody(motion=7),
    VacancyBody(text="**Ann** has left.", who=11, called="**Ann**"),
    OrderBody(text="It has ended.", hushed=True),
    AwakeBody(),
    PromiseBody(digest="d1"),
)


def test_each_kind_of_letter_has_its_body() -> None:
    assert set(BODIES) == set(get_args(LetterKind)) == {body.kind for body in ALL}


@pytest.mark.parametrize("body", ALL, ids=lambda body: body.kind)
def test_what_is_written_is_read(body: Body) -> None:
    letter = build_letter(body, 2)
    assert (letter.kind, letter.seat) == (body.kind, 2)
    assert parse_body(letter) == body


def test_a_letter_with_nothing_to_say_needs_no_body() -> None:
    assert [parse_body(NewLetter(kind)) for kind in ("board", "ask", "hand", "final", "awake")] == [
        BoardBody(),
        AskBody(),
        HandBody(),
        FinalBody(),
        AwakeBody(),
    ]


def test_what_is_not_said_is_left_out() -> None:
    """The store looks whether `hushed` and `who` are there."""
    assert json.loads(build_letter(NoteBody(text="Late.")).body) == {"text": "Late."}
    assert json.loads(build_letter(VacancyBody(text="Free.")).body) == {"text": "Free."}


def test_older_versions_wrote_a_letter_for_each_piece_of_news() -> None:
    assert parse_body(NewLetter("post", body='{"index": 10}')) == PostBody(indices=(10,))


@pytest.mark.parametrize(("kind", "body"), [("notice", "{}"), ("notice", "[]"), ("motion", '{"motion": "x"}')])
def test_a_broken_body_is_not_read(kind: LetterKind, body: str) -> None:
    with pytest.raises(ValidationError):
        parse_body(NewLetter(kind, body=body))


def test_nobody_else_writes_a_body() -> None:
    wrong = [
        f"{source.where}:{node.lineno}"
        for source in sources("bot", "cogs", at_least=50)
        if source.where != "bot/host/delivery/outbox.py"
        for node in source.calls
        if getattr(node.func, "id", "") == "NewLetter"
        and (len(node.args) > 2 or any(given.arg == "body" for given in node.keywords))
    ]
    assert not wrong, "make it with `letter_of`"
