"""Refusals of FuturePath in their words, with their rule and what would have been right (FP-ECO-3)."""

import pytest

FORCE = "--force does it all the same"
PIERCE = "what is thrown gets over it; or AP, or --weak for a weak barrier, or --force"
NO_FULL_ROUND = "left this turn: Standard, Free, or --force"
WITH_KNIFE = "set hale off_hand=knife square=G1"
BOTH = "set hale off_hand=knife square=G2 extra_attacks=1"
LIGHT = "set fight board.objects.crate.weight=light board.objects.crate.square"
MINE = "set fight board.traps.mine.found=true"


def play_and_refuse(table, before, line):
    """Rule, message and hint of a line that is refused after some others."""
    for each in before:
        table.do(each)
    wrong = table.refused(line)
    return wrong.rule, wrong.message, wrong.hint


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "attack hale tough bully", "FP-ATK-1", "one attack has one target", "full-attack hale …"),
        (("move hale C1",), "attack hale tough", "FP-ATK-1", "Hale has no Standard action for this",
         "left this turn: Simple, Free, or --force"),
        ((), "attack hale hale", "", "Hale cannot do that to themself", ""),
        (("damage tough 60",), "attack hale tough", "FP-DIE-1", "Tough is dead already", FORCE),
        (("set hale held=frag square=G1",), "attack hale tough", "FP-GRN-1", "the frag grenade is thrown",
         "throw hale frag …"),
        (("set hale square=F1",), "attack hale tough", "FP-ATK-2", "Tough is 10 ft away and Hale reaches 5 ft",
         "move hale …, or --force"),
        (("set hale square=G1",), "attack hale tough --cover full", "FP-COV-2", "Tough is behind full cover", PIERCE),
        (("set hale square=G1",), "attack hale tough --weak --cover full", "FP-COV-2", "Tough is behind full cover",
         PIERCE),
        ((), "attack yara tough --weak", "FP-COV-2", "--weak means nothing: there is no barrier to shoot through",
         "with --cover full"),
        (("set yara ammo.sidearm=0",), "attack yara tough", "FP-MOV-7", "the side arm of Yara is empty",
         "reload yara, or --force"),
        ((), "attack hale tough --fumble sings", "", "there is no fumble 'sings'", "known: none, drop, prone"),
        ((), "full-attack hale tough", "FP-FUL-1", "Hale has neither Extra Attacks nor Extra Damage",
         "attack hale …, or --force"),
        ((), "full-attack gort tough bully", "FP-FUL-1", "a full attack of gort has 1 targets at most", ""),
        (("holster gort",), "full-attack gort tough", "FP-FUL-1", "Gort has no Full Round action for this",
         NO_FULL_ROUND),
        (("set hale square=G1",), "coup-de-grace hale tough", "FP-CDG-1", "Tough is not helpless",
         "attack hale …, or --force"),
        (("set hale square=G1", "damage tough 30", "holster hale"), "coup-de-grace hale tough", "FP-CDG-1",
         "Hale has no Full Round action for this", NO_FULL_ROUND),
        ((), "damage-save hale --damage 3 --kind coup-de-grace --save wisdom", "FP-CDG-1",
         "--save means nothing for a coup de grace: that is a Constitution save", ""),
    ],
)  # fmt: skip
def test_an_attack_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-ATK-1, FP-ATK-2, FP-COV-2, FP-FUL-1, FP-CDG-1: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "off-hand hale tough", "FP-OFF-1", "Hale holds no such weapon in the off hand",
         "draw hale … --off-hand"),
        ((WITH_KNIFE,), "off-hand hale tough --with sword", "FP-OFF-1", "Hale holds no such weapon in the off hand",
         "draw hale … --off-hand"),
        ((WITH_KNIFE,), "off-hand hale tough", "FP-OFF-1", "a Bonus Attack comes after an attack",
         "attack hale …, or --force"),
        ((WITH_KNIFE, "condition add hale helpless"), "off-hand hale tough", "FP-DIE-1",
         "Hale is helpless and cannot act", FORCE),
        ((WITH_KNIFE, "attack hale tough --dice 2", "holster hale"), "off-hand hale tough", "FP-OFF-1",
         "Hale has no Simple action for this", "left this turn: Free, or --force"),
        ((BOTH, "full-attack hale tough --dice 2,2", "off-hand hale tough --dice 2"), "off-hand hale tough",
         "FP-OFF-1", "Hale has made their Bonus Attack", FORCE),
        ((BOTH, "full-attack hale tough bully --dice 2,2"), "off-hand hale porter", "FP-OFF-1",
         "after a Full Attack only its own target can be attacked", "tough, bully, or --force"),
        (("set gort off_hand=maul square=G1", "attack gort tough --dice 2"), "off-hand gort tough", "FP-OFF-2",
         "the maul is too heavy for the off hand", "level 0-2, or 3-5 if versatile, or --force"),
        ((WITH_KNIFE, "set hale weapons=sword,needle", "set hale off_hand=needle", "attack hale tough --dice 2"),
         "off-hand hale tough", "FP-OFF-1", "Hale is not proficient with the needle", FORCE),
    ],
)  # fmt: skip
def test_a_bonus_attack_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-OFF-1, FP-OFF-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        (("set hale held=frag square=A9",), "object hale crate", "FP-GRN-1", "the frag grenade is thrown",
         "throw hale frag …"),
        ((), "object hale door", "FP-ATK-2", "the hatch is 70 ft away, out of reach", "move hale …, or --force"),
        ((), "object yara crate", "FP-COV-2", "the crate is behind full cover", PIERCE),
        (("set hale square=A9",), "object hale crate --disadvantage 1", "FP-OBJ-1",
         "the crate cannot move and is hit without a check", "without --mod and the like"),
        (("set hale square=A9", "set hale turn.standard=true"), "object hale crate", "FP-OBJ-1",
         "Hale has no Standard action for this", "left this turn: Simple, Free, or --force"),
        (("set yara ammo.sidearm=0 square=A8",), "object yara crate", "FP-MOV-7", "the side arm of Yara is empty",
         "reload yara, or --force"),
        ((), "object hale moon", "", "there is no object 'moon'", "known: door, crate"),
    ],
)  # fmt: skip
def test_an_attack_on_an_object_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-OBJ-1, FP-ATK-2, FP-COV-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "throw hale frag", "FP-GRN-1", "somebody or some square has to be aimed at",
         "throw WHO WHAT TARGET, or --at C4"),
        ((), "throw hale frag tough --mod 1 --misc 2 --advantage 1 --disadvantage 1", "FP-GRN-4",
         "--mod, --misc, --advantage, --disadvantage means nothing without --cook", ""),
        ((), "throw hale frag --at P10", "FP-GRN-1", "P10 is 70 ft away and Hale throws 50 ft",
         "a nearer square, or --force"),
        ((WITH_KNIFE,), "throw hale frag tough", "FP-GRN-1", "Hale has no hand free", "holster hale …, or --force"),
        (("holster hale",), "throw hale frag tough", "FP-GRN-1", "Hale has no Full Round action for this",
         NO_FULL_ROUND),
        (("set hale ammo.frag=0",), "throw hale frag tough", "FP-GRN-1", "Hale has no frag grenade left", FORCE),
        ((), "throw hale sword tough", "FP-GRN-1", "the broad sword is too heavy to throw",
         "something of level 0 to 2"),
        ((), "throw hale knife tough --cook", "FP-GRN-4", "the knife is no grenade", "without --cook"),
        (("set fight board.objects.crate.square=B2",), "throw hale crate tough", "FP-GRN-1",
         "the crate is too heavy to throw", "drag hale …"),
        ((f"{LIGHT}=B2 board.objects.crate.blocks=true",), "throw hale crate tough", "FP-GRN-1",
         "the crate is too heavy to throw", "drag hale …"),
        ((f"{LIGHT}=B2",), "throw hale crate tough --cook", "FP-GRN-4", "the crate is no grenade", "without --cook"),
        ((f"{LIGHT}=B8",), "throw hale crate tough", "FP-GRN-1", "Hale does not stand next to the crate",
         "move hale …, or --force"),
    ],
)  # fmt: skip
def test_a_throw_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-GRN-1, FP-GRN-4: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "trap yara search mine", "FP-TRP-1", "a search is for every trap", "trap WHO search"),
        (("holster yara",), "trap yara search", "FP-TRP-1", "Yara has no Full Round action for this", NO_FULL_ROUND),
        ((), "trap yara disable mine", "FP-TRP-1", "no armed trap 'mine' has been found", "trap WHO search"),
        ((f"{MINE} board.traps.mine.armed=false",), "trap yara disable mine", "FP-TRP-1",
         "no armed trap 'mine' has been found", "trap WHO search"),
        ((MINE, "set yara square=M10"), "trap yara disable mine", "FP-TRP-2", "Yara does not stand next to the mine",
         "move yara …, or --force"),
        ((f"{MINE} board.traps.mine.wait=1", "set yara square=N10"), "trap yara disable mine", "FP-TRP-2",
         "the mine can be tried again in round 2", FORCE),
        ((MINE, "set yara square=N10", "holster yara"), "trap yara disable mine", "FP-TRP-2",
         "Yara has no Full Round action for this", NO_FULL_ROUND),
    ],
)  # fmt: skip
def test_work_on_a_trap_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-TRP-1, FP-TRP-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        (("condition add hale helpless",), "move hale C1", "FP-DIE-1", "Hale is helpless and cannot act", FORCE),
        ((), "move tough G1", "FP-INI-1", "it is the turn of crew, not of Tough's team toughs",
         "turn next, or --force"),
        (("remove hale yara gort",), "move tough G1", "FP-INI-1", "it is not the turn of Tough's team toughs",
         "turn next, or --force"),
        (("free hale shouts",), "sprint hale H9", "FP-MOV-2",
         "Hale did something before: Free actions come during a Full Round action, not before it",
         "left this turn: Standard, Simple, Free, or --force"),
        (("move hale C1", "free hale shouts"), "sprint hale H9", "FP-MOV-2", "Hale has no Full Round action for this",
         "left this turn: Simple, Free, or --force"),
        (("holster hale", "free hale shouts"), "sprint hale H9", "FP-MOV-2", "Hale has no Full Round action for this",
         "left this turn: Standard, or --force"),
        (("sprint hale F1",), "free hale shouts", "FP-ECO-2", "Hale ended the turn with a Full Round action",
         "with --during, or --force"),
        (("sprint hale F1",), "move hale G1", "FP-MOV-1", "Hale has no Standard action for this",
         "left this turn: nothing, or --force"),
        (("step hale B2",), "free hale shouts", "FP-ECO-2", "Hale has no Free action for this",
         "left this turn: nothing, or --force"),
        (("holster hale",), "draw hale sword", "FP-MOV-6", "Hale has no Simple action for this",
         "left this turn: Standard, Free, or --force"),
        ((), "free hale x --during", "FP-ECO-2", "Hale has taken no Full Round action this turn",
         "left this turn: Standard, Simple, Free, Full Round, or --force"),
        (("sprint hale F1", "free hale x --during"), "free hale y --during", "FP-ECO-2",
         "Hale has taken their Free action already", "left this turn: nothing, or --force"),
        ((), "attack hale tough --after-deed move", "FP-INI-3", "it has to be said on whose deed it hangs",
         "with --after WHO"),
        ((), "attack hale tough --after tough", "FP-INI-3", "Tough is no teammate of Hale", FORCE),
        ((), "attack hale tough --after hale", "FP-INI-3", "Hale is no teammate of Hale", FORCE),
        ((), "attack hale tough --after yara", "FP-INI-3", "Yara has not acted yet", FORCE),
        (("move yara C3",), "attack hale tough --after yara --after-deed attack", "FP-INI-3",
         "Yara has not acted so yet", FORCE),
        (("set hale square=G1", "attack hale tough --fumble drop --dice 1", "set hale flies=true height=3"),
         "draw hale sword", "FP-MOV-12", "the broad sword lies on the ground, too far below Hale",
         "move hale G1 --height …, or --force"),
    ],
)  # fmt: skip
def test_what_a_turn_does_not_hold_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-ECO-1, FP-ECO-2, FP-ECO-3, FP-INI-1, FP-INI-3, FP-MOV-12: with what is left."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "stabilize yara --by gort", "FP-STB-1", "Yara is not dying", ""),
        ((), "stabilize hale --by hale", "FP-STB-1", "somebody else has to treat the wound", "--by WHO"),
        (("damage yara 32",), "stabilize hale", "FP-STB-1", "it has to be said who treats the wound", "--by WHO"),
        (("set gort skills.treat-injury=1 items='field medical kit'",), "stabilize hale", "FP-STB-1",
         "it has to be said who treats the wound", "--by yara or gort"),
        ((), "stabilize hale --by gort", "FP-STB-1", "Gort has no field medical kit",
         'set gort items="field medical kit", or --force'),
        (("set yara skills.treat-injury=0",), "stabilize hale --by yara", "FP-STB-1",
         "Yara has no rank of Treat Injury", "set yara skills.treat-injury=1, or --force"),
        (("set yara square=B3",), "stabilize hale --by yara", "FP-STB-1", "Hale is 10 ft away from Yara",
         "move yara …, or --force"),
        (("set yara square=B2", "holster yara"), "stabilize hale --by yara", "FP-STB-1",
         "Yara has no Full Round action for this", NO_FULL_ROUND),
        (("damage hale 60",), "heal hale 3", "FP-DIE-1", "Hale is dead", ""),
    ],
)  # fmt: skip
def test_treating_the_dying_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-STB-1, FP-DIE-1: hale lies dying at B1."""
    table.do("damage hale 22")
    assert play_and_refuse(table, before, line) == (rule, message, hint)
