"""Checks the draws of a season's file: a program of somebody else's, written from docs/season-file.md alone.

It uses nothing of ours. `python tests/leagues/independent.py season-7.json` prints the errors, and nothing otherwise.
Of Swiss seasons it checks the seeds and the drawn entrants, and no tables.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
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


def each_wish(lines: list[Any], line: Any) -> tuple[Any, str]:
    """Each entrant's own wish, opened at the end as pairs, and what is wrong with it."""
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
    rules, brought = before[0]["entry"]["rules"], entry["brought"]
    tickets = taking_part(before)
    drawn = [number for members in entry["divisions"].values() for number in members]
    if rules["format"] == "cup":
        tickets = {number: ticket for number, ticket in tickets.items() if number in drawn}
    if sorted(drawn) != sorted(tickets):
        return "others take part"
    again = order(entry["seed"], tickets)
    if rules["format"] != "division":
        return wrong_teams(before, again, entry) if drawn == again else "another order"
    is_sealed = bool(entry["wishes"] or entry.get("sealed")) and not wishes
    if wishes and entry["wishes"]:
        pairs = sorted(" ".join(map(str, sorted(pair))) for pair in wishes["apart"])
        if sha("\n".join([wishes["salt"], *pairs])) != entry["wishes"]:
            return "not the wishes that it was sealed over"
    divided: list[list[int]] = []
    waiting = sorted(again, key=lambda number: rank(brought.get(str(number))))
    for members in entry["divisions"].values():
        divided.append(waiting[: len(members)])
        del waiting[: len(members)]
    keep_apart(divided, wishes["apart"] if wishes else [])
    if is_sealed:  # nobody can check who is where
        divided = [*entry["divisions"].values()]
    ordered = [sorted(members, key=again.index) for members in divided]
    if ordered != [*entry["divisions"].values()]:
        return "other divisions"
    design = [[each[one] for one in table] for each in ordered for table in tables(len(each), rules["seats"])]
    if design != [table["seats"] for table in entry["tables"]]:
        return "other tables"
    plays = [game for at, each in entry["divisions"].items() for game in games(int(at), len(each), rules)]
    return "" if plays == [table.get("game", 0) for table in entry["tables"]] else "other games"


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
    return wrong_round(again, entry, rules)


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


def wrong_round(again: list[int], entry: Any, rules: Any) -> str:
    number = (entry["round"] - 1) % (1 + len(rules.get("further", [])))
    if any(table.get("game", 0) != number for table in entry["tables"]):
        return "another game"
    return wrong_cup(again, entry, rules) if rules["format"] == "cup" else ""


def wrong_cup(again: list[int], entry: Any, rules: Any) -> str:
    free = (1 << (len(again) - 1).bit_length()) - len(again) if rules["seats"] == 2 else 0
    ratings = {int(number): known["rating"] for number, known in entry["brought"].items()}
    best = sorted(again, key=lambda one: -ratings.get(one, 1500))[:free]
    waiting = [one for one in again if one not in best]
    count = -(-len(waiting) // rules["seats"])
    sizes = [len(waiting) // count + (at < len(waiting) % count) for at in range(count)]
    seats = [[waiting.pop(0) for _ in range(size)] for size in sizes]
    right = best == entry["byes"] and seats == [table["seats"] for table in entry["tables"]]
    return "" if right else "other tables"


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
