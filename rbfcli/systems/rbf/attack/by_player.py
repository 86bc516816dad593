"""A player attacks: one roll, judged against each target apart, and what comes of it (RBF-ATK-1, RBF-ACT-7)."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.rbf.attack.blast import catch
from rbfcli.systems.rbf.attack.modifiers import accuracy, advantages, of_attack, to_damage, to_hit
from rbfcli.systems.rbf.attack.outcomes import complicate, critical_success, fall_short, go_astray, hit, leap_down
from rbfcli.systems.rbf.attack.roll import AttackRoll, remember, total
from rbfcli.systems.rbf.attack.strike import Strike, give_away, pay, shoot, strike_free
from rbfcli.systems.rbf.check import DICE, SIDES, Needed, RbfScene, judged, stated, test
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.ground import guard, tell_guard
from rbfcli.systems.rbf.sheet import defense_tn_of
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS

BY_MARGIN = ("shove", "sunder")


class Mark(Struct, frozen=True, kw_only=True):
    """A target of an attack, and all that counts for the roll against it and for its damage."""

    strike: Strike
    tn: int
    guard: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    edges: tuple[Modifier, ...]
    bonus: tuple[Modifier, ...]


def mark_of(scene: RbfScene, strike: Strike) -> Mark:
    """What counts for an attack on its first target (RBF-ATK-1, RBF-TST-2)."""
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
    """How the roll of an attack came out against one target: the margin where it counts, and dice it took besides."""

    outcome: str
    margin: int
    more: tuple[int, ...] = ()


class Rolling(NamedTuple):
    """An attack that was rolled: the outcome against its first target, and what is left to do of it."""

    rolled: Rolled
    outcome: str
    left: tuple[Came, ...]
    drop: int


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then let the outcome take its course, target by target (RBF-ATK-1, RBF-ATK-7, RBF-ACT-7)."""
    alike = strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ()
    mark = mark_of(scene, strike)
    others = tuple([mark_of(scene, replace(strike, targets=(each,))) for each in alike])
    pay(scene, strike)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)
    further = [(reach_further, each) for each in others]
    caught = [(goes_off,), *[(catch, strike, who) for who in strike.caught]] if strike.caught else []
    scene.series([(roll_once, mark, others), (come_out_first, mark), *further, *caught])


def roll_once(scene: RbfScene, _so_far: None, mark: Mark, others: tuple[Mark, ...]) -> Rolling:
    """Roll once for all targets, and see what comes of it before anybody is harmed (RBF-ATK-1, RBF-ACT-7)."""
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
    return Rolling(rolled, outcome, (Came(outcome, margin), *further), drop)


def counts_margin(strike: Strike, outcome: str) -> bool:
    """Whether it counts by how much an attack hits: for some techniques, which a critical success may bring too."""
    return outcome == CRITICAL or strike.command.technique in BY_MARGIN


def come_out_first(scene: RbfScene, so_far: Rolling, mark: Mark) -> Rolling:
    """What comes of an attack for its first target (RBF-ATK-2 to RBF-ATK-5)."""
    came, *left = so_far.left
    roll = AttackRoll(strike=mark.strike, margin=came.margin, bonus=mark.bonus, drop=so_far.drop)
    come_out(scene, roll, came.outcome)
    return so_far._replace(left=tuple(left), drop=0)


def goes_off(_scene: RbfScene, so_far: Rolling) -> bool:
    """Whether a blast goes off where it was meant to: where the attack did not fail (RBF-ATK-7)."""
    return so_far.outcome != FAILURE


def roll_to_hit(scene: RbfScene, mark: Mark) -> Rolled:
    """2d8, skill and modifiers against the target's TN (RBF-ATK-1)."""
    strike, edges, modifiers = mark.strike, mark.edges, mark.modifiers
    who, target = strike.who, strike.target
    return test(
        scene, who, "attack", "RBF-ATK-1", target=target, tn=mark.tn, modifiers=modifiers, edges=edges, attack=True
    )


def come_out(scene: RbfScene, roll: AttackRoll, outcome: str) -> None:
    """The four outcomes (RBF-ATK-2 to RBF-ATK-5)."""
    if outcome == CRITICAL:
        critical_success(scene, roll)
    elif outcome == SUCCESS:
        hit(scene, roll)
    elif outcome == STRUGGLE:
        before = scene.one(roll.strike.target).hp
        fall_short(scene, roll)
        remember(scene, roll, dealt=before - scene.one(roll.strike.target).hp)
    else:
        go_astray(scene, roll.strike)
        complicate(scene, roll.strike)


def land(scene: RbfScene, strike: Strike, outcome: str) -> int:
    """Leap down: the dice of the drop are the target's on a hit, one's own on a miss (RBF-TEC-LEAP)."""
    damage = leap_down(scene, strike)
    if outcome in (CRITICAL, SUCCESS):
        return damage
    if damage:
        hurt(scene, strike.who, damage, "RBF-TEC-LEAP")
    return 0


def reach_further(scene: RbfScene, so_far: Rolling, mark: Mark) -> Rolling:
    """The second target of a burst, or all in a blast: the same roll, judged for each (RBF-ACT-7, RBF-ATK-7)."""
    came, *left = so_far.left
    if mark.strike.target in scene.fight.combatants and standing(scene.one(mark.strike.target)):
        come_out_further(scene, so_far.rolled, mark, came)
    return so_far._replace(left=tuple(left))


def come_out_further(scene: RbfScene, rolled: Rolled, mark: Mark, came: Came) -> None:
    """What comes of an attack for a further target."""
    strike, needed = mark.strike, needed_for(mark)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)

    def sum_of_all() -> int:
        return rolled.read(lambda faces: needed.margin(faces + came.more) + mark.tn)

    def told() -> str:
        return "also" if sum_of_all() == rolled.total else "also-differs"

    rule, facts = "RBF-ACT-7" if strike.command.autofire else "RBF-ATK-7", {"tn": mark.tn, "outcome": came.outcome}
    scene.happen(told, rule, who=strike.who, target=strike.target, **facts, total=sum_of_all)
    roll = AttackRoll(strike=strike, margin=came.margin, bonus=mark.bonus)
    if came.outcome == CRITICAL:
        critical_success(scene, roll)
    elif came.outcome == SUCCESS:
        hit(scene, roll)
    elif came.outcome == STRUGGLE:
        fall_short(scene, roll)
    else:
        go_astray(scene, strike)


def needed_for(mark: Mark) -> Needed:
    """What a roll is held against, for one target."""
    return Needed(mark.tn, total(mark.modifiers), total(mark.edges))


def came_to(scene: RbfScene, mark: Mark, rolled: Rolled, dice: int) -> Came:
    """How a roll of so many dice comes out against one target, with more dice where it takes more (RBF-TST-2).

    The first two dice count for every target; the dice of its own advantage or disadvantage follow them.
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
