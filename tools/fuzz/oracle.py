"""What a fuzzed run has to keep to, hostile words and payloads, and the shrinking of inputs that fail."""

import gc
import json
import re
import signal
import time
import traceback
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from msgspec import Struct

from rbfcli.core.errors import EXIT_STATUSES, RbfError
from rbfcli.core.text import is_visible
from rbfcli.language.grammar import CommonOptions, grammar_of
from rbfcli.language.parser import fight_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.render.json import FORMAT
from rbfcli.render.terminal import error_text
from rbfcli.systems.registry import SHIPPED, load

T = TypeVar("T")

BUG = 70
STATUSES = frozenset(status for status, _ in EXIT_STATUSES if status != BUG)
BUDGET_SECONDS = 1.0
STOPPED_SECONDS = 2.0
PUT_OFF_SECONDS = 0.01
PRODUCT = "rbfcli"


class Wrong(Exception):
    """Something that holds of every input does not hold of this one."""


class TookTooLong(BaseException):
    """An input was stopped: it may have found a bug, but waiting longer is not worth it."""


class Target(Struct, frozen=True):
    """A kind of input: what to begin from, its tokens, and how to try one (which raises what is wrong)."""

    name: str
    corpus: Callable[[], tuple[bytes, ...]]
    tokens: Callable[[], tuple[bytes, ...]]
    attempt: Callable[[bytes], None]


class Verdict(Struct, frozen=True):
    """What came of an input: processor time, and what was wrong: how in a word or two, and in full."""

    seconds: float
    how: str = ""
    told: str = ""


def verdict(target: Target, data: bytes) -> Verdict:
    """Try one input."""
    begun = time.process_time()
    try:
        with _stopped_after(STOPPED_SECONDS):
            target.attempt(data)
    except TookTooLong:
        return Verdict(time.process_time() - begun)
    except Exception as wrong:  # noqa: BLE001 - any exception is what we are looking for
        return Verdict(time.process_time() - begun, how_it_failed(wrong), f"{type(wrong).__name__}: {wrong}")
    return Verdict(time.process_time() - begun)


def how_it_failed(wrong: Exception) -> str:
    """The kind of a failure, the same for inputs that fail in the same way."""
    if isinstance(wrong, Wrong):
        return str(wrong).partition(":")[0]
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if f"/{PRODUCT}/" in frame.filename]
    if not frames:
        return type(wrong).__name__
    parts = Path(frames[-1].filename).parts
    within = "/".join(parts[len(parts) - parts[::-1].index(PRODUCT) - 1 :])
    return f"{type(wrong).__name__} in {within}, {frames[-1].name}"


def answered(work: Callable[..., T], *given: Any) -> T | None:
    """What `work` answers, or None where it says no as it may. Raises Wrong."""
    try:
        return work(*given)
    except RbfError as error:
        may_be_said(error)
        return None


def may_be_said(error: RbfError) -> None:
    """An error has a status of the table, and its words can be printed. Raises Wrong."""
    if error.status not in STATUSES:
        raise Wrong(f"status {error.status} ({type(error).__name__}): {error.message}")
    can_be_printed(error_text(error))


def can_be_printed(text: str) -> None:
    """A text has nothing between its line ends but what people can see. Raises Wrong."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return
    for letter in text:
        if letter != "\n" and not is_visible(letter):
            raise Wrong(f"a terminal would obey the output: {letter!r} in {text!r}")


def is_json(text: str) -> None:
    """Every line is one object with the envelope of the format. Raises Wrong."""
    for line in text.removesuffix("\n").split("\n") if text else ():
        if not (line.isascii() and line.isprintable()):
            raise Wrong(f"a terminal would obey the JSON: {line!r}")
        try:
            found = json.loads(line)
        except ValueError as wrong:
            raise Wrong(f"a line is no JSON: {wrong}: {line!r}") from None
        if not isinstance(found, dict) or [*found][:3] != ["format", "ok", "command"] or found["format"] != FORMAT:
            raise Wrong(f"a line has no envelope: {line!r}")


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Stop what takes more processor time.

    Python swallows what is raised in a callback of its garbage collector or of a weak reference, so a stop is put off
    while one runs.
    """
    of_the_collector = {getattr(callback, "__code__", None) for callback in gc.callbacks}

    def stop(_number: int, frame: FrameType | None) -> None:
        codes = {each.f_code for each, _ in traceback.walk_stack(frame)}
        if codes & of_the_collector or weakref.__file__ in {each.co_filename for each in codes}:
            signal.setitimer(signal.ITIMER_VIRTUAL, PUT_OFF_SECONDS)
            return
        raise TookTooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


MOST_TRIALS = 600
_PARTS = (re.compile(rb"[^\n]*\n|[^\n]+"), re.compile(rb"\w+|\s+|."), re.compile(rb".", re.DOTALL))


def shrunk(data: bytes, fails: Callable[[bytes], bool], trials: int = MOST_TRIALS) -> bytes:
    """Return the smallest input found within that many trials that still fails."""
    left = trials
    for parts in _PARTS:
        size = len(parts.findall(data)) // 2 or 1
        while size:
            for smaller in _without_a_run(data, parts, size):
                if not left:
                    return data
                left -= 1
                if fails(smaller):
                    data = smaller
                    break
            else:
                size //= 2
    return data


def _without_a_run(data: bytes, parts: re.Pattern[bytes], size: int) -> Iterator[bytes]:
    """Yield the input without each run of that many parts, the last run first: later parts matter less."""
    found = parts.findall(data)
    for start in range((len(found) - 1) // size * size, -1, -size):
        yield b"".join([*found[:start], *found[start + size :]])


DICE = tuple(
    b"1d6 2d8 d20 d% 4dF d0 0d6 d1000000 1000d6 9999999999d99999 d20kh0 kh3 kl1 dh1 dl1 k2 ! !! !p !5 !>=5 !!>4 r r1 ro"
    b" ro<3 rr2 xo mi2 ma5 >=5 <=2 >3 <2 =6 <>4 f1 cs>5 cf<2 vs 14 + - * / // ** % ( ) [ ] { } , ; : # 6# 3# min max"
    b" floor ceil round abs adv dis advantage 2d20kh1 pool [fire] [[ ]] (1d6)d6 d(2d4) {1d6,2d8}kh1 {4d6}>3f1 -- -1"
    b" 1_0 1e400 d20!0 d1! 1d1!! 1d6e<7 d100!!!>5 1>49**94d6e6d6 d20100kh0x10 1000d6kh500 9**9**9 t5 s e6 x3 x1000"
    b" map(1,2,2) unique neg<3 upto2 =even odd df sf<3 ms15 u m mt sd /roll // /* */ keep drop lowest W6 | @ of"
    b" [highest 1@ d{1,2,4} {1..3}@ @{dex} &{tracker} .. d%kh1 dF.1 dc \xc2\xa0"
    b" --vs --seed --times -n --dialect"
    b" avrae roll20 foundry rpg anydice --at-least --plot --json --explain --label".split()
)


def hostile() -> tuple[bytes, ...]:
    """Return payloads as bytes; a lone surrogate as its byte, or as bytes that are not UTF-8."""
    return tuple(each.encode("utf-8", "surrogatepass") for each in PAYLOADS)


@cache
def of_the_language() -> tuple[bytes, ...]:
    """Every verb and option of the program and of all systems, with the words that options choose from."""
    kinds = [*VERBS.values(), *(kind for name in SHIPPED for kind in fight_verbs(load(name)).values())]
    found = dict.fromkeys(grammar_of(CommonOptions).options)
    for kind in kinds:
        grammar = grammar_of(kind)
        found.update(dict.fromkeys((grammar.verb, *grammar.options)))
        for parameter in grammar.fields.values():
            found.update(dict.fromkeys(parameter.spec.choices))
    return tuple(word.encode() for word in found)


ESCAPES = (
    *("\x1b[31mred", "\x1b[0m", "\x1b[2J\x1b[H", "\x1b[1A\x1b[2K", "\x1b[?1049h", "\x1b[?25l", "\x1b[6n", "\x1b[c"),
    *("\x1b[5i", "\x1b[8m", "\x1b[201~", "\x1b[200~rm", "\x1b[38;5;196m", "\x1b[99999999999m", "\x1b["),
    *("\x1bc", "\x1b7", "\x1b(0", "\x1b#8", "\x1b%G", "\x1bN", "\x1bO", "\x1b=", "\x1bP$q\x1b\\", "\x1bX x\x1b\\"),
    *("\x1b^p\x1b\\", "\x1b_G a=T\x1b\\", "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\", "a\x1b[3Db", "\x1b[31", "\x1b[1;1H!"),
)
TITLES_AND_LINKS = (
    *("\x1b]0;title\x07", "\x1b]2;t\x1b\\", "\x1b]4;1;?\x07", "\x1b]8;;file:///etc/passwd\x1b\\x", "\x1b]9;hi\x07"),
    *("\x1b]10;?\x07", "\x1b]52;c;cm0=\x07", "\x1b]133;A\x07", "\x1b]777;notify;a;b\x07", "\x1b]1337;File=:YQ==\x07"),
    *("\x1b]8;;http://x\x07y\x1b]8;;\x07", "\x1b]0;never ends", "\x1b]50;font\x07", "\x1b]104\x07"),
)
CONTROLS = (*map(chr, range(0x20)), "\x7f", "a\rb", "a\r\nb", "\b\b\b", "a\n> undo 99", "\n\n\n")
OF_C1 = (
    *("\x80", "\x84", "\x85", "\x88", "\x8d", "\x8e", "\x8f", "\x90q\x9c", "\x98s\x9c", "\x9a", "\x9b31m", "\x9b2J"),
    *("\x9c", "\x9d0;t\x9c", "\x9ep\x9c", "\x9f", "\x9b6n"),
)
UNSEEN = (
    *("\u202eevil", "\u202a", "\u202b", "\u202c", "\u202d", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f"),
    *("\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\u2061", "\u206a", "\ufeff", "\u2028", "\u2029", "\u00ad"),
    *("\u034f", "\u3164", "\uffa0", "\u115f\u1160", "\u17b4", "\u180e", "\ufff9a\ufffab\ufffb", "\ufffe", "\uffff"),
    *("\ue000", "\ufe0f", "\U000e0001", "\U000e0041\U000e007f", "\U000e0100", "\U0010ffff", "\U000f0000"),
    *("\udc80", "\ud800", "\udfff a", "\udc1b[31m"),
)
FORMS = (
    *(
        "e\u0301",
        "A\u030a",
        "\u1112\u1161\u11ab",
        "o\u0302\u0323",
        "\u212b",
        "\ufb01",
        "½",
        "١٢٣",
        "²",
        "\uff21",
        "İ",
        "ß",
    ),
    *("Z" + "\u0301" * 60, "\u0301", "👩\u200d🚀", "🏳\ufe0f", "王" * 32, "\u0dbd\u0dca\u200d\u0dbb"),
)
MARKUP = (
    *("[red]x[/red]", "[/bad]", "[link=file:///etc/passwd]x[/link]", "[@click=app.bell]x", ":smile:", "\\[bold]"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;", "]]>", "<!--", "{{7*7}}", "%s%n%x", "{0}"),
)
SHELL = (
    *("$(touch PWN)", "`touch PWN`", "; touch PWN", "| touch PWN", "&& touch PWN", "${IFS}", "$HOME", "~", "*", "!!"),
    *("'", '"', '"; touch PWN; "', "\\", "a\\ b", "-rf", "--force", "--", "-e", "> PWN", "#x", "a b", "%PATH%"),
)
FILES = (
    *('"""', "'''", "'''\n[fight]", "a.b.c", "[x]", 'x = "y"', "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)"),
    *("../../../etc/passwd", "/etc/passwd", "..", ".", "C:\\x", "file:///x", "con", "a/b", "x\0.toml", "a,b", "a;b"),
)
LONG = ("x" * 64, "x" * 65, "x" * 10_000, "x" * 10_001, "9" * 400, "(" * 1000, "[" * 1000, " " * 100, "", " ", "a\xa0")
WORDS = ("null", "None", "true", "NaN", "inf", "-0", "0x1f", "1e400", "@foes", "@random", "say", "fight", "__class__")

PAYLOADS = (*(*ESCAPES, *TITLES_AND_LINKS, *CONTROLS, *OF_C1, *UNSEEN, *FORMS, *MARKUP, *SHELL, *FILES, *LONG, *WORDS),)
