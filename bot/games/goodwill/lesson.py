"""A one-minute lesson of Goodwill: the first company of the first year, and the events of the year."""

from bot.engine.lesson import Lesson

LESSON = Lesson(
    players=3,
    seed="lesson111",
    answers=4,
    to_the_end_of="year",
    opening=(
        "You own shares of three companies and cash; whoever is worth most after the last year wins. Each year four "
        "events are dealt face down. Each has a rank, printed as a percentage: at the end of the year the lowest rank "
        "is dropped, and the others come true and make the companies earn or lose. So I can say how likely yours are. "
        "**You know only two of them**; the others know different ones. So watch what they pay."
    ),
    hints={
        "transaction": (
            "Nobody sees your price until everyone has set one. Would the events you know help Amber or hurt it? "
            "Each company is traded twice a year, so there is a first and a second price."
        ),
        "pairing": "Several wrote the same price. Choose your trading partner; the price is the same.",
        "nominations": (
            "A boss's skills say which events affect the company: innovation, yield and advertising of that level. "
            "Propose somebody who fits the events you know, or nobody. You may also harm a company you hardly own."
        ),
        "vote": "Your shares are your votes. A bought share is a vote gained, and one your rival has lost.",
    },
    closing=(
        "You decided about Amber alone; in a game you decide about **Black** and **Crimson**, too, year after year. "
        "Compare what you paid for Amber, or were paid, with what a share is worth now: the two pieces of news that "
        "you had not seen made the difference. With friends you would have had a day for each price: one at "
        "breakfast, one at night."
    ),
)
