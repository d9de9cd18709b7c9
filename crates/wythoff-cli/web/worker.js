// The engine in a worker: the library as WebAssembly, one request in, one reply out. The exports are described at the top of
// crates/wythoff-wasm/src/lib.rs. A request cannot be interrupted; whoever wants that ends the worker and starts another.

let memory = null;
const decoder = new TextDecoder();

const imports = {
  wythoff: {
    progress(pointer, length) {
      postMessage({ progress: JSON.parse(decoder.decode(new Uint8Array(memory.buffer, pointer >>> 0, length >>> 0))) });
    },
  },
};

// The page sends the compiled engine first: it is downloaded and compiled once for all workers.
let begun;
const engine = new Promise((resolve, reject) => {
  begun = (module) =>
    WebAssembly.instantiate(module, imports).then((instance) => {
      memory = instance.exports.memory;
      resolve(instance.exports);
    }, reject);
});
engine.catch(() => {}); // said to whoever asks

onmessage = async ({ data: { module, operation, fields } }) => {
  if (module) {
    begun(module);
    return;
  }
  let exports;
  try {
    exports = await engine;
  } catch (error) {
    postMessage({ error: { error: String(error.message ?? error) }, status: 500 });
    return;
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ operation, ...fields }));
  const room = exports.alloc(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const reply = exports.request(room, bytes.length) >>> 0; // a panic traps: the worker ends with an error, and the page starts another
  const [status, media, length] = new Uint32Array(memory.buffer.slice(reply, reply + 12));
  const type = decoder.decode(new Uint8Array(memory.buffer, reply + 12, media));
  const body = memory.buffer.slice(reply + 12 + media, reply + 12 + media + length);
  exports.release(reply);
  if (status !== 200) postMessage({ error: JSON.parse(decoder.decode(body)), status });
  else postMessage({ bytes: body, type }, [body]);
};
