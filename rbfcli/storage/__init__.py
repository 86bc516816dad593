"""Files, locks and TOML, which know no rules."""
