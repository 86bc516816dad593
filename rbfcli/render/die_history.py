"""Every die of a roll, one per line: its face and what happened to it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.kernel.notation.result import RollResult
    from rbfcli.kernel.notation.rolled_tree import RolledDie

_WORDS = {
    "dropped": "dropped by {}",
    "rerolled": "rerolled by {}",
    "rethrown": "thrown again for {}",
    "added": "added by {}",
    "folded": "counted in with the die that exploded ({})",
    "raised": "raised by {}",
    "lowered": "lowered by {}",
    "weakened": "one less by {}",
    "counted": "a success of {}",
    "failed": "a failure of {}",
    "relabelled": "relabelled by {}",
    "negated": "taken off by {}",
    "critical": "critical by {}",
    "fumble": "a fumble by {}",
}


def history(rolled: RollResult) -> Iterator[str]:
    """`  die 3: d6 shows 1, dropped by kh3`, in the order of the rolls."""
    for number, die in enumerate(rolled.dice, 1):
        yield f"  die {number}: {_name(die)} shows {die.face}{''.join(_reasons(die))}"


def _name(die: RolledDie) -> str:
    return "dF" if die.low < 0 else f"d{die.sides}"


def _reasons(die: RolledDie) -> Iterator[str]:
    if die.given:
        yield ", by hand"
    for what, modifier in die.why:
        yield f", {_WORDS[what].format(modifier)}"
    if die.value != die.face:
        yield f", counts {die.value}"
