"""Mistakes put into the saving code, as text that runs before the program: every tool here has to find its own."""

_PUT = """
import os
from rbfcli.storage import save_file, files as temporary_file
from rbfcli.storage.save_file import LockedFile
real = LockedFile._put
"""

NO_FILE_SYNC = _PUT + "temporary_file.is_durable = lambda: False"

NO_FOLDER_SYNC = _PUT + "save_file.is_durable = lambda: False"

IN_PLACE = (
    _PUT
    + """
def put(self, name, content, old):
    descriptor = self._folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.write(descriptor, content[:len(content) // 2])
    os.write(descriptor, content[len(content) // 2:])
    os.fsync(descriptor)
    os.close(descriptor)
LockedFile._put = put
"""
)

RENAMED_FIRST = (
    _PUT
    + """
def put(self, name, content, old):
    temporary = temporary_file.temporary_name(name)
    descriptor = self._folder.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    self._folder.rename(temporary, name)
    os.write(descriptor, content)
    os.fsync(descriptor)
    os.close(descriptor)
LockedFile._put = put
"""
)

TOLD_FIRST = (
    _PUT
    + """
def put(self, name, content, old):
    os.write(1, b"> told")
    real(self, name, content, old)
LockedFile._put = put
"""
)

UNLOCKED_FIRST = (
    _PUT
    + """
import fcntl, time
def put(self, name, content, old):
    fcntl.flock(self._lock, fcntl.LOCK_UN)
    time.sleep(0.05)
    real(self, name, content, old)
LockedFile._put = put
"""
)

DEAF = (
    _PUT
    + """
def write(descriptor, content):
    try:
        os.write(descriptor, content)
    except OSError:
        pass
temporary_file._write_all = write
"""
)
