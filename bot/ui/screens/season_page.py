"""A season as one page of HTML that needs nothing else: standings, who met whom, results with charts, the draw's proof.

It has no script and asks no server for anything. Whoever has not agreed to be named in files stands in it by their
number. All text goes through `escape`; what people are called could be anything.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from bot.engine.pages import Picture
from bot.engine.words import counted, listed
from bot.host.leagues.ledger import KnownSeason
from bot.leagues.measures import measures_of
from bot.leagues.meetings import Meeting, Meetings, meetings
from bot.leagues.pictures.crosstable import LARGEST, letters, score
from bot.leagues.promotion import next_levels
from bot.leagues.proof import DrawCheck
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import LeagueTable, Season
from bot.leagues.standings import Standing, decided, standings
from bot.leagues.teams import standings_of_teams
from bot.ui.screens.league_games import changes_where, of_table, own_options, plain_listing, played
from bot.ui.screens.leagues import called, ladder_in_words, marked, points
from bot.ui.screens.names import as_plain
from bot.ui.screens.parts import options_in_words

ROOM = 5_000_000
"""Bytes of charts in one page; Discord takes files up to 8 MB."""

STYLE = """
:root { color-scheme: light dark; --paper: #f1eee4; --card: #fbfaf5; --ink: #1f2533; --quiet: #5f6470; --line: #d6d1c2;
  --head: #27355a; --gold: #d9a531; --ahead: #cfe3d2; --behind: #efd3cb; }
@media (prefers-color-scheme: dark) { :root { --paper: #171b26; --card: #20263a; --ink: #eceadf; --quiet: #a9adb8;
  --line: #3a4258; --ahead: #23452f; --behind: #54302a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
header { background: var(--head); color: #fbfaf5; border-bottom: 6px solid var(--gold); padding-block: 1.2rem; }
header > *, main, footer { max-width: 62rem; margin-inline: auto; padding-inline: 1rem; }
header h1 { margin-block: 0; font-size: 1.9rem; line-height: 1.2; }
header p { margin-block: .3rem 0; }
footer { color: var(--quiet); padding-block: 2rem; }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1rem; padding-block: 1rem; }
a { color: inherit; }
h2 { margin-block: 2rem .5rem; border-bottom: 3px solid var(--gold); }
h3 { margin-block: 1.2rem .4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--card); }
.standings { width: 100%; }
th, td { padding: .3rem .4rem; border: 1px solid var(--line); text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-block: .3rem; }
th { font-weight: 600; } tbody th { font-weight: 400; }
.cross td, .cross th { text-align: center; }
table .name { text-align: left; white-space: normal; min-width: 6.5rem; }
.cross .name { position: sticky; left: 0; background: var(--card); max-width: 16rem; }
@media (max-width: 30rem) { table { font-size: .8rem; } th, td { padding-inline: .28rem; }
  .standings :is(th, td):is(:nth-child(5):not(:last-child), :nth-child(n+8)) { display: none; } }
.ahead { background: var(--ahead); } .behind { background: var(--behind); } .self { background: var(--line); }
details, .result { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-block: .5rem;
  padding: .5rem .8rem; }
summary { cursor: pointer; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .8rem;
  margin-block: .6rem; align-items: start; }
img { display: block; width: 100%; height: auto; border-radius: .4rem; }
code { font-size: .85em; word-break: break-all; }
.quiet { color: var(--quiet); }
"""
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What a browser may load for this page: nothing but what is in it."""


@dataclass(frozen=True)
class SeasonPage:
    """All that is on a season's page."""

    known: KnownSeason
    season: Season
    """As it stands, of the page's own."""
    checks: Sequence[DrawCheck]
    """What the log proves of the draw."""
    charts: Mapping[int, Sequence[Picture]] = field(default_factory=dict)
    """Of finished games, by the number of their table."""
    left_out: int = 0
    """Of how many tables there was no room for charts."""


def names_in_files(known: KnownSeason) -> Mapping[int, str]:
    """Return what each entrant is called where it may leave the server: by their number, and by name if they agreed.

    The number stands with every name, so that whatever people call themselves, nobody is taken for another.
    """
    found = {number: f"Player {number}" for number in known.entrants}
    return found | {number: f"{name} ({number})" for number, name in _agreed(known).items()}


def _agreed(known: KnownSeason) -> Mapping[int, str]:
    names = {number: as_plain(one.name) for number, one in known.entrants.items() if one.named and one.user_id}
    return {number: name for number, name in names.items() if name}


def page(about: SeasonPage) -> str:
    """Return a season's page, as HTML."""
    title = escape(called(about.known))
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
            f"<header><h1>{title}</h1><p>{escape(_kind(about))}</p></header>\n<main>",
            *_Writer(about).body(),
            "</main>\n<footer>Made by Boardroom. Everybody stands here with their number in the season; only those who "
            "have agreed to be named in files, with their name, too.</footer>\n</body>\n</html>\n",
        ]
    )


STATUS = {"draft": "in preparation", "sign-up": "sign-up is open", "running": "being played", "over": "over"}


def _kind(about: SeasonPage) -> str:
    return f"{played(about.known)} · {STATUS[about.known.row.status]}"


class _Writer:
    """Writes the parts of a page."""

    def __init__(self, about: SeasonPage) -> None:
        self._about = about
        self._season = about.season
        self._names = _agreed(about.known)
        self._levels = {} if about.season.levels is None else next_levels(about.season)
        self._points = {
            result.table.number: result.points for result in decided(about.season, about.season.tables.values())
        }

    def body(self) -> Iterator[str]:
        divisions = self._season.divisions()
        ways = [(f"division-{number}", self._heading(number)) for number in divisions]
        ways.append(("proof", "Proof of the draw"))
        yield "<nav>" + " ".join(f'<a href="#{where}">{words}</a>' for where, words in ways) + "</nav>"
        yield self._played_by()
        if not divisions:
            yield self._signed_up()
        yield from self._teams()
        for number in divisions:
            yield from self._division(number)
        yield self._thanks()
        yield from self._proof()

    def _name(self, number: int) -> str:
        if number not in self._names:
            return f"Player {number}"
        # a name that is written from right to left turns nothing round it
        return f"<bdi>{escape(self._names[number])}</bdi> ({number})"

    def _played_by(self) -> str:
        plan, game = self._about.known.plan, self._about.known.game(0)
        words = [f"Points: {ladder_in_words(self._about.known)}"]
        if self._is_ladder:
            words = ["Places go by rating"]
        if plan.further:
            words += plain_listing(self._about.known)
        elif game is not None:
            words += own_options(game, plan.options)
        words += [f"{name}: {value}" for name, value in options_in_words(plan.pact)]
        where = f" {escape(changes_where(plan))}" if plan.further else ""
        return f'<p class="quiet">{escape("; ".join(words))}.{where}</p>'

    def _signed_up(self) -> str:
        names = [self._name(one.number) for one in self._season.entrants.values() if one.status == "plays"]
        return f"<p>Not drawn yet. Signed up ({len(names)}): {', '.join(names) or 'nobody yet'}.</p>"

    def _teams(self) -> Iterator[str]:
        teams = standings_of_teams(self._season)
        if not teams:
            return
        yield '<section id="teams"><h2>Teams</h2>'
        heads = ("Place", "Team", "Points", "Wins", "2nds", "Best")
        caption = "Teams, with all that they rank by, in its order. Best: the points of a team's best one"
        yield from _opened("standings", caption, heads, 1)
        for team in teams:
            before = f" (before: {listed(self._name(one) for one in team.former)})" if team.former else ""
            name = f"{team.number}: {listed(self._name(one) for one in team.members)}{before}"
            cells = (points(team.points), team.wins, team.seconds, points(team.best))
            yield f'<tr><td>{team.place}</td><th scope="row" class="name">{name}</th>' + "".join(
                f"<td>{cell}</td>" for cell in cells
            )
            yield "</tr>"
        yield "</tbody></table></div></section>"

    # -- a division ------------------------------------------------------------------------------------

    def _division(self, number: int) -> Iterator[str]:
        rows = standings(self._season, number)
        yield f'<section id="division-{number}"><h2>{self._heading(number)}</h2><h3>Standings</h3>'
        yield from self._standings(rows)
        if len(rows) <= LARGEST and not self._is_cup:
            yield "<h3>Who met whom</h3>"
            yield from self._crosstable(rows, meetings(self._season, number))
        yield "<h3>Results</h3>"
        for table in self._season.tables_of(number):
            yield self._result(table)
        yield "</section>"

    def _heading(self, number: int) -> str:
        is_one_of_many = self._season.given().format == "division"
        return f"Division {number}" if is_one_of_many else "The ladder" if self._is_ladder else "The season"

    @property
    def _is_cup(self) -> bool:
        return self._season.given().format == "cup"

    @property
    def _is_ladder(self) -> bool:
        return self._about.known.plan.format == "ladder"

    def _standings(self, rows: Sequence[Standing]) -> Iterator[str]:
        first, *others = measures_of(self._season.given())
        heads = ("Place", "Name", first.short, "Tables", *(one.short for one in others))
        meant = [f"{one.short}: {one.head.lower()}" for one in (first, *others) if one.short != one.head]
        caption = "Standings, with all that they rank by, in its order. " + "; ".join(meant)
        yield from _opened("standings", caption, heads, 1)
        for row in rows:
            name = f"{self._name(row.number)}{self._marks(row)}"
            cells = (first.shown(row), f"{row.counted}/{row.counted + row.open}", *(one.shown(row) for one in others))
            yield (
                f'<tr><td>{row.place if not row.missing else ""}</td><th scope="row" class="name">{name}</th>'
                + "".join(f"<td>{cell}</td>" for cell in cells)
            )
            yield "</tr>"
        yield "</tbody></table></div>"

    def _marks(self, row: Standing) -> str:
        entrant = self._season.entrants[row.number]
        level = self._levels.get(row.number)
        marks = marked(row)
        if entrant.penalty:
            marks.append(f"penalty {-entrant.penalty:+d}")
        if level is not None and level != entrant.division:
            marks.append(f"next in division {level}")
        return f' <span class="quiet">({", ".join(marks)})</span>' if marks else ""

    def _crosstable(self, rows: Sequence[Standing], met: Meetings) -> Iterator[str]:
        letter = letters(rows)
        heads = ("Name", *(letter[row.number] for row in rows))
        yield from _opened("cross", "Who came before whom, and at how many tables", heads)
        for row in rows:
            cells = [
                '<td class="self"></td>' if other is row else _cell(met.get((row.number, other.number)))
                for other in rows
            ]
            name = f"{letter[row.number]} · {row.place}. {self._name(row.number)}"
            yield f'<tr><th scope="row" class="name">{name}</th>{"".join(cells)}</tr>'
        yield "</tbody></table></div>"
        yield (
            '<p class="quiet">Each row against each letter: 2\N{EN DASH}1 is before them at two tables and behind at '
            "one; level counts for neither.</p>"
        )

    # -- results ---------------------------------------------------------------------------------------

    def _result(self, table: LeagueTable) -> str:
        in_round = f", round {table.round}" if len(self._season.rounds) > 1 and not self._is_ladder else ""
        game = escape(of_table(self._about.known, table))
        words = f"<strong>Table {table.number}{in_round}</strong>{game}: {self._came_out(table)}"
        charts = self._about.charts.get(table.number, ())
        if not charts:
            return f'<div class="result">{words}</div>'
        images = "".join(map(_image, charts))
        return f'<details><summary>{words}</summary><div class="charts">{images}</div></details>'

    def _came_out(self, table: LeagueTable) -> str:
        names = listed(self._name(number) for number in table.seats)
        if not table.counts:
            state = {"planned": "not begun yet", "running": "being played", "void": "counts for nothing"}[table.fate]
            return f'{names} <span class="quiet">({state})</span>'
        places, won = self._season.places_at(table), self._points[table.number]
        order = sorted(places, key=lambda number: (places[number], number))
        parts = [
            f"{places[number]}. {self._name(number)}{self._score(table, number)}"
            + f", {_worth(won[number])}" * (not self._is_ladder)
            for number in order
        ]
        how = ' <span class="quiet">(not played to its end)</span>' if table.fate == "adjudicated" else ""
        return "; ".join(parts) + how

    def _score(self, table: LeagueTable, number: int) -> str:
        game, found = self._about.known.game(table.game), table.scores.get(number)
        if game is None or found is None:
            return ""
        came = "left" if number in table.gone else "did not come" if number in table.absent else "fell silent"
        gone = f" ({came})" if number in table.away else ""
        return f" with {escape(game.score(found))}{gone}"

    def _thanks(self) -> str:
        helped = [self._name(one.number) for one in self._season.entrants.values() if one.helped]
        return f"<p>Thank you for playing on for others: {listed(helped)}.</p>" if helped else ""

    # -- the proof -------------------------------------------------------------------------------------

    def _proof(self) -> Iterator[str]:
        left_out = self._about.left_out
        if left_out:
            yield (
                f"<p>The charts of {counted(left_out, 'table')} are left out so that this file stays small; each "
                "stands in its table's thread.</p>"
            )
        yield '<section id="proof"><h2>Proof of the draw</h2>'
        yield (
            "<p>Nobody can choose a draw: it comes from a secret, whose SHA-256 digest was published before anybody "
            "signed up, and from the number of the press by which each joined.</p>"
        )
        yield f"<p>Digest: <code>{escape(self._season.digest) or 'none yet'}</code></p>"
        for drawn in self._season.rounds:
            yield f"<p>Seed, shown with draw {drawn.number}: <code>{escape(drawn.seed)}</code></p>"
        yield "<ul>" + "".join(f"<li>{'✔' if one.ok else '✘'} {escape(one.text)}</li>" for one in self._about.checks)
        yield "</ul>"
        joined = [one for one in self._season.entrants.values() if not one.helper]
        tickets = "".join(
            f'<tr><td>{one.number}</td><th scope="row" class="name">{self._name(one.number)}</th>'
            f"<td><code>{escape(one.ticket)}</code></td></tr>"
            for one in joined
        )
        yield f"<details><summary>What each of {len(joined)} has added</summary>"
        yield from _opened("tickets", "The number of the press by which each joined", ("Number", "Name", "Press"), 1)
        yield f"{tickets}</tbody></table></div></details>"
        file = f"season-{self._about.known.row.season_id}.json"
        yield (
            f"<p>The file <code>{file}</code>, which comes with this page, holds the whole log; "
            f"<code>python -m bot verify {file} --digest {escape(self._season.digest)}</code> draws it again.</p>"
            "</section>"
        )


def _opened(kind: str, caption: str, heads: Sequence[str], name: int = 0) -> Iterator[str]:
    """Yield the beginning of a table, up to its first row; `name` is the column of names."""
    yield f'<div class="wide"><table class="{kind}"><caption>{escape(caption)}</caption><thead><tr>'
    for at, head in enumerate(heads):
        names = ' class="name"' if at == name else ""
        yield f'<th scope="col"{names}>{escape(head)}</th>'
    yield "</tr></thead><tbody>"


def _worth(sixtieths: int) -> str:
    return "1 point" if sixtieths == SIXTIETHS else f"{points(sixtieths)} points"


def _cell(meeting: Meeting | None) -> str:
    if meeting is None:
        return f'<td class="quiet">{score(None)}</td>'
    kind = "ahead" if meeting.ahead > meeting.behind else "behind" if meeting.behind > meeting.ahead else ""
    return f'<td class="{kind}">{score(meeting)}</td>'


def _image(picture: Picture) -> str:
    data = b64encode(picture.png).decode()
    return f'<img alt="{escape(picture.alt)}" src="data:image/webp;base64,{data}">'
