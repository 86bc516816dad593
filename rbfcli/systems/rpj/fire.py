"""The attacks of one's own turn: plain, aimed, suppressive (RPJ-ACT-3, RPJ-AIM, RPJ-SUP)."""

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character, free_to_act, may_act, spend
from rbfcli.systems.rpj.groups import members
from rbfcli.systems.rpj.offers import on_shooting
from rbfcli.systems.rpj.reactions import replies, settle
from rbfcli.systems.rpj.sheet import RpjFight
from rbfcli.systems.rpj.strike import Strike, strike
from rbfcli.systems.rpj.ties import SUPPRESSED_BY, suppressed
from rbfcli.systems.rpj.verdict import FAILURE, SUCCESS
from rbfcli.systems.rpj.weapons import check_reach, choose_weapon, weapon_of

ATTACK_ACTIONS, AIMED_ACTIONS, SUPPRESSIVE_ACTIONS = 1, 2, 2


def attack(scene: RpjScene, command: commands.Attack) -> None:
    """Attack one target, or with a blast everybody in its adjacency group (RPJ-ACT-3, RPJ-AIM-1)."""
    targets = tuple(dict.fromkeys(command.targets))
    if len(targets) > 1:
        raise impossible("one attack has one target", "RPJ-ACT-3", f"attack {command.who} {targets[0]}")
    first = prepared(scene, command.who, targets[0], command.weapon, aimed=command.aimed, mod=command.mod)
    offers = [] if first.weapon.melee else on_shooting(scene.fight, command.who)
    answers = replies(scene.fight, offers, command.react, no_react=command.no_react)
    cost, rule = (AIMED_ACTIONS, "RPJ-AIM-1") if command.aimed else (ATTACK_ACTIONS, "RPJ-ACT-3")
    spend(scene, command.who, cost, rule)
    outcomes = [strike(scene, replace(first, target=target)) for target in struck(scene.fight, first)]
    scene.conclude(SUCCESS if SUCCESS in outcomes else FAILURE)
    settle(scene, offers, answers)


def suppress(scene: RpjScene, command: commands.Suppress) -> None:
    """A ranged attack that ignores cover and does no damage; a hit suppresses (RPJ-SUP-1, RPJ-SUP-2)."""
    ready = prepared(scene, command.who, command.target, command.weapon, mod=command.mod, suppressive=True)
    offers = on_shooting(scene.fight, command.who)
    answers = replies(scene.fight, offers, command.react, no_react=command.no_react)
    spend(scene, command.who, SUPPRESSIVE_ACTIONS, "RPJ-SUP-1")
    outcome = strike(scene, ready)
    scene.conclude(outcome)
    if outcome == SUCCESS:
        turns = scene.fight.options.suppression_turns
        scene.afflict(command.target, SUPPRESSED_BY + command.who, "RPJ-SUP-2", by=command.who, amount=turns)
    settle(scene, offers, answers)


def prepared(
    scene: RpjScene, who: str, target: str, wanted: str, *, mod: int, aimed: bool = False, suppressive: bool = False
) -> Strike:
    """An attack with every reason to refuse it looked at, before a die is cast."""
    one = character(scene, who)
    may_act(scene, who, AIMED_ACTIONS if aimed or suppressive else ATTACK_ACTIONS)
    free_to_act(scene, who)
    check_target(scene, who, target)
    weapon = weapon_of(scene.fight, choose_weapon(scene, who, target, wanted))
    if weapon.melee and (aimed or suppressive):
        what, rule = ("aimed", "RPJ-AIM-1") if aimed else ("suppressive", "RPJ-SUP-1")
        raise impossible(f"{what} fire is a ranged attack; the {weapon.name} does not shoot", rule, "--with WEAPON")
    check_reach(scene, who, target, weapon)
    if aimed and suppressed(one):
        scene.refuse(f"{one.name} is suppressed and cannot aim", "RPJ-SUP-3")
    ready = Strike(who=who, target=target, weapon=weapon, aimed=aimed, mod=mod)
    if suppressive:
        return replace(ready, label="suppressive fire", rule="RPJ-SUP-1", past_cover=True, harmless=True)
    return ready


def check_target(scene: RpjScene, who: str, target: str) -> None:
    """Refuse an attack on oneself and on the dead."""
    one, other = character(scene, who), character(scene, target)
    if who == target:
        raise impossible(f"{one.name} cannot attack itself", "RPJ-ACT-3")
    if "dead" in other.conditions:
        scene.refuse(f"{other.name} is dead", "RPJ-STB-2")


def struck(fight: RpjFight, attack: Strike) -> tuple[str, ...]:
    """The target; of a blast everybody in its adjacency group, the target first (RPJ-FIELD-3)."""
    target = fight.combatants[attack.target]
    group = members(fight, target.region, target.group) if attack.weapon.blast else ()
    living = [each for each in group if "dead" not in fight.combatants[each].conditions]
    return tuple(dict.fromkeys((attack.target, *living)))
