"""The results of a player's attack: the four outcomes, critical effects, complications, and pushing a struggle."""

from functools import partial

from msgspec.structs import replace

from rbfcli.core.errors import refuse
from rbfcli.engine.rolling import total
from rbfcli.engine.weapons import disarm as take_away
from rbfcli.engine.weapons import drop
from rbfcli.systems.rbf import commands, techniques
from rbfcli.systems.rbf.checks import RbfScene
from rbfcli.systems.rbf.conditions import down_in_a_word, standing
from rbfcli.systems.rbf.economy import must_stand
from rbfcli.systems.rbf.health import PLACED, falling_damage, half, hurt, lay_condition
from rbfcli.systems.rbf.map import stand_at
from rbfcli.systems.rbf.outcome import CRITICAL, STRUGGLE, SUCCESS
from rbfcli.systems.rbf.sheet import UNARMED_ID, Place, Struggle
from rbfcli.systems.rbf.strike import AttackRoll, Strike, damage_of, deal, forget, in_words, pushed, sweeps
from rbfcli.systems.rbf.techniques import EFFECTS, TECHNIQUES, Technique

OF_SPELLS = ("prone", "ally-hit")
COMPLICATIONS = ("dropped", "prone", "out-of-ammo", "broken", "jammed", "ally-hit", "explodes")


def fixed_words(kind: str) -> tuple[str, ...]:
    """Return the words of a kind that are the same in every fight, such as `technique`."""
    return {
        "technique": tuple(TECHNIQUES),
        "critical": ("double", *EFFECTS, *TECHNIQUES),
        "complication": COMPLICATIONS,
        "affliction": PLACED,
    }[kind]


def come_out(scene: RbfScene, roll: AttackRoll, outcome: str) -> None:
    """Apply one of the four outcomes to the target (RBF-ATK-2 to RBF-ATK-5)."""
    if outcome == CRITICAL:
        critical_success(scene, roll)
    elif outcome == SUCCESS:
        hit(scene, roll)
    elif outcome == STRUGGLE:
        fall_short(scene, replace(roll, drop=0))
    else:
        go_astray(scene, roll.strike)


def land(scene: RbfScene, strike: Strike, outcome: str) -> int:
    """Leap down and return the damage of the drop; on a miss the attacker takes it (RBF-TEC-LEAP)."""
    damage = leap_down(scene, strike)
    if outcome not in (CRITICAL, SUCCESS) and damage:
        hurt(scene, strike.who, damage, "RBF-TEC-LEAP")
    return damage


def critical_success(scene: RbfScene, roll: AttackRoll) -> None:
    """Apply the stated critical effect if it is possible here, otherwise the attacker's choice (RBF-ATK-2)."""
    strike = roll.strike
    stated = strike.command.critical or scene.fight.options.critical.replace("ask", "")
    possible = scene.force or techniques.fits(scene, strike, stated)
    choice = (possible and stated) or ask_for_an_effect(scene, strike)
    if choice == "double":
        hit(scene, roll, times=2)
        return
    hit(scene, reach_more(scene, roll, choice))
    if choice in TECHNIQUES:
        do_technique(scene, roll, TECHNIQUES[choice])
    else:
        bring(scene, strike.who, strike.target, choice, lethal=not strike.command.nonlethal)


def reach_more(scene: RbfScene, roll: AttackRoll, choice: str) -> AttackRoll:
    """Return a critical hit with its extra cleave or pierce target, or its leap damage (RBF-ATK-2)."""
    if choice == "leap":
        return replace(roll, drop=roll.drop + leap_down(scene, roll.strike))
    if choice not in ("cleave", "pierce"):
        return roll
    near = techniques.seconds(scene, roll.strike, choice)
    if len(near) > 1:
        who, target = roll.strike.who, roll.strike.target
        near = (scene.ask("second", who, near, "RBF-ATK-2", target=target, technique=choice),)
    return replace(roll, besides=near)


def leap_down(scene: RbfScene, strike: Strike) -> int:
    """Leap down to the target's height, and return the damage of the drop (RBF-TEC-LEAP)."""
    height = scene.one(strike.target).height
    one = scene.one(strike.who)
    damage = falling_damage(scene, strike.who, one.height - height, "RBF-TEC-LEAP")
    if one.height != height:
        stand_at(scene, strike.who, "RBF-TEC-LEAP", "", Place(at=one.at, height=height))
    return damage


def ask_for_an_effect(scene: RbfScene, strike: Strike) -> str:
    """Ask the attacker for a critical effect (RBF-ATK-2)."""
    answers = techniques.brings(scene, strike)
    choice = scene.ask("critical", strike.who, answers, "RBF-ATK-2", free_text=True, target=strike.target)
    if choice in TECHNIQUES:
        techniques.require_one(scene, strike, choice)
    return choice


def bring(scene: RbfScene, actor: str, target: str, effect: str, *, lethal: bool) -> None:
    """Apply a critical effect; effects in your own words are reported to the GM (RBF-ATK-2)."""
    options = scene.fight.options
    if effect == "silent":
        hurt(scene, target, scene.one(target).hp, "RBF-ATK-2", lethal=lethal)
        scene.happen("killed-silently", "RBF-ATK-2", who=actor, target=target)
    elif effect == "thrown":
        techniques.push_away(scene, target, actor, options.thrown_back, "RBF-ATK-2")
    elif effect == "stunned":
        if standing(scene.one(target)):
            scene.afflict(target, "stunned", "RBF-ATK-2", rounds=options.condition_rounds, by=actor)
    else:
        scene.happen("critical-effect", "RBF-ATK-2", who=actor, target=target, effect=effect)


def hit(scene: RbfScene, roll: AttackRoll, *, times: int = 1, already: int = 0) -> None:
    """Deal weapon damage plus skill, a technique instead, or both with Expert Fighter (RBF-ATK-3, RBF-TEC-1).

    A double hit with a technique instead of damage is the technique plus the damage once.
    """
    strike = roll.strike
    technique = TECHNIQUES.get(strike.command.technique)
    instead = not techniques.harms(scene, strike)
    times -= instead
    parts, rule = damage_of(scene, roll) if times else (), "RBF-ATK-2" if times > 1 else "RBF-ATK-3"
    for target in (*together(scene, strike), *roll.besides) if parts else ():
        done = already if target == strike.target else 0
        how = ", besides the technique" if instead else ", doubled" if times > 1 else ""
        why = partial(in_words, parts, after=how + (f", {done} of it done" if done else ""))
        deal(scene, roll, target, max(0, total(parts) * times - done), why=why, rule=rule)
    if not parts and strike.weapon.kind in scene.one(strike.target).immune:
        scene.happen("immune", "RBF-IMM-1", who=strike.target, kind=strike.weapon.kind)
    if technique:
        do_technique(scene, roll, technique)
    if strike.spell and strike.spell.condition and takes_effect(scene, strike):
        lay_condition(scene, strike.target, strike.spell.condition, strike.who, "RBF-ACT-6")


def do_technique(scene: RbfScene, roll: AttackRoll, technique: Technique) -> None:
    """Apply a technique if its target is standing and not immune; always apply a strafe (RBF-IMM-1)."""
    strike = roll.strike
    if technique.on_anybody or takes_effect(scene, strike):
        if technique.lays:
            lay_condition(scene, strike.target, technique.lays, strike.who, technique.rule)
        technique.effect(scene, roll, strike.target)


def takes_effect(scene: RbfScene, strike: Strike) -> bool:
    """Return whether effects other than damage apply: not to the fallen or immune (RBF-IMM-1, RBF-HP-1)."""
    target = scene.one(strike.target)
    return standing(target) and (scene.force or strike.weapon.kind not in target.immune)


def together(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Return the targets that take the same damage from one hit: both for a cleave or pierce (RBF-TEC-CLEAVE)."""
    if len(strike.targets) == 1:
        return strike.targets
    same = strike.command.technique == "pierce" or sweeps(scene.one(strike.who), strike)
    return strike.targets if same else strike.targets[:1]


def fall_short(scene: RbfScene, roll: AttackRoll) -> None:
    """Apply a struggle: half damage in melee and brawl; shots miss, but may graze.

    A spell misses like a shot, or deals half damage, as the option says (RBF-ATK-4, RBF-ATK-6, RBF-ATK-7,
    RBF-ACT-6).
    """
    if roll.strike.spell:
        if scene.fight.options.spell_struggle == "half":
            halve(scene, roll, "RBF-ACT-6")
        else:
            go_astray(scene, roll.strike)
    elif not roll.strike.ranged:
        halve(scene, roll, "RBF-ATK-4")
    elif "blast" in roll.strike.weapon.traits and scene.fight.options.blast_struggle != "none":
        halve(scene, roll, "RBF-ATK-7")
    else:
        graze(scene, roll)
        go_astray(scene, roll.strike)


def halve(scene: RbfScene, roll: AttackRoll, rule: str) -> None:
    """Deal half a hit's damage (RBF-ATK-8); by the option, a blast deals all of it."""
    parts = damage_of(scene, roll)
    whole = rule == "RBF-ATK-7" and scene.fight.options.blast_struggle == "full"
    amount = total(parts) if whole else half(scene, total(parts))
    why = partial(in_words, parts, "" if whole else "half of ")
    if parts:
        deal(scene, roll, roll.strike.target, amount, why=why, rule=rule)


def graze(scene: RbfScene, roll: AttackRoll) -> None:
    """Deal a near miss's damage: a graze, and the two points of a burst (RBF-ATK-6, RBF-ACT-7)."""
    burst = sum(each.value for each in roll.bonus if each.rule == "RBF-ACT-7")
    grazed = scene.one(roll.strike.who).graze
    if grazed + burst:
        rule = "RBF-ATK-6" if grazed else "RBF-ACT-7"
        deal(scene, roll, roll.strike.target, grazed + burst, why="a graze", rule=rule)


def go_astray(scene: RbfScene, strike: Strike) -> None:
    """Report that a missed attack may hit something near the target; the GM decides what (RBF-MISS-1)."""
    scene.happen("astray", "RBF-MISS-1", who=strike.who, target=strike.target)


def complicate(scene: RbfScene, strike: Strike) -> None:
    """Apply a complication: stated, asked for, or the usual one, which a spell does not have (RBF-ATK-5)."""
    stated, usual = strike.command.complication, "" if strike.spell else usual_complication(strike)
    if not stated and scene.fight.options.complication == "ask":
        possible = OF_SPELLS if strike.spell else COMPLICATIONS
        answers = tuple(dict.fromkeys(filter(None, (usual, *possible))))
        stated = scene.ask("complication", strike.who, answers, "RBF-ATK-5", free_text=True, target=strike.target)
    if stated or usual:
        befall(scene, strike, stated or usual)


def usual_complication(strike: Strike) -> str:
    """Return the usual complication: prone, out of ammo, broken or dropped (RBF-ATK-5, RBF-RNG-1)."""
    if strike.weapon_id == UNARMED_ID or strike.weapon.skill == "brawl":
        return "prone"
    if strike.command.club:
        return "broken"
    return "out-of-ammo" if strike.ranged and "bow" not in strike.weapon.traits else "dropped"


def befall(scene: RbfScene, strike: Strike, complication: str) -> None:
    """Apply a complication; those without rules effects are reported to the GM (RBF-ATK-5)."""
    who, weapon_id = strike.who, strike.weapon_id
    armed, thing = weapon_id != UNARMED_ID, strike.weapon.name
    match complication:
        case "dropped" if armed:
            drop(scene, who, weapon_id, "RBF-ATK-5")
        case "prone":
            scene.afflict(who, "prone", "RBF-ATK-5")
        case "out-of-ammo" | "jammed" if armed:
            scene.change(who, ("ammo", weapon_id), 0, "RBF-ATK-5")
            scene.happen(complication, "RBF-ATK-5", who=who, thing=thing)
        case "broken" | "explodes" if armed:
            take_away(scene, who, weapon_id, "RBF-ATK-5")
            scene.happen(complication, "RBF-ATK-5", who=who, thing=thing)
        case "ally-hit":
            scene.happen("ally-hit", "RBF-ATK-5", who=who, target=strike.target)
        case effect:
            scene.happen("complication", "RBF-ATK-5", who=who, target=strike.target, effect=effect)


def push_through(scene: RbfScene, command: commands.Push) -> None:
    """Turn a struggle into a success; damage already dealt is part of the total (RBF-ATK-9).

    It is undone if a technique replaces the damage (RBF-TEC-1), and so is a missed leap's damage to the attacker, which
    the target takes on a hit (RBF-TEC-LEAP).
    """
    who, struggle = command.who, struggle_of(scene, command.who)
    roll = pushed(scene, struggle)
    target = roll.strike.target
    forget(scene)
    scene.happen("pushed", "RBF-ATK-9", who=who, target=target)
    if struggle.drop:
        scene.happen("lands", "RBF-TEC-LEAP", who=who, target=target, amount=struggle.drop)
        get_back(scene, who, struggle.drop, "RBF-TEC-LEAP")
    pay_for_push(scene, command)
    if struggle.dealt and not techniques.harms(scene, roll.strike):
        scene.happen("given-back", "RBF-ATK-9", target=target, amount=struggle.dealt)
        get_back(scene, target, struggle.dealt, "RBF-ATK-9")
    hit(scene, roll, already=struggle.dealt)


def get_back(scene: RbfScene, actor: str, lost: int, rule: str) -> None:
    """Undo damage from the struggle; a combatant who is down does not get up."""
    one = scene.one(actor)
    scene.change(actor, "hp", min(one.max_hp, one.hp + lost), rule)


def struggle_of(scene: RbfScene, actor: str) -> Struggle:
    """Return the struggle that a combatant can push, once per roll. Raises Refusal if there is none (RBF-ATK-9)."""
    must_stand(scene, actor)
    struggle = scene.fight.board.struggle
    if not struggle or struggle.who != actor or not struggle.targets:
        name = scene.one(actor).name
        raise refuse(f"{name} has no struggle to push", "RBF-ATK-9", hint="only the attack just rolled, and only once")
    if not any(each in scene.fight.combatants and standing(scene.one(each)) for each in struggle.targets):
        target = scene.one(struggle.targets[0])
        raise refuse(f"{target.name} is already {down_in_a_word(target)}", "RBF-ATK-9")
    return struggle


def pay_for_push(scene: RbfScene, command: commands.Push) -> None:
    """Pay for a push with experience, with damage if there is none, or as the GM says (RBF-ATK-9)."""
    one, options = scene.one(command.who), scene.fight.options
    cost = " ".join(command.cost)
    if cost:
        scene.happen("push-cost", "RBF-ATK-9", who=command.who, cost=cost)
    elif one.experience >= options.push_experience:
        scene.change(command.who, "experience", one.experience - options.push_experience, "RBF-ATK-9")
    else:
        strain = scene.roll_expression(command.who, "strain", "RBF-ATK-9", options.push_damage)
        hurt(scene, command.who, strain, "RBF-ATK-9")
