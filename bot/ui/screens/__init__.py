"""What each situation looks like, from the lobby to the final scores."""

from bot.ui.screens.ledgers import ledger
from bot.ui.screens.lessons import lesson, lesson_form
from bot.ui.screens.lobbies import (
    closed,
    confirming,
    joined,
    lobby,
    lobby_call,
    lobby_option,
    lobby_options,
    pace_form,
    tables,
)
from bot.ui.screens.orders import new_order, order_form, standing_orders
from bot.ui.screens.panels import THREAD_READERS, asked_of, form, hand, hand_by_dm, hand_in_thread, panel
from bot.ui.screens.parts import note
from bot.ui.screens.public import (
    CALL,
    board,
    call,
    final,
    headlines,
    heard_by_all,
    motion,
    notice,
    to_player,
    vacancy,
    waiting,
    winners,
)
from bot.ui.screens.reading import Waiting, inbox, log, rules, urgency, verified, waiting_lobby, waiting_question, why
from bot.ui.screens.results import result, results

__all__ = [
    "CALL",
    "THREAD_READERS",
    "Waiting",
    "asked_of",
    "board",
    "call",
    "closed",
    "confirming",
    "final",
    "form",
    "hand",
    "hand_by_dm",
    "hand_in_thread",
    "headlines",
    "heard_by_all",
    "inbox",
    "joined",
    "ledger",
    "lesson",
    "lesson_form",
    "lobby",
    "lobby_call",
    "lobby_option",
    "lobby_options",
    "log",
    "motion",
    "new_order",
    "note",
    "notice",
    "order_form",
    "pace_form",
    "panel",
    "result",
    "results",
    "rules",
    "standing_orders",
    "tables",
    "to_player",
    "urgency",
    "vacancy",
    "verified",
    "waiting",
    "waiting_lobby",
    "waiting_question",
    "why",
    "winners",
]
