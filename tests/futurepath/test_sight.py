"""What players see of a FuturePath fight (FP-TRP-1)."""

from msgspec.structs import replace

from rbfcli.kernel.picture import Strips
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.futurepath.sheet.board import Trap
from rbfcli.systems.futurepath.sight import sight


def test_a_trap_is_on_the_map_once_it_was_found():
    """FP-TRP-1: until then it is the GM's."""
    fight = from_encounter(find_encounter("depot-raid"), "sight", source="depot-raid").fight
    for found in (False, True):
        traps = {"wire": Trap(name="a wire", square="F6", found=found)}
        told = sight().ground(replace(fight, board=replace(fight.board, traps=traps)))
        strips = next(part for part in told if isinstance(part, Strips))
        assert any("^ " in strip for strip in strips.strips) is found
        assert ("wire" in str(told)) is found
