"""Metrics for Prometheus. Labels are few, and none identifies a person, a server or a table."""

from __future__ import annotations

from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest

from bot import __version__
from bot.host.errors import Refusal
from storage.interface.statistics import Tally

PRESS_BUCKETS_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Histogram buckets; Discord waits three seconds for an answer."""


class Metrics:
    """Counters of a running bot, and gauges that are computed for each scrape."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("boardroom", "The program.", registry=registry).info({"version": __version__})
        self._presses = Histogram(
            "boardroom_press_seconds",
            "Time from an interaction to its answer.",
            ["kind"],
            buckets=PRESS_BUCKETS_SECONDS,
            registry=registry,
        )
        self._refusals = Counter(
            "boardroom_refusals",
            'Refused or failed interactions, by the kind of error: a sentence to the player, "Fault" and '
            '"bug" for our own mistakes, "StoreFailed" for the disk.',
            ["kind"],
            registry=registry,
        )
        self._pages = Counter(
            "boardroom_web_pages", "Answers on the web, by the kind of page.", ["kind"], registry=registry
        )
        self._thoughts = Counter(
            "boardroom_thoughts",
            "Searches of strong bots, by outcome: a thought; otherwise they answer as steady ones.",
            ["came"],
            registry=registry,
        )
        self._games = Gauge("boardroom_games", "Tables.", ["game", "status"], registry=registry)
        self._letters = Gauge("boardroom_letters", "Messages to Discord.", ["state"], registry=registry)
        self._letters_refused = Counter(
            "boardroom_unknown_refusals",
            "Messages that Discord refused with an unclassified error; they are retried.",
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
            "boardroom_shards", "Number of Discord's shards that this process owns.", registry=registry
        )
        self._disconnected = Counter(
            "boardroom_deaf_seconds",
            "Seconds of disconnection from Discord after a connection.",
            registry=registry,
        )

    def record_press(self, kind: str, seconds: float) -> None:
        """Record an answered interaction."""
        self._presses.labels(kind).observe(seconds)

    def record_refusal(self, error: Exception) -> None:
        """Record an interaction that was refused or failed."""
        self._refusals.labels(label_error(error)).inc()

    def record_page(self, kind: str) -> None:
        """Record an answered web request."""
        self._pages.labels(kind).inc()

    def record_refused_letter(self, answer: str) -> None:
        """Record that Discord refused a message with an unclassified error."""
        self._letters_refused.labels(answer).inc()

    def record_search(self, came: str) -> None:
        """Record the outcome of a strong bot's search."""
        self._thoughts.labels(came).inc()

    def record_disconnection(self, seconds: float) -> None:
        """Record the length of a disconnection from Discord."""
        self._disconnected.inc(seconds)

    def render(
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
        self._games.clear()  # the last open table of a kind may have closed
        for (game, status), number in tally.games.items():
            self._games.labels(game, status).set(number)
        for state, number in tally.letters.items():
            self._letters.labels(state).set(number)
        self._outbox.set(
            0
            if tally.oldest_letter is None
            else _compute_seconds_since(datetime.fromisoformat(tally.oldest_letter), now)
        )
        self._questions.labels("people").set(tally.questions_to_people)
        self._questions.labels("bots").set(tally.questions_to_bots)
        self._backup.set(float("nan") if backup_made_at is None else _compute_seconds_since(backup_made_at, now))
        self._backup_failed.set(backup_failed)
        self._connected.set(connected)
        self._shards.set(shards)
        return generate_latest(self._registry)


def label_error(error: Exception) -> str:
    """Return the label of an error: its class if known, so that the number of labels stays small."""
    known = ("GameOver", "NotYours", "BadAnswer", "Fault", "Leak", "StoreFailed")
    name = type(error).__name__
    if name in known:
        return name
    if isinstance(error, Refusal):
        return "Refusal"
    return "Discord" if type(error).__module__.startswith("discord.") else "bug"


def _compute_seconds_since(moment: datetime, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0)
