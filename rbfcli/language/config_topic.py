"""What help says of the configuration file."""

from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.settings import setting_rows

CONFIG = (
    'color = "always"',
    "lock_timeout = 3",
    "",
    "[alias]",
    'snipe = "attack {1} --with {2=rifle}"',
    'volley = ["repeat 3 {", "attack {1}", "}"]',
    "down = 'condition add {1} prone; note \"{1} falls {*}\"'",
    "",
    "[rolls]",
    'greatsword = "2d6+$str"',
)
PARAMETERS = (
    ("{1}, {2} … {9}", "the words behind the alias; without them the alias is refused"),
    ("{2=rifle}", "one that may be left out, with what it is then"),
    ("{*}", "all words that are left, perhaps none"),
)


def config() -> tuple[Section, ...]:
    """The configuration file, its keys and its aliases."""
    what = "Files in TOML, one of your own and one of a folder, that are only ever read; rbf where says which."
    place = "RBF_CONFIG, else rbfcli/config.toml in XDG_CONFIG_HOME; rbf doctor says what is wrong in it."
    here = (
        "What goes for one campaign stands in rbf.toml, in the folder that you play in or the nearest one above, up to "
        "your home; it outranks your own file. It may come from somebody else, so it has no pager, and its aliases "
        "name no file outside the folder. RBF_CONFIG=/dev/null: neither file counts."
    )
    order = (
        "An option of the line comes before a variable of the environment, that before rbf.toml, that before your own "
        "file, and that before the default; rbf doctor says which counts. What is wrong in a file is told with its "
        "line, and all the rest of it counts."
    )
    lines = (
        "An alias is a line, several with ; between them, or a list of lines. Words behind it take the places of "
        "{1}, {2} … and {*}; options go to the end of the line. Its lines may begin with other aliases."
    )
    where = (
        "Aliases work in the shell and at the prompt, which complete them and show what they stand for; the journal "
        "has only that. Several lines, and statements, are a script on this save: all or nothing, one step to undo. "
        "Scripts themselves know no aliases, so that they play everywhere. No alias takes the place of a verb."
    )
    return (
        Section("Configuration", (Prose(what), CommandLines(CONFIG))),
        Section("Keys", (Terms(setting_rows()), Prose(order))),
        Section("Aliases", (Prose(lines), Terms(PARAMETERS), Prose(where))),
        Section("Where it is", (Prose(place), Prose(here))),
    )
