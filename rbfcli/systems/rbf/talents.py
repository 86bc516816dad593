"""The talents whose effect the engine knows (RBF-TAL-1); any other name is kept as a note on the sheet."""

from rbfcli.systems.rbf.sheet import Fighter

EXPERT_FIGHTER = "Expert Fighter"
EXPERT_DUELIST = "Expert Duelist"
EXPERT_TELEKINETIC = "Expert Telekinetic"
HAMMER_EXPERT = "Hammer Expert"
AXE_EXPERT = "Axe Expert"
COUNTERSPELL = "Counterspell"
STALKER = "Stalker"
SNIPER = "Sniper"
BERSERKER = "Berserker"
BRUTE = "Brute"
SPEEDY = "Speedy"

RAGE = "rage"
BONUS_ACTIONS = {"hide": STALKER, "cast": EXPERT_TELEKINETIC}
REACTIONS = {"riposte": EXPERT_DUELIST, "counterspell": COUNTERSPELL}


def has(fighter: Fighter, talent: str) -> bool:
    """Whether a fighter has a talent, however it is capitalised."""
    return any(each.casefold() == talent.casefold() for each in fighter.talents)


def grants_bonus_action(fighter: Fighter) -> bool:
    """Whether any feature of a fighter grants a bonus action (RBF-BON-1)."""
    return any(has(fighter, talent) for talent in BONUS_ACTIONS.values())
