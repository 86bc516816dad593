"""The actions a combatant can try, and verbs with numbers alone."""

from collections.abc import Iterator

from rbfcli.model.commands import Command, Turn, restate
from rbfcli.model.rules import CandidateAction
from rbfcli.systems.generic import commands, conditions
from rbfcli.systems.generic.sheet import Character, GenericFight, left_of

ACTION, FREE = "1 action", "free"


def candidates(fight: GenericFight, actor: str) -> Iterator[CandidateAction]:
    """Yield attacks and powers on the weakest enemies first, counters, and help for dying allies."""
    one = fight.combatants[actor]
    foes = foes_of(fight, actor)
    for name in one.attacks:
        yield from (CandidateAction(_attack(one, actor, foe, name), ACTION, "GEN-ATK-1") for foe in foes)
    for name in one.powers:
        yield from (
            CandidateAction(commands.Use(who=actor, name=name, targets=targets), ACTION, "GEN-POW-1")
            for targets in dict.fromkeys((tuple(foes), *((foe,) for foe in foes)))
            if targets
        )
    for name in one.counters:
        if name not in one.powers:
            yield CandidateAction(commands.Use(who=actor, name=name), FREE, "GEN-CTR-1")
    for other, friend in fight.combatants.items() if conditions.standing(one) else ():
        if friend.side == one.side and conditions.DYING in friend.conditions:
            yield CandidateAction(commands.Stabilize(who=other), ACTION, "GEN-DIE-3")
    if fight.active == actor:
        yield CandidateAction(Turn(), FREE, "GEN-INI-2")


def foes_of(fight: GenericFight, actor: str) -> list[str]:
    """Return enemies that can be attacked, standing before dying, lowest HP first."""
    side = fight.combatants[actor].side
    found = [(who, one) for who, one in fight.combatants.items() if one.side != side and conditions.takes_damage(one)]
    return [who for who, one in sorted(found, key=lambda each: (not conditions.standing(each[1]), each[1].hp))]


def _attack(combatant: Character, actor: str, foe: str, name: str) -> commands.Attack:
    first = next(iter(combatant.attacks))
    return commands.Attack(who=actor, targets=(foe,), name="" if name == first else name)


def strikes(fight: GenericFight, actor: str, foe: str) -> Iterator[Command]:
    """Yield ways to deal damage: powers with counters left, on all enemies, then attacks, then other powers."""
    one = fight.combatants[actor]
    harmful = {name: power.uses for name, power in one.powers.items() if power.damage}
    ready = [name for name, uses in harmful.items() if uses in one.counters and left_of(one.counters[uses])]
    foes = tuple(each for each in foes_of(fight, actor) if conditions.standing(fight.combatants[each])) if ready else ()
    yield from (commands.Use(who=actor, name=name, targets=foes) for name in ready if foes)
    yield from (_attack(one, actor, foe, name) for name in one.attacks)
    yield from (commands.Use(who=actor, name=name, targets=(foe,)) for name, uses in harmful.items() if not uses)


HP = 100_000  # more than any attack deals


def attack(command: commands.AttackNumbers) -> tuple[GenericFight, commands.Attack]:
    """Return a fight with an attack of the stated bonus and damage against the stated armour class (GEN-ATK-1)."""
    people = {who: Character(name=f"the {who}", hp=HP, ac=command.ac) for who in ("attacker", "target")}
    return GenericFight(system="generic", combatants=people), restate(
        command, commands.Attack, who="attacker", targets=("target",), to_hit=0
    )
