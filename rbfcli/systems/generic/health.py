"""Damage, dying, healing, rests, and concentration (GEN-DMG, GEN-HP, GEN-DIE, GEN-CNC, GEN-RST)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rbfcli.core.errors import refuse
from rbfcli.core.text import is_digits, quoted
from rbfcli.engine import gm
from rbfcli.engine.questions import question
from rbfcli.model import commands as verbs
from rbfcli.systems.generic import commands, conditions, economy
from rbfcli.systems.generic.checks import GenericScene, Part, critical_dice, read_damage, save, succeeded, test
from rbfcli.systems.generic.outcome import CRITICAL, FAILURE, FUMBLE, SUCCESS
from rbfcli.systems.generic.sheet import Character, laid_by

FULL, HALF, NONE, DOUBLE = 2, 1, 0, 4
PORTIONS = {FULL: (), HALF: ("half",), DOUBLE: ("double",)}
SAVES_NEEDED = 3
ALL = "all"
Rolled = tuple[int, str]


def portions(saved: Mapping[str, str], *, half: bool) -> dict[str, int]:
    """Return the portion of damage that each combatant's save leaves, counted in halves (GEN-POW-1)."""
    left = {CRITICAL: NONE, SUCCESS: HALF if half else NONE, FAILURE: FULL, FUMBLE: DOUBLE}
    return {who: left[outcome] for who, outcome in saved.items()}


def deal(scene: GenericScene, actor: str, targets: Mapping[str, int], text: str, *, critical: bool = False) -> None:
    """Roll damage once and deal each target its portion, counted in halves (GEN-DMG-1, GEN-POW-1)."""
    times = 2 if critical and scene.fight.options.critical_damage == "double" else 1
    hurt = {who: halves * times for who, halves in targets.items() if halves}
    if hurt:
        alone = next(iter(hurt)) if len(hurt) == 1 else ""
        rolled = [_rolled(scene, actor, part, alone, critical=critical) for part in read_damage(text)]
        lost = [(who, take(scene, who, rolled, halves, critical=critical)) for who, halves in hurt.items()]
        ask_concentration(scene, lost)


def _rolled(scene: GenericScene, actor: str, part: Part, target: str, *, critical: bool) -> Rolled:
    dice = critical_dice(scene.fight.options, part[0]) if critical else part[0]
    label = "damage" if target else "damage for all"
    return max(0, scene.roll_expression(actor, label, "GEN-DMG-1", dice, target=target)), part[1]


def take(
    scene: GenericScene,
    actor: str,
    rolled: Iterable[Rolled],
    halves: int,
    rule: str = "GEN-HP-1",
    *,
    critical: bool = False,
) -> int:
    """Take a portion of typed damage after defenses, and return the amount (GEN-DMG-2)."""
    parts = [(kind, *after_defenses(scene.one(actor), amount, kind, halves)) for amount, kind in rolled]
    if len(parts) > 1 or any(reasons for _, _, reasons in parts):
        scene.happen("takes", "GEN-DMG-2", who=actor, damage=" and ".join(_told(*part) for part in parts))
    total = sum(amount for _, amount, _ in parts)
    lose(scene, actor, total, rule, critical=critical)
    return total


def _told(kind: str, amount: int, reasons: Collection[str]) -> str:
    return " ".join(filter(None, (str(amount), kind, "damage", f"({', '.join(reasons)})" if reasons else "")))


def after_defenses(combatant: Character, amount: int, kind: str, halves: int) -> tuple[int, list[str]]:
    """Return damage after a save, then immunity, resistance and vulnerability, and the reasons (GEN-DMG-2)."""
    amount, reasons, of = amount * halves // FULL, [*PORTIONS[halves]], kind or "damage"
    less, more = _number(combatant.resist, kind), _number(combatant.vulnerable, kind)
    if _number(combatant.immune, kind) is not None:
        return 0, [*reasons, f"immune to {of}"]
    if less is not None:
        amount = max(0, amount - less) if less else amount // 2
        reasons.append(f"resists {of}{f' {less}' if less else ''}")
    if more is not None and amount:
        amount = amount + more if more else amount * 2
        reasons.append(f"vulnerable to {of}{f' {more}' if more else ''}")
    return amount, reasons


def _number(rows: Iterable[str], kind: str) -> int | None:
    """Return the number after a type in a list, 0 if it has none, or None if the type is missing."""
    for row in rows:
        word, _, number = row.rpartition(" ")
        if is_digits(number) and word in (kind, ALL):
            return int(number)
        if row in (kind, ALL):
            return 0
    return None


def lose(scene: GenericScene, actor: str, amount: int, rule: str, *, critical: bool) -> None:
    """Reduce hit points, temporary ones first (GEN-HP-1, GEN-HP-2)."""
    one = scene.one(actor)
    soaked = min(one.temp_hp, amount)
    scene.change(actor, "temp_hp", one.temp_hp - soaked, "GEN-HP-2")
    left = one.hp - amount + soaked
    scene.change(actor, "hp", max(lowest(scene, one), left), rule)
    if left <= 0 and amount > soaked:
        go_down(scene, actor, -left, failures=2 if critical else 1)


def lowest(scene: GenericScene, combatant: Character) -> int:
    """Return the lowest possible HP: 0, or optionally minus the maximum for a PC (GEN-DIE-1)."""
    return -combatant.max_hp if combatant.pc and scene.fight.options.death == "negative" else 0


def go_down(scene: GenericScene, actor: str, beyond: int, failures: int) -> None:
    """Take a combatant at 0 HP down; a PC is dying, or dead by excess damage (GEN-HP-1, GEN-DIE-1, GEN-DIE-2)."""
    one, death = scene.one(actor), scene.fight.options.death
    if conditions.DEAD in one.conditions:
        return
    if one.pc and death != "none" and beyond >= max(1, one.max_hp):
        scene.afflict(actor, conditions.DEAD, "GEN-DIE-1")
    elif conditions.DYING in one.conditions:
        fail(scene, actor, failures)
    elif one.pc and death == "dying":
        scene.afflict(actor, conditions.DYING, "GEN-DIE-1")
    elif conditions.standing(one):
        scene.afflict(actor, conditions.DOWN, "GEN-HP-1")


def death_save(scene: GenericScene, actor: str) -> None:
    """Roll a death save at the start of a turn; three successes or three failures end it (GEN-DIE-2)."""
    saved, options = scene.one(actor).saved + 1, scene.fight.options
    outcome = test(
        scene,
        actor,
        "death save",
        "GEN-DIE-2",
        against=options.death_dc,
        modifiers=(),
        natural=True,
        dice=options.death_dice,
    )
    if outcome == CRITICAL:
        give(scene, actor, 1, "GEN-DIE-2")
    elif not succeeded(outcome):
        fail(scene, actor, 2 if outcome == FUMBLE else 1)
    elif saved < SAVES_NEEDED:
        scene.change(actor, "saved", saved, "GEN-DIE-2")
    else:
        hold_on(scene, actor, "GEN-DIE-2")


def fail(scene: GenericScene, actor: str, times: int) -> None:
    """Add failed death saves; the third one kills (GEN-DIE-2)."""
    failed = min(SAVES_NEEDED, scene.one(actor).failed + times)
    scene.change(actor, "failed", failed, "GEN-DIE-2")
    if failed >= SAVES_NEEDED:
        scene.afflict(actor, conditions.DEAD, "GEN-DIE-2")


def hold_on(scene: GenericScene, actor: str, rule: str) -> None:
    """Change a combatant from dying to down (GEN-DIE-2, GEN-DIE-3)."""
    _forget_saves(scene, actor, rule)
    scene.relieve(actor, conditions.DYING, rule)
    scene.afflict(actor, conditions.DOWN, rule)


def give(scene: GenericScene, actor: str, hp: int, rule: str) -> None:
    """Set hit points; above 0, a combatant is no longer dying or down (GEN-HP-1)."""
    scene.change(actor, "hp", hp, rule)
    if hp > 0:
        for name in (conditions.DYING, conditions.DOWN):
            scene.relieve(actor, name, "GEN-HP-1")
        _forget_saves(scene, actor, "GEN-HP-1")


def _forget_saves(scene: GenericScene, actor: str, rule: str) -> None:
    scene.change(actor, "saved", 0, rule)
    scene.change(actor, "failed", 0, rule)


def stabilize(scene: GenericScene, command: commands.Stabilize) -> None:
    """Stabilize a dying combatant: no more death saves, but still down (GEN-DIE-3)."""
    one = scene.one(command.who)
    if conditions.DYING not in one.conditions:
        raise refuse(f"{one.name} is not dying", "GEN-DIE-3")
    hold_on(scene, command.who, "GEN-DIE-3")


def damage(scene: GenericScene, command: commands.Damage) -> None:
    """Take HP, as the GM says; dice are rolled once for all targets, or for each."""
    halves, hurt = HALF if command.half else FULL, []
    for who in dict.fromkeys(command.who):
        amount = command.amount
        if isinstance(amount, str):
            amount = max(0, scene.roll_expression("", "damage", "GM", amount, target=who))
        hurt.append((who, take(scene, who, ((amount, command.type),), halves, "GM")))
    ask_concentration(scene, hurt)


def heal(scene: GenericScene, actor: str, command: commands.Heal) -> None:
    """Restore HP up to the maximum, or give temporary HP; above 0 HP a combatant gets up (GEN-HP-1, GEN-HP-2)."""
    one = scene.one(actor)
    if conditions.DEAD in one.conditions:
        raise refuse(f"{one.name} is dead", "GEN-DIE-1", f"condition remove {quoted(actor)} dead")
    if command.temp:
        scene.change(actor, "temp_hp", max(one.temp_hp, int(command.amount)), "GEN-HP-2")
    else:
        give(scene, actor, max(one.hp, min(one.max_hp, one.hp + int(command.amount))), "GM")


def roll_hp(scene: GenericScene, people: Collection[str], refusal: str, command: str) -> None:
    """Roll hit points of the unhurt among combatants, at least 1 (GEN-HP-3). Raises Refusal if none has dice."""
    if not any(scene.one(who).hp_dice for who in people):
        raise refuse(refusal, "GEN-HP-3", command)
    for who in people:
        one = scene.one(who)
        if one.hp_dice and one.hp == one.max_hp:
            rolled = max(1, scene.roll_expression(who, "hit points", "GEN-HP-3", one.hp_dice))
            scene.change(who, "max_hp", rolled, "GEN-HP-3")
            scene.change(who, "hp", rolled, "GEN-HP-3")


def add(scene: GenericScene, command: commands.Add) -> None:
    """Add combatants, with the HP of their sheet or rolled (GEN-HP-3)."""
    before = frozenset(scene.fight.combatants)
    gm.VERBS[verbs.Add](scene, command)
    new = [who for who in scene.fight.combatants if who not in before]
    if command.roll_hp:
        roll_hp(scene, new, "this sheet has no hp_dice", "add NAME hp=11 hp_dice=2d8+2 --roll-hp")


def set_by_hand(scene: GenericScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply an edit of HP: at 0 a combatant goes down, above 0 it gets up unless dead (GEN-HP-1)."""
    one = scene.one(actor)
    if "hp" not in fields or conditions.DEAD in one.conditions:
        return
    hp = max(lowest(scene, one), one.hp)
    give(scene, actor, hp, "GEN-HP-1")
    if hp < 0 or (hp == 0 and conditions.standing(one)):
        go_down(scene, actor, -hp, failures=0)


SHORT = ("turn", "round", "short", economy.RECHARGE)


def rest(scene: GenericScene, command: commands.Rest) -> None:
    """Take a rest: a short one refills its counters, a long one everything (GEN-RST-1, GEN-RST-2)."""
    before = scene.fight
    for who in dict.fromkeys(command.who or [each for each, one in before.combatants.items() if one.pc]):
        if command.step == "short":
            economy.refill(scene, who, "GEN-RST-1", *SHORT)
        elif conditions.DEAD not in scene.one(who).conditions:
            rest_long(scene, who)
    if scene.fight == before:
        raise refuse("a rest would restore nothing", "GEN-RST-1" if command.step == "short" else "GEN-RST-2")


def rest_long(scene: GenericScene, actor: str) -> None:
    """Restore all HP and counters, and end conditions with rounds or saves (GEN-RST-2)."""
    economy.refill(scene, actor, "GEN-RST-2", *SHORT, "long")
    scene.change(actor, "temp_hp", 0, "GEN-RST-2")
    give(scene, actor, max(scene.one(actor).hp, scene.one(actor).max_hp), "GEN-RST-2")
    for name, condition in scene.one(actor).conditions.items():
        if condition.rounds or name in scene.one(actor).save_ends:
            scene.relieve(actor, name, "GEN-RST-2")


ROLL, DROP, KEEP = "roll", "drop", "keep"
LEAST_DC = 10


def concentrate(scene: GenericScene, actor: str, power: str) -> None:
    """Concentrate on a power, which ends any earlier concentration (GEN-CNC-1)."""
    end_concentration(scene, actor)
    scene.change(actor, "concentration", power, "GEN-CNC-1")
    scene.happen("concentrates", "GEN-CNC-1", who=actor, power=power)


def end_concentration(scene: GenericScene, actor: str, rule: str = "GEN-CNC-1") -> None:
    """End concentration and the conditions it sustained (GEN-CNC-1)."""
    one = scene.one(actor)
    if not one.concentration:
        return
    scene.happen("loses-concentration", rule, who=actor, power=one.concentration)
    scene.change(actor, "concentration", "", rule)
    if power := one.powers.get(one.concentration):
        name = laid_by(power)
        for other, bearer in scene.fight.combatants.items():
            if name in bearer.conditions and bearer.conditions[name].by == actor:
                scene.relieve(other, name, rule)


def concentration_dc(amount: int) -> int:
    """Return half the damage, at least 10 (GEN-CNC-2)."""
    return max(LEAST_DC, amount // 2)


def ask_concentration(scene: GenericScene, hurt: Iterable[tuple[str, int]]) -> None:
    """Ask hurt combatants who concentrate for a save, or optionally remind them (GEN-CNC-2)."""
    save_name = scene.fight.options.concentration_save
    due: list[tuple[str, dict[str, Any]]] = [
        (who, {"power": scene.one(who).concentration, "dc": concentration_dc(amount)})
        for who, amount in hurt
        if amount and concentrates(scene, who)
    ]
    if not save_name:
        for who, facts in due:
            scene.happen("may-lose", "GEN-CNC-2", who=who, **facts)
        return
    questions = [
        question("concentration", who, (ROLL, DROP, KEEP), "GEN-CNC-2", lapses=True, save=save_name, **facts)
        for who, facts in due
    ]
    for each, answer in scene.ask_each(questions, still=lambda asked: concentrates(scene, asked.who)):
        if answer == ROLL:
            roll_concentration(scene, each.who, each.facts["dc"])
        elif answer == DROP:
            end_concentration(scene, each.who, "GEN-CNC-2")


def concentrates(scene: GenericScene, actor: str) -> bool:
    """Return whether a combatant is in the fight, able to act, and concentrating (GEN-CNC-1)."""
    one = scene.fight.combatants.get(actor)
    return one is not None and bool(one.concentration) and not conditions.barred(one)


def roll_concentration(scene: GenericScene, actor: str, dc: int, mod: int = 0) -> str:
    """Roll a concentration save; a failure ends the concentration (GEN-CNC-2)."""
    outcome = save(scene, actor, scene.fight.options.concentration_save, dc, mod=mod, rule="GEN-CNC-2")
    if not succeeded(outcome):
        end_concentration(scene, actor, "GEN-CNC-2")
    return outcome


def damage_save(scene: GenericScene, command: commands.DamageSave) -> None:
    """Roll a concentration save against damage the GM states (GEN-CNC-2)."""
    one = scene.one(command.who)
    if not one.concentration:
        raise refuse(f"{one.name} is not concentrating on anything", "GEN-CNC-2")
    scene.conclude(roll_concentration(scene, command.who, concentration_dc(command.damage), command.mod))
