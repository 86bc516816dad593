"""`python -m rbfcli` is the command `rbf`."""

from __future__ import annotations

import sys

from rbfcli.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
