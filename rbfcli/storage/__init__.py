"""Files, locks and TOML, independent of any rules."""
