"""Metrics: the numbers Prometheus asks for. Labels are few, and none of them names a person, a server or a table."""

from __future__ import annotations

from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest

from bot import __version__
from bot.host.errors import Refusal
from storage.interface import Tally

PRESS_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Discord waits three seconds for an answer."""


class Metrics:
    """What is counted while the bot runs, and what is looked up when somebody asks."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("boardroom", "The program.", registry=registry).info({"version": __version__})
        self._presses = Histogram(
            "boardroom_press_seconds",
            "From when an interaction came until it was answered.",
            ["kind"],
            buckets=PRESS_SECONDS,
            registry=registry,
        )
        self._refusals = Counter(
            "boardroom_refusals",
            'Interactions that did not do what was asked, by the kind of error: a sentence to the player, "Fault" and '
            '"bug" for our own mistakes, "StoreFailed" for the disk.',
            ["kind"],
            registry=registry,
        )
        self._pages = Counter(
            "boardroom_web_pages", "Answers on the web, by the kind of page.", ["kind"], registry=registry
        )
        self._thoughts = Counter(
            "boardroom_thoughts",
            "What strong bots think about, by what came of it: a thought; otherwise they answer as steady ones.",
            ["came"],
            registry=registry,
        )
        self._games = Gauge("boardroom_games", "Tables.", ["game", "status"], registry=registry)
        self._letters = Gauge("boardroom_letters", "Messages to Discord.", ["state"], registry=registry)
        self._letters_refused = Counter(
            "boardroom_unknown_refusals",
            "Attempts to send a message that Discord has refused, for a reason that is not known; it is tried again.",
            ["answer"],
            registry=registry,
        )
        self._outbox = Gauge(
            "boardroom_outbox_age_seconds", "How long the oldest unsent message has waited.", registry=registry
        )
        self._questions = Gauge(
            "boardroom_open_questions", "Decisions that running games wait for.", ["of"], registry=registry
        )
        self._backup = Gauge(
            "boardroom_backup_age_seconds", "Age of the newest backup; NaN: there is none.", registry=registry
        )
        self._backup_failed = Gauge(
            "boardroom_backup_failed", "Whether the last nightly backup went wrong.", registry=registry
        )
        self._connected = Gauge("boardroom_connected", "Whether the bot is connected to Discord.", registry=registry)
        self._shards = Gauge(
            "boardroom_shards", "Discord's shards of which this process looks after the servers.", registry=registry
        )
        self._deaf = Counter(
            "boardroom_deaf_seconds",
            "Seconds in which Discord could not be heard after it had been.",
            registry=registry,
        )

    def pressed(self, kind: str, seconds: float) -> None:
        """Note an interaction that has been answered."""
        self._presses.labels(kind).observe(seconds)

    def refused(self, error: Exception) -> None:
        """Note an interaction that did not do what was asked."""
        self._refusals.labels(kind_of(error)).inc()

    def looked_at(self, kind: str) -> None:
        """Note a page of the web, or anything else that was answered there."""
        self._pages.labels(kind).inc()

    def letter_refused(self, answer: str) -> None:
        """Note that Discord has refused a message, and nobody has told us what its answer means."""
        self._letters_refused.labels(answer).inc()

    def thought(self, came: str) -> None:
        """Note what has come of what a strong bot was to think about."""
        self._thoughts.labels(came).inc()

    def was_deaf(self, seconds: float) -> None:
        """Note for how long nobody was heard."""
        self._deaf.inc(seconds)

    def show(
        self,
        tally: Tally,
        now: datetime,
        *,
        backup_made_at: datetime | None,
        backup_failed: bool,
        connected: bool,
        shards: int = 1,
    ) -> bytes:
        """Return everything in Prometheus' text format."""
        self._games.clear()  # the last open table of a kind may have gone
        for (game, status), number in tally.games.items():
            self._games.labels(game, status).set(number)
        for state, number in tally.letters.items():
            self._letters.labels(state).set(number)
        self._outbox.set(0 if tally.oldest_letter is None else _since(datetime.fromisoformat(tally.oldest_letter), now))
        self._questions.labels("people").set(tally.questions_to_people)
        self._questions.labels("bots").set(tally.questions_to_bots)
        self._backup.set(float("nan") if backup_made_at is None else _since(backup_made_at, now))
        self._backup_failed.set(backup_failed)
        self._connected.set(connected)
        self._shards.set(shards)
        return generate_latest(self._registry)


def kind_of(error: Exception) -> str:
    """Return the label of an error: its class for those we know, so that there are never many."""
    known = ("GameOver", "NotYours", "BadAnswer", "Fault", "Leak", "StoreFailed")
    name = type(error).__name__
    if name in known:
        return name
    if isinstance(error, Refusal):
        return "Refusal"
    return "Discord" if type(error).__module__.startswith("discord.") else "bug"


def _since(moment: datetime, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0)
