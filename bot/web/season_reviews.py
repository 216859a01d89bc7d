"""Pages of seasons in review, made to be shared: the highlights of an ended season, with their picture.

They follow from the same public facts as the season's page, and disappear with it. A player is named only with consent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.engine.pages import Picture
from bot.leagues.pictures.sheets import build_drawn_names
from bot.leagues.season_review import review_season
from bot.ui.screens.html_text import Words, build_words, format_name
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.leagues.season_page import list_public_names
from bot.ui.screens.leagues.season_review import draw_season_review, list_highlights
from bot.ui.screens.parts import build_channel_url
from bot.web.page_worker import PageWorker
from bot.web.responses import PNG, Reply
from bot.web.seasons import Lines, SeasonFacts, SeasonPages, build_known_season
from bot.web.tables import Image, build_image
from bot.web.values import Rendered, Sheet, Value
from storage.interface.leagues import SeasonRow


class HighlightShown(Value):
    """A highlight of a season."""

    head: str
    words: Words


class ReviewShown(Value):
    """An ended season in review."""

    title: str
    address: str
    league: str
    """Name of the league."""
    league_address: str
    season: int
    """Number of the season within its league."""
    season_address: str
    highlights: Sequence[HighlightShown]
    """The champions first; empty if nobody has played a table to its end."""
    picture: Image | None
    """The same as a picture."""
    discord: str
    """URL of its Discord channel."""


@dataclass(frozen=True)
class RenderedReview(Rendered):
    """A rendered review and its picture."""

    picture: Reply | None

    @property
    def size(self) -> int:
        """Size in bytes."""
        return self.page.size + self.data.size + (0 if self.picture is None else self.picture.size)


class ReviewPages:
    """Renders the reviews of seasons; the caller checks that they are public.

    Args:
        seasons: reads the public facts of seasons.
        page_worker: renders pages in the worker.
        address: base URL of the site, for previews of a shared link; empty if not configured.
    """

    def __init__(self, seasons: SeasonPages, page_worker: PageWorker, address: str) -> None:
        self._seasons = seasons
        self._page_worker = page_worker
        self._address = address

    async def render_review(self, row: SeasonRow) -> RenderedReview | None:
        """Render a season in review; None while the season is not over."""
        if row.status != "over":
            return None
        facts, _ = await self._seasons.read_facts(row)
        return await self._page_worker.render(
            ("review", row.season_id),
            render_review_page,
            facts,
            self._address,
            further=partial(self._seasons.read_lines, [facts]),
        )

    async def get_picture(self, row: SeasonRow) -> Reply | None:
        """Return the picture of a review; None if there is none."""
        rendered = await self.render_review(row)
        return None if rendered is None else rendered.picture


# -- run in the worker ---------------------------------------------------------------------------------


def render_review_page(facts: SeasonFacts, site: str, lines: Lines) -> RenderedReview:
    """Render a season in review as a page, JSON and a picture."""
    known = build_known_season(facts, lines)
    review, names = review_season(known.season), list_public_names(known)
    drawn = build_drawn_names(known.season, lambda number: names.get(number, ""))
    title = format_season_name(known)
    picture = draw_season_review(known, known.season, review, title, lambda number: build_words(drawn(number)))
    image = None if picture is None else build_image(f"{facts.address}/pictures/review", "In review", picture)
    shown = ReviewShown(
        title=f"{title} in review",
        address=f"{facts.address}/review",
        league=facts.league,
        league_address=f"/leagues/{facts.league_id}",
        season=facts.number,
        season_address=facts.address,
        highlights=[
            HighlightShown(head=each.head, words=each.words)
            for each in list_highlights(known, review, lambda number: format_name(names[number]))
        ],
        picture=image,
        discord=build_channel_url(facts.guild_id, facts.channel_id),
    )
    about = " · ".join(f"{each.head}: {each.words.plain}" for each in shown.highlights)
    preview = f"{site}{image.address}" if image is not None and site else ""
    rendered = Sheet(shown, "season_review.html", "review", {"about": about, "preview": preview}).render()
    return RenderedReview(rendered.page, rendered.data, _build_picture_reply(picture))


def _build_picture_reply(picture: Picture | None) -> Reply | None:
    if picture is None:
        return None
    reply = Reply(picture.png, PNG, kind="picture")
    reply.tag  # noqa: B018  # computed here, in the worker
    return reply
