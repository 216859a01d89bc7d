"""Store of refused forms, so that a form opens again with the values that a person filled in.

The router takes every submitted form through it, and fills in every form that opens: no handler keeps values itself.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from bot.engine.questions import BadAnswer
from bot.host.errors import GameOver, NotYours, Refusal, WrongShard
from bot.ui.handlers.answering import best_effort
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens.forms import Form
from bot.ui.screens.names import escape_markdown
from storage.interface.panels import StoredDraft
from storage.store import Storage

MAX_KEPT_FORMS = 500
"""Number of refused forms in memory."""
REFUSED_DRAFT = "refused"
"""Kind of the draft that holds a refused form of a running table."""
KEPT = "What you filled in is kept: open the form again to put it right."

Values: TypeAlias = Mapping[str, Sequence[str]]
"""The values of a form, by the names of its fields."""
ShowsNote: TypeAlias = Callable[[str], Awaitable[object]]
"""Shows a panel with a note."""
Answer = TypeVar("Answer")


class RefusedForm(Refusal):
    """A form with a mistake, with the panel that says so.

    Args:
        why: what is wrong, and what to do instead.
        show: shows a panel with this sentence, followed by `KEPT`.
    """

    def __init__(self, why: str, show: ShowsNote) -> None:
        super().__init__(why)
        self.show = show


@contextmanager
def refusing_on(show: ShowsNote) -> Iterator[None]:
    """Show on a panel why this block refuses a form; without it, a message of its own says so."""
    try:
        yield
    except (UnknownControl, NotYours, WrongShard, GameOver, RefusedForm):
        raise
    except BadAnswer as wrong:
        raise RefusedForm(f"⚠️ {escape_markdown(str(wrong))}", show) from None
    except Refusal as refused:
        raise RefusedForm(f"⚠️ {refused}", show) from None


class RefusedForms:
    """The values of refused forms, by person and form: in memory, and those of running tables also in the store."""

    def __init__(self, storage: Storage) -> None:
        self._drafts = storage.draft_answers
        self._kept: OrderedDict[tuple[int, str], Values] = OrderedDict()

    async def take(
        self, interaction: Interaction, press: Press, game_id: int | None, handled: Awaitable[Answer]
    ) -> Answer | None:
        """Let a handler take a submitted form: keep the values if it fails, and forget them if it succeeds.

        Args:
            interaction: the interaction that submits the form.
            press: its parsed data.
            game_id: the table that the form is about, if any.
            handled: the handler's work.
        """
        user_id, form_id = interaction.user.id, ":".join([press.verb, *press.parts])
        try:
            answer = await handled
        except (UnknownControl, NotYours, WrongShard, GameOver):
            raise
        except RefusedForm as refused:
            await self._keep(user_id, form_id, game_id, press.fields)
            await refused.show(f"{refused} {KEPT}")
            return None
        except Exception:
            await self._keep(user_id, form_id, game_id, press.fields)
            raise
        await self._drop(user_id, form_id, game_id)
        return answer

    async def fill_in(self, user_id: int, form: Form, game_id: int | None) -> Form:
        """Fill the form with the last refused values, if there are any."""
        values = self._kept.get((user_id, form.id))
        if values is None and game_id is not None:
            values = await self._load(user_id, form.id, game_id)
        return form if values is None else form.fill_in(values)

    def forget(self, user_id: int) -> None:
        """Forget a person's forms in memory; the store erases its own."""
        for key in [key for key in self._kept if key[0] == user_id]:
            del self._kept[key]

    async def _keep(self, user_id: int, form_id: str, game_id: int | None, values: Values) -> None:
        """Keep the values, in place of those of the oldest form if there are too many."""
        self._kept[user_id, form_id] = dict(values)
        self._kept.move_to_end((user_id, form_id))
        while len(self._kept) > MAX_KEPT_FORMS:
            self._kept.popitem(last=False)
        if game_id is not None:
            packed = json.dumps({name: list(chosen) for name, chosen in values.items()}, ensure_ascii=False)
            with best_effort():
                await self._drafts.keep(game_id, user_id, REFUSED_DRAFT, StoredDraft(form_id, packed))

    async def _load(self, user_id: int, form_id: str, game_id: int) -> Values | None:
        draft = await self._drafts.get(game_id, user_id, REFUSED_DRAFT)
        if draft is None or draft.etag != form_id:
            return None
        values: Values = json.loads(draft.picks)
        return values

    async def _drop(self, user_id: int, form_id: str, game_id: int | None) -> None:
        self._kept.pop((user_id, form_id), None)
        if game_id is not None:
            with best_effort():
                if await self._load(user_id, form_id, game_id) is not None:
                    await self._drafts.drop(game_id, user_id, REFUSED_DRAFT)
