"""A whole answer on one form: in two presses, with any text in it, sent by anybody and at any time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.engine import play
from bot.games.big_shoulders.table import City
from bot.games.goodwill.moves import AssessAndPrefer, Ballot, Nominate, ProposeAndVote, TradeWith
from bot.games.goodwill.table import Goodwill
from tests.end_to_end.town import Message, Town, find, said, town, words
from tests.form_values import Value, complete_values
from tests.ui.hostile import HOSTILE


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann, Ben and Cleo name prices in swift Goodwill, and Dora watches."""
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as opened:
        ann, ben, cleo, _ = opened.people.values()
        await ann.slash(opened.channel, "game new", game="goodwill", seats=3, place="here")
        for guest in (ben, cleo):
            await guest.slash(opened.place, "game join")
        await ann.slash(opened.place, "game start")
        await opened.settled()
        yield opened


async def panel_of(there: Town, who: MemberActor) -> Message:
    shown = (await who.slash(there.place, "play")).response
    assert shown is not None
    return shown


async def opens(who: MemberActor, panel: Message) -> InteractionResult:
    """Open the form of a panel."""
    button = find(panel, "fill")
    assert button is not None
    shown = await who.click(panel, custom_id=button["custom_id"])
    assert shown.modal is not None
    return shown


def defaults(shown: InteractionResult) -> dict[str, Any]:
    """What an open form is filled in with."""
    assert shown.modal is not None
    return complete_values(shown.modal, {})


async def sends(who: MemberActor, shown: InteractionResult, **touched: Value) -> InteractionResult:
    """Send an open form with these fields changed; `_0_1` stands for the second amount of its first part."""
    assert shown.modal is not None
    values = {name.removeprefix("_").replace("_", "-"): value for name, value in touched.items()}
    return await who.submit_modal(shown, complete_values(shown.modal, values))


async def table_of(there: Town) -> Goodwill:
    table = (await there.running()).table
    assert isinstance(table, Goodwill)
    return table


async def answers(there: Town) -> dict[int, Any]:
    return dict((await there.running()).table.agenda[0].answers)


async def test_an_untouched_form_answers_with_what_it_opened_with(there: Town) -> None:
    ann = there.people["Ann"]
    shown = await opens(ann, await panel_of(there, ann))
    prices = (await table_of(there)).usual_price("Amber")
    assert defaults(shown) == {"0-0": str(prices), "0-1": str(prices), "1": "-"}
    assert "sealed" in said(await sends(ann, shown))
    (answer,) = (await answers(there)).values()
    assert isinstance(answer, AssessAndPrefer)
    assert (answer.assessed.prices, answer.partner) == ({"first": prices, "second": prices}, None)


async def test_prices_and_a_partner_are_one_form(there: Town) -> None:
    ann = there.people["Ann"]
    await sends(ann, await opens(ann, await panel_of(there, ann)), _0_0=" $12 ", _0_1="14", _1="1")
    (answer,) = (await answers(there)).values()
    assert answer.assessed.prices == {"first": 12, "second": 14}
    assert isinstance(answer.parts[1], TradeWith)


@pytest.mark.parametrize("text", ["", *HOSTILE][:8])
async def test_a_refused_field_keeps_the_others(there: Town, text: str) -> None:
    ann = there.people["Ann"]
    before = await there.snapshot()
    shown = await opens(ann, await panel_of(there, ann))
    told = await sends(ann, shown, _0_0="12", _0_1=text[:20] or " ", _1="1")
    assert "Second price" in said(told)
    assert "Nothing was changed" in said(told)
    assert "What you filled in is kept" in said(told)
    assert await there.snapshot() == before
    await there.restart()
    assert told.response is not None
    again = await opens(ann, told.response)
    assert (defaults(again)["0-0"], defaults(again)["1"]) == ("12", "1")
    assert "sealed" in said(await sends(ann, again, _0_1="16"))
    (answer,) = (await answers(there)).values()
    assert answer.assessed.prices == {"first": 12, "second": 16}
    assert answer.partner is not None


async def test_a_form_of_a_closed_question_changes_nothing(there: Town) -> None:
    ann = there.people["Ann"]
    shown = await opens(ann, await panel_of(there, ann))
    await ann.slash(there.place, "play", answer="10, 10")
    before = await there.snapshot()
    assert "already decided" in said(await sends(ann, shown, _0_0="12"))
    assert await there.snapshot() == before


async def test_a_form_that_is_sent_twice_counts_once(there: Town) -> None:
    ann = there.people["Ann"]
    panel = await panel_of(there, ann)
    first, second = await opens(ann, panel), await opens(ann, panel)
    assert "sealed" in said(await sends(ann, first, _0_0="12"))
    before = await there.snapshot()
    assert "already decided" in said(await sends(ann, second, _0_0="14"))
    assert await there.snapshot() == before


async def test_a_form_that_was_open_before_a_restart_counts(there: Town) -> None:
    ann = there.people["Ann"]
    shown = await opens(ann, await panel_of(there, ann))
    await there.restart()
    assert "sealed" in said(await sends(ann, shown, _0_0="12"))


async def test_a_stranger_fills_in_nothing(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    button = find(await panel_of(there, ann), "fill")
    assert button is not None
    before = await there.snapshot()
    (opened,) = await there.press(dora, button["custom_id"])
    assert opened.modal is None
    sent = await there.send_form(dora, button["custom_id"].replace("fill", "filled"), "12", "12")
    assert "not playing" in said(sent)
    assert await there.snapshot() == before


@pytest.mark.parametrize("values", [(), ("12",), ("-1", "99"), ("z", "o", "k0000")])
async def test_a_forged_form_is_refused_with_a_sentence(there: Town, values: tuple[str, ...]) -> None:
    ann = there.people["Ann"]
    button = find(await panel_of(there, ann), "fill")
    assert button is not None
    before = await there.snapshot()
    sent = await there.send_form(ann, button["custom_id"].replace("fill", "filled"), *values)
    assert "Nothing was changed" in said(sent)
    assert await there.snapshot() == before


async def test_an_answer_that_was_taken_back_is_filled_in_again(there: Town) -> None:
    ann = there.people["Ann"]
    sealed = await sends(ann, await opens(ann, await panel_of(there, ann)), _0_0="12", _0_1="14", _1="0")
    assert sealed.response is not None
    back = (await ann.click(sealed.response, custom_id="undo:1")).response
    assert back is not None
    assert defaults(await opens(ann, back)) == {"0-0": "12", "0-1": "14", "1": "0"}


async def test_a_form_does_not_open_with_what_was_said_of_another_company(there: Town) -> None:
    for who in list(there.people.values())[:3]:
        await sends(who, await opens(who, await panel_of(there, who)), _0_0="20", _0_1="22")
    for who in list(there.people.values())[:3]:
        await sends(who, await opens(who, await panel_of(there, who)))
    table = await table_of(there)
    assert table.agenda[0].get_title(table) == "Black: both prices"
    ann = there.people["Ann"]
    assert defaults(await opens(ann, await panel_of(there, ann)))["0-1"] == str(table.usual_price("Black"))


async def test_a_proposal_and_the_votes_are_one_form(there: Town) -> None:
    for who in list(there.people.values())[:3]:
        await sends(who, await opens(who, await panel_of(there, who)))
    ann = there.people["Ann"]
    shown = await opens(ann, await panel_of(there, ann))
    assert defaults(shown)["0"] == "3", "nobody is proposed"
    told = await sends(ann, shown, _0="0", _1=["0", "2"])
    assert "sealed" in said(told)
    (answer,) = (await answers(there)).values()
    first, _, third = (await table_of(there)).available
    assert answer == ProposeAndVote(parts=(Nominate(boss=first), Ballot(approve=(third,))))


async def begin_yearly_sheet(there: Town) -> None:
    """Let Ann and Ben begin Goodwill with yearly sheets."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    await ann.slash(there.channel, "game new", game="goodwill", seats=2, place="here")
    await there.bot.lobby.set_options(1, ann.id, {"fast_mode": "yearly sheet"})
    await ben.slash(there.place, "game join")
    await ann.slash(there.place, "game start")


async def test_a_company_of_the_yearly_sheet_is_one_form(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann = there.people["Ann"]
        await begin_yearly_sheet(there)
        await there.settled()
        panel = await panel_of(there, ann)
        commits: list[int] = []
        there.bot.host.commits.subscribe(lambda commit: commits.append(commit.game_id))
        for company in ("Amber", "Black", "Crimson"):
            button = find(panel, "fill")
            assert button is not None
            assert button["label"] == f"Fill in {company}…"
            sent = await sends(ann, await opens(ann, panel), _0_0="12", _0_1="14", _1="0", _2=["1"])
            assert sent.response is not None
            panel = sent.response
            assert f"{company}: $12, then $14" in words(panel)
        assert find(panel, "fill") is None
        assert len(commits) == len(("Amber", "Black", "Crimson")), "the lines of a company are saved together"
        (lines,) = (await answers(there)).values()
        assert [line.kind for line in lines] == ["assess both", "nominate", "ballot"] * 3


async def test_a_sheet_with_a_refused_price_saves_no_line_and_keeps_the_others(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann = there.people["Ann"]
        await begin_yearly_sheet(there)
        await there.settled()
        shown = await opens(ann, await panel_of(there, ann))
        refused = said(await sends(ann, shown, _0_0="12", _0_1="a lot", _1="0", _2=["1"]))
        assert "even whole number" in refused
        assert await answers(there) == {}
        again = defaults(await opens(ann, await panel_of(there, ann)))
        assert (again["0-0"], again["0-1"], again["1"], again["2"]) == ("12", "a lot", "0", ["1"])


async def test_lines_that_were_written_before_are_not_asked_for_again(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann = there.people["Ann"]
        await begin_yearly_sheet(there)
        await ann.slash(there.place, "play", answer="12, 14")
        shown = await opens(ann, await panel_of(there, ann))
        assert list(defaults(shown)) == ["0", "1"]
        assert "Secret so far" in said(await sends(ann, shown))
        button = find(await panel_of(there, ann), "fill")
        assert button is not None
        assert button["label"] == "Fill in Black…"


@pytest.fixture
async def city(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann and Ben found their first companies in City of the Big Shoulders."""
    async with town(tmp_path, "Ann", "Ben") as opened:
        ann, ben = opened.people["Ann"], opened.people["Ben"]
        await ann.slash(opened.channel, "game new", game="big-shoulders", seats=2, place="here")
        await ben.slash(opened.place, "game join")
        await ann.slash(opened.place, "game start")
        await opened.settled()
        yield opened


async def asked(there: Town) -> MemberActor:
    """The person who is asked now."""
    (seat,) = play.list_asked_seats((await there.running()).table)
    return await there.on_seat(seat)


async def test_a_first_company_and_its_price_are_one_form(city: Town) -> None:
    who = await asked(city)
    shown = await opens(who, await panel_of(city, who))
    assert defaults(shown)["1"] == "0", "the lowest price"
    sent = await sends(who, shown, _0=["2"], _1="1")
    assert "⚠️" not in said(sent)
    table = (await city.running()).table
    assert isinstance(table, City)
    box = table.box
    (firm,) = table.companies
    assert (firm, table.companies[firm].price) == (box.companies[2].id, box.starting_prices[1])


async def to_the_stock_phase(city: Town) -> MemberActor:
    """Let both found; return who is asked in the stock phase."""
    for number in range(2):
        who = await asked(city)
        await sends(who, await opens(who, await panel_of(city, who)), _0=[str(number)])
    return await asked(city)


async def test_a_stock_turn_and_what_follows_are_one_form(city: Town) -> None:
    who = await to_the_stock_phase(city)
    shown = await opens(who, await panel_of(city, who))
    names = list(defaults(shown))
    assert names[-1] == "then"
    assert shown.modal is not None
    lines = {label["label"]: label["component"]["options"] for label in shown.modal["components"]}
    buy = next(label["component"]["custom_id"] for label in shown.modal["components"] if label["label"] == "Buy")
    wanted = next(line["value"] for line in lines["Pass in later turns"] if "anybody sells" in line["label"])
    told = await sends(who, shown, **{f"_{buy}": ["0"], "then": [wanted]})
    assert "Order set: Pass until" in said(told)
    running = await city.running()
    seat = await city.seat(who)
    assert [order.kind for order in running.get_standing_orders(seat)] in (["pass"], ["pass until"])
    assert await asked(city) != who


async def test_a_form_of_a_stock_turn_left_as_it_is_passes_and_orders_nothing(city: Town) -> None:
    who = await to_the_stock_phase(city)
    told = await sends(who, await opens(who, await panel_of(city, who)))
    assert "⚠️" not in said(told)
    running = await city.running()
    assert not running.get_standing_orders(await city.seat(who))
    assert await asked(city) != who
