"""Whole logs of a few lines each: every event in order, with its rule, whose it is, by whom, and how long it lasts."""

from pathlib import Path

import pytest

from rbfcli.kernel.events import Afflicted, Changed, Happened, Relieved, Rolled
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.sheet import Place, Spell

LOGS = Path(__file__).with_name("logs.txt")
ORDER = "init --set ada=20 --set joss=18 --set tamsin=16 --set thug=14 --set other=8 --set boss=6"
KITS = {"items": ("medical kit", "repair kit"), "skills": {"medicine": 4, "crafting": 4, "melee": 3, "dodge": 3}}
SPELLS = {"spark": Spell(name="spark", skill="metaphysics", damage=6, kind="fire", condition="blinded")}
MAGES = {"skills": {"metaphysics": 2, "dodge": 3}, "talents": ("Counterspell",)}
PLACES = {"crates": Place(name="the crates", at=4, cover="medium"), "wall": Place(at=9, cover="light", low=True)}

SCENES = {
    "a spell of a player": (
        {"ada": MAGES, "thug": {"hp": 60}, "more": {"spells": SPELLS}},
        (
            "cast ada spark thug --dice 6,6",
            "cast ada spark thug --dice 8,8",
            "choose double",
            "cast ada spark thug --dice 1,1",
        ),
    ),
    "a spell of an enemy, and one that is countered": (
        {"ada": MAGES, "more": {"spells": SPELLS}},
        (
            "cast thug spark joss --countered-by ada --dice 1,2,1,1",
            "set ada reactions-left=1",
            "cast thug spark joss --countered-by ada --dice 8,8",
        ),
    ),
    "defenses": (
        {"ada": {"hp": 90}, "thug": {"damage": "2d6", "damage_max": None}},
        (
            "attack thug ada --dice 8,8",
            "attack thug ada --dice 5,5,3,4",
            "attack thug ada --dice 3,3,3,4",
            "attack thug ada --condition blinded --dice 1,1",
            "attack thug ada --condition pinned --dice 1,1",
        ),
    ),
    "a riposte": (
        {"ada": {"talents": ("Expert Duelist",)}, "thug": {"hp": 60}},
        (ORDER, "turn next", "turn next", "turn next", "attack thug ada --dice 8,8", "choose strike --dice 5,5"),
    ),
    "somebody dying": (
        {"ada": KITS, "joss": {"hp": 1}},
        ("damage joss 3 --dice 2", ORDER, "stabilize joss --by ada --dice 1,1", "stabilize joss --by ada --dice 6,6"),
    ),
    "kits": (
        {"ada": {**KITS, "hp": 3, "max_hp": 15, "armour_broken": True, "conditions": {"bleeding": Condition()}}},
        ("use ada 'medical kit' --dice 6,6,3", "use ada 'repair kit' --dice 1,1", "use ada 'repair kit' --dice 6,6"),
    ),
    "a grapple, a throw and a fall": (
        {"tamsin": {"at": 0}, "thug": {"at": 1, "hp": 60}},
        (
            "attack tamsin thug --technique grapple --dice 6,5",
            "attack tamsin thug --technique throw --metres 6 --dice 6,5,3,4",
            "fall ada 4 --dice 3",
            "set thug at=1",
            "attack tamsin thug --technique grapple --dice 6,5,4",
            "free thug --dice 3,3,3",
        ),
    ),
    "a pin, a laceration and a boss who shakes off": (
        {"ada": {"weapons": ("spear",)}, "boss": {"tn": 10}},
        (
            ORDER,
            "attack ada boss --technique pin --dice 6,5",
            "attack ada thug --technique trip --dice 6,5",
            "condition add boss stunned",
            "condition add other leaking",
            "turn next",
            "turn next",
            "turn next",
            "stand thug",
            "turn next --dice 4",
            "turn next",
            "shake-off boss stunned",
            "free boss",
            "turn next",
        ),
    ),
    "moves before a watcher": (
        {"joss": {"at": 0}, "thug": {"at": 40, "hp": 60}, "board": {"places": PLACES}},
        (
            ORDER,
            "turn next",
            "aim joss",
            "overwatch joss",
            "turn next",
            "turn next",
            "move thug 25 --force --dice 5,5",
            "move thug wall --force",
        ),
    ),
    "hiding and pointing out": (
        {"ada": {"place": "crates", "talents": ("Stalker",)}, "board": {"places": PLACES}},
        (
            ORDER,
            "hide ada --bonus",
            "set ada seen-by=thug",
            "turn next",
            "turn next",
            "turn next",
            "spot thug ada",
            "turn next",
            "turn next",
            "turn next",
            "attack ada thug --dice 5,5",
        ),
    ),
    "a rage, and dropping prone": (
        {"ada": {"talents": ("Berserker",)}, "thug": {"hp": 60}},
        (
            ORDER,
            "use ada rage",
            "attack ada thug --dice 5,5,5",
            "prone ada --drop --dice 2",
            "stand ada",
            "prone ada --force",
        ),
    ),
    "surprise and a hold": (
        {"ada": {"talents": ("Speedy",)}},
        (
            "init --sneaking thug --set thug=30 --set other=3 --set boss=1 --dice 1,1,5,5,4,4,3,3",
            "hold thug --until 2",
            "turn next",
            "turn next",
            "turn next",
        ),
    ),
    "words, intents and checks": (
        {},
        (
            ORDER,
            "intent ada 'hold the door'",
            "speak ada 'get down' --allies",
            "speak ada halt --tn 12 --dice 6,6",
            "check ada athletics --tn 12 --free --dice 1,1",
            "turn next",
        ),
    ),
    "an order that is sprinkled, split and held": (
        {"boss": {"counts": (12, 5)}, "other": {"conditions": {"crippled": Condition()}}},
        (
            "init --set ada=20 --set joss=10 --set tamsin=3 --set boss=12,5",
            "turn next",
            "hold thug",
            "turn next",
            "turn next",
        ),
    ),
    "weapons in hand": (
        {"joss": {"weapons": ("pistol", "rifle", "auto"), "at": 3}, "thug": {"at": 20, "hp": 90}, "other": {"at": 21}},
        (
            ORDER,
            "turn next",
            "draw joss rifle",
            "attack joss thug --dice 1,1",
            "turn next",
            "attack joss thug --force --with auto --autofire --dice 5,5",
            "draw joss auto --force",
            "attack joss thug other --autofire --force --dice 8,7",
            "choose double",
            "reload joss --force",
            "holster joss --force",
        ),
    ),
    "pushed, thrown back and sundered": (
        {"ada": {"at": 0}, "joss": {"at": 0}, "thug": {"at": 1, "hp": 90, "conditions": {"pinned": Condition()}}},
        (
            "attack ada thug --technique shove --dice 6,7",
            "attack joss thug --technique shove --dice 6,6",
            "attack joss thug --technique sunder --dice 6,6",
            "attack joss thug --critical thrown --dice 8,8",
            "attack joss thug --technique strafe --to 1 --dice 5,5",
        ),
    ),
    "disarmed": (
        {"ada": {"at": 0}, "thug": {"at": 1, "hp": 90}},
        ("attack ada thug --technique disarm --dice 6,6", "attack thug ada --dice 5,5", "draw thug hook"),
    ),
    "a bonus action, an aim lost, and a crisis": (
        {
            "ada": {"skills": {"telekinetics": 2}, "talents": ("Expert Telekinetic",), "aim": 1},
            "board": {"mode": "crisis"},
            "more": {"spells": SPELLS},
        },
        (
            "init --set ada=9 --set joss=5 --set tamsin=3",
            "cast ada 'say lift' --tn 10 --bonus --dice 6,6",
            "check ada telekinetics --tn 12 --dice 6,6",
            "turn next",
            "speak joss 'to me' --allies --lead",
        ),
    ),
    "dangers that the GM states": (
        {"ada": {"hp": 60, "cover": "light"}},
        (
            "damage-save ada --tn 12 --damage 2d6 --dice 5,5,3,4",
            "damage-save ada --tn 12 --damage 9 --max 11 --kind resilience --of poison --dice 1,1",
            "damage-save ada --tn 12 --damage 9 --condition 'say coughing' --dice 1,1",
        ),
    ),
    "what a crawl and a place do": (
        {"ada": {"at": 0, "conditions": {"prone": Condition(), "hidden": Condition()}}, "board": {"places": PLACES}},
        (ORDER, "move ada crates", "move ada 1 --cover light", "stand ada --force"),
    ),
}


def in_short(event):
    """An event in a line: its rule, whose it is and at whom, and what."""
    match event:
        case Changed(rule=rule, who=who, field=field, before=before, after=after):
            return f"{rule} {who}: {field} {before} -> {after}"
        case Happened(rule=rule, who=who, target=target, what=what, facts=facts):
            said = ", ".join(f"{key}={value}" for key, value in facts.items())
            return f"{rule} {who} > {target}: {what} ({said})"
        case Rolled(rule=rule, who=who, target=target, label=label):
            added = ", ".join(f"{each.value:+} {each.why} {each.rule}" for each in event.modifiers if each.value)
            edges = ", ".join(f"{each.value:+} {each.why} {each.rule}" for each in event.edges)
            return (
                f"{rule} {who} > {target}: {label} {event.total} / {event.against} {event.outcome} ({added}; {edges})"
            )
        case Afflicted(rule=rule, who=who, name=name, condition=condition):
            return (
                f"{rule} {who}: {name} for {condition.rounds} {condition.edge} of {condition.whose} by {condition.by}"
                f" ({condition.amount})"
            )
        case Relieved(rule=rule, who=who, name=name):
            return f"{rule} {who}: no longer {name}"
    return ""


@pytest.mark.parametrize("scene", SCENES)
def test_a_log_in_full(table, scene):
    """RBF-ATK-1, RBF-DEF-1, RBF-ACT-2: the rules behind each line, as they were read when the log was written down."""
    changes, lines = SCENES[scene]
    laid, told = table(**changes), []
    for line in lines:
        told += [f"> {line}", *filter(None, map(in_short, laid.do(line).events))]
    logs = dict(each.partition("\n")[::2] for each in LOGS.read_text(encoding="utf-8").split("## ")[1:])
    assert told == logs[scene].strip().splitlines()
