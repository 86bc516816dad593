"""How errors are made: by the functions of `core.errors`, in words that a GM would use."""

import ast
import re

import pytest

from rbfcli.core import errors
from rbfcli.core.errors import (
    Refusal,
    UnknownWord,
    at_most,
    conflict,
    missing,
    misuse,
    must_be,
    not_saved,
    refuse,
    too_much,
    unknown,
)
from rbfcli.core.matching import unknown_word
from tests.conftest import modules

KINDS = {
    "unknown",
    "missing",
    "must_be",
    "refuse",
    "misuse",
    "conflict",
    "invalid",
    "no_such_file",
    "failed",
    "not_saved",
    "at_most",
    "too_much",
}
# Also made of text: mistakes in files, errors with a column, and what a budget pays for.
OTHERS = {"Mistake", "error", "syntax_error", "Rejection", "spend", "check", "hold"}
# Where an error is made from its text alone, and why.
EXCEPTIONS = {
    "core/errors.py": "the functions are here",
    "dice/sources.py": "MissingFaces asks for dice",
    "plugins.py": "PluginBug, for the plugin's author, is no error of rbf",
}
OLD_VOICE = re.compile(
    r"\b(some|no|every|any)body\b|\b(who|what|which|where)ever\b|\bthere (is|are) no(thing|ne)?\b|\bis no (?!longer)"
    r"|\bmeans nothing\b|\bholds (no|nothing)\b|\bhas to\b|\bhave to\b|\ball the same\b|\bas it is\b|\bperhaps\b"
    r"|\bof its own\b|\b(is|are) told\b|\bnearest of\b|\bleave (it )?out\b|\bat once\b|\bby itself\b|\bno more\b"
    r"|(?<!last[ -])\bstands? (?!up|\Z)|\bdoes it\b|\bin the place of\b|\bcomes to\b|\bso many\b|\bas long as\b"
)
# No names of Python types, and no patterns.
MACHINERY = re.compile(r"NoneType|<class|\bdict\b|\btuple\b|\[\^|\\[dswZ]|\(\?")


# A line to type inside the text of a hint.
HIDDEN = re.compile(r"`|\btry: ")


def error_classes(trees):
    """The names of RbfError and of all classes that build on it."""
    bases = {
        each.name: {base.id for base in each.bases if isinstance(base, ast.Name)}
        for tree in trees.values()
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
    }
    found = {"RbfError", "PluginBug"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def called(call):
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def calls(tree, names):
    return [each for each in ast.walk(tree) if isinstance(each, ast.Call) and called(each) in names]


def is_text(node):
    """Whether an expression is a text that stands there, whole or in parts."""
    match node:
        case ast.Constant() | ast.JoinedStr():
            return True
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return is_text(one) or is_text(other)
    return False


def by_hand(tree, classes):
    """The calls of error classes with text of their own, by line."""
    return [each.lineno for each in calls(tree, classes) if each.args and is_text(each.args[0])]


def texts(call):
    """The parts of texts in the arguments of a call, without names of rules and keywords that are no text."""
    given = [*call.args, *(each.value for each in call.keywords)]
    for argument in given:
        for each in ast.walk(argument):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value


@pytest.fixture(scope="module")
def classes():
    return error_classes(modules())


def test_no_error_is_made_of_text_alone(classes):
    found = {name: lines for name, tree in modules().items() if (lines := by_hand(tree, classes))}
    assert {name: lines for name, lines in found.items() if name not in EXCEPTIONS} == {}
    assert EXCEPTIONS.keys() - found.keys() == set()


def test_no_message_speaks_in_the_old_voice(classes):
    names = KINDS | OTHERS | classes
    said = [(name, text) for name, tree in modules().items() for call in calls(tree, names) for text in texts(call)]
    assert [each for each in said if OLD_VOICE.search(each[1]) or MACHINERY.search(each[1])] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("raise UsageError('there is no way')", [1]),
        ("raise UsageError(f'there is no {way}')", [1]),
        ("raise Own('no')\nclass Own(Refusal): pass", [1]),
        ("raise Refusal('no' + why)", [1]),
        ("raise Refusal('no' if dead else why)", [1]),
        ("raise refuse('Ada is dead')", []),
        ("raise Refusal(wrong.message)", []),
    ],
)
def test_an_error_made_by_hand_is_found(source, found):
    """The control."""
    tree = ast.parse(source)
    names = error_classes({"errors": modules()["core/errors.py"], "own": tree})
    assert by_hand(tree, names) == found


@pytest.mark.parametrize("text", ["nobody can act", "there is no verb 'x'", "the crate is no grenade", "like ^[^.]+$"])
def test_the_old_voice_is_heard(text):
    """The control."""
    assert OLD_VOICE.search(text) or MACHINERY.search(text)


@pytest.mark.parametrize(
    ("error", "message", "hint"),
    [
        (unknown("weapon", "axe", ["pike"]), "unknown weapon 'axe'", "did you mean pike?"),
        (unknown("weapon on Ada", "axe"), "unknown weapon 'axe' on Ada", ""),
        (unknown_word("axe", ["bow"], "weapon on Ada"), "unknown weapon 'axe' on Ada", "weapons on Ada: bow"),
        (unknown_word("axe", ["x", "yz"], "policy"), "unknown policy 'axe'", "policies: x, yz"),
        (missing("AMOUNT", "damage ada 4"), "missing AMOUNT", "for example: damage ada 4"),
        (missing("weapon", "--with bow"), "missing weapon", "use --with bow"),
        (must_be("--rounds", "from 1 to 9", 0), "--rounds must be from 1 to 9, not 0", ""),
        (must_be("--rounds", "a number", "x"), "--rounds must be a number, not 'x'", ""),
        (refuse("Ada is dead", "X-1", "end"), "Ada is dead", "try: end"),
        (refuse("Ada is dead", "X-1", "--force"), "Ada is dead", "use --force to do it anyway"),
        (misuse("unexpected 'x'", hint="remove it"), "unexpected 'x'", "remove it"),
        (conflict("--a", "--b"), "--a and --b cannot be combined", "use only one of them"),
        (at_most("a line", "9 dice", "10"), "a line can have at most 9 dice, not 10", ""),
        (too_much("f.toml is too long", "9 steps", "split it"), "f.toml is too long (more than 9 steps)", "split it"),
        (too_much("too many actions"), "too many actions", ""),
        (not_saved("the fight"), "the fight would not read back as written", "nothing was saved"),
    ],
)
def test_each_kind_has_its_form(error, message, hint):
    assert (error.message, error.hint) == (message, hint)


def test_a_refused_word_is_known_to_whoever_corrects_it():
    wrong = unknown("combatant", "adda", ["ada"], error=Refusal)
    assert isinstance(wrong, UnknownWord)
    assert (wrong.word, wrong.suggestions) == ("adda", ("ada",))


def advice(tree):
    """The texts of hints that hold no lines as data: those of `hint=`, and of `Hint` itself."""
    given = [each.value for call in ast.walk(tree) if isinstance(call, ast.Call) for each in call.keywords
             if each.arg == "hint"]  # fmt: skip
    given += [call.args[0] for call in calls(tree, {"Hint"}) if call.args]
    plain = [each for value in given for each in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return [text for each in plain if is_text(each) for text in texts(ast.Call(each, [each], []))]


def test_no_hint_hides_a_line_in_its_text():
    """Lines are tried before they are shown, and programs get them: in a text, neither happens."""
    said = [(name, text) for name, tree in modules().items() for text in advice(tree)]
    assert [each for each in said if HIDDEN.search(each[1])] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("refuse('no', hint='use `undo`')", 1),
        ("refuse('no', hint=f'{why}; try: undo')", 1),
        ("refuse('no', hint=('a', 'see `help`'))", 1),
        ("Hint('see `help`')", 1),
        ("refuse('no', hint=Hint('use {}', 'undo'))", 0),
        ("refuse('no', hint='use a nearer square')", 0),
    ],
)
def test_a_hidden_line_is_found(source, found):
    """The control."""
    assert len([text for text in advice(ast.parse(source)) if HIDDEN.search(text)]) == found


def test_every_function_of_the_module_that_makes_errors_is_a_kind():
    def makes_errors(each):
        returned = str(getattr(each, "__annotations__", {}).get("return", ""))
        return isinstance(vars(errors).get(returned), type) and issubclass(vars(errors)[returned], errors.RbfError)

    assert {name for name, each in vars(errors).items() if not isinstance(each, type) and makes_errors(each)} == KINDS
