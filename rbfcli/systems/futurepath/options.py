"""The numbers FuturePath leaves open, or states on other pages than that of combat actions."""

from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Options

Die = Literal["1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "1d12", "2d4", "2d6", "2d8", "2d10", "2d12"]
DAMAGE_DICE: tuple[Die, ...] = ("1d2", "1d4", "1d6", "1d8", "1d10", "1d12", "2d8", "2d10", "2d12")
Level = Annotated[int, Meta(ge=1, le=20)]


def _number(low: int, high: int, description: str) -> Meta:
    return Meta(ge=low, le=high, description=description)


class FuturePathOptions(Options, frozen=True, kw_only=True):
    """House options of FuturePath."""

    round_seconds: Annotated[int, _number(1, 600, "seconds a round stands for")] = 3
    initiative: Annotated[
        Literal["average", "roll"], Meta(description="whether a team's average stands, or a d20 is added to it")
    ] = "average"
    neutral: Annotated[tuple[str, ...], Meta(description="sides that are nobody's enemies")] = ("neutral",)
    advantage_low: Annotated[Die, Meta(description="the advantage die of low levels")] = "1d4"
    advantage_middle: Annotated[Die, Meta(description="the advantage die of middle levels")] = "1d6"
    advantage_high: Annotated[Die, Meta(description="the advantage die of high levels")] = "1d8"
    middle_level: Annotated[Level, Meta(description="the first middle level")] = 8
    high_level: Annotated[Level, Meta(description="the first high level")] = 15
    advantage_most: Annotated[int, _number(1, 10, "advantage dice in one roll at most")] = 3
    damage_dice: Annotated[
        tuple[Die, ...], Meta(min_length=9, max_length=9, description="damage dice of the weapon levels 0 to 8")
    ] = DAMAGE_DICE
    naturals: Annotated[
        Literal["attacks", "all"],
        Meta(description="whether a natural 20 and 1 decide attacks alone, or saves and skills too"),
    ] = "attacks"
    least_damage: Annotated[int, _number(0, 10, "what a hit does at least")] = 1
    extra_damage: Annotated[
        Literal["every", "first"], Meta(description="which hits of a full attack get the Extra Damage")
    ] = "every"
    difficult_factor: Annotated[int, _number(1, 10, "squares of movement that one difficult square costs")] = 2
    uneven_feet: Annotated[int, _number(0, 100, "feet that uneven ground takes off a move")] = 10
    sprint_factor: Annotated[int, _number(1, 10, "how many times its speed a character sprints")] = 3
    withdraw_factor: Annotated[int, _number(1, 10, "how many times its speed a character withdraws")] = 2
    opportunities: Annotated[int, _number(0, 20, "Tactical Opportunities one can take a round")] = 1
    opportunity: Annotated[
        Literal["square", "range"],
        Meta(description="whether leaving any threatened square gives one, or only leaving the whole threat range"),
    ] = "square"
    charge_factor: Annotated[int, _number(1, 10, "how many times its speed a character charges")] = 2
    charge_least: Annotated[int, _number(0, 100, "feet that a charge runs at least")] = 10
    charge_straight: Annotated[bool, Meta(description="whether a charge runs in a straight line")] = True
    charge_advantage: Annotated[int, _number(0, 3, "advantages of the attack that ends a charge")] = 1
    technique_base: Annotated[int, _number(0, 40, "what the save against a technique begins with")] = 10
    bull_rush_feet: Annotated[int, _number(5, 100, "how far a bull rush pushes")] = 5
    blast_save: Annotated[
        Literal["dexterity", "constitution", "none"], Meta(description="the save against a blast")
    ] = "dexterity"
    blast_dc: Annotated[int, _number(0, 60, "its number where the grenade states none")] = 15
    blast_walls: Annotated[bool, Meta(description="whether walls and closed doors stop a blast")] = True
    dying_damage: Annotated[str, Meta(description="dice of Constitution a dying character loses a round")] = "1d4"
    stabilize_dc: Annotated[int, _number(0, 60, "number of the Treat Injury check that stabilises")] = 20
    stabilize_slip: Annotated[str, Meta(description="dice of Constitution a natural 1 of it costs the patient")] = "1d4"
    passive_base: Annotated[int, _number(0, 20, "what stands for the die of a passive Perception")] = 10
    trap_notice: Annotated[int, _number(0, 20, "squares from a trap at which it may be noticed in passing")] = 1
    search: Annotated[
        Literal["full-round", "standard", "simple", "free"], Meta(description="the action it takes to look for traps")
    ] = "full-round"
    speech_words: Annotated[int, _number(1, 1000, "words that one can say in a round")] = 12
