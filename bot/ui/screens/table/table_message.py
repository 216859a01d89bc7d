"""The table's public messages: the board, pings, notices, votes and the result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from bot.engine.pages import Picture, with_names
from bot.engine.records import News, Seat, Told
from bot.engine.words import format_count, format_list
from bot.host.lobby.bots import get_strength
from bot.host.lost_channels import explain_abandoned
from bot.host.play.votes import count_votes_needed, describe_motion, format_vote_deadline, list_voters
from bot.host.table import final_ranking
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import format_news_lines
from bot.ui.screens.names import escape_markdown, format_bold_name, format_heading, format_markdown, format_table
from bot.ui.screens.parts import (
    GOLD,
    GREEN,
    GREY,
    build_page_link_buttons,
    build_result_buttons,
    describe_league_table,
    describe_table_settings,
    format_mention,
    format_page,
    format_time_left,
    get_place_suffix,
)
from bot.ui.screens.screen import Block, Button, Row, Screen, build_button_rows, truncate
from bot.ui.screens.table.word_limits import count_words, fit_pieces
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame
from storage.interface.motions import Motion

MAX_LATEST_NEWS = 4
"""Number of recent news lines on the table's message."""
MAX_MESSAGE_WORDS = 42
"""Words of the table's message; only long names, and who is waited for, may make it longer."""
MAX_EVENT_LINES = 12
MAX_EVENT_CHARS = 1200
"""Lines and characters of a direct message about events."""
MIN_LATEST_WORDS, LEAST_LATEST_WORDS = 8, 5
"""Words of the latest news for which the standings leave room, and those that are shown in any case."""
MAX_LATEST_WORDS = 20
"""Words of the latest news below a board in words."""
MAX_HEADLINE_WORDS = 60
"""Words of a message with important news, which pushes the private panels above it off the screen."""
MAX_NAMES_IN_HEADING = 2
LOOKUPS = "looks"
"""The verb of the button that opens the panel of lookups."""
PING_MARK = "call"
"""Marks the button of a turn ping; unlike one on a note, that message must be kept up to date."""


def render_board(seen: AudienceView, picture: Picture | None, latest: Sequence[News] = ()) -> Screen:
    """Return the live message of a running or finished game, for everybody.

    The buttons stand above the picture, which is taller than a laptop's screen. All that is looked up stands in a
    private panel: Discord keeps the chosen line of a menu on a public message, and sends nothing if it is chosen again.

    Args:
        seen: the game.
        picture: the board; None: it is described in words.
        latest: the latest news.
    """
    number = seen.row.game_id
    game = seen.game
    over = seen.outcome is not None
    heading = [f"### {game.title} · {format_table(seen.row)}"]
    if seen.league is not None:
        heading.append(f"-# {describe_league_table(seen.league)}")
    heading.append(describe_waiting(seen))
    room = MAX_MESSAGE_WORDS - sum(map(count_words, heading))
    if picture is None:
        shown, room = format_page(seen, game.page(seen.public.view)), MAX_LATEST_WORDS
    elif game.wording.standing is None:
        shown = format_page(seen, game.page(seen.public.view), brief=True)
    else:
        lines = _list_fitting(game.wording.standing(seen.public.view), room - MIN_LATEST_WORDS)
        shown, room = [format_markdown(seen, "\n".join(lines))], room - sum(map(count_words, lines))
    news = _describe_latest(seen, latest, max(LEAST_LATEST_WORDS, room))
    blocks: tuple[Block, ...] = (
        "\n".join(heading),
        *build_button_rows(
            Button(f"act:{number}", "Act", "primary", disabled=over),
            Button(f"hand:{number}", game.wording.hand_title),
            Button(f"{LOOKUPS}:{number}", "More…"),
        ),
        *(() if picture is None else (picture,)),
        *shown,
        *([f"-# {news}"] if news else []),
    )
    return Screen(blocks, colour=GREY if over else GREEN)


def _list_fitting(lines: Sequence[str], words: int) -> list[str]:
    """Return the first line, and those after it that fit with it into as many words; a name counts as one word."""
    shown = list(lines[:1])
    for line in lines[1:]:
        if sum(map(count_words, (*shown, line))) > words:
            break
        shown.append(line)
    return shown


def _describe_latest(seen: AudienceView, latest: Sequence[News], words: int) -> str:
    """Return the latest news in one line of as many words: the newest, and those before it that fit."""
    most = MAX_LATEST_NEWS if seen.game.wording.together is None else 2 * MAX_LATEST_NEWS
    lines = format_news_lines(seen.game, latest[-most:], None)[-MAX_LATEST_NEWS:]
    newest_first = [line.partition("\n")[0].rstrip(".") for line in reversed(lines)]
    shown = fit_pieces(newest_first, words, words)
    return " · ".join(format_markdown(seen, line) for line in reversed(shown))


def describe_waiting(seen: AudienceView) -> str:
    """Return in one line whom the table waits for, as far as that is public."""
    if seen.outcome is not None:
        return "The game is over. " + describe_winners(seen)
    if seen.row.status != "running":
        reason = explain_abandoned(seen.row)
        return f"This game ended early{': ' if reason else ''}{reason}."
    title = format_heading(seen, seen.title)
    stopped = " The clocks are paused." if seen.row.paused_at else ""
    if seen.row.lost:
        stopped = " I can't post in this table's channel, so the clocks are paused."
    if seen.waits_in_secret:
        return f"**{title}**: waiting for answers.{stopped}"
    thinking = [format_mention(seen, seat) for seat in seen.asked if is_strong(seen, seat)]
    quick = [seat for seat in seen.asked if not is_strong(seen, seat)]
    left = {format_time_left(seen, seat) for seat in quick}
    shared = left.pop() if len(left) == 1 else None
    others = [format_mention(seen, seat) + (format_time_left(seen, seat) if shared is None else "") for seat in quick]
    told = [f"{format_list(thinking)} {'is' if len(thinking) == 1 else 'are'} thinking."] if thinking else []
    if others or not thinking:
        told.insert(0, f"waiting for {format_list(others, 'nobody')}{shared or ''}.")
    return f"**{title}**: {' '.join(told)}{stopped}"


def format_awaited(seen: AudienceView) -> str:
    """Return what the table waits for, as far as that is public, short enough for a heading."""
    if seen.waits_in_secret:
        return "waiting for answers"
    names = [format_mention(seen, seat) for seat in seen.asked]
    said = format_list(names, "nobody") if len(names) <= MAX_NAMES_IN_HEADING else f"{len(names)} players"
    if names and all(is_strong(seen, seat) for seat in seen.asked):
        return f"{said} {'is' if len(names) == 1 else 'are'} thinking"
    return f"waiting for {said}"


def is_strong(seen: AudienceView, seat: Seat) -> bool:
    """Return whether a bot with slow, searched answers sits there; its name shows it."""
    seat_row = seen.get_seat_row(seat)
    return seat_row.user_id is None and get_strength(seat_row) == "strong"


def describe_winners(seen: AudienceView, left: Collection[Seat] = ()) -> str:
    """Return the winners in a sentence; a seat whose player left cannot win if the game counts for that player."""
    outcome = seen.outcome
    if outcome is None:
        return ""
    won = final_ranking.list_winners(outcome, seen.seats, seen.league, left)
    names = [*(format_bold_name(seen, seat) for seat in won), *map(escape_markdown, outcome.beaten_by)]
    return f"{format_list(names, 'nobody')} {'share the victory' if len(names) > 1 else 'wins'}."


def render_turn_ping(seen: AudienceView, seats: Sequence[Seat], link: str | None) -> Screen:
    """Return the ping to these seats' players; the sender may narrow down its recipients."""
    people = [seat_row for seat in seats if (seat_row := seen.get_seat_row(seat)).user_id is not None]
    ids = [] if seen.is_anonymous else [seat_row.user_id for seat_row in people if seat_row.user_id is not None]
    called = " ".join(format_mention(seen, seat_row.seat) for seat_row in people)
    title = format_heading(seen, seen.title)
    words = "you may want to respond" if seen.waits_in_secret else "your move"
    where = f" · [to the table]({link})" if link else ""
    return Screen(
        (
            f"{called} {words}: **{title}**{where}",
            Row((Button(f"act:{seen.row.game_id}:{PING_MARK}", "Act", "primary"),)),
        ),
        mentions=tuple(ids),
        colour=GREEN,
    )


def render_notice(seen: AudienceView, words: str, mentions: Sequence[int] = ()) -> Screen:
    """Return a public message about seats and clocks that pings the given users."""
    called = "".join(f"<@{user_id}> " for user_id in mentions)
    return Screen((f"{called}{format_markdown(seen, words)}",), mentions=tuple(mentions), colour=GREY)


def render_lobby_notice(seats: Sequence[SeatRow], words: str) -> Screen:
    """Return a public message at a lobby that pings nobody."""
    people = {seat_row.seat: seat_row.user_id for seat_row in seats}

    def format_name(seat: Seat) -> str:
        return f"<@{people[seat]}>" if people.get(seat) is not None else f"seat {seat}"

    return Screen((with_names(words, format_name),), colour=GREY)


def render_vote(seen: AudienceView, proposed: Motion) -> Screen:
    """Return the message that asks the table for its votes."""
    number = proposed.motion_id
    people = [format_mention(seen, seat) for seat in list_voters(seen, proposed) if seat != proposed.seat]
    return Screen(
        (
            f"{format_bold_name(seen, proposed.seat)} proposes {format_markdown(seen, describe_motion(proposed))}. "
            f"{format_list(people, 'nobody')}: how do you vote?\n"
            f"-# {count_votes_needed(seen, proposed)} of {len(list_voters(seen, proposed))} votes are needed; "
            f"the proposal counts as one. {format_markdown(seen, format_vote_deadline(proposed))}",
            *build_button_rows(
                Button(f"agree:{number}", "Agree", "success"), Button(f"refuse:{number}", "Refuse", "danger")
            ),
        ),
        colour=GOLD,
    )


def render_vacancy(seen: AudienceView, seat: Seat, words: str, *, offered: bool = False) -> Screen:
    """Return the message about an empty seat; without a button if the seat is offered to particular people."""
    number = seen.row.game_id
    if offered:
        return Screen((format_markdown(seen, words),), colour=GOLD)
    settings = "; ".join(describe_table_settings(seen.settings))
    return Screen(
        (
            f"{format_markdown(seen, words)}\n"
            f"Table settings (you agree by taking the seat): {settings}. You take over its hand and play from here.",
            *build_button_rows(Button(f"take:{number}:{seat}", "Take this seat", "success")),
        ),
        colour=GOLD,
    )


def render_player_note(seen: AudienceView, user_id: int, words: str, link: str | None, page: str = "") -> Screen:
    """Return a message to one player.

    Args:
        seen: the table as everybody sees it, or as the player does where they are hidden.
        user_id: the player.
        words: the text of the message.
        link: the link to the table's message.
        page: the link to the table as a page to play on, if the player wants it and nobody else reads the message.
    """
    where = f" [To the table]({link})" if link else ""
    return Screen(
        (
            f"<@{user_id}> {format_markdown(seen, words)}{where}",
            Row((Button(f"act:{seen.row.game_id}", "Act", "primary"), *build_page_link_buttons(page))),
        ),
        mentions=(user_id,),
        colour=GOLD,
    )


def render_next_up(seen: AudienceView, link: str | None) -> Screen:
    """Return the direct message to a player whose turn is next, with the button to prepare it."""
    number = seen.row.game_id
    where = format_table(seen.row)
    ways = [Button(f"prepare:{number}", "Prepare my next turn", "primary")] if seen.can_prepare else []
    return Screen(
        (
            f"**You are next** at {seen.game.title} · {f'[{where}]({link})' if link else where}, after "
            f"{format_awaited(seen)}.\n-# **/settings change** ends these messages.",
            *build_button_rows(*ways, Button(f"act:{number}", "My panel")),
        ),
        colour=GREY,
    )


def render_events(seen: AudienceView, lines: Sequence[str], link: str | None, *, only_own: bool) -> Screen:
    """Return the direct message about events since a player's last notice.

    Of many lines the newest are left to the log, because a story reads from its beginning.
    """
    number, table = seen.row.game_id, format_table(seen.row)
    what = "What was done to you" if only_own else "What happened"
    shown = lines[:MAX_EVENT_LINES]
    while len(shown) > 1 and sum(map(len, shown)) > MAX_EVENT_CHARS:
        shown = shown[:-1]
    left = len(lines) - len(shown)
    rest = f"{format_count(left, 'more line')} in the log. " if left else ""
    return Screen(
        (
            "\n".join(
                (
                    f"**{what}** at {seen.game.title} · {f'[{table}]({link})' if link else table}",
                    *(format_markdown(seen, truncate(line, MAX_EVENT_CHARS)) for line in shown),
                    f"-# {rest}**/settings change** says how much I tell you.",
                )
            ),
            Row((Button(f"act:{number}", "My panel", "primary"),)),
        ),
        colour=GREY,
    )


def render_headlines(seen: AudienceView, news: Sequence[News]) -> Screen:
    """Return a public message with important news: the newest, and those before it that fit into a few lines."""
    *before, newest = (line.split("\n") for line in format_news_lines(seen.game, news, None))
    shown = _list_fitting(newest, MAX_HEADLINE_WORDS)
    for lines in reversed(before):
        if sum(map(count_words, (*lines, *shown))) > MAX_HEADLINE_WORDS:
            break
        shown = [*lines, *shown]
    left = sum(map(len, before)) + len(newest) - len(shown)
    rest = [f"-# {format_count(left, 'more line')}: the table's **More…**, then **Log**"] if left else []
    return Screen(("\n".join([*(format_markdown(seen, line) for line in shown), *rest]),), colour=GOLD)


COUNTS_NOT = (
    "The league had decided this table before, and that stands: what follows counts for nothing there, and for "
    "nobody's rating."
)
"""Note on the result of a game whose table the league had already decided."""


def render_result_message(
    seen: AudienceView,
    pictures: Sequence[Picture],
    verdict: Sequence[News] = (),
    *,
    counts: bool = True,
    late: str = "",
    left: Mapping[Seat, str] = MappingProxyType({}),
) -> Screen:
    """Return the message at the end of a game: the outcome, places, scores and charts.

    Args:
        seen: the finished game.
        pictures: its charts.
        verdict: the rules' comment on the outcome.
        counts: whether it counts for its season.
        late: the consequence of a season that had ended before; empty if it had not.
        left: in a league, the seats whose players left, with a note on who gets their places.
    """
    outcome = seen.outcome
    if outcome is None:
        raise ValueError(f"game {seen.row.game_id} is not over")
    places = final_ranking.rank_seats(outcome, seen.seats, seen.league, left)
    placed = [
        (
            places[seat],
            f"{format_bold_name(seen, seat)}: {seen.game.wording.score(outcome.scores[seat])}"
            + (left.get(seat) or _describe_rank_reason(seen.get_seat_row(seat), seen.league)),
        )
        for seat in (seat_row.seat for seat_row in seen.seats)
    ]
    all_scores = [*outcome.scores.values(), *outcome.rivals.values()]
    for rival, score in outcome.rivals.items():
        place = 1 + sum(other > score for other in all_scores)
        placed.append((place, f"{escape_markdown(rival)}: {seen.game.wording.score(score)}"))
    dot = get_place_suffix(sorted(place for place, _ in placed))
    lines = [f"{place}{dot} {words}" for place, words in sorted(placed, key=lambda one: one[0])]
    number = seen.row.game_id
    said = "\n".join(format_news_lines(seen.game, verdict, None)).partition("\n")[
        0
    ]  # the remaining lines count the points
    if (
        final_ranking.list_winners(outcome, seen.seats, seen.league, left) != outcome.winners
    ):  # the text would name a player who left
        said = ""
    return Screen(
        (
            "\n".join(
                filter(
                    None,
                    [
                        f"## {seen.game.title} · {format_table(seen.row)}: the result",
                        describe_league_table(seen.league),
                        late if counts else COUNTS_NOT,
                        format_markdown(seen, said) or f"The game is over. {describe_winners(seen, left)}",
                    ],
                )
            ),
            "\n".join(lines),
            *pictures,
            "-# The seed is in the log: **/record verify** proves that no deal and no secret answer was changed.",
            *build_button_rows(
                *build_result_buttons(seen),
                Button(f"{LOOKUPS}:{number}", "More…"),
            ),
        ),
        colour=GOLD,
    )


def _describe_rank_reason(seat_row: SeatRow, league: LeagueGame | None) -> str:
    """Return why a seat ranks below all who stayed, regardless of its score; empty if its player stayed."""
    if seat_row.conceded:
        return " (conceded)"
    if final_ranking.has_not_played(seat_row, league):
        return " (did not play: a bot held the seat)"
    return " (left)" if seat_row.is_left else ""


def list_public_news(told: Sequence[Told]) -> list[News]:
    """Return the public news, without footnotes and routine events."""
    return [
        piece.news for piece in told if piece.to is None and not piece.news.footnote and not piece.news.is_record_only()
    ]
