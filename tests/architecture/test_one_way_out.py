"""All output to Discord passes one checked exit: no message, form or answer is built elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.sources import Source, sources

ANSWERS = "bot/ui/handlers/answering.py"
DEFERS = "bot/ui/handlers/first_answer.py"
"""Who owns the first answer, and sends nothing that can be read."""
OPENS_FORMS = "bot/ui/handlers/router.py"
POSTS = {ANSWERS, "bot/ui/delivery/table_messages.py", "bot/ui/delivery/private_hands.py"}
"""Who hands a message to discord.py."""
OF_AN_ANSWER = {"response", "followup", "edit_original_response", "send_modal"}


def served() -> list[Source]:
    return sources("bot/ui", "bot/host", "bot/ops", "cogs", at_least=80)


def calls(source: Source) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def test_answers_are_sent_at_one_place() -> None:
    found = [
        f"{source.where}:{node.lineno} .{node.attr}"
        for source in served()
        if source.where not in (ANSWERS, DEFERS)
        for node in ast.walk(ast.parse(source.text))
        if isinstance(node, ast.Attribute) and node.attr in OF_AN_ANSWER and "interaction" in ast.unparse(node.value)
    ]
    assert found == []


def test_every_message_is_a_screen_that_was_looked_at() -> None:
    found = []
    for source in served():
        for call in calls(source):
            views = [keyword.value for keyword in call.keywords if keyword.arg == "view"]
            looked_at = all(isinstance(view, ast.Call) and name_of(view) == "build_layout" for view in views)
            if views and (source.where not in POSTS or not looked_at):
                found.append(f"{source.where}:{call.lineno}")
    assert found == []


def test_nothing_is_sent_without_one_but_a_sentence_with_files() -> None:
    sends = {"send", "send_message", "edit_message", "edit_original_response"}
    found = [
        source.where
        for source in served()
        for call in calls(source)
        if name_of(call) in sends
        and not any(keyword.arg == "view" for keyword in call.keywords)
        and "_posting" not in ast.unparse(call.func)
        and ast.unparse(call.func) != "self.send"
    ]
    assert found == [ANSWERS] * 2, "see `give`, which bounds it"


def test_every_form_was_looked_at() -> None:
    found = [
        (source.where, ast.unparse(call.args[0]))
        for source in served()
        for call in calls(source)
        if name_of(call) == "send_modal"
    ]
    assert found == [(ANSWERS, "build_modal(form, _get_emoji(interaction))")]


def test_forms_are_opened_by_the_router_alone_which_knows_before_that_one_comes() -> None:
    """Routes return these types, so an undeclared route cannot open a form and is answered in time."""
    found = {source.where for source in served() for call in calls(source) if name_of(call) == "open_form"}
    assert found == {OPENS_FORMS}
