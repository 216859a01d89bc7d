"""Alternatives modes.

Options that the table may agree on before the start. Their modules: the length of the game in
`setup`, the card that shuffles the bosses in `events`, dividends in `annual_review`, cash only in
`end_of_game`, derivatives in `derivatives`; the modes with fewer stops, which are ours, in `fast_modes`.
(Rulebook "Alternatives modes".)
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from bot.engine.options import Options
from bot.games.goodwill.components import Length


class GoodwillOptions(Options):
    """What the table agrees on before the start."""

    length: Length = Field(
        "normal",
        title="Length",
        description="How many years are played.",
        json_schema_extra={"explained": {"short": "4 years.", "normal": "5 years.", "long": "7 years."}},
    )
    boss_shuffle_card: bool = Field(
        False, title="Boss shuffle card", description="One more event that moves every boss on. Not for a first game."
    )
    dividends: bool = Field(
        False, title="Dividends", description="Some bosses pay a good income out to the shareholders."
    )
    cash_only: bool = Field(
        False, title="Cash only", description="Shares are worth nothing at the end. Needs dividends. For experts."
    )
    derivatives: Literal["off", "auction", "hidden objectives"] = Field(
        "off",
        title="Derivatives",
        description="Cards that pay $10 if a company ends rich, poor or poorer than another.",
        json_schema_extra={
            "explained": {
                "off": "none; cash and shares alone count.",
                "auction": "each year some are auctioned, and everybody sees who bought what.",
                "hidden objectives": "everybody is dealt the same number at the start and shows them at the end.",
            }
        },
    )
    auction: Literal["sealed", "open ascending"] = Field(
        "sealed",
        title="Form of the auctions",
        description="Only for auctions of derivatives. Sealed needs far fewer stops.",
        json_schema_extra={
            "explained": {
                "sealed": "everybody secretly names the most they would pay; the highest pays $1 more than the second.",
                "open ascending": "one after the other bids more or drops out, until one is left.",
            }
        },
    )
    vote: Literal["single ballot", "sequential"] = Field(
        "single ballot",
        title="Vote on bosses",
        description="All candidates on one ballot, or one vote after the other.",
        json_schema_extra={
            "explained": {
                "single ballot": "everybody votes on all candidates at once; the most votes win.",
                "sequential": "one vote after the other; the first candidate to reach the threshold wins.",
            }
        },
    )
    fast_mode: Literal["off", "two bids at once", "swift", "yearly sheet"] = Field(
        "off",
        title="Fewer stops",
        description="Both prices at once, and your vote with your proposal; or a whole year at once.",
        json_schema_extra={
            "shortens": True,
            "slow": "swift",
            "withdrawn": ["two bids at once"],
            "explained": {
                "off": "the booklet's own game: the second price follows from the first, you choose a partner when it "
                "comes to that, and you vote when you know who is proposed.",
                "two bids at once": "you give both prices of a company together.",
                "swift": "you give both prices of a company together and name the partner you would choose; with your "
                "proposal you vote on all who are available, so nobody argues in between.",
                "yearly sheet": "you fill in a whole year at once: all prices, your candidates and your votes. Where "
                "you would choose a partner, the first one clockwise is taken.",
            },
        },
    )
    odd_prices: bool = Field(
        False, title="Odd prices", description="Every price from $0 to $99, not only even ones; averages round up."
    )
    four_player_threshold: Literal["crimson only", "all companies"] = Field(
        "crimson only",
        title="Majority of 5 with four players",
        description="Whether 5 instead of 6 votes suffice only at Crimson, which has 8 shares, or everywhere.",
        json_schema_extra={
            "explained": {
                "crimson only": "5 votes at Crimson, 6 at Amber and Black.",
                "all companies": "5 votes at every company; half of Amber's or Black's shares are enough then.",
            }
        },
    )
    rotate_tabs: Literal["auto", "on", "off"] = Field(
        "auto",
        title="Rotate the tabs",
        description="Whether you see other pieces of news each year.",
        json_schema_extra={
            "explained": {
                "auto": "on with three or five players, otherwise off.",
                "on": "you look at other pieces of news each year, and share them with other players.",
                "off": "you always share your pieces of news with the same players.",
            }
        },
    )
    cash_visible: bool = Field(
        True, title="Cash is visible", description="If not, everybody must keep count; all payments stay public."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.cash_only and not self.dividends:
            raise ValueError(
                "Cash only needs dividends, or nobody could earn anything: switch dividends on or cash only off."
            )
        return self
