"""What a command states beforehand about the choices its rules may leave (THR-CMP-1, THR-ULT-1, THR-DMG-3)."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.people import KNOCKED_OUT, LAST_STAND, ThreatScene, character
from rbfcli.systems.threat.sheet import ARMOUR

Fighting = commands.Attack | commands.DamageSave | commands.Tag
Acting = Fighting | commands.Act


def stated_down(command: Fighting | commands.Boss | commands.Damage) -> str:
    """What a PC at 0 HP does. Raises UsageError where both were stated."""
    if command.last_stand and command.knocked_out:
        raise UsageError("a PC at 0 HP is knocked out or makes a last stand, not both", hint="give one of the two")
    return LAST_STAND if command.last_stand else KNOCKED_OUT if command.knocked_out else ""


def stated_wear(scene: ThreatScene, who: str, command: Acting) -> str:
    """What durability loss wears. Raises Refusal where the character does not carry it."""
    one = character(scene, who)
    if command.worn and command.worn not in (ARMOUR, *one.weapons):
        things = ", ".join((*one.weapons, ARMOUR))
        raise impossible(f"{one.name} carries no {command.worn}", "THR-CMP-2", f"carried: {things}")
    return command.worn


def stated_attributes(command: Acting) -> tuple[str, str]:
    """The attribute of the one who acts, and of the partner."""
    match command:
        case commands.Tag() | commands.Act():
            return command.attribute, command.partner_attribute
        case _:
            return command.attribute, ""
