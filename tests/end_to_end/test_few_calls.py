"""How often a game pings people and posts: for unseen questions and for events, and for nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.engine import play
from bot.games import GAMES
from bot.testing.thorough import mark_thorough
from bot.ui.screens import PING_MARK
from tests.end_to_end.players import Presser
from tests.end_to_end.town import Town, town
from tests.storage.release import picks_for


@dataclass
class Count:
    """What a game cost its people."""

    answers: int = 0
    turns: int = 0
    """How often somebody was asked after another person's answer."""
    calls: int = 0
    posts: int = 0


async def played(there: Town, game: str, *names: str, bots: int, options: dict[str, str]) -> Count:
    """Let these people play a whole game, each in one panel that stays open, and count."""
    opener, *others = (there.people[name] for name in names)
    there.bot.host.new_seed = lambda: "5eed" * 16
    await opener.slash(there.channel, "game new", game=game, seats=len(names) + bots, place="here")
    await there.bot.lobby.set_options(1, opener.id, dict(options))
    for guest in others:
        await guest.click(there.table_message(), custom_id="join:1")
    for _ in range(bots):
        await there.bot.lobby.add_bot(1, opener.id)
    await there.settled()
    await opener.click(there.table_message(), custom_id="start:1")
    await there.settled()
    count, random, before = Count(), Random(3), 0  # noqa: S311  # it plays, it guards nothing
    people = {person.who.id: person for person in (Presser(there, name) for name in names)}
    while (running := await there.running()).table.outcome is None:
        seats = {running.get_own_seat(user_id): person for user_id, person in people.items()}
        seat = next(seat for seat in play.list_asked_seats(running.table) if seat in seats)
        question = play.find_question(running.table, seat)
        assert question is not None
        move = GAMES[game].choose(GAMES[game].view(running.table, seat), question, random)
        await seats[seat].answer(question, picks_for(question, move))
        count.answers += 1
        count.turns += before not in (0, seat)
        before = seat
        await there.settled()
    for entry in there.env.http_requests:
        if entry.method != "POST" or entry.path != f"/channels/{there.place.id}/messages" or not entry.json:
            continue
        text = str(entry.json)
        count.calls += f"act:1:{PING_MARK}" in text and bool(entry.json["allowed_mentions"]["users"])
        count.posts += "custom_id" not in text
    return count


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "posts"), mark_thorough([pytest.param("goodwill", 5), pytest.param("corporate-espionage", 20)])
)
async def test_a_player_who_plays_against_bots_is_not_called(tmp_path: Path, game: str, posts: int) -> None:
    options = {"goodwill": {"length": "short"}, "corporate-espionage": {"preset": "quick"}}[game]
    async with town(tmp_path, "Ann") as there:
        count = await played(there, game, "Ann", bots=2, options=options)
    assert count.answers >= 5, "alone among bots one is asked only with a choice"
    assert count.calls <= 1, "the open panel shows every question, but for the first one when a bot begins"
    assert count.posts <= posts, "its digest, and events"


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "share", "posts"), [("goodwill", 0.55, 5), ("briefcase", 0.45, 2)])
async def test_in_a_duel_each_call_is_for_what_another_persons_answer_has_asked(
    tmp_path: Path, game: str, share: float, posts: int
) -> None:
    options = {"goodwill": {"length": "short"}}.get(game, {})
    async with town(tmp_path, "Ann", "Ben") as there:
        count = await played(there, game, "Ann", "Ben", bots=0, options=options)
    assert count.answers > 20
    assert count.calls <= count.turns + 1
    assert count.calls <= share * count.answers
    assert count.posts <= posts, "its digest, and events: a round in which nothing happened makes no post"
