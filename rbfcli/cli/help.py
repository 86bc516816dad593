"""Help in the shell: `rbf`, `rbf -h`, `rbf VERB -h`; drawn by Typer on a terminal, plain everywhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rbfcli.commands.service import rehearse
from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.language.forms import Verb, all_verbs, general_verbs, standalone_verbs
from rbfcli.language.manual import EVERYTHING, page
from rbfcli.language.parser import Line
from rbfcli.model.rules import Rules
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import FileStorage
from rbfcli.session.origin import AT_THE_SHELL
from rbfcli.session.proposals import with_fitting_examples
from rbfcli.storage.files import read_file
from rbfcli.storage.toml import read_toml
from rbfcli.systems.registry import SHIPPED, complain, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.language.aliases import Aliases

ALL = "--all"


def show_help(line: Line, save: str, style: Style, write: Callable[[str], None], aliases: Aliases | None = None) -> int:
    """Print the help that a line asks for. Without a verb it is one screen, or everything with `--all`.

    The verb has the form that the fight in `save` takes, else the form of `--system`, else (also with `--all`) all
    forms. Raises UsageError for an unknown verb or system.
    """
    verb, rules = line.verb, None if ALL in line.words else rules_at(save)
    is_first_screen = not (verb or rules or line.system or ALL in line.words)
    verbs = general_verbs() if is_first_screen else verbs_of(rules, line.system)
    if rules and verb in verbs:
        storage = FileStorage(save, lambda _: None)
        verbs = {**verbs, verb: with_fitting_examples(verbs[verb], storage, partial(rehearse, origin=AT_THE_SHELL))}
    forms = verbs[verb].forms if verb in verbs else ()
    if style.tables and len(forms) == 1 and not forms[0].standalone:  # Typer can show no more than one form
        from rbfcli.cli.typer_help import drawn_help  # noqa: PLC0415 - only a terminal needs typer and rich

        write(drawn_help(forms[0], verbs[verb].examples, style))
        return 0
    system = EVERYTHING if ALL in line.words else rules.name if rules else ""
    write("".join(f"{each}\n" for each in page(verb, verbs, style, system, aliases=aliases)))
    return 0


def verbs_of(rules: Rules | None, system: str | None = None) -> dict[str, Verb]:
    """Return the verbs with their forms in this fight or without one. Raises UsageError for an unknown system."""
    if system:
        return standalone_verbs(load(system))
    return all_verbs([rules], standalone=False) if rules else all_verbs(map(load, SHIPPED))


def rules_at(save: str) -> Rules | None:
    """Return the rules of the fight in a save, or None if there is no readable save."""
    try:
        return load(str(read_toml(read_file(save), save).get("system")))
    except PluginBug as fault:
        complain(fault)
        return None
    except RbfError:
        return None
