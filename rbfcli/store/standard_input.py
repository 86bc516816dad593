"""Standard input as a file: what `-` stands for where a file is read."""

from __future__ import annotations

import os
from functools import cache

from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.os_errors import os_error_text

PIECE = 65_536


@cache
def standard_input() -> bytes:
    """All of standard input, read once. Raises InvalidFile for more than a file may hold."""
    parts, left = [], FILE_BYTES + 1
    try:
        while left > 0 and (part := os.read(0, min(left, PIECE))):
            parts.append(part)
            left -= len(part)
    except OSError as error:
        raise InvalidFile(f"standard input cannot be read: {os_error_text(error)}") from None
    if left <= 0:
        raise InvalidFile(f"standard input is longer than {FILE_BYTES} bytes, the limit for files")
    return b"".join(parts)
