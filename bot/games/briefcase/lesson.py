"""A one-minute lesson of Briefcase: the first turn, and the beginning of the second."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson2269",
    answers=4,
    opening=(
        "**The aim**: the most points, and activated companies are what scores. The game ends when the bank runs out "
        "of Buys, or the market of resources.\n"
        "Your hand is what you can decide this turn. **Buy** gets resources from the market, or companies. "
        "**Activate** spends resources on one of your companies: then it scores, helps you, and gives you new cards. "
        "**Two equal cards** move a block from one pile to another. What you do not play is discarded, and you draw "
        "four new cards."
    ),
    hints={
        "actions": (
            "You own a Power Plant. Buy 1 Personnel and 1 Steel with your two Buys and activate it: that is your first "
            "point. With nothing left to do, end the turn; in the next one, buy a second company."
        ),
    },
    closing=(
        "So your deck grows turn by turn: companies produce **Buys**, and Buys get more companies. With two activated "
        "companies of level 1 you may buy those of level 2, which score most, or put Buys into the **Central Bank**. "
        "With friends a turn takes a minute, whenever it suits you; until you end it you can take your plays back."
    ),
)
