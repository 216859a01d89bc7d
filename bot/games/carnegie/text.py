"""Texts of news and pages, written for a phone screen and for readers new to the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.engine.addressing import pair
from bot.engine.pages import Page, Section, mark
from bot.engine.questions import Question
from bot.engine.records import News, Seat
from bot.engine.words import format_count, format_list
from bot.games.carnegie import news as told
from bot.games.carnegie.components import (
    ANDREW,
    BOX,
    CELLS,
    END_BOX,
    LOBBY,
    NEUTRAL,
    PROJECTS,
    REGIONS,
    ROWS,
    Owner,
    Project,
    Row,
    Slot,
)
from bot.games.carnegie.moves import PickRow
from bot.games.carnegie.rules.company import locate_cell
from bot.games.carnegie.rules.pieces import Player
from bot.games.carnegie.rules.timeline import in_words
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, ROW, amounts, name_donation, what_it_scores
from bot.games.carnegie.view import AndrewView, CarnegieView

AFTER_THE_EVENT = ("use departments", "activation")
"""The phases of a round in which its event is over."""

# News


def say(news: News, _: Seat | None) -> str:
    """Return how the news reads; it is the same for everybody."""
    return _setup(news) or _events(news) or _departments(news) or _andrew(news) or _end(news)


def who(seat: Seat | None) -> str:
    """Return a seat as a mark; None: Andrew."""
    return "Andrew" if seat is None or seat == ANDREW else mark(seat)


def _setup(news: News) -> str:
    match news:
        case told.GameOpened():
            neutral = f" {news.neutral} neutral disks lie on the map and the donations." if news.neutral else ""
            laid = f"Setup is complete: {news.departments} departments are on display.{neutral}"
            return f"{laid} {mark(news.first)} <is|are> the first player."
        case told.BoughtBefore():
            return (
                f"{mark(news.seat)} <begins|begin> with {format_count(news.cubes, 'cube')}, "
                f"{format_count(news.lobby, 'worker')} in the "
                f"lobby, {news.vp} VP, {format_count(news.moves, 'move')} and ${news.money}; bid: ${news.bid}."
            )
        case told.BeginsTheGame():
            return f"{mark(news.seat)} <goes|go> first with a bid of ${news.bid}."
        case told.Founded():
            return f"{mark(news.seat)} <begins|begin> in {news.city} and <reserves|reserve> {news.department}."
        case told.RoundBegan():
            best_first = sorted(news.points.items(), key=lambda each: -each[1])
            points = ", ".join(f"{who(seat)} {total}" for seat, total in best_first)
            return f"Round {news.round}. VP so far: {points}."
        case _:
            return ""


def _events(news: News) -> str:
    match news:
        case told.RowPicked():
            brings = [f"income in the {REGION[news.region]}"] if news.region else []
            brings += ["a donation"] if news.donation else []
            other = f" of {ROW[news.event_row]}, as this row is finished" if news.event_row != news.row else ""
            return f"{who(news.seat)} <picks|pick> {ROW[news.row]}. The event{other}: {format_list(brings)}."
        case told.IncomeTaken():
            if not news.back:
                return f"{mark(news.seat)} <takes|take> no workers back from the {REGION[news.region]}."
            back = format_count(news.back, "worker")
            return (
                f"{mark(news.seat)} <takes|take> {back} back from the {REGION[news.region]} "
                f"and <gets|get> {amounts(news.gain)}."
            )
        case told.RailIncome():
            return f"Building in {news.city} pays {mark(news.seat)} {amounts(news.gain)}."
        case told.CubesSold():
            return f"{mark(news.seat)} <sells|sell> {format_count(news.cubes, 'cube')} for ${news.money}."
        case told.Donated():
            price = f" for ${news.price}" if news.seat is not None else ""
            top = " on top of another player's disk" if news.on_top else ""
            name = news.name or name_donation(BOX.donation[news.donation])
            return f"{who(news.seat)} <donates|donate> to {name}{top}{price}."
        case told.CannotDonate():
            short = {
                "money": f"a donation costs {pair(news.seat, 'them', 'you')} ${news.price}",
                "disks": "no disk is left",
                "spaces": "no donation is left",
            }
            return f"{mark(news.seat)} cannot donate: {short[news.why]}."
        case told.TilePlayed():
            return f"{mark(news.seat)} <discards|discard> the Action Selection tile to use {ROW[news.row]}."
        case told.WaitsForTurn():
            return (
                f"{mark(news.seat)} <waits|wait> for <their|your> turn, in which the Action Selection tile can be used."
            )
        case _:
            return ""


def _departments(news: News) -> str:
    match news:
        case told.NothingToUse():
            return _nothing_to_use(news)
        case told.DepartmentUsed():
            sent = f" <sends|send> a worker from {news.department} to the {REGION[news.region]}" if news.region else ""
            paid = f" for {amounts(news.paid)}" if not news.paid.is_nothing else ""
            return (
                f"{mark(news.seat)}{sent or f' <uses|use> {news.department}'}{paid} and "
                f"<gets|get> {amounts(news.gain)}."
            )
        case told.WorkersMoved():
            moved = _each(f"from {start} to {to}" for start, to in news.places or news.moves)
            return f"{mark(news.seat)} <moves|move> {format_count(len(news.moves), 'worker')} ({moved})."
        case told.DepartmentPlaced():
            if news.seat is None:
                return f"Andrew takes {news.department} from the display."
            return (
                f"{mark(news.seat)} <places|place> {news.department} on {locate_cell(news.cell)} for "
                f"{format_count(news.cubes, 'cube')}."
            )
        case told.ProjectBuilt():
            return _built(news)
        case told.TabMoved():
            return f"{mark(news.seat)} <slides|slide> the {PROJECT[news.project]} tab to step {news.steps}."
        case told.TrackMoved():
            bonus = f" and <takes|take> the bonus: {amounts(news.bonus)}" if news.bonus else ""
            box = "the end box" if news.box == END_BOX else f"box {news.box}"
            return f"{who(news.seat)} <moves|move> to {box} of the {REGION[news.region]} track{bonus}."
        case told.StoodUp():
            vp = f" and {-news.vp} VP" if news.vp < 0 else f" and <gets|get> {news.vp} VP" if news.vp else ""
            where = _each(f"in {name}" for name in news.departments)
            workers = format_count(len(news.departments), "worker")
            return f"{mark(news.seat)} <activates|activate> {workers} ({where}) for ${news.paid}{vp}."
        case _:
            return ""


def _nothing_to_use(news: told.NothingToUse) -> str:
    """Return the seats that are not asked for a row, and the reason."""
    nobody = format_list([mark(seat) for seat in news.nobody])
    first = [f"Nobody is active in {ROW[news.row]} for {nobody}: nothing to use."] if news.nobody else []
    others = (f"{mark(seat)} <is|are> not asked in {ROW[news.row]}: {NO_USE[news.row]}" for seat in news.unable)
    return " ".join([*first, *others])


NO_USE: Mapping[Row, str] = {
    "hr": "no worker can move.",
    "management": "<their|your> workers there lack cubes, money or free cells.",
    "construction": "no project is ready, or cubes are short. A tab step in R&D makes one ready.",
    "rd": "no step costs so few points.",
}
"""Why active workers of a row have no use."""


def _each(ways: Iterable[str]) -> str:
    """Return what happened to each of some workers, with how many they were where not all went the same way."""
    counts = Counter(ways)
    several = len(counts) > 1 and any(count > 1 for count in counts.values())
    return format_list(f"{count} {way}" if several else way for way, count in counts.items())


def _built(news: told.ProjectBuilt) -> str:
    if news.seat is None or news.project is None:
        return f"Andrew builds in {news.city}."
    money = f" and ${news.money}" if news.money else ""
    vp = f", and <gets|get> {news.vp} VP" if news.vp else ""
    mission = ", on a mission" if news.mission else ""
    cost = f"{format_count(news.cubes, 'cube')}{money}"
    article = "an" if news.project == "industry" else "a"
    return (
        f"{mark(news.seat)} <builds|build> {article} {PROJECT[news.project]} project "
        f"in {news.city} for {cost}{mission}{vp}."
    )


def _andrew(news: News) -> str:
    match news:
        case told.AndrewTurned():
            return f"Andrew turns up card {news.card}."
        case told.AndrewShifted():
            return f"Andrew's card moves {format_count(news.columns, 'column')} to {news.vp} VP: {news.why}."
        case _:
            return ""


def _end(news: News) -> str:
    if not isinstance(news, told.GameScored):
        return ""
    winners = [who(one.seat) for one in news.scores if one.place == 1]
    verdict = f"{format_list(winners)} {'<wins|win>' if len(winners) == 1 else 'share the victory'}."
    return "\n".join([f"The game is over: {verdict}", *(f"{who(one.seat)}: {parts_of(one)}" for one in news.scores)])


PARTS = {
    "track": "on the track",
    "tile": "for the unused tile",
    "workers": "from active workers",
    "departments": "from departments",
    "tabs": "from project tabs",
    "links": "from links",
    "projects": "from projects",
    "donations": "from donations",
    "expansions": "from departments at the end",
}

ANDREWS_PARTS = {"track": "from cards", "departments": "from tiles", "tabs": "from end boxes"}


def parts_of(score: told.Score) -> str:
    """Return a score with what it is made of."""
    words = {**PARTS, **ANDREWS_PARTS} if score.seat == ANDREW else PARTS
    found = [f"{getattr(score, part)} {name}" for part, name in words.items() if getattr(score, part)]
    return f"{score.total} VP" + (f" ({', '.join(found)})" if found else "")


def condense(news: Sequence[News]) -> Sequence[News]:
    """Return the news with one line for each tab and track that a seat moves several steps in a row."""
    kept: list[News] = []
    for piece in news:
        place = len(kept) - 1
        while place >= 0 and _is_step_of(kept[place], piece):
            if _is_included(kept[place], piece):
                del kept[place]
                break
            place -= 1
        kept.append(piece)
    return kept


def _is_step_of(earlier: News, then: News) -> bool:
    """Whether both are steps of the same seat."""
    steps = told.TabMoved | told.TrackMoved
    return isinstance(earlier, steps) and isinstance(then, steps) and earlier.seat == then.seat


def _is_included(earlier: News, then: News) -> bool:
    """Whether the later step says where the earlier one led to, which paid nothing itself."""
    match earlier, then:
        case told.TabMoved(project=project), told.TabMoved(project=again):
            return project == again
        case told.TrackMoved(region=region, bonus=None), told.TrackMoved(region=again):
            return region == again
        case _:
            return False


# Pages


def page(view: CarnegieView) -> Page:
    """Return the table as everybody, or this seat, sees it."""
    title = f"Carnegie, round {view.round} of {view.box.terms.rounds}" if view.round else "Carnegie, before round 1"
    sections = [
        Section("Players", list(_players(view))),
        Section("Timeline", list(_timeline(view))),
        Section("Map", list(_map(view))),
        Section("Transport tracks", list(_tracks(view))),
        Section("Donations", list(_donations(view)), detail=True),
        Section("Departments on display", list(_display(view)), detail=True),
        *_companies(view),
    ]
    if view.andrew is not None:
        sections.append(Section("Andrew", list(_andrew_page(view, view.andrew))))
    if view.scores:
        sections.insert(0, Section("Result", [f"{who(one.seat)}: {parts_of(one)}" for one in view.scores]))
    return Page(title, sections)


def standing(view: CarnegieView) -> Sequence[str]:
    """Return the points so far, for below the picture; with them those of rivals."""
    points = {mark(seat): score.total for seat, score in view.so_far.items()}
    if view.andrew is not None:
        points["Andrew"] = view.andrew.so_far.total
    order = sorted(points, key=lambda name: -points[name])
    return [f"VP so far: {', '.join(f'{name} {points[name]}' for name in order)}"]


def map_page(view: CarnegieView) -> Page:
    """Return what the picture of the map shows."""
    return Page("Map", [Section("Map", list(_map(view))), Section("Transport tracks", list(_tracks(view)))])


def timeline_page(view: CarnegieView) -> Page:
    """Return what the picture of the timeline shows."""
    return Page("Timeline", [Section("Timeline", list(_timeline(view))), Section("Players", list(_players(view)))])


def donations_page(view: CarnegieView) -> Page:
    """Return what the picture of the donation chart shows."""
    own = [
        f"{mark(seat)}: {format_count(len(given), 'donation')}, {view.so_far[seat].donations} VP as things "
        "stand; the next "
        f"costs ${view.prices[seat]}, and each scores {view.caps[seat]} VP at most"
        for seat, given in given_by(view).items()
    ]
    return Page("Donations", [Section("Donations", list(_donations(view))), Section("Players", own)])


def companies_page(view: CarnegieView) -> Page:
    """Return what the picture of the companies shows."""
    return Page("Companies", list(_companies(view)))


def own_company_page(view: CarnegieView) -> Page:
    """Return what the picture of one's own company shows."""
    lines = [] if view.seat is None else company_in_words(view, view.seat)
    return Page("My company", [Section("My company", lines)])


def company_in_words(view: CarnegieView, seat: Seat) -> list[str]:
    """Return a company in lines: resources, departments, tabs, and workers on mission."""
    player = view.everybody[seat]
    away = [f"{count} in the {REGION[region]}" for region, count in player.missions.items() if count]
    has = f"${player.money}, {format_count(player.cubes, 'cube')}, {format_count(player.disks, 'disk')}"
    return [has, *_company(view, player), *([f"On mission: {', '.join(away)}"] if away else [])]


def given_by(view: CarnegieView) -> dict[Seat, list[str]]:
    """Return where everybody has donated."""
    return {seat: [space for space, owners in view.chart.items() if seat in owners] for seat in view.everybody}


def _players(view: CarnegieView) -> Iterator[str]:
    for seat, player in view.everybody.items():
        told = [f"{view.so_far[seat].total} VP", f"${player.money}", format_count(player.cubes, "cube")]
        told += [format_count(player.active, "active worker"), f"{format_count(player.disks, 'disk')} in the supply"]
        told += ["Action Selection tile"] if player.tile else []
        told += ["first player"] if seat == view.first else []
        yield f"{mark(seat)}: {', '.join(told)}"


def _timeline(view: CarnegieView) -> Iterator[str]:
    for row in ROWS:
        spaces = view.timeline[row][count_done(view, row) :]
        later = [in_words(space) for space in spaces[1:]]
        if not spaces:
            yield f"{ROW[row]}: {finished(view, row)}"
        else:
            yield f"{ROW[row]}: next {in_words(spaces[0])}; later {'; '.join(later) or 'nothing more'}"


def count_done(view: CarnegieView, row: Row) -> int:
    """Return how many spaces of a row are over, with the event of this round once departments are used."""
    return view.done[row] + (row == view.event_row and view.phase in AFTER_THE_EVENT)


def finished(view: CarnegieView, row: Row) -> str:
    """Return what a row that is finished brings all the same."""
    other = view.brings[row]
    return "finished" if other == row else f"used up; picked, it brings the next event of {ROW[other]}"


def owner(one: Owner) -> str:
    """Return whose disk it is."""
    return {NEUTRAL: "neutral", ANDREW: "Andrew"}.get(one) or mark(one)


def _map(view: CarnegieView) -> Iterator[str]:
    """Yield the cities with disks, region by region, and everybody's best chain."""
    for region in REGIONS:
        found = []
        for city in view.box.cities:
            disks = [disk for disk in view.spaces[city.id] if disk is not None]
            if city.region == region and disks:
                words = [owner(disk.owner) + (f" {PROJECT[disk.project]}" if disk.project else "") for disk in disks]
                found.append(f"{city.name}: {', '.join(words)} ({len(disks)} of {len(city.spaces)})")
        yield f"{REGION[region]}: {'; '.join(found) or 'nobody yet'}"
    for seat, chain in view.chains.items():
        if chain:
            names = [view.box.city[city].name for city in chain]
            yield f"{mark(seat)}'s best chain, {view.so_far[seat].links} VP: {', '.join(names)}"


def _tracks(view: CarnegieView) -> Iterator[str]:
    for region in REGIONS:
        track, found = view.box.tracks[region], []
        for seat, player in view.everybody.items():
            box = player.tracks[region]
            away = f", {player.missions[region]} on mission" if player.missions[region] else ""
            found.append(f"{mark(seat)} {track.levels[box]}, {amounts(track.income[box])} per worker{away}")
        if view.andrew is not None:
            found.append(f"Andrew in box {view.andrew.tracks[region]}")
        yield f"{REGION[region]}: {'; '.join(found)}"


def _donations(view: CarnegieView) -> Iterator[str]:
    for one in view.box.donations:
        owners = view.chart[one.id]
        by = f" ({', '.join(map(owner, owners))})" if owners else ""
        yield f"{one.group}: {what_it_scores(one)}{by}"


def _display(view: CarnegieView) -> Iterator[str]:
    for one in view.box.departments:
        count = view.display.count(one.id)
        if count:
            yield f"{one.name} ({ROW[one.row]}, {count}): {one.text}"


def _companies(view: CarnegieView) -> Iterator[Section]:
    for seat, player in view.everybody.items():
        yield Section(f"Company of {mark(seat)}", list(_company(view, player)))


def _company(view: CarnegieView, player: Player) -> Iterator[str]:
    for cell in CELLS:
        there = player.company[cell]
        department = there.department
        if department is None and not there.workers:
            continue
        name = {None: "free", LOBBY: "Lobby"}.get(department) or view.box.department[department or ""].name
        who = [f"{len(there.standing)} active"] if there.standing else []
        who += [f"{there.lying} inactive"] if there.lying else []
        yield f"{cell} {name}: {', '.join(who) or 'nobody'}"
    for project in PROJECTS:
        yield f"{PROJECT[project]} tab, step {player.tabs[project].steps}: {slots_in_words(view, player, project)}"
    if player.reserve is not None:
        yield f"Reserve, placed first: {view.box.department[player.reserve].name}"
    yield f"{format_count(player.supply, 'worker')} not hired yet"


def slots_in_words(view: CarnegieView, player: Player, project: Project) -> str:
    """Return the payment of each slot of a tab, and its state: disk, open, or not out yet."""
    tab, slots = player.tabs[project], view.box.tabs[project].side(player.sides[project])
    found = []
    for at, slot in enumerate(slots):
        state = "uncovered" if tab.built[at] else "disk" if tab.disks[at] else "empty" if at <= tab.steps else "later"
        found.append(f"{slot_in_words(slot) or 'nothing'} ({state})")
    return ", ".join(found)


def slot_in_words(slot: Slot) -> str:
    """Return what a slot pays."""
    if slot.cap:
        return f"+{slot.cap} on each donation"
    return " or ".join(amounts(gain) for gain in slot.gains)


def _andrew_page(view: CarnegieView, andrew: AndrewView) -> Iterator[str]:
    columns = view.box.solo.columns
    over = view.outcome is not None
    yield f"{'In all' if over else 'So far'}: {parts_of(andrew.so_far)}"
    laid = list(andrew.cards)
    if andrew.card is not None and over:
        laid.append((andrew.card, andrew.column))
    elif andrew.card is not None:
        card = view.box.solo.card[andrew.card]
        cities = format_list([view.box.city[city].name for city in card.cities])
        to = name_donation(view.box.donation[card.donation])
        yield f"Card {card.id}, worth {columns[andrew.column]} VP now: donates to {to}; row {ROW[card.row]}"
        yield f"Builds in {cities}; {format_count(card.steps, 'step')} in the {REGION[card.region]}"
    yield f"Cards laid aside: {sum(columns[column] for _, column in laid)} VP; {andrew.left} to come"
    yield f"Tiles: {format_list([view.box.department[one].name for one in andrew.tiles], 'none')}"


def hand(view: CarnegieView) -> Page:
    """Return the seat's private knowledge: its secret purchases, until all are shown."""
    if view.seat is None:
        return Page("Your secrets", [])
    if view.bought is None:
        nothing = "Carnegie has no hidden hand: everything you own is public."
        return Page("Your secrets", [Section("No hand", [nothing], detail=True)])
    lines = [f"{BOUGHT[buy.line]}{buy.amount}" for buy in view.bought.bought]
    return Page("Your secrets", [Section("What you have bought", lines)])


BOUGHT: Mapping[str, str] = {
    "cubes": "Cubes: ",
    "lobby": "Workers in the lobby: ",
    "vp": "VP: ",
    "moves": "Moves before the first round: ",
    "bid": "Bid to go first: $",
}
"""Names of the secret purchases, line by line."""


def aim(view: CarnegieView) -> str:
    """Return what one has to do to win, and when the game ends."""
    against = "more VP than Andrew" if view.players == 1 else "the most VP"
    return (
        f"have {against} after {view.box.terms.rounds} rounds: workers in departments earn, build and research; "
        "projects on the map score. Projects, links between major cities, "
        "donations, departments, tabs and active workers all count."
    )


ON_COMPANIES = ("first moves", "use departments", "activation")
"""The phases in which a question's picture can show companies."""
STAR = "A ★ in the picture is a worker who is always active there."


def at_hand(view: CarnegieView, question: Question) -> Sequence[str]:
    """Return what a seat has that bears on what it is asked."""
    if view.seat is None:
        return []
    player = view.everybody[view.seat]
    away = [f"{count} in the {REGION[region]}" for region, count in player.missions.items() if count]
    picks = any(isinstance(move, PickRow) for move in getattr(question, "moves", ()))
    return [
        f"You have ${player.money}, {format_count(player.cubes, 'cube')} and {format_count(player.disks, 'disk')}.",
        f"{format_count(player.active, 'worker')} active; on missions: {format_list(away, 'nobody')}.",
        *([f"Active by row, with who always is (★ in the picture): {_by_row(view, player)}."] if picks else []),
        *([STAR] if view.phase in ON_COMPANIES else []),
    ]


def _by_row(view: CarnegieView, player: Player) -> str:
    """Return how many workers could be used in each row."""
    found = []
    for row in ROWS:
        cells = [cell for cell in player.company.values() if cell.department not in (None, LOBBY)]
        there = [(cell, view.box.department[cell.department or ""]) for cell in cells]
        used = (len(cell.standing) + department.permanent for cell, department in there if department.row == row)
        found.append(f"{ROW[row]} {sum(used)}")
    return ", ".join(found)


def worth(view: CarnegieView) -> int | None:
    """Return what a seat has so far, counted as at the end."""
    return None if view.seat is None else view.so_far[view.seat].total


def score(points: int) -> str:
    """Return a final score with its parts."""
    return f"{points} VP"
