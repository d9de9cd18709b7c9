// The lines that beams follow, and the sectors that are filled.

import { call, givenUp } from './engine.js';
import { gameFields, gameKey, state } from './state.js';
import { surface, view } from './surface.js';
import { byId } from './dom.js';

let lines = null; // those of the game that is shown, once they are found

/** Another game: its lines are not known yet. */
export const forgetBeams = () => {
  lines = null;
};

/** The slope to draw: exactly, or the middle of what the data leave open. */
const middle = ({ exact, decimal, low, high }) => (exact ? Number(decimal) : (Number(low) + Number(high)) / 2);

export function paintBeams(c) {
  const { context } = surface;
  if (!state.beams || !lines) return;
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
    const slope = middle(beam.slope);
    if (!Number.isFinite(slope)) continue;
    line(slope);
    if (lines.symmetric && slope > 0) line(1 / slope);
  }
  context.setLineDash([]);
  // A sector that is filled has no line: its area is tinted.
  const steepest = 1e9;
  const wedge = (low, high) => {
    const right = x + view.columns;
    const at = (slope, column) => view.height - (slope * column - y) * view.scale;
    context.beginPath();
    context.moveTo(0, at(low, x));
    context.lineTo(view.width, at(low, right));
    context.lineTo(view.width, at(high, right));
    context.lineTo(0, at(high, x));
    context.fill();
  };
  context.fillStyle = c.accent;
  context.globalAlpha = 0.12;
  for (const [low, high] of lines.areas) {
    const [from, to] = [Number(low), high === null ? steepest : Number(high)];
    wedge(from, to);
    if (lines.symmetric) wedge(1 / to, from > 0 ? 1 / from : steepest);
  }
  context.globalAlpha = 1;
}

/** Looks for them; `then` is called in any case. */
export async function findBeams(then) {
  const key = gameKey();
  try {
    const found = await call('beams', { ...gameFields(), columns: 20000 });
    if (key === gameKey()) lines = found;
  } catch (error) {
    if (!givenUp(error)) byId('board-note').textContent = `No beams: ${error.message}`;
  }
  then();
}
