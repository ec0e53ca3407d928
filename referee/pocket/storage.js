// Files that last: a folder of the interpreter's whose files lie in the browser's private file system.

// The files of a table store, see `start.py`; any other file in the folder is gone with the page.
const NAMES = ["referee.db", "referee.db-wal", "referee.db-journal", "referee.db.secret"];
const NO_SPACE = 51, BROKEN = 29; // as Emscripten numbers errors
const MOST_TRIES = 50, PAUSE = 100; // milliseconds; a page that has just gone lets go of its files a little later
export const BUSY = "NoModificationAllowedError";

const openFile = async (folder, name, tries = 1) => {
  const file = await folder.getFileHandle(name, { create: true });
  try { return await file.createSyncAccessHandle(); } catch (error) {
    if (error.name !== BUSY || tries === MOST_TRIES) throw error;
  }
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  return openFile(folder, name, tries + 1);
};

// Open the files, for this page alone. Throws BUSY where another has them, else what the browser refuses with, as
// in a private window.
export const openFiles = async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("referee", { create: true }), handles = new Map();
  for (const name of NAMES) handles.set(name, await openFile(folder, name));
  return handles;
};

// Mount the files at a place of the interpreter's file system; an empty one is not there. Returns a function that
// has the browser write what was written; without files (null) they lie in memory.
export const mount = ({ FS }, place, handles) => {
  // What SQLite asks to be written at once is not, in here: so a file is flushed before another is written, which
  // keeps the order, and whoever answers flushes first.
  let unflushed = null;
  const attempt = (act) => {
    try { return act(); } catch (error) {
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? NO_SPACE : BROKEN);
    }
  };
  const flush = () => { if (unflushed) attempt(() => unflushed.flush()); unflushed = null; };
  const touch = (handle) => { if (unflushed !== handle) flush(); unflushed = handle; };
  const bind = (node, handle) => {
    const { setattr } = node.node_ops, { llseek } = node.stream_ops;
    node.usedBytes = handle.getSize();
    node.node_ops = {
      ...node.node_ops,
      setattr: (_, { size, ...rest }) => {
        setattr(node, rest);
        if (size === undefined) return;
        touch(handle);
        attempt(() => handle.truncate(size));
        node.usedBytes = size;
      },
    };
    node.stream_ops = {
      llseek,
      read: (_, heap, offset, length, at) => attempt(() => handle.read(heap.subarray(offset, offset + length), { at })),
      write: (_, heap, offset, length, at) => {
        touch(handle);
        const written = attempt(() => handle.write(heap.subarray(offset, offset + length), { at }));
        if (written !== length) throw new FS.ErrnoError(NO_SPACE); // Chromium throws nothing where it has no room
        node.usedBytes = Math.max(node.usedBytes, at + written);
        return written;
      },
    };
    return node;
  };
  FS.mkdirTree(place);
  const folder = FS.mount(FS.filesystems.MEMFS, {}, place), { mknod, unlink } = folder.node_ops;
  const make = (parent, name, ...how) => {
    const node = mknod(parent, name, ...how), handle = handles?.get(name);
    return handle ? bind(node, handle) : node;
  };
  folder.node_ops = {
    ...folder.node_ops,
    mknod: make,
    unlink: (parent, name) => {
      const handle = handles?.get(name);
      if (handle) { touch(handle); attempt(() => handle.truncate(0)); }
      unlink(parent, name);
    },
  };
  for (const [name, handle] of handles || []) if (handle.getSize()) make(folder, name, 0o100600, 0);
  return flush;
};
