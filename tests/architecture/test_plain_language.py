"""Docstrings and names say things in plain technical English: CONTRIBUTING.md, "Style".

A docstring states what a thing is or does. It does not open with the module's name and a relative clause, and it uses
nouns where everyday speech uses a relative pronoun. Outside the games, which have their rulebooks' words, a
function begins with a verb.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.architecture.sources import PACKAGES, Source, sources
from tests.architecture.verbs import VERBS

OPENING = re.compile(r"^[A-Z][\w '-]{2,40}: (what|who|whose|how|where|which|when|whether|those|everything|all|one)\b")
CLAUSE = re.compile(
    r"\b(whoever|whomever|whichever|of whom|to whom|of theirs|in vain|all else|else is|so many|as well as can be|"
    r"what is|what was|what has|what they|who is|who was|who has|is told|are told|any more|no more|anew|beforehand)\b",
    re.IGNORECASE,
)
"""Phrases that stand in place of a noun or of the field's term; one or the other is harmless, a habit is not."""
NEVER = re.compile(r"\b(whoever|whomever|of whom|of theirs|in vain|as well as can be)\b", re.IGNORECASE)
CLAUSES_PER_1000_WORDS = 1.5
PERCENT_WITHOUT_VERB = 5


def docstrings(source: Source) -> Iterator[tuple[int, str]]:
    """Yield line and text of every docstring, those of constants and fields included."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.lineno, node.value.value


def function_names(source: Source) -> Iterator[tuple[int, str]]:
    """Yield line and name of every function that is no property and no special method."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if not decorators & {"property", "cached_property"}:
                yield node.lineno, node.name


def places(found: list[tuple[Source, int, str]]) -> str:
    return "\n".join(f"{source.where}:{line}: {text}" for source, line, text in found)


def every_docstring(*folders: str) -> list[tuple[Source, int, str]]:
    every = [(source, line, text) for source in sources(*folders, at_least=50) for line, text in docstrings(source)]
    assert len(every) > 500, "else this test sees too little"
    return every


def test_no_docstring_opens_with_its_subject_and_a_relative_clause() -> None:
    """As "Chairs: who sits where" does; "Assign people to seats" says it."""
    found = [(source, line, text.splitlines()[0]) for source, line, text in every_docstring(*PACKAGES, "tests")]
    wrong = [each for each in found if OPENING.match(each[2])]
    assert not wrong, places(wrong)


def test_docstrings_name_people_by_what_they_are() -> None:
    """The caller, the player, the organiser; never a relative pronoun that could be anybody."""
    wrong = [
        (source, line, clause[0])
        for source, line, text in every_docstring(*PACKAGES, "tests")
        for clause in NEVER.finditer(text)
    ]
    assert not wrong, places(wrong)


def test_relative_clauses_in_place_of_nouns_are_rare() -> None:
    for folders in (PACKAGES, ("tests",)):
        every = every_docstring(*folders)
        words = sum(len(text.split()) for _, _, text in every)
        clauses = [(source, line, clause[0]) for source, line, text in every for clause in CLAUSE.finditer(text)]
        assert len(clauses) <= CLAUSES_PER_1000_WORDS * words / 1000, places(clauses)


def test_functions_outside_the_games_begin_with_a_verb() -> None:
    names = [
        (source, line, name)
        for source in sources(*PACKAGES, at_least=150)
        if not source.where.startswith(("bot/games/", "bot/testing/every_game/"))
        for line, name in function_names(source)
    ]
    without = [each for each in names if each[2].lstrip("_").split("_")[0] not in VERBS]
    assert len(names) > 2000, "else this test sees too little"
    assert len(without) <= PERCENT_WITHOUT_VERB * len(names) / 100, places(without)
