"""An attack: its checks, modifiers, roll and damage."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import refuse
from rbfcli.core.text import quoted
from rbfcli.dice import highest
from rbfcli.engine.weapons import fire, hands_of, in_hand, leave_rounds, require_loaded
from rbfcli.model.commands import restate
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, of_worth
from rbfcli.systems.rbf.conditions import down_in_a_word, edges_of, standing
from rbfcli.systems.rbf.economy import as_a_club, end_aim, may_act, must_stand, spend_reaction, take_action
from rbfcli.systems.rbf.health import Why, harm
from rbfcli.systems.rbf.map import Reason, closer, cover_of, menaces, metres_between, no_clear_line, sees, show_oneself
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, Fighter, Place, RbfFight, Spell, Struggle, Weapon, is_weaponless

Cost = Literal["action", "reaction", "paid"]
LUNGE = 1
MOST_TOGETHER = 2


class Strike(Struct, frozen=True, kw_only=True):
    """An attack: its weapon (or spell), command and cost, whether it `bursts` on one target, and allies it catches.

    The targets in `lying` were already down when it was declared.
    """

    who: str
    targets: tuple[str, ...]
    weapon_id: str
    weapon: Weapon
    command: commands.Attack
    cost: Cost = "action"
    bursts: bool = False
    caught: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    spell: Spell | None = None

    @property
    def target(self) -> str:
        """Return the first target."""
        return self.targets[0]

    @property
    def ranged(self) -> bool:
        """Return whether the attack is shot or thrown; a spell is neither."""
        return self.spell is None and self.weapon.skill in RANGED

    @property
    def manner(self) -> str:
        """Return the kind of roll for conditions: melee, brawl, shot or spell."""
        return "spell" if self.spell else "shot" if self.ranged else self.weapon.skill

    @property
    def label(self) -> str:
        """Return the label of the roll."""
        return "spell" if self.spell else "attack"

    @property
    def rule(self) -> str:
        """Return the rule of the roll."""
        return "RBF-ACT-6" if self.spell else "RBF-ATK-1"


def strike_of(scene: RbfScene, command: commands.Attack, cost: Cost = "action") -> Strike:
    """Return the attack that a command describes. Raises Refusal if the weapon is missing."""
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
        command=command,
        cost=cost,
        bursts=command.autofire and len(targets) == 1,
        caught=caught,
        lying=tuple(each for each in targets if not standing(scene.one(each))),
    )


def as_weapon(spell: Spell) -> Weapon:
    """Return a spell as the weapon of an attack (RBF-ACT-6)."""
    skill: Any = spell.skill
    return Weapon(name=spell.name, skill=skill, damage=spell.damage, kind=spell.kind, range=spell.range)


def around(scene: RbfScene, command: commands.Attack, weapon: Weapon) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the enemies and the allies within the radius of a blast (RBF-ATK-7)."""
    foes: list[str] = []
    caught: list[str] = []
    fight, attacker, centre = scene.fight, scene.one(command.who), scene.one(command.targets[0])
    for who, one in fight.combatants.items():
        far = metres_between(one, centre)
        if far is not None and far <= weapon.radius and standing(one) and cover_of(fight, one) != "full":
            (foes if one.is_enemy != attacker.is_enemy else caught).append(who)
    return tuple(foes), tuple(caught)


def sweeps(attacker: Fighter, strike: Strike) -> bool:
    """Return whether an attack hits a second adjacent enemy: a cleave, or an Axe Expert's axe (RBF-TEC-CLEAVE)."""
    return strike.command.technique == "cleave" or swings_an_axe(attacker, strike)


def swings_an_axe(attacker: Fighter, strike: Strike) -> bool:
    """Return whether an Axe Expert attacks with an axe (RBF-TAL-1)."""
    return "axe" in strike.weapon.traits and not strike.ranged and attacker.has("Axe Expert")


def pay(scene: RbfScene, strike: Strike) -> None:
    """Spend an attack's action or reaction; overwatch has already paid (RBF-ACT-1, RBF-ACT-8)."""
    if strike.cost == "action":
        take_action(scene, strike.who, "RBF-ACT-1", aim="used")
    elif strike.cost == "reaction":
        spend_reaction(scene, strike.who, "riposte")
    else:
        end_aim(scene, strike.who, used=True)


def shoot(scene: RbfScene, strike: Strike) -> None:
    """Use a round of each weapon fired, or all rounds of weapons that burst (RBF-ACT-3, RBF-ACT-7)."""
    if not (strike.ranged or strike.command.dual):
        return
    one_weapon = () if strike.command.club else (strike.weapon_id,)
    for weapon_id in hands_of(scene, strike.who) if strike.command.dual else one_weapon:
        weapon = scene.fight.weapon_named(weapon_id)
        if weapon is None or weapon.skill not in RANGED:
            continue
        if strike.command.autofire and weapon.autofire:
            leave_rounds(scene, strike.who, weapon_id, 0)
        else:
            fire(scene, strike.who, weapon_id)


def give_away(scene: RbfScene, strike: Strike) -> None:
    """End stealth after a loud attack; a silenced one keeps it (RBF-STL-3)."""
    if "silenced" not in strike.weapon.traits:
        show_oneself(scene, strike.who, "RBF-STL-3")


def strike_free(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Free a grappled attacker whose brawl attack hits the grappler."""
    if strike.weapon.skill != "brawl":
        return
    grapple = scene.one(strike.who).conditions.get("grappled")
    if grapple and grapple.by == target_id:
        scene.relieve(strike.who, "grappled", "RBF-TEC-GRAPPLE")


def check_strike(scene: RbfScene, strike: Strike) -> None:
    """Refuse an attack that cannot be made (RBF-ATK-1), for instance with an empty weapon (RBF-ACT-3)."""
    command = strike.command
    if (command.technique or command.critical) and scene.one(strike.who).is_enemy:
        raise refuse("only player characters use techniques and critical effects", "RBF-TEC-1", "--condition NAME")
    check_options(scene, strike)
    for target_id in dict.fromkeys(command.targets):
        check_target(scene, strike, target_id)
        check_reach(scene, strike, target_id)
    if strike.ranged:
        require_loaded(scene, strike.who, strike.weapon_id)
    if command.autofire and not strike.weapon.autofire:
        raise refuse(f"the {strike.weapon.name} has no autofire", "RBF-ACT-7")
    if command.dual:
        check_hands(scene, strike)
    if len(strike.targets) > 1:
        check_further_targets(scene, strike)


def check_options(scene: RbfScene, strike: Strike) -> None:
    """Refuse options that do not apply to an attack (RBF-ATK-1)."""
    command, by_enemy = strike.command, scene.one(strike.who).is_enemy
    needs = (
        ("--only", "it needs a blast", command.only and not strike.weapon.radius),
        (
            "--to",
            "it needs --technique strafe or throw",
            command.to and {command.technique, command.critical}.isdisjoint(("strafe", "throw")),
        ),
        ("--metres", "it needs --technique throw", command.metres and command.technique != "throw"),
        ("--condition", "only enemies use it; players use --technique", command.condition and not by_enemy),
        ("--kind", "only players defend with it", command.kind != "dodge" and not by_enemy),
        ("--complication", "it needs a player's failure", command.complication and by_enemy),
    )
    for option, need, is_unmet in needs:
        if is_unmet:
            raise refuse(f"{option} does not apply to this attack", "RBF-ATK-1", hint=need)


def check_target(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Refuse a target that is not an enemy, is down, or is not visible (RBF-ATK-1, RBF-HP-1, RBF-ACT-4)."""
    attacker, target = scene.one(strike.who), scene.one(target_id)
    if target_id == strike.who:
        raise refuse(f"{attacker.name} cannot attack themself", "RBF-ATK-1")
    if attacker.is_enemy == target.is_enemy:
        both = f"{attacker.name} and {target.name} are both {'enemies' if target.tn else 'player characters'}"
        why = f"{target.name} is an object" if target.object else both
        raise refuse(f"{why}, and RBF has no roll for that", "RBF-ATK-1", f"damage {quoted(target_id)} N")
    if not standing(target):
        scene.refuse(f"{target.name} is already {down_in_a_word(target)}", "RBF-HP-1")
    if not sees(scene.fight, strike.who, target_id):
        scene.refuse(f"{attacker.name} cannot see {target.name}", "RBF-ACT-4", *how_to_see(strike.who, target_id))


def how_to_see(actor: str, target_id: str) -> tuple[str, ...]:
    """Return the commands that make a hidden enemy a target: a search, or an ally's spot (RBF-ACT-4)."""
    hidden = quoted(target_id)
    return f"check {quoted(actor)} perception --see {hidden}", f"spot WHO {hidden}"


def check_reach(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Refuse a target out of the weapon's reach (RBF-ACT-2, RBF-COV-2, RBF-RNG-1)."""
    technique = strike.command.technique
    lunge = LUNGE if technique == "lunge" else 0
    reason = out_of_reach(scene.fight, strike.who, target_id, strike.weapon, lunge=lunge, leaps=technique == "leap")
    if reason:
        scene.refuse(*reason)


def out_of_reach(
    fight: RbfFight, actor: str, target_id: str, weapon: Weapon, *, lunge: int = 0, leaps: bool = False
) -> Reason | None:
    """Return why a weapon does not reach a target: message, rule and line to type; None if it does."""
    attacker, target = fight.combatants[actor], fight.combatants[target_id]
    far = metres_between(replace(attacker, height=target.height) if leaps else attacker, target)
    if weapon.skill not in RANGED:
        reach = fight.options.melee_reach + lunge
        if far is None or far <= reach:
            return None
        message = f"{target.name} is {far} m away; reach is {reach} m"
        return message, "RBF-ACT-2", lambda: closer(fight, actor, target_id, reach)
    if reason := no_clear_line(fight, actor, target_id):
        return reason
    if far is not None and weapon.range and far > weapon.range:
        message = f"{target.name} is {far} m away; the {weapon.name}'s range is {weapon.range} m"
        return message, "RBF-ACT-2", lambda: closer(fight, actor, target_id, weapon.range)
    if weapon.hands > 1 and menaces(fight, target, attacker):
        message = f"the {weapon.name} is too large to fire at a target in melee range"
        return message, "RBF-RNG-1", "--club"
    return None


def check_hands(scene: RbfScene, strike: Strike) -> None:
    """Refuse a dual attack without two loaded one-handed weapons in hand (RBF-DUAL-1)."""
    attacker = scene.one(strike.who)
    in_hand = [scene.fight.weapon_named(each) for each in (attacker.held, attacker.off_hand)]
    if any(each is None or each.hands > 1 for each in in_hand):
        raise refuse(
            f"{attacker.name} is not holding two one-handed weapons",
            "RBF-DUAL-1",
            f"draw {quoted(strike.who)} WEAPON --off-hand",
        )
    for weapon_id in hands_of(scene, strike.who):
        require_loaded(scene, strike.who, weapon_id)


def check_further_targets(scene: RbfScene, strike: Strike) -> None:
    """Refuse too many targets, or targets too far apart (RBF-ACT-7, RBF-TEC-CLEAVE, RBF-TEC-PIERCE)."""
    attacker, further = scene.one(strike.who), strike.targets[1:]
    pierces = strike.command.technique == "pierce"
    together = strike.command.autofire or pierces or sweeps(attacker, strike)
    if not strike.weapon.radius and (not together or len(strike.targets) > MOST_TOGETHER):
        most = f"{MOST_TOGETHER} targets" if together else "1 target"
        raise refuse(f"this attack takes {most}", "RBF-ATK-1", hint="autofire, cleave and pierce take two")
    near = strike.weapon.radius or scene.fight.options.adjacent
    first = scene.one(strike.target)
    for each in further:
        apart = metres_between(first, scene.one(each))
        if apart is not None and apart > near:
            scene.refuse(f"{scene.one(each).name} is {apart} m from {first.name}, not within {near} m", "RBF-ATK-1")
        if pierces and not is_behind(attacker, first, scene.one(each)):
            scene.refuse(f"{scene.one(each).name} is not behind {first.name}", "RBF-TEC-PIERCE")


def is_behind(attacker: Fighter, first: Fighter, second: Fighter) -> bool:
    """Return whether the second target is behind the first; True if positions are unknown."""
    if attacker.at is None or first.at is None or second.at is None:
        return True
    return abs(second.at - attacker.at) >= abs(first.at - attacker.at) and (
        (second.at - attacker.at) * (first.at - attacker.at) >= 0
    )


def harm_of(scene: RbfScene, strike: Strike) -> tuple[str, int, int]:
    """Return normal and most damage, an enemy's own or the weapon's, and their divisor (RBF-DEF-7, RBF-TEC-DISARM)."""
    one = scene.fight.combatants[strike.who]
    if one.damage is None or strike.command.club or (strike.spell and strike.spell.does_damage):
        weapon = str(strike.weapon.damage)
        return weapon, highest(weapon), 1
    normal = str(one.damage)
    most = highest(normal) if one.damage_max is None else one.damage_max
    return normal, most, scene.fight.options.disarmed_divisor if is_weaponless(one, strike.weapon_id) else 1


DUAL_ACCURACY, DUAL_DAMAGE = -2, 2
BURST_DAMAGE = 2


def accuracy(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Return an attack's bonuses besides skill; an enemy's raise the TN of the defense (RBF-DEF-1)."""
    aim = of_worth(fight.combatants[strike.who].aim, "aim", "RBF-ACT-5")
    return aim + of_worth(DUAL_ACCURACY * strike.command.dual, "two weapons", "RBF-DUAL-1") + helps


def to_damage(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Return the damage bonuses other than the skill."""
    attacker, options = fight.combatants[strike.who], fight.options
    bonuses = of_worth(BURST_DAMAGE * strike.bursts, "burst", "RBF-ACT-7")
    bonuses += of_worth(DUAL_DAMAGE * strike.command.dual, "two weapons", "RBF-DUAL-1") + helps
    if strike.ranged and attacker.has("Sniper") and from_stealth(fight, strike):
        bonuses += of_worth(options.sniper_damage, "Sniper", "RBF-TAL-1")
    if strike.manner in ("melee", "brawl") and attacker.has("Brute"):
        bonuses += of_worth(options.brute_damage, "Brute", "RBF-TAL-1")
    return bonuses


def advantages(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """Return bonuses to both hit and damage: stealth, and a prepared firing position (RBF-STL, RBF-FIRE-1)."""
    helps: tuple[Modifier, ...] = ()
    options = fight.options
    if from_stealth(fight, strike):
        hidden = "hidden" in fight.combatants[strike.who].conditions
        helps = of_worth(options.stealth_bonus, "from stealth", "RBF-STL-3" if hidden else "RBF-STL-1")
    if strike.ranged and fight.board.places.get(fight.combatants[strike.who].place, Place()).prepared:
        helps += of_worth(options.position_bonus, "prepared position", "RBF-FIRE-1")
    return helps


def from_stealth(fight: RbfFight, strike: Strike) -> bool:
    """Return whether the attacker is hidden, or a player's target is surprised (RBF-STL-1, RBF-STL-3)."""
    one, target = fight.combatants[strike.who], fight.combatants[strike.target]
    return "hidden" in one.conditions or (not one.is_enemy and "surprised" in target.conditions)


def of_attack(fight: RbfFight, strike: Strike) -> list[Modifier]:
    """Return an attack's advantage from the situation, with the target's defense inverted (RBF-TST-2)."""
    who, target = strike.who, strike.target
    edges = edges_of(fight, strike.manner, who, target)
    if strike.ranged:
        attacker = fight.combatants[who]
        if strike.weapon.hands == 1 and menaces(fight, fight.combatants[target], attacker):
            edges.append(Modifier(-1, "shooting in melee", "RBF-RNG-2"))
        if attacker.has("Sniper") and from_stealth(fight, strike):
            edges.append(Modifier(fight.options.sniper_advantage, "Sniper", "RBF-TAL-1"))
    against = edges_of(fight, "defense", target, who)
    return edges + turned(against)


def turned(edges: list[Modifier]) -> list[Modifier]:
    """Invert modifiers for the opposing roll."""
    return [Modifier(-each.value, each.why, each.rule) for each in edges]


class AttackRoll(Struct, frozen=True, kw_only=True):
    """An attack after its roll: its margin if that matters, damage bonuses, a leap's damage, and extra targets."""

    strike: Strike
    margin: int
    bonus: tuple[Modifier, ...] = ()
    drop: int = 0
    besides: tuple[str, ...] = ()


def damage_of(scene: RbfScene, roll: AttackRoll) -> tuple[Modifier, ...]:
    """Return the parts of damage: weapon, skill, bonuses and a leap's drop (RBF-ATK-3, RBF-TEC-LEAP).

    A spell without damage deals none, regardless of bonuses (RBF-ACT-6).
    """
    strike, weapon = roll.strike, roll.strike.weapon
    if strike.spell and not strike.spell.does_damage:
        return ()
    rolled = scene.roll_expression(strike.who, "damage", "RBF-ATK-3", str(weapon.damage))
    skill = max(0, scene.one(strike.who).skills.get(weapon.skill, 0))
    own = of_worth(rolled, weapon.name) + of_worth(skill, weapon.skill.capitalize())
    return own + roll.bonus + of_worth(roll.drop, "leap")


def deal(scene: RbfScene, roll: AttackRoll, target: str, amount: int, *, why: Why, rule: str) -> None:
    """Deal an attack's damage to one target."""
    strike = roll.strike
    harm(scene, target, amount, rule, why=why, kind=strike.weapon.kind, lethal=not strike.command.nonlethal)


def in_words(parts: tuple[Modifier, ...], before: str = "", after: str = "") -> str:
    """Return damage parts as a sum in words, with a prefix and a suffix."""
    return before + " + ".join([f"{each.why} {each.value}" for each in parts]) + after


def remember(scene: RbfScene, roll: AttackRoll, dealt: int) -> None:
    """Keep a struggle and its damage until it can no longer be pushed (RBF-ATK-9)."""
    strike = roll.strike
    struggle = restate(
        strike.command,
        Struggle,
        targets=strike.targets,
        weapon=strike.weapon_id,
        spell=strike.spell,
        dealt=dealt,
        bonus=tuple([(each.value, each.why, each.rule) for each in roll.bonus]),
        drop=roll.drop,
    )
    scene.change("", ("board", "struggle"), struggle, "RBF-ATK-9")


def forget(scene: RbfScene, actor: str = "") -> None:
    """Drop the struggle: its attacker attacks again, or another turn starts (RBF-ATK-9)."""
    struggle = scene.fight.board.struggle
    if struggle and (not actor or actor == struggle.who):
        scene.change("", ("board", "struggle"), None, "RBF-ATK-9")


def pushed(scene: RbfScene, struggle: Struggle) -> AttackRoll:
    """Return a struggle as an attack roll that meets the target number exactly (RBF-ATK-9)."""
    spell = struggle.spell
    weapon = as_weapon(spell) if spell else scene.fight.weapon_named(struggle.weapon) or UNARMED
    strike = Strike(
        who=struggle.who,
        targets=struggle.targets,
        weapon_id=struggle.weapon,
        weapon=as_a_club(scene.fight, weapon) if struggle.club else weapon,
        command=restate(struggle, commands.Attack, weapon=""),
        spell=spell,
    )
    bonus = tuple(Modifier(value, why, rule) for value, why, rule in struggle.bonus)
    return AttackRoll(strike=strike, margin=0, bonus=bonus, drop=struggle.drop)
