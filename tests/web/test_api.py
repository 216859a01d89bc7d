"""The API: the same as the pages as data, as its description says, for everybody who asks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from bot.games import GAMES
from bot.testing.thorough import mark_thorough
from bot.web.openapi import API
from tests.host.leagues import ADA, ORGANISER, PEOPLE, all_here, drawn, ends, is_played, known
from tests.house import ANN, BEN, CLEO, NAMES
from tests.web.site import Got, Site
from tests.web.site import site as opened
from tests.web.walking import data, filled, is_file, pages


async def description(site: Site) -> Any:
    got = await site.get(f"{API}/openapi.json")
    assert got.headers["Content-Type"] == "application/json"
    return json.loads(got.body)


def must_be_as_described(described: Any, answers: Mapping[str, Got]) -> set[str]:
    """Validate each answer as a reader of the description alone would; return the answers."""
    seen = set()
    for address, got in answers.items():
        if is_file(address):
            continue
        path = next(path for path in described["paths"] if re.fullmatch(re.sub(r"{\w+}", "[0-9]+", path), address))
        schema = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        checker = Draft202012Validator(
            {**closed(schema), "components": closed(described["components"])},
            format_checker=Draft202012Validator.FORMAT_CHECKER,
        )
        assert [error.message for error in checker.iter_errors(json.loads(got.body))] == [], address
        seen.add(path)
    return seen


def closed(schema: Any) -> Any:
    """The same, with nothing allowed that it does not name."""
    if isinstance(schema, dict):
        found = {key: closed(each) for key, each in schema.items()}
        return {**found, "additionalProperties": False} if "properties" in found and "type" in found else found
    return [closed(each) for each in schema] if isinstance(schema, list) else schema


async def played_league(site: Site) -> int:
    """A public season in which one table is over and others are played; Ada wants a page of their own."""
    season_id = await drawn(site.home)
    season = await known(site.home, season_id)
    await site.visibility.set_league_public(season.league.league_id, public=True)
    await site.home.services.leagues.sign_up.set_own_page(season_id, ADA, wanted=True)
    for game_id in season.tables.values():
        await all_here(site.home, game_id)
    over = season.tables[1]
    saved = await site.home.storage.games.load(over)
    assert saved is not None
    people = [seat.user_id for seat in saved.seats if seat.user_id is not None]
    await ends(site.home, over, *people[1:])
    return season_id


async def test_each_answer_is_as_described_and_all_is_found_from_the_first(site: Site) -> None:
    await site.shows_tables()
    await site.home.at_first_turn(BEN, CLEO)
    await site.home.opened(BEN)
    season_id = await played_league(site)
    described = await description(site)
    seen = must_be_as_described(described, await data(site))
    seen |= must_be_as_described(described, {address: await site.get(address) for address in MORE})
    await site.home.services.leagues.rulings.finish(season_id, ORGANISER, (await known(site.home, season_id)).row.lines)
    review = f"{API}/seasons/{season_id}/review"
    seen |= must_be_as_described(described, {review: await site.get(review)})
    assert seen == {*described["paths"]} == {site.api(each.pattern) for each in site.pages.resources}


MORE = [f"{API}/{rest}" for rest in ("leagues/before/9", "tables/before/999", "tables/1/log/1")]
"""Parts without a link where there is little data."""


@pytest.mark.parametrize("key", mark_thorough(GAMES))
async def test_a_game_is_as_described_from_its_beginning_to_its_end(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path, {key: GAMES[key]}) as there:
        home = there.home
        table = await home.lobby.open_table(
            title=key, guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        for user_id in (BEN, CLEO):
            await home.lobby.join(table.row.game_id, user_id, NAMES[user_id])
        number = table.row.game_id
        await home.lobby.start(number, ANN)
        await there.shows_tables()
        described = await description(there)
        must_be_as_described(described, await data(there))
        await is_played(home, number)
        over = await there.get(f"{API}/tables/{number}")
        must_be_as_described(described, {f"{API}/tables/{number}": over})
        shown = json.loads(over.body)
        assert (shown["status"], shown["over"]) == ("finished", True)
        assert shown["sitters"][0]["place"] == 1
        assert shown["charts"]


async def test_the_description_leaves_nothing_open(site: Site) -> None:
    described = await description(site)
    assert described["openapi"] == "3.1.0"
    for ref in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(described)):
        found = described
        for part in ref.split("/"):
            found = found[part]
    operations = [path["get"] for path in described["paths"].values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for path, operation in zip(described["paths"], operations, strict=True):
        assert [each["name"] for each in operation["parameters"]] == re.findall(r"{(\w+)}", path)


async def test_a_table_says_what_its_page_says(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await site.shows_tables()
    shown = json.loads((await site.get(f"{API}/tables/{number}")).body)
    page = (await site.get(f"/tables/{number}")).text
    assert [each["name"] for each in shown["sitters"] if each["asked"]] == ["Player 1"]
    assert shown["status"] == "running"
    for line in shown["lines"]:
        assert line["text"] in re.sub(r"<[^>]+>", "", page)
    for picture in shown["pictures"]:
        assert (await site.get(picture["address"])).headers["Content-Type"] == "image/png"


async def test_a_season_tells_who_stands_where_and_who_met_whom(site: Site) -> None:
    season_id = await played_league(site)
    shown = json.loads((await site.get(f"{API}/seasons/{season_id}")).body)
    (part,) = shown["parts"]
    rows = part["rows"]
    assert [row["place"] for row in rows] == [1, 2, 2, 2]
    assert {row["name"] for row in part["rows"]} == {"Ada (1)", "Player 2", "Player 3", "Player 4"}
    (over,) = [each for each in part["results"] if each["counts"]]
    assert [seat["place"] for seat in over["seats"]] == [1, 2, 2]
    winner, *others = [seat["number"] for seat in over["seats"]]
    assert rows[0]["number"] == winner
    lost = [row for row in rows if row["number"] in others]
    assert lost[0]["values"] == lost[1]["values"], "who share a place have won the same"
    points = [float(row["values"]["Points"]) for row in rows]
    assert points[0] > points[1] == points[3] == 0, "those who conceded gain no more than one who has not played"
    met = next(row for row in part["met"] if row["number"] == winner)
    assert {each["number"]: each["ahead"] for each in met["met"]} | {winner: 0} == {
        row["number"]: int(row["number"] in others) for row in part["rows"]
    }
    assert shown["rounds"][0]["seed"]
    assert all(check["ok"] for check in shown["checks"])


async def test_nobody_is_named_in_data_who_has_not_agreed(site: Site) -> None:
    await site.shows_tables()
    await site.home.at_first_turn(BEN, CLEO)
    season_id = await played_league(site)
    everything = [*(await data(site)).values(), *(await pages(site)).values()]
    texts = "\n".join(got.text for got in everything if "image" not in got.headers["Content-Type"])
    assert "Ada (1)" in texts
    for user_id, name in {**PEOPLE, **NAMES}.items():
        assert user_id == ADA or not re.search(rf"\b{name}\b", texts), name
    await site.home.services.erasure.forget(ADA)
    shown = (await site.get(f"{API}/seasons/{season_id}")).text
    assert "Ada" not in shown


async def test_what_is_not_public_is_no_data_either(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    season_id = await drawn(site.home)
    nothing = (await site.get(f"{API}/nothing")).whole
    assert nothing[0] == 404
    for each in site.pages.resources:
        if re.search(r"{(table|season|league)}", each.pattern):
            address = API + filled(each.pattern, table=number, season=season_id, league=1)
            assert (await site.get(address)).whole == nothing, address


@pytest.mark.parametrize("path", ["", "/nothing"])
async def test_other_pages_may_read_it_and_do_nothing_else(site: Site, path: str) -> None:
    got = await site.get(API + path, Origin="https://elsewhere.example")
    assert got.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in got.headers
    asked = await site.get(API + path, "OPTIONS", Origin="https://elsewhere.example")
    assert (asked.status, asked.body) == (204, b"")
    assert asked.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert asked.headers["Access-Control-Allow-Headers"] == "If-None-Match"
    posted = await site.get(API + path, "POST")
    assert posted.status == 405
    assert posted.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert "Access-Control-Allow-Origin" not in (await site.get("/")).headers


async def test_why_there_is_no_answer_is_data_too(site: Site) -> None:
    described = await description(site)
    for address, method, status in ((f"{API}/tables/7", "GET", 404), ("/api/v2", "GET", 404), (API, "PUT", 405)):
        got = await site.get(address, method)
        assert got.status == status
        assert got.headers["Content-Type"] == "application/problem+json"
        told = json.loads(got.body)
        assert told["status"] == status
        schema = {"$ref": "#/components/schemas/Trouble", "components": closed(described["components"])}
        assert Draft202012Validator(schema).is_valid(told)


async def test_an_answer_that_has_not_changed_is_not_sent_again(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await site.shows_tables()
    for address in (API, f"{API}/tables/{number}", f"{API}/tables/{number}/log", f"{API}/openapi.json"):
        tag = (await site.get(address)).headers["ETag"]
        again = await site.get(address, If_None_Match=tag)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["Access-Control-Allow-Origin"] == "*"
    page = (await site.get(f"/tables/{number}")).headers["ETag"]
    assert (await site.get(f"{API}/tables/{number}")).headers["ETag"] != page
