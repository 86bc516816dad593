"""A release: checked, built, tried in an environment of its own, committed and tagged; never pushed."""
