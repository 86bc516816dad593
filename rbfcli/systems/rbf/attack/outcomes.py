"""What a player's attack brings: hits, near misses, complications, pushing oneself (RBF-ATK-2 to RBF-ATK-9)."""

from msgspec.structs import replace

from rbfcli.kernel.carrying import drop, take_away
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.attack.choices import brings, fits, harms, require_one, seconds, technique_named
from rbfcli.systems.rbf.attack.roll import AttackRoll, damage_of, deal, forget, in_words, pushed, total
from rbfcli.systems.rbf.attack.strike import Strike, sweeps
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.damage import falling_damage, half, hurt
from rbfcli.systems.rbf.economy import must_stand
from rbfcli.systems.rbf.ground import drive_back
from rbfcli.systems.rbf.sheet import UNARMED_ID, Struggle

COMPLICATIONS = ("dropped", "prone", "out-of-ammo", "broken", "jammed", "ally-hit", "explodes")


def critical_success(scene: RbfScene, roll: AttackRoll) -> None:
    """Double damage, or one technique or effect more: the attacker chooses (RBF-ATK-2)."""
    choice = stated_effect(scene, roll.strike) or ask_for_an_effect(scene, roll.strike)
    if choice == "double":
        hit(scene, roll, times=2)
    else:
        hit(scene, reach_more(scene, roll, choice))
        take_effect(scene, roll, choice)


def stated_effect(scene: RbfScene, strike: Strike) -> str:
    """What was said beforehand, by the line or by the option; empty where it does not fit this target (RBF-ATK-2)."""
    stated = strike.command.critical or scene.fight.options.critical.replace("ask", "")
    return stated if scene.force or fits(scene, strike, stated) else ""


def reach_more(scene: RbfScene, roll: AttackRoll, choice: str) -> AttackRoll:
    """A hit that a critical success lets cleave or pierce to somebody else, or fall on from above (RBF-ATK-2)."""
    if choice == "leap":
        return replace(roll, drop=roll.drop + leap_down(scene, roll.strike))
    if choice not in ("cleave", "pierce"):
        return roll
    near = seconds(scene, roll.strike, choice)
    if len(near) > 1:
        who, target = roll.strike.who, roll.strike.target
        near = (scene.ask("second", who, near, "RBF-ATK-2", target=target, technique=choice),)
    return replace(roll, besides=near)


def leap_down(scene: RbfScene, strike: Strike) -> int:
    """Come down to the target's height: the dice of the drop (RBF-TEC-LEAP)."""
    height = scene.one(strike.target).height
    damage = falling_damage(scene, strike.who, scene.one(strike.who).height - height, "RBF-TEC-LEAP")
    scene.change(strike.who, "height", height, "RBF-TEC-LEAP")
    return damage


def ask_for_an_effect(scene: RbfScene, strike: Strike) -> str:
    """What a critical success brings, as its attacker says (RBF-ATK-2)."""
    answers = brings(scene, strike)
    choice = scene.ask("critical", strike.who, answers, "RBF-ATK-2", free_text=True, target=strike.target)
    if technique_named(choice):
        require_one(scene, strike, choice)
    return choice


def take_effect(scene: RbfScene, roll: AttackRoll, effect: str) -> None:
    """What a critical success does besides its hit: a further technique, or an effect (RBF-ATK-2)."""
    if technique := technique_named(effect):
        technique.effect(scene, roll, roll.strike.target)
    else:
        bring(scene, roll.strike.who, roll.strike.target, effect, lethal=not roll.strike.command.nonlethal)


def bring(scene: RbfScene, who: str, target: str, effect: str, *, lethal: bool = True) -> None:
    """An effect of a critical success; what no number says is told to the GM (RBF-ATK-2)."""
    options = scene.fight.options
    if effect == "silent":
        hurt(scene, target, scene.one(target).hp, "RBF-ATK-2", lethal=lethal)
        scene.happen("killed-silently", "RBF-ATK-2", who=who, target=target)
    elif effect == "thrown":
        drive_back(scene, target, who, options.thrown_back, "RBF-ATK-2")
    elif effect == "stunned":
        scene.afflict(target, "stunned", "RBF-ATK-2", rounds=options.condition_rounds, by=who)
    else:
        scene.happen("critical-effect", "RBF-ATK-2", who=who, target=target, effect=effect)


def hit(scene: RbfScene, roll: AttackRoll, *, times: int = 1, already: int = 0) -> None:
    """Weapon damage and skill; or a technique instead, or both with Expert Fighter (RBF-ATK-3, RBF-TEC-1).

    Twice a hit with a technique instead of damage is the technique and the damage once.
    """
    strike = roll.strike
    technique = technique_named(strike.command.technique)
    instead = not harms(scene, strike)
    times -= instead
    if times:
        parts, rule = damage_of(scene, roll), "RBF-ATK-2" if times > 1 else "RBF-ATK-3"
        for target in (*together(scene, strike), *roll.besides) if parts else ():
            done = already if target == strike.target else 0
            how = ", besides the technique" if instead else ", doubled" if times > 1 else ""
            why = in_words(parts) + how + (f", {done} of it done" if done else "")
            deal(scene, roll, target, max(0, total(parts) * times - done), why=why, rule=rule)
    if technique:
        technique.effect(scene, roll, strike.target)


def together(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Who takes the same damage from one hit: both that a sweep or a thrust goes through (RBF-TEC-CLEAVE)."""
    if len(strike.targets) == 1:
        return strike.targets
    same = strike.command.technique == "pierce" or sweeps(scene.one(strike.who), strike)
    return strike.targets if same else strike.targets[:1]


def fall_short(scene: RbfScene, roll: AttackRoll) -> None:
    """Melee and brawl do half damage, a shot goes astray and at most grazes (RBF-ATK-4, RBF-ATK-6, RBF-ATK-7)."""
    if not roll.strike.ranged:
        halve(scene, roll, "RBF-ATK-4")
    elif "blast" in roll.strike.weapon.traits and scene.fight.options.blast_struggle != "none":
        halve(scene, roll, "RBF-ATK-7")
    else:
        graze(scene, roll)
        go_astray(scene, roll.strike)


def halve(scene: RbfScene, roll: AttackRoll, rule: str) -> None:
    """Half the damage of a hit (RBF-ATK-8); a blast may do it all, if the option says so."""
    parts = damage_of(scene, roll)
    whole = rule == "RBF-ATK-7" and scene.fight.options.blast_struggle == "full"
    amount = total(parts) if whole else half(scene, total(parts))
    why = in_words(parts) if whole else f"half of {in_words(parts)}"
    if parts:
        deal(scene, roll, roll.strike.target, amount, why=why, rule=rule)


def graze(scene: RbfScene, roll: AttackRoll) -> None:
    """What a near miss does all the same: the graze of a feature, the two points of a burst (RBF-ATK-6, RBF-ACT-7)."""
    burst = sum(each.value for each in roll.bonus if each.rule == "RBF-ACT-7")
    grazed = scene.one(roll.strike.who).graze
    if grazed + burst:
        rule = "RBF-ATK-6" if grazed else "RBF-ACT-7"
        deal(scene, roll, roll.strike.target, grazed + burst, why="a graze", rule=rule)


def go_astray(scene: RbfScene, strike: Strike) -> None:
    """Something behind or near the target may be hit: the GM says what (RBF-MISS-1)."""
    scene.happen("astray", "RBF-MISS-1", who=strike.who, target=strike.target)


def complicate(scene: RbfScene, strike: Strike) -> None:
    """No damage, and a complication: the one stated, the one asked for, else the usual one (RBF-ATK-5)."""
    stated, usual = strike.command.complication, usual_complication(strike)
    if not stated and scene.fight.options.complication == "ask":
        answers = tuple(dict.fromkeys((usual, *COMPLICATIONS)))
        stated = scene.ask("complication", strike.who, answers, "RBF-ATK-5", free_text=True, target=strike.target)
    befall(scene, strike, stated or usual)


def usual_complication(strike: Strike) -> str:
    """Brawlers stumble, guns run dry, a club may break, other weapons and bows are dropped (RBF-ATK-5, RBF-RNG-1)."""
    if strike.weapon_id == UNARMED_ID or strike.weapon.skill == "brawl":
        return "prone"
    if strike.command.club:
        return "broken"
    return "out-of-ammo" if strike.ranged and "bow" not in strike.weapon.traits else "dropped"


def befall(scene: RbfScene, strike: Strike, complication: str) -> None:
    """One complication; what no number says is told to the GM (RBF-ATK-5)."""
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


def push_through(scene: RbfScene, command: fighting.Push) -> None:
    """A struggle becomes a success; what it did already is part of the damage (RBF-ATK-9)."""
    struggle = struggle_of(scene, command.who)
    roll = pushed(scene, struggle)
    forget(scene)
    scene.happen("pushed", "RBF-ATK-9", who=command.who, target=roll.strike.target)
    pay_for_push(scene, command)
    hit(scene, roll, already=struggle.dealt)


def struggle_of(scene: RbfScene, who: str) -> Struggle:
    """The struggle somebody may push. Raises Refusal where there is none: each roll once (RBF-ATK-9)."""
    must_stand(scene, who)
    struggle = scene.fight.board.struggle
    if not struggle or struggle.who != who or not struggle.targets:
        name = scene.one(who).name
        raise impossible(f"{name} has no struggle to push", "RBF-ATK-9", "only an attack that just fell short, once")
    return struggle


def pay_for_push(scene: RbfScene, command: fighting.Push) -> None:
    """A point of experience, or damage to oneself without one, or what the GM says (RBF-ATK-9)."""
    one, options = scene.one(command.who), scene.fight.options
    cost = " ".join(command.cost)
    if cost:
        scene.happen("push-cost", "RBF-ATK-9", who=command.who, cost=cost)
    elif one.experience >= options.push_experience:
        scene.change(command.who, "experience", one.experience - options.push_experience, "RBF-ATK-9")
    else:
        strain = scene.roll_expression(command.who, "strain", "RBF-ATK-9", options.push_damage)
        hurt(scene, command.who, strain, "RBF-ATK-9")
