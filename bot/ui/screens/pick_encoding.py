"""Encode the picks of an answer for a custom_id, which holds a hundred characters.

The format is kept for ever: old buttons hold it. See `bot.ui.screens.controls` for the meaning of a pick.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Arrange, Question, Split, Subset

PART, SEND = "c", "z"
"""Prefix of an earlier part; pick that sends the whole."""
MAX_JOINED_PICKS = 12
"""Maximum number of picks joined with dots; more are packed."""
DIGITS_36 = "0123456789abcdefghijklmnopqrstuvwxyz"
DIGITS_62 = DIGITS_36 + DIGITS_36[10:].upper()


def pack_picks(question: Question, picks: Sequence[str]) -> str:
    """Encode picks for a custom_id, which holds a hundred characters.

    A few picks are joined with dots. Many are packed: a set as one base-36 number with a bit for each, an order as two
    base-36 digits for each, amounts in base 62 with the width of the largest.
    """
    numbers = [int(pick) for pick in picks if pick.isdecimal()]
    way = [pick for pick in picks if not pick.isdecimal()]
    if len(numbers) <= MAX_JOINED_PICKS or not isinstance(question, Subset | Arrange | Split):
        return ".".join(picks)
    if isinstance(question, Split):
        return _encode_numbers(numbers) if len(numbers) == len(picks) else ".".join(picks)
    if isinstance(question, Subset):
        return ".".join([f"^{_encode_base36(sum(1 << number for number in set(numbers)))}", *way])
    return ".".join(["~" + "".join(_encode_base36(number).zfill(2) for number in numbers), *way])


def unpack_picks(text: str) -> list[str]:
    """Decode the picks of a custom_id."""
    return [pick for piece in text.split(".") for pick in _unpack_piece(piece)] if text else []


def _unpack_piece(piece: str) -> list[str]:
    match piece[:1]:
        case "^":
            mask = int(piece[1:], 36)
            return [str(at) for at in range(mask.bit_length()) if mask >> at & 1]
        case "~":
            return [str(int(piece[at : at + 2], 36)) for at in range(1, len(piece), 2)]
        case "%":
            return _decode_numbers(piece)
        case "!":
            return [f"{PART}{number}" for number in _decode_numbers(piece)]
        case _:
            return [piece]


def pack_parts(done: Sequence[str]) -> str:
    """Encode the chosen parts for a custom_id; without dots if each is a single number."""
    check, *parts = done
    numbers = [part.removeprefix(PART) for part in parts]
    if len(parts) < 3 or not all(number.isdecimal() for number in numbers):
        return ".".join(done)
    return f"{check}.!{_encode_numbers([int(number) for number in numbers])[1:]}"


def _encode_numbers(numbers: Sequence[int]) -> str:
    """Encode non-negative numbers with equal width in base 62, after a digit for that width."""
    width = 1
    while max(numbers) >= len(DIGITS_62) ** width:
        width += 1
    digits = ""
    for number in numbers:
        digits += "".join(DIGITS_62[number // len(DIGITS_62) ** at % len(DIGITS_62)] for at in reversed(range(width)))
    return f"%{width}{digits}"


def _decode_numbers(text: str) -> list[str]:
    """Decode the numbers; raise ValueError if the text encodes none."""
    width, digits = int(text[1:2]), text[2:]
    if not 1 <= width <= 9 or len(digits) % width:
        raise ValueError(text)
    numbers = []
    for start in range(0, len(digits), width):
        number = 0
        for sign in digits[start : start + width]:
            number = number * len(DIGITS_62) + DIGITS_62.index(sign)
        numbers.append(str(number))
    return numbers


def _encode_base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS_36[digit] + digits
    return digits
