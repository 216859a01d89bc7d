"""A season as a file: it names nobody, and proves its draw."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.engine.chance import compute_digest
from bot.host.leagues.draws import derive_salt, get_own_salt
from bot.host.leagues.export import is_season, to_csv, to_json, verify
from bot.host.leagues.plan import Plan, build_rules
from bot.host.leagues.season_events import build_line
from bot.leagues import log_entries
from bot.leagues.draw import derive_commitment
from bot.leagues.log_entries import Disqualified, Drawn, Moved, Opened, OpenedWishes, Penalty, Unsealed, Withdrew
from bot.leagues.ranking_criteria import MEASURES
from bot.leagues.rules import EntryConditions, Rules
from bot.leagues.season_chain import hash_log
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues.league_formats import describe_wish_secrecy
from tests.host.leagues import ADA, BEN, CLEO, ORGANISER, PEOPLE, PLAN, all_here, at, ends, known, settle, signed_up
from tests.house import CHANNEL, GUILD, House, house
from tests.leagues import independent
from tests.leagues.seasons import chances, drawn, one_table, play


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "leagues.db") as opened:
        yield opened


async def exported(home: House, *, drawn: bool = True) -> str:
    """A season's file."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=1, plan=Plan(title="toy", seats=3)
    )
    season_id = made.row.season_id
    await leagues.sign_up.open_sign_up(season_id, 1)
    for user_id, name in PEOPLE.items():
        await leagues.sign_up.join(season_id, user_id, name, f"press {user_id % 10}")
    if drawn:
        await leagues.draws.write_draw(season_id, 1, (await leagues.season_log.get_season(season_id)).row.lines)
    await leagues.maintenance.settle()
    known = await leagues.season_log.get_season(season_id)
    if drawn:
        _, *rows = to_csv(known.season).splitlines()
        assert sorted(rows) == [f"1,1,{entrant},0,0,3,0,0,,0,0,0" for entrant in (1, 2, 3, 4)]
    return to_json(known)


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
    assert verified(tmp_path, text, "--digest", digest) == 1
    said = capsys.readouterr().out
    assert "seed and tickets give these 4 tables. Each of 4 has sealed" in said
    assert "NOT WHOLLY PROVEN" in said
    season = await known(home, 1)
    await home.services.leagues.rulings.finish(1, ORGANISER, season.row.lines)
    text = to_json(await known(home, 1))
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
    assert "another order" in capsys.readouterr().out


async def test_wishes_that_nobody_can_check_make_no_proof(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season = json.loads(await exported(home))
    drawn = next(line["entry"] for line in season["lines"] if line["entry"]["kind"] == "drawn")
    drawn["sealed"]["1"] = "rubbish that nobody can open"
    assert verified(tmp_path, json.dumps(season)) == 1
    assert "NOT WHOLLY PROVEN: nothing speaks against" in capsys.readouterr().out
    drawn["wishes"] = "rubbish that nobody can open"
    assert verified(tmp_path, json.dumps(season)) == 1
    assert "Not everybody's own wish" in capsys.readouterr().out


async def with_wishes(home: House, plan: Plan) -> int:
    """A season that was drawn with wishes, those of Ada and Ben, and whose first tables are decided."""
    leagues = home.services.leagues
    season_id = await signed_up(home, plan=plan)
    await leagues.sign_up.set_wishes(season_id, ADA, apart=[BEN])
    await leagues.sign_up.set_wishes(season_id, BEN, apart=[ADA, CLEO])
    await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
    await settle(home)
    for game_id in (await leagues.season_log.get_season(season_id)).tables.values():
        people = await at(home, game_id)
        await all_here(home, game_id)
        await ends(home, game_id, *people[1:])
    return season_id


PLANS = [Plan(title="toy", seats=3), Plan(title="toy", seats=2, format="swiss", rounds=3)]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.format)
async def test_the_wishes_of_a_season_are_opened_with_its_end_and_the_whole_draw_is_proven(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], plan: Plan
) -> None:
    leagues = home.services.leagues
    season_id = await with_wishes(home, plan)
    season = await known(home, season_id)
    salt, own = derive_salt(season), get_own_salt(season, 1)
    running = to_json(season)
    assert salt not in running
    assert own not in running
    assert '"kind":"unsealed"' not in running
    assert verified(tmp_path, running) == 1
    said = capsys.readouterr().out
    assert "NOT WHOLLY PROVEN" in said
    assert "are opened when the season is over" in said

    assert salt not in str(await home.storage.leagues.list_lines(season_id))
    over = await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    text = to_json(await known(home, season_id))
    draws = [line.number for line in over.season.lines if isinstance(line.entry, Drawn)]
    assert len(draws) == (1 if plan.format == "division" else 2)
    (opened,) = [line.entry for line in over.season.lines if isinstance(line.entry, Unsealed)]
    assert opened.apart == {draw: {1: (2,), 2: (1, 3)} for draw in draws}
    assert opened.salts == {number: get_own_salt(season, number) for number in range(1, 5)}
    assert salt not in text, "nothing else can be opened with it"
    promised = over.season.digest
    assert verified(tmp_path, text, "--digest", promised) == 0
    said = capsys.readouterr().out
    assert "the wishes that are opened give these" in said
    assert "PROVEN: every draw" in said
    assert not any(name in text for name in PEOPLE.values())
    assert verified(tmp_path, text.replace(own, compute_digest(own))) == 1
    assert "The wish of entrant 1 is not the one that was sealed" in capsys.readouterr().out


async def test_a_wish_of_somebody_who_is_forgotten_stays_under_numbers_and_the_draw_is_proven(
    home: House, tmp_path: Path
) -> None:
    """They and their wishes are gone; that two numbers were kept apart belongs to the draw, as its seats do."""
    season_id = await with_wishes(home, PLANS[0])
    for user_id in (ADA, BEN):
        await home.services.erasure.forget(user_id)
    season = await known(home, season_id)
    assert [one.apart for one in season.entrants.values()] == [()] * len(PEOPLE)
    assert not await home.storage.privacy.is_kept(ADA)
    await home.services.leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    assert verified(tmp_path, to_json(await known(home, season_id))) == 0


async def test_a_player_who_is_forgotten_before_the_draw_has_wished_nothing(home: House) -> None:
    leagues = home.services.leagues
    season_id = await signed_up(home)
    await leagues.sign_up.set_wishes(season_id, ADA, apart=[BEN])
    await leagues.sign_up.set_wishes(season_id, CLEO, apart=[ADA])
    await home.services.erasure.forget(ADA)
    season = await leagues.season_log.get_season(season_id)
    drawn = await leagues.draws.write_draw(season_id, ORGANISER, season.row.lines)
    await settle(home)
    assert [*(await home.storage.leagues.list_sealed(season_id)).values()] == ['{"each": {}}']
    draw = drawn.season.lines[-1].entry
    assert isinstance(draw, Drawn)
    assert len(draw.sealed) == 3


async def test_a_season_that_promised_to_keep_wishes_sealed_keeps_them(home: House, tmp_path: Path) -> None:
    """Sign-up was opened by an older version, which told people that nobody would know."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Old Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=Plan(title="toy", seats=3)
    )
    season_id = made.row.season_id
    rules = build_rules(made.plan).model_copy(update={"edition": 6})
    older = Opened(rules=rules, digest=derive_commitment(made.row.secret))
    await home.storage.leagues.append(season_id, 0, [build_line(older)], home.host.format_now(), status="sign-up")
    for user_id, name in PEOPLE.items():
        await leagues.sign_up.join(season_id, user_id, name, f"press {user_id}")
    known_now = await leagues.sign_up.set_wishes(season_id, ADA, apart=[BEN])
    assert "Only I know" in describe_wish_secrecy(known_now)
    assert "league export" not in describe_wish_secrecy(known_now)
    await leagues.draws.write_draw(season_id, ORGANISER, known_now.row.lines)
    assert await home.storage.leagues.list_sealed(season_id) == {}
    season = await known(home, season_id)
    over = await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    assert not any(isinstance(line.entry, OpenedWishes) for line in over.season.lines)
    assert verified(tmp_path, to_json(over)) == 1


@pytest.mark.parametrize(
    ("name", "said", "code"),
    [
        ("division-over", "PROVEN: every draw", 0),
        ("division-wishes", "NOT WHOLLY PROVEN", 1),
        ("swiss-wishes", "NOT WHOLLY PROVEN", 1),
        ("swiss-silent", "PROVEN: every draw", 0),
    ],
)
def test_files_that_older_versions_wrote_are_read_and_checked_as_they_were(
    capsys: pytest.CaptureFixture[str], name: str, said: str, code: int
) -> None:
    assert main(["verify", str(Path(__file__).with_name("old_seasons") / f"{name}.json")]) == code
    told = capsys.readouterr().out
    assert said in told
    assert "NO " not in told


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


def test_the_table_of_a_swiss_season_has_all_that_its_standings_rank_by() -> None:
    season = play(drawn(9, Rules(title="fair", seats=4, format="swiss", rounds=2)), chances(1))
    head, *rows = csv.reader(io.StringIO(to_csv(season)))
    assert head[9:] == ["points per table", "opponents per table", "share of the winner's score"]
    for row, values in zip(compute_standings(season, 1), rows, strict=True):
        assert values[9:] == [one.format_value(row) for one in MEASURES["swiss"] if one.head.lower() in head[9:]]


def test_the_table_says_who_left_and_who_was_put_out() -> None:
    season = one_table(Withdrew(entrant=1), Disqualified(entrant=2))
    rows = csv.DictReader(io.StringIO(to_csv(season)))
    assert {row["entrant"]: row["left"] for row in rows} == {"1": "left", "2": "put out", "3": "", "4": ""}


async def two_seasons(home: House) -> tuple[str, str]:
    """The files of a season and of the next one, with results carried over."""
    leagues = home.services.leagues
    first = await with_wishes(home, PLAN)
    season = await known(home, first)
    await leagues.rulings.finish(first, ORGANISER, season.row.lines)
    following = (await leagues.sign_up.create_next_season(season.league.league_id, PLAN)).row.season_id
    await leagues.sign_up.open_sign_up(following, ORGANISER)
    for user_id, name in PEOPLE.items():
        await leagues.sign_up.join(following, user_id, name, f"again {user_id}")
    await leagues.draws.write_draw(following, ORGANISER, (await leagues.season_log.get_season(following)).row.lines)
    season = await known(home, following)
    await leagues.rulings.finish(following, ORGANISER, season.row.lines)
    late = (await known(home, first)).row.lines
    await leagues.rulings.decide(first, ORGANISER, Penalty(entrant=1, points=3), "too late to matter", late)
    return to_json(await known(home, first)), to_json(await known(home, following))


async def test_the_divisions_of_a_season_are_bound_to_the_log_of_the_one_before(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = await two_seasons(home)
    file = tmp_path / "before.json"
    file.write_text(before)
    for text in (before, after):
        assert list(independent.problems(json.loads(text))) == []
    (named,) = next(
        line["entry"]["former"] for line in json.loads(after)["lines"] if line["entry"].get("former")
    ).values()
    assert independent.digest(json.loads(before)["lines"][: named["lines"]]) == named["digest"]
    assert verified(tmp_path, after) == 1, "a file that is missing proves nothing"
    said = capsys.readouterr().out
    assert "rests on the log of the season before" in said
    assert "--former FILE checks it" in said
    assert verified(tmp_path, after, "--former", str(file)) == 0
    assert "what people bring from earlier seasons follows from how they had played there" in capsys.readouterr().out
    changed = json.loads(before)
    result = next(line["entry"] for line in changed["lines"] if line["entry"]["kind"] == "result")
    result["places"] = {number: 5 - place for number, place in result["places"].items()}
    file.write_text(json.dumps(changed))
    assert verified(tmp_path, after, "--former", str(file)) == 1
    assert "a file that was given is another" in capsys.readouterr().out


async def test_a_player_who_brings_what_nobody_had_earned_is_found_out(
    home: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = await two_seasons(home)
    file = tmp_path / "before.json"
    file.write_text(before)
    changed = json.loads(after)
    entry = next(line["entry"] for line in changed["lines"] if line["entry"]["kind"] == "drawn")
    one, *_ = entry["brought"]
    entry["brought"][one]["place"] = 9
    assert verified(tmp_path, json.dumps(changed), "--former", str(file)) == 1
    assert "does NOT follow from how they had played there" in capsys.readouterr().out


async def test_the_digest_of_a_log_does_not_depend_on_what_a_newer_program_writes_besides(home: House) -> None:
    before, _ = await two_seasons(home)
    lines = [log_entries.parse_line(json.dumps(line)) for line in json.loads(before)["lines"]]
    drawn_line = next(line for line in lines if isinstance(line.entry, Drawn))
    written = drawn_line.entry.model_dump(mode="json")
    assert {"former", "wishes", "byes"} <= written.keys()
    assert "game" in written["tables"][0]
    canonical = json.dumps(
        [drawn_line.number, drawn_line.made_at, independent.full(written)], sort_keys=True, separators=(",", ":")
    )
    assert hash_log([drawn_line]) == compute_digest(canonical)


async def test_a_season_that_was_brought_to_another_channel_is_proven_too(home: House) -> None:
    """Discord's ids are text in the file: as numbers, they would be larger than any number in it."""
    await exported(home)
    moved = Moved(channel_id=1456074443980800017, before=1456074443980800018)
    await home.services.leagues.season_log.write(1, lambda _: [moved])
    text = to_json(season := await known(home, 1))
    assert all(check.ok for check in verify(text.encode()))
    lines = [log_entries.parse_line(json.dumps(line)) for line in json.loads(text)["lines"]]
    assert moved in [line.entry for line in lines]
    assert hash_log(lines) == hash_log(season.season.lines) == independent.digest(json.loads(text)["lines"])


async def test_a_season_for_a_role_of_the_server_is_proven_from_its_file(home: House) -> None:
    """Ids on Discord are larger than the numbers that a file may hold."""
    leagues, members = home.services.leagues, "1456074443980800017"
    plan = Plan(title="toy", seats=3, entry=EntryConditions(role_id=members))
    made = await leagues.sign_up.create_league(
        name="Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=plan
    )
    await leagues.sign_up.open_sign_up(made.row.season_id, ORGANISER)
    for user_id, name in PEOPLE.items():
        await leagues.sign_up.join(made.row.season_id, user_id, name, f"press {user_id % 10}")
    season = await known(home, made.row.season_id)
    await leagues.draws.write_draw(made.row.season_id, ORGANISER, season.row.lines)
    text = to_json(await known(home, made.row.season_id))
    checks = verify(text.encode())
    assert checks
    assert all(check.ok for check in checks), [check.text for check in checks]
    assert json.loads(text)["lines"][0]["entry"]["rules"]["entry"]["role_id"] == members
