"""Edits of an input at random: of bytes, of tokens and of lines. The same number makes the same edits."""

import random
from collections.abc import Callable, Sequence

MOST_EDITS = 4
MOST_BYTES = 200_000
MOST_REPEATS = 1_000
BYTES = b"\0\t\n\r\x1b \"#$'()*+,-./09:;<=>?@A[\\]_`az{|}~\x7f\x80\x9b\xc2\xe2\xff"
NUMBERS = (
    *(b"-1", b"0", b"1", b"2", b"99", b"1000", b"1001", b"1000000", b"1000001", b"-1000001"),
    *(b"2147483648", b"9007199254740992", b"9007199254740993", b"99999999999999999999", b"9" * 400, b"0.5", b"1e9"),
)


def mutated(corpus: Sequence[bytes], tokens: Sequence[bytes], number: str) -> bytes:
    """One of the corpus with a few edits; which, and what edits, the number says."""
    chance = random.Random(number)  # noqa: S311 - no secret: the same number has to give the same input
    data = chance.choice(corpus)
    for _ in range(chance.randint(1, MOST_EDITS)):
        data = chance.choice(EDITS)(data, chance, tokens, corpus)[:MOST_BYTES]
    return data


def _other_byte(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.choice(BYTES)]) + data[at + 1 :]


def _more_bytes(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes(chance.choices(BYTES, k=chance.randint(1, 4))) + data[at:]


def _fewer_bytes(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.randint(1, 8) :]


def _cut_off(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _repeated(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    times = min(chance.choice((2, 3, 40, MOST_REPEATS)), MOST_BYTES // max(1, end - start) + 1)
    return data[:start] + data[start:end] * times + data[end:]


def _other_token(data: bytes, chance: random.Random, tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    return data[:start] + chance.choice(tokens) + data[end:]


def _more_tokens(data: bytes, chance: random.Random, tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, _ = _token_at(data, chance)
    space = chance.choice((b"", b" "))
    return data[:start] + chance.choice(tokens) + space + data[start:]


def _fewer_tokens(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    return data[:start] + data[end:]


def _swapped_tokens(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    (start, end), (later, last) = sorted((_token_at(data, chance), _token_at(data, chance)))
    if end > later:
        return data
    return data[:start] + data[later:last] + data[end:later] + data[start:end] + data[last:]


def _other_number(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    digits = [at for at in range(len(data)) if data[at : at + 1].isdigit() and not data[at - 1 : at].isdigit()]
    if not digits:
        return data
    start = end = chance.choice(digits)
    while data[end : end + 1].isdigit():
        end += 1
    return data[:start] + chance.choice(NUMBERS) + data[end:]


def _fewer_lines(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    return b"\n".join([*lines[:at], *lines[at + chance.choice((1, 1, 5)) :]])


def _same_line_again(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return b"\n".join(lines)


def _swapped_lines(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _line_of_another(data: bytes, chance: random.Random, _tokens: Sequence[bytes], corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(chance.choice(corpus).split(b"\n")))
    return b"\n".join(lines)


def _spliced(data: bytes, chance: random.Random, _tokens: Sequence[bytes], corpus: Sequence[bytes]) -> bytes:
    lines, others = data.split(b"\n"), chance.choice(corpus).split(b"\n")
    return b"\n".join([*lines[: chance.randrange(len(lines) + 1)], *others[chance.randrange(len(others)) :]])


def _token_at(data: bytes, chance: random.Random) -> tuple[int, int]:
    """Where a token begins and ends: letters and digits, or one other byte."""
    start = chance.randrange(len(data)) if data else 0
    end = start + 1
    if data[start:end].isalnum():
        while start and data[start - 1 : start].isalnum():
            start -= 1
        while data[end : end + 1].isalnum():
            end += 1
    return start, min(end, len(data))


Edit = Callable[[bytes, random.Random, Sequence[bytes], Sequence[bytes]], bytes]
EDITS: tuple[Edit, ...] = (
    _other_byte,
    _more_bytes,
    _fewer_bytes,
    _cut_off,
    _repeated,
    *[_other_token] * 3,
    *[_more_tokens] * 3,
    _fewer_tokens,
    _swapped_tokens,
    *[_other_number] * 3,
    _fewer_lines,
    _same_line_again,
    _swapped_lines,
    _line_of_another,
    _spliced,
)
