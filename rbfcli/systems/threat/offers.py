"""The actions a character can try, and verbs with numbers alone."""

from collections.abc import Iterator

from rbfcli.dice import highest
from rbfcli.model.commands import OWN_WORDS, restate
from rbfcli.model.rules import CandidateAction
from rbfcli.model.sheets import unhurt
from rbfcli.systems.threat import commands, conditions, economy
from rbfcli.systems.threat.sheet import Character, ThreatFight, ThreatOptions, Tracks, Weapon

COST = "1 action"


def candidates(fight: ThreatFight, actor: str) -> Iterator[CandidateAction]:
    """Yield attacks, tag teams, a task and a boss move, each with its cost and rule."""
    one = fight.combatants[actor]
    enemy = fight.is_enemy(one)
    mine, others = (fight.enemies(), fight.crew()) if enemy else (fight.crew(), fight.enemies())
    foes = [each for each, other in others.items() if economy.takes_part(other)]
    yield from attacks(fight, actor, foes)
    if not enemy:
        partners = [each for each, other in mine.items() if each != actor and economy.takes_part(other)]
        yield from (
            CandidateAction(commands.Tag(who=actor, partner=partner, foe=foe), COST, "THR-TAG-1")
            for partner in partners
            for foe in foes
        )
        yield CandidateAction(commands.Act(who=actor, task=(OWN_WORDS,)), COST, "THR-ACT-1")
    exposed = tuple(each for each in foes if conditions.LAST_STAND not in others[each].conditions)
    if one.boss and exposed:
        yield CandidateAction(commands.Boss(who=actor, targets=exposed), "free", "THR-BOSS-1")


def attacks(fight: ThreatFight, actor: str, foes: list[str]) -> Iterator[CandidateAction]:
    """Yield attacks on each enemy with the usual weapon, then with the other weapons carried."""
    one = fight.combatants[actor]
    rule = "THR-DEF-1" if fight.is_enemy(one) else "THR-OFF-1"
    cost = "free" if conditions.FREE_ATTACK in one.conditions else COST
    usual = economy.usual_weapon(fight, one)
    for weapon in ("", *(each for each in one.weapons if each != usual)):
        yield from (
            CandidateAction(commands.Attack(who=actor, targets=(foe,), weapon=weapon), cost, rule) for foe in foes
        )


ATTACKER, TARGET = "attacker", "target"
COMPLICATION, ULTRA = "say as the GM chooses", "say as the table agrees"


def attack(command: commands.AttackNumbers) -> tuple[ThreatFight, commands.Attack]:
    """Return an even fight in which a weapon of the stated damage attacks (THR-OFF-1)."""
    blow = restate(command, commands.Attack, who=ATTACKER, targets=(TARGET,), complication=COMPLICATION, ultra=ULTRA)
    return stand_in(command, "offense", crew="attackers"), blow


def damage_save(command: commands.DamageSaveNumbers) -> tuple[ThreatFight, commands.DamageSave]:
    """Return an even fight with a defence action against the stated damage (THR-DEF-1)."""
    save = restate(command, commands.DamageSave, who=TARGET, complication=COMPLICATION, ultra=ULTRA)
    return stand_in(command, "defence", crew="targets"), save


def stand_in(command: commands.AttackNumbers | commands.DamageSaveNumbers, phase: str, crew: str) -> ThreatFight:
    """Return a fight in one phase, with a target that survives the damage."""
    target = Character(name="the target", side="targets", armour=command.armour, **unhurt(highest(command.damage)))
    attacker = Character(name="the attacker", side="attackers", weapons=("weapon",), **unhurt(0))
    return ThreatFight(
        system="threat",
        round=1,
        phase=phase,
        options=ThreatOptions(crew=crew),
        board=Tracks(threat=3, spaces=3, tracker=3),
        combatants={ATTACKER: attacker, TARGET: target},
        weapons={"weapon": Weapon(name="weapon", damage=command.damage)},
    )
