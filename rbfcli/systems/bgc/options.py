"""The house options of BGC: every number and reading that its page leaves open."""

from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Options


class BgcOptions(Options, frozen=True, kw_only=True):
    """The numbers and readings BGC leaves open, with what holds where nobody says otherwise."""

    critical_band: Annotated[int, Meta(ge=0, le=50, description="rolls up to this are critical, if they pass")] = 5
    botch_from: Annotated[int, Meta(ge=51, le=101, description="rolls from this on are botches; 101: none")] = 96
    undecided: Annotated[
        Literal["defender", "attacker"], Meta(description="who wins opposed rolls that tie or both fail")
    ] = "defender"
    critical_wins: Annotated[
        bool, Meta(description="of an attack and a Defend a critical beats a plain success, whatever the margins")
    ] = False
    most_actions: Annotated[int, Meta(ge=1, le=20, description="actions a round with a Speed above 100")] = 6
    least_actions: Annotated[int, Meta(ge=0, le=6, description="actions a round nobody falls below")] = 1
    speed_steps_stack: Annotated[
        bool, Meta(description="a wide margin and a critical or a botch both change the actions")
    ] = False
    order_ties: Annotated[
        Literal["speed", "file"], Meta(description="of equal margins the higher Speed is first, or as in the file")
    ] = "speed"
    must_declare: Annotated[bool, Meta(description="actions have to be declared before they are taken")] = True
    strike_back_rolls: Annotated[bool, Meta(description="a strike at a botched opening has to roll to hit")] = False
    miss_uses_defend: Annotated[bool, Meta(description="an attack that misses uses up the Defend it meets")] = True
    risk_step: Annotated[int, Meta(ge=1, le=100, description="penalty each extra action adds")] = 10
    called_least: Annotated[int, Meta(ge=0, le=100, description="the smallest penalty of a called shot")] = 25
    called_most: Annotated[int, Meta(ge=0, le=100, description="the largest penalty of a called shot")] = 50
    gap_penalty: Annotated[int, Meta(ge=0, le=100, description="penalty for striking a gap in partial armour")] = 15
    least_damage: Annotated[int, Meta(ge=0, le=10, description="levels lost at least once armour is penetrated")] = 0
    bare_body: Annotated[
        Literal["above", "reach"], Meta(description="bare hands roll above natural armour, or need only reach it")
    ] = "above"
    mega_factor: Annotated[int, Meta(ge=1, le=100, description="how many times the target's size kills outright")] = 2
    wound_penalty: Annotated[bool, Meta(description="lost levels hinder all actions")] = True
    wound_step: Annotated[int, Meta(ge=1, le=100, description="levels lost for one step of that hindrance")] = 5
    wound_cost: Annotated[int, Meta(ge=0, le=100, description="what each such step takes off")] = 5
    will_half: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower bonus on dropping below half")] = 15
    quarter_mark: Annotated[
        Literal["up", "down"], Meta(description="how a quarter of the levels is rounded, where there is a remainder")
    ] = "up"
    will_quarter: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower bonus on dropping to a quarter")] = 0
    will_zero: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower bonus at 0")] = -15
    every_shock: Annotated[bool, Meta(description="a blow over several lines calls for a test at each of them")] = False
    wake_quarter: Annotated[
        int, Meta(ge=-1000, le=1000, description="bonus for waking or treating someone at a quarter or less")
    ] = -10
    bleed_rounds: Annotated[int, Meta(ge=1, le=100, description="rounds between two losses by bleeding")] = 5
    bleed_levels: Annotated[int, Meta(ge=0, le=20, description="levels lost then below a quarter")] = 1
    bleed_below_zero: Annotated[int, Meta(ge=0, le=20, description="levels lost then below 0")] = 3
    bleed_chance: Annotated[int, Meta(ge=0, le=100, description="percent chance of one more in a fight")] = 50
    treat_above_zero: Annotated[bool, Meta(description="treatment stops bleeding above 0 too, not only below")] = True
    death_below: Annotated[int, Meta(ge=-10_000, le=0, description="below this many levels there is only death")] = -10
    npc_dies_at_zero: Annotated[bool, Meta(description="an NPC at 0 levels is dead")] = True
