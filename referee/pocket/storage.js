// Files that last: a folder of the interpreter's whose files lie in the browser's private file system.

// The files of a table store, see `start.py`; any other file in the folder is gone with the page.
const NAMES = ["referee.db", "referee.db-wal", "referee.db-journal", "referee.db.secret", "cookies.json"];
const NO_SPACE = 51, BROKEN = 29, NOT_PERMITTED = 63; // as Emscripten numbers errors

// Open the files, of this page alone. Throws what the browser refuses with, as in a private window.
export const openFiles = async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("referee", { create: true });
  const handles = new Map();
  try {
    for (const name of NAMES) {
      const file = await folder.getFileHandle(name, { create: true });
      handles.set(name, await file.createSyncAccessHandle());
    }
  } catch (error) {
    for (const handle of handles.values()) handle.close();
    throw error;
  }
  return handles;
};

// Mount the files at a place of the interpreter's file system; an empty one is not there. Returns a function that
// has the browser write what was written; without files (null) nothing can be written once `start.py` says so.
export const mount = ({ FS }, place, handles) => {
  const { MEMFS } = FS.filesystems;
  let unflushed = null; // the file with writes the browser may hold back: it is flushed before another is written
  const attempt = (act) => {
    try { return act(); } catch (error) {
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? NO_SPACE : BROKEN);
    }
  };
  const flush = () => { if (unflushed) attempt(() => unflushed.flush()); unflushed = null; };
  const touch = (handle) => { if (unflushed !== handle) flush(); unflushed = handle; };
  const keep = (node, handle) => {
    const plain = { ...node.node_ops };
    node.usedBytes = handle.getSize();
    node.node_ops = {
      ...plain,
      setattr: (_, { size, ...rest }) => {
        plain.setattr(node, rest);
        if (size === undefined) return;
        touch(handle);
        attempt(() => handle.truncate(size));
        node.usedBytes = size;
      },
    };
    node.stream_ops = {
      llseek: node.stream_ops.llseek,
      read: (_, heap, offset, length, at) => attempt(() => handle.read(heap.subarray(offset, offset + length), { at })),
      write: (_, heap, offset, length, at) => {
        touch(handle);
        const written = attempt(() => handle.write(heap.subarray(offset, offset + length), { at }));
        if (written !== length) throw new FS.ErrnoError(NO_SPACE); // Chromium throws nothing where it has no room
        node.usedBytes = Math.max(node.usedBytes, at + written);
        node.mtime = node.ctime = Date.now();
        return written;
      },
      fsync: () => { flush(); return 0; },
    };
    return node;
  };
  const type = {
    mount: (mounted) => {
      const folder = MEMFS.mount(mounted), plain = { ...folder.node_ops };
      const make = (parent, name, mode, device) => {
        const node = plain.mknod(parent, name, mode, device), handle = handles?.get(name);
        return handle ? keep(node, handle) : node;
      };
      folder.node_ops = {
        ...plain,
        mknod: make,
        rename: (node, to, name) => {
          if (handles?.has(node.name) || handles?.has(name)) throw new FS.ErrnoError(NOT_PERMITTED);
          plain.rename(node, to, name);
        },
        unlink: (parent, name) => {
          const handle = handles?.get(name);
          if (handle) { touch(handle); attempt(() => handle.truncate(0)); }
          plain.unlink(parent, name);
        },
      };
      for (const [name, handle] of handles || []) if (handle.getSize()) make(folder, name, 0o100600, 0);
      return folder;
    },
  };
  FS.mkdirTree(place);
  FS.mount(type, {}, place);
  return flush;
};
