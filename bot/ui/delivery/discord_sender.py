"""Sender of letters to Discord; the newest state of the table supplies their content."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

import discord

from bot.engine.records import Seat
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
    body_of,
    letter_of,
)
from bot.host.delivery.outbox_worker import RetryLater, SupersededLetter, Undeliverable
from bot.host.errors import Refusal
from bot.host.host import Host, PromptContext
from bot.host.leagues.season_log import SeasonLog
from bot.host.leagues.seat_offers import ANYBODY, IN_LINE, Offers
from bot.host.lobby.lobby import Lobby, why_closed
from bot.host.lost_channels import PRIVATE, LostChannels
from bot.host.table.audience_view import AudienceView
from bot.host.table.open_table import OpenTable
from bot.host.table.running import effective_entries, legible, lines_of
from bot.leagues.log_entries import Resulted
from bot.ui import screens
from bot.ui.delivery import turn_pings
from bot.ui.delivery.discord_errors import NotAllowed, OutOfReach, passes, refusals
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.delivery.permissions import lacking_in
from bot.ui.delivery.private_hands import FirstContacts, PrivateHands
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.delivery.table_threads import TableThreads
from bot.ui.delivery.web_links import WebLinks
from bot.ui.screens.leagues.ladders import after_its_period
from bot.ui.screens.leagues.seat_offers import whose_places
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen
from storage.interface import Carried, Letter, NewLetter, Person, TableMessages

log = logging.getLogger(__name__)

LOOKED_AT = 12
"""Public log records among which the latest news for the table's message are found."""


class DiscordSender:
    """Delivers each kind of letter, or finds that it is superseded."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        lobby: Lobby,
        departures: LostChannels,
        *,
        contacts: FirstContacts | None = None,
        ledger: SeasonLog | None = None,
        offers: Offers | None = None,
        links: WebLinks | None = None,
        stands: float = 0.0,
    ) -> None:
        self._client = client
        self._host = host
        self._ledger = ledger
        self._offers = offers
        self._links = links
        self._lobby = lobby
        self._departures = departures
        self._people = host.people
        self._storage = host.storage
        self.pictures = Pictures()
        self.panels = OpenPanels()
        self._posting = MessagePoster(client, host.storage, stands=stands)
        self._threads = TableThreads(client, host, self._posting)
        self._calls = turn_pings.TurnPings(host, self._posting, self.panels)
        self.copies = PrivateHands(client, host, self._posting, self.pictures, contacts or FirstContacts())
        self._told: dict[int, str] = {}
        """Notice already given to the players of each table that cannot be shown."""

    async def carry(self, letter: Letter) -> Carried | None:
        """See `bot.host.delivery.outbox_worker.Carrier`."""
        try:
            async with refusals(self._client):
                await self._threads.make(letter.game_id)
                return await self._carry(letter)
        except OutOfReach as lost:
            await self._departures.out_of_reach(letter.game_id, str(lost))
            raise
        except NotAllowed as refused:
            await self._tell_what_is_missing(letter.game_id)
            await self._departures.out_of_reach(letter.game_id, str(refused))
            raise

    async def _carry(self, letter: Letter) -> Carried | None:
        try:
            body = body_of(letter)
        except ValueError:  # `from None`, because the error would quote the letter
            await self._tell_of_lost_letter(letter)
            raise Undeliverable("what it says cannot be read") from None
        match body:
            case AskBody():
                return await self._ask(letter, body)
            case HandBody():
                return await self._hand(letter, body)
            case NoteBody():
                return await self._note(letter, body)
            case OrderBody():
                return await self._order(letter, body)
            case _:
                await self._carry_to_all(letter, body)
                return None

    async def _carry_to_all(
        self,
        letter: Letter,
        body: BoardBody | PostBody | FinalBody | NoticeBody | MotionBody | VacancyBody | AwakeBody | PromiseBody,
    ) -> None:
        match body:
            case BoardBody():
                await self._board(letter)
            case PostBody():
                await self._post(letter, body)
            case FinalBody():
                await self._final(letter)
            case NoticeBody():
                await self._notice(letter, body)
            case MotionBody():
                await self._motion(letter, body)
            case VacancyBody():
                await self._vacancy(letter, body)
            case AwakeBody():
                await self._awake(letter)
            case PromiseBody():
                await self._promise(letter, body)
            case _:
                assert_never(body)

    async def sweep(self, game_id: int) -> None:
        """See `bot.host.delivery.outbox_worker.Carrier`; a failed search for duplicates is only logged."""
        shown = await self._storage.messages.shown(game_id)
        board = shown.messages.get("board")
        if board is None:
            return
        roles = (f"act:{game_id}:{screens.CALL}", f"hand:{game_id}", f"join:{game_id}", f"here:{game_id}")
        try:
            async with refusals(self._client):
                await self._posting.sweep(board[0], roles, {message for _, message in shown.messages.values()})
        except (RetryLater, Undeliverable) as refused:
            log.info("duplicate messages were not searched: %s", refused, extra={"game": game_id})

    async def link(self, seen: AudienceView | OpenTable) -> str | None:
        """Return the link to the table's message."""
        return turn_pings.link(seen, await self._storage.messages.shown(seen.row.game_id))

    async def _there(self, letter: Letter, audience: Seat | None = None) -> PromptContext:
        """Return the table at least as new as the letter, because the lock waits for the letter's own move.

        Args:
            letter: the letter to deliver.
            audience: the seat that the table is shown to.

        Raises:
            SupersededLetter: the letter was for a former player, gone since the worker took it up.
        """
        async with self._host.lock(letter.game_id):
            if letter.kind in PRIVATE:
                waiting = await self._storage.outbox.unsent(letter.game_id)
                if all(other.letter_id != letter.letter_id for other in waiting):
                    raise SupersededLetter("its player has left")
            return await self._host.asking(letter.game_id, audience)

    # -- the table's message -----------------------------------------------------------------------

    async def _board(self, letter: Letter) -> None:
        game_id = letter.game_id
        async with self._host.lock(game_id):
            try:
                there = await self._host.asking(game_id, None)
            except Refusal:
                there = None
            entries = () if there is None else await self._host.last_heard(game_id, None, LOOKED_AT)
            shown = await self._storage.messages.shown(game_id)
        if there is None:
            await self._lobby_board(letter, shown)
        else:
            running = there.seen
            latest = [piece for entry in effective_entries(entries) for piece in legible(running.game, entry) or ()]
            screen, lost = await self._table(running, latest), running.row.lost is not None
            await self._posting.show(letter, running.row.channel_id, screen, shown, sure=lost)
            if not shown.call_waits:
                await self._calls.keep(letter, running, shown)
        self._told.pop(game_id, None)
        await self._tidy(game_id, there, shown)

    async def _table(self, seen: AudienceView, latest: list[Any]) -> Screen:
        """Build the message of a running or finished table."""
        address = "" if self._links is None else await self._links.to_table(seen.row.game_id)
        return screens.board(seen, await self.pictures.board(seen), screens.heard_by_all(latest), address)

    async def _lobby_board(self, letter: Letter, shown: TableMessages) -> None:
        """Show a table before its start, or the remains of one that never started."""
        game_id = letter.game_id
        saved = await self._storage.games.saved(game_id)
        if saved is None:
            return
        if saved.game.status == "open":
            screen = screens.lobby(await self._lobby.table(game_id))
        elif "board" not in shown.messages:
            raise SupersededLetter("it was closed before anybody saw it")
        else:
            title = self._host.game(saved.game.title).title
            screen = screens.closed(title, game_id, why_closed(saved.game))
        await self._posting.show(letter, saved.game.channel_id, screen, shown, sure=saved.game.lost is not None)
        if saved.game.confirm_until is None and "ask" in shown.messages:
            await self._posting.take_away(game_id, "ask", shown.messages["ask"])

    async def _tidy(self, game_id: int, there: PromptContext | None, shown: TableMessages) -> None:
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
                    over = running is None or not plays or not running.seat_row(int(number)).is_free
                case "reminder":
                    seat, _, tag = number.partition(":")
                    over = there is None or there.tags.get(int(seat)) != tag
                case _:
                    continue
            if over:
                await self._posting.take_away(game_id, role, place)
        await self.copies.close_threads(game_id, shown, running)

    async def _awake(self, letter: Letter) -> None:
        """Prevent the archiving of a quiet table's thread."""
        running = (await self._there(letter)).seen
        if running.row.status != "running":
            raise SupersededLetter("the game is over")
        try:
            await self._posting.keep_awake(running.row.channel_id)
        except discord.Forbidden as refused:  # somebody else's thread, which only a new message keeps active
            if passes(refused):
                raise
            where = await self.link(running)
            words = "This table goes on, though nothing has happened for a while." + (
                f" [To it]({where})" if where else ""
            )
            await self._tell(letter, running, screens.notice(running, words))

    # -- calls and news ------------------------------------------------------------------------------

    async def _promise(self, letter: Letter, body: PromiseBody) -> None:
        """Post the digest of a table's secret; this message is never edited."""
        saved = await self._storage.games.saved(letter.game_id)
        if saved is None or saved.game.status == "abandoned":
            raise SupersededLetter("the table was closed")
        screen = screens.promise(letter.game_id, body.digest)
        sent = await self._posting.send(saved.game.channel_id, screen, letter)
        await self._posting.stands_for(letter.game_id, "promise", sent)

    async def _ask(self, letter: Letter, body: AskBody) -> Carried | None:
        if letter.revision == 0:
            await (self._invite(letter, body) if body.guests else self._lobby_call(letter))
            return None
        there = await self._there(letter)
        if not turn_pings.tells(there.seen):
            await self.panels.settled(letter.game_id)
            there = await self._there(letter)
        shown = await self._storage.messages.shown(letter.game_id)
        again = there.seen.waits_in_secret and body.again
        posted = await (self._calls.remind if again else self._calls.call)(letter, there, shown)
        return Carried("channel") if posted else None

    async def _invite(self, letter: Letter, body: AskBody) -> None:
        """Invite people to a lobby, except those who have joined since."""
        table = await self._lobby.table(letter.game_id)
        guests = [user_id for user_id in body.guests if not table.has(user_id)]
        if not guests:
            raise SupersededLetter("they have joined")
        screen = screens.invitation(table, body.host, guests, await self.link(table))
        awake = [user for user in guests if not await self._people.is_quiet(user, self._host.now())]
        await self._posting.send(table.row.channel_id, replace(screen, mentions=tuple(awake)), letter)

    async def _lobby_call(self, letter: Letter) -> None:
        """Ping the players who must confirm their presence before their game begins."""
        game_id = letter.game_id
        table = await self._lobby.table(game_id)
        if table.row.confirm_until is None:
            return
        before = await self._storage.messages.get(game_id, "ask")
        now = self._host.now()
        screen = screens.lobby_call(table, now)
        awake = [user for user in screen.mentions if not await self._people.is_quiet(user, now)]
        sent = await self._posting.send(table.row.channel_id, replace(screen, mentions=tuple(awake)), letter)
        await self._posting.stands_for(game_id, "ask", sent, before)

    async def _post(self, letter: Letter, body: PostBody) -> None:
        running = (await self._there(letter)).seen
        entries = await self._storage.games.entries(letter.game_id, after=letter.revision - 1, limit=1)
        told = (legible(running.game, entries[0]) or []) if entries else []
        news = [told[index].news for index in body.indices if told and told[index].to is None]
        if lines_of(running.game, news, None):  # all of it may be unremarkable
            await self._tell(letter, running, screens.headlines(running, news))

    async def _final(self, letter: Letter) -> None:
        running = (await self._there(letter)).seen
        charts = await self.pictures.charts(running)
        entries = await self._storage.games.entries(letter.game_id, after=letter.revision - 1, limit=1)
        told = (legible(running.game, entries[0]) or []) if entries else []
        verdict = [piece.news for piece in told if piece.news.verdict and piece.to is None]
        counts = await self._counts(running)
        left = await self._whose_places(running)
        late = await self._after_its_period(running)
        await self._tell(letter, running, screens.final(running, charts, verdict, counts=counts, late=late, left=left))

    async def _after_its_period(self, seen: AudienceView) -> str:
        """Return the note for a ladder's table that was finished after its period; empty for other tables."""
        if seen.league is None or self._ledger is None:
            return ""
        return after_its_period(await self._ledger.known(seen.league.season_id))

    async def _whose_places(self, seen: AudienceView) -> Mapping[Seat, str]:
        """Return the former players whose seats were taken over, at a table of a league."""
        if seen.league is None or self._ledger is None:
            return {}
        return whose_places(await self._ledger.known(seen.league.season_id), seen.league.number, seen.seats)

    async def _counts(self, seen: AudienceView) -> bool:
        """Whether a finished game counts for its season; always true for a game without one."""
        if seen.league is None or self._ledger is None:
            return True
        season = (await self._ledger.known(seen.league.season_id)).season
        return not any(
            isinstance(line.entry, Resulted)
            and line.entry.table == seen.league.number
            and line.number in season.unheeded
            for line in season.lines
        )

    async def _notice(self, letter: Letter, body: NoticeBody) -> None:
        """Post a notice about a table's seats or clocks, and ping the player concerned, if any."""
        if letter.revision == 0:
            await self._notice_to_lobby(letter, body)
            return
        running = (await self._there(letter)).seen
        called = None if body.calls is None else running.seat_row(body.calls).user_id
        mentions = () if called is None or not await self._hears_in_channel(called) else (called,)
        await self._tell(letter, running, screens.notice(running, body.text, mentions))

    async def _notice_to_lobby(self, letter: Letter, body: NoticeBody) -> None:
        """Post a league's ruling about a table that has not begun, or was closed before."""
        saved = await self._storage.games.saved(letter.game_id)
        shown = await self._storage.messages.shown(letter.game_id)
        if saved is None or "board" not in shown.messages:
            raise SupersededLetter("nobody has seen this table yet")
        await self._posting.send(saved.game.channel_id, screens.notice_of_lobby(saved.seats, body.text), letter)

    async def _hears_in_channel(self, user_id: int) -> bool:
        """Whether to ping somebody in the channel: outside their quiet hours, and without direct messages."""
        written_to = await self._people.is_written_to(user_id)
        return not written_to and not await self._people.is_quiet(user_id, self._host.now())

    async def _motion(self, letter: Letter, body: MotionBody) -> None:
        """Post a vote, or edit its message, while the vote is open."""
        proposed = await self._storage.motions.get(body.motion)
        if proposed is None or proposed.fate != "open":
            raise SupersededLetter("the vote is over")
        running = (await self._there(letter)).seen
        role = f"motion:{proposed.motion_id}"
        known = await self._storage.messages.get(letter.game_id, role)
        screen = screens.motion(running, proposed)
        if known is not None and known[0] == running.row.channel_id and await self._posting.change(known, screen):
            return
        sent = await self._posting.send(running.row.channel_id, screen, letter)
        await self._posting.stands_for(letter.game_id, role, sent, known)

    async def _vacancy(self, letter: Letter, body: VacancyBody) -> None:
        """Post the offer of an empty chair while it is empty."""
        running = (await self._there(letter)).seen
        seat = letter.seat or 0
        if not running.seat_row(seat).is_free or running.row.status != "running":
            raise SupersededLetter("nobody is looked for any more")
        role = f"vacancy:{seat}"
        known = await self._storage.messages.get(letter.game_id, role)
        words, open_to_all = body.text, await self._is_for_anybody(running, seat)
        if words is None:  # the letter only restores a deleted message
            if known is not None and await self._posting.still_stands(known):
                raise SupersededLetter("it stands there already")
            words = f"<seat:{seat}> is free. {ANYBODY if open_to_all else IN_LINE}"
        sent = await self._tell(letter, running, screens.vacancy(running, seat, words, offered=not open_to_all))
        await self._posting.stands_for(letter.game_id, role, sent, known)

    async def _is_for_anybody(self, seen: AudienceView, seat: Seat) -> bool:
        return self._offers is None or await self._offers.is_for_anybody(seen, seat)

    async def doubt(self, game_id: int) -> None:
        """Check a table's messages at the next update, because somebody asks for the table."""
        self._posting.doubt((await self._storage.messages.shown(game_id)).messages.values())

    async def bring_back(self, seen: AudienceView) -> None:
        """Post a table's open votes and empty chairs again if somebody has deleted them."""
        if seen.row.status != "running":
            return
        game_id = seen.row.game_id
        letters = [
            letter_of(MotionBody(motion=proposed.motion_id))
            for proposed in await self._storage.motions.open_at(game_id)
        ]
        letters += [NewLetter("vacancy", seat_row.seat) for seat_row in seen.seats if seat_row.is_free]
        if letters:
            await self._storage.outbox.add(game_id, letters, self._host.now_text())
            self._host.committed(game_id, answered_for=False)

    async def _tell(self, letter: Letter, seen: AudienceView, screen: Screen) -> discord.Message:
        """Post a screen for the whole table."""
        return await self._posting.send(seen.row.channel_id, screen, letter)

    # -- to one person -------------------------------------------------------------------------------

    async def _hand(self, letter: Letter, body: HandBody) -> Carried:
        there = await self._there(letter, letter.seat)
        running = there.seen
        if letter.seat is None or running.row.status != "running" or running.seat_row(letter.seat).user_id is None:
            raise SupersededLetter("nobody needs it any more")
        tag = there.tags.get(letter.seat)
        user_id = running.seat_row(letter.seat).user_id
        needless = tag is not None and not turn_pings.tells(running) and self.panels.shows(letter.game_id, user_id, tag)
        if body.calls and needless:
            raise SupersededLetter("its player has the question before them")
        carried = await self.copies.bring(there, letter.seat, letter, again=body.again)
        if body.calls and carried.way == "panel":
            shown = await self._storage.messages.shown(letter.game_id)
            await self._calls.instead(letter, running, letter.seat, shown)
        return carried

    async def _note(self, letter: Letter, body: NoteBody) -> Carried:
        """Send one player a note: by direct message if allowed, otherwise in the channel or as a pending notice."""
        there = await self._there(letter)
        running, seat = there.seen, letter.seat or 0
        user_id = running.seat_row(seat).user_id
        if user_id is None or running.row.status != "running":
            raise SupersededLetter("nobody needs it any more")
        tag = body.etag
        if tag is not None and there.tags.get(seat) != tag:
            raise SupersededLetter("the question was answered meanwhile")
        shown = await self._storage.messages.shown(letter.game_id)
        words, where = body.text, turn_pings.link(running, shown)
        screen = screens.to_player(running, user_id, words, where)
        person = await self._people.get(user_id)
        refused, private = "", body.private
        quiet = await self._people.is_quiet(user_id, self._host.now())  # it was delayed into the quiet hours
        if quiet:
            screen = replace(screen, mentions=())
        if person is not None and person.secrets == "dm" and (private or not quiet):
            refused = await self._noted_by_dm(person, screen, letter)
            if not refused:
                return Carried("dm")
        if private:
            await self._people.leave_word(user_id, running.seat_row(seat).name, words)
            return Carried("panel", refused or None)
        if tag is not None and running.waits_in_secret:  # another letter pings the whole table
            return Carried("channel", refused or None)
        sent = await self._posting.send(running.row.channel_id, screen, letter)
        if tag is not None:
            # It is deleted when its question is answered, and replaces the reminder before.
            role = f"reminder:{seat}:{tag}"
            await self._posting.stands_for(letter.game_id, role, sent, shown.messages.get(role))
        return Carried("channel", refused or None)

    async def _noted_by_dm(self, person: Person, screen: Screen, letter: Letter) -> str:
        """Send a note by direct message; return the reason of a failure, or nothing.

        It is tried twice only, because the table waits.
        """
        try:
            async with refusals(self._client):
                return await self.copies.by_dm(person, screen, letter)
        except RetryLater as held_up:
            if letter.attempts == 0:
                raise
            return str(held_up)

    async def _order(self, letter: Letter, body: OrderBody) -> Carried:
        """Report by direct message, if wanted, that an order has ended; the panel shows it anyway."""
        seat: Seat = letter.seat or 0
        running = (await self._there(letter, seat)).seen
        user_id = running.seat_row(seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is None or person.secrets != "dm":
            return Carried("panel")
        screen = screens.notice(running, body.text)
        refused = await self.copies.by_dm(person, screen, letter)
        return Carried("panel", refused) if refused else Carried("dm")

    async def _tell_of_lost_letter(self, letter: Letter) -> None:
        """Leave a player a notice that one of their private letters is lost; the table shows public content anyway."""
        saved = await self._storage.games.saved(letter.game_id) if letter.kind in PRIVATE else None
        for seat_row in () if saved is None else saved.seats:
            if seat_row.seat == letter.seat and seat_row.user_id is not None:
                words = (
                    f"Something that I had to tell you at table {letter.game_id} is lost. **/play** and **/hand** show "
                    "how things stand."
                )
                await self._people.leave_word(seat_row.user_id, seat_row.name, words)

    async def _tell_what_is_missing(self, game_id: int) -> None:
        """Leave a table's players one notice that it cannot be shown, and how to fix that."""
        saved = await self._storage.games.saved(game_id)
        if saved is None:
            return
        missing = ", ".join(lacking_in(self._client, saved.game.channel_id)) or "a permission"
        meanwhile = (
            "It waits meanwhile" if saved.game.status == "open" else "You can play on with **/play** and **/hand**"
        )
        words = (
            f"I cannot show table {game_id} in <#{saved.game.channel_id}>, because I lack **{missing}** there. Please "
            f"ask a server manager. {meanwhile}; when that is mended, **/game status** shows the table again."
        )
        if self._told.get(game_id) == words:
            return
        self._told[game_id] = words
        for seat_row in saved.seats:
            if seat_row.user_id is not None:
                await self._people.leave_word(seat_row.user_id, seat_row.name, words)
