"""One attack before its dice are cast: every reason to refuse it, and all that counts for it (FP-ATK, FP-OFF)."""

from collections.abc import Iterator

from msgspec import Struct

from rbfcli.kernel.carrying import in_hand, require_loaded
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.carrying import damage_die, proficiency
from rbfcli.systems.futurepath.check import FpScene, die_of, stated
from rbfcli.systems.futurepath.economy import require_target
from rbfcli.systems.futurepath.ground.cover import Screen, screen_of, shot_at
from rbfcli.systems.futurepath.ground.reach import distance, reach_of
from rbfcli.systems.futurepath.ground.squares import FEET
from rbfcli.systems.futurepath.sheet.sheet import (
    AKIMBO,
    GUN_FU,
    LIGHT,
    MEDIUM,
    NITEN,
    Character,
    Weapon,
    ability_modifier,
)


class Attempt(Struct, frozen=True, kw_only=True):
    """An attack as it was ordered: who attacks whom with what, and what the table stated beforehand."""

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
    """An attack that may go ahead."""

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

    @property
    def who(self) -> str:
        """The attacker."""
        return self.attempt.who

    @property
    def target(self) -> str:
        """The attacked."""
        return self.attempt.target


def prepare(scene: FpScene, attempt: Attempt) -> Strike:
    """Check what can refuse an attack, and gather what counts for it (FP-ATK-1 to FP-ATK-4)."""
    who, target = attempt.who, attempt.target
    defender = require_target(scene, who, target)
    weapon_id, weapon = in_hand(scene, who, attempt.weapon)
    if weapon.grenade:
        raise impossible(f"the {weapon.name} is thrown", "FP-GRN-1", f"throw {quoted(who)} {quoted(weapon_id)} …")
    if not weapon.ranged:
        require_reach(scene, who, target, weapon)
    require_loaded(scene, who, weapon_id)
    screen = screen_of(scene.fight, scene.one(who), defender, attempt.cover, weak=attempt.weak)
    require_line(scene, defender.name, weapon, screen)
    if attempt.weak and not (screen.full and weapon.ranged):
        raise impossible("--weak means nothing: there is no barrier to shoot through", "FP-COV-2", "with --cover full")
    far = distance(scene.one(who), defender)
    return strike_with(scene, attempt, (weapon_id, weapon), screen=screen, far=far, ac=defender.ac)


def strike_with(
    scene: FpScene, attempt: Attempt, armed: tuple[str, Weapon], *, screen: Screen, far: int | None, ac: int
) -> Strike:
    """All that counts for an attack through a screen, so many squares away (FP-ATK-1 to FP-ATK-4, FP-OFF-4)."""
    (weapon_id, weapon), one = armed, scene.one(attempt.who)
    lowered = attempt.off_hand and not weapon.ranged and NITEN not in one.feats
    return Strike(
        attempt=attempt,
        weapon_id=weapon_id,
        weapon=weapon,
        ac=ac,
        advantage_die=die_of(scene, one),
        damage_die=damage_die(scene.fight.options, weapon, lower=int(lowered)),
        edges=tuple(edges_of(scene, attempt, armed, screen=screen, far=far)),
        modifiers=(*accuracy(one, weapon), Modifier(attempt.mod, "modifier")),
        flat=tuple(flat_damage(one, weapon)),
        through=screen.full and weapon.ranged and shot_at(weapon, screen),
    )


def require_reach(scene: FpScene, who: str, target: str, weapon: Weapon) -> None:
    """Melee reaches 5 ft, and as much further as the weapon does (FP-ATK-2, FP-FLD-3)."""
    one, other = scene.one(who), scene.one(target)
    far, reach = distance(one, other), reach_of(weapon)
    if far is not None and far > reach:
        reason = f"{other.name} is {far * FEET} ft away and {one.name} reaches {reach * FEET} ft"
        scene.refuse(reason, "FP-ATK-2", f"move {quoted(who)} …")


def require_line(scene: FpScene, name: str, weapon: Weapon, screen: Screen) -> None:
    """Full cover lets no direct shot through, unless the barrier is weak or the weapon pierces armour (FP-COV-2)."""
    if not shot_at(weapon, screen):
        scene.refuse(
            f"{name} is behind full cover",
            "FP-COV-2",
            "what is thrown gets over it; or AP, or --weak for a weak barrier",
        )


def edges_of(
    scene: FpScene, attempt: Attempt, armed: tuple[str, Weapon], *, screen: Screen, far: int | None
) -> Iterator[Modifier]:
    """Advantages and disadvantages of an attack; the off hand gets none of the former (FP-ADV-1, FP-OFF-3)."""
    (weapon_id, weapon), one = armed, scene.one(attempt.who)
    yield from screen.edges
    yield Modifier(-increments_beyond(weapon, far), "range", "FP-ATK-4")
    if attempt.off_hand and weapon.ranged and GUN_FU not in one.feats:
        yield Modifier(-1, "off hand", "FP-OFF-4")
    gains = (
        Modifier(proficiency(one, weapon_id) or 0, "proficient"),
        Modifier(attempt.charging, "charge", "FP-TEC-1"),
        *stated(attempt.advantage, attempt.disadvantage),
    )
    barred = attempt.off_hand and AKIMBO not in one.feats
    yield from (edge for edge in gains if edge.value < 0 or not barred)


def increments_beyond(weapon: Weapon, squares: int | None) -> int:
    """How many range increments so many squares are beyond a weapon's range (FP-ATK-4)."""
    if squares is None or not weapon.ranged or not weapon.range:
        return 0
    return max(0, -(-squares * FEET // weapon.range) - 1)


def accuracy(one: Character, weapon: Weapon) -> Iterator[Modifier]:
    """Strength in melee or Dexterity at range, and the weapon's accuracy (FP-ATK-1)."""
    if weapon.ranged:
        yield Modifier(ability_modifier(one, "dexterity"), "Dexterity", "FP-ATK-1")
    else:
        yield Modifier(ability_modifier(one, "strength"), "Strength", "FP-ATK-1")
    yield Modifier(weapon.accuracy, weapon.name, "FP-ATK-1")


def flat_damage(one: Character, weapon: Weapon) -> Iterator[Modifier]:
    """What is added to the damage dice once: the weapon's bonus, and Strength in melee (FP-ATK-3)."""
    yield Modifier(weapon.bonus, weapon.name, "FP-ATK-3")
    if not weapon.ranged:
        yield Modifier(ability_modifier(one, "strength"), "Strength", "FP-ATK-3")


def is_light_enough(weapon: Weapon) -> bool:
    """Whether a weapon is light, or medium and versatile (FP-OFF-2)."""
    return weapon.level <= (MEDIUM if weapon.versatile else LIGHT)


def remember_attack(scene: FpScene, who: str, target: str) -> None:
    """Whom somebody attacked this turn: a Bonus Attack may follow (FP-OFF-1)."""
    attacked = scene.one(who).turn.attacked
    if scene.fight.round and target not in attacked:
        scene.change(who, ("turn", "attacked"), (*attacked, target), "FP-OFF-1")
