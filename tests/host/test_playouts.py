"""Playing on: in the night bots play games on from the turning points of their reviews, and the panel tells of it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.games import GAMES
from bot.host.record.playouts import Playouts, compute_playouts
from bot.host.record.review import ReviewContext, Reviews
from bot.host.record.turning_points import EDITION, PlayoutResult, Review, TurningPoint, read_stored_review
from bot.host.services import build_services
from bot.host.worker import Worker
from bot.testing.limits import check_screen
from bot.ui import screens
from bot.ui.screens.screen import MAX_TEXT_CHARS
from storage.interface.database import Connection
from storage.interface.past_games import StoredReview
from storage.interface.shards import ALL_SHARDS, Shards
from tests.house import ANN, BEN, STRANGER, House, house
from tests.judged_toy import COMPARED, choose_well
from tests.storage.release import SCHEMAS
from tests.toy import Name, ToyView, choose

GAMES_PLAYED = 12
FAIR = replace(COMPARED, bots=replace(COMPARED.bots, choose_easily=choose, played_on=GAMES_PLAYED))
"""No worker knows this game, so the bot plays it on by itself, in a thread."""


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games={"toy": FAIR}) as opened:
        yield opened


async def finished(home: House, *prices: int) -> int:
    """A game of Ann and Ben that seat 1 has won: it has tried the fruit, and the other seat has given up."""
    number = await home.started(BEN)
    for seat, price in enumerate(prices or (1, 5), 1):
        await home.plays(number, seat, Name(price=price))
    await home.says(number, 1, "Try the fruit")
    await home.says(number, 1, "Apple")
    await home.says(number, 1, "End my turn")
    await home.absence.give_up_seat(number, await home.user(number, 2))
    return number


def reviews(home: House, *, nights: bool = True) -> Reviews:
    return Reviews(home.host, Worker(1), nights=nights)


async def night(home: House) -> None:
    await Playouts(home.host, Worker(1)).run_night()


async def words(home: House, number: int, seat: Seat = 1, *, nights: bool = True) -> str:
    """The text shown by Review."""
    look = await reviews(home, nights=nights).get_review(number, STRANGER, seat)
    screen = screens.render_review(look, screens.draw_win_probability(look))
    check_screen(screen)
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


async def kept(home: House, number: int) -> StoredReview:
    found = await home.storage.reviews.get(number)
    assert found is not None
    return found


async def read(home: House, number: int) -> Review:
    found = read_stored_review(await kept(home, number), await home.revision(number))
    assert found is not None
    return found


def points(review: Review) -> list[TurningPoint]:
    return [point for points in review.points.values() for point in points]


async def change(home: House, statement: str) -> None:
    """Edit the stored rows by hand."""

    def work(rows: Connection) -> None:
        rows.execute(statement)

    await home.storage.database.write(work)


async def test_the_panel_says_that_bots_play_on_in_the_night_and_the_next_day_what_came_of_it(home: House) -> None:
    number = await finished(home)
    assert "In the night bots play on from these moments; look again tomorrow." in await words(home, number)
    assert "Played on" not in await words(home, number)
    await night(home)
    told = await words(home, number)
    assert "In the night" not in told
    assert f"Played on {GAMES_PLAYED} times by bots, from what **" in told
    assert told.count("Played on") == len((await read(home, number)).points[1])
    assert (await kept(home, number)).played_on


async def test_nothing_is_promised_where_there_are_no_nights_or_nobody_who_plays(home: House) -> None:
    number = await finished(home)
    assert "In the night" not in await words(home, number, nights=False)
    look = await Reviews(home.host, None, nights=True).get_review(number, ANN)
    assert not look.waits
    await Playouts(home.host, None).run_night()
    assert not (await kept(home, number)).played_on


async def test_nobody_plays_on_from_a_game_that_nobody_has_looked_back_at(home: House) -> None:
    number = await finished(home)
    await night(home)
    assert await home.storage.reviews.get(number) is None


async def test_after_a_restart_the_review_is_there_with_what_bots_have_played(home: House) -> None:
    number = await finished(home)
    await words(home, number)
    await night(home)
    assert "Played on" in await words(home.again(), number)
    assert await words(home.again(), number) == await words(home, number)


async def test_a_review_is_made_once(home: House) -> None:
    number = await finished(home)
    await reviews(home).get_review(number, ANN)
    made = home.storage.database.commits
    await reviews(home).get_review(number, ANN)
    await reviews(home).prepare_review(number)
    assert home.storage.database.commits == made


async def test_what_comes_of_a_turning_point_follows_from_the_record_alone(home: House) -> None:
    number, other = await finished(home), await finished(home)
    for each in (number, other):
        await words(home, each)
    await night(home)
    running, entries = await home.host.get_running_game(number), await home.entries(number)
    for point in points(await read(home, number)):
        assert point.played_on == compute_playouts(running, entries, point.revision)
        assert point.played_on is not None
        assert 0 <= point.played_on.won <= GAMES_PLAYED
        assert 0 <= point.played_on.won_instead <= GAMES_PLAYED
    assert await read(home, number) == await read(home, other), "the same seed and the same moves"


async def test_bots_play_on_from_what_the_seat_knew_and_not_from_what_others_had_laid_down(home: House) -> None:
    came = []
    for price in (0, 99):
        number = await home.started(BEN)
        await home.plays(number, 2, Name(price=price))
        await home.plays(number, 1, Name(price=50))
        await home.absence.give_up_seat(number, await home.user(number, 2))
        running, entries = await home.host.get_running_game(number), await home.entries(number)
        (own,) = [entry for entry in entries if entry.seat == 1 and entry.kind == "move"]
        came.append(compute_playouts(running, entries, own.revision))
    assert came[0] == came[1]
    assert came[0] is not None
    assert came[0].won > 0


async def test_a_poor_answer_wins_less_often_than_the_best_other(home: House) -> None:
    number = await finished(home)
    running, entries = await home.host.get_running_game(number), await home.entries(number)
    (price,) = [entry for entry in entries if entry.seat == 1 and entry.move == Name(price=1).model_dump_json()]
    came = compute_playouts(running, entries, price.revision)
    assert came is not None
    assert came.instead.startswith("$")
    assert came.games == GAMES_PLAYED
    assert came.won_instead > came.won, "a price of $1 hardly ever opens the fair"


async def test_a_game_that_has_gone_on_since_is_reviewed_anew(home: House) -> None:
    number = await finished(home)
    before = await words(home, number)
    await night(home)
    await change(home, "update reviews set revision = revision - 1")
    await night(home)
    assert await words(home, number) == before, "nobody has played on from this one yet"
    assert (await kept(home, number)).revision == await home.revision(number)


@pytest.mark.parametrize(
    "damage", ["review = '{}'", "review = '[1]'", f"edition = {EDITION - 1}", f"edition = {EDITION + 1}"]
)
async def test_a_review_that_cannot_be_read_is_made_anew_and_the_night_leaves_it(home: House, damage: str) -> None:
    number, other = await finished(home), await finished(home)
    before = await words(home, number)
    await words(home, other)
    await change(home, f"update reviews set {damage} where game_id = {number}")  # noqa: S608
    await night(home)
    assert (await kept(home, other)).played_on
    assert await words(home, number) == before
    await night(home)
    assert "Played on" in await words(home, number)


def choosing(sees: Callable[[], None]) -> AnyGame:
    """The fair, with a bot that something happens to."""

    def chosen(view: ToyView, question: Question, random: Random) -> Move:
        sees()
        return choose_well(view, question, random)

    return replace(FAIR, choose=chosen)


async def test_a_bot_that_is_stopped_in_the_night_goes_on_in_the_next_where_it_was(home: House, tmp_path: Path) -> None:
    loop, asked = asyncio.get_running_loop(), list[None]()

    def stops() -> None:
        asked.append(None)
        if len(asked) == ENOUGH:
            loop.call_soon_threadsafe(tonight.cancel)

    async with house(tmp_path / "stopped.db", games={"toy": choosing(stops)}) as stopped:
        number = await finished(stopped)
        await words(stopped, number)
        asked.clear()
        tonight = asyncio.create_task(night(stopped))
        with pytest.raises(asyncio.CancelledError):
            await tonight
        half = await read(stopped, number)
        there = [point.revision for point in points(half) if point.played_on is not None]
        assert 0 < len(there) < len(points(half))
        assert not (await kept(stopped, number)).played_on
        asked.clear()
        asked.extend([None] * ENOUGH)
        await night(stopped)
        whole = await read(stopped, number)
        assert (await kept(stopped, number)).played_on
        for before, after in zip(points(half), points(whole), strict=True):
            assert after.played_on is not None
            assert before.played_on in (None, after.played_on)
    number = await finished(home)
    await words(home, number)
    await night(home)
    assert await read(home, number) == whole, "as if it had not been stopped"


ENOUGH = 400
"""Answers after which bots have played on from one turning point, and not from all."""


async def test_a_fault_in_one_game_is_logged_and_leaves_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faulty = list[bool]()

    def fails() -> None:
        if faulty:
            raise ZeroDivisionError

    async with house(tmp_path / "faulty.db", games={"toy": choosing(fails)}) as home:
        first, second = await finished(home), await finished(home)
        for number in (first, second):
            await words(home, number)
        faulty.append(True)
        await night(home)
        assert caplog.text.count("a review could not be played on from") == 2
        assert not (await kept(home, first)).played_on
        faulty.clear()
        await night(home)
        assert (await kept(home, first)).played_on
        assert (await kept(home, second)).played_on


async def test_each_process_plays_on_from_games_of_its_own_servers_alone(home: House) -> None:
    number = await finished(home)
    await words(home, number)
    for shards, plays in ((Shards(1, 1, 2), False), (Shards(0, 0, 2), True)):
        process = build_services(home.storage, home.host.games, shards=shards, worker=Worker(1))
        await process.playouts.run_night()
        assert (await kept(home, number)).played_on == plays


async def test_nobody_plays_on_from_a_game_for_which_the_worker_has_no_time(tmp_path: Path) -> None:
    async with house(tmp_path / "goodwill.db", games=GAMES) as home:
        number = await home.with_bots("goodwill", "steady")
        await home.to_the_end(number, easily=True)
        await Reviews(home.host).get_review(number, ANN)
        worker = Worker(1)
        await worker.close()
        await Playouts(home.host, worker).run_night()
        assert not (await kept(home, number)).played_on


@pytest.mark.thorough
async def test_the_worker_plays_on_as_the_bot_would_by_itself(tmp_path: Path) -> None:
    async with house(tmp_path / "goodwill.db", games=GAMES) as home:
        number = await home.with_bots("goodwill", "steady")
        await home.to_the_end(number, easily=True)
        worker = Worker(1)
        await Reviews(home.host, worker).get_review(number, ANN)
        await Playouts(home.host, worker).run_night()
        await worker.close()
        running, entries = await home.host.get_running_game(number), await home.entries(number)
        found = points(await read(home, number))
        assert found
        assert found[0].played_on == compute_playouts(running, entries, found[0].revision)
        assert all(point.played_on is not None for point in found)


# -- texts -----------------------------------------------------------------------------------------


async def told_of(home: House, **changed: object) -> str:
    """The text of a turning point with these known facts."""
    number = await finished(home)
    look = await reviews(home).get_review(number, STRANGER, 1)
    point = look.review.points[1][0].model_copy(update=changed)
    review = look.review.model_copy(update={"points": {**look.review.points, 1: (point,)}})
    look = replace(look, review=review)
    screen = screens.render_review(look, screens.draw_win_probability(look))
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


CAME = PlayoutResult(games=24, won=9, instead="Pear, from <seat:2>", won_instead=14.5, is_bots=False)


async def test_it_is_told_how_often_each_answer_has_won(home: House) -> None:
    told = await told_of(home, played_on=CAME)
    assert "knew: 9 wins after this, 14.5 after **Pear, from " in told
    assert "<seat" not in told
    bots = await told_of(home, played_on=CAME.model_copy(update={"won": 1, "is_bots": True}))
    assert "knew: 1 win after this, 14.5 after the bot's answer." in bots, "its words stand above"
    nothing = await told_of(home, played_on=CAME.model_copy(update={"instead": ""}))
    assert "knew: 9 wins after this." in nothing


async def test_an_answer_that_won_as_often_as_any_other_is_called_good_after_all(home: House) -> None:
    better = "A better answer was **"
    assert better in await told_of(home, played_on=CAME)
    told = await told_of(home, played_on=CAME.model_copy(update={"won": 14.5}))
    assert better not in told
    assert "\nGood: a bot preferred **" in told


async def test_the_longest_words_have_room_in_one_message(home: House) -> None:
    number = await finished(home)
    look = await reviews(home).get_review(number, STRANGER, 1)
    long = "<seat:1> *pays* $12, [and] " * 40
    came = CAME.model_copy(update={"instead": long})
    point = look.review.points[1][0]
    longest = point.model_copy(
        update={
            "asked": long,
            "words": long,
            "part": "The last round",
            "sealed": True,
            "drew": True,
            "played_on": came,
            "better": point.better.model_copy(update={"words": long, "lost": "about 12.5 points", "why": long[:300]}),
        }
    )
    look = replace(look, review=look.review.model_copy(update={"points": {1: (longest,) * 3, 2: ()}, "cut": True}))
    shown = ReviewContext(look.seen, look.review, 1, waits=True)
    screen = screens.render_review(shown, screens.draw_win_probability(shown))
    check_screen(screen)
    texts = [block for block in screen.blocks if isinstance(block, str)]
    assert sum(map(len, texts)) <= MAX_TEXT_CHARS
    assert sum("14.5 after **" in text for text in texts) == 3, "nothing is cut off"


# -- games from before -----------------------------------------------------------------------------


async def test_a_game_that_was_over_before_reviews_were_kept_has_one_as_soon_as_somebody_looks(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    shutil.copy(SCHEMAS / "21.sqlite", path)
    async with house(path, games=GAMES) as home:
        over = await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("finished",))
        number = next(row.game_id for row in over if row.title == "goodwill")
        assert await home.storage.reviews.get(number) is None
        assert (await Reviews(home.host).get_review(number, STRANGER)).review.parts
        assert await home.storage.reviews.list_awaiting_playouts(ALL_SHARDS, EDITION, 5) in ([number], [])
        assert await read(home, number)
