"""Attacks: the verb, its checks, and attacks by players and by enemies."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.lazy import later_in
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import DICE, SIDES, Needed, RbfScene, chosen, divided, judged, signed, stated, test
from rbfcli.systems.rbf.conditions import edges_of, standing
from rbfcli.systems.rbf.economy import must_stand
from rbfcli.systems.rbf.health import PLACED, Danger, defend, harm, place_conditions
from rbfcli.systems.rbf.map import broken_guard, cover_from, cover_of, guard, tell_guard
from rbfcli.systems.rbf.outcome import CRITICAL, FAILURE, STRUGGLE, SUCCESS
from rbfcli.systems.rbf.results import COMPLICATIONS, come_out, complicate, land
from rbfcli.systems.rbf.sheet import EXPERT_DUELIST, attack_tn_of, defense_tn_of, has, is_enemy
from rbfcli.systems.rbf.strike import (
    AttackRoll,
    Cost,
    Harm,
    Strike,
    accuracy,
    advantages,
    check_strike,
    forget,
    give_away,
    harm_of,
    of_attack,
    of_defense,
    pay,
    remember,
    shoot,
    strike_free,
    strike_of,
    to_damage,
    to_hit,
    total,
)
from rbfcli.systems.rbf.techniques import critical_word, require, technique_word

later = later_in("rbfcli.systems.rbf")
by_enemy, by_player = later("attack.attack_by_enemy"), later("attack.attack_by_player")


def attack(scene: RbfScene, command: commands.Attack) -> None:
    """Attack: a player rolls to hit; against an enemy's attack, the target rolls a defense (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        check_occasion(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def check_occasion(scene: RbfScene, command: commands.Attack) -> None:
    """Refuse a reaction attack without the feature, or without an offer just before it (RBF-REA-1)."""
    must_stand(scene, command.who)
    one = scene.one(command.who)
    if not has(one, EXPERT_DUELIST):
        scene.refuse(
            f"{one.name} has no feature that grants a reaction attack",
            "RBF-REA-1",
            hint=f"that needs {EXPERT_DUELIST}",
        )
    offered = [each.facts["target"] for each in scene.lapsed if (each.kind, each.who) == ("riposte", command.who)]
    if not any(each in command.targets for each in offered):
        scene.refuse(
            f"{one.name} has nothing to react to",
            "RBF-REA-1",
            hint="it needs a critical success with Dodge against that enemy first",
        )


def carry_out(scene: RbfScene, command: commands.Attack, cost: Cost) -> None:
    """Carry out an attack at the given cost; every check comes before the dice."""
    strike = declare(scene, command, cost)
    forget(scene, command.who)
    (by_enemy if is_enemy(scene.one(command.who)) else by_player)(scene, strike)


def declare(scene: RbfScene, command: commands.Attack, cost: Cost) -> Strike:
    """Return the attack that a command describes. Raises RbfError if it cannot be made."""
    strike = strike_of(scene, in_full(command), cost)
    check_strike(scene, strike)
    if strike.command.technique or strike.command.critical not in ("", "double"):
        require(scene, strike)
    return strike


def can_attack(scene: RbfScene, command: commands.Attack, cost: Cost) -> bool:
    """Return whether an attack can be made now without --force."""

    def unforced(trial: RbfScene) -> None:
        trial.force = False
        declare(trial, command, cost)

    return scene.rehearse(unforced) is None


def in_full(command: commands.Attack) -> commands.Attack:
    """Return the command with its stated choices matched to the rules' words (RBF-ATK-2, RBF-ATK-5, RBF-DEF-5)."""
    if not (command.technique or command.complication or command.condition) and command.critical in ("", "double"):
        return command
    return replace(
        command,
        technique=technique_word(command.technique),
        critical=critical_word(command.critical),
        complication=chosen(command.complication, COMPLICATIONS, "complication", "RBF-ATK-5"),
        condition=chosen(command.condition, PLACED, "condition", "RBF-DEF-5"),
    )


RULE = "RBF-ATK-7"


def would_catch(scene: RbfScene, command: Command) -> tuple[str, ...] | None:
    """Return who is inside the blast of an attack; None for any other command (RBF-ATK-7)."""
    if not isinstance(command, commands.Attack) or command.only:
        return None
    strike = strike_of(scene, in_full(command), "reaction" if command.reaction else "action")
    return (*strike.targets, *strike.caught) if strike.weapon.radius else None


def catch(scene: RbfScene, strike: Strike, actor: str) -> None:
    """Let a blast catch an ally of the attacker within its radius (RBF-ATK-7)."""
    if actor in scene.fight.combatants and standing(scene.one(actor)):
        scene.happen("caught", RULE, who=actor, target=strike.who)
        with scene.aside():
            be_caught(scene, strike, actor)


def be_caught(scene: RbfScene, strike: Strike, actor: str) -> None:
    """Roll a player's defense against the option `blast_tn`, or damage an enemy (RBF-ATK-7, RBF-DEF-1)."""
    one, weapon, lethal = scene.one(actor), strike.weapon, not strike.command.nonlethal
    done = harm_of(scene, strike)
    if is_enemy(one):
        amount = scene.roll_expression(strike.who, "damage", RULE, done.normal)
        harm(scene, actor, amount, RULE, why=lambda: f"{weapon.name} {amount}", kind=weapon.kind, lethal=lethal)
        return
    danger = Danger(
        tn=scene.fight.options.blast_tn,
        damage=done.normal,
        most=done.most,
        kind=weapon.kind,
        cover=cover_of(scene.fight, one),
        lethal=lethal,
        by=strike.who,
        edges=tuple(edges_of(scene.fight, "defense", actor)),
    )
    defend(scene, actor, danger)


class Demand(Struct, frozen=True):
    """The numbers an enemy's attack sets for its targets: the TN of the defense, what raised it, and extra damage."""

    tn: int
    gains: tuple[Modifier, ...]
    added: int


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """Let each target defend in turn; after a critical dodge it can riposte (RBF-DEF-1, RBF-REA-1)."""
    demand = demand_of(scene, strike)
    harm = harm_of(scene, strike)
    pay(scene, strike)
    tell_demand(scene, strike, demand, harm)
    dangers: dict[str, Danger] = {}
    outcomes: dict[str, str] = {}
    for target in strike.targets:
        if can_go_on(scene, strike, target):
            dangers[target] = danger_of(scene, replace(strike, targets=(target,)), demand, harm)
            outcomes[target] = defend(scene, target, dangers[target])
        elif still_stands(scene, strike.who) and target in scene.fight.combatants:
            scene.happen("too-late", "RBF-HP-1", who=strike.who, target=target)
        if outcomes.get(target) in (STRUGGLE, FAILURE):
            strike_free(scene, strike, target)
        if target == strike.target:
            shoot(scene, strike)
            give_away(scene, strike)
        if outcomes.get(target) == CRITICAL and strike.command.kind == "dodge":
            scene.trigger("dodged", strike.who, by=target)
    place_conditions(scene, dangers, outcomes)
    for who in strike.caught:
        scene.part(catch, strike, who)


def tell_demand(scene: RbfScene, strike: Strike, demand: Demand, harm: Harm) -> None:
    """Report if an enemy's TN or damage differs from its sheet (RBF-DEF-1, RBF-TEC-DISARM)."""
    if demand.gains:
        scene.happen("demands", "RBF-DEF-1", who=strike.who, tn=demand.tn, why=signed(demand.gains))
    if harm.divided > 1:
        scene.happen("weaponless", "RBF-TEC-DISARM", who=strike.who, by=harm.divided)


def can_go_on(scene: RbfScene, strike: Strike, target: str) -> bool:
    """Return whether the enemy is up after a riposte and its next target has not fallen since (RBF-REA-1)."""
    return still_stands(scene, strike.who) and (
        still_stands(scene, target) or (target in scene.fight.combatants and target in strike.lying)
    )


def still_stands(scene: RbfScene, actor: str) -> bool:
    """Return whether a combatant is still in the fight and standing."""
    return actor in scene.fight.combatants and standing(scene.one(actor))


def demand_of(scene: RbfScene, strike: Strike) -> Demand:
    """Return an enemy's TN and extra damage, with their modifiers applied (RBF-DEF-1)."""
    fight = scene.fight
    helps = advantages(fight, strike)
    gains = accuracy(fight, strike, helps)
    return Demand(attack_tn_of(scene.one(strike.who)) + total(gains), gains, total(to_damage(fight, strike, helps)))


def danger_of(scene: RbfScene, strike: Strike, demand: Demand, harm: Harm) -> Danger:
    """Return the danger that the target of an enemy's attack defends against."""
    fight, command = scene.fight, strike.command
    enemy, target = scene.one(strike.who), scene.one(strike.target)
    return Danger(
        tn=demand.tn,
        damage=harm.normal,
        most=divided(fight, harm.most, harm.divided) + demand.added,
        added=demand.added,
        divided=harm.divided,
        skill=command.kind,
        kind=strike.weapon.kind,
        cover=cover_from(fight, target, enemy) if strike.ranged else "none",
        lethal=not command.nonlethal,
        lays=strike.spell.condition if strike.spell else "",
        condition=command.condition,
        by=strike.who,
        modifiers=(
            Modifier(command.mod, "modifier"),
            Modifier(-broken_guard(target), "sundered", "RBF-TEC-SUNDER"),
        ),
        edges=(*stated(command.advantage, command.disadvantage), *of_defense(fight, strike)),
    )


BY_MARGIN = ("shove", "sunder")


class Mark(Struct, frozen=True, kw_only=True):
    """A target of an attack, with everything that affects the roll against it and its damage."""

    strike: Strike
    tn: int
    guard: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    edges: tuple[Modifier, ...]
    bonus: tuple[Modifier, ...]


def mark_of(scene: RbfScene, strike: Strike) -> Mark:
    """Return the TN, modifiers and advantage for an attack on its first target (RBF-ATK-1, RBF-TST-2)."""
    fight, command = scene.fight, strike.command
    attacker, target = fight.combatants[strike.who], fight.combatants[strike.target]
    edges = (*stated(command.advantage, command.disadvantage), *of_attack(fight, strike))
    guarded = guard(fight, target, attacker, shot=strike.ranged)
    helps = advantages(fight, strike)
    return Mark(
        strike=strike,
        tn=defense_tn_of(target) + total(guarded),
        guard=guarded,
        modifiers=to_hit(fight, strike, accuracy(fight, strike, helps)),
        edges=edges,
        bonus=to_damage(fight, strike, helps),
    )


class Came(Struct, frozen=True):
    """The result of an attack roll for one target: outcome, margin (if it matters), and extra dice."""

    outcome: str
    margin: int
    more: tuple[int, ...] = ()


class Rolling(Struct, frozen=True):
    """A rolled attack: the result for its first target, and for its `further` targets."""

    rolled: Rolled
    outcome: str
    margin: int
    further: tuple[Came, ...]
    drop: int


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then apply the outcome to each target (RBF-ATK-1, RBF-ATK-7, RBF-ACT-7)."""
    alike = strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ()
    mark = mark_of(scene, strike)
    play_out(scene, mark, tuple([mark_of(scene, replace(strike, targets=(each,))) for each in alike]))


def play_out(scene: RbfScene, mark: Mark, others: tuple[Mark, ...] = ()) -> None:
    """Pay for an attack, roll it, and apply the outcome."""
    strike = mark.strike
    pay(scene, strike)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)
    rolling = scene.part(roll_once, mark, others)
    scene.part(come_out_first, rolling, mark)
    for each, came in zip(others, rolling.further, strict=True):
        scene.part(reach_further, rolling.rolled, each, came)
    if rolling.outcome != FAILURE:
        for who in strike.caught:
            scene.part(catch, strike, who)


def roll_once(scene: RbfScene, mark: Mark, others: tuple[Mark, ...]) -> Rolling:
    """Roll once for all targets and judge the result for each, before any damage (RBF-ATK-1, RBF-ACT-7)."""
    strike, rolled = mark.strike, roll_to_hit(scene, mark)
    shoot(scene, strike)
    give_away(scene, strike)
    outcome = rolled.outcome
    drop = land(scene, strike, outcome) if strike.command.technique == "leap" else 0
    if outcome in (CRITICAL, SUCCESS):
        strike_free(scene, strike, strike.target)
    margin = (rolled.margin or 0) if counts_margin(strike, outcome) else 0
    dice = DICE + abs(total(mark.edges))
    further = tuple([came_to(scene, each, rolled, dice) for each in others])
    return Rolling(rolled, outcome, margin, further, drop)


def counts_margin(strike: Strike, outcome: str) -> bool:
    """Return whether the margin matters: on a critical success, and for techniques that scale with it."""
    return outcome == CRITICAL or strike.command.technique in BY_MARGIN


def come_out_first(scene: RbfScene, rolling: Rolling, mark: Mark) -> None:
    """Apply an attack's outcome to its first target (RBF-ATK-2 to RBF-ATK-5)."""
    roll = AttackRoll(strike=mark.strike, margin=rolling.margin, bonus=mark.bonus, drop=rolling.drop)
    if rolling.outcome == STRUGGLE:
        before = scene.one(roll.strike.target).hp
        come_out(scene, roll, STRUGGLE)
        remember(scene, roll, dealt=before - scene.one(roll.strike.target).hp)
    else:
        come_out(scene, roll, rolling.outcome)
        if rolling.outcome == FAILURE:
            complicate(scene, roll.strike)


def roll_to_hit(scene: RbfScene, mark: Mark) -> Rolled:
    """Roll 2d8, skill and modifiers against the target's TN (RBF-ATK-1)."""
    strike, edges, modifiers = mark.strike, mark.edges, mark.modifiers
    who, target = strike.who, strike.target
    label, rule = strike.label, strike.rule
    return test(scene, who, label, rule, target=target, tn=mark.tn, modifiers=modifiers, edges=edges, attack=True)


def reach_further(scene: RbfScene, rolled: Rolled, mark: Mark, came: Came) -> None:
    """Apply the same roll to a burst's second target, or to each target of a blast (RBF-ACT-7, RBF-ATK-7)."""
    if mark.strike.target in scene.fight.combatants and standing(scene.one(mark.strike.target)):
        come_out_further(scene, rolled, mark, came)


def come_out_further(scene: RbfScene, rolled: Rolled, mark: Mark, came: Came) -> None:
    """Report and apply an attack's outcome for a further target."""
    strike, needed = mark.strike, needed_for(mark)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)

    def sum_of_all() -> int:
        return rolled.read(lambda faces: needed.margin(faces + came.more) + mark.tn)

    def told() -> str:
        return "also" if sum_of_all() == rolled.total else "also-differs"

    rule, facts = "RBF-ACT-7" if strike.command.autofire else "RBF-ATK-7", {"tn": mark.tn, "outcome": came.outcome}
    scene.happen(told, rule, who=strike.who, target=strike.target, **facts, total=sum_of_all)
    come_out(scene, AttackRoll(strike=strike, margin=came.margin, bonus=mark.bonus), came.outcome)


def needed_for(mark: Mark) -> Needed:
    """Return the numbers that a roll must meet for one target."""
    return Needed(mark.tn, total(mark.modifiers), total(mark.edges))


def came_to(scene: RbfScene, mark: Mark, rolled: Rolled, dice: int) -> Came:
    """Return the result of a roll with this number of dice for one target (RBF-TST-2).

    The first two dice count for every target; the dice of its own advantage or disadvantage follow them. Missing
    dice are rolled now.
    """
    fight, strike, needed = scene.fight, mark.strike, needed_for(mark)
    missing = DICE + abs(needed.net) - dice
    more: tuple[int, ...] = ()
    if missing > 0:
        further = scene.roll(strike.who, "more dice", "RBF-TST-2", target=strike.target, sides=SIDES, count=missing)
        more = further.read(tuple)

    def judge(faces: tuple[int, ...]) -> tuple[str, int]:
        kept, margin = needed.kept(faces + more), needed.margin(faces + more)
        outcome = judged(fight, strike.who, margin + mark.tn, mark.tn, kept, attack=True)
        return outcome, margin if counts_margin(strike, outcome) else 0

    return Came(*rolled.read(judge), more)
