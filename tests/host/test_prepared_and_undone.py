"""A turn that was prepared for the next time is not played when somebody takes back the end of the present one."""

from __future__ import annotations

from pathlib import Path

from bot.engine import play
from bot.engine.play import Played
from bot.engine.records import Move
from bot.games import GAMES
from bot.host.play import move_records
from bot.testing.random_games import Case, build_random, play_random_game
from tests.any_question import picks_of
from tests.house import ANN, BEN, House, house

CITY = Case(GAMES["big-shoulders"], 2, GAMES["big-shoulders"].options())


async def handed_over(home: House) -> tuple[int, int, Move]:
    """Play up to a move after which the other is asked and nothing new is known; return the table and who moved."""
    opened = await home.lobby.open_table(
        title="big-shoulders", guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=2, options=None
    )
    number = opened.row.game_id
    await home.lobby.join(number, BEN, "Ben")
    await home.lobby.start(number, ANN)
    turns = CITY.game.play_ahead.turns
    assert turns is not None
    for turn in play_random_game(CITY, "handed over"):
        after = turn.played.table
        if turn.played.blocks_undo or after.outcome is not None or turn.seat in play.list_asked_seats(after):
            continue
        if not turns.is_own(turn.before, turn.seat):
            continue
        await home.host.save_move(
            await home.host.get_running_game(number),
            move_records.TableCommand("repair", turn.seat),
            Played(turn.before, (), blocks_undo=False),
        )
        running = await home.host.get_running_game(number)
        user = running.get_seat_row(turn.seat).user_id
        assert user is not None
        context = await home.host.build_panel(number, user)
        assert context.question is not None
        assert context.etag is not None
        await home.host.answer_question(number, user, context.etag, picks_of(context.question, turn.move))
        ahead = (await home.services.prepared.build_panel(number, user)).next
        before = play.find_question(turn.before, turn.seat)
        if ahead is None or before is None:
            continue
        moves = (ahead.choose_random_move(build_random(f"{at}")) for at in range(20))
        same = [move for move in moves if before.is_legal(move) and before.describe(move) == ahead.describe(move)]
        if same:
            return number, user, same[0]
    raise AssertionError("nothing like that in this game")


async def test_undoing_the_end_of_a_turn_puts_what_was_prepared_away(tmp_path: Path) -> None:
    """Else it would be played at once, in the turn that was to be played otherwise."""
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        number, user, move = await handed_over(home)
        context = await home.services.prepared.build_panel(number, user)
        assert context.next is not None
        await home.services.prepared.add(number, user, context.then.tag, picks_of(context.next, move))
        before = len(await home.entries(number))
        undone = await home.host.undo_for_person(number, user)
        assert undone.note == "Your last move is undone. What you had prepared for your next turn is put away."
        await home.settle()
        assert [entry.kind for entry in (await home.entries(number))[before:]] == ["undo"]
        again = await home.again().host.build_panel(number, user)
        assert again.is_asked
        assert again.seen.prepared is None
