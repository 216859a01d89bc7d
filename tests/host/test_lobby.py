"""The lobby: tables fill up, change hands, and begin when they can."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import Draw, compute_digest
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.lobby.settings import check_added_text
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, House, house

OWNER_ONLY = "who opened this table, or a server manager"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


async def seats(home: House, number: int) -> list[int | None]:
    return [seat_row.user_id for seat_row in (await home.again().lobby.get_open_table(number)).seats]


async def boards(home: House, number: int) -> int:
    return [letter.kind for letter in await home.storage.outbox.list_unsent(number)].count("board")


async def test_a_player_who_opens_a_table_has_its_first_seat(home: House) -> None:
    table = await home.lobby.get_open_table(await home.opened())
    assert [(seat_row.seat, seat_row.user_id, seat_row.name) for seat_row in table.seats] == [(1, ANN, "Ann")]
    assert table.row.opened_by == ANN
    assert table.row.status == "open"
    assert not table.full
    assert not table.can_start
    assert await boards(home, table.row.game_id) == 1


async def test_an_unknown_game_is_answered_with_the_games_there_are(home: House) -> None:
    with pytest.raises(Refusal, match="The games are: toy"):
        await home.lobby.open_table(
            title="chess", guild_id=GUILD, channel_id=1, user_id=ANN, name="Ann", seats_wanted=2
        )


@pytest.mark.parametrize("wanted", [-1, 0, 1, 6, 100])
async def test_a_table_for_too_few_or_too_many_is_not_opened(home: House, wanted: int) -> None:
    with pytest.raises(Refusal, match="The Fair is for 2 to 5 players"):
        await home.opened(wanted=wanted)
    assert await home.storage.games.list_in_server(GUILD, statuses=("open",)) == []


async def test_joining_twice_takes_one_seat(home: House) -> None:
    number = await home.opened(BEN)
    again = await home.lobby.join(number, BEN, "Ben")
    assert [seat_row.user_id for seat_row in again.seats] == [ANN, BEN]
    await asyncio.gather(*(home.lobby.join(number, CLEO, "Cleo") for _ in range(3)))
    assert await seats(home, number) == [ANN, BEN, CLEO]


async def test_two_people_who_want_the_last_seat_at_once_do_not_share_it(home: House) -> None:
    number = await home.opened(wanted=2)
    await asyncio.gather(home.lobby.join(number, BEN, "Ben"), home.lobby.join(number, CLEO, "Cleo"))
    table = await home.lobby.get_open_table(number)
    assert [len(table.players), len(table.reserve)] == [2, 1]


async def test_a_table_with_a_full_reserve_is_refused_with_a_way_on(home: House) -> None:
    number = await home.opened(BEN, wanted=2)
    for guest in range(200, 206):
        await home.lobby.join(number, guest, f"Guest {guest}")
    with pytest.raises(Refusal, match=r"All seats and places in reserve are taken.*/game new"):
        await home.lobby.join(number, CLEO, "Cleo")
    assert (await seats(home, number))[:2] == [ANN, BEN]


async def test_a_player_who_leaves_frees_a_seat_for_somebody_else(home: House) -> None:
    number = await home.opened(BEN, wanted=2)
    left = await home.lobby.leave(number, BEN)
    assert left is not None
    assert not left.full
    await home.lobby.join(number, CLEO, "Cleo")
    assert await seats(home, number) == [ANN, CLEO]


async def test_a_player_who_has_not_joined_cannot_leave(home: House) -> None:
    number = await home.opened()
    with pytest.raises(NotYours, match="You have not joined this table"):
        await home.lobby.leave(number, STRANGER)


async def test_when_the_owner_leaves_the_table_belongs_to_who_came_next(home: House) -> None:
    number = await home.opened(BEN, CLEO)
    left = await home.lobby.leave(number, ANN)
    assert left is not None
    assert left.row.opened_by == BEN
    assert [seat_row.seat for seat_row in left.seats] == [1, 2]
    with pytest.raises(NotYours, match=f"<@{BEN}>"):
        await home.lobby.start(number, ANN)
    await home.lobby.start(number, BEN)


async def test_when_the_owner_leaves_a_bot_never_inherits_the_table(home: House) -> None:
    number = await home.opened()
    await home.lobby.add_bot(number, ANN)
    await home.lobby.join(number, CLEO, "Cleo")
    left = await home.lobby.leave(number, ANN)
    assert left is not None
    assert left.row.opened_by == CLEO


async def test_when_the_last_person_leaves_the_table_is_closed_whatever_bots_sit_there(home: House) -> None:
    number = await home.opened()
    await home.lobby.add_bot(number, ANN)
    assert await home.lobby.leave(number, ANN) is None
    with pytest.raises(Refusal, match="This table was closed: everybody had left, or its opener"):
        await home.lobby.join(number, BEN, "Ben")
    assert await boards(home, number) == 1, "so that its message says so"


async def test_bots_take_seats_with_names_of_their_own_and_leave_again(home: House) -> None:
    number = await home.opened(wanted=4)
    for _ in range(3):
        table = await home.lobby.add_bot(number, ANN)
    assert len({seat_row.name for seat_row in table.seats}) == 4
    assert all(seat_row.name.endswith("(bot)") for seat_row in table.seats[1:])
    with pytest.raises(Refusal, match="no bot fits in"):
        await home.lobby.add_bot(number, ANN)
    for _ in range(3):
        table = await home.lobby.remove_bot(number, ANN)
    assert [seat_row.user_id for seat_row in table.seats] == [ANN]
    with pytest.raises(Refusal, match="There is no bot at this table"):
        await home.lobby.remove_bot(number, ANN)


@pytest.mark.parametrize("what", ["start", "close", "options", "seats", "bot", "no bot"])
@pytest.mark.parametrize("user", [BEN, STRANGER])
async def test_only_the_owner_or_an_organiser_sets_a_table_up(home: House, what: str, user: int) -> None:
    number = await home.opened(BEN, wanted=4)
    await home.lobby.add_bot(number, ANN)
    before = await home.lobby.get_open_table(number)
    with pytest.raises(NotYours, match=OWNER_ONLY):
        await changes(home, what, number, user, organiser=False)
    assert await home.lobby.get_open_table(number) == before
    await changes(home, what, number, STRANGER, organiser=True)
    saved = await home.storage.games.load(number)
    assert saved is not None
    assert (saved.game, list(saved.seats)) != (before.row, list(before.seats))


async def changes(home: House, what: str, number: int, user: int, *, organiser: bool) -> None:
    match what:
        case "join":
            await home.lobby.join(number, CLEO, "Cleo")
        case "leave":
            await home.lobby.leave(number, user)
        case "start":
            await home.lobby.start(number, user, organiser=organiser)
        case "close":
            await home.lobby.close_table(number, user, organiser=organiser)
        case "options":
            await home.lobby.set_options(number, user, {"length": "long"}, organiser=organiser)
        case "seats":
            await home.lobby.set_seats(number, user, 5, organiser=organiser)
        case "bot":
            await home.lobby.add_bot(number, user, organiser=organiser)
        case "no bot":
            await home.lobby.remove_bot(number, user, organiser=organiser)


async def test_options_are_kept_and_played_by(home: House) -> None:
    number = await home.opened(BEN)
    table = await home.lobby.set_options(number, ANN, {"length": "long"})
    await home.lobby.confirm_presence(number, BEN)
    assert table.options.model_dump() == {"poking": True, "length": "long"}
    await home.lobby.start(number, ANN)
    turns = [step for step in (await home.table(number)).agenda if step.kind == "turn"]
    assert len(turns) == 4, "two rounds"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"poking": False, "length": "long"}, "A long fair without poking is dull"),
        ({"length": "endless"}, "'short' or 'long'"),
        ({"poking": "perhaps"}, "bool"),
        ({"weather": "fine"}, "Extra"),
    ],
)
async def test_options_that_do_not_go_together_are_refused_with_the_reason(
    home: House, change: dict[str, Any], sentence: str
) -> None:
    number = await home.opened()
    with pytest.raises(Refusal, match=sentence):
        await home.lobby.set_options(number, ANN, change)
    assert (await home.lobby.get_open_table(number)).options.model_dump() == {"poking": True, "length": "short"}
    with pytest.raises(Refusal, match=sentence):
        await home.opened(options=change)


async def test_two_options_that_only_fit_together_can_be_reached_one_after_the_other(home: House) -> None:
    number = await home.opened()
    await home.lobby.set_options(number, ANN, {"poking": False})
    with pytest.raises(Refusal, match="allow poking, or choose a short one"):
        await home.lobby.set_options(number, ANN, {"length": "long"})
    await home.lobby.set_options(number, ANN, {"poking": True})
    await home.lobby.set_options(number, ANN, {"length": "long"})


async def test_seats_are_added_and_removed_while_nobody_loses_theirs(home: House) -> None:
    number = await home.opened(BEN, CLEO)
    assert (await home.lobby.set_seats(number, ANN, 5)).row.seats_wanted == 5
    assert (await home.lobby.set_seats(number, ANN, 3)).full
    with pytest.raises(Refusal, match="3 have already joined"):
        await home.lobby.set_seats(number, ANN, 2)
    with pytest.raises(Refusal, match="2 to 5 players"):
        await home.lobby.set_seats(number, ANN, 6)


async def test_one_cannot_start_alone(home: House) -> None:
    number = await home.opened()
    with pytest.raises(Refusal, match=r"needs 2 to 5 players and 1 has joined.*add a bot"):
        await home.lobby.start(number, ANN)
    assert (await home.lobby.get_open_table(number)).row.status == "open"


async def test_a_game_may_start_with_fewer_than_wanted(home: House) -> None:
    number = await home.opened(BEN, wanted=5)
    running = await home.lobby.start(number, ANN)
    assert running is not None
    assert running.table.players == 2
    assert running.row.seats_wanted == 2


async def test_starting_twice_starts_once(home: House) -> None:
    number = await home.opened(BEN)
    results = await asyncio.gather(*(home.lobby.start(number, ANN) for _ in range(2)), return_exceptions=True)
    assert [str(result) for result in results if isinstance(result, Refusal)] == ["This game has already begun."]
    assert await home.revision(number) == 1


async def test_two_programs_start_a_table_once(home: House) -> None:
    number = await home.opened(BEN)
    results = await asyncio.gather(
        home.lobby.start(number, ANN), home.again().lobby.start(number, ANN), return_exceptions=True
    )
    assert [type(result) for result in results].count(Refusal) == 1
    assert await home.revision(number) == 1


async def test_seats_are_drawn_from_the_seed(tmp_path: Path) -> None:
    orders: set[tuple[str, tuple[int, ...]]] = set()
    for seed in ("seed", "seed", "tide", "ebb", "moon", "sun"):
        async with house(tmp_path / f"{len(orders)}{seed}.db", seed=seed) as home:
            number = await home.started(BEN, CLEO)
            order = tuple([await home.user(number, seat) for seat in (1, 2, 3)])
            assert sorted(order) == [ANN, BEN, CLEO]
            orders.add((seed, order))
    assert len(orders) == 5, "the same seed gives the same order"
    assert len({order for _, order in orders}) > 1


async def test_the_drawn_order_tells_nothing_about_the_deal(home: House) -> None:
    number = await home.started(BEN)
    running = await home.host.get_running_game(number)
    assert running.table.chance.secret == "seed"
    assert running.table.chance.drawn == 2, "two animals and no draw for the seats"


@pytest.mark.parametrize("what", ["join", "leave", "close", "options", "bot", "start"])
async def test_a_game_that_has_begun_is_no_lobby_any_more(home: House, what: str) -> None:
    number = await home.started(BEN)
    with pytest.raises(Refusal, match="This game has already begun"):
        await changes(home, what, number, ANN, organiser=True)


async def test_a_table_that_does_not_exist_is_refused_with_a_way_on(home: House) -> None:
    with pytest.raises(Refusal, match=r"no longer exists.*/game new"):
        await home.lobby.join(77, BEN, "Ben")


async def test_closing_is_for_good_and_seen_on_the_tables_message(home: House) -> None:
    number = await home.opened(BEN)
    await home.lobby.close_table(number, ANN)
    with pytest.raises(Refusal, match="This table was closed: everybody had left, or its opener"):
        await home.lobby.start(number, ANN)
    with pytest.raises(Refusal, match="This table was closed: everybody had left, or its opener"):
        await home.lobby.close_table(number, ANN)
    assert await boards(home, number) == 1


async def test_what_was_agreed_survives_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db") as home:
        number = await home.opened(BEN, wanted=4, options={"length": "long"})
        await home.lobby.add_bot(number, ANN)
    async with house(tmp_path / "boardroom.db") as home:
        table = await home.lobby.get_open_table(number)
        assert [seat_row.user_id for seat_row in table.seats] == [ANN, BEN, None]
        assert json.loads(table.row.options) == {"poking": True, "length": "long"}
        assert (table.row.seats_wanted, table.row.channel_id) == (4, CHANNEL)
        running = await home.lobby.start(number, ANN)
        assert running is not None
        assert sorted(seat_row.name for seat_row in running.seats) == ["Ada (bot)", "Ann", "Ben"]


async def test_a_start_writes_to_all_who_are_asked(home: House) -> None:
    number = await home.opened(BEN)
    await home.lobby.start(number, ANN)
    kinds = [letter.kind for letter in await home.storage.outbox.list_unsent(number)]
    assert kinds == ["promise", "hand", "hand", "board", "ask"]


# -- what everybody adds to the chance ---------------------------------------------------------------


async def added(home: House, number: int) -> dict[int | None, str]:
    """People and their contributions so far."""
    return {seat_row.user_id: seat_row.added for seat_row in (await home.lobby.get_open_table(number)).seats}


async def setup_news(home: House, number: int, kind: str) -> dict[str, Any]:
    """The announcement about randomness when the game began."""
    news = [piece["news"] for piece in json.loads((await home.entries(number))[0].stored_news)]
    found: dict[str, Any] = next(piece for piece in news if piece["kind"] == kind)
    return found


async def test_the_digest_of_the_secret_is_written_before_the_tables_message_and_never_again(home: House) -> None:
    number = await home.opened(BEN)
    letters = await home.storage.outbox.list_unsent(number)
    assert [letter.kind for letter in letters] == ["promise", "board"]
    seed = (await home.lobby.get_open_table(number)).row.seed
    assert seed == "seed"
    assert json.loads(letters[0].body) == {"digest": compute_digest(seed)}
    await home.lobby.start(number, ANN)
    assert (await setup_news(home, number, "seed committed"))["digest"] == compute_digest(seed)
    saved = await home.storage.games.load(number)
    assert saved is not None
    assert saved.game.seed is None, "from now on it is the table's"


async def test_each_table_draws_a_secret_of_its_own(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db") as home:
        host = Host(home.storage, home.host.games)
        seeds = []
        for _ in range(3):
            table = await Lobby(host).open_table(
                title="toy", guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", seats_wanted=2
            )
            seeds.append(table.row.seed or "")
        assert len(set(seeds)) == 3
        assert all(len(seed) == 64 for seed in seeds)


async def test_a_player_who_says_again_that_they_are_here_adds_the_newest(home: House) -> None:
    number = await home.opened(BEN)
    await home.lobby.join(number, BEN, "Ben", "first")
    await home.lobby.confirm_presence(number, BEN, "second")
    await home.lobby.confirm_presence(number, BEN)
    assert await added(home, number) == {ANN: "", BEN: "second"}
    await home.lobby.start(number, ANN, "third")
    running = await home.host.get_running_game(number)
    words = {running.get_seat_row(seat).user_id: word for seat, word in await by_seat(home, number)}
    assert words == {ANN: "third", BEN: "second"}


async def by_seat(home: House, number: int) -> list[tuple[int, str | None]]:
    told: list[str | None] = (await setup_news(home, number, "chance added"))["added"]
    return list(enumerate(told, 1))


async def test_bots_add_nothing_and_who_has_left_has_added_nothing(home: House) -> None:
    number = await home.opened(wanted=3)
    await home.lobby.join(number, CLEO, "Cleo", "Cleo's, who leaves")
    await home.lobby.leave(number, CLEO)
    await home.lobby.join(number, BEN, "Ben", "word")
    await home.lobby.add_bot(number, ANN)
    await home.lobby.start(number, ANN, "42")
    running = await home.host.get_running_game(number)
    words = {running.get_seat_row(seat).user_id: word for seat, word in await by_seat(home, number)}
    assert words == {ANN: "42", BEN: "word", None: None}


async def test_seats_and_deal_come_from_the_secret_and_from_everything_that_was_added(tmp_path: Path) -> None:
    seen = set()
    for at, words in enumerate([("1", "2"), ("1", "3"), ("4", "2"), ("1", "2")]):
        async with house(tmp_path / f"{at}.db") as home:
            number = await home.opened()
            await home.lobby.join(number, BEN, "Ben", words[1])
            await home.lobby.start(number, ANN, words[0])
            chance = (await home.host.get_running_game(number)).table.chance
            draw = Draw.with_drawn_seats("seed", words)
            assert [await home.user(number, draw.joined[0]), await home.user(number, draw.joined[1])] == [ANN, BEN]
            assert chance.seed == draw.compute_seed()
            seen.add(chance.seed)
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("typed", "word"), [("umbrella", "umbrella"), ("  two   words ", "two words"), ("Größe-7", "Größe-7")]
)
def test_a_word_of_ones_own(typed: str, word: str) -> None:
    assert check_added_text(typed) == word


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "x" * 41,
        "<@1>",
        "**",
        "`",
        "a\nb:",
        "https://x.y",
        "<seat:2>",
        "\u202eabc",
        "a;b",
        "\u200b",
        "@everyone",
    ],
)
def test_a_word_that_could_not_stand_in_everybodys_log_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="letters, digits, spaces and hyphens"):
        check_added_text(typed)


async def test_a_table_that_an_older_version_opened_draws_its_secret_when_the_clock_looks(home: House) -> None:
    number = await home.opened(BEN)
    await home.storage.database.write(lambda rows: rows.execute("update games set seed = null"))
    await home.storage.database.write(lambda rows: rows.execute("delete from letters"))
    await home.lobby.look()
    assert [letter.kind for letter in await home.storage.outbox.list_unsent(number)] == ["promise"]
    await home.lobby.look()
    await asyncio.gather(*(home.lobby.get_open_table(number) for _ in range(3)))
    assert [letter.kind for letter in await home.storage.outbox.list_unsent(number)] == ["promise"], "and once"
    assert await home.lobby.start(number, ANN, "1") is not None
