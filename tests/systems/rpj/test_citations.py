"""Which rule each event of a line cites, on both sides of the table."""

import pytest

FACES = {"HIT": "6,6,6,6", "MISS": "1,1,1,1"}


@pytest.mark.parametrize(
    ("before", "line", "cited"),
    [
        (
            (),
            "attack ann pike --dice HIT,MISS",
            {
                "RPJ-ACT-3": "ann actions_left, ann attack",
                "RPJ-DMG-2": "pike struck",
                "RPJ-DMG-3": "pike damage save",
                "RPJ-DMG-5": "pike crossed.base, pike crossed-out",
                "RPJ-DMG-6": "pike layer-broken",
                "RPJ-DMG-7": "pike incapacitated",
            },
        ),
        (
            ("set ann region=1 group=A", "damage ann 2", "set pike region=1 group=A"),
            "attack ann rook --with grenade --dice HIT,HIT,MISS,HIT,HIT,MISS --no-react",
            {
                "RPJ-ACT-3": "ann actions_left, ann attack",
                "RPJ-DMG-2": "rook struck, bob struck",
                "RPJ-DMG-3": "rook damage save, bob damage save",
                "RPJ-DMG-4": "rook crossed.base, rook crossed-out, bob crossed.vest, bob crossed-out",
            },
        ),
        ((), "attack ann pike --aimed --dice MISS", {"RPJ-AIM-1": "ann actions_left", "RPJ-ACT-3": "ann attack"}),
        (
            ("cover pike crates --force",),
            "attack ann pike --dice MISS",
            {"RPJ-ACT-3": "ann actions_left, ann attack", "RPJ-COV-4": "pike covered"},
        ),
        (
            (),
            "suppress ann pike --dice HIT",
            {"RPJ-SUP-1": "ann actions_left, ann suppressive fire", "RPJ-SUP-2": "pike suppressed by ann"},
        ),
        ((), "overwatch ann 1", {"RPJ-OVR-1": "ann actions_left, ann overwatch, ann watches"}),
        (
            ("cover ann wall --force",),
            "move ann 1",
            {"RPJ-ACT-2": "ann actions_left, ann region, ann moves", "RPJ-COV-9": "ann cover, ann leaves-cover"},
        ),
        (
            ("cover ann wall --force",),
            "move ann 1 --cover +1/1f",
            {"RPJ-ACT-2": "ann actions_left, ann region, ann moves", "RPJ-COV-2": "ann cover, ann takes-cover"},
        ),
        (
            ("turn next",),
            "move bob 0 --join ann --react rook --dice MISS",
            {
                "RPJ-ACT-2": "bob actions_left, bob region, bob moves",
                "RPJ-ACT-4": "rook free_attack_spent",
                "RPJ-ACT-5": "rook strikes-at, rook free attack",
                "RPJ-FIELD-3": "ann group, bob group, bob forms-group",
            },
        ),
        (
            ("turn next", "damage bob 4"),
            "move bob 0 --react rook --dice HIT,MISS",
            {
                "RPJ-ACT-2": "bob actions_left",
                "RPJ-ACT-4": "rook free_attack_spent",
                "RPJ-ACT-5": "rook strikes-at, rook free attack, bob cut-down",
                "RPJ-DMG-2": "bob struck",
                "RPJ-DMG-3": "bob damage save",
                "RPJ-DMG-5": "bob crossed.base, bob crossed-out",
                "RPJ-DMG-6": "bob layer-broken",
                "RPJ-DMG-7": "bob incapacitated, bob actions_left",
            },
        ),
        (
            ("set pike overwatch=1",),
            "move ann 1 --react pike --dice MISS",
            {
                "RPJ-ACT-2": "ann actions_left, ann region, ann moves",
                "RPJ-OVR-2": "pike overwatch, pike watch-ends, pike shoots-at",
            },
        ),
        (
            ("turn next", 'condition add bob "suppressed by pike"'),
            "move bob 2 --react pike --dice MISS",
            {
                "RPJ-ACT-2": "bob actions_left, bob region, bob moves",
                "RPJ-FIELD-3": "bob group",
                "RPJ-ACT-4": "pike free_attack_spent",
                "RPJ-SUP-4": "pike shoots-at, pike free attack",
            },
        ),
        (
            ("turn next", "turn next", "set bob free_attack_spent=false"),
            "attack rook pike --with pistol --react bob --dice MISS,MISS",
            {
                "RPJ-ACT-3": "rook actions_left, rook attack",
                "RPJ-ACT-4": "bob free_attack_spent",
                "RPJ-ACT-6": "bob strikes-at, bob free attack",
            },
        ),
        (
            (),
            "cautious ann 1",
            {"RPJ-CAU-1": "ann actions_left", "RPJ-CAU-4": "ann cautious", "RPJ-ACT-2": "ann region, ann moves"},
        ),
        ((), "cautious ann", {"RPJ-CAU-1": "ann actions_left", "RPJ-CAU-4": "ann cautious"}),
        (
            (),
            "cautious ann 0 --cover wall",
            {"RPJ-CAU-1": "ann actions_left", "RPJ-CAU-4": "ann cautious", "RPJ-COV-2": "ann cover, ann takes-cover"},
        ),
        ((), "cover ann wall", {"RPJ-COV-2": "ann actions_left, ann cover, ann takes-cover"}),
        (("cover ann wall",), "cover ann none", {"RPJ-COV-2": "ann cover, ann leaves-cover"}),
        (("cover ann wall",), "reorient ann", {"RPJ-COV-6": "ann actions_left, ann reoriented"}),
        (
            ("cover ann wall", "set ann reoriented=true"),
            "reorient ann",
            {"RPJ-COV-8": "ann actions_left, ann reoriented"},
        ),
        (
            ("cover ann wall", "set ann reoriented=true"),
            "cover ann pipe",
            {"RPJ-COV-2": "ann actions_left, ann cover, ann reoriented, ann takes-cover"},
        ),
        (
            ("turn next",),
            "grapple bob rook --dice HIT",
            {"RPJ-GRP-1": "bob actions_left, bob touch check, bob grapple, rook grapple, bob grapples"},
        ),
        (("turn next",), "grapple bob rook --dice MISS", {"RPJ-GRP-1": "bob actions_left, bob touch check"}),
        (
            ("turn next", "grapple bob rook --dice HIT", "turn next"),
            "grapple rook --then leave --dice HIT,MISS",
            {
                "RPJ-GRP-4": "rook actions_left, rook grapple check, bob grapple resistance",
                "RPJ-GRP-5": "rook wins-grapple, rook grapple, bob grapple, rook let-go",
            },
        ),
        (
            ("turn next", "grapple bob rook --dice HIT", "turn next"),
            "grapple rook --then hurt --dice HIT,MISS,MISS",
            {
                "RPJ-GRP-4": "rook actions_left, rook grapple check, bob grapple resistance",
                "RPJ-GRP-5": "rook wins-grapple",
                "RPJ-DMG-2": "bob struck",
                "RPJ-DMG-3": "bob damage save",
                "RPJ-DMG-5": "bob crossed.base, bob crossed-out",
                "RPJ-DMG-6": "bob layer-broken",
                "RPJ-DMG-7": "bob incapacitated, bob actions_left, bob grapple, rook grapple, bob let-go",
            },
        ),
        (
            ("turn next", "grapple bob rook --dice HIT", "turn next"),
            "grapple rook --dice 4,4,4,4,4,4,3,3",
            {"RPJ-GRP-4": "rook actions_left, rook grapple check, bob grapple resistance, rook deadlock"},
        ),
        (
            ("turn next", "grapple bob rook --dice HIT", "turn next"),
            "grapple rook --dice MISS,HIT",
            {
                "RPJ-GRP-4": "rook actions_left, rook grapple check, bob grapple resistance",
                "RPJ-GRP-5": "bob wins-grapple",
            },
        ),
        (
            ("damage pike 3", "turn next", "turn next", "turn next"),
            "stabilize pike --dice 4,5,4,4",
            {"RPJ-STB-1": "pike actions_left, pike stabilize", "RPJ-STB-2": "pike failures, pike slipping"},
        ),
        (
            ("damage pike 3", "turn next", "turn next", "turn next"),
            "stabilize pike --dice 4,5,5,4",
            {"RPJ-STB-1": "pike actions_left, pike stabilize, pike stabilized"},
        ),
        (
            ("damage pike 3", "set pike failures=4", "turn next", "turn next", "turn next"),
            "stabilize pike --dice 4,5,4,4",
            {
                "RPJ-STB-1": "pike actions_left, pike stabilize",
                "RPJ-STB-2": "pike failures, pike incapacitated, pike dead",
            },
        ),
        (
            ("damage pike 3", "turn next", "turn next", "turn next"),
            "turn next --dice 4,5,4,4",
            {
                "RPJ-STB-1": "pike actions_left, pike stabilize",
                "RPJ-STB-2": "pike failures, pike slipping",
                "RPJ-ACT-7": "pike TurnEnded, RoundBegan, ann TurnBegan",
            },
        ),
        (
            (
                "overwatch ann 2",
                "suppress ann pike --force --dice HIT",
                "cautious ann --force",
                "set bob grapple=rook",
                "set rook grapple=bob",
            ),
            "damage ann 5",
            {
                "GM": "ann crossed.vest, ann crossed-out, ann crossed.base",
                "RPJ-DMG-6": "ann layer-broken",
                "RPJ-DMG-7": "ann incapacitated, ann overwatch, ann watch-ends, ann cautious",
                "RPJ-SUP-5": "pike suppressed by ann",
            },
        ),
        (
            (
                "set bob grapple=rook overwatch=2",
                "set rook grapple=bob",
                'condition add pike "suppressed by bob"',
                "condition add bob cautious",
            ),
            "damage bob 5",
            {
                "GM": "bob crossed.vest, bob crossed-out, bob crossed.base",
                "RPJ-DMG-6": "bob layer-broken",
                "RPJ-DMG-7": "bob incapacitated, bob overwatch, bob watch-ends, bob grapple, rook grapple, bob let-go, "
                "bob cautious",
                "RPJ-SUP-5": "pike suppressed by bob",
            },
        ),
        (
            ("damage pike 3", "condition add pike stabilized", "set pike failures=3"),
            "damage-save pike --damage 2",
            {"RPJ-STB-2": "pike stabilized, pike failures", "RPJ-DMG-7": "pike nothing-left"},
        ),
        (
            ("damage pike 3", "condition add pike stabilized", "set pike failures=3"),
            "heal pike 2",
            {"GM": "pike crossed.base, pike restored, pike incapacitated, pike stabilized, pike failures, pike back"},
        ),
        (
            (
                "overwatch ann 2",
                "suppress ann pike --force --dice HIT",
                "cautious ann --force",
                "attack ann pike --force --dice MISS",
                "turn next",
                "turn next",
                "turn next",
            ),
            "turn next",
            {
                "RPJ-ACT-7": "pike TurnEnded, RoundBegan, ann TurnBegan",
                "RPJ-ACT-1": "ann actions_left",
                "RPJ-OVR-3": "ann overwatch, ann watch-ends",
                "RPJ-CAU-4": "ann cautious",
                "RPJ-SUP-5": "pike suppressed by ann",
            },
        ),
        (
            ("turn hold --until 15",),
            "turn next",
            {"RPJ-ACT-7": "bob TurnEnded, rook TurnBegan", "RPJ-ACT-1": "rook actions_left"},
        ),
        (
            (),
            "turn hold --until 15",
            {"RPJ-ACT-7": "ann TurnEnded, InitiativeSet, bob TurnBegan", "RPJ-ACT-1": "bob actions_left"},
        ),
        (
            ("set bob grapple=rook",),
            "set rook region=3",
            {"GM": "rook region, rook group", "RPJ-GRP-3": "bob grapple, rook grapple, bob let-go"},
        ),
        (
            ("damage pike 3",),
            "damage rook 3",
            {
                "GM": "rook crossed.base, rook crossed-out",
                "RPJ-DMG-6": "rook layer-broken",
                "RPJ-DMG-7": "rook incapacitated, one-side-left",
            },
        ),
    ],
)
def test_what_each_rule_did(field, before, line, cited):
    """RPJ-FIELD-3 to RPJ-GRP-5: who spent, rolled, lost, moved or let go what, by which rule, in this order."""
    for each in before:
        field.do(with_faces(each))
    field.do(with_faces(line))
    assert field.cited() == cited


def with_faces(line):
    """The line with HIT and MISS as faces."""
    for word, faces in FACES.items():
        line = line.replace(word, faces)
    return line
