"""The rule systems: each a package with one value `RULES`, found by name, or a plug-in found by entry point."""
