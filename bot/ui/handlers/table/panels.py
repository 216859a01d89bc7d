"""Handlers for a player's panel at a running table: the question, its answers and the player's hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.engine.multi_step import list_picks
from bot.engine.questions import BadAnswer, Number, Question
from bot.engine.records import Move
from bot.host.errors import Refusal, explain_stale_press
from bot.host.play.draft_answers import DraftAnswers
from bot.host.play.standing_orders import offer_tag
from bot.host.services import Services
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.ui import screens
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.handlers.answering import (
    Reading,
    best_effort,
    build_panel,
    draw_question,
    edit_response,
    get_or_create_person,
    read_nothing,
    record_editable,
    show,
    show_panel,
    take_pending_notice,
)
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import NOTHING, PLAY, form_route, route
from bot.ui.handlers.table import text_answers
from bot.ui.handlers.table.ended_panels import EndedPanels
from bot.ui.handlers.table.form_drafts import FormDrafts
from bot.ui.handlers.table.private_delivery import PrivateDeliveryHandlers
from bot.ui.handlers.table.waiting_panels import WaitingPanels, keep_note
from bot.ui.screens import answer_picks
from bot.ui.screens.draft_picks import PUT_ASIDE, build_draft, read_draft
from bot.ui.screens.forms import Form
from bot.ui.screens.names import format_plain
from bot.ui.screens.renewed_picks import renew_picks, renew_press
from bot.ui.screens.table.answer_forms import THEN, build_question_form, read_form, read_order
from bot.ui.screens.table.panels import build_prompt
from bot.ui.screens.table.standing_orders import list_offers

MOVE = "Your move"


def _read_tag_and_picks(press: Press) -> tuple[str, Sequence[str]]:
    return press.read_part(1), press.read_picks()


def _read_tag_and_choice(press: Press) -> tuple[str, Sequence[str]]:
    return press.read_part(1), press.read_all_picks()


def _read_typed_picks(press: Press) -> tuple[str, Sequence[str]]:
    """Read the question's tag and the picks; a space keeps typed text from being parsed as a marker of our ids."""
    return press.read_part(1), [*press.read_picks(), *(f" {text}" for text in press.typed)]


def _read_tag_and_fields(press: Press) -> tuple[str, Mapping[str, Sequence[str]]]:
    return press.read_part(1), press.fields


class PanelHandlers:
    """Shows a player their question, and takes their answers, pressed or typed."""

    def __init__(
        self, services: Services, discord_sender: DiscordSender, secrets: PrivateDeliveryHandlers, cpu_limit: CpuLimit
    ) -> None:
        self._host = services.host
        self._people = services.host.people
        self._storage = services.storage
        self._absence = services.absence
        self._orders = services.orders
        self._hints = services.hints
        self._autoplay = services.autoplay
        self._drafts = DraftAnswers(services.storage)
        self._form_drafts = FormDrafts(services.storage)
        self._panels = discord_sender.panels
        self._pictures = discord_sender.pictures
        self._secrets = secrets
        self._cpu_limit = cpu_limit
        self.waiting = WaitingPanels(services, discord_sender.panels, self._record_seen)
        self.ended = EndedPanels(services.host, discord_sender.panels)

    @route("act", access=PLAY, saves=NOTHING)
    async def open_panel(self, interaction: Interaction, game_id: int, note: str = "", ordered: str = "") -> None:
        """Show a person their panel, with a note, what became of an order, and their pending notices."""
        user_id = interaction.user.id
        context = await self._host.build_panel(game_id, user_id)
        ended, draft = context.stored.ended_orders, context.stored.draft
        picks = await self._read_draft(context, user_id)
        is_lost = draft is not None and not picks(context) and await self._drafts.drop_draft(game_id, user_id)
        lost = PUT_ASIDE if is_lost else ""
        async with take_pending_notice(interaction, self._people) as word:
            notes = "\n".join(filter(None, (note, word, ended, lost)))
            await self._show_panel(interaction, replace(context, note=notes, ordered=ordered), picks)
        if ended and context.seat is not None:
            with best_effort():
                await self._orders.mark_shown(game_id, context.seat, ended)
        await self._secrets.record_opened(context)
        self.waiting.update_later(interaction, context)

    @route("hand", access=PLAY, saves=NOTHING)
    async def show_hand(self, interaction: Interaction, game_id: int) -> None:
        """Show a person their secret information."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        person = await get_or_create_person(interaction, self._people)
        way = "thread" if person.secrets == "thread" else person.dm
        drawn = await self._pictures.draw_hand(context.seen)
        async with take_pending_notice(interaction, self._people) as word:
            await show(interaction, screens.render_hand(context, way, word, drawn))
        await self._record_seen(context)
        await self._secrets.record_opened(context, again=True)

    async def answer_with_number(self, interaction: Interaction, game_id: int, price: str) -> None:
        """Answer the present question with a number; show any other kind of question instead."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        if isinstance(context.question, Number) or context.question is None:
            await self.answer_typed(interaction, game_id, price)
        else:
            note = "You have no price to name right now. Your decision:"
            await self._show_panel(interaction, replace(context, note=note))

    async def answer_typed(self, interaction: Interaction, game_id: int, text: str) -> None:
        """Answer the present question with typed text."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        if context.question is None or context.etag is None:
            await self._show_panel(interaction, replace(context, note="Nothing to do right now."))
            return
        tag, typed_text = text_answers.split_suggestion(text)
        if tag not in (None, context.etag):
            stale = replace(context, note=explain_stale_press(context.question))
            await self._show_panel(interaction, stale)
            return

        def read(there: PanelContext) -> Sequence[str]:
            if there.question is None:
                return ()
            return text_answers.parse_picks(there.question, typed_text, lambda words: format_plain(there.seen, words))

        try:
            picks = read(context)
        except BadAnswer:
            await self._show_panel(interaction, context, read)
            return
        await self._answer(interaction, game_id, context.etag, picks)

    def suggest_answers(self, context: PanelContext, current: str) -> Sequence[text_answers.Offer]:
        """Return typed answers for autocompletion."""
        if context.question is None:
            return []
        user_id = None if context.seat is None else context.seen.get_seat_row(context.seat).user_id
        with self._cpu_limit.charge_person(user_id or 0):
            return text_answers.filter_offers(
                current, text_answers.list_offers(context.question, lambda words: format_plain(context.seen, words))
            )

    @form_route("form", access=PLAY, on_newest=True)
    async def _open_form(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        context = await self._host.build_panel(game_id, interaction.user.id)
        window = screens.build_answer_form(context, press.read_picks()) if context.etag == press.read_part(1) else None
        if window is None:
            await self._go_on(interaction, game_id, press.read_part(1), ())
        return window

    @route("hint", access=PLAY, saves=NOTHING)
    async def _show_hint(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show a person what a bot would do after their picks; the table does not change."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        if context.question is None or context.etag != press.read_part(1):
            await self._go_on(interaction, game_id, press.read_part(1), ())
            return
        parts, picks = answer_picks.read_parts_so_far(context.question, press.read_picks()), press.read_picks()
        words = await self._hints.get_hint(game_id, interaction.user.id, press.read_part(1), parts)
        await self._show_panel(interaction, replace(context, hint=words), lambda _: picks)

    @route("why", access=PLAY, saves=NOTHING)
    async def _show_reasons(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Explain the question and its options after a person's picks."""
        context = await self._host.build_panel(game_id, interaction.user.id, catch_up=False)
        picks = press.read_picks() if context.etag == press.read_part(1) else ()
        try:
            drawn = await draw_question(interaction, context, picks)
            screen = screens.render_reasons(context, picks, drawn)
        except BadAnswer:
            screen = screens.render_reasons(context)
        await show(interaction, screen)

    @route("undo", access=PLAY, saves="Taking back your move", on_newest=True)
    async def _undo(self, interaction: Interaction, game_id: int) -> None:
        await show_panel(interaction, await self._host.undo_for_person(game_id, interaction.user.id))

    @route("time", access=PLAY, saves="Your additional time", on_newest=True)
    async def _extend_time(self, interaction: Interaction, game_id: int) -> None:
        await self._show_panel(interaction, await self._absence.extend_time(game_id, interaction.user.id))

    @route("play", access=PLAY, saves=MOVE, on_newest=True, reads=_read_tag_and_picks)
    @route("menu", access=PLAY, saves=MOVE, on_newest=True, reads=_read_tag_and_choice)
    @route("sent", access=PLAY, saves=MOVE, reads=_read_typed_picks)
    async def _answer(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], *, closes: bool = False
    ) -> None:
        """Answer a question and show the next one; an incomplete or invalid answer changes nothing.

        Incomplete picks are saved as a draft.

        Args:
            interaction: the request.
            game_id: the table.
            tag: the question.
            picks: the answer.
            closes: whether to give the only answer that is left after it, too.
        """
        user_id, read = interaction.user.id, read_nothing
        tag, picks = renew_press(await self._host.find_earlier_version(game_id, user_id, tag), tag, picks)
        with self._panels.mark_changing(game_id):
            try:
                context = await self._host.answer_question(
                    game_id, user_id, tag, partial(answer_picks.require_complete, picks=picks), closes=closes
                )
            except answer_picks.Unfinished:
                context = await self._host.build_panel(game_id, user_id, catch_up=False)
                await self._go_on_with(interaction, context, partial(_check_picks, picks=picks))
                return
            except BadAnswer:
                context, read = (
                    await self._host.build_panel(game_id, user_id),
                    partial(_raise_answer_error, picks=picks),
                )
            context = await self._show_after_answer(interaction, game_id, context, read)
        self.waiting.update_later(interaction, context)

    @route("last", access=PLAY, saves=MOVE, on_newest=True, reads=_read_tag_and_picks)
    @route("lastmenu", access=PLAY, saves=MOVE, on_newest=True, reads=_read_tag_and_choice)
    async def _answer_and_close(self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str]) -> None:
        """Answer a question, and the one that follows if only one answer is left."""
        await self._answer(interaction, game_id, tag, picks, closes=True)

    async def _show_after_answer(
        self, interaction: Interaction, game_id: int, context: PanelContext, read: Reading | None
    ) -> PanelContext:
        """Show a person their panel after an answer, and update it once the bots have moved; see `_show_panel`."""
        await self._show_panel(interaction, context, read)
        if context.is_asked or context.seen.row.status != "running":
            return context
        return await self._update_after_bots(interaction, game_id, context)

    @form_route("fill", access=PLAY, on_newest=True)
    async def _open_question_form(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        """Open the form for a whole answer, with the values submitted last."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        form = None
        if context.question is not None and context.etag == press.read_part(1):
            said = await self._form_drafts.get(game_id, interaction.user.id, context.question)
            asked = build_prompt(context.seen, context.question, context.etag)
            offered = [offer.question for offer in list_offers(context.seen, "panel")]
            form = build_question_form(asked, said, offered)
        if form is None:
            await self._go_on(interaction, game_id, press.read_part(1), ())
        return form

    @route("filled", access=PLAY, saves=MOVE, reads=_read_tag_and_fields)
    async def _answer_with_form(
        self, interaction: Interaction, game_id: int, tag: str, said: Mapping[str, Sequence[str]]
    ) -> None:
        """Answer a question with its form, and the questions that follow with its further parts, in one transaction.

        A refused form changes nothing.
        """
        user_id, further = interaction.user.id, list[Move]()
        answered: list[Question] = []

        def read(question: Question) -> Sequence[str]:
            answered.append(question)
            first, *further[:] = read_form(question, said)
            return list_picks(question, first)

        async def show_refused(note: str) -> None:
            context = await self._host.build_panel(game_id, user_id, note=note)
            await self._show_after_form(interaction, game_id, context)

        with self._panels.mark_changing(game_id), refusing_on(show_refused):
            order = await self._read_order(game_id, user_id, tag, said)
            context = await self._host.answer_question(game_id, user_id, tag, read, then=lambda: further)
            if answered and order is not None:
                context = await self._give_order(game_id, user_id, context, order)
            if answered and context.can_take_back:
                await self._form_drafts.save(game_id, user_id, answered[0], said)
            await self._show_after_form(interaction, game_id, context)

    async def _show_after_form(self, interaction: Interaction, game_id: int, context: PanelContext) -> None:
        with self._panels.mark_changing(game_id):
            context = await self._show_after_answer(interaction, game_id, context, read_nothing)
        self.waiting.update_later(interaction, context)

    async def _read_order(self, game_id: int, user_id: int, tag: str, said: Mapping[str, Sequence[str]]) -> Move | None:
        """Return the order that a submitted form goes on with, as it is on offer before the answer."""
        if THEN not in said:
            return None
        context = await self._host.build_panel(game_id, user_id, catch_up=False)
        if context.question is None or context.etag != tag:
            return None
        return read_order(context.question, said, [offer.question for offer in list_offers(context.seen, "panel")])

    async def _give_order(self, game_id: int, user_id: int, context: PanelContext, order: Move) -> PanelContext:
        """Give an order after an answer, and tell what became of it, which is nothing once the game is over."""
        offered = (offer.question for offer in list_offers(context.seen, "panel") if offer.question.is_legal(order))
        question = next(offered, None)
        ordered = "The order was not given, because it does not fit any more."
        if question is not None:
            with suppress(Refusal):
                words = await self._orders.give(game_id, user_id, offer_tag(question), list_picks(question, order))
                ordered = f"Order set: {words}"
        context = await self._host.build_panel(game_id, user_id, note=context.note, catch_up=False)
        return replace(context, ordered=ordered)

    async def _update_after_bots(self, interaction: Interaction, game_id: int, before: PanelContext) -> PanelContext:
        """Update the panel once the bots have moved; the reply itself was sent before.

        The update shows a question, or that the next turn can be prepared now.

        Returns:
            The person's panel context after that.
        """
        if not await self._autoplay.wait_for_table(game_id):
            return before
        context = await self._host.build_panel(game_id, interaction.user.id, note=before.note, catch_up=False)
        context = replace(context, ordered=before.ordered)
        if self.waiting.has_newer_press(interaction, game_id):
            return before
        nothing_new = not context.is_asked and context.seen.can_prepare == before.seen.can_prepare
        if nothing_new and context.seen.row.status == "running":
            return context
        context = await self._host.build_panel(game_id, interaction.user.id)
        context = replace(context, note=keep_note(before.note, context), ordered=before.ordered)
        shown = await edit_response(interaction, await build_panel(interaction, context))
        record_editable(self._panels, interaction, context, shown)
        if not self._panels.is_older(game_id, interaction.user.id, shown):
            self._panels.record_shown(game_id, interaction.user.id, shown, context.etag)
            await self._record_seen(context)
        return context

    @route("part", access=PLAY, saves=NOTHING, on_newest=True, reads=_read_tag_and_picks)
    @route("more", access=PLAY, saves=NOTHING, on_newest=True, reads=_read_tag_and_choice)
    async def _go_on(self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str]) -> None:
        user_id = interaction.user.id
        tag, picks = renew_press(await self._host.find_earlier_version(game_id, user_id, tag), tag, picks)
        context = await self._host.build_panel(game_id, user_id)
        if context.etag != tag:
            context = replace(context, note=explain_stale_press(context.question))
            await self._show_panel(interaction, context)
            return
        await self._go_on_with(interaction, context, lambda _: picks)

    async def _read_draft(self, context: PanelContext, user_id: int) -> Reading:
        """Return the picks of a person's draft, also of one for an earlier version of the open question."""
        draft = context.stored.draft
        if draft is None or draft.etag == context.etag:
            return _restore_draft(context)
        changed = await self._host.find_earlier_version(context.seen.row.game_id, user_id, draft.etag)
        if changed is None:
            return read_nothing
        begun = read_draft(draft, draft.etag, changed.then)
        picks = renew_picks(changed.then, changed.now, begun) or []
        return lambda _: picks

    async def _go_on_with(self, interaction: Interaction, context: PanelContext, read: Reading) -> None:
        """Show a person the question after their picks, and save these as a draft."""
        game_id, user_id = context.seen.row.game_id, interaction.user.id
        await self._show_panel(interaction, context, read)
        if context.question is not None and context.etag is not None:
            with suppress(BadAnswer):  # the reason was shown
                if answer_picks.can_be_drafted(context.question):
                    draft = build_draft(context.etag, context.question, read(context))
                    await self._drafts.save_draft(game_id, user_id, draft)

    async def _show_panel(self, interaction: Interaction, context: PanelContext, read: Reading | None = None) -> None:
        """Show a person their panel, and record that they have seen its news.

        Args:
            interaction: the request.
            context: the person's panel context.
            read: parses their picks; None restores their draft.
        """
        await show_panel(interaction, context, read or _restore_draft(context))
        await self._record_seen(context)

    async def _record_seen(self, context: PanelContext) -> None:
        """Record that a person has seen their panel's news, if there was any."""
        if context.news and context.stored.newest_seen < context.revision:
            await self._record_look(self._storage.read_marks.write_look, context.seen, context.revision)

    async def record_seen_revision(self, seen: AudienceView, revision: int) -> None:
        """Record that a person has seen all events of a running table up to a revision."""
        await self._record_look(self._storage.read_marks.record_look, seen, revision)

    async def _record_look(
        self, record: Callable[[int, int, int], Awaitable[None]], seen: AudienceView, revision: int
    ) -> None:
        user_id = None if seen.audience is None else seen.get_seat_row(seen.audience).user_id
        if seen.row.status == "running" and user_id is not None:
            with best_effort():
                await record(seen.row.game_id, user_id, revision)


def _restore_draft(context: PanelContext) -> Reading:
    """Return the picks of a person's draft."""
    if context.question is None or context.etag is None:
        return read_nothing
    picks = read_draft(context.stored.draft, context.etag, context.question)
    return lambda _: picks


def _raise_answer_error(there: PanelContext, picks: Sequence[str]) -> Sequence[str]:
    """Parse picks as a whole answer to raise its error; otherwise return none."""
    if there.question is not None:
        there.question.read(answer_picks.list_answer_picks(there.question, picks))
    return ()


def _check_picks(there: PanelContext, picks: Sequence[str]) -> Sequence[str]:
    """Return the picks of an incomplete answer after checking them."""
    return () if there.question is None else answer_picks.check_amounts(there.question, picks)
