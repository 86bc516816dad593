"""The numbers RBF leaves open or takes from its public pages, each an option of the encounter."""

from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Options

ByOneTn = Annotated[int, Meta(ge=0, le=10_000)]
ByTn = tuple[ByOneTn, ByOneTn, ByOneTn, ByOneTn]


def _number(description: str, low: int = 0, high: int = 1000) -> Meta:
    return Meta(ge=low, le=high, description=description)


def _dice(description: str) -> Meta:
    return Meta(min_length=1, max_length=100, description=description)


def _choice(description: str) -> Meta:
    return Meta(description=description)


DICE = (
    "push_damage",
    "bleeding_damage",
    "fall_damage",
    "prone_damage",
    "club_damage",
    "dying_rounds",
    "treat_heals",
)


class RbfOptions(Options, frozen=True, kw_only=True):
    """The numbers RBF leaves open, and choices between two readings of it."""

    round_seconds: Annotated[int, _number("seconds a round lasts", 1)] = 6
    untrained: Annotated[int, _number("skill of a basic or defence skill never trained", -20, 20)] = -2
    critical_margin: Annotated[int, _number("points over the TN for a critical success", 1, 20)] = 6
    failure_margin: Annotated[int, _number("points under the TN for a failure", 1, 20)] = 6
    critical_range: Annotated[
        Literal["attacks", "all"],
        _choice("the rolls that a wider critical range counts for: attacks, spells at foes, or all"),
    ] = "attacks"
    critical: Annotated[
        Literal["ask", "double"], _choice("what a critical success brings when nothing is said beforehand")
    ] = "ask"
    complication: Annotated[
        Literal["usual", "ask"], _choice("what a failed attack brings when nothing is said beforehand")
    ] = "usual"
    halves: Annotated[Literal["down", "up"], _choice("how half of something is rounded: damage, speed")] = "down"

    melee_reach: Annotated[int, _number("metres a melee or brawl attack reaches")] = 2
    adjacent: Annotated[int, _number("metres between targets that one sweep, thrust or burst takes together")] = 3
    blast_struggle: Annotated[Literal["none", "half", "full"], _choice("damage of a blast weapon on a struggle")] = (
        "half"
    )
    blast_tn: Annotated[int, _number("TN of the defense against a blast of one's own side")] = 12
    spell_struggle: Annotated[Literal["none", "half"], _choice("damage of a player's spell on a struggle")] = "none"
    thrown_back: Annotated[int, _number("metres a critical success throws its target back")] = 4
    push_experience: Annotated[int, _number("experience that pushing oneself costs")] = 1
    push_damage: Annotated[str, _dice("HP that pushing oneself costs without experience")] = "1d6"

    condition_rounds: Annotated[int, _number("rounds a condition placed in combat lasts", 1)] = 1
    hold_rounds: Annotated[int, _number("rounds a grapple or a pin lasts; 0: until freed")] = 0
    bleeding_rounds: Annotated[int, _number("rounds a laceration bleeds; 0: until treated")] = 0
    bleeding_damage: Annotated[str, _dice("damage of a laceration at the start of each turn")] = "1d6"
    blind_disadvantage: Annotated[int, _number("disadvantage of attacking blind", 0, 20)] = 1
    shove_points: Annotated[int, _number("points of margin for each metre of a shove", 1)] = 2
    shove_by_shot: Annotated[int, _number("metres that a shot shoves its target")] = 1
    sunder_points: Annotated[int, _number("points of margin for each further point off the TN", 1)] = 3
    fall_metres: Annotated[int, _number("metres for each die of falling damage", 1)] = 3
    fall_damage: Annotated[str, _dice("damage of falling that far")] = "1d6"
    disarmed_divisor: Annotated[int, _number("what divides the damage of an enemy without its weapon", 1)] = 2

    enemy_cover: Annotated[bool, _choice("enemies in cover raise their TN against shooting")] = True
    hide_cover: Annotated[int, _number("defense bonus of the least cover one can hide in", 0, 3)] = 2
    stealth_bonus: Annotated[int, _number("bonus to hit and damage from stealth", 0, 100)] = 1
    position_bonus: Annotated[int, _number("bonus to hit and damage of a prepared position", 0, 100)] = 1
    prone_damage: Annotated[str, _dice("falling damage of dropping prone as a free action")] = "1d4"
    club_damage: Annotated[str, _dice("damage of a two-handed ranged weapon used as a club")] = "1d6"

    sniper_advantage: Annotated[int, _number("advantage of a Sniper's shot from stealth", 0, 20)] = 1
    sniper_damage: Annotated[int, _number("further damage of a Sniper's shot from stealth")] = 6
    rage_advantage: Annotated[int, _number("advantage of attacking, disadvantage of defending in a rage", 0, 20)] = 1
    brute_damage: Annotated[int, _number("further damage of a Brute's melee and brawl")] = 2
    speedy: Annotated[int, _number("metres and initiative that Speedy adds")] = 3
    counterspell_skill: Annotated[str, _choice("skill a counterspell is rolled with")] = "metaphysics"
    arcane_skills: Annotated[tuple[str, ...], _choice("the arcane focus skills")] = (
        "metaphysics",
        "telekinetics",
        "elementalism",
    )

    object_tn: Annotated[int, _number("TN of a thing whose sheet does not say")] = 8
    object_hp: Annotated[int, _number("HP of a thing whose sheet does not say", 1)] = 10
    player_hp: Annotated[int, _number("HP of a player whose sheet does not say", 1)] = 15
    typical_tn: Annotated[ByTn, _choice("the target numbers that the next three options go by")] = (10, 12, 14, 16)
    typical_hp: Annotated[ByTn, _choice("HP of an enemy whose sheet does not say, by its TN")] = (10, 20, 60, 140)
    typical_damage: Annotated[ByTn, _choice("normal damage of such an enemy, by its TN")] = (6, 12, 18, 24)
    typical_damage_max: Annotated[ByTn, _choice("maximum damage of such an enemy, by its TN")] = (10, 20, 30, 40)

    mortal_wounds: Annotated[bool, _choice("players at 0 HP are dying rather than out")] = True
    dying_rounds: Annotated[str, _dice("rounds a mortally wounded player has")] = "1d4+1"
    stabilize_tn: Annotated[int, _number("TN of the Medicine test to stabilise")] = 8
    stabilize_step: Annotated[int, _number("what each bad condition adds to it")] = 2
    treat_tn: Annotated[int, _number("TN of treating wounds with a medical kit")] = 8
    treat_heals: Annotated[str, _dice("HP that treating wounds gives back")] = "1d6"
    repair_tn: Annotated[int, _number("TN of mending armour with a repair kit")] = 10
