"""The lesson: a few minutes of City of the Big Shoulders, from a first company to its first dividend."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=2,
    seed="lesson1875",
    answers=5,
    to_the_end_of="decade",
    opening=(
        "**The aim**: be the richest player after five decades. Your money and your shares count; money in companies "
        "counts for nobody.\n"
        "You found companies, buy shares, place partners for what your companies need, and then let each company buy "
        "cubes, make goods, sell them, and **pay its shareholders**, which raises its price, or keep the money, which "
        "lowers it."
    ),
    hints={
        "first companies": (
            "Three times the price goes into the company. Cracker Jack runs soonest: one worker and one wood make two "
            "goods. Found it at $50."
        ),
        "stock phase": "Shares pay dividends and rise with them. What you pay goes into the company.",
        "building phase": (
            "Choose what your own company will use, and what others may pay you for. A manager lets a factory bring "
            "something more each time it runs."
        ),
        "action phase": (
            "A factory runs only with all its workers: one partner at the job market hires the one that factory 1 "
            "needs. The other partner could bring a salesperson, who makes each good dearer."
        ),
        "operation phase": (
            "Your company buys its cubes, makes goods and sells them. **Pay out**: you get money for each share, and "
            "the price rises. Keeping the money lowers it."
        ),
    },
    closing=(
        "That was a decade. Money paid for shares goes into companies, and companies pay it back in dividends: the "
        "richest player is whoever owns the right shares, and directs what they are worth. From the second decade on "
        "you also trade shares and found more companies. After five decades cash, shares at their prices and goals "
        "are counted. Nobody likes to wait for a pass: when you can buy no more, choose **… until I can buy "
        "something** below the question. When your partners are placed, the panel offers each company's best plan; "
        "choose it, and it operates without asking you."
    ),
)
