"""A one-minute lesson of Corporate Espionage: two startups and their first attacks."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson72",
    options={"preset": "text only"},
    answers=6,
    opening=(
        "**The aim**: be the last company standing. A company is out when it cannot pay a debt, or when a richer one "
        "buys it.\n"
        "You have 20 points. **Hire** somebody: that costs points once and brings some every turn. Then end your turn, "
        "and see what Ada does about it."
    ),
    hints={
        "actions": (
            "What you hire or purchase pays every turn. **Espionage** says what each target would lose. Keep 3 points "
            "for an answer when you are attacked. When you are done, end your turn."
        ),
        "window": (
            "You are attacked! Savvy such as **Injunction** cancels espionage, and Ada's card and points are gone. Or "
            "let it pass: your answer may be worth more against the next attack."
        ),
        "end of turn": "You may keep seven cards, so some must go. What will you never be able to pay?",
        "insolvency": "Below 0 you are bankrupt, unless you sell assets or use savvy that costs nothing.",
    },
    closing=(
        "So it goes: build, attack, and keep an answer in hand. Whoever cannot pay a debt is **bankrupt**; with three "
        "or more, a company worth twice another may **buy** it. Usually the first four rounds are peaceful, "
        "and late in the game everybody pays a growing levy, so it ends. With friends a turn takes a minute, whenever "
        "it suits you, and only whoever is attacked keeps the others waiting."
    ),
)
