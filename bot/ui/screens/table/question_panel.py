"""A player's private panel: their question with its options, or whom the table waits for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.addressing import address
from bot.engine.multi_step import Compose
from bot.engine.pages import Picture
from bot.engine.questions import Choose, Number, Option, Question, Split
from bot.engine.records import Move
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.ui.screens import answer_picks, controls, list_layout
from bot.ui.screens.forms import Form
from bot.ui.screens.names import (
    escape_markdown,
    escape_name,
    format_heading,
    format_markdown,
    format_plain,
    format_table,
    sanitize_plain,
)
from bot.ui.screens.pairs import list_pairs
from bot.ui.screens.parts import (
    GREEN,
    GREY,
    UNSENT,
    build_result_buttons,
    find_option_emoji,
    format_page,
    format_question_heading,
    get_topic,
    list_chosen_parts,
    list_option_effects,
)
from bot.ui.screens.screen import (
    Button,
    Menu,
    Row,
    Screen,
    TextWithButton,
    build_button_rows,
    mark_emoji,
    truncate,
)
from bot.ui.screens.table.answer_forms import build_fill_button
from bot.ui.screens.table.between_turns import build_between_turns, build_prepare_button, has_own_place
from bot.ui.screens.table.last_answers import build_last_rows
from bot.ui.screens.table.more_menu import build_more_menu, build_why_id
from bot.ui.screens.table.order_forms import build_ahead_button
from bot.ui.screens.table.panel_layout import MAX_SINCE_WORDS, Panel, is_high
from bot.ui.screens.table.panels import build_prompt
from bot.ui.screens.table.standing_orders import build_order_menus, describe_long_orders
from bot.ui.screens.table.table_message import describe_waiting, format_awaited
from bot.ui.screens.table.word_limits import cut_words, fit_pieces, split_sentences

BRIEF_SINCE_WORDS, OWN_SINCE_WORDS = (16, 12, 8), 16
"""Words about recent events in the shorter versions of their line; the second where they concern the player."""
LISTED = re.compile(r"(?:, |: |\()you \$?\d|\bby you\b")
"""The player in a list of everybody's prices, votes or proposals, which is not about them."""
MAX_ANSWER_WORDS = 30
"""Words of a hidden answer; a sheet for a whole year has more, and stands behind **More…**."""
MAX_NOTE_CHARS = 160
"""Characters of the player's note to themselves on a panel."""
PRACTISE = "Practise first"
"""Label of the button to the game's lesson, shown to new players."""


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with its option labels, and the picture of their places."""

    question: Question
    picture: Picture


def render_panel(context: PanelContext, picks: Sequence[str] = (), drawn: DrawnQuestion | None = None) -> Screen:
    """Return a person's private panel: question, relevant facts, options, and the menu of other actions.

    Args:
        context: the context of that person.
        picks: their picks so far.
        drawn: the question with its picture; None: without places, or text only.

    Raises:
        BadAnswer: the picks do not fit.
    """
    if context.seat is None:
        page = format_page(context.seen, context.seen.game.page(context.seen.view), brief=True)
        texts = filter(None, (_format_note(context), "You're watching this game.", *page))
        return Screen((*texts, Row((build_more_menu(context, picks),))), colour=GREY)
    return build_panel(context, picks, drawn).build_screen(GREEN if context.is_asked else GREY)


def build_panel(context: PanelContext, picks: Sequence[str] = (), drawn: DrawnQuestion | None = None) -> Panel:
    """Return the slots of a player's private panel; see `render_panel`."""
    more = build_more_menu(context, picks)
    if context.question is None or context.etag is None:
        return _build_waiting_panel(context, _format_note(context), more)
    asked = build_prompt(context.seen, context.question if drawn is None else drawn.question, context.etag)
    panel = _build_question_panel(context, asked, picks, drawn, more)
    if panel.cuts_options or _is_high(panel):
        panel = _build_question_panel(context, replace(asked, as_menu=True), picks, drawn, more)
        panel = replace(panel, since=()) if _is_high(panel) else panel
        if panel.meanwhile and _is_high(panel):  # nobody waits for an answer, and Why? says what each does
            panel = replace(panel, options=())
    return panel


def _is_high(panel: Panel) -> bool:
    """Whether a panel is too high, apart from what is shown only once."""
    return is_high(replace(panel, note="", own_note="", aim="", hint="").build_screen(GREY))


def _build_question_panel(
    context: PanelContext, asked: controls.Asked, picks: Sequence[str], drawn: DrawnQuestion | None, more: Menu
) -> Panel:
    """Return the panel of an asked player: question, relevant facts and options."""
    seen, question = context.seen, asked.question
    here, way = answer_picks.resolve_picks(question, picks)
    rows, undo = _build_answer_rows(asked, picks), _build_undo_buttons(context)
    advice, quick = _build_suggestion(seen, asked, picks)
    plans = [] if picks or context.hint else _list_plans(seen, asked, context.question or question)
    facts = () if picks else _list_private_facts(seen, question)
    meanwhile = not context.is_asked and not picks
    menus = [] if picks else (() if meanwhile else build_last_rows(seen, asked)) or build_order_menus(seen)
    explains_amount = not (picks or _has_basics(context) or facts)
    return Panel(
        asks=format_question_heading(seen, here, get_topic(here, way).prompt),
        more=more,
        note=_format_note(context),
        own_note=_describe_own_note(context),
        where=_describe_place(context, question.prompt),
        aim="" if picks else _describe_aim(context),
        bears="\n".join(filter(None, _list_bearing_lines(context, question, picks))),
        means=_describe_amount(seen, question) if explains_amount else "",
        facts=facts,
        since=_list_latest(context) if picks or not _has_basics(context) else (),
        keeps_since=_is_about_player(context),
        plan=_describe_plan(seen, here, way),
        picture=None if drawn is None else drawn.picture,
        options=_describe_options(seen, here, way, as_menu=asked.as_menu),
        hint=format_markdown(seen, context.hint),
        advice="" if context.hint else advice,
        plans=plans,
        decide=rows,
        quick=() if context.hint else quick,
        meanwhile=build_between_turns(seen, brief=True) if meanwhile else (),
        ahead=menus if len(menus) == 1 else (),
        ahead_first=isinstance(question, Choose) and len(question.options) == 1 and question.is_free,
        undo=undo,
        beside=_build_waiting_buttons(context) if meanwhile else (),
        newcomer=_build_newcomer_buttons(context, asked, picks),
    )


def _build_answer_rows(asked: controls.Asked, picks: Sequence[str]) -> Sequence[Row]:
    """Return the controls that answer a question; a form for the whole answer replaces that for its first amounts."""
    rows, fill = controls.build_rows(asked, picks), build_fill_button(asked)
    if picks or fill is None:
        return rows
    rest = (row for row in rows if not any(control.id.startswith("form:") for control in row.controls))
    return [*build_button_rows(fill), *rest]


def _build_waiting_panel(context: PanelContext, note: str, more: Menu) -> Panel:
    """Return the panel of a player without a question: the awaited players, and the actions possible now."""
    seen = context.seen
    answer = _describe_hidden_answer(seen, more=False) if context.can_take_back else ""
    menus = build_order_menus(seen)
    running, is_over = seen.row.status == "running", seen.row.status == "finished"
    return Panel(
        asks=f"Nothing to do: {format_awaited(seen)}" if running else "",
        more=more,
        note=note,
        own_note=_describe_own_note(context),
        where=_describe_wait(seen) if running else _describe_table(seen),
        bears=answer if running else describe_waiting(seen),
        since=_list_latest(context),
        plan=describe_long_orders(seen),
        decide=build_button_rows(*build_result_buttons(seen)) if is_over else (),
        meanwhile=build_between_turns(seen),
        ahead=menus if len(menus) == 1 else (),
        undo=_build_undo_buttons(context),
        beside=_build_waiting_buttons(context),
    )


def _build_waiting_buttons(context: PanelContext) -> list[Button]:
    """Return the buttons for a player whom nobody waits for: plans, orders, and the next table that waits for them."""
    seen = context.seen
    prepare = [build_prepare_button(seen)] if seen.can_prepare and not has_own_place(seen) else []
    return [*_build_next_button(context), *prepare, *build_ahead_button(seen)]


def _build_next_button(context: PanelContext) -> list[Button]:
    """Return the button to the next table that waits for this player, if there is one; with its time left."""
    table = context.next_table
    if table is None:
        return []
    left = "" if table.hours_left is None else f" ({table.hours_left} h left)"
    title = sanitize_plain(table.title)
    label = f"Next table: {title}{left}"
    if len(label) > controls.MAX_LABEL_CHARS:
        left = left.replace(" left", "")
        label = f"Next: {truncate(title, controls.MAX_LABEL_CHARS - len('Next: ') - len(left))}{left}"
    button = Button(f"next:{context.seen.row.game_id}", label)
    return [button if context.question is not None else button._replace(style="primary")]


def _format_note(context: PanelContext) -> str:
    """Return the result of the last press; an order given with it is worth nothing once the game is over."""
    ordered = context.ordered if context.seen.row.status == "running" else ""
    return format_markdown(context.seen, " ".join(filter(None, (context.note, ordered))))


def _describe_own_note(context: PanelContext) -> str:
    """Return the beginning of the player's note to themselves, if it is shown now."""
    if not context.own_note:
        return ""
    return f"📝 Your note: {escape_markdown(truncate(cut_words(context.own_note, MAX_SINCE_WORDS), MAX_NOTE_CHARS))}"


def _describe_table(seen: AudienceView) -> str:
    you = "" if seen.audience is None or not seen.is_anonymous else f" · you are {escape_name(seen, seen.audience)}"
    return f"{seen.game.title} · {format_table(seen.row)}{you}"


def _describe_aim(context: PanelContext) -> str:
    """Return the goal of the game in one sentence for a player new to it, and what the answers do; Why? says more."""
    seen = context.seen
    if not context.is_new or seen.game.teaching.aim is None:
        return ""
    aim = f"**The aim**: {format_markdown(seen, _take_first_sentence(seen.game.teaching.aim(seen.view)))}"
    return "\n".join(filter(None, (aim, _describe_basics(context))))


def _describe_basics(context: PanelContext) -> str:
    """Return what the answers do, for a player new to the game; nothing if the game does not explain it."""
    seen, teaching = context.seen, context.seen.game.teaching
    if not context.is_new or context.question is None or teaching.basics is None:
        return ""
    basics = teaching.basics(seen.view, context.question)
    return f"-# {format_markdown(seen, basics)}" if basics else ""


def _has_basics(context: PanelContext) -> bool:
    return bool(_describe_basics(context))


def _list_private_facts(seen: AudienceView, question: Question) -> Sequence[str]:
    """Return versions of the game's line in small print about a question, from what only this player knows."""
    facts = seen.game.teaching.private_facts
    versions = () if facts is None else facts(seen.view, question)
    return [format_markdown(seen, address(version, seen.audience)) for version in versions]


def _describe_amount(seen: AudienceView, question: Question) -> str:
    """Return what an amount does, for a question that asks for one: a button or a field shows only the amount."""
    if not question.help:
        return ""
    asked = question.get_stage(()).question if isinstance(question, Compose) else question
    return format_heading(seen, _take_first_sentence(question.help)) if isinstance(asked, Number | Split) else ""


def _take_first_sentence(text: str) -> str:
    return f"{text.partition('. ')[0].rstrip('.')}."


def _describe_wait(seen: AudienceView) -> str:
    """Return the game, the table, the step, and the first deadline of those who are waited for, if it is public."""
    parts = [_describe_table(seen), format_heading(seen, seen.title)]
    if seen.row.lost or seen.row.paused_at:
        parts.append("clocks are paused")
    elif not seen.waits_in_secret:
        due = [clock.due_at for seat in seen.asked if (clock := seen.clocks.get(seat)) and clock.due_at is not None]
        if due:
            parts.append(f"time runs out <t:{int(deadlines.parse_time(min(due)).timestamp())}:R>")
    return " · ".join(filter(None, parts))


def _describe_place(context: PanelContext, prompt: str) -> str:
    """Return the game, the table, the step unless the heading says it, and until when to answer."""
    seen = context.seen
    is_said = set(re.findall(r"\w+", seen.title)) <= set(re.findall(r"\w+", prompt))
    parts = [_describe_table(seen), "" if is_said else format_heading(seen, seen.title)]
    clock = seen.clock
    if clock is not None and clock.due_at is not None:
        ends = int(deadlines.parse_time(clock.due_at).timestamp())
        parts.append("clocks are paused" if seen.row.paused_at else f"answer <t:{ends}:R>")
    return " · ".join(filter(None, parts))


def _list_bearing_lines(context: PanelContext, question: Question, picks: Sequence[str]) -> Iterator[str]:
    """Yield what bears on the answer: others who are waited for, the game's word, secret lines so far, a budget."""
    seen = context.seen
    if not context.is_asked:
        yield f"Now {format_awaited(seen)}. Nobody waits for you."
    if context.can_take_back and not context.is_asked:
        yield _describe_hidden_answer(seen, more=False)
    if seen.game.teaching.bears is not None and not answer_picks.read_parts_so_far(question, picks):
        yield format_markdown(seen, address(seen.game.teaching.bears(seen.view, question), seen.audience))
    if context.can_take_back and context.is_asked:
        yield _describe_hidden_answer(seen, more=True)
    yield format_markdown(seen, answer_picks.describe_budget(*_find_inner(question, picks)))


def _find_inner(question: Question, picks: Sequence[str]) -> tuple[Question, Sequence[str]]:
    """Return the question that the next pick answers, and the picks for it."""
    here, way = answer_picks.resolve_picks(question, picks)
    if not isinstance(here, Compose):
        return here, way
    parts, rest = answer_picks.read_parts(here, way)
    inner = here.get_stage(parts).question
    pairs = list_pairs(here, parts)
    if pairs is not None:
        return pairs.question, rest
    return (here, way) if inner is None else _find_inner(inner, rest)


def _list_latest(context: PanelContext) -> Sequence[str]:
    """Return versions of the line about recent events, from the longest to the shortest; none without events."""
    if not context.news:
        return ()
    versions = [_describe_all_latest(context)]
    if _is_about_player(context):
        own = list(filter(_addresses_player, context.news))
        versions.append(
            _describe_briefly(context, own, OWN_SINCE_WORDS) or _describe_briefly(context, own, MAX_SINCE_WORDS)
        )
    else:
        versions += [_describe_briefly(context, context.news, most) for most in BRIEF_SINCE_WORDS]
    return list(dict.fromkeys(filter(None, versions)))


def _is_about_player(context: PanelContext) -> bool:
    """Whether the first piece of news that has room is about the player."""
    return any(map(_addresses_player, fit_pieces(context.news, MAX_SINCE_WORDS, MAX_SINCE_WORDS)[:1]))


def _addresses_player(piece: str) -> bool:
    return re.search(r"\b[Yy]our?\b", LISTED.sub("", piece)) is not None


def _describe_all_latest(context: PanelContext) -> str:
    """Return the recent events that fit into a line, those about the player first, and how many more there are."""
    shown = fit_pieces(context.news, MAX_SINCE_WORDS, MAX_SINCE_WORDS)
    whole = {" ".join(split_sentences(piece)) for piece in context.news}
    left, where = len(context.news) - sum(piece in whole for piece in shown), "More… > Log"
    rest = "" if not left else f" (and {left} more: {where})" if shown else f"{left} new ({where})"
    return f"{'Since you last looked' if context.seen.has_moved else 'So far'}: {_join_pieces(context, shown)}{rest}"


def _describe_briefly(context: PanelContext, news: Sequence[str], most: int) -> str:
    """Return the first of these events, in at most as many words; empty: they are too long."""
    told = _join_pieces(context, fit_pieces(news, most, MAX_SINCE_WORDS))
    return f"New: {told}" if told else ""


def _join_pieces(context: PanelContext, pieces: Sequence[str]) -> str:
    return " · ".join(format_markdown(context.seen, piece) for piece in pieces)


def _describe_plan(seen: AudienceView, question: Question, picks: Sequence[str]) -> list[str]:
    """Return the chosen parts of an answer, each with what it leaves, and the next part asked for."""
    if not isinstance(question, Compose):
        return []
    chosen, way = answer_picks.read_parts(question, picks)
    stage = question.get_stage(chosen)
    lines = list_chosen_parts(seen, question, chosen)
    if stage.question is not None and chosen:
        inner, rest = answer_picks.resolve_picks(stage.question, way)
        prompt = address(get_topic(inner, rest).prompt, seen.audience)
        if prompt != address(question.get_topic(chosen).prompt, seen.audience):
            lines.append(f"**Next:** {format_heading(seen, prompt)}")
        lines += _describe_plan(seen, inner, rest)
    return [*lines, f"-# {UNSENT}"] if chosen else lines


def _describe_options(seen: AudienceView, question: Question, picks: Sequence[str], *, as_menu: bool) -> list[str]:
    """Return a line for each option on a button whose effect the button does not say, and for an empty answer."""
    given_up = question.describe_given_up(()) if isinstance(question, Compose) and not picks else ""
    if given_up and isinstance(question, Compose) and controls.name_empty_answer(question) != controls.SEND_NOTHING:
        given_up = ""  # its button says it
    nothing = [f"- **{controls.SEND_NOTHING}**: {format_markdown(seen, given_up)}"] if given_up else []
    inner, way = _find_inner(question, picks)
    shown = list_layout.list_button_options(inner, way, as_menu=as_menu) if isinstance(inner, Choose) else ()
    return [*list_option_effects(seen, [(one, _choose_effect(one)) for one in shown]), *nothing]


def _choose_effect(option: Option) -> str:
    """Return the description of an option, or its hint where that is long; nothing where it repeats the button."""
    words = option.hint if option.hint and len(option.full.split()) > MAX_SINCE_WORDS else option.full or option.hint
    words = words or option.label
    return "" if words == option.caption else words


def _build_suggestion(seen: AudienceView, asked: controls.Asked, picks: Sequence[str]) -> tuple[str, Sequence[Button]]:
    """Return the reason for a suggested answer to an opening question, and its button; none in a league.

    Later questions have a comparison of their answers instead.
    """
    game = seen.game
    if picks or game.teaching.first_plan is None or seen.league is not None:
        return "", ()
    plan = game.teaching.first_plan(seen.view, asked.question)
    button = None if plan is None else controls.build_quick_button(asked, plan.move, format_plain(seen, plan.label))
    if plan is None or button is None:
        return _compare_answers(seen, asked.question), ()
    why = f"💡 **A sound beginning**: {format_markdown(seen, plan.why)}"
    return why, () if _is_on_button(asked, plan.move) else [button]


def _compare_answers(seen: AudienceView, question: Question) -> str:
    """Return how the answers compare, where hints are shown; empty without a comparison."""
    tip = seen.game.teaching.tip
    words = "" if tip is None or not seen.has_hints else tip(seen.view, question)
    return f"💡 **Compare**: {format_markdown(seen, address(words, seen.audience))}" if words else ""


def _is_on_button(asked: controls.Asked, move: Move) -> bool:
    """Whether an answer is a button of the panel already."""
    return isinstance(asked.question, Choose) and move in [
        option.move for option in list_layout.list_button_options(asked.question, as_menu=asked.as_menu)
    ]


def _list_plans(seen: AudienceView, asked: controls.Asked, question: Question) -> list[TextWithButton]:
    """Return whole plans, each with what it leaves and its button."""
    plans = seen.game.teaching.plans
    if plans is None or not seen.settings.plans or not seen.is_asked:
        return []
    found: list[TextWithButton] = []
    for plan in plans(seen.view, question):
        button = controls.build_quick_button(asked, plan.move, format_plain(seen, plan.label))
        if button is not None:
            emoji = mark_emoji(find_option_emoji(seen, plan.move))
            words = f"{emoji}**{format_heading(seen, plan.label)}**\n-# {format_markdown(seen, plan.leaves)}"
            found.append(TextWithButton((Button(button.id, f"Take plan {len(found) + 1}", "primary"),), words))
    return found


def _describe_hidden_answer(seen: AudienceView, *, more: bool) -> str:
    """Return a seat's hidden answer in words; for a sheet in progress, the last lines."""
    words = format_heading(seen, seen.sealed_answer or "")
    if more:
        return f"-# Secret so far: {cut_words(words.rpartition('; ')[2], MAX_ANSWER_WORDS)}"
    words = cut_words(words, MAX_ANSWER_WORDS)
    answer = f"You answered: **{words}**." if words else "You have answered."
    return f"{answer} It stays secret, and you can take it back, until everyone has answered."


def _build_undo_buttons(context: PanelContext) -> list[Button]:
    """Return the button that takes back the hidden answer or the last move, if either is possible."""
    number = context.seen.row.game_id
    if context.can_take_back:
        which = "last line" if context.is_asked else "answer"
        return [Button(f"undo:{number}", f"Take back my {which}", "danger")]
    return [Button(f"undo:{number}", "Undo my last move")] if context.can_undo else []


def _build_newcomer_buttons(context: PanelContext, asked: controls.Asked, picks: Sequence[str]) -> list[Button]:
    """Return the buttons for a player's first moves in a game of this kind."""
    seen = context.seen
    if seen.has_moved or picks:
        return []
    found = [Button(build_why_id(asked, picks), "Why?")]
    if context.is_new and seen.game.teaching.lesson is not None:
        found.append(Button(f"learn:{seen.game.key}:{seen.row.game_id}", PRACTISE))
    return found


def build_answer_form(context: PanelContext, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of the question, if it has one."""
    if context.question is None or context.etag is None:
        return None
    return controls.build_form(build_prompt(context.seen, context.question, context.etag), picks)
