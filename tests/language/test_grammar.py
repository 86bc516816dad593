"""The grammar of a verb is what the annotations of its command struct say."""

from __future__ import annotations

import typing
from typing import get_args, get_origin, get_type_hints

import pytest

from rbfcli.kernel.command import Arg, Command
from rbfcli.language.fights import fight_verbs, one_liner_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.verbs import VERBS
from rbfcli.systems.catalogue import SHIPPED, load

KINDS = dict.fromkeys(
    [
        *VERBS.values(),
        *(kind for name in SHIPPED for verbs in (fight_verbs, one_liner_verbs) for kind in verbs(load(name)).values()),
    ]
)
WHO = Arg("combatant", "who does it")


class InWords(Command, frozen=True, kw_only=True, tag="in-words"):
    """A command whose annotations are words, and one of them names `Annotated` with its module."""

    who: typing.Annotated[str, WHO]


class AsObject(Command, frozen=True, kw_only=True, tag="as-object"):
    """A command whose annotation is no word."""

    __annotations__ = {"who": typing.Annotated[str, WHO]}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_field_is_read_as_typing_reads_its_annotation(kind):
    hints = get_type_hints(kind, include_extras=True)
    fields = grammar_of(kind).fields
    assert set(fields) == set(kind.__struct_fields__)
    for name, parameter in fields.items():
        base, spec = get_args(hints[name])
        assert (parameter.spec, parameter.many) == (spec, get_origin(base) is tuple)


@pytest.mark.parametrize("kind", [InWords, AsObject])
def test_annotations_may_be_written_otherwise(kind):
    assert grammar_of(kind).fields["who"].spec == WHO
