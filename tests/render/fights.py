"""A fight of each system in the middle of a round: some are down or hurt, conditions count, a choice waits."""

from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter

FIGHTS = {
    "rbf": (
        "dock-ambush",
        "init --dice 5,5,4,4,3,3,6,6",
        "condition add thug1 prone",
        "condition add ada blinded --rounds 2",
        "damage thug3 20",
        "damage pell 11",
        "attack joss gunner1 --dice 8,8 --force",
    ),
    "threat": (
        "mine-raid",
        "init --threat 4",
        "condition add rill disadvantage",
        "damage guard1 9",
        "attack bram guard2 --dice 6,6",
    ),
    "rpj": (
        "relay-road",
        "init",
        "damage raider2 9",
        "damage sela 2",
        "turn",
        "turn",
    ),
    "futurepath": (
        "depot-raid",
        "init",
        "damage guard 12",
        "condition add yara prone",
        "damage hale 4",
        "turn",
        "turn",
        "move gort H3",
    ),
    "generic": (
        "weir-at-dusk",
        "init --set mira=20 --set tom=15 --set ghouls=10 --set toad=5",
        "attack mira ghoul1 --dice 15,6",
        "heal tom 5 --temp",
        "damage toad 30",
        "condition add ghoul2 prone",
        "turn",
    ),
    "bgc": (
        "street-arrest",
        "init --dice 50,45,20,30",
        "declare tove attack defend",
        "declare rin attack",
        "damage lookout 14",
        "damage rin 15",
        "damage rin 8",
        "turn",
    ),
}


def begun(system):
    """The session of a fight after its lines."""
    encounter, *lines = FIGHTS[system]
    session = from_encounter(find_encounter(encounter), "quay", source=encounter)
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    return session
