"""All news have a text for everybody, and everybody has a page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from bot import games as playable
from bot.engine import play
from bot.engine.addressing import address
from bot.engine.game import AnyGame
from bot.engine.news_text import format_news, format_news_for
from bot.engine.pages import Grid, Page
from bot.engine.records import News, Seat, Told
from bot.engine.table import AnswerSealed, TableNews
from bot.engine.words import MAX_FACTS_CHARS, MAX_FACTS_WORDS, fits_on_line
from bot.host.table.running import format_news_lines
from bot.testing.random_games import (
    BOTH,
    EVERY_GAME,
    GAMES,
    SEED,
    SEEDS,
    Case,
    draw_cases,
    draw_cases_for,
    format_page_lines,
    get_whole_game,
    is_part_of,
    is_sealed,
    list_subclasses,
    play_random_game,
    sample_positions,
)
from bot.ui.screens.past.rulebooks import WIDE, format_tables

MARK = re.compile(r"<seat:(\d+)>")
NOT_OF_YOU = re.compile(r"(?:^|[.;:] )[Yy]ou (?:[a-z]+s\b|[^.;:“]* and [a-z]+s (?:\d|\$|the\b|it\b))", re.MULTILINE)
BARE_VERB = re.compile(r"(?:^|[.;] )<seat:\d+> (?:(?:also|now|then) )?(?:is|has|was|does|[a-z]+s)\b", re.MULTILINE)
"""A seat as the subject of a verb that its own player would read in the third person."""
TELEPHONE = 38
"""Characters per line in a monospaced font on a narrow phone."""
NAMES = 14


def check_text(text: str, players: int) -> None:
    """Check that a text has only valid seat marks, and nothing that looks like program output."""
    assert all(1 <= int(seat) <= players for seat in MARK.findall(text)), text
    rest = MARK.sub("somebody", text)
    assert not set(rest) & set("<>{}[]"), text
    assert not re.search(r"\bNone\b(?! of)|  ", rest), text
    for line in rest.split("\n"):
        assert line == line.rstrip(), text
        assert line, text
        assert line[-1] not in ",;(-", text
    assert rest[-1] != ":", text


def check_said(case: Case, told: list[Told]) -> None:
    for piece in told:
        said = {reader: format_news(case.game, piece.news, reader) for reader in case.list_readers()}
        hearing = [text for reader, text in said.items() if piece.is_visible_to(reader)]
        kept_back = piece.to == frozenset() and isinstance(piece.news, AnswerSealed)
        assert any(hearing) or kept_back, f"nobody reads anything of {piece.news!r}"
        for text in said.values():
            if text:
                check_text(text, case.players)
        assert set(piece.news.list_concerned_seats()) <= set(range(1, case.players + 1))
        for seat in piece.news.list_targets():
            assert 1 <= seat <= case.players
            assert format_news_for(case.game, piece.news, seat), f"nothing tells its target of {piece.news!r}"


@pytest.mark.parametrize("case", BOTH)
def test_all_news_can_be_said_to_everybody(case: Case) -> None:
    check_said(case, list(case.begin(SEED).told))
    for turn in get_whole_game(case):
        check_said(case, list(turn.played.told))


@pytest.mark.parametrize("case", BOTH)
def test_a_player_who_has_done_something_reads_you_and_the_verbs_that_follow_it(case: Case) -> None:
    for turn in get_whole_game(case):
        for piece in turn.played.told:
            for seat in turn.after.seats:
                if piece.is_visible_to(seat):
                    for line in format_news_lines(case.game, [piece.news], seat):
                        assert f"<seat:{seat}>" not in line
                        assert not NOT_OF_YOU.search(line), line


@pytest.mark.parametrize("case", BOTH)
def test_news_say_both_persons_of_each_seat_that_does_something(case: Case) -> None:
    told = [*case.begin(SEED).told, *(piece for turn in get_whole_game(case) for piece in turn.played.told)]
    for piece in told:
        if piece.to is not None:
            continue  # said to its readers, who are no subject in it
        text = "" if isinstance(piece.news, TableNews) else case.game.say(piece.news, None)
        assert not BARE_VERB.search(text), f"a verb without a pair such as <buys|buy>: {text}"
        said = format_news(case.game, piece.news, None)
        assert not re.search(r"(?:^|[.;] )[Yy]our?\b", said, re.MULTILINE), said  # texts of cards may say "your"


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_all_news_can_be_said(case: Case, seed: str) -> None:
    for turn in play_random_game(case, seed):
        check_said(case, list(turn.played.told))


@pytest.mark.parametrize("case", BOTH)
def test_a_player_who_has_sealed_an_answer_can_read_it_again_and_above_each_question_stand_whole_lines(
    case: Case,
) -> None:
    for turn in sample_positions(case, "laid down", 40):
        if is_sealed(turn):
            check_text(play.describe_sealed_answer(turn.after, turn.seat), case.players)
        for seat, question in play.list_questions(turn.after).items():
            if case.game.teaching.at_hand is not None:
                for line in case.game.teaching.at_hand(case.game.view(turn.after, seat), question):
                    check_text(line, case.players)
                    assert line


@pytest.mark.parametrize("case", BOTH)
def test_what_is_decisive_for_an_answer_is_one_short_line(case: Case) -> None:
    bears = case.game.teaching.bears
    for turn in get_whole_game(case):
        for seat, question in play.list_questions(turn.after).items():
            if bears is not None and (line := bears(case.game.view(turn.after, seat), question)):
                read = address(line, seat)
                check_text(read, case.players)
                assert "\n" not in read
                assert f"<seat:{seat}>" not in read, f"to its own player it says: {read}"
                assert fits_on_line(read), f"too long: {read}"


@pytest.mark.parametrize("case", [one for one in BOTH if one.values[0].game.teaching.private_facts is not None])
def test_what_only_a_player_knows_about_a_question_is_one_short_line(case: Case) -> None:
    facts, said = case.game.teaching.private_facts, 0
    assert facts is not None
    for turn in get_whole_game(case):
        for seat, question in play.list_questions(turn.after).items():
            lines = facts(case.game.view(turn.after, seat), question)
            assert [len(line) for line in lines] == sorted({len(line) for line in lines}, reverse=True)
            for line in lines:
                check_text(line, case.players)
                assert "\n" not in line
                assert len(line) <= MAX_FACTS_CHARS, line
                assert len(line.split()) <= MAX_FACTS_WORDS, line
                said += 1
    assert said


def measure_width(grid: Grid) -> int:
    """Return the width of the columns in characters; the first one holds names, and is truncated."""
    columns = list(zip(grid.heads, *grid.rows, strict=True))
    names = max(min(NAMES, len(MARK.sub("x" * NAMES, cell))) for cell in columns[0])
    return names + sum(1 + max(len(MARK.sub("x" * NAMES, cell)) for cell in column) for column in columns[1:])


def check_page(page: Page, players: int) -> None:
    check_text(page.title, players)
    for section in page.sections:
        check_text(section.heading, players)
        for part in section.parts:
            if isinstance(part, Grid):
                assert all(len(row) == len(part.heads) for row in part.rows)
                assert measure_width(part) <= TELEPHONE, part.heads
                for cell in (*part.heads, *(cell for row in part.rows for cell in row)):
                    assert isinstance(cell, str)
                    if cell not in ("", "-"):
                        check_text(cell, players)
            else:
                check_text(part, players)


def check_pages(case: Case, reader: Seat | None, view: object) -> None:
    page, hand = case.game.page(view), case.game.hand(view)
    assert page.title
    assert page.sections
    check_page(page, case.players)
    check_page(hand, case.players)
    if reader is None:
        assert not hand.sections, "a spectator has no hand"


@pytest.mark.parametrize("case", BOTH)
def test_there_is_a_page_and_a_hand_for_everybody(case: Case) -> None:
    for turn in sample_positions(case, "pages", 8):
        for reader in case.list_readers():
            check_pages(case, reader, case.game.view(turn.after, reader))


@pytest.mark.parametrize("case", BOTH)
def test_there_is_a_page_when_the_game_is_over(case: Case) -> None:
    last = get_whole_game(case)[-1]
    assert last.after.outcome is not None
    for reader in case.list_readers():
        view = case.game.view(last.after, reader)
        check_pages(case, reader, view)
        words = "\n".join(format_page_lines(case.game.page(view)))
        assert all(f"<seat:{seat}>" in words for seat in last.after.seats)


@pytest.mark.parametrize("case", BOTH)
def test_the_table_says_what_it_is_waiting_for(case: Case) -> None:
    for turn in sample_positions(case, "waiting", 10):
        title = turn.before.agenda[0].get_title(turn.before)
        check_text(title, case.players)
        assert play.list_asked_seats(turn.before)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_result_says_what_is_counted(game: AnyGame) -> None:
    assert re.search(r"\b120\b", game.wording.score(120))
    assert game.wording.score(120) != "120"


def test_a_headline_is_told_to_everybody() -> None:
    headlines = 0
    for game in GAMES.values():
        case = Case(game, min(game.seats), game.options())
        for turn in get_whole_game(case):
            for piece in turn.played.told:
                if piece.news.makes_post:
                    assert piece.to is None
                    headlines += 1
    assert headlines


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_visiting_card_is_complete(game: AnyGame) -> None:
    assert playable.GAMES[game.key] is game, "it is one of ours, or installed, and not refused"
    assert game.title
    assert game.tagline[-1] == "."
    assert "\n" not in game.tagline
    assert len(game.rulebook) >= 3
    assert all(chapter.title and chapter.text for chapter in game.rulebook)
    assert all(len(format_tables(chapter.text)) <= 3800 for chapter in game.rulebook), "a chapter fits on one screen"
    for name, field in game.options.model_fields.items():
        assert field.title, name
        assert field.description, name
        assert len(field.title) <= 45
        assert len(field.description) <= 100
        assert any(f"**{field.title}**" in chapter.text for chapter in game.rulebook), "see `chapters`"
    game.options()
    assert type(game.box).model_validate_json(game.box.model_dump_json()) == game.box


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_table_in_a_chapter_fits_a_telephone(game: AnyGame) -> None:
    for chapter in game.rulebook:
        for table in format_tables(chapter.text).split("```")[1::2]:
            assert max(map(len, table.splitlines())) <= WIDE, chapter.title


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_kind_of_news_has_its_own_name(game: AnyGame) -> None:
    kinds = [kind for kind in list_subclasses(News) if is_part_of(game, kind) and not list_subclasses(kind)]
    names = [kind.model_fields["kind"].default for kind in kinds]
    assert len(names) >= 3
    assert len(set(names)) == len(names)
