"""What the local table keeps: a game of each kind, which goes on whenever that game is asked for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.sitting import local_table


def begins(folder: Path, *arguments: str) -> str:
    """The first line of the local table when it is started with these flags."""
    with local_table("--data", folder, *arguments) as table:
        assert "make" not in table.said, "it names the program's own flags"
        assert table.stop()[0] == 0
        return table.said.splitlines()[0].removeprefix("Boardroom, the local table. ")


@pytest.mark.thorough
def test_a_game_of_each_kind_is_kept_and_the_one_played_last_goes_on(tmp_path: Path) -> None:
    assert begins(tmp_path) == "Table 1 begins: Goodwill with 1 person and 3 bots."
    assert begins(tmp_path, "--game", "briefcase") == "Table 1 begins: Briefcase with 1 person and 3 bots."
    assert begins(tmp_path) == "Table 1 goes on: Briefcase with 1 person and 3 bots."
    assert begins(tmp_path, "--new", "--bots", "1") == "Table 2 begins: Briefcase with 1 person and 1 bot."
    assert begins(tmp_path, "--game", "goodwill") == "Table 1 goes on: Goodwill with 1 person and 3 bots."


@pytest.mark.thorough
def test_a_game_for_one_begins_without_bots_and_goes_on(tmp_path: Path) -> None:
    alone = "Carnegie with 1 person and no bots."
    assert begins(tmp_path, "--game", "carnegie", "--bots", "0") == f"Table 1 begins: {alone}"
    assert begins(tmp_path) == f"Table 1 goes on: {alone}"


@pytest.mark.thorough
def test_a_kept_game_goes_on_without_a_person_who_has_lost_their_seat(tmp_path: Path) -> None:
    two = ("--people", "2", "--bots", "1")
    with local_table("--data", tmp_path, *two) as table:
        assert "Alice's page: " in table.said
        assert "Bob's page: " in table.said
        assert table.stop()[0] == 0
    with closing(sqlite3.connect(tmp_path / "goodwill.db")) as file, file:
        file.execute("update seats set user_id = null where name = 'Alice'")
    with local_table("--data", tmp_path) as table:
        assert "Alice's page: " not in table.said
        assert "Bob's page: " in table.said
        assert table.stop()[0] == 0


@pytest.mark.thorough
def test_it_says_how_long_a_game_takes_at_this_table_and_how_to_practise(tmp_path: Path) -> None:
    with local_table("--data", tmp_path, "--bots", "2") as alone:
        assert "How long: bots answer at once, so it takes about an evening." in alone.said
        assert 'Never played Goodwill? Practise first: type "/game learn"' in alone.said
    with local_table("--data", tmp_path, "--new", "--people", "2", "--bots", "0") as two:
        assert "How long: about 12 days, if everyone answers within about two hours." in two.said


@pytest.mark.thorough
def test_the_game_that_an_older_version_kept_goes_on(tmp_path: Path) -> None:
    begins(tmp_path, "--bots", "2")
    (tmp_path / "goodwill.db").rename(tmp_path / "table.db")
    assert begins(tmp_path) == "Table 1 goes on: Goodwill with 1 person and 2 bots."
