"""Scripts: text becomes statements, statements are run, and what they say is told as text, JSON or a verdict.

`source` bytes → `lines` lines → `reader` statements (a tree, see `statements`) → `runner` → `voice`; expressions have a
package of their own. `run.run_script` is the way in.
"""
