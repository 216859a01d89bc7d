"""A season as a file: it names nobody, and proves its draw."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.leagues.export import as_csv, as_json, is_season
from bot.host.leagues.plan import Plan
from tests.house import CHANNEL, GUILD, House, house

PEOPLE = {11: "Ada", 12: "Ben", 13: "Cleo", 14: "Dora"}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "leagues.db") as opened:
        yield opened


async def exported(home: House, *, drawn: bool = True) -> str:
    """A season's file."""
    leagues = home.services.leagues
    made = await leagues.make(
        name="Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=1, plan=Plan(title="toy", seats=3)
    )
    season_id = made.row.season_id
    await leagues.open(season_id, 1)
    for user_id, name in PEOPLE.items():
        await leagues.join(season_id, user_id, name, f"press {user_id % 10}")
    if drawn:
        await leagues.draw(season_id, 1, (await leagues.known(season_id)).row.lines)
    await leagues.settle()
    known = await leagues.known(season_id)
    if drawn:
        _, *rows = as_csv(known.season).splitlines()
        assert sorted(rows) == [f"1,1,{entrant},0,0,3,0,0," for entrant in (1, 2, 3, 4)]
    return as_json(known)


def verified(tmp_path: Path, text: str, *more: str) -> int:
    """What the program says of a file, as its exit code."""
    file = tmp_path / "season.json"
    file.write_text(text)
    return main(["verify", str(file), *more])


async def test_a_seasons_file_names_nobody(home: House) -> None:
    text = await exported(home)
    assert is_season(text.encode())
    assert not any(name in text for name in PEOPLE.values())
    assert '"by":null' in text


async def test_the_draw_of_a_season_is_proven_from_its_file(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = await exported(home)
    digest = json.loads(text)["lines"][0]["entry"]["digest"]
    assert verified(tmp_path, text, "--digest", digest) == 0
    assert "PROVEN: every draw" in capsys.readouterr().out
    assert verified(tmp_path, text, "--digest", "0" * 64) == 1


async def test_a_draw_that_was_changed_is_not_proven(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season = json.loads(await exported(home))
    drawn = next(line["entry"] for line in season["lines"] if line["entry"]["kind"] == "drawn")
    drawn["tables"][0]["seats"] = drawn["tables"][0]["seats"][::-1]
    assert verified(tmp_path, json.dumps(season)) == 1
    assert "another draw" in capsys.readouterr().out


async def test_wishes_that_nobody_can_check_make_no_proof(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season = json.loads(await exported(home))
    drawn = next(line["entry"] for line in season["lines"] if line["entry"]["kind"] == "drawn")
    drawn["wishes"] = "rubbish that nobody can open"
    assert verified(tmp_path, json.dumps(season)) == 1
    assert "NOT WHOLLY PROVEN: nothing speaks against" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"boardroom_season": 1, "lines": ' + "[" * 500 + "]" * 500 + "}", "too deep in one another"),
        ('{"boardroom_season": 1, "lines": [{"number": 4000000000}]}', "is larger than 1000000000"),
        ('{"boardroom_season": 1, "lines": 5}', "it cannot be read (TypeError)"),
    ],
    ids=["nested", "large", "a number"],
)
def test_a_season_that_was_made_up_is_answered_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    assert verified(tmp_path, content) != 0
    assert said in "".join(capsys.readouterr())


def test_a_file_that_never_ends_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/dev/zero"]) != 0
    assert "larger than 64 MB" in "".join(capsys.readouterr())


async def test_a_season_that_was_not_drawn_and_a_broken_file_prove_nothing(home: House, tmp_path: Path) -> None:
    text = await exported(home, drawn=False)
    assert verified(tmp_path, text) == 1
    assert verified(tmp_path, '{"boardroom_season": 1}') == 1
    assert not is_season(b"\xff")
