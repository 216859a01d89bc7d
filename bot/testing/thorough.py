"""Selection of cases for the quick suite: the first ones; `make thorough` runs the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mark_thorough(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Mark all cases except the first ones as thorough.

    Args:
        cases: values of a parameter, or a `pytest.param` each.
        quick: the number of cases in the quick suite.

    Returns:
        the cases in the same order, for `pytest.mark.parametrize`.
    """
    return [case if number < quick else _add_mark(case) for number, case in enumerate(cases)]


def _add_mark(case: Any) -> Any:
    mark = pytest.mark.thorough
    if hasattr(case, "marks"):  # a pytest.param
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, mark])
    return pytest.param(case, marks=mark)
