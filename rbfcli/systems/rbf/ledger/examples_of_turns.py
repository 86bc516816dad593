"""Worked examples of tests, turns, actions and reactions: for whoever wins by a rule, and whoever loses."""

from rbfcli.systems.rbf.ledger.entry import NEAR, ORDER, WATCH, plays, refuses

EXAMPLES = {
    "RBF-TST-1": (
        plays("check ada athletics --tn 12 --dice 5,5", "Ada Quill succeeds at athletics: 12 against 12"),
        plays("check ada athletics --tn 12 --dice 5,4", "Ada Quill struggles with athletics: 11 against 12"),
    ),
    "RBF-TST-2": (
        plays(
            "check ada athletics --tn 12 --advantage 1 --dice 3,8,5",
            "[(3) 8 5] by hand +2 Athletics (RBF-ACT-2) = 15, advantage 1: as stated +1",
        ),
        plays(
            "check ada athletics --tn 12 --disadvantage 1 --dice 3,8,5",
            "[3 (8) 5] by hand +2 Athletics (RBF-ACT-2) = 10, disadvantage 1: as stated -1",
        ),
    ),
    "RBF-TST-3": (
        plays("check ada athletics --tn 10 --dice 8,6", "Ada Quill succeeds critically at athletics: 16 against 10"),
        plays("check ada athletics --tn 10 --dice 7,6", "Ada Quill succeeds at athletics: 15 against 10"),
    ),
    "RBF-TST-4": (
        plays(
            "attack ada thug1 --critical double --dice 7,7",
            "Ada Quill hits Dockside thug 1 critically: 17 against 12",
            *NEAR,
            "set ada critical-range=1",
        ),
        plays(
            "check ada athletics --tn 12 --dice 8,7",
            "Ada Quill succeeds at athletics: 17 against 12",
            "set ada critical-range=1",
        ),
    ),
    "RBF-TST-5": (
        plays("check ada athletics --tn 14 --dice 4,3", "Ada Quill struggles with athletics: 9 against 14"),
        plays("check ada athletics --tn 14 --dice 4,2", "Ada Quill fails at athletics: 8 against 14"),
    ),
    "RBF-TST-6": (
        plays("check ada athletics --tn 30 --dice 8,8", "Ada Quill succeeds critically at athletics: 18 against 30"),
        plays("check ada athletics --tn 2 --dice 1,1", "Ada Quill fails at athletics: 4 against 2"),
    ),
    "RBF-TIME-1": (
        plays("init", "-- round 1 --"),
        refuses("turn hold --until 99", "is not later than", *ORDER),
    ),
    "RBF-MODE-1": (
        plays(
            'intent ada "I drag the winch lever down"',
            "Ada Quill declares: I drag the winch lever down",
            "set fight board.mode=crisis",
            "init --set ada=20",
        ),
        refuses(
            'intent joss "I look for the mooring line"',
            "it is not Joss Marlow's turn",
            "set fight board.mode=crisis",
            "init --set ada=20 --set joss=19",
        ),
    ),
    "RBF-INI-1": (
        plays(
            "init --set joss=9 --set tamsin=8 --set pell=7 --dice 5,4",
            "Ada Quill, initiative: 12  [5 4] +3",
        ),
        plays(
            "init --set ada=9 --set joss=8 --set tamsin=7 --dice 1,2",
            "Pell Arno, initiative: 5  [1 2] +2",
        ),
    ),
    "RBF-INI-2": (
        plays(
            "init --set ada=20 --set joss=18 --set tamsin=16 --set pell=14 --set thug1=30", "order: 30 Dockside thug 1"
        ),
        plays(
            "init --set ada=20 --set joss=18 --set tamsin=16 --set pell=14",
            "order: 21 Dockside thug 1, 20 Ada Quill, 20 Dockside thug 2",
        ),
    ),
    "RBF-INI-3": (
        plays("turn next", "-- Dockside thug 1's turn", *ORDER),
        refuses("attack joss thug1", "it is not Joss Marlow's turn", *ORDER),
    ),
    "RBF-INI-4": (
        plays("hold ada --until 17", "-- Dockside thug 1's turn", *ORDER),
        refuses("hold ada --until 17", "a turn is held whole, before its first action", *ORDER, "aim ada"),
    ),
    "RBF-INI-5": (
        plays(
            "init --set drone=20,12 --set orla=18 --set tamsin=17 --set nadir=16", "20 Siege drone", on="siege-drone"
        ),
        refuses("init --set ada=20,12", "cannot split 2 actions over 2 counts"),
    ),
    "RBF-ACT-1": (
        plays("aim ada", "aims: +1 on the next attack", *ORDER),
        refuses("aim ada", "has no action left this turn", *ORDER, "aim ada", "aim ada"),
    ),
    "RBF-ACT-2": (
        plays("use pell 'medical kit' joss --dice 4,4,3", "HP 8 -> 11", "damage joss 5"),
        refuses("use pell 'medical kit' ada", "is 8 m away, out of reach", "damage ada 5"),
    ),
    "RBF-ACT-3": (
        plays("reload joss", "reloads the hunting rifle", "set joss ammo.rifle=0"),
        refuses("attack joss thug1", "is empty", "set joss ammo.rifle=0"),
    ),
    "RBF-ACT-4": (
        plays("spot ada thug1", "is pointed out to the others", "condition add thug1 hidden", "set thug1 seen-by=ada"),
        refuses("attack joss thug1", "does not see Dockside thug 1", "condition add thug1 hidden"),
    ),
    "RBF-ACT-5": (
        plays("attack joss thug1 --dice 4,4", "+2 aim", "aim joss", "aim joss"),
        plays("attack thug1 ada --dice 8,8", "Dockside thug 1 demands TN 13: aim +1", *NEAR, "aim thug1"),
        plays("move joss 5", "loses the aim", "aim joss"),
    ),
    "RBF-ACT-6": (
        plays("cast ada 'say a gust of wind' thug1 --damage 4 --dice 5,5", "takes", "set ada skills.elementalism=2"),
        refuses("cast ada 'say a gust of wind' thug1", "has no metaphysics"),
    ),
    "RBF-ACT-7": (
        plays("attack gunner1 ada --autofire --condition none --dice 1,1", "takes 22", "set ada hp=60 max-hp=60"),
        refuses("attack joss thug1 --autofire", "has no autofire"),
    ),
    "RBF-ACT-8": (
        plays("move thug1 12 --dice 5,5", "Joss Marlow was waiting for Dockside thug 1", *WATCH),
        refuses("overwatch thug1 --technique trip", "techniques belong to players"),
    ),
    "RBF-ACT-9": (
        plays('speak ada "behind you" --allies', "Ada Quill: behind you", *ORDER, "aim ada", "aim ada"),
        refuses('speak ada "give up"', "has no action left", *ORDER, "aim ada", "aim ada"),
    ),
    "RBF-BON-1": (
        plays("hide joss --bonus", "is hidden", "set joss talents=Stalker cover=heavy bonus-left=1"),
        refuses("hide ada --bonus", "nothing lets Ada Quill hide as a bonus action"),
    ),
    "RBF-REA-1": (
        plays("attack thug1 tamsin --dice 8,8", "may strike back at Dockside thug 1 as a reaction", *NEAR),
        refuses("attack ada thug1 --reaction", "no feature that grants a reaction attack", *NEAR),
    ),
}
