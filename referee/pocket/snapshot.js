// A picture of the interpreter's memory with all of the program imported, to begin from instead of importing.
// Files, libraries and JavaScript's own tables lie outside that memory: they are laid out again, libraries
// before anything else and in the same order, so that they lie where the picture says.

const TABLE = 16384; // above the functions of the interpreter, which some browsers have one more of

// `libraries` are pairs of path and bytes; `create` is the default export of pyodide.asm.mjs.
export const begin = ({ loadPyodide, create, indexURL, libraries }, options, fill = () => {}) =>
  loadPyodide({ indexURL, ...options, createPyodideModule: async (settings) => {
    settings.preRun.push(async (module) => {
      module.addRunDependency("libraries");
      module.wasmTable.grow(TABLE - module.wasmTable.length);
      for (const [path, bytes] of libraries) {
        const flags = { loadAsync: true, nodelete: true };
        module.newDSO(path, undefined, await module.loadWebAssemblyModule(bytes, flags, path, {})).global = false;
      }
      module.removeRunDependency("libraries");
    });
    const module = await create(settings);
    await fill(module);
    return module;
  } });

// What is imported by then. Other libraries are loaded when something asks for them.
export const librariesIn = (files) => [...files].filter(([path]) => /\/msgspec\/.*\.so$/.test(path));

// Begin from a picture, given as the reader of a stream: it goes into the memory as it comes.
export const beginFrom = async (parts, reader) => {
  let { value } = await reader.read();
  const head = value.slice(0, new DataView(value.buffer, value.byteOffset).getUint32(4, true));
  const python = await begin(parts, { _loadSnapshot: head }, async (module) => {
    const at = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
    const trampoline = module.HEAP32[at]; // how this browser calls functions, not the one of the picture
    let end = 0;
    for (value = value.subarray(head.length); value; { value } = await reader.read()) {
      const size = end + value.length;
      if (size > module.HEAPU8.length && !module.growMemory(size + 2 ** 23)) throw new RangeError("no memory");
      module.HEAPU8.set(value, end);
      end = size;
    }
    module.HEAP32[at] = trampoline;
  });
  python.runPython("import random; random.seed()"); // else everybody draws the same
  return python;
};
