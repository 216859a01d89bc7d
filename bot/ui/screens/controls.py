"""Controls of a question: buttons, menus and forms.

A control's id names the game, the question's etag and the picks so far:

    play:<game>:<etag>:<picks>     these picks are the answer
    menu:<game>:<etag>:<picks>     the choice in this menu, after these picks, is the answer
    part:<game>:<etag>:<picks>     one more pick on the way; nothing is saved
    more:<game>:<etag>:<picks>     the same, chosen in a menu
    form:<game>:<etag>:<picks>     opens the form for the next amounts
    sent:<game>:<etag>:<picks>     that form, filled in

Standing orders use the same controls with verbs that begin with an `o`. The id is the only state, so every control
works after a restart, twice and late. A pick is a number; `g2` stands for the third group and `p1` for the second page
of a long list, which only navigate and are no part of the answer. In an answer of several parts, `c3` stands for an
earlier part with its own picks, `kf00d` for a check of the position it was made in, and `z` sends the whole. `o` leads
from a list to such an answer. A line of a menu for a choice and the next one holds all picks, with those of earlier
parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.engine.multi_step import OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, Budget, Choose, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move
from bot.engine.words import format_count
from bot.ui.screens.answer_picks import (
    TooLong,
    list_answer_picks,
    list_done_parts,
    list_values,
    read_parts,
    resolve_picks,
)
from bot.ui.screens.forms import FIELDS_IN_FORM, MAX_FORM_LABEL_CHARS, Field, Form
from bot.ui.screens.list_layout import (
    MAX_BUTTONS,
    MAX_MENUS,
    OPTIONS_IN_PAGE,
    ListLayout,
    arrange_list,
    find_page,
    find_picked_group,
    gather_buttons,
    group_options,
    list_members,
)
from bot.ui.screens.pairs import is_pair, list_pairs
from bot.ui.screens.pick_encoding import PART, SEND, pack_parts, pack_picks
from bot.ui.screens.screen import (
    MAX_CUSTOM_ID_CHARS,
    OPTIONS_IN_SELECT,
    Button,
    Menu,
    MenuLine,
    Row,
    Style,
    build_button_rows,
)

MAX_LABEL_CHARS = 38
"""Characters of a button's label that a phone shows."""
MAX_PLACEHOLDER_CHARS = 38
"""Characters of a closed menu that a phone shows."""
SEND_NOTHING = "Send nothing"
"""Label of the button that answers with no part at all, where it cannot say what that gives up."""


@dataclass(frozen=True)
class Asked:
    """A question to one seat: its game, its etag, and the format of names."""

    game_id: int
    etag: str
    question: Question
    title: str
    """Title of the form: the topic in a few plain words."""
    name: Callable[[str], str]
    """Turns a game's text with seat marks into plain text."""
    prefix: str = ""
    """Prefix of the verbs: "o" for a standing order."""
    done: tuple[str, ...] = ()
    """The earlier parts, if this is the next part of an answer in several parts."""
    ways: Sequence[str] = ()
    """The packed picks of each option, with those of all earlier parts, if some options are pairs of parts."""
    send: tuple[str, str] | None = None
    """Labels of the send button: for an answer in several parts, and for an empty one; None: they say what it sends."""
    emoji: Callable[[Move], str] = lambda _: ""
    """The name of the emoji before an option; empty: none."""

    fair: int | None = None
    """The amount that is fair by the player's own forecast; None: there is none."""
    as_menu: bool = False
    """Whether a list of buttons with hints is a menu, because the text has no room for the hints."""

    def build_id(self, verb: str, picks: Sequence[str] = ()) -> str:
        """Return the custom_id of a control for this question."""
        way = pack_picks(self.question, picks)
        if self.done:
            way = ".".join(filter(None, (pack_parts(self.done), way)))
        return self._join_id(verb, way)

    def build_option_id(self, at: int) -> str:
        """Return the custom_id of the button for an option of a list."""
        return self._join_id("play", self.ways[at]) if self.ways else self.build_id("play", [str(at)])

    def get_option_value(self, at: int) -> str:
        """Return the value of the menu's line for an option of a list."""
        return self.ways[at] if self.ways else str(at)

    def _join_id(self, verb: str, way: str) -> str:
        return f"{self.prefix}{verb}:{self.game_id}:{self.etag}:{way}"


def name_empty_answer(question: Compose) -> str:
    """Return the label of the button that answers with no part at all: with what that gives up, if it is short."""
    given_up = question.describe_given_up(())
    label = f"End here ({given_up.removesuffix('.')})"
    return label if given_up and len(label) <= MAX_LABEL_CHARS else SEND_NOTHING


def name_answer(question: Compose, parts: Sequence[Move]) -> str:
    """Return the label of the button that answers with these parts: their number, and what that gives up."""
    if question.gives_up is None:
        return "Send"
    steps = len(question.list_steps(parts))
    these = "this step" if steps == 1 else f"these {steps} steps"
    given_up = question.describe_given_up(parts).removesuffix(".")
    labels = (f"Send {these} ({given_up})", f"Send ({given_up})") if given_up else ()
    return next((label for label in labels if len(label) <= MAX_LABEL_CHARS), f"Send {these}")


def list_offered_amounts(question: Number, fair: int | None) -> Sequence[int]:
    """Return the suggested amounts, with the one nearest to the fair amount in the place of the one farthest from it.

    The least amount that is allowed stays, as it often means to stay out.
    """
    offered = list(question.suggestions)
    if fair is None or any(abs(amount - fair) < question.step for amount in offered):
        return offered
    steps = round((fair - question.low) / question.step)
    nearest = max(question.low, min(question.high, question.low + steps * question.step))
    if not offered or nearest in offered:
        return offered
    spared = [amount for amount in offered if amount != question.low] or offered
    offered.remove(max(spared, key=lambda amount: abs(amount - nearest)))
    return sorted([*offered, nearest])


def name_amount(question: Number, number: int, fair: int | None) -> str:
    """Return the label of an amount: with its difference from the fair one, if that is known; short, as five stand."""
    label = f"{question.unit}{number}"
    if fair is None:
        return label
    return f"{label} fair" if number == fair else f"{label} ({number - fair:+})"


def name_fair_amount(asked: Asked, label: str, unit: str) -> str:
    """Return a field's label with the fair amount, if there is one; a phone cuts hints, and labels are shown whole."""
    longer = label if asked.fair is None else f"{label} (fair: {unit}{asked.fair})"
    return longer if len(longer) <= MAX_FORM_LABEL_CHARS else label


def build_rows(asked: Asked, picks: Sequence[str] = ()) -> list[Row]:
    """Return the controls that answer a question after the picks so far."""
    here, way = resolve_picks(asked.question, picks)
    if here is not asked.question and isinstance(here, Compose):
        begun = read_parts(here, way)[0] or any(pick.startswith("g") for pick in way)  # which has its own Back button
        back = [] if begun else build_button_rows(Button(asked.build_id("part"), "Back"))
        return [*_build_compose_rows(asked, here, way), *back]
    match asked.question:
        case Choose() as question:
            return _build_choose_rows(asked, question, picks)
        case Number() as question:
            return _build_number_rows(asked, question)
        case Subset() as question:
            return _build_subset_rows(asked, question, picks)
        case Split() as question:
            return _build_split_rows(asked, question, picks)
        case Arrange() as question:
            return _build_arrange_rows(asked, question, picks)
        case Compose() as question:
            return _build_compose_rows(asked, question, picks)
        case _:
            raise TypeError(f"no controls for {type(asked.question).__name__}")


def build_quick_button(asked: Asked, move: Move, label: str) -> Button | None:
    """Return the button that gives this answer; None if it is not a choice, not made of choices, or too long."""
    match asked.question:
        case Choose() as question:
            pick = _find_position(question, move)
            return None if pick is None else Button(asked.build_id("play", [pick]), label, "success")
        case Compose() as question:
            parts = question.split_move(move) or ()
            picks = [
                _find_position(question.get_stage(parts[:number]).question, part) for number, part in enumerate(parts)
            ]
            picked = [f"{PART}{pick}" for pick in picks if pick is not None]
            button = Button(
                replace(asked, done=list_done_parts(question, parts, picked)).build_id("play", [SEND]),
                label,
                "success",
            )
            return button if len(picked) == len(parts) and len(button.id) <= MAX_CUSTOM_ID_CHARS else None
        case _:
            return None


def _find_position(question: Question | None, move: Move) -> str | None:
    """Return the position of a move in a list; None if it is missing or the question has no list."""
    return str(question.moves.index(move)) if isinstance(question, Choose) and move in question.moves else None


def build_form(asked: Asked, picks: Sequence[str] = ()) -> Form | None:
    """Return the form for the next amounts, if the question has one."""
    here, picks = resolve_picks(asked.question, picks)
    match here:
        case Number() as question:
            field = Field(name_fair_amount(asked, "Your answer", question.unit), question.describe_bounds())
            return Form(asked.build_id("sent"), asked.title, (field,))
        case Split() as question:
            lines = question.lines[len(picks) : len(picks) + FIELDS_IN_FORM]
            fields = tuple(Field(asked.name(line.label), _describe_bounds(line, question.budget)) for line in lines)
            return Form(asked.build_id("sent", picks), asked.title, fields)
        case Compose() as question:
            inner, way = _get_next_part(asked, question, picks)
            return None if inner is None else build_form(inner, way)
        case _:
            return None


def build_return_id(asked: Asked, verb: str, picks: Sequence[str]) -> str:
    """Return the id of a control that returns to the place of these picks; if too long, to the list of choices."""
    here, way = resolve_picks(asked.question, picks)
    if isinstance(here, Compose):
        parts, rest = read_parts(here, way)
        asked = replace(asked, done=list_done_parts(here, parts, way) if parts else ())
        picks = rest if parts or here is asked.question else [OPEN, *rest]
    control = asked.build_id(verb, picks)
    return control if len(control) <= MAX_CUSTOM_ID_CHARS else asked.build_id(verb)


def _build_choose_rows(asked: Asked, question: Choose, picks: Sequence[str]) -> list[Row]:
    groups = group_options(question)
    way = find_picked_group(picks, groups)
    controls = _build_list_rows(asked, question, way, picks)
    if not isinstance(question, ChooseOrCompose):
        return controls
    menus = sum(isinstance(control, Menu) for row in controls for control in row.controls)
    first = _build_first_part_rows(asked, question) if way is None and menus < MAX_MENUS else ()
    if first:
        return [*controls[:menus], *first, *controls[menus:]]
    return [*controls, *_build_compose_row(asked, question, None if way is None else list(groups)[way])]


def _build_first_part_rows(asked: Asked, question: ChooseOrCompose) -> Sequence[Row]:
    """Return the first choices of the composed answer beside a list, if their pairs have room in a menu."""
    inner = _get_next_part(asked, question.otherwise, ())[0] if question.otherwise.paired else None
    if inner is None or not isinstance(inner.question, Choose):
        return ()
    options = inner.question.options
    if len(options) == 1 and isinstance(options[0].move, question.otherwise.paired):
        return build_button_rows(_build_option_button(inner, 0, options[0], "secondary"))
    if not 1 < len(options) <= OPTIONS_IN_SELECT:
        return ()
    lines = _list_lines(inner, [(at, options[at]) for at in inner.question.shown or range(len(options))])
    return [Row((Menu(inner.build_id("menu"), _name_counted_list(asked, question.opens, len(lines)), tuple(lines)),))]


def _build_compose_row(asked: Asked, question: ChooseOrCompose, group: str | None) -> Sequence[Row]:
    """Return the button from a list of moves to the answer in several parts; from a group, to the same group there."""
    first = question.otherwise.get_stage(()).question
    if first is None:
        return ()
    way = [OPEN]
    if group is not None and isinstance(first, Choose):
        there = list(group_options(first))
        if group not in there and there != [""]:
            return ()
        way += [f"g{there.index(group)}"] if len(there) > 1 else []
    return build_button_rows(Button(asked.build_id("part", way), question.opens))


def _build_list_rows(asked: Asked, question: Choose, way: int | None, picks: Sequence[str]) -> list[Row]:
    """Return the controls for a list of moves: its groups side by side, or the members of the picked group."""
    groups = group_options(question)
    if len(groups) > 1 and way is None:
        layout = arrange_list(asked.name, groups, question.shown)
        if len(layout.submenus) > MAX_BUTTONS:
            kinds = [MenuLine(pick, name) for pick, name in layout.submenus]
            return _build_paged_menu(asked, "more", "Choose a kind first", kinds, picks)
        return _build_layout_rows(asked, layout)
    group = list(groups)[way or 0] if groups else ""
    controls = _build_option_rows(asked, list_members(groups, way), picks, group)
    if way is not None:
        controls += build_button_rows(Button(asked.build_id("part"), "Back"))
    return controls


def _build_option_button(asked: Asked, at: int, option: Option, style: Style) -> Button:
    return Button(asked.build_option_id(at), asked.name(option.caption), style, emoji=asked.emoji(option.move))


def build_option_line(
    value: str, option: Option, name: Callable[[str], str], *, chosen: bool = False, emoji: str = ""
) -> MenuLine:
    """Return the line of a menu or a form for an option, with its hint or else its whole label below."""
    below = option.hint or (option.label if option.short else "")
    return MenuLine(value, name(option.caption), name(below), chosen, emoji)


def _list_lines(asked: Asked, numbered: Sequence[tuple[int, Option]]) -> list[MenuLine]:
    return [
        build_option_line(asked.get_option_value(at), option, asked.name, emoji=asked.emoji(option.move))
        for at, option in numbered
    ]


def _build_option_rows(
    asked: Asked, numbered: Sequence[tuple[int, Option]], picks: Sequence[str], group: str = ""
) -> list[Row]:
    if len(numbered) <= MAX_BUTTONS:
        return _build_layout_rows(asked, ListLayout(numbered))
    placeholder = _name_list(asked, asked.name(group))
    return _build_paged_menu(asked, "menu", placeholder, _list_lines(asked, numbered), picks)


def _name_list(asked: Asked, group: str) -> str:
    """Return the name of a list on its menu: its group, or else the question if that is short."""
    prompt = asked.name(asked.question.prompt)
    room = MAX_PLACEHOLDER_CHARS - len(" (1 of 2)")
    if group:
        whole = f"{group}: {prompt[:1].lower()}{prompt[1:]}"
        return whole if asked.done and len(whole) <= room else group
    ends = (prompt.rpartition(mark)[2] for mark in (": ", ". "))
    short = (words for words in (prompt, *(f"{end[:1].upper()}{end[1:]}" for end in ends)) if len(words) <= room)
    return next(short, "Choose one")


def _name_counted_list(asked: Asked, group: str, count: int) -> str:
    """Return the name of a list whose lines a panel shows at once, with their number."""
    name = group or _name_list(asked, group)
    mark = "" if name.endswith("?") else "…"
    named = f"{name}{mark} ({count})"
    if len(named) > MAX_PLACEHOLDER_CHARS and ", " in name:
        named = f"{name.partition(', ')[0]} and more… ({count})"
    return named


def _build_layout_rows(asked: Asked, layout: ListLayout) -> list[Row]:
    """Return the menus and buttons of a list; buttons whose hints the text has no room for are a menu, too."""
    if asked.as_menu:
        layout = gather_buttons(layout)
    menus = [
        Row(
            (
                Menu(
                    asked.build_id("menu", [pick] if pick else ()),
                    _name_counted_list(asked, name, len(members)),
                    tuple(_list_lines(asked, members)),
                ),
            )
        )
        for pick, name, members in layout.menus
    ]
    style: Style = "secondary" if menus or layout.submenus else "primary"
    buttons = [_build_option_button(asked, at, option, style) for at, option in layout.buttons]
    submenus = [Button(asked.build_id("part", [pick]), f"{name}…") for pick, name in layout.submenus]
    return [*menus, *build_button_rows(*submenus, *buttons)]


def _build_number_rows(asked: Asked, question: Number) -> list[Row]:
    offered = list_offered_amounts(question, asked.fair)
    count = (question.high - question.low) // question.step + 1
    if not offered and count <= MAX_BUTTONS:
        offered = tuple(range(question.low, question.high + 1, question.step))
    quick = [
        Button(asked.build_id("play", [str(number)]), name_amount(question, number, asked.fair)) for number in offered
    ]
    if len(offered) == count:
        return list(build_button_rows(*quick))
    other = "Another amount…" if offered else "Enter an amount…"
    return [*build_button_rows(*quick), *build_button_rows(Button(asked.build_id("form"), other, "primary"))]


def _build_subset_rows(asked: Asked, question: Subset, picks: Sequence[str]) -> list[Row]:
    controls: list[Row] = []
    if len(question.items) <= OPTIONS_IN_SELECT:
        entries = _list_priced_entries(asked, question)
        few = max(1, question.fewest)
        limit = f"Choose {few}" if few == question.most else f"Choose {few} to {question.most}"
        if (few, question.most, len(question.items)) == (1, 2, 2):
            limit = "Choose one or both"
        controls.append(Row((Menu(asked.build_id("menu"), limit, tuple(entries), few, question.most),)))
    else:
        chosen = list_answer_picks(question, picks)
        rest = [entry for entry in _list_priced_entries(asked, question) if entry.value not in chosen]
        if question.budget is not None:
            left = question.budget.most - question.compute_cost(list_values(question, chosen))
            rest = [entry for entry in rest if question.items[int(entry.value)].cost <= left]
        if rest and len(chosen) < question.most:
            controls += _build_paged_menu(asked, "more", f"{len(chosen)} chosen; add one", rest, picks)
        if len(chosen) >= max(1, question.fewest):
            controls += build_button_rows(
                Button(asked.build_id("play", chosen), f"Done: {len(chosen)} chosen", "success")
            )
        if chosen and question.budget is not None:  # the choices may leave too little money for the minimum
            controls += build_button_rows(Button(asked.build_id("part"), "Start over"))
    if question.fewest == 0:
        controls += build_button_rows(Button(asked.build_id("play"), "None of these"))
    return controls


def _build_split_rows(asked: Asked, question: Split, picks: Sequence[str]) -> list[Row]:
    lines = question.lines[len(picks) : len(picks) + FIELDS_IN_FORM]
    last = len(picks) + len(lines) == len(question.lines)
    label = "Open the form…" if last and not picks else f"Fill in {asked.name(lines[0].label)} and on…"
    controls = list(build_button_rows(Button(asked.build_id("form", picks), label, "primary")))
    if picks:
        controls += build_button_rows(Button(asked.build_id("part"), "Start over"))
    return controls


def _build_arrange_rows(asked: Asked, question: Arrange, picks: Sequence[str]) -> list[Row]:
    chosen = [pick for pick in picks if not pick.startswith("p")]
    rest = [entry for entry in _list_entries(asked, question) if entry.value not in chosen]
    verb = "menu" if len(rest) <= 2 else "more"
    controls = _build_paged_menu(asked, verb, f"Which comes {_format_ordinal(len(chosen) + 1)}?", rest, picks)
    if chosen:
        controls += build_button_rows(Button(asked.build_id("part"), "Start over"))
    return controls


def _get_next_part(asked: Asked, question: Compose, picks: Sequence[str]) -> tuple[Asked | None, list[str]]:
    """Return the question for the next part, as put to this player, and the picks for it."""
    parts, way = read_parts(question, picks)
    inner = question.get_stage(parts).question
    if inner is None:
        return None, way
    there = replace(asked, question=inner, done=list_done_parts(question, parts, picks))
    return _add_pairs(there, question, parts) or there, way


def _add_pairs(asked: Asked, question: Compose, parts: tuple[Move, ...]) -> Asked | None:
    """Return the next part as put to this player, with pairs in its list; None: without any."""
    pairs, inner = list_pairs(question, parts), asked.question
    if pairs is None or not isinstance(inner, Choose):
        return None
    before, checked = asked.done[1:], dict[int, tuple[str, ...]]()
    ways = []
    for first, *second in pairs.positions:
        if second and first not in checked:
            there = (*parts, inner.moves[first])
            checked[first] = list_done_parts(question, there, [*before, f"{PART}{first}"])
        done = checked[first] if second else asked.done
        ways.append(f"{pack_parts(done)}.{second[0] if second else first}")
    paired = replace(asked, question=pairs.question, ways=ways)
    longest = max(len(paired.build_option_id(at)) for at in range(len(ways)))
    return paired if longest <= MAX_CUSTOM_ID_CHARS else None


def _build_compose_rows(asked: Asked, question: Compose, picks: Sequence[str]) -> list[Row]:
    """Return the controls for the next part, and those that send the whole or remove a part."""
    parts, _ = read_parts(question, picks)
    inner, way = _get_next_part(asked, question, picks)
    shorter = parts[: -2 if is_pair(question, parts) else -1]
    whole, before = (replace(asked, done=list_done_parts(question, some, picks)) for some in (parts, shorter))
    if len(whole.build_id("play", [SEND])) > MAX_CUSTOM_ID_CHARS:
        fits = len(before.build_id("play", [SEND])) <= MAX_CUSTOM_ID_CHARS
        raise TooLong(before.done[1:] if fits else ())
    controls = [] if inner is None else build_rows(inner, way)
    if any(len(control.id) > MAX_CUSTOM_ID_CHARS for row in controls for control in row.controls):
        controls = []  # no further part fits into an id, so the answer can only be sent, or parts be removed
    last: list[Button] = []
    if question.get_stage(parts).complete:
        whole_id = whole.build_id("play", [SEND])
        if parts:
            last.append(Button(whole_id, asked.send[0] if asked.send else name_answer(question, parts), "success"))
        else:
            last.append(Button(whole_id, asked.send[1] if asked.send else name_empty_answer(question)))
    if shorter:
        last.append(Button(before.build_id("part"), "Remove the last step"))
    if parts:
        last.append(Button(asked.build_id("part"), "Start over"))
    return [*controls, *build_button_rows(*last)]


def _build_paged_menu(
    asked: Asked, verb: str, placeholder: str, entries: Sequence[MenuLine], picks: Sequence[str]
) -> list[Row]:
    """Return a menu of the entries, with page buttons if there are too many."""
    way = [pick for pick in picks if not pick.startswith("p")]
    if len(entries) <= OPTIONS_IN_SELECT:
        return [Row((Menu(asked.build_id(verb, way), placeholder, tuple(entries)),))]
    page, pages = find_page(picks, len(entries)), -(-len(entries) // OPTIONS_IN_PAGE)
    shown = tuple(entries[page * OPTIONS_IN_PAGE : (page + 1) * OPTIONS_IN_PAGE])
    there = {other: min(OPTIONS_IN_PAGE, len(entries) - other * OPTIONS_IN_PAGE) for other in range(pages)}
    turns = [
        Button(asked.build_id("part", [*way, f"p{other}"]), f"{label} {format_count(there[other], 'choice')}")
        for other, label in ((page - 1, "Previous"), (page + 1, "Next"))
        if other in there
    ]
    return [
        Row((Menu(asked.build_id(verb, way), f"{placeholder} ({page + 1} of {pages})", shown),)),
        *build_button_rows(*turns),
    ]


def _list_priced_entries(asked: Asked, question: Subset) -> list[MenuLine]:
    """Return the items with their prices, if they have any."""
    entries = _list_entries(asked, question)
    if question.budget is None:
        return entries
    unit = question.budget.unit
    return [
        entry._replace(hint=" · ".join(filter(None, (f"{unit}{item.cost}", entry.hint))))
        for entry, item in zip(entries, question.items, strict=True)
    ]


def _list_entries(asked: Asked, question: Subset | Arrange) -> list[MenuLine]:
    return [
        MenuLine(str(at), asked.name(item.label), asked.name(item.hint), emoji=asked.emoji(question.make([item.value])))
        for at, item in enumerate(question.items)
    ]


def _describe_bounds(line: Line, budget: Budget | None) -> str:
    steps = f" in steps of {line.step}" if line.step > 1 else ""
    price = f"; {budget.unit}{line.cost} each" if budget is not None and line.cost else ""
    return f"From {line.unit}{line.low} to {line.unit}{line.high}{steps}{price}"


def _format_ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
