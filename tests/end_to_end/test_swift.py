"""Goodwill's swift form: prices with a partner, and a proposal with votes, each put together and sent once."""

from __future__ import annotations

from pathlib import Path

from simcord.actors import MemberActor

from bot.games.goodwill.moves import AssessAndPrefer
from tests.end_to_end.town import Message, Town, find, ids, list_controls, said, town, words
from tests.form_values import number_values
from tests.unmarked import unmarked


async def swift(there: Town) -> None:
    """Ann, Ben and Cleo begin a table as a table begins."""
    ann, *others = there.people.values()
    await ann.slash(there.channel, "game new", game="goodwill", seats=3, place="here")
    assert "Fewer stops: swift" in words(there.table_message())
    for guest in others:
        await guest.slash(there.place, "game join")
    await ann.slash(there.place, "game start")


async def presses(who: MemberActor, panel: Message | None, label: str) -> Message:
    """Press a button by what stands on it."""
    assert panel is not None
    control = next(one for one in list_controls(panel) if unmarked(str(one.get("label", ""))) == label)
    result = (await who.click(panel, custom_id=control["custom_id"])).response
    assert result is not None
    return result


async def test_prices_and_the_preferred_partner_are_put_together_and_sent_once(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo") as there:
        await swift(there)
        ann, *_ = there.people.values()
        panel = (await ann.slash(there.place, "play")).response
        assert panel is not None
        tag = next(control.split(":")[2] for control in ids(panel) if control.startswith("fill:"))
        why = await there.press_or_choose(ann, panel, f"why:1:{tag}:")
        assert said(why).count("highest price buys a share") == 1, "it is said once"
        panel = (await ann.slash(there.place, "play")).response
        assert panel is not None
        sealed = await fills_in(ann, panel, "10", "12", "1")
        assert "Your answer is sealed" in words(sealed)
        assert "First price $10, Second price $12; Rather with" in words(sealed)
        step = (await there.running()).table.agenda[0]
        assert AssessAndPrefer.model_validate(next(iter(step.answers.values()))).partner is not None


async def test_a_proposal_and_the_votes_are_one_answer_which_can_be_taken_back(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo") as there:
        await swift(there)
        for who in there.people.values():
            panel = (await who.slash(there.place, "play")).response
            assert panel is not None
            await fills_in(who, panel, "10", "10")
        ann = there.people["Ann"]
        table = (await there.running()).table
        assert table.agenda[0].get_title(table) == "Amber: candidates for boss, with votes"
        opened = await ann.slash(there.place, "play")
        first = next(label for label in labels_of(opened.response) if label.startswith("Propose "))
        chosen = (await there.press_label(ann, opened, first)).response
        assert "with your yes" in words(chosen)
        sealed = await presses(ann, chosen, "Send")
        assert f"You answered: **{first}**" in words(sealed)
        back = await presses(ann, sealed, "Take back my answer")
        assert "propose a new boss?" in words(back)


def labels_of(panel: Message | None) -> list[str]:
    """What stands on its buttons and in its menus, without letters."""
    assert panel is not None
    labels = [label for control in list_controls(panel) for label in (control, *control.get("options", ()))]
    return [unmarked(str(label.get("label", ""))) for label in labels]


async def fills_in(who: MemberActor, panel: Message, *values: str) -> Message:
    """Open the form of a panel and send it with these values, and with its own for the other fields."""
    form = find(panel, "fill")
    assert form is not None
    shown = await who.click(panel, custom_id=form["custom_id"])
    assert shown.modal is not None
    sent = await who.submit_modal(shown, number_values(shown.modal, values))
    assert sent.response is not None
    return sent.response
