"""A roll as a sentence: its outcome in words, the numbers compared, and, to explain it, the sum with every source."""

from collections.abc import Iterable, Mapping, Sequence

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.render.safe import safe
from rbfcli.render.sentences import Names, sentence
from rbfcli.render.style import Style


def headline(rolled: Rolled, names: Names, words: Mapping[str, str]) -> str:
    """Who did what and how it came out: `Ada hits the thug`; of a roll that nothing judges, what it was for."""
    template = headline_words(rolled, words)
    facts = {**names.people(rolled.who, rolled.target), "label": safe(rolled.label), "total": str(rolled.total)}
    if template:
        return sentence(template, facts)
    title = words.get(f"roll.{rolled.label}", "")
    if not (title and _fits(title, rolled)):
        title = "{who}, {label}" if rolled.who else "{label}"
    said = sentence(title, facts)
    return f"{said}: {rolled.outcome}" if rolled.outcome else said


def headline_words(rolled: Rolled, words: Mapping[str, str]) -> str:
    """A system's template for how a roll came out; empty where it has none that fits."""
    if not rolled.outcome:
        return ""
    found = (words.get(f"roll.{each}.{rolled.outcome}", "") for each in (rolled.label, "*"))
    return next((each for each in found if each and _fits(each, rolled)), "")


def is_silent(rolled: Rolled, words: Mapping[str, str]) -> bool:
    """Whether a system says nothing of a roll: its words are there, and empty."""
    told = (words.get(f"roll.{rolled.label}{each}") for each in (f".{rolled.outcome}", ""))
    return next((not each for each in told if each is not None), False)


def _fits(template: str, rolled: Rolled) -> bool:
    """Whether a roll has the people that a template speaks of."""
    return bool(rolled.who or "{who" not in template) and bool(rolled.target or "{target" not in template)


def numbers(rolled: Rolled, words: Mapping[str, str]) -> str:
    """`13 against 12`, with the margin where the system's rules use it (`margin`), or the band it lies in."""
    if rolled.counting:
        total = f"{rolled.total} success{'' if rolled.total == 1 else 'es'}"
        return total if rolled.against is None else f"{total} against {rolled.against}"
    if rolled.against is None:
        band = words.get(f"band.{rolled.outcome}", "")
        return f"{rolled.total}, {band}" if band else str(rolled.total)
    by = f", by {abs(rolled.margin)}" if rolled.margin and words.get("margin") else ""
    return f"{rolled.total} against {rolled.against}{by}"


def dice_text(rolled: Rolled) -> str:
    """Dice, what is added in all, advantage; nothing of a single die that is the number told already."""
    plain = rolled.under or (len(rolled.dice) == 1 and rolled.total == rolled.dice[0].face and not rolled.edge_dice)
    net = _net(rolled)
    if plain:
        return net.removeprefix(", ")
    given = [die.given for die in (*rolled.dice, *rolled.edge_dice)]
    mixed = "" if all(given) else _by_hand(given).removesuffix(",")
    added = sum(each.value for each in rolled.modifiers)
    plus = f" {added:+d}" if added else ""
    return f"{faces_text(rolled.dice)}{_edge_dice(rolled)}{_expression(rolled)}{plus}{mixed}{net}"


def sum_text(rolled: Rolled, style: Style) -> str:
    """The whole sum: dice and whether by hand, every modifier with its source and rule, what gave advantage."""
    given = _by_hand([die.given for die in (*rolled.dice, *rolled.edge_dice)])
    added = modifiers_text(rolled.modifiers, style)
    dice = faces_text(rolled.dice) + _edge_dice(rolled)
    if rolled.counting:
        return f"{dice}{given}, each {rolled.counting} or more,{added} = {rolled.total}{_reasons(rolled, style)}"
    if rolled.under:
        return f"{dice}{given} under {_score(rolled, added)}{_reasons(rolled, style)}"
    return f"{dice}{given}{_expression(rolled)}{added} = {rolled.total}{_reasons(rolled, style)}"


def opposed_numbers(first: Rolled, second: Rolled) -> str:
    """Two rolls against each other, the better one first, and by how much it is better."""
    better, worse = sorted((first, second), key=_worth, reverse=True)
    if _failed(better):
        return "both fail"
    if _failed(worse):
        return f"{f'by {_worth(better)}' if _worth(better) else 'just'}, against a failure"
    by = _worth(better) - _worth(worse)
    return f"{_worth(better)} against {_worth(worse)}, {f'by {by}' if by else 'a tie'}"


def _worth(rolled: Rolled) -> int:
    return (rolled.margin or 0) if rolled.under else rolled.total


def _failed(rolled: Rolled) -> bool:
    return rolled.under and _worth(rolled) < 0


def _by_hand(given: Sequence[bool]) -> str:
    """Whether all dice were thrown by hand, or how many: those come first."""
    count = sum(given)
    if not count or count == len(given):
        return " by hand" if count else ""
    return f", the first {count} by hand," if count > 1 else ", the first by hand,"


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


def _expression(rolled: Rolled) -> str:
    return f" of {safe(rolled.expression)}" if rolled.expression else ""


def _net(rolled: Rolled) -> str:
    """`, advantage 1`, of a pool `, 1 die more`; empty where there was neither."""
    edges = rolled.edges
    net = sum(each.value for each in edges)
    if rolled.counting:
        return f", {abs(net)} {'die' if abs(net) == 1 else 'dice'} {'more' if net > 0 else 'fewer'}" if net else ""
    if not net:
        return ", advantage and disadvantage cancel" if edges else ""
    return f", {'advantage' if net > 0 else 'disadvantage'} {abs(net)}"


def _reasons(rolled: Rolled, style: Style) -> str:
    """What gave advantage or disadvantage, each with its rule."""
    reasons = ", ".join(
        f"{safe(each.why)} {each.value:+d}" + (f" ({each.rule})" if style.explain and each.rule else "")
        for each in rolled.edges
    )
    return f"{_net(rolled)}: {reasons}" if rolled.edges else ""
