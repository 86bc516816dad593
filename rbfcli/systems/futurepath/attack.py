"""Attacks of FuturePath: checks before the attack, the roll, and its effects."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from rbfcli.core.errors import Hint, listed, refuse
from rbfcli.core.matching import match, own_words
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import drop, fire, hands_of, in_hand, require_loaded
from rbfcli.model.commands import restate
from rbfcli.model.events import Modifier, Rolled, sum_of
from rbfcli.systems.futurepath import commands, economy, sheet
from rbfcli.systems.futurepath.checks import FpScene, Judge, check, die_of, stated
from rbfcli.systems.futurepath.conditions import helpless, is_dead, standing
from rbfcli.systems.futurepath.economy import FULL_ROUND, SIMPLE, STANDARD
from rbfcli.systems.futurepath.health import hurt, roll_dice, survive
from rbfcli.systems.futurepath.map import FEET, Spot, gap, known_thing, reach_of, read_square, spot_of, spot_on
from rbfcli.systems.futurepath.outcome import BAD, CRITICAL, FAILURE, FUMBLE, GOOD, SUCCESS, verdict
from rbfcli.systems.futurepath.paths import Screen, screen_between, shot_at
from rbfcli.systems.futurepath.sheet import AKIMBO, FUMBLES, GUN_FU, NITEN, UNARMED_ID, Ability, Character, Weapon

RULE = "FP-OBJ-1"
MOST_MULTIPLIER = 5
CRITICAL_CHECK_FROM = 19


def critical_verdict(total: int, target: int, faces: tuple[int, ...], critical: int) -> str:
    """Return a critical check's outcome: only 19 or 20 is critical, the weapon's range a success (FP-XTR-5)."""
    if faces[0] >= CRITICAL_CHECK_FROM:
        return CRITICAL
    if faces[0] == 1:
        return FUMBLE
    return SUCCESS if total >= target or faces[0] >= critical else BAD[0]


def multipliers(extra: int, multiplier: int, *, critical: bool, check: Callable[[], str]) -> Iterator[int]:
    """Yield the number of rolls for each Extra Damage die; `check` rolls a critical check (FP-XTR-2 to FP-XTR-6)."""
    checking = critical
    for _ in range(extra):
        outcome = check() if checking else SUCCESS
        if outcome == FUMBLE:
            return
        if outcome == CRITICAL:
            multiplier = min(MOST_MULTIPLIER, multiplier + 1)
        checking = checking and outcome not in BAD
        yield multiplier if checking else 1


class Attempt(Struct, frozen=True, kw_only=True):
    """An attack as ordered: attacker, target, weapon, and the modifiers and choices stated in advance."""

    who: str
    target: str
    weapon: str = ""
    mod: int = 0
    advantage: int = 0
    disadvantage: int = 0
    charging: int = 0
    cover: str = ""
    weak: bool = False
    fumble: str = ""
    off_hand: bool = False


class Strike(Struct, frozen=True, kw_only=True):
    """A legal attack with all its modifiers; a `sure` one hits without a check, one `through` a barrier may not."""

    who: str
    target: str
    attempt: Attempt
    weapon_id: str
    weapon: Weapon
    ac: int
    advantage_die: str
    damage_die: str
    edges: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    flat: tuple[Modifier, ...]
    through: bool
    sure: bool


def prepare(scene: FpScene, attempt: Attempt) -> Strike:
    """Check that an attack on a combatant is legal and collect its modifiers (FP-ATK-1 to FP-ATK-4)."""
    other = economy.require_target(scene, attempt.who, attempt.target)
    sure = helpless(other) and not scene.fight.options.helpless_check
    return prepare_on(scene, attempt, other.name, spot_of(other), ac=other.ac, covers=(other.cover,), sure=sure)


def prepare_on(
    scene: FpScene, attempt: Attempt, name: str, there: Spot, *, ac: int, covers: tuple[str, ...] = (), sure: bool
) -> Strike:
    """Check that an attack is legal and collect its modifiers (FP-ATK-1 to FP-ATK-4, FP-COV-2, FP-OFF-4)."""
    one = scene.one(attempt.who)
    weapon_id, weapon = armed = ready_weapon(scene, attempt.who, attempt.weapon)
    far = gap(spot_of(one), there)
    require_reach(scene, attempt.who, name, weapon, far)
    screen = screen_between(scene.fight, one, there, covers, attempt.cover, weak=attempt.weak)
    require_line(scene, attempt.who, name, weapon, screen)
    if attempt.weak and not (screen.full and weapon.ranged):
        raise refuse("--weak needs a barrier to shoot through", "FP-COV-2", "--cover full")
    if sure and (attempt.mod or attempt.advantage or attempt.disadvantage):
        reason = f"{name} cannot move and is hit without a check"
        raise refuse(reason, RULE, hint="remove --mod and other roll options")
    lowered = attempt.off_hand and not weapon.ranged and NITEN not in one.feats
    return Strike(
        who=attempt.who,
        target=attempt.target,
        attempt=attempt,
        weapon_id=weapon_id,
        weapon=weapon,
        ac=ac,
        advantage_die=die_of(scene.fight.options, one),
        damage_die=economy.damage_die(scene.fight.options, weapon, lower=int(lowered)),
        edges=tuple(edges_of(scene, attempt, armed, screen=screen, far=far)),
        modifiers=(*accuracy(one, weapon), Modifier(attempt.mod, "modifier")),
        flat=tuple(flat_damage(one, weapon)),
        through=screen.full and weapon.ranged and shot_at(weapon, screen) and not screen.clear,
        sure=sure,
    )


def ready_weapon(scene: FpScene, actor: str, wanted: str) -> tuple[str, Weapon]:
    """Return the weapon to attack with: in hand, loaded, and not a grenade (FP-ATK-2, FP-MOV-7, FP-GRN-1)."""
    weapon_id, weapon = in_hand(scene, actor, wanted)
    if weapon.grenade:
        raise refuse(f"the {weapon.name} must be thrown", "FP-GRN-1", f"throw {quoted(actor)} {quoted(weapon_id)} …")
    require_loaded(scene, actor, weapon_id)
    return weapon_id, weapon


def require_reach(scene: FpScene, actor: str, name: str, weapon: Weapon, far: int | None) -> None:
    """Raise Refusal in melee if a target `far` squares away is out of reach: 5 ft plus the weapon's (FP-ATK-2)."""
    reach = reach_of(weapon)
    if far is not None and far > reach and not weapon.ranged:
        reason = f"{name} is {far * FEET} ft away; {scene.one(actor).name}'s reach is {reach * FEET} ft"
        scene.refuse(reason, "FP-ATK-2", f"move {quoted(actor)} …")


def require_line(scene: FpScene, actor: str, name: str, weapon: Weapon, screen: Screen) -> None:
    """Refuse a direct shot through full cover, except through weak barriers and with AP damage (FP-COV-2)."""
    if not shot_at(weapon, screen):
        one, weak = scene.one(actor), Hint("add {} for a weak barrier", "--weak")
        own = one.cover == "full"
        reason = f"{one.name} is behind full cover: no clear line to {name}" if own else f"{name} is behind full cover"
        line = f"move {quoted(actor)} …" if own else ""
        scene.refuse(reason, "FP-COV-2", line, hint=("use an AP weapon or a grenade", weak))


def edges_of(
    scene: FpScene, attempt: Attempt, armed: tuple[str, Weapon], *, screen: Screen, far: int | None
) -> Iterator[Modifier]:
    """Yield an attack's advantages and disadvantages; the off hand gets no advantages (FP-ADV-1, FP-OFF-3)."""
    (weapon_id, weapon), one = armed, scene.one(attempt.who)
    yield from screen.edges
    yield Modifier(-increments_beyond(weapon, far), "range", "FP-ATK-4")
    if attempt.off_hand and weapon.ranged and GUN_FU not in one.feats:
        yield Modifier(-1, "off hand", "FP-OFF-4")
    gained, lost = stated(attempt.advantage, attempt.disadvantage)
    if not attempt.off_hand or AKIMBO in one.feats:
        yield Modifier(one.proficiencies.get(weapon_id, 0), "proficient")
        yield Modifier(attempt.charging, "charge", "FP-TEC-1")
        yield gained
    yield lost


def increments_beyond(weapon: Weapon, squares: int | None) -> int:
    """Return how many range increments a distance in squares exceeds a weapon's range by (FP-ATK-4)."""
    if squares is None or not weapon.ranged or not weapon.range:
        return 0
    return max(0, -(-squares * FEET // weapon.range) - 1)


def accuracy(combatant: Character, weapon: Weapon) -> Iterator[Modifier]:
    """Yield the accuracy modifiers: Strength in melee or Dexterity at range, and the weapon's accuracy (FP-ATK-1)."""
    ability: Ability = "dexterity" if weapon.ranged else "strength"
    yield Modifier(sheet.ability_modifier(combatant, ability), ability.capitalize(), "FP-ATK-1")
    yield Modifier(weapon.accuracy, weapon.name, "FP-ATK-1")


def flat_damage(combatant: Character, weapon: Weapon) -> Iterator[Modifier]:
    """Yield the modifiers added to damage once: the weapon's bonus, and Strength in melee (FP-ATK-3)."""
    yield Modifier(weapon.bonus, weapon.name, "FP-ATK-3")
    if not weapon.ranged:
        yield Modifier(sheet.ability_modifier(combatant, "strength"), "Strength", "FP-ATK-3")


def remember_attack(scene: FpScene, actor: str, target: str, weapon_id: str) -> None:
    """Record the target and weapon of an attack this turn, for a later Bonus Attack (FP-OFF-1)."""
    turn = scene.one(actor).turn
    if not scene.fight.round:
        return
    for field, word in (("attacked", target), ("attacked_with", weapon_id)):
        if word not in getattr(turn, field):
            scene.change(actor, ("turn", field), (*getattr(turn, field), word), "FP-OFF-1")


CONNECTS_FROM = 6
BARRIER_SIDES = 10


def strike(scene: FpScene, blow: Strike, extra: int = 0) -> str:
    """Roll to hit and, on a hit, deal all damage as one hit; `extra` is the Extra Damage count (FP-ATK-1, FP-CRT)."""
    label = "off-hand attack" if blow.attempt.off_hand else "attack"
    outcome = hit_or_miss(scene, blow, label, "FP-ATK-1")
    if outcome not in BAD:
        hurt(scene, blow.target, damage_of(scene, blow, extra, critical=outcome == CRITICAL), "FP-ATK-3")
    return outcome


def hit_or_miss(scene: FpScene, blow: Strike, label: str, rule: str) -> str:
    """Resolve an attack's barrier roll, accuracy check and fumble, and return its outcome."""
    outcome = FAILURE
    if not blow.through or connects(scene, blow):
        outcome = SUCCESS if blow.sure else accuracy_check(scene, blow, label, rule).outcome
    fire(scene, blow.who, blow.weapon_id)
    scene.conclude(outcome)
    if outcome == FUMBLE:
        fumble(scene, blow)
    return outcome


def strike_if_possible(scene: FpScene, attempt: Attempt, extra: int = 0) -> str:
    """Make an attack that follows other events; if it is no longer possible, it fails (FP-FUL-1)."""
    foiled = scene.attempt(lambda: strike(scene, prepare(scene, attempt), extra))
    if foiled is None:
        return scene.outcome
    scene.happen("attack-foiled", foiled.rule, who=attempt.who, target=attempt.target, reason=foiled.message)
    scene.conclude(FAILURE)
    return FAILURE


def connects(scene: FpScene, blow: Strike) -> bool:
    """Return whether a shot through full cover reaches its target: 6 or more on a d10 (FP-COV-2)."""
    rolled = scene.roll(
        blow.who, "barrier", "FP-COV-2", target=blow.target, sides=BARRIER_SIDES, count=1, against=CONNECTS_FROM,
        judge=lambda total, _faces: "connects" if total >= CONNECTS_FROM else "blocked",
    )  # fmt: skip
    return rolled.outcome == "connects"


def accuracy_check(scene: FpScene, blow: Strike, label: str, rule: str, judge: Judge = verdict) -> Rolled:
    """Roll d20, advantage dice, ability and weapon accuracy against AC (FP-ATK-1)."""
    return check(
        scene, blow.who, label, rule, dc=blow.ac, die=blow.advantage_die, target=blow.target,
        modifiers=blow.modifiers, edges=blow.edges, judge=judge, critical=blow.weapon.critical,
    )  # fmt: skip


def damage_of(scene: FpScene, blow: Strike, extra: int = 0, *, critical: bool) -> int:
    """Return a hit's damage, including Extra Damage, at least the option's minimum (FP-ATK-3, FP-XTR-1)."""
    return scene.draw(drawn_damage, blow, extra, critical)


def drawn_damage(scene: FpScene, blow: Strike, extra: int, critical: bool) -> int:  # noqa: FBT001 - an argument of `draw`
    """Roll a hit's damage die, multiplied on a critical, plus its flat modifiers and Extra Damage (FP-CRT-1)."""
    times, rule = (blow.weapon.multiplier, "FP-CRT-1") if critical else (1, "FP-ATK-3")
    tell_multiplier(scene, blow, times, rule)
    first = roll_dice(scene, blow.who, "damage", rule, die=blow.damage_die, times=times, flat=blow.flat)
    rolled = sum_of([first, *extra_damage(scene, blow, extra, critical=critical)])
    least = scene.fight.options.least_damage
    if rolled < least:
        scene.happen("least-damage", "FP-ATK-3", who=blow.who, amount=least)
    return max(least, rolled)


def tell_multiplier(scene: FpScene, blow: Strike, times: int, rule: str) -> None:
    """Report the damage multiplier if it is above 1 (FP-CRT-1, FP-XTR-5)."""
    if times > 1:
        scene.happen("multiplied", rule, who=blow.who, times=times)


def extra_damage(scene: FpScene, blow: Strike, extra: int, *, critical: bool) -> Iterator[Rolled | int]:
    """Roll each Extra Damage die, multiplied according to the chain of critical checks (FP-XTR)."""
    before = blow.weapon.multiplier
    for times in multipliers(extra, before, critical=critical, check=lambda: check_critical(scene, blow)):
        tell_multiplier(scene, blow, times, "FP-XTR-5" if times > before else "FP-XTR-4")
        before = times
        yield roll_dice(scene, blow.who, "extra damage", "FP-XTR-1", die=blow.damage_die, times=times)


def check_critical(scene: FpScene, blow: Strike) -> str:
    """Roll a critical check, which is another accuracy check, and report the end of the chain (FP-XTR)."""
    outcome = accuracy_check(scene, blow, "critical check", "FP-XTR-2", critical_verdict).outcome
    if outcome == FAILURE:
        scene.happen("rest-is-plain", "FP-XTR-3", who=blow.who)
    elif outcome == FUMBLE:
        scene.happen("no-more-extra", "FP-XTR-6", who=blow.who)
    return outcome


def fumble(scene: FpScene, blow: Strike) -> None:
    """Apply a critical failure: no damage, and an optional side effect chosen by the GM (FP-CRT-2)."""
    who, answers = blow.who, fumbles_of(scene, blow)
    effect = blow.attempt.fumble or scene.ask(
        "fumble", who, answers, "FP-CRT-2", free_text=True, lapses=True, still=lambda: standing(scene.one(who))
    )
    if effect == "drop" and can_drop(scene, blow):
        drop(scene, who, blow.weapon_id, "FP-CRT-2")
    elif effect == "prone" and "prone" not in scene.one(who).conditions:
        scene.afflict(who, "prone", "FP-CRT-2")
    elif effect and effect not in FUMBLES:
        scene.happen("fumbled", "FP-CRT-2", who=who, effect=effect)


def fumbles_of(scene: FpScene, blow: Strike) -> tuple[str, ...]:
    """Return the possible side effects: bare hands and claws cannot drop, a prone attacker cannot fall (FP-CRT-2)."""
    one = scene.one(blow.who)
    idle = {"drop": not can_drop(scene, blow), "prone": "prone" in one.conditions}
    return tuple(each for each in FUMBLES if not idle.get(each))


def can_drop(scene: FpScene, blow: Strike) -> bool:
    """Return whether an attack's weapon is carried and not natural (FP-MOV-6)."""
    return blow.weapon_id in scene.one(blow.who).weapons and not blow.weapon.natural


def fumble_meant(said: str) -> str:
    """Return the side effect stated in advance: a known effect, or free text after `say` (FP-CRT-2)."""
    return said and (own_words(said) or match(said, FUMBLES, "fumble"))


def attempt_of(
    command: commands.Attack | commands.AimedAction | commands.Technique, target: str, **stated: Any
) -> Attempt:
    """Return the attempt that a command describes."""
    return restate(command, Attempt, **{"target": target, "fumble": fumble_meant(command.fumble), **stated})


def attack(scene: FpScene, command: commands.Attack) -> None:
    """Make one attack against one target (FP-ATK-1)."""
    targets = dict.fromkeys(command.targets)
    if len(targets) > 1:
        named = " ".join(map(quoted, targets))
        raise refuse("an attack has one target", "FP-ATK-1", f"full-attack {quoted(command.who)} {named}")
    economy.may_spend(scene, command.who, STANDARD, "FP-ATK-1")
    blow = prepare(scene, attempt_of(command, command.targets[0]))
    economy.spend(scene, command.who, STANDARD, "FP-ATK-1")
    remember_attack(scene, command.who, blow.target, blow.weapon_id)
    strike(scene, blow)


def full_attack(scene: FpScene, command: commands.FullAttack) -> None:
    """Make all attacks of a Full Attack: one accuracy check each, with Extra Damage on a hit (FP-FUL-1, FP-XTR-1)."""
    one = scene.one(command.who)
    economy.may_spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    if not (one.extra_attacks or one.extra_damage):
        reason = f"{one.name} has neither Extra Attacks nor Extra Damage"
        scene.refuse(reason, "FP-FUL-1", f"attack {quoted(command.who)} …")
    aimed = targets_of(command, 1 + one.extra_attacks)
    first, *_ = [prepare(scene, attempt_of(command, target)) for target in dict.fromkeys(aimed)]
    economy.spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    scene.change(command.who, ("turn", "full_attack"), after=scene.fight.round > 0, rule="FP-FUL-1")
    every = scene.fight.options.extra_damage == "every"
    outcome = FAILURE
    for number, target in enumerate(aimed):
        extra = one.extra_damage if every or not number else 0
        outcome = scene.part(one_of_many, outcome, attempt_of(command, target, weapon=first.weapon_id), extra)
    scene.conclude(outcome)


def targets_of(command: commands.FullAttack, attacks: int) -> list[str]:
    """Return the target of each attack; the last named one takes the rest. Raises Refusal if there are too many."""
    named = list(dict.fromkeys(command.targets))
    if len(named) > attacks:
        raise refuse(f"this full attack can have at most {attacks} target{'s' * (attacks != 1)}", "FP-FUL-1")
    return [named[min(number, len(named) - 1)] for number in range(attacks)]


def one_of_many(scene: FpScene, so_far: str, attempt: Attempt, extra: int) -> str:
    """Make one attack and return the Full Attack's outcome so far: a hit, or the last attack's (FP-FUL-1)."""
    outcome = FAILURE
    if is_dead(scene.one(attempt.target)):
        scene.happen("attack-left-out", "FP-FUL-1", who=attempt.who, target=attempt.target)
    elif attempt.weapon not in (UNARMED_ID, *hands_of(scene, attempt.who)):
        thing = scene.fight.weapons[attempt.weapon].name
        scene.happen("attack-disarmed", "FP-FUL-1", who=attempt.who, thing=thing)
    else:
        remember_attack(scene, attempt.who, attempt.target, attempt.weapon)
        outcome = strike_if_possible(scene, attempt, extra)
    return so_far if so_far in GOOD else outcome


def off_hand(scene: FpScene, command: commands.OffHand) -> None:
    """Make the Bonus Attack: a Simple action after an attack, with the off-hand weapon (FP-OFF)."""
    one = scene.one(command.who)
    weapon_id = command.weapon or one.off_hand
    if not weapon_id or weapon_id != one.off_hand:
        what = "another weapon" if one.off_hand else "nothing"
        line = f"draw {quoted(command.who)} {quoted(command.weapon) if command.weapon else '…'} --off-hand"
        raise refuse(f"{one.name} is holding {what} in the off hand", "FP-OFF-1", line)
    require_bonus_attack(scene, command, weapon_id)
    blow = prepare(scene, attempt_of(command, command.target, weapon=weapon_id, off_hand=True))
    require_fit(scene, command.who, weapon_id, blow.weapon)
    if scene.fight.round and one.turn.full_attack:
        scene.change(command.who, ("turn", "simple"), after=True, rule="FP-OFF-1")
    else:
        economy.spend(scene, command.who, SIMPLE, "FP-OFF-1")
    strike(scene, blow)


def require_bonus_attack(scene: FpScene, command: commands.OffHand, weapon_id: str) -> None:
    """Refuse a Bonus Attack that follows no attack with another weapon, or a Full Attack elsewhere (FP-OFF-1)."""
    one = scene.one(command.who)
    economy.may_act(scene, command.who)
    if not scene.fight.round:
        return
    if not one.turn.attacked:
        scene.refuse("a Bonus Attack must follow an attack", "FP-OFF-1", f"attack {quoted(command.who)} …")
    if economy.is_used_up(one, weapon_id):
        thing = scene.fight.weapons[weapon_id].name
        scene.refuse(
            f"{one.name} has already attacked with the {thing} this turn", "FP-OFF-1", hint="use a weapon in each hand"
        )
    if not one.turn.full_attack:
        economy.may_spend(scene, command.who, SIMPLE, "FP-OFF-1")
    elif one.turn.simple:
        scene.refuse(f"{one.name} has already made their Bonus Attack", "FP-OFF-1")
    elif command.target not in one.turn.attacked:
        scene.refuse(
            "after a Full Attack, the Bonus Attack must have the same target",
            "FP-OFF-1",
            hint=listed("targets", one.turn.attacked),
        )


def require_fit(scene: FpScene, actor: str, weapon_id: str, weapon: Weapon) -> None:
    """Require a light or versatile medium weapon and proficiency with it (FP-OFF-1, FP-OFF-2)."""
    one = scene.one(actor)
    if not economy.is_light_enough(weapon):
        scene.refuse(
            f"the {weapon.name} is too heavy for the off hand",
            "FP-OFF-2",
            hint="use a weapon of level 0-2, or 3-5 if versatile",
        )
    if weapon_id not in one.proficiencies:
        scene.refuse(f"{one.name} is not proficient with the {weapon.name}", "FP-OFF-1")


def coup_de_grace(scene: FpScene, command: commands.CoupDeGrace) -> None:
    """Make an automatic critical hit on a helpless target, then its Constitution save or death (FP-CDG-1)."""
    one = scene.one(command.who)
    economy.may_spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    blow = prepare(scene, Attempt(who=command.who, target=command.target, weapon=command.weapon))
    if not helpless(scene.one(command.target)):
        name = scene.one(command.target).name
        scene.refuse(f"{name} is not helpless", "FP-CDG-1", f"attack {quoted(command.who)} …")
    economy.spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    scene.happen("coup-de-grace", "FP-CDG-1", who=command.who, target=command.target)
    fire(scene, command.who, blow.weapon_id)
    amount = damage_of(scene, blow, critical=True)
    edges = (Modifier(one.extra_attacks + one.extra_damage, "Extra Attacks and Damage of the attacker", "FP-CDG-1"),)
    outcome = survive(scene, blow.target, amount, dc=amount, edges=edges, by=blow.who)
    scene.conclude(GOOD[1] if is_dead(scene.one(blow.target)) else FAILURE)
    if outcome in GOOD:
        scene.happen("clings-to-life", "FP-CDG-1", who=blow.target)


def attack_object(scene: FpScene, command: commands.AttackObject) -> None:
    """Attack an object: no check if it cannot move; it breaks below zero hardness (FP-OBJ-1)."""
    thing = known_thing(scene, command.thing, RULE)
    economy.may_spend(scene, command.who, STANDARD, RULE)
    there = spot_on(scene.fight.board, read_square(thing.square))
    attempt = restate(command, Attempt, target="")
    blow = prepare_on(scene, attempt, f"the {thing.name}", there, ac=thing.ac, sure=not thing.moves)
    economy.spend(scene, command.who, STANDARD, RULE)
    remember_attack(scene, command.who, command.thing, blow.weapon_id)
    scene.happen("strikes-object", RULE, who=command.who, thing=thing.name)
    outcome = hit_or_miss(scene, blow, "object attack", RULE)
    if outcome not in BAD:
        batter(scene, command, damage_of(scene, blow, critical=outcome == CRITICAL))


def batter(scene: FpScene, command: commands.AttackObject, amount: int) -> None:
    """Subtract damage from an object's hardness (FP-OBJ-1)."""
    thing = scene.fight.board.objects[command.thing]
    left = thing.hardness - amount
    scene.change("", ("board", "objects", command.thing, "hardness"), left, RULE)
    if left < 0:
        scene.happen("breaks", RULE, who=command.who, thing=thing.name)
    else:
        scene.happen("battered", RULE, who=command.who, thing=thing.name, hardness=left)
