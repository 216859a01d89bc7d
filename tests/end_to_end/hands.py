"""Briefcase with every text signed with its addressee, and a witness who reads the signatures.

Its cards cannot be told apart, so nobody can see in a text whose hand it comes from. But a text made from the view of a
seat can say so. A view is the same at every other table that the seat could not tell from this one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.engine.game import AnyGame
from bot.engine.news_text import format_news
from bot.engine.pages import Grid, Page, Picture, Section
from bot.engine.pictures import Drawing, Names
from bot.engine.records import News, Seat
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX, BriefcaseBox
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.view import BriefcaseView
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_secrecy import check_redealt
from bot.testing.random_games import Case
from tests.end_to_end.town import Town
from tests.end_to_end.witness import Sent, Witness

EVERYBODY = 0
SIGNATURES = "\ue000\ue001\ue002\ue003\ue004"
"""Letters that nothing else uses: the first for everybody, the others for a seat each."""


def short(box: BriefcaseBox) -> BriefcaseBox:
    """A box for a short evening: few Buys, a first deck that can hire, companies that are soon activated."""
    raw = box.model_dump()
    raw["starting_deck"] = {"buy": 4, "activate": 3, "hire": 2, "obstacle": 3}
    raw["players"][4]["bank"]["buy"] = 16 + 40
    raw["terms"]["activated_level_1"] = 1
    for company in raw["companies"]:
        company["cost"] = company["cost"] and 1
        company["activation"] = {next(unit for unit in company["activation"] if unit != "energy"): 1}
    return BriefcaseBox.model_validate(raw)


def signed() -> AnyGame:
    """The game, with such a box, and texts that tell whose they are."""
    pictures = replace(GAME.pictures, drawings=[_drawn(drawing) for drawing in GAME.pictures.drawings])
    return replace(GAME, box=short(BOX), say=_say, page=_page, hand=_hand, pictures=pictures)


def _sign(text: str, seat: Seat | None) -> str:
    return f"{SIGNATURES[seat or EVERYBODY]}{text}" if text else text


def _say(news: News, seat: Seat | None) -> str:
    return _sign(format_news(GAME, news, seat), seat)


def _page(view: BriefcaseView) -> Page:
    return _signed(GAME.page(view), view.seat)


def _hand(view: BriefcaseView) -> Page:
    return _signed(GAME.hand(view), view.seat)


def _signed(page: Page, seat: Seat | None) -> Page:
    def part(one: str | Grid) -> str | Grid:
        if isinstance(one, str):
            return _sign(one, seat)
        return Grid([_sign(one.heads[0] or "-", seat), *one.heads[1:]], one.rows)

    sections = [
        Section(_sign(section.heading, seat), [part(one) for one in section.parts], section.detail)
        for section in page.sections
    ]
    return Page(_sign(page.title, seat), sections)


def _drawn(drawing: Drawing[BriefcaseView]) -> Drawing[BriefcaseView]:
    """A picture with a certain addressee, named in its words."""

    def draw(view: BriefcaseView, names: Names) -> Picture:
        assert (view.seat is not None) == drawing.private
        picture = drawing.draw(view, names)
        return replace(picture, alt=_sign(picture.alt, view.seat))

    def page(view: BriefcaseView) -> Page:
        assert (view.seat is not None) == drawing.private
        return _signed(drawing.page(view), view.seat)

    return replace(drawing, draw=draw, page=page)


class HandWitness(Witness):
    """Lets no text and no control pass that was made for somebody else than its reader."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.tags: dict[str, set[int]] = {}
        """Question -> whose it was."""
        self.looked_at = 0
        """The revision whose other truths were looked at last."""

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        table = running.table
        assert isinstance(table, Briefcase)
        self._questions(sent, running)
        over = table.outcome is not None
        for each in sent:
            reader = EVERYBODY if each.to is None else running.find_seat_of(each.to) or EVERYBODY
            for text in each.texts:
                for mark in set(re.findall(f"[{SIGNATURES}]", text)):
                    maker = SIGNATURES.index(mark)
                    assert maker in (EVERYBODY, reader), f"{each.to} reads what was made for seat {maker}: {text}"
                    self.guarded += maker != EVERYBODY
        if not over and running.row.revision != self.looked_at:
            self.looked_at = running.row.revision
            case = Case(running.game, table.players, table.options)
            assert check_redealt(case, table, str(self.looked_at)), "everybody knows everything"

    def chapter(self, running: RunningGame) -> int:
        return running.table.round if isinstance(running.table, Briefcase) else 0

    def _questions(self, sent: Sequence[Sent], running: RunningGame) -> None:
        """Check that no person sees controls of another's question, because options reveal the hand."""
        for seat_row in running.seats:
            question = running.get_question(seat_row.seat) if running.table.outcome is None else None
            if question is not None and seat_row.user_id is not None:
                self.tags.setdefault(running.get_etag(seat_row.seat, question), set()).add(seat_row.user_id)
        for each in sent:
            for text in each.texts:
                for tag in self.tags.keys() & set(text.split(":")):
                    assert each.to in self.tags[tag], f"{each.to} is shown the question of {self.tags[tag]}: {text}"
