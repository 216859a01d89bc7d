"""Questions about cards of the hand: each option has a letter on its card, which hides nothing of it."""

from __future__ import annotations

from bot.drawing import closeup
from bot.drawing.canvas import Area
from bot.engine import play
from bot.engine.option_labels import Place, mark_question
from bot.engine.questions import Choose, Subset
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.picture import WHERE
from bot.games.corporate_espionage.picture.hand import hand_sheet
from bot.games.corporate_espionage.picture.question import SPARE
from bot.games.corporate_espionage.view import EspionageView
from bot.testing.random_games import GAMES, Case, get_whole_game
from bot.testing.seated import build_desk, seat_people
from bot.ui.screens.table.option_labels import label_options

GAME = GAMES["corporate-espionage"]
FROM_HAND = (moves.Hire, moves.Purchase, moves.Spy, moves.UseSavvy, moves.Prepare, moves.Respond)


def list_turns() -> list[tuple[EspionageView, Choose | Subset]]:
    """Return every question with a list in a random game, with what its seat sees."""
    found: list[tuple[EspionageView, Choose | Subset]] = []
    for turn in get_whole_game(Case(GAME, max(GAME.seats), GAME.options())):
        question = play.find_question(turn.before, turn.seat)
        view = GAME.view(turn.before, turn.seat)
        assert isinstance(view, EspionageView)
        if isinstance(question, Choose | Subset):
            found.append((view, question))
    return found


def test_each_option_with_a_card_of_the_hand_has_the_letter_of_this_card() -> None:
    seen = set[type]()
    for view, question in list_turns():
        found = mark_question(WHERE, view, question)
        if found is None or isinstance(question, Subset):
            continue
        for move, place in zip(question.moves, found.places, strict=True):
            if isinstance(move, FROM_HAND):
                assert place == ("hand", move.card)
                assert found.marks[place]
                seen.add(type(move))
    assert seen >= {moves.Hire, moves.Purchase, moves.UseSavvy, moves.Respond}


def test_a_window_shows_the_only_card_that_answers_and_no_picture_without_one() -> None:
    counts = {0: 0, 1: 0}
    for turn in get_whole_game(Case(GAME, max(GAME.seats), GAME.options())):
        context = build_desk(seat_people(turn.before, game=GAME), turn.seat)
        question = context.question
        if isinstance(question, Choose) and moves.LetItPass() in question.moves:
            cards = {move.card for move in question.moves if isinstance(move, moves.Respond)}
            found = label_options(context.seen, question, ())
            assert (found is not None) is bool(cards)
            if found is not None:
                assert set(found.marks) >= {("hand", card) for card in cards}
            counts[min(1, len(cards))] += 1
    assert all(counts.values())


def test_cards_to_discard_have_letters_and_copies_share_one() -> None:
    view, _ = max(list_turns(), key=lambda turn: len(turn[0].hand))
    one, other = list(dict.fromkeys(view.hand))[:2]
    places = [WHERE.place(view, moves.DiscardDown(cards=(card,))) for card in (one, f"{one} 2", other)]
    assert places == [("hand", one), ("hand", one), ("hand", other)]


def test_a_letter_hides_no_word_of_a_card_and_no_other_letter() -> None:
    looked_at = 0
    for view, _ in list_turns()[::9]:
        cards = list(dict.fromkeys(view.hand))
        if len(cards) < 2:
            continue
        sheet = hand_sheet(view, SPARE)
        marks: dict[Place, str] = {("hand", card): chr(65 + at) for at, card in enumerate(cards)}
        areas = {mark: sheet.places[place] for place, mark in marks.items()}
        signs = closeup.place_signs(sheet, areas)
        for mark, sign in signs.items():
            assert len(sheet.image.crop(sign).getcolors() or ()) == 1, "there was something to read"
            assert not any(overlaps(sign, other) for name, other in signs.items() if name != mark)
        looked_at += 1
    assert looked_at


def overlaps(one: Area, other: Area) -> bool:
    return max(one.left, other.left) < min(one.right, other.right) and max(one.top, other.top) < min(
        one.bottom, other.bottom
    )


def test_others_have_no_place_on_a_hand_and_no_picture_of_it() -> None:
    assert not WHERE.public
    for turn in get_whole_game(Case(GAME, max(GAME.seats), GAME.options())):
        for card in GAME.view(turn.before, turn.seat).hand:
            assert WHERE.place(GAME.view(turn.before, None), moves.Hire(card=card)) is None
