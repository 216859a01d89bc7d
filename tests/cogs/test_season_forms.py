"""The forms of a draft season: untouched, changed, wrong, stale, twice, forged, and sent by somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from bot.host.leagues.plan import Plan
from tests.cogs.leagues import stands
from tests.cogs.town import BUTTON, MENU, Player, Town, parts_of, texts, town
from tests.form_values import complete_values
from tests.ui.hostile import HOSTILE

FORMS = ("Game, tables, points…", "End, agreements…", "Dates…", "Who may join…", "Variants…")
MAX_LABEL_CHARS, MAX_HINT_CHARS = 38, 100


async def drafted(boss: Player, **options: Any) -> str:
    return await boss.slash("league new", **{"name": "Winter Cup", "game": "The Fair", "seats": 3, **options})


async def plan_of(here: Town, season: int = 1) -> Plan:
    return (await here.bot.services.leagues.season_log.get_season(season)).plan


def stands_in(player: Player) -> dict[str, Any]:
    """What the form holds that somebody has open."""
    assert player.form is not None
    assert player.form.modal is not None
    return complete_values(player.form.modal, {})


async def forges(here: Town, player: Player, custom_id: str) -> str:
    """Let somebody press the sign-up message's first button under another id."""
    message = await stands(here, "sign-up")
    parts = walk_components(here.env.backend.get_message(message.channel.id, message.id).components)
    next(part for part in parts if part.get("type") == BUTTON)["custom_id"] = custom_id
    return await player.press_id(custom_id, on=await stands(here, "sign-up"))


async def test_a_draft_asks_little_at_once(here: Town, boss: Player) -> None:
    told = await drafted(boss)
    assert "### Winter Cup · season 1: a draft" in told
    assert boss.buttons == ["Open sign-up", *FORMS, "Discard draft"]
    assert boss.lines == ["As everybody will read it", "How the league works", "Several games", "One thing at a time"]
    for line in boss.lines:
        await boss.press(line)
        assert "a draft" in await boss.press("Back"), line


@pytest.mark.parametrize("label", FORMS)
async def test_an_untouched_form_changes_nothing(here: Town, boss: Player, label: str) -> None:
    await drafted(boss)
    before = await plan_of(here)
    await boss.press(label)
    assert "Done." in await boss.fill_in()
    assert await plan_of(here) == before


async def test_a_whole_season_is_two_forms(here: Town, boss: Player) -> None:
    await drafted(boss)
    await boss.press(FORMS[0])
    told = await boss.fill_in(seats="4", format="swiss 5", points="winner", pace="48 hours")
    assert "The Fair, tables for 4" in told
    assert "Swiss, 5 rounds" in told
    await boss.press(FORMS[1])
    told = await boss.fill_in(end="3 void", teams="2 together", checks=["absent"], extensions="1", news='"nothing"')
    assert "Teams of 2, completed by the draw" in told
    plan = await plan_of(here)
    assert (plan.seats, plan.format, plan.rounds, plan.only_winning, plan.pact.pace) == (
        4,
        "swiss",
        5,
        True,
        "48 hours",
    )
    assert (plan.weeks, plan.open_tables, plan.team, plan.puts_together) == (3, "void", 2, True)
    assert (plan.pact.extensions, plan.pact.news, plan.pact.talk) == (1, "nothing", "open")
    assert not plan.pact.plans, "its box was not ticked"
    await boss.press(FORMS[0])
    assert stands_in(boss) | {"game": ""} == {
        "game": "",
        "seats": ["4"],
        "format": ["swiss 5"],
        "points": "winner",
        "pace": ["48 hours"],
    }
    await boss.fill_in()
    assert "Sign-up is open" in await boss.press("Open sign-up")


async def test_a_new_season_offers_whole_plans_until_its_organiser_says_otherwise(here: Town, boss: Player) -> None:
    await drafted(boss)
    assert (await plan_of(here)).pact.plans
    for ticked, offered in (([], False), (["plans"], True)):
        await boss.press(FORMS[1])
        await boss.fill_in(checks=ticked)
        assert (await plan_of(here)).pact.plans is offered


async def test_the_next_season_opens_its_forms_with_what_was_said_last(here: Town, boss: Player) -> None:
    await drafted(boss)
    await boss.press(FORMS[0])
    await boss.fill_in(format="cup 2", points="winner")
    await boss.press("Open sign-up")
    await boss.press("More …")
    await boss.choose("Cancel sign-up")
    await boss.press("Do it …")
    await boss.fill_in("Too early.")
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press(FORMS[0])
    assert (stands_in(boss)["format"], stands_in(boss)["points"]) == (["cup 2"], "winner")


async def test_a_refused_form_keeps_its_fields(here: Town, boss: Player) -> None:
    await drafted(boss)
    before = await plan_of(here)
    await boss.press(FORMS[0])
    told = await boss.fill_in(seats="2", format="cup 2", pace="72 hours")
    assert "⚠️ Two of each table can only go on from tables for three or more. What you filled in is kept" in told
    assert await plan_of(here) == before
    await boss.press(FORMS[0])
    assert stands_in(boss)["pace"] == ["72 hours"]
    assert "A cup" in await boss.fill_in(seats="3")
    plan = await plan_of(here)
    assert (plan.format, plan.go_on, plan.pact.pace) == ("cup", 2, "72 hours")


async def test_options_that_do_not_go_together_are_refused_together(here: Town, boss: Player) -> None:
    await drafted(boss)
    await boss.press(FORMS[4])
    assert "⚠️ A long fair without poking is dull" in await boss.fill_in(checks=["length"])
    await boss.press(FORMS[4])
    assert "Length: long" in await boss.fill_in(checks=["length", "poking"])


async def test_a_form_of_a_season_that_has_opened_says_so_and_changes_nothing(here: Town, boss: Player) -> None:
    await drafted(boss)
    await boss.press(FORMS[0])
    form = boss.form
    await boss.press("Open sign-up")
    before, boss.form = await plan_of(here), form
    assert "season's rules are settled" in await boss.fill_in(seats="4")
    assert await plan_of(here) == before


async def test_a_form_opened_before_a_restart_counts_after_it_and_twice_as_once(here: Town, boss: Player) -> None:
    await drafted(boss)
    await boss.press(FORMS[0])
    first = boss.form
    await boss.press(FORMS[0])
    await here.restart()
    await boss.fill_in(seats="4")
    once = await plan_of(here)
    boss.form = first
    await boss.fill_in(seats="4")
    assert await plan_of(here) == once


@pytest.mark.parametrize(
    "custom_id",
    [
        *("lg-planform:1", "lg-endform:1", "lg-ruleform:1:0", "lg-plansent:1", "lg-endsent:1", "lg-rulesent:1:0"),
        "lg-menus:1",
    ],
)
async def test_a_stranger_opens_and_sends_no_form(here: Town, boss: Player, ann: Player, custom_id: str) -> None:
    await drafted(boss)
    await boss.press("Open sign-up")
    before = await plan_of(here)
    assert "Only the stewards" in await forges(here, ann, custom_id)
    assert await plan_of(here) == before


@pytest.mark.parametrize(
    ("label", "field", "value"),
    [
        *((FORMS[0], field, value) for field in ("game", "seats", "format", "points", "pace") for value in ("x", "7")),
        (FORMS[0], "pace", "own"),
        *((FORMS[1], field, value) for field in ("end", "extensions", "news") for value in ("0 plays on", "99")),
    ],
)
async def test_values_that_are_not_on_offer_change_nothing(
    here: Town, boss: Player, label: str, field: str, value: str
) -> None:
    await drafted(boss)
    before = await plan_of(here)
    await boss.press(label)
    assert boss.form is not None
    modal = boss.form._interaction.modal
    assert modal is not None
    for part in modal["components"]:
        part["component"].setdefault("options", []).append({"value": value, "label": "What a client likes"})
    assert "older version" in await boss.fill_in(**{field: value})
    assert await plan_of(here) == before


@pytest.mark.parametrize("name", ["<@1> @everyone", "**bold**", *HOSTILE[:3]])
async def test_a_hostile_league_name_makes_no_draft(here: Town, boss: Player, name: str) -> None:
    assert "Please choose a name" in await drafted(boss, name=name)


@pytest.mark.parametrize(
    "value", ["lg-open:1", "lg-drop:1", "lg-join:1", 'lg-set:1:length:"long"', "act:1", "lg-go:1", "x"]
)
async def test_the_menu_more_changes_nothing_whatever_a_client_sends(here: Town, boss: Player, value: str) -> None:
    await drafted(boss)
    before = await here.bot.storage.leagues.get_season(1)
    message = here.env.backend.get_message(here.channel.id, boss.panel.id)
    (menu,) = [part for part in walk_components(message.components) if part.get("custom_id") == "lg-go:1"]
    menu["options"].append({"label": "What a client likes", "value": value})
    told = await boss.actor.select(boss.panel, [value], custom_id="lg-go:1")
    assert "older version" in texts(parts_of(told.response))
    assert await here.bot.storage.leagues.get_season(1) == before


@pytest.mark.parametrize("key", GAMES)
async def test_the_forms_of_every_game_change_nothing_untouched_and_have_short_lines(
    tmp_path: Path, no_errors_logged: None, key: str
) -> None:
    async with town(tmp_path / "all.db", games=GAMES) as here:
        boss = here.person("Boss", manages=True)
        await drafted(boss, game=key, seats=max(2, GAMES[key].seats[0]))
        await boss.press(FORMS[0])
        await boss.fill_in(format="swiss 3")
        before = await plan_of(here)
        for label in [label for label in boss.buttons if label.endswith("…")]:
            await boss.press(label)
            assert boss.form is not None
            assert boss.form.modal is not None
            fields = [part["component"] for part in boss.form.modal["components"]]
            lines = [line for field in fields for line in field.get("options") or ()]
            menus = [line["label"] for field in fields if field["type"] == MENU for line in field["options"]]
            assert [line for line in menus if len(line) > MAX_LABEL_CHARS] == [], "a phone cuts a menu's line"
            hints = [line.get("description") or "" for line in lines if label in FORMS[:2]]
            assert [hint for hint in hints if len(hint) == MAX_HINT_CHARS] == [], "cut"
            assert "Done." in await boss.fill_in()
        assert await plan_of(here) == before
