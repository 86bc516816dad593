"""Worked examples of stealth, cover and lying prone: for whoever wins by a rule, and whoever loses."""

from rbfcli.systems.rbf.ledger.entry import NEAR, plays, refuses

EXAMPLES = {
    "RBF-STL-1": (
        plays("attack ada thug1 --dice 4,4", "+1 from stealth", *NEAR, "condition add thug1 surprised"),
        refuses("attack thug1 ada", "is surprised: reactions, but no actions", *NEAR, "condition add thug1 surprised"),
    ),
    "RBF-STL-2": (
        plays(
            "init --sneaking thug1 --set ada=9 --set joss=8 --set tamsin=7 --set pell=6 --dice 5,5",
            "Joss Marlow notices Dockside thug 1: 12 against 12",
        ),
        plays(
            "init --sneaking thug1 --set ada=9 --set joss=8 --set tamsin=7 --set pell=6 --dice 2,3",
            "is surprised: reactions only",
        ),
    ),
    "RBF-STL-3": (
        plays("hide ada", "Ada Quill is hidden"),
        refuses("hide joss", "has light cover, too little to hide in"),
    ),
    "RBF-COV-1": (
        plays("attack gunner1 ada --dice 8,8", "+2 medium cover"),
        plays("attack thug1 ada --dice 8,8", "[8 8] by hand +3 Dodge (RBF-DEF-1) = 19", *NEAR),
    ),
    "RBF-COV-2": (
        refuses("attack joss gunner1", "is wholly behind cover", "set gunner1 cover=full"),
        plays("attack ada thug1 --dice 5,5", "takes 11", *NEAR, "set thug1 cover=full"),
    ),
    "RBF-COV-3": (
        plays("attack joss gunner1 --dice 5,5", "Joss Marlow struggles to hit Winch gunner 1: 13 against 15"),
        plays(
            "attack joss gunner1 --dice 5,5",
            "Joss Marlow hits Winch gunner 1: 13 against 12",
            "set fight options.enemy-cover=false",
        ),
    ),
    "RBF-FIRE-1": (
        plays("attack joss thug1 --dice 5,5", "+1 prepared position", "set fight board.places.gangway.prepared=true"),
        plays(
            "attack gunner1 joss --dice 8,8",
            "demands TN 13: prepared position +1",
            "set fight board.places.winch.prepared=true",
        ),
    ),
    "RBF-DUAL-1": (
        plays(
            "attack ada thug1 --dual --dice 6,5", "-2 two weapons", *NEAR, "set ada weapons=sword,knife off-hand=knife"
        ),
        refuses("attack ada thug1 --dual", "does not hold two one-handed weapons", *NEAR),
    ),
    "RBF-RNG-1": (
        plays("attack joss thug1 --club --dice 6,8,4", "hunting rifle as a club 4", "set thug1 at=1"),
        refuses("attack joss thug1", "is too large to fire at somebody in melee range", "set thug1 at=1"),
    ),
    "RBF-RNG-2": (
        plays("attack pell thug1 --dice 6,6,6", "disadvantage 1: shooting in melee -1", "set thug1 at=1"),
        plays("attack pell thug1 --dice 5,5", "Pell Arno hits Dockside thug 1: 12 against 12"),
    ),
    "RBF-PRN-1": (
        plays("stand ada", "Ada Quill is up again", "condition add ada prone"),
        plays("prone ada --drop --dice 3", "HP 15 -> 12"),
        refuses("stand ada", "is not prone"),
    ),
    "RBF-PRN-2": (
        plays("move ada 14", "crawls 6 m", "condition add ada prone"),
        refuses("move ada 16", "moves 6 m", "condition add ada prone"),
    ),
    "RBF-PRN-3": (
        plays("attack ada thug1 --dice 6,6,6", "disadvantage 1: attacker prone -1", *NEAR, "condition add ada prone"),
        plays("attack thug1 ada --dice 8,8,1", "advantage 1: attacker prone +1", *NEAR, "condition add thug1 prone"),
    ),
    "RBF-PRN-4": (
        plays("attack ada thug1 --dice 5,5,1", "advantage 1: target prone +1", *NEAR, "condition add thug1 prone"),
        plays("attack joss thug1 --dice 6,6,6", "disadvantage 1: target prone -1", "condition add thug1 prone"),
    ),
    "RBF-PRN-5": (
        plays("attack gunner1 ada --dice 8,8,1", "+3 heavy cover", "condition add ada prone"),
        plays("attack gunner1 ada --dice 8,8", "+2 medium cover"),
    ),
}
