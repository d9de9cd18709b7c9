// Squares as they come from the engine: windows of single squares when near, tiles of densities when far. Asked for around the
// middle of the view first, a few at a time, given up when they are out of sight, kept as long as there is room.

import { call, givenUp } from './engine.js';

const CHUNK = 128; // squares in a window
const FAR_CHUNK = 32; // far out every square is asked of an automaton: smaller windows are there sooner
const FAR = 1n << 60n;

/** How large the windows around a place are. */
export const chunkAt = (x, y) => (x > FAR || y > FAR ? FAR_CHUNK : CHUNK);

export const TILE = 256; // pixels in a tile
const AT_ONCE = 4;
const MOST_KEPT = 400;

export class Squares {
  /** `arrived()` is called when there is something new to draw. */
  constructor(arrived) {
    this.arrived = arrived;
    this.kept = new Map();
    this.running = 0;
    this.wanted = [];
    this.trouble = null;
  }

  /** What is known of a place: {rows, image, …}, or {pending} or {why}. Asks for it if it is new. */
  want(key, request, distance) {
    const found = this.kept.get(key);
    if (found) {
      found.used = performance.now();
      if (found.state === 'waiting') found.distance = distance;
      return found;
    }
    const place = { key, request, distance, state: 'waiting', used: performance.now() };
    this.kept.set(key, place);
    this.wanted.push(place);
    queueMicrotask(() => this.next());
    return place;
  }

  /** Only looks. */
  peek(key) {
    const found = this.kept.get(key);
    return found?.state === 'here' ? found : null;
  }

  /** Those that nobody wanted in the last picture are not asked for any more. */
  sweep(since) {
    for (const place of this.kept.values()) {
      if (place.used >= since || place.state === 'here' || place.state === 'failed') continue;
      place.abort?.abort();
      this.kept.delete(place.key);
    }
    this.wanted = this.wanted.filter((p) => this.kept.get(p.key) === p);
    if (this.kept.size > MOST_KEPT) {
      const old = [...this.kept.values()].filter((p) => p.used < since).sort((a, b) => a.used - b.used);
      for (const place of old.slice(0, this.kept.size - MOST_KEPT)) this.kept.delete(place.key);
    }
  }

  get busy() {
    return this.running > 0 || this.wanted.length > 0;
  }

  next() {
    while (this.running < AT_ONCE && this.wanted.length > 0) {
      this.wanted.sort((a, b) => b.distance - a.distance);
      const place = this.wanted.pop();
      if (place.state === 'waiting') this.load(place);
    }
  }

  async load(place) {
    this.running += 1;
    place.state = 'asked';
    place.abort = new AbortController();
    try {
      const { operation, fields } = place.request;
      const reply = await call(operation, fields, place.abort.signal);
      place.reply = reply;
      place.state = 'here';
      place.why = reply.why;
      if (operation === 'window') readWindow(place, reply);
      else readTile(place, reply);
    } catch (error) {
      place.state = givenUp(error) ? 'gone' : 'failed';
      place.why = error.message;
      if (place.state === 'gone') this.kept.delete(place.key);
    } finally {
      this.running -= 1;
      this.arrived();
      this.next();
    }
  }
}

/** Lists of the squares that have to be drawn, and how many there are of each sort. */
function readWindow(place, reply) {
  place.squares = { P: [], none: [], unsolved: [] };
  place.mixed = 0;
  reply.rows.forEach((row, j) => {
    for (let i = 0; i < row.length; i += 1) {
      const c = row[i];
      if (c === 'P') place.squares.P.push(i, j);
      else if (c === '.') place.squares.none.push(i, j);
      else if (c === '?') place.squares.unsolved.push(i, j);
    }
  });
  place.all = place.squares.unsolved.length === reply.width * reply.height * 2 ? 'unsolved' : 'some';
}

function readTile(place, reply) {
  place.levels = Uint8Array.from(atob(reply.levels), (c) => c.charCodeAt(0));
  place.unsolved = place.levels.some((v) => v === 255);
  place.all = place.levels.every((v) => v === 255) ? 'unsolved' : 'some';
}

/** A picture with one pixel for each square or tile pixel, in these colours; kept until the colours change. */
export function picture(place, theme, paint) {
  if (place.picture && place.theme === theme) return place.picture;
  const width = place.levels ? place.reply.size : place.reply.width;
  const height = place.levels ? place.reply.size : place.reply.height;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let j = 0; j < height; j += 1) {
    for (let i = 0; i < width; i += 1) {
      const colour = paint(i, j);
      if (colour) image.data.set(colour, ((height - 1 - j) * width + i) * 4);
    }
  }
  context.putImageData(image, 0, 0);
  place.picture = canvas;
  place.theme = theme;
  return canvas;
}

/** #rrggbb as bytes. */
export function bytes(colour) {
  const hex = colour.replace('#', '');
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16));
}
