"""The first screen of help: first steps, and which verbs, topics and options there are."""

from collections.abc import Iterable

from rbfcli.language.page import PageStyle, Section, Terms, page_lines

SUMMARY = "Fights of tabletop role-playing games on the command line."
BEGINNING = ("rbf start dock-ambush", "start a fight; then: rbf init, rbf show, rbf actions")
IN_A_FIGHT = ("rbf show", "show the fight; then: rbf actions, to see what can be done")
FIRST_STEPS = (
    ("rbf tour", "play a first fight in two minutes"),
    ("rbf roll 2d8+3", "roll dice"),
    BEGINNING,
    ("rbf repl", "open a prompt with completion for the same commands"),
    ("rbf help attack", "explain a verb or a topic; rbf help --all: all there is"),
)
COMMON_OPTIONS = ("-e SAVE", "--json", "-q", "-n", "--explain", "--force", "--plain", "-h")


def first_screen(rows: Iterable[tuple[str, str]], look: PageStyle, *, in_fight: bool = False) -> list[str]:
    """The screen with a row for each group of verbs, and for the topics."""
    lists = Terms((*rows, ("options", ", ".join(COMMON_OPTIONS))))
    steps = tuple(IN_A_FIGHT if in_fight and step == BEGINNING else step for step in FIRST_STEPS)
    sections = [Section("Examples", (Terms(steps),)), Section("Verbs and more", (lists,))]
    return page_lines(f"rbf - {SUMMARY}", sections, look)
