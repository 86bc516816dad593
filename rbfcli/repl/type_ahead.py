"""Lines typed, or pasted by a terminal without brackets, before a mistake could be seen: they are not carried out."""

from collections.abc import Iterable, Sequence
from time import sleep

from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from rbfcli.kernel.limits import TYPED_BYTES
from rbfcli.render.safe import safe

LINE_ENDS = (Keys.ControlM, Keys.ControlJ)
CLEARING = (Keys.ControlC, Keys.ControlU)
PAUSE_SECONDS = 0.05
MOST_TOLD = 3


def take_back(source: Input) -> list[str]:
    """The lines that wait to be read, taken out of the input; what was typed behind the last of them stays in it."""
    keys = get_typeahead(source)
    with source.raw_mode():
        keys += source.read_keys()
        if any(each.key in LINE_ENDS for each in keys):
            while more := _after_a_pause(source):
                keys += more
                if sum(len(each.data) for each in keys) > TYPED_BYTES:
                    break
        end = max((number for number, each in enumerate(keys, 1) if each.key in LINE_ENDS), default=0)
        store_typeahead(source, keys[end:])
    return [line for line in _text(keys[:end]).split("\n") if line.strip()]


def taken_back(lines: Sequence[str]) -> str:
    """What is said of lines that were taken back."""
    quoted = [f"`{safe(line.strip())}`" for line in lines]
    told = quoted if len(lines) <= MOST_TOLD else [*quoted[: MOST_TOLD - 1], f"... {quoted[-1]}"]
    were = "line that was entered behind it was" if len(lines) == 1 else "lines that were entered behind it were"
    return f"rbf: {len(lines)} {were} not carried out: {', '.join(told)}"


def _after_a_pause(source: Input) -> list[KeyPress]:
    """What has come meanwhile: a paste may come in pieces."""
    sleep(PAUSE_SECONDS)
    return source.read_keys()


def _text(keys: Iterable[KeyPress]) -> str:
    """What the keys write: letters, what was pasted, and the ends of lines; less what other keys of them delete."""
    text = ""
    for each in keys:
        begin = text.rfind("\n") + 1
        if each.key in CLEARING:
            text = text[:begin]
        elif each.key == Keys.ControlH:
            text = text[: max(begin, len(text) - 1)]
        else:
            text += _written(each)
    return text


def _written(each: KeyPress) -> str:
    if each.key in LINE_ENDS:
        return "\n"
    if each.key == Keys.BracketedPaste:
        return each.data.replace("\r\n", "\n").replace("\r", "\n")
    return each.data if len(each.key) == 1 and each.data.isprintable() else ""
