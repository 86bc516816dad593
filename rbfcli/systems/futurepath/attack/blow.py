"""An attack itself: the accuracy check, the damage, criticals, Extra Damage and fumbles (FP-ATK, FP-CRT, FP-XTR)."""

from collections.abc import Iterator

from rbfcli.kernel.carrying import drop, fire
from rbfcli.kernel.events import Rolled, sum_of
from rbfcli.kernel.matching import match, own_words
from rbfcli.systems.futurepath.attack.criticals import critical_verdict, multipliers
from rbfcli.systems.futurepath.attack.strike import Attempt, Strike, prepare
from rbfcli.systems.futurepath.check import FpScene, Judge, check
from rbfcli.systems.futurepath.conditions import standing
from rbfcli.systems.futurepath.damage import hurt, roll_dice
from rbfcli.systems.futurepath.sheet.sheet import FUMBLES
from rbfcli.systems.futurepath.verdict import BAD, CRITICAL, FAILURE, FUMBLE, verdict

CONNECTS_FROM = 6
BARRIER_SIDES = 10


def strike(scene: FpScene, blow: Strike, extra: int = 0) -> str:
    """Roll to hit and, on a hit, the damage as one blow; `extra` is the attacker's Extra Damage (FP-ATK-1, FP-CRT)."""
    label = "off-hand attack" if blow.attempt.off_hand else "attack"
    goes_on = not blow.through or connects(scene, blow)
    outcome = accuracy_check(scene, blow, label, "FP-ATK-1").outcome if goes_on else FAILURE
    fire(scene, blow.who, blow.weapon_id)
    scene.conclude(outcome)
    if outcome == FUMBLE:
        fumble(scene, blow)
    elif outcome not in BAD:
        hurt(scene, blow.target, damage_of(scene, blow, extra, critical=outcome == CRITICAL), "FP-ATK-3")
    return outcome


def strike_if_possible(scene: FpScene, attempt: Attempt, extra: int = 0) -> str:
    """An attack that something came before: what has become impossible meanwhile comes to nothing (FP-FUL-1)."""
    foiled = scene.attempt(lambda: strike(scene, prepare(scene, attempt), extra))
    if foiled is None:
        return scene.outcome
    scene.happen("attack-foiled", foiled.rule, who=attempt.who, target=attempt.target, reason=foiled.message)
    scene.conclude(FAILURE)
    return FAILURE


def connects(scene: FpScene, blow: Strike) -> bool:
    """Whether a shot through full cover gets to its target: d10, 6 or more (FP-COV-2)."""
    rolled = scene.roll(
        blow.who, "barrier", "FP-COV-2", target=blow.target, sides=BARRIER_SIDES, count=1, against=CONNECTS_FROM,
        judge=lambda total, _faces: "connects" if total >= CONNECTS_FROM else "blocked",
    )  # fmt: skip
    return rolled.outcome == "connects"


def accuracy_check(scene: FpScene, blow: Strike, label: str, rule: str, judge: Judge = verdict) -> Rolled:
    """d20, advantage dice, ability and weapon against AC (FP-ATK-1)."""
    return check(
        scene, blow.who, label, rule, dc=blow.ac, die=blow.advantage_die, target=blow.target,
        modifiers=blow.modifiers, edges=blow.edges, judge=judge, critical=blow.weapon.critical,
    )  # fmt: skip


def damage_of(scene: FpScene, blow: Strike, extra: int = 0, *, critical: bool) -> int:
    """What a hit does, Extra Damage and all; at least what the option says (FP-ATK-3, FP-XTR-1)."""
    return scene.draw(drawn_damage, blow, extra, critical)


def drawn_damage(scene: FpScene, blow: Strike, extra: int, critical: bool) -> int:  # noqa: FBT001 - an argument of `draw`
    """Roll all dice of a hit, and sum them up (FP-ATK-3, FP-XTR-1)."""
    rolls = [first_damage(scene, blow, critical=critical), *extra_damage(scene, blow, extra, critical=critical)]
    return max(scene.fight.options.least_damage, sum_of(rolls))


def first_damage(scene: FpScene, blow: Strike, *, critical: bool) -> Rolled | int:
    """The damage die, as often as the multiplier says on a critical, and what is added once (FP-ATK-3, FP-CRT-1)."""
    times = blow.weapon.multiplier if critical else 1
    rule = "FP-CRT-1" if critical else "FP-ATK-3"
    tell_multiplier(scene, blow, times, rule)
    return roll_dice(scene, blow.who, "damage", rule, die=blow.damage_die, times=times, flat=blow.flat)


def tell_multiplier(scene: FpScene, blow: Strike, times: int, rule: str) -> None:
    """Say how often a damage die is rolled, where that is more than once (FP-CRT-1, FP-XTR-5)."""
    if times > 1:
        scene.happen("multiplied", rule, who=blow.who, times=times)


def extra_damage(scene: FpScene, blow: Strike, extra: int, *, critical: bool) -> Iterator[Rolled | int]:
    """The damage die again for each Extra Damage, multiplied as the chain of critical checks says (FP-XTR)."""

    def critical_check() -> str:
        return check_critical(scene, blow)

    before = blow.weapon.multiplier
    for times in multipliers(extra, before, critical=critical, check=critical_check):
        tell_multiplier(scene, blow, times, "FP-XTR-5" if times > before else "FP-XTR-4")
        before = times
        yield roll_dice(scene, blow.who, "extra damage", "FP-XTR-1", die=blow.damage_die, times=times)


def check_critical(scene: FpScene, blow: Strike) -> str:
    """A critical check: another accuracy check, judged by its own rule; the end of the chain is said (FP-XTR)."""
    outcome = accuracy_check(scene, blow, "critical check", "FP-XTR-2", critical_verdict).outcome
    if outcome == FAILURE:
        scene.happen("rest-is-plain", "FP-XTR-3", who=blow.who)
    elif outcome == FUMBLE:
        scene.happen("no-more-extra", "FP-XTR-6", who=blow.who)
    return outcome


def fumble(scene: FpScene, blow: Strike) -> None:
    """A natural 1 does no damage, and the GM may add something (FP-CRT-2)."""
    who, answers = blow.who, fumbles_of(scene, blow)
    effect = blow.attempt.fumble or scene.ask(
        "fumble", who, answers, "FP-CRT-2", free_text=True, lapses=True, still=lambda: standing(scene.one(who))
    )
    if effect == "drop" and blow.weapon_id in scene.one(who).weapons:
        drop(scene, who, blow.weapon_id, "FP-CRT-2")
    elif effect == "prone" and "prone" not in scene.one(who).conditions:
        scene.afflict(who, "prone", "FP-CRT-2")
    elif effect and effect not in FUMBLES:
        scene.happen("fumbled", "FP-CRT-2", who=who, effect=effect)


def fumbles_of(scene: FpScene, blow: Strike) -> tuple[str, ...]:
    """What a critical failure can bring: bare hands drop nothing, and who lies does not fall (FP-CRT-2)."""
    one = scene.one(blow.who)
    idle = {"drop": blow.weapon_id not in one.weapons, "prone": "prone" in one.conditions}
    return tuple(each for each in FUMBLES if not idle.get(each))


def fumble_meant(said: str) -> str:
    """What a critical failure is to bring, as said beforehand: a known effect, or own words behind `say` (FP-CRT-2)."""
    return said and (own_words(said) or match(said, FUMBLES, "fumble"))
