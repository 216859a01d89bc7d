"""A one-minute lesson of Briefcase: the first turn, and the beginning of the second."""

from bot.engine.lesson import Lesson
from bot.engine.questions import Choose, Question
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources
from bot.games.briefcase.view import BriefcaseView


def name_situation(view: BriefcaseView, question: Question) -> str:
    """Return what the learner should do now: buy resources, activate, buy a company, or end the turn."""
    if view.seat is None or not isinstance(question, Choose):
        return ""
    can = {type(move) for move in question.moves}
    scores = bool(view.everybody[view.seat].activated)
    if ActivateCompany in can:
        return "activate again" if scores else "activate"
    if BuyCompany in can and scores:
        return "company"
    return "resources" if BuyResources in can else "end"


LESSON = Lesson(
    players=2,
    seed="lesson2269",
    answers=4,
    opening=(
        "**The aim**: the most points, and activated companies are what scores. The game ends when the bank runs out "
        "of Buys, or the market of resources.\n"
        "Your hand is what you can decide this turn. **Buy** gets resources from the market, or companies. "
        "**Activate** spends resources on one of your companies: it scores, helps you, and gives you new cards. "
        "You may activate it again later for its cards; it scores only the first time. "
        "**Two equal cards** move a block, so that nobody can buy from a pile. **Hire** uses another player's "
        "activated company once. Then you discard your hand and draw four new cards. Played or not, cards come "
        "back later."
    ),
    hints={
        "actions: resources": (
            "You own a Power Plant, which needs 1 Personnel and 1 Steel. Choose both under **Buy…**: that "
            "takes your two Buys."
        ),
        "actions: activate": (
            "Now you have what it needs: **Activate Power Plant**. It scores your first point, and gives Energy, which "
            "better companies need."
        ),
        "actions: activate again": (
            "A company can be activated again and again: it gives its cards or Energy each time, but its points once."
        ),
        "actions: company": (
            "A new hand. Buy a second company now: look for one that scores and gives a **Buy**, and whose resources "
            "you can get."
        ),
        "actions: end": (
            "Nothing useful is left to do: **End turn**. No card is lost, played or not: they all come back when your "
            "deck is shuffled."
        ),
    },
    situation=name_situation,
    closing=(
        "So your deck grows turn by turn: companies produce **Buys**, and Buys get more companies. With two activated "
        "companies of level 1 you may buy those of level 2, which score most, or put Buys into the **Central Bank**. "
        "With friends a turn takes a minute, whenever it suits you; until you end it you can take your plays back."
    ),
)
