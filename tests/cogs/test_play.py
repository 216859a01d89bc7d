"""Playing as people do: with buttons, menus and forms, by typing, in private, late, twice and after a restart."""

from __future__ import annotations

import re

import pytest

from bot.testing.thorough import mark_thorough
from tests.cogs.town import Player, Town, parts_of, texts


async def seat_of(here: Town, player: Player) -> int:
    seat = (await here.bot.host.get_running_game(1)).find_seat_of(player.id)
    assert seat is not None
    return seat


async def coins_of(here: Town, player: Player) -> int:
    return (await here.table()).coins[await seat_of(here, player)]


# -- every shape of question -------------------------------------------------------------------------


async def test_a_few_options_are_pressed(here: Town, asked: Player) -> None:
    before = await coins_of(here, asked)
    await asked.choose("Try the fruit")
    assert asked.buttons[:3] == ["Apple", "Pear", "Plum"]
    assert "try the fruit" in await asked.press("Pear")
    assert await coins_of(here, asked) == before + 1


async def test_a_long_list_is_paged_and_chosen_from(here: Town, asked: Player) -> None:
    await asked.choose("Try the street")
    await asked.press("Next 6 choices")
    await asked.press("Previous 24 choices")
    await asked.press("Next 6 choices")
    assert "try the street" in await asked.choose("House 30")


async def test_groups_lead_to_their_options_and_back(here: Town, asked: Player) -> None:
    await asked.choose("Try the market")
    await asked.press("Cheese…")
    await asked.press("Back")
    await asked.press("Cloth…")
    await asked.press("Next 16 choices")
    assert "try the market" in await asked.choose("Cloth 40")


async def test_a_price_is_pressed_or_filled_in(here: Town, asked: Player) -> None:
    await asked.choose("Try the price")
    await asked.press("Another amount…")
    assert "try the price" in await asked.fill_in(" $38\u200b ")
    await asked.choose("Try the price")
    assert "try the price" in await asked.press("$4")


@pytest.mark.parametrize(
    "typed", mark_thorough(["39", "-2", "four", "@everyone", "42", "1e1", "²", "4.0", "9" * 20], 4)
)
async def test_a_form_with_a_wrong_amount_changes_nothing_and_says_what_is_expected(
    here: Town, asked: Player, typed: str
) -> None:
    await asked.choose("Try the price")
    revision = await here.revision()
    await asked.press("Another amount…")
    answer = await asked.fill_in(typed)
    assert "⚠️ Please give an even whole number from $0 to $40. Nothing was changed." in answer
    assert "How much?" in answer
    assert await here.revision() == revision
    assert "try the price" in await asked.press("$4"), "the panel still works"


async def test_things_are_put_into_the_basket_one_by_one(here: Town, asked: Player) -> None:
    await asked.choose("Try the basket")
    await asked.choose("Egg 2")
    await asked.press("Next 5 choices")
    await asked.choose("Egg 30")
    assert "Done: 2 chosen" in asked.buttons
    await asked.choose("Egg 1")
    assert "try the basket" in await asked.press("Done: 3 chosen")
    await asked.choose("Try the basket")
    assert "try the basket" in await asked.press("None of these")


async def test_two_amounts_are_filled_in_at_once(here: Town, asked: Player) -> None:
    await asked.choose("Try the pair")
    await asked.press("Open the form…")
    assert "Blue: a whole number in steps of 5 from $0 to $10" in await asked.fill_in("3", "7")
    await asked.press("Open the form…")
    assert "try the pair" in await asked.fill_in("3", "10")


async def test_seven_amounts_are_filled_in_with_two_forms(here: Town, asked: Player) -> None:
    await asked.choose("Try the week")
    await asked.press("Fill in Day 1 and on…")
    await asked.fill_in("4", "4", "0", "0", "0")
    await asked.press("Start over")
    await asked.press("Fill in Day 1 and on…")
    await asked.fill_in("1", "1", "1", "1", "1")
    await asked.press("Fill in Day 6 and on…")
    assert "try the week" in await asked.fill_in("2", "2")


@pytest.mark.parametrize(
    "typed", mark_thorough(["1.5", "1:2", "x" * 20, "٣", "1.1.1", "-" * 20, "9" * 20, "p1", "g0", "$", "5", "-1"], 4)
)
async def test_a_wrong_amount_in_the_first_of_two_forms_is_refused_at_once(
    here: Town, asked: Player, typed: str
) -> None:
    await asked.choose("Try the week")
    revision = await here.revision()
    await asked.press("Fill in Day 1 and on…")
    assert "⚠️ Please give" in await asked.fill_in(typed, typed, typed, typed, typed)
    assert await here.revision() == revision
    await asked.press("Fill in Day 1 and on…")
    await asked.fill_in("1", "1", "1", "1", "1")
    await asked.press("Fill in Day 6 and on…")
    assert "try the week" in await asked.fill_in("2", "2")


async def test_what_is_put_in_order_can_be_started_again(here: Town, asked: Player) -> None:
    await asked.choose("Try the parade")
    await asked.choose("Goose 4")
    await asked.choose("Goose 1")
    await asked.press("Start over")
    await asked.choose("Goose 2")
    await asked.choose("Goose 4")
    assert "try the parade" in await asked.choose("Goose 1")


# -- typing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stall", "answer"),
    [
        ("fruit", "pl"),
        ("street", "House 3"),
        ("market", "cheese 30"),
        ("price", "$40"),
        ("basket", "egg 3, egg 30"),
        ("basket", "none"),
        ("pair", "3, $10"),
        ("week", "4 4 1 0 0 0 0"),
        ("parade", "goose 4, goose 3, goose 2, goose 1"),
    ],
)
async def test_every_question_can_be_answered_by_typing(here: Town, asked: Player, stall: str, answer: str) -> None:
    await asked.slash("play", answer=f"Try the {stall}")
    assert f"try the {stall}" in await asked.slash("play", answer=answer)


@pytest.mark.parametrize(
    "answer", mark_thorough(["banana", "", "x" * 3000, "play:1:0:0", " ", "²", "Try the", "@everyone"], 4)
)
async def test_a_typed_answer_that_is_not_on_offer_changes_nothing(here: Town, asked: Player, answer: str) -> None:
    revision = await here.revision()
    assert "⚠️ Please choose one of: Draw an animal" in await asked.slash("play", answer=answer)
    assert await here.revision() == revision


async def test_play_without_an_answer_shows_the_question(here: Town, asked: Player, other: Player) -> None:
    assert "What do you do" in await asked.slash("play")
    assert "waiting for" in await other.slash("play")
    assert "Nothing to do right now." in await other.slash("play", answer="End my turn")


async def test_answers_are_suggested_while_typing(here: Town, asked: Player, other: Player) -> None:
    async def offered(player: Player, typed: str) -> dict[str, str]:
        choices = await player.actor.autocomplete(here.channel, "play", "answer", typed)
        return {choice["name"]: choice["value"] for choice in choices}

    assert list(await offered(asked, "try the p")) == ["Try the price", "Try the pair", "Try the parade"]
    assert f"Poke {other.actor.user.global_name}" in await offered(asked, "")
    assert await offered(other, "") == {}
    await asked.slash("play", answer=(await offered(asked, "STREET"))["Try the street"])
    assert len(await offered(asked, "house")) == 25
    assert "try the street" in await asked.slash("play", answer=(await offered(asked, "30"))["House 30"])


async def test_a_suggestion_answers_only_the_question_it_was_made_for(here: Town, asked: Player) -> None:
    await asked.choose("Try the fruit")
    (apple, *_rest) = await asked.actor.autocomplete(here.channel, "play", "answer", "Apple")
    await asked.press("Apple")
    revision = await here.revision()
    await asked.slash("play", answer=apple["value"])
    assert await here.revision() == revision, "it meant the apple, and not the first thing that is on offer now"


async def test_a_stranger_gets_no_suggestions_and_cannot_play(here: Town, asked: Player, stranger: Player) -> None:
    assert await stranger.actor.autocomplete(here.channel, "play", "answer", "") == []
    for command, options in (("play", {}), ("hand", {}), ("bid", {"price": "5"}), ("table undo", {})):
        assert "You're not in a game right now" in await stranger.slash(command, **options)


async def test_a_player_who_waits_for_a_table_to_start_is_told_which_and_who_starts_it(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    said = await ann.slash("play")
    assert "you're waiting for table 1 in <#" in said
    assert "Whoever opened a table starts it" in said


async def test_a_bid_answers_only_where_a_price_is_asked(here: Town, asked: Player, other: Player) -> None:
    assert "You have no price to name right now. Your decision:" in await asked.slash("bid", price="5")
    assert "What do you do" in asked.sees
    assert "Nothing to do right now." in await other.slash("bid", price="5")
    await asked.choose("Try the price")
    assert "Please give an even whole number" in await asked.slash("bid", price="a lot")
    assert "try the price" in await asked.slash("bid", price="8")


async def test_a_secret_price_is_answered_in_private(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    assert "Your answer is sealed" in await ann.slash("bid", price="77")
    assert "Take back my answer" in ann.buttons
    assert re.search(r"\b77\b", here.public_text()) is None
    assert "$77" in await ann.slash("hand")
    assert "$77" not in await ben.slash("hand")
    assert "You took back" in await ann.press("Take back my answer", on=await panel(ann))


async def panel(player: Player) -> object:
    await player.act()
    return player.panel


# -- the wrong person, too late, twice ---------------------------------------------------------------


async def test_a_strangers_press_is_answered_and_changes_nothing(here: Town, asked: Player, stranger: Player) -> None:
    revision = await here.revision()
    assert "You're watching" in await stranger.press("Act", on=await here.board())
    for label in ("My hand", "Log", "Rules and cards"):
        await stranger.press(label, on=await here.board())
    assert await here.revision() == revision


async def test_a_player_who_is_not_asked_is_shown_for_whom_the_table_waits(
    here: Town, asked: Player, other: Player
) -> None:
    assert f"waiting for <@{asked.id}>" in await other.act()
    assert f"waiting for <@{asked.id}>" in await other.press("Look again")


async def test_from_the_hand_and_the_log_the_way_back_to_the_panel_is_open_to_who_waits(
    here: Town, asked: Player, other: Player
) -> None:
    for label in ("My hand", "Log"):
        await other.act()
        await other.press(label)
        assert f"waiting for <@{asked.id}>" in await other.press("Act")


async def test_an_old_panel_is_answered_with_the_present_question(here: Town, asked: Player) -> None:
    old = await here_copy(asked)
    await asked.choose("Try the fruit")
    await here.restart()  # after which it is not known that there is a newer one
    asked.panel = old
    answer = await asked.choose("Try the basket")
    assert "That decision has changed since you opened it; nothing was sent. Your decision now:" in answer
    assert "Which fruit?" in answer


async def here_copy(player: Player) -> object:
    """The panel of somebody who opens another one, as on another device; it keeps its controls as after a while."""
    player.town.env.refuse_late_edits()
    first = player.panel
    await player.act()
    return first


async def test_an_old_page_of_a_list_leads_to_the_present_question(here: Town, asked: Player) -> None:
    await asked.choose("Try the street")
    old = await here_copy(asked)
    await asked.choose("House 1")
    await here.restart()  # after which it is not known that there is a newer one
    asked.panel = old
    answer = await asked.press("Next 6 choices")
    assert "That decision has changed since you opened it; nothing was sent. Your decision now:" in answer
    assert "What do you do" in answer


async def test_an_old_button_is_no_part_of_another_questions_answer(here: Town, asked: Player) -> None:
    await asked.choose("Try the fruit")
    old = await here_copy(asked)
    await asked.press("Pear")
    await asked.choose("Try the parade")
    await here.restart()  # after which it is not known that there is a newer one
    asked.panel = old
    assert "That decision has changed since you opened it; nothing was sent. Your decision now:" in await asked.press(
        "Pear"
    )
    assert "Which comes first?" in str(parts_of(asked.panel)), "no goose was put in its place"


async def test_a_form_that_was_left_open_is_answered_with_the_present_question(here: Town, asked: Player) -> None:
    await asked.choose("Try the price")
    await asked.press("Another amount…")
    form = asked.form
    await asked.press("$4")
    asked.form = form
    answer = await asked.fill_in("10")
    assert "That decision has changed" in answer
    assert "What do you do" in answer


async def test_an_old_form_button_leads_to_the_present_question(here: Town, asked: Player) -> None:
    await asked.choose("Try the price")
    old = await here_copy(asked)
    await asked.press("$4")
    await here.restart()  # after which it is not known that there is a newer one
    asked.panel = old
    assert "That decision has changed" in await asked.press("Another amount…")


async def test_pressing_on_a_finished_game_says_so(here: Town, asked: Player, other: Player) -> None:
    old = await here_copy(asked)
    await other.slash("table concede", sure="yes")
    await here.restart()  # after which it is not known that there is a newer one
    asked.panel = old
    assert "This game is over" in await asked.choose("End my turn")


async def test_undo_is_free_until_something_was_drawn(here: Town, asked: Player) -> None:
    await asked.choose("Try the fruit")
    assert "Your last move is undone" in await asked.slash("table undo")
    await asked.choose("Draw an animal")
    assert "Nothing to undo" in await asked.slash("table undo")


async def test_what_was_undone_is_not_on_the_tables_message(here: Town, asked: Player, other: Player) -> None:
    await asked.choose(f"Poke {other.actor.user.global_name}")
    await asked.slash("table undo")
    assert "pokes" not in texts(parts_of(await here.board()))
    assert "pokes" not in await other.act()
    assert "undid their last move" in await other.slash("table log")


async def test_a_player_who_comes_back_reads_what_happened_to_them(here: Town, asked: Player, other: Player) -> None:
    await asked.choose(f"Poke {other.actor.user.global_name}")
    seen = await other.act()
    assert "Since you last looked: " in seen
    assert "pokes you." in seen
    await other.press("Laugh")
    assert "Since you last looked" not in other.sees


# -- restarts ----------------------------------------------------------------------------------------


async def test_every_button_works_after_a_restart(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann, seats=2)
    await here.restart()
    await ann.press("Variants…")
    await here.restart()
    await ann.fill_in(checks=["length", "poking"])
    await ben.press("Join", on=await here.board())
    await here.restart()
    await ann.press("Start", on=await here.board())
    for player in (ann, ben):
        await here.restart()
        await player.act()
        await here.restart()
        await player.press("Enter an amount…")
        await here.restart()
        await player.fill_in("5")
    await here.restart()
    asked = await here.whose_turn()
    await here.restart()
    await asked.choose("Try the week")
    await here.restart()
    await asked.press("Fill in Day 1 and on…")
    await here.restart()
    await asked.fill_in("1", "1", "1", "1", "1")
    await here.restart()
    await asked.press("Fill in Day 6 and on…")
    await here.restart()
    assert "try the week" in await asked.fill_in("2", "2")
    assert await coins_of(here, asked) >= 1


async def test_what_was_not_sent_before_a_stop_is_sent_after_the_next_start(here: Town, asked: Player) -> None:
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=1)
    await asked.choose("Try the fruit")
    assert "The fruit" not in texts(parts_of(await here.board()))
    await here.restart()
    await here.env.settle()
    assert "The fruit" in texts(parts_of(await here.board()))


async def test_nothing_is_posted_by_a_restart_alone(here: Town, asked: Player) -> None:
    before = [message.id for message in here.public()]
    await here.restart()
    await here.env.settle()
    assert [message.id for message in here.public()] == before


# -- hands and direct messages -----------------------------------------------------------------------


async def test_the_hand_is_shown_to_its_owner_alone(here: Town, asked: Player, other: Player) -> None:
    table = await here.table()
    own, theirs = table.hands[await seat_of(here, asked)][0], table.hands[await seat_of(here, other)][0]
    for seen in (await asked.slash("hand"), await asked.press("My hand", on=await here.board())):
        assert own in seen
        assert theirs not in seen


def direct_messages(player: Player) -> list[str]:
    history = player.actor.user.dm_channel.history()
    return [texts(parts_of(message)) for message in history if not message.flags.ephemeral]


async def test_direct_messages_come_only_to_those_who_want_them(here: Town, asked: Player, other: Player) -> None:
    await asked.choose("Draw an animal")
    assert direct_messages(asked) == []
    await asked.press("My hand", on=await here.board())
    assert "From now on I also send you your secrets" in await asked.press("DM me this too")
    assert len(direct_messages(asked)) == 1
    await asked.act()
    await asked.choose("Draw an animal")
    table = await here.table()
    drawn = table.hands[await seat_of(here, asked)][-1]
    assert drawn in direct_messages(asked)[-1]
    assert len(direct_messages(asked)) == 2
    assert direct_messages(other) == []


async def test_direct_messages_are_stopped_where_they_arrive(here: Town, asked: Player) -> None:
    await asked.slash("settings change", secrets="direct message")
    await asked.act()
    await asked.choose("Draw an animal")
    message = asked.actor.user.dm_channel.history()[-1]
    result = await asked.actor.user.click(message, label="Stop direct messages")
    assert "no longer send you direct messages" in texts(result.response.components)
    await asked.act()
    await asked.choose("Draw an animal")
    held = [text for text in direct_messages(asked) if "You hold" in text]
    assert len(held) == 2, "one when they were chosen, one for the animal that was drawn before they were stopped"


async def test_one_can_answer_from_a_direct_message(here: Town, asked: Player) -> None:
    await asked.slash("settings change", secrets="direct message")
    await asked.act()
    await asked.choose("Draw an animal")
    user = asked.actor.user
    opened = await user.click(user.dm_channel.history()[-1], label="Act")
    assert "What do you do" in texts(opened.response.components)
    assert opened.response.ephemeral
    assert "$5" not in texts((await user.slash("hand")).response.components)
    answered = await user.slash("play", answer="End my turn")
    assert "You chose: End my turn." in texts(answered.response.components)


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_noticed_and_secrets_come_here(here: Town, asked: Player, code: int) -> None:
    await asked.press("My hand", on=await here.board())
    dm = asked.actor.user.dm_channel.id
    here.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=code, times=None)
    assert "Your direct messages are closed for me" in await asked.press("DM me this too")
    assert "Discord won't let me DM you" in await asked.slash("hand")
    revision = await here.revision()
    await asked.act()
    await asked.choose("Draw an animal")
    assert await here.revision() == revision + 1
    assert await here.bot.storage.outbox.list_unsent(1) == []


async def test_direct_messages_that_are_closed_later_are_noticed_once(here: Town, asked: Player) -> None:
    await asked.slash("settings change", secrets="direct message")
    dm = asked.actor.user.dm_channel.id
    here.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=1)
    await asked.act()
    await asked.choose("Draw an animal")
    assert "Your direct messages are closed for me" in await asked.slash("settings change"), "it is told at once"
    assert "Discord won't let me DM you" in await asked.slash("settings change")
    await asked.act()
    await asked.choose("Draw an animal")
    assert len(direct_messages(asked)) == 1, "nobody knocks again before they ask for it"
    assert "by **direct message**" in await asked.slash("settings change", secrets="direct message")


async def test_discord_being_down_is_no_closed_door(here: Town, asked: Player) -> None:
    await asked.press("My hand", on=await here.board())
    dm = asked.actor.user.dm_channel.id
    here.env.inject_error("POST", f"/channels/{dm}/messages", status=500, times=1)
    assert "Your first copy cannot be sent just now" in await asked.press("DM me this too")
    assert direct_messages(asked) == []
    await here.env.advance_time(60)
    assert len(direct_messages(asked)) == 1


async def test_settings_are_remembered_after_a_restart(here: Town, ann: Player) -> None:
    assert "no direct messages" in await ann.slash("settings change")
    await ann.slash("settings change", secrets="direct message")
    await here.restart()
    assert "by **direct message**" in await ann.slash("settings change")
    assert "no direct messages" in await ann.slash("settings change", secrets="panel")


# -- faults ------------------------------------------------------------------------------------------


async def test_an_answer_that_does_not_arrive_costs_no_move(
    here: Town, asked: Player, caplog: pytest.LogCaptureFixture
) -> None:
    revision = await here.revision()
    await asked.choose("Try the fruit")
    here.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    lost = await asked.actor.click(asked.panel, label="Pear")
    assert not lost.acknowledged
    assert "404 (10062)" in caplog.text
    caplog.clear()
    here.env.backend.faults.clear()
    assert await here.revision() == revision + 2
    assert "What do you do" in await asked.act(), "pressing anywhere shows how things are"


async def test_a_bug_in_a_rule_is_admitted_with_a_reference_and_changes_nothing(
    here: Town, ann: Player, ben: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """An operator's box holds just one animal for each: drawing another is a bug."""
    boxes = here.path.with_name("boxes")
    boxes.mkdir()
    (boxes / "toy.json").write_text('{"animals": ["heron", "otter"]}')
    await here.restart(boxes=boxes)
    asked = await here.at_first_turn(ben, host=ann)
    revision = await here.revision()
    answer = await asked.choose("Draw an animal")
    assert "Nothing was changed, and the fault has been reported (reference 1-" in answer
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == ["a rule failed"]
    caplog.clear()
    assert await here.revision() == revision
    await asked.act()
    assert "Which fruit?" in await asked.choose("Try the fruit")
