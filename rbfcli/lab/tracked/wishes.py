"""What the policy of a side would do in a fight that is a row of cells, kept as what follows from those."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.lab.playing import Playing
from rbfcli.lab.tracked.asking import TrackedView
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.reading import Untracked


def place_of_wish(playing: Playing, form: Form, side: str, people: tuple[str, ...], number: int) -> int:
    """The cell of what the policy of a side would do, after so many wishes that were refused."""

    def ask(fight: Any, _: object) -> Command | None:
        view = TrackedView(form, fight, side, people=people, question=None)
        return _wish(playing, view, side, number)

    return form.place(("wish", side, people, number), lambda: ask)


def wishes(playing: Playing, form: Form, cells: list[int], side: str, people: tuple[str, ...]) -> Iterator[Command]:
    """What the policy of a side would do, one after the other. Raises Untracked."""
    number = 0
    while (wish := form.value(cells, place_of_wish(playing, form, side, people, number))) is not None:
        yield wish
        number += 1


def _wish(playing: Playing, view: TrackedView, side: str, number: int) -> Command | None:
    try:
        every = playing._wishes_of(side, view)  # noqa: SLF001 - a part of the same fight
        wish = next(islice(every, number, None), None)
    except Exception as wrong:
        raise Untracked from wrong
    if wish is not None and not isinstance(wish, Command):
        raise Untracked
    return wish
