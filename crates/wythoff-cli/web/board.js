// The board: a canvas that pans and zooms with mouse, touch and keyboard. It draws what it is handed; it knows no rule.

import { gameKey, set, state } from './state.js';
import { BELOW, LEFT, NEAR, canvas, surface, view } from './surface.js';
import { colours } from './palette.js';
import { Squares, chunkAt } from './squares.js';
import { hatch, paintGrid, paintSquares } from './painting.js';
import { findBeams, forgetBeams, paintBeams } from './beams.js';
import { bases, paintLabels } from './labels.js';
import { paintOverlay } from './overlay.js';
import { listen } from './pointer.js';
import { byId, quiet } from './dom.js';
import { position, pretty, samePosition } from './number.js';

let frame = 0;
let hovered = null;
let overlay = () => ({}); // what the board shows besides: options, crosses, rings, trail

let placed = null; // of which game the view is
let untouched = true; // nobody has panned or zoomed: the view fits itself to the window
let secret = () => false; // are outcomes hidden?
let flat = () => true; // is the game known, and one of two piles? Before that nothing is asked
const squares = new Squares(() => draw());
let seenLevels = new Map(); // what the colours of the last picture mean

/** `actions.choose(square)`; `actions.overlay()`, `actions.hidden()` and `actions.flat()` are asked at every picture. */
export function startBoard(actions) {
  overlay = actions.overlay;
  secret = actions.hidden;
  flat = actions.flat;
  surface.context = canvas().getContext('2d');
  new ResizeObserver(resize).observe(canvas().parentElement);
  const moved = () => {
    touched();
    draw();
  };
  listen({ moved, hover, choose: actions.choose });
  resize();
}

/** The state changed. */
export function boardFollows(changed) {
  const fresh = ['game', 'text', 'parameters'].some((k) => changed.has(k));
  if (changed.has('view') && state.view) take(state.view);
  else if (fresh || (changed.has('view') && !state.view)) placed = null;
  if (fresh) forgetBeams();
  if ((changed.has('beams') || fresh) && state.beams) findBeams(draw);
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
  const wanted = asked() ?? (at && at.every((n) => n < 400n) ? at.map(Number) : [0, 0]);
  const least = asked() ? 8 : state.tab === 'play' ? 12 : small < 420 ? 22 : 42;
  // The tools lie over the upper edge.
  const fits = Math.min(view.width / Math.max(wanted[0] + 3, least), (view.height - 50) / Math.max(wanted[1] + 2, least));
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

/** The far corner of the squares that a task is about: those are shown as large as they fit. */
function asked() {
  const columns = Number(state.tab === 'board' && /^find:(\d+)$/.exec(state.task ?? '')?.[1]);
  return columns > 0 ? [columns, 3 * columns] : null;
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
  const ratio = window.devicePixelRatio || 1;
  surface.ratio = ratio;
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

/** At once: for paper, and where squares are waited for. */
export const drawNow = () => paint();

// ---- what is drawn ----

function paint() {
  const { context, ratio } = surface;
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
  seenLevels = !hidden && flat() ? paintSquares(c, squares) : new Map();
  if (!hidden && !flat()) hatch(c, 0, 0, width, height);
  if (view.scale >= 5 && (hidden || state.colouring === 'outcome')) paintGrid(c);
  if (!hidden) paintBeams(c);
  paintOverlay(c, overlay());
  context.restore();
  paintLabels(c);
  squares.sweep(started);
  report();
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
