// The squares themselves: one by one when they are near, as density from afar, hatched where nothing is known; and the grid.

import { gameFields, gameKey, state } from './state.js';
import { NEAR, pixel, surface, view } from './surface.js';
import { TILE, bytes, chunkAt, picture } from './squares.js';

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

/** The squares in sight, or their density from afar. Says what the colours mean: level by level. */
export function paintSquares(c, squares) {
  const levels = new Map();
  if (view.scale < NEAR) {
    paintTiles(c, squares);
    return levels;
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
    paintWindow(c, place, other, [x, y, size], levels);
  }
  return levels;
}

function paintWindow(c, place, other, [x, y, count], levels) {
  const left = view.left(x);
  const bottom = view.bottom(y);
  const size = count * view.scale;
  if (place.state !== 'here' || place.all === 'unsolved') {
    hatch(c, left, bottom - size, size, size);
    return;
  }
  if (place.reply.colours) paintLevels(place, [left, bottom - size, size], levels);
  else if (other) paintBoth(c, place, other, left, bottom);
  else paintList(c.ink, place.squares.P, left, bottom);
  for (let k = 0; k < place.squares.unsolved.length; k += 2) {
    const s = view.scale;
    hatch(c, left + place.squares.unsolved[k] * s, bottom - (place.squares.unsolved[k + 1] + 1) * s, s, s);
  }
  paintList(c.none, place.squares.none, left, bottom, 0);
}

function paintList(colour, list, left, bottom, gap = view.scale >= 7 ? 1 : 0) {
  const { context } = surface;
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

function paintLevels(place, [left, top, size], seen) {
  const { context } = surface;
  const { colours: table, levels } = place.reply;
  place.there ??= new Set(table.flat());
  for (const level of place.there) seen.set(level, levels[level]);
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

function paintTiles(c, squares) {
  const { context } = surface;
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
export function hatch(c, x, y, width, height) {
  const { context } = surface;
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

export function paintGrid(c) {
  const { context } = surface;
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
