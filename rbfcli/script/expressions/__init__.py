"""Expressions of scripts: text → tree → value, without `eval`; numbers are exact."""
