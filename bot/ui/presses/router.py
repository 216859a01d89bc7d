"""Router: what a press, a choice, a form or a command means, and the private answer to it.

Every control of ours is known by its id alone, so one listener serves all messages, old and new,
before and after a restart. A seat is always taken from who pressed, never believed from the id.

discord.py's views are stopped before they are sent: it forgets forms at a restart and keeps every ordinary view in
memory. Nothing of Discord's stands before an answer: what takes longer than a commit of ours is deferred and done by a
letter.
"""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial, wraps
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot.engine.cards import CardEntry
from bot.engine.game import AnyGame, card_chapters
from bot.engine.questions import BadAnswer, Number
from bot.engine.records import Seat
from bot.host import inert
from bot.host.delivery.courier import Courier
from bot.host.delivery.priority import Priority
from bot.host.errors import DAMAGED, Elsewhere, Fault, GameOver, Leak, Refusal
from bot.host.gathering.publicity import Publicity
from bot.host.host import Desk
from bot.host.services import Services
from bot.host.table.open_table import OpenTable
from bot.host.table.seen import Seen
from bot.ui import screens
from bot.ui.delivery.carrier import DiscordCarrier
from bot.ui.delivery.web_links import WebLinks
from bot.ui.presses import preferences, typed
from bot.ui.presses.admission import About, Admission, Admitted
from bot.ui.presses.answering import (
    ANSWERED,
    PANELS,
    PICTURES,
    Reading,
    Verbs,
    arrives,
    best_effort,
    change_again,
    defer,
    defer_change,
    is_unanswered,
    let_go,
    name_of,
    no_answer,
    open_form,
    panel,
    private_message,
    say,
    show,
    show_desk,
)
from bot.ui.presses.counted import Counted, watched
from bot.ui.presses.departures import UNDER_WAY, DeparturePresses
from bot.ui.presses.handing import Handing, begin
from bot.ui.presses.hook import Hook, Interaction
from bot.ui.presses.league_files import LeagueFiles
from bot.ui.presses.league_games import LeagueGames
from bot.ui.presses.league_looks import LeagueLooks
from bot.ui.presses.league_teams import LeagueTeams
from bot.ui.presses.leagues import LeaguePresses
from bot.ui.presses.lessons import LessonPresses
from bot.ui.presses.lobby import LobbyPresses
from bot.ui.presses.offers import OfferPresses
from bot.ui.presses.orders import OrderPresses, OrdersAhead
from bot.ui.presses.pictures import PicturePresses
from bot.ui.presses.plans import PUT_ASIDE, KeptPlans
from bot.ui.presses.preparing import PreparingPresses
from bot.ui.presses.press import OLD, Press, UnknownControl, is_number
from bot.ui.presses.processor_time import ProcessorTime
from bot.ui.presses.question_pictures import QuestionPictures
from bot.ui.presses.rate_limit import RateLimit
from bot.ui.presses.replays import ReplayPresses
from bot.ui.presses.results import ResultsPresses
from bot.ui.presses.reviews import ReviewPresses
from bot.ui.presses.rulings import RulingPresses
from bot.ui.presses.secrets import SecretsPresses
from bot.ui.presses.unsaved import ALL_THE_SAME, it_counted, only_shows, unsaved
from bot.ui.presses.votes import VotePresses
from bot.ui.presses.ways_out import WayOutPresses
from bot.ui.presses.web_pages import WebPresses
from bot.ui.screens import controls
from bot.ui.screens.ladders import in_inbox
from bot.ui.screens.names import in_plain
from bot.ui.screens.reading import IN_VAIN
from storage.interface import GameDamaged, NewLetter, Person, StoreFailed, aside

log = logging.getLogger(__name__)


ON_NEWEST = frozenset({"play", "menu", "part", "more", "form", "undo", "time"})
"""What counts on somebody's newest panel alone; what was typed into a form was meant for the question it names."""
OF_NO_VERB: tuple[About, None] = ("seat", None)
"""What an id is about that no verb answers, as those of an older version's panels."""
OLDER = "That panel was out of date, so nothing happened. Here is the current one:"

Command = TypeVar("Command", bound=Callable[..., Coroutine[Any, Any, None]])


def answered(command: Command) -> Command:
    """Let a cog's command answer through its bot's router, which turns every error into a sentence.

    What was typed into its options comes in as one inert line.
    """

    @wraps(command)
    async def run(cog: Any, interaction: Interaction, *args: Any, **options: Any) -> None:
        router: Router = cog.router
        typed_options = {name: inert.plain(it) if isinstance(it, str) else it for name, it in options.items()}
        await router.safely(interaction, command(cog, interaction, *args, **typed_options))

    return cast("Command", run)


class BoardroomBot(commands.Bot):
    """A bot with a router: all that commands need to know of the client."""

    router: Router


class Router:
    """Answers every interaction, privately, within one commit."""

    def __init__(
        self,
        services: Services,
        carrier: DiscordCarrier,
        courier: Courier,
        *,
        priority: Priority,
        presses: RateLimit,
        typing: RateLimit,
        processor: ProcessorTime,
        hook: Hook,
        handing: Handing | None,
        publicity: Publicity,
        links: WebLinks,
        web_address: str,
    ) -> None:
        self.host = services.host
        self.lobby = services.lobby
        self.storage = services.storage
        self.absence = services.absence
        self.motions = services.motions
        self.standing_orders = services.orders
        self._hints = services.hints
        self._replacements = services.replacements
        self._carrier = carrier
        self._links = links
        self._panels = carrier.panels
        self._people = services.host.people
        self._priority = priority
        self._question_pictures = QuestionPictures(services.host.people, carrier.pictures)
        self._rate_limit = presses
        self.typing = typing
        """For what is offered while somebody types, which is no press."""
        self.processor = processor
        self._hook = hook
        self._handing = handing
        self.admission = Admission(services.host)
        self.secrets_presses = SecretsPresses(services.host, carrier.copies, courier)
        self.lobby_presses = LobbyPresses(services.host, services.lobby, courier)
        self.order_presses = OrderPresses(services.orders, self.open_panel)
        self.orders_ahead = OrdersAhead(services.orders, services.replacements, self.open_panel)
        self.preparing_presses = PreparingPresses(services.prepared, services.storage)
        self._plans = KeptPlans(services.storage)
        self.picture_presses = PicturePresses(services.host, carrier.pictures)
        self.vote_presses = VotePresses(services.host, services.leagues.decisions, services.motions, services.seating)
        self.lesson_presses = LessonPresses(services.host, carrier.pictures)
        self.departure_presses = DeparturePresses(services.departures, services.forgetting)
        self.results_presses = ResultsPresses(services.host, self.admission, services.leagues.ledger)
        self.league_presses = LeaguePresses(services.host, services.lobby, services.leagues, links)
        self.ruling_presses = RulingPresses(self.league_presses, services.careers)
        self.way_out_presses = WayOutPresses(self.league_presses, self.ruling_presses)
        self.league_games = LeagueGames(self.league_presses, self.ruling_presses)
        self.league_teams = LeagueTeams(self.league_presses)
        self.league_looks = LeagueLooks(services.host, self.league_presses, services.careers, carrier.pictures)
        self.league_files = LeagueFiles(services.host, self.league_presses, carrier.pictures)
        self.web_presses = WebPresses(publicity, self.league_presses, web_address)
        self.offer_presses = OfferPresses(services.host, self.league_presses, self._sit_down)
        self.replay_presses = ReplayPresses(services.host, carrier.pictures)
        self.review_presses = ReviewPresses(services.reviews, carrier.pictures, self.replay_presses)
        self._at_table: Verbs = {
            "act": self._act,
            "hand": self._hand,
            "log": self._log,
            "read": self._read,
            "play": self._play,
            "menu": self._menu,
            "part": self._part,
            "more": self._more,
            "form": self._form,
            "hint": self._hint,
            "sent": self._sent,
            "undo": self._undo,
            "time": self._time,
            **self.order_presses.verbs,
            **self.orders_ahead.verbs,
            **self.preparing_presses.verbs,
            **self.picture_presses.verbs,
        }
        """What somebody does at a running table; their number is the table's."""
        self.verbs: Mapping[About | None, Verbs] = {
            "seat": {
                **self._at_table,
                "next": self._next,
                "concede": self._concede,
                **self.secrets_presses.verbs,
                **self.lobby_presses.own,
                **self.vote_presses.verbs,
                **self.results_presses.of_table,
                **self.replay_presses.verbs,
                **self.review_presses.verbs,
            },
            "setup": {**self.lobby_presses.verbs, **self.departure_presses.verbs},
            "guest": {"take": self._take, **self.lobby_presses.guests},
            None: {
                "inbox": self._inbox,
                "sealed": self._sealed,
                "goto": self._goto,
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
        """Every verb, by what it is about; those under None are about no table."""
        self._by_verb = {verb: (about, answer) for about, verbs in self.verbs.items() for verb, answer in verbs.items()}

    async def press(self, interaction: Interaction) -> None:
        """Answer a pressed button, a choice in a menu or a form that was sent."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        await self.safely(interaction, self._enter(interaction, Press.of(interaction.data)))

    async def _look_up(self, interaction: Interaction, press: Press) -> None:
        """Show what is about a game and no table of it: its id names the game's title."""
        match press.verb:
            case "rules":
                await self.show_rules(interaction, press.part(0), press.number(1))
            case "chapter":
                await self.show_rules(interaction, press.part(0), press.value_number())
            case "learn":
                await self.lesson_presses.learn(interaction, press.part(0), beside=len(press.parts) > 1)
            case _:
                raise UnknownControl

    async def _plays_at(self, interaction: Interaction, press: Press) -> bool:
        """Whether the number in an id is that of a running table at which this person plays."""
        if not press.parts or not is_number(press.parts[0]):
            return False
        known = await self.host.known(press.number())
        plays = known is not None and any(seat_row.user_id == interaction.user.id for seat_row in known[1])
        return known is not None and plays and known[0].status == "running"

    async def _enter(self, interaction: Interaction, press: Press) -> None:
        """Let whatever this id belongs to answer; who comes from an older version's panel gets one of this version."""
        about, answer = self._by_verb.get(press.verb, OF_NO_VERB)
        try:
            if answer is None:
                await self._look_up(interaction, press)
                return
            if about is not None:
                game_id = await self._table_of(press)
                admitted = await self.admission.admit(interaction, game_id, about)
                if press.verb in self._at_table or press.verb in self.vote_presses.verbs:
                    # Somebody who only looks sees what there is to see, even if the disk fails.
                    with best_effort() if only_shows(press.verb) else nullcontext():
                        await self.is_here(admitted)
                if press.verb in ON_NEWEST and self._is_older(interaction, game_id):
                    await self.open_panel(interaction, game_id, OLDER)
                    return
            await answer(interaction, press.number(), press)
            return
        except UnknownControl:
            if about is None or press.verb.startswith("lg-") or not await self._plays_at(interaction, press):
                raise
        await self.open_panel(interaction, press.number(), f"{OLD} This is what there is to do now:")

    def _is_older(self, interaction: Interaction, game_id: int) -> bool:
        """Whether somebody has pressed on a panel after which they opened another one of the same table."""
        message = private_message(interaction)
        return message is not None and self._panels.is_older(game_id, interaction.user.id, message.id)

    async def _table_of(self, press: Press) -> int:
        """Return the number of the table that an id is about; of a vote's, that of the table that votes."""
        if press.verb in self.vote_presses.verbs:
            motion = await self.storage.motions.get(press.number())
            if motion is None or motion.fate != "open":
                raise Refusal("This vote is over.")
            return motion.game_id
        return press.value_number() if press.verb in self.results_presses.of_table else press.number()

    async def is_here(self, admitted: Admitted) -> None:
        """Give somebody who does something at a running table their seat back, if a bot holds it."""
        seat_row = admitted.seat_row
        if seat_row is not None and seat_row.away and seat_row.user_id is not None:
            with aside():
                await self.absence.come_back(admitted.row.game_id, seat_row.user_id)

    async def safely(self, interaction: Interaction, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; whatever goes wrong is a sentence to the person who pressed, and nothing is lost."""
        with (
            self._hook.pressed(interaction) as admitted,
            self._priority.answering() as answered,
            watched() as counted,
            self.processor.answering(interaction.user.id),
        ):
            interaction.extras.update({ANSWERED: answered, PANELS: self._panels, PICTURES: self._question_pictures})
            begin(interaction)
            try:
                self._must_not_hurry(interaction)
                await self._must_not_be_leaving(interaction)
                with admitted():
                    await work
            except (Refusal, BadAnswer) as refused:
                counted.saved = False
                await self._refuse(interaction, refused, counted)
            except (Fault, Leak) as refused:
                await say(interaction, str(refused))
            except GameDamaged:
                log.exception("a table cannot be read")
                await say(interaction, DAMAGED)
            except StoreFailed as failed:
                log.exception("the store failed")
                await say(interaction, unsaved(interaction, failed, counted))
            except discord.HTTPException as failed:
                log.warning("Discord refused something: %s (%s)", failed.status, failed.code)
                if is_unanswered(interaction):
                    words = ALL_THE_SAME if counted.saved else "Discord refused my reply, so nothing was changed."
                    await say(interaction, f"{words} Press **Act** to see how things stand.")
            except (aiohttp.ClientError, TimeoutError) as failed:
                log.warning("Discord could not be reached: %s", type(failed).__name__)
                if is_unanswered(interaction):
                    words = ALL_THE_SAME if counted.saved else "Nothing was changed."
                    await say(interaction, f"I can't reach Discord right now. {words}")
            except Exception:
                reference = secrets.token_hex(4)
                log.exception("an interaction failed", extra={"reference": reference})
                await say(
                    interaction,
                    f"Something went wrong on our side while answering you (reference {reference}); it has been "
                    "reported. Press **Act** to see how things stand: what you pressed may have counted.",
                )
            work.close()  # else Python complains that nobody waited for what was refused
            answered()
            await self._make_up(interaction, counted)
        let_go(interaction)

    async def _refuse(self, interaction: Interaction, refused: Exception, counted: Counted) -> None:
        """Say why something is not done here, unless it is because another process owns it: then that one answers."""
        if self._handing is not None and isinstance(refused, Elsewhere):
            try:
                if await self._handing.hand_over(interaction, refused.guild_id):
                    return
            except StoreFailed as failed:
                log.exception("what another process owns could not be handed over")
                await say(interaction, unsaved(interaction, failed, counted))
                return
        await say(interaction, str(refused))

    async def _make_up(self, interaction: Interaction, counted: Counted) -> None:
        """Tell somebody what was left for them; where nothing has arrived that they could read, leave it for later.

        So whoever pressed, was told by Discord that it has failed, and had it counted hears so with their next
        answer, whatever that is, also after a restart.
        """
        user_id = interaction.user.id
        with best_effort():
            if not is_unanswered(interaction):
                person = await self._people.get(user_id)
                if person is not None and person.word and await arrives(interaction, screens.note(person.word)):
                    await self._people.were_shown(user_id, person.word)
            elif counted.saved and (words := it_counted(interaction)):
                log.warning("an answer did not arrive, and what was pressed counted all the same")
                await self._people.leave_word(user_id, name_of(interaction), words)

    def _must_not_hurry(self, interaction: Interaction) -> None:
        """Raise Refusal, before any of the work is done, when somebody presses more, or harder, than is taken in."""
        why = "That was too fast for me"
        wait = self._rate_limit.wait(interaction.user.id)
        if not wait:
            why = "What you have pressed in the last minute gave me more to do than I have time for one person"
            wait = self.processor.wait(interaction.user.id)
        if wait:
            seconds = math.ceil(wait)
            raise Refusal(
                f"{why}, so this press changed nothing. "
                f"Try again in {seconds} {'second' if seconds == 1 else 'seconds'}."
            )

    async def _must_not_be_leaving(self, interaction: Interaction) -> None:
        """Raise Refusal when other processes have still to forget somebody, who is not to begin anything meanwhile."""
        if await self.departure_presses.forgetting.is_under_way(interaction.user.id):
            raise Refusal(UNDER_WAY)

    # -- answering -----------------------------------------------------------------------------------

    async def show_hand(self, interaction: Interaction, game_id: int) -> None:
        """Show a person what only they know."""
        desk = await self.host.desk(game_id, interaction.user.id)
        person = await self._met(interaction)
        word = await self.secrets_presses.word(desk, person.user_id)
        way = "thread" if person.secrets == "thread" else person.dm
        drawn = await self._carrier.pictures.hand(desk.seen)
        await show(interaction, screens.hand(desk, way, word, drawn))
        await self._has_seen(desk)
        await self.secrets_presses.looked(desk, person.user_id, word, again=True)

    async def show_log(self, interaction: Interaction, game_id: int, page: int) -> None:
        """Show a page of the history, as far as this person may read it."""
        revision = await self.host.revision(game_id)
        lines = await self.host.log(game_id, interaction.user.id)
        seen = await self.host.seen_by(game_id, interaction.user.id)
        await show(interaction, screens.log(seen, lines, page))
        if page == 0:  # with the newest
            await self._has_looked(seen, revision)

    async def _show_desk(self, interaction: Interaction, desk: Desk, read: Reading | None = None) -> None:
        """Show a person their panel, and note that they have seen what is new in it.

        Args:
            interaction: of who looks.
            desk: theirs.
            read: what they have picked; None: what they had put together when they last looked.
        """
        await show_desk(interaction, desk, read or await self._planned(interaction, desk))
        await self._has_seen(desk)

    async def _planned(self, interaction: Interaction, desk: Desk) -> Reading:
        if desk.question is None or desk.etag is None:
            return no_answer
        picks = await self._plans.of(desk.seen.row.game_id, interaction.user.id, desk.etag, desk.question)
        return lambda _: picks

    async def _has_seen(self, desk: Desk) -> None:
        """Note what somebody was shown; where there was nothing new, there is nothing to be noted."""
        if desk.news:
            await self._has_looked(desk.seen, desk.revision)

    async def _has_looked(self, seen: Seen, revision: int) -> None:
        user_id = None if seen.audience is None else seen.seat_row(seen.audience).user_id
        if seen.row.status == "running" and user_id is not None:
            with best_effort():
                await self.storage.looks.looked(seen.row.game_id, user_id, revision)

    async def show_why(self, interaction: Interaction, game_id: int) -> None:
        """Show what a table waits for, as far as this person may know."""
        await show(interaction, screens.why(await self.host.seen_by(game_id, interaction.user.id)))

    async def show_inbox(self, interaction: Interaction, page: int = 0) -> None:
        """Show a page of what waits for this person, in all servers."""
        user_id = interaction.user.id
        found = [screens.waiting_lobby(*lobby) for lobby in await self._lobbies_waiting_for(user_id)]
        tables, unreadable = await self._waiting_for(user_id)
        found += [screens.waiting_question(seen, await self._carrier.link(seen)) for seen in tables]
        ladders = self.league_presses.leagues.ladders
        in_vain = (await ladders.waited_in_vain(user_id))[:IN_VAIN]
        await show(interaction, screens.inbox(found, page, unreadable, [in_inbox(*each) for each in in_vain]))
        for known, wanted in in_vain:
            await ladders.knows(known, wanted)

    async def _waiting_for(self, user_id: int) -> tuple[list[Seen], list[int]]:
        """Return the running tables that wait for this person, and the numbers of those that cannot be read.

        The tables come as this person may see them, the one with the least time left first.
        """
        found: list[Seen] = []
        unreadable: list[int] = []
        for game_id in await self.storage.asks.games_waiting_for(user_id):
            try:
                seen = await self.host.seen_by(game_id, user_id)
            except GameOver:
                continue  # a moment ago
            except Refusal:
                unreadable.append(game_id)
                continue
            if seen.audience is not None:
                found.append(seen)
        return sorted(found, key=screens.urgency), unreadable

    async def _lobbies_waiting_for(self, user_id: int) -> list[tuple[OpenTable, str | None]]:
        """Return the tables about to begin at which this person must say that they are here, with their links."""
        found = []
        for row in await self.storage.games.of(user_id, statuses=("open",)):
            if row.confirm_until is None or row.title not in self.host.games:
                continue
            with suppress(Refusal):  # it began or was closed meanwhile
                table = await self.lobby.table(row.game_id)
                if any(seat_row.user_id == user_id for seat_row in table.awaited(self.host.now())):
                    found.append((table, await self._carrier.link(table)))
        return found

    async def show_rules(self, interaction: Interaction, title: str, page: int) -> None:
        """Show a chapter of a game's rules, or of its cards."""
        game = self._called(title)
        cards = self.cards(game)
        picture = await self._carrier.pictures.of_chapter(game, screens.chapter_of(game, page, cards))
        await show(interaction, screens.rules(game, page, cards, picture))

    async def show_card(self, interaction: Interaction, title: str, wanted: str | None, *, anywhere: bool) -> None:
        """Show what a card does.

        Args:
            interaction: of who asks.
            title: the game whose card it is.
            wanted: the card's name; None: all of them, from the first on.
            anywhere: whether it may also be a card of another game.
        """
        game = self._called(title)
        if wanted is None:
            if not self.cards(game):
                raise Refusal(f"{game.title} has no cards to look up. **/game rules** explains it.")
            await show(interaction, screens.rules(game, len(game.rulebook), self.cards(game)))
            return
        typed = wanted.strip().casefold()
        others = [other for other in self.host.games.values() if other is not game] if anywhere else []
        for one in (game, *others):
            cards = self.cards(one)
            found = next((card for card in cards if card.name.casefold() == typed), None)
            if found is not None:
                chapters = enumerate(card_chapters(cards), len(one.rulebook))
                page = next(at for at, chapter in chapters if found.line in chapter.text)
                await show(interaction, screens.card(one, found, page))
                return
        raise Refusal("There is no card of that name. Without a name **/game cards** shows all cards of a game.")

    def cards(self, game: AnyGame) -> Sequence[CardEntry]:
        """Return the cards new games of a kind are played with here."""
        return () if game.cards is None else game.cards(self.host.box_of(game))

    def _called(self, title: str) -> AnyGame:
        """Return the game with this key; raise Refusal when there is none."""
        game = self.host.games.get(title)
        if game is None:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.host.games)}.")
        return game

    async def show_status(self, interaction: Interaction, game_id: int) -> None:
        """Show a table privately, and see to it that its messages are there."""
        saved = await self.storage.games.saved(game_id)
        if saved is None:
            raise Refusal("This table no longer exists.")
        if self.host.shards.own(saved.game.guild_id):
            with best_effort():
                await self._carrier.doubt(game_id)
                await self.storage.letters.add(game_id, [NewLetter("board")], self.host.now_text())
                self.host.committed(game_id, answered_for=False)
        if saved.game.status == "open":
            await show(interaction, screens.lobby(await self.lobby.table(game_id)))
            return
        seen = await self.host.seen(game_id)
        with best_effort():
            await self._carrier.bring_back(seen)
            await self.departure_presses.departures.try_again([seen.row])
        way_here = self.departure_presses.way_here(interaction, seen)
        address = await self._links.to_table(game_id)
        await show(interaction, screens.board(seen, None, address=address).with_blocks(*way_here))

    async def settings(self, interaction: Interaction, changes: preferences.Changes) -> None:
        """Show or change what a person wants from the bot."""
        person = await self._met(interaction)
        wishes = await self._people.wishes(person.user_id)
        now = self.host.now()
        changed = preferences.changed(wishes, changes, now)
        if changes.secrets is not None and preferences.SECRETS[changes.secrets] == "dm":
            await defer(interaction)
        if changed != wishes:
            person = await self._people.change_wishes(person, lambda known: preferences.changed(known, changes, now))
        if changes.secrets is not None:
            person = await self.secrets_presses.choose(person, preferences.SECRETS[changes.secrets])
        await show(interaction, preferences.screen(person, changed))

    async def bid(self, interaction: Interaction, game_id: int, price: str) -> None:
        """Answer the present question with a number; other questions are shown instead."""
        desk = await self.host.desk(game_id, interaction.user.id)
        if isinstance(desk.question, Number) or desk.question is None:
            await self.answer_typed(interaction, game_id, price)
        else:
            note = "You have no price to name right now. Your decision:"
            await self._show_desk(interaction, replace(desk, note=note))

    # -- at the table --------------------------------------------------------------------------------

    async def _answer(self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str]) -> None:
        """Answer a question and show what follows; a part of an answer, or one that cannot be read, changes nothing.

        What was put together so far is kept for whoever looks something up.
        """
        user_id, read = interaction.user.id, no_answer
        with self._panels.changing(game_id):
            try:
                desk = await self.host.press(game_id, user_id, tag, partial(controls.whole, picks=picks))
            except controls.Unfinished:
                desk = await self.host.desk(game_id, user_id, catch_up=False)
                await self._go_on_with(interaction, desk, partial(_checked, picks=picks))
                return
            except BadAnswer:
                desk, read = await self.host.desk(game_id, user_id), partial(_refused, picks=picks)
            await self._show_desk(interaction, desk, read)
            if not desk.is_asked and desk.seen.row.status == "running":
                await self._when_bots_have_moved(interaction, game_id, desk)

    async def _when_bots_have_moved(self, interaction: Interaction, game_id: int, before: Desk) -> None:
        """Show what is next in the same panel when only bots stood in between; the answer was given long since.

        That is a question, or that the next turn can be prepared now.
        """
        if not await self._replacements.settled(game_id):
            return
        desk = await self.host.desk(game_id, interaction.user.id, catch_up=False)
        nothing_new = not desk.is_asked and desk.seen.can_prepare == before.seen.can_prepare
        if nothing_new and desk.seen.row.status == "running":
            return
        desk = await self.host.desk(game_id, interaction.user.id, note=before.note)
        shown = await change_again(interaction, await panel(interaction, desk))
        self._panels.shown(game_id, interaction.user.id, shown, desk.etag)
        await self._has_seen(desk)

    def suggestions(self, desk: Desk, current: str) -> Sequence[typed.Offer]:
        """Return typed answers to choose from, for what somebody has typed so far."""
        if desk.question is None:
            return []
        user_id = None if desk.seat is None else desk.seen.seat_row(desk.seat).user_id
        with self.processor.answering(user_id or 0):
            return typed.matching(current, typed.offers(desk.question, lambda words: in_plain(desk.seen, words)))

    async def answer_typed(self, interaction: Interaction, game_id: int, text: str) -> None:
        """Answer the present question with typed text."""
        desk = await self.host.desk(game_id, interaction.user.id)
        if desk.question is None or desk.etag is None:
            await self._show_desk(interaction, replace(desk, note="Nothing to do right now."))
            return
        tag, typed_text = typed.split_suggestion(text)
        if tag not in (None, desk.etag):
            stale = replace(desk, note="That decision is closed. Here is the table now:")
            await self._show_desk(interaction, stale)
            return

        def read(there: Desk) -> Sequence[str]:
            if there.question is None:
                return ()
            return typed.picks(there.question, typed_text, lambda words: in_plain(there.seen, words))

        try:
            picks = read(desk)
        except BadAnswer:
            await self._show_desk(interaction, desk, read)
            return
        await self._answer(interaction, game_id, desk.etag, picks)

    async def _act(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.open_panel(interaction, game_id)

    async def open_panel(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person their panel, with what they have not been told yet, after a note."""
        user_id = interaction.user.id
        desk = await self.host.desk(game_id, user_id)
        word = await self.secrets_presses.word(desk, user_id)
        ended = ""
        if desk.seat is not None and desk.seen.game.orders is not None:
            ended = await self.standing_orders.what_ended(game_id, desk.seat)
        picks = await self._planned(interaction, desk)
        lost = PUT_ASIDE if not picks(desk) and await self._plans.put_aside(game_id, user_id) else ""
        notes = "\n".join(filter(None, (note, word, ended, lost)))
        await self._show_desk(interaction, replace(desk, note=notes), picks)
        if ended and desk.seat is not None:
            with best_effort():
                await self.standing_orders.were_shown(game_id, desk.seat, ended)
        await self.secrets_presses.looked(desk, user_id, word)

    async def _hand(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.show_hand(interaction, game_id)

    async def _log(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show_log(interaction, game_id, press.number(1))

    async def _read(self, interaction: Interaction, game_id: int, press: Press) -> None:
        seen = await self.host.seen_by(game_id, interaction.user.id)
        await show(interaction, screens.read(seen, press.number(1)))

    async def _play(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._answer(interaction, game_id, press.part(1), press.picks())

    async def _menu(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._answer(interaction, game_id, press.part(1), press.picked())

    async def _sent(self, interaction: Interaction, game_id: int, press: Press) -> None:
        typed_in = (
            f" {text}" for text in press.typed
        )  # so that nothing typed is taken for a sign that we put into ids
        await self._answer(interaction, game_id, press.part(1), [*press.picks(), *typed_in])

    async def _part(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._go_on(interaction, game_id, press.part(1), press.picks())

    async def _more(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._go_on(interaction, game_id, press.part(1), press.picked())

    async def _go_on(self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str]) -> None:
        desk = await self.host.desk(game_id, interaction.user.id)
        if desk.etag != tag:
            desk = replace(desk, note="That decision is closed. Here is the table now:")
            await self._show_desk(interaction, desk)
            return
        await self._go_on_with(interaction, desk, lambda _: picks)

    async def _go_on_with(self, interaction: Interaction, desk: Desk, read: Reading) -> None:
        """Show a person what is asked after their picks, and keep these."""
        game_id, user_id = desk.seen.row.game_id, interaction.user.id
        await self._show_desk(interaction, desk, read)
        if desk.question is not None and desk.etag is not None:
            with suppress(BadAnswer):  # which has been told
                await self._plans.keep(game_id, user_id, desk.etag, desk.question, read(desk))

    async def _form(self, interaction: Interaction, game_id: int, press: Press) -> None:
        desk = await self.host.desk(game_id, interaction.user.id)
        window = screens.form(desk, press.picks()) if desk.etag == press.part(1) else None
        if window is None:
            await self._go_on(interaction, game_id, press.part(1), ())
            return
        await open_form(interaction, window)

    async def _hint(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show a person what a bot would do after their picks; nothing else changes."""
        desk = await self.host.desk(game_id, interaction.user.id)
        if desk.question is None or desk.etag != press.part(1):
            await self._go_on(interaction, game_id, press.part(1), ())
            return
        parts, picks = controls.so_far(desk.question, press.picks()), press.picks()
        await defer_change(interaction)
        words = await self._hints.hint(game_id, interaction.user.id, press.part(1), parts)
        await self._show_desk(interaction, replace(desk, hint=words), lambda _: picks)

    async def concede(self, interaction: Interaction, game_id: int) -> None:
        """Give up a seat, or show first what that costs where it costs more than the game."""
        costs = await self.league_presses.costs_of_conceding(interaction, game_id)
        if costs is None:
            await self._concede(interaction, game_id)
        else:
            await show(interaction, costs)

    async def _concede(self, interaction: Interaction, game_id: int, _: Press | None = None) -> None:
        await show_desk(interaction, await self.absence.concede(game_id, interaction.user.id))

    async def _time(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self._show_desk(interaction, await self.absence.extend(game_id, interaction.user.id))

    async def _take(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._sit_down(interaction, game_id, press.number(1))

    async def _sit_down(self, interaction: Interaction, game_id: int, seat: Seat) -> None:
        """Let somebody take an empty chair."""
        await self.league_presses.leagues.decisions.must_not_be_put_out(game_id, interaction.user.id)
        await self.motions.take(game_id, seat, interaction.user.id, name_of(interaction))
        await self.lobby_presses.sits_down(interaction)
        await self.show_hand(interaction, game_id)

    async def _inbox(self, interaction: Interaction, page: int, _: Press) -> None:
        await self.show_inbox(interaction, page)

    async def _sealed(self, interaction: Interaction, number: int, _: Press) -> None:
        await show(interaction, screens.sealed(number))

    async def _goto(self, interaction: Interaction, _: int, press: Press) -> None:
        """Go to what was chosen in the inbox; the value is the id of the button that would lead there."""
        chosen = Press.of({"custom_id": press.value()})
        if chosen.verb not in ("act", "here"):
            raise UnknownControl
        await self._enter(interaction, chosen)

    async def _next(self, interaction: Interaction, game_id: int, _: Press) -> None:
        """Show the panel of the next table that waits for this person, in the inbox's order after this one."""
        waiting, unreadable = await self._waiting_for(interaction.user.id)
        tables = [seen.row.game_id for seen in waiting]
        at = tables.index(game_id) + 1 if game_id in tables else 0
        others = [number for number in (*tables[at:], *tables[:at]) if number != game_id]
        if others:
            await self.open_panel(interaction, others[0])
        elif unreadable or await self._lobbies_waiting_for(interaction.user.id):
            await self.show_inbox(interaction)
        else:
            await self.open_panel(interaction, game_id, "No other table is waiting for you.")

    async def _undo(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await show_desk(interaction, await self.host.undo(game_id, interaction.user.id))

    async def _met(self, interaction: Interaction) -> Person:
        user = interaction.user
        with best_effort():
            return await self._people.met(user.id, name_of(interaction))
        return await self._people.get(user.id) or Person(user.id, name_of(interaction))


def _refused(there: Desk, picks: Sequence[str]) -> Sequence[str]:
    """Read picks as a whole answer to find out what is wrong about them; what follows shows nothing of them."""
    if there.question is not None:
        there.question.read(controls.answer(there.question, picks))
    return ()


def _checked(there: Desk, picks: Sequence[str]) -> Sequence[str]:
    """Return the picks of an answer that is not whole yet, unless something about them is wrong."""
    return () if there.question is None else controls.checked(there.question, picks)
