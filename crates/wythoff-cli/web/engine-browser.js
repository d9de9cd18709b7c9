// The engine as WebAssembly in workers: one for the squares of the board, one for other questions, one for a job, so that a move need not
// wait for tiles, nor tiles for a proof. A worker that computes cannot listen; to cancel it is ended and another started.

const OF_THE_BOARD = new Set(['window', 'tile']);
const PATIENCE = 400; // milliseconds that something nobody waits for may still take

let compiling = null;

/** The engine, downloaded and compiled once for all workers. */
function compiled() {
  compiling ??= compile().catch((error) => {
    compiling = null; // whoever asks next tries again
    throw error;
  });
  return compiling;
}

/** `engine.packed` is the engine, packed better than hosts pack what they send; `engine.wasm` is the same as it is, should anything be
 * wrong with that. */
async function compile() {
  try {
    return await compiledFrom('engine.packed');
  } catch {
    return compiledFrom('engine.wasm');
  }
}

async function compiledFrom(name) {
  const response = await fetch(new URL(`./${name}`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Error('The engine could not be fetched. Is there a connection? Reload the page.');
  const bytes = await response.arrayBuffer();
  const loader = new Worker(new URL('./loader.js', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      loader.onmessage = ({ data: { module, error } }) => (module ? resolve(module) : reject(new Error(error)));
      loader.onerror = () => reject(new Error('The engine could not be started. Reload the page.'));
      loader.postMessage(bytes, [bytes]);
    });
  } finally {
    loader.terminate();
  }
}

export class Browser {
  constructor(Trouble) {
    this.Trouble = Trouble;
    this.board = new Line(Trouble);
    this.quick = new Line(Trouble);
    this.long = null;
  }

  async call(operation, fields, signal) {
    const line = OF_THE_BOARD.has(operation) ? this.board : this.quick;
    const reply = await line.ask(operation, fields, signal);
    return JSON.parse(new TextDecoder().decode(reply.bytes));
  }

  async file(operation, fields, signal) {
    const reply = await this.quick.ask(operation, fields, signal);
    return new Blob([reply.bytes], { type: reply.type ?? 'application/octet-stream' });
  }

  job(operation, fields, progress) {
    this.long?.end();
    const line = new Line(this.Trouble);
    this.long = line;
    const finished = line
      .ask(operation, fields, undefined, progress)
      .then((reply) => JSON.parse(new TextDecoder().decode(reply.bytes)))
      .finally(() => line.end());
    return { finished, cancel: () => line.end() };
  }
}

/** A worker and those who wait for it, first come first served. */
class Line {
  constructor(Trouble) {
    this.Trouble = Trouble;
    this.waiting = [];
    this.current = null;
    this.worker = null;
    this.ended = false;
  }

  ask(operation, fields, signal, progress = () => {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abort());
        return;
      }
      const request = { operation, fields, resolve, reject, progress };
      signal?.addEventListener('abort', () => {
        this.waiting = this.waiting.filter((r) => r !== request);
        reject(abort());
        // What is being computed may end soon, and keeps what was solved for others: a restart would cost more.
        setTimeout(() => {
          if (this.current === request) this.restart();
        }, PATIENCE);
      });
      this.waiting.push(request);
      this.next();
    });
  }

  start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    compiled().then(
      (module) => worker.postMessage({ module }),
      (error) => {
        if (this.worker !== worker) return;
        this.fail(error.message);
      },
    );
    worker.onmessage = ({ data }) => {
      const request = this.current;
      if (!request) return;
      if (data.progress) {
        request.progress(data.progress);
        return;
      }
      this.current = null;
      if (data.error) request.reject(new this.Trouble(data.error, data.status));
      else request.resolve(data);
      this.next();
    };
    // An error thrown in an asynchronous handler of the worker arrives here as well.
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker !== worker) return;
      this.fail('The engine in this browser gave up; a smaller question, or the program wythoff itself, would do it.');
    };
  }

  /** The worker is of no more use; those who wait get another one. */
  fail(why) {
    const request = this.current;
    this.worker.terminate();
    this.worker = null;
    this.current = null;
    request?.reject(new this.Trouble({ error: why }, 500));
    this.next();
  }

  restart() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
    this.next();
  }

  next() {
    if (this.ended || this.current || this.waiting.length === 0) return;
    if (!this.worker) this.start();
    this.current = this.waiting.shift();
    const { operation, fields } = this.current;
    this.worker.postMessage({ operation, fields });
  }

  end() {
    this.ended = true;
    this.worker?.terminate();
    this.worker = null;
    for (const request of [this.current, ...this.waiting]) request?.reject(abort());
    this.current = null;
    this.waiting = [];
  }
}

const abort = () => new DOMException('cancelled', 'AbortError');
