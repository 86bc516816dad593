"""A roll as a sentence: who, what for, the dice, every modifier, the total and the outcome."""

from collections.abc import Callable, Iterable, Mapping

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.kernel.rules import Rules
from rbfcli.render.safe import safe
from rbfcli.render.style import Style


def roll_sentence(rolled: Rolled, name: Callable[[str], str], rules: Rules, style: Style) -> str:
    """One line for a roll; a hidden one shows neither dice nor total."""
    title = _title(rolled, name, rules.words)
    if rolled.hidden:
        return f"{title}: rolled in secret"
    given = " by hand" if any(die.given for die in (*rolled.dice, *rolled.edge_dice)) else ""
    added = modifiers_text(rolled.modifiers, style)
    dice = faces_text(rolled.dice) + _edge_dice(rolled)
    if rolled.under:
        line = f"{title}: {dice}{given} under {_score(rolled, added)}"
    else:
        against = "" if rolled.against is None else f" against {rolled.against}"
        line = f"{title}: {dice}{given}{_expression(rolled)}{added} = {rolled.total}{against}"
    if rolled.outcome:
        line += f": {style.paint(rolled.outcome, rules.outcomes.get(rolled.outcome, ''))}"
    if rolled.margin is not None:
        line += f" ({rolled.margin:+d})"
    return line + (_edges(rolled.edges, style) if rolled.edges else "")


def _score(rolled: Rolled, added: str) -> str:
    """The score of a roll-under, with its modifiers if there are any."""
    plain = (rolled.against or 0) - sum(each.value for each in rolled.modifiers)
    return f"{plain}{added} = {rolled.against}" if added else str(plain)


def faces_text(dice: Iterable[Die]) -> str:
    """Faces in the order of the rolls; those that do not count are in parentheses."""
    return "[" + " ".join(str(die.face) if die.kept else f"({die.face})" for die in dice) + "]"


def _edge_dice(rolled: Rolled) -> str:
    sign = "+" if sum(each.value for each in rolled.edges) > 0 else "-"
    return f" {sign}{faces_text(rolled.edge_dice)}" if rolled.edge_dice else ""


def modifiers_text(modifiers: Iterable[Modifier], style: Style) -> str:
    """Each modifier with its sign and reason; with `explain`, also with its rule."""
    return "".join(
        f" {each.value:+d} {safe(each.why)}" + (f" ({each.rule})" if style.explain and each.rule else "")
        for each in modifiers
    )


def _title(rolled: Rolled, name: Callable[[str], str], words: Mapping[str, str]) -> str:
    template = words.get(f"roll.{rolled.label}", "")
    if template and rolled.who and rolled.target:
        return fill_template(template, {"who": name(rolled.who), "target": name(rolled.target)})
    return f"{name(rolled.who)}, {safe(rolled.label)}" if rolled.who else safe(rolled.label)


def _expression(rolled: Rolled) -> str:
    return f" of {safe(rolled.expression)}" if rolled.expression else ""


def _edges(edges: tuple[Modifier, ...], style: Style) -> str:
    net = sum(each.value for each in edges)
    word = "advantage" if net > 0 else "disadvantage"
    reasons = ", ".join(
        f"{each.why} {each.value:+d}" + (f" ({each.rule})" if style.explain and each.rule else "") for each in edges
    )
    return f", {word} {abs(net)}: {reasons}" if net else f", advantage and disadvantage cancel: {reasons}"


def fill_template(template: str, facts: Mapping[str, str]) -> str:
    """A template of a system's words with facts in the braces; braces in the facts are left alone."""
    parts = template.split("{")
    return parts[0] + "".join(_part(part, facts) for part in parts[1:])


def _part(part: str, facts: Mapping[str, str]) -> str:
    key, _, rest = part.partition("}")
    return facts.get(key, "") + rest
