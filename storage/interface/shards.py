"""Ranges of Discord's shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """A contiguous range of Discord's shards, which selects the servers that a process owns."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse `4-7/16`, or `4/16` for a single shard; raise ValueError for anything else."""
        those, _, count = text.strip().partition("/")
        first, _, last = those.partition("-")
        shards = cls(int(first), int(last or first), int(count))
        if not 0 <= shards.first <= shards.last < shards.count:
            raise ValueError(f"{text} are no shards")
        return shards

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shard numbers, from 0."""
        return range(self.first, self.last + 1)

    @property
    def each(self) -> Sequence[Shards]:
        """One range for each shard."""
        return [Shards(number, number, self.count) for number in self.numbers]

    @property
    def are_all(self) -> bool:
        """Whether this process owns all servers and runs alone."""
        return len(self.numbers) == self.count

    @property
    def have_first(self) -> bool:
        """Whether this process does the work that is done once for all processes."""
        return self.first == 0

    @property
    def parameters(self) -> tuple[int, int, int]:
        """The parameters of the `OWNED_SERVER` condition."""
        return self.count, self.first, self.last

    def has_server(self, guild_id: int) -> bool:
        """Return whether a server belongs to these shards."""
        return self.first <= (guild_id >> 22) % self.count <= self.last


ALL_SHARDS = Shards()
"""One process owns all servers."""
