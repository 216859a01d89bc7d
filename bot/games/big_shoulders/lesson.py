"""A few minutes of City of the Big Shoulders: a first company, and what it does in the first decade."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson1875",
    answers=3,
    opening=(
        "**The aim**: be the richest player after five decades. Your money and your shares count; money in companies "
        "counts for nobody.\n"
        "You found companies, buy shares, place partners for what your companies need, and then let each company buy "
        "cubes, make goods, sell them, and **pay its shareholders**, which raises its price, or keep the money, which "
        "lowers it."
    ),
    hints={
        "first companies": (
            "Three times the price goes into the company. A company with cheap cubes and few worker spots runs soonest."
        ),
        "stock phase": "Shares pay dividends and rise with them. What you pay goes into the company.",
        "building phase": "The tile you play is an action for everybody, and mostly pays you when others use it.",
    },
    closing=(
        "Next you would place partners for your company: the job market fills its factories, for it runs only with all "
        "workers. Then it operates, and offered plans say what they pay and what the price does. After five decades "
        "cash, shares at their prices and goals are counted. Standing orders pass for you in the Stock phase, or let "
        "your companies operate by the offered plan."
    ),
)
