"""Sender of letters to Discord; the newest state of the table supplies their content."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

import discord

from bot.engine.records import Seat, Told
from bot.host.delivery.outbox import (
    AskBody,
    AwakeBody,
    BoardBody,
    FinalBody,
    HandBody,
    MotionBody,
    NoteBody,
    NoticeBody,
    OrderBody,
    PostBody,
    PromiseBody,
    VacancyBody,
    build_letter,
    parse_body,
)
from bot.host.delivery.outbox_worker import RetryLater, SupersededLetter, Undeliverable
from bot.host.errors import Refusal
from bot.host.leagues.seat_offers import ANYBODY, IN_LINE, SeatOffers
from bot.host.lobby.lobby import Lobby
from bot.host.lobby.open_tables import explain_closing
from bot.host.lost_channels import PRIVATE_LETTERS, LostChannels
from bot.host.play.event_notices import list_event_lines
from bot.host.record.log_reading import read_last_heard, read_log
from bot.host.table.audience_view import AudienceView
from bot.host.table.open_table import OpenTable
from bot.host.table.panel_context import PromptContext
from bot.host.table.running import format_news_lines
from bot.leagues.log_entries import Resulted
from bot.ui import screens
from bot.ui.delivery import turn_pings
from bot.ui.delivery.discord_errors import NotAllowed, OutOfReach, is_temporary, translate_errors
from bot.ui.delivery.forum_posts import ROLE, ForumPosts
from bot.ui.delivery.news_messages import NewsMessages
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.delivery.own_page_links import OwnPageLinks
from bot.ui.delivery.permissions import list_missing_in
from bot.ui.delivery.private_hands import FirstContacts, PrivateHands
from bot.ui.delivery.servers import DiscordServers
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.delivery.table_threads import TableThreads
from bot.ui.screens.leagues.ladders import describe_late_finish
from bot.ui.screens.leagues.seat_offers import describe_place_owners
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen
from bot.ui.screens.table import follows
from storage.interface.letters import DeliveryResult, Letter, NewLetter, TableMessages
from storage.interface.people import Person

log = logging.getLogger(__name__)

MAX_MESSAGES_SEARCHED = 12
"""Public log records among which the latest news for the table's message are found."""


class DiscordSender:
    """Delivers each kind of letter, or finds that it is superseded."""

    def __init__(
        self,
        client: discord.Client,
        lobby: Lobby,
        lost_channels: LostChannels,
        seat_offers: SeatOffers,
        *,
        first_contacts: FirstContacts | None = None,
        confirmed_seconds: float = 0.0,
        own_pages: str = "",
    ) -> None:
        self._client = client
        self._host = host = lobby.host
        self._season_log = seat_offers.season_log
        self._seat_offers = seat_offers
        self._lobby = lobby
        self._lost_channels = lost_channels
        self._people = host.people
        self._storage = host.storage
        self.pictures = Pictures()
        self.panels = OpenPanels()
        self._posting = MessagePoster(client, host.storage, confirmed_seconds=confirmed_seconds)
        self.posts = self._posting.posts
        self._forum_posts = ForumPosts(host, self._posting)
        self._threads = TableThreads(client, host, self._posting, self._forum_posts, self._build_first_board)
        self._news_messages = NewsMessages(host, self._posting)
        self._turn_pings = turn_pings.TurnPings(host, self._posting, self.panels)
        self.page_links = OwnPageLinks(own_pages)
        self.private_hands = PrivateHands(
            client, host, self._posting, self.pictures, first_contacts or FirstContacts(), self.page_links
        )
        self._reported_problems: dict[int, str] = {}
        """Notice already given to the players of each table that cannot be shown."""

    async def carry(self, letter: Letter) -> DeliveryResult | None:
        """See `bot.host.delivery.outbox_worker.Sender`."""
        try:
            async with translate_errors(self._client):
                await self._threads.create_if_needed(letter.game_id)
                return await self._deliver(letter)
        except OutOfReach as lost:
            await self._lost_channels.handle_unreachable(letter.game_id, str(lost))
            raise
        except NotAllowed as refused:
            await self._report_missing_permissions(letter.game_id)
            await self._lost_channels.handle_unreachable(letter.game_id, str(refused))
            raise

    async def _deliver(self, letter: Letter) -> DeliveryResult | None:
        try:
            body = parse_body(letter)
        except ValueError:  # `from None`, because the error would quote the letter
            await self._report_lost_letter(letter)
            raise Undeliverable("what it says cannot be read") from None
        match body:
            case AskBody():
                return await self._send_ask(letter, body)
            case HandBody():
                return await self._send_hand(letter, body)
            case NoteBody(next_up=True):
                return await self._send_next_up(letter, letter.seat or 0)
            case NoteBody(follow_id=int(follow_id), events_after=int(after)):
                return await self._send_digest(letter, follow_id, after)
            case NoteBody(events_after=int(after)):
                return await self._send_events(letter, body, after)
            case NoteBody():
                return await self._send_note(letter, body)
            case OrderBody():
                return await self._send_order(letter, body)
            case PostBody():
                return await self._post(letter, body)
            case _:
                await self._deliver_publicly(letter, body)
                return None

    async def _deliver_publicly(
        self,
        letter: Letter,
        body: BoardBody | FinalBody | NoticeBody | MotionBody | VacancyBody | AwakeBody | PromiseBody,
    ) -> None:
        match body:
            case BoardBody():
                await self._send_board(letter)
            case FinalBody():
                await self._send_final(letter)
            case NoticeBody():
                await self._send_notice(letter, body)
            case MotionBody():
                await self._send_motion(letter, body)
            case VacancyBody():
                await self._send_vacancy(letter, body)
            case AwakeBody():
                await self._keep_awake(letter)
            case PromiseBody():
                await self._send_promise(letter, body)
            case _:
                assert_never(body)

    async def sweep(self, game_id: int) -> None:
        """See `bot.host.delivery.outbox_worker.Sender`; a failed search for duplicates is only logged."""
        shown = await self._storage.messages.list_messages(game_id)
        board = shown.messages.get("board")
        if board is None:
            return
        roles = (f"act:{game_id}:{screens.PING_MARK}", f"hand:{game_id}", f"join:{game_id}", f"here:{game_id}")
        try:
            async with translate_errors(self._client):
                await self._posting.delete_duplicates(
                    board[0], roles, {message for _, message in shown.messages.values()}
                )
        except (RetryLater, Undeliverable) as refused:
            log.info("duplicate messages were not searched: %s", refused, extra={"game": game_id})

    async def build_link(self, seen: AudienceView | OpenTable) -> str | None:
        """Return the link to the table's message."""
        return turn_pings.format_table_link(seen, await self._storage.messages.list_messages(seen.row.game_id))

    async def _load_table(self, letter: Letter, audience: Seat | None = None) -> PromptContext:
        """Return the table at least as new as the letter, because the lock waits for the letter's own move.

        Args:
            letter: the letter to deliver.
            audience: the seat that the table is shown to.

        Raises:
            SupersededLetter: the letter was for a former player, gone since the worker took it up.
        """
        async with self._host.lock_game(letter.game_id):
            if letter.kind in PRIVATE_LETTERS:
                waiting = await self._storage.outbox.list_unsent(letter.game_id)
                if all(other.letter_id != letter.letter_id for other in waiting):
                    raise SupersededLetter("its player has left")
            return await self._host.get_prompt_context(letter.game_id, audience)

    # -- the table's message -----------------------------------------------------------------------

    async def _send_board(self, letter: Letter) -> None:
        game_id = letter.game_id
        async with self._host.lock_game(game_id):
            try:
                there = await self._host.get_prompt_context(game_id, None)
            except Refusal:
                there = None
            log = (
                None if there is None else await read_last_heard(self._host.storage, there.seen, MAX_MESSAGES_SEARCHED)
            )
            shown = await self._storage.messages.list_messages(game_id)
        if there is None or log is None:
            await self._send_lobby_board(letter, shown)
        else:
            running, latest = there.seen, list(log.iterate_told())
            screen, lost = await self._build_board(running, latest), running.row.lost is not None
            await self._posting.show(letter, running.row.channel_id, screen, shown, sure=lost)
            if not shown.call_waits:
                await self._turn_pings.update(letter, running, shown)
        self._reported_problems.pop(game_id, None)
        await self._clean_up(game_id, there, shown)
        await self._update_post(game_id, there, shown)

    async def _update_post(self, game_id: int, there: PromptContext | None, shown: TableMessages) -> None:
        """Set the tags of a table's post in a forum, after everything else has been written there."""
        if not any(role.startswith(ROLE) for role in shown.messages):
            return
        if there is not None:
            await self._forum_posts.update(there.seen.row, shown)
        elif (saved := await self._storage.games.load(game_id)) is not None:
            await self._forum_posts.update(saved.game, shown)

    async def _build_first_board(self, game_id: int) -> Screen:
        """Build the message with which a table's post begins; a lobby's gets its controls after the seed's digest."""
        async with self._host.lock_game(game_id):
            try:
                there = await self._host.get_prompt_context(game_id, None)
            except Refusal:
                lobby = screens.render_lobby(await self._lobby.get_open_table(game_id))
                return replace(lobby, blocks=tuple(block for block in lobby.blocks if isinstance(block, str)))
        return await self._build_board(there.seen, [])

    async def _build_board(self, seen: AudienceView, latest: list[Any]) -> Screen:
        """Build the message of a running or finished table."""
        return screens.render_board(seen, await self.pictures.draw_board(seen), screens.list_public_news(latest))

    async def _send_lobby_board(self, letter: Letter, shown: TableMessages) -> None:
        """Show a table before its start, or the remains of one that never started."""
        game_id = letter.game_id
        saved = await self._storage.games.load(game_id)
        if saved is None:
            return
        if saved.game.status == "open":
            screen = screens.render_lobby(await self._lobby.get_open_table(game_id))
        elif "board" not in shown.messages:
            raise SupersededLetter("it was closed before anybody saw it")
        else:
            title = self._host.get_game(saved.game.title).title
            screen = screens.render_closed_lobby(title, saved.game, explain_closing(saved.game))
        await self._posting.show(letter, saved.game.channel_id, screen, shown, sure=saved.game.lost is not None)
        if saved.game.confirm_until is None and "ask" in shown.messages:
            await self._posting.delete_message(game_id, "ask", shown.messages["ask"])

    async def _clean_up(self, game_id: int, there: PromptContext | None, shown: TableMessages) -> None:
        """Delete obsolete reminders, votes and empty chairs, and close old private threads."""
        running = None if there is None else there.seen
        plays = running is not None and running.row.status == "running"
        for role, place in shown.messages.items():
            kind, _, number = role.partition(":")
            match kind:
                case "motion":
                    proposed = await self._storage.motions.get(int(number)) if plays else None
                    over = proposed is None or proposed.fate != "open"
                case "vacancy":
                    over = running is None or not plays or not running.get_seat_row(int(number)).is_free
                case "reminder":
                    seat, _, tag = number.partition(":")
                    over = there is None or there.tags.get(int(seat)) != tag
                case _:
                    continue
            if over:
                await self._posting.delete_message(game_id, role, place)
        await self.private_hands.close_threads(game_id, shown, running)

    async def _keep_awake(self, letter: Letter) -> None:
        """Prevent the archiving of a quiet table's thread."""
        running = (await self._load_table(letter)).seen
        if running.row.status != "running":
            raise SupersededLetter("the game is over")
        try:
            await self._posting.keep_awake(running.row.channel_id)
        except discord.Forbidden as refused:  # somebody else's thread, which only a new message keeps active
            if is_temporary(refused):
                raise
            where = await self.build_link(running)
            words = "This table goes on, though nothing has happened for a while." + (
                f" [To it]({where})" if where else ""
            )
            await self._post_publicly(letter, running, screens.render_notice(running, words))

    # -- calls and news ------------------------------------------------------------------------------

    async def _send_promise(self, letter: Letter, body: PromiseBody) -> None:
        """Post the digest of a table's secret; this message is never edited."""
        saved = await self._storage.games.load(letter.game_id)
        if saved is None or saved.game.status == "abandoned":
            raise SupersededLetter("the table was closed")
        screen = screens.render_seed_digest(letter.game_id, body.digest)
        sent = await self._posting.send(saved.game.channel_id, screen, letter)
        await self._posting.replace_message(letter.game_id, "promise", sent)

    async def _send_ask(self, letter: Letter, body: AskBody) -> DeliveryResult | None:
        if letter.revision == 0:
            await (self._invite(letter, body) if body.guests else self._ping_lobby(letter))
            return None
        there = await self._load_table(letter)
        if not turn_pings.is_revealing(there.seen):
            await self.panels.wait_until_settled(letter.game_id)
            there = await self._load_table(letter)
        shown = await self._storage.messages.list_messages(letter.game_id)
        again = there.seen.waits_in_secret and body.again
        posted = await (self._turn_pings.remind if again else self._turn_pings.ping)(letter, there, shown)
        return DeliveryResult("channel") if posted else None

    async def _invite(self, letter: Letter, body: AskBody) -> None:
        """Invite people to a lobby, except those who have joined since."""
        table = await self._lobby.get_open_table(letter.game_id)
        guests = [user_id for user_id in body.guests if not table.is_known_in(user_id)]
        if not guests:
            raise SupersededLetter("they have joined")
        screen = screens.render_invitation(table, body.host, guests, await self.build_link(table))
        awake = [user for user in guests if not await self._people.is_quiet(user, self._host.now())]
        await self._posting.send(table.row.channel_id, replace(screen, mentions=tuple(awake)), letter)

    async def _ping_lobby(self, letter: Letter) -> None:
        """Ping the players who must confirm their presence before their game begins."""
        game_id = letter.game_id
        table = await self._lobby.get_open_table(game_id)
        if table.row.confirm_until is None:
            return
        before = await self._storage.messages.get(game_id, "ask")
        now = self._host.now()
        screen = screens.render_presence_call(table, now)
        if table.hides_players:
            await self._ping_lobby_by_dm(table, screen, letter)
            return
        awake = [user for user in screen.mentions if not await self._people.is_quiet(user, now)]
        sent = await self._posting.send(table.row.channel_id, replace(screen, mentions=tuple(awake)), letter)
        await self._posting.replace_message(game_id, "ask", sent, before)

    async def _ping_lobby_by_dm(self, table: OpenTable, screen: Screen, letter: Letter) -> None:
        """Ask the players of an anonymous table for their presence; a failed message leaves a notice."""
        for seat_row in table.list_awaited(self._host.now()):
            person = None if seat_row.user_id is None else await self._people.get(seat_row.user_id)
            if person is None:
                continue
            try:
                async with translate_errors(self._client):
                    refused = await self.private_hands.send_dm(person, screen, letter)
            except RetryLater as held_up:
                refused = str(held_up)
            if refused:
                words = f"{table.game.title} is about to start at table {letter.game_id}. Say there that you are here."
                await self._people.store_pending_notice(person.user_id, person.name, words)

    async def _post(self, letter: Letter, body: PostBody) -> DeliveryResult | None:
        """Add news to the message with the news before, if nothing but a ping stands below it; otherwise post them."""
        running = (await self._load_table(letter)).seen
        shown = await self._storage.messages.list_messages(letter.game_id)
        told = await self._read_told(letter, running)
        news = [told[index].news for index in body.indices if index in told]
        if not format_news_lines(running.game, news, None):  # all of it may be unremarkable
            return None
        collected = self._news_messages.find_open(letter, running, shown)
        if collected is not None and await self._news_messages.add(letter, body, running, collected):
            return None
        sent = await self._post_publicly(letter, running, screens.render_headlines(running, news))
        await self._news_messages.begin(letter, sent)
        return DeliveryResult("channel")

    async def _read_told(self, letter: Letter, seen: AudienceView) -> Mapping[int, Told]:
        """Read the public news of the entry that a letter is about, by their index; none if they are damaged."""
        log = await read_log(self._host.storage, seen, letter.revision)
        return {index: told for entry in log.entries for index, told in (log.parse_entry(entry) or {}).items()}

    async def _send_final(self, letter: Letter) -> None:
        running = (await self._load_table(letter)).seen
        charts = await self.pictures.draw_charts(running)
        told = await self._read_told(letter, running)
        verdict = [piece.news for piece in told.values() if piece.news.verdict]
        counts = await self._is_counted(running)
        left = await self._find_former_players(running)
        late = await self._format_late_note(running)
        await self._post_publicly(
            letter,
            running,
            screens.render_result_message(running, charts, verdict, counts=counts, late=late, left=left),
        )

    async def _format_late_note(self, seen: AudienceView) -> str:
        """Return the note for a ladder's table that was finished after its period; empty for other tables."""
        if seen.league is None:
            return ""
        return describe_late_finish(await self._season_log.get_season(seen.league.season_id))

    async def _find_former_players(self, seen: AudienceView) -> Mapping[Seat, str]:
        """Return the former players whose seats were taken over, at a table of a league."""
        if seen.league is None:
            return {}
        return describe_place_owners(await self._season_log.get_season(seen.league.season_id), seen.league, seen.seats)

    async def _is_counted(self, seen: AudienceView) -> bool:
        """Whether a finished game counts for its season; always true for a game without one."""
        if seen.league is None:
            return True
        season = (await self._season_log.get_season(seen.league.season_id)).season
        return not any(
            isinstance(line.entry, Resulted)
            and line.entry.table == seen.league.number
            and line.number in season.ignored_results
            for line in season.lines
        )

    async def _send_notice(self, letter: Letter, body: NoticeBody) -> None:
        """Post a notice about a table's seats or clocks, and ping the player concerned, if any."""
        if letter.revision == 0:
            await self._send_lobby_notice(letter, body)
            return
        running = (await self._load_table(letter)).seen
        called = None
        if body.calls is not None and not running.is_anonymous:
            called = running.get_seat_row(body.calls).user_id
        mentions = () if called is None or not await self._is_pinged_in_channel(called) else (called,)
        await self._post_publicly(letter, running, screens.render_notice(running, body.text, mentions))

    async def _send_lobby_notice(self, letter: Letter, body: NoticeBody) -> None:
        """Post a league's ruling about a table that has not begun, or was closed before."""
        saved = await self._storage.games.load(letter.game_id)
        shown = await self._storage.messages.list_messages(letter.game_id)
        if saved is None or "board" not in shown.messages:
            raise SupersededLetter("nobody has seen this table yet")
        await self._posting.send(saved.game.channel_id, screens.render_lobby_notice(saved.seats, body.text), letter)

    async def _is_pinged_in_channel(self, user_id: int) -> bool:
        """Whether to ping somebody in the channel: outside their quiet hours, and without direct messages."""
        written_to = await self._people.is_notified_by_dm(user_id)
        return not written_to and not await self._people.is_quiet(user_id, self._host.now())

    async def _send_motion(self, letter: Letter, body: MotionBody) -> None:
        """Post a vote, or edit its message, while the vote is open."""
        proposed = await self._storage.motions.get(body.motion)
        if proposed is None or proposed.fate != "open":
            raise SupersededLetter("the vote is over")
        running = (await self._load_table(letter)).seen
        role = f"motion:{proposed.motion_id}"
        known = await self._storage.messages.get(letter.game_id, role)
        screen = screens.render_vote(running, proposed)
        if known is not None and known[0] == running.row.channel_id and await self._posting.change(known, screen):
            return
        sent = await self._posting.send(running.row.channel_id, screen, letter)
        await self._posting.replace_message(letter.game_id, role, sent, known)

    async def _send_vacancy(self, letter: Letter, body: VacancyBody) -> None:
        """Post the offer of an empty chair while it is empty."""
        running = (await self._load_table(letter)).seen
        seat = letter.seat or 0
        if not running.get_seat_row(seat).is_free or running.row.status != "running":
            raise SupersededLetter("nobody is looked for any more")
        role = f"vacancy:{seat}"
        known = await self._storage.messages.get(letter.game_id, role)
        words, open_to_all = body.text, await self._is_for_anybody(running, seat)
        if words is None:  # the letter only restores a deleted message
            if known is not None and await self._posting.is_still_there(known):
                raise SupersededLetter("it stands there already")
            words = f"<seat:{seat}> is free. {ANYBODY if open_to_all else IN_LINE}"
        sent = await self._post_publicly(
            letter, running, screens.render_vacancy(running, seat, words, offered=not open_to_all)
        )
        await self._posting.replace_message(letter.game_id, role, sent, known)

    async def _is_for_anybody(self, seen: AudienceView, seat: Seat) -> bool:
        return await self._seat_offers.is_open_to_anybody(seen, seat)

    async def invalidate_messages(self, game_id: int) -> None:
        """Check a table's messages at the next update, because somebody asks for the table."""
        self._posting.invalidate((await self._storage.messages.list_messages(game_id)).messages.values())

    async def repost_votes_and_chairs(self, seen: AudienceView) -> None:
        """Post a table's open votes and empty chairs again if somebody has deleted them."""
        if seen.row.status != "running":
            return
        game_id = seen.row.game_id
        letters = [
            build_letter(MotionBody(motion=proposed.motion_id))
            for proposed in await self._storage.motions.list_open(game_id)
        ]
        letters += [NewLetter("vacancy", seat_row.seat) for seat_row in seen.seats if seat_row.is_free]
        if letters:
            await self._storage.outbox.add(game_id, letters, self._host.format_now())
            self._host.announce_commit(game_id, answered_for=False)

    async def _post_publicly(self, letter: Letter, seen: AudienceView, screen: Screen) -> discord.Message:
        """Post a screen for the whole table."""
        return await self._posting.send(seen.row.channel_id, screen, letter)

    # -- to one person -------------------------------------------------------------------------------

    async def _send_hand(self, letter: Letter, body: HandBody) -> DeliveryResult:
        there = await self._load_table(letter, letter.seat)
        running = there.seen
        if letter.seat is None or running.row.status != "running" or running.get_seat_row(letter.seat).user_id is None:
            raise SupersededLetter("nobody needs it any more")
        tag = there.tags.get(letter.seat)
        user_id = running.get_seat_row(letter.seat).user_id
        needless = (
            tag is not None
            and not turn_pings.is_revealing(running)
            and self.panels.is_showing(letter.game_id, user_id, tag)
        )
        if body.calls and needless:
            raise SupersededLetter("its player has the question before them")
        carried = await self.private_hands.deliver(there, letter.seat, letter, again=body.again)
        if body.calls and carried.way == "panel":
            shown = await self._storage.messages.list_messages(letter.game_id)
            await self._turn_pings.ping_instead(letter, running, letter.seat, shown)
        return carried

    async def _send_note(self, letter: Letter, body: NoteBody) -> DeliveryResult:
        """Send one player a note: by direct message if allowed, otherwise in the channel or as a pending notice."""
        there = await self._load_with_player(letter)
        running, seat = there.seen, letter.seat or 0
        user_id = running.get_seat_row(seat).user_id
        if user_id is None or running.row.status != "running":
            raise SupersededLetter("nobody needs it any more")
        tag = body.etag
        if tag is not None and there.tags.get(seat) != tag:
            raise SupersededLetter("the question was answered meanwhile")
        shown = await self._storage.messages.list_messages(letter.game_id)
        words, where = body.text, turn_pings.format_table_link(running, shown)
        if body.reader is not None:
            words = await self._add_own_note(letter, body, user_id)
        screen = screens.render_player_note(running, user_id, words, where)
        person = await self._people.get(user_id)
        refused, private = "", body.private or running.is_anonymous
        quiet = await self._people.is_quiet(user_id, self._host.now())  # it was delayed into the quiet hours
        if quiet:
            screen = replace(screen, mentions=())
        by_dm = person is not None and (person.secrets == "dm" or body.reader is not None)
        if person is not None and by_dm and (private or not quiet):
            page = "" if tag is None else self.page_links.build_link(person, letter.game_id)
            own = replace(screen, blocks=screens.render_player_note(running, user_id, words, where, page).blocks)
            refused = await self._send_note_by_dm(person, own, letter)
            if not refused:
                return DeliveryResult("dm")
        if private:
            await self._people.store_pending_notice(user_id, running.get_seat_row(seat).own_name, words)
            return DeliveryResult("panel", refused or None)
        if tag is not None and running.waits_in_secret:  # another letter pings the whole table
            return DeliveryResult("channel", refused or None)
        sent = await self._posting.send(running.row.channel_id, screen, letter)
        if tag is not None:
            # It is deleted when its question is answered, and replaces the reminder before.
            role = f"reminder:{seat}:{tag}"
            await self._posting.replace_message(letter.game_id, role, sent, shown.messages.get(role))
        return DeliveryResult("channel", refused or None)

    async def _load_with_player(self, letter: Letter) -> PromptContext:
        """Return the table as everybody sees it; an anonymous one as its seat does, because its player is hidden."""
        there = await self._load_table(letter)
        return await self._load_table(letter, letter.seat) if there.seen.is_anonymous else there

    async def _send_next_up(self, letter: Letter, seat: Seat) -> DeliveryResult:
        """Tell a player by direct message that they are next, if that is still true and they have prepared nothing."""
        there = await self._load_table(letter, seat)
        seen, user_id = there.seen, there.seen.get_seat_row(seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is None or not await self._host.is_next(letter.game_id, seat):
            raise SupersededLetter("they are not next any more")
        if seen.prepared is not None and seen.prepared.moves:
            raise SupersededLetter("their turn is prepared")
        if await self._people.is_quiet(person.user_id, self._host.now()):
            raise SupersededLetter("they have quiet hours")
        shown = await self._storage.messages.list_messages(letter.game_id)
        screen = screens.render_next_up(seen, turn_pings.format_table_link(seen, shown))
        refused = await self._send_note_by_dm(person, screen, letter)
        return DeliveryResult("panel", refused) if refused else DeliveryResult("dm")

    async def _send_events(self, letter: Letter, body: NoteBody, after: int) -> DeliveryResult:
        """Send a player the new events by direct message, unless they have looked at the table since.

        If it was delayed into their quiet hours, it comes silently: its events are marked as sent, and not sent again.
        """
        there = await self._load_table(letter, letter.seat)
        seen, user_id = there.seen, there.seen.get_seat_row(letter.seat or 0).user_id
        person = None if user_id is None or user_id != body.reader else await self._people.get(user_id)
        if person is None:
            raise SupersededLetter("the seat has another player")
        after = max(after, await self._storage.read_marks.get_newest_seen(letter.game_id, person.user_id))
        lines: Sequence[str] = ()
        if after < letter.revision:
            log = await read_log(self._host.storage, seen, letter.revision, first=after + 1)
            lines = list_event_lines(log, person.event_level)
        if not lines:
            raise SupersededLetter("they have seen it, or want no such letters any more")
        shown = await self._storage.messages.list_messages(letter.game_id)
        screen = screens.render_events(
            seen, lines, turn_pings.format_table_link(seen, shown), only_own=person.event_level == "affected"
        )
        refused = await self._send_note_by_dm(person, screen, letter)
        return DeliveryResult("panel", refused) if refused else DeliveryResult("dm")

    async def _send_digest(self, letter: Letter, follow_id: int, after: int) -> DeliveryResult:
        """Tell a follower by direct message what everybody has heard, if they can still see the table's channel."""
        followed = await self._storage.follows.get(follow_id)
        person = None if followed is None else await self._people.get(followed.user_id)
        if followed is None or person is None or followed.game_id != letter.game_id:
            raise SupersededLetter("they do not follow this table any more")
        seen = (await self._load_table(letter)).seen
        within = await self._storage.games.get_parent_channel(seen.row.channel_id)
        async with translate_errors(self._client):
            sees = await DiscordServers(self._client).can_member_see(
                seen.row.guild_id, seen.row.channel_id, within, person.user_id
            )
        if sees is None:
            raise RetryLater("the table's server has an outage")
        is_over = seen.row.status != "running"
        refused = ""
        if sees:
            log = await read_log(self._host.storage, seen, letter.revision, first=after + 1)
            lines = list_event_lines(log, "everything")
            screen = follows.render_digest(seen, lines, await self.build_link(seen))
            refused = await self._send_note_by_dm(person, screen, letter)
        if is_over or not sees or refused:
            await self._storage.follows.drop(letter.game_id, person.user_id)
        if not sees:
            raise SupersededLetter("they cannot see the table's channel any more")
        return DeliveryResult("panel", refused) if refused else DeliveryResult("dm")

    async def _add_own_note(self, letter: Letter, body: NoteBody, user_id: int) -> str:
        """Return a reminder with its writer's own note, which no letter stores."""
        note = None
        if body.reader == user_id:  # otherwise the seat has changed hands meanwhile
            note = await self._storage.own_notes.get(letter.game_id, user_id)
        if note is None:
            raise SupersededLetter("the note was deleted meanwhile, or the seat has another player")
        return f"{body.text}\n> {escape_markdown(note.text)}"

    async def _send_note_by_dm(self, person: Person, screen: Screen, letter: Letter) -> str:
        """Send a note by direct message; return the reason of a failure, or nothing.

        It is tried twice only, because the table waits.
        """
        try:
            async with translate_errors(self._client):
                return await self.private_hands.send_dm(person, screen, letter)
        except RetryLater as held_up:
            if letter.attempts == 0:
                raise
            return str(held_up)

    async def _send_order(self, letter: Letter, body: OrderBody) -> DeliveryResult:
        """Report by direct message, if wanted, that an order has ended; the panel shows it anyway."""
        seat: Seat = letter.seat or 0
        running = (await self._load_table(letter, seat)).seen
        user_id = running.get_seat_row(seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is None or person.secrets != "dm":
            return DeliveryResult("panel")
        screen = screens.render_notice(running, body.text)
        refused = await self.private_hands.send_dm(person, screen, letter)
        return DeliveryResult("panel", refused) if refused else DeliveryResult("dm")

    async def _report_lost_letter(self, letter: Letter) -> None:
        """Leave a player a notice that one of their private letters is lost; the table shows public content anyway."""
        saved = await self._storage.games.load(letter.game_id) if letter.kind in PRIVATE_LETTERS else None
        for seat_row in () if saved is None else saved.seats:
            if seat_row.seat == letter.seat and seat_row.user_id is not None:
                words = (
                    f"Something that I had to tell you at table {letter.game_id} is lost. **/play** and **/hand** show "
                    "how things stand."
                )
                await self._people.store_pending_notice(seat_row.user_id, seat_row.own_name, words)

    async def _report_missing_permissions(self, game_id: int) -> None:
        """Leave a table's players one notice that it cannot be shown, and how to fix that."""
        saved = await self._storage.games.load(game_id)
        if saved is None:
            return
        missing = ", ".join(list_missing_in(self._client, saved.game.channel_id)) or "a permission"
        meanwhile = (
            "It waits meanwhile" if saved.game.status == "open" else "You can play on with **/play** and **/hand**"
        )
        words = (
            f"I cannot show table {game_id} in <#{saved.game.channel_id}>, because I lack **{missing}** there. Please "
            f"ask a server manager. {meanwhile}; when that is mended, **/game status** shows the table again."
        )
        if self._reported_problems.get(game_id) == words:
            return
        self._reported_problems[game_id] = words
        for seat_row in saved.seats:
            if seat_row.user_id is not None:
                await self._people.store_pending_notice(seat_row.user_id, seat_row.own_name, words)
