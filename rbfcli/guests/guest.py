"""What is known of a plug-in before any of it is imported."""

from msgspec import Struct

from rbfcli.kernel.errors import PluginFault


class Guest(Struct, frozen=True, kw_only=True):
    """A rule system from outside: where its rules are, and the distribution it is installed with.

    `wrong` says why it cannot be used at all; it is empty where nothing is known against it.
    """

    system: str
    value: str
    distribution: str = ""
    version: str = ""
    wrong: str = ""

    @property
    def module(self) -> str:
        """The module that its rules are in."""
        return self.value.partition(":")[0].strip()

    @property
    def root(self) -> str:
        """The package that all its modules are in."""
        return self.module.partition(".")[0]

    @property
    def package(self) -> str:
        """The distribution and its version, in words."""
        return f"{self.distribution or self.root} {self.version}".rstrip()

    def fault(self, what: str, place: str = "") -> PluginFault:
        """What is wrong with it, at a place: a file and a line, or what its metadata say."""
        where = f" ({place})" if place else ""
        hint = f"nothing has changed; whoever made the plug-in {self.package} can mend it"
        return PluginFault(f"{self.system or self.package}{where}: {what}", hint=hint, system=self.system)

    def refused(self) -> PluginFault:
        """Why it is not used at all."""
        return PluginFault(f"the plug-in {self.package} cannot be used: {self.wrong}", system=self.system)
