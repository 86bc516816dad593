"""Whose doing a loss of health is, as far as the events of its command tell."""

from collections.abc import Iterator, Sequence

from rbfcli.model.conditions import row_of
from rbfcli.model.events import AnyEvent, CustomEvent, FieldChanged, QuestionAnswered, Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import OutcomeRoles, Rules

ACTS = (Rolled, CustomEvent)


def cause_of_loss(rules: Rules, actor: str, victim: str, before: Fight, happened: Sequence[AnyEvent]) -> str:
    """Return who harmed a combatant in a command of the actor; empty if the source is unknown or the victim."""
    suspects = _suspects(rules, actor, victim, before, happened)
    return next((each for each in suspects if each in before.combatants and each != victim), "")


def _suspects(rules: Rules, actor: str, victim: str, before: Fight, happened: Sequence[AnyEvent]) -> Iterator[str]:
    """Yield the combatants who may have harmed another, most likely first, empty strings among them.

    The order is: the last attacker, the combatant who rolled for the harm, the actor, any other combatant that acted
    on the victim, the one who answered a question about it, the one who caused the harmful condition.
    """
    yield next((attacker for event in reversed(happened) if (attacker := _attacker(rules, victim, event))), "")
    yield _roller(victim, happened)
    yield actor
    yield next((each.who for each in reversed(happened) if isinstance(each, ACTS) and each.target == victim), "")
    yield next(
        (each.who for each in reversed(happened) if isinstance(each, QuestionAnswered) and each.who != victim), ""
    )
    if victim in before.combatants:
        harms = {each.rule for each in happened if isinstance(each, FieldChanged) and each.who == victim}
        for name, condition in before.combatants[victim].conditions.items():
            row = row_of(rules.conditions, name)
            if row is not None and row.rule in harms:
                yield condition.by


def attempt_in(rules: Rules, event: AnyEvent) -> OutcomeRoles | None:
    """Return the outcomes of the attack that an event decides, or None if it decides none."""
    label = event.label if isinstance(event, Rolled) else event.what if isinstance(event, CustomEvent) else ""
    return rules.attempts.get(label)


def _attacker(rules: Rules, victim: str, event: AnyEvent) -> str:
    if not isinstance(event, ACTS) or (attempt := attempt_in(rules, event)) is None:
        return ""
    attacker, target = (event.target, event.who) if attempt.by_target else (event.who, event.target)
    return attacker if target == victim else ""


def _roller(victim: str, happened: Sequence[AnyEvent]) -> str:
    """Return who last rolled without a target number, by the rule that changed the victim."""
    found, roller, rule = "", "", ""
    for event in happened:
        if isinstance(event, Rolled) and not event.outcome and event.against is None:
            roller, rule = event.who, event.rule
        elif isinstance(event, FieldChanged) and event.who == victim and event.rule == rule:
            found = roller
    return found
