"""Worked examples of attacks, defenses and health: for whoever wins by a rule, and whoever loses."""

from rbfcli.systems.rbf.ledger.entry import NEAR, plays, refuses

EXAMPLES = {
    "RBF-ATK-1": (
        plays("attack ada thug1 --dice 5,4", "Ada Quill hits Dockside thug 1: 12 against 12", *NEAR),
        plays("attack joss tank --dice 3,2", "Joss Marlow hits tank: 8 against 8", "add tank --object tn=8 hp=10"),
        refuses("attack ada joss", "both are players"),
    ),
    "RBF-ATK-2": (
        plays("attack ada thug1 --critical double --dice 8,8", "doubled", *NEAR),
        plays(
            "attack ada thug1 --critical cleave --dice 8,8",
            "Dockside thug 2 takes 15",
            *NEAR,
            "set thug2 at=10",
            "set ada weapons=claymore held=claymore",
        ),
        refuses("attack ada thug1 --critical cleave", "long bladed", *NEAR),
    ),
    "RBF-ATK-3": (
        plays("attack ada thug1 --dice 5,5", "takes 11: sword 8 + Melee 3", *NEAR),
        plays("attack ada thug1 --dice 4,4", "takes 5: half of sword 8 + Melee 3", *NEAR),
    ),
    "RBF-ATK-4": (
        plays("attack ada thug1 --dice 4,4", "takes 5: half of", *NEAR),
        plays("attack joss thug1 --dice 4,4", "goes wide"),
    ),
    "RBF-ATK-5": (
        plays("attack ada thug1 --dice 1,1", "Ada Quill drops the sword", *NEAR),
        plays("attack joss thug1 --dice 1,1", "is out of ammo"),
        plays("attack tamsin thug1 --dice 1,1", "lies prone", *NEAR),
    ),
    "RBF-ATK-6": (
        plays("attack joss thug1 --dice 4,4", "takes 2: a graze", "set joss graze=2"),
        plays("attack joss thug1 --dice 1,1", "is out of ammo", "set joss graze=2"),
    ),
    "RBF-ATK-7": (
        plays(
            "attack joss thug1 --with grenade --dice 5,5",
            "takes 7: half of",
            "set joss weapons=grenade held=grenade skills.heavy=0",
        ),
        plays(
            "attack joss thug1 --with grenade --dice 5,7,8,8",
            "Ada Quill is caught in the blast",
            "set joss weapons=grenade held=grenade skills.heavy=1",
            "set ada at=15",
        ),
    ),
    "RBF-ATK-8": (
        plays("attack ada thug1 --dice 4,4", "takes 5: half of", *NEAR),
        plays("attack ada thug1 --dice 4,4", "takes 6: half of", *NEAR, "set fight options.halves=up"),
    ),
    "RBF-ATK-9": (
        plays(
            "push ada",
            "pushes through: a success after all",
            *NEAR,
            "set ada experience=1",
            "attack ada thug1 --dice 4,4",
        ),
        refuses("push ada", "has no struggle to push"),
    ),
    "RBF-DEF-1": (
        plays("attack thug1 ada --dice 8,8", "Ada Quill evades Dockside thug 1 entirely: 19 against 12", *NEAR),
        plays(
            "damage-save ada --tn 12 --damage 6 --kind meditation --dice 8,5",
            "Ada Quill struggles with defense: 11 against 12",
        ),
        plays("attack thug1 tamsin --dice 5,5", "demands TN 13: from stealth +1", *NEAR, "condition add thug1 hidden"),
    ),
    "RBF-DEF-2": (
        plays("attack thug1 ada --dice 8,8", "evades Dockside thug 1 entirely", *NEAR),
        plays("attack thug1 ada --dice 5,5", "takes 4: half of 12, armour 2 off", *NEAR),
    ),
    "RBF-DEF-3": (
        plays("attack thug1 ada --dice 5,5", "takes 4: half of 12, armour 2 off", *NEAR),
        plays("attack thug1 ada --dice 5,5", "takes 1: half of 12, armour 20 off", *NEAR, "set ada armour=20"),
    ),
    "RBF-DEF-4": (
        plays("attack thug1 ada --dice 4,4", "takes 10: 12 in full, armour 2 off", *NEAR),
        plays("attack thug1 ada --dice 4,4", "takes 1: 12 in full, armour 20 off", *NEAR, "set ada armour=20"),
    ),
    "RBF-DEF-5": (
        plays("attack thug1 ada --dice 1,1", "takes 20: the most it can do", *NEAR, "set ada hp=60 max-hp=60"),
        plays("attack thug1 ada --condition prone --dice 1,1", "lies prone", *NEAR, "set ada hp=60 max-hp=60"),
        plays("attack thug1 ada --dice 4,4", "takes 10", *NEAR),
    ),
    "RBF-DEF-6": (
        plays("attack thug1 ada --dice 4,4", "takes 12: 12 in full", *NEAR, "set ada armour-broken=true"),
        plays(
            "use pell 'repair kit' ada --dice 8,8",
            "armour broken",
            "set pell items='repair kit' at=8",
            "set ada armour-broken=true",
        ),
    ),
    "RBF-DEF-7": (
        plays("attack bruiser tamsin --dice 4,3", "takes 15: 18 in full, armour 3 off", "add bruiser tn=14 at=9"),
        plays(
            "attack brute tamsin --condition none --dice 1,1", "takes 10: the most it can do", "add brute tn=10 at=9"
        ),
    ),
    "RBF-HP-1": (
        plays("damage thug1 20", "is out of the fight"),
        plays("damage thug1 19", "HP 20 -> 1"),
    ),
    "RBF-DIE-1": (
        plays("damage ada 15", "is mortally wounded and dying"),
        plays("attack thug1 ada --nonlethal --condition none --dice 1,1", "lies unconscious", *NEAR),
    ),
    "RBF-STB-1": (
        plays(
            "stabilize joss --by pell --dice 4,4",
            "Pell Arno treats Joss Marlow with success: 11 against 8",
            "damage joss 13",
        ),
        refuses("stabilize joss --by ada", "is 8 m away, out of reach", "damage joss 13"),
        plays(
            "stabilize joss --by pell --bad 2 --dice 4,4",
            "Pell Arno treats Joss Marlow in vain: 11 against 12",
            "damage joss 13",
        ),
    ),
    "RBF-IMM-1": (
        plays(
            "damage-save ada --tn 12 --damage 12 --of fire --dice 4,4",
            "is immune to fire: no damage",
            "set ada immune=fire",
        ),
        plays("damage-save ada --tn 12 --damage 12 --of cold --dice 4,4", "takes 10", "set ada immune=fire"),
    ),
    "RBF-VEH-1": (
        plays(
            "check pell leadership --tn 10 --dice 5,4",
            "Pell Arno succeeds at leadership: 11 against 10",
            "set fight board.mode=crisis",
        ),
        plays(
            "check pell leadership --tn 20 --free --dice 5,4",
            "Pell Arno fails at leadership: 11 against 20",
            "set fight board.mode=crisis",
        ),
    ),
    "RBF-TAL-1": (
        plays("use tamsin rage", "flies into a rage"),
        plays(
            "attack joss thug1 --dice 5,5,2",
            "hunting rifle 10 + Shoot 3 + from stealth 1 + Sniper 6",
            "condition add joss hidden",
        ),
        refuses("use ada rage", "cannot fly into a rage"),
    ),
}
