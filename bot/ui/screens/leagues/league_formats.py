"""Wording that depends on a league's format: divisions, Swiss rounds, a cup or a ladder."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.engine.words import format_count, format_ordinal
from bot.host.leagues import calendar
from bot.host.leagues.plan import DEFAULT_WEEKS, WEEKS, Plan, build_rules
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.seat_offers import ANSWER_PERIOD
from bot.host.leagues.sign_up import is_closed_to_newcomers
from bot.leagues import round_robin
from bot.leagues.draw import GROUP_SIZES, MAX_APART
from bot.leagues.log_entries import UNRATED_STRENGTH
from bot.leagues.promotion import count_moving
from bot.leagues.ratings import PROVISIONAL_GAMES
from bot.leagues.rounds import format_heading, format_title
from bot.leagues.rules import MAX_DIVISION, SIXTIETHS, Rules
from bot.leagues.season import Season
from bot.ui.screens.leagues import ladders
from bot.ui.screens.screen import MenuLine

ROUNDS = (3, 4, 5, 6, 7, 8, 9)
"""Numbers of Swiss rounds on offer."""
PERIODS = (8, 12, 16, 26)
"""Lengths of a ladder's period on offer, in weeks."""
USUAL_PERIOD = 12
QUALIFYING = {1: "the first", 2: "the best two", 3: "the best three", 4: "the best four"}
"""Who of each group goes on to a knock-out."""


RATED_BY = (
    "Ratings come from this server's leagues of the game that everybody can see, and from those in this channel, and "
    "stand in the season's log."
)
"""The source of the ratings that a draw uses."""


def list_formats(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the formats as menu options; `apply_format` reads the choice."""
    offered = [
        MenuLine("division", "Divisions: all games side by side", chosen=plan.format == "division" and not plan.seeded),
        MenuLine("division rated", "Divisions by rating", "The strongest newcomers begin above", plan.seeded),
    ]
    for rounds in ROUNDS:
        chosen = (plan.format, plan.rounds) == ("swiss", rounds)
        offered.append(MenuLine(f"swiss {rounds}", f"Swiss: {rounds} rounds among equals", chosen=chosen))
    for go_on, words in ((1, "the winner of each table goes on"), (2, "the best two of each table go on")):
        chosen = (plan.format, plan.go_on) == ("cup", go_on)
        if go_on < plan.seats:
            offered.append(MenuLine(f"cup {go_on}", f"Cup: {words}", chosen=chosen))
    for through, who in QUALIFYING.items():
        chosen = (plan.format, plan.through) == ("groups", through)
        offered.append(MenuLine(f"groups {through}", f"Groups: {who} of each go on", chosen=chosen))
    offered.append(MenuLine("ladder", "Ladder: always open", "A table opens whenever enough want one", is_ladder(plan)))
    return tuple(offered)


def is_ladder(plan: Plan) -> bool:
    """Return whether the format is a ladder, where a table opens once enough people want one."""
    return plan.format == "ladder"


def get_span_word(plan: Plan) -> str:
    """Return the word for one run of a league: a season, or in a ladder a period."""
    return "period" if is_ladder(plan) else "season"


def apply_format(plan: Plan, value: str) -> Plan | None:
    """Return the plan with the chosen format; None if the value is not on offer."""
    if value not in {entry.value for entry in list_formats(plan)}:
        return None
    name, _, number = value.partition(" ")
    rounds, go_on = (int(number) if name == kind else 1 for kind in ("swiss", "cup"))
    changed = {"format": name, "rounds": rounds, "go_on": go_on, "seeded": value == "division rated"}
    if name == "groups":
        changed["through"] = int(number)
    if name != "swiss":
        changed |= {"team": 0, "puts_together": False}
    if name in {"cup", "groups"} or plan.open_tables == "plays on":  # a void table would let all of its players advance
        changed["open_tables"] = "as it stands"
    if is_ladder(plan):  # a ladder period's weeks would make very long rounds
        changed["weeks"] = DEFAULT_WEEKS
    if name == "ladder":
        changed |= {"open_tables": "plays on", "weeks": USUAL_PERIOD}
    return plan.model_copy(update=changed)


def list_sizes(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the sizes of divisions or groups, as menu options."""
    usual = GROUP_SIZES if plan.format == "groups" else round_robin.BEST_DIVISION_SIZES
    what = "groups" if plan.format == "groups" else "divisions"
    lines = [MenuLine("0", f"As suits the game: about {usual[plan.seats]}", chosen=not plan.per_division)]
    for size in range(plan.seats, MAX_DIVISION + 1):
        meets = describe_division_meetings(size, plan).split(", and ")[0].capitalize()
        lines.append(MenuLine(str(size), f"{what.capitalize()} of about {size}", meets, size == plan.per_division))
    return tuple(lines)


def apply_size(plan: Plan, value: str) -> Plan | None:
    """Return the plan with the chosen size of divisions; None if the value is not on offer."""
    if not plan.has_divisions() or value not in {line.value for line in list_sizes(plan)}:
        return None
    return plan.model_copy(update={"per_division": int(value) or None})


def list_endings(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the possible lengths and endings of a season or a round, as menu options."""
    if is_ladder(plan):
        return tuple(
            MenuLine(f"{weeks} plays on", f"Periods of {weeks} weeks", chosen=plan.weeks == weeks) for weeks in PERIODS
        )
    all_decided = "When a steward ends it" if plan.format == "division" else "When all its tables are decided"
    ways = [MenuLine("0 as it stands", all_decided, chosen=plan.weeks is None)]
    for weeks in WEEKS:
        for how, words, means in (
            ("as it stands", "", "Open tables are decided as they stand"),
            ("void", "; open tables are void", "Open tables count for nothing"),
        ):
            chosen = (plan.weeks, plan.open_tables) == (weeks, how)
            label = f"After {format_count(weeks, 'week')}{words}"
            if how == "as it stands" or plan.format not in {"cup", "groups"}:
                ways.append(MenuLine(f"{weeks} {how}", label, means, chosen))
    return tuple(ways)


def apply_ending(plan: Plan, value: str) -> Plan | None:
    """Return the plan with the chosen ending; None if the value is not on offer."""
    if value not in {entry.value for entry in list_endings(plan)}:
        return None
    weeks, _, how = value.partition(" ")
    return plan.model_copy(update={"weeks": int(weeks) or None, "open_tables": how})


def describe_format_briefly(plan: Plan) -> str:
    """Return the format in a few words."""
    match plan.format:
        case "division":
            return "Divisions by rating" if plan.seeded else "Divisions, all games side by side"
        case "swiss":
            return f"Swiss, {plan.rounds} rounds"
        case "cup":
            return "A cup"
        case "groups":
            return "Groups, then a knock-out"
        case "ladder":
            return "A ladder: a table opens whenever enough want one"


def describe_format(plan: Plan, rules: Rules | None = None) -> str:
    """Return the format for the sign-up message; `rules` are those of an opened season."""
    match plan.format:
        case "division":
            return (
                "Divisions whose games all run side by side: you meet the others in your division about equally "
                f"often, and {_describe_seats(plan)}. You never wait for someone else's game."
                + " In which division you begin goes by your rating."
                * plan.seeded
            )
        case "swiss":
            return (
                f"Swiss, {plan.rounds} rounds: in each you play one game against people who have won about as much as "
                "you, and whom you have met least. Nobody drops out."
            )
        case "cup":
            who = "The winner of each table goes" if plan.go_on == 1 else "The best two of each table go"
            rated = (rules or build_rules(plan)).should_rate_everybody()
            byes = " If the first round does not come out even, the best by rating go on without a game." * rated
            return f"A cup: {who} on to the next round, until one table decides.{byes}"
        case "groups":
            who = QUALIFYING[plan.through].capitalize()
            return (
                "Groups whose games all run side by side: you meet the others in your group about equally often, and "
                f"{_describe_seats(plan)}. {who} of each go on to a knock-out, until one table decides."
            )
        case "ladder":
            return ladders.describe_ladder(plan)


def describe_no_show(known: KnownSeason) -> str:
    """Return the consequences of not coming to a table."""
    rules = known.season.rules or build_rules(known.plan)
    nothing = ", without points," if rules.is_absence_worthless() else ""
    return (
        f"Others may take your seat then; you finish last at that table{nothing} and get a warning"
        f"{describe_absence_warning(known)}."
    )


def describe_silence(known: KnownSeason) -> str:
    """Return the consequence of leaving a seat to a bot until the end; empty if the bot's result counts."""
    rules = known.season.rules or build_rules(known.plan)
    if not rules.is_silence_absence():
        return ""
    return (
        " If a bot still holds your seat when the game ends, you did not play: you finish last, get a warning, and "
        "your rating stays."
    )


def describe_leaving_costs(known: KnownSeason) -> str:
    """Return the extra cost of conceding or leaving a table; empty if the season has none."""
    rules = known.season.rules or build_rules(known.plan)
    return " Conceding or leaving brings a warning, too, and your rating stays." if rules.is_leaving_absence() else ""


def describe_absence_warning(known: KnownSeason) -> str:
    """Return the note that an absence from several tables is one warning; empty if each table is one."""
    rules = known.season.rules or build_rules(known.plan)
    return " (one for all tables you miss until you are back)" if rules.is_card_per_absence() else ""


def describe_leaver_rating(known: KnownSeason) -> str:
    """Return how a table is rated if a player leaves it."""
    rules = known.season.rules or build_rules(known.plan)
    if rules.is_leaving_absence():
        return "A table is rated among those who play it to its end."
    return "Who left a table counts as last there."


def format_times(number: int) -> str:
    """Return a number of times in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def describe_division_meetings(entrants: int, plan: Plan) -> str:
    """Return how often two players of a division this size meet, and where they sit."""
    fewest, most = round_robin.compute_meeting_range(entrants, plan.seats)
    if fewest == most:
        meet = f"everybody meets everybody {format_times(most)}"
    elif fewest:
        meet = f"everybody meets everybody {format_times(fewest)} or {format_times(most)}"
        meet = meet if most - fewest == 1 else f"everybody meets everybody {fewest} to {most} times"
    else:
        meet = f"not everybody meets: any two do {format_times(most)} or never"
    will = "" if plan.pact.anonymous else "each will "
    return f"{meet}, and {will}{_describe_seats(plan).replace('your', 'their')}"


def _describe_seats(plan: Plan) -> str:
    if plan.pact.anonymous:
        return "seats are drawn by lot"
    return "begin half of your games, or one more or less" if plan.seats == 2 else "sit in every seat once"


def describe_anonymity(plan: Plan) -> str:
    """Return what a season with anonymous tables hides, and until when; empty for other seasons."""
    if not plan.pact.anonymous:
        return ""
    return (
        "**Anonymous tables**: everybody reads who plays at a table, and nobody whose seat is whose until its game is "
        "over. Seats are drawn by lot when it begins, and from then on I call you by direct message alone. When "
        "somebody leaves a table or comes to it later, the season says who, so their seat can be told."
    )


def describe_meetings(known: KnownSeason) -> str:
    """Return the meetings in the drawn divisions; empty before the draw."""
    season = known.season
    if not known.plan.has_divisions() or not season.rounds:
        return ""
    by_size: dict[int, list[int]] = {}
    is_groups = known.plan.format == "groups"
    for drawn in season.rounds[:1] if is_groups else season.rounds:
        for division, members in drawn.divisions.items():
            by_size.setdefault(len(members), []).append(division)
    lines = []
    for size, found in sorted(by_size.items()):
        first = format_heading(season, min(found)).removeprefix("division ")
        which = f"{'' if is_groups else 'division '}{first}"
        if len(found) > 1:
            which = f"{format_count(len(found), 'group' if is_groups else 'division')}, the first {first}"
        lines.append(f"- **{size} players** ({which}): {describe_division_meetings(size, known.plan)}")
    return "\n".join(["**Who meets whom** in this season:", *lines])


def describe_draw(plan: Plan, rules: Rules | None = None) -> str:
    """Return how the draw works; `rules` are those of an opened season."""
    match plan.format:
        case "division":
            size = plan.per_division or round_robin.BEST_DIVISION_SIZES[plan.seats]
            moving = count_moving(build_rules(plan), size)
            return (
                f"**The draw** puts everybody into divisions of about {size} and gives each division its tables. Of "
                f"{size}, {describe_division_meetings(size, plan)}. The next season begins "
                f"where this one leaves you: of {size}, {format_count(moving, 'player')} go up and as many down."
                + _describe_seeding(plan)
            )
        case "swiss":
            return (
                f"**{plan.rounds} rounds**, each drawn by itself when all tables of the one before are decided. The "
                "first is by chance; then people sit together who have won about as much. If the numbers do not "
                "divide, some tables have one seat fewer."
            )
        case "cup":
            who = "the winner" if plan.go_on == 1 else "the best two"
            return (
                f"**Each round** is drawn by itself when all tables of the one before are decided: {who} of each "
                "table, and whoever shares that place, go on. Where that leaves seats free, the best of the others "
                "fill them. The last table decides. Ties can add up to two rounds; who is left after these shares the "
                f"first place.{_describe_byes(rules or build_rules(plan))}"
            )
        case "groups":
            return _describe_groups_draw(plan)
        case "ladder":
            return ladders.describe_matchmaking(plan)


def _describe_groups_draw(plan: Plan) -> str:
    """Return how groups are drawn, who goes on, and whom they meet."""
    size = plan.per_division or GROUP_SIZES[plan.seats]
    return (
        f"**The draw** puts everybody into groups of about {size}. Of {size}, "
        f"{describe_division_meetings(size, plan)}. When all groups are decided, the **knock-out** is drawn by "
        f"itself: {QUALIFYING[plan.through]} of each group and whoever shares that place go on, if they have played a "
        f"table to its end.{_describe_filling(plan)} Seeds go by place, then by points per table. The best of them "
        f"{_describe_seed_advantage(plan)} and meet as late as the tables allow; nobody meets again whom they met in "
        "their group, as far as that is possible. Later rounds are drawn among all who go on: the winner of each "
        "table, and whoever shares that place. The last table decides."
    )


def _describe_filling(plan: Plan) -> str:
    return " Where that leaves seats free, the best of the others fill them." if plan.seats > 2 else ""


def _describe_seed_advantage(plan: Plan) -> str:
    return (
        "have no game in its first round where that does not come out even,"
        if plan.seats == 2
        else ("have the smaller tables where the first round does not come out even,")
    )


def _describe_bye(rules: Rules) -> str:
    """Return what a bye of a Swiss round is worth; empty where nobody gets one, or it is worth nothing."""
    worth = rules.get_bye_points(0)
    if worth is None or (rules.seats > 2 and not rules.team):
        return ""
    return f" Who has no game in a round gets {worth / SIXTIETHS:g} points, as for a draw."


def _describe_byes(rules: Rules) -> str:
    """Return who gets a bye in a cup's first round; empty if ratings do not decide it."""
    if not rules.should_rate_everybody():
        return ""
    return (
        " **Without a game**, if the first round does not come out even, the best by rating go on: with "
        f"{PROVISIONAL_GAMES} rated games yours counts, with fewer you count as {UNRATED_STRENGTH}; among equals "
        f"the draw decides. {RATED_BY}"
    )


def _describe_seeding(plan: Plan) -> str:
    """Return how ratings affect the draw of divisions; empty if they do not."""
    if not plan.seeded:
        return ""
    return (
        f" **Ratings** say in which division you begin: with {PROVISIONAL_GAMES} rated games yours counts, with fewer "
        f"you count as {UNRATED_STRENGTH}; among equals the draw decides. {RATED_BY} Whoever has a place from an "
        "earlier season plays where they had earned it, above all newcomers."
    )


def describe_ranking(plan: Plan, rules: Rules | None = None) -> str:
    """Return the ranking criteria; `rules` are those of an opened season."""
    match plan.format:
        case "groups":
            groups = describe_ranking(plan.model_copy(update={"format": "division"}), rules)
            return f"**In a group**: {groups} **In the knock-out**, who came to a later round is ahead."
        case "division" if not (rules or build_rules(plan)).can_compare_scores():
            return (
                "**Level on points?** Points among those who are level, then wins, second places, and the points of "
                "those you left behind; else you share the place. Scores have no part, as those of different games "
                "cannot be compared."
            )
        case "division":
            return (
                "**Tied on points?** Points among those who are level, then wins, second places, share of the "
                "winner's score, and the points of those you left behind; else you share the place."
            )
        case "swiss":
            return (
                "**Who is ahead?** Points per table, then what those you met have won per table elsewhere, then wins, "
                "second places, and share of the winner's score; else you share the place. Who has played fewer than "
                f"half as many tables as others stands below them.{_describe_bye(rules or build_rules(plan))}"
            )
        case "cup":
            return (
                "**Who is ahead?** Who came to a later round; of the last table, its places. All others of a round "
                "share their place."
            )
        case "ladder":
            return ladders.describe_ladder_ranking(build_rules(plan))


def describe_withdrawal(plan: Plan) -> str:
    """Return the consequences for the tables of a player who leaves the season."""
    words = "Your seats become free, and you finish last at the tables you have open."
    if build_rules(plan).should_strike_early_dropouts():
        return f"{words} With fewer than half of your tables finished, you count as last at all of them."
    return f"{words} What you have finished counts."


def describe_private_wishes(known: KnownSeason) -> str:
    """Return the explanation of wishes to be kept apart; empty for a cup, which allows none."""
    if known.plan.format == "cup":
        return ""
    if known.plan.format == "groups":
        return (
            f"**Private wishes**: with **My place** you can name up to {MAX_APART} people with whom you want to be in "
            f"no group; in the knock-out you may meet. {describe_wish_secrecy(known)}"
        )
    return (
        f"**Private wishes**: with **My place** you can name up to {MAX_APART} people you do not want to meet. "
        f"{describe_wish_secrecy(known)}"
    )


def describe_wish_secrecy(known: KnownSeason) -> str:
    """Return who learns of wishes to be kept apart, shown before anybody makes one."""
    moved = "; the proof of the draw says how many were moved" if known.plan.has_divisions() else ""
    if known.season.rules is not None and not known.season.opens_wishes:
        return f"Only I know{moved}."
    if (known.season.rules or build_rules(known.plan)).should_seal_each_wish():
        return (
            f"Only I know while the {get_span_word(known.plan)} is played{moved}. The draw holds a digest of your "
            "wish, or that you have none; **My settings** has its salt. When it is over, each wish is opened by "
            "number in **/league export**."
        )
    return (
        f"Only I know while the {get_span_word(known.plan)} is played{moved}. When it is over, **/league "
        "export** shows which "
        "two numbers were to be kept apart, so that everybody can check the whole draw; not who of them had asked, "
        "though the other can tell."
    )


def describe_wish_secrecy_briefly(known: KnownSeason) -> str:
    """Return who learns of wishes to be kept apart, in two short sentences."""
    if known.season.rules is not None and not known.season.opens_wishes:
        return "Only I know."
    if (known.season.rules or build_rules(known.plan)).should_seal_each_wish():
        return (
            f"Only I know while the {get_span_word(known.plan)} is played. Afterwards **/league export** shows which "
            "numbers each number wished to avoid."
        )
    return (
        f"Only I know while the {get_span_word(known.plan)} is played. Afterwards **/league export** shows which two "
        "numbers were kept apart; not who asked, though the other can tell."
    )


def describe_late_entry(known: KnownSeason) -> str:
    """Return the consequence of joining late; empty before the draw."""
    match known.row.status, known.plan.format:
        case "running", "division":
            return (
                "The season is drawn. Join late for the seats of the next who leaves, or for a division of "
                f"{known.plan.seats} latecomers."
            )
        case "running", "swiss" if is_closed_to_newcomers(known):
            return "The last round is drawn, and nobody can join any more."
        case "running", "swiss":
            return "The first round is drawn. Join late, and you play from the next round on."
        case "running", "ladder":
            return ""
        case "running", "groups":
            return "The groups are drawn, and nobody can join any more."
        case "running", _:
            return "The cup is drawn, and nobody can join any more."
        case "over", _:
            return "" if known.season.cancelled else f"The {get_span_word(known.plan)} is over."
        case _:
            return ""


def describe_last_day(known: KnownSeason) -> str:
    """Return the last day of the season or round, and the fate of open tables; empty if it has none."""
    end, weeks, plan = calendar.compute_last_day(known.season, known.plan), known.plan.weeks, known.plan
    if weeks is None:
        return ""
    if is_ladder(plan):
        return ladders.describe_period(weeks, "" if end is None else format_day(end))
    in_rounds = plan.format != "division"
    when = (
        f"{format_count(weeks, 'week')} after {'its draw' if in_rounds else _name_start(plan)}"
        if end is None
        else format_day(end)
    )
    open_tables = "are decided as they stand" if plan.open_tables == "as it stands" else "count for nothing"
    of_what = f" of {'each' if end is None else 'this'} round" * in_rounds
    return f"**Last day{of_what}**: {when}. Open tables then {open_tables}."


def describe_last_day_briefly(known: KnownSeason) -> str:
    """Return the last day of the season or round in a few words; empty if it has none."""
    end, weeks = calendar.compute_last_day(known.season, known.plan), known.plan.weeks
    if weeks is None or known.row.status == "over":
        return ""
    span = format_count(weeks, "week")
    if is_ladder(known.plan):
        return f"this period ends {format_day(end)}" if end else f"a period takes {span}"
    if known.plan.format == "division":
        return f"last day {format_day(end)}" if end else f"last day {span} after {_name_start(known.plan)}"
    return f"this round ends {format_day(end)}" if end else f"{span} a round"


def _name_start(plan: Plan) -> str:
    """Name the moment from which a season's weeks are counted."""
    return "its first tables open" if plan.dates is not None and plan.dates.begins_at else "the draw"


def format_day(at: datetime) -> str:
    """Return a last day, which ends at this moment, as a Discord timestamp."""
    return f"<t:{int((at - timedelta(seconds=1)).timestamp())}:D>"


def describe_season_end(plan: Plan) -> str:
    """Return how a season ends."""
    if is_ladder(plan):
        return ladders.describe_period_end(plan)
    stand = plan.open_tables == "as it stands"
    becomes = "are decided as they stand, and end" if stand else "count for nothing"
    by_steward = "A steward finishes the season"
    if plan.format != "division":
        last = "the last round is decided" if plan.format == "swiss" else "the last table is decided"
        by_steward = f"A steward finishes the season when {last}"
    if plan.weeks is None:
        return f"**The end.** {by_steward}; tables still open then {becomes}."
    weeks = format_count(plan.weeks, "week")
    if plan.format == "division":
        return (
            f"**The end.** The season ends by itself {weeks} after {_name_start(plan)}, or sooner if a steward "
            f"finishes it; tables still open then {becomes}."
        )
    if plan.format == "groups":
        return (
            f"**The groups** end {weeks} after their draw at the latest, and so does each round of the knock-out; "
            f"tables still open then {becomes}. {by_steward}."
        )
    return f"**A round** ends {weeks} after its draw at the latest; tables still open then {becomes}. {by_steward}."


def format_place(season: Season, division: int, place: int, entrants: int) -> str:
    """Return an entrant's place with its division."""
    kind = season.get_rules().format
    at = f"{format_title(season, division)}: " if kind in {"division", "groups"} else ""
    return f"{at}**{format_ordinal(place)}** of {entrants}"


def describe_late_wait(known: KnownSeason, waiting: int) -> str:
    """Return what a late entrant waits for."""
    if known.plan.format != "division":
        return f"You joined late and play from the next round.{_describe_meanwhile(known)}"
    return (
        "You came late: you get the seats of the next who leaves, or a division of your own once "
        f"{known.plan.seats} wait ({waiting} so far).{_describe_meanwhile(known)}"
    )


def _describe_meanwhile(known: KnownSeason) -> str:
    if not known.season.get_rules().should_offer_seats():
        return ""
    return " Meanwhile you are offered free seats at tables that are being played, and help out there if you like."


def describe_free_seats(known: KnownSeason) -> str:
    """Return the rule for a free seat at a running table; empty if anybody may take it at once."""
    rules = known.season.rules or build_rules(known.plan)
    if not rules.should_offer_seats():
        return ""
    hours = int(ANSWER_PERIOD.total_seconds() // 3600)
    return (
        "**A free seat** at a table that is being played is offered to those who joined late, then to those who "
        f"have helped out before, one after the other; each has {hours} hours to answer. When all were asked, anybody "
        "may take it. Until then a bot holds the seat."
    )
