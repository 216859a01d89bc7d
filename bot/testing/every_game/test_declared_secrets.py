"""Each field declares who may know it, and views, resampling and undo obey that."""

from __future__ import annotations

from dataclasses import make_dataclass, replace
from functools import cache
from typing import Any

import pytest

from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.records import Record, Seat
from bot.engine.secrecy import FaceDown, Hidden, HiddenThing, Own, find_leaked_secrets, find_secrets, get_mark, has_seen
from bot.engine.table import Table
from bot.engine.views import copy_known_fields
from bot.testing.random_games import BOTH, EVERY_GAME, OPTIONS, Case, get_whole_game, sample_positions

WORLDS = 4


def map_hidden_values(table: Table, reader: Seat | None) -> dict[tuple[Any, ...], HiddenThing]:
    return {secret.path: secret for secret in find_secrets(table, reader)}


def find_never_changed(case: Case, seed: str, count: int) -> set[str]:
    """Return the hidden fields that are the same in every resampled table."""
    changed: dict[str, bool] = {}
    for number, turn in enumerate(sample_positions(case, seed, count)):
        for reader in case.list_readers():
            real = map_hidden_values(turn.before, reader)
            others = [
                map_hidden_values(
                    case.game.redeal(turn.before, reader, Chance(seed=f"{seed}, {number}, {reader}, {world}")), reader
                )
                for world in range(WORLDS)
            ]
            for path, secret in real.items():
                if not secret.value:
                    continue  # there is no other possible value
                if secret.mark.follows:
                    assert all(other[path].value == secret.value for other in others), secret.field
                else:
                    differs = any(path not in other or other[path].value != secret.value for other in others)
                    changed[secret.field] = changed.get(secret.field, False) or differs
    return {field for field, differs in changed.items() if not differs}


@pytest.mark.parametrize("case", BOTH)
def test_another_truth_changes_whatever_is_hidden(case: Case) -> None:
    assert not find_never_changed(case, "hidden", 15)


def remove_at(saved: Any, path: tuple[Any, ...]) -> None:
    """Remove the value at the end of a path from a saved table."""
    *way, last = path
    for step in way:
        saved = saved[step]
    saved[last] = None


@pytest.mark.parametrize("case", BOTH)
def test_another_truth_changes_nothing_that_lies_open(case: Case) -> None:
    for number, turn in enumerate(sample_positions(case, "open", 8)):
        for reader in case.list_readers():
            other = case.game.redeal(turn.before, reader, Chance(seed=f"{number}, {reader}"))
            real, instead = turn.before.model_dump(), other.model_dump()
            for path in map_hidden_values(turn.before, reader).keys() | map_hidden_values(other, reader).keys():
                remove_at(real, path)
                remove_at(instead, path)
            assert instead == real


@cache
def build_mirror(record: type[Record]) -> type:
    """Return a view class with all fields of a record; the hidden ones can be None."""
    fields: dict[str, Any] = {name: field.annotation for name, field in record.model_fields.items()}
    hidden = [name for name in fields if isinstance(get_mark(record, name), Hidden)]
    return make_dataclass("Mirror", {**fields, **{name: fields[name] | None for name in hidden}}.items())


def redact(table: Table, value: Any, reader: Seat | None, owner: Any = None) -> Any:
    """Return everything of a value on a table that views may copy."""
    if isinstance(value, dict):
        return {key: redact(table, each, reader, key if isinstance(key, int) else owner) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [redact(table, each, reader, owner) for each in value]
    if not isinstance(value, Record):
        return value
    if hasattr(value, "secrets_of"):
        owner = value.secrets_of()
    copied = copy_known_fields(build_mirror(type(value)), value, table, reader, owner)
    others = [name for name in type(value).model_fields if name not in copied]
    assert not any(isinstance(get_mark(type(value), name), Hidden) for name in others)
    return {**copied, **{name: redact(table, getattr(value, name), reader, owner) for name in others}}


@pytest.mark.parametrize("case", BOTH)
def test_what_views_may_copy_is_the_same_in_another_truth(case: Case) -> None:
    for number, turn in enumerate(sample_positions(case, "copied", 8)):
        for reader in case.list_readers():
            other = case.game.redeal(turn.before, reader, Chance(seed=f"{number}, {reader}"))
            assert redact(other, other, reader) == redact(turn.before, turn.before, reader)


@pytest.mark.parametrize("case", OPTIONS)
def test_a_view_hands_no_secret_through(case: Case) -> None:
    for turn in get_whole_game(case):
        for reader in case.list_readers():
            handed = find_leaked_secrets(turn.before, case.game.view(turn.before, reader), reader)
            assert not handed, f"{reader} gets {handed[0].field}"


@pytest.mark.parametrize("case", OPTIONS)
def test_a_player_who_has_seen_something_hidden_cannot_take_their_move_back(case: Case) -> None:
    for turn in get_whole_game(case):
        assert turn.played.blocks_undo or not has_seen(turn.before, turn.after, turn.seat)


# A secret that a game forgets to resample


def with_one_more(game: AnyGame, annotation: Any) -> AnyGame:
    """Return the game with one more card dealt to each seat, which no other code knows."""
    planted: Any = type("Planted", (game.table,), {"__annotations__": {"planted": annotation}, "planted": {}})

    def set_up(options: Any, players: int, seed: str, box: Any) -> Table:
        table = game.set_up(options, players, seed, box)
        dealt = {seat: table.chance.draw_below(52) for seat in table.seats}
        other: Table = planted.model_validate({**table.model_dump(), "planted": dealt})
        other._box = box
        return other

    return replace(game, key=f"{game.key} and {annotation}", table=planted, set_up=set_up)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_game_with_a_field_that_says_nothing_is_refused_by_name(game: AnyGame) -> None:
    with pytest.raises(TypeError, match=r"Planted\.planted does not say who may know it"):
        with_one_more(game, dict[Seat, int])


@pytest.mark.parametrize("mark", [Own, FaceDown])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_card_that_other_truths_forget_is_found_by_name(game: AnyGame, mark: Any) -> None:
    planted = with_one_more(game, mark[dict[Seat, int]])
    case = Case(planted, max(game.seats), game.options())
    assert find_never_changed(case, "planted", 3) == {"Planted.planted"}
