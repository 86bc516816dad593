"""Worked examples of the techniques: for whoever wins by a rule, and whoever loses."""

from rbfcli.systems.rbf.ledger.entry import NEAR, ORDER, plays, refuses

EXAMPLES = {
    "RBF-TEC-1": (
        plays("attack tamsin thug1 --technique trip --dice 5,5", "lies prone", *NEAR),
        plays("attack ada thug1 --technique trip --dice 5,5", "takes 11", *NEAR),
    ),
    "RBF-TEC-2": (
        plays(
            "attack ada thug1 --technique blind --dice 5,5",
            "Dockside thug 1 cannot see until the end of their next turn",
            *NEAR,
        ),
        plays(
            "turn next",
            "is no longer blinded",
            *NEAR,
            *ORDER,
            "attack ada thug1 --technique blind --dice 5,5",
            "turn next",
        ),
    ),
    "RBF-TEC-3": (
        plays("shake-off drone stunned", "is no longer stunned", "condition add drone stunned", on="siege-drone"),
        refuses("shake-off thug1 stunned", "is no boss", "condition add thug1 stunned"),
    ),
    "RBF-TEC-4": (
        plays("attack ada thug1 --technique lacerate --dice 5,5", "bleeds at the start", *NEAR),
        refuses("attack joss thug1 --technique lacerate", "needs a bladed weapon"),
    ),
    "RBF-TEC-BLIND": (
        plays(
            "attack thug1 tamsin --dice 8,8,2",
            "advantage 1: blinded +1",
            *NEAR,
            "attack tamsin thug1 --technique blind --dice 5,5",
        ),
        plays("attack tamsin thug1 --technique blind --dice 2,2", "half of", *NEAR),
    ),
    "RBF-TEC-CLEAVE": (
        plays(
            "attack ada thug1 thug2 --technique cleave --dice 5,5",
            "Dockside thug 2 takes 15",
            *NEAR,
            "set thug2 at=10",
            "set ada held=claymore",
        ),
        refuses(
            "attack ada thug1 thug2 --technique cleave", "needs a long bladed melee weapon", *NEAR, "set thug2 at=10"
        ),
    ),
    "RBF-TEC-STRAFE": (
        plays("attack joss thug1 --technique strafe --to 1 --dice 5,5", "moves 1 m with the attack"),
        refuses("attack joss thug1 --technique strafe --to 5", "moves 1 m, and 5 is 5 m away"),
    ),
    "RBF-TEC-CRIPPLE": (
        plays("attack joss thug1 --technique cripple --dice 5,5", "is crippled: half speed next turn"),
        refuses("move thug1 9", "moves 5 m", "condition add thug1 crippled"),
    ),
    "RBF-TEC-DISARM": (
        plays("attack ada thug1 --technique disarm --dice 5,5", "drops the cargo hook", *NEAR),
        plays(
            "attack thug1 tamsin --dice 4,3",
            "takes 3: 6 in full",
            *NEAR,
            "attack ada thug1 --technique disarm --dice 5,5",
        ),
        refuses("attack ada thug1 --technique disarm", "needs an enemy with a weapon in hand", *NEAR, "holster thug1"),
    ),
    "RBF-TEC-GRAPPLE": (
        plays("attack tamsin thug1 --technique grapple --dice 5,5", "is grappled: no moving", *NEAR),
        refuses(
            "move thug1 12", "is grappled and cannot move", *NEAR, "attack tamsin thug1 --technique grapple --dice 5,5"
        ),
        plays(
            "free thug1 --dice 4,3",
            "is free of the grapple",
            *NEAR,
            "attack tamsin thug1 --technique grapple --dice 5,5",
        ),
        plays("move tamsin 20", "is free of the grapple", *NEAR, "attack tamsin thug1 --technique grapple --dice 5,5"),
    ),
    "RBF-TEC-LACERATE": (
        plays("turn next --dice 4", "HP 9 -> 5", *NEAR, *ORDER, "attack ada thug1 --technique lacerate --dice 5,5"),
        plays(
            "attack ada thug1 --technique lacerate --dice 5,5",
            "leaks at the start of each turn",
            *NEAR,
            "set thug1 machine=true",
        ),
    ),
    "RBF-TEC-LEAP": (
        plays("attack ada thug1 --technique leap --dice 5,5,4,4", "leap 8", *NEAR, "set ada height=6"),
        plays("attack ada thug1 --technique leap --dice 1,1,4,4", "Ada Quill: HP 15 -> 7", *NEAR, "set ada height=6"),
        refuses("attack ada thug1 --technique leap", "needs a platform higher than the enemy", *NEAR),
    ),
    "RBF-TEC-LUNGE": (
        plays("attack ada thug1 --technique lunge --dice 5,5", "takes 11", "set thug1 at=11"),
        refuses("attack ada thug1", "is 3 m away, out of reach (2 m)", "set thug1 at=11"),
    ),
    "RBF-TEC-PIERCE": (
        plays("attack joss thug1 thug2 --technique pierce --dice 5,5", "Dockside thug 2 takes 13"),
        refuses("attack joss thug1 thug2 --technique pierce", "is not behind", "set thug2 at=15"),
    ),
    "RBF-TEC-PIN": (
        plays(
            "attack ada thug1 --technique pin --dice 5,5",
            "is pinned to the spot",
            *NEAR,
            "set ada weapons=spear held=spear",
        ),
        plays("free thug1", "is free again", "condition add thug1 pinned"),
        refuses("attack ada thug1 --technique pin", "needs a thrusting or large projectile weapon", *NEAR),
    ),
    "RBF-TEC-SHOVE": (
        plays("attack ada thug1 --technique shove --dice 7,6", "is driven back 2 m", *NEAR),
        plays("attack joss thug1 --technique shove --dice 8,6", "is driven back 1 m"),
    ),
    "RBF-TEC-STUN": (
        plays(
            "attack ada thug1 --technique stun --dice 5,5",
            "is stunned and loses an action next turn",
            *NEAR,
            "set ada talents='Hammer Expert' weapons=maul held=maul",
        ),
        plays("turn next", "is stunned: an action less", *NEAR, *ORDER, "condition add thug1 stunned"),
        refuses("attack tamsin thug1 --technique stun", "needs the talent Hammer Expert", *NEAR),
    ),
    "RBF-TEC-SUNDER": (
        plays("attack ada thug1 --technique sunder --dice 7,5", "TN is 2 lower", *NEAR),
        plays(
            "attack ada thug1 --dice 4,4",
            "Ada Quill hits Dockside thug 1: 11 against 11",
            *NEAR,
            "attack ada thug1 --technique sunder --dice 5,5",
            "heal thug1 20",
        ),
    ),
    "RBF-TEC-THROW": (
        plays(
            "attack tamsin thug1 --technique throw --metres 3 --dice 5,5,1,4",
            "is driven back 3 m",
            *NEAR,
            "attack tamsin thug1 --technique grapple --dice 5,5",
        ),
        refuses("attack tamsin thug1 --technique throw", "needs a grapple on this enemy first", *NEAR),
    ),
    "RBF-TEC-TRIP": (
        plays("attack ada thug1 --technique trip --dice 5,5", "lies prone", *NEAR),
        plays("attack ada thug1 --technique trip --dice 4,4", "half of", *NEAR),
    ),
}
