"""What a league looks like: its draft, its sign-up, its standings, and one's own place in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import get_args

from bot.engine.game import AnyGame, Options, explained
from bot.engine.words import counted, listed, ordinal
from bot.host.leagues import calendar
from bot.host.leagues.ledger import KnownSeason
from bot.host.leagues.own_tables import OwnTable
from bot.host.leagues.plan import Plan, rules_of
from bot.host.leagues.sign_up import takes_nobody
from bot.host.table import timekeeping
from bot.host.table.open_table import CONFIRMING
from bot.leagues import ratings
from bot.leagues.bounds import Range
from bot.leagues.closing import Ending
from bot.leagues.draw import MOST_APART, Proposed, taking_part
from bot.leagues.measures import ranked_by, told_apart
from bot.leagues.opening import waiting
from bot.leagues.promotion import next_levels
from bot.leagues.rounds import heading, in_order, tables_of
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Entrant, LeagueTable, Season
from bot.leagues.standings import Standing as Standing
from bot.leagues.standings import standings
from bot.ui.screens import league_formats as wording
from bot.ui.screens.league_hall import keeping
from bot.ui.screens.parts import (
    BLUE,
    GOLD,
    GREEN,
    GREY,
    address_of_channel,
    chosen_in_words,
    notes,
    of_league,
    options_in_words,
    value_in_words,
)
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, MenuLine, Row, Screen, buttons
from storage.interface import LeagueGame, LeagueRow, SeasonRow, StandingWishes

LINES = 56
"""Of standings in one message, at some 60 characters; more divisions show their first places alone."""
FIRST = 3
"""Of a division that is not shown whole."""
DIVISIONS = 14
"""In one message, when their first places alone are shown."""
TOLD_APART_ROOM = 2600
"""Characters of standings with what tells apart who is level; longer ones do without."""
MOST_TEXT = 3900
"""Characters of one message, with something to spare."""
CAPS = 6
OPENS_AFTER = (1, 3, 7, 14, 28)
"""Days after which a next season can open by itself."""
ELSEWHERE_ROOM = 1000
"""Characters of a preview for who plays elsewhere than they have earned."""
AT_MOST_NAMED = 8
"""Of those who play elsewhere than they have earned, for each such move."""
PUT_OUT = "A steward has put you out of this season. **/league log** says why."
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def title(known: KnownSeason, game: AnyGame | None) -> str:
    """Return the heading of a season's messages."""
    return f"## {known.league.name} · season {known.row.number}\n{_game(known, game)}"


def _game(known: KnownSeason, game: AnyGame | None) -> str:
    return f"{_title(known, game)}, tables for {known.plan.seats}"


def _title(known: KnownSeason, game: AnyGame | None) -> str:
    return known.plan.title if game is None else game.title


def who(known: KnownSeason, number: int) -> str:
    """Return an entrant as everybody in the server reads their name; nobody is called by it."""
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"


def points(sixtieths: int) -> str:
    """Return points as people write them."""
    return f"{round(sixtieths / SIXTIETHS, 2):g}"


# -- the draft ---------------------------------------------------------------------------------------


def draft(known: KnownSeason, game: AnyGame, note: str = "") -> Screen:
    """Return the private panel in which an organiser settles what a season is played by."""
    number = known.row.season_id
    return Screen(
        (
            *notes(note),
            "### A new season, as everybody will read it\nNothing is posted yet. Choose a line to change it; when "
            "sign-up opens, all of it is settled.",
            *(block for block in sign_up(known, game).blocks if isinstance(block, str)),
            *option_menus(number, known.plan, game, "lg-option"),
            Row((seats_menu(number, known.plan, game, "lg-seats"),)),
            Row((Menu(f"lg-format:{number}", "How it is played", wording.formats(known.plan)),)),
            Row((Menu(f"lg-end:{number}", "When it ends", wording.ends(known.plan)),)),
            *buttons(
                Button(f"lg-open:{number}", "Open sign-up", "success"),
                Button(f"lg-drop:{number}", "Throw this draft away", "danger"),
            ),
        ),
        colour=BLUE,
    )


def _options(plan: Plan, game: AnyGame) -> Options:
    return game.options.model_validate(plan.options)


def option_menus(number: int, plan: Plan, game: AnyGame, verb: str) -> list[Row]:
    """Return the menus of what can be changed of a plan's game and of what its tables agree on."""
    return [
        *_option_menu(f"{verb}:{number}:rules", "Change what is played by", _options(plan, game)),
        *_option_menu(f"{verb}:{number}:pact", "Change how tables play", plan.pact),
    ]


def seats_menu(number: int, plan: Plan, game: AnyGame, verb: str) -> Menu:
    """Return the menu of how many may sit at a table."""
    sizes = tuple(
        MenuLine(str(count), f"Tables for {count}", chosen=count == plan.seats)
        for count in game.seats
        if 2 <= count <= 6
    )
    return Menu(f"{verb}:{number}", f"Tables for {plan.seats}", sizes)


def _option_menu(custom_id: str, words: str, options: Options) -> list[Row]:
    entries = tuple(
        MenuLine(name, f"{field.title}: {chosen_in_words(options, name)}", field.description or "")
        for name, field in type(options).model_fields.items()
        if field.title
    )
    return [Row((Menu(custom_id, words, entries),))] if entries else []


def draft_option(known: KnownSeason, game: AnyGame, name: str, verbs: str = "lg") -> Screen:
    """Return the private panel that offers the values of one option of a draft; its buttons' verbs begin so."""
    options = _options(known.plan, game)
    chosen = options if name in type(options).model_fields else known.plan.pact
    field = type(chosen).model_fields[name]
    values = [False, True] if field.annotation is bool else [one for one in get_args(field.annotation) if one != "own"]
    number = known.row.season_id
    means = explained(field)
    told = [f"- **{value_in_words(value)}**: {means[str(value)]}" for value in values if str(value) in means]
    return Screen(
        (
            f"### {field.title or name}\n{field.description or ''}",
            "\n".join(told),
            *buttons(
                *(
                    Button(
                        f"{verbs}-set:{number}:{name}:{json.dumps(value)}",
                        value_in_words(value),
                        "success" if value == getattr(chosen, name) else "secondary",
                    )
                    for value in values
                ),
                Button(f"{verbs}-draft:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


# -- sign-up -----------------------------------------------------------------------------------------


def sign_up(known: KnownSeason, game: AnyGame) -> Screen:
    """Return the message with which a season takes sign-ups."""
    number = known.row.season_id
    plan = known.plan
    usual = options_in_words(game.options())
    chosen = [
        f"{name}: {value}" for name, value in options_in_words(_options(plan, game)) if (name, value) not in usual
    ]
    playing = [one for one in known.season.entrants.values() if one.status == "plays" and not one.helper]
    names = [who(known, one.number) for one in playing[:30]]
    is_open = known.row.status in ("draft", "sign-up")
    cancelled = "⚠️ **Sign-up was cancelled.** **/league log** says why." if known.season.cancelled else ""
    may_join = is_open or (known.row.status == "running" and not takes_nobody(known))
    more = f" and {len(playing) - 30} more" if len(playing) > 30 else ""
    return Screen(
        (
            title(known, game),
            cancelled,
            wording.in_short(plan, known.season.rules),
            f"**Points**: {_ladder(known)}. Ties share. Who concedes, leaves or does not come stands last there."
            + wording.leaving(known)
            + wording.silence(known),
            wording.last_day_in_words(known),
            "**What is played by**: " + ("; ".join(chosen) if chosen else "the basic game"),
            "**Tables** (by joining you agree): "
            + "; ".join(f"{name}: {value}" for name, value in options_in_words(plan.pact)),
            f"**Signed up ({len(playing)})**: {', '.join(names) or 'nobody yet'}{more}",
            "By joining you also agree that whoever sees this channel can look up your results here and the rating "
            "that follows from them (**/league player**). Files that leave this server name you only if you say so.",
            *_promise(known),
            wording.late(known),
            *buttons(
                *([Button(f"lg-join:{number}", "Join" if is_open else "Join late", "success")] if may_join else []),
                Button(f"lg-place:{number}", "My place"),
                Button(f"lg-rules:{number}", "How the league works"),
                Button(f"rules:{game.key}:0", "Rules of the game"),
            ),
        ),
        colour=BLUE,
    )


def _ladder(known: KnownSeason) -> str:
    seats = known.plan.seats
    ladder = rules_ladder(known)[seats]
    return ", ".join(f"{ordinal(place)} {worth}" for place, worth in enumerate(ladder, 1))


def rules_ladder(known: KnownSeason) -> Mapping[int, Sequence[int]]:
    """Return the points by place, by how many sit at a table."""
    from_season = known.season.rules
    return (from_season or rules_of(known.plan)).ladders


def _promise(known: KnownSeason) -> list[str]:
    if not known.season.digest:
        return []
    return [
        "-# Nobody can choose the draw: it comes from a secret whose SHA-256 digest is "
        f"`{known.season.digest}`, together with the number of the press by which each of you joins."
    ]


def how_it_works(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the rules of a season, in full."""
    hours = int(CONFIRMING.total_seconds() // 3600)
    return Screen(
        (
            f"### How {known.league.name} works\n{_game(known, game)}",
            wording.how_drawn(known.plan, known.season.rules),
            wording.who_meets(known),
            f"**Tables open by themselves**, as many at once as you like (**My place**). Press **I'm here** within "
            f"{hours} hours, once for all that wait for you; your days off do not count, and the time never ends in "
            f"your quiet hours. Else the game begins without you. {wording.stays_away(known)} With two cards you get "
            "no more tables.",
            f"**Points**: {_ladder(known)}. Ties share what their places are worth. Who concedes, leaves or is "
            "replaced stands below all who stayed. A helper is thanked in the standings and risks nothing."
            + wording.leaving(known)
            + wording.silence(known),
            wording.who_is_ahead(known.plan),
            f"**You leave early?** {wording.who_leaves(known.plan)}",
            wording.how_it_ends(known.plan),
            "**Wrong result?** For a week, **My place** lets you protest; the stewards rule on it for all to read.",
            wording.private_wishes(known),
            f"**Your rating** follows from your games in this server's leagues of {_title(known, game)}, and from "
            f"nothing else; newcomers have {ratings.Rating().shown}. It decides no season. {wording.rated(known)} Who "
            "helps out risks nothing. **/league player** shows it.",
            "-# I cannot see whether people deal with each other outside of the game. What helps is that nobody "
            "chooses whom they meet, and that you can keep apart from people. Stewards decide nothing about tables of "
            "their own, and fine or put out nobody with whom they compete.",
            *buttons(Button(f"lg-place:{known.row.season_id}", "My place")),
        ),
        colour=GREY,
    )


# -- standings ---------------------------------------------------------------------------------------


def table_of_season(known: KnownSeason, game: AnyGame | None, season: Season | None = None) -> Screen:
    """Return the message that shows how a season stands; it is kept right until the end."""
    number = known.row.season_id
    season = season or known.season
    over = known.row.status == "over"
    waits = not over and any(season.tables[table].fate == "planned" for table in known.tables)
    words = [
        title(known, game),
        "The season is over." if over else running_in_words(season),
        "" if over else wording.last_day_in_words(known),
        *_divisions(known, season),
        *_helpers(known, season),
    ]
    if over:
        words += _up_and_down(known, season, MOST_TEXT - sum(map(len, words)))
    return Screen(
        (
            *words,
            *_rounds(known, season, MOST_TEXT - sum(map(len, words))),
            *buttons(
                *([Button(f"lg-here:{number}", "I'm here", "primary")] if waits else []),
                Button(f"lg-place:{number}", "My place", "primary"),
                Button(f"lg-table:{number}:0", _all_of_it(season)),
                Button(f"lg-rules:{number}", "How the league works"),
            ),
        ),
        colour=GREY if over else GREEN,
    )


def _follows(known: KnownSeason) -> str:
    """Return when the next season opens by itself, as a sentence behind another; empty: somebody prepares it."""
    at = calendar.opens_next(known.season, known.league.opens_after)
    return "" if at is None else f" The next one opens by itself on <t:{int(at.timestamp())}:D>, by the same rules."


def running_in_words(season: Season) -> str:
    """Return how many tables of a season are where."""
    fates = Counter[str](table.fate for table in season.tables.values())
    done, total = fates["finished"] + fates["adjudicated"], fates.total()
    parts = [f"{done} of {counted(total, 'table')} decided"]
    for fate, words in (("running", "being played"), ("planned", "still to begin"), ("void", "void")):
        if fates[fate]:
            parts.append(f"{fates[fate]} {words}")
    if done + fates["void"] == total:
        all_of_them = "The table is decided." if total == 1 else f"All {total} tables are decided."
        return f"{all_of_them} A steward can finish the season: **/league manage**."
    return ", ".join(parts) + "."


def _divisions(known: KnownSeason, season: Season) -> list[str]:
    divisions = season.divisions()
    whole = _fits_whole(season)
    shown = divisions if whole else divisions[:DIVISIONS]
    room = TOLD_APART_ROOM // max(1, len(shown))
    blocks = [_division(known, season, division, LINES if whole else FIRST, room) for division in shown]
    if not whole:
        blocks.append("**My division** shows yours whole, and each other one.")
    return blocks


def _fits_whole(season: Season) -> bool:
    """Whether all places of all divisions have room in one message."""
    return sum(len(season.entrants_of(division)) + 1 for division in season.divisions()) <= LINES


def _up_and_down(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return who plays in another division next, as it counts now; nothing where there is no room for it."""
    if not _fits_whole(season):
        return []
    lines = [
        line for division in season.divisions() for line in _moves(known, season, division, standings(season, division))
    ]
    words = "\n".join(lines)
    return [words] if lines and len(words) <= room else []


def _division(known: KnownSeason, season: Season, division: int, most: int, room: int) -> str:
    lines = standing(known, standings(season, division), most, room)
    return "\n".join([_heading(season, division), *lines])


def standing(known: KnownSeason, rows: Sequence[Standing], most: int, room: int) -> list[str]:
    """Return the lines of a division's standings: what it ranks by, and what tells apart who is level in that.

    Args:
        known: the season.
        rows: of the division, the first place first.
        most: how many lines.
        room: for so many characters; what tells people apart is left out where there is none.
    """
    kind = known.plan.format
    plain = [_standing(known, row) for row in rows[:most]]
    apart = told_apart(kind, rows)
    lines = [
        f"{line} · {apart[row.number]}" if row.number in apart else line for line, row in zip(plain, rows, strict=False)
    ]
    return lines if sum(len(line) + 1 for line in lines) <= room else plain


def _standing(known: KnownSeason, row: Standing) -> str:
    marks = "".join(f" · {mark}" for mark in marked(row))
    tables = f"{row.counted}/{row.counted + row.open}"
    return f"{row.place}. {who(known, row.number)} · **{worth(known, row)}** · {tables}{marks}"


def marked(row: Standing) -> list[str]:
    """Return what sets somebody apart from those who rank by their results alone."""
    return [row.gone] * bool(row.gone) + ["too few tables"] * (row.below == 1)


def worth(known: KnownSeason, row: Standing) -> str:
    """Return by what somebody stands where they do: points, points per table, or the round that they came to."""
    return ranked_by(known.plan.format).said(row)


def _heading(season: Season, division: int) -> str:
    return f"**{heading(season, division).capitalize()}**"


def _rounds(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return who sits with whom: of a Swiss season in the newest round, of a cup in all, as far as there is room.

    Args:
        known: the league.
        season: as it is shown.
        room: for so many characters.
    """
    rules = season.given()
    if rules.format == "division" or not season.rounds:
        return []
    rounds = season.rounds[::-1] if rules.format == "cup" else season.rounds[-1:]
    blocks: list[str] = []
    for drawn in rounds:
        tables = tables_of(season, drawn)
        byes = [f"Without a game: {listed(who(known, number) for number in drawn.byes)}"] * bool(drawn.byes)
        lines = [_at_table(known, season, table) for table in tables]
        block = "\n".join([f"**Tables of round {drawn.number}**", *lines, *byes])
        room -= len(block)
        if room < 0:
            break
        blocks.append(block)
    return blocks


def _at_table(known: KnownSeason, season: Season, table: LeagueTable) -> str:
    if not table.counts:
        state = {"planned": "", "running": " · being played", "void": " · void"}.get(table.fate, "")
        return f"{table.number}: {listed(who(known, number) for number in table.seats)}{state}"
    names = [
        f"**{who(known, number)}**" if place == 1 else who(known, number) for number, place in in_order(season, table)
    ]
    return f"{table.number}: {listed(names)}"


def _helpers(known: KnownSeason, season: Season) -> list[str]:
    helped = [one for one in season.entrants.values() if one.helped]
    if not helped:
        return []
    return [f"Thank you for playing on for others: {listed(who(known, one.number) for one in helped[:20])}."]


def podium(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the message with which a season ends."""
    blocks: list[Block] = [f"## {known.league.name} · season {known.row.number}: the podium\n{_game(known, game)}"]
    divisions = known.season.divisions()
    for at in divisions[:DIVISIONS]:
        rows = standings(known.season, at)
        stand = [
            f"{MEDALS[row.place]} {who(known, row.number)} · {worth(known, row)}"
            for row in rows
            if row.place in MEDALS and row.counted
        ] or ["Nobody has finished a table."]
        head = [_heading(known.season, at)] if known.plan.format == "division" else []
        blocks.append("\n".join([*head, *stand, *_moves(known, known.season, at, rows)]))
    until = " Until the next season is drawn, it moves who goes up and down, too." * (not known.season.settled)
    blocks.append(
        "Thank you all! The season is over. What is put right later is shown by the standings above."
        + until * (known.plan.format == "division")
    )
    if known.league.opens_after is not None:
        blocks.append(_follows(known).strip())
    blocks += buttons(Button(f"lg-hall:{known.row.season_id}", "Hall of fame"))
    return Screen(tuple(blocks), colour=GOLD)


def _moves(known: KnownSeason, season: Season, division: int, rows: Sequence[Standing]) -> list[str]:
    levels = next_levels(season, division)
    up = [who(known, row.number) for row in rows if levels.get(row.number, division) < division]
    down = [who(known, row.number) for row in rows if levels.get(row.number, division) > division]
    return [f"⬆ {', '.join(up)}"] * bool(up) + [f"⬇ {', '.join(down)}"] * bool(down)


# -- one's own place ---------------------------------------------------------------------------------


def my_place(
    known: KnownSeason,
    number: int,
    tables: Sequence[OwnTable],
    reach: Range | None,
    wishes: StandingWishes,
    note: str = "",
) -> Screen:
    """Return somebody's own place in a season, with what they wish."""
    season_id, entrant = known.row.season_id, known.season.entrants[number]
    blocks: list[Block] = [*notes(note), f"### {known.league.name} · season {known.row.number}: your place"]
    gone = entrant.status != "plays"
    if gone:
        blocks.append("You have left this season." if entrant.status == "withdrawn" else PUT_OUT)
    if entrant.division is not None:
        blocks.append(where_one_stands(known, number, entrant.division, reach))
        blocks.append("\n".join([*(own_table(known, number, mine) for mine in tables), *own_bye(known, number)]))
        if any(mine.is_awaited for mine in tables):
            blocks += buttons(Button(f"lg-here:{season_id}", "I'm here", "primary"))
    elif known.row.status == "sign-up" and not gone:
        blocks.append(_signed_up(entrant))
    elif known.row.status == "running" and number in waiting(known.season):
        blocks.append(wording.waits(known, len(waiting(known.season))))
    elif entrant.helper:
        blocks.append(f"You have helped out {wording.times(entrant.helped)}. Thank you!")
    blocks += _naming(known, number)
    if entrant.status == "plays" and known.row.status != "over" and not entrant.helper:
        blocks += _wishes(known, number)
    doubtful = tuple(
        MenuLine(str(mine.table.number), f"Table {mine.table.number}") for mine in tables if mine.may_be_doubted
    )
    if doubtful:
        blocks.append(Row((Menu(f"lg-doubt:{season_id}", "Protest against a result …", doubtful[:OPTIONS_IN_SELECT]),)))
    blocks += _for_all_seasons(known, wishes)
    if entrant.status == "plays" and known.row.status != "over" and not entrant.helper:
        blocks += buttons(Button(f"lg-leave:{season_id}", "Leave the season …", "danger"))
    return Screen(tuple(blocks), colour=BLUE)


def writing(known: KnownSeason, wishes: StandingWishes) -> tuple[str, Button]:
    """Return whether somebody is written to, with the button that changes it."""
    season_id = known.row.season_id
    if wishes.letters:
        words = "I send you a direct message when you are drawn, and then one a week at most, where there is news."
        return words, Button(f"lg-letters:{season_id}:no", "Write to me no more")
    words = "I send you no direct message about it; your tables call you all the same."
    return words, Button(f"lg-letters:{season_id}:yes", "Write to me each week")


def _signed_up(entrant: Entrant) -> str:
    if not entrant.adds:
        return (
            "You are signed up, because you play on. **Join** on the sign-up message adds its number to the chance of "
            "the draw, so that nobody can have known it."
        )
    return f"You are signed up. To the chance of the draw you have added `{entrant.ticket}`."


def where_one_stands(known: KnownSeason, number: int, division: int, reach: Range | None) -> str:
    """Return somebody's place in their division as a sentence, with what they can still reach where that is given."""
    rows = standings(known.season, division)
    row = next(one for one in rows if one.number == number)
    where = wording.where(known.season, division, row.place, len(rows))
    match known.plan.format:
        case "division":
            words = f"{where} with **{points(row.points)}** points."
        case "swiss":
            words = f"{where} with **{worth(known, row)}**, {points(row.points)} points so far."
        case "cup":
            words = f"{where}; you came to round {row.reached}."
    apart = told_apart(known.plan.format, rows).get(number)
    if apart:
        words += f" What tells you apart from who is level with you: {apart}."
    if reach is not None and row.open:
        could = f"{ordinal(reach.best)} to {ordinal(reach.worst)}" if reach.best != reach.worst else ordinal(reach.best)
        words += f" You can still finish {could}."
    return words


def own_bye(known: KnownSeason, number: int) -> list[str]:
    """Return, as a list, the line of somebody who has no game in the round that is played."""
    newest = known.season.rounds[-1]
    if known.row.status != "running" or number not in newest.byes:
        return []
    return [f"- Round {newest.number}: no game for you{'; you go on' if known.plan.format == 'cup' else ''}"]


def own_table(known: KnownSeason, number: int, mine: OwnTable, *, linked: bool = False) -> str:
    """Return the line of one of somebody's tables: how it came out, or what it waits for.

    Args:
        known: the season.
        number: whose table.
        mine: which.
        linked: whether it is read outside of the server, where a channel's mark says nothing.
    """
    table = mine.table
    name = f"Table {table.number}" if mine.channel_id is None else f"<#{mine.channel_id}>"
    if linked and mine.channel_id is not None:
        name = f"[Table {table.number}]({address_of_channel(known.league.guild_id, mine.channel_id)})"
    match table.fate:
        case "planned" | "running" if number in table.away:
            return f"- {name}: goes on without you; you stand last"
        case "planned" if mine.game_id is None:
            return f"- Table {table.number}: opens when all of you have room for it"
        case "planned":
            return f"- {name}: waits until everybody has pressed **I'm here**"
        case "running" if mine.asked:
            until = "" if mine.due is None else f", until {_moment(mine.due)}"
            return f"- {name}: **your turn**{until}"
        case "running":
            return f"- {name}: being played"
        case "void":
            return f"- Table {table.number}: counts for nothing"
        case _:
            places = known.season.places_at(table)
            return f"- {name}: {ordinal(places[number])} of {len(places)}"


def _wishes(known: KnownSeason, number: int) -> list[Block]:
    season_id, one = known.row.season_id, known.entrants[number]
    caps = (
        MenuLine("0", "All at once", chosen=one.cap is None),
        *(MenuLine(str(cap), f"{counted(cap, 'table')} at once", chosen=one.cap == cap) for cap in range(1, CAPS + 1)),
    )
    now = "all of your tables at once" if one.cap is None else f"{counted(one.cap, 'table')} at once"
    blocks: list[Block] = [
        f"You play {now}.",
        Row((Menu(f"lg-cap:{season_id}", "How many tables at once?", caps),)),
    ]
    if known.row.status == "sign-up" and known.plan.format != "cup":  # there the draw alone decides
        apart = listed(f"<@{other}>" for other in one.apart)
        wish = f"You want to be kept apart from {apart}." if apart else "Whom would you rather not meet?"
        blocks.append(f"{wish} {wording.who_knows(known)}")
        menu = Menu(f"lg-apart:{season_id}", "Keep me apart from …", (), fewest=0, most=MOST_APART, people=True)
        blocks.append(Row((menu,)))
    return blocks


def _naming(known: KnownSeason, number: int) -> list[Block]:
    """Return what somebody is called in the season's files, with the button that changes it."""
    season_id, named = known.row.season_id, known.entrants[number].named
    now = f"by your name, with the number {number}" if named else f"**Player {number}**"
    label, way = ("Call me by my number there", "no") if named else ("Name me there", "yes")
    return [
        f"In the season's files, which may leave this server (**/league export**), you are called {now}.",
        *buttons(Button(f"lg-named:{season_id}:{way}", label), Button("lg-player:0:0:", "My results")),
    ]


def _for_all_seasons(known: KnownSeason, wishes: StandingWishes) -> list[Block]:
    """Return what somebody wishes of a league for all of its seasons, with the buttons that change it."""
    ways = [keeping(known, wishes), writing(known, wishes), playing_on(known, wishes)]
    lines = [f"- {words}" for words, _ in ways]
    return [
        "\n".join(["**For all seasons of this league**", *lines]),
        *buttons(*(button for _, button in ways)),
    ]


def leaving(known: KnownSeason, *, helper: bool) -> Screen:
    """Return what leaving a season means, with the button that does it."""
    number = known.row.season_id
    means = "You can sign up for the next season, but not for this one again."
    if helper:
        means = "The chairs on which you help out are empty then, for somebody else. You lose nothing by it."
    elif known.row.status == "running":
        means = f"{wording.who_leaves(known.plan)} You cannot come back to this season."
    return Screen(
        (
            f"### Leave {known.league.name}?\n{means}",
            *buttons(Button(f"lg-left:{number}", "Leave for good", "danger"), Button(f"lg-place:{number}", "Stay")),
        ),
        colour=BLUE,
    )


def conceding(known: KnownSeason, number: int, table: LeagueGame, game_id: int) -> Screen | None:
    """Return what it costs to concede a season's table, with the button that does it; None: a place there, as ever."""
    rules, entrant = known.season.given(), known.season.entrants[number]
    if not rules.leaving_is_absence() or not known.season.tables[table.number].is_open or entrant.status != "plays":
        return None
    cards = entrant.cards + 1
    bars = f"With {rules.cards} cards you get no more tables this season."
    if cards >= rules.cards:
        bars = f"It is your {ordinal(cards)} card, so you get no more tables this season."
    return Screen(
        (
            f"### Concede table {game_id}?\n{of_league(table)} You stand last there and get a card; your rating stays "
            f"as it is. {bars} This cannot be taken back.",
            *buttons(
                Button(f"concede:{game_id}", "Concede for good", "danger"),
                Button(f"act:{game_id}", "Play on", "primary"),
            ),
        ),
        colour=BLUE,
    )


def playing_on(known: KnownSeason, wishes: StandingWishes) -> tuple[str, Button]:
    """Return whether each next season signs somebody up, with the button that changes it."""
    season_id = known.row.season_id
    if wishes.plays_on is not None:
        words = (
            "You play on: each next season signs you up with what you wished last, and you are told. Leaving ends it."
        )
        return words, Button(f"lg-on:{season_id}:no", "I do not play on")
    return "You sign up for each season yourself.", Button(f"lg-on:{season_id}:yes", "I play on")


# -- for those who run it ----------------------------------------------------------------------------


def manage(known: KnownSeason, game: AnyGame | None, stewards: Sequence[int], note: str = "") -> Screen:
    """Return what those who run a league can do now."""
    number = known.row.season_id
    ways = {
        "sign-up": [Button(f"lg-draw:{number}", "Draw the season …", "primary")],
        "running": [
            *([Button(f"lg-draw:{number}", "Draw who came late …", "primary")] if may_draw_late(known) else []),
            Button(f"lg-finish:{number}", "Finish the season …", "primary"),
        ],
        "over": [Button(f"lg-next:{number}", "Prepare the next season", "primary")],
    }
    if any(one.upheld is None for one in known.season.protests.values()):
        ways["running"].append(Button(f"lg-protests:{number}", "Protests …", "primary"))
        ways["over"].append(Button(f"lg-protests:{number}", "Protests …", "primary"))
    names = listed((f"<@{user_id}>" for user_id in stewards), "none yet; **/league steward** appoints one")
    state = {
        "draft": "The season is a draft.",
        "sign-up": f"Signed up so far: {len(taking_part(known.season))}. A table needs {known.plan.seats}.",
        "running": running_in_words(known.season),
        "over": "Its sign-up was cancelled." if known.season.cancelled else f"The season is over.{_follows(known)}",
    }[known.row.status]
    shown = [*ways.get(known.row.status, []), Button(f"lg-more:{number}", "More …")]
    return Screen(
        (
            *notes(note),
            title(known, game),
            state,
            f"Stewards: {names}",
            *buttons(*shown),
            Row((Menu(f"lg-after:{number}", "What comes after this season", followings(known)),)),
        ),
        colour=BLUE,
    )


def followings(known: KnownSeason) -> tuple[MenuLine, ...]:
    """Return what can come after a season, as a menu offers it: how many days later the next one opens by itself."""
    now = known.league.opens_after
    by_hand = MenuLine("0", "Next season: by a steward", chosen=now is None)
    by_itself = (
        MenuLine(str(days), f"Next season: by itself {counted(days, 'day')} later", chosen=now == days)
        for days in OPENS_AFTER
    )
    return by_hand, *by_itself


def may_draw_late(known: KnownSeason) -> bool:
    """Whether enough who came late wait for a division of their own."""
    return known.plan.format == "division" and len(waiting(known.season)) >= known.plan.seats


LATER = {
    "division": " Whoever signs up after that gets the chairs of somebody who has left, or a division of their own.",
    "swiss": " Whoever signs up after that plays from the next round on. All later rounds are drawn by themselves.",
    "cup": " Nobody can sign up after that. All later rounds are drawn by themselves.",
}
"""What becomes of people after the draw, by the format."""


def draw_preview(known: KnownSeason, proposed: Proposed, warnings: Sequence[str] = ()) -> Screen:
    """Return what a draw would be like, for those who run the league alone.

    It does not say who would be where: whoever saw that could let somebody join or leave until they like it. Nor does
    it say whose wishes could not be met.
    """
    entry = proposed.entry
    lines = []
    for at, members in list(entry.divisions.items())[:DIVISIONS]:
        tables = sum(table.division == at for table in entry.tables)
        head, gives = "**Round 1**", ""
        if known.plan.format == "division":
            head, gives = f"**Division {at}**", f"; {wording.gives(len(members), known.plan.seats)}"
        lines.append(f"{head}: {counted(len(members), 'player')}, {counted(tables, 'table')}{gives}")
    unmet = ""
    if proposed.together:
        wishes = counted(len(proposed.together), "wish", "wishes")
        unmet = f"⚠️ {wishes} to be kept apart could not be met; with more divisions there would be more room."
    number = known.row.season_id
    return Screen(
        (
            "### The draw, as it would be now\nOnly you see this. Who plays where is settled already, by a secret that "
            "was promised when sign-up opened; nobody learns of it, not even you, before it is published.",
            "\n".join(lines),
            _rated(known, proposed),
            _elsewhere(proposed, ELSEWHERE_ROOM),
            unmet,
            _by_hand(known),
            *warnings,
            f"When you publish it, all tables open by themselves.{LATER[known.plan.format]}",
            *buttons(
                Button(f"lg-drawn:{number}:{known.row.lines}", "Publish the draw", "success"),
                Button(f"lg-manage:{number}", "Not yet"),
            ),
        ),
        colour=BLUE,
    )


def _by_hand(known: KnownSeason) -> str:
    """Return whom somebody has put into a division by hand, which everybody reads in the log; empty: nobody."""
    placed = [one for one in known.season.entrants.values() if one.placed is not None]
    if not placed or known.season.rounds:
        return ""
    shown = [f"{who(known, one.number)} in division {one.placed}" for one in placed[:AT_MOST_NAMED]]
    more = f" and {len(placed) - AT_MOST_NAMED} more" * (len(placed) > AT_MOST_NAMED)
    return f"By a steward's hand, where there is such a division: {listed(shown)}{more}."


def _rated(known: KnownSeason, proposed: Proposed) -> str:
    """Return how many newcomers have a rating that counts in a draw; empty: ratings have no part in it."""
    if not known.season.given().seeded:
        return ""
    known_of = proposed.entry.brought
    members = {number for each in proposed.entry.divisions.values() for number in each}
    newcomers = sum(number not in known_of or known_of[number].by_rating for number in members)
    rated = sum(one.by_rating for one in known_of.values())
    return f"Of {counted(newcomers, 'newcomer')}, {rated} begin where their ratings say; see **How the league works**."


def _elsewhere(proposed: Proposed, room: int) -> str:
    """Return who plays in another division than they have earned, by their places last season: no draw decides these.

    Where equals are told apart by the draw, it does not say which of them it is.
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for number, division in proposed.elsewhere.items():
        known = proposed.entry.brought[number]
        paused = ", who paused" if known.missed else ""
        where = f"the {ordinal(known.place)} of division {known.was}{paused}"
        groups.setdefault((division, known.level or division), []).append(where)
    lines = [
        f"- division {division} instead of {level}: {listed(who[:AT_MOST_NAMED])}"
        + f" and {len(who) - AT_MOST_NAMED} more" * (len(who) > AT_MOST_NAMED)
        for (division, level), who in sorted(groups.items())[:DIVISIONS]
    ]
    head = "⚠️ Because of the divisions' sizes, some play in another than they have earned:"
    shown = [line for line, length in zip(lines, accumulate(map(len, lines)), strict=True) if length <= room]
    if len(shown) < len(groups):
        shown.append(f"- … and {len(groups) - len(shown)} more such moves")
    return "\n".join([head, *shown]) if groups else ""


def finish_preview(known: KnownSeason, found: Ending) -> Screen:
    """Return what finishing a season would mean, before it is done.

    Of tables that would be decided as they stand it names the numbers alone: what somebody has there may be secret.
    """
    blocks: list[Block] = ["### Finishing the season, as it would be now\nOnly you see this."]
    if found.as_they_stand:
        blocks.append(
            f"⚠️ {counted(len(found.as_they_stand), 'table')} would be decided as they stand when you press, and end: "
            f"{listed(found.as_they_stand[:20])}. How they stand is told to nobody before that, so the places of the "
            "season are settled by your press."
        )
    if found.void:
        goes_on = "" if known.plan.open_tables == "as it stands" else " Their games go on, but without the league."
        blocks.append(
            f"⚠️ {counted(len(found.void), 'table')} not decided yet would count for nothing: "
            f"{listed(found.void[:20])}.{goes_on}"
        )
    if found.ended is not None:
        blocks += _places_at_the_end(known, found.ended)
    number = known.row.season_id
    blocks += buttons(
        Button(f"lg-finished:{number}:{known.row.lines}", "Finish the season", "danger"),
        Button(f"lg-manage:{number}", "Not yet"),
    )
    return Screen(tuple(blocks), colour=BLUE)


def _places_at_the_end(known: KnownSeason, ended: Season) -> list[str]:
    levels, divisions = ended.levels or {}, ended.divisions()
    return [
        "\n".join(
            [
                _heading(ended, at),
                *_with_ways(known, standings(ended, at), levels, at, 12 if len(divisions) < 5 else FIRST),
            ]
        )
        for at in divisions[:DIVISIONS]
    ]


def _with_ways(
    known: KnownSeason, rows: Sequence[Standing], levels: Mapping[int, int], division: int, most: int
) -> list[str]:
    lines = standing(known, rows, most, TOLD_APART_ROOM // 5)
    return [f"{line}{_way(levels.get(row.number, division), division)}" for line, row in zip(lines, rows, strict=False)]


def _way(level: int, division: int) -> str:
    return "" if level == division else " ⬆" if level < division else " ⬇"


STATUS = {"draft": "in preparation", "sign-up": "**sign-up is open**", "running": "being played", "over": "over"}


def leagues(found: Sequence[tuple[LeagueRow, SeasonRow | None, Sequence[int]]]) -> Screen:
    """Return the leagues of a server, each with its newest season and who runs it."""
    lines = []
    for league, season, stewards in found:
        state = "no season yet" if season is None else f"season {season.number}, {STATUS[season.status]}"
        run_by = f"; stewards: {listed(f'<@{user_id}>' for user_id in stewards)}" if stewards else ""
        lines.append(f"- **{league.name}** · {state} · <#{league.channel_id}>{run_by}")
    if not lines:
        return Screen(("There is no league in this server yet. **/league new** prepares one.",), colour=GREY)
    ways = [
        Button(f"lg-place:{season.season_id}", f"My place: {league.name}")
        for league, season, _ in found[:5]
        if season is not None and season.status != "draft"
    ]
    shown = lines[: _fitting(lines)]
    if len(shown) < len(lines):
        shown.append(f"- … and {len(lines) - len(shown)} more, which a command finds by their names")
    return Screen(("### Leagues of this server\n" + "\n".join(shown), *buttons(*ways)), colour=GREY)


def _fitting(lines: Sequence[str]) -> int:
    """Return how many of these lines have room in a message."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return sum(length <= MOST_TEXT - 100 for length in lengths)


def _moment(stored: str) -> str:
    return f"<t:{int(timekeeping.moment(stored).timestamp())}:R>"


def _all_of_it(season: Season) -> str:
    """Return what stands on the button that shows standings whole."""
    return "My division" if season.rules is None or season.rules.format == "division" else "All places"
