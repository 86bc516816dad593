"""The first screen of help: first steps, and which verbs, topics and options there are."""

from collections.abc import Iterable

from rbfcli.language.page import PageStyle, Section, Terms, page_lines

SUMMARY = "Fights of tabletop role-playing games on the command line."
FIRST_STEPS = (
    ("rbf tour", "play a first fight in two minutes"),
    ("rbf roll 2d8+3", "roll dice"),
    ("rbf start dock-ambush", "start a fight; then: rbf init, rbf show, rbf actions"),
    ("rbf repl", "open a prompt with completion for the same commands"),
    ("rbf help attack", "explain a verb or a topic; rbf help --all: all there is"),
)
COMMON_OPTIONS = ("-e SAVE", "--json", "-q", "-n", "--explain", "--force", "--plain", "-h")


def first_screen(rows: Iterable[tuple[str, str]], look: PageStyle) -> list[str]:
    """The screen with a row for each group of verbs, and for the topics."""
    lists = Terms((*rows, ("options", ", ".join(COMMON_OPTIONS))))
    sections = [Section("Examples", (Terms(FIRST_STEPS),)), Section("Verbs and more", (lists,))]
    return page_lines(f"rbf - {SUMMARY}", sections, look)
