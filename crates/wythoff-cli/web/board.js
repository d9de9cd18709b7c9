// The board: a canvas that pans and zooms with mouse, touch and keyboard. It draws what it is handed; it knows no rule.

import { call, givenUp } from './engine.js';
import { gameFields, gameKey, set, state } from './state.js';
import { View, niceStep } from './geometry.js';
import { colours, kindColour } from './palette.js';
import { TILE, Squares, bytes, chunkAt, picture } from './squares.js';
import { byId, quiet } from './dom.js';
import { expression, position, pretty, samePosition } from './number.js';

const LEFT = 46; // room for labels
const BELOW = 26;
const NEAR = 2; // pixels per square from which single squares are asked for

const view = new View();
const canvas = () => byId('board');
let context = null;
let ratio = 1;
let frame = 0;
let hovered = null;
let chosen = () => {}; // what happens when a square is chosen
let overlay = () => ({}); // what the board shows besides: options, crosses, rings, trail

let placed = null; // of which game the view is
let untouched = true; // nobody has panned or zoomed: the view fits itself to the window
let secret = () => false; // are outcomes hidden?
let flat = () => true; // is the game known, and one of two piles? Before that nothing is asked
const squares = new Squares(() => draw());
let seenLevels = new Map(); // what the colours of the last picture mean
let lines = null; // beams

export { view };

/** `actions.choose(square)`; `actions.overlay()`, `actions.hidden()` and `actions.flat()` are asked at every picture. */
export function startBoard(actions) {
  chosen = actions.choose;
  overlay = actions.overlay;
  secret = actions.hidden;
  flat = actions.flat;
  context = canvas().getContext('2d');
  new ResizeObserver(resize).observe(canvas().parentElement);
  listen();
  resize();
}

/** The state changed. */
export function boardFollows(changed) {
  const fresh = ['game', 'text', 'parameters'].some((k) => changed.has(k));
  if (changed.has('view') && state.view) take(state.view);
  else if (fresh || (changed.has('view') && !state.view)) placed = null;
  if (fresh) lines = null;
  if ((changed.has('beams') || fresh) && state.beams) findBeams();
  if (placed === null) home();
  if (changed.has('at') && state.at?.length === 2 && view.reveal(state.at)) touched();
  draw();
}

function take({ x, y, scale }) {
  placed = gameKey();
  untouched = false;
  if (view.x === x && view.y === y && Math.abs(view.scale - scale) < scale * 0.001) return;
  Object.assign(view, { x, y, dx: 0, dy: 0, scale });
  if (x === 0n) view.dx = -Math.min(0.4, 6 / scale);
  if (y === 0n) view.dy = -Math.min(0.4, 6 / scale);
}

/** Shows the corner, as large as is comfortable, or the chosen position. */
export function home() {
  placed = gameKey();
  untouched = true;
  const at = here();
  const small = Math.min(view.width, view.height);
  const near = at && at.every((n) => n < 400n) ? at.map(Number) : [0, 0];
  const least = state.tab === 'play' ? 12 : small < 420 ? 22 : 42;
  // The tools lie over the upper edge.
  const fits = Math.min(view.width / Math.max(near[0] + 3, least), (view.height - 50) / Math.max(near[1] + 2, least));
  view.scale = Math.max(2.5, Math.min(40, fits));
  Object.assign(view, { x: 0n, y: 0n, dx: -1, dy: -1 });
  view.settle();
  if (at) view.reveal(at);
  draw();
}

/** Fits the view to what is there now, unless somebody has chosen it. */
export function refit() {
  if (untouched && !state.view) home();
}

/** The square that everything is about. */
function here() {
  if (state.at?.length === 2) return state.at;
  const place = overlay().here;
  return place?.length === 2 ? place : null;
}

const touched = () => {
  untouched = false;
  remember();
};
const remember = quiet(300, () =>
  set({ view: { x: view.x < 0n ? 0n : view.x, y: view.y < 0n ? 0n : view.y, scale: view.scale } }, 'replace'),
);

function resize() {
  const box = canvas().parentElement.getBoundingClientRect();
  if (box.width < 10 || box.height < 10) return;
  ratio = window.devicePixelRatio || 1;
  canvas().width = Math.round(box.width * ratio);
  canvas().height = Math.round(box.height * ratio);
  view.width = box.width - LEFT;
  view.height = box.height - BELOW;
  if (placed !== null && untouched && !state.view) home();
  view.settle();
  paint();
}

/** What the colours say, where they are not just P and N: [{name, colour}]. */
export const levelsShown = () =>
  [...seenLevels]
    .sort((a, b) => a[0] - b[0])
    .map(([, level]) => level)
    .filter(Boolean);

export function draw() {
  if (!frame)
    frame = requestAnimationFrame(() => {
      frame = 0;
      paint();
    });
}

/** At once, for paper. */
export const drawNow = () => paint();

// ---- what is drawn ----

function paint() {
  if (!context || canvas().width === 0 || placed === null) return;
  const started = performance.now();
  const c = colours();
  const { width, height } = view;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = c.board;
  context.fillRect(0, 0, width + LEFT, height + BELOW);
  context.save();
  context.translate(LEFT, 0);
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  // What is below 0 is no part of the board.
  const x0 = Math.max(0, view.left(0n));
  const y0 = Math.min(height, view.bottom(0n));
  context.beginPath();
  context.rect(x0, 0, width - x0, y0);
  context.clip();
  const hidden = secret();
  seenLevels = new Map();
  if (!hidden && flat()) paintSquares(c);
  else if (!hidden) hatch(c, 0, 0, width, height);
  if (view.scale >= 5 && (hidden || state.colouring === 'outcome')) paintGrid(c);
  if (!hidden && state.beams && lines) paintBeams(c);
  paintOverlay(c, overlay());
  context.restore();
  paintLabels(c);
  squares.sweep(started);
  report();
}

const pixel = (n) => Math.round(n * ratio) / ratio;

/** The places of the view, in steps of `size` squares: [x, y, distance from the middle]. */
function places(size) {
  const step = BigInt(size);
  const list = [];
  const corner = (n) => (n < 0n ? 0n : n - (n % step));
  const middleX = view.columns / 2;
  const middleY = view.rows / 2;
  for (let x = corner(view.x); Number(x - view.x) - view.dx < view.columns; x += step) {
    for (let y = corner(view.y); Number(y - view.y) - view.dy < view.rows; y += step) {
      const away = Math.hypot(Number(x - view.x) + size / 2 - middleX, Number(y - view.y) + size / 2 - middleY);
      list.push([x, y, away / size]);
    }
  }
  return list;
}

const windowOf = (fields, x, y, colouring, size) => ({
  operation: 'window',
  fields: { ...fields, x: String(x), y: String(y), width: size, height: size, ...(colouring === 'outcome' ? {} : { colouring }) },
});

function paintSquares(c) {
  if (view.scale < NEAR) {
    paintTiles(c);
    return;
  }
  const key = gameKey();
  const size = chunkAt(view.x, view.y);
  for (const [x, y, away] of places(size)) {
    const place = squares.want(
      `${key}|${state.colouring}|${size}|${x},${y}`,
      windowOf(gameFields(), x, y, state.colouring, size),
      away,
    );
    const other = state.against
      ? squares.want(
          `${state.against}|outcome|${size}|${x},${y}`,
          windowOf({ game: state.against }, x, y, 'outcome', size),
          away + 0.1,
        )
      : null;
    paintWindow(c, place, other, x, y, size);
  }
}

function paintWindow(c, place, other, x, y, count) {
  const left = view.left(x);
  const bottom = view.bottom(y);
  const size = count * view.scale;
  if (place.state !== 'here' || place.all === 'unsolved') {
    hatch(c, left, bottom - size, size, size);
    return;
  }
  if (place.reply.colours) paintLevels(place, left, bottom - size, size);
  else if (other) paintBoth(c, place, other, left, bottom);
  else paintList(c.ink, place.squares.P, left, bottom);
  for (let k = 0; k < place.squares.unsolved.length; k += 2) {
    const s = view.scale;
    hatch(c, left + place.squares.unsolved[k] * s, bottom - (place.squares.unsolved[k + 1] + 1) * s, s, s);
  }
  paintList(c.none, place.squares.none, left, bottom, 0);
}

function paintList(colour, list, left, bottom, gap = view.scale >= 7 ? 1 : 0) {
  const s = view.scale;
  context.fillStyle = colour;
  for (let k = 0; k < list.length; k += 2) {
    const x = pixel(left + list[k] * s);
    const y = pixel(bottom - (list[k + 1] + 1) * s);
    const right = pixel(left + (list[k] + 1) * s);
    const below = pixel(bottom - list[k + 1] * s);
    context.fillRect(x + gap, y + gap, right - x - 2 * gap, below - y - 2 * gap);
  }
}

function paintBoth(c, place, other, left, bottom) {
  if (other.state !== 'here') {
    paintList(c.ink, place.squares.P, left, bottom);
    return;
  }
  const both = [];
  const first = [];
  const second = [];
  const sort = (mine, theirs, onlyMine) => {
    for (let k = 0; k < mine.length; k += 2) (theirs[mine[k + 1]][mine[k]] === 'P' ? both : onlyMine).push(mine[k], mine[k + 1]);
  };
  sort(place.squares.P, other.reply.rows, first);
  sort(other.squares.P, place.reply.rows, second);
  paintList(c.ink, both, left, bottom);
  paintList(c.first, first, left, bottom);
  paintList(c.second, second, left, bottom);
}

function paintLevels(place, left, top, size) {
  const { colours: table } = place.reply;
  const levels = place.reply.levels;
  place.there ??= new Set(table.flat());
  for (const level of place.there) seenLevels.set(level, levels[level]);
  const byLevel = levels.map((l) => [...bytes(l.colour), 255]);
  const image = picture(place, state.colouring, (i, j) => byLevel[table[j][i]] ?? null);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, left, top, size, size);
  if (view.scale < 24) return;
  context.font = `${Math.round(view.scale * 0.42)}px ui-monospace, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const s = view.scale;
  table.forEach((row, j) =>
    row.forEach((level, i) => {
      const px = left + (i + 0.5) * s;
      const py = top + size - (j + 0.5) * s;
      if (px < -s || py < -s || px > view.width + s || py > view.height + s || !/^-?\d{1,3}$/.test(levels[level]?.name ?? ''))
        return;
      const [r, g, b] = bytes(levels[level].colour);
      context.fillStyle = r * 0.3 + g * 0.59 + b * 0.11 > 140 ? '#000' : '#fff';
      context.fillText(levels[level].name, px, py);
    }),
  );
}

function paintTiles(c) {
  const scale = 2 ** Math.max(0, Math.ceil(Math.log2(1 / view.scale) - 0.01));
  const span = scale * TILE;
  const ink = bytes(c.ink);
  const key = gameKey();
  for (const [x, y, away] of places(span)) {
    const fields = { ...gameFields(), x: String(x), y: String(y), scale, size: TILE };
    const place = squares.want(`${key}|tile|${scale}|${x},${y}`, { operation: 'tile', fields }, away);
    const left = view.left(x);
    const size = span * view.scale;
    const top = view.bottom(y) - size;
    if (place.state !== 'here' || place.all === 'unsolved') {
      hatch(c, left, top, size, size);
      continue;
    }
    if (place.unsolved) hatch(c, left, top, size, size);
    const paper = bytes(c.board);
    context.imageSmoothingEnabled = true;
    context.drawImage(
      picture(place, c.ink, (i, j) => {
        const v = place.levels[j * TILE + i];
        if (v === 255) return null;
        if (v === 0) return place.unsolved ? [...paper, 255] : null;
        return [...ink, Math.round(110 + 145 * Math.sqrt(v / 254))];
      }),
      left,
      top,
      size,
      size,
    );
  }
}

let pattern = null;
let patternOf = '';
function hatch(c, x, y, width, height) {
  if (patternOf !== c.hatch) {
    const tile = document.createElement('canvas');
    tile.width = 8;
    tile.height = 8;
    const t = tile.getContext('2d');
    t.strokeStyle = c.hatch;
    t.lineWidth = 1.2;
    t.beginPath();
    for (const d of [-8, 0, 8]) {
      t.moveTo(d - 1, 9);
      t.lineTo(d + 9, -1);
    }
    t.stroke();
    pattern = context.createPattern(tile, 'repeat');
    patternOf = c.hatch;
  }
  context.fillStyle = pattern;
  context.fillRect(x, y, width, height);
}

function paintGrid(c) {
  const s = view.scale;
  context.lineWidth = 1;
  context.globalAlpha = Math.min(1, (s - 5) / 5);
  const stroke = (every, colour) => {
    context.strokeStyle = colour;
    context.beginPath();
    for (let i = Math.ceil(view.dx); i <= view.columns + view.dx + 1; i += 1) {
      if ((view.x + BigInt(i)) % every !== 0n) continue;
      const x = pixel((i - view.dx) * s) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, view.height);
    }
    for (let j = Math.ceil(view.dy); j <= view.rows + view.dy + 1; j += 1) {
      if ((view.y + BigInt(j)) % every !== 0n) continue;
      const y = pixel(view.height - (j - view.dy) * s) + 0.5;
      context.moveTo(0, y);
      context.lineTo(view.width, y);
    }
    context.stroke();
  };
  stroke(1n, c.grid);
  context.globalAlpha = 1;
}

function paintBeams(c) {
  const far = view.x > 1n << 50n || view.y > 1n << 50n;
  if (far) return;
  context.strokeStyle = c.accent;
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  const x = Number(view.x) + view.dx;
  const y = Number(view.y) + view.dy;
  const line = (slope) => {
    context.beginPath();
    context.moveTo(0, view.height - (slope * x - y) * view.scale);
    context.lineTo(view.width, view.height - (slope * (x + view.columns) - y) * view.scale);
    context.stroke();
  };
  for (const beam of lines.beams) {
    const slope = Number(beam.slope.decimal);
    if (!Number.isFinite(slope)) continue;
    line(slope);
    if (lines.symmetric && slope > 0) line(1 / slope);
  }
  context.setLineDash([]);
}

async function findBeams() {
  const key = gameKey();
  try {
    const found = await call('beams', { ...gameFields(), columns: 20000 });
    if (key === gameKey()) lines = found;
  } catch (error) {
    if (!givenUp(error)) byId('board-note').textContent = `No beams: ${error.message}`;
  }
  draw();
}

// ---- the chosen square and what belongs to it ----

function box([x, y], least = 3) {
  const s = Math.max(view.scale, least);
  const px = view.left(x) + (view.scale - s) / 2;
  const py = view.bottom(y) - view.scale + (view.scale - s) / 2;
  return [px, py, s];
}

const seen = ([px, py, s]) => px > -s && py > -s && px < view.width + s && py < view.height + s;

function paintOverlay(c, extra) {
  context.globalAlpha = 0.24;
  for (const { to, kind } of extra.tints ?? []) {
    const [px, py, s] = box(to, 1);
    if (!seen([px, py, s])) continue;
    context.fillStyle = kindColour(kind, extra.kinds ?? []);
    context.fillRect(px, py, s, s);
  }
  context.globalAlpha = 1;
  for (const at of extra.revealed ?? []) {
    const [px, py, s] = box(at);
    context.fillStyle = c.ink;
    if (seen([px, py, s])) context.fillRect(px + 1, py + 1, s - 2, s - 2);
  }
  for (const at of extra.trail ?? []) disc(at, c.trail, 0.13);
  for (const at of extra.marks ?? []) frameOf(at, c.accent, false, 2.5);
  for (const at of extra.crossed ?? []) frameOf(at, c.forbid, true);
  for (const at of extra.proposed ?? []) frameOf(at, c.propose, false);
  for (const at of extra.picked ?? [])
    frameOf(at, extra.picking === 'propose' ? c.propose : c.forbid, extra.picking !== 'propose', 3);
  for (const at of extra.holds ?? []) ring(at, c.trail);
  for (const at of extra.wins ?? []) ring(at, c.win);
  for (const at of extra.wrong ?? []) frameOf(at, c.forbid, true, 3);
  for (const at of extra.right ?? []) frameOf(at, c.win, false, 3);
  if (extra.here) disc(extra.here, c.chosen, 0.42, c.ink);
  if (state.at?.length === 2 && !samePosition(state.at, extra.here)) {
    if (extra.here) frameOf(state.at, c.chosen, false, 2.5);
    else disc(state.at, c.chosen, 0.42, c.ink);
  }
}

function disc(at, fill, radius, edge = null) {
  const [px, py, s] = box(at, 9);
  if (!seen([px, py, s])) return;
  context.beginPath();
  context.arc(px + s / 2, py + s / 2, s * radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  if (!edge) return;
  context.strokeStyle = edge;
  context.lineWidth = 1.5;
  context.stroke();
}

function ring(at, colour) {
  const [px, py, s] = box(at, 9);
  if (!seen([px, py, s])) return;
  context.beginPath();
  context.arc(px + s / 2, py + s / 2, s * 0.32, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(2, s * 0.13);
  context.stroke();
}

function frameOf(at, colour, cross, width = 2) {
  const [px, py, s] = box(at, 8);
  if (!seen([px, py, s])) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(px + 1, py + 1, s - 2, s - 2);
  if (!cross) return;
  context.beginPath();
  context.moveTo(px + s * 0.27, py + s * 0.27);
  context.lineTo(px + s * 0.73, py + s * 0.73);
  context.moveTo(px + s * 0.73, py + s * 0.27);
  context.lineTo(px + s * 0.27, py + s * 0.73);
  context.stroke();
}

// ---- labels: never so many that they collide; far out relative to a number that the status line says ----

let bases = [0n, 0n];

function paintLabels(c) {
  context.fillStyle = c.label;
  context.font = '11px system-ui, sans-serif';
  const s = view.scale;
  const span = BigInt(Math.ceil(Math.max(view.columns, view.rows, 500)));
  bases = [view.x, view.y].map((corner, i) => baseNear(corner, span, bases[i], state.at?.length === 2 ? state.at[i] : 0n));
  const widest = context.measureText(label(view.x + BigInt(Math.ceil(view.columns)), bases[0])).width + 18;
  axis(view.x, view.dx, view.columns, niceStep(widest / s), (i, n) => {
    const px = LEFT + (i - view.dx + 0.5) * s;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    if (px > LEFT + 4 && px < LEFT + view.width - 8) context.fillText(label(n, bases[0]), px, view.height + 7);
  });
  axis(view.y, view.dy, view.rows, niceStep(Math.max(26 / s, 1)), (j, n) => {
    const py = view.height - (j - view.dy + 0.5) * s;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    if (py > 8 && py < view.height - 2) context.fillText(label(n, bases[1]), LEFT - 6, py);
  });
}

/** The roundest number in or near the view, or the chosen square if none is round; kept as long as it is near, so that labels do not jump. */
function baseNear(corner, span, last, at) {
  if (corner < 10000000n) return 0n;
  const away = (n) => (corner > n ? corner - n : n - corner);
  if (last > 0n && away(last) < 4n * span) return last;
  for (let power = 10n ** BigInt(corner.toString().length); power > 1n; power /= 10n) {
    const round = ((corner + power / 2n) / power) * power;
    if (round > 0n && away(round) <= 2n * span)
      return at > 0n && away(at) <= 2n * span && expression(round).length > 24 ? at : round;
  }
  return corner;
}

function axis(corner, offset, count, step, put) {
  const big = BigInt(Math.round(step));
  const start = corner < 0n ? 0n : corner;
  let n = start % big === 0n ? start : start + big - (start % big);
  for (; Number(n - corner) - offset < count; n += big) put(Number(n - corner), n);
}

function label(n, base) {
  const d = n < base ? base - n : n - base;
  const text =
    d >= 1000000n && d % 100000n === 0n ? `${Number(d) / 1e6}M` : d >= 10000n && d % 1000n === 0n ? `${d / 1000n}k` : String(d);
  return base === 0n ? text : `${n < base ? '−' : '+'}${text}`;
}

// ---- the line under the board ----

/** What the engine has said of a square: 'P', 'N', '.', '?' or null when it is not known yet. */
export function outcomeOf([x, y]) {
  const size = chunkAt(view.x, view.y);
  const step = BigInt(size);
  for (const colouring of [state.colouring, 'outcome']) {
    const place = squares.peek(`${gameKey()}|${colouring}|${size}|${x - (x % step)},${y - (y % step)}`);
    if (place) return place.reply.rows[Number(y % step)]?.[Number(x % step)] ?? null;
  }
  return null;
}

function report() {
  const range = byId('range');
  const end = view.x + BigInt(Math.floor(view.columns));
  const from = view.x < 0n ? 0n : view.x;
  range.textContent =
    bases[0] || bases[1] ? `x = ${pretty(bases[0])} + …, y = ${pretty(bases[1])} + …` : `${pretty(from)} … ${pretty(end)} of ∞`;
  Object.assign(byId('board-frame').dataset, {
    busy: squares.busy || (!flat() && !secret()),
    scale: view.scale,
    x: view.x,
    y: view.y,
  });
  const failed = [...squares.kept.values()].filter((p) => p.used >= performance.now() - 60000 && (p.state === 'failed' || p.why));
  const shownNow = failed.find((p) => p.why);
  byId('board-note').textContent = secret()
    ? ''
    : squares.busy
      ? 'solving…'
      : shownNow
        ? `Hatched is not solved: ${shownNow.why}`
        : '';
}

function hover(at) {
  if (samePosition(at, hovered)) return;
  hovered = at;
  const line = byId('hover');
  if (!at) {
    line.textContent = '';
    return;
  }
  const outcome = secret() ? null : view.scale >= NEAR ? outcomeOf(at) : null;
  const words = { P: 'P', N: 'N', '.': 'no square', '?': 'not solved' };
  line.textContent = `${position(at)} ${secret() ? '' : (words[outcome] ?? (view.scale >= NEAR ? 'solving…' : ''))}`;
}

// ---- mouse, touch, wheel ----

function listen() {
  const pointers = new Map();
  let moved = 0;
  let pinch = 0;
  const where = (event) => {
    const rectangle = canvas().getBoundingClientRect();
    return [event.clientX - rectangle.left - LEFT, event.clientY - rectangle.top];
  };
  canvas().addEventListener('pointerdown', (event) => {
    canvas().setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, where(event));
    if (pointers.size === 1) moved = 0;
    if (pointers.size === 2) pinch = gap();
  });
  const gap = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  canvas().addEventListener('pointermove', (event) => {
    const now = where(event);
    if (!pointers.has(event.pointerId)) {
      hover(view.square(...now));
      return;
    }
    const before = pointers.get(event.pointerId);
    pointers.set(event.pointerId, now);
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (moved < 5) return;
    const share = 1 / pointers.size;
    view.pan((now[0] - before[0]) * share, (now[1] - before[1]) * share);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const wide = gap();
      if (pinch > 0) view.zoom(wide / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = wide;
    }
    touched();
    draw();
  });
  const up = (event) => {
    const alone = pointers.size === 1;
    pointers.delete(event.pointerId);
    if (!alone || moved >= 5 || event.type === 'pointercancel') return;
    const at = view.square(...where(event));
    const [px, py] = where(event);
    if (at && px >= 0 && py <= view.height) chosen(at, event.shiftKey ? 'mark' : 'choose');
  };
  canvas().addEventListener('pointerup', up);
  canvas().addEventListener('pointercancel', up);
  canvas().addEventListener('pointerleave', () => hover(null));
  canvas().addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const [px, py] = where(event);
      const lines16 = event.deltaMode === 1 ? 16 : 1;
      view.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines16)) * 0.004), px, py);
      touched();
      draw();
    },
    { passive: false },
  );
}

/** Zooms around the chosen square if it is seen, else the middle; in small steps unless less motion is wanted. */
export function zoom(factor) {
  const at = state.at?.length === 2 && view.sees(state.at) ? state.at : null;
  const px = at ? view.left(at[0]) + view.scale / 2 : view.width / 2;
  const py = at ? view.bottom(at[1]) - view.scale / 2 : view.height / 2;
  const steps = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 6;
  let left = steps;
  const step = () => {
    view.zoom(factor ** (1 / steps), px, py);
    draw();
    left -= 1;
    if (left > 0) requestAnimationFrame(step);
    else touched();
  };
  step();
}

/** For pans by keyboard, in shares of what is seen. */
export function shift(right, up) {
  view.pan(-right * view.width, up * view.height);
  touched();
  draw();
}

/** For tests and for the curious: where the middle of a square is on the page, and what colour is there. */
export function middleOf(at) {
  const rectangle = canvas().getBoundingClientRect();
  return { x: rectangle.left + LEFT + view.left(at[0]) + view.scale / 2, y: rectangle.top + view.bottom(at[1]) - view.scale / 2 };
}

export const forget = () => {
  squares.kept.clear();
  draw();
};
