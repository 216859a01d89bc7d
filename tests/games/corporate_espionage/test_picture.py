"""The table as a picture, and the charts: content in words, and robustness.

Nothing here compares pixels with a kept picture: the tests check words, and the changes that alter the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest
from PIL import Image

from bot.drawing.lettering import measure_width, wrap_text
from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.pages import MOST_ALT, Picture
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX, PlayingCard
from bot.games.corporate_espionage.picture import PICTURES
from bot.games.corporate_espionage.picture.hand import ROOM, TEXT, draw_hand
from bot.games.corporate_espionage.picture.table import (
    Chip,
    card_rows,
    charts,
    chips_of,
    draw,
    draw_own,
    in_rows,
    notes,
    round_words,
    shown,
    winners,
)
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.table import Embargo, Espionage, Exit, Loan, Permanent, Status
from bot.games.corporate_espionage.view import EspionageView, view
from bot.testing.legibility import record_sheets
from bot.testing.random_games import Case, play_random_game
from bot.testing.thorough import mark_thorough

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
    "أحمد",
    "ﷺ" * 10,
)

MODES: dict[str, dict[str, Any]] = {
    "plain": {},
    "audits": {"accounts": "on audit", "decks": "own decks"},
    "league": {"preset": "league", "loans": True, "embargoes": True},
    "alliances": {"teams": "alliances", "trading": True, "statements": True},
    "shared": {"teams": "shared companies", "blank_card": "big hands"},
    "text only": {"preset": "text only", "reactions": "everyone"},
}
CASES = [pytest.param(players, mode, id=f"{players}-{mode}") for players in GAME.seats for mode in MODES]


def plainly(seat: int) -> str:
    return f"Person {seat}"


@lru_cache(maxsize=64)
def random_tables(players: int, mode: str) -> list[Espionage]:
    """Return the tables of a random game."""
    case = Case(GAME, players, EspionageOptions(**MODES[mode]))
    return [cast("Espionage", turn.after) for turn in play_random_game(case, "pictures")]


def some_tables(players: int, mode: str) -> list[Espionage]:
    """Return a few of them, from all over the game."""
    found = random_tables(players, mode)
    return [*Random(mode).sample(found, 2), found[-1]]  # noqa: S311


def drawn(table: Espionage, names: Callable[[int], str] = plainly) -> Picture:
    return draw(view(table, None), names)


def look(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.png))
    image.load()
    return image


@lru_cache(maxsize=8)
def bots_game(players: int) -> list[Espionage]:
    """Return the tables of a game among the bots, who have many more cards in play than random moves bring."""
    random = Random("pictures")  # noqa: S311
    table = Case(GAME, players, EspionageOptions()).begin("pictures").table
    found = [cast("Espionage", table)]
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        assert GAME.choose is not None
        table = play.play(table, seat, GAME.choose(GAME.view(found[-1], seat), question, random)).table
        found.append(cast("Espionage", table))
    return found


def fullest(players: int) -> Espionage:
    def cards(table: Espionage) -> int:
        return sum(len(company.team) + len(company.inventory) for company in table.companies.values())

    return max(bots_game(players), key=cards)


# The table


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "mode"), mark_thorough(CASES[::-1], len(MODES)))
def test_a_table_is_drawn_in_every_position(players: int, mode: str) -> None:
    for table in some_tables(players, mode):
        picture = drawn(table)
        image = look(picture)
        assert image.format == "PNG"
        assert image.width == 1080
        assert len(picture.png) < 200_000
        assert picture.name == "board.png"
        assert 80 < len(picture.alt) <= MOST_ALT
        for company in table.companies:
            assert f"Person {company}" in picture.alt


@pytest.mark.parametrize("players", GAME.seats)
def test_a_crowded_table_is_drawn(players: int) -> None:
    picture = drawn(fullest(players))
    assert look(picture).width == 1080
    assert look(picture).height <= 3000
    assert len(picture.png) < 200_000
    assert len(picture.alt) <= MOST_ALT


@pytest.mark.parametrize(("players", "mode"), mark_thorough(CASES[::-1], len(MODES)))
def test_nothing_hidden_is_drawn(players: int, mode: str) -> None:
    """Tables that a spectator cannot tell apart have the same picture."""
    for number, table in enumerate(some_tables(players, mode)):
        assert drawn(GAME.redeal(table, None, Chance(seed=str(number)))) == drawn(table)


@pytest.mark.parametrize(("players", "mode"), mark_thorough(CASES[::4], 3))
def test_what_is_said_to_be_shown_decides_the_picture(players: int, mode: str) -> None:
    turns = random_tables(players, mode)[:40]
    for one, other in pairwise(turns):
        if shown(view(one, None)) == shown(view(other, None)):
            assert drawn(one) == drawn(other)
    assert draw(shown(view(turns[-1], None)), plainly) == drawn(turns[-1])


def test_the_same_view_gives_the_same_bytes_in_every_thread() -> None:
    seen = view(fullest(4), None)
    with ThreadPoolExecutor(4) as pool:
        pictures = list(pool.map(lambda _: draw(seen, plainly), range(8)))
    assert pictures == [draw(seen, plainly)] * 8


# What it tells


def opened(players: int = 3, **options: Any) -> EspionageView:
    """Return a table in which a few things have happened."""
    seen = view(cast("Espionage", Case(GAME, players, EspionageOptions(**options)).begin("told").table), None)
    companies = {
        number: replace(
            company,
            alive=True,
            account=20,
            announced=20,
            worth=20,
            team=(),
            inventory=(),
            income=0,
            overhead=0,
            hand_size=7,
            known=(),
            deck_size=41,
            discard=(),
            statuses=(),
            spotlight=0,
            exit=None,
            conceded=False,
        )
        for number, company in seen.companies.items()
    }
    everybody = list(companies)
    return replace(
        seen,
        round=3,
        active=1,
        companies=companies,
        living=everybody,
        order=everybody,
        loans=(),
        embargoes=(),
        outcome=None,
    )


def having(seen: EspionageView, number: int, **changes: Any) -> EspionageView:
    return replace(seen, companies={**seen.companies, number: replace(seen.companies[number], **changes)})


def card(name: str) -> str:
    return next(card.id for card in BOX.cards if card.name == name)


def in_play(*names: str, owner: int = 2, left: int | None = None) -> list[Permanent]:
    return [Permanent(number=n, card=card(name), owner=owner, left=left) for n, name in enumerate(names)]


CHANGES: dict[str, tuple[Callable[[EspionageView], EspionageView], str]] = {
    "account": (lambda seen: having(seen, 2, account=13), "Person 2: 13 points"),
    "a single point": (lambda seen: having(seen, 2, account=1), "1 point,"),
    "debt": (lambda seen: having(seen, 2, account=-2), "in debt"),
    "hidden": (lambda seen: having(seen, 2, account=None, announced=None, worth=None), "account hidden, worth hidden"),
    "announced": (lambda seen: having(seen, 2, account=None, announced=9, worth=None), "last told 9 points"),
    "worth": (lambda seen: having(seen, 2, worth=31), "worth 31"),
    "income": (lambda seen: having(seen, 2, income=8), "income 8"),
    "overhead": (lambda seen: having(seen, 2, overhead=3), "overhead 3"),
    "hand": (lambda seen: having(seen, 2, hand_size=4), "hand 4"),
    "deck": (lambda seen: having(seen, 2, deck_size=17), "deck 17"),
    "team": (
        lambda seen: having(seen, 2, team=in_play("Intern", "Founder", "Intern")),
        "in play Founder, Intern x2",
    ),
    "inventory": (lambda seen: having(seen, 2, inventory=in_play("Office Tower")), "in play Office Tower"),
    "taken": (lambda seen: having(seen, 2, team=in_play("Intern", owner=1)), "Intern (taken)"),
    "contract": (lambda seen: having(seen, 2, team=in_play("Temp Worker", left=2)), "Temp Worker (2 turns)"),
    "discard": (lambda seen: having(seen, 2, discard=[card("Poach"), card("Lawsuit")]), "discard Lawsuit"),
    "no income": (
        lambda seen: having(seen, 2, statuses=[Status(status="skip_income", amount=0, turns=1)]),
        "no income: 1 turn",
    ),
    "more overhead": (
        lambda seen: having(seen, 2, statuses=[Status(status="overhead_plus", amount=4, turns=2)]),
        "overhead +4: 2 turns",
    ),
    "attacked": (lambda seen: having(seen, 2, spotlight=1), "attacked 1 time"),
    "attacked as often as allowed": (
        lambda seen: replace(having(seen, 2, spotlight=1), spotlight_limit=1),
        "attacked 1 of 1: safe until its turn",
    ),
    "safe": (
        lambda seen: having(seen, 2, inventory=in_play("Firewall", "Golden Handcuffs")),
        "safe from cyber and personnel",
    ),
    "smaller losses": (
        lambda seen: having(
            seen, 2, team=in_play("Paralegal"), inventory=in_play("Legal Retainer", "Insurance Policy")
        ),
        "legal losses \N{MINUS SIGN}6, first loss halved",
    ),
    "no firing": (lambda seen: having(seen, 2, team=in_play("Turnaround Chief")), "no firing"),
    "seen in hand": (lambda seen: having(seen, 2, known=[card("Wiretap")]), "holds Wiretap"),
    "left": (lambda seen: having(seen, 2, conceded=True), "left"),
    "turn": (lambda seen: replace(seen, active=2), "Person 2's turn"),
    "round": (lambda seen: replace(seen, round=7), "round 7"),
    "embargo": (
        lambda seen: replace(seen, embargoes=[Embargo(target=2, members=[1, 3], last_round=6)]),
        "embargo to round 6",
    ),
    "loan": (
        lambda seen: replace(seen, loans=[Loan(number=1, lender=3, borrower=2, back=6, turns=2)]),
        "owes Person 3 6: 2 turns",
    ),
    "bankrupt": (lambda seen: gone(seen, None), "Person 2: bankrupt in round 3"),
    "taken over": (lambda seen: gone(seen, 1), "Person 2: taken over in round 3 by Person 1"),
}


def gone(seen: EspionageView, by: int | None) -> EspionageView:
    left = [number for number in seen.order if number != 2]
    seen = having(seen, 2, alive=False, account=0, exit=Exit(company=2, moment=1, worth=4, round=3, by=by))
    return replace(seen, living=left, order=left)


@pytest.mark.parametrize("change", CHANGES)
def test_everything_is_in_the_picture_and_in_its_words(change: str) -> None:
    do, words = CHANGES[change]
    before = opened()
    after = do(before)
    assert words not in draw(before, plainly).alt
    assert words in draw(after, plainly).alt
    assert draw(before, plainly).png != draw(after, plainly).png
    assert shown(before) != shown(after)


def test_a_player_who_is_out_comes_last_and_is_small() -> None:
    before, after = opened(), gone(opened(), None)
    assert look(draw(after, plainly)).height < look(draw(before, plainly)).height
    words = draw(after, plainly).alt
    assert words.index("Person 3: ") < words.index("Person 2: ")


def test_allies_and_partners_are_named() -> None:
    shared = draw(opened(4, teams="shared companies"), plainly)
    assert "Person 1 & Person 3: 20 points" in shared.alt
    allied, single = opened(4, teams="alliances"), opened(4)
    assert allied.companies[1].allies == [3]
    assert draw(allied, plainly).png != draw(single, plainly).png


def test_a_seat_that_looks_at_its_own_table_does_not_see_its_hand() -> None:
    table = bots_game(3)[30]
    for seat in table.seats:
        own = view(table, seat)
        assert own.hand
        assert draw(own, plainly) == draw(having(own, own.company or 0, known=()), plainly)


def test_the_head_says_what_counts_in_this_round() -> None:
    seen = opened()
    assert round_words(replace(seen, round=0)) == "Opening"
    assert notes(replace(seen, round=1)) == f"no espionage until round {seen.terms.peaceful_rounds + 1}"
    assert notes(replace(seen, round=8)) == "levy from round 9"
    assert notes(replace(seen, round=9)) == "levy since round 9"
    assert notes(replace(opened(preset="league"), round=9)) == "10 rounds in all"
    assert notes(opened(preset="text only")) == ""


def test_cards_without_room_are_counted() -> None:
    chips = [Chip("asset", f"Asset number {number}", 2) for number in range(30)]
    rows = in_rows(chips, 980, 3)
    assert len(rows) == 3
    rest = rows[-1][-1]
    assert rest.kind == "more"
    assert rest.words == f"{60 - 2 * (sum(map(len, rows)) - 1)} more"
    assert all(sum(chip.width + 12 for chip in row) <= 992 for row in rows)
    assert in_rows(chips[:2], 980, 3) == [chips[:2]]


def test_assets_have_room_beside_a_large_team() -> None:
    people = [Chip("employee", f"Employee number {number}") for number in range(30)]
    assets = [Chip("asset", f"Asset number {number}") for number in range(30)]
    rows = card_rows([*people, *assets[:3]], 980, 4)
    assert [row[0].kind for row in rows] == ["employee"] * 3 + ["asset"]
    assert [row[-1].kind for row in rows] == ["employee", "employee", "more", "asset"]
    rows = card_rows([*people, *assets], 980, 4)
    assert [row[0].kind for row in rows] == ["employee", "employee", "asset", "asset"]


def test_even_the_worst_table_is_drawn() -> None:
    """Every card twice in front of six companies in trouble: far more than can happen."""
    seen = opened(6, teams="alliances")
    people = [card.name for card in BOX.cards if card.type in ("employee", "executive")]
    assets = [card.name for card in BOX.cards if card.type == "asset"]
    troubles = [Status(status="skip_income", amount=0, turns=2), Status(status="overhead_plus", amount=12, turns=2)]
    for number in seen.companies:
        seen = having(
            seen,
            number,
            account=-138,
            worth=1188,
            income=156,
            overhead=133,
            team=in_play(*people, *people, owner=1, left=2),
            inventory=in_play(*assets, *assets, owner=1),
            hand_size=12,
            deck_size=120,
            known=[card.id for card in BOX.cards[:8]],
            statuses=troubles,
            spotlight=2,
            conceded=True,
            discard=[card("Antitrust Complaint")],
        )
    loans = [Loan(number=n, lender=n % 6 + 1, borrower=n, back=15, turns=3) for n in seen.companies]
    picture = draw(replace(seen, loans=loans, round=44), lambda seat: f"{seat}" + "W" * 200)
    assert look(picture).width == 1080
    assert len(picture.png) < 250_000
    assert len(picture.alt) <= MOST_ALT
    assert picture.alt.count("-138 points, worth 1188, income 156") == len(seen.companies)


def test_what_a_card_costs_and_earns_stands_on_it_while_there_is_room() -> None:
    seen = having(opened(), 2, team=in_play("Programmer"), inventory=in_play("Firewall"))
    assert [(chip.cost, chip.earns) for chip in chips_of(seen, 2)] == [(5, 3), (2, 0)]
    large = having(opened(6), 2, team=in_play("Programmer"))
    assert [chip.cost for chip in chips_of(large, 2)] == [None]
    bare = [Chip(chip.kind, chip.name) for chip in chips_of(seen, 2)]
    assert [chip.width > other.width for chip, other in zip(chips_of(seen, 2), bare, strict=True)] == [True, True]


def test_executives_come_first() -> None:
    seen = having(opened(), 2, team=in_play("Intern", "Founder"), inventory=in_play("Firewall"))
    assert [chip.kind for chip in chips_of(seen, 2)] == ["executive", "employee", "asset"]


# Names


@pytest.mark.parametrize("name", mark_thorough(HOSTILE, 4), ids=range(len(HOSTILE)))
@pytest.mark.parametrize("teams", ["off", "alliances", "shared companies"])
def test_no_name_can_break_a_picture(name: str, teams: str) -> None:
    seen = replace(opened(6, teams=teams), loans=[Loan(number=1, lender=3, borrower=2, back=6, turns=2)])
    for view_ in (seen, gone(seen, 1)):
        picture = draw(view_, lambda seat: name)
        assert look(picture).width == 1080
        assert len(picture.alt) <= MOST_ALT


def test_a_player_who_has_no_letters_is_called_by_the_seat() -> None:
    seen = opened()
    assert draw(seen, lambda seat: "🦄").png == draw(seen, lambda seat: f"Player {seat}").png
    assert "Player 3: " in draw(seen, lambda seat: "").alt


# The charts of a finished game


@pytest.mark.parametrize("players", GAME.seats)
def test_charts_tell_the_story_of_a_game(players: int) -> None:
    table = bots_game(players)[-1]
    end = view(table, None)
    worth, accounts = charts(end, plainly)
    assert (worth.name, accounts.name) == ("net-worth.png", "accounts.png")
    for picture in (worth, accounts):
        assert look(picture).width == 1080
        assert len(picture.png) < 100_000
        assert len(picture.alt) <= MOST_ALT
    for number, company in end.companies.items():
        balances = ", ".join(map(str, company.balances))
        assert f"Person {number} {balances}" in accounts.alt
        assert company.alive or f"Person {number} {balances}, 0 (out)" in accounts.alt, "its line ends with a cross"
        result = company.worth if company.alive else "out"
        assert f"Person {number} {result}" in worth.alt
        assert end.outcome is not None
        line = accounts.alt[accounts.alt.index(f"Person {number} ") :].rstrip(".").partition(";")[0]
        assert line.removesuffix(" (out)").endswith(f", {end.outcome.scores[number]}"), "it ends on the final score"
    for number in winners(end):
        assert f"1. Person {number} " in worth.alt
        assert f"Winner: Person {number}." in drawn(table).alt


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "mode"), CASES[::3])
def test_every_finished_game_has_charts(players: int, mode: str) -> None:
    pictures = charts(view(random_tables(players, mode)[-1], None), plainly)
    assert pictures
    assert all(look(picture).width == 1080 for picture in pictures)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_can_break_a_chart(name: str) -> None:
    for picture in charts(view(bots_game(4)[-1], None), lambda seat: name):
        assert look(picture).width == 1080
        assert len(picture.alt) <= MOST_ALT


def test_a_game_that_goes_on_has_no_charts() -> None:
    assert charts(view(bots_game(2)[5], None), plainly) == []


# The hand


def test_a_hand_is_drawn_card_by_card_with_every_word() -> None:
    table = next(table for table in bots_game(4) if len(table.companies[1].hand) > 4)
    own = view(table, 1)
    picture = draw_hand(own, plainly)
    names = [BOX.card[card].name for card in own.hand]
    assert all(name in picture.alt for name in names)
    fewer = draw_hand(replace(own, hand=own.hand[:2]), plainly)
    assert look(fewer).width == look(picture).width == 1080
    assert look(fewer).height < look(picture).height


@pytest.mark.parametrize("card", BOX.cards, ids=lambda card: card.name)
def test_in_a_hand_each_card_has_its_whole_text(card: PlayingCard) -> None:
    lines = wrap_text(card.text, "text", TEXT, ROOM)
    assert " ".join(lines) == card.text
    assert all(measure_width(line, "text", TEXT) <= ROOM for line in lines)


def test_nobody_who_watches_has_a_hand_to_be_drawn() -> None:
    table = bots_game(4)[0]
    assert [drawing.is_ready(view(table, None)) for drawing in PICTURES] == [True, False, False]
    assert [drawing.is_ready(view(table, 1)) for drawing in PICTURES] == [True, True, True]


def test_my_company_shows_what_each_card_costs_and_earns_also_in_a_large_round() -> None:
    table = max(bots_game(6), key=lambda each: len(each.living) * 100 + len(each.companies[1].team))
    own = view(table, 1)
    assert own.company is not None
    with record_sheets() as sheets:
        alt = draw_own(own, plainly).alt
    chips = chips_of(own, own.company, prices=True)
    assert chips
    assert all(chip.words in alt and chip.cost is not None for chip in chips)
    written = [element.words for element in sheets()[0].elements]
    assert all(chip.words in written and str(chip.cost) in written for chip in chips)
    assert "more" not in " ".join(written)
