"""One attack: what counts for it, its roll, and its harm."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.text import quoted
from rbfcli.dice import highest
from rbfcli.engine.rolling import value_of
from rbfcli.engine.scene import impossible
from rbfcli.engine.weapons import fire, hands_of, in_hand, leave_rounds, require_loaded
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, of_worth, skill_modifier
from rbfcli.systems.rbf.conditions import down_in_a_word, edges_of, standing
from rbfcli.systems.rbf.economy import as_a_club, end_aim, may_act, must_stand, spend_reaction, take_action, weapon_of
from rbfcli.systems.rbf.health import Why, harm
from rbfcli.systems.rbf.map import (
    Reason,
    closer,
    cover_of,
    menaces,
    metres_between,
    no_clear_line,
    sees,
    show_oneself,
)
from rbfcli.systems.rbf.sheet import (
    AXE_EXPERT,
    BRUTE,
    RANGED,
    SNIPER,
    Fighter,
    Place,
    RbfFight,
    Spell,
    Struggle,
    Weapon,
    does_damage,
    has,
    is_enemy,
    is_weaponless,
    weapon_named,
)

Cost = Literal["action", "reaction", "paid"]
LUNGE = 1
WANTS = {
    "--only": "it goes with a blast",
    "--to": "it goes with --technique strafe or throw",
    "--metres": "it goes with --technique throw",
    "--condition": "an enemy places it; a player has --technique",
    "--kind": "a player defends with it",
    "--complication": "a player's failure brings it",
}
MOST_TOGETHER = 2


class Strike(Struct, frozen=True, kw_only=True):
    """An attack: its weapon, the command behind it, its cost, if it `bursts` on one target, whom its blast catches.

    It is `ranged` where it is shot or thrown rather than struck. Of a spell the weapon has the damage and the skill.
    Those `lying` were down already when it was declared.
    """

    who: str
    targets: tuple[str, ...]
    weapon_id: str
    weapon: Weapon
    ranged: bool
    command: commands.Attack
    cost: Cost = "action"
    bursts: bool = False
    caught: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    spell: Spell | None = None

    @property
    def target(self) -> str:
        """Whom it is rolled against first."""
        return self.targets[0]

    @property
    def manner(self) -> str:
        """The kind of roll it is to conditions: melee, brawl, a shot, or a spell."""
        return "spell" if self.spell else "shot" if self.ranged else self.weapon.skill

    @property
    def label(self) -> str:
        """What its roll is called."""
        return "spell" if self.spell else "attack"

    @property
    def rule(self) -> str:
        """The rule of its roll."""
        return "RBF-ACT-6" if self.spell else "RBF-ATK-1"


def strike_of(scene: RbfScene, command: commands.Attack, cost: Cost = "action") -> Strike:
    """The attack a command means. Raises Refusal for a weapon that is not there."""
    if cost == "action":
        may_act(scene, command.who)
    else:
        must_stand(scene, command.who)
    weapon_id, weapon = in_hand(scene, command.who, command.weapon)
    if command.club:
        weapon = as_a_club(scene.fight, weapon)
    targets = tuple(dict.fromkeys(command.targets))
    caught: tuple[str, ...] = ()
    if weapon.radius and not command.only:
        foes, caught = around(scene, command, weapon)
        targets = tuple(dict.fromkeys((*targets, *foes)))
    return Strike(
        who=command.who,
        targets=targets,
        weapon_id=weapon_id,
        weapon=weapon,
        ranged=weapon.skill in RANGED,
        command=command,
        cost=cost,
        bursts=command.autofire and len(targets) == 1,
        caught=caught,
        lying=those_lying(scene, targets),
    )


def those_lying(scene: RbfScene, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the targets that are down (RBF-HP-1)."""
    return tuple([each for each in targets if not standing(scene.one(each))])


def as_weapon(spell: Spell) -> Weapon:
    """Return a spell as what an attack is made with (RBF-ACT-6)."""
    skill: Any = spell.skill
    return Weapon(name=spell.name, skill=skill, damage=spell.damage, kind=spell.kind, range=spell.range)


def is_immune(scene: RbfScene, strike: Strike, target_id: str) -> bool:
    """Whether an attack has no effect on a target: its kind of damage does nothing to it (RBF-IMM-1)."""
    return bool(strike.weapon.kind) and strike.weapon.kind in scene.one(target_id).immune


def takes_effect(scene: RbfScene, strike: Strike, target_id: str) -> bool:
    """Whether what comes besides damage takes effect: the fallen and the immune are spared (RBF-IMM-1, RBF-HP-1)."""
    return standing(scene.one(target_id)) and (scene.force or not is_immune(scene, strike, target_id))


def around(scene: RbfScene, command: commands.Attack, weapon: Weapon) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who else stands within the radius of a blast, foes and those of one's own side (RBF-ATK-7)."""
    foes: list[str] = []
    caught: list[str] = []
    fight, attacker, centre = scene.fight, scene.one(command.who), scene.one(command.targets[0])
    for who, one in fight.combatants.items():
        far = metres_between(one, centre)
        if far is not None and far <= weapon.radius and standing(one) and cover_of(fight, one) != "full":
            (foes if is_enemy(one) != is_enemy(attacker) else caught).append(who)
    return tuple(foes), tuple(caught)


def sweeps(attacker: Fighter, strike: Strike) -> bool:
    """Whether an attack hits a second enemy beside the first: a cleave, or an Axe Expert's axe (RBF-TEC-CLEAVE)."""
    return strike.command.technique == "cleave" or swings_an_axe(attacker, strike)


def swings_an_axe(attacker: Fighter, strike: Strike) -> bool:
    """Whether an Axe Expert swings an axe (RBF-TAL-1)."""
    return "axe" in strike.weapon.traits and not strike.ranged and has(attacker, AXE_EXPERT)


def pay(scene: RbfScene, strike: Strike) -> None:
    """Take the action or the reaction an attack costs; overwatch has paid already (RBF-ACT-1, RBF-ACT-8)."""
    if strike.cost == "action":
        take_action(scene, strike.who, "RBF-ACT-1", aim="used")
    elif strike.cost == "reaction":
        spend_reaction(scene, strike.who, "riposte")
    else:
        end_aim(scene, strike.who, used=True)


def shoot(scene: RbfScene, strike: Strike) -> None:
    """A shot takes a round out of each weapon fired, a burst all of those that burst (RBF-ACT-3, RBF-ACT-7)."""
    if not (strike.ranged or strike.command.dual):
        return
    for weapon_id in weapons_of(scene, strike):
        weapon = weapon_named(scene.fight, weapon_id)
        if weapon is None or weapon.skill not in RANGED:
            continue
        if strike.command.autofire and weapon.autofire:
            leave_rounds(scene, strike.who, weapon_id, 0)
        else:
            fire(scene, strike.who, weapon_id)


def weapons_of(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The weapons an attack is made with: both in hand, or the one; a club fires nothing (RBF-DUAL-1)."""
    if strike.command.dual:
        return hands_of(scene, strike.who)
    return () if strike.command.club else (strike.weapon_id,)


def give_away(scene: RbfScene, strike: Strike) -> None:
    """A loud attack loses stealth, a silenced one keeps it (RBF-STL-3)."""
    if "silenced" not in strike.weapon.traits:
        show_oneself(scene, strike.who, "RBF-STL-3")


def strike_free(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """A brawl blow that hits the grappler frees the one it holds."""
    if strike.weapon.skill != "brawl":
        return
    grapple = scene.one(strike.who).conditions.get("grappled")
    if grapple and grapple.by == target_id:
        scene.relieve(strike.who, "grappled", "RBF-TEC-GRAPPLE")


def check_strike(scene: RbfScene, strike: Strike) -> None:
    """Refuse an attack that cannot be made (RBF-ATK-1)."""
    command = strike.command
    if (command.technique or command.critical) and is_enemy(scene.one(strike.who)):
        raise impossible("techniques and critical choices belong to players", "RBF-TEC-1", "--condition NAME")
    check_options(scene, strike)
    for target_id in dict.fromkeys(command.targets):
        check_target(scene, strike, target_id)
        check_reach(scene, strike, target_id)
    check_weapon(scene, strike)
    if command.dual:
        check_hands(scene, strike)
    if len(strike.targets) > 1:
        check_further_targets(scene, strike)


def check_options(scene: RbfScene, strike: Strike) -> None:
    """Refuse what is said of an attack and means nothing for it (RBF-ATK-1)."""
    command = strike.command
    said = command.only or command.to or command.metres or command.condition or command.complication
    if not said and command.kind == "dodge":
        return
    by_enemy = is_enemy(scene.one(strike.who))
    idle = (
        ("--only", command.only and not strike.weapon.radius),
        ("--to", command.to and {command.technique, command.critical}.isdisjoint(("strafe", "throw"))),
        ("--metres", command.metres and command.technique != "throw"),
        ("--condition", command.condition and not by_enemy),
        ("--kind", command.kind != "dodge" and not by_enemy),
        ("--complication", command.complication and by_enemy),
    )
    for option, means_nothing in idle:
        if means_nothing:
            raise impossible(f"{option} means nothing for this attack", "RBF-ATK-1", WANTS[option])


def check_target(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Refuse a target that is no foe, is down, or is not seen (RBF-ATK-1, RBF-HP-1, RBF-ACT-4)."""
    attacker, target = scene.one(strike.who), scene.one(target_id)
    if target_id == strike.who:
        raise impossible(f"{attacker.name} cannot attack themself", "RBF-ATK-1")
    if is_enemy(attacker) == is_enemy(target):
        why = f"{target.name} is a thing" if target.object else f"both are {'enemies' if target.tn else 'players'}"
        raise impossible(f"{why}: RBF has no roll between them", "RBF-ATK-1", f"damage {quoted(target_id)} N")
    if not standing(target):
        scene.refuse(f"{target.name} is {down_in_a_word(target)} already", "RBF-HP-1")
    if not sees(scene.fight, strike.who, target_id):
        scene.refuse(
            f"{attacker.name} does not see {target.name}",
            "RBF-ACT-4",
            how_to_see(strike.who, target_id),
        )


def how_to_see(actor: str, target_id: str) -> str:
    """Return what makes a hidden enemy a target: a look for it, or an ally who points it out (RBF-ACT-4)."""
    hidden = quoted(target_id)
    return f"check {quoted(actor)} perception --see {hidden}, or an ally who sees it: spot WHO {hidden}"


def check_reach(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Refuse a target that the weapon does not reach (RBF-ACT-2, RBF-COV-2, RBF-RNG-1)."""
    technique = strike.command.technique
    lunge = LUNGE if technique == "lunge" else 0
    reason = out_of_reach(scene.fight, strike.who, target_id, strike.weapon, lunge=lunge, leaps=technique == "leap")
    if reason:
        scene.refuse(*reason)


def out_of_reach(
    fight: RbfFight, actor: str, target_id: str, weapon: Weapon, *, lunge: int = 0, leaps: bool = False
) -> Reason | None:
    """Why a weapon does not reach somebody: the message, the rule, and what would help; None where it does."""
    attacker, target = fight.combatants[actor], fight.combatants[target_id]
    far = metres_between(replace(attacker, height=target.height) if leaps else attacker, target)
    if weapon.skill not in RANGED:
        reach = fight.options.melee_reach + lunge
        if far is None or far <= reach:
            return None
        message = f"{target.name} is {far} m away, out of reach ({reach} m)"
        return message, "RBF-ACT-2", closer(fight, actor, target_id, reach)
    if reason := no_clear_line(fight, actor, target_id):
        return reason
    if far is not None and weapon.range and far > weapon.range:
        message = f"{target.name} is {far} m away; the {weapon.name} carries {weapon.range} m"
        return message, "RBF-ACT-2", closer(fight, actor, target_id, weapon.range)
    if weapon.hands > 1 and menaces(fight, target, attacker):
        message = f"the {weapon.name} is too large to fire at somebody in melee range"
        return message, "RBF-RNG-1", "--club swings it; or step away"
    return None


def check_weapon(scene: RbfScene, strike: Strike) -> None:
    """Refuse an empty weapon and a burst it cannot fire (RBF-ACT-3, RBF-ACT-7)."""
    if strike.ranged:
        require_loaded(scene, strike.who, strike.weapon_id)
    if strike.command.autofire and not strike.weapon.autofire:
        raise impossible(f"the {strike.weapon.name} has no autofire", "RBF-ACT-7")


def check_hands(scene: RbfScene, strike: Strike) -> None:
    """Refuse two weapons at once that are not two one-handed ones in hand, loaded both (RBF-DUAL-1)."""
    attacker = scene.one(strike.who)
    in_hand = [weapon_named(scene.fight, each) for each in (attacker.held, attacker.off_hand)]
    if any(each is None or each.hands > 1 for each in in_hand):
        raise impossible(
            f"{attacker.name} does not hold two one-handed weapons",
            "RBF-DUAL-1",
            f"draw {quoted(strike.who)} WEAPON --off-hand",
        )
    for weapon_id in hands_of(scene, strike.who):
        require_loaded(scene, strike.who, weapon_id)


def check_further_targets(scene: RbfScene, strike: Strike) -> None:
    """Refuse more targets than one attack takes, or ones too far apart (RBF-ACT-7, RBF-TEC-CLEAVE, RBF-TEC-PIERCE)."""
    attacker, further = scene.one(strike.who), strike.targets[1:]
    pierces = strike.command.technique == "pierce"
    together = strike.command.autofire or pierces or sweeps(attacker, strike)
    if not strike.weapon.radius and (not together or len(strike.targets) > MOST_TOGETHER):
        most = f"{MOST_TOGETHER} targets" if together else "1 target"
        raise impossible(f"this attack takes {most}", "RBF-ATK-1", "autofire, cleave and pierce take two")
    near = strike.weapon.radius or scene.fight.options.adjacent
    first = scene.one(strike.target)
    for each in further:
        apart = metres_between(first, scene.one(each))
        if apart is not None and apart > near:
            scene.refuse(f"{scene.one(each).name} stands {apart} m from {first.name}, not within {near} m", "RBF-ATK-1")
        if pierces and not is_behind(attacker, first, scene.one(each)):
            scene.refuse(f"{scene.one(each).name} is not behind {first.name}", "RBF-TEC-PIERCE")


def is_behind(attacker: Fighter, first: Fighter, second: Fighter) -> bool:
    """Whether one target stands behind another, as far as the ground says."""
    if attacker.at is None or first.at is None or second.at is None:
        return True
    return abs(second.at - attacker.at) >= abs(first.at - attacker.at) and (
        (second.at - attacker.at) * (first.at - attacker.at) >= 0
    )


class Harm(Struct, frozen=True):
    """What an attack does: normal damage, the most of it, and what divides both."""

    normal: str
    most: int
    divided: int = 1


def harm_of(scene: RbfScene, strike: Strike) -> Harm:
    """An enemy's own damage, else the weapon's; less where it has lost its weapon (RBF-DEF-7, RBF-TEC-DISARM)."""
    one = scene.fight.combatants[strike.who]
    if one.damage is None or strike.command.club or (strike.spell and does_damage(strike.spell)):
        weapon = str(strike.weapon.damage)
        return Harm(weapon, highest(weapon))
    normal = str(one.damage)
    harm = Harm(normal, highest(normal) if one.damage_max is None else one.damage_max)
    if not is_weaponless(one, strike.weapon_id):
        return harm
    return replace(harm, divided=scene.fight.options.disarmed_divisor)


DUAL_ACCURACY, DUAL_DAMAGE = -2, 2
BURST_DAMAGE = 2


def to_hit(fight: RbfFight, strike: Strike, gains: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is added to 2d8: the skill, and what the attack `gains`."""
    attacker, mod = fight.combatants[strike.who], strike.command.mod
    skill = skill_modifier(fight, attacker, strike.weapon.skill, strike.rule)
    return (skill, *gains, Modifier(mod, "modifier")) if mod else (skill, *gains)


def accuracy(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What an attack gains besides skill: a player adds it, an enemy raises by it the TN it demands (RBF-DEF-1)."""
    gains, aim = helps, fight.combatants[strike.who].aim
    if strike.command.dual:
        gains = (Modifier(DUAL_ACCURACY, "two weapons", "RBF-DUAL-1"), *gains)
    if aim:
        gains = (Modifier(aim, "aim", "RBF-ACT-5"), *gains)
    return gains


def to_damage(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is added to the weapon's damage besides the skill."""
    attacker, options, bonuses = fight.combatants[strike.who], fight.options, helps
    if strike.command.dual:
        bonuses = (Modifier(DUAL_DAMAGE, "two weapons", "RBF-DUAL-1"), *bonuses)
    if strike.bursts:
        bonuses = (Modifier(BURST_DAMAGE, "burst", "RBF-ACT-7"), *bonuses)
    if not attacker.talents:
        return bonuses
    if strike.ranged and has(attacker, SNIPER) and from_stealth(fight, strike):
        bonuses += of_worth(options.sniper_damage, "Sniper", "RBF-TAL-1")
    if strike.manner in ("melee", "brawl") and has(attacker, BRUTE):
        bonuses += of_worth(options.brute_damage, "Brute", "RBF-TAL-1")
    return bonuses


def advantages(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What helps both to hit and to damage: stealth, and a prepared firing position (RBF-STL, RBF-FIRE-1)."""
    helps: tuple[Modifier, ...] = ()
    options = fight.options
    if from_stealth(fight, strike):
        helps = of_worth(options.stealth_bonus, "from stealth", "RBF-STL-3" if hidden(fight, strike) else "RBF-STL-1")
    if strike.ranged and fight.board.places.get(fight.combatants[strike.who].place, Place()).prepared:
        helps += of_worth(options.position_bonus, "prepared position", "RBF-FIRE-1")
    return helps


def from_stealth(fight: RbfFight, strike: Strike) -> bool:
    """Whether an attack comes out of hiding, or a player's falls on somebody surprised (RBF-STL-1, RBF-STL-3)."""
    by_player = not is_enemy(fight.combatants[strike.who])
    return hidden(fight, strike) or (by_player and "surprised" in fight.combatants[strike.target].conditions)


def hidden(fight: RbfFight, strike: Strike) -> bool:
    """Whether the attacker is hidden."""
    return "hidden" in fight.combatants[strike.who].conditions


def of_attack(fight: RbfFight, strike: Strike) -> list[Modifier]:
    """What the situation gives an attack: what hinders the target's defense helps it (RBF-TST-2)."""
    who, target = strike.who, strike.target
    edges = edges_of(fight, strike.manner, who, target)
    if strike.ranged:
        attacker = fight.combatants[who]
        if strike.weapon.hands == 1 and menaces(fight, fight.combatants[target], attacker):
            edges.append(Modifier(-1, "shooting in melee", "RBF-RNG-2"))
        if has(attacker, SNIPER) and from_stealth(fight, strike):
            edges.append(Modifier(fight.options.sniper_advantage, "Sniper", "RBF-TAL-1"))
    against = edges_of(fight, "defense", target, who)
    return edges + turned(against) if against else edges


def of_defense(fight: RbfFight, strike: Strike) -> list[Modifier]:
    """The same seen from a player's defense roll: what helps the attacker hinders the defender."""
    return turned(of_attack(fight, strike))


def turned(edges: list[Modifier]) -> list[Modifier]:
    """What helps one hinders the other."""
    return [Modifier(-each.value, each.why, each.rule) for each in edges]


class AttackRoll(Struct, frozen=True, kw_only=True):
    """An attack after its roll: its margin if that counts, what its damage adds, the dice of a leap, who is hit too."""

    strike: Strike
    margin: int
    bonus: tuple[Modifier, ...] = ()
    drop: int = 0
    besides: tuple[str, ...] = ()


def damage_of(scene: RbfScene, roll: AttackRoll) -> tuple[Modifier, ...]:
    """Weapon damage, the skill with it, what is added, and the dice of a leap (RBF-ATK-3, RBF-TEC-LEAP).

    A spell without damage does none, whatever adds to it (RBF-ACT-6).
    """
    strike, weapon = roll.strike, roll.strike.weapon
    if strike.spell and not does_damage(strike.spell):
        return ()
    rolled = scene.roll_expression(strike.who, "damage", "RBF-ATK-3", str(weapon.damage))
    skill = max(0, scene.one(strike.who).skills.get(weapon.skill, 0))
    own = of_worth(rolled, weapon.name) + of_worth(skill, weapon.skill.capitalize())
    return own + roll.bonus + of_worth(roll.drop, "leap")


def total(parts: tuple[Modifier, ...]) -> int:
    """The damage its parts add up to."""
    return sum(map(value_of, parts)) if parts else 0


def deal(scene: RbfScene, roll: AttackRoll, target: str, amount: int, *, why: Why, rule: str) -> None:
    """Let the damage of an attack fall on one target."""
    strike = roll.strike
    harm(scene, target, amount, rule, why=why, kind=strike.weapon.kind, lethal=not strike.command.nonlethal)


def in_words(parts: tuple[Modifier, ...], before: str = "", after: str = "") -> str:
    """The parts of some damage as a sum, with what stands before and after it."""
    return before + " + ".join([f"{each.why} {each.value}" for each in parts]) + after


def remember(scene: RbfScene, roll: AttackRoll, dealt: int) -> None:
    """Keep a struggle, and the damage it did, for as long as it may be pushed (RBF-ATK-9)."""
    strike, command = roll.strike, roll.strike.command
    struggle = Struggle(
        who=strike.who,
        targets=strike.targets,
        weapon=strike.weapon_id,
        spell=strike.spell,
        dealt=dealt,
        bonus=tuple([(each.value, each.why, each.rule) for each in roll.bonus]) if roll.bonus else (),
        drop=roll.drop,
        technique=command.technique,
        to=command.to,
        metres=command.metres,
        club=command.club,
        nonlethal=command.nonlethal,
    )
    scene.change("", ("board", "struggle"), struggle, "RBF-ATK-9")


def forget(scene: RbfScene, actor: str = "") -> None:
    """The moment to push is over: the same one attacks again, or another turn begins (RBF-ATK-9)."""
    struggle = scene.fight.board.struggle
    if struggle and (not actor or actor == struggle.who):
        scene.change("", ("board", "struggle"), None, "RBF-ATK-9")


def pushed(scene: RbfScene, struggle: Struggle) -> AttackRoll:
    """The roll that a struggle would have been, on the target number exactly (RBF-ATK-9)."""
    command = commands.Attack(
        who=struggle.who,
        targets=struggle.targets,
        technique=struggle.technique,
        to=struggle.to,
        metres=struggle.metres,
        nonlethal=struggle.nonlethal,
    )
    spell = struggle.spell
    weapon = as_weapon(spell) if spell else weapon_of(scene.fight, struggle.weapon, club=struggle.club)
    strike = Strike(
        who=command.who,
        targets=command.targets,
        weapon_id=struggle.weapon,
        weapon=weapon,
        ranged=weapon.skill in RANGED,
        command=command,
        spell=spell,
    )
    bonus = tuple(Modifier(value, why, rule) for value, why, rule in struggle.bonus)
    return AttackRoll(strike=strike, margin=0, bonus=bonus, drop=struggle.drop)
