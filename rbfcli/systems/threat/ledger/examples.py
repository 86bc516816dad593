"""Worked examples of the rules on the raid on the pit head: for whoever wins by them, and whoever loses."""

from rbfcli.kernel.ledger import Example

OFFENSE = ("init",)
DEFENCE = ("init --phase defence",)


def shown(line: str, told: str, *before: str) -> Example:
    """A line, after those that lead up to it, and what is told."""
    return Example(line=line, told=told, before=before)


def refused(line: str, told: str, *before: str) -> Example:
    """A line that is refused with some words, after those that lead up to it."""
    return Example(line=line, told=told, before=before, refused=True)


EXAMPLES = {
    "THR-START-1": (
        shown("attack odile guard1 --dice 5,5", "Odile Marr hits Mine guard 1: 10, at least 10", *OFFENSE),
        refused("attack odile guard1", "Odile Marr is not in the combat zone", *OFFENSE, "set odile in_zone=false"),
    ),
    "THR-END-1": (
        shown("damage commander 9", "the fight is over: all enemies are defeated", *OFFENSE, "damage guard* 9"),
        shown("end --escaped", "the fight is over: the crew escapes", *OFFENSE),
        shown(
            "add Guard --from guard", "Enemies stand again: the fight goes on", *OFFENSE, "damage guard* commander 9"
        ),
    ),
    "THR-PHASE-1": (
        shown("init", "-- round 1 --\n-- Offense --"),
        shown("act odile hide --no-roll", "-- Defence --", "init --threat 5"),
    ),
    "THR-OFF-1": (
        shown("attack odile guard1 --dice 5,5", "Odile Marr hits Mine guard 1: 10, at least 10", *OFFENSE),
        refused("attack guard1 odile", "Mine guard 1 acts in Defence; this is Offense", *OFFENSE),
    ),
    "THR-DEF-1": (
        shown("attack guard1 bram --dice 5,5", "Bram Tolliver evades Mine guard 1: 10, at least 10", *DEFENCE),
        refused("attack bram guard1", "Bram Tolliver acts in Offense; this is Defence", *DEFENCE),
    ),
    "THR-ROLL-1": (
        shown("act bram climb --dice 6,4", "Bram Tolliver succeeds at the task: 10, at least 10", *OFFENSE),
        shown("act bram climb --dice 3,3", "Bram Tolliver fails at the task: 6, below 7", *OFFENSE),
    ),
    "THR-ROLL-2": (
        shown(
            "act bram climb --attribute jaws --dice 5,4",
            "Bram Tolliver succeeds at the task: 10, at least 10",
            *OFFENSE,
        ),
        shown(
            "act bram climb --disadvantage 1 --complication threat --dice 6,6,1",
            "Bram Tolliver succeeds at the task, with a complication: 7, within 7-9",
            *OFFENSE,
        ),
    ),
    "THR-OFF-2": (
        shown("attack odile commander --dice 3,3", "One space more: tracker 2 -> 1", *OFFENSE),
        shown(
            "attack bram commander --complication threat --dice 3,3,6",
            "Bram Tolliver hits Cell commander, with a complication: 7, within 7-9",
            *OFFENSE,
        ),
    ),
    "THR-OFF-3": (
        shown("attack bram commander --complication threat --dice 4,2,6", "Cell commander: HP 6 -> 1", *OFFENSE),
        shown(
            "attack bram commander --complication threat --dice 4,2,6",
            "Combat threat 3 -> 4: the tracker of the next Defence starts at 3",
            *OFFENSE,
        ),
    ),
    "THR-OFF-4": (
        shown("attack bram commander --dice 5,4,6", "Cell commander: HP 6 -> 1", *OFFENSE),
        shown("attack bram commander --dice 5,4,1", "Cell commander is unhurt: damage 2 against armour 2", *OFFENSE),
    ),
    "THR-OFF-5": (
        shown("attack bram commander --ultra double --dice 6,6,3", "Cell commander is dead", *OFFENSE),
        shown(
            "attack bram commander --ultra threat --dice 6,6,6",
            "Combat threat 3 -> 2: the tracker of the next Defence starts at 2",
            *OFFENSE,
        ),
    ),
    "THR-DEF-2": (
        shown("attack guard1 bram --dice 2,2,6", "Bram Tolliver: HP 8 -> 3", *DEFENCE),
        shown("attack guard1 bram --dice 2,2,1", "Bram Tolliver is unhurt: damage 2 against armour 2", *DEFENCE),
    ),
    "THR-DEF-3": (
        shown(
            "attack guard1 bram --complication threat --dice 4,4",
            "Combat threat 3 -> 4: the tracker of the next Offense starts at 2",
            *DEFENCE,
        ),
        shown("attack guard1 bram --complication half-damage --dice 4,4,6", "Bram Tolliver: HP 8 -> 7", *DEFENCE),
    ),
    "THR-DEF-4": (
        shown("attack guard1 bram --dice 5,5", "One space more: tracker 2 -> 1", *DEFENCE),
        shown(
            "attack guard1 bram --dice 5,5",
            "-- Offense --\nCombat threat 1, tracker at 3",
            f"{DEFENCE[0]} --threat 1",
        ),
    ),
    "THR-DEF-5": (
        shown("attack guard1 bram --ultra free-attack --dice 6,6", "-- Offense --", *DEFENCE),
        shown(
            "attack guard1 bram --ultra threat --dice 6,6",
            "Combat threat 3 -> 2: the tracker of the next Defence starts at 2",
            *DEFENCE,
        ),
    ),
    "THR-TRACK-1": (
        shown("init --threat 5", "Combat threat 5, tracker at 1"),
        refused("init --threat 6", "the threat goes from 1 to 5, not to 6"),
    ),
    "THR-TRACK-2": (
        shown("init --threat 4", "Combat threat 4, tracker at 2"),
        shown("init --threat 4 --phase defence", "Combat threat 4, tracker at 3"),
    ),
    "THR-TRACK-3": (
        shown("act odile hide --no-roll", "Tracker 3 -> 2", *OFFENSE),
        shown("act odile hide --dice 2,2", "That was the last action of Offense", "init --threat 5"),
    ),
    "THR-TRACK-4": (
        shown(
            "damage commander 9",
            "The referee may lower the combat threat to 2: Cell commander, a boss, is neutralised",
            *OFFENSE,
        ),
        shown("threat -1", "Combat threat 3 -> 2: the tracker of the next Defence starts at 2", *OFFENSE),
        refused("threat +3", "the threat goes from 1 to 5, not to 6", *OFFENSE),
    ),
    "THR-ATK-1": (
        shown("attack bram commander --dice 5,4,6", "Bram Tolliver hits Cell commander", *OFFENSE),
        refused(
            "attack bram guard1",
            "Bram Tolliver has attacked in this phase",
            *OFFENSE,
            "attack bram commander --dice 5,4,6",
        ),
    ),
    "THR-ATK-2": (
        shown(
            "attack guard2 bram --dice 5,5",
            "Bram Tolliver evades Mine guard 2: 10, at least 10",
            *DEFENCE,
            "attack guard1 bram --dice 2,2,6",
        ),
        shown(
            "attack guard2 bram --dice 2,2,6", "Bram Tolliver: HP 3 -> 0", *DEFENCE, "attack guard1 bram --dice 2,2,6"
        ),
    ),
    "THR-TAG-1": (
        shown("tag rill bram commander --dice 5,4,6", "Tracker 3 -> 2", *OFFENSE),
        refused(
            "act bram hide",
            "Bram Tolliver was in a tag team and acts no more this phase",
            *OFFENSE,
            "tag rill bram commander --dice 5,4,6",
        ),
    ),
    "THR-TAG-2": (
        shown(
            "tag rill bram commander --dice 5,3,6",
            "[5 3] by hand +1 EYES of Rill Ostrander (THR-ROLL-2) +1 JAWS of Bram Tolliver (THR-ROLL-2) = 10",
            *OFFENSE,
        ),
        shown(
            "tag rill bram commander --dice 2,2",
            "[2 2] by hand +1 EYES of Rill Ostrander (THR-ROLL-2) +1 JAWS of Bram Tolliver (THR-ROLL-2) = 6",
            *OFFENSE,
        ),
    ),
    "THR-CMP-1": (
        shown("attack bram commander --dice 4,2,4,6", "Complication for Bram Tolliver: +1 combat threat", *OFFENSE),
        shown(
            "attack bram commander --complication 'say the lamp goes out' --dice 4,2,6",
            "Complication for Bram Tolliver: the lamp goes out (noted, no effect on the numbers)",
            *OFFENSE,
        ),
    ),
    "THR-CMP-2": (
        shown("attack bram commander --complication trade --dice 4,2,6,6", "Bram Tolliver: HP 8 -> 3", *OFFENSE),
        shown("attack bram commander --complication half-damage --dice 4,2,6", "Cell commander: HP 6 -> 5", *OFFENSE),
    ),
    "THR-ULT-1": (
        shown(
            "choose 'deal double damage' --dice 3",
            "Something amazing for Bram Tolliver: double damage",
            *OFFENSE,
            "attack bram commander --dice 6,6",
        ),
        refused("attack bram commander --ultra free-attack", "a free attack comes up only during Defence", *OFFENSE),
    ),
    "THR-ULT-2": (
        shown("attack bram commander --ultra armour --dice 6,6,6", "Cell commander: armour 2 -> 0", *OFFENSE),
        shown(
            "attack bram commander --ultra roll --dice 6,6,7,2,6",
            "A free attack means nothing here: rolled again",
            *OFFENSE,
        ),
    ),
    "THR-DMG-1": (
        shown("attack bram commander --dice 5,4,6", "Cell commander: HP 6 -> 1", *OFFENSE),
        shown("attack bram commander --dice 5,4,1", "Cell commander is unhurt: damage 2 against armour 2", *OFFENSE),
    ),
    "THR-DMG-2": (
        shown(
            "attack rill guard1 --dice 5,5,6", "Mine guard 1's hard hat takes all 6 damage and is destroyed", *OFFENSE
        ),
        shown("attack bram guard1 --dice 5,5,6", "Mine guard 1 is dead", *OFFENSE, "attack rill guard1 --dice 5,5,6"),
    ),
    "THR-DMG-3": (
        shown(
            "attack guard1 bram --last-stand --dice 2,2,6",
            "Bram Tolliver makes a last stand",
            *DEFENCE,
            "set bram hp=1",
        ),
        shown("attack guard1 odile --dice 1,1,6", "Odile Marr is dead", *DEFENCE),
    ),
    "THR-BOSS-1": (
        shown("boss commander rill bram --dice 3,6", "Bram Tolliver: HP 8 -> 4", *OFFENSE),
        refused(
            "boss commander bram", "Cell commander has made their boss move in this mission", *OFFENSE, "boss commander"
        ),
    ),
    "THR-ACT-1": (
        shown("act odile 'cut the power' --no-roll", "Tracker 3 -> 2", *OFFENSE),
        shown("act odile 'cut the power' --dice 2,2", "One space more: tracker 2 -> 1", *OFFENSE),
    ),
}
