"""Every refusal of RPJ: its exit status, its rule, what it says, and what it proposes instead."""

import pytest

HELD = ("set bob grapple=rook", "set rook grapple=bob", "turn next")
BEGUN = "attack ann pike --dice 1,1,1,1"


@pytest.mark.parametrize(
    ("before", "line", "refusal"),
    [
        ((), "attack bob rook", (1, "RPJ-ACT-7", "it is not Bob's turn", "turn next, or --force")),
        ((), "attack ann ann", (1, "RPJ-ACT-3", "Ann cannot attack themself", "")),
        ((), "attack ann pike rook", (1, "RPJ-ACT-3", "one attack has one target", "attack ann pike")),
        (
            (BEGUN,),
            "attack ann pike --aimed",
            (1, "RPJ-ACT-1", "Ann has 1 action left this turn; this takes 2", "turn next, or --force"),
        ),
        (
            ("turn next", "set bob actions_left=1"),
            "suppress bob rook",
            (1, "RPJ-ACT-1", "Bob has 1 action left this turn; this takes 2", "turn next, or --force"),
        ),
        (
            ("cautious ann",),
            "attack ann pike",
            (1, "RPJ-ACT-1", "Ann has no action left this turn", "turn next, or --force"),
        ),
        (
            ("damage ann 9",),
            "attack ann pike",
            (1, "RPJ-DMG-7", "Ann is incapacitated and takes no action", "--force does it all the same"),
        ),
        (
            ("condition add ann dead",),
            "move ann 1",
            (1, "RPJ-DMG-7", "Ann is dead and takes no action", "--force does it all the same"),
        ),
        (
            ("condition add pike dead",),
            "attack ann pike",
            (1, "RPJ-STB-2", "Pike is dead", "--force does it all the same"),
        ),
        (
            ("turn next",),
            "attack bob rook --aimed",
            (1, "RPJ-AIM-1", "aimed fire is a ranged attack; the sword does not shoot", "--with WEAPON"),
        ),
        (
            ("turn next",),
            "suppress bob rook",
            (1, "RPJ-SUP-1", "suppressive fire is a ranged attack; the sword does not shoot", "--with WEAPON"),
        ),
        (
            ('condition add ann "suppressed by pike"',),
            "attack ann pike --aimed",
            (1, "RPJ-SUP-3", "Ann is suppressed and cannot aim", "--force does it all the same"),
        ),
        (
            ("damage pike 9",),
            "suppress ann pike",
            (1, "RPJ-SUP-2", "Pike is down and needs no suppressing", "--force does it all the same"),
        ),
        (
            ("turn next",),
            "attack bob pike",
            (
                1,
                "RPJ-FIELD-4",
                "Bob is in region 1, group A and Pike is in region 2: a melee attack needs one adjacency group",
                "move bob 2 --join pike, or --force",
            ),
        ),
        (
            ("turn next", "set pike region=3"),
            "attack bob pike",
            (
                1,
                "RPJ-FIELD-4",
                "Bob is in region 1, group A and Pike is in region 3: a melee attack needs one adjacency group",
                "move bob 2, or --force",
            ),
        ),
        (
            ("turn next", "turn next", "turn next"),
            "attack pike ann --with pistol",
            (1, "RPJ-FIELD-5", "Ann is at range 2; the pistol reaches 1", "move pike 1, or --force"),
        ),
        ((), "attack ann pike --react bob", (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "nobody may")),
        (
            ("turn next", "turn next"),
            "attack rook pike --with pistol --react ann",
            (1, "RPJ-ACT-4", "Ann has no free attack or overwatch here", "these may: bob"),
        ),
        (
            ("turn next", "set pike region=1 group=A"),
            "move bob 0 --react ann",
            (1, "RPJ-ACT-4", "Ann has no free attack or overwatch here", "these may: rook, pike"),
        ),
        (
            ("turn next", "turn next"),
            "attack rook pike --with pistol --react bob --no-react",
            (2, "RPJ-ACT-4", "--react and --no-react contradict each other", ""),
        ),
        ((), "move ann", (2, "RPJ-ACT-2", "say where Ann moves", "a region, --join WHO or --group NAME")),
        ((), "move ann 2", (1, "RPJ-ACT-2", "no link leads from the ditch to region 2", "linked: 1, or --force")),
        (
            ("turn next",),
            "move bob 3",
            (1, "RPJ-ACT-2", "no link leads from region 1 to region 3", "linked: 0, 2, or --force"),
        ),
        ((), "move ann 0", (1, "RPJ-ACT-2", "Ann is there already", "")),
        (("cover ann wall",), "move ann 0", (1, "RPJ-ACT-2", "Ann is there already", "")),
        ((), "move ann 1 --join bob --group A", (2, "RPJ-FIELD-3", "--group and --join contradict each other", "")),
        (("set pike group=B",), "move ann 1 --group B", (1, "RPJ-FIELD-3", "there is no group there 'B'", "known: A")),
        ((), "move ann 0 --group A", (1, "RPJ-FIELD-3", "there is no group in the ditch", "--join WHO makes one")),
        ((), "move ann --join ann", (1, "RPJ-FIELD-3", "Ann cannot join themself", "")),
        ((), "move ann 1 --join pike", (1, "RPJ-FIELD-3", "Pike is in region 2, not in region 1", "move ann 1")),
        (
            ("set bob region=0 group=",),
            "move ann 1 --join bob",
            (1, "RPJ-FIELD-3", "Bob is in the ditch, not in region 1", "move ann 0 --join bob"),
        ),
        (
            ("cautious ann",),
            "move ann 1",
            (1, "RPJ-ACT-1", "Ann has no action left this turn", "turn next, or --force"),
        ),
        (HELD, "move bob 0", (1, "RPJ-GRP-3", "Bob is in a grapple and cannot move", "grapple bob, or --force")),
        (
            (*HELD, "set bob actions_left=1"),
            "move bob 0",
            (1, "RPJ-GRP-3", "Bob is in a grapple and cannot move", "turn next, or --force"),
        ),
        (
            HELD,
            "attack bob rook",
            (1, "RPJ-GRP-4", "Bob is in a grapple: their turn is a grapple check", "grapple bob, or --force"),
        ),
        (
            (*HELD, "set bob actions_left=1"),
            "overwatch bob 0",
            (1, "RPJ-GRP-4", "Bob is in a grapple: their turn is a grapple check", "turn next, or --force"),
        ),
        (
            (BEGUN,),
            "cautious ann",
            (1, "RPJ-CAU-1", "cautious movement is a whole turn and Ann has begun to act", "turn next, or --force"),
        ),
        ((), "cautious ann 2", (1, "RPJ-ACT-2", "no link leads from the ditch to region 2", "linked: 1, or --force")),
        (
            (),
            "cautious ann --cover wall",
            (2, "RPJ-ACT-2", "say where Ann moves", "a region, --join WHO or --group NAME"),
        ),
        (
            ("turn next", "turn next"),
            "move rook 1 --group A --cover +1/1f --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "nobody may"),
        ),
        (
            ('condition add ann "suppressed by pike"', "set pike region=1"),
            "cautious ann --react pike",
            (1, "RPJ-ACT-4", "Pike has no free attack or overwatch here", "nobody may"),
        ),
        (
            ("turn next", "turn next"),
            "attack rook bob --with sword --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "nobody may"),
        ),
        ((), "cautious ann --react bob", (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "nobody may")),
        ((), "cover ann none", (1, "RPJ-COV-2", "Ann has no cover already", "")),
        (("cover ann wall",), "cover ann wall", (1, "RPJ-COV-2", "Ann has this cover already", "")),
        (
            (),
            "cover ann crates",
            (1, "RPJ-COV-1", "there is no cover in the ditch 'crates'", "known: wall, pipe, none; or as in +3/1f"),
        ),
        (
            (),
            "cover ann wal1",
            (1, "RPJ-COV-1", "there is no cover in the ditch 'wal1'", "did you mean wall?; or as in +3/1f"),
        ),
        ((), "cover ann wall --react bob", (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "nobody may")),
        ((), "reorient ann", (1, "RPJ-COV-6", "Ann is not in cover", "cover ann PIECE, or --force")),
        (("cover ann pipe",), "reorient ann", (1, "RPJ-COV-6", "cover with flanking distance * has no other side", "")),
        (("overwatch ann 1",), "overwatch ann 1", (1, "RPJ-OVR-1", "Ann watches region 1 already", "")),
        (
            ("turn next",),
            "overwatch bob 0",
            (1, "RPJ-OVR-1", "Bob has nothing that shoots to the ditch", "--force does it all the same"),
        ),
        (("turn next",), "grapple bob", (2, "RPJ-GRP-1", "say whom to grapple", "grapple bob TARGET")),
        (("turn next",), "grapple bob bob", (1, "RPJ-GRP-1", "Bob cannot grapple themself", "")),
        (
            ("turn next",),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 2, not adjacent to Bob", "move bob 2 --join pike"),
        ),
        (
            ("turn next", "set pike region=2 group=B"),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 2, group B, not adjacent to Bob", "move bob 2 --join pike"),
        ),
        (
            ("turn next", "set pike region=3"),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 3, not adjacent to Bob", "move bob 2"),
        ),
        (("turn next", "damage rook 9"), "grapple bob rook", (1, "RPJ-GRP-1", "Rook is down", "")),
        (
            ("turn next", "set pike region=1 group=A grapple=rook", "set rook grapple=pike"),
            "grapple bob rook",
            (1, "RPJ-GRP-1", "Rook is in a grapple already", ""),
        ),
        (
            ("turn next",),
            "grapple bob rook --then hurt",
            (2, "RPJ-GRP-5", "--then is for the grapple check of one who is in a grapple", ""),
        ),
        (HELD, "grapple bob pike", (1, "RPJ-GRP-4", "Bob grapples Rook", "")),
        (
            (*HELD, "set bob actions_left=1"),
            "grapple bob",
            (1, "RPJ-GRP-4", "a grapple check is a whole turn", "turn next, or --force"),
        ),
        ((), "stabilize ann", (1, "RPJ-STB-1", "Ann is not incapacitated", "")),
        (("condition add ann dead",), "stabilize ann", (1, "RPJ-STB-2", "Ann is dead", "")),
        (
            ("damage ann 9", "condition add ann stabilized"),
            "stabilize ann",
            (1, "RPJ-STB-2", "Ann is stabilized and rolls no more", ""),
        ),
        (
            ("damage pike 9",),
            "stabilize pike",
            (1, "RPJ-STB-1", "Pike rolls on their own turn", "turn next, or --force"),
        ),
        (
            ("damage ann 9",),
            "stabilize ann",
            (1, "RPJ-STB-1", "Ann went down in this turn and rolls in the next", "turn next, or --force"),
        ),
        (("condition add ann dead",), "damage-save ann --damage 1", (1, "RPJ-STB-2", "Ann is dead", "")),
        (("condition add ann dead",), "heal ann 1", (1, "RPJ-STB-2", "Ann is dead", "")),
        ((), "damage ann 0", (2, "RPJ-DMG-1", "the number of saves has to be from 1 to 1000, not 0", "")),
        ((), "heal ann 1001", (2, "RPJ-DMG-1", "the number of saves has to be from 1 to 1000, not 1001", "")),
        ((), "init", (1, "RPJ-ACT-7", "the fight has begun: this is round 1", "turn next, or --force")),
        (
            (BEGUN,),
            "turn hold",
            (1, "RPJ-ACT-7", "a turn is held whole, before its first action", "--force does it all the same"),
        ),
        ((), "turn hold --until 99", (1, "RPJ-ACT-7", "count 99 is not later than 40", "a number below 40")),
        (("damage ann 9",), "turn hold", (1, "RPJ-DMG-7", "Ann is down and cannot wait", "turn next")),
        ((), "choose attack", (1, "RPJ-ACT-5", "no question is open", "")),
        ((), "add Stray cover=bar", (2, "RPJ-COV-1", "there is no piece of cover there 'bar'", "known: wall, pipe")),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_a_refusal(field, before, line, refusal):
    """RPJ-ACT-1 to RPJ-STB-2: by its rule, without a trace."""
    for each in before:
        field.do(each)
    wrong = field.refused(line)
    assert (wrong.status, wrong.rule, wrong.message, wrong.hint) == refusal


def test_what_force_overrules_is_done_and_told(field):
    """RPJ-ACT-7, RPJ-FIELD-4: each reason once."""
    field.do("attack bob pike --force", 1, 1, 1, 1)
    assert [(each.rule, each.message) for each in field.forced()] == [
        ("RPJ-ACT-7", "it is not Bob's turn"),
        ("RPJ-ACT-1", "Bob has no action left this turn"),
        (
            "RPJ-FIELD-4",
            "Bob is in region 1, group A and Pike is in region 2: a melee attack needs one adjacency group",
        ),
    ]
