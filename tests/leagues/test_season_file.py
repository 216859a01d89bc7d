"""The file of a season is described so that a program of somebody else's, written from that page, checks its draws."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.chance import compute_digest
from bot.leagues.draw import MAX_APART, draw_divisions, shuffle_entrants
from bot.leagues.log_entries import Brought, Withdrew
from bot.leagues.proof import check
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from bot.leagues.season_chain import build_former, hash_log
from bot.leagues.season_end import build_end, collect_brought
from tests.leagues import independent
from tests.leagues.seasons import SEATS, SEEDS, chances, file_of, next_draw, opened, play, played_cup, seed, unsealed

PAGE = Path(__file__).parents[2] / "docs" / "season-file.md"


def test_the_example_of_the_page_is_what_the_program_does() -> None:
    rows = dict(re.findall(r"^\| (.+?) \| `?([^|`]+?)`? \|$", PAGE.read_text(), re.MULTILINE))
    tickets = {number: f"{1000 + number}" for number in (1, 2, 3)}
    assert rows["`opened.digest`"] == compute_digest("a secret")
    assert rows["the order"] == ", ".join(map(str, shuffle_entrants("a secret", tickets)))
    at = [int(rows[f"draw {number}, modulo {3 - number}"]) for number in (0, 1)]
    pile = [1, 2, 3]
    for last, other in zip((2, 1), at, strict=True):
        pile[last], pile[other] = pile[other], pile[last]
    assert pile == shuffle_entrants("a secret", tickets)


def test_the_other_program_uses_nothing_of_ours() -> None:
    tree = ast.parse(Path(independent.__file__).read_text())
    names = [one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    names += [name.name for one in ast.walk(tree) if isinstance(one, ast.Import) for name in one.names]
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@given(SEATS.flatmap(lambda seats: st.tuples(st.integers(seats, 40), st.just(seats))), SEEDS)
@settings(max_examples=25)
def test_a_second_season_of_divisions_with_wishes_is_drawn_again_by_it(size: tuple[int, int], chance: int) -> None:
    people, seats = size
    rules, random = Rules(title="fair", seats=seats), chances(chance)
    first = opened(people, rules)
    add_entries(first, next_draw(first))
    play(first, random)
    add_entries(first, build_end(first))
    second = opened(people, rules)
    for number in random.sample(range(1, people + 1), (people - seats) // 3):
        add_entries(second, Withdrew(entrant=number))
    stay = random.sample(range(1, people + 1), people // 2)
    known = collect_brought(first, {number: number for number in stay})
    apart: list[frozenset[int]] = []
    for _ in range(people // 3):
        pair = frozenset(random.sample(range(1, people + 1), 2))
        if pair not in apart and all(sum(one in other for other in apart) < MAX_APART for one in pair):
            apart.append(pair)
    apart.sort(key=sorted)
    salt = "5" * 64
    proposed = draw_divisions(second, seed(second), brought=known, apart=apart, salt=salt)
    named = {1: build_former(first.lines)} if proposed.entry.brought else {}
    (line,) = add_entries(second, proposed.entry.model_copy(update={"former": named}))
    play(second, random)
    add_entries(second, build_end(second))
    unsealed(second, {line.number: proposed.wished}, salt)
    found = check(second.lines, former=[first.lines])
    assert all(one.is_proven for one in found), [one.text for one in found]
    for season in (first, second):
        assert list(independent.problems(file_of(season))) == []
        assert independent.digest(file_of(season)["lines"]) == hash_log(season.lines)


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (13, 2), (11, 4), (24, 3)])
def test_cups_are_drawn_again_by_it(people: int, seats: int) -> None:
    assert list(independent.problems(file_of(played_cup(people, seats)))) == []


def test_a_cups_byes_are_given_by_rating_by_it_as_by_us() -> None:
    """An entrant with a place from an earlier cup counts by their rating as well."""
    season = opened(5, Rules(title="fair", seats=2, format="cup"))
    rated = {4: Brought(rating=1900, place=5), 2: Brought(rating=1400), 1: Brought(rating=1600)}
    add_entries(season, next_draw(season, rated))
    file = file_of(season)
    assert file["lines"][-1]["entry"]["byes"][:2] == [4, 1]
    assert list(independent.problems(file)) == []
    file["lines"][-1]["entry"]["brought"]["2"]["rating"] = 2000
    assert list(independent.problems(file)) == ["line 7: other tables"]


def test_a_player_who_plays_in_swiss_rounds_is_drawn_again_by_it() -> None:
    season = opened(13, Rules(title="fair", seats=2, format="swiss", rounds=3))
    for _ in range(3):
        add_entries(season, next_draw(season))
        play(season, chances(1))
    assert list(independent.problems(file_of(season))) == []


@pytest.mark.parametrize("what", ["seed", "order", "tables", "ticket"])
def test_what_was_changed_is_found_by_it(what: str) -> None:
    season = opened(16, Rules(title="fair", seats=4))
    add_entries(season, next_draw(season))
    file = file_of(unsealed(season))
    entry = next(line["entry"] for line in file["lines"] if line["entry"]["kind"] == "drawn")
    match what:
        case "seed":
            entry["seed"] = "another"
        case "order":
            entry["divisions"]["1"] = entry["divisions"]["1"][::-1]
        case "tables":
            entry["tables"][0]["seats"] = entry["tables"][0]["seats"][::-1]
        case "ticket":
            file["lines"][3]["entry"]["ticket"] = "another"
    assert list(independent.problems(file)) != []
