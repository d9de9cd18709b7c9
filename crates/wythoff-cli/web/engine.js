// The one module that talks to the interface of docs/api.md: to the server, or on the static site to a worker that holds the
// same library as WebAssembly. Whoever calls cannot tell which.

import { ENGINE } from './where.js';
import { Server } from './engine-server.js';
import { Browser } from './engine-browser.js';

/** A failure that says what to do, with the diagnostics of the rule language where there are any. */
export class Trouble extends Error {
  constructor(reply, status) {
    super(reply.error ?? 'The engine did not say what went wrong; try again.');
    this.status = status;
    this.diagnostics = reply.diagnostics ?? [];
    this.hint = reply.hint;
  }
}

const engine = ENGINE === 'browser' ? new Browser(Trouble) : new Server(Trouble);

/** One request, one reply. `signal` gives it up. */
export const call = (operation, fields = {}, signal = undefined) => engine.call(operation, fields, signal);

/** A reply that is a file: a Blob. */
export const fetchFile = (operation, fields = {}, signal = undefined) => engine.file(operation, fields, signal);

/** A long one: `{finished: Promise of the reply, cancel()}`; `progress({stage, done, total})` is called while it works. */
export const job = (operation, fields, progress) => engine.job(operation, fields, progress);

/** Was it given up rather than failed? */
export const givenUp = (error) => error?.name === 'AbortError';

/** For the corner of the page. */
export const engineWords =
  ENGINE === 'browser'
    ? 'The engine runs in this browser: nothing is sent anywhere, and limits are smaller than those of the program.'
    : 'The engine is the program wythoff on this computer.';
export const engineName = ENGINE === 'browser' ? 'in this browser' : 'on this computer';

/** Whether lists can be had as Parquet there. */
export const writesParquet = ENGINE !== 'browser';

/** The formats that `draw` has there. */
export const pictureFormats = ENGINE === 'browser' ? ['svg'] : ['svg', 'png', 'pdf', 'tikz'];
