"""The board as a picture, and the charts: content in words, and robustness.

Nothing here compares pixels with a kept picture: the tests check words, the changes that alter the picture, and
measured letters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any, cast

import pytest
from PIL import Image

from bot.drawing.lettering import build_stencil, fit_text, measure_width, to_drawable
from bot.engine.chance import Chance
from bot.engine.pages import MOST_ALT, Grid, Picture
from bot.games.goodwill import GAME
from bot.games.goodwill.at_hand.foresight import known
from bot.games.goodwill.picture import PICTURES, SEAT_COLORS, charts
from bot.games.goodwill.picture.board import draw
from bot.games.goodwill.picture.description import phases
from bot.games.goodwill.picture.investors import last_prices, leaders
from bot.games.goodwill.picture.style import AMBER_LINE, COLOR
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView, view
from bot.testing.legibility import record_sheets
from bot.testing.random_games import Case, play_random_game, sample_other_positions
from bot.testing.thorough import mark_thorough
from tests.games.goodwill.dealing import AMBER, BLACK, CRIMSON, Evening, goodwill

SCRIPT = "".join(chr(0x1D4D0 + ord(letter) - ord("A")) for letter in "FRED")
"""Mathematical letters, as some people write their names."""
HOSTILE = (
    "W" * 200,
    "\x00\ud83d",
    "漢字かな交じり文の名前です한국어이름",
    "",
    " \n\t ",
    "🦄🦄🦄",
    "Bartholomew the Magnificent the Third",
    "\u202egnitirw\u202c <@1> **bold**",
    "Z̵̢̛͇̗̈a̶̧͉̽͌l̷̡̛̫͝g̸̡̛̣͘o",
    SCRIPT,
    "أحمد",
    "ﷺ" * 10,
)

MODES: dict[str, dict[str, Any]] = {
    "plain": {},
    "long": {"length": "long", "boss_shuffle_card": True},
    "short": {"length": "short", "fast_mode": "two bids at once"},
    "dividends": {"dividends": True, "vote": "sequential"},
    "cash only": {"dividends": True, "cash_only": True, "cash_visible": False},
    "cash hidden": {"cash_visible": False, "derivatives": "auction", "auction": "open ascending"},
    "auction": {"derivatives": "auction", "length": "long"},
    "objectives": {"derivatives": "hidden objectives", "fast_mode": "yearly sheet"},
    "odd": {"odd_prices": True, "four_player_threshold": "all companies", "rotate_tabs": "on"},
}
CASES = [
    pytest.param(Case(GAME, players, GoodwillOptions(**options)), id=f"{players}-{name}")
    for players in GAME.seats
    for name, options in MODES.items()
]


def plainly(seat: int) -> str:
    return f"Person {seat}"


def tables(case: Case, seed: str, count: int) -> list[Goodwill]:
    return [cast("Goodwill", turn.after) for turn in sample_other_positions(case, seed, count)]


def drawn(table: Goodwill, names: Callable[[int], str] = plainly) -> Picture:
    return draw(view(table, None), names)


def look(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.png))
    image.load()
    return image


def of(game: Evening, seat: int | None = None) -> Picture:
    return draw(game._view(None if seat is None else game.name(seat)), game.name)


# The board


@pytest.mark.thorough
@pytest.mark.parametrize("case", mark_thorough(CASES[::-1], len(MODES)))
def test_a_board_is_drawn_in_every_position(case: Case) -> None:
    for table in tables(case, "pictures", 2):
        picture = drawn(table)
        image = look(picture)
        assert image.format == "PNG"
        assert image.width == 1080
        assert 1500 <= image.height <= 2600
        assert len(picture.png) < 200_000
        assert picture.name == "board.png"
        assert 200 < len(picture.alt) <= MOST_ALT
        assert [table.box.boss[boss].name in picture.alt for boss in table.available] == [True] * 3


@pytest.mark.thorough
@pytest.mark.parametrize("case", mark_thorough(CASES[::-1], len(MODES)))
def test_nothing_hidden_is_drawn(case: Case) -> None:
    """Tables that a spectator cannot tell apart have the same picture; and so has, while cash is open, every seat."""
    for number, table in enumerate(tables(case, "hidden", 1)):
        picture = drawn(table)
        assert drawn(GAME.redeal(table, None, Chance(seed=str(number)))) == picture
        if table.options.cash_visible:
            assert [draw(view(table, seat), plainly) for seat in table.seats] == [picture] * table.players


def test_the_same_view_gives_the_same_bytes() -> None:
    game = goodwill().quiet_year()
    assert of(game) == of(game)


def test_the_words_tell_what_is_drawn() -> None:
    game = (
        goodwill()
        .with_capital(Amber=85, Black=120, Crimson=155)
        .with_market_shares(Amber=20, Black=45, Crimson=35)
        .with_tokens(AMBER, oil=2, workforce=1)
        .with_prices(oil=5, charcoal=25)
        .with_bosses(Amber="Cosima", Black="Gunnar", Crimson=None)
        .with_available("Idris", "Jolande", "Kasimir")
        .with_cash(Julien=12)
    )
    words = of(game.begin()).alt
    assert "Goodwill, 1953 (year 1 of 5)." in words
    assert "Amber: capital $85, share $9, market 20 %, 2 oil, 1 workforce, Cosima $5 3/0/1" in words
    assert "Black: capital $120, share $12, market 45 %" in words
    assert "Gunnar $15 3/3/2 (workforce else charcoal → oil)." in words
    assert "no boss." in words
    assert "Available: Idris $10 1/0/3" in words
    assert "Prices: oil $5, charcoal $25, workforce $10." in words
    assert "Julien 3/2/2, cash $12, worth $95, sees 1+2;" in words
    assert "Richest: Eric and Chris." in words


def test_the_picture_says_where_the_year_stands_and_who_has_the_lead() -> None:
    game = goodwill(derivatives="auction")
    assert "Now: Auctions. Lead: Julien." in of(game.begin()).alt
    assert "Now: Amber." in of(game.until("Amber: first price")).alt
    assert "Now: Black." in of(game.until("Black: candidates for boss")).alt
    game.quiet_year()
    assert "Now: Auctions. Lead: Fred." in of(game).alt
    sheets = goodwill(fast_mode="yearly sheet").begin()
    assert list(phases(sheets._view(None)).values()) == ["News", "Sheets", "Events"]
    assert "Now: Sheets." in of(sheets).alt


def test_the_picture_changes_with_the_phase_and_with_the_prices_shown() -> None:
    game = goodwill()
    drawn = {of(game.begin()).png, of(game.assess(Julien=10, Fred=12, Eric=14, Chris=16)).png}
    assert last_prices(game._view(None), game.seat("Chris")) == {AMBER: 16}
    drawn |= {of(game.until("Amber: candidates for boss")).png, of(game.until("Black: first price")).png}
    assert len(drawn) == 4


def test_bankrupt_companies_are_marked() -> None:
    game = goodwill().with_bankrupt(BLACK).begin()
    assert "Black: bankrupt." in of(game).alt
    stamped, empty = look(of(game)), look(of(goodwill().with_capital(Black=0).begin()))
    assert stamped.size == empty.size
    assert stamped.tobytes() != empty.tobytes()


CHANGES: dict[str, Callable[[Evening], Any]] = {
    "capital": lambda game: game.with_capital(Crimson=105),
    "market share": lambda game: game.with_market_shares(Amber=35, Black=30, Crimson=35),
    "tokens": lambda game: game.with_tokens(BLACK, oil=1, charcoal=1),
    "other tokens": lambda game: game.with_tokens(BLACK, oil=2, charcoal=1),
    "boss": lambda game: game.with_bosses(Amber="Kasimir"),
    "available": lambda game: game.with_available("Idris", "Jolande", "Kasimir"),
    "prices": lambda game: game.with_prices(workforce=15),
    "cash": lambda game: game.with_cash(Chris=99),
    "year": lambda game: game.in_year(1955),
    "bankrupt": lambda game: game.with_bankrupt(CRIMSON),
}


@pytest.mark.parametrize("change", CHANGES)
def test_everything_on_the_board_is_in_the_picture(change: str) -> None:
    before, after = goodwill(), goodwill()
    CHANGES[change](after)
    assert look(of(before.begin())).tobytes() != look(of(after.begin())).tobytes()
    assert of(before).alt != of(after).alt


def test_hidden_cash_is_not_told() -> None:
    open_game, game = (goodwill(cash_visible=visible).with_cash(Fred=57).begin() for visible in (True, False))
    assert "$57" in of(open_game).alt
    assert "$57" not in of(game).alt
    assert "Fred 3/2/2, cash hidden, sees 3+4;" in of(game).alt
    assert "lead" not in of(game).alt
    assert of(game).png == of(goodwill(cash_visible=False).begin()).png
    assert "cash $57" in of(game, 2).alt, "who holds it may see it"


def test_only_cash_leads_when_only_cash_counts() -> None:
    game = goodwill(dividends=True, cash_only=True).with_cash(Eric=101).begin()
    assert "Richest: Eric." in of(game).alt
    assert "cash $101, worth $101" in of(game).alt


def test_nobody_leads_when_all_are_equal() -> None:
    game = goodwill("Julien Fred", boss_shuffle_card=True).begin()
    assert leaders(game._view(None)) == []
    assert "lead" not in of(game).alt


def test_derivatives_that_were_won_lie_face_up() -> None:
    plainer = goodwill(derivatives="auction").begin()
    game = goodwill(derivatives="auction").with_derivative("Eric", "Amber below $70").begin()
    assert "Eric 2/3/2, cash $100, worth $172, sees 1+3, holds Amber < $70;" in of(game).alt
    assert look(of(game)).height > look(of(plainer)).height


def test_hidden_objectives_are_shown_at_the_end() -> None:
    game = goodwill("Julien Fred", derivatives="hidden objectives").with_objectives(
        Julien=["Amber above $140", "Amber below $70", "Black above $140", "Black below $70"],
        Fred=["Crimson above $140", "Crimson below $70", "Amber below Black", "Black below Crimson"],
    )
    assert "holds" not in of(game.begin()).alt
    words = of(game.with_capital(Amber=150, Black=100, Crimson=100).score()).alt
    assert "(the end)" in words
    assert "holds Amber > $140 (true), Black > $140 (missed), Amber < $70 (missed)" in words
    assert "Winner: Julien." in words


def test_all_nine_derivatives_of_one_player_fit() -> None:
    game = goodwill("Julien Fred", derivatives="auction")
    for card in game.table.box.derivatives:
        game.with_derivative("Fred", card.condition.noted())
    assert len(of(game.begin()).alt) <= MOST_ALT
    assert look(of(game)).width == 1080


def test_a_player_who_has_left_is_marked() -> None:
    game = goodwill().begin()
    seen = game._view(None)
    left = replace(seen.investors[2], conceded=True)
    gone = replace(seen, investors={**seen.investors, 2: left})
    assert draw(gone, game.name).png != of(game).png


# Names


@pytest.mark.parametrize("name", mark_thorough(HOSTILE, 4), ids=range(len(HOSTILE)))
def test_no_name_can_break_a_picture(name: str) -> None:
    table = tables(Case(GAME, 6, GoodwillOptions(length="long", derivatives="auction")), "names", 1)[0]
    picture = drawn(table, lambda seat: name)
    assert look(picture).width == 1080
    assert len(picture.alt) <= MOST_ALT


def test_names_are_written_as_far_as_the_fonts_know_them() -> None:
    assert to_drawable("Zoë Łukasz") == "Zoë Łukasz"
    assert to_drawable("漢字 한국어 Ω Я") == "漢字 한국어 Ω Я"
    assert to_drawable(SCRIPT) == "FRED"
    assert to_drawable("\u202eAnn\u200b\n🦄 B") == "Ann B"
    assert to_drawable("🦄") == ""
    assert len(to_drawable("A" + "\u0336" * 50)) <= 3


def test_a_player_who_has_no_letters_is_called_by_the_seat() -> None:
    table = tables(Case(GAME, 3, GoodwillOptions()), "nameless", 1)[0]
    assert drawn(table, lambda seat: "🦄").png == drawn(table, lambda seat: f"Player {seat}").png
    assert "Player 3 " in drawn(table, lambda seat: "").alt


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_long_names_are_made_to_fit(name: str) -> None:
    text, size = fit_text(to_drawable(name), "text", 38, 300, 32)
    assert measure_width(text, "text", size) <= 300
    assert size >= 32
    assert build_stencil(text, "text", size).mask.width <= 300 + size


# The charts of a finished game


def finished(**options: Any) -> GoodwillView:
    case = Case(GAME, 6, GoodwillOptions(**options))
    *_, last = play_random_game(case, "charts")
    assert last.after.outcome is not None
    return view(cast("Goodwill", last.after), None)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options",
    [{}, {"length": "long", "cash_visible": False}, {"derivatives": "auction"}],
    ids=["plain", "long", "cards"],
)
def test_charts_tell_the_story_of_a_game(options: dict[str, Any]) -> None:
    end = finished(**options)
    shares, wealth = charts(end, plainly)
    assert (shares.name, wealth.name) == ("share-values.png", "wealth.png")
    for picture in (shares, wealth):
        assert look(picture).size == (1080, 860)
        assert len(picture.png) < 100_000
        assert len(picture.alt) <= MOST_ALT
    for company in (AMBER, BLACK, CRIMSON):
        values = ", ".join(f"${year.share_values[company]}" for year in end.history)
        assert f"{company} {values}" in shares.alt
    for seat in end.investors:
        assert f"Person {seat} {', '.join(f'${year.wealth[seat]}' for year in end.history)}" in wealth.alt


@pytest.mark.parametrize("options", [{}, {"derivatives": "auction"}, {"derivatives": "hidden objectives"}])
def test_the_lines_of_the_chart_end_on_the_final_score(options: dict[str, Any]) -> None:
    """Derivatives pay after the last review."""
    end = finished(**options)
    assert end.outcome is not None
    words = charts(end, plainly)[1].alt.partition(": ")[2].removesuffix(".").split("; ")
    for seat, line in zip(end.investors, words, strict=True):
        assert line.startswith(f"Person {seat} ")
        assert line.endswith(f"${end.outcome.scores[seat]}")


def test_people_on_a_chart_have_no_companys_colour() -> None:
    assert len(set(SEAT_COLORS)) == len(SEAT_COLORS)
    assert not {*SEAT_COLORS} & {*COLOR.values(), AMBER_LINE}


@pytest.mark.parametrize("name", mark_thorough(HOSTILE, 4), ids=range(len(HOSTILE)))
def test_no_name_can_break_a_chart(name: str) -> None:
    for picture in charts(finished(), lambda seat: name):
        assert look(picture).width == 1080
        assert len(picture.alt) <= MOST_ALT


def test_a_game_that_ended_before_its_first_review_has_no_charts() -> None:
    assert charts(goodwill().begin()._view(None), plainly) == []


def test_share_values_can_be_looked_at_once_a_year_is_over() -> None:
    _, shares, _ = PICTURES
    assert not shares.is_ready(goodwill().begin()._view(None))
    end = finished()
    assert shares.is_ready(end)
    (section,) = shares.page(end).sections
    (grid,) = section.parts
    assert isinstance(grid, Grid)
    assert grid.heads == ["After", AMBER, BLACK, CRIMSON]
    assert [row[0] for row in grid.rows] == ["Start", *(str(year.year) for year in end.history[1:])]
    assert grid.rows[-1][1:] == [f"${end.history[-1].share_values[company]}" for company in (AMBER, BLACK, CRIMSON)]


def test_what_is_mine_is_drawn_large_with_the_news_i_see() -> None:
    table = tables(Case(GAME, 3, GAME.options()), "mine", 1)[0]
    mine = PICTURES[-1]
    assert not mine.is_ready(view(table, None)), "who watches has nothing"
    with record_sheets() as sheets:
        alt = mine.draw(view(table, 1), plainly).alt
    written = [element.words for element in sheets()[0].elements]
    seen = [table.box.event[pair.event].name for pair in known(view(table, 1)) if pair.event is not None]
    assert seen
    assert all(name in written and name in alt for name in seen)
    assert f"Cash ${table.investors[1].cash}" in written
