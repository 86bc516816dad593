"""A player attacks: one roll, judged against each target apart, and what comes of it (RBF-ATK-1, RBF-ACT-7)."""

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


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then let the outcome take its course (RBF-ATK-1)."""
    alike = strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ()
    mark = mark_of(scene, strike)
    others = [mark_of(scene, replace(strike, targets=(each,))) for each in alike] if alike else []
    pay(scene, strike)
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)
    rolled = roll_to_hit(scene, mark)
    shoot(scene, strike)
    give_away(scene, strike)
    drop = land(scene, strike, rolled.outcome) if strike.command.technique == "leap" else 0
    if rolled.outcome in (CRITICAL, SUCCESS):
        strike_free(scene, strike, strike.target)
    come_out(scene, AttackRoll(strike=strike, rolled=rolled, bonus=mark.bonus, drop=drop), rolled.outcome)
    for each in others:
        reach_further(scene, each, rolled, DICE + abs(total(mark.edges)))
    if rolled.outcome != FAILURE:
        catch(scene, strike)


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


def reach_further(scene: RbfScene, mark: Mark, rolled: Rolled, dice: int) -> None:
    """The second target of a burst, or all in a blast: the same roll, judged for each (RBF-ACT-7, RBF-ATK-7)."""
    strike = mark.strike
    if strike.target not in scene.fight.combatants or not standing(scene.one(strike.target)):
        return
    if mark.guard:
        tell_guard(scene, strike.target, mark.tn, mark.guard)
    sum_of_all, outcome = came_to(scene, mark, rolled, dice)
    told = "also" if sum_of_all == rolled.total else "also-differs"
    rule = "RBF-ACT-7" if strike.command.autofire else "RBF-ATK-7"
    scene.happen(told, rule, who=strike.who, target=strike.target, tn=mark.tn, outcome=outcome, total=sum_of_all)
    roll = AttackRoll(strike=strike, by=sum_of_all - mark.tn, bonus=mark.bonus)
    if outcome == CRITICAL:
        critical_success(scene, roll)
    elif outcome == SUCCESS:
        hit(scene, roll)
    elif outcome == STRUGGLE:
        fall_short(scene, roll)
    else:
        go_astray(scene, strike)


def came_to(scene: RbfScene, mark: Mark, rolled: Rolled, dice: int) -> tuple[int, str]:
    """The total against one target, and its outcome: of so many dice, with more where it takes more (RBF-TST-2).

    The first two dice count for every target; the dice of its own advantage or disadvantage follow them.
    """
    fight, strike, needed = scene.fight, mark.strike, Needed(mark.tn, total(mark.modifiers), total(mark.edges))
    missing = DICE + abs(needed.net) - dice
    more: tuple[int, ...] = ()
    if missing > 0:
        further = scene.roll(strike.who, "more dice", "RBF-TST-2", target=strike.target, sides=SIDES, count=missing)
        more = further.read(tuple)

    def judge(faces: tuple[int, ...]) -> tuple[int, str]:
        kept = needed.kept(faces + more)
        sum_of_all = sum(kept) + needed.plus
        return sum_of_all, judged(fight, strike.who, sum_of_all, mark.tn, kept, attack=True)

    return rolled.read(judge)
