"""Which techniques an attack may use, which ones a critical success may add, and their words (RBF-TEC-4, RBF-ATK-2)."""

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.matching import match
from rbfcli.systems.rbf.attack.strike import Strike, check_further_targets, check_reach, check_target
from rbfcli.systems.rbf.check import RbfScene, chosen
from rbfcli.systems.rbf.sheet import EXPERT_FIGHTER, has

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rbfcli.systems.rbf.attack.techniques import Technique

EFFECTS = ("silent", "thrown", "stunned")
ON_THINGS = ("thrown",)


@cache
def techniques() -> "Mapping[str, Technique]":
    """The table of techniques; it is imported only where one is named."""
    from rbfcli.systems.rbf.attack.techniques import TECHNIQUES

    return TECHNIQUES


def technique_named(name: str) -> "Technique | None":
    """The technique of a name, if it is one's."""
    return techniques().get(name) if name else None


def technique_word(word: str) -> str:
    """The technique that a word of the line means, if there is one (RBF-TEC-4)."""
    return match(word, techniques(), "technique", Refusal, "RBF-TEC-4") if word else ""


def critical_word(word: str) -> str:
    """What a critical success brings, said beforehand: double, an effect, a technique, or own words (RBF-ATK-2)."""
    if word in ("", "double", *EFFECTS):
        return word
    return chosen(word, ("double", *EFFECTS, *techniques()), "critical effect", "RBF-ATK-2")


def harms(scene: RbfScene, strike: Strike) -> bool:
    """Whether a hit does damage, whatever else it does (RBF-TEC-1)."""
    technique = technique_named(strike.command.technique)
    return technique is None or technique.harms or has(scene.one(strike.who), EXPERT_FIGHTER)


def require(scene: RbfScene, strike: Strike) -> None:
    """Refuse a technique whose requirement is missing, with the reason (RBF-TEC-4)."""
    extra = strike.command.critical
    for name in (strike.command.technique, extra):
        if technique_named(name):
            require_one(scene, strike, name)
    if not fits(scene, strike, extra):
        missing = "needs an enemy, not a thing" if extra in EFFECTS else "adds nothing to this attack"
        scene.refuse(f"{extra} {missing}", "RBF-ATK-2", f"possible now: {', '.join(brings(scene, strike))}")


def require_one(scene: RbfScene, strike: Strike, name: str) -> None:
    """Refuse one technique whose requirement is missing."""
    missing = lacks(scene, strike, name)
    if missing:
        scene.refuse(
            f"{name} {missing}", techniques()[name].rule, f"possible now: {', '.join(possible(scene, strike))}"
        )


def lacks(scene: RbfScene, strike: Strike, name: str) -> str:
    """What an attack lacks for a technique; most want an enemy, and no thing."""
    return _missing(scene, strike, techniques()[name], on_thing=scene.one(strike.target).object)


def _missing(scene: RbfScene, strike: Strike, technique: "Technique", *, on_thing: bool) -> str:
    """What an attack on a thing, or on an enemy, lacks for a technique."""
    if on_thing and not (technique.harms or technique.on_things):
        return "needs an enemy, not a thing"
    return technique.needs(scene, strike)


def possible(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The techniques whose requirements an attack meets."""
    on_thing = scene.one(strike.target).object
    return tuple(name for name, each in techniques().items() if not _missing(scene, strike, each, on_thing=on_thing))


def further(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The techniques that a critical success may add to a hit: each where it does something more (RBF-ATK-2)."""
    return tuple(name for name in possible(scene, strike) if adds(scene, strike, name))


def brings(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """What a critical success may bring here: double damage, an effect, a further technique (RBF-ATK-2)."""
    return (*double_or_effect(scene, strike.target), *further(scene, strike))


def double_or_effect(scene: RbfScene, target: str) -> tuple[str, ...]:
    """What a critical success brings of itself, whatever it was made with (RBF-ATK-2)."""
    return ("double", *(ON_THINGS if scene.one(target).object else EFFECTS))


def fits(scene: RbfScene, strike: Strike, choice: str) -> bool:
    """Whether a critical success can bring here what was said beforehand; own words always (RBF-ATK-2)."""
    if choice in EFFECTS or (choice != "double" and technique_named(choice)):
        return choice in brings(scene, strike)
    return True


def adds(scene: RbfScene, strike: Strike, name: str) -> bool:
    """Whether a technique adds to a hit: one that only harms needs whom else, or how deep, to fall on (RBF-ATK-2)."""
    technique = techniques()[name]
    if name == strike.command.technique or not technique.harms:
        return technique.adds_up or name != strike.command.technique
    if name == "leap":
        drop = scene.one(strike.who).height - scene.one(strike.target).height
        return harms(scene, strike) and drop >= scene.fight.options.fall_metres
    return harms(scene, strike) and bool(seconds(scene, strike, name))


def seconds(scene: RbfScene, strike: Strike, name: str) -> tuple[str, ...]:
    """Whom a cleave or a thrust may hit besides its target: a foe beside or behind it (RBF-TEC-CLEAVE)."""
    if name not in ("cleave", "pierce") or len(strike.targets) > 1:
        return ()
    wider = replace(strike, command=replace(strike.command, technique=name))
    others = (each for each in scene.fight.combatants if each != strike.target)
    return tuple(each for each in others if hits_besides(scene, wider, each))


def hits_besides(scene: RbfScene, strike: Strike, second: str) -> bool:
    """Whether a cleave or a thrust could also hit somebody."""
    return scene.rehearse(lambda trial: check_second(trial, strike, second)) is None


def check_second(scene: RbfScene, strike: Strike, second: str) -> None:
    """Refuse whom a cleave or a thrust does not also hit (RBF-TEC-CLEAVE, RBF-TEC-PIERCE)."""
    scene.force = False
    check_target(scene, strike, second)
    if strike.command.technique == "cleave":
        check_reach(scene, strike, second)
    check_further_targets(scene, replace(strike, targets=(strike.target, second)))
