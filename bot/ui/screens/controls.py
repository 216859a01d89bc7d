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
from a list to such an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter

from bot.engine.multi_step import CHECK, OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, BadAnswer, Budget, Choose, Item, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move
from bot.ui.screens.forms import FIELDS_IN_FORM, Field, Form
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

MAX_BUTTONS = 5
"""Maximum number of choices shown as buttons; more are a menu."""
MAX_MENUS = 3
"""Maximum number of menus side by side."""
MAX_GROUPS = 10
"""Maximum number of groups shown side by side; of more, one must be picked first."""
PART, SEND = "c", "z"
"""Prefix of an earlier part; pick that sends the whole."""
OPTIONS_IN_PAGE = OPTIONS_IN_SELECT - 1
MAX_PICK_BUTTONS = 12
DIGITS_36 = "0123456789abcdefghijklmnopqrstuvwxyz"
DIGITS_62 = DIGITS_36 + DIGITS_36[10:].upper()


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
    send: tuple[str, str] = ("Send", "Send nothing")
    """Labels of the send button: for an answer in several parts, and for an empty one."""

    def build_id(self, verb: str, picks: Sequence[str] = ()) -> str:
        """Return the custom_id of a control for this question."""
        way = pack_picks(self.question, picks)
        if self.done:
            way = ".".join(filter(None, (_pack_parts(self.done), way)))
        return f"{self.prefix}{verb}:{self.game_id}:{self.etag}:{way}"


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
                replace(asked, done=_list_done_parts(question, parts, picked)).build_id("play", [SEND]),
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
            field = Field("Your answer", question.describe_bounds())
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


def resolve_picks(question: Question, picks: Sequence[str]) -> tuple[Question, Sequence[str]]:
    """Return the question that these picks answer, and its picks: the opened question, or else the original one."""
    if isinstance(question, ChooseOrCompose) and picks and picks[0].startswith((OPEN, CHECK, PART, SEND)):
        return question.otherwise, [pick for pick in picks if pick != OPEN]
    return question, picks


def read_parts_so_far(question: Question, picks: Sequence[str]) -> tuple[Move, ...] | None:
    """Return the chosen parts of an answer in several parts; None for any other question.

    Raises:
        BadAnswer: the picks do not fit.
    """
    here, way = resolve_picks(question, picks)
    return read_parts(here, way)[0] if isinstance(here, Compose) else None


def build_return_id(asked: Asked, verb: str, picks: Sequence[str]) -> str:
    """Return the id of a control that returns to the place of these picks; if too long, to the list of choices."""
    here, way = resolve_picks(asked.question, picks)
    if isinstance(here, Compose):
        parts, rest = read_parts(here, way)
        asked = replace(asked, done=_list_done_parts(here, parts, way) if parts else ())
        picks = rest if parts or here is asked.question else [OPEN, *rest]
    control = asked.build_id(verb, picks)
    return control if len(control) <= MAX_CUSTOM_ID_CHARS else asked.build_id(verb)


def is_complete(question: Question, picks: Sequence[str]) -> bool:
    """Return whether these picks are a whole answer, not only a part of a long form or list."""
    question, picks = resolve_picks(question, picks)
    match question:
        case Split():
            return len(picks) >= len(question.lines)
        case Arrange():
            return len(picks) >= len(question.items) - 1
        case Compose():
            return bool(picks) and picks[-1] == SEND
        case _:
            return True


def can_be_drafted(question: Question) -> bool:
    """Return whether an answer takes several picks."""
    return isinstance(question, ChooseOrCompose) or not isinstance(question, Choose | Number)


def list_draft_picks(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks worth keeping as a draft, without groups and pages; empty: none yet.

    Raises:
        BadAnswer: the picks do not fit, e.g. those of an old panel.
    """
    if not can_be_drafted(question) or SEND in picks:
        return []
    here, way = resolve_picks(question, picks)
    if isinstance(here, Compose):
        read_parts(here, way)
    kept = [pick for pick in picks if not pick.startswith(("g", "p", OPEN))]
    return kept if any(not pick.startswith(CHECK) for pick in kept) else []


class TooLong(BadAnswer):
    """Raised when an answer has more parts than fit into a custom_id."""

    def __init__(self, kept: Sequence[str]) -> None:
        super().__init__("That is too much for one answer. Send it without this step, or start over.")
        self.kept = kept


class Unfinished(Exception):  # control flow, not an error
    """Raised when the picks are only a part of an answer."""


def require_complete(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks that count; raise Unfinished if the answer is incomplete."""
    if not is_complete(question, picks):
        raise Unfinished
    return list_answer_picks(question, picks)


def pack_picks(question: Question, picks: Sequence[str]) -> str:
    """Encode picks for a custom_id, which holds a hundred characters.

    A few picks are joined with dots. Many are packed: a set as one base-36 number with a bit for each, an order as two
    base-36 digits for each, amounts in base 62 with the width of the largest.
    """
    numbers = [int(pick) for pick in picks if pick.isdecimal()]
    way = [pick for pick in picks if not pick.isdecimal()]
    if len(numbers) <= MAX_PICK_BUTTONS or not isinstance(question, Subset | Arrange | Split):
        return ".".join(picks)
    if isinstance(question, Split):
        return _encode_numbers(numbers) if len(numbers) == len(picks) else ".".join(picks)
    if isinstance(question, Subset):
        return ".".join([f"^{_encode_base36(sum(1 << number for number in set(numbers)))}", *way])
    return ".".join(["~" + "".join(_encode_base36(number).zfill(2) for number in numbers), *way])


def unpack_picks(text: str) -> list[str]:
    """Decode the picks of a custom_id."""
    return [pick for piece in text.split(".") for pick in _unpack_piece(piece)] if text else []


def _unpack_piece(piece: str) -> list[str]:
    match piece[:1]:
        case "^":
            mask = int(piece[1:], 36)
            return [str(at) for at in range(mask.bit_length()) if mask >> at & 1]
        case "~":
            return [str(int(piece[at : at + 2], 36)) for at in range(1, len(piece), 2)]
        case "%":
            return _decode_numbers(piece)
        case "!":
            return [f"{PART}{number}" for number in _decode_numbers(piece)]
        case _:
            return [piece]


def _pack_parts(done: Sequence[str]) -> str:
    """Encode the chosen parts for a custom_id; without dots if each is a single number."""
    check, *parts = done
    numbers = [part.removeprefix(PART) for part in parts]
    if len(parts) < 3 or not all(number.isdecimal() for number in numbers):
        return ".".join(done)
    return f"{check}.!{_encode_numbers([int(number) for number in numbers])[1:]}"


def _encode_numbers(numbers: Sequence[int]) -> str:
    """Encode non-negative numbers with equal width in base 62, after a digit for that width."""
    width = 1
    while max(numbers) >= len(DIGITS_62) ** width:
        width += 1
    digits = ""
    for number in numbers:
        digits += "".join(DIGITS_62[number // len(DIGITS_62) ** at % len(DIGITS_62)] for at in reversed(range(width)))
    return f"%{width}{digits}"


def _decode_numbers(text: str) -> list[str]:
    """Decode the numbers; raise ValueError if the text encodes none."""
    width, digits = int(text[1:2]), text[2:]
    if not 1 <= width <= 9 or len(digits) % width:
        raise ValueError(text)
    numbers = []
    for start in range(0, len(digits), width):
        number = 0
        for sign in digits[start : start + width]:
            number = number * len(DIGITS_62) + DIGITS_62.index(sign)
        numbers.append(str(number))
    return numbers


def _encode_base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS_36[digit] + digits
    return digits


def check_amounts(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the typed amounts as plain numbers; raise BadAnswer if one does not fit."""
    question, picks = resolve_picks(question, picks)
    match question:
        case Split():
            return [str(amount) for amount in question.parse_amounts(picks)]
        case Compose():
            return _add_next_part(question, picks)
        case _:
            return list(picks)


def list_answer_picks(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks that count: without groups and pages, with the implied remainder."""
    here, way = resolve_picks(question, picks)
    if here is not question:
        return [OPEN, *list_answer_picks(here, way)]
    if isinstance(question, Compose):
        return [pick.removeprefix(PART) for pick in picks if pick.startswith((CHECK, PART))]
    counting = [pick for pick in picks if pick and not pick.startswith(("g", "p"))]
    if isinstance(question, Arrange):  # the last item needs no pick
        counting += [str(at) for at in range(len(question.items)) if str(at) not in counting]
    return counting


def _build_choose_rows(asked: Asked, question: Choose, picks: Sequence[str]) -> list[Row]:
    groups = _group_options(question)
    way = _find_picked_group(picks, groups)
    controls = _build_list_rows(asked, groups, way, picks)
    if isinstance(question, ChooseOrCompose):
        controls += _build_compose_row(asked, question, None if way is None else list(groups)[way])
    return controls


def _build_compose_row(asked: Asked, question: ChooseOrCompose, group: str | None) -> Sequence[Row]:
    """Return the button from a list of moves to the answer in several parts; from a group, to the same group there."""
    first = question.otherwise.get_stage(()).question
    if first is None:
        return ()
    way = [OPEN]
    if group is not None and isinstance(first, Choose):
        there = list(_group_options(first))
        if group not in there and there != [""]:
            return ()
        way += [f"g{there.index(group)}"] if len(there) > 1 else []
    return build_button_rows(Button(asked.build_id("part", way), question.opens))


@dataclass(frozen=True)
class _ListLayout:
    """How a list of moves is put on a panel: few options as buttons, each long group as a menu of its own."""

    buttons: Sequence[tuple[int, Option]] = ()
    menus: Sequence[tuple[str, str, Sequence[tuple[int, Option]]]] = ()
    """The pick of the group that a menu begins with, its placeholder, and its options."""
    submenus: Sequence[tuple[str, str]] = ()
    """The pick and the name of each group whose options are shown after it is picked."""


def _arrange_list(asked_name: Callable[[str], str], groups: Mapping[str, list[tuple[int, Option]]]) -> _ListLayout:
    """Arrange several groups side by side: single options as buttons, groups as menus, small ones in a common menu."""
    named = [(f"g{at}", asked_name(name) or "Others", members) for at, (name, members) in enumerate(groups.items())]
    if sum(len(members) for _, _, members in named) <= MAX_BUTTONS:
        return _ListLayout(sorted(chain.from_iterable(members for _, _, members in named), key=itemgetter(0)))
    submenus = [(pick, name) for pick, name, members in named if len(members) > OPTIONS_IN_SELECT]
    if len(named) > MAX_GROUPS or len(submenus) > MAX_BUTTONS - 1:
        return _ListLayout(submenus=[(pick, name) for pick, name, _ in named])
    lists = [one for one in named if 1 < len(one[2]) <= OPTIONS_IN_SELECT]
    single = [one for one in named if len(one[2]) == 1]
    if len(single) + len(submenus) > MAX_BUTTONS - min(len(lists), MAX_MENUS):
        lists, single = [*lists, *single], []
    together = [member for _, _, members in lists for member in members]
    if len(lists) > MAX_MENUS + 1 and len(together) <= OPTIONS_IN_SELECT:
        lists = [(lists[0][0], "Choose one", sorted(together, key=itemgetter(0)))]
    while len(lists) > MAX_MENUS:
        last, other = sorted(lists, key=lambda one: len(one[2]))[:2]
        if len(last[2]) + len(other[2]) > OPTIONS_IN_SELECT:
            return _ListLayout(submenus=[(pick, name) for pick, name, _ in named])
        first, second = sorted((last, other), key=lists.index)
        merged = (first[0], f"{first[1]}, {second[1]}", [*first[2], *second[2]])
        lists = [merged if one is first else one for one in lists if one is not second]
    return _ListLayout([members[0] for _, _, members in single], lists, submenus)


def _build_list_rows(
    asked: Asked, groups: Mapping[str, list[tuple[int, Option]]], way: int | None, picks: Sequence[str]
) -> list[Row]:
    """Return the controls for a list of moves: its groups side by side, or the members of the picked group."""
    if len(groups) > 1 and way is None:
        layout = _arrange_list(asked.name, groups)
        if len(layout.submenus) > MAX_BUTTONS:
            kinds = [MenuLine(pick, name) for pick, name in layout.submenus]
            return _build_paged_menu(asked, "more", "Choose a kind first", kinds, picks)
        menus = [
            Row(
                (Menu(asked.build_id("menu", [pick]), f"{name}… ({len(members)})", tuple(_list_lines(asked, members))),)
            )
            for pick, name, members in layout.menus
        ]
        style: Style = "secondary" if layout.menus or layout.submenus else "primary"
        buttons = [_build_option_button(asked, at, option, style) for at, option in layout.buttons]
        submenus = [Button(asked.build_id("part", [pick]), f"{name}…") for pick, name in layout.submenus]
        return [*menus, *build_button_rows(*submenus, *buttons)]
    controls = _build_option_rows(asked, _list_members(groups, way), picks)
    if way is not None:
        controls += build_button_rows(Button(asked.build_id("part"), "Back"))
    return controls


def _group_options(question: Choose) -> dict[str, list[tuple[int, Option]]]:
    """Return the numbered options by group, in the order in which the groups first occur."""
    groups: dict[str, list[tuple[int, Option]]] = {option.group: [] for option in question.options}
    for at in question.shown or range(len(question.options)):
        groups[question.options[at].group].append((at, question.options[at]))
    return groups


def _find_picked_group(picks: Sequence[str], groups: Collection[str]) -> int | None:
    """Return the index of the picked group, if any."""
    way = next((int(pick[1:]) for pick in picks if pick.startswith("g")), None)
    return way if way is None or way < len(groups) else None


def _list_members(groups: Mapping[str, list[tuple[int, Option]]], way: int | None) -> list[tuple[int, Option]]:
    """Return the options of the picked group, or of the only one."""
    return list(groups.values())[way or 0] if groups else []


def _build_option_button(asked: Asked, at: int, option: Option, style: Style) -> Button:
    return Button(asked.build_id("play", [str(at)]), asked.name(option.label), style)


def _list_lines(asked: Asked, numbered: Sequence[tuple[int, Option]]) -> list[MenuLine]:
    return [MenuLine(str(at), asked.name(option.label), asked.name(option.hint)) for at, option in numbered]


def _build_option_rows(asked: Asked, numbered: Sequence[tuple[int, Option]], picks: Sequence[str]) -> list[Row]:
    if len(numbered) <= MAX_BUTTONS:
        return list(build_button_rows(*(_build_option_button(asked, at, option, "primary") for at, option in numbered)))
    return _build_paged_menu(asked, "menu", "Choose one", _list_lines(asked, numbered), picks)


def _arrange_unpicked(question: Choose, picks: Sequence[str]) -> _ListLayout | None:
    """Return the layout of a question's groups; None if it has one group, or one is picked."""
    groups = _group_options(question)
    if len(groups) < 2 or _find_picked_group(picks, groups) is not None:
        return None
    return _arrange_list(str, groups)


def list_button_options(question: Choose, picks: Sequence[str] = ()) -> list[Option]:
    """Return the options shown as buttons after these picks; their hints must stand in the text."""
    layout = _arrange_unpicked(question, picks)
    if layout is not None:
        return [option for _, option in layout.buttons]
    groups = _group_options(question)
    options = [option for _, option in _list_members(groups, _find_picked_group(picks, groups))]
    return options if len(options) <= MAX_BUTTONS else []


def has_picked_group(picks: Sequence[str]) -> bool:
    """Return whether a group was picked, so that only its options are shown."""
    return any(pick.startswith("g") for pick in picks)


def list_available_options(question: Choose, picks: Sequence[str] = ()) -> list[Option]:
    """Return the options available after these picks; all of them before a group is picked."""
    if _arrange_unpicked(question, picks) is not None:
        return list(question.options)
    return list_button_options(question, picks) or list_menu_options(question, picks)


def list_menu_options(question: Choose, picks: Sequence[str] = ()) -> list[Option]:
    """Return the options in menus after these picks; those of a long menu on its open page."""
    layout = _arrange_unpicked(question, picks)
    if layout is not None:
        return [option for _, _, members in layout.menus for _, option in members]
    if list_button_options(question, picks):
        return []
    groups = _group_options(question)
    options = [option for _, option in _list_members(groups, _find_picked_group(picks, groups))]
    if len(options) <= OPTIONS_IN_SELECT:
        return options
    first = OPTIONS_IN_PAGE * _find_page(picks, len(options))
    return options[first : first + OPTIONS_IN_PAGE]


def _find_page(picks: Sequence[str], entries: int) -> int:
    """Return the open page of a menu with this number of entries."""
    page = next((int(pick[1:]) for pick in picks if pick.startswith("p")), 0)
    return min(page, -(-entries // OPTIONS_IN_PAGE) - 1)


def _build_number_rows(asked: Asked, question: Number) -> list[Row]:
    offered = question.suggestions
    count = (question.high - question.low) // question.step + 1
    if not offered and count <= MAX_BUTTONS:
        offered = tuple(range(question.low, question.high + 1, question.step))
    quick = [Button(asked.build_id("play", [str(number)]), f"{question.unit}{number}") for number in offered]
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
        controls.append(Row((Menu(asked.build_id("menu"), limit, tuple(entries), few, question.most),)))
    else:
        chosen = list_answer_picks(question, picks)
        rest = [entry for entry in _list_priced_entries(asked, question) if entry.value not in chosen]
        if question.budget is not None:
            left = question.budget.most - question.compute_cost(_list_values(question, chosen))
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
    rest = [entry for entry in _list_entries(asked, question.items) if entry.value not in chosen]
    verb = "menu" if len(rest) <= 2 else "more"
    controls = _build_paged_menu(asked, verb, f"Which comes {_format_ordinal(len(chosen) + 1)}?", rest, picks)
    if chosen:
        controls += build_button_rows(Button(asked.build_id("part"), "Start over"))
    return controls


def read_parts(question: Compose, picks: Sequence[str]) -> tuple[tuple[Move, ...], list[str]]:
    """Return the chosen parts and the picks for the next one; raise BadAnswer if they do not fit."""
    way = [pick for pick in picks if not pick.startswith((CHECK, PART)) and pick != SEND]
    return question.read_parts(list_answer_picks(question, picks)), way


def _get_next_part(asked: Asked, question: Compose, picks: Sequence[str]) -> tuple[Asked | None, list[str]]:
    """Return the question for the next part, as put to this player, and the picks for it."""
    parts, way = read_parts(question, picks)
    inner = question.get_stage(parts).question
    return None if inner is None else replace(asked, question=inner, done=_list_done_parts(question, parts, picks)), way


def _list_done_parts(question: Compose, parts: Sequence[Move], picks: Sequence[str]) -> tuple[str, ...]:
    picked = [pick for pick in picks if pick.startswith(PART)][: len(parts)]
    return (f"{CHECK}{question.compute_check(parts)}", *picked)


def _add_next_part(question: Compose, picks: Sequence[str]) -> list[str]:
    """Return the picks with a completed next part added."""
    parts, way = read_parts(question, picks)
    done = [pick for pick in picks if pick.startswith(PART)]
    inner = question.get_stage(parts).question
    if inner is None:
        return done
    try:
        if not is_complete(inner, way):
            return [*done, *check_amounts(inner, way)]
        picked = list_answer_picks(inner, way)
        part = inner.read(picked)
    except BadAnswer as wrong:
        wrong.kept = done
        raise
    if isinstance(inner, Number):  # may have been typed with its unit
        picked = [str(getattr(part, inner.field))]
    elif isinstance(inner, Split):
        picked = check_amounts(inner, picked)
    return [*done, f"{PART}{'_'.join(picked)}"]


def _build_compose_rows(asked: Asked, question: Compose, picks: Sequence[str]) -> list[Row]:
    """Return the controls for the next part, and those that send the whole or remove a part."""
    parts, _ = read_parts(question, picks)
    inner, way = _get_next_part(asked, question, picks)
    whole, before = (replace(asked, done=_list_done_parts(question, some, picks)) for some in (parts, parts[:-1]))
    if len(whole.build_id("play", [SEND])) > MAX_CUSTOM_ID_CHARS:
        fits = len(before.build_id("play", [SEND])) <= MAX_CUSTOM_ID_CHARS
        raise TooLong(before.done[1:] if fits else ())
    controls = [] if inner is None else build_rows(inner, way)
    if any(len(control.id) > MAX_CUSTOM_ID_CHARS for row in controls for control in row.controls):
        controls = []  # no further part fits into an id, so the answer can only be sent, or parts be removed
    last: list[Button] = []
    if question.get_stage(parts).complete:
        whole_id = whole.build_id("play", [SEND])
        send, nothing = asked.send
        last.append(Button(whole_id, send, "success") if parts else Button(whole_id, nothing))
    if len(parts) > 1:
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
    page, pages = _find_page(picks, len(entries)), -(-len(entries) // OPTIONS_IN_PAGE)
    shown = tuple(entries[page * OPTIONS_IN_PAGE : (page + 1) * OPTIONS_IN_PAGE])
    turns = [
        Button(asked.build_id("part", [*way, f"p{other}"]), label)
        for other, label in ((page - 1, "Earlier"), (page + 1, "More"))
        if 0 <= other < pages
    ]
    return [
        Row((Menu(asked.build_id(verb, way), f"{placeholder} ({page + 1} of {pages})", shown),)),
        *build_button_rows(*turns),
    ]


def _list_values(question: Subset, picks: Sequence[str]) -> list[str]:
    """Return the items at these positions, ignoring unknown ones."""
    positions = [int(pick) for pick in picks if pick.isdecimal()]
    return [question.items[at].value for at in positions if at < len(question.items)]


def _list_priced_entries(asked: Asked, question: Subset) -> list[MenuLine]:
    """Return the items with their prices, if they have any."""
    if question.budget is None:
        return _list_entries(asked, question.items)
    unit = question.budget.unit
    return [
        MenuLine(
            str(at), asked.name(item.label), " · ".join(filter(None, (f"{unit}{item.cost}", asked.name(item.hint))))
        )
        for at, item in enumerate(question.items)
    ]


def _list_entries(asked: Asked, items: Sequence[Item]) -> list[MenuLine]:
    return [MenuLine(str(at), asked.name(item.label), asked.name(item.hint)) for at, item in enumerate(items)]


def _describe_bounds(line: Line, budget: Budget | None) -> str:
    steps = f" in steps of {line.step}" if line.step > 1 else ""
    price = f"; {budget.unit}{line.cost} each" if budget is not None and line.cost else ""
    return f"From {line.unit}{line.low} to {line.unit}{line.high}{steps}{price}"


def describe_budget(question: Question, picks: Sequence[str]) -> str:
    """Describe the cost of the picks and the remaining budget; empty without a budget."""
    match question:
        case Split(budget=Budget() as budget):
            amounts = [int(pick) for pick in picks if pick.isdecimal()][: len(question.lines)]
            prices = ", ".join(f"{line.label} {budget.unit}{line.cost}" for line in question.lines if line.cost)
            return (
                f"You can spend {budget.unit}{budget.most}: {prices}. "
                f"{budget.format_cost(question.compute_cost(amounts))}"
            )
        case Subset(budget=Budget() as budget):
            cost = question.compute_cost(_list_values(question, list_answer_picks(question, picks)))
            return f"You can spend {budget.unit}{budget.most}. {budget.format_cost(cost)}"
        case _:
            return ""


def _format_ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
