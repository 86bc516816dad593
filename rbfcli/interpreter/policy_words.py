"""The words of `--policy`: how all play, and how one side does."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import match
from rbfcli.lab.policies import USUAL, full_name


def policies_of(words: tuple[str, ...], sides: tuple[str, ...]) -> dict[str, str]:
    """Return the policy of each side: `best` is everybody's, `crew=best` that of a side; names in full.

    Raises UsageError for a name or side that is unknown, and for a side, or all, given more than once.
    """
    of_all, of_one = "", dict[str, str]()
    for word in words:
        side, equals, name = word.rpartition("=")
        found = full_name(name)
        whose = match(side, sides, "side") if equals else ""
        if whose in of_one or (of_all and not equals):
            of = f"the policy of {whose}" if equals else "the policy of all"
            raise UsageError(f"--policy: {of} given more than once", hint=f"--policy {sides[0]}=best is of one side")
        if equals:
            of_one[whose] = found
        else:
            of_all = found
    return {**dict.fromkeys(sides, of_all or USUAL), **of_one}
