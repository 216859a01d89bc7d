"""A PostgreSQL that reads statements: the real server's program, for as long as one question takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.postgres.dialect import number_parameters
from tests.storage.server import Folder

_ERROR = re.compile(r"ERROR: +(?P<why>.*)(?:\n(?!.*STATEMENT).*)*\n.*STATEMENT: +(?P<statement>.*)")


def refused(made: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """Let PostgreSQL make tables, and prepare and plan statements; return those it does not read, and why.

    Raises:
        AssertionError: it does not make the tables.
    """
    # To prepare one, it must know the type of each parameter; to plan it, that each conflict can happen.
    asked = {f"prepare s{number} as {number_parameters(text)[0]};": text for number, text in enumerate(texts)}
    asked |= {f"explain (generic_plan) {number_parameters(text)[0]};": text for text in texts}
    with TemporaryDirectory() as folder:
        said = _said(Path(folder), "\n".join([*(f"{' '.join(each.split())};" for each in made), *asked, ""]))
    found = {error["statement"]: error["why"] for error in _ERROR.finditer(said)}
    assert said.count("ERROR:") == len(found), said
    assert found.keys() <= asked.keys(), found
    return {asked[statement]: why for statement, why in found.items()}


def _said(path: Path, commands: str) -> str:
    """Give the server commands, each on a line, without a port or anybody else; return what it complains of."""
    folder = Folder(path)
    return folder.run("postgres", "--single", "-F", "-D", str(folder.data), "postgres", said=commands).stderr
