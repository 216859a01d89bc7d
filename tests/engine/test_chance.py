"""Chance: the seed decides everything, nobody decides the seed, and its digest gives nothing away."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from hmac import new as hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.chance import Chance, Draw, ImaginedChance, compute_digest, seal

SEEDS = st.text(min_size=1, max_size=20)


@given(SEEDS, st.lists(st.integers(1, 1000), max_size=20))
def test_the_same_seed_draws_the_same_numbers(seed: str, bounds: list[int]) -> None:
    first, second = Chance(seed=seed), Chance(seed=seed)
    draws = [first.draw_below(bound) for bound in bounds]
    assert [second.draw_below(bound) for bound in bounds] == draws
    assert all(0 <= draw < bound for draw, bound in zip(draws, bounds, strict=True))
    assert first.drawn == len(bounds)


@pytest.mark.parametrize("kind", [Chance, ImaginedChance])
@given(seed=SEEDS, things=st.lists(st.integers()))
def test_a_shuffle_keeps_the_things_and_leaves_the_pile_it_was_given(
    kind: type[Chance], seed: str, things: list[int]
) -> None:
    before = list(things)
    shuffled = kind(seed=seed).shuffled(things)
    assert things == before
    assert Counter(shuffled) == Counter(things)
    assert kind(seed=seed).shuffled(things) == shuffled


def test_what_a_seed_deals_never_changes_between_versions() -> None:
    chance = Chance(seed="golden")
    assert [chance.draw_below(100) for _ in range(6)] == [
        int(sha256(f"golden:draw:{number}".encode()).hexdigest(), 16) % 100 for number in range(6)
    ]
    assert Chance(seed="golden").shuffled("abcdef") == ["e", "f", "d", "a", "b", "c"]


@pytest.mark.parametrize("kind", [Chance, ImaginedChance])
def test_another_seed_deals_otherwise(kind: type[Chance]) -> None:
    assert len({tuple(kind(seed=str(seed)).shuffled(range(10))) for seed in range(50)}) == 50


@pytest.mark.parametrize("kind", [Chance, ImaginedChance])
def test_every_card_comes_up_about_as_often(kind: type[Chance]) -> None:
    chance = kind(seed="fair")
    drawn = Counter(chance.draw_below(6) for _ in range(6000))
    first = Counter(chance.shuffled(range(6))[0] for _ in range(6000))
    for counted in (drawn, first):
        assert set(counted) == set(range(6))
        assert all(850 < times < 1150 for times in counted.values())


def test_a_saved_chance_goes_on_where_it_was() -> None:
    chance = Chance(seed="saved")
    chance.shuffled(range(5))
    loaded = Chance.model_validate_json(chance.model_dump_json())
    assert [loaded.draw_below(1000) for _ in range(5)] == [chance.draw_below(1000) for _ in range(5)]


def test_the_published_digest_is_that_of_the_seed_and_drawing_does_not_change_it() -> None:
    chance = Chance(seed="secret")
    digest = chance.compute_digest()
    chance.draw_below(6)
    assert digest == chance.compute_digest() == sha256(b"secret").hexdigest()


def test_each_sealed_answer_has_a_salt_of_its_own() -> None:
    chance = Chance(seed="secret")
    salts = [chance.compute_salt(number) for number in range(100)]
    assert len(set(salts)) == 100
    assert chance.drawn == 0
    assert not any("secret" in salt or salt == chance.compute_digest() for salt in salts)


def test_without_the_seed_nobody_works_out_a_salt() -> None:
    """Else a sealed price could be found by trying each against its digest."""
    assert len({Chance(seed=str(seed)).compute_salt(0) for seed in range(100)}) == 100
    assert Chance(seed="golden").compute_salt(3) == sha256(b"golden:salt:3").hexdigest()


def test_a_seal_differs_by_seat_answer_and_salt() -> None:
    seals = {seal(salt, seat, answer) for salt in "ab" for seat in (1, 2) for answer in ("x", "y")}
    assert len(seals) == 8


# -- where the seed comes from ---------------------------------------------------------------------------

ADDED = st.lists(st.one_of(st.none(), st.text("abc123 -", max_size=5)), min_size=1, max_size=8)


@given(SEEDS, ADDED)
def test_the_seats_are_drawn_once_for_everybody_and_can_be_checked(secret: str, added: list[str | None]) -> None:
    draw = Draw.with_drawn_seats(secret, added)
    assert sorted(draw.joined) == list(range(1, len(added) + 1))
    assert [draw.added[seat - 1] for seat in draw.joined] == added, "everybody keeps what they added"
    assert draw.is_fair()
    assert Draw.with_drawn_seats(secret, added) == draw


@given(SEEDS, st.permutations(range(4)))
def test_another_order_of_seats_is_not_fair(secret: str, order: list[int]) -> None:
    added = ["a", "b", "c", None]
    fair = Draw.with_drawn_seats(secret, added)
    other = Draw(secret, [fair.added[place] for place in order], [order.index(seat - 1) + 1 for seat in fair.joined])
    assert other.is_fair() == (other == fair)


def test_seats_that_were_given_beforehand_say_so_and_are_in_their_order() -> None:
    given_seats = Draw.with_seats("secret", ["a", "", "c"])
    assert given_seats.is_fair()
    assert not Draw("secret", ["a", "", "c"], [2, 1, 3], given=True).is_fair()
    assert given_seats.compute_seed() == Draw("secret", ["a", "", "c"], [1, 2, 3]).compute_seed()


def test_seats_that_nobody_could_have_are_not_fair() -> None:
    fair = Draw.with_drawn_seats("secret", ["a", "b", "c"])
    for joined in ([1, 1, 2], [1, 2], [1, 2, 3, 4], [0, 1, 2], []):
        assert not Draw("secret", fair.added, joined).is_fair()


def test_the_seed_is_the_keyed_hash_of_what_every_seat_added() -> None:
    """As anybody can work it out: a line for each seat, which names bots and is empty for who added nothing."""
    draw = Draw("the secret", ["1442277180054093824", None, "blue umbrella"], [1, 2, 3])
    lines = "1442277180054093824\n(bot)\nblue umbrella\n"
    assert draw.compute_seed() == hmac(b"the secret", lines.encode(), "sha256").hexdigest()


def test_another_ticket_gives_another_deal() -> None:
    seeds = {Draw("secret", ["a", words, None], [1, 2, 3]).compute_seed() for words in ("b", "c", "", "b ", "a", None)}
    assert len(seeds) == 6
    assert Draw("secret", ["ab", "c"], [1, 2]).compute_seed() != Draw("secret", ["a", "bc"], [1, 2]).compute_seed()
    assert Draw("secret", ["a", "b"], [1, 2]).compute_seed() != Draw("secret", ["b", "a"], [1, 2]).compute_seed()


def test_what_bots_draw_follows_from_seed_revision_and_seat_and_moves_no_card() -> None:
    chance = Chance(seed="seed")
    drawn = {chance.derive_bot_seed(revision, seat) for revision in range(20) for seat in range(1, 6)}
    assert len(drawn) == 100
    assert chance.derive_bot_seed(3, 2) == Chance(seed="seed", drawn=9).derive_bot_seed(3, 2)
    assert chance.derive_bot_seed(3, 2) != Chance(seed="other").derive_bot_seed(3, 2)
    assert chance.drawn == 0


def test_a_salt_that_is_mixed_in_changes_all_that_comes_and_what_is_shown_stays() -> None:
    chance, other = (Chance(seed="seed", drawn=7, secret="secret") for _ in range(2))
    chance.add_salt("salt")
    other.add_salt("pepper")
    assert len({chance.seed, other.seed, "seed"}) == 3
    assert (chance.drawn, chance.salts, chance.get_published_secret(), chance.compute_digest()) == (
        7,
        ["salt"],
        "secret",
        compute_digest("secret"),
    )
    assert set(chance.list_secrets()) == {chance.seed, "secret", "salt"}


def test_a_chance_to_which_nobody_added_shows_its_seed() -> None:
    """As in games of former versions, whose saved tables know of nothing else."""
    chance = Chance.model_validate_json('{"seed": "old", "drawn": 3}')
    assert (chance.get_published_secret(), chance.list_secrets(), chance.compute_digest()) == (
        "old",
        ["old"],
        compute_digest("old"),
    )
