"""What own pages show and do: a link is opened, a table is shown, and its question answered."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache, partial

from bot.drawing.compact import convert_to_webp
from bot.engine.pages import Picture, mark
from bot.engine.questions import BadAnswer
from bot.engine.words import format_list
from bot.host.errors import Leak, Refusal, explain_stale_press
from bot.host.play.draft_answers import DraftAnswers
from bot.host.services import Services
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.own_pages import picks as page_picks
from bot.own_pages.board import TouchBoard, build_board
from bot.own_pages.question_form import FormBuilder, QuestionForm
from bot.own_pages.rendering import ICON, LIVE_POLICY, NO_STORE, OWN_HEADERS, SCRIPT, STYLE, build_redirect, render_page
from bot.own_pages.requests import (
    END,
    LINK_PREFIX,
    NotOpen,
    PageRequest,
    Problem,
    build_cookie_name,
    build_question_path,
    build_session_cookie,
    build_table_path,
)
from bot.own_pages.state_tags import compute_state_tag
from bot.ui.screens import answer_picks
from bot.ui.screens.draft_picks import PUT_ASIDE, build_draft, read_draft
from bot.ui.screens.html_text import Words
from bot.ui.screens.names import get_plain_name, sanitize_plain
from bot.ui.screens.parts import build_channel_url
from bot.ui.screens.pictures import Pictures, find_hand_drawing, list_drawings
from bot.ui.screens.renewed_picks import renew_press
from bot.ui.screens.table.option_labels import Marking, label_options
from bot.web.responses import CACHE_FOR_A_DAY, WEBP, Reply
from bot.web.tables import format_sections
from bot.web.text_html import format_moment, format_text
from storage.interface.page_sessions import PageSession
from storage.interface.transaction_observer import ignore_observer

QUESTION = "question"
"""Name of the picture of a question's places."""
PAGE_DRAW_SECONDS = 2.0
"""Seconds for which a page waits for the picture of its question."""
DRAW_SECONDS = 30.0
"""Seconds for which a browser waits for a picture that its page has announced."""
MAX_COMPRESSED, COMPRESSION_EFFORT = 32, 25
"""Number of compressed pictures that are kept, and how hard the encoder searches."""
MAX_NOTES = 1000
"""Sentences about the last answer that wait for their page; the oldest are dropped."""
USED_LINK = "This link was used, or is older than five minutes."
FILES = {
    "/style.css": Reply(STYLE, "text/css; charset=utf-8", keeping=CACHE_FOR_A_DAY, kind="file"),
    "/live.js": Reply(SCRIPT, "text/javascript; charset=utf-8", keeping=CACHE_FOR_A_DAY, kind="file"),
    "/icon.svg": Reply(ICON, "image/svg+xml", keeping=CACHE_FOR_A_DAY, kind="file"),
    "/robots.txt": Reply(b"User-agent: *\nDisallow: /\n", "text/plain; charset=utf-8", kind="file"),
}


class OwnPageViews:
    """Answers requests of sessions that the server has already authenticated.

    Args:
        services: run the tables.
        pictures: draws boards and hands.
    """

    def __init__(self, services: Services, pictures: Pictures) -> None:
        self._host = services.host
        self._own_pages = services.own_pages
        self._absence = services.absence
        self._autoplay = services.autoplay
        self._erasure = services.erasure
        self._drafts = DraftAnswers(services.storage)
        self._pictures = pictures
        self._notes: OrderedDict[int, str] = OrderedDict()
        """What came of the last answer, by session, until its page is shown."""

    async def find_file(self, path: str) -> Reply | None:
        """Return a file that is the same for everybody."""
        return FILES.get(path)

    # -- links -----------------------------------------------------------------------------------------

    async def is_link(self, path: str) -> bool:
        """Whether this is the address of a link that is unused, or was used just now."""
        return path.startswith(LINK_PREFIX) and await self._own_pages.is_link(path.removeprefix(LINK_PREFIX))

    async def answer_visitor(self, asked: PageRequest) -> Reply:
        """Answer somebody without a session: a GET only shows whose link it is, a POST exchanges it.

        Raises:
            NotOpen: the link was used, or is too old.
            Problem: there is nothing at the address.
        """
        secret = asked.path.removeprefix(LINK_PREFIX)
        if not asked.path.startswith(LINK_PREFIX) or "/" in secret:
            raise Problem(404, "There is nothing at this address.")
        if asked.posts:
            opened = await self._own_pages.open_session(secret, asked.read("page"))
            if opened is None:
                raise NotOpen(410, USED_LINK)
            return build_redirect(build_table_path(opened.game_id), {"Set-Cookie": build_session_cookie(opened)})
        found = await self._own_pages.find_link(secret)
        if found is None:
            raise NotOpen(410, USED_LINK)
        user_id, game_id = found
        seen = await self._host.get_view_of_person(game_id, user_id)
        if seen.audience is None:
            raise NotOpen(410, USED_LINK)
        return render_page(
            "open.html",
            title=f"{seen.game.title}, table {game_id}",
            name=get_plain_name(seen, seen.audience),
            action=asked.path,
            page=secrets.token_urlsafe(),
        )

    # -- a player's table ------------------------------------------------------------------------------

    async def answer_player(self, asked: PageRequest, what: str, session: PageSession) -> Reply:
        """Answer a request about the table of a session.

        Raises:
            Problem: there is nothing at the address.
            Refusal: it cannot be done; the text says why.
        """
        if await self._erasure.is_under_way(session.user_id):
            raise Problem(403, "Your data is being deleted, so nothing can be done here.")
        if asked.posts:
            return await self._handle_form(asked, what, session)
        match what.split("/"):
            case [""]:
                return await self._show_table(asked, session)
            case ["log"]:
                return await self._show_log(session)
            case ["pictures", name]:
                return await self._show_picture(asked, name, session)
            case _:
                raise Problem(404, "There is nothing at this address.")

    async def _handle_form(self, asked: PageRequest, what: str, session: PageSession) -> Reply:
        """Do what a form asks for, and lead to the table's page, which says what came of it."""
        game_id, user_id = session.game_id, session.user_id
        if what == END:
            await self._own_pages.end_session(user_id, session.session_id)
            cookie = f"{build_cookie_name(game_id)}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
            return render_page(
                "own_problem.html",
                headers={"Set-Cookie": cookie},
                title="Closed",
                words="This table is not open in this browser any more. It goes on as before.",
            )
        if what not in ("answer", "undo", "back"):
            raise Problem(404, "There is nothing at this address.")
        kept: Sequence[str] = ()
        await self._absence.return_seat(game_id, user_id)
        try:
            if what == "answer":
                context = await self._answer(asked, game_id, user_id)
                self._note(session, context.note)
            elif what == "undo":
                self._note(session, (await self._host.undo_for_person(game_id, user_id, etag=asked.read("tag"))).note)
            await self._autoplay.wait_for_table(game_id)
        except BadAnswer as wrong:
            await self._host.build_panel(
                game_id, user_id, catch_up=False
            )  # the guard compares what the reason is about
            self._note(session, f"⚠️ {wrong}")
            kept = wrong.kept
        except Refusal as refused:
            self._note(session, f"⚠️ {refused}")
        return build_redirect(build_table_path(game_id, picks=".".join(kept), tag=asked.read("tag") if kept else ""))

    async def _answer(self, asked: PageRequest, game_id: int, user_id: int) -> PanelContext:
        """Answer the question on the page, by the path of a press."""
        sent = [*page_picks.parse_picks(asked.read("picks")), *page_picks.read_fields(asked.read_all("take"))]
        changed = await self._host.find_earlier_version(game_id, user_id, asked.read("tag"))
        tag, given = renew_press(changed, asked.read("tag"), sent)
        return await self._host.answer_question(
            game_id, user_id, tag, lambda question: page_picks.read_answer(question, given)
        )

    def _note(self, session: PageSession, words: str) -> None:
        self._notes[session.session_id] = words
        self._notes.move_to_end(session.session_id)
        while len(self._notes) > MAX_NOTES:
            self._notes.popitem(last=False)

    async def _show_table(self, asked: PageRequest, session: PageSession) -> Reply:
        context = await self._host.build_panel(session.game_id, session.user_id)
        if context.seat is None:
            raise Problem(403, "You have no seat at this table any more.")
        note = "" if asked.method == "HEAD" else self._notes.pop(session.session_id, "")
        if _has_picks(asked):
            chosen, wrong = _read_chosen(context, asked)
            if not wrong and asked.method != "HEAD":
                await self._keep_draft(context, session, chosen)
        else:
            chosen, wrong = await self._restore_draft(context, session, asked)
        reply = await self._render(context, chosen, "\n".join(filter(None, (note, wrong))), asked)
        if asked.method != "HEAD":
            await self._record_seen(context, session)
        return reply

    async def _keep_draft(self, context: PanelContext, session: PageSession, chosen: Sequence[str]) -> None:
        """Save the picks of an address as the draft of their question, which a panel on Discord goes on with."""
        question, etag = context.question, context.etag
        if question is None or etag is None or not answer_picks.can_be_drafted(question):
            return
        draft = build_draft(etag, question, chosen)
        if draft != context.stored.draft:
            await self._drafts.save_draft(session.game_id, session.user_id, draft)

    async def _restore_draft(
        self, context: PanelContext, session: PageSession, asked: PageRequest
    ) -> tuple[Sequence[str], str]:
        """Return the picks of the player's draft, and a sentence if their question is closed."""
        draft, question = context.stored.draft, context.question
        if draft is None or asked.method == "HEAD":
            return (), ""
        if question is not None and (picks := read_draft(draft, context.etag or "", question)):
            return page_picks.fit_picks(question, picks), ""
        return (), PUT_ASIDE if await self._drafts.drop_draft(session.game_id, session.user_id) else ""

    async def _record_seen(self, context: PanelContext, session: PageSession) -> None:
        """Record that a person has seen the news on their page, as a panel does."""
        if context.news and context.stored.newest_seen < context.revision and context.seen.row.status == "running":
            with ignore_observer():
                await self._host.storage.read_marks.write_look(session.game_id, session.user_id, context.revision)

    async def _render(self, context: PanelContext, chosen: Sequence[str], note: str, asked: PageRequest) -> Reply:
        seen = context.seen
        form, marking = _build_form(context, chosen)
        builder = FormBuilder(seen)
        path = build_table_path(seen.row.game_id)
        if form is not None and asked.read("at") and asked.read("tag") == context.etag:
            form = form.narrow(asked.read("at").split("."))
        is_narrowed = form is not None and form.is_narrowed  # then what was touched is asked about, in words alone
        board = None if is_narrowed else await self._build_board(context, chosen, form, marking)
        in_hand = find_hand_drawing(seen)
        clock = seen.clock
        due = None if clock is None or clock.due_at is None or seen.row.paused_at else format_moment(clock.due_at)
        return render_page(
            "own_table.html",
            headers={"Content-Security-Policy": LIVE_POLICY},
            state=_find_state_tag(seen),
            title=f"{seen.game.title} · {sanitize_plain(seen.row.name) or f'table {seen.row.game_id}'}",
            heading=format_text(seen.title, builder.name),
            path=path,
            tag=context.etag or "",
            note=builder.format_lines(note),
            form=form,
            is_asked=context.is_asked,
            is_running=seen.row.status == "running",
            is_away=seen.get_seat_row(context.seat or 0).away,
            waits=_describe_waiting(builder, seen),
            due=due,
            undo="Take back my answer" if context.can_take_back else "Undo my last move" if context.can_undo else "",
            bears=_list_bearing(builder, context, chosen),
            board=board,
            news=[builder.format(line) for line in context.news],
            hand=None if in_hand is None else in_hand.name,
            hand_title=seen.game.wording.hand_title,
            hand_sections=format_sections(seen.game.hand(seen.view), builder.name),
            sections=format_sections(seen.game.page(seen.view), builder.name),
            opens_first=board is None and not is_narrowed,
            drawings=[(each.name, each.title) for each in list_drawings(seen) if each is not in_hand],
            discord=build_channel_url(seen.row.guild_id, seen.row.channel_id),
        )

    async def _build_board(
        self, context: PanelContext, chosen: Sequence[str], form: QuestionForm | None, marking: Marking | None
    ) -> TouchBoard | None:
        """Return the picture of the question with its links; None if it has none, or drawing it takes too long."""
        if marking is None:
            return None
        picture = await self._pictures.draw_question(context.seen, marking, PAGE_DRAW_SECONDS)
        if picture is None:
            return None
        path, tag = build_table_path(context.seen.row.game_id), context.etag or ""
        return build_board(picture, build_question_path(path, tag, chosen), path, tag, form)

    async def _show_log(self, session: PageSession) -> Reply:
        seen = await self._host.get_view_of_person(session.game_id, session.user_id)
        builder = FormBuilder(seen)
        lines = await self._host.get_history(session.game_id, session.user_id)
        return render_page(
            "own_log.html",
            title=f"Log of {seen.game.title}, table {session.game_id}",
            path=build_table_path(session.game_id),
            lines=[(line.number, builder.format(line.text), line.undone) for line in reversed(lines)],
        )

    async def _show_picture(self, asked: PageRequest, name: str, session: PageSession) -> Reply:
        picture = await self._draw(asked, name, session)
        if picture is None:
            raise Problem(404, "There is no such picture now.")
        webp = await self._pictures.run_drawing(partial(_compress, bytes(picture.png)))
        return Reply(webp, WEBP, keeping=NO_STORE, kind="own picture", headers=OWN_HEADERS)

    async def _draw(self, asked: PageRequest, name: str, session: PageSession) -> Picture | None:
        if name != QUESTION:
            seen = await self._host.get_view_of_person(session.game_id, session.user_id)
            return await self._pictures.draw_by_name(seen, name)
        context = await self._host.build_panel(session.game_id, session.user_id, catch_up=False)
        chosen, _ = _read_chosen(context, asked)
        marking = _mark(context, chosen)
        return None if marking is None else await self._pictures.draw_question(context.seen, marking, DRAW_SECONDS)


@lru_cache(maxsize=MAX_COMPRESSED)
def _compress(png: bytes) -> bytes:
    """Return a picture in a third fewer bytes: no browser may keep it, so each view loads it again."""
    return convert_to_webp(png, COMPRESSION_EFFORT)


def _has_picks(asked: PageRequest) -> bool:
    """Whether an address holds the choices so far, even none."""
    return bool(asked.read_all("picks") or asked.read_all("take"))


def _read_chosen(context: PanelContext, asked: PageRequest) -> tuple[Sequence[str], str]:
    """Return the picks of an address for the open question, and a sentence if they are out of date or do not fit."""
    if not _has_picks(asked):
        return (), ""
    if context.question is None or asked.read("tag") != context.etag:
        return (), explain_stale_press(context.question)
    try:
        chosen = page_picks.parse_picks(asked.read("picks"))
        if asked.read_all("take") or asked.read("more"):
            chosen = page_picks.add_part(context.question, chosen, page_picks.read_fields(asked.read_all("take")))
        FormBuilder(context.seen).build(context.question, chosen)
        return page_picks.fit_picks(context.question, chosen), ""
    except BadAnswer as wrong:
        try:
            FormBuilder(context.seen).build(context.question, wrong.kept)
        except BadAnswer:
            return (), f"⚠️ {wrong}"
        return wrong.kept, f"⚠️ {wrong}"


def _find_state_tag(seen: AudienceView) -> str:
    """Return the tag with which an open page compares events; "" if it has none."""
    try:
        return compute_state_tag(seen) if seen.row.status == "running" else ""
    except Leak:  # logged already
        return ""


def _mark(context: PanelContext, chosen: Sequence[str]) -> Marking | None:
    """Return the open question with the letters of its places, if it has some."""
    return None if context.question is None else label_options(context.seen, context.question, chosen)


def _build_form(context: PanelContext, chosen: Sequence[str]) -> tuple[QuestionForm | None, Marking | None]:
    """Return the form of the open question, with the letters of its places, and these places."""
    if context.question is None:
        return None, None
    try:
        marking = _mark(context, chosen)
    except Leak:  # logged already; the page goes on without the picture
        marking = None
    if marking is None:
        return FormBuilder(context.seen).build(context.question, chosen), None
    letters = [letter for letter in marking.marks.values() if letter]
    return FormBuilder(context.seen, letters).build(marking.question, chosen), marking


def _describe_waiting(builder: FormBuilder, seen: AudienceView) -> Words:
    """Return whom the table waits for, as far as that is public."""
    if seen.row.status != "running":
        return builder.format("The game is over." if seen.outcome is not None else "This game ended early.")
    stopped = " The clocks are paused." if seen.row.paused_at or seen.row.lost else ""
    if seen.waits_in_secret or not seen.asked:
        return builder.format(f"Waiting for answers.{stopped}")
    return builder.format(f"Waiting for {format_list([mark(seat) for seat in seen.asked], 'nobody')}.{stopped}")


def _list_bearing(builder: FormBuilder, context: PanelContext, chosen: Sequence[str]) -> list[Words]:
    """Return what bears on the answer: a secret answer so far, and the game's word."""
    seen, question = context.seen, context.question
    lines = []
    if context.can_take_back:
        answer = seen.sealed_answer
        lines.append(f"Your secret answer so far: {answer}" if answer else "You have answered in secret.")
    begun = question is not None and answer_picks.read_parts_so_far(question, chosen)
    if question is not None and seen.game.teaching.bears is not None and not begun:
        lines.append(seen.game.teaching.bears(seen.view, question))
    if question is not None and seen.game.teaching.private_facts is not None and not begun:
        lines += seen.game.teaching.private_facts(seen.view, question)[:1]
    if seen.default is not None and seen.clock is not None:
        lines.append(f"If time runs out, this is played for you: {seen.default}")
    return [words for line in filter(None, lines) for words in builder.format_lines(line)]
