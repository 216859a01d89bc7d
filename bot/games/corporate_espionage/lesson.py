"""A minute of Corporate Espionage: the first moves of two startups."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson9",
    answers=4,
    opening=(
        "You run a startup with 20 points. On your turn you **hire** people and **purchase** assets, which bring "
        "income every round, and use **espionage** against your rivals. Anyone who cannot pay is out; the "
        "last one standing wins."
    ),
    hints={
        "actions": (
            "Points spent on income come back round after round. Keep some: you also pay for defences when it is "
            "somebody else's turn."
        ),
        "window": (
            "It is not your turn, but some cards may be played now. Everybody is asked at the same moment, also those "
            "who hold no such card, so that nobody learns what you hold."
        ),
    },
    closing=(
        "So it goes round by round: income, expenses, a card, a turn. Later the knives come out: your rivals fire your "
        "people, steal your assets, and buy you if you are weak. **Standing orders** answer for you when you have "
        "nothing to say, so that nobody waits."
    ),
)
