"""The words of FuturePath: skills, techniques, postures, conditions, and what a fumble may bring."""

from rbfcli.systems.futurepath.sheet import Ability

SKILLS: dict[str, Ability] = {
    "acrobatics": "dexterity",
    "climb": "strength",
    "diplomacy": "charisma",
    "disable-device": "dexterity",
    "intimidation": "charisma",
    "knowledge": "intelligence",
    "perception": "wisdom",
    "stealth": "dexterity",
    "swim": "strength",
    "treat-injury": "wisdom",
}
FREE_SKILLS = ("acrobatics", "perception")
CHARGE, OVERRUN = "charge", "overrun"
TECHNIQUES = ("bull-rush", "grapple", "trip", "disarm", CHARGE, OVERRUN)
FUMBLES = ("none", "drop", "prone")
LOW = ("prone", "sitting", "kneeling")
CONDITIONS = (*LOW, "grappled", "helpless", "unconscious", "dying", "dead")
KIT, MEDICINE = "field medical kit", "treat-injury"
