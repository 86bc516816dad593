"""The verbs of RPJ: the shared ones with RPJ's options, and its own."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.model import commands
from rbfcli.model.commands import Arg, DicedCommand, FightCommand, Opt, RollingCommand

React = Annotated[
    tuple[str, ...], Opt("combatants", "choose in advance who reacts with a free attack or overwatch", whose="foes")
]
NoReact = Annotated[bool, Opt("flag", "no one reacts", whose="foes")]
With = Annotated[str, Opt("weapon", "weapon to use (default: the first carried one in range)", name="with")]
Join = Annotated[str, Opt("combatant", "move next to this combatant, into their group or a new one")]
Behind = Annotated[str, Opt("cover", "a piece of cover there, or cover such as +3/1f")]
GroupName = Annotated[str, Opt("group", "adjacency group to enter (default: none)", name="group")]


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: 4d6 and the base attack modifier against the target's melee or ranged defense value."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack sela raider1 --with rifle",
        "attack sela raider1 --aimed --dice 3,4,4,5,2,2,3,3",
        "attack sela raider1 --react raider2",
    )

    weapon: With = ""
    aimed: Annotated[bool, Opt("flag", "aimed fire: two actions, +1 to hit")] = False
    react: React = ()
    no_react: NoReact = False


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight; `--mod` is the base attack modifier."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system rpj --mod 6 --defense 18 --cover +3/1f --range 1",)

    defense: Annotated[int, Opt("number", "the melee or ranged defense value", low=0, high=1000)]
    cover: Annotated[str, Opt("cover", "the target's cover, such as +3/1f or +2/*")] = ""
    range: Annotated[int, Opt("number", "how many regions away the target is", low=0, high=1000)] = 0
    adjacent: Annotated[bool, Opt("flag", "attacker and target are in one adjacency group")] = False
    reoriented: Annotated[bool, Opt("flag", "the target is reoriented in its cover")] = False


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a damage save: the best number of the outermost unbroken layer, plus the damage."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save sela --damage 4", "damage-save raider1 --damage -4 --base")

    damage: Annotated[int, Opt("number", "the incoming damage", low=-1000, high=1000)]
    base: Annotated[bool, Opt("flag", "apply it to the base layer")] = False


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a damage save with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save --system rpj --saves 10,12,15 --damage 3",
        "damage-save --system rpj --saves 9,10/10,12,14 --damage 4",
    )

    saves: Annotated[str, Opt("saves", "remaining target numbers; layers separated by /, outermost first")]
    damage: Annotated[int, Opt("number", "the incoming damage", low=-1000, high=1000)]


class Stabilize(commands.Stabilize, frozen=True, kw_only=True, tag="stabilize"):
    """Roll for an incapacitated combatant: 18 or more stabilizes, five failures in a row kill."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize raider1", "stabilize raider1 --dice 4,5,5,4")


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stabilize with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system rpj", "stabilize --system rpj --failures 4")

    failures: Annotated[int, Opt("number", "failures in a row so far", low=0, high=4)] = 0


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Cross out damage saves without a roll, best first, as the GM decides."""

    examples: ClassVar[tuple[str, ...]] = ("damage raider1 2", "damage raider* 1")


class Heal(commands.Heal, frozen=True, kw_only=True, tag="heal"):
    """Restore crossed-out damage saves, base layer first, as the GM decides."""

    examples: ClassVar[tuple[str, ...]] = ("heal sela 1", "heal sela corin 1")


class Move(DicedCommand, frozen=True, kw_only=True, tag="move"):
    """Move one region, or between the adjacency groups of a region."""

    examples: ClassVar[tuple[str, ...]] = (
        "move corin 2 --join raider1",
        "move sela 1 --cover wall",
        "move corin --group A --react raider1",
        "move corin 2 --no-react",
    )

    who: Annotated[str, Arg("combatant", "who moves")]
    to: Annotated[str, Arg("place", "the region (default: that of --join, or the mover's own)")] = ""
    join: Join = ""
    group_name: GroupName = ""
    cover: Behind = ""
    react: React = ()
    no_react: NoReact = False


class Cautious(Move, frozen=True, kw_only=True, tag="cautious"):
    """Spend the whole turn on a cautious move of up to one region."""

    examples: ClassVar[tuple[str, ...]] = ("cautious sela 2 --cover wall", "cautious corin")


class TakeCover(DicedCommand, frozen=True, kw_only=True, tag="cover"):
    """Take cover where you are, or give it up (`none`)."""

    examples: ClassVar[tuple[str, ...]] = ("cover sela wall", "cover sela +2/*", "cover sela none")

    who: Annotated[str, Arg("combatant", "who takes cover")]
    piece: Annotated[str, Arg("cover", "a piece of cover in the region, cover such as +3/1f, or none")]
    react: React = ()
    no_react: NoReact = False


class Reorient(FightCommand, frozen=True, kw_only=True, tag="reorient"):
    """Turn your cover toward attackers within its flanking distance, or back."""

    examples: ClassVar[tuple[str, ...]] = ("reorient sela", "reorient sela --force")

    who: Annotated[str, Arg("combatant", "who reorients")]


class Suppress(RollingCommand, frozen=True, kw_only=True, tag="suppress"):
    """Suppressive fire: two actions, a ranged attack that ignores cover, deals no damage and suppresses."""

    examples: ClassVar[tuple[str, ...]] = ("suppress sela raider1", "suppress trooper sela --with squad-gun")

    who: Annotated[str, Arg("combatant", "who fires")]
    target: Annotated[str, Arg("combatant", "the target")]
    weapon: With = ""
    react: React = ()
    no_react: NoReact = False


class Overwatch(FightCommand, frozen=True, kw_only=True, tag="overwatch"):
    """Watch a region, and shoot at a foe who enters it."""

    examples: ClassVar[tuple[str, ...]] = ("overwatch sela 2", "overwatch corin 3 --dry-run")

    who: Annotated[str, Arg("combatant", "who watches")]
    region: Annotated[str, Arg("place", "the region")]


class Grapple(RollingCommand, frozen=True, kw_only=True, tag="grapple"):
    """Start a grapple with a touch check; in a grapple, make the grapple check of your turn."""

    examples: ClassVar[tuple[str, ...]] = ("grapple corin raider1", "grapple corin --then hurt")

    who: Annotated[str, Arg("combatant", "who grapples")]
    target: Annotated[str, Arg("combatant", "the target (not needed in a grapple)")] = ""
    then: Annotated[
        str, Opt("choice", "choose in advance what to do on a win", choices=("leave", "hurt", "neither"))
    ] = ""


ATTACK, PASS = "attack", "pass"
