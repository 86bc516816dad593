"""Rule systems from other packages: discovery, loading, and errors located by package, file and line."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache, wraps
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import PLUGIN_THINGS
from rbfcli.core.mistakes import Mistake
from rbfcli.engine.questions import Stopping
from rbfcli.model.commands import Command
from rbfcli.model.display import Between, Facts, Picture, Visibility
from rbfcli.model.events import CombatantJoined, ConditionGained, Event, FieldChanged
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import CandidateAction, Hooks, InterruptedAction, Reaction, Rules, WeaponHandling

GROUP = "rbfcli.systems"
LONGEST = 200
# Structs whose fields include functions.
DECLARED = (Rules, Hooks, Reaction, WeaponHandling, Visibility)
# Functions for display only: if one of these fails, the error is reported and everything else is shown.
SHOWN = ("status", "details", "meaning", "next_steps", "picture", "reach", "warnings")
Complain = Callable[[PluginBug], None]


class Misfit(Exception):
    """A value of the wrong type from a plugin, described in words."""


class Guest(Struct, frozen=True, kw_only=True):
    """A rule system from another package; `wrong` says why it cannot be used."""

    system: str
    value: str
    distribution: str = ""
    version: str = ""
    wrong: str = ""

    @property
    def module(self) -> str:
        """Return the module that contains its rules."""
        return self.value.partition(":")[0].strip()

    @property
    def root(self) -> str:
        """Return the top-level package of its modules."""
        return self.module.partition(".")[0]

    @property
    def package(self) -> str:
        """Return the distribution and its version, in words."""
        return f"{self.distribution or self.root} {self.version}".rstrip()

    def refused(self) -> PluginBug:
        """Return the error that says why the plugin is not used at all."""
        return PluginBug(f"the plug-in {self.package} cannot be used: {self.wrong}", system=self.system)

    def run(self, act: Callable[[], Any], called: Any = None, place: str = "") -> Any:
        """Run code of the plugin, its output to standard error. Raises PluginBug; refusals and interrupts pass."""
        try:
            with redirect_stdout(sys.stderr):
                return act()
        except (PluginBug, RbfError, Stopping, InterruptedAction, KeyboardInterrupt):
            raise
        except BaseException as wrong:
            found = self._place_in(wrong) or place
            if isinstance(wrong, Misfit):
                found = found or place_of_function(self.root, called)
            elif not found:
                raise
            raise self._fault(wrong, found) from wrong

    def fault_in(self, error: BaseException) -> PluginBug | None:
        """Return the plugin error that an exception came from; None if none of its code ran."""
        found = "" if isinstance(error, KeyboardInterrupt) else self._place_in(error)
        return self._fault(error, found) if found else None

    def _fault(self, error: BaseException, place: str) -> PluginBug:
        try:
            text = str(error.msg if isinstance(error, SyntaxError) else error).partition("\n")[0][:LONGEST]
        except Exception:  # noqa: BLE001 - a plugin's exception class is plugin code
            text = ""
        if not isinstance(error, Misfit):
            text = f"{type(error).__name__}{f': {text}' if text else ''}"
        where = f" ({place})" if place else ""
        hint = f"nothing has changed; report this to the author of {self.package}"
        return PluginBug(f"{self.system or self.package}{where}: {text}", hint=hint, system=self.system)

    def _place_in(self, error: BaseException) -> str:
        """Return the innermost line of the plugin that an exception came from; empty if none of its code ran."""
        if isinstance(error, SyntaxError) and error.filename and self.root in _names(error.filename):
            return line_of(self.root, error.filename, error.lineno or 0)
        lines = [
            (frame.f_code.co_filename, line)
            for frame, line in walk_tb(error.__traceback__)
            if str(frame.f_globals.get("__name__", "")).partition(".")[0] == self.root
        ]
        return line_of(self.root, *lines[-1]) if lines else ""


def line_of(root: str, file: str, line: int) -> str:
    """Return a file path inside its package, and a line."""
    names, parts = _names(file), Path(file).parts
    at = len(names) - 1 - names[::-1].index(root) if root in names else len(names) - 1
    return f"{'/'.join(parts[at:])}:{line}"


def _names(file: str) -> list[str]:
    """Return the folders of a path and the name of the file, without its suffix."""
    return [*Path(file).parts[:-1], Path(file).stem]


def place_of_function(root: str, function: Any) -> str:
    """Return where a function of a package begins; empty for a function of another package."""
    while hasattr(function, "__wrapped__") or isinstance(function, LazyFunction):
        function = function.function if isinstance(function, LazyFunction) else function.__wrapped__
    code = getattr(function, "__code__", None)
    return line_of(root, code.co_filename, code.co_firstlineno) if code and root in _names(code.co_filename) else ""


def place_of_rules(guest: Guest) -> str:
    """Return the line on which a plugin defines its rules, or its entry point value."""
    name = guest.value.partition(":")[2].strip()
    with suppress(OSError, ValueError, TypeError, AttributeError):
        file = sys.modules[guest.module].__file__
        for number, line in enumerate(Path(str(file)).read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith((f"{name} ", f"{name}=")):
                return line_of(guest.root, str(file), number)
    return guest.value


def installed(shipped: tuple[str, ...]) -> tuple[Guest, ...]:
    """Return every plugin by name, including those without a usable name; none of them is imported."""
    found: dict[str, dict[str, Guest]] = {}
    for distribution in distributions():
        for each in _entries(distribution):
            about = distribution.metadata  # of Python 3.11, it has no `get` that mypy knows
            name, version = (about[key] if key in about else "" for key in ("Name", "Version"))  # noqa: SIM401
            guest = Guest(system=each.name, value=each.value, distribution=name, version=version)
            found.setdefault(each.name, {}).setdefault(name, _judged(guest, shipped))
    return tuple(guest for name in sorted(found) for guest in _different(list(found[name].values())))


def _entries(distribution: Distribution) -> Iterable[EntryPoint]:
    with suppress(Exception):  # another package's metadata can be invalid
        return distribution.entry_points.select(group=GROUP)
    return ()


def _different(guests: list[Guest]) -> list[Guest]:
    """Return the plugins of one name; if two packages provide the same system, neither can be used."""
    if not guests[0].system or len(guests) == 1:
        return guests
    several = " and ".join(each.package for each in guests)
    return [replace(guests[0], wrong=f"{several} both provide this system: uninstall one of them")]


def _judged(guest: Guest, shipped: tuple[str, ...]) -> Guest:
    """Return a plugin with the errors in its metadata; without a name if it cannot have that name."""
    if guest.system in shipped:
        return replace(guest, system="", wrong=f"rbf already includes a system {guest.system!r}: this one is not used")
    if not guest.system or not all(letter.isalnum() or letter in "-_" for letter in guest.system):
        return replace(
            guest, system="", wrong=f"{guest.system!r} is not a name for a system: use letters, digits, - and _"
        )
    if ":" not in guest.value or not EntryPoint.pattern.match(guest.value):
        return replace(guest, wrong=f"{guest.value!r} must say where the rules are: MODULE:NAME")
    return guest


def load(guest: Guest, complain: Complain) -> Rules:
    """Return the rules of a plugin, guarded. Raises PluginBug."""
    if guest.wrong:
        raise guest.refused()
    made = guest.run(EntryPoint(guest.system, guest.value, GROUP).load, place=guest.value)
    found: Rules = guest.run(lambda: guarded(made, guest, complain), place=place_of_rules(guest))
    return found


def load_verdict(guest: Guest) -> tuple[Callable[..., str], bool] | None:
    """Return a plugin's function `verdict` and whether it rolls under; None without one. Raises PluginBug."""
    if guest.wrong:
        raise guest.refused()
    path = f"{guest.module}.outcome"
    try:
        module = guest.run(lambda: import_module(path), place=path)
        judge = guest.run(lambda: module.verdict, place=path)
    except PluginBug as wrong:
        cause = wrong.__cause__
        if isinstance(cause, ModuleNotFoundError) and cause.name == path:
            return None
        raise
    return lambda *given: str(guest.run(lambda: judge(*given), judge)), bool(getattr(module, "ROLL_UNDER", False))


def guarded(rules: Any, guest: Guest, complain: Complain) -> Rules:
    """Return rules of the declared types, whose functions raise PluginBug for their failures. Raises Misfit."""
    if not isinstance(rules, Rules) or rules.name != guest.system:
        raise Misfit(f"expected Rules named {guest.system!r}")
    fitting({}, dict[str, rules.sheet], "sheet: ")
    found: Rules = _Guarded(rules, guest, complain).part(rules, Rules, "")
    return found


class _Guarded:
    """The parts of a plugin's rules, checked against their declared types."""

    def __init__(self, rules: Rules, guest: Guest, complain: Complain) -> None:
        self._rules, self._guest, self._complain = rules, guest, complain
        # Fights and sheets have the system's own types.
        sheets: dict[str, Any] = dict.fromkeys(("prepare", "settled", "rested"), rules.sheet)
        self._own = {**sheets, **dict.fromkeys(("authored", "sight.known"), rules.fight)}

    def part(self, value: Any, kind: Any, name: str) -> Any:
        """Return a part that has its declared type, with guarded functions. Raises Misfit."""
        origin, given = get_origin(kind), get_args(kind)
        function = next((each for each in (kind, *given) if get_origin(each) is Callable), None)
        if origin is Mapping and function in given[1:]:
            rows = fitting(value, Mapping[Any, Any], f"{name}: ").items()
            return {
                self.part(key, given[0], name): self.part(each, function, f"{name}[{key!r:.60}]") for key, each in rows
            }
        if function is not None:
            return None if value is None and NoneType in given else self._function(value, get_args(function)[-1], name)
        if origin is type:
            if not isinstance(value, type) or not issubclass(value, given[0]):
                raise Misfit(f"{name} is not a {given[0].__name__}")
            return value
        if origin is tuple and given[0] in DECLARED:
            rows = fitting(value, kind, f"{name}: ")
            return tuple(self.part(each, given[0], f"{name}.") for each in rows)
        if kind in DECLARED:
            if not isinstance(value, kind):
                raise Misfit(f"{name}: expected {kind.__name__}, got {type(value).__name__}")
            parts = {
                each: self.part(getattr(value, each), hint, f"{name}.{each}".lstrip("."))
                for each, hint in _hints(kind).items()
            }
            hands = ("weapons", "ammo", *value.hands) if isinstance(value, WeaponHandling) else ()
            if missing := [each for each in hands if each not in self._rules.sheet.__struct_fields__]:
                raise Misfit(f"a sheet with weapons needs the fields {', '.join(missing)}")
            return replace(value, **parts)
        return fitting(value, kind, f"{name}: ")

    def _function(self, function: Any, answer: Any, name: str) -> Callable[..., Any]:
        """Return a function that raises PluginBug and returns values of its declared type. Raises Misfit."""
        if not callable(function):
            raise Misfit(f"{name}: expected a function")

        def take(*given: Any) -> Any:
            if answer in (None, NoneType, object):  # its results are events of a scene
                with checked(given[0]):
                    return function(*given)
            if name in self._own:
                return kept(function(*given), self._own[name])
            if answer in DECLARED:
                return self.part(function(*given), answer, name)
            return typed(function(*given), answer)

        @wraps(function)
        def called(*given: Any) -> Any:
            try:
                return self._guest.run(lambda: take(*given), function)
            except PluginBug as wrong:
                if name not in SHOWN:
                    raise
                self._complain(wrong)
                return "" if answer is str else ()

        return called


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    names = {"Between": Between, "Facts": Facts, "Picture": Picture, "Visibility": Visibility, "Mistake": Mistake}
    return get_type_hints(kind, localns=names)


def typed(answer: Any, kind: Any) -> Any:
    """Return a value of a plugin function as its type; a generator or other iterable as a tuple. Raises Misfit."""
    items = get_args(kind)
    if get_origin(kind) in (tuple, Iterable):
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise Misfit(f"it returns {type(answer).__name__} {answer!r:.60}")
        found = tuple(islice(answer, PLUGIN_THINGS + 1))
        if len(found) > PLUGIN_THINGS:
            raise Misfit(f"it returns more than {PLUGIN_THINGS:,} values")
        if get_origin(kind) is Iterable or items[1:] == (...,):
            items = items[:1] * len(found)
        if len(items) != len(found):
            raise Misfit(f"it returns {len(found)} values, not {len(items)}")
        return tuple(typed(each, item) for each, item in zip(found, items, strict=True))
    if isinstance(answer, CandidateAction) and kind is CandidateAction:
        typed((answer.command, answer.cost, answer.rule), tuple[Command, str, str])
        return answer
    if isinstance(answer, Struct) and isinstance(kind, type) and isinstance(answer, kind):
        kind = type(answer)  # the system's own command or fight
    found = fitting(answer, kind, "wrong result: ")
    fitting(found, kind, "wrong result: ", read_back=True)
    return found


def fitting(value: Any, kind: Any, what: str = "", *, read_back: bool = False) -> Any:
    """Return a value converted to a type, or as it would be read back from a file. Raises Misfit."""
    try:
        return convert(to_builtins(value) if read_back else value, kind)
    except (TypeError, ValueError, RecursionError) as wrong:
        raise Misfit(f"{what}{wrong}") from None


def kept(value: Any, kind: type[Fight] | type[Combatant], what: str = "") -> Any:
    """Return a sheet or fight that has its type and can be read back unchanged. Raises Misfit."""
    if type(value) is not kind:
        raise Misfit(f"{what}expected {kind.__name__}, got {type(value).__name__}")
    same = fitting(value, kind, what, read_back=True)
    if same != value:
        fields = [name for name in kind.__struct_fields__ if getattr(same, name) != getattr(value, name)]
        raise Misfit(f"{what}{', '.join(fields)} would not read back unchanged")
    return value


@contextmanager
def checked(scene: Any) -> Iterator[None]:
    """Check every event of a scene, and the fight at its end. Raises Misfit."""
    if "emit" in vars(scene):
        yield
        return
    emit = scene.emit

    def check(event: Any) -> None:
        if not isinstance(event, Event):
            raise Misfit(f"{event!r} is not an event")
        before, what = scene.fight, f"{_name(event)}: "
        if not isinstance(event, CombatantJoined):  # its sheet is checked in the fight below
            fitting(event, type(event), what, read_back=True)
        emit(event)
        if isinstance(event, FieldChanged | ConditionGained | CombatantJoined) and event.who:
            kept(scene.fight.combatants[event.who], scene.rules.sheet, what)
        elif scene.fight is not before:
            kept(replace(scene.fight, combatants={}), scene.rules.fight, what)

    scene.emit = check
    try:
        yield
    finally:
        del scene.emit
    if not isinstance(scene.outcome, str):
        raise Misfit(f"its outcome {scene.outcome!r:.60} is not a word")
    if scene.recording.is_by_seed:
        kept(scene.fight, scene.rules.fight)


def _name(event: Event) -> str:
    if isinstance(event, FieldChanged):
        return f"{event.who or 'the fight'}: {event.field} becomes {event.after!r:.60}"
    return str(type(event).__struct_config__.tag)
