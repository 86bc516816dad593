"""Words that people try where there is no such verb: what would be right; imported only when one is typed."""

from rbfcli.kernel.errors import UsageError

ATTACK = "attack TARGET, or attack WHO TARGET"
BLOWS = ("hit", "shoot", "strike", "fight", "fire", "stab", "swing", "punch", "kick", "slash")
DEFENCES = ("dodge", "parry", "block")
HEALTH = "show has everybody's; damage WHO N and heal WHO N change it"
LEAVING = ("quit", "exit", "q", "bye", "leave")
LEAVE = "there is nothing to leave here; at the prompt quit, exit or Ctrl-D"
OPEN = "start ENCOUNTER begins a fight; rbf repl FILE opens a save, as -e FILE does for one command"
AGAIN = "undo N takes commands back; start ENCOUNTER --force begins anew, and restore brings this fight back"
WAIT = "`turn next` goes on; `actions --all` has all ways to wait"
DEFEND = "attack rolls it by itself, or asks; damage-save WHO is against a danger that you state"
STATEMENT = "a statement of scripts and of the prompt, in small letters: `help scripts`"
VERSION = "version"
WAYS = {
    "hit": f"{ATTACK}; damage WHO N where the hit is settled",
    **dict.fromkeys(BLOWS[1:], ATTACK),
    **dict.fromkeys(DEFENCES, DEFEND),
    "kill": "damage WHO N, or remove WHO",
    **dict.fromkeys(("hp", "health"), HEALTH),
    **dict.fromkeys(("hurt", "wound", "dmg", "injure"), "damage WHO N"),
    "cure": "heal WHO N",
    **dict.fromkeys(("stun", "poison", "burn", "buff", "debuff"), "condition add WHO NAME"),
    **dict.fromkeys(("walk", "go", "run-to"), "move WHO PLACE, or move PLACE"),
    **dict.fromkeys(("flee", "retreat", "escape"), "move WHO PLACE, or remove WHO where somebody is gone"),
    **dict.fromkeys(("sneak", "crouch"), "`actions --all` says what somebody can do here"),
    **dict.fromkeys(("equip", "wield"), "draw WEAPON, or draw WHO WEAPON"),
    **dict.fromkeys(("unequip", "sheathe"), "holster, or holster WHO"),
    **dict.fromkeys(("pass", "skip"), "turn next; an offer is passed on by choose"),
    "wait": WAIT,
    **dict.fromkeys(("next-round", "new-round", "end-round", "round"), "turn next; a round ends with its last turn"),
    **dict.fromkeys(
        ("who", "whose", "order", "sides", "teams", "stats", "inventory"), "`show`; show WHO has all of one"
    ),
    **dict.fromkeys(("stat", "info", "inspect", "describe", "sheet"), "show WHO"),
    **dict.fromkeys(("map", "board", "places"), "show draws the ground, and says who is where"),
    **dict.fromkeys(
        ("spawn", "summon", "wave", "waves", "reinforce", "reinforcements"),
        "add NAME --from BLOCK --count N, when they come",
    ),
    **dict.fromkeys(("delete", "kick-out"), "remove WHO; `undo` takes a command back"),
    "rename": 'set WHO name="NEW NAME"',
    **dict.fromkeys(("rewind", "revert", "cancel"), "`undo`, or undo N"),
    **dict.fromkeys(("chance", "chances", "probability", "prob", "calc"), "odds COMMAND, or odds 2d8+3"),
    **dict.fromkeys(("verify", "validate", "lint", "test"), "check FILE; run FOLDER plays scripts with expect"),
    "fix": "check FILE --fix",
    **dict.fromkeys(("report", "story", "record"), "`log --format markdown`, or html"),
    **dict.fromkeys(LEAVING, LEAVE),
    "save": "every command is saved at once; where says in which file",
    **dict.fromkeys(("load", "open"), OPEN),
    **dict.fromkeys(("reset", "restart"), AGAIN),
    **dict.fromkeys(("config", "settings"), "`help config` explains the settings; doctor says which count"),
    VERSION: "rbf --version, in a shell",
    "source": "run SCRIPT plays a script",
    **dict.fromkeys(("let", "if", "for", "repeat", "while", "try", "expect", "print", "seed", "include"), STATEMENT),
    **dict.fromkeys(("yes", "no", "y"), "choose ANSWER, while something is asked"),
    "say": "say answers in your own words, while something is asked; note TEXT writes words down",
    **dict.fromkeys(("cls", "clear"), "Ctrl-L clears the screen of the prompt"),
    **dict.fromkeys(("d20", "dice"), "`roll 1d20`"),
    "do": "`actions` lists what can be done; choose N does it",
}


def shown_the_way(verb: str) -> UsageError | None:
    """The error for a word that people try, with what would be right; None for any other word."""
    way = WAYS.get(verb.casefold())
    return UsageError(f"there is no verb {verb!r}", hint=way) if way else None
