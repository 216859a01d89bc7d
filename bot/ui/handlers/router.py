"""Routing of components, forms and commands to their handlers, with a private reply to each.

A control is recognised by its custom_id alone, so one listener serves all messages, old and new, before and after a
restart. The seat always follows from the user who pressed, never from the id.

discord.py's views are stopped before they are sent: it forgets forms at a restart and keeps every ordinary view in
memory. No call to Discord precedes a reply. Work that takes longer than a commit is deferred and done by a letter.
"""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext
from functools import wraps
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot.engine.cards import CardEntry
from bot.engine.game import AnyGame, build_card_chapters
from bot.engine.questions import BadAnswer
from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.errors import DAMAGED_TABLE, Fault, Leak, Refusal, WrongShard
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.ui import screens
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.access import About, AccessCheck, GrantedAccess
from bot.ui.handlers.answering import (
    PANELS,
    PICTURES,
    ControlHandlers,
    OpensForm,
    best_effort,
    get_display_name,
    get_or_create_person,
    open_form,
    release,
    reply,
    reply_with_screen,
    show,
    show_panel,
)
from bot.ui.handlers.commit_tracking import CommitTracking, track_commits
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.duplicate_deliveries import Deliveries
from bot.ui.handlers.first_answer import (
    DEFER_AFTER_SECONDS,
    DEFER_FORM_AFTER_SECONDS,
    FIRST,
    FirstAnswer,
    defer,
    get_private_message,
    get_seconds_waited,
    is_unanswered,
    take_response,
)
from bot.ui.handlers.instrumentation import Instrumentation, Interaction
from bot.ui.handlers.leagues.league_files import LeagueFileHandlers
from bot.ui.handlers.leagues.league_games import LeagueGameHandlers
from bot.ui.handlers.leagues.league_lookups import LeagueLookupHandlers
from bot.ui.handlers.leagues.league_teams import LeagueTeamHandlers
from bot.ui.handlers.leagues.organiser_undo import OrganiserUndoHandlers
from bot.ui.handlers.leagues.rulings import RulingHandlers
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.leagues.seat_offers import SeatOfferHandlers
from bot.ui.handlers.lobby.lessons import LessonHandlers
from bot.ui.handlers.lobby.lobby import LobbyHandlers
from bot.ui.handlers.lobby.lost_channels import UNDER_WAY, LostChannelHandlers
from bot.ui.handlers.lobby.votes import VoteHandlers
from bot.ui.handlers.past.replays import ReplayHandlers
from bot.ui.handlers.past.results import ResultHandlers
from bot.ui.handlers.past.reviews import ReviewHandlers
from bot.ui.handlers.press import OLD, Press, UnknownControl, is_number
from bot.ui.handlers.press_forwarding import PressForwarding, restore_deferred_state
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.save_failures import ALL_THE_SAME, format_failure, format_late_notice, is_read_only
from bot.ui.handlers.settings import preferences
from bot.ui.handlers.settings.web_pages import WebPageHandlers
from bot.ui.handlers.table.inbox import InboxHandlers
from bot.ui.handlers.table.panels import PanelHandlers
from bot.ui.handlers.table.pictures import PictureHandlers
from bot.ui.handlers.table.prepared_turns import PreparedTurnHandlers
from bot.ui.handlers.table.private_delivery import PrivateDeliveryHandlers
from bot.ui.handlers.table.question_pictures import QuestionPictures
from bot.ui.handlers.table.standing_orders import OrdersAhead, StandingOrderHandlers
from bot.ui.screens.screen import Form
from storage.interface import GameDamaged, NewLetter, StoreFailed, ignore_observer

log = logging.getLogger(__name__)


ON_NEWEST = frozenset({"play", "menu", "part", "more", "form", "undo", "time"})
"""Verbs that count only on the person's newest panel, because a form was typed for the question that it names."""
OF_NO_VERB: tuple[About, None] = ("seat", None)
"""Route of an id without a known verb, such as one from an older version's panel."""
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
    """Run a command through the router whose first response is the form that it returns; see `OpensForm`."""
    return _wrap_command(command, opens_form=True)


def _wrap_command(command: AnyCommand, *, opens_form: bool) -> AnyCommand:
    @wraps(command)
    async def run(cog: Any, interaction: Interaction, *args: Any, **options: Any) -> None:
        router: Router = cog.router
        typed_options = {name: sanitize.sanitize(it) if isinstance(it, str) else it for name, it in options.items()}
        work = command(cog, interaction, *args, **typed_options)
        await router.run_safely(interaction, work, opens_form=opens_form)

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
        visibility: Visibility,
        links: WebLinks,
        web_address: str,
    ) -> None:
        self.host = services.host
        self.lobby = services.lobby
        self.storage = services.storage
        self.absence = services.absence
        self.votes = services.votes
        self._discord_sender = discord_sender
        self._links = links
        self._panels = discord_sender.panels
        self._people = services.host.people
        self._renames = services.renames
        self._priority = priority
        self._question_pictures = QuestionPictures(services.host.people, discord_sender.pictures)
        self._rate_limit = presses
        self.typing = typing
        """Rate limit of autocomplete requests, which are not presses."""
        self.cpu_limit = cpu_limit
        self._instrumentation = instrumentation
        self._press_forwarding = press_forwarding
        self._deliveries = Deliveries()
        self.access_check = AccessCheck(services.host)
        self.secrets_presses = PrivateDeliveryHandlers(services.host, discord_sender.private_hands, outbox_worker)
        self.lobby_presses = LobbyHandlers(services.host, services.lobby, outbox_worker)
        self.panel_presses = PanelHandlers(services, discord_sender, self.secrets_presses, cpu_limit)
        self.inbox_presses = InboxHandlers(services, discord_sender, self.panel_presses.open_panel)
        self.order_presses = StandingOrderHandlers(services.orders, self.panel_presses.open_panel)
        self.orders_ahead = OrdersAhead(services.orders, services.autoplay, self.panel_presses.open_panel)
        self.preparing_presses = PreparedTurnHandlers(services.prepared, services.storage)
        self.picture_presses = PictureHandlers(services.host, discord_sender.pictures)
        self.vote_presses = VoteHandlers(services.host, services.leagues.rulings, services.votes, services.seating)
        self.lesson_presses = LessonHandlers(services.host, discord_sender.pictures)
        self.departure_presses = LostChannelHandlers(services.lost_channels, services.erasure)
        self.results_presses = ResultHandlers(services.host, self.access_check, services.leagues.season_log)
        self.league_presses = SeasonHandlers(services.host, services.lobby, services.leagues, links)
        self.ruling_presses = RulingHandlers(self.league_presses, services.player_records)
        self.way_out_presses = OrganiserUndoHandlers(self.league_presses, self.ruling_presses)
        self.league_games = LeagueGameHandlers(self.league_presses, self.ruling_presses)
        self.league_teams = LeagueTeamHandlers(self.league_presses)
        self.league_looks = LeagueLookupHandlers(
            services.host, self.league_presses, services.player_records, discord_sender.pictures
        )
        self.league_files = LeagueFileHandlers(services.host, self.league_presses, discord_sender.pictures)
        self.web_presses = WebPageHandlers(visibility, self.league_presses, web_address)
        self.offer_presses = SeatOfferHandlers(services.host, self.league_presses, self._take_seat)
        self.replay_presses = ReplayHandlers(services.host, discord_sender.pictures)
        self.review_presses = ReviewHandlers(services.reviews, discord_sender.pictures, self.replay_presses)
        self._at_table: ControlHandlers = {
            "log": self._show_log_page,
            "read": self._show_read_page,
            **self.panel_presses.verbs,
            **self.order_presses.verbs,
            **self.orders_ahead.verbs,
            **self.preparing_presses.verbs,
            **self.picture_presses.verbs,
        }
        """Verbs at a running table; the number in the id is the table's."""
        self.verbs: Mapping[About | None, ControlHandlers] = {
            "seat": {
                **self._at_table,
                **self.inbox_presses.of_table,
                "concede": self._give_up_seat,
                **self.secrets_presses.verbs,
                **self.lobby_presses.own,
                **self.vote_presses.verbs,
                **self.results_presses.of_table,
                **self.replay_presses.verbs,
                **self.review_presses.verbs,
            },
            "setup": {**self.lobby_presses.verbs, **self.departure_presses.verbs},
            "guest": {"take": self._take_offered_seat, **self.lobby_presses.guests},
            None: {
                **self.inbox_presses.verbs,
                "sealed": self._show_sealed,
                "goto": self._open_chosen_table,
                **self.results_presses.verbs,
                **self.lesson_presses.verbs,
                **self.league_presses.verbs,
                **self.ruling_presses.verbs,
                **self.way_out_presses.verbs,
                **self.league_games.verbs,
                **self.league_teams.verbs,
                **self.league_looks.verbs,
                **self.league_files.verbs,
                **self.web_presses.verbs,
                **self.offer_presses.verbs,
                **self.secrets_presses.of_oneself,
                **self.departure_presses.of_oneself,
            },
        }
        """Every verb by its subject; verbs under None are about no table."""
        self._by_verb = {verb: (about, answer) for about, verbs in self.verbs.items() for verb, answer in verbs.items()}

    async def close(self) -> None:
        """Finish the background tasks of the handlers."""
        await self.panel_presses.waiting.close()

    async def handle_interaction(self, interaction: Interaction) -> None:
        """Answer a pressed button, a choice in a menu or a submitted form."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        press = Press.parse(interaction.data)
        _, answer = self._by_verb.get(press.verb, OF_NO_VERB)
        await self.run_safely(interaction, self._route(interaction, press), opens_form=isinstance(answer, OpensForm))

    async def _look_up(self, interaction: Interaction, press: Press) -> None:
        """Answer a control about a game instead of a table; its id names the game's key."""
        match press.verb:
            case "rules":
                await self.show_rules(interaction, press.read_part(0), press.read_number(1))
            case "chapter":
                await self.show_rules(interaction, press.read_part(0), press.read_choice_number())
            case "learn":
                await self.lesson_presses.begin_lesson(interaction, press.read_part(0), beside=len(press.parts) > 1)
            case _:
                raise UnknownControl

    async def _is_player_of(self, interaction: Interaction, press: Press) -> bool:
        """Whether the id's number is that of a running table at which this person plays."""
        if not press.parts or not is_number(press.parts[0]):
            return False
        known = await self.host.find_table(press.read_number())
        plays = known is not None and any(seat_row.user_id == interaction.user.id for seat_row in known[1])
        return known is not None and plays and known[0].status == "running"

    async def _route(self, interaction: Interaction, press: Press) -> Form | None:
        """Route a press to its handler; answer a control of an older version with a current panel.

        Returns:
            The form to open, if the handler opens one.
        """
        about, answer = self._by_verb.get(press.verb, OF_NO_VERB)
        self.panel_presses.waiting.stop_updates(interaction)
        try:
            if answer is None:
                await self._look_up(interaction, press)
                return None
            if about is not None:
                game_id = await self._find_table(press)
                admitted = await self.access_check.grant_access(interaction, game_id, about)
                if press.verb in self._at_table or press.verb in self.vote_presses.verbs:
                    # A spectator gets an answer even if the database fails.
                    with best_effort() if is_read_only(press.verb) else nullcontext():
                        await self.restore_seat(admitted)
                if press.verb in ON_NEWEST and self._is_older(interaction, game_id):
                    await self.panel_presses.open_panel(interaction, game_id, OLDER)
                    return None
            if isinstance(answer, OpensForm):
                return await answer.form(interaction, press.read_number(), press)
            await answer(interaction, press.read_number(), press)
            return None
        except UnknownControl:
            if about is None or press.verb.startswith("lg-") or not await self._is_player_of(interaction, press):
                raise
        await self.panel_presses.open_panel(interaction, press.read_number(), f"{OLD} This is what there is to do now:")
        return None

    def _is_older(self, interaction: Interaction, game_id: int) -> bool:
        """Whether the pressed panel is older than the person's newest panel of that table."""
        message = get_private_message(interaction)
        return message is not None and self._panels.is_older(game_id, interaction.user.id, message.id)

    async def _find_table(self, press: Press) -> int:
        """Return the table that an id is about; a vote's id names the vote, not the table."""
        if press.verb in self.vote_presses.verbs:
            motion = await self.storage.motions.get(press.read_number())
            if motion is None or motion.fate != "open":
                raise Refusal("This vote is over.")
            return motion.game_id
        return press.read_choice_number() if press.verb in self.results_presses.of_table else press.read_number()

    async def restore_seat(self, admitted: GrantedAccess) -> None:
        """Return the seat to a player who acts at a running table while a bot holds it."""
        seat_row = admitted.seat_row
        if seat_row is not None and seat_row.away and seat_row.user_id is not None:
            with ignore_observer():
                await self.absence.return_seat(admitted.row.game_id, seat_row.user_id)

    async def run_safely(
        self, interaction: Interaction, work: Coroutine[Any, Any, Form | None], *, opens_form: bool = False
    ) -> None:
        """Run the work in time; turn every error into a sentence to the person, without losing a change.

        Args:
            interaction: the interaction that is answered; a duplicate delivery is ignored.
            work: replies, or returns the form to open.
            opens_form: whether it may return a form, so that nothing else may be sent before.
        """
        if self._deliveries.is_first(interaction.id):
            await self._answer(interaction, work, opens_form=opens_form)
        else:
            work.close()

    async def _answer(
        self, interaction: Interaction, work: Coroutine[Any, Any, Form | None], *, opens_form: bool
    ) -> None:
        with (
            self._instrumentation.observe(interaction) as admitted,
            self._priority.track_answer() as answered,
            track_commits(interaction.id) as counted,
            self.cpu_limit.charge_person(interaction.user.id),
        ):
            restore_deferred_state(interaction)
            first = FirstAnswer(interaction, self._get_defer_seconds(interaction, opens_form=opens_form), answered)
            interaction.extras.update({FIRST: first, PANELS: self._panels, PICTURES: self._question_pictures})
            try:
                self._must_not_hurry(interaction)
                await self._must_not_be_leaving(interaction)
                await self._note_name(interaction)
                with admitted():
                    await _finish(interaction, work)
            except (Refusal, BadAnswer) as refused:
                counted.saved = False
                await self._refuse(interaction, refused, counted)
            except (Fault, Leak) as refused:
                await reply(interaction, str(refused))
            except GameDamaged:
                log.exception("a table cannot be read")
                await reply(interaction, DAMAGED_TABLE)
            except StoreFailed as failed:
                log.exception("the store failed")
                await reply(interaction, format_failure(interaction, failed, counted))
            except discord.HTTPException as failed:
                log.warning("Discord refused a request: %s (%s)", failed.status, failed.code)
                if is_unanswered(interaction):
                    words = ALL_THE_SAME if counted.saved else "Discord refused my reply, so nothing was changed."
                    await reply(interaction, f"{words} Press **Act** to see how things stand.")
            except (aiohttp.ClientError, TimeoutError) as failed:
                log.warning("Discord could not be reached: %s", type(failed).__name__)
                if is_unanswered(interaction):
                    words = ALL_THE_SAME if counted.saved else "Nothing was changed."
                    await reply(interaction, f"I can't reach Discord right now. {words}")
            except Exception:
                reference = secrets.token_hex(4)
                log.exception("an interaction failed", extra={"reference": reference})
                await reply(
                    interaction,
                    f"Something went wrong on our side while answering you (reference {reference}); it has been "
                    "reported. Press **Act** to see how things stand: what you pressed may have counted.",
                )
            work.close()  # otherwise Python warns that a refused coroutine was never awaited
            await take_response(interaction)
            answered()
            await self._deliver_notice(interaction, counted)
        release(interaction)

    def _get_defer_seconds(self, interaction: Interaction, *, opens_form: bool) -> float:
        """Return the seconds until the reply is deferred; time in our queues counts."""
        allowed = DEFER_FORM_AFTER_SECONDS if opens_form else DEFER_AFTER_SECONDS
        return allowed - get_seconds_waited(interaction, self.host.now())

    async def _refuse(self, interaction: Interaction, refused: Exception, counted: CommitTracking) -> None:
        """Reply with the reason of a refusal, or forward the interaction if another process owns the table."""
        if self._press_forwarding is not None and isinstance(refused, WrongShard):
            try:
                if await self._press_forwarding.forward(interaction, refused.guild_id):
                    return
            except StoreFailed as failed:
                log.exception("an interaction could not be forwarded to the table's owner")
                await reply(interaction, format_failure(interaction, failed, counted))
                return
        await reply(interaction, str(refused))

    async def _deliver_notice(self, interaction: Interaction, counted: CommitTracking) -> None:
        """Send the person's pending notice; if no reply has arrived, store one for later.

        A person whose press counted, although Discord reported a failure, learns it with their next reply, also after a
        restart.
        """
        user_id = interaction.user.id
        with best_effort():
            if not is_unanswered(interaction):
                words = await self._people.take_pending_notice(user_id)
                if words and not await reply_with_screen(interaction, screens.render_note(words)):
                    await self._people.store_pending_notice(user_id, get_display_name(interaction), words)
            elif counted.saved and (words := format_late_notice(interaction)):
                log.warning("a reply did not arrive, but the interaction was committed")
                await self._people.store_pending_notice(user_id, get_display_name(interaction), words)

    def _must_not_hurry(self, interaction: Interaction) -> None:
        """Raise Refusal before any work when the person exceeds the rate limit or the CPU limit."""
        why = "That was too fast for me"
        wait = self._rate_limit.count_request(interaction.user.id)
        if not wait:
            why = "What you have pressed in the last minute gave me more to do than I have time for one person"
            wait = self.cpu_limit.get_wait_seconds(interaction.user.id)
        if wait:
            seconds = math.ceil(wait)
            raise Refusal(
                f"{why}, so this press changed nothing. "
                f"Try again in {seconds} {'second' if seconds == 1 else 'seconds'}."
            )

    async def _must_not_be_leaving(self, interaction: Interaction) -> None:
        """Raise Refusal while other processes still have to erase this person's data: they may not begin anything."""
        if await self.departure_presses.erasure.is_under_way(interaction.user.id):
            raise Refusal(UNDER_WAY)

    async def _note_name(self, interaction: Interaction) -> None:
        """Store the person's current name for the tables and leagues of this server."""
        if interaction.guild_id is not None:
            with best_effort():
                await self._renames.note(interaction.user.id, interaction.guild_id, get_display_name(interaction))

    # -- answering -----------------------------------------------------------------------------------

    async def show_log(self, interaction: Interaction, game_id: int, page: int) -> None:
        """Show a page of the log that this person may read."""
        revision = await self.host.get_revision(game_id)
        lines = await self.host.get_history(game_id, interaction.user.id)
        seen = await self.host.get_view_of_person(game_id, interaction.user.id)
        await show(interaction, screens.render_log(seen, lines, page))
        if page == 0:  # the first page shows the newest lines
            await self.panel_presses.record_seen_revision(seen, revision)

    async def show_why(self, interaction: Interaction, game_id: int) -> None:
        """Show what a table waits for, as far as this person may know."""
        await show(
            interaction, screens.render_why_waiting(await self.host.get_view_of_person(game_id, interaction.user.id))
        )

    async def show_rules(self, interaction: Interaction, title: str, page: int) -> None:
        """Show a chapter of a game's rules or of its cards."""
        game = self._get_game(title)
        cards = self.list_cards(game)
        picture = await self._discord_sender.pictures.draw_chapter(game, screens.get_chapter(game, page, cards))
        await show(interaction, screens.render_rules(game, page, cards, picture))

    async def show_card(self, interaction: Interaction, title: str, wanted: str | None, *, anywhere: bool) -> None:
        """Show a card's text.

        Args:
            interaction: the request.
            title: key of the card's game.
            wanted: the card's name; None shows all cards, from the first.
            anywhere: whether to search the other games, too.
        """
        game = self._get_game(title)
        if wanted is None:
            if not self.list_cards(game):
                raise Refusal(f"{game.title} has no cards to look up. **/game rules** explains it.")
            await show(interaction, screens.render_rules(game, len(game.rulebook), self.list_cards(game)))
            return
        typed = wanted.strip().casefold()
        others = [other for other in self.host.games.values() if other is not game] if anywhere else []
        for one in (game, *others):
            cards = self.list_cards(one)
            found = next((card for card in cards if card.name.casefold() == typed), None)
            if found is not None:
                chapters = enumerate(build_card_chapters(cards), len(one.rulebook))
                page = next(at for at, chapter in chapters if found.line in chapter.text)
                await show(interaction, screens.render_card(one, found, page))
                return
        raise Refusal("There is no card of that name. Without a name **/game cards** shows all cards of a game.")

    def list_cards(self, game: AnyGame) -> Sequence[CardEntry]:
        """Return the cards of new games of this kind here."""
        return () if game.cards is None else game.cards(self.host.get_box(game))

    def _get_game(self, title: str) -> AnyGame:
        """Return the game with this key; raise Refusal if there is none."""
        game = self.host.games.get(title)
        if game is None:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.host.games)}.")
        return game

    async def show_status(self, interaction: Interaction, game_id: int) -> None:
        """Show a table privately, and repair its public messages."""
        saved = await self.storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists.")
        if self.host.shards.has_server(saved.game.guild_id):
            with best_effort():
                await self._discord_sender.invalidate_messages(game_id)
                await self.storage.outbox.add(game_id, [NewLetter("board")], self.host.format_now())
                self.host.announce_commit(game_id, answered_for=False)
        if saved.game.status == "open":
            await show(interaction, screens.render_lobby(await self.lobby.get_open_table(game_id)))
            return
        seen = await self.host.get_view(game_id)
        with best_effort():
            await self._discord_sender.repost_votes_and_chairs(seen)
            await self.departure_presses.lost_channels.retry([seen.row])
        way_here = self.departure_presses.build_move_button(interaction, seen)
        address = await self._links.get_table_link(game_id)
        await show(interaction, screens.render_board(seen, None, address=address).with_blocks(*way_here))

    async def change_settings(self, interaction: Interaction, changes: preferences.PreferenceHandlers) -> None:
        """Show or change a person's preferences."""
        person = await get_or_create_person(interaction, self._people)
        wishes = await self._people.get_wishes(person.user_id)
        now = self.host.now()
        changed = preferences.apply_changes(wishes, changes, now)
        if changes.secrets is not None and preferences.SECRETS[changes.secrets] == "dm":
            await defer(interaction)
        if changed != wishes:
            person = await self._people.change_wishes(
                person, lambda known: preferences.apply_changes(known, changes, now)
            )
        if changes.secrets is not None:
            person = await self.secrets_presses.choose(person, preferences.SECRETS[changes.secrets])
        await show(interaction, preferences.build_screen(person, changed))

    # -- at the table --------------------------------------------------------------------------------

    async def _show_log_page(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show_log(interaction, game_id, press.read_number(1))

    async def _show_read_page(self, interaction: Interaction, game_id: int, press: Press) -> None:
        seen = await self.host.get_view_of_person(game_id, interaction.user.id)
        await show(interaction, screens.render_table_text(seen, press.read_number(1)))

    async def give_up_seat(self, interaction: Interaction, game_id: int) -> None:
        """Give up a seat, or first show the consequences if it costs more than the game."""
        costs = await self.league_presses.build_concession_warning(interaction, game_id)
        if costs is None:
            await self._give_up_seat(interaction, game_id)
        else:
            await show(interaction, costs)

    async def _give_up_seat(self, interaction: Interaction, game_id: int, _: Press | None = None) -> None:
        await show_panel(interaction, await self.absence.give_up_seat(game_id, interaction.user.id))

    async def _take_offered_seat(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._take_seat(interaction, game_id, press.read_number(1))

    async def _take_seat(self, interaction: Interaction, game_id: int, seat: Seat) -> None:
        """Seat somebody in an empty chair."""
        await self.league_presses.leagues.rulings.refuse_excluded_player(game_id, interaction.user.id)
        await self.votes.take_seat(game_id, seat, interaction.user.id, get_display_name(interaction))
        await self.lobby_presses.record_seat(interaction)
        await self.panel_presses.show_hand(interaction, game_id)

    async def _show_sealed(self, interaction: Interaction, number: int, _: Press) -> None:
        await show(interaction, screens.render_digest_help(number))

    async def _open_chosen_table(self, interaction: Interaction, _: int, press: Press) -> None:
        """Open the table chosen in the inbox; the value is the custom_id of the button that leads there."""
        chosen = Press.parse({"custom_id": press.read_choice()})
        if chosen.verb not in ("act", "here"):
            raise UnknownControl
        await self._route(interaction, chosen)  # neither verb opens a form


async def _finish(interaction: Interaction, work: Coroutine[Any, Any, Form | None]) -> None:
    """Do the work, and open the form that it returns."""
    form = await work
    if form is not None:
        await open_form(interaction, form)
