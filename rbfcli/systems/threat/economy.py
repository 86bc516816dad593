"""Permission to act, the tracker that every action moves, the limits of the threat, and weapons."""

from msgspec import Struct

from rbfcli.core.errors import Hint, Refusal, listed, refuse, to_try
from rbfcli.core.matching import match_named
from rbfcli.core.text import quoted
from rbfcli.engine.turns import count_round
from rbfcli.model.conditions import refuse_if_barred
from rbfcli.model.events import Modifier, PhaseBegan, RoundBegan
from rbfcli.systems.threat.checks import Action, ThreatScene
from rbfcli.systems.threat.conditions import CONDITIONS, FREE_ATTACK, LAST_STAND, standing
from rbfcli.systems.threat.sheet import ARMOUR, UNARMED, Character, Phase, ThreatFight, ThreatOptions


def chosen_weapon(scene: ThreatScene, actor: str, wanted: str) -> str:
    """Return the stated weapon, otherwise the first unbroken one, otherwise bare hands (THR-CMP-2)."""
    one = scene.one(actor)
    if not wanted:
        return usual_weapon(scene.fight, one)
    weapon = match_named(wanted, weapons_of(scene.fight, one), f"weapon on {one.name}", Refusal, "THR-DMG-1")
    if not usable(scene.fight, one, weapon):
        scene.refuse(f"{one.name}'s {scene.fight.weapon_at(weapon).name} is broken", "THR-CMP-2")
    return weapon


def usual_weapon(fight: ThreatFight, combatant: Character) -> str:
    """Return the first usable weapon, otherwise bare hands (THR-CMP-2)."""
    return next((each for each in combatant.weapons if usable(fight, combatant, each)), UNARMED)


def weapons_of(fight: ThreatFight, combatant: Character) -> dict[str, tuple[str, ...]]:
    """Return a character's weapons by id and name, with bare hands."""
    return {each: (fight.weapon_at(each).name,) for each in (*combatant.weapons, UNARMED)}


def usable(fight: ThreatFight, combatant: Character, thing: str) -> bool:
    """Return whether an item is unbroken, or the option lets broken items be used (THR-CMP-2)."""
    return combatant.wear.get(thing) != "broken" or not fight.options.broken_unusable


def handling(fight: ThreatFight, weapon: str) -> Modifier:
    """Return a weapon's bonus to the roll."""
    return Modifier(fight.weapon_at(weapon).bonus, fight.weapon_at(weapon).name, "THR-ROLL-2")


def armour_against(fight: ThreatFight, target: Character, weapon: str) -> int:
    """Return the target's armour; 0 if it is broken or the weapon pierces it (THR-DMG-1, THR-CMP-2)."""
    through = fight.weapon_at(weapon).piercing
    return 0 if through or not usable(fight, target, ARMOUR) else target.armour


def wear_down(scene: ThreatScene, actor: str, thing: str) -> None:
    """Wear a weapon or armour one step: good, damaged, broken (THR-CMP-2)."""
    one = scene.one(actor)
    if thing == UNARMED or (thing == ARMOUR and not one.armour) or one.wear.get(thing) == "broken":
        scene.happen("nothing-wears", "THR-CMP-2", who=actor)
        return
    state = "broken" if one.wear.get(thing) == "damaged" else "damaged"
    scene.change(actor, "wear", {**one.wear, thing: state}, "THR-CMP-2")
    name = thing if thing == ARMOUR else scene.fight.weapon_at(thing).name
    scene.happen("worn", "THR-CMP-2", who=actor, thing=name, state=state)


def absence(combatant: Character) -> tuple[str, str]:
    """Return why a character takes no part in combat, and the flag to set; both empty if it does (THR-START-1)."""
    if not combatant.in_zone:
        return "is not in the combat zone", "in_zone"
    return ("is not noticed by the enemy", "noticed") if not combatant.noticed else ("", "")


def takes_part(combatant: Character) -> bool:
    """Return whether a character is standing, in the combat zone, and noticed (THR-START-1, THR-DMG-3)."""
    return standing(combatant) and not absence(combatant)[0]


def attacks_again(fight: ThreatFight, actor: str) -> bool:
    """Return whether a boss may attack again: fewer enemies remain than defence actions (THR-BOSS-1)."""
    present = [one for one in fight.enemies().values() if standing(one) and one.in_zone]
    allowed = fight.options.boss_again and fight.phase == "defence"
    return allowed and fight.combatants[actor].boss and len(present) < fight.board.spaces


def attackers_left(fight: ThreatFight) -> list[str]:
    """Return who can still attack this phase, if there is a target (THR-ATK-1, THR-START-1)."""
    side, others = (fight.enemies(), fight.crew()) if fight.phase == "defence" else (fight.crew(), fight.enemies())
    if not any(takes_part(one) and LAST_STAND not in one.conditions for one in others.values()):
        return []
    acted = fight.board.acted
    return [who for who, one in side.items() if takes_part(one) and (who not in acted or attacks_again(fight, who))]


def crew_left(fight: ThreatFight) -> bool:
    """Return whether any crew member is standing."""
    return any(standing(one) for one in fight.crew().values())


def takes_turns(fight: ThreatFight, actor: str) -> bool:
    """Return whether a character can still attack this phase (THR-ATK-1)."""
    return actor in attackers_left(fight)


def can_attack(fight: ThreatFight, actor: str) -> bool:
    """Return whether a character can attack this phase, including a free attack (THR-ATK-1, THR-ULT-2)."""
    one = fight.combatants[actor]
    return takes_part(one) and (FREE_ATTACK in one.conditions or actor in attackers_left(fight))


def take_part(scene: ThreatScene, actor: str) -> None:
    """Refuse a character that is down, outside the combat zone, or unnoticed (THR-START-1, THR-DMG-3)."""
    one = scene.one(actor)
    barred = refuse_if_barred(CONDITIONS, one, "act")
    if barred:
        scene.refuse(f"{one.name} is {barred.replace('-', ' ')}", "THR-DMG-3")
    reason, flag = absence(one)
    if reason:
        scene.refuse(f"{one.name} {reason}", "THR-START-1", f"set {quoted(actor)} {flag}=true")


def may_act(scene: ThreatScene, actor: str) -> None:
    """Refuse to act before the fight, in the other side's phase, or after a tag team (THR-OFF-1, THR-TAG-1)."""
    one, fight = scene.one(actor), scene.fight
    take_part(scene, actor)
    if not fight.phase:
        scene.refuse("the fight has not begun", "THR-TRACK-1", "init")
    elif fight.is_enemy(one) != (fight.phase == "defence"):
        own, rule = ("Defence", "THR-DEF-1") if fight.is_enemy(one) else ("Offense", "THR-OFF-1")
        scene.refuse(
            f"{one.name} can act only in {own}, and this is {fight.phase.capitalize()}",
            rule,
            hint=who_can_attack(fight),
        )
    must_not_have_teamed_up(scene, actor)


def must_not_have_teamed_up(scene: ThreatScene, actor: str) -> None:
    """Refuse a character that was in a tag team this phase, even a free attack (THR-TAG-1)."""
    if scene.fight.board.acted.get(actor) == "tag team":
        name = scene.one(actor).name
        scene.refuse(
            f"{name} was in a tag team and cannot act again this phase", "THR-TAG-1", hint=who_can_attack(scene.fight)
        )


def may_attack(scene: ThreatScene, actor: str) -> None:
    """Refuse a second attack in a phase, and even a free one after a tag team (THR-ATK-1, THR-ULT-2, THR-TAG-1)."""
    if FREE_ATTACK in scene.one(actor).conditions:
        take_part(scene, actor)
        must_not_have_teamed_up(scene, actor)
    else:
        may_attack_once(scene, actor)


def may_attack_once(scene: ThreatScene, actor: str) -> None:
    """Refuse a second attack in a phase, except by a boss with too few allies (THR-ATK-1, THR-BOSS-1)."""
    may_act(scene, actor)
    if actor in scene.fight.board.acted and not attacks_again(scene.fight, actor):
        scene.refuse(
            f"{scene.one(actor).name} has already attacked this phase", "THR-ATK-1", hint=who_can_attack(scene.fight)
        )


def may_be_attacked(scene: ThreatScene, attacker: str, target: str) -> None:
    """Refuse a target that is an ally of the attacker, or out of reach (THR-OFF-1, THR-DEF-1)."""
    one, other = scene.one(attacker), scene.one(target)
    if attacker == target:
        raise refuse(f"{one.name} cannot attack themself", "THR-OFF-1")
    if scene.fight.is_enemy(one) == scene.fight.is_enemy(other):
        raise refuse(f"{one.name} and {other.name} are on the same side", "THR-OFF-1", f"damage {quoted(target)} N")
    may_be_reached(scene, target)


def may_be_reached(scene: ThreatScene, actor: str) -> None:
    """Refuse a target that is out of the fight or on its last stand (THR-START-1, THR-DMG-3)."""
    take_part(scene, actor)
    one = scene.one(actor)
    if LAST_STAND in one.conditions:
        scene.refuse(f"{one.name} is making a last stand and has only that action", "THR-DMG-3")


def may_team_up(scene: ThreatScene, actor: str, partner: str) -> None:
    """Refuse a tag team that is not two crew members (THR-TAG-1)."""
    if actor == partner:
        raise refuse("a tag team needs two characters", "THR-TAG-1")
    for each in (actor, partner):
        one = scene.one(each)
        if scene.fight.is_enemy(one):
            raise refuse(f"{one.name} is an enemy: a tag team needs two of the crew", "THR-TAG-1")


def note_action(scene: ThreatScene, action: Action) -> None:
    """Record who attacked or was in a tag team this phase, and report the tag team (THR-ATK-1, THR-TAG-1)."""
    if action.partner:
        scene.happen("tagged", "THR-TAG-1", who=action.who, target=action.partner)
    if action.free:
        for who in action.actors:
            scene.relieve(who, FREE_ATTACK, "THR-ULT-2")
    elif scene.fight.phase and (action.partner or action.kind != "task"):
        how = "tag team" if action.partner and action.kind != "defence" else "attacked"
        acted = {**scene.fight.board.acted, **dict.fromkeys(action.actors, how)}
        scene.change("", ("board", "acted"), acted, "THR-ATK-1")


def who_can_attack(fight: ThreatFight) -> Hint:
    """Return a hint: who can attack now, or the command that changes the phase (THR-ATK-1)."""
    return listed("able to attack", attackers_left(fight)) or to_try("turn next")


class Columns(Struct, frozen=True):
    """A printed sheet: the lowest threat, and each phase's space for every threat."""

    lowest: int
    offense: tuple[int, ...]
    defence: tuple[int, ...]

    @property
    def highest(self) -> int:
        """Return the threat of the last column."""
        return self.lowest + min(len(self.offense), len(self.defence)) - 1


SEVEN = Columns(0, (4, 4, 3, 3, 2, 2, 1), (1, 1, 2, 2, 3, 3, 4))


def columns(options: ThreatOptions) -> Columns:
    """Return the sheet in use (THR-TRACK-2)."""
    if options.sheet == "seven":
        return SEVEN
    return Columns(options.lowest_threat, options.offense_spaces, options.defence_spaces)


def spaces_under(fight: ThreatFight, phase: str) -> int:
    """Return the phase's space aligned with the current threat (THR-TRACK-2)."""
    sheet = columns(fight.options)
    row = sheet.offense if phase == "offense" else sheet.defence
    return row[min(max(fight.board.threat, sheet.lowest), sheet.highest) - sheet.lowest]


def check_threat(options: ThreatOptions, threat: int) -> None:
    """Raise Refusal for a threat that is not on the sheet (THR-TRACK-1)."""
    sheet = columns(options)
    if not sheet.lowest <= threat <= sheet.highest:
        raise refuse(f"threat must be {sheet.lowest} to {sheet.highest}, not {threat}", "THR-TRACK-1")


def begin_phase(scene: ThreatScene, phase: Phase, rule: str) -> None:
    """Begin a phase with the tracker at the space of the threat; all can act again (THR-TRACK-2)."""
    if phase == scene.fight.board.first:
        scene.emit(RoundBegan(rule="THR-PHASE-1", round=scene.fight.round + 1))
        count_round(scene, "THR-PHASE-1")
    scene.emit(PhaseBegan(rule=rule, phase=phase))
    spaces = spaces_under(scene.fight, phase)
    scene.change("", ("board", "spaces"), spaces, "THR-TRACK-2")
    scene.change("", ("board", "tracker"), spaces, "THR-TRACK-2")
    scene.change("", ("board", "acted"), {}, "THR-ATK-1")
    for who in scene.fight.combatants:
        scene.relieve(who, FREE_ATTACK, "THR-ULT-2")
    scene.happen("tracker-set", "THR-TRACK-2", spaces=spaces, threat=scene.fight.board.threat)
    if able := attackers_left(scene.fight):
        scene.happen("to-act", "THR-OFF-1" if phase == "offense" else "THR-DEF-1", able=", ".join(able))


def change_phase(scene: ThreatScene, rule: str) -> None:
    """Change from Offense to Defence, or back (THR-PHASE-1)."""
    begin_phase(scene, other_phase(scene.fight.phase), rule)


def other_phase(phase: str) -> Phase:
    """Return the next phase."""
    return "defence" if phase == "offense" else "offense"


def move_tracker(scene: ThreatScene, extra_rule: str) -> None:
    """Move the tracker one space, and an extra one within the phase if a rule says so (THR-TRACK-3)."""
    phase = scene.fight.phase
    for told_as, rule in (("tracker", "THR-TRACK-3"), ("tracker-extra", extra_rule)):
        before = scene.fight.board.tracker
        if not (phase and rule and scene.fight.phase == phase):
            return
        if before <= 1:
            scene.happen(f"{told_as}-ends", rule, phase=phase.capitalize())
            change_phase(scene, "THR-TRACK-3")
        else:
            scene.change("", ("board", "tracker"), before - 1, rule)
            scene.happen(told_as, rule, before=before, after=before - 1)


def shift_threat(scene: ThreatScene, by: int, rule: str) -> None:
    """Raise or lower the threat, within the limits of the sheet (THR-CMP-2, THR-TRACK-4, THR-ULT-2)."""
    sheet = columns(scene.fight.options)
    before = scene.fight.board.threat
    after = min(max(before + by, sheet.lowest), sheet.highest)
    if after == before:
        scene.happen("threat-stays", rule, threat=after)
        return
    scene.change("", ("board", "threat"), after, rule)
    phase = other_phase(scene.fight.phase)
    spaces = spaces_under(scene.fight, phase)
    scene.happen("threat-moved", rule, before=before, after=after, phase=phase.capitalize(), spaces=spaces)
