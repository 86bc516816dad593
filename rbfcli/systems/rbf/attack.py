"""Attacks: the verb, its checks, and attacks by players and by enemies."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Refusal
from rbfcli.core.matching import match
from rbfcli.engine.rolling import stated, total
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.rbf import checks, commands
from rbfcli.systems.rbf import strike as striking
from rbfcli.systems.rbf.checks import DICE, SIDES, Needed, RbfScene
from rbfcli.systems.rbf.conditions import edges_of, standing
from rbfcli.systems.rbf.economy import check_reaction
from rbfcli.systems.rbf.health import PLACED, Danger, defend, harm, place_conditions
from rbfcli.systems.rbf.map import broken_guard, cover_from, cover_of, guard, tell_guard
from rbfcli.systems.rbf.outcome import CRITICAL, FAILURE, STRUGGLE, SUCCESS
from rbfcli.systems.rbf.results import COMPLICATIONS, come_out, complicate, land
from rbfcli.systems.rbf.strike import AttackRoll, Cost, Strike
from rbfcli.systems.rbf.techniques import TECHNIQUES, critical_word, require


def attack(scene: RbfScene, command: commands.Attack) -> None:
    """Attack: a player rolls to hit; against an enemy's attack, the target rolls a defense (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        check_occasion(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def check_occasion(scene: RbfScene, command: commands.Attack) -> None:
    """Refuse a reaction attack that is not possible, or without an offer just before it (RBF-REA-1)."""
    check_reaction(scene, command.who, "riposte")
    offered = [each.facts["target"] for each in scene.lapsed if (each.kind, each.who) == ("riposte", command.who)]
    if not any(each in command.targets for each in offered):
        scene.refuse(
            f"{scene.one(command.who).name} has nothing to react to",
            "RBF-REA-1",
            hint="it needs a critical success with Dodge against that enemy first",
        )


def carry_out(scene: RbfScene, command: commands.Attack, cost: Cost) -> None:
    """Carry out an attack at the given cost; every check comes before the dice."""
    strike = declare(scene, command, cost)
    striking.forget(scene, command.who)
    (attack_by_enemy if scene.one(command.who).is_enemy else attack_by_player)(scene, strike)


def declare(scene: RbfScene, command: commands.Attack, cost: Cost) -> Strike:
    """Return the attack that a command describes. Raises RbfError if it cannot be made."""
    strike = striking.strike_of(scene, in_full(command), cost)
    striking.check_strike(scene, strike)
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
    return replace(
        command,
        technique=command.technique and match(command.technique, TECHNIQUES, "technique", Refusal, "RBF-TEC-4"),
        critical=critical_word(command.critical),
        complication=checks.chosen(command.complication, COMPLICATIONS, "complication", "RBF-ATK-5"),
        condition=checks.chosen(command.condition, PLACED, "condition", "RBF-DEF-5"),
    )


RULE = "RBF-ATK-7"


def would_catch(scene: RbfScene, command: Command) -> tuple[str, ...] | None:
    """Return who is inside the blast of an attack; None for any other command (RBF-ATK-7)."""
    if not isinstance(command, commands.Attack) or command.only:
        return None
    strike = striking.strike_of(scene, in_full(command), "reaction" if command.reaction else "action")
    return (*strike.targets, *strike.caught) if strike.weapon.radius else None


def catch(scene: RbfScene, strike: Strike, actor: str) -> None:
    """Let a blast catch an ally of the attacker within its radius (RBF-ATK-7)."""
    if still_stands(scene, actor):
        scene.happen("caught", RULE, who=actor, target=strike.who)
        with scene.aside():
            be_caught(scene, strike, actor)


def be_caught(scene: RbfScene, strike: Strike, actor: str) -> None:
    """Roll a player's defense against the option `blast_tn`, or damage an enemy (RBF-ATK-7, RBF-DEF-1)."""
    one, weapon, lethal = scene.one(actor), strike.weapon, not strike.command.nonlethal
    normal, most, _ = striking.harm_of(scene, strike)
    if one.is_enemy:
        amount = scene.roll_expression(strike.who, "damage", RULE, normal)
        harm(scene, actor, amount, RULE, why=lambda: f"{weapon.name} {amount}", kind=weapon.kind, lethal=lethal)
        return
    danger = Danger(
        tn=scene.fight.options.blast_tn,
        damage=normal,
        most=most,
        kind=weapon.kind,
        cover=cover_of(scene.fight, one),
        lethal=lethal,
        by=strike.who,
        edges=tuple(edges_of(scene.fight, "defense", actor)),
    )
    defend(scene, actor, danger)


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """Let each target defend in turn; after a critical dodge it can riposte (RBF-DEF-1, RBF-REA-1).

    The attack ends when the enemy is down, and passes over targets that have fallen since.
    """
    dangerous = demand(scene, strike)
    dangers: dict[str, Danger] = {}
    outcomes: dict[str, str] = {}
    for target in strike.targets:
        is_there = still_stands(scene, strike.who) and target in scene.fight.combatants
        if is_there and (target in strike.lying or standing(scene.one(target))):
            dangers[target] = for_target(scene, replace(strike, targets=(target,)), dangerous)
            outcomes[target] = defend(scene, target, dangers[target])
        elif is_there:
            scene.happen("too-late", "RBF-HP-1", who=strike.who, target=target)
        if outcomes.get(target) in (STRUGGLE, FAILURE):
            striking.strike_free(scene, strike, target)
        if target == strike.target:
            striking.shoot(scene, strike)
            striking.give_away(scene, strike)
        if outcomes.get(target) == CRITICAL and strike.command.kind == "dodge":
            scene.trigger("dodged", strike.who, by=target)
    place_conditions(scene, dangers, outcomes)
    for who in strike.caught:
        scene.part(catch, strike, who)


def demand(scene: RbfScene, strike: Strike) -> Danger:
    """Pay for an enemy's attack; return what its targets share, with aim and position in the TN (RBF-DEF-1)."""
    fight, command, helps = scene.fight, strike.command, striking.advantages(scene.fight, strike)
    normal, most, divisor = striking.harm_of(scene, strike)
    gains, added = striking.accuracy(fight, strike, helps), total(striking.to_damage(fight, strike, helps))
    tn = scene.one(strike.who).tn_of_attack + total(gains)
    striking.pay(scene, strike)
    if gains:
        scene.happen("demands", "RBF-DEF-1", who=strike.who, tn=tn, why=checks.signed(gains))
    if divisor > 1:
        scene.happen("weaponless", "RBF-TEC-DISARM", who=strike.who, by=divisor)
    return Danger(
        tn=tn,
        damage=normal,
        most=checks.divided(fight, most, divisor) + added,
        added=added,
        divided=divisor,
        skill=command.kind,
        kind=strike.weapon.kind,
        lethal=not command.nonlethal,
        lays=strike.spell.condition if strike.spell else "",
        condition=command.condition,
        by=strike.who,
    )


def for_target(scene: RbfScene, strike: Strike, danger: Danger) -> Danger:
    """Return a danger with its target's cover, modifiers and advantage (RBF-COV-1, RBF-TST-2)."""
    fight, command, target = scene.fight, strike.command, scene.one(strike.target)
    sundered = Modifier(-broken_guard(target), "sundered", "RBF-TEC-SUNDER")
    return replace(
        danger,
        cover=cover_from(fight, target, scene.one(strike.who)) if strike.ranged else "none",
        modifiers=(Modifier(command.mod, "modifier"), sundered),
        edges=(*stated(command.advantage, command.disadvantage), *striking.turned(striking.of_attack(fight, strike))),
    )


def still_stands(scene: RbfScene, actor: str) -> bool:
    """Return whether a combatant is still in the fight and standing."""
    return actor in scene.fight.combatants and standing(scene.one(actor))


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
    guarded = guard(fight, target, attacker, shot=strike.ranged)
    helps = striking.advantages(fight, strike)
    skill = checks.skill_modifier(fight, attacker, strike.weapon.skill, strike.rule)
    return Mark(
        strike=strike,
        tn=target.tn_of_defense + total(guarded),
        guard=guarded,
        modifiers=(skill, *striking.accuracy(fight, strike, helps), Modifier(command.mod, "modifier")),
        edges=(*stated(command.advantage, command.disadvantage), *striking.of_attack(fight, strike)),
        bonus=striking.to_damage(fight, strike, helps),
    )


class Came(Struct, frozen=True):
    """The result of an attack roll for one target: outcome, margin (if it matters), and extra dice."""

    outcome: str
    margin: int
    more: tuple[int, ...] = ()


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then apply the outcome to each target (RBF-ATK-1, RBF-ATK-7, RBF-ACT-7)."""
    alike = strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ()
    mark = mark_of(scene, strike)
    play_out(scene, mark, tuple([mark_of(scene, replace(strike, targets=(each,))) for each in alike]))


def play_out(scene: RbfScene, mark: Mark, others: tuple[Mark, ...] = ()) -> None:
    """Pay for an attack, roll it, and apply the outcome."""
    strike = mark.strike
    striking.pay(scene, strike)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)
    rolled, (first, *further), drop = scene.part(roll_once, mark, others)
    scene.part(come_out_first, mark, first, drop)
    for each, came in zip(others, further, strict=True):
        scene.part(come_out_further, rolled, each, came)
    if first.outcome != FAILURE:
        for who in strike.caught:
            scene.part(catch, strike, who)


def roll_once(scene: RbfScene, mark: Mark, others: tuple[Mark, ...]) -> tuple[Rolled, tuple[Came, ...], int]:
    """Roll 2d8, skill and modifiers once for all targets and judge the result for each (RBF-ATK-1, RBF-ACT-7).

    Return the roll, the results for the first and the other targets, and the damage of a leap's drop.
    """
    strike, edges, modifiers = mark.strike, mark.edges, mark.modifiers
    who, target, label, rule = strike.who, strike.target, strike.label, strike.rule
    rolled = checks.test(
        scene, who, label, rule, target=target, tn=mark.tn, modifiers=modifiers, edges=edges, attack=True
    )
    striking.shoot(scene, strike)
    striking.give_away(scene, strike)
    outcome = rolled.outcome
    drop = land(scene, strike, outcome) if strike.command.technique == "leap" else 0
    if outcome in (CRITICAL, SUCCESS):
        striking.strike_free(scene, strike, strike.target)
    first = Came(outcome, (rolled.margin or 0) if counts_margin(strike, outcome) else 0)
    dice = DICE + abs(total(mark.edges))
    return rolled, (first, *[came_to(scene, each, rolled, dice) for each in others]), drop


def counts_margin(strike: Strike, outcome: str) -> bool:
    """Return whether the margin matters: on a critical success, and for techniques that scale with it."""
    return outcome == CRITICAL or strike.command.technique in BY_MARGIN


def come_out_first(scene: RbfScene, mark: Mark, came: Came, drop: int) -> None:
    """Apply an attack's outcome to its first target (RBF-ATK-2 to RBF-ATK-5); remember a struggle (RBF-ATK-9)."""
    roll, target = AttackRoll(strike=mark.strike, margin=came.margin, bonus=mark.bonus, drop=drop), mark.strike.target
    before = scene.one(target).hp if came.outcome == STRUGGLE else 0
    come_out(scene, roll, came.outcome)
    if came.outcome == STRUGGLE:
        striking.remember(scene, roll, dealt=before - scene.one(target).hp)
    elif came.outcome == FAILURE:
        complicate(scene, roll.strike)


def come_out_further(scene: RbfScene, rolled: Rolled, mark: Mark, came: Came) -> None:
    """Apply the same roll to a burst's second target, or to each target of a blast (RBF-ACT-7, RBF-ATK-7)."""
    strike, needed = mark.strike, needed_for(mark)
    if not still_stands(scene, strike.target):
        return
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
        outcome = checks.judged(fight, strike.who, margin + mark.tn, mark.tn, kept, attack=True)
        return outcome, margin if counts_margin(strike, outcome) else 0

    return Came(*rolled.read(judge), more)
