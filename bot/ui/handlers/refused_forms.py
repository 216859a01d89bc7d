"""In-memory store of refused forms, so that a form opens again with the values that a person filled in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from bot.ui.screens.forms import Form

MAX_KEPT_FORMS = 500
"""Number of refused forms in memory; a restart forgets them, and the forms open with the saved values."""
KEPT = "What you filled in is kept: open the form again to put it right."


class RefusedForms:
    """The values of refused forms, by person and form."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], Mapping[str, Sequence[str]]] = OrderedDict()

    def keep(self, user_id: int, form_id: str, values: Mapping[str, Sequence[str]]) -> None:
        """Keep the values of a refused form, in place of those of the oldest one if there are too many."""
        self._kept[user_id, form_id] = dict(values)
        self._kept.move_to_end((user_id, form_id))
        while len(self._kept) > MAX_KEPT_FORMS:
            self._kept.popitem(last=False)

    def fill_in(self, user_id: int, form: Form) -> Form:
        """Return the form with the values that were refused last, or as it is."""
        values = self._kept.get((user_id, form.id))
        return form if values is None else form.fill_in(values)

    def drop(self, user_id: int, form_id: str) -> None:
        """Forget the values of a form, because it was accepted."""
        self._kept.pop((user_id, form_id), None)
