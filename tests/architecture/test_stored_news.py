"""Logs are shown to readers through an `AudienceLog` alone, so stored news of one seat reach no other.

The stored entries have everybody's news. The modules listed here read them, each with the reason why this tells nobody
a secret.
"""

from __future__ import annotations

import ast

from tests.architecture.sources import Source, sources

PROGRAM = ("bot", "cogs")
LOG = "bot/host/table/audience_log.py"

READ_AS_STORED = {
    LOG: "selects the news of an audience",
    "bot/host/record/replay.py": "compares them with the news of today's rules",
    "bot/host/record/export.py": "writes the whole record of a game that is over, or for the operator",
}
READ_FOR_ALL = {
    LOG: "parses them",
    "bot/host/record/replay.py": "how the deal was drawn",
    "bot/ops/restore_drill.py": "whether they can be read; shows none",
}
LOADED = {
    "bot/host/leagues/rulings.py": "who has moved",
    "bot/host/play/news_since.py": "for `build_audience_log`",
    "bot/host/play/panel_builder.py": "the table of an earlier revision; when the oldest unread news were made",
    "bot/host/play/question_clocks.py": "the deadline of an answer that is taken back",
    "bot/host/play/undo.py": "what is taken back",
    "bot/host/play/votes.py": "what a vote goes back to",
    "bot/host/record/export.py": "see above; of others, everybody's log",
    "bot/host/record/log_reading.py": "for `AudienceView.build_log`, and for everybody's log",
    "bot/host/record/playouts.py": "played again, of a game that is over",
    "bot/host/record/replay.py": "played again, and shown by `AudienceView.build_log`",
    "bot/host/record/review.py": "played again, of a game that is over",
    "bot/ops/restore_drill.py": "whether they can be read; shows none",
    "bot/web/replays.py": "packed for the worker, which is refused while the game runs",
}
HEARD_WITHOUT_VIEW = {
    LOG: "makes it",
    "bot/host/delivery/guard.py": "gives it to the view of the same audience",
    "bot/host/record/log_reading.py": "everybody's log",
    "bot/host/play/news_since.py": "whether a seat's own order still stands; shows none",
    "bot/host/record/export.py": "everybody's log",
}


def look_up(source: Source, *names: str) -> bool:
    """Whether a module reads one of these attributes, or uses one of these functions."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load))
        for node in ast.walk(source.tree)
    ) or any(text.value in names for text in source.texts)


def modules(*names: str) -> set[str]:
    return {source.where for source in sources(*PROGRAM, at_least=200) if look_up(source, *names)}


def test_stored_news_are_read_in_named_modules_alone() -> None:
    assert modules("stored_news") == READ_AS_STORED.keys()
    assert modules("parse_told", "_parse_piece") == READ_FOR_ALL.keys()


def test_stored_entries_are_loaded_by_the_host_alone() -> None:
    assert modules("list_entries", "list_last_entries") == LOADED.keys()


def test_a_log_is_built_by_the_view_of_its_reader() -> None:
    assert modules("build_audience_log", "list_heard_entries") == HEARD_WITHOUT_VIEW.keys()


def test_only_everybody_is_named_as_the_reader_of_a_log_without_a_view() -> None:
    places = {"build_audience_log": 1, "list_heard_entries": 0}
    named = {
        (source.where, ast.unparse(call.args[places[name]]))
        for source in sources(*PROGRAM)
        if source.where in HEARD_WITHOUT_VIEW.keys() - {LOG, "bot/host/play/news_since.py"}
        for call in source.calls
        if (name := getattr(call.func, "id", "")) in places
    }
    assert named == {("bot/host/record/log_reading.py", "None"), ("bot/host/record/export.py", "None")}


def test_an_audience_and_its_log_are_chosen_once() -> None:
    """`replace` gives neither a view nor a log another reader, and no other module makes one."""
    changed = [
        f"{source.where}:{call.lineno}"
        for source in sources(*PROGRAM)
        for call in source.calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in ("replace", "model_copy")
        and any(keyword.arg == "audience" for keyword in call.keywords)
    ]
    assert changed == []
    made = {
        (source.where, call.func.id)
        for source in sources(*PROGRAM)
        for call in source.calls
        if isinstance(call.func, ast.Name) and call.func.id in ("AudienceView", "AudienceLog", "HeardEntry")
    }
    assert made == {
        ("bot/host/table/audience_view.py", "AudienceView"),
        (LOG, "AudienceLog"),
        (LOG, "HeardEntry"),
    }
