"""Attacks of BGC: the action roll, the defence, called shots, criticals and botches."""

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, beats, fighter, passes, skill_of, standing, test, wounds
from rbfcli.systems.bgc.declaring import check_risk, may_act, penalty_for, spend, take_risk
from rbfcli.systems.bgc.penetration import Blow, Shell, blow_with, levels_lost, strike_through
from rbfcli.systems.bgc.sheet import UNARMED, Fighter, Weapon, bare_hands
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL
from rbfcli.systems.bgc.wounds import die

BOTCHES = ("failure", "opening")


def attack(scene: BgcScene, command: commands.Attack) -> None:
    """An Attack action against one target (BGC-ATK-1)."""
    may_act(scene, command.who)
    target_id = check_target(scene, command)
    one = fighter(scene, command.who)
    weapon_id, weapon = weapon_in_hand(scene, one, command.weapon)
    penalty = penalty_for(scene, command.who, "attack")
    score = skill_of(one, weapon.skill)
    check_risk(scene, one, score, penalty)
    ready_defence(scene, target_id, command)
    spend(scene, command.who, "attack")
    use_ammunition(scene, command.who, weapon_id, weapon)
    modifiers = (*aimed(scene, command), penalty, wounds(scene, one), Modifier(command.mod, "modifier"))
    rolled = test(
        scene,
        command.who,
        "attack",
        "BGC-ATK-1",
        score=score,
        modifiers=modifiers,
        target=target_id,
        by_margin=may_defend(scene, target_id, command),
    )
    scene.conclude(rolled.outcome)
    if rolled.outcome == BOTCH:
        botch(scene, command.who, target_id, weapon_id, command.botch)
    elif passes(rolled) and not defended(scene, target_id, command, rolled):
        unarmed = weapon_id == UNARMED
        blow = blow_with(
            weapon, called=bool(command.called), critical=rolled.outcome == CRITICAL, gap=command.gap, unarmed=unarmed
        )
        land(scene, command.who, target_id, blow, called=bool(command.called))


def check_target(scene: BgcScene, command: commands.Attack) -> str:
    """The one target of an attack; refuses several, oneself, the dead, and a gap that is not there."""
    if len(command.targets) > 1:
        raise impossible("one attack has one target", "BGC-ATK-1")
    target = fighter(scene, command.targets[0])
    if command.targets[0] == command.who:
        raise impossible(f"{target.name} cannot attack itself", "BGC-ATK-1")
    if "dead" in target.conditions:
        scene.refuse(f"{target.name} is dead", "BGC-WND-7")
    if command.gap and (target.armour is None or not target.armour.partial):
        raise impossible(f"{target.name} wears no partial armour", "BGC-ARM-1")
    options = scene.fight.options
    if command.called and not options.called_least <= command.called <= options.called_most:
        band = f"{options.called_least} to {options.called_most}"
        raise impossible(f"a called shot is taken at -{band}, not -{command.called}", "BGC-CAL-1", "--called 30")
    return command.targets[0]


def weapon_in_hand(scene: BgcScene, one: Fighter, wanted: str) -> tuple[str, Weapon]:
    """The weapon of an attack; refuses one that is not in hand, empty, or failed (BGC-ACT-2, BGC-BOT-1)."""
    chosen = wanted or one.held or UNARMED
    if chosen == UNARMED:
        return chosen, bare_hands(one)
    if chosen not in one.weapons or chosen not in scene.fight.weapons:
        raise impossible(f"{one.name} carries no {chosen}", "BGC-ACT-2", ", ".join((*one.weapons, UNARMED)))
    weapon = scene.fight.weapons[chosen]
    if chosen != one.held:
        scene.refuse(f"{one.name} has to draw the {weapon.name} first", "BGC-ACT-2", f"other WHO --draw {chosen}")
    if chosen in one.failed:
        scene.refuse(f"the {weapon.name} has failed", "BGC-BOT-1", f"other WHO --repair {chosen} --skill NAME")
    if weapon.ammo and not one.ammo.get(chosen, 0):
        scene.refuse(f"the {weapon.name} is empty", "BGC-ACT-2", "other WHO --reload")
    return chosen, weapon


def use_ammunition(scene: BgcScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """A shot takes one round out of the clip."""
    if weapon.ammo:
        left = fighter(scene, who).ammo.get(weapon_id, 0) - 1
        scene.change(who, f"ammo.{weapon_id}", max(0, left), "BGC-ACT-2")


def aimed(scene: BgcScene, command: commands.Attack) -> tuple[Modifier, ...]:
    """The penalties of a called shot and of striking a gap (BGC-CAL-1, BGC-ARM-1)."""
    gap = -scene.fight.options.gap_penalty if command.gap else 0
    return Modifier(-command.called, "called shot", "BGC-CAL-1"), Modifier(gap, "gap in the armour", "BGC-ARM-1")


def ready_defence(scene: BgcScene, target: str, command: commands.Attack) -> None:
    """With `--defend` a target without a Defend action takes the risk of an extra one (BGC-RSK-2)."""
    one = fighter(scene, target)
    if command.defend and scene.fight.round and "defend" not in one.declared and one.risk_left != "defend":
        take_risk(scene, target, "defend")


def defended(scene: BgcScene, target: str, command: commands.Attack, attack_roll: Rolled) -> bool:
    """Whether the target's Defend beats the attack: one it declared, made ready, or risks (BGC-ATK-1, BGC-TST-1)."""
    if not may_defend(scene, target, command):
        return False
    one = fighter(scene, target)
    penalty = penalty_for(scene, target, "defend") if scene.fight.round else Modifier(0, "risk")
    spend(scene, target, "defend")
    modifiers = (penalty, wounds(scene, one))
    rolled = test(
        scene,
        target,
        "defend",
        "BGC-ACT-2",
        score=one.skills["defend"],
        modifiers=modifiers,
        target=command.who,
        by_margin=True,
    )
    if beats(attack_roll, rolled):
        return False
    scene.conclude("defended")
    scene.happen("defended", "BGC-ATK-1", who=target, target=command.who)
    return True


def may_defend(scene: BgcScene, target: str, command: commands.Attack) -> bool:
    """Whether the target meets this attack: it can, and has an action for it or takes the risk (BGC-ACT-2)."""
    one = fighter(scene, target)
    able = standing(one) and "defend" in one.skills and not command.no_defend
    return able and (command.defend or "defend" in one.declared or one.risk_left == "defend")


def land(scene: BgcScene, who: str, target: str, blow: Blow, *, called: bool) -> None:
    """A blow that was not defended: death outright, or penetration and damage (BGC-DMG-1, BGC-CAL-2, BGC-MEGA-1)."""
    one, other = fighter(scene, who), fighter(scene, target)
    if called and blow.critical:
        scene.happen("killed-outright", "BGC-CAL-2", who=who, target=target)
        die(scene, target, "BGC-CAL-2")
    elif one.size > scene.fight.options.mega_factor * other.size and not other.mega_proof:
        scene.happen("crushed", "BGC-MEGA-1", who=who, target=target)
        die(scene, target, "BGC-MEGA-1")
    else:
        strike_through(scene, who, target, blow)


def botch(scene: BgcScene, who: str, target: str, weapon_id: str, wanted: str) -> None:
    """The weapon fails, or the opponent has an opening: rolled, or as stated (BGC-BOT-1)."""
    effect = wanted or BOTCHES[scene.roll(who, "botch", "BGC-BOT-1", sides=2, count=1).total - 1]
    if effect == "opening":
        scene.ask("opening", target, ("strike", "let go"), "BGC-BOT-1", lapses=True, facts={"against": who})
    elif weapon_id == UNARMED:
        scene.happen("stumbles", "BGC-BOT-1", who=who)
    else:
        scene.change(who, "failed", (*fighter(scene, who).failed, weapon_id), "BGC-BOT-1")
        scene.happen(
            "weapon-fails" if effect == "failure" else "weapon-explodes", "BGC-BOT-1", who=who, thing=weapon_id
        )


def answer_opening(scene: BgcScene, question: Question, answer: str) -> None:
    """One strike back that cannot be blocked or dodged; armour still counts (BGC-BOT-1)."""
    if answer != "strike":
        return
    who, target = question.who, question.facts["against"]
    one = fighter(scene, who)
    weapon_id, weapon = weapon_in_hand(scene, one, "")
    rolled = test(
        scene, who, "strike back", "BGC-BOT-1", score=skill_of(one, weapon.skill), modifiers=(wounds(scene, one),),
        target=target,
    )  # fmt: skip
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        blow = blow_with(weapon, called=False, critical=critical, gap=False, unarmed=weapon_id == UNARMED)
        land(scene, who, target, blow, called=False)


def defend(scene: BgcScene, command: commands.Defend) -> None:
    """Make ready for the next attack; with no Defend action left it is a risk (BGC-ACT-2, BGC-RSK-2)."""
    one = fighter(scene, command.who)
    if "defend" not in one.skills:
        raise impossible(f"{one.name} has no skill 'defend'", "BGC-ACT-2")
    if not standing(one):
        scene.refuse(f"{one.name} cannot defend itself", "BGC-WND-5")
    if "defend" not in one.declared:
        take_risk(scene, command.who, "defend")
    scene.happen("on-guard", "BGC-ACT-2", who=command.who)


def attack_numbers(scene: BgcScene, command: commands.AttackNumbers) -> None:
    """An attack from numbers alone: the roll, a defence if one is stated, and the levels lost (BGC-ATK-1)."""
    options = scene.fight.options
    if command.called and not options.called_least <= command.called <= options.called_most:
        band = f"{options.called_least} to {options.called_most}"
        raise impossible(f"a called shot is taken at -{band}, not -{command.called}", "BGC-CAL-1", "--called 30")
    modifiers = (Modifier(-command.called, "called shot", "BGC-CAL-1"), Modifier(command.mod, "modifier"))
    rolled = test(scene, "", "attack", "BGC-ATK-1", score=command.score, modifiers=modifiers)
    scene.conclude(rolled.outcome)
    if not passes(rolled):
        return
    if command.defend is not None and not beats(rolled, test(scene, "", "defend", "BGC-ATK-1", score=command.defend)):
        scene.conclude("defended")
        return
    if command.called and rolled.outcome == CRITICAL:
        scene.happen("would-kill", "BGC-CAL-2")
    elif command.damage:
        times = 2 if command.called else 1
        blow = Blow(
            damage=command.damage * times, penetration=command.penetration * times, quality=command.quality,
            critical=rolled.outcome == CRITICAL,
        )  # fmt: skip
        lost = levels_lost(scene, "", "", blow, Shell(command.armour, command.armour_quality, worn=True))
        scene.happen("would-lose", "BGC-DMG-4", amount=lost)
