"""Words that people try where there is no such verb: what would be right; imported only when one is typed."""

from rbfcli.kernel.errors import UsageError

ATTACK = "attack TARGET, or attack WHO TARGET"
BLOWS = ("hit", "shoot", "strike", "fight", "fire", "stab", "swing", "punch", "kick", "slash")
HEALTH = "show has everybody's; damage WHO N and heal WHO N change it"
LEAVE = "there is nothing to leave here; at the prompt quit, exit or Ctrl-D"
OPEN = "start ENCOUNTER begins a fight; rbf repl FILE opens a save, as -e FILE does for one command"
AGAIN = "undo N takes commands back; start ENCOUNTER --force begins anew, and restore brings this fight back"
WAYS = {
    "hit": f"{ATTACK}; damage WHO N where the hit is settled",
    **dict.fromkeys(BLOWS[1:], ATTACK),
    "kill": "damage WHO N, or remove WHO",
    **dict.fromkeys(("hp", "health"), HEALTH),
    **dict.fromkeys(("hurt", "wound", "dmg"), "damage WHO N"),
    "cure": "heal WHO N",
    **dict.fromkeys(("walk", "go", "run-to"), "move WHO PLACE, or move PLACE"),
    **dict.fromkeys(("pass", "skip"), "turn next; an offer is passed on by choose"),
    **dict.fromkeys(("quit", "exit", "q", "bye", "leave"), LEAVE),
    "save": "every command is saved at once; where says in which file",
    **dict.fromkeys(("load", "open"), OPEN),
    **dict.fromkeys(("reset", "restart"), AGAIN),
    **dict.fromkeys(("config", "settings"), "help config explains the settings; doctor says which count"),
    "source": "run SCRIPT plays a script",
    **dict.fromkeys(("yes", "no", "y"), "choose ANSWER, while something is asked"),
    **dict.fromkeys(("cls", "clear"), "Ctrl-L clears the screen of the prompt"),
    **dict.fromkeys(("d20", "dice"), "roll 1d20"),
    "do": "actions lists what can be done; choose N does it",
}


def shown_the_way(verb: str) -> UsageError | None:
    """The error for a word that people try, with what would be right; None for any other word."""
    way = WAYS.get(verb)
    return UsageError(f"there is no verb {verb!r}", hint=way) if way else None
