"""Whole evenings with people who call themselves what Discord would take for something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.testing.thorough import mark_thorough
from tests.end_to_end.town import Town, begun, parts, town
from tests.ui.hostile import HOSTILE
from tests.ui.markdown import living, raw_signs

AT_A_TABLE = 4
SHORT = [name for name in HOSTILE if name.strip() and len(name) <= 32 and set(name) & set("<@:/.#[\u202e\n")]
"""Those that Discord would call, link or turn; what else there is, `tests/ui/test_names.py` shows on every screen."""
TABLES = [SHORT[first : first + AT_A_TABLE] for first in range(0, len(SHORT), AT_A_TABLE)]
OURS = ("<t:", "<@", "<#", "https://discord.com/channels/", "[To", "[to", "[table", "[Table")
"""What the bot writes itself that is more than letters."""


class Reader:
    """A reader of everything that is shown, and of its effects."""

    def __init__(self, there: Town) -> None:
        self.known = {str(person.id) for person in there.people.values()}
        self.known |= {str(there.channel.id), *(str(thread.id) for thread in there.channel.threads)}
        self.texts: list[str] = []

    def reads(self, components: list[dict[str, Any]]) -> None:
        for part in walk_components(components):
            if part.get("content"):
                self._markdown(str(part["content"]))
            for label in self._labels(part):
                self.label(label)

    def answered(self, result: InteractionResult) -> InteractionResult:
        assert result.acknowledged
        if result.modal is not None:
            self.reads(list(result.modal["components"]))
        for answer in (result.response, *result.followups):
            if answer is not None:
                self.reads(parts(answer))
                self._markdown(answer.content or "")
        return result

    def label(self, label: str) -> None:
        self.texts.append(label)
        assert label.isprintable(), label
        assert "<seat:" not in label

    def _markdown(self, text: str) -> None:
        self.texts.append(text)
        assert "<seat:" not in text
        for sign in (*living(text), *raw_signs(text)):
            assert sign.startswith(OURS) or sign == "https://", f"{sign} in {text}"
            if sign.startswith(("<@", "<#")):
                assert sign.strip("<@#>") in self.known, f"{sign} in {text}"
            if sign.startswith("<t:"):
                assert "1700000000" not in sign

    def _labels(self, part: dict[str, Any]) -> Iterator[str]:
        yield from (str(part[key]) for key in ("label", "placeholder", "description") if part.get(key))
        for option in part.get("options", ()):
            yield from (str(option[key]) for key in ("label", "description") if option.get(key))


async def look_around(there: Town, reader: Reader, who: MemberActor) -> None:
    """Use every command that shows something."""
    for command in ("play", "hand", "why", "inbox", "game status", "table log", "table delivery", "game list"):
        reader.answered(await who.slash(there.place, command))
    for option in ("answer", "table"):
        for choice in await who.autocomplete(there.place, "play", option, ""):
            reader.label(choice["name"])


@pytest.mark.parametrize("names", mark_thorough(TABLES, 2), ids=lambda names: ascii(names[0]))
async def test_an_evening_of_people_with_such_names_shows_letters_and_nothing_else(
    tmp_path: Path, names: list[str]
) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        for number, name in enumerate(names):
            user = there.env.create_user(f"guest{number}", global_name=name)
            there.people[f"guest {number}"] = there.guild.add_member(user)
        there.people["Dora"] = there.people.pop("Ben")  # who watches comes last
        await begun(there, place="in a thread")
        people = [person for who, person in there.people.items() if who != "Dora"]
        reader = Reader(there)
        reader.label(there.place.name or "")
        for _ in range(2):
            for person in people:
                reader.answered(await person.slash(there.place, "bid", price="12"))
        wrong = "no such <seat:2> [x](https://evil.example)"
        reader.answered(await people[1].slash(there.place, "play", answer=wrong))
        await look_around(there, reader, people[1])
        reader.answered(await people[2].slash(there.place, "table propose", what="pause"))
        for person in people[1:]:
            reader.answered(await person.slash(there.place, "table concede", sure="yes"))
        await there.settled()
        assert (await there.running()).row.status == "finished"
        reader.answered(await people[0].slash(there.place, "table log", table="1"))
        reader.answered(await there.people["Dora"].slash(there.place, "game list", which="finished"))
        for message in there.public():
            reader.reads(parts(message))
        assert len(reader.texts) > 100
