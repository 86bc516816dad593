"""A character at 0 HP: knocked out, on its last stand, or dead (THR-DMG-3)."""

from collections.abc import Iterable

from rbfcli.kernel.asking import question
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import DEAD, KNOCKED_OUT, LAST_STAND, standing
from rbfcli.systems.threat.sheet import Character


def go_down(scene: ThreatScene, who: str, down: str) -> None:
    """An NPC at 0 HP is dead; a PC is knocked out, or makes a last stand, as stated or by option (THR-DMG-3)."""
    one = scene.one(who)
    choice = down or scene.fight.options.at_zero
    if not one.pc or LAST_STAND in one.conditions:
        die(scene, who)
    elif choice != "ask":
        scene.afflict(who, choice, "THR-DMG-3")


def has_to_choose(one: Character) -> bool:
    """Whether a PC at 0 HP is neither knocked out nor on its last stand yet (THR-DMG-3)."""
    return one.pc and one.hp == 0 and standing(one) and LAST_STAND not in one.conditions


def choose_ends(scene: ThreatScene, people: Iterable[str]) -> None:
    """Those who have to choose what they do at 0 HP are asked, all at once and nobody twice (THR-DMG-3)."""
    asked = {each.who for each in scene.fight.questions if each.kind == "down"}
    choosing = [who for who in dict.fromkeys(people) if who not in asked and has_to_choose(scene.one(who))]
    questions = [question("down", who, (KNOCKED_OUT, LAST_STAND), "THR-DMG-3") for who in choosing]
    for each, answer in scene.ask_each(questions, still=lambda open_: has_to_choose(scene.one(open_.who))):
        if answer:
            scene.afflict(each.who, answer, "THR-DMG-3")


def die(scene: ThreatScene, who: str) -> None:
    """A character is dead (THR-DMG-3)."""
    scene.afflict(who, DEAD, "THR-DMG-3")
