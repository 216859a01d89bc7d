"""Values computed from a running table reach nobody unguarded: only the modules listed here read one.

A table holds everybody's hands. Each reader states here why its result leaks nothing: it is built under the guard, told
as everybody's own news, or written when nothing is left to hide.
"""

from __future__ import annotations

import ast

from tests.architecture.sources import Source, sources

LAYERS = ("bot/host", "bot/ui", "bot/leagues", "bot/ops", "bot/local", "cogs")
TRUE_SCORES = {"compute_current_outcome", "build_current_result", "build_concession_outcome", "compute_current_scores"}
"""What a table counts by everybody's hands; only at the end of a game, or of its season, is it anybody's to know."""

COUNT = {
    "bot/host/leagues/season_events.py": "for a table that ends with its season",
    "bot/host/leagues/rulings.py": "writes that, with the end of the season",
    "bot/host/table/lessons.py": "a lesson on a known deal, for its learner",
}
WORTH = {
    "bot/host/table/lessons.py": "a lesson on a known deal, for its learner",
    "bot/host/play/panel_builder.py": "from the seat's own views, then and now, under the guard",
    "bot/ui/screens/lobby/lessons.py": "of a lesson",
}
LOOK = {
    "bot/host/delivery/guard.py": "makes the other truths",
    "bot/host/host.py": "plays moves on it",
    "bot/host/leagues/season_events.py": "how a game that is over came out; and as it stands, see COUNT",
    "bot/host/leagues/rulings.py": "as it stands, see COUNT",
    "bot/host/play/answer_notes.py": "whether a seat is asked, or may take its own sealed answer back",
    "bot/host/play/absence.py": "plays what is due; names the step under the guard",
    "bot/host/play/auto_answers.py": "what bots and prepared turns play",
    "bot/host/clock.py": "whether the game is over",
    "bot/host/play/move_records.py": "what is saved",
    "bot/host/play/bot_delay.py": "which bots are asked; shows nothing",
    "bot/host/play/next_up.py": "whose turn follows, under the guard",
    "bot/host/play/own_notes.py": "the public name of the part that is played",
    "bot/host/play/panel_builder.py": "an earlier one, for the seat's score then, under the guard",
    "bot/host/play/question_clocks.py": "how much time the step on the agenda gets",
    "bot/host/play/table_loader.py": "adds a salt after a restore",
    "bot/host/play/votes.py": "the seed of a game that ends; who has a vote, which everybody sees",
    "bot/host/play/prepared_turns.py": "whose turn it is; turns are foreseen in another truth",
    "bot/host/play/autoplay.py": "what bots and defaults play",
    "bot/host/play/thinking.py": "what strong bots play",
    "bot/host/play/undo.py": "what is taken back; none of it while the table waits in secret",
    "bot/host/record/finished_game.py": "given to the worker, of a game that is over",
    "bot/host/record/proof.py": "of a record that is shown whole",
    "bot/host/record/replay.py": "played again, and shown by views under the guard",
    "bot/host/record/review.py": "played again, of a game that is over",
    "bot/host/table/lessons.py": "a lesson on a known deal",
    "bot/host/lobby/game_start.py": "deals, and shows nothing",
    "bot/host/table/running.py": "questions and views, which are each seat's own",
    "bot/host/table/audience_view.py": "what an audience sees, under the guard",
    "bot/ops/restore_drill.py": "whether a backup can be played on; says so for all games together",
}
NO_TABLE_OF_A_GAME = {
    "bot/host/leagues/thread_notices.py",
    "bot/host/leagues/seat_offers.py",
    "bot/leagues/seat_offers.py",
    "bot/ui/handlers/leagues/seat_offers.py",
    "bot/ui/screens/leagues/seat_offers.py",
    "bot/host/leagues/export.py",
    "bot/leagues/ruling_effects.py",
    "bot/host/leagues/calendar.py",
    "bot/host/leagues/ladders.py",
    "bot/leagues/careers.py",
    "bot/leagues/hall_of_fame.py",
    "bot/leagues/remembered_warnings.py",
    "bot/leagues/reverts.py",
    "bot/leagues/season.py",
    "bot/leagues/season_records.py",
    "bot/leagues/season_review.py",
    "bot/leagues/standings.py",
    "bot/leagues/stewards.py",
    "bot/leagues/teams.py",
    "bot/local/__main__.py",
    "bot/ui/delivery/discord_sender.py",
    "bot/ui/screens/leagues/hall_of_fame.py",
    "bot/ui/screens/leagues/league_digests.py",
    "bot/ui/screens/leagues/league_lookups.py",
    "bot/ui/screens/leagues/player_place.py",
    "bot/ui/screens/leagues/rulings.py",
    "bot/ui/screens/leagues/season_page.py",
    "bot/ui/screens/leagues/season_review.py",
}
"""Where `table` is a season's table, which its log alone tells of, a lobby, a number or a function."""
ANOTHER_TABLE = ("running", "state", "loaded", "present", "then", "there")
"""What a running game is called; in the modules above, nothing of that name has a table."""


def uses(source: Source, names: set[str]) -> set[str]:
    """Which of these names a module looks up, however it came by them."""
    found = {node.attr for node in ast.walk(source.tree) if isinstance(node, ast.Attribute)}
    found |= {node.id for node in ast.walk(source.tree) if isinstance(node, ast.Name)}
    found |= {str(text.value) for text in source.texts}
    return found & names


def modules(names: set[str]) -> set[str]:
    return {source.where for source in sources(*LAYERS, at_least=60) if uses(source, names)}


def test_true_scores_of_a_running_table_are_counted_where_nobody_reads_them_before_its_end() -> None:
    assert modules(TRUE_SCORES) == COUNT.keys()


def test_what_a_seat_has_so_far_is_told_from_its_own_view() -> None:
    found = {
        source.where
        for source in sources(*LAYERS)
        if any(isinstance(node, ast.Attribute) and node.attr == "worth" for node in ast.walk(source.tree))
    }
    assert found == WORTH.keys()


def test_a_running_table_is_looked_at_in_named_modules_alone() -> None:
    looking = {
        source.where
        for source in sources(*LAYERS)
        if any(
            isinstance(node, ast.Attribute) and node.attr in ("table", "visible_table")
            for node in ast.walk(source.tree)
        )
    }
    assert looking == LOOK.keys() | NO_TABLE_OF_A_GAME
    assert not LOOK.keys() & NO_TABLE_OF_A_GAME
    wrong = [
        f"{source.where}:{node.lineno}"
        for source in sources(*LAYERS)
        if source.where in NO_TABLE_OF_A_GAME
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "table"
        if ast.unparse(node.value).split(".")[-1] in ANOTHER_TABLE
    ]
    assert not wrong, "\n".join(wrong)


BESIDE_THE_HOST = ("bot/ui", "bot/leagues", "bot/local", "cogs")
THE_GAME_ITSELF = (
    "bot.host.delivery.guard",
    "bot.host.table.running.RunningGame",
    "bot.host.table.running.load_running_game",
    "bot.host.table.audience_view.build_audience_view",
    "bot.host.table.audience_view.get_public_defaults",
)
"""What leads to a running game, or has to do with one and with the guard."""
AS_A_WHOLE = (
    "bot",
    "bot.host",
    "bot.host.delivery",
    "bot.host.table",
    "bot.host.table.running",
    "bot.host.table.audience_view",
)


def test_screens_are_built_from_audience_views_without_running_game_or_guard() -> None:
    """`Host.get_view`, a desk and the like are all that leads to a table there, and these have gone through the
    guard."""
    shown = sources(*BESIDE_THE_HOST, at_least=60)
    wrong = [
        f"{source.where}:{each.line} imports {each.name}"
        for source in shown
        for each in source.imports
        if each.within(THE_GAME_ITSELF) or each.name in AS_A_WHOLE
    ]
    wrong += [
        f"{source.where}:{call.lineno} asks for a running game"
        for source in shown
        for call in source.calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in {"get_running_game", "find_loaded"}
    ]
    assert not wrong, "\n".join(wrong)


def test_no_screen_shows_how_often_something_happened_in_secret() -> None:
    """A desk and a letter have a revision, used for the read marks."""
    shown = [
        f"{source.where}:{node.lineno}"
        for source in sources("bot/ui/screens", at_least=20)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "revision"
    ]
    assert not shown, "\n".join(shown)


def test_what_the_guard_left_to_be_looked_at_is_looked_at_by_name_alone() -> None:
    """`AudienceView.lazy_fields` and `AudienceView.stages` hold on to the rest of the game; few modules read them."""
    readers = {
        source.where
        for source in sources("bot", "cogs")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in {"lazy_fields", "_lazy_fields", "stages"}
    }
    assert readers == {"bot/host/delivery/guard.py", "bot/host/table/audience_view.py"}


def test_how_tables_stand_goes_into_the_log_of_a_season_that_ends_and_nowhere_else() -> None:
    named = {"build_current_result", "_collect_current_results", "_build_ending", "build_current_result_entries"}
    callers: dict[str, set[str]] = {name: set() for name in named}
    leagues = [source for source in sources("bot/host/leagues") if source.where != "bot/host/leagues/season_events.py"]
    for function in (node for source in leagues for node in ast.walk(source.tree)):
        if isinstance(function, ast.AsyncFunctionDef | ast.FunctionDef):
            for name in callers:
                if any(
                    (isinstance(node, ast.Attribute) and node.attr == name)
                    or (isinstance(node, ast.Name) and node.id == name)
                    for node in ast.walk(function)
                ):
                    callers[name].add(function.name)
    assert callers == {
        "build_current_result": {"_collect_current_results"},
        "_collect_current_results": {"_build_ending", "build_current_result_entries"},
        "_build_ending": {"finish"},
        "build_current_result_entries": {"_end"},
    }
    others = sources("bot/ui", "cogs", "bot/local", "bot/ops")
    assert not [source.where for source in others if uses(source, named - {"build_current_result"})]


VIEWS = {
    "bot/host/delivery/guard.py:_build_preview": "compared with other truths",
    "bot/host/delivery/guard.py:_get_view": "compared with other truths",
    "bot/host/play/panel_builder.py:_get_past_score": "under the guard",
    "bot/host/host.py:_find_only_answer": "what is played after an answer; the move is the seat's own",
    "bot/host/play/auto_answers.py:_find_ordered_answer": "what an order plays; the move is the seat's own",
    "bot/host/play/auto_answers.py:choose_bot_move": "what a bot plays",
    "bot/host/play/auto_answers.py:compute_strong_move": "what a strong bot plays",
    "bot/host/play/auto_answers.py:explain_no_start": "whether a turn begins; its words are guarded (`_why_over`)",
    "bot/host/play/auto_answers.py:explain_order_end": "whether an order is over; its words are guarded (`_why_ended`)",
    "bot/host/play/hints.py:build_hint": "at a table that the seat could not tell from its own",
    "bot/host/play/prepared_turns.py:_build_offer": "under the guard",
    "bot/host/play/prepared_turns.py:_list_conditions": "for `_ahead`",
    "bot/host/record/playouts.py:compute_playouts": "of a game that is over",
    "bot/host/record/review.py:_get_win_probability": "of a game that is over",
    "bot/host/record/review.py:_find_loss": "of a game that is over",
    "bot/host/record/review.py:_compare_probabilities": "of a game that is over",
    "bot/host/record/review.py:_compute_turn_probability": "of a game that is over",
    "bot/host/table/lessons.py:_play_to_end_of_part": "a lesson on a known deal",
    "bot/host/table/lessons.py:_get_score": "a lesson on a known deal",
    "bot/host/table/lessons.py:play_lesson": "a lesson on a known deal",
    "bot/host/table/running.py:has_same_public_view": "whether a letter is written; everybody's views alone",
    "bot/host/table/running.py:get_view": "makes it, for those in this list",
    "bot/host/table/audience_view.py:build_audience_view": "compared with other truths",
    "bot/host/table/audience_view.py:view": "what the guard has left to be looked at",
}
"""Functions of the host that have a view built, with the reason why it leaks nothing."""


def test_a_module_that_computes_from_a_view_runs_under_the_guard_or_shows_nothing() -> None:

    assert views_made() == VIEWS.keys()


def views_made() -> set[str]:
    """The functions of the host that have a view made."""
    found = set()
    for source in sources("bot/host"):
        functions = [node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for call in (node for node in ast.walk(source.tree) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Attribute) and call.func.attr in {"view", "get_view"}:
                around = [each for each in functions if each.lineno <= call.lineno <= (each.end_lineno or 0)]
                found.add(f"{source.where}:{max(around, key=lambda each: each.lineno).name}")
    return found
