"""Forums: each table is a post of its own, whose tags say its game and whether it is open, running or finished."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from discord import ForumChannel
from discord.utils import snowflake_time

from tests.cogs.forums import Forum
from tests.cogs.leagues import drawn, open_for_sign_up, played, played_to_its_end, stands, tables
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def test_in_a_forum_each_table_is_a_post_whose_tags_follow_it(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here)
    answer = await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    assert f"Table 1 is open in <#{post.id}>" in answer
    assert post.name == "The Fair with Ann"
    assert forum.get_tags(post) == ["open", "The Fair"]
    board = await here.board()
    assert board.id == post.id, "it is the first message of the post"
    assert "### The Fair · table 1" in texts(parts_of(board))

    await ben.press("Join", on=await here.board())
    assert f"2. <@{ben.id}>" in texts(parts_of(await here.board()))
    await ann.press("Start", on=await here.board())
    assert forum.get_tags(post) == ["running", "The Fair"]

    await played_to_its_end(here, 1)
    await here.bot.outbox_worker.wait_for_game(1, 20)
    assert forum.get_tags(post) == ["finished", "The Fair"]
    assert (await here.board()).id == post.id
    assert not forum.is_archived(post), "people talk about the result"
    assert forum.get_archive_minutes(post) == 24 * 60
    assert forum.tag_names == ["open", "running", "finished", "The Fair"]


async def delivered(here: Town, game_id: int = 1) -> None:
    """Wait until everything about a table has been told."""
    await here.bot.outbox_worker.wait_for_game(game_id, 20)


def tag_requests(here: Town, post_id: int) -> list[str]:
    """Return the requests that changed a post itself."""
    return [
        request.path
        for request in here.env.http_requests
        if request.method == "PATCH" and request.path.endswith(f"/channels/{post_id}")
    ]


# -- tags ----------------------------------------------------------------------------------------------


async def test_a_game_changes_its_post_twice_and_elsewhere_nothing_is_asked(
    here: Town, ann: Player, ben: Player
) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", seats=2)
    await ann.slash("game new", game="toy", seats=2)
    (post,), (thread,) = forum.posts, here.channel.threads
    for number in (1, 2):
        await ben.slash("game join", table=str(number))
        await ann.slash("game start", table=str(number))
        await played_to_its_end(here, number)
        await delivered(here, number)
    assert forum.get_tags(post) == ["finished", "The Fair"]
    assert len(tag_requests(here, post.id)) == 2
    assert tag_requests(here, thread.id) == []
    assert len(tag_requests(here, forum.handle.id)) == 1, "all tags were created at once"


async def test_existing_tags_are_used_and_renamed_ones_stay(here: Town, ann: Player) -> None:
    forum = Forum(here, tags={"Open": False, "RUNNING": False, "finished": False, "chat": False})
    await forum.slash(ann, "game new", game="toy")
    assert forum.tag_names == ["Open", "RUNNING", "finished", "chat", "The Fair"]
    forum.rename_tag("Open", "seats free")
    forum.rename_tag("The Fair", "fair")
    await forum.slash(ann, "game new", game="toy")
    assert [forum.get_tags(post) for post in forum.posts] == [["seats free", "fair"]] * 2
    forum.remove_tag("seats free")
    await forum.slash(ann, "game new", game="toy")
    assert forum.get_tags(forum.posts[-1]) == ["open", "fair"], "a deleted tag is created again"


async def test_tags_created_a_moment_ago_stay_where_the_bot_was_not_told_of_them_yet(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy")
    cached = here.bot.get_channel(forum.handle.id)
    assert isinstance(cached, ForumChannel)
    cached._available_tags.clear()  # as before the gateway's event of the change
    await forum.slash(ann, "game new", game="toy")
    assert [forum.get_tags(post) for post in forum.posts] == [["open", "The Fair"]] * 2
    assert forum.tag_names == ["open", "running", "finished", "The Fair"]


async def test_tags_that_people_set_stay_when_the_game_begins(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here, tags=dict.fromkeys(["a", "b", "c"], False))
    await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    forum.set_tags(post, "a", "b", "c", "open")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await delivered(here)
    assert forum.get_tags(post) == ["running", "a", "b", "c"]


async def test_without_manage_channels_posts_have_no_tags_and_the_first_opener_is_told_once(
    here: Town, ann: Player, ben: Player
) -> None:
    forum = Forum(here, lacks=["manage_channels"])
    told = await forum.slash(ann, "game new", game="toy", seats=2)
    assert "I cannot create the tags **open**, **running**, **finished**, **The Fair**" in told
    assert "because I lack **Manage Channels**" in told
    assert "Manage Channels" not in await forum.slash(ben, "game new", game="toy", seats=2)
    assert [forum.get_tags(post) for post in forum.posts] == [[], []]
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await played_to_its_end(here, 1)
    await delivered(here)
    assert forum.get_archive_minutes(forum.posts[0]) == 24 * 60


async def test_tags_created_by_a_moderator_meanwhile_are_used(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here, lacks=["manage_channels"])
    await forum.slash(ann, "game new", game="toy", seats=2)
    forum.add_tag("running")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await delivered(here)
    assert forum.get_tags(forum.posts[0]) == ["running"]


async def test_tags_for_moderators_need_manage_threads(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here, lacks=["manage_threads"], tags={"open": True, "running": True})
    told = await forum.slash(ann, "game new", game="toy", seats=2)
    assert "I cannot use the tags **open**, **running**, because they are for moderators" in told
    assert "**Manage Threads**" in told
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await delivered(here)
    assert forum.get_tags(forum.posts[0]) == ["The Fair"]


async def test_a_forum_full_of_tags_gets_those_that_fit(here: Town, ann: Player) -> None:
    forum = Forum(here, tags={f"tag {number}": False for number in range(18)})
    told = await forum.slash(ann, "game new", game="toy")
    assert "I cannot create the tags **finished**, **The Fair**: a forum has room for 20" in told
    assert forum.get_tags(forum.posts[0]) == ["open"]
    assert len(forum.tag_names) == 20


async def test_a_forum_that_requires_tags_refuses_tables_without_one(here: Town, ann: Player) -> None:
    forum = Forum(here, lacks=["manage_channels"])
    forum.requires_tag = True
    told = await forum.slash(ann, "game new", game="toy")
    assert "this forum wants a tag on each post, and I have none to give it" in told
    assert forum.posts == []
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []
    forum.add_tag("open")
    await forum.slash(ann, "game new", game="toy")
    assert forum.get_tags(forum.posts[0]) == ["open"]


# -- posts -----------------------------------------------------------------------------------------------


async def test_missing_permissions_are_named_as_a_forum_calls_them(here: Town, ann: Player) -> None:
    forum = Forum(here, lacks=["send_messages_in_threads", "attach_files"])
    answer = await forum.slash(ann, "game new", game="toy")
    assert "I lack permissions in this channel: Attach Files, Send Messages in Posts." in answer
    assert forum.posts == []


async def test_from_any_channel_a_forum_can_be_named_for_the_table(here: Town, ann: Player) -> None:
    forum = Forum(here)
    answer = await ann.slash("game new", game="toy", forum=forum.handle)
    (post,) = forum.posts
    assert f"Table 1 is open in <#{post.id}>" in answer
    assert forum.get_tags(post) == ["open", "The Fair"]
    assert here.channel.threads == []


async def test_in_a_named_forum_both_the_person_and_the_bot_must_be_allowed_to_post(here: Town, ann: Player) -> None:
    forum = Forum(here, lacks=["send_messages"])
    told = await ann.slash("game new", game="toy", forum=forum.handle)
    assert f"I lack permissions in <#{forum.handle.id}>: Create Posts" in told
    forum.deny("view_channel")
    told = await ann.slash("game new", game="toy", forum=forum.handle)
    assert f"I lack permissions in <#{forum.handle.id}>: View Channel" in told
    forum.deny("send_messages", person=ann.id)
    told = await ann.slash("game new", game="toy", forum=forum.handle)
    assert f"You may not create posts in <#{forum.handle.id}>" in told
    assert forum.posts == []
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []


async def test_a_table_can_stand_in_the_post_where_it_was_asked_for(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", place="here")
    assert forum.posts == []
    assert (await here.board()).channel.id == forum.first.id
    assert forum.tag_names == []


async def test_nobody_can_join_at_a_post_before_the_digest_of_the_deal_stands_there(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy")
    said = [
        json.dumps(request.json)
        for request in here.env.http_requests
        if request.path.startswith("/channels/") and request.method in ("POST", "PATCH")
    ]
    digest = next(number for number, words in enumerate(said) if "SHA-256" in words)
    assert not any("join:1" in words for words in said[:digest])
    assert "Join" in button_labels(parts_of(await here.board()))


async def test_a_table_that_is_closed_before_its_game_closes_its_post(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy")
    (post,) = forum.posts
    await ann.slash("game leave", table="1")
    await delivered(here)
    assert forum.get_tags(post) == ["finished", "The Fair"]
    assert forum.is_archived(post)


async def test_a_closed_table_that_is_opened_again_opens_its_post_again(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy")
    (post,) = forum.posts
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    await ann.slash("game leave", table="1")
    await delivered(here)
    now = here.bot.host.format_now()
    await here.bot.storage.lobbies.reopen(1, seats=saved.seats, confirm_until=now, thread="", now=now)
    here.bot.host.announce_commit(1, answered_for=False)
    await delivered(here)
    assert forum.get_tags(post) == ["open", "The Fair"]
    assert not forum.is_archived(post)
    assert forum.get_archive_minutes(post) == 7 * 24 * 60


async def test_a_table_without_a_post_yet_gets_the_one_that_an_interrupted_process_created(
    here: Town, ann: Player, ben: Player
) -> None:
    forum = Forum(here)
    # The simulation's ids have a time of their own.
    here.wall.ahead = snowflake_time(forum.first.id) - datetime.now(UTC)
    await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    storage, now = here.bot.storage, here.bot.host.format_now()
    await storage.messages.put(1, "board", post.id, None)
    await storage.messages.put(1, "post:open", post.id, None)
    await storage.lobbies.change(1, channel_id=forum.handle.id, now=now)
    await storage.lobbies.request_thread(1, "The Fair with Ann")
    forum.set_tags(post, "running", "The Fair")
    await here.restart()
    await delivered(here)
    assert [other.id for other in forum.posts] == [post.id]
    assert (await here.board()).id == post.id
    assert forum.get_tags(post) == ["open", "The Fair"]
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await delivered(here)
    assert forum.get_tags(post) == ["running", "The Fair"]


async def test_tags_are_changed_after_a_restart_if_discord_was_down(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    await ben.press("Join", on=await here.board())
    here.env.inject_error("PATCH", f"/channels/{post.id}", status=500, times=6)
    await ann.press("Start", on=await here.board())
    assert forum.get_tags(post) == ["open", "The Fair"]
    await here.env.advance_time(60)
    await here.restart()
    await here.env.advance_time(600)
    assert forum.get_tags(post) == ["running", "The Fair"]


async def test_a_name_chosen_for_a_table_is_that_of_its_post(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", name="Friday \u202enight")
    (post,) = forum.posts
    assert post.name == "Friday night · The Fair"
    await ann.press("Name…")
    await ann.fill_in("Late shift")
    assert post.name == "Late shift · The Fair"


async def test_play_again_opens_a_new_post_in_the_same_forum(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", seats=2)
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    await ann.slash("table concede", sure="yes", table="1")
    await delivered(here)
    (post,) = forum.posts
    (final,) = [message for message in here.public(post.id) if "Play again" in button_labels(parts_of(message))]
    answer = await ben.press("Play again", on=final)
    _, second = forum.posts
    assert f"You sit at table 2, which is open in <#{second.id}> with the same options." in answer
    assert second.name == "The Fair with Ben"
    assert forum.get_tags(second) == ["open", "The Fair"]
    assert (await here.board(2)).id == second.id
    await delivered(here, 2)
    assert any("invites you" in texts(parts_of(message)) for message in here.public(second.id))


async def test_a_deleted_post_closes_a_table_that_has_not_begun(here: Town, ann: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy")
    here.env.backend.delete_channel(forum.posts[0].id)
    await here.env.settle()
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []


async def test_the_first_message_of_a_post_is_edited_later_rather_than_posted_again(
    here: Town, ann: Player, ben: Player
) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046, times=2)
    await ben.press("Join", on=await here.board())
    await here.env.advance_time(600)
    assert f"2. <@{ben.id}>" in texts(parts_of(await here.board()))
    assert (await here.board()).id == post.id


async def test_an_archived_post_is_opened_again_for_its_table(here: Town, ann: Player, ben: Player) -> None:
    forum = Forum(here)
    await forum.slash(ann, "game new", game="toy", seats=2)
    (post,) = forum.posts
    await ben.press("Join", on=await here.board())
    here.env.backend.edit_channel(post.id, {}, thread_metadata={"archived": True})
    await here.env.settle()
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await ann.slash("game start", table="1")
    await here.env.advance_time(60)
    assert forum.get_tags(post) == ["running", "The Fair"]
    assert not forum.is_archived(post)


async def test_a_post_that_discord_refuses_is_explained_to_its_opener(here: Town, ann: Player) -> None:
    forum = Forum(here)
    here.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    assert "allow me **Create Posts**" in await forum.slash(ann, "game new", game="toy")
    assert forum.posts == []
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []


# -- leagues -----------------------------------------------------------------------------------------------


async def test_a_league_of_a_forum_has_its_messages_in_one_post_and_its_tables_in_others(
    here: Town, boss: Player, people: list[Player]
) -> None:
    forum = Forum(here)
    here.channel = forum.first_post
    await drawn(here, boss, people)
    assert (await stands(here, "standings")).channel.id == forum.first.id
    numbers = list((await tables(here)).values())
    for number in numbers:
        await delivered(here, number)
    assert len(forum.posts) == len(numbers)
    assert {tuple(forum.get_tags(post)) for post in forum.posts} == {("open", "The Fair")}
    game_id = numbers[0]
    await played(here, game_id)
    await delivered(here, game_id)
    post = (await here.board(game_id)).channel
    assert forum.get_tags(post) == ["finished", "The Fair"]
    league = await here.bot.storage.leagues.get(1)
    assert league is not None
    assert league.within == forum.handle.id


async def test_a_league_of_an_archived_post_is_still_found_by_everybody(
    here: Town, boss: Player, people: list[Player]
) -> None:
    forum = Forum(here)
    town_channel, here.channel = here.channel, forum.first_post
    await open_for_sign_up(here, boss)
    here.env.backend.edit_channel(forum.first.id, {}, thread_metadata={"archived": True})
    await here.env.settle()
    here.channel = town_channel
    assert "Winter Cup" in await people[0].slash("league list")


async def test_a_league_needs_a_channel_or_a_post_of_a_forum(here: Town, boss: Player) -> None:
    thread = here.env.backend.create_thread(here.channel.id, "talk", boss.id)
    here.channel = Forum(here).get_handle(thread.id)
    told = await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    assert "A league needs a channel of its server, in which its tables get threads, or a post of a forum" in told
