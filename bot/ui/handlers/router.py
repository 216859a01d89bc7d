"""Routing of components, forms and commands to their handlers, with a private reply to each.

A control is recognised by its custom_id alone, so one listener serves all messages, old and new, before and after a
restart. The seat always follows from the user who pressed, never from the id.

discord.py's views are stopped before they are sent: it forgets forms at a restart and keeps every ordinary view in
memory. No call to Discord precedes a reply. Work that takes longer than a commit is deferred and done by a letter.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, nullcontext
from functools import partial, wraps
from typing import Any, TypeVar, cast

import discord
from discord.ext import commands

from bot.host import sanitize
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.errors import Refusal
from bot.host.services import Services
from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.access import AccessCheck, GrantedAccess
from bot.ui.handlers.answering import best_effort, open_form
from bot.ui.handlers.commit_tracking import CommitTracking
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.duplicate_deliveries import Deliveries
from bot.ui.handlers.first_answer import get_private_message
from bot.ui.handlers.instrumentation import Instrumentation, Interaction
from bot.ui.handlers.leagues.availability import AvailabilityHandlers
from bot.ui.handlers.leagues.entry_conditions import EntryConditionHandlers
from bot.ui.handlers.leagues.join_requests import JoinRequestHandlers
from bot.ui.handlers.leagues.league_files import LeagueFileHandlers
from bot.ui.handlers.leagues.league_games import LeagueGameHandlers
from bot.ui.handlers.leagues.league_lookups import LeagueLookupHandlers
from bot.ui.handlers.leagues.league_roles import LeagueRoleHandlers
from bot.ui.handlers.leagues.league_teams import LeagueTeamHandlers
from bot.ui.handlers.leagues.organiser_undo import OrganiserUndoHandlers
from bot.ui.handlers.leagues.player_settings import PlayerSettingHandlers
from bot.ui.handlers.leagues.rulings import RulingHandlers
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.leagues.season_forms import SeasonFormHandlers
from bot.ui.handlers.leagues.seat_offers import SeatOfferHandlers
from bot.ui.handlers.lobby.lessons import LessonHandlers
from bot.ui.handlers.lobby.lobby import LobbyHandlers
from bot.ui.handlers.lobby.lobby_settings import LobbySettingHandlers
from bot.ui.handlers.lobby.lost_channels import LostChannelHandlers
from bot.ui.handlers.lobby.votes import VoteHandlers
from bot.ui.handlers.middleware.error_replies import explain_errors, explain_lost_replies, forward_to_owner
from bot.ui.handlers.middleware.first_response import defer_in_time
from bot.ui.handlers.middleware.limits import limit_presses, refuse_during_erasure
from bot.ui.handlers.middleware.name_records import record_name
from bot.ui.handlers.middleware.observation import (
    admit_work,
    charge_cpu_time,
    give_priority,
    observe,
    release_at_end,
    track_changes,
)
from bot.ui.handlers.middleware.pending_notices import deliver_notices
from bot.ui.handlers.middleware.request import HandledRequest, Middleware
from bot.ui.handlers.past.replays import ReplayHandlers
from bot.ui.handlers.past.results import ResultHandlers
from bot.ui.handlers.past.reviews import ReviewHandlers
from bot.ui.handlers.past.rulebooks import RulebookHandlers
from bot.ui.handlers.press import OLD, Press, UnknownControl, is_number
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.refused_forms import RefusedForms
from bot.ui.handlers.routes import NOTHING, ONESELF, RESULT, VOTE, ControlRoute, collect_routes, route
from bot.ui.handlers.save_failures import UNKNOWN_SUBJECT, get_command_subject
from bot.ui.handlers.settings.own_pages import OwnPageHandlers
from bot.ui.handlers.settings.preferences import PreferenceHandlers
from bot.ui.handlers.settings.web_pages import WebPageHandlers
from bot.ui.handlers.settings.webhooks import WebhookHandlers
from bot.ui.handlers.table.follows import FollowHandlers
from bot.ui.handlers.table.inbox import InboxHandlers
from bot.ui.handlers.table.own_notes import OwnNoteHandlers
from bot.ui.handlers.table.panels import PanelHandlers
from bot.ui.handlers.table.pictures import PictureHandlers
from bot.ui.handlers.table.prepared_turns import PreparedTurnHandlers
from bot.ui.handlers.table.private_delivery import PrivateDeliveryHandlers
from bot.ui.handlers.table.question_pictures import QuestionPictures
from bot.ui.handlers.table.seats import SeatHandlers
from bot.ui.handlers.table.standing_orders import OrdersAhead, StandingOrderHandlers
from bot.ui.handlers.table.table_screens import TableScreenHandlers
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import season_more
from bot.ui.screens.table import more_menu
from storage.interface.transaction_observer import ignore_observer

log = logging.getLogger(__name__)


OLDER = "That panel was out of date, so nothing happened. Here is the current one:"

AnyCommand = TypeVar("AnyCommand", bound=Callable[..., Coroutine[Any, Any, Form | None]])
Command = TypeVar("Command", bound=Callable[..., Coroutine[Any, Any, None]])
FormCommand = TypeVar("FormCommand", bound=Callable[..., Coroutine[Any, Any, Form]])


def route_command(command: Command) -> Command:
    """Run a cog's command through the bot's router, which turns every error into a sentence.

    Text options are passed on sanitized, as one line.
    """
    return _wrap_command(command, opens_form=False)


def route_form_command(command: FormCommand) -> FormCommand:
    """Run a command through the router whose first response is the form that it returns; see `form_route`."""
    return _wrap_command(command, opens_form=True)


def _wrap_command(command: AnyCommand, *, opens_form: bool) -> AnyCommand:
    @wraps(command)
    async def run(cog: Any, interaction: Interaction, *args: Any, **options: Any) -> None:
        router: Router = cog.router
        typed_options = {name: sanitize.sanitize(it) if isinstance(it, str) else it for name, it in options.items()}
        work = command(cog, interaction, *args, **typed_options)
        saves = get_command_subject(interaction)
        await router.run_safely(interaction, work, opens_form=opens_form, saves=saves)

    return cast("AnyCommand", run)


class BoardroomBot(commands.Bot):
    """A bot with a router, the only part of the client that commands need."""

    router: Router


class Router:
    """Answers every interaction privately, within one commit."""

    def __init__(
        self,
        services: Services,
        discord_sender: DiscordSender,
        outbox_worker: OutboxWorker,
        *,
        priority: Priority,
        presses: RateLimit,
        typing: RateLimit,
        cpu_limit: CpuLimit,
        instrumentation: Instrumentation,
        press_forwarding: PressForwarding | None,
        links: WebLinks,
        own_pages: str = "",
        emoji: ApplicationEmoji,
    ) -> None:
        self.host = services.host
        self.lobby = services.lobby
        self.storage = services.storage
        self.absence = services.absence
        self.votes = services.votes
        self._panels = discord_sender.panels
        self.presses = presses
        """Rate limit of presses and commands."""
        self.typing = typing
        """Rate limit of autocomplete requests, which are not presses."""
        self.cpu_limit = cpu_limit
        self._deliveries = Deliveries()
        question_pictures = QuestionPictures(services.host.people, discord_sender.pictures)
        self._middleware: Sequence[Middleware] = (
            release_at_end,
            partial(observe, instrumentation=instrumentation),
            partial(give_priority, priority=priority),
            track_changes,
            partial(charge_cpu_time, limit=cpu_limit),
            partial(deliver_notices, people=services.host.people),
            partial(
                defer_in_time,
                now=services.host.now,
                panels=discord_sender.panels,
                posts=discord_sender.posts,
                pictures=question_pictures,
                emoji=emoji,
            ),
            explain_errors,
            explain_lost_replies,
            partial(forward_to_owner, forwarding=press_forwarding),
            partial(limit_presses, rate_limit=presses, cpu_limit=cpu_limit),
            partial(refuse_during_erasure, erasure=services.erasure),
            partial(record_name, renames=services.renames),
            admit_work,
        )
        """Surrounds every press and command, from the outermost to the innermost."""
        self.access_check = AccessCheck(services.host)
        self._refused_forms = RefusedForms(services.storage)
        self.private_delivery_handlers = PrivateDeliveryHandlers(
            services.host, discord_sender.private_hands, outbox_worker
        )
        self.lobby_handlers = LobbyHandlers(services.lobby, outbox_worker)
        self.lobby_setting_handlers = LobbySettingHandlers(services.lobby)
        self.panel_handlers = PanelHandlers(services, discord_sender, self.private_delivery_handlers, cpu_limit)
        self.inbox_handlers = InboxHandlers(services, discord_sender, self.panel_handlers.open_panel)
        self.standing_order_handlers = StandingOrderHandlers(services.orders, self.panel_handlers.open_panel)
        self.orders_ahead_handlers = OrdersAhead(services.orders, services.autoplay, self.panel_handlers.open_panel)
        self.own_note_handlers = OwnNoteHandlers(services.host, services.own_notes)
        self.follow_handlers = FollowHandlers(services.host, services.follows)
        self.prepared_turn_handlers = PreparedTurnHandlers(services.prepared, services.storage)
        self.picture_handlers = PictureHandlers(services.host, discord_sender.pictures)
        self.vote_handlers = VoteHandlers(services.host, services.leagues.rulings, services.votes)
        self.lesson_handlers = LessonHandlers(services.host, discord_sender.pictures)
        self.lost_channel_handlers = LostChannelHandlers(services.lost_channels, services.erasure, self._refused_forms)
        self.result_handlers = ResultHandlers(services.host, self.access_check, services.leagues.season_log)
        self.season_handlers = SeasonHandlers(services.lobby, services.leagues, links)
        self.player_setting_handlers = PlayerSettingHandlers(self.season_handlers)
        self.season_form_handlers = SeasonFormHandlers(self.season_handlers)
        self.ruling_handlers = RulingHandlers(self.season_handlers, services.player_records)
        self.organiser_undo_handlers = OrganiserUndoHandlers(self.season_handlers, self.ruling_handlers)
        self.league_game_handlers = LeagueGameHandlers(self.season_handlers, self.ruling_handlers)
        self.league_team_handlers = LeagueTeamHandlers(self.season_handlers)
        self.entry_condition_handlers = EntryConditionHandlers(self.season_handlers)
        self.join_request_handlers = JoinRequestHandlers(self.season_handlers)
        self.availability_handlers = AvailabilityHandlers(self.season_handlers)
        self.league_lookup_handlers = LeagueLookupHandlers(
            services.host, self.season_handlers, services.player_records, discord_sender.pictures
        )
        self.league_file_handlers = LeagueFileHandlers(services.host, self.season_handlers, discord_sender.pictures)
        self.league_role_handlers = LeagueRoleHandlers(services.storage, self.season_handlers)
        self.web_page_handlers = WebPageHandlers(links, self.season_handlers)
        self.seat_handlers = SeatHandlers(services, self.lobby_handlers, self.panel_handlers, self.season_handlers)
        self.seat_offer_handlers = SeatOfferHandlers(services.host, self.season_handlers, self.seat_handlers.take_seat)
        self.rulebook_handlers = RulebookHandlers(services.host, discord_sender.pictures)
        self.table_screen_handlers = TableScreenHandlers(
            services, discord_sender, links, self.panel_handlers, self.lost_channel_handlers
        )
        self.preference_handlers = PreferenceHandlers(
            services.host, services.event_notices, self.private_delivery_handlers, has_pages=bool(own_pages)
        )
        self.webhook_handlers = WebhookHandlers(services.host, services.webhooks)
        self.own_page_handlers = OwnPageHandlers(services.own_pages, own_pages)
        self.replay_handlers = ReplayHandlers(services.host, discord_sender.pictures)
        self.review_handlers = ReviewHandlers(services.reviews, discord_sender.pictures, self.replay_handlers)
        self.routes = collect_routes([self, *vars(self).values()])
        """Every route by its verb, from all groups of handlers above."""

    async def close(self) -> None:
        """Finish the background tasks of the handlers."""
        await self.panel_handlers.waiting.close()
        await self.panel_handlers.ended.close()

    async def handle_interaction(self, interaction: Interaction) -> None:
        """Answer a pressed button, a choice in a menu or a submitted form."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        press = Press.parse(interaction.data)
        press = _follow_line(press)
        found = self.routes.get(press.verb)
        await self.run_safely(
            interaction,
            self._route(interaction, press, found),
            opens_form=found is not None and found.opens_form,
            saves=UNKNOWN_SUBJECT if found is None else found.saves,
        )

    async def _is_player_of(self, interaction: Interaction, press: Press) -> bool:
        """Whether the id's number is that of a running table at which this person plays."""
        if not press.parts or not is_number(press.parts[0]):
            return False
        known = await self.host.find_table(press.read_number())
        plays = known is not None and any(seat_row.user_id == interaction.user.id for seat_row in known[1])
        return known is not None and plays and known[0].status == "running"

    async def _route(self, interaction: Interaction, press: Press, found: ControlRoute | None) -> Form | None:
        """Run the handler of a press; answer a control of an older version with a current panel.

        Returns:
            The form to open, if the handler opens one.
        """
        self.panel_handlers.waiting.stop_updates(interaction)
        try:
            if found is None:
                raise UnknownControl
            if found.access.about is not None and not await self._is_admitted(interaction, press, found):
                return None
            return await self._run_handler(interaction, press, found)
        except UnknownControl:
            if found is not None and found.access.about is None:
                raise
            if press.verb.startswith("lg-") or not await self._is_player_of(interaction, press):
                raise
        await self.panel_handlers.open_panel(
            interaction, press.read_number(), f"{OLD} This is what there is to do now:"
        )
        return None

    async def _run_handler(self, interaction: Interaction, press: Press, found: ControlRoute) -> Form | None:
        """Run a handler; a submitted form is kept if it is refused."""
        handled = found.run(interaction, press)
        if interaction.type is not discord.InteractionType.modal_submit:
            return await handled
        return await self._refused_forms.take(interaction, press, self._find_form_table(press), handled)

    def _find_form_table(self, press: Press) -> int | None:
        """Return the table that a form is about; None if it is about something else."""
        found = self.routes.get(press.verb)
        return None if found is None or found.access.about is None else press.read_number()

    async def _fill_in(self, interaction: Interaction, form: Form) -> Form:
        """Return the form with the values that were refused last; they are a help, so the form opens without, too."""
        press = Press.parse({"custom_id": form.id})
        with best_effort():
            return await self._refused_forms.fill_in(interaction.user.id, form, self._find_form_table(press))
        return form

    async def _is_admitted(self, interaction: Interaction, press: Press, found: ControlRoute) -> bool:
        """Check a route's access rule; return False if an older panel was pressed and the newest shown instead."""
        game_id = await self._find_table(press, found)
        granted = await self.access_check.grant_access(interaction, game_id, found.access.about or "seat")
        if found.access.returns_seat:
            # A spectator gets an answer even if the database fails.
            with nullcontext() if found.saves else best_effort():
                await self.restore_seat(granted)
        if found.on_newest and self._is_older(interaction, game_id):
            await self.panel_handlers.open_panel(interaction, game_id, OLDER)
            return False
        return True

    def _is_older(self, interaction: Interaction, game_id: int) -> bool:
        """Whether the pressed panel is older than the person's newest panel of that table."""
        message = get_private_message(interaction)
        return message is not None and self._panels.is_older(game_id, interaction.user.id, message.id)

    async def _find_table(self, press: Press, found: ControlRoute) -> int:
        """Return the table that an id is about; a vote's id names the vote, not the table."""
        if found.access is VOTE:
            motion = await self.storage.motions.get(press.read_number())
            if motion is None or motion.fate != "open":
                raise Refusal("This vote is over.")
            return motion.game_id
        return press.read_choice_number() if found.access is RESULT else press.read_number()

    async def restore_seat(self, admitted: GrantedAccess) -> None:
        """Return the seat to a player who acts at a running table while a bot holds it."""
        seat_row = admitted.seat_row
        if seat_row is not None and seat_row.away and seat_row.user_id is not None:
            with ignore_observer():
                await self.absence.return_seat(admitted.row.game_id, seat_row.user_id)

    async def run_safely(
        self,
        interaction: Interaction,
        work: Coroutine[Any, Any, Form | None],
        *,
        opens_form: bool = False,
        saves: str = UNKNOWN_SUBJECT,
    ) -> None:
        """Run the work inside the middleware, which answers in time and turns every error into a sentence.

        Args:
            interaction: the interaction that is answered; a duplicate delivery is ignored.
            work: replies, or returns the form to open.
            opens_form: whether it may return a form, so that nothing else may be sent before.
            saves: subject that the work saves; `NOTHING` if it only shows something.
        """
        try:
            if not self._deliveries.is_first(interaction.id):
                return
            request = HandledRequest(interaction, CommitTracking(interaction.id), saves, opens_form)
            async with AsyncExitStack() as stack:
                for surround in self._middleware:
                    await stack.enter_async_context(surround(request))
                form = await work
                if form is not None:
                    await open_form(interaction, await self._fill_in(interaction, form))
        finally:
            work.close()  # otherwise Python warns that a refused coroutine was never awaited

    @route("goto", access=ONESELF, saves=NOTHING)
    async def _open_chosen_table(self, interaction: Interaction, _number: int, press: Press) -> None:
        """Open the table chosen in the inbox; the value is the custom_id of the button that leads there."""
        chosen = Press.parse({"custom_id": press.read_choice()})
        if chosen.verb not in ("act", "here"):
            raise UnknownControl
        await self._route(interaction, chosen, self.routes[chosen.verb])  # neither verb opens a form


LINE_VERBS = {more_menu.MORE: more_menu.ALLOWED_VERBS, season_more.MORE: season_more.ALLOWED_VERBS}
"""Verbs that the lines of each menu More may have."""


def _follow_line(press: Press) -> Press:
    """Return the press of the button that a line of a menu More stands for; any other press as it is."""
    allowed = LINE_VERBS.get(press.verb, ())
    chosen = Press.parse({"custom_id": press.values[0]}) if press.values else press
    return chosen if chosen.verb in allowed else press
