"""Who may act, attack, be attacked and team up now, and the note that it did (THR-START-1, THR-ATK-1, THR-TAG-1)."""

from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import bar
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import CONDITIONS, FREE_ATTACK, LAST_STAND, standing
from rbfcli.systems.threat.sheet import Character, ThreatFight, crew, enemies, is_enemy


def absence(one: Character) -> tuple[str, str]:
    """Why someone takes no part in combat, and the flag to set; nothing where it does (THR-START-1)."""
    if not one.in_zone:
        return "is not in the combat zone", "in_zone"
    return ("is not noticed by the enemy", "noticed") if not one.noticed else ("", "")


def takes_part(one: Character) -> bool:
    """Whether it stands, in the combat zone, noticed by the enemy (THR-START-1, THR-DMG-3)."""
    return standing(one) and not absence(one)[0]


def attacks_again(fight: ThreatFight, who: str) -> bool:
    """Whether a boss may attack once more: fewer enemies are left than the phase has actions (THR-BOSS-1)."""
    present = [one for one in enemies(fight).values() if standing(one) and one.in_zone]
    allowed = fight.options.boss_again and fight.phase == "defence"
    return allowed and fight.combatants[who].boss and len(present) < fight.board.spaces


def attackers_left(fight: ThreatFight) -> list[str]:
    """Who could still attack in this phase, as long as there is somebody to attack (THR-ATK-1, THR-START-1)."""
    side, others = (enemies(fight), crew(fight)) if fight.phase == "defence" else (crew(fight), enemies(fight))
    if not any(takes_part(one) and LAST_STAND not in one.conditions for one in others.values()):
        return []
    acted = fight.board.acted
    return [who for who, one in side.items() if takes_part(one) and (who not in acted or attacks_again(fight, who))]


def crew_left(fight: ThreatFight) -> bool:
    """Whether anybody of the crew still stands."""
    return any(standing(one) for one in crew(fight).values())


def takes_turns(fight: ThreatFight, who: str) -> bool:
    """Whether somebody could still attack in this phase (THR-ATK-1)."""
    return who in attackers_left(fight)


def can_attack(fight: ThreatFight, who: str) -> bool:
    """Return whether somebody may attack in this phase, once or for free (THR-ATK-1, THR-ULT-2)."""
    one = fight.combatants[who]
    return takes_part(one) and (FREE_ATTACK in one.conditions or who in attackers_left(fight))


def approach(_fight: ThreatFight, _who: str, _foe: str) -> tuple[Command, ...]:
    """Return nothing: who takes part is within reach of everybody (THR-START-1)."""
    return ()


def take_part(scene: ThreatScene, who: str) -> None:
    """Refuse one who is down, outside the combat zone, or not noticed (THR-START-1, THR-DMG-3)."""
    one = scene.one(who)
    barred = bar(CONDITIONS, one, "act")
    if barred:
        scene.refuse(f"{one.name} is {barred.replace('-', ' ')}", "THR-DMG-3")
    reason, flag = absence(one)
    if reason:
        scene.refuse(f"{one.name} {reason}", "THR-START-1", f"set {quoted(who)} {flag}=true")


def may_act(scene: ThreatScene, who: str) -> None:
    """Refuse an action before the fight, in the other side's phase, or after a tag team (THR-OFF-1, THR-TAG-1)."""
    one, fight = scene.one(who), scene.fight
    take_part(scene, who)
    if not fight.phase:
        scene.refuse("the fight has not begun", "THR-TRACK-1", "init")
    elif is_enemy(fight, one) != (fight.phase == "defence"):
        own, rule = ("Defence", "THR-DEF-1") if is_enemy(fight, one) else ("Offense", "THR-OFF-1")
        scene.refuse(f"{one.name} acts in {own}; this is {fight.phase.capitalize()}", rule, who_can_attack(fight))
    must_not_have_teamed_up(scene, who)


def must_not_have_teamed_up(scene: ThreatScene, who: str) -> None:
    """Refuse one who was in a tag team in this phase, even a free attack (THR-TAG-1)."""
    if scene.fight.board.acted.get(who) == "tag team":
        name = scene.one(who).name
        scene.refuse(f"{name} was in a tag team and acts no more this phase", "THR-TAG-1", who_can_attack(scene.fight))


def may_attack(scene: ThreatScene, who: str) -> None:
    """Refuse a second attack in a phase; a free attack is one too many only after a tag team (THR-ATK-1, THR-ULT-2)."""
    if FREE_ATTACK in scene.one(who).conditions:
        take_part(scene, who)
        must_not_have_teamed_up(scene, who)
    else:
        may_attack_once(scene, who)


def may_attack_once(scene: ThreatScene, who: str) -> None:
    """Refuse one who has attacked in this phase, unless it is a boss short of helpers (THR-ATK-1, THR-BOSS-1)."""
    may_act(scene, who)
    if who in scene.fight.board.acted and not attacks_again(scene.fight, who):
        scene.refuse(f"{scene.one(who).name} has attacked in this phase", "THR-ATK-1", who_can_attack(scene.fight))


def may_be_attacked(scene: ThreatScene, attacker: str, target: str) -> None:
    """Refuse a target on one's own side, or out of reach (THR-OFF-1, THR-DEF-1)."""
    one, other = scene.one(attacker), scene.one(target)
    if is_enemy(scene.fight, one) == is_enemy(scene.fight, other):
        raise impossible(f"{one.name} and {other.name} are on one side", "THR-OFF-1", f"damage {quoted(target)} N")
    may_be_reached(scene, target)


def may_be_reached(scene: ThreatScene, who: str) -> None:
    """Refuse one out of the fight, or with only its last action left: nothing reaches it (THR-START-1, THR-DMG-3)."""
    take_part(scene, who)
    one = scene.one(who)
    if LAST_STAND in one.conditions:
        scene.refuse(f"{one.name} makes a last stand: only their last action is left", "THR-DMG-3")


def may_team_up(scene: ThreatScene, who: str, partner: str) -> None:
    """A tag team is two of the crew (THR-TAG-1)."""
    if who == partner:
        raise impossible("a tag team is two characters", "THR-TAG-1")
    for each in (who, partner):
        one = scene.one(each)
        if is_enemy(scene.fight, one):
            raise impossible(f"{one.name} is an enemy: a tag team is two of the crew", "THR-TAG-1")


def note_action(scene: ThreatScene, action: Action) -> None:
    """Note who has attacked in this phase, or was in a tag team of Offense; say who teams up (THR-ATK-1, THR-TAG-1)."""
    if action.partner:
        scene.happen("tagged", "THR-TAG-1", who=action.who, target=action.partner)
    if action.free:
        for who in action.actors:
            scene.relieve(who, FREE_ATTACK, "THR-ULT-2")
    elif scene.fight.phase and how_acted(action):
        acted = {**scene.fight.board.acted, **dict.fromkeys(action.actors, how_acted(action))}
        scene.change("", ("board", "acted"), acted, "THR-ATK-1")


def how_acted(action: Action) -> str:
    """What is noted of an action: an attack, a tag team of Offense, nothing of a task (THR-ATK-1, THR-TAG-1)."""
    if action.partner and action.kind != "defence":
        return "tag team"
    return "" if action.kind == "task" else "attacked"


def who_can_attack(fight: ThreatFight) -> str:
    """The hint where somebody may not: who can attack now, or the line that changes the phase (THR-ATK-1)."""
    left = ", ".join(attackers_left(fight))
    return f"now can attack: {left}" if left else "turn next"
