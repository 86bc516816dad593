"""Changes of functions, and those that may survive."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import sys
import tomllib
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import CodeType, FunctionType


TELL = "__tell_of_a_call__"
RULE_ID = re.compile(r"\b[A-Z]{2,}-[A-Z]+-[A-Z0-9]+\b")


class Mutant(NamedTuple):
    """One small change to one function; `number` counts the changes of that function from 1."""

    file: str
    function: str
    number: int
    cites_rule: bool
    definition: libcst.FunctionDef
    mutation: Mutation

    @property
    def module(self) -> str:
        """The module of the function, as Python imports it."""
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def mutated(self) -> libcst.FunctionDef:
        """The function with the change made."""
        changed = deep_replace(self.definition, self.mutation.original_node, self.mutation.mutated_node)
        return libcst.ensure_type(changed, libcst.FunctionDef)


def mutants_of(file: str, root: Path) -> list[Mutant]:
    """Every mutant of the functions and methods of a file, in order."""
    module, mutations, _, _ = create_mutations(file, (root / file).read_text(encoding="utf-8"))
    names = dict(_definitions(module))
    counts = dict.fromkeys(names, 0)
    found = []
    for mutation in mutations:
        definition = mutation.contained_by_top_level_function
        if definition not in names:
            continue
        counts[definition] += 1
        cites_rule = bool(RULE_ID.search(definition.get_docstring() or ""))
        found.append(Mutant(file, names[definition], counts[definition], cites_rule, definition, mutation))
    return found


def sample_of(mutants: Iterable[Mutant], size: int, seed: str) -> list[Mutant]:
    """Return some of the mutants, by the hash of seed and name: an edit of one function keeps the choice for others."""

    def lot(mutant: Mutant) -> str:
        return sha256(f"{seed} {mutant.file} {mutant.function} {mutant.number}".encode()).hexdigest()

    return sorted(sorted(mutants, key=lot)[:size], key=lambda mutant: (mutant.file, mutant.function, mutant.number))


def lines_changed(mutant: Mutant) -> tuple[str, str]:
    """The lines that differ, before and after, without their indentation."""
    before, after = (_text(definition).splitlines() for definition in (mutant.definition, mutant.mutated))
    edits = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    spans = [edit[1:] for edit in edits if edit[0] != "equal"]
    removed = [line.strip() for first, last, _, _ in spans for line in before[first:last]]
    added = [line.strip() for _, _, first, last in spans for line in after[first:last]]
    return "\n".join(removed), "\n".join(added)


def put_in_place(mutant: Mutant) -> None:
    """Make the function behave like the mutant in this process, for every holder. Imports its module."""
    original = function_of(sys.modules[mutant.module], mutant.function)
    changed = _defined(mutant, ast.parse(_text(_within(mutant, mutant.mutated))))
    original.__code__ = changed.__code__
    original.__defaults__, original.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


def code_that_tells(mutant: Mutant) -> CodeType:
    """The code of a mutant's function, which first calls TELL with the file and the name of the function."""
    module = ast.parse(_text(_within(mutant, mutant.definition)))
    definition = next(node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    definition.body[:0] = ast.parse(f"{TELL}(({mutant.file!r}, {mutant.function!r}))").body
    return _defined(mutant, ast.fix_missing_locations(module)).__code__


def _defined(mutant: Mutant, module: ast.Module) -> FunctionType:
    """The function that a module defines, which holds nothing else, among the members of the mutant's own module."""
    owner, _, name = mutant.function.rpartition(".")
    members = dict(vars(sys.modules[mutant.module]))
    exec(compile(module, mutant.file, "exec", annotations.compiler_flag, dont_inherit=True), members)  # noqa: S102 our own code, changed
    return _plain(inspect.getattr_static(members[owner], name) if owner else members[name])


def function_of(module: Any, path: str) -> FunctionType:
    """Return the function called `name` or `Class.name` in a module."""
    owner, _, name = path.rpartition(".")
    return _plain(inspect.getattr_static(getattr(module, owner) if owner else module, name))


def _plain(member: Any) -> FunctionType:
    function = getattr(member, "__func__", member)
    if not inspect.isfunction(function):
        message = f"{member!r} is no plain function"
        raise TypeError(message)
    return function


def _definitions(module: libcst.Module) -> Iterator[tuple[libcst.FunctionDef, str]]:
    for statement in module.body:
        match statement:
            case libcst.FunctionDef():
                yield statement, statement.name.value
            case libcst.ClassDef(body=libcst.IndentedBlock(body=members)):
                for member in members:
                    if isinstance(member, libcst.FunctionDef):
                        yield member, f"{statement.name.value}.{member.name.value}"


def _within(mutant: Mutant, definition: libcst.FunctionDef) -> libcst.BaseCompoundStatement:
    owner = mutant.function.rpartition(".")[0]
    if not owner:
        return definition
    return libcst.ClassDef(name=libcst.Name(owner), body=libcst.IndentedBlock(body=[definition]))


def _text(statement: libcst.BaseCompoundStatement) -> str:
    return libcst.Module(body=[statement]).code


class Change(NamedTuple):
    """Return the permanent name of a mutant: its function and the changed lines, regardless of line numbers."""

    file: str
    function: str
    before: str
    after: str


def change_of(mutant: Mutant) -> Change:
    """The lasting name of a mutant."""
    return Change(mutant.file, mutant.function, *lines_changed(mutant))


def read_survivors(path: Path) -> dict[Change, str]:
    """The reason why each listed mutant may survive. Raises ValueError for an entry without one, or given twice."""
    reasons: dict[Change, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", ()):
        reason = entry.pop("reason", "").strip()
        change = Change(**entry)
        if not reason or change in reasons:
            message = f"{path}: {'given twice' if reason else 'no reason given'}: {change}"
            raise ValueError(message)
        reasons[change] = reason
    return reasons
