"""One module holds every limit of the program; this finds those that are anywhere else."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from rbfcli.core import errors, limits
from rbfcli.core.errors import LimitReached
from rbfcli.core.limits import BYTES, Budget
from rbfcli.language.manual import topic_page
from rbfcli.language.topics import SUBJECTS
from rbfcli.render.sentences import Style
from tests.conftest import modules

OWN = "core/limits.py"
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
BOUNDS = {"high", "le", "lt", "max_length", "most_digits"}
SMALL = 20

# Numbers that look like a limit and are none, each with what it is.
NO_LIMITS = {
    "testing/*": "how much the laws of systems try",
    "systems/*": "a number of a game",
    "render/*": "a width of the screen, or how much fits on a line",
    "dice/sources.py: _MOST_SIDES": "what a word of 32 bits draws fairly",
    "dice/distribution.py: _FEW": "when another way of multiplying is quicker",
    "dice/pool_odds.py: _SPARSE": "when another way of counting is quicker",
    "dice/distribution.py: _LARGE": "when a number is large enough to be paid for",
    "language/program_verbs.py: LAST_PORT": "how large the port of an address is",
    "core/matching.py: MOST_LISTED LONGEST_COMPARED SHORTEST_BEGINNING": "how much a hint names",
    "core/matching.py: LONG SHORTEST": "when a word is near enough to another to be mended",
    "core/mistakes.py: _LONGEST_NUMBER": "how long a number in quotes may be that is mended",
    "session/formats/incoming.py: WORD_LETTERS": "how much of a word of a file comes in",
    "session/formats/tables.py: MOST_EXPLAINED": "how many columns a hint names",
    "commands/import_people.py: MOST_LINES": "how much of an import is told",
    "engine/edits.py: MOST_NAMED": "how many a message names",
    "core/mistakes.py: PATH_SHOWN": "how much of a word a message shows",
    "dice/arithmetic.py: _MOST_SHOWN": "how much of a number a message shows",
    "core/errors.py: LONGEST_SHOWN": "how much of a word a message shows",
    "language/line_errors.py: MOST_NAMED": "how many a hint names",
    "language/grammar.py: MOST_CHOICES_SPELT_OUT": "how many a hint names",
    "commands/odds.py: RATIO_LETTERS": "when a fraction is told by a shorter one that is near",
    "lab/simulate.py: AHEAD": "how much is played ahead of what is added up",
    "lab/exact.py: WHOLE": "what a probability of 1 is counted as",
    "commands/fights.py: MOST_TOLD": "how much of what was undone is told",
    "commands/reply.py: MOST_STEPS": "how many next steps are told",
    "commands/hints.py: MOST_WORDS": "how far a hint looks",
    "language/wording.py: MOST_WORDS": "how far the readings of a line are looked for",
    "session/session.py: MOST_NAMED": "the words of a journal line that may be ids",
    "commands/about.py: SHORTEST_NEAR": "how far a search looks",
    "repl/conversation.py: MOST_TOLD": "how much of what others did is told",
    "repl/prompt.py: LONGEST_NAME": "how much of a name a prompt shows",
    "storage/toml_positions.py: _DIGITS": "what Python reads as a number: where it says no",
    "commands/check.py: MANY": "from how many files on a hint makes sense",
    "commands/roll.py: _MOST_BYTES": "the limit of an expression's letters, in bytes",
}  # fmt: skip


def limits_in(tree: ast.Module) -> set[str]:
    """The constants of a module, and the plain numbers in it, that bound something: a number of things, or a raise."""
    own = {name for name in map(_named, ast.walk(tree)) for name in name}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in BOUNDS:
            found |= _bounds(node.value, own)
        elif isinstance(node, ast.Compare) and _is_ordering(node) and _has_size(node):
            found |= _bounds(node, own)
        elif isinstance(node, ast.If) and any(isinstance(each, ast.Raise) for each in node.body):
            orders = [each for each in ast.walk(node.test) if isinstance(each, ast.Compare) and _is_ordering(each)]
            found |= {name for each in orders for name in _bounds(each, own)}
        elif isinstance(node, ast.Raise):
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in own}
    return found


def _named(node: ast.AST) -> set[str]:
    """The numbers that an assignment gives a name in capitals, also as one of several and by a calculation."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    value = getattr(node, "value", None)
    found = set()
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = value.elts if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [value] * len(names)
        pairs = zip(names, values, strict=True)
        found |= {name.id for name, each in pairs if isinstance(name, ast.Name) and _is_number(each)}
    return {name for name in found if CONSTANT.fullmatch(name)}


def _is_number(node: ast.AST | None) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) in (int, float)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Call(func=ast.Name(id="int"), args=[inner]):
            return _is_number(inner)
        case ast.UnaryOp(operand=inner):
            return _is_number(inner)
        case ast.Name(id=name):
            return bool(CONSTANT.fullmatch(name))
    return False


def _is_ordering(node: ast.Compare) -> bool:
    return any(isinstance(each, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for each in node.ops)


def _has_size(node: ast.Compare) -> bool:
    """Whether a length is compared: of a text, of a list, of a number in bits, or one that has this name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func).rpartition(".")[2] in ("len", "bit_length", "count"):
            return True
        if isinstance(each, ast.Name) and each.id in ("size", "length", "bits", "steps"):
            return True
    return False


def _bounds(node: ast.AST, own: set[str]) -> set[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in own}
    plain = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and type(each.value) is int)
    return names | {str(number) for number in plain if number > SMALL}


def known(path: str, name: str) -> str | None:
    """The line of NO_LIMITS that speaks of a name in a module."""
    for each in NO_LIMITS:
        place, _, names = each.partition(": ")
        here = path.startswith(place[:-1]) if place.endswith("*") else path == place
        if here and (not names or name in names.split()):
            return each
    return None


@cache
def found_everywhere() -> set[tuple[str, str]]:
    return {
        (path, name)
        for path, tree in modules().items() if path != OWN for name in limits_in(tree)
    }  # fmt: skip


def test_no_other_module_has_a_limit():
    assert sorted(each for each in found_everywhere() if known(*each) is None) == []


def test_what_is_no_limit_is_still_there():
    found = found_everywhere()
    spoken_of = {(known(*each), each[1]) for each in found}
    for each in NO_LIMITS:
        names = each.partition(": ")[2].split()
        assert {(each, name) for name in names} <= spoken_of, each
        assert each in {key for key, _ in spoken_of}, each


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("MOST = 5\nif len(words) > MOST:\n    pass", {"MOST"}),
        ("A, MOST = 1, 5 * 2\nfits = 0 < len(words) <= MOST", {"MOST"}),
        ("_MOST: int = 1 << 20\nif size > _MOST:\n    pass", {"_MOST"}),
        ("MOST = 5\nif self.asked >= MOST:\n    raise LimitReached('too many')", {"MOST"}),
        ("HALF = STEPS // 2\nraise LimitReached(f'more than {HALF}')", {"HALF"}),
        ("number: Annotated[int, Opt('number', 'how many', low=1, high=1000)] = 1", {"1000"}),
        ("if len(text) > 4096:\n    pass", {"4096"}),
        ("class Loop:\n    MOST = 7\n    def on(self):\n        if self.at > MOST:\n            raise Stop", {"MOST"}),
        ("from rbfcli.core.limits import MOST\nif len(words) > MOST:\n    raise LimitReached(f'{MOST}')", set()),
        ("PRICE = 5\nbudget.spend(PRICE * len(words))", set()),
        ("MOST = 5\nif len(words) == MOST:\n    pass", set()),
        ("if len(words) > 2:\n    pass", set()),
    ],
)
def test_a_limit_is_found_wherever_it_is(source, found):
    """The control: what looks for limits finds them in each of their forms, and nothing else."""
    assert limits_in(ast.parse(source)) == found


def test_every_limit_has_words_and_a_status_that_there_is():
    statuses = {status for status, _ in errors.EXIT_STATUSES}
    for subject, value, _, what, past in limits.LIMITS:
        assert subject in SUBJECTS
        assert value > 0
        assert what
        assert past in statuses


def test_every_constant_is_told_once():
    tree = modules()[OWN]
    values = [each.value for each in tree.body if isinstance(each, ast.Assign)]
    calls = [each for each in values if isinstance(each, ast.Call) and ast.unparse(each.func) == "limit"]
    told = [(what, unit) for _, _, unit, what, _ in limits.LIMITS]

    assert len(calls) == len(limits.LIMITS)
    assert {ast.unparse(each) for each in values if each not in calls} == {"False", "(0, 1, 2, 3, 4, 5, 70)"}
    assert len({(subject, what, unit) for subject, _, unit, what, _ in limits.LIMITS}) == len(told)


def test_help_tells_every_limit():
    text = "\n".join(topic_page("limits", Style(width=120)))
    for _, value, unit, what, past in limits.LIMITS:
        counted = unit.removesuffix("s") if value == 1 else unit
        number = r"\d[\d.]* [KM]iB" if unit == "bytes" else re.escape(f"{value:,.16g} {counted}".rstrip())
        status = f"; status {past}" if past else ""
        assert re.search(rf"^ *{re.escape(what)}\s+{number}{status}$", text, re.MULTILINE), what


# The one budget: steps and bytes are spent of it, and past it a limit is said with what to do.


def test_steps_are_spent_until_none_are_left():
    budget = Budget(steps=10)
    budget.spend(10, "too much")
    with pytest.raises(LimitReached, match=r"too much \(more than 10 steps\)") as caught:
        budget.spend(1, "too much", "ask for less")
    assert (caught.value.status, caught.value.hint) == (5, "ask for less")


def test_bytes_are_held_until_none_are_left():
    budget = Budget(size=10)
    budget.hold(10, "too big")
    with pytest.raises(LimitReached, match=f"too big \\(more than {BYTES >> 20} MiB\\)"):
        budget.hold(1, "too big")


def test_a_check_takes_nothing():
    budget = Budget(steps=10)
    budget.check(10, "too much")
    with pytest.raises(LimitReached):
        budget.check(11, "too much")
    assert budget.steps == 10


def test_a_share_is_taken_from_the_whole_and_given_back():
    budget = Budget(steps=100, size=80)
    part = budget.share(4)
    assert (budget.steps, budget.bytes, part.steps, part.bytes) == (75, 60, 25, 20)
    part.spend(5, "too much")
    budget.give_back(part)
    assert (budget.steps, budget.bytes) == (95, 80)


def test_what_was_spent_too_much_is_not_taken_from_what_is_given_back():
    budget = Budget(steps=100)
    part = budget.share(4)
    with pytest.raises(LimitReached):
        budget.spend(1_000, "too much")
    budget.give_back(part)
    assert budget.steps == 25
