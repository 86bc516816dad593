"""Checks, speech, items, rage, and a boss shaking off a condition (RBF-MODE-1, RBF-ACT-2, RBF-ACT-9, RBF-TEC-3)."""

from rbfcli.core.errors import Refusal, missing, refuse
from rbfcli.core.matching import match, own_words
from rbfcli.core.text import quoted
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, passes
from rbfcli.systems.rbf.economy import PAID, end_aim_by_free_act, may_act, must_have_turn, must_stand, spend
from rbfcli.systems.rbf.health import give_back, hurt
from rbfcli.systems.rbf.map import must_touch, sees
from rbfcli.systems.rbf.sheet import BOSS_ACTIONS, MEDICAL_KIT, RAGE, REPAIR_KIT, Fighter, Item, RbfFight

PERCEPTION, STEALTH = "perception", "stealth"
SHAKE_OFF_COST = 5


def intent(scene: RbfScene, command: commands.Intent) -> None:
    """Declare the actor's intent for its turn; it rolls only when asked for a check (RBF-MODE-1)."""
    must_have_turn(scene, command.who)
    text = " ".join(command.text)
    scene.change(command.who, "intent", text, "RBF-MODE-1")
    scene.happen("intends", "RBF-MODE-1", who=command.who, text=text)


def check(scene: RbfScene, command: commands.Check) -> None:
    """Roll a skill against a target number, as an action or at the GM's request (RBF-ACT-2, RBF-VEH-1)."""
    rule = "RBF-MODE-1" if scene.fight.board.mode == "crisis" else "RBF-ACT-2"
    if command.see:
        check_search(scene, command)
    elif command.tn is None:
        raise missing("--tn", f"check {quoted(command.who)} {quoted(command.skill)} --tn 12")
    if command.free:
        must_stand(scene, command.who)
    else:
        spend(scene, command.who, rule)
    if command.see:
        search(scene, command)
    else:
        roll_skill(scene, command, command.tn or 0, rule)


def check_search(scene: RbfScene, command: commands.Check) -> None:
    """Refuse to search for an ally or a visible enemy, or with a skill other than Perception (RBF-ACT-4)."""
    one, target = scene.one(command.who), scene.one(command.see)
    if command.skill != PERCEPTION:
        raise refuse(f"--see needs {PERCEPTION}, not {command.skill}", "RBF-ACT-4")
    if one.is_enemy == target.is_enemy:
        raise refuse(f"{target.name} is not {one.name}'s enemy", "RBF-ACT-4")
    if sees(scene.fight, command.who, command.see):
        raise refuse(f"{one.name} can already see {target.name}", "RBF-ACT-4")


def search(scene: RbfScene, command: commands.Check) -> None:
    """Search for a hidden enemy; the player involved rolls (RBF-ACT-4).

    A player searches with Perception against the enemy's TN, and hides with Stealth against a searching enemy's TN.
    """
    one, target = scene.one(command.who), scene.one(command.see)
    by_enemy = one.is_enemy
    roller, other, skill = (command.see, command.who, STEALTH) if by_enemy else (command.who, command.see, PERCEPTION)
    tn = (one if by_enemy else target).tn_of_attack if command.tn is None else command.tn
    if passes(scene, command, roller, skill, "RBF-ACT-4", tn=tn, skill=skill, target=other) != by_enemy:
        scene.change(command.see, "seen_by", (*scene.one(command.see).seen_by, command.who), "RBF-ACT-4")


def speak(scene: RbfScene, command: commands.Speak) -> None:
    """Speak: an action towards enemies, free towards allies unless it is leadership (RBF-ACT-9)."""
    if command.allies and not command.lead:
        must_stand(scene, command.who)
    else:
        spend(scene, command.who, "RBF-ACT-9")
    scene.happen("says", "RBF-ACT-9", who=command.who, text=" ".join(command.text))
    if command.tn is not None:
        roll_skill(scene, command, command.tn, "RBF-ACT-9")


def roll_skill(scene: RbfScene, command: commands.Check | commands.Speak, tn: int, rule: str) -> None:
    """Roll one test of a skill, listed or in your own words; the GM decides its effect."""
    skill = own_words(command.skill) or command.skill
    passes(scene, command, command.who, skill, rule, tn=tn, skill=skill)


def use(scene: RbfScene, command: commands.Use) -> None:
    """Use an item as an action, or fly into a rage (RBF-ACT-2)."""
    if command.thing == RAGE:
        rage(scene, command.who)
        return
    may_act(scene, command.who)
    one, target = scene.one(command.who), command.target or command.who
    item = item_named(scene.fight, own_words(command.thing) or command.thing)
    if not own_words(command.thing) and command.thing not in one.items:
        scene.refuse(f"{one.name} has no {item.name}", "RBF-ACT-2")
    if "dead" in scene.one(target).conditions:
        raise refuse(f"{scene.one(target).name} is dead", "RBF-DIE-1", f"condition remove {quoted(target)} dead")
    must_touch(scene, command.who, target, "RBF-ACT-2")
    if not helps(item, scene.one(target)):
        scene.refuse(f"{scene.one(target).name} does not need the {item.name}", "RBF-ACT-2")
    spend(scene, command.who, "RBF-ACT-2")
    scene.happen(
        "uses" if target == command.who else "uses-on", "RBF-ACT-2", who=command.who, target=target, thing=item.name
    )
    tn = command.tn if command.tn is not None else item.tn if item.skill else None
    if tn is None or passes(scene, command, command.who, item.name, "RBF-ACT-2", tn=tn, skill=item.skill):
        work(scene, target, item)
    if item.used_up and command.thing in one.items:
        left = list(one.items)
        left.remove(command.thing)
        scene.change(command.who, "items", tuple(left), "RBF-ACT-2")
        scene.happen("used-up", "RBF-ACT-2", who=command.who, thing=item.name)


def item_named(fight: RbfFight, name: str) -> Item:
    """Return an item: the encounter's, one of the two kits, or one without rules effects."""
    options = fight.options
    kits = {
        MEDICAL_KIT: Item(
            name=MEDICAL_KIT, skill="medicine", tn=options.treat_tn, heals=options.treat_heals, cures=("bleeding",)
        ),
        REPAIR_KIT: Item(name=REPAIR_KIT, skill="crafting", tn=options.repair_tn, repairs=True, cures=("leaking",)),
    }
    return fight.items.get(name) or kits.get(name) or Item(name=name)


def helps(item: Item, combatant: Fighter) -> bool:
    """Return whether an item can help a combatant now; True if it has no rules effects (RBF-ACT-2)."""
    hurt, torn = combatant.hp < combatant.max_hp, combatant.armour_broken
    ill = any((own_words(each) or each) in combatant.conditions for each in item.cures)
    mends = bool(item.cures or item.heals or item.repairs)
    return not mends or ill or bool(item.heals and hurt) or (item.repairs and torn)


def work(scene: RbfScene, target: str, item: Item) -> None:
    """Apply an item to its target: end conditions, heal, repair armour (RBF-DEF-6)."""
    for each in item.cures:
        scene.relieve(target, own_words(each) or each, "RBF-ACT-2")
    if item.heals:
        give_back(scene, target, scene.roll_expression(target, "healing", "RBF-ACT-2", str(item.heals)), "RBF-ACT-2")
    if item.repairs:
        scene.change(target, "armour_broken", after=False, rule="RBF-DEF-6")


def rage(scene: RbfScene, actor: str) -> None:
    """Enrage a Berserker until its next turn: better attacks, worse defenses (RBF-TAL-1)."""
    one = scene.one(actor)
    must_have_turn(scene, actor)
    if not one.has("Berserker"):
        scene.refuse(f"{one.name} cannot rage", "RBF-TAL-1", hint="it needs the talent Berserker")
    if "raging" in one.conditions:
        raise refuse(f"{one.name} is already raging", "RBF-TAL-1")
    scene.interrupt("acts", actor)
    end_aim_by_free_act(scene, actor)
    scene.afflict(actor, "raging", "RBF-TAL-1", rounds=1, edge="start")


def shake_off(scene: RbfScene, command: commands.ShakeOff) -> None:
    """End a boss's condition for 5 HP, in any turn; a stun gives back its action (RBF-TEC-3, RBF-TEC-STUN)."""
    one = scene.one(command.who)
    must_stand(scene, command.who)
    condition = match(command.name, one.conditions, f"condition on {one.name}", Refusal, "RBF-TEC-3")
    if not one.is_boss:
        scene.refuse(
            f"{one.name} is not a boss",
            "RBF-TEC-3",
            hint=f"only enemies with {BOSS_ACTIONS} or more actions are bosses",
        )
    if one.hp <= SHAKE_OFF_COST:
        scene.refuse(f"{one.name} has {one.hp} HP, and shaking off a condition costs {SHAKE_OFF_COST}", "RBF-TEC-3")
    if condition == "stunned" and one.conditions[condition].amount == PAID:
        scene.change(command.who, "actions_left", one.actions_left + 1, "RBF-TEC-3")
    scene.relieve(command.who, condition, "RBF-TEC-3")
    hurt(scene, command.who, SHAKE_OFF_COST, "RBF-TEC-3")
