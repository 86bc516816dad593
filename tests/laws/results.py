"""The laws of results in our own systems: totals, the order of lines, and immunity."""

from rbfcli.engine.play import Played
from rbfcli.model.events import ConditionGained, CustomEvent, FieldChanged, Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.narration import lines_of
from rbfcli.render.rolls import Part, sort_result_lines
from rbfcli.render.sentences import Style
from rbfcli.testing.support import require_law


def results_are_right(rules: Rules, before: Fight, played: Played, line: str) -> None:
    """Check all laws of results."""
    for event in played.events:
        if isinstance(event, Rolled):
            adds_up(event, line)
    is_in_order(rules, before, played, line)
    spares_the_immune(before, played, line)


def adds_up(rolled: Rolled, line: str) -> None:
    """Check that counted dice and modifiers add up to the total, and the total to the margin."""
    if not rolled.expression:
        sign = 1 if sum(each.value for each in rolled.edges) > 0 else -1
        kept = sum(1 if rolled.counting else die.face for die in rolled.dice if die.kept)
        dice = kept + sign * sum(die.face for die in rolled.edge_dice)
        added = 0 if rolled.under else sum(each.value for each in rolled.modifiers)
        require_law(
            dice + added == rolled.total,
            f"{line}: {rolled.label}: the dice add up to {dice + added}, not to the total shown",
        )
    if rolled.against is not None and rolled.margin is not None:
        over = rolled.total - rolled.against
        require_law(
            rolled.margin == (-over if rolled.under else over),
            f"{line}: {rolled.label}: margin {rolled.margin:+d} for {rolled.total} against {rolled.against}",
        )


def is_in_order(rules: Rules, before: Fight, played: Played, line: str) -> None:
    """Check that each result shows its outcome first, then rolls, damage and changes; pending parts come last."""
    told = [*lines_of(played.events, before, played.fight, rules, Style())]
    printed = sort_result_lines(told)
    require_law(
        sorted(each.strip() for each in printed) == sorted(each.text.strip() for each in told),
        f"{line}: not every line is printed exactly once",
    )
    by_text = {each.text.strip(): each for each in told}
    reached: dict[str, Part] = {}
    pending = False
    for text in printed:
        each = by_text[text.strip()]
        require_law(not pending or each.part is Part.PENDING, f"{line}: {text!r} follows pending lines")
        pending = each.part is Part.PENDING
        if each.part in (Part.HEADING, Part.OUTCOME):
            reached = {}
        require_law(
            all(each.part >= reached.get(who, each.part) for who in each.people), f"{line}: too late comes {text!r}"
        )
        reached.update(dict.fromkeys(filter(None, each.people), each.part))


def spares_the_immune(before: Fight, played: Played, line: str) -> None:
    """Check that nothing happens to a combatant whose immunity was reported, until the next roll.

    Forced commands are exempt.
    """
    forced = "--force" in line or (before.paused is not None and '"force":true' in before.paused.command)
    spared = ""
    for event in played.events:
        match event:
            case Rolled():
                spared = ""
            case CustomEvent(what="immune", who=who):
                spared = who
            case FieldChanged(who=who) | ConditionGained(who=who) if who and who == spared:
                require_law(forced, f"{line}: {who} is immune, and something happens to them all the same")
