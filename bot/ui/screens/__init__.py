"""Screens: the content of every message, panel and form, from the lobby to the final scores."""

from bot.ui.screens.lobby.lessons import build_lesson_form, render_lesson
from bot.ui.screens.lobby.lobby import (
    describe_confirmation,
    describe_joining,
    describe_league_presence,
    render_closed_lobby,
    render_digest_help,
    render_invitation,
    render_lobby,
    render_lobby_details,
    render_presence_call,
    render_seed_digest,
    render_tables,
)
from bot.ui.screens.lobby.lobby_settings import build_pace_form, render_lobby_option, render_lobby_options
from bot.ui.screens.parts import render_note
from bot.ui.screens.past.delivery_ledger import render_delivery_ledger
from bot.ui.screens.past.log_and_rules import (
    get_chapter,
    render_card,
    render_log,
    render_rules,
    render_table_text,
    render_verification,
    render_why_waiting,
)
from bot.ui.screens.past.replays import build_step_form, render_replay
from bot.ui.screens.past.results import ResultFilter, render_own_results, render_result, render_results
from bot.ui.screens.past.reviews import draw_win_probability, format_percent, render_review
from bot.ui.screens.table.inbox import (
    Waiting,
    build_lobby_section,
    build_question_section,
    get_urgency,
    render_inbox,
)
from bot.ui.screens.table.more_menu import render_lookups
from bot.ui.screens.table.order_panels import render_advance_orders, render_standing_orders
from bot.ui.screens.table.panels import (
    CHOSEN,
    DM_CLOSED,
    build_prompt,
    render_delivery_choice,
    render_dm_hand,
    render_hand,
    render_picture,
    render_thread_hand,
)
from bot.ui.screens.table.prepared_turns import ANYWAY, build_preparation_form, render_preparation
from bot.ui.screens.table.question_panel import build_answer_form, render_panel
from bot.ui.screens.table.reasons import render_reasons
from bot.ui.screens.table.standing_orders import build_order_form, render_new_order
from bot.ui.screens.table.table_message import (
    PING_MARK,
    describe_waiting,
    describe_winners,
    list_public_news,
    render_board,
    render_headlines,
    render_lobby_notice,
    render_notice,
    render_player_note,
    render_result_message,
    render_turn_ping,
    render_vacancy,
    render_vote,
)

__all__ = [
    "ANYWAY",
    "CHOSEN",
    "DM_CLOSED",
    "PING_MARK",
    "ResultFilter",
    "Waiting",
    "build_answer_form",
    "build_lesson_form",
    "build_lobby_section",
    "build_order_form",
    "build_pace_form",
    "build_preparation_form",
    "build_prompt",
    "build_question_section",
    "build_step_form",
    "describe_confirmation",
    "describe_joining",
    "describe_league_presence",
    "describe_waiting",
    "describe_winners",
    "draw_win_probability",
    "format_percent",
    "get_chapter",
    "get_urgency",
    "list_public_news",
    "render_advance_orders",
    "render_board",
    "render_card",
    "render_closed_lobby",
    "render_delivery_choice",
    "render_delivery_ledger",
    "render_digest_help",
    "render_dm_hand",
    "render_hand",
    "render_headlines",
    "render_inbox",
    "render_invitation",
    "render_lesson",
    "render_lobby",
    "render_lobby_details",
    "render_lobby_notice",
    "render_lobby_option",
    "render_lobby_options",
    "render_log",
    "render_lookups",
    "render_new_order",
    "render_note",
    "render_notice",
    "render_own_results",
    "render_panel",
    "render_picture",
    "render_player_note",
    "render_preparation",
    "render_presence_call",
    "render_reasons",
    "render_replay",
    "render_result",
    "render_result_message",
    "render_results",
    "render_review",
    "render_rules",
    "render_seed_digest",
    "render_standing_orders",
    "render_table_text",
    "render_tables",
    "render_thread_hand",
    "render_turn_ping",
    "render_vacancy",
    "render_verification",
    "render_vote",
    "render_why_waiting",
]
