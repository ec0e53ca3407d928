"""Where a program keeps its data on this machine, and what the disk there promises.

SQLite trusts in locks. Where a system keeps none, or keeps them on each machine for itself, two who
write at once overwrite each other, and nobody is told.
"""

import errno
import os
import struct
import sys
from pathlib import Path

ADDRESSES = ("postgresql://", "postgres://")
"""What the address of a database begins with; everything else is the path of a file."""

MOUNTS = Path("/proc/self/mountinfo")
"""Where Linux lists its file systems; other systems have no such list."""

_SHARES = {
    *("9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "gfs", "gfs2", "glusterfs", "lustre"),
    *("ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs"),
    *("vmhgfs", "fuse.ceph", "fuse.curlftpfs", "fuse.davfs", "fuse.gcsfuse", "fuse.glusterfs"),
    *("fuse.grpcfuse", "fuse.gvfsd-fuse", "fuse.osxfs", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs"),
    *("fuse.sshfs", "fuse.vmhgfs-fuse"),
}
"""File systems that more than one machine, or more than one system of a machine, writes at a time."""

_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS}
_LOCK = "hhqqi"
"""`struct flock`: kind, whence, start, length, process."""


def data_folder() -> Path:
    """Return the folder for a program's data on this platform; it may not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "referee"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "referee"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "referee"


def cache_folder() -> Path:
    """Return the folder for what a program can make anew on this platform; it may not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        return data_folder() / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "referee"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "referee"


def share_of(path: Path) -> str | None:
    """Return the kind of network share a file or folder lies on.

    Empty where it lies on none; None where the system does not say.
    """
    if os.name == "nt":
        return "smb" if str(path.resolve()).startswith("\\\\") else None
    try:
        device = path.stat().st_dev
        mounts = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    number = f"{os.major(device)}:{os.minor(device)}"
    for mount in mounts:
        about, _, system = mount.partition(" - ")
        kind = system.partition(" ")[0]
        if about.split()[2:3] == [number] and kind in _SHARES:
            return kind
    return ""


def keeps_locks(folder: Path) -> bool | None:
    """Return whether a lock in a folder shuts anybody out; None where that cannot be tried.

    Writes two temporary files there.
    """
    try:
        import fcntl  # not on Windows
        from tempfile import NamedTemporaryFile  # 4 ms: only whoever lays a file out tries its locks
    except ImportError:
        return None
    command = getattr(fcntl, "F_OFD_SETLK", None)
    if command is None:
        return None
    lock = struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        with NamedTemporaryFile(dir=folder, prefix=".referee-") as one, Path(one.name).open("r+b") as other:
            fcntl.fcntl(one.fileno(), command, lock)
            try:
                fcntl.fcntl(other.fileno(), command, lock)
            except (BlockingIOError, PermissionError):
                return True
            return False
    except OSError as error:
        return False if error.errno in _NO_LOCKS else None


def sync(path: Path) -> None:
    """Have a file, or what a folder lists, on disk before this returns; a folder where the system can."""
    is_folder = path.is_dir()
    if is_folder and os.name == "nt":
        return
    opened = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(opened)
    except OSError as error:
        if not (is_folder and error.errno in {errno.EINVAL, errno.ENOTSUP}):
            raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.close(opened)


def place_of(address: str) -> str:
    """Return the address of a database without user and password; the address may be wrong."""
    return f"postgresql://{address.partition('://')[2].rpartition('@')[2].partition('?')[0]}"


def from_anywhere(where: str) -> str:
    """Return a path or an address so that a process in another folder finds the same store."""
    return where if where.startswith(ADDRESSES) else str(Path(where).expanduser().resolve())


def without_secrets(where: str) -> str:
    """Return a path or an address as it may be printed to be typed again: without a password."""
    if not where.startswith(ADDRESSES):
        return where
    scheme, _, rest = where.partition("://")
    named, at, place = rest.rpartition("@")
    place, _, asked = place.partition("?")
    kept = "&".join(part for part in asked.split("&") if part and "password" not in part.partition("=")[0])
    return f"{scheme}://{named.partition(':')[0]}{at}{place}" + (f"?{kept}" if kept else "")
