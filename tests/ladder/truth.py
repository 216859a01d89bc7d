"""How true the chances are that a game's evaluation says, as lines of `docs/opponents.md`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import bot.games
from bot.engine.evaluation import Weights
from bot.games import OURS

TITLE = "How true the chances are"
HEAD = f"""## {TITLE}

The win probabilities of a review are close to what happens: of all seats that were given 20 to 30 %, about a
quarter won. They are fitted to games of bots, of which one in four is easy (`python -m tests.ladder.fit`), and
tested on other deals, with twelve positions of each game. *Loss* is the mean log loss of a position; lower is
better. It is given for equal chances, for a model that knows only the current scores, and for the fitted model. The
columns on the right are the frequency with which seats won, by predicted probability. The figures come with each
game's `chances.json`.
"""


GAMES = Path(bot.games.__file__).parent


def folder_of(key: str, games: Path = GAMES) -> Path:
    """Return where a game of ours lies."""
    return games / key.replace("-", "_")


def written(folder: Path) -> Weights:
    """Return what lies in a game's folder."""
    return Weights.model_validate_json((folder / "chances.json").read_text(encoding="utf-8"))


def how_true(key: str, weights: Weights) -> Sequence[str]:
    """Return what the page says of a game's chances."""
    tenths = [f"{tenth * 10}-{tenth * 10 + 10}%" for tenth in range(10)]
    lines = [
        f"### {OURS[key].title}",
        "",
        f"| seats | fitted to | tried on | loss: all alike | what each has | chances | {' | '.join(tenths)} |",
        f"| ---: {'| ---: ' * 15}|",
    ]
    for players, tried in weights.tried.items():
        came = {min(9, int(said * 10)): f"{true:.0%}" for said, true, _ in tried.said}
        lines.append(
            f"| {players} | {tried.learned} | {tried.positions} | {tried.fair:.3f} | {tried.lead:.3f} "
            f"| {tried.chances:.3f} | {' | '.join(came.get(tenth, '') for tenth in range(10))} |"
        )
    return [*lines, ""]


def section() -> str:
    """Return the part of the page about all games, of what lies in their `chances.json`."""
    found = [HEAD]
    for key in OURS:
        found += how_true(key, written(folder_of(key)))
    return "\n".join(found).rstrip("\n") + "\n"
