"""Forums: each table is a post of its own, whose tags say its game and whether it is open, running or finished."""

from __future__ import annotations

from tests.cogs.forums import Forum
from tests.cogs.leagues import played_to_its_end
from tests.cogs.town import Player, Town, parts_of, texts


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
