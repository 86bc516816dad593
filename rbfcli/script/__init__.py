"""Scripts: text is parsed into statements, which are run, with output as text, JSON or a verdict.

`source` (bytes) → `lines` → `reader` (statements, a tree) → `runner` → `output`; expressions have their own package.
The entry point is `run.run_script`.
"""
