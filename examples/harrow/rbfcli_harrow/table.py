"""What the table sees: facts, possible actions, and next steps."""

from collections.abc import Iterator

from rbfcli.engine.turns import next_or_end
from rbfcli.model.commands import Turn
from rbfcli.model.display import Fact, Facts, Visibility, health_fact, number_fact
from rbfcli.model.events import Modifier
from rbfcli.model.rules import CandidateAction, Words

from rbfcli_harrow.checks import modifiers
from rbfcli_harrow.commands import Attack, Rest, Ward
from rbfcli_harrow.fighting import takes_turns
from rbfcli_harrow.sheet import PLACES, Fencer, HarrowFight

SIGHT = Visibility()


def health(one: Fencer) -> tuple[int, int]:
    """Return current and full health."""
    return one.health, one.most


def status(fight: HarrowFight, who: str) -> Facts:
    """Return the facts about a fencer for the screen."""
    one = fight.combatants[who]
    return (
        health_fact("health", health(one)),
        Fact("fatigue", f"{one.fatigue}/{one.endurance}"),
        Fact("blade/parry", f"{one.blade}/{one.parry}", heading="skills"),
        Fact("bite", str(one.bite)),
    )


def details(fight: HarrowFight, who: str) -> Facts:
    """Return the current skills with their parts, and the armour (HAR-TEST-1, HAR-DMG-1)."""
    one = fight.combatants[who]
    skills = {"attack": one.blade, "parry": one.parry}
    return (
        *(
            number_fact(f"{label} now", (Modifier(skill, "skill"), *modifiers(fight, who, label, skill)))
            for label, skill in skills.items()
        ),
        Fact("armour", ", ".join(f"{place} {one.armour[place]}" for place in PLACES if one.armour.get(place))),
    )


def locations(_fight: HarrowFight, _who: str) -> Words:
    """Return the locations that can be aimed at."""
    return PLACES


def candidates(fight: HarrowFight, who: str) -> Iterator[CandidateAction]:
    """Yield everything a combatant might do; a rehearsal decides what is allowed."""
    side = fight.combatants[who].side
    for foe, other in fight.combatants.items():
        if other.side != side:
            yield CandidateAction(Attack(who=who, targets=(foe,)), "the action, 1 fatigue", "HAR-ATK-1")
            yield CandidateAction(Attack(who=who, targets=(foe,), press=True), "the action, 3 fatigue", "HAR-FAT-3")
    yield CandidateAction(Rest(who=who), "the action", "HAR-FAT-4")
    yield CandidateAction(Ward(who=who), "the action", "HAR-WRD-1")
    yield CandidateAction(Turn(), "the turn", "HAR-TURN-1")


def next_steps(fight: HarrowFight) -> tuple[str, ...]:
    """Return the commands to type next."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME",)
    active = fight.combatants.get(fight.active)
    return (next_or_end(fight, takes_turns),) if active is None or active.acted else ()
