"""Checks the draws of a season's file: a program of somebody else's, written from docs/season-file.md alone.

It uses nothing of ours. `python tests/leagues/independent.py season-7.json` prints the errors, and nothing otherwise.
Of Swiss seasons it checks the seeds and the drawn entrants, and no tables. Of a knock-out after groups it finds out who
goes on to the first round; for later rounds, as in a cup, it believes it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby
from math import exp
from pathlib import Path
from typing import Any


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def order(seed: str, tickets: dict[int, str]) -> list[int]:
    text = "".join(f"{number} {tickets[number]}\n" for number in sorted(tickets))
    key = hmac.new(seed.encode(), text.encode(), "sha256").hexdigest()
    pile = sorted(tickets)
    for draw, last in enumerate(range(len(pile) - 1, 0, -1)):
        at = int(sha(f"{key}:draw:{draw}"), 16) % (last + 1)
        pile[last], pile[at] = pile[at], pile[last]
    return pile


def counting(lines: list[Any]) -> list[Any]:
    off: set[int] = set()
    for line in reversed(lines):
        if line["entry"]["kind"] == "revert" and line["number"] not in off:
            off.update([line["entry"]["line"], *line["entry"].get("also", [])])
    return [line["entry"] for line in lines if line["number"] not in off]


def taking_part(lines: list[Any]) -> dict[int, str]:
    tickets: dict[int, str] = {}
    cards: Counter[int] = Counter()
    rules = lines[0]["entry"]["rules"]
    for entry in counting(lines):
        match entry["kind"]:
            case "joined" if not entry["helper"]:
                tickets[entry["entrant"]] = entry["ticket"]
            case "withdrawn" | "disqualified" | "took chair":
                tickets.pop(entry["entrant"], None)
            case "card" if not entry["held"]:
                cards[entry["entrant"]] += 1
            case "drawn" if rules["format"] == "division":
                for number in [one for members in entry["divisions"].values() for one in members]:
                    tickets.pop(number, None)
    tickets = {number: ticket for number, ticket in tickets.items() if cards[number] < rules["cards"]}
    people, stand_by = formed(lines, tickets)
    drawn = any(entry["kind"] == "drawn" for entry in counting(lines))
    there = {
        team: [] if drawn else each[: max(0, rules["team"] - len(people[team]))] for team, each in stand_by.items()
    }
    away = {one for team, each in stand_by.items() for one in each if one not in there[team]}
    return {number: ticket for number, ticket in tickets.items() if number not in away}


def rank(known: dict[str, int] | None) -> tuple[Any, ...]:
    one: dict[str, Any] = known or {"level": None, "was": 0, "place": 0, "rating": 1500, "missed": 0}
    if one["level"] is None:
        return 1, one["place"] == 0, one["place"], -one["rating"]
    came = 3 if one["missed"] else 0 if one["level"] > one["was"] else 1 if one["level"] == one["was"] else 2
    return 0, one["level"], came, one["missed"], one["was"], one["place"], -one["rating"]


def keep_apart(divisions: list[list[int]], pairs: list[list[int]]) -> None:
    def together(number: int, division: list[int], but: int = 0) -> int:
        met = [other for pair in pairs if number in pair for other in pair if other not in (number, but)]
        return len({*met} & {*division})

    def part(at: int, pair: list[int]) -> None:
        here = divisions[at]
        for mover in sorted(pair, key=here.index, reverse=True):
            after = divisions[at + 1] if at + 1 < len(divisions) else []
            before = divisions[at - 1] if at else []
            for there, partner in [(after, one) for one in after] + [(before, one) for one in reversed(before)]:
                now = together(mover, here) + together(partner, there)
                if together(mover, there, partner) + together(partner, here, mover) < now:
                    here[here.index(mover)], there[there.index(partner)] = partner, mover
                    return

    for pair in sorted(map(sorted, pairs)):
        for at, members in enumerate(divisions):
            if {*pair} <= {*members}:
                part(at, pair)
                break


def tables(people: int, seats: int) -> list[list[int]]:
    if seats == 2:
        found = []
        for distance in range(1, people // 2 + 1):
            half = 2 * distance == people
            for one in range(people // 2 if half else people):
                pair = [one, (one + distance) % people]
                found.append(pair[::-1] if half and one % 2 else pair)
        return found

    def rough(block: tuple[int, ...]) -> tuple[int, int]:
        often = Counter((one - other) % people for one in block for other in block if one != other)
        least = min(often.values()) if len(often) == people - 1 else 0
        return sum(count * count for count in often.values()), max(often.values()) - least

    known = {(21, 5): (0, 1, 4, 14, 16), (31, 6): (1, 5, 11, 24, 25, 27)}
    blocks = ((0, *rest) for rest in combinations(range(1, people), seats - 1))
    block = known[people, seats] if (people, seats) in known else min(blocks, key=rough)
    return [[(one + table) % people for one in block] for table in range(people)]


def games(division: int, people: int, rules: Any) -> list[int]:
    seated, number = tables(people, rules["seats"]), 1 + len(rules.get("further", []))
    if number == 1 or rules.get("by_division"):
        return [(division - 1) % number] * len(seated)
    played: Counter[tuple[int, int]] = Counter()
    found: list[int] = []

    def worse(at: int, game: int) -> int:
        return sum((played[one, game] + 1) ** 2 - played[one, game] ** 2 for one in seated[at])

    for at, table in enumerate(seated):
        found.append(min(range(number), key=lambda game: (worse(at, game), found.count(game))))
        played.update((one, found[at]) for one in table)
    changed = True
    while changed:
        changed = False
        for at, table in enumerate(seated):
            played.subtract((one, found[at]) for one in table)
            best = min(range(number), key=lambda game: worse(at, game))
            if worse(at, best) < worse(at, found[at]):
                found[at], changed = best, True
            played.update((one, found[at]) for one in table)
    return found


def problems(file: Any) -> Iterator[str]:
    lines = file["lines"]
    promised = lines[0]["entry"]["digest"]
    wishes = {one["entry"]["draw"]: one["entry"] for one in lines if one["entry"]["kind"] == "wishes"}
    for at, line in enumerate(lines):
        if line["entry"]["kind"] == "drawn":
            if sha(line["entry"]["seed"]) != promised:
                yield f"line {line['number']}: not the seed that was promised"
            promised = line["entry"]["seed"]
            is_ladder = lines[0]["entry"]["rules"]["format"] == "ladder"
            wrong = wrong_ladder if is_ladder else wrong_draw
            opened = wishes.get(line["number"])
            if line["entry"].get("sealed"):
                opened, badly = each_wish(lines, line)
                if badly:
                    yield f"line {line['number']}: {badly}"
                    continue
            what = wrong(lines[:at], line["entry"], opened)
            if what:
                yield f"line {line['number']}: {what}"
                return  # later draws rest on this one


def each_wish(lines: list[Any], line: Any) -> tuple[Any, str]:
    """Each entrant's own wish, opened at the end as pairs, and its faults."""
    entry, [*opened] = line["entry"], [one["entry"] for one in lines if one["entry"]["kind"] == "unsealed"]
    if set(entry["sealed"]) != {str(one) for one in taking_part(lines[: line["number"] - 1])}:
        return None, "not everybody's wish is sealed"
    if not opened:
        return None, ""
    wished, pairs = opened[-1]["apart"].get(str(line["number"]), {}), set()
    for number, digest in entry["sealed"].items():
        others = sorted(wished.get(number, []))
        text = " ".join(map(str, others)) or "none"
        if sha(f"{opened[-1]['salts'].get(number)}\n{text}") != digest:
            return None, f"not the wish of {number} that was sealed"
        pairs |= {tuple(sorted((int(number), other))) for other in others}
    return {"apart": [[*pair] for pair in sorted(pairs)]}, ""


def wrong_draw(before: list[Any], entry: Any, wishes: Any) -> str:
    rules, tickets, earlier = before[0]["entry"]["rules"], taking_part(before), draws(before)
    drawn = [number for members in entry["divisions"].values() for number in members]
    has_divisions = rules["format"] == "division" or (rules["format"] == "groups" and not earlier)
    if not has_divisions and rules["format"] != "swiss":
        tickets = {number: ticket for number, ticket in tickets.items() if number in drawn}
    if sorted(drawn) != sorted(tickets):
        return "others take part"
    again = order(entry["seed"], tickets)
    if has_divisions:
        return wrong_divisions(before, again, entry, wishes)
    if drawn != again:
        return "another order"
    if rules["format"] == "groups" and len(earlier) == 1:
        return wrong_first_round(before, again, entry)
    return wrong_teams(before, again, entry)


def wrong_divisions(before: list[Any], again: list[int], entry: Any, wishes: Any) -> str:
    rules, divisions = before[0]["entry"]["rules"], [*entry["divisions"].values()]
    if wishes and entry["wishes"]:
        pairs = sorted(" ".join(map(str, sorted(pair))) for pair in wishes["apart"])
        if sha("\n".join([wishes["salt"], *pairs])) != entry["wishes"]:
            return "not the wishes that it was sealed over"
    sizes = [len(members) for members in divisions]
    is_groups = rules["format"] == "groups"
    if is_groups and ([*entry["divisions"]] != [str(at + 2) for at in range(len(sizes))] or entry["brought"]):
        return "no groups"
    if is_groups and sizes != group_sizes(len(again), rules):
        return "other sizes"
    is_sealed = bool(entry["wishes"] or entry.get("sealed")) and not wishes
    divided = divisions if is_sealed else divide(before, again, entry, wishes)  # nobody can check who is where
    ordered = [sorted(members, key=again.index) for members in divided]
    if ordered != divisions:
        return "other divisions"
    design = [[each[one] for one in table] for each in ordered for table in tables(len(each), rules["seats"])]
    if design != [table["seats"] for table in entry["tables"]]:
        return "other tables"
    plays = [game for at, each in entry["divisions"].items() for game in games(int(at), len(each), rules)]
    return "" if plays == [table.get("game", 0) for table in entry["tables"]] else "other games"


def divide(before: list[Any], again: list[int], entry: Any, wishes: Any) -> list[list[int]]:
    divided: list[list[int]] = []
    waiting = sorted(again, key=lambda number: rank(entry["brought"].get(str(number))))
    for members in entry["divisions"].values():
        divided.append(waiting[: len(members)])
        del waiting[: len(members)]
    pairs = {tuple(sorted(pair)) for pair in [*(wishes["apart"] if wishes else []), *kept(before)]}
    keep_apart(divided, [[*pair] for pair in pairs])
    put_by_hand(before, divided)
    return divided


def wrong_teams(before: list[Any], again: list[int], entry: Any) -> str:
    """Errors in the teams of a round, or in the round itself."""
    rules, earlier = before[0]["entry"]["rules"], [one for one in counting(before) if one["kind"] == "drawn"]
    teams = {int(number): one for number, one in entry.get("teams", {}).items()}
    if rules.get("team") and teams != ({} if earlier else settled(before, again)):
        return "other teams"
    teams = formed(before, [])[0] if earlier else teams
    team = {one: number for number, members in teams.items() for one in members}
    for table in entry["tables"]:
        mates = [team[one] for one in table["seats"] if one in team]
        if len({*mates}) < len(mates):
            return "two of one team at a table"
    skip = skipping(before, entry["round"])
    if {*entry["byes"]} & skip != {*again} & skip or any(skip & {*table["seats"]} for table in entry["tables"]):
        return "others skip the round"
    return wrong_round(before, again, entry)


def skipping(lines: list[Any], number: int) -> set[int]:
    """The entrants who skip a round; only the first announcements of each count, up to a third of the rounds."""
    rules, found = lines[0]["entry"]["rules"], set[tuple[int, int]]()
    for entry in counting(lines):
        if entry["kind"] == "skips":
            one = (entry["entrant"], entry["round"])
            found -= {one}
            limit = max(1, rules.get("rounds", 1) // 3)
            if entry.get("skips", True) and sum(other == one[0] for other, _ in found) < limit:
                found |= {one}
    return {one for one, at in found if at == number}


def formed(lines: list[Any], there: Collection[int]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Teams with their members and substitutes; before the first draw, of the entrants present."""
    people: dict[int, list[int]] = {}
    stand_by: dict[int, list[int]] = {}
    drawn = False
    for entry in counting(lines):
        match entry["kind"]:
            case "joined team":
                people.setdefault(entry["team"], []).append(entry["entrant"])
            case "stands by":
                stand_by.setdefault(entry["team"], []).append(entry["entrant"])
            case "left team" | "withdrawn" | "disqualified" if not drawn or entry["kind"] == "left team":
                for each in [*people.values(), *stand_by.values()]:
                    each[:] = [one for one in each if one != entry["entrant"]]
            case "put in":
                team = next(team for team, each in people.items() if entry["left"] in each)
                people[team] = [one for one in people[team] if one != entry["left"]] + [entry["entrant"]]
                stand_by[team] = [one for one in stand_by[team] if one != entry["entrant"]] + [entry["left"]]
            case "drawn" if not drawn:
                drawn, people = True, {int(number): [*each] for number, each in entry.get("teams", {}).items()}
                seated = {one for each in people.values() for one in each}
                stand_by = {
                    team: [one for one in each if one not in seated]
                    for team, each in stand_by.items()
                    if team in people
                }
    if not drawn:
        people, stand_by = (
            {team: [one for one in each if one in there] for team, each in found.items()}
            for found in (people, stand_by)
        )
    return people, stand_by


def settled(lines: list[Any], again: list[int]) -> dict[int, list[int]]:
    rules, (teams, stand_by) = lines[0]["entry"]["rules"], formed(lines, again)
    size = rules["team"]
    here = {number: each + stand_by.get(number, []) for number, each in teams.items()}
    whole = {number: each for number, each in here.items() if len(each) == size}
    if not rules["puts_together"]:
        return whole
    part = {number: each for number, each in here.items() if 0 < len(each) < size}
    alone = [one for one in again if all(one not in each for each in (*whole.values(), *part.values()))]
    for number, each in sorted(part.items(), key=lambda team: (-len(team[1]), team[0])):
        missing = size - len(each)
        if missing > len(alone):
            alone += each
        else:
            whole[number], alone = each + alone[:missing], alone[missing:]
    number = max(teams, default=0)
    while len(alone) >= size:
        number, whole[number + 1], alone = number + 1, alone[:size], alone[size:]
    return whole


def wrong_round(before: list[Any], again: list[int], entry: Any) -> str:
    rules = before[0]["entry"]["rules"]
    number = (entry["round"] - 1) % (1 + len(rules.get("further", [])))
    if any(table.get("game", 0) != number for table in entry["tables"]):
        return "another game"
    return wrong_cup(before, again, entry) if rules["format"] in ("cup", "groups") else ""


def wrong_cup(before: list[Any], again: list[int], entry: Any) -> str:
    ratings = {int(number): known["rating"] for number, known in entry["brought"].items()}
    best, sizes = byes_and_sizes(before, sorted(again, key=lambda one: -ratings.get(one, 1500)))
    waiting = [one for one in again if one not in best]
    seats = [[waiting.pop(0) for _ in range(size)] for size in sizes]
    arrange(before, seats)
    right = best == entry["byes"] and seats == [table["seats"] for table in entry["tables"]]
    return "" if right else "other tables"


def byes_and_sizes(before: list[Any], line: list[int]) -> tuple[list[int], list[int]]:
    seats = before[0]["entry"]["rules"]["seats"]
    asked = [one for group in asked_for(before) for one in group]
    free = (1 << (len(line) - 1).bit_length()) - len(line) if seats == 2 else 0
    people = len(line) - free
    count = -(-people // seats)
    sizes = [people // count + (at < people % count) for at in range(count)]
    return sorted(line, key=lambda one: one in asked)[:free], sizes


def draws(lines: list[Any]) -> list[Any]:
    return [entry for entry in counting(lines) if entry["kind"] == "drawn"]


def kept(lines: list[Any]) -> list[tuple[int, ...]]:
    """The pairs that stewards keep apart."""
    pairs = [(one["entrant"], one["other"]) for one in counting(lines) if one["kind"] == "kept apart"]
    return sorted({tuple(sorted(pair)) for pair in pairs})


def asked_for(lines: list[Any]) -> list[list[int]]:
    """The tables that stewards ask for in the next draw."""
    found: list[list[int]] = []
    for entry in counting(lines):
        if entry["kind"] == "drawn":
            found = []
        elif entry["kind"] == "seated together":
            found.append(entry["entrants"])
    return found


def put_by_hand(lines: list[Any], divided: list[list[int]]) -> None:
    where = {one: at for at, members in enumerate(divided) for one in members}
    wanted: dict[int, int] = {}
    for group in asked_for(lines):
        there = [one for one in group if one in where]
        wanted |= {one: min(where[other] for other in there) for one in there}
    if not draws(lines):
        wanted |= {one["entrant"]: one["division"] - 1 for one in counting(lines) if one["kind"] == "placed"}
    for one, to in sorted(wanted.items()):
        here = next((at for at, members in enumerate(divided) if one in members), to)
        partners = [other for other in divided[to] if other not in wanted] if to < len(divided) else []
        if to != here and partners:
            other = partners[-1] if to < here else partners[0]
            mine, theirs = divided[here], divided[to]
            mine[mine.index(one)], theirs[theirs.index(other)] = other, one


def arrange(lines: list[Any], tables: list[list[int]]) -> None:
    """Exchange people for the tables that are asked for, and for the pairs that are kept apart."""
    gathered: set[int] = set()
    for group in asked_for(lines):
        gather(tables, group, gathered)
    for pair in kept(lines):
        at = next((at for at, table in enumerate(tables) if {*pair} <= {*table}), None)
        if at is not None:
            separate(tables, at, [one for one in pair if one not in gathered], kept(lines), gathered)


def gather(tables: list[list[int]], group: list[int], gathered: set[int]) -> None:
    there = [one for table in tables for one in table if one in group and one not in gathered]
    fits = [table for table in tables if {*table} & {*there} and len(table) >= len(there)]
    if len(there) < 2 or not fits:
        return
    for one in there:
        others = [other for other in fits[0] if other not in there and other not in gathered]
        if one not in fits[0] and others:
            here = next(table for table in tables if one in table)
            here[here.index(one)], fits[0][fits[0].index(others[-1])] = others[-1], one
    gathered |= {*there}


def separate(
    tables: list[list[int]], here: int, movers: list[int], apart: list[tuple[int, ...]], gathered: set[int]
) -> None:
    def sharing(*each: list[int]) -> int:
        return sum({*pair} <= {*table} for pair in apart for table in each)

    order = sorted(range(len(tables)), key=lambda at: (abs(at - here), at))[1:]
    partners = [(at, one) for at in order for one in tables[at] if one not in gathered]
    for mover in sorted(movers, key=tables[here].index, reverse=True):
        for there, partner in partners:
            mine = [partner if one == mover else one for one in tables[here]]
            theirs = [mover if one == partner else one for one in tables[there]]
            if sharing(mine, theirs) < sharing(tables[here], tables[there]):
                tables[here], tables[there] = mine, theirs
                return


def group_sizes(people: int, rules: Any) -> list[int]:
    wanted = rules["per_division"] or {2: 4, 3: 7, 4: 7, 5: 11, 6: 11}[rules["seats"]]
    meeting = largest_meeting(rules["seats"])
    most = meeting if wanted <= meeting else 16
    number = max(1, round(people / wanted), -(-people // most))
    while people // number < rules["seats"]:
        number -= 1
    return [people // number + (at < people % number) for at in range(number)]


@cache
def largest_meeting(seats: int) -> int:
    def all_meet(people: int) -> bool:
        pairs = {frozenset(pair) for table in tables(people, seats) for pair in combinations(table, 2)}
        return len(pairs) == people * (people - 1) // 2

    return next(people for people in range(16, seats - 1, -1) if all_meet(people))


class Table:
    """A table of a season with what became of it."""

    def __init__(self, seats: list[int], division: int) -> None:
        self.seats, self.division = [*seats], division
        self.state = "planned"
        self.places: dict[int, int] = {}
        self.scores: dict[int, int] = {}
        self.absent, self.gone, self.held = set[int](), set[int](), set[int]()
        self.written = False

    def leave(self, one: int) -> None:
        if self.state in ("planned", "running"):
            (self.absent if self.state == "planned" else self.gone).add(one)

    def decide(self, entry: Any) -> None:
        is_over = self.state in ("decided", "void")
        if entry["kind"] in ("void", "closed"):
            self.state = self.state if entry["kind"] == "closed" and is_over else "void"
            return
        if entry["kind"] == "result" and is_over:
            return
        if entry["kind"] == "corrected":
            self.gone = set()
        self.state, self.written = "decided", entry["as_written"]
        self.places, self.scores = numbered(entry["places"]), numbered(entry["scores"])
        self.gone |= {*entry["gone"]}
        self.held |= {*entry["held"]} - self.gone - self.absent

    def stayed(self) -> set[int]:
        return {*self.seats} - self.gone - self.absent - self.held


def numbered(known: dict[str, int]) -> dict[int, int]:
    return {int(one): at for one, at in known.items()}


def close_up(places: dict[int, int]) -> dict[int, int]:
    return {one: 1 + sum(other < place for other in places.values()) for one, place in places.items()}


class Results:
    """The tables of a season, and the entrants who are out."""

    def __init__(self, lines: list[Any]) -> None:
        self.rules = lines[0]["entry"]["rules"]
        self.tables: list[Table] = []
        self.out: set[int] = set()
        self.struck: set[int] = set()
        self.penalties: Counter[int] = Counter()
        for entry in counting(lines):
            self.follow(entry)

    def follow(self, entry: Any) -> None:
        match entry["kind"]:
            case "drawn":
                self.tables += [Table(one["seats"], one["division"]) for one in entry["tables"]]
            case "penalty":
                self.penalties[entry["entrant"]] += entry["points"]
            case "withdrawn" | "disqualified":
                self.leave(entry["entrant"], put_out=entry["kind"] == "disqualified")
            case "began" | "left" | "substitute" | "returned":
                self.follow_seat(self.tables[entry["table"] - 1], entry)
            case "result" | "adjudicated" | "corrected" | "void" | "closed":
                table = self.tables[entry["table"] - 1]
                table.decide(entry)
                self.void_unplayed([table])

    def follow_seat(self, table: Table, entry: Any) -> None:
        match entry["kind"]:
            case "began" if table.state == "planned":
                table.state = "running"
            case "left":
                table.leave(entry["entrant"])
            case "substitute":
                table.leave(entry["left"])
            case "returned" if table.state == "running" and entry["entrant"] not in self.out:
                table.gone.discard(entry["entrant"])
                table.absent.discard(entry["entrant"])

    def leave(self, one: int, *, put_out: bool) -> None:
        own = [table for table in self.tables if one in table.seats]
        counted = [table for table in own if table.state != "void"]
        self.out.add(one)
        if put_out or 2 * sum(table.state == "decided" for table in counted) < len(counted):
            self.struck.add(one)
        for table in own:
            table.leave(one)
        self.void_unplayed(own)

    def ranked(self, table: Table) -> set[int]:
        return ({*table.seats} if table.written else table.stayed()) - self.struck

    def void_unplayed(self, tables: list[Table]) -> None:
        for table in tables:
            if table.state == "decided" and not self.ranked(table):
                table.state = "void"

    def places(self, table: Table) -> dict[int, int]:
        stayed = close_up({one: table.places[one] for one in table.seats if one in self.ranked(table)})
        return {one: stayed.get(one, len(stayed) + 1) for one in table.seats}

    def unplayed(self, table: Table) -> set[int]:
        """Those who get no points; at tables for two, who conceded loses the game."""
        conceded = table.gone - table.absent - table.held if self.rules["seats"] == 2 else set()
        return set() if table.written else {*table.seats} - table.stayed() - conceded

    def points(self, places: dict[int, int], without: set[int]) -> dict[int, int]:
        worth, found = self.rules["ladders"][str(len(places))], {}
        for one, place in places.items():
            level = [*places.values()].count(place)
            found[one] = 0 if one in without else 60 * sum(worth[place - 1 : place - 1 + level]) // level
        return found

    def rank_group(self, division: int, members: list[int]) -> list[dict[str, Any]]:
        """The rows of a group, with places."""
        decided = [table for table in self.tables if table.division == division and table.state == "decided"]
        rows: dict[int, dict[str, Any]] = {
            one: {
                "number": one,
                "last": one in self.struck,
                "points": -60 * self.penalties[one],
                **dict.fromkeys(("tables", "played", "wins", "seconds", "share", "beaten"), 0),
            }
            for one in members
        }
        for table in decided:
            places, without = self.places(table), self.unplayed(table)
            gained, shares = self.points(places, without), self.shares(table, places)
            for one, place in places.items():
                row = rows[one]
                row["points"] += gained[one]
                row["tables"] += 1
                row["played"] += one not in without
                row["wins"] += place == 1
                row["seconds"] += place == 2 and one not in without
                row["share"] += shares.get(one, 0)
        for table in decided:
            places, without = self.places(table), self.unplayed(table)
            for one in {*places} - without:
                for other in {*places} - {one}:
                    worth = (places[one] <= places[other]) + (places[one] < places[other])
                    rows[one]["beaten"] += worth * rows[other]["points"]
        return self.with_places([*rows.values()], decided)

    def shares(self, table: Table, places: dict[int, int]) -> dict[int, int]:
        if len(self.rules.get("further", [])) and not self.rules.get("by_division"):
            return {}
        scores = {one: max(0, score) for one, score in table.scores.items() if one in table.stayed()}
        best = max((scores.get(one, 0) for one, place in places.items() if place == 1), default=0)
        return {one: min(score, best) * 1_000_000 // best for one, score in scores.items()} if best else {}

    def with_places(self, rows: list[dict[str, Any]], decided: list[Table]) -> list[dict[str, Any]]:
        def by_points(row: dict[str, Any]) -> tuple[Any, ...]:
            return row["last"], -row["points"]

        def by_rest(row: dict[str, Any]) -> tuple[Any, ...]:
            return tuple(-row[name] for name in ("among", "wins", "seconds", "share", "beaten"))

        found: list[dict[str, Any]] = []
        for _, level in groupby(sorted(rows, key=by_points), key=by_points):
            equal = [*level]
            among = self.among([row["number"] for row in equal], decided)
            for row in equal:
                row["among"] = among.get(row["number"], 0)
            for _, shared in groupby(sorted(equal, key=by_rest), key=by_rest):
                place = len(found) + 1
                found += [{**row, "place": place} for row in shared]
        return found

    def among(self, level: list[int], decided: list[Table]) -> dict[int, int]:
        """The points of those who are equal as if only they had sat at their tables."""
        met, won = Counter({frozenset(pair): 0 for pair in combinations(level, 2)}), Counter[int]()
        for table in decided:
            places = {one: place for one, place in self.places(table).items() if one in level}
            if len(places) > 1:
                met.update(map(frozenset, combinations(places, 2)))
                won.update(self.points(close_up(places), self.unplayed(table)))
        return won if len({*met.values()}) == 1 else {}


def wrong_first_round(before: list[Any], again: list[int], entry: Any) -> str:
    """Errors in the first round of a knock-out after groups."""
    rules, seeds = before[0]["entry"]["rules"], going_on(before)
    if {*seeds} != {*again} or [*entry["divisions"]] != ["1"] or entry["brought"]:
        return "others go on"
    line = sorted(again, key=seeds.__getitem__)
    free, sizes = byes_and_sizes(before, line)
    met: Counter[frozenset[int]] = Counter()
    for draw in draws(before):
        for table in draw["tables"]:
            met.update(map(frozenset, combinations(table["seats"], 2)))
    seats = [
        sorted(table, key=again.index)
        for table in seat_line([one for one in line if one not in free], sizes, met, again)
    ]
    arrange(before, seats)
    game = (entry["round"] - 1) % (1 + len(rules.get("further", [])))
    right = free == entry["byes"] and seats == [table["seats"] for table in entry["tables"]]
    return "" if right and all(table.get("game", 0) == game for table in entry["tables"]) else "other tables"


def going_on(before: list[Any]) -> dict[int, tuple[Any, ...]]:
    """Those who go on from their groups, with their seeds."""
    rules, there, results = before[0]["entry"]["rules"], taking_part(before), Results(before)
    best: dict[int, tuple[Any, ...]] = {}
    others: dict[int, tuple[Any, ...]] = {}
    for division, members in draws(before)[0]["divisions"].items():
        rows = results.rank_group(int(division), members)
        able = [row for row in rows if row["number"] in there and row["played"]]
        most = min(rules["through"], len(rows) - 1, len(able))
        for row in able:
            each = (-Fraction(row[name], row["tables"]) for name in ("points", "wins", "share"))
            goes_on = most and row["place"] <= able[most - 1]["place"]
            (best if goes_on else others)[row["number"]] = (row["place"], *each)
    wanted = -len(best) % rules["seats"] if rules["seats"] > 2 else 0
    if wanted > len(others):
        return best
    first_out = sorted(others.values())[wanted:][:1]
    return best | {one: rank for one, rank in others.items() if wanted and (not first_out or rank < first_out[0])}


def seat_line(line: list[int], sizes: list[int], met: Counter[frozenset[int]], again: list[int]) -> list[list[int]]:
    count, best, fewest = len(sizes), list[list[int]](), -1
    pots = [sorted(line[at : at + count], key=again.index) for at in range(count, len(line), count)]
    for turn in range(min(count, 20)):
        tables = [[one] for one in line[:count]]
        for pot in pots:
            at = turn % len(pot)
            sit_down(pot[at:] + pot[:at], tables[count - len(pot) :], met)
        repair(tables, met)
        repeated = sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))
        if not best or repeated < fewest:
            best, fewest = tables, repeated
        if not fewest:
            break
    return best


def sit_down(pot: list[int], tables: list[list[int]], met: Counter[frozenset[int]]) -> None:
    seated: dict[int, int] = {}

    def find_way(one: int) -> list[tuple[int, int]]:
        """Who moves to which table so that this one sits somewhere; the first way in breadth."""
        ways, reached = [[(one, -1)]], set[int]()
        while ways:
            way = ways.pop(0)
            mover = way[-1][0]
            fits = [
                at
                for at, table in enumerate(tables)
                if at not in reached and not any(met[frozenset({mover, other})] for other in table)
            ]
            for at in fits:
                reached.add(at)
                gone = [*way[:-1], (mover, at)]
                if at not in seated:
                    return gone
                ways.append([*gone, (seated[at], -1)])
        return []

    for one in pot:
        seated |= {at: mover for mover, at in find_way(one)}
    free = [at for at in range(len(tables)) if at not in seated]
    for one in pot:
        if one not in seated.values():
            seated[free.pop(0)] = one
    for at, one in seated.items():
        tables[at].append(one)


def repair(tables: list[list[int]], met: Counter[frozenset[int]]) -> None:
    def meets(one: int, table: list[int], seat: int) -> int:
        return sum(met[frozenset({one, other})] for at, other in enumerate(table) if at != seat)

    for table in tables:
        for seat in range(1, len(table)):
            for other in tables:
                if other is table or seat >= len(other) or not meets(table[seat], table, seat):
                    continue
                mine, theirs = table[seat], other[seat]
                now = meets(mine, table, seat) + meets(theirs, other, seat)
                if meets(mine, other, seat) + meets(theirs, table, seat) < now:
                    table[seat], other[seat] = theirs, mine


def shown_ratings(lines: list[Any]) -> dict[int, int]:
    mu: dict[int, float] = {}
    var: dict[int, float] = {}
    gone: dict[int, set[int]] = {}
    pairs: Counter[frozenset[int]] = Counter()
    for entry in counting(lines):
        match entry["kind"]:
            case "joined":
                known = entry["strength"] or {"rating": 1500, "unsure": 25000 / 3}
                mu[entry["entrant"]] = 25 + (known["rating"] - 1500) / 40
                var[entry["entrant"]] = (known["unsure"] / 1000) ** 2
            case "left":
                gone.setdefault(entry["table"], set()).add(entry["entrant"])
            case "returned":
                gone.get(entry["table"], set()).discard(entry["entrant"])
            case "result":
                away = gone.get(entry["table"], set()) | {*entry["gone"], *entry["held"]}
                places = {int(one): at for one, at in entry["places"].items() if int(one) not in away}
                rules = lines[0]["entry"]["rules"]
                apart = set()
                for pair in map(frozenset, combinations(places, 2)):
                    pairs[pair] += 1
                    if pairs[pair] > 3 and (rules["seats"] == 2 or rules["edition"] > 7):
                        apart.add(pair)
                there = {
                    one for one in places if any(frozenset({one, two}) not in apart for two in places if two != one)
                }
                rate({one: at for one, at in places.items() if one in there}, mu, var, apart)
    return {one: round(1500 + 40 * (rating - 25)) for one, rating in mu.items()}


def rate(places: dict[int, int], mu: dict[int, float], var: dict[int, float], apart: set[frozenset[int]]) -> None:
    if len(places) < 2:
        return
    old, wide = dict(mu), {one: var[one] + (25 / 300) ** 2 for one in places}
    for one in places:
        gain = loss = 0.0
        for other in places:
            if other != one and frozenset({one, other}) not in apart:
                c = (wide[one] + wide[other] + 2 * (25 / 6) ** 2) ** 0.5
                p = 1 / (1 + exp((old[other] - old[one]) / c))
                won = (1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
                gain += wide[one] / c * (won - p)
                loss += wide[one] / c**2 * p * (1 - p)
        mu[one] = old[one] + 2 / len(places) * gain
        var[one] = wide[one] * max(1e-4, 1 - 2 / len(places) * loss)


def wrong_ladder(before: list[Any], entry: Any, wishes: Any) -> str:
    tickets = taking_part(before)

    def chance(one: Any) -> str:
        text = f"{one['entrant']} {one['ticket']}"
        return hmac.new(entry["seed"].encode(), text.encode(), "sha256").hexdigest()

    matched = {one["entrant"]: one for one in entry["matched"]}
    seats = [table["seats"] for table in entry["tables"]]
    if sorted(one for table in seats for one in table) != sorted(matched) or not {*matched} <= {*tickets}:
        return "others take part"
    if any(table != sorted(table, key=lambda one: chance(matched[one])) for table in seats):
        return "other seats"
    if not wishes:
        return ""  # which nobody can check
    pairs = sorted(" ".join(map(str, sorted(pair))) for pair in wishes["apart"])
    left = sorted(wishes["waiting"], key=lambda one: one["entrant"])
    told = [f"{one['entrant']} {one['ticket']} {one['hours']}" for one in left]
    if sha("\n".join([sha("\n".join([wishes["salt"], *pairs])), *told])) != entry["wishes"]:
        return "not those who waited that it was sealed over"
    waiting = {one["entrant"]: one for one in [*entry["matched"], *left]}
    if len(waiting) != len(entry["matched"]) + len(left) or not {*waiting} <= {*tickets}:
        return "others wait"
    apart = {frozenset(pair) for pair in wishes["apart"]} | met(before, {*waiting})
    chances = {one: chance(known) for one, known in waiting.items()}
    hours = {one: known["hours"] for one, known in waiting.items()}
    found = matching(hours, shown_ratings(before), chances, before[0]["entry"]["rules"]["seats"], apart)
    return "" if found == seats else "other tables"


def matching(
    hours: dict[int, int], ratings: dict[int, int], chances: dict[int, str], seats: int, apart: set[frozenset[int]]
) -> list[list[int]]:
    waiting = sorted(hours, key=lambda one: (ratings[one], chances[one]))
    line = {one: at for at, one in enumerate(waiting)}
    found: list[list[int]] = []

    def far(first: int, one: int) -> int:
        return abs(ratings[one] - ratings[first])

    def sit(people: list[int]) -> None:
        found.append(sorted(people, key=chances.__getitem__))
        waiting[:] = [one for one in waiting if one not in people]

    def could(first: int, furthest: int) -> tuple[list[int], list[int]]:
        people, shunned = [first], list[int]()
        for one in sorted(waiting, key=lambda one: (far(first, one), abs(line[one] - line[first]), line[one])):
            if one != first and far(first, one) <= furthest and len(people) < seats:
                shuns = any(frozenset({one, other}) in apart for other in people)
                (shunned if shuns else people).append(one)
        return people, shunned

    furthest = {one: 100 + 25 * waited if waited < 72 else 10**9 for one, waited in hours.items()}
    while tables := [people for one in waiting if len(people := could(one, furthest[one])[0]) == seats]:
        sit(min(tables, key=lambda people: (far(people[0], people[-1]), -hours[people[0]], chances[people[0]])))
    for first in sorted(waiting, key=lambda one: (-hours[one], chances[one])):
        if first in waiting and hours[first] >= 72 and len(waiting) >= seats:
            people, shunned = could(first, furthest[first])
            sit([*people, *shunned[: seats - len(people)]])
    return found


def met(lines: list[Any], there: set[int]) -> set[frozenset[int]]:
    seats: list[list[int]] = []
    closed: set[int] = set()
    for entry in counting(lines):
        match entry["kind"]:
            case "drawn":
                seats += [table["seats"] for table in entry["tables"]]
            case "result" | "adjudicated" | "void" | "closed":
                closed.add(entry["table"])
    last = {one: table for table in seats for one in table}
    tables = [table for at, table in enumerate(seats, 1) if at not in closed]
    pairs = {frozenset({one, other}) for table in tables for one in table for other in table if one != other}
    pairs |= {frozenset({one, other}) for one in there & last.keys() for other in last[one] if other != one}
    return pairs


def full(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: full(one) for key, one in found.items() if full(one) not in (None, False, 0, "", [], {})}
    return [full(one) for one in found] if isinstance(found, list) else found


def digest(lines: list[Any]) -> str:
    facts = ([line["number"], line["made_at"], full(with_numbers(line["entry"]))] for line in lines)
    return sha("\n".join(json.dumps(one, sort_keys=True, separators=(",", ":")) for one in facts))


def with_numbers(entry: Any) -> Any:
    """The entry with the channels of a move as numbers, which are text in the file."""
    channels = {name: int(entry[name]) for name in ("channel_id", "before")} if entry["kind"] == "moved" else {}
    return {**entry, **channels}


if __name__ == "__main__":
    print("\n".join(problems(json.loads(Path(sys.argv[1]).read_text()))))
