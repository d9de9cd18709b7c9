// Unpacks and compiles the engine beside the page, which stays free meanwhile, and hands it over.

import { unpack } from './unpack.js';

const isEngine = (bytes) => bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;

onmessage = async ({ data }) => {
  try {
    const bytes = new Uint8Array(data);
    postMessage({ module: await WebAssembly.compile(isEngine(bytes) ? bytes : unpack(bytes)) });
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
