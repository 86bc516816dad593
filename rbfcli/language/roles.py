"""What each word behind a verb is by the verb's grammar: a positional word, an option, or an option's value."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from rbfcli.language.grammar import Grammar, Parameter, option_named, takes_value
from rbfcli.language.reader import COMMON
from rbfcli.language.words import looks_like_option

Role = Literal["positional", "option", "value", "dashes"]


def option_of(grammar: Grammar, word: str) -> Parameter | None:
    """The option that a word such as `--with`, `--wit` or `--with=knife` names, of the verb or of every command."""
    return option_named(word.partition("=")[0], grammar.options, COMMON.options)


def roles(grammar: Grammar, words: Iterable[str]) -> Iterator[tuple[Role, Parameter | None]]:
    """The role of each word, and the option that it names or gives a value to; None for an option nobody knows.

    Behind an option for settings stands one more with each further word that holds a `=`.
    """
    waiting, settings, after_dashes = None, None, False
    for word in words:
        if waiting:
            yield "value", waiting
            waiting = None
        elif word == "--" and not after_dashes:
            after_dashes = True
            yield "dashes", None
        elif settings and "=" in word and not after_dashes and not looks_like_option(word):
            yield "value", settings
        elif after_dashes or not looks_like_option(word):
            yield "positional", None
        else:
            option = option_of(grammar, word)
            waiting = option if option and takes_value(option) and "=" not in word else None
            settings = option if option and option.spec.kind == "settings" else None
            yield "option", option


def waiting_option(grammar: Grammar, words: Sequence[str]) -> Parameter | None:
    """The option whose value would come next."""
    option = None
    for role, named in roles(grammar, words):
        option = named if role == "option" else None
    return option if option and takes_value(option) and "=" not in words[-1] else None
