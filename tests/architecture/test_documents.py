"""Documents are short where they promise to be, and their links lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
MAX_README_WORDS = 1200
MAX_GLOSSARY_TERMS = 80


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    wrong = []
    for link in (one or other for one, other in LINK.findall(document.read_text("utf-8"))):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            wrong.append(link)
    assert not wrong


def test_the_readme_leads_to_every_document() -> None:
    linked = {one for one, _ in LINK.findall((ROOT / "README.md").read_text("utf-8"))}
    assert {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} <= linked


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= MAX_README_WORDS


def test_the_glossary_is_short_and_names_each_term_once() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    terms = [term for term, meaning in rows if term not in ("Term", "---")]
    assert 40 <= len(terms) <= MAX_GLOSSARY_TERMS
    assert len({term.lower() for term in terms}) == len(terms)
    assert all(meaning.endswith(".") for term, meaning in rows if term in terms)
