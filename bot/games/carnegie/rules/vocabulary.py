"""Names of components: rows, regions, projects and gains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.words import format_count, format_list
from bot.games.carnegie.components import Department, Donation, Gain, Project, Region, Row

HINT: Final = 100
"""Characters that have room behind an option of a menu."""
LABEL: Final = 34
"""Characters that a phone shows of a label behind the letter of its place on a picture."""
ROW: Final[Mapping[Row, str]] = {
    "hr": "Human Resources",
    "management": "Management",
    "construction": "Construction",
    "rd": "Research & Development",
}
REGION: Final[Mapping[Region, str]] = {"west": "West", "midwest": "Midwest", "east": "East", "south": "South"}
PROJECT: Final[Mapping[Project, str]] = {
    "housing": "Housing",
    "commerce": "Commerce",
    "industry": "Industry",
    "public infrastructure": "Public Infrastructure",
}


BRIEF: Final[Mapping[str, str]] = {
    "Human Resources ": "HR ",
    "Research & Development": "R&D",
    "Public Infrastructure": "Infrastructure",
    " or ": "/",
    " and ": " & ",
}
"""What long names become where there is little room."""


BRIEF_TEXTS: Final[Mapping[str, str]] = {
    "Send the worker on a mission: ": "Mission: ",
    "Send the worker on a mission and ": "Mission: ",
    "While a worker is active here: ": "With an active worker: ",
    "While a worker was active here when the turn began: ": "With an active worker: ",
    "While a worker is active here, from the next round on: ": "With an active worker: ",
    "you may activate a worker for $2 more and gain 1 VP, or for $1 only and lose 1 VP": (
        "activate others for $2 more and 1 VP, or for $1 and -1 VP"
    ),
    "At the end, with a worker active here: ": "With an active worker at the end: ",
    "No worker needed. New and returning workers may go to this lobby, too. Costs 2 cubes more to place.": (
        "New and returning workers may come here."
    ),
    "each step on a transport track costs 1 development point less, but": "each step on a track costs 1 point less,",
    "you may take the transport income of a box further left, and enter an end box that is taken": (
        "take the income of a box further left; enter a taken end box"
    ),
    "build on spaces of any type; 1 VP more where the type matches, and in small towns": (
        "build on any space; +1 VP where its type fits"
    ),
    "for each of your HR departments, put one worker on any cell of your company": (
        "put one worker per HR department on any cell"
    ),
    "whenever you place a department, you may move one of your workers onto it": (
        "a worker may move onto each department you place"
    ),
    "for each project in the region where you have fewest": "per project in your weakest region",
    "1 link point more for your chain; 9 VP more when it has 6": "1 link point more; 9 VP more with 6 points",
    "for every two active workers left in your company": "per 2 active workers you have left",
    "pay for a donation: your disk goes on top of another player's": "donate on top of another player's donation",
}
"""What long phrases of a department's text become, so that nothing of it is cut off."""


def shorten_label(*tries: str) -> str:
    """Return the first of these labels that a phone shows whole, or else the last one, cut."""
    fitting = (text for each in tries for text in (each, use_brief_names(each)) if len(text) <= LABEL)
    return next(fitting, "") or f"{use_brief_names(tries[-1])[: LABEL - 1].rstrip()}…"


def shorten_long_label(label: str, *tries: str) -> str:
    """Return a short label in place of a long one; empty where the label itself is short enough."""
    return "" if len(label) <= LABEL else shorten_label(*(tries or (label,)))


def use_brief_names(text: str) -> str:
    """Return a text with long names of rows, departments and projects shortened."""
    for long, brief in BRIEF.items():
        text = text.replace(long, brief)
    return text


def cut(text: str) -> str:
    """Return a text that has room behind an option of a menu, with an ellipsis where it was longer."""
    return text if len(text) <= HINT else f"{text[: HINT - 1].rstrip()}…"


def describe_department(one: Department, before: str = "") -> str:
    """Return what a department does, whole, in the room behind an option of a menu."""
    text = f"{before}{one.text}"
    return cut(text if len(text) <= HINT else shorten_text(text))


def shorten_text(text: str) -> str:
    """Return a department's text with its long phrases shortened."""
    for long, brief in BRIEF_TEXTS.items():
        text = text.replace(long, brief)
    return text


def department_said(one: Department) -> str:
    """Return what a department does, and what activating a worker on each of its workplaces costs."""
    prices = [f"${price}" if price else "nothing" for price in one.workplaces]
    return f"{one.text} Activating costs {format_list(prices)}." if prices else one.text


def amounts(gain: Gain, nothing: str = "nothing") -> str:
    """Return a gain or payment in words."""
    found = [f"${gain.money}"] if gain.money else []
    found += [format_count(gain.cubes, "cube")] if gain.cubes else []
    found += [f"{gain.vp} VP"] if gain.vp else []
    found += [format_count(gain.workers, "new worker")] if gain.workers else []
    found += [format_count(gain.development, "development point")] if gain.development else []
    found += [format_count(gain.moves, "move")] if gain.moves else []
    return format_list(found, nothing)


def shorten_amounts(text: str) -> str:
    """Return a text with gains in few words, as where a line has little room."""
    brief = {" and ": ", ", "new worker": "worker", "development point": "point"}
    for long, short in brief.items():
        text = text.replace(long, short)
    return text


def what_it_scores(donation: Donation) -> str:
    """Return in words what a donation scores."""
    each = f"{donation.vp} VP"
    match donation.per:
        case "department":
            return f"{each} per {'department' if donation.row is None else f'{ROW[donation.row]} department'}"
        case "project":
            kind = " or ".join(PROJECT[project] for project in donation.projects)
            where = f" in the {REGION[donation.region]}" if donation.region else " in a small town" * donation.small
            return f"{each} per {kind + ' ' if kind else ''}project{where}"
        case "railroad":
            return f"{each} per region at railroad level"
        case "donation":
            return f"{each} per donation, this one included"
        case "flat":
            return f"{each} at the end"
        case "cube":
            return f"{each} per cube spent at the end"
        case "money":
            return f"{each} per $5 spent at the end"
        case "pair":
            return f"{each} per $5 and 1 cube spent at the end"
        case "worker":
            return f"{each} per active worker"


def name_donation(donation: Donation) -> str:
    """Return a donation for a sentence: its group, and what tells it from others of the group."""
    return f"{donation.group} ({what_it_scores(donation)})"
