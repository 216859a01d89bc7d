"""Every effect in a box's data is implemented, worded, evaluated by the bot, and guarded.

A new kind of effect fails here until it has an example, and in mypy until every match over its union handles it.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.news_text import format_news
from bot.engine.records import Card
from bot.engine.thinking import Thinking
from bot.testing.effects import Example, Vocabulary, get_table, get_told
from bot.testing.every_game.test_secrecy import check_redealt
from bot.testing.random_games import GAMES, Case, format_page_lines, list_words
from bot.testing.tested import get_package, load_tested

VOCABULARIES: list[Vocabulary] = [vocabulary for tested in load_tested().values() for vocabulary in tested.vocabularies]
EACH = [pytest.param(vocabulary, id=f"{vocabulary.game.key}-{vocabulary.what}") for vocabulary in VOCABULARIES]
KINDS = [
    pytest.param(vocabulary, kind, id=f"{vocabulary.game.key}-{vocabulary.what}-{kind}")
    for vocabulary in VOCABULARIES
    for kind in vocabulary.list_kinds()
]


def get_example(vocabulary: Vocabulary, kind: str) -> Example:
    assert kind in vocabulary.examples, f"nobody shows that the {vocabulary.what} {kind} does anything"
    return vocabulary.examples[kind]


def list_closed_unions(record: type[Card], seen: set[Any]) -> set[str]:
    """Return the kinds of every discriminated union in a record, at any depth."""
    found: set[str] = set()
    for part in record.model_fields.values():
        for kind in list_parts(part.annotation):
            if kind not in seen:
                seen.add(kind)
                found |= list_closed_unions(kind, seen)
    named = record.model_fields.get("kind")
    return found | ({named.default} if named is not None else set())


def list_parts(annotation: Any) -> set[type[Card]]:
    """Return the records named in an annotation."""
    if isinstance(annotation, type) and issubclass(annotation, Card):
        return {annotation}
    return {record for inner in getattr(annotation, "__args__", ()) for record in list_parts(inner)}


@pytest.mark.parametrize("key", GAMES)
def test_every_vocabulary_of_a_box_is_looked_at(key: str) -> None:
    """Every discriminated union in a box, at any depth, has examples; the search settings are exempt."""
    known = {kind for vocabulary in VOCABULARIES if vocabulary.game.key == key for kind in vocabulary.list_kinds()}
    assert list_closed_unions(type(GAMES[key].box), {Thinking}) == known


@pytest.mark.parametrize("vocabulary", EACH)
def test_there_is_an_example_of_every_kind_and_of_no_other(vocabulary: Vocabulary) -> None:
    assert set(vocabulary.examples) == set(vocabulary.list_kinds())


@pytest.mark.parametrize(("vocabulary", "kind"), KINDS)
def test_it_does_what_its_words_promise(vocabulary: Vocabulary, kind: str) -> None:
    example = get_example(vocabulary, kind)
    assert example.promised(example.dealt(vocabulary.game.box))
    if kind not in vocabulary.nothing:
        assert not example.promised(example.dealt(vocabulary.build_box_without(kind))), (
            "this happens without the effect, too"
        )


def list_readable(vocabulary: Vocabulary, evening: Any) -> list[str]:
    """Return every text that anybody at the table has read so far, or can look at."""
    table, found = get_table(evening), []
    for reader in (*table.seats, None):
        view = vocabulary.game.view(table, reader)
        found += [*format_page_lines(vocabulary.game.page(view)), *format_page_lines(vocabulary.game.hand(view))]
        found += [
            format_news(vocabulary.game, told.news, reader) for told in get_told(evening) if told.is_visible_to(reader)
        ]
        question = None if reader is None else play.find_question(table, reader)
        found += [] if question is None else list_words(question)
    return found


@pytest.mark.parametrize(("vocabulary", "kind"), KINDS)
def test_somebody_reads_of_it(vocabulary: Vocabulary, kind: str) -> None:
    if kind in vocabulary.nothing:
        return
    example = get_example(vocabulary, kind)
    happened = list_readable(vocabulary, example.dealt(vocabulary.game.box))
    assert happened != list_readable(vocabulary, example.dealt(vocabulary.build_box_without(kind)))


@pytest.mark.parametrize(("vocabulary", "kind"), KINDS)
def test_the_bot_weighs_it(vocabulary: Vocabulary, kind: str) -> None:
    get_example(vocabulary, kind)
    weighed = vocabulary.worth(vocabulary.game.box, kind) != vocabulary.worth(vocabulary.build_box_without(kind), kind)
    assert weighed is (kind not in vocabulary.not_weighed)


@pytest.mark.parametrize(("vocabulary", "kind"), KINDS)
def test_it_tells_nobody_what_they_may_not_know(vocabulary: Vocabulary, kind: str) -> None:
    """Each seat sees the same after it in a resampled table."""
    table = get_table(get_example(vocabulary, kind).dealt(vocabulary.game.box))
    case = Case(vocabulary.game, table.players, vocabulary.game.options())
    check_redealt(case, table, kind)
    assert table.outcome is not None or any(
        vocabulary.game.redeal(table, reader, Chance(seed=kind)) != table for reader in case.list_readers()
    )


ROW = re.compile(r"^\| ((?:`[^`|]+`(?:, )?)+) \| `(\w+)` \|$", re.MULTILINE)


def list_modules(rules: ModuleType) -> dict[str, str]:
    """Return the module of each ability, according to the table of contents of the rules."""
    return {kind: module for kinds, module in ROW.findall(rules.__doc__ or "") for kind in re.findall("`(.+?)`", kinds)}


@pytest.mark.parametrize("vocabulary", EACH)
def test_the_table_of_contents_says_where_each_is(vocabulary: Vocabulary) -> None:
    package = get_package(vocabulary.game)
    where = list_modules(import_module(f"{package}rules"))
    for kind, record in vocabulary.list_kinds().items():
        assert kind in where, f"rules/__init__.py does not say where the {vocabulary.what} {kind} is"
        name = where[kind] if where[kind] in ("table", "components") else f"rules.{where[kind]}"
        source = inspect.getsource(import_module(f"{package}{name}"))
        assert f'"{kind}"' in source or record.__name__ in source, f"nothing in {where[kind]} names {kind}"
