"""Chance: the seed decides everything, and its digest gives nothing away."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.chance import Chance, seal

SEEDS = st.text(min_size=1, max_size=20)


@given(SEEDS, st.lists(st.integers(1, 1000), max_size=20))
def test_the_same_seed_draws_the_same_numbers(seed: str, bounds: list[int]) -> None:
    first, second = Chance(seed=seed), Chance(seed=seed)
    draws = [first.below(bound) for bound in bounds]
    assert [second.below(bound) for bound in bounds] == draws
    assert all(0 <= draw < bound for draw, bound in zip(draws, bounds, strict=True))
    assert first.drawn == len(bounds)


@given(SEEDS, st.lists(st.integers()))
def test_a_shuffle_keeps_the_things_and_leaves_the_pile_it_was_given(seed: str, things: list[int]) -> None:
    before = list(things)
    shuffled = Chance(seed=seed).shuffled(things)
    assert things == before
    assert Counter(shuffled) == Counter(things)
    assert Chance(seed=seed).shuffled(things) == shuffled


def test_what_a_seed_deals_never_changes_between_versions() -> None:
    chance = Chance(seed="golden")
    assert [chance.below(100) for _ in range(6)] == [
        int(sha256(f"golden:draw:{number}".encode()).hexdigest(), 16) % 100 for number in range(6)
    ]
    assert Chance(seed="golden").shuffled("abcdef") == ["e", "f", "d", "a", "b", "c"]


def test_another_seed_deals_otherwise() -> None:
    assert len({tuple(Chance(seed=str(seed)).shuffled(range(10))) for seed in range(50)}) == 50


def test_every_card_comes_up_about_as_often() -> None:
    chance = Chance(seed="fair")
    counted = Counter(chance.below(6) for _ in range(6000))
    assert set(counted) == set(range(6))
    assert all(850 < times < 1150 for times in counted.values())


def test_a_saved_chance_goes_on_where_it_was() -> None:
    chance = Chance(seed="saved")
    chance.shuffled(range(5))
    loaded = Chance.model_validate_json(chance.model_dump_json())
    assert [loaded.below(1000) for _ in range(5)] == [chance.below(1000) for _ in range(5)]


def test_the_published_digest_is_that_of_the_seed_and_drawing_does_not_change_it() -> None:
    chance = Chance(seed="secret")
    digest = chance.digest()
    chance.below(6)
    assert digest == chance.digest() == sha256(b"secret").hexdigest()


def test_each_sealed_answer_has_a_salt_of_its_own() -> None:
    chance = Chance(seed="secret")
    salts = [chance.salt(number) for number in range(100)]
    assert len(set(salts)) == 100
    assert chance.drawn == 0
    assert not any("secret" in salt or salt == chance.digest() for salt in salts)


def test_without_the_seed_nobody_works_out_a_salt() -> None:
    """Else a sealed price could be found by trying each against its digest."""
    assert len({Chance(seed=str(seed)).salt(0) for seed in range(100)}) == 100
    assert Chance(seed="golden").salt(3) == sha256(b"golden:salt:3").hexdigest()


def test_a_seal_differs_by_seat_answer_and_salt() -> None:
    seals = {seal(salt, seat, answer) for salt in "ab" for seat in (1, 2) for answer in ("x", "y")}
    assert len(seals) == 8
