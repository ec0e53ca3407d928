// Lays the program out where the interpreter finds it. No file is copied: all are parts of one piece of memory.
export const unpack = async (python, packed) => {
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  const place = python.runPython("import site; site.getsitepackages()[0]");
  let at = bytes.indexOf(10) + 1, last;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)))) {
    const [, folder, name] = `${place}/${path}`.match(/(.*)\/(.*)/);
    if (folder !== last) python.FS.mkdirTree((last = folder));
    python.FS.createDataFile(folder, name, bytes.subarray(at, (at += size)), true, true, true);
  }
};
