"""Records: contents of an exported game, and findings of its proof."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.chance import Chance, Draw, seal
from bot.engine.game_groups import SavedTables
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.record.export import ExportedGame, export_game, parse_export
from bot.host.record.proof import ProofReport, verify_export
from bot.host.record.untrusted_files import BadFile
from storage.sqlite import open_storage
from tests.host.recorded import ANNA, BEN, CHANNEL, SEED, SERVER, Evening, changed, entry_of, failed, finished
from tests.storage.release import RELEASED

CARNEGIE_GAME = 5
"""A game of Carnegie in the databases of releases."""

# -- a finished game -------------------------------------------------------------------------------


def test_a_finished_game_is_proven() -> None:
    exported = parse_export(finished())
    kinds = {entry.kind for entry in exported.entries}
    assert kinds >= {"setup", "move", "bot", "retract", "undo", "concede", "default"}
    report = verify_export(exported, GAMES)
    assert [check.text for check in report.checks if not check.ok] == []
    assert len(report.checks) == 6
    assert report.verdict.startswith("PROVEN")
    assert report.revision is None


def test_a_record_survives_its_file() -> None:
    exported = parse_export(finished())
    assert parse_export(exported.model_dump_json(indent=1).encode()) == exported


def test_nobody_can_be_recognised() -> None:
    text = finished()
    for who in (ANNA, BEN, SERVER, CHANNEL):
        assert str(who) not in text
    for name in ("Anna", "Ben", "Hidden", "(bot)"):
        assert name not in text


def test_options_box_and_seed_are_in_it() -> None:
    exported = parse_export(finished())
    assert exported.options["derivatives"] == "auction"
    assert type(GAMES["goodwill"].box).model_validate(exported.box) == GAMES["goodwill"].box
    assert exported.seed == SEED
    assert exported.players == 3
    assert exported.status == "finished"


# -- tampering -------------------------------------------------------------------------------------


def test_a_changed_price_does_not_fit_its_digest() -> None:
    def change(raw: dict[str, Any]) -> None:
        move = entry_of(raw, "move", "assess")["move"]
        move["price"] += 2

    report = changed(change)
    said = failed(report)
    assert "sealed answer no." in said
    assert report.revision is not None
    assert f"Revision {report.revision} (move, seat" in said


def test_a_changed_price_with_a_fitting_new_digest_is_another_game() -> None:
    """Anyone with the seed can seal again, but then the published news does not match."""

    def change(raw: dict[str, Any]) -> None:
        raw["entries"].reverse()  # the first one was taken back unseen, so it led to nothing
        entry = entry_of(raw, "move", "assess")
        raw["entries"].reverse()
        entry["move"]["price"] += 2 if entry["move"]["price"] < 50 else -2
        news = next(piece["news"] for piece in entry["told"] if piece["news"]["kind"] == "answer sealed")
        move = GAMES["goodwill"].moves.validate_python(entry["move"]).model_dump_json()
        added = raw["entries"][0]["told"][1]["news"]
        seed = Draw(raw["seed"], added["added"], added["joined"]).compute_seed()
        salt = Chance(seed=seed).compute_salt(news["number"] - 1)
        news["digest"] = seal(salt, entry["seat"], move)

    report = changed(change)
    said = failed(report)
    assert report.revision is not None
    assert "and the rules lead to" in said


def test_a_changed_seed_is_not_the_one_committed() -> None:
    said = failed(changed(lambda raw: raw.update(seed="f" * 64)))
    assert said.startswith("The seed is the one committed before the deal: NO. The digest told first is ")


def test_a_missing_seed_is_named() -> None:
    assert "The file holds no seed." in failed(changed(lambda raw: raw.update(seed=None)))


def test_another_seed_with_its_digest_deals_other_cards() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["seed"] = "f" * 64
        raw["entries"][0]["told"][0]["news"]["digest"] = Chance(seed=raw["seed"]).compute_digest()

    assert not changed(change).ok


def test_a_changed_deal_is_found_at_the_setup() -> None:
    def change(raw: dict[str, Any]) -> None:
        told = raw["entries"][0]["told"]
        news = next(piece["news"] for piece in told if piece["news"]["kind"] == "shares dealt")
        news["cash"] += 10

    report = changed(change)
    assert "cash is 110 in the file, and the rules lead to 100" in failed(report)
    assert report.revision == 1


def test_a_missing_entry_is_named() -> None:
    report = changed(lambda raw: raw["entries"].pop(4))
    assert "Revision 5 is missing; 6 stands in its place." in failed(report)
    assert report.revision == 5


def test_a_missing_entry_that_was_hidden_by_new_numbers_is_found() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["entries"].remove(entry_of(raw, "bot"))
        for number, entry in enumerate(raw["entries"], 1):
            entry["revision"] = number

    assert not changed(change).ok


def test_missing_last_entries_are_found() -> None:
    assert "the rules do not" in failed(changed(lambda raw: raw["entries"].pop()))


def test_changed_news_and_audiences_are_named() -> None:
    def change(raw: dict[str, Any]) -> None:
        told = next(piece for entry in raw["entries"] for piece in entry["told"] if piece["to"])
        told["to"] = [1, 2, 3]

    assert ".to" in failed(changed(change))
    assert "of news, and the rules lead to" in failed(changed(lambda raw: entry_of(raw, "bot")["told"].pop()))


def test_a_changed_last_table_is_found() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["state"]["investors"]["1"]["cash"] += 1

    report = changed(change)
    assert "the last table.investors.1.cash is" in failed(report)
    assert "is none of this game" in failed(changed(lambda raw: raw["state"].update(colour="red")))
    assert "The file holds no last table." in failed(changed(lambda raw: raw.update(state=None)))


def test_cards_of_an_operator_are_named() -> None:
    assert "with this program's own cards" in verify_export(parse_export(finished()), GAMES).checks[-2].text
    report = changed(lambda raw: raw["box"]["calendar"]["long"].update(first=1952))  # this game is a short one
    assert report.ok
    assert "with other cards than this program's own" in report.checks[-2].text


def test_a_changed_box_deals_other_cards() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["box"]["cash"] += 5

    assert changed(change).revision == 1
    assert "The box does not fit this game" in failed(changed(lambda raw: raw.update(box={})))


@pytest.mark.parametrize("players", [0, 2, 4, 1_000_000_000])
def test_other_players_are_another_game(players: int) -> None:
    assert not changed(lambda raw: raw.update(players=players)).ok


def test_other_options_are_another_game() -> None:
    assert not changed(lambda raw: raw["options"].update(length="long")).ok
    assert "it does not fit this game" in failed(changed(lambda raw: raw["options"].update(colour="red")))


def test_a_player_who_is_not_asked_cannot_move() -> None:
    def change(raw: dict[str, Any]) -> None:
        first = next(at for at, entry in enumerate(raw["entries"]) if (entry["move"] or {}).get("kind") == "assess")
        raw["entries"].insert(first, dict(raw["entries"][first]))
        for number, entry in enumerate(raw["entries"], 1):
            entry["revision"] = number

    assert "the rules do not allow" in failed(changed(change))


def test_a_move_of_no_seat_or_no_game_is_named() -> None:
    assert "there is no such seat" in failed(changed(lambda raw: entry_of(raw, "concede").update(seat=9)))
    assert "is no move of this game" in failed(changed(lambda raw: entry_of(raw, "bot").update(move={"kind": "x"})))
    assert "no number or no seat" in failed(changed(lambda raw: entry_of(raw, "bot", "assess").update(seat=None)))


def test_an_undo_of_something_else_is_named() -> None:
    said = failed(changed(lambda raw: entry_of(raw, "undo")["move"].update(undone=1)))
    assert "there was nothing this seat could have undone so" in said


def test_an_undo_past_something_drawn_or_shown_is_named() -> None:
    def undone(raw: dict[str, Any]) -> None:
        last = [entry for entry in raw["entries"] if entry["kind"] == "move" and entry["fence"]][-1]
        number = len(raw["entries"]) + 1
        pointer = {"undone": last["revision"], "back_to": last["revision"] - 1}
        raw["entries"].append({**last, "revision": number, "kind": "undo", "move": pointer, "told": [], "fence": False})

    assert "there was nothing this seat could have undone so" in failed(changed(undone))


def test_a_repair_ends_the_proof() -> None:
    said = failed(changed(lambda raw: entry_of(raw, "concede").update(kind="repair")))
    assert "the operator repaired the table by hand" in said


def test_a_second_setup_is_named() -> None:
    assert "only the first entry is the setup" in failed(changed(lambda raw: raw["entries"][5].update(kind="setup")))


def test_an_entry_of_another_version_is_not_held_against_the_players() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["entries"][0]["build"] = "0.0.9"
        raw["entries"][0]["told"].pop()

    said = failed(changed(change))
    assert "written by version 0.0.9 of the program" in said
    assert "verify with that version before you suspect anybody" in said


async def test_a_proof_leaves_out_news_and_fields_that_were_added_since_a_release_and_nothing_else(
    tmp_path: Path,
) -> None:
    storage = await open_storage(Path(shutil.copy(RELEASED / "1.0.0.sqlite", tmp_path / "boardroom.db")))
    try:
        exported = await export_game(storage, CARNEGIE_GAME, full=True)
    finally:
        await storage.close()

    def check(**changes: object) -> ProofReport:
        raw = exported.model_dump(mode="json")
        told = (piece["news"] for entry in raw["entries"] for piece in entry["told"])
        next(news for news in told if news["kind"] == "workers moved").update(changes)
        return verify_export(parse_export(json.dumps(raw)), GAMES)

    assert check().ok
    assert "news.places" in failed(check(places=[["here", "there"]])), "what the file has is compared"
    assert "news.seat is 9 in the file" in failed(check(seat=9))


def test_a_table_of_an_older_version_is_upgraded_first() -> None:
    game = GAMES["goodwill"]
    raw = json.loads(finished())
    raw["state"]["gone"] = raw["state"].pop("players")
    version, upgrades = game.saved.version, game.saved.upgrades
    renamed = SavedTables(version + 1, {**upgrades, version: lambda old: {"players": old.pop("gone"), **old}})
    newer = replace(game, saved=renamed)
    assert verify_export(parse_export(json.dumps(raw)), {"goodwill": newer}).ok


# -- files that cannot be read ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "not json", '{"format": 1', b"\xff\xfe\x00"])
def test_what_is_no_json(text: str | bytes) -> None:
    with pytest.raises(BadFile, match=r"^This file is not JSON\."):
        parse_export(text)


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"game": "goodwill"}'])
def test_what_is_json_but_no_game(text: str) -> None:
    with pytest.raises(BadFile, match="things stand too deep in one another"):
        parse_export('{"format": 2, "options": ' + "[" * 500 + "]" * 500 + "}")
    with pytest.raises(BadFile, match=r"^This file is not JSON\."):
        parse_export("[" * 1_000_000)
    with pytest.raises(BadFile, match="a number in it is larger than"):
        parse_export('{"format": 2, "players": ' + "9" * 300 + "}")
    with pytest.raises(BadFile, match=r"^This file is not an exported game\."):
        parse_export(text)


def test_another_format_is_named() -> None:
    with pytest.raises(BadFile, match=r"has format 4, and this program \(version .*\) reads formats 1, 2 and 3"):
        changed(lambda raw: raw.update(format=4))


def test_a_file_from_before_there_were_reviews_is_read() -> None:
    raw = json.loads(finished())
    del raw["review"]
    assert verify_export(parse_export(json.dumps({**raw, "format": 2})), GAMES).ok


@pytest.mark.parametrize("review", [{"points": {}}, "won by luck", None])
def test_what_a_file_says_in_its_review_proves_nothing_and_spoils_nothing(review: object) -> None:
    report = changed(lambda raw: raw.update(review=review))
    assert report.ok
    assert report.verdict.startswith("PROVEN")


def test_what_is_missing_in_the_file_is_named_with_its_place() -> None:
    with pytest.raises(BadFile, match=r"at entries\.3\.told: Field required"):
        changed(lambda raw: raw["entries"][3].pop("told"))


def test_an_unknown_game_and_a_newer_one() -> None:
    with pytest.raises(BadFile, match="does not know the game 'chess'"):
        changed(lambda raw: raw.update(game="chess"))
    with pytest.raises(BadFile, match="saved by a newer program"):
        changed(lambda raw: raw.update(version=10_000))


# -- a game that is not over -----------------------------------------------------------------------


async def test_a_running_game_shows_only_what_everybody_knows(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    evening = Evening(storage)
    await evening.start()
    await evening.play(6)
    public = await export_game(storage, evening.game_id)
    text = public.model_dump_json()
    entries = await storage.games.list_entries(evening.game_id)
    private = [piece for entry in entries for piece in json.loads(entry.stored_news) if piece["to"] is not None]
    assert private
    assert all(piece.to is None for entry in public.entries for piece in entry.told)
    assert SEED not in text
    assert public.state is None
    assert public.seed is None
    assert all(entry.move is None and entry.fence is None for entry in public.entries)
    assert all(entry.seat is None for entry in public.entries if entry.kind != "undo")
    assert {entry.kind for entry in public.entries} <= {"setup", "move", "undo"}
    assert [entry.revision for entry in public.entries] == list(range(1, len(public.entries) + 1))
    told = [piece.news for entry in public.entries for piece in entry.told]
    stored = [piece for entry in entries for piece in json.loads(entry.stored_news)]
    assert told == [piece["news"] for piece in stored if piece["to"] is None], "and everything that everybody knows"

    report = verify_export(parse_export(text), GAMES)
    assert report.ok
    assert not report.complete
    assert report.verdict.startswith("NOT YET")
    assert "The deal is committed" in report.checks[0].text
    await storage.close()


async def test_the_operator_may_have_all_of_a_running_game(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    evening = Evening(storage)
    await evening.start()
    await evening.play(6)
    whole = await export_game(storage, evening.game_id, full=True)
    assert whole.note.startswith("FOR THE OPERATOR ALONE")
    assert whole.seed == SEED
    assert verify_export(parse_export(whole.model_dump_json()), GAMES).verdict.startswith("PROVEN")
    await storage.close()


def test_a_public_record_without_the_first_digest_is_refused() -> None:
    raw = json.loads(finished())
    raw.update(complete=False, seed=None, state=None)
    raw["entries"][0]["told"].pop(0)
    assert "digest of the seed is missing" in failed(verify_export(ExportedGame.model_validate(raw), GAMES))


async def test_what_cannot_be_exported(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    with pytest.raises(Refusal, match="no game with the number 7"):
        await export_game(storage, 7)
    lobby = Lobby(Host(storage, GAMES))
    table = await lobby.open_table(
        title="goodwill", guild_id=SERVER, channel_id=CHANNEL, user_id=ANNA, name="Anna", seats_wanted=3
    )
    with pytest.raises(Refusal, match="has not begun"):
        await export_game(storage, table.row.game_id)
    await lobby.close_table(table.row.game_id, ANNA)
    with pytest.raises(Refusal, match="has not begun"):
        await export_game(storage, table.row.game_id)
    await storage.close()
