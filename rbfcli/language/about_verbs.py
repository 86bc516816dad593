"""The verbs about the program itself: its rules, systems, files and help."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt

PROTOCOL, PROTOCOL_MEANING = "json", "all that --json prints"


class Tour(Command, frozen=True, kw_only=True, tag="tour"):
    """Play a first fight in two minutes, with explanations; nothing is saved."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("tour", "tour --plain")


class ShowRules(Command, frozen=True, kw_only=True, tag="rules"):
    """Print rules in our words: one by its id, or all about certain words, in every system or in one."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("rules RBF-ATK-4", "rules grenade", "rules rbf cover")

    words: Annotated[tuple[str, ...], Arg("rule", "a system, if only its rules are wanted; then an id, or words")] = ()


class Systems(Command, frozen=True, kw_only=True, tag="systems"):
    """List the rule systems, the encounters and the scripts."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("systems", "systems --json")


class Schema(Command, frozen=True, kw_only=True, tag="schema"):
    """Print a JSON Schema: of a system's encounters, every key explained, or with `json` of all that --json prints."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("schema rbf", "schema json")

    system: Annotated[str, Arg("schema", "which rule system; or json: what --json prints")]


class Where(Command, frozen=True, kw_only=True, tag="where"):
    """Print which save file a command would use, and the configuration file."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("where", "where -e other.toml")


class Doctor(Command, frozen=True, kw_only=True, tag="doctor"):
    """Check the installation: versions, paths, colour, locks, plug-ins."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("doctor", "doctor --json")
    for_users: ClassVar[bool] = True


class Completion(Command, frozen=True, kw_only=True, tag="completion"):
    """Print the completion script for a shell."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("completion bash", "completion powershell")

    shell: Annotated[str, Arg("choice", "which shell", choices=("bash", "zsh", "fish", "powershell"))]


class Help(Command, frozen=True, kw_only=True, tag="help"):
    """Show help for a verb, a topic or a system, or what there is."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = (
        "help",
        "help attack",
        "help --all",
        "help exit-codes",
        "help encounter",
        "help --man rbf-dice",
    )

    topic: Annotated[
        str, Arg("topic", "a verb, a topic, a system or a key of its encounters; with --man a manual page")
    ] = ""
    all: Annotated[bool, Opt("flag", "of every system, not of this fight's alone")] = False
    man: Annotated[bool, Opt("flag", "print a manual page (default: rbf), where there is no man")] = False
