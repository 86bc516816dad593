"""What is wrong with a line that does not fit its verb's grammar; imported only when something is."""

from collections.abc import Mapping, Sequence

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.matching import MOST_NAMED, ambiguous, nearest, shortened
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.visible import quoted
from rbfcli.language.descriptions import option_label, usage, value_label
from rbfcli.language.grammar import Grammar, Parameter, options_begun


class UnknownOption(UsageError):
    """An option that the verb does not take."""

    option = ""
    verb = ""


class MissingNumber(UsageError):
    """A line that ends where its number should stand: with the number behind it, it would read."""

    def __init__(self, message: str, hint: str, grammar: Grammar) -> None:
        super().__init__(message, hint=hint)
        self.grammar = grammar


class MissingArgument(UsageError):
    """A line of a verb that ends before a positional word that it needs."""

    def __init__(self, message: str, hint: str, grammar: Grammar, parameter: Parameter) -> None:
        super().__init__(message, hint=hint)
        self.grammar = grammar
        self.parameter = parameter


def missing_argument(grammar: Grammar, parameter: Parameter, given: Sequence[str] = ()) -> MissingArgument:
    """The error for a positional word that is missing: `who reloads?`.

    `given` are the words that are left for it and those behind it; a name among them is not what is missing.
    """
    behind = grammar.positionals[grammar.positionals.index(parameter) + 1 :]
    if parameter.many and given and not is_digits(given[0]):
        parameter = next((each for each in behind if each.required), parameter)
    text, example = parameter.spec.help, f"`{grammar.example}`" if grammar.example else usage(grammar)
    if text.startswith("who "):
        return MissingArgument(f"{text}?", example, grammar, parameter)
    wrong, hint = f"{grammar.verb} needs {parameter.field.upper()} ({text})", f"for example {example}"
    return MissingArgument(wrong, hint, grammar, parameter)


def missing_number(grammar: Grammar, words: Sequence[str]) -> MissingNumber:
    """The error for a number that is missing behind all other `words`: `how much?`."""
    asked = f"{grammar.positionals[-1].spec.help}?"
    if len(words) > 1:
        last = words[-1]
        is_dice = last[:1] == "d" and is_digits(last[1:2])
        hint = f"`roll {last}` says how many" if is_dice else f"such as `{grammar.example}`"
        return MissingNumber(f"{asked} a whole number, not {last!r}", hint, grammar)
    line = " ".join([grammar.verb, *map(quoted, words)])
    return MissingNumber(asked, f"`{line} N`, such as `{grammar.example}`", grammar)


def missing_value(parameter: Parameter) -> UsageError:
    """The error for an option without its value."""
    return UsageError(f"{parameter.option} needs a value", hint=f"{option_label(parameter)}: {parameter.spec.help}")


def missing_option(grammar: Grammar, parameter: Parameter) -> UsageError:
    """The error for a required option that is missing."""
    return UsageError(f"{grammar.verb} needs {parameter.option} ({parameter.spec.help})", hint=usage(grammar))


def unexpected_word(grammar: Grammar, word: str) -> UsageError:
    """The error for one positional word too many."""
    return UsageError(f"unexpected {word!r}", hint=usage(grammar))


def wrong_option(grammar: Grammar, option: str, common: Mapping[str, Parameter]) -> RbfError:
    """The error for an option that the verb does not take, or that could be several that it does."""
    begun = options_begun(option, grammar.options, common)
    if len(begun) > 1:
        return ambiguous(option, [each.option for each in begun])
    return unknown_option(grammar, option, tuple(common))


def unknown_option(grammar: Grammar, option: str, common: Sequence[str]) -> UnknownOption:
    """The error for an option that the verb does not take: the nearest that it does, else its own ones.

    `common` are the options that every command takes.
    """
    near = nearest(option, [each for each in (*grammar.options, *common) if each.startswith("--")])
    near = near or _with_value(option, grammar) or _taking(option, grammar)
    error = UnknownOption(f"{grammar.verb or 'rbf'} has no option {shortened(option)}", suggestions=near)
    error.hint = f"did you mean {' or '.join(near)}?" if near else _options_of(grammar, common)
    error.option, error.verb = option, grammar.verb
    return error


def _with_value(option: str, grammar: Grammar) -> tuple[str, ...]:
    """A short option with its value behind a space: `-n 5` for `-n5`."""
    short, value = option[:2], option[2:]
    return (f"{short} {value}",) if value and short in grammar.options else ()


def _taking(option: str, grammar: Grammar) -> tuple[str, ...]:
    """The options of a verb that take what an unknown one is named for: `--with` a weapon, `--format` html."""
    value = option.lstrip("-")
    found = [each.option for each in grammar.options.values() if value_label(each) == value.upper()]
    found += [f"{each.option} {value}" for each in grammar.options.values() if value in each.spec.choices]
    return tuple(dict.fromkeys(found))[:MOST_NAMED]


def _options_of(grammar: Grammar, common: Sequence[str]) -> str:
    """The options of a verb, and where all are explained; of no verb those that every command takes."""
    own = [each for each in grammar.options if each not in common]
    listed = ", ".join(each for each in own or common if each.startswith("--"))
    return f"it takes {listed}" if not grammar.verb else f"it takes {listed}; `help {grammar.verb}` explains them"
