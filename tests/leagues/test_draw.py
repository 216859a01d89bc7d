"""The draw: nobody chooses it, anybody can check it, and private wishes stay private."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from hmac import new as hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.engine.chance import Chance, compute_digest
from bot.leagues.draw import (
    DRAWS_PER_COMMITMENT,
    Pair,
    collect_tickets,
    derive_commitment,
    derive_seed,
    draw_divisions,
    hash_wishes,
    keep_apart,
    shuffle_entrants,
)
from bot.leagues.log_entries import (
    Brought,
    Carded,
    Drawn,
    Ended,
    InvalidEntry,
    Joined,
    LogLine,
    OpenedWishes,
    Reverted,
    Withdrew,
)
from bot.leagues.proof import check
from bot.leagues.rounds import draw_next
from bot.leagues.rules import Format, Rules
from bot.leagues.season import Season, add_entries
from tests.leagues.seasons import SECRET, chances, drawn, next_draw, opened, play, seed, unsealed

TICKETS = st.dictionaries(st.integers(1, 50), st.text("0123456789", max_size=5), max_size=20)


@given(st.text(min_size=1), TICKETS)
def test_the_order_is_a_shuffle_by_the_keyed_hash_of_all_tickets(secret: str, tickets: dict[int, str]) -> None:
    """As anybody can work it out."""
    lines = "".join(f"{number} {ticket}\n" for number, ticket in sorted(tickets.items()))
    drawn_from = hmac(secret.encode(), lines.encode(), sha256).hexdigest()
    assert shuffle_entrants(secret, tickets) == Chance(seed=drawn_from).shuffled(sorted(tickets))


def test_the_last_to_join_and_a_player_who_knows_the_seed_cannot_steer_alone() -> None:
    tickets = {number: str(number) for number in range(1, 9)}
    assert shuffle_entrants("seed", tickets) != shuffle_entrants("another", tickets)
    assert shuffle_entrants("seed", tickets) != shuffle_entrants("seed", {**tickets, 8: "9"})


@given(st.text(min_size=1, max_size=9))
def test_each_seed_of_a_season_is_the_digest_of_the_next(secret: str) -> None:
    seeds = [derive_seed(secret, draw) for draw in range(1, DRAWS_PER_COMMITMENT + 1)]
    assert compute_digest(seeds[0]) == derive_commitment(secret)
    assert [compute_digest(later) for later in seeds[1:]] == seeds[:-1]
    assert seeds[-1] == secret


def test_everybody_who_signed_up_is_drawn_into_divisions_that_are_even() -> None:
    season = drawn(21)
    assert [len(season.list_entrants(division)) for division in season.list_divisions()] == [7, 7, 7]
    assert len(season.tables) == 21
    assert {one.number for one in season.entrants.values() if one.division} == set(range(1, 22))


RATED = {number: Brought(rating=1500 + number) for number in range(1, 15)}


def test_better_ratings_come_into_better_divisions_in_a_first_season_whose_rules_have_it() -> None:
    season = opened(14, Rules(title="fair", seats=4, seeded=True))
    entry = draw_divisions(season, seed(season), brought=RATED).entry
    assert set(entry.divisions[1]) == set(range(8, 15))
    add_entries(season, entry)
    _, drawn_again, rated = check(unsealed(season).lines)
    assert drawn_again.is_proven
    assert "seed, tickets, the ratings in it and the wishes that are opened give these 14 tables" in drawn_again.text
    assert rated.is_statement, "where ratings come from is in no file"
    assert "the ratings of 14 entrants" in rated.text


def test_in_a_season_whose_rules_do_not_have_it_ratings_have_no_part_in_the_draw_and_nobody_can_claim_it() -> None:
    season = opened(14)
    entry = draw_divisions(season, seed(season), brought=RATED).entry
    assert entry.divisions == draw_divisions(season, seed(season)).entry.divisions
    seeded = opened(14, Rules(title="fair", seats=4, seeded=True))
    claimed = draw_divisions(seeded, seed(seeded), brought=RATED).entry
    add_entries(season, claimed)
    assert [one.ok for one in check(unsealed(season).lines)] == [True, False]


def test_a_player_who_says_other_ratings_than_a_draw_was_made_with_is_found_out() -> None:
    season = opened(14, Rules(title="fair", seats=4, seeded=True))
    entry = draw_divisions(season, seed(season), brought=RATED).entry
    add_entries(season, entry.model_copy(update={"brought": {**RATED, 1: Brought(rating=1900)}}))
    assert [one.ok for one in check(unsealed(season).lines)] == [True, False, True]


def test_seasons_of_older_rules_are_drawn_and_proven_by_whatever_ratings_they_name() -> None:
    season = opened(14, Rules(title="fair", seats=4, edition=2))
    entry = draw_divisions(season, seed(season), brought=RATED).entry
    assert set(entry.divisions[1]) == set(range(8, 15))
    add_entries(season, entry)
    assert all(one.ok for one in check(season.lines))


def test_ratings_go_with_the_divisions_of_newer_seasons_alone() -> None:
    for other in ({"edition": 2}, {"format": "swiss"}, {"format": "cup"}):
        with pytest.raises(ValidationError, match="newer seasons"):
            Rules.model_validate({"title": "fair", "seats": 4, "seeded": True, **other})


def test_a_player_who_is_barred_or_only_helps_is_not_drawn() -> None:
    season = opened(6, helpers=1)
    add_entries(season, Withdrew(entrant=1), Carded(entrant=2), Carded(entrant=2))
    assert collect_tickets(season).keys() == {3, 4, 5, 6}


def test_a_player_who_comes_late_can_be_drawn_into_divisions_below() -> None:
    season = drawn(8)
    for number in range(9, 14):
        add_entries(season, Joined(entrant=number, ticket=f"late {number}"))
    add_entries(season, next_draw(season))
    assert season.list_divisions() == [1, 2]
    assert {one.number for one in season.list_entrants(2)} == set(range(9, 14))
    assert all(found.ok for found in check(season.lines))


def test_a_player_who_wants_to_be_kept_apart_comes_into_another_division() -> None:
    season = opened(14)
    plain = draw_divisions(season, seed(season)).entry
    one, other = plain.divisions[1][:2]
    proposed = draw_divisions(season, seed(season), apart=[frozenset({one, other})], salt="salt")
    assert proposed.together == ()
    assert all(not {one, other} <= set(members) for members in proposed.entry.divisions.values())
    assert [len(members) for members in proposed.entry.divisions.values()] == [7, 7]


def test_a_player_who_cannot_be_kept_apart_is_named_before_the_draw_is_published() -> None:
    season = opened(7)
    assert draw_divisions(season, seed(season), apart=[frozenset({1, 2})]).together == (frozenset({1, 2}),)


@given(
    st.permutations(range(21)),
    st.sets(st.frozensets(st.integers(0, 20), min_size=2, max_size=2), max_size=8),
)
def test_keeping_apart_loses_nobody_and_makes_nothing_worse(people: list[int], apart: set[Pair]) -> None:
    before = [people[:7], people[7:14], people[14:]]
    after = keep_apart(before, apart)
    assert sorted(one for members in after for one in members) == sorted(people)
    assert [len(members) for members in after] == [7, 7, 7]

    def together(divisions: list[list[int]]) -> int:
        return sum(pair <= set(members) for pair in apart for members in divisions)

    assert together(after) <= together(before)


# -- the proof -----------------------------------------------------------------------------------------


def whole(rules: Rules | None = None) -> Season:
    season = drawn(14, rules)
    if season.get_rules().format != "division":
        play(season, chances(3))
        add_entries(season, next_draw(season))
    return season


FORMATS = [
    Rules(title="fair", seats=4),
    Rules(title="fair", seats=3, format="swiss", rounds=4),
    Rules(title="fair", seats=4, format="cup", go_on=2),
]


@pytest.mark.parametrize("rules", FORMATS, ids=lambda rules: rules.format)
def test_every_draw_of_a_season_can_be_drawn_again(rules: Rules) -> None:
    season = whole(rules)
    found = check(season.lines, published=derive_commitment(SECRET))
    assert all(one.ok for one in found), [one.text for one in found]
    assert len(found) == 1 + 2 * sum(isinstance(line.entry, Drawn) for line in season.lines)


@pytest.mark.parametrize("rules", FORMATS, ids=lambda rules: rules.format)
def test_a_draw_that_somebody_touched_is_found_out(rules: Rules) -> None:
    season = whole(rules)
    at = max(line.number for line in season.lines if isinstance(line.entry, Drawn))
    entry = season.lines[at - 1].entry
    assert isinstance(entry, Drawn)
    first, *others = entry.tables
    turned = first.model_copy(update={"seats": first.seats[::-1]})
    forged = entry.model_copy(update={"tables": (turned, *others)})
    lines = [*season.lines[: at - 1], LogLine(number=at, entry=forged)]
    if rules.format != "cup":
        lines = unsealed(Season(lines)).lines
    assert [one.text for one in check(lines) if not one.ok] == [f"Line {at}: NO. Seed and tickets give another draw."]


def test_another_seed_than_the_promised_one_is_found_out() -> None:
    season = opened(8)
    add_entries(season, draw_divisions(season, "a seed that suits us").entry)
    assert [one.ok for one in check(season.lines)] == [False, True]
    assert [one.ok for one in check(season.lines, published="something else")] == [False, False, True]


def test_a_draw_that_was_taken_back_has_shown_its_seed() -> None:
    """The next one needs another, so an organiser cannot draw until they like it without anybody seeing."""
    season = drawn(8)
    add_entries(season, Reverted(line=len(season.lines)))
    taken_back = Season(season.lines)
    add_entries(season, draw_divisions(season, derive_seed(SECRET, 1)).entry)
    assert [one.ok for one in check(season.lines)] == [True, True, False, True]
    add_entries(taken_back, next_draw(taken_back))
    assert [one.ok for one in check(taken_back.lines)] == [True] * 4


def older(format_: Format = "division") -> Season:
    """A season whose wishes are sealed together, as they were before each was sealed by itself."""
    return opened(14, Rules(title="fair", seats=4, format=format_, rounds=3, edition=6))


def test_wishes_are_not_in_the_log_and_the_order_can_be_checked_without_them() -> None:
    season = older()
    apart = [frozenset({1, 2}), frozenset({3, 9})]
    add_entries(season, draw_divisions(season, seed(season), apart=apart, salt="salt").entry)
    without = check(season.lines)
    assert all(one.ok for one in without)
    assert [one.rests_on_wishes for one in without] == [False, True, False]
    assert hash_wishes(apart, "salt") in without[1].text
    assert "opened when the season is over" in without[1].text
    plain = draw_divisions(taking := older(), seed(taking)).entry
    wished = draw_divisions(taking, seed(taking), apart=apart).entry
    moved = sum(len(set(wished.divisions[division]) - set(plain.divisions[division])) for division in (1, 2))
    assert moved
    assert f"{moved} of 14 play in another division" in without[1].text
    assert hash_wishes(apart[::-1], "salt") == hash_wishes(apart, "salt")


SALT, SUGAR = compute_digest("salt"), compute_digest("sugar")
WISHED = [(1, 2), (3, 9)]
NOT_THOSE = "These are not the wishes"
NOBODY = "Nobody could have wished"


def wished(format_: Format, pairs: Sequence[tuple[int, ...]] = WISHED) -> Season:
    """A season that was drawn with wishes and is over."""
    season = older(format_)
    apart = [frozenset(pair) for pair in pairs]
    add_entries(season, draw_next(season, seed(season), apart=apart, salt=SALT).entry)
    add_entries(season, Ended(levels={}))
    return season


def opens(season: Season, pairs: Sequence[tuple[int, int]] = WISHED, salt: str = SALT) -> OpenedWishes:
    draw = next(line.number for line in season.lines if isinstance(line.entry, Drawn))
    return OpenedWishes(draw=draw, apart=tuple(pairs), salt=salt)


@pytest.mark.parametrize("format_", ["division", "swiss"])
def test_when_a_season_is_over_its_wishes_are_opened_and_all_of_the_draw_is_proven(format_: Format) -> None:
    season = wished(format_)
    assert check(season.lines)[1].rests_on_wishes
    add_entries(season, opens(season))
    found = check(season.lines)
    assert [(one.ok, one.rests_on_wishes) for one in found] == [(True, False)] * 3
    assert "the wishes that are opened" in found[1].text
    assert "whose wishes these were" in found[-1].text
    assert found[-1].is_statement, "nobody's own wish was sealed"


@pytest.mark.parametrize("format_", ["division", "swiss"])
@pytest.mark.parametrize(
    ("pairs", "salt", "why"),
    [
        (WISHED[:1], SALT, NOT_THOSE),
        (WISHED, SUGAR, NOT_THOSE),
        ([], SALT, NOT_THOSE),
        ([*WISHED, WISHED[0]], SALT, NOBODY),
        ([*WISHED, (1, 99)], SALT, NOBODY),
        ([*WISHED, (4, 4)], SALT, NOBODY),
        ([(one, other) for one in range(1, 15) for other in range(1, one)], SALT, NOBODY),
    ],
    ids=["one less", "another salt", "none", "twice", "a stranger", "oneself", "everybody"],
)
def test_other_wishes_than_a_draw_was_made_with_prove_nothing(
    format_: Format, pairs: list[tuple[int, int]], salt: str, why: str
) -> None:
    season = wished(format_)
    add_entries(season, opens(season, pairs, salt))
    assert why in check(season.lines)[1].text
    assert not check(season.lines)[1].ok


@pytest.mark.parametrize("format_", ["division", "swiss"])
def test_a_draw_that_its_own_wishes_do_not_give_is_found_out(format_: Format) -> None:
    """Somebody who writes such a file by hand has all of it: wishes, salt and digest."""
    season = older(format_)
    plain = draw_next(season, seed(season)).entry
    one, other, *_ = plain.tables[0].seats
    for pairs in ([(one, other)], []):
        forged = Season(season.lines)
        sealed = hash_wishes([frozenset(pair) for pair in pairs], SALT)
        add_entries(forged, plain.model_copy(update={"wishes": sealed}), Ended(levels={}))
        add_entries(forged, opens(forged, pairs))
        assert "another draw" in check(forged.lines)[1].text


def test_wishes_are_opened_once_of_a_draw_that_has_some_and_only_when_that_was_promised() -> None:
    season = wished("division")
    for wrong in (1, 16, 17, 99, 0, -1):
        if wrong != opens(season).draw:
            with pytest.raises(InvalidEntry, match="no draw whose wishes"):
                add_entries(season, opens(season).model_copy(update={"draw": wrong}))
    add_entries(season, opens(season))
    with pytest.raises(InvalidEntry, match="no draw whose wishes"):
        add_entries(season, opens(season))
    running = Season(season.lines[:-2])
    with pytest.raises(InvalidEntry, match="not before"):
        add_entries(running, opens(running))
    first, *lines = season.lines[:-1]
    silent = first.model_copy(update={"entry": first.entry.model_copy(update={"opens_wishes": False})})
    secretive = Season([silent, *lines])
    assert "stay sealed" in check(secretive.lines)[1].text
    with pytest.raises(InvalidEntry, match="has promised it"):
        add_entries(secretive, opens(secretive))


def test_no_salt_stands_for_a_part_of_the_wishes() -> None:
    """With a line end in it, a pair could be taken for a part of the salt, under the same digest."""
    season = wished("division")
    entry = opens(season).model_dump()
    for salt in ("", "salt", f"{SALT}\n1 2", f"{SALT}\n", SALT.upper()):
        with pytest.raises(ValidationError):
            OpenedWishes.model_validate(entry | {"salt": salt})


def test_without_the_wishes_another_order_is_still_found_out() -> None:
    season = opened(14)
    entry = draw_divisions(season, seed(season), apart=[frozenset({1, 2})], salt="salt").entry
    turned = {division: members[::-1] for division, members in entry.divisions.items()}
    add_entries(season, entry.model_copy(update={"divisions": turned}))
    assert [one.ok for one in check(season.lines)] == [True, False]
