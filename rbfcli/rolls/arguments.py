"""The arguments of `roll` and `odds`, parsed without the language, which gets what is not understood here."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SHORT = {"-n": "--times", "-q": "--quiet"}
_FORCING = frozenset({"FORCE_COLOR", "CLICOLOR_FORCE", "RBF_COLOR"})
_OF_DICE = frozenset("0123456789.({d")


class Arguments:
    """Words, flags, and options with values of one command line."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.flags: set[str] = set()
        self.values: dict[str, str] = {}

    def number(self, option: str, least: int, most: int) -> int | None:
        """The whole number given for an option, if it is given. Raises UsageError."""
        text = self.values.get(option)
        if text is None:
            return None
        from rbfcli.kernel.numbers import read_number

        return read_number(text, f"--{option}", low=least, high=most, most_digits=len(str(most)))


def read_arguments(argv: Sequence[str], flags: frozenset[str], valued: frozenset[str]) -> Arguments | None:
    """The arguments after the verb; None if there is an option that is not known here. Raises UsageError."""
    arguments = Arguments()
    words = iter(argv)
    for word in words:
        name, equals, value = word.partition("=")
        name = _SHORT.get(name, name)
        if word == "--":
            arguments.words += words
        elif name in flags and not equals:
            arguments.flags.add(name.removeprefix("--"))
        elif name in valued:
            given = value if equals else next(words, None)
            if given is None:
                raise UsageError(f"{name} needs a value")
            arguments.values[name.removeprefix("--")] = given
        elif word.startswith("-") and len(word) > 1 and word[1] not in _OF_DICE:
            return None
        else:
            arguments.words.append(word)
    return arguments


def wants_codes(arguments: Arguments, environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Whether to use terminal codes. Raises UsageError."""
    is_plain = "plain" in arguments.flags or environ.get("RBF_PLAIN") or environ.get("ACCESSIBLE", "0") not in ("", "0")
    choice = "never" if is_plain else arguments.values.get("color")
    if choice not in (None, "auto", "always", "never"):
        raise UsageError(f"--color takes auto, always or never, not {choice!a}")
    if not is_terminal and choice is None and _FORCING.isdisjoint(environ):
        return False
    from rbfcli.render.colour import wants_colour

    return wants_colour(choice, environ, is_tty=is_terminal)
