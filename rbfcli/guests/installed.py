"""Which plug-ins are installed: read from the metadata of packages, one by one, for one of them may be broken."""

from collections.abc import Iterator
from importlib.metadata import Distribution, EntryPoint, distributions

from msgspec.structs import replace

from rbfcli.guests.guest import Guest

GROUP = "rbfcli.systems"
FILE = "entry_points.txt"


def installed(shipped: tuple[str, ...]) -> tuple[Guest, ...]:
    """Every system from outside, by name, and those that have no name to go by; nothing of them is imported."""
    found: dict[str, list[Guest]] = {}
    for distribution in distributions():
        for each in _guests_of(distribution):
            found.setdefault(each.system, []).append(_judged(each, shipped))
    return tuple(guest for name in sorted(found) for guest in _different(found[name]))


def _different(guests: list[Guest]) -> list[Guest]:
    """What is found first on the path, of a package that is there twice; two packages of one system are in the way."""
    first = list({each.distribution: each for each in reversed(guests)}.values())[::-1]
    if not first[0].system or len(first) == 1:
        return first
    several = " and ".join(each.package for each in first)
    return [replace(first[0], wrong=f"{several} both bring this system: uninstall one of them")]


def _guests_of(distribution: Distribution) -> Iterator[Guest]:
    try:
        text = distribution.read_text(FILE) or ""
    except UnicodeDecodeError as wrong:
        text = wrong.object.decode("ascii", "replace")
    if GROUP not in text:
        return
    name, version = _named(distribution)
    try:
        entries: list[EntryPoint] = list(distribution.entry_points.select(group=GROUP))
    except Exception as wrong:  # noqa: BLE001 - whatever another package says of itself
        reason = f"its {FILE} cannot be read: {type(wrong).__name__}"
        yield Guest(system="", value="", distribution=name, version=version, wrong=reason)
        return
    for each in entries:
        yield Guest(system=each.name, value=each.value, distribution=name, version=version)


def _named(distribution: Distribution) -> tuple[str, str]:
    """The name and the version of a distribution, as far as it says them."""
    try:
        return distribution.metadata["Name"] or "", distribution.version or ""
    except Exception:  # noqa: BLE001 - as above
        return "", ""


def _judged(guest: Guest, shipped: tuple[str, ...]) -> Guest:
    """A plug-in with what is wrong with it, as far as its metadata show; without a name if it cannot have that."""
    if guest.system in shipped:
        return replace(guest, system="", wrong=f"rbf has a system {guest.system!r} of its own: this one is not used")
    if guest.wrong or not guest.system or not all(letter.isalnum() or letter in "-_" for letter in guest.system):
        wrong = guest.wrong or f"{guest.system!r} is no name for a system: letters, digits, - and _"
        return replace(guest, system="", wrong=wrong)
    if not _is_reference(guest.value):
        return replace(guest, wrong=f"{guest.value!r} does not say where the rules are: MODULE:NAME")
    return guest


def _is_reference(value: str) -> bool:
    module, _, name = value.partition("[")[0].strip().partition(":")
    return all(part.isidentifier() for part in (*module.strip().split("."), *name.strip().split(".")))
