"""Options: public goals, the advanced rules, friendly stock sales and the supply chain with rows.

(Rules 15.)
"""

from __future__ import annotations

from pydantic import Field

from bot.engine.options import Options


class CityOptions(Options):
    """What the table agrees on before the start."""

    public_goals: bool = Field(
        default=True,
        title="Public goals",
        description="Five goals lie open; each is worth $200 to its leader at the end.",
    )
    advanced: bool = Field(
        default=False,
        title="Advanced rules",
        description="Companies can change hands, and sell shares of their own when they need money.",
    )
    friendly_sales: bool = Field(
        default=False,
        title="Friendly stock sales",
        description="When anyone but the director sells, the price falls one step, however many shares.",
    )
    supply_rows: bool = Field(
        default=False,
        title="Supply chain with rows",
        description="Each cube type has its own row: the fewer cubes left, the higher the price.",
    )
