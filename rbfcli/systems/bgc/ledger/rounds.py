"""Rounds, initiative, declared actions and risks."""

from rbfcli.systems.bgc.ledger.entry import BEGUN, entry, plays, refuses

ROUNDS, INITIATIVE = "Combat Rounds and Combat Phases", "Initiative and Actions"
DECLARING, RISKS = "Declaring Actions", "Taking Risks"
PLAN = "declare tove attack attack attack attack attack"
ENTRIES = (
    entry(
        "TIME-1",
        ROUNDS,
        "A round is one minute, split into phases of about ten seconds; an action of one character takes a phase. "
        "`show` tells round, phase and time passed.",
        plays("turn", "-- round 2 --", BEGUN, "turn", "turn", "turn"),
        refuses("attack rin mako", "it is not Rin Caldera's turn", BEGUN, "declare rin attack"),
    ),
    entry(
        "TIME-2",
        ROUNDS,
        "Resisting something takes no phase; the GM can let somebody miss its next ones: `skip-phase`.",
        plays("skip-phase rin", "Rin Caldera: actions 3 -> 2", BEGUN),
        plays("skip-phase rin --count 5", "Rin Caldera: phases to miss 0 -> 2", BEGUN),
    ),
    entry(
        "INI-1",
        INITIATIVE,
        "Everybody who is awake tests Speed at the start of every round, with whatever the situation adds: "
        "`init --mod`, `set WHO speed-bonus=N`.",
        plays("init --dice 55,60,60,60", "Rin Caldera passes the Speed test: 55 against 55"),
        plays("init --mod -10 --dice 55,60,60,60", "Rin Caldera fails the Speed test: 55 against 45"),
    ),
    entry(
        "INI-2",
        INITIATIVE,
        "Speed gives the actions of a round: up to 40 two, 60 three, 75 four, 85 five, 100 six; above that as many.",
        plays(BEGUN, "Tove Lindgren: actions 0 -> 5"),
        plays(BEGUN, "The lookout: actions 0 -> 2"),
        option="most_actions",
    ),
    entry(
        "INI-3",
        f"{INITIATIVE}; in part our reading",
        "A test passed by 50, or critically, brings one action more; one failed by 25, or botched, costs one. "
        "The steps do not add up, and nobody falls below one.",
        plays("init --dice 5,28,60,60", "Tove Lindgren: actions 0 -> 6"),
        plays("init --dice 96,30,60,65", "The lookout: actions 0 -> 1"),
        option="least_actions, speed_steps_stack",
    ),
    entry(
        "INI-4",
        f"{INITIATIVE}; in part our reading",
        "The wider the margin, the earlier one acts; of equals the higher Speed, then the order of the file.",
        plays("init --dice 30,60,50,30", "order: 25 Rin Caldera, 18 Tove Lindgren, 13 Mako Ferris, 10 the lookout"),
        plays("init --dice 35,58,50,45", "order: 20 Tove Lindgren, 20 Rin Caldera,"),
        option="order_ties",
    ),
    entry(
        "INI-5",
        INITIATIVE,
        "In its turn a character takes all its actions, or delays what is left to a later point of the round: "
        "`turn delay`.",
        plays("turn delay --until 14", "order: 15 Rin Caldera, 14 Tove Lindgren, 13 Mako Ferris", BEGUN),
        refuses("turn delay --until 48", "count 48 is not later than 48", BEGUN),
    ),
    entry(
        "ACT-1",
        DECLARING,
        "Every action is declared beforehand as Attack, Defend, Movement or Other, and taken as declared; one that "
        "is not declared may still be used to defend.",
        plays(
            "attack mako tove --defend --force --dice 35,20",
            "attack 35 against 65 (pass), defend 20 against 60 (pass)",
            BEGUN,
            "declare tove attack",
        ),
        refuses(
            "move tove",
            "Tove Lindgren has no movement action left; declared: attack 5; risk tove movement, or --force",
            BEGUN,
            PLAN,
        ),
        option="must_declare",
    ),
    entry(
        "ACT-2",
        DECLARING,
        "Attack is what does damage, Defend meets the next attack, even one that misses, Other is everything else: "
        "a clip, a repair, first aid.",
        plays(
            "attack tove lookout --dice 50,5",
            "The lookout turns Tove Lindgren's attack aside: 25 against 25, a tie",
            BEGUN,
            PLAN,
            "declare lookout defend attack",
        ),
        plays(
            "attack tove lookout --dice 76",
            "The lookout has used up a Defend on it",
            BEGUN,
            PLAN,
            "declare lookout defend attack",
        ),
        option="miss_uses_defend",
    ),
    entry(
        "ACT-3",
        DECLARING,
        "A Movement action is about five seconds of going, up to 50 m; while engaged at most half of a round's "
        "actions move.",
        plays("declare tove movement movement", "Tove Lindgren declares movement 2", BEGUN),
        refuses("declare tove movement movement movement", "at most 2 of 5 actions may be movement", BEGUN),
    ),
    entry(
        "RSK-1",
        RISKS,
        "More actions than one has can be taken, each at 10 more off its roll than the one before, whatever order "
        "they are used in: `risk`, `attack --risk`.",
        plays("risk tove attack", "Tove Lindgren takes an extra attack action at -10", BEGUN),
        plays("risk tove attack", "Tove Lindgren takes an extra attack action at -20", BEGUN, "risk tove defend"),
        option="risk_step",
    ),
    entry(
        "RSK-2",
        RISKS,
        "Extra Attack and Defend are always open; extra Movement and Other need a skill roll, and a skill that an "
        "action needs has to succeed.",
        plays("attack tove lookout --risk --dice 66", "Tove Lindgren misses the lookout: 66 against 65", BEGUN),
        refuses("move tove", "an extra movement action needs a skill roll", BEGUN, "risk tove movement"),
    ),
    entry(
        "RSK-3",
        RISKS,
        "No further extra action once only a critical success could bring it off.",
        plays("risk rin defend", "Rin Caldera takes an extra defend action at -30", BEGUN, *["risk rin defend"] * 2),
        refuses("risk rin defend", "leaves Rin Caldera 5: only a critical", BEGUN, *["risk rin defend"] * 3),
        option="critical_band",
    ),
)
