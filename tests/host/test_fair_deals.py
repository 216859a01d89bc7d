"""A deal that nobody chooses: the statements a record proves, and the detectable forgeries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import Chance, Draw, compute_digest, seal
from bot.games import GAMES
from bot.host.record.export import ExportedGame, parse_export
from bot.host.record.proof import verify_export
from storage.sqlite import open_storage
from tests.host.recorded import ADDED, SEED, Evening, changed, entry_of, failed, finished

OLD = Path(__file__).parent / "old_records"
ROOT = Path(__file__).resolve().parents[2]


def told(raw: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the first news of this kind."""
    return next(piece["news"] for entry in raw["entries"] for piece in entry["told"] if piece["news"]["kind"] == kind)


def bots_seat(raw: dict[str, Any]) -> int:
    """Return where the bot sits."""
    added: list[str | None] = told(raw, "chance added")["added"]
    return added.index(None) + 1


def test_the_record_holds_what_everybody_added_and_verify_repeats_it() -> None:
    raw = json.loads(finished())
    added = told(raw, "chance added")
    assert sorted(words or "" for words in added["added"]) == ["", *ADDED], "Anna's press on Start replaced the first"
    report = verify_export(parse_export(finished()), GAMES)
    assert report.ok
    (seats,) = [check.text for check in report.checks if check.text.startswith("The seats are those")]
    assert all(words in seats for words in ADDED)
    assert f"seat {bots_seat(raw)} is a bot" in seats


def test_the_posted_digest_proves_the_seed_and_another_one_refuses_it() -> None:
    """A host that tries seeds out until the cards suit them must publish the digest of another one."""
    exported = parse_export(finished())
    assert verify_export(exported, GAMES, compute_digest(SEED)).ok
    report = verify_export(exported, GAMES, compute_digest("ground until the cards were good"))
    assert "What was published before anybody joined is" in failed(report)
    public = ExportedGame.model_validate({**json.loads(finished()), "complete": False, "seed": None, "state": None})
    assert "NO" in failed(verify_export(public, GAMES, compute_digest("ground"))), "and before the end, too"


def test_a_seed_ground_for_its_cards_deals_others_with_what_people_added() -> None:
    def ground(raw: dict[str, Any]) -> None:
        raw["seed"] = "f" * 64
        told(raw, "seed committed")["digest"] = compute_digest(raw["seed"])

    assert not changed(ground).ok


@pytest.mark.parametrize("words", ["another word", "", ADDED[0], None, 7, ["a word of my own"]])
def test_a_changed_contribution_is_refused(words: object) -> None:
    def change(raw: dict[str, Any]) -> None:
        added = told(raw, "chance added")["added"]
        added[added.index(ADDED[1])] = words

    assert not changed(change).ok


def test_a_contribution_that_gives_the_same_seats_gives_another_deal() -> None:
    """A search for a word that leaves all people in their seats is detected at the cards."""

    def change(raw: dict[str, Any]) -> None:
        news = told(raw, "chance added")
        joined = [news["added"][seat - 1] for seat in news["joined"]]
        for number in range(1_000):
            tried = [f"word {number}" if words == ADDED[1] else words for words in joined]
            draw = Draw.with_drawn_seats(SEED, tried)
            if list(draw.joined) == news["joined"]:
                news["added"] = list(draw.added)
                return
        raise AssertionError("no such word")

    report = changed(change)
    assert any("The seats are those" in check.text and check.ok for check in report.checks)
    assert not report.ok
    assert report.revision == 1, "at the deal"


def swapped(values: list[Any], one: int, other: int) -> None:
    values[one], values[other] = values[other], values[one]


@pytest.mark.parametrize(
    "change",
    [
        lambda news: swapped(news["joined"], 0, 1),
        lambda news: swapped(news["joined"], 1, 2),
        lambda news: swapped(news["added"], 0, 1),
        lambda news: swapped(news["added"], 0, 2),
        lambda news: news["joined"].append(4),
        lambda news: news["joined"].pop(),
        lambda news: news.update(joined=[1, 1, 1]),
        lambda news: news["added"].append("one more"),
        lambda news: news["added"].pop(),
        lambda news: news.update(added="abc"),
    ],
)
def test_another_order_of_seats_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    """Whose seat is whose follows from the seed and from who joined when."""
    assert not changed(lambda raw: change(told(raw, "chance added"))).ok


def test_a_bot_cannot_pass_for_somebody_who_added_nothing() -> None:
    """Whose moves would then be their own will, and not checked."""

    def change(raw: dict[str, Any]) -> None:
        added = told(raw, "chance added")["added"]
        added[added.index(None)] = ""
        for entry in raw["entries"]:
            if entry["kind"] == "bot":
                entry["kind"] = "move"

    assert not changed(change).ok


def test_players_whose_names_were_swapped_are_found_by_what_they_added() -> None:
    """All that is somebody's is moved to another seat, as if the two had changed places."""

    def change(raw: dict[str, Any]) -> None:
        news = told(raw, "chance added")
        one, other = (news["added"].index(words) + 1 for words in ADDED)
        swapped(news["added"], one - 1, other - 1)
        news["joined"] = [{one: other, other: one}.get(seat, seat) for seat in news["joined"]]

    assert "give other seats to those who joined" in failed(changed(change))


def test_a_steered_bot_is_refused() -> None:
    """Its move is legal, but not the one that its chance gives it."""
    steered = 0

    def change(raw: dict[str, Any]) -> None:
        nonlocal steered
        last = [entry for entry in raw["entries"] if entry["kind"] == "bot" and "price" in (entry["move"] or {})][-1]
        last["move"]["price"] += 2 if last["move"]["price"] < 50 else -2
        news = next(piece["news"] for piece in last["told"] if piece["news"]["kind"] == "answer sealed")
        steered = last["revision"]
        reseal(raw, last, news)

    report = changed(change)
    assert "was played, and the bot plays" in failed(report)
    assert report.revision == steered


def reseal(raw: dict[str, Any], entry: dict[str, Any], news: dict[str, Any]) -> None:
    """Give a sealed answer the digest that fits it, as who knows the seed can."""
    added = told(raw, "chance added")
    seed = Draw(raw["seed"], added["added"], added["joined"]).compute_seed()
    move = GAMES["goodwill"].moves.validate_python(entry["move"]).model_dump_json()
    news["digest"] = seal(Chance(seed=seed).compute_salt(news["number"] - 1), entry["seat"], move)


def test_an_invented_default_is_refused() -> None:
    """A person's own answer that is called their default must be what the rule, or their bot, would have played."""

    def change(raw: dict[str, Any]) -> None:
        for entry in raw["entries"]:
            if entry["kind"] == "move" and "price" in (entry["move"] or {}):
                entry["kind"] = "default"

    assert "was played, and the default is" in failed(changed(change))


@pytest.mark.parametrize("kind", ["move", "order", "default"])
def test_nobody_answers_for_a_bot_from_the_start(kind: str) -> None:
    def change(raw: dict[str, Any]) -> None:
        seat = bots_seat(raw)
        for entry in raw["entries"]:
            if entry["seat"] == seat and entry["kind"] == "bot":
                entry["kind"] = kind
                return

    report = changed(change)
    assert report.ok == (kind == "default"), "where there is no default, the bot's answer is the default"
    if kind != "default":
        assert "nobody sits there who could have chosen this" in failed(report)


def test_a_move_that_is_called_a_bots_is_refused() -> None:
    assert not changed(lambda raw: entry_of(raw, "move", "assess").update(kind="bot")).ok


def test_answers_of_standing_orders_are_counted_as_their_players_word() -> None:
    raw = json.loads(finished())
    ordered = [entry for entry in raw["entries"] if entry["kind"] == "order"]
    assert ordered
    assert all(entry["move"]["price"] == 14 for entry in ordered if "price" in entry["move"])
    last = verify_export(parse_export(finished()), GAMES).checks[-1].text
    assert f"Standing orders and prepared turns gave {len(ordered)} more answers" in last
    assert "their players know which" in last


def test_a_proof_says_what_it_cannot_show() -> None:
    report = verify_export(parse_export(finished()), GAMES)
    for words in ("can read every hand", "close or refuse a game", "by way of the bot", "a word of your own does not"):
        assert words in report.limits
    assert changed(lambda raw: raw.update(seed="f" * 64)).limits == "", "what is refused shows nothing"


@pytest.mark.thorough
def test_bots_play_the_same_in_another_process(tmp_path: Path) -> None:
    """With another order of sets and dictionaries of texts, as each process has its own."""
    (tmp_path / "game.json").write_text(finished(), "utf-8")
    for order in ("1", "2"):
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "bot", "verify", str(tmp_path / "game.json"), "--digest", compute_digest(SEED)],
            env={**os.environ, "PYTHONHASHSEED": order},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout


# -- games that were not played to their end -----------------------------------------------------------


async def test_an_abandoned_game_is_proven_as_far_as_it_went(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    evening = Evening(storage)
    await evening.start()
    await evening.play(6)
    await evening.abandon()
    written = await evening.exported()
    assert written.seed == SEED
    assert written.note.startswith("The whole game as far as it went")
    report = verify_export(written, GAMES, compute_digest(SEED))
    assert report.ok
    assert report.verdict.startswith("PROVEN as far as the game went, which was abandoned:")
    (told_so,) = [
        words for _, words in await storage.outbox.list_notices(evening.game_id) if "without a result" in words
    ]
    assert f"Its secret seed was {SEED}." in told_so, "everybody at the table reads it"
    await storage.close()


async def test_nothing_of_a_hand_or_the_seed_is_shown_before_a_game_is_abandoned(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    evening = Evening(storage)
    await evening.start()
    await evening.play(6)
    running = await evening.host.get_running_game(evening.game_id)
    public = (await evening.exported()).model_dump_json()
    log = " ".join(line.text for line in await evening.host.get_history(evening.game_id, 1))
    for secret in running.table.chance.list_secrets():
        assert secret not in public
        assert secret not in log
        assert secret not in repr(running.row)
    assert all(words in log for words in ADDED), "what people added is everybody's, for it tells nothing"
    await storage.close()


# -- games of former versions -------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(OLD.glob("*-finished.json")), ids=lambda path: path.stem)
def test_a_finished_game_of_a_former_version_verifies_as_it_did(path: Path) -> None:
    report = verify_export(parse_export(path.read_bytes()), GAMES)
    assert report.ok
    assert len(report.checks) == 4
    assert report.verdict.startswith("PROVEN: the seed, the deal, every sealed answer and every move fit together.")
    assert "whoever ran the bot could have chosen among deals" in report.verdict


def test_a_game_in_which_all_but_one_conceded_verifies_although_its_winner_was_not_told() -> None:
    report = verify_export(parse_export((OLD / "goodwill-conceded.json").read_bytes()), GAMES)
    assert report.ok, failed(report)
    assert report.verdict.startswith("PROVEN: ")


def test_bots_and_defaults_of_a_former_versions_cash_only_are_those_of_its_box() -> None:
    report = verify_export(parse_export((OLD / "goodwill-cash-only-abandoned.json").read_bytes()), GAMES)
    assert report.ok, failed(report)
    assert report.verdict.startswith("PROVEN as far as the game went")


def test_public_records_of_a_former_version_are_still_read() -> None:
    running = verify_export(parse_export((OLD / "goodwill-running-public.json").read_bytes()), GAMES)
    assert running.ok
    assert running.verdict.startswith("NOT YET: nothing in this public record")
    abandoned = verify_export(parse_export((OLD / "goodwill-abandoned-public.json").read_bytes()), GAMES)
    assert abandoned.ok
    assert abandoned.verdict.endswith("Export the game again.")


def test_a_new_record_cannot_pass_for_one_of_a_former_version() -> None:
    """Without what people added, its seed would have dealt other cards."""

    def change(raw: dict[str, Any]) -> None:
        raw["format"] = 1
        raw["entries"][0]["told"].remove(next(p for p in raw["entries"][0]["told"] if "added" in p["news"]))

    assert not changed(change).ok
