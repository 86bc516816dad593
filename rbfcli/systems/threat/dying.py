"""A character at 0 HP: knocked out, on its last stand, or dead (THR-DMG-3)."""

from rbfcli.kernel.events import Answered
from rbfcli.kernel.fight import Question
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import KNOCKED_OUT, LAST_STAND
from rbfcli.systems.threat.sheet import Character


def go_down(scene: ThreatScene, who: str, one: Character, down: str) -> None:
    """An NPC at 0 HP is dead; a PC is knocked out, or makes a last stand (THR-DMG-3)."""
    if not one.pc or LAST_STAND in one.conditions:
        die(scene, who)
        return
    choice = down or scene.fight.options.at_zero
    if choice != "ask":
        withdraw_question(scene, who)
        scene.afflict(who, choice, "THR-DMG-3")
    elif not open_question(scene, who):
        scene.ask("down", who, (KNOCKED_OUT, LAST_STAND), "THR-DMG-3")


def open_question(scene: ThreatScene, who: str) -> bool:
    """Whether a PC at 0 HP still has to choose (THR-DMG-3)."""
    return any((question.kind, question.who) == ("down", who) for question in scene.fight.questions)


def withdraw_question(scene: ThreatScene, who: str) -> None:
    """A PC that is up again, or has chosen beforehand, has nothing more to choose (THR-DMG-3)."""
    if open_question(scene, who):
        scene.emit(Answered(rule="THR-DMG-3", kind="down", who=who, answer=""))


def answer_down(scene: ThreatScene, question: Question, answer: str) -> None:
    """Knocked out, or one last action, as the player chose (THR-DMG-3)."""
    scene.afflict(question.who, answer, "THR-DMG-3")


def die(scene: ThreatScene, who: str) -> None:
    """A character is dead (THR-DMG-3)."""
    scene.relieve(who, LAST_STAND, "THR-DMG-3")
    scene.afflict(who, "dead", "THR-DMG-3")
