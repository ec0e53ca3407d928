// Lays the program out where the interpreter finds it. No file is copied: all are parts of one piece of memory.

// Return files by path: a line of JSON, paths and sizes, and then the contents.
export const unpack = (bytes) => {
  let at = bytes.indexOf(10) + 1;
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  return new Map(sizes.map(([path, size]) => [path, bytes.subarray(at, (at += size))]));
};

export const layOut = ({ FS }, files) => {
  let last;
  for (const [path, bytes] of files) {
    const [, folder, name] = path.match(/(.*)\/(.*)/);
    if (folder !== last) FS.mkdirTree((last = folder));
    FS.createDataFile(folder, name, bytes, true, true, true);
  }
};
