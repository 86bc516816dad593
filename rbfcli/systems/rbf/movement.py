"""Moving in RBF: places and metres, going prone and standing up (RBF-PRN)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.actions import fighter, spend
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.sheet import Fighter, Place

CANNOT_MOVE = {"grappled": "RBF-TEC-GRAPPLE", "pinned": "RBF-TEC-PIN"}


def stand(scene: RbfScene, command: commands.Stand) -> None:
    """Standing up is a move (RBF-PRN-1)."""
    if "prone" not in fighter(scene, command.who).conditions:
        raise impossible(f"{fighter(scene, command.who).name} is not prone", "RBF-PRN-1")
    spend(scene, command.who, "RBF-PRN-1")
    scene.relieve(command.who, "prone", "RBF-PRN-1")


def move(scene: RbfScene, command: commands.Move) -> None:
    """Move to a place or a metre, as far as one's speed carries (RBF-ACT-2, RBF-PRN-2)."""
    one = fighter(scene, command.who)
    place = scene.fight.board.places.get(command.to)
    at = _metre(command.to) if place is None else place.at
    held = next((each for each in CANNOT_MOVE if each in one.conditions), "")
    if held:
        scene.refuse(f"{one.name} is {held} and cannot move", CANNOT_MOVE[held])
    far = abs(at - one.at) if at is not None and one.at is not None else 0
    if far > pace(one):
        scene.refuse(f"{command.to} is {far} m away and {one.name} moves {pace(one)} m", "RBF-ACT-2")
    spend(scene, command.who, "RBF-ACT-2")
    _arrive(scene, command.who, command.to if place else "", place or Place(at=at), command.cover)


def pace(one: Fighter) -> int:
    """Metres of one move: halved by crawling and by a crippled leg (RBF-PRN-2, RBF-TEC-CRIPPLE)."""
    halved = sum(each in one.conditions for each in ("prone", "crippled"))
    return int(one.speed // 2**halved)


def _metre(text: str) -> int:
    if not text.lstrip("-").isdigit() or not text.isascii():
        raise impossible(f"there is no place {text!r} on this ground", hint="a named place, or a number of metres")
    return int(text)


def _arrive(scene: RbfScene, who: str, name: str, place: Place, cover: str) -> None:
    scene.change(who, "place", name, "RBF-ACT-2")
    scene.change(who, "at", place.at, "RBF-ACT-2")
    scene.change(who, "height", place.height, "RBF-ACT-2")
    scene.change(who, "cover", cover or place.cover, "RBF-COV-1")


def prone(scene: RbfScene, command: commands.Prone) -> None:
    """Going prone is a move; dropping is free and hurts (RBF-PRN-1)."""
    if "prone" in fighter(scene, command.who).conditions:
        raise impossible(f"{fighter(scene, command.who).name} is prone already", "RBF-PRN-1")
    if command.drop:
        bruise = scene.roll_expression(command.who, "dropping prone", "RBF-PRN-1", scene.fight.options.prone_damage)
        hurt(scene, command.who, bruise, "RBF-PRN-1")
    else:
        spend(scene, command.who, "RBF-PRN-1")
    scene.afflict(command.who, "prone", "RBF-PRN-1")
