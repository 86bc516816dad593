"""Traps: noticed in passing or searched for, disabled or set off (FP-TRP)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene, bonus, skill_check, stated
from rbfcli.systems.futurepath.commands import moving
from rbfcli.systems.futurepath.economy import FULL_ROUND, may_spend, spend
from rbfcli.systems.futurepath.ground.reach import Spot, gap, reaches, spot_of, spot_on
from rbfcli.systems.futurepath.ground.squares import read_square
from rbfcli.systems.futurepath.hazards.blasts import Blast, go_off, victims
from rbfcli.systems.futurepath.sheet.board import Field, Trap
from rbfcli.systems.futurepath.verdict import FUMBLE, GOOD

MOST_MISSED_BY = 5
ROUNDS_TO_WAIT = 1


def trap_work(scene: FpScene, command: moving.TrapWork) -> None:
    """Look for traps, or disable one that is found (FP-TRP-1, FP-TRP-2)."""
    if command.step == "search":
        if command.trap:
            raise impossible("a search is for every trap", "FP-TRP-1", "trap WHO search")
        search(scene, command)
    else:
        disable(scene, command)


def search(scene: FpScene, command: moving.TrapWork) -> None:
    """One Perception check against the number of every hidden trap (FP-TRP-1)."""
    action = scene.fight.options.search
    spend(scene, command.who, action, "FP-TRP-1")
    edges = stated(command.advantage, command.disadvantage)
    rolled = skill_check(scene, command.who, "perception", "FP-TRP-1", dc=None, mod=command.mod, edges=edges)
    hidden = {name: trap for name, trap in scene.fight.board.traps.items() if trap.armed and not trap.found}
    found = [name for name, trap in hidden.items() if rolled.total >= trap.perception + command.misc]
    for name in found:
        find(scene, command.who, name)
    if not found:
        scene.happen("no-trap-found", "FP-TRP-1", who=command.who)
    scene.conclude(GOOD[1] if found else "failure")


def find(scene: FpScene, who: str, name: str) -> None:
    """Somebody sees a trap, and says so."""
    trap = scene.fight.board.traps[name]
    scene.change("", ("board", "traps", name, "found"), after=True, rule="FP-TRP-1")
    scene.happen("trap-found", "FP-TRP-1", who=who, thing=trap.name, square=trap.square)


def disable(scene: FpScene, command: moving.TrapWork) -> None:
    """Disable Device: in combat a Full Round with a disadvantage, and a bad miss sets it off (FP-TRP-2)."""
    trap = known_trap(scene, command.trap)
    fighting = scene.fight.round > 0
    may_spend(scene, command.who, FULL_ROUND, "FP-TRP-2")
    one, board = scene.one(command.who), scene.fight.board
    if not reaches(board, spot_of(one), trap_spot(board, trap), 1):
        scene.refuse(f"{one.name} does not stand next to the {trap.name}", "FP-TRP-2", f"move {quoted(command.who)} …")
    if fighting and scene.fight.round <= trap.wait:
        scene.refuse(f"the {trap.name} can be tried again in round {trap.wait + 1}", "FP-TRP-2")
    spend(scene, command.who, FULL_ROUND, "FP-TRP-2")
    edges = (Modifier(-int(fighting), "in combat", "FP-TRP-2"), *stated(command.advantage, command.disadvantage))
    dc = trap.disable + command.misc
    rolled = skill_check(
        scene,
        command.who,
        "disable-device",
        "FP-TRP-2",
        dc=dc,
        mod=command.mod,
        edges=edges,
        slips=True,
    )
    scene.conclude(rolled.outcome)
    if rolled.outcome in GOOD:
        scene.change("", ("board", "traps", command.trap, "armed"), after=False, rule="FP-TRP-1")
        scene.happen("trap-disabled", "FP-TRP-1", who=command.who, thing=trap.name)
    elif rolled.outcome == FUMBLE or (fighting and dc - rolled.total > MOST_MISSED_BY):
        set_off(scene, command.trap)
    else:
        again = scene.fight.round + ROUNDS_TO_WAIT
        scene.change("", ("board", "traps", command.trap, "wait"), again if fighting else 0, "FP-TRP-2")
        told = "trap-still-armed" if fighting else "trap-still-hot"
        scene.happen(told, "FP-TRP-2", who=command.who, thing=trap.name)


def known_trap(scene: FpScene, name: str) -> Trap:
    """A trap that is found and armed. Raises Refusal for any other."""
    known = {each: trap for each, trap in scene.fight.board.traps.items() if trap.found and trap.armed}
    if name not in known:
        raise impossible(f"no armed trap {name!r} has been found", "FP-TRP-1", "trap WHO search")
    return known[name]


def notice(scene: FpScene, who: str, here: Spot) -> None:
    """Who passes near a hidden trap may notice it without looking (FP-TRP-1)."""
    options = scene.fight.options
    passive = options.passive_base + sum(each.value for each in bonus(scene.one(who), "perception"))
    for name, trap in scene.fight.board.traps.items():
        far = gap(here, trap_spot(scene.fight.board, trap))
        near = far is not None and far <= options.trap_notice
        if near and trap.armed and not trap.found and passive >= trap.perception:
            find(scene, who, name)


def trap_spot(board: Field, trap: Trap) -> Spot:
    """Where a trap lies."""
    return spot_on(board, read_square(trap.square))


def set_off(scene: FpScene, name: str) -> None:
    """A trap goes off, once (FP-TRP-2)."""
    trap = scene.fight.board.traps[name]
    scene.change("", ("board", "traps", name, "armed"), after=False, rule="FP-TRP-2")
    scene.happen("trap-goes-off", "FP-TRP-2", thing=trap.name, square=trap.square)
    dc = scene.fight.options.blast_dc
    center = trap_spot(scene.fight.board, trap)
    go_off(scene, Blast(rule="FP-TRP-2", damage=trap.damage, dc=dc), victims(scene.fight, center, trap.area))
