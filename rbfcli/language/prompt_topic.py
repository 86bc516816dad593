"""The help topic about the prompt: its keys, and what it shows."""

from rbfcli.language.page import Prose, Section, Terms

MARKS = (
    ("attack?, attack ?", "at the end of a line: explain the word before it; the line stays to be gone on with"),
    ("?, ? attack", "help, help attack"),
    ("thug?, 'who?', note who?", "a pattern that somebody matches, a quote and free text keep their ?"),
)
PROMPT_KEYS = (
    ("F1", "explain the word at the cursor: verb, option, name, dice, key; what is typed stays"),
    ("F2", "the menu while typing, on or off; Tab takes from it"),
    ("F3", "one line, or several until Alt-Enter"),
    ("F4", "the keys of emacs, or of vi"),
    ("F5, F6", "undo the last command; redo it; what is typed stays"),
    ("Up, Down", "earlier lines that begin as this one does; Ctrl-R searches them"),
    ("Right", "take the line that is suggested in grey"),
    ("Ctrl-_", "undo what was typed; it leaves the fight alone"),
    ("Ctrl-X Ctrl-E", "write the line in $EDITOR"),
    ("Ctrl-C, Ctrl-D", "give the line up; leave"),
)


def prompt() -> tuple[Section, ...]:
    """The prompt: its keys, what it tells by itself, and how it behaves on plain terminals."""
    colours = (
        "Words are coloured by what they are while you type, and mistakes are underlined: a verb, a name or an option "
        "that there is not. The word at the cursor is none as long as something begins so."
    )
    others = (
        "What others do in the save is told above the line at once, with elsewhere: in front. A line that begins with "
        "a space is not kept in the history. An answer longer than the screen goes to a pager (rbf help environment)."
    )
    lines = (
        "With --plain, RBF_PLAIN, ACCESSIBLE or TERM=dumb the prompt takes lines and nothing else: no menu, toolbar, "
        "colours, pager or bell, and no key but those of the terminal; a ? at the end of a line explains there too."
    )
    return (
        Section("Keys", (Terms(PROMPT_KEYS),)),
        Section("Question marks", (Terms(MARKS),)),
        Section("What you see", (Prose(colours), Prose(others), Prose(lines))),
    )
