"""Dice rolls printed as text, as bare numbers or as JSON."""

from __future__ import annotations

from rbfcli.core.text import safe
from rbfcli.dice import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.dice.roll import RolledDie, RolledPart, RolledUnit, RollResult
    from rbfcli.render.json_types.odds import RollReply, Thrown, ThrownDie


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
    """Yield a line per die, in the order of the rolls: `  die 3: d6 shows 1, dropped by kh3`."""
    for number, die in enumerate(rolled.dice, 1):
        name = "dF" if die.low < 0 else f"d{die.sides}"
        yield f"  die {number}: {name} shows {die.face}{''.join(_reasons(die))}"


def _reasons(die: RolledDie) -> Iterator[str]:
    if die.given:
        yield ", by hand"
    for what, modifier in die.why:
        yield f", {_WORDS[what].format(modifier)}"
    if die.value != die.face:
        yield f", counts {die.value}"


@ast.record
class RollFormat:
    """Options for printing rolls: `form` is words, bare or json; `explain` adds the history of every die."""

    form: str = "words"
    codes: bool = False
    explain: bool = False
    label: str = ""


def format_rolls(rolls: Sequence[RollResult], format_: RollFormat, command: str, seed: str) -> str:
    """Return the output for all rolls of one command; `command` and `seed` appear in the JSON only."""
    match format_.form:
        case "json":
            return _json_of(rolls, format_, command, seed)
        case "bare":
            return "".join(f"{each.outcome or each.total}\n" for each in rolls)
        case _:
            return "".join(f"{line}\n" for each in rolls for line in _lines_of(each, format_))


def _lines_of(rolled: RollResult, format_: RollFormat) -> Iterator[str]:
    yield RollText(codes=format_.codes).roll(rolled, format_.label or rolled.line.comment)
    if format_.explain:
        yield from history(rolled)


def _json_of(rolls: Sequence[RollResult], format_: RollFormat, command: str, seed: str) -> str:
    from rbfcli.render.json import json_line  # noqa: PLC0415 - few rolls print JSON

    outcome = rolls[-1].outcome if len(rolls) == 1 else ""
    facts: RollReply = {"seed": seed, "outcome": outcome, "events": [_event_of(each, format_.label) for each in rolls]}
    return json_line(command, **facts)


def _event_of(rolled: RollResult, label: str) -> Thrown:
    """Return a roll as the event `rolled`, with all keys of a fight's event and the history of every die."""
    return {
        "event": "rolled",
        "rule": "",
        "who": "",
        "target": "",
        "label": label or rolled.line.comment,
        "expression": ast.line_text(rolled.line),
        "dice": [_die(die) for die in rolled.dice],
        "edge_dice": [],
        "modifiers": [],
        "edges": [],
        "total": rolled.total,
        "exact": str(rolled.exact),
        "against": rolled.against,
        "margin": rolled.margin,
        "outcome": rolled.outcome,
        "under": rolled.under,
        "counting": 0,
        "hidden": False,
    }


def _die(die: RolledDie) -> ThrownDie:
    return {
        "sides": die.sides,
        "low": die.low,
        "face": die.face,
        "value": die.value,
        "kept": die.kept,
        "given": die.given,
        "why": [{"what": what, "by": modifier} for what, modifier in die.why],
    }


_STRUCK, _BOLD = ("\x1b[9m", "\x1b[29m"), ("\x1b[1m", "\x1b[22m")
_D20 = 20


class RollText:
    """A formatter of rolls as text, with or without terminal codes."""

    def __init__(self, *, codes: bool) -> None:
        self.codes = codes

    def roll(self, rolled: RollResult, label: str = "") -> str:
        """Return a whole roll as a line: `attack: 1d20 [9] + 5 = 14 vs 15: failure (-1)`."""
        title = f"{safe(label)}: " if label else ""
        exact = "" if rolled.exact == rolled.total else f" ({rolled.exact})"
        total = f"{self._coded(str(rolled.total), _BOLD)}{exact}"
        return f"{title}{self.part(rolled.part)} = {total}{_standing(rolled)}{_given_note(rolled)}"

    def part(self, part: RolledPart, least: int = 0) -> str:
        """Return a part with its dice, in parentheses if it binds less tightly than `least`."""
        node = part.node
        match node:
            case ast.Number():
                return ast.text(node)
            case ast.Pool():
                return f"{self._pool(node, part)} {self._dice(part.dice)}"
            case ast.Modified():
                return self._modified(node, part)
            case ast.Group(_, whole):
                return f"({', '.join(self._member(each) for each in part.parts)}{',' if whole else ''})"
            case ast.Labelled(_, label):
                return f"{self.part(part.parts[0], ast.LEVELS['**'] + 1)} ({safe(label)})"
            case ast.Negative():
                return ast.bracketed(f"-{self.part(part.parts[0], ast.LEVELS['**'])}", ast.LEVELS["**"] - 1, least)
            case ast.Call(name):
                return f"{name}({', '.join(map(self.part, part.parts))})"
            case ast.Binary(operator):
                left, right = part.parts
                level = ast.LEVELS[operator]
                words = f"{self.part(left, level)} {operator} {self.part(right, level + 1)}"
                return ast.bracketed(words, level, least)

    def _pool(self, node: ast.Pool, part: RolledPart) -> str:
        """Return a pool as `4d6`, with the dice of its count and sides if they were rolled."""
        count, sides = (
            ast.text(each.node) if isinstance(each.node, ast.Number) else f"({self.part(each)})" for each in part.parts
        )
        return f"{count}d{'F' if node.fudge else sides}"

    def _modified(self, node: ast.Modified, part: RolledPart) -> str:
        """Return a part with its modifiers: a pool lists all its dice after them, a group each pool's in place."""
        (inner,) = part.parts
        marked = any(isinstance(each, ast.Mark) for each in node.modifiers)
        written = ast.modifiers_text(node.modifiers)
        if isinstance(inner.node, ast.Pool):
            dice = self._dice([*inner.dice, *part.dice], marked=marked)
            return f"{self._pool(inner.node, inner)}{written} {dice}"
        added = f" {self._dice(part.dice, marked=marked)}" if part.dice else ""
        return f"{self.part(inner)}{written}{added}"

    def _member(self, part: RolledPart) -> str:
        """Return a part of a group with its success and failure marks, struck out if dropped."""
        words = self.part(part)
        marked = words + _marks(part)
        return marked if part.kept else self._coded(f"({marked})", _STRUCK)

    def _dice(self, dice: Sequence[RolledDie], *, marked: bool = False) -> str:
        return f"[{' '.join(self._die(die, marked=marked) for die in dice)}]"

    def _die(self, die: RolledDie, *, marked: bool) -> str:
        reasons = {what for what, _ in die.why}
        face = f"{'+' if 'added' in reasons else ''}{die.face}{'' if die.value == die.face else f'>{die.value}'}"
        critical = "critical" in reasons if marked else die.sides == die.face == _D20
        face += _marks(die) + ("!" if critical else "?" if "fumble" in reasons else "")
        if not die.kept:
            return self._coded(f"({face})", _STRUCK)
        stands_out = critical or (not marked and die.sides == _D20 and die.face == 1)
        return self._coded(face, _BOLD) if stands_out else face

    def _coded(self, words: str, codes: tuple[str, str]) -> str:
        return f"{codes[0]}{words}{codes[1]}" if self.codes else words


def _marks(unit: RolledUnit) -> str:
    """Return a star for each success and a minus for each failure."""
    return "".join({"counted": "*", "failed": "-"}.get(what, "") for what, _ in unit.why)


def _standing(rolled: RollResult) -> str:
    if rolled.margin is None:
        return ""
    outcome = f": {rolled.outcome}" if rolled.outcome else ""
    return f" vs {rolled.against}{outcome} ({rolled.margin:+d})"


def _given_note(rolled: RollResult) -> str:
    given, thrown = min(rolled.given_count, len(rolled.faces)), len(rolled.faces)
    if not given:
        return ""
    return ", dice by hand" if given == thrown else f", the first {given} of {thrown} dice by hand"
