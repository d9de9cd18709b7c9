// The chosen square and what belongs to it: options, crosses, rings, the trail of a game.

import { state } from './state.js';
import { surface, view } from './surface.js';
import { kindColour } from './palette.js';
import { samePosition } from './number.js';

function box([x, y], least = 3) {
  const s = Math.max(view.scale, least);
  const px = view.left(x) + (view.scale - s) / 2;
  const py = view.bottom(y) - view.scale + (view.scale - s) / 2;
  return [px, py, s];
}

const seen = ([px, py, s]) => px > -s && py > -s && px < view.width + s && py < view.height + s;

export function paintOverlay(c, extra) {
  const { context } = surface;
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
  const { context } = surface;
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
  const { context } = surface;
  const [px, py, s] = box(at, 9);
  if (!seen([px, py, s])) return;
  context.beginPath();
  context.arc(px + s / 2, py + s / 2, s * 0.32, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(2, s * 0.13);
  context.stroke();
}

function frameOf(at, colour, cross, width = 2) {
  const { context } = surface;
  const [px, py, s] = box(at, 8);
  if (!seen([px, py, s])) return;
  context.strokeStyle = colour;
  context.lineWidth = Math.min(width, Math.max(1, s * 0.12)); // small squares stay squares
  context.strokeRect(px + 1, py + 1, s - 2, s - 2);
  if (!cross) return;
  context.beginPath();
  context.moveTo(px + s * 0.27, py + s * 0.27);
  context.lineTo(px + s * 0.73, py + s * 0.73);
  context.moveTo(px + s * 0.73, py + s * 0.27);
  context.lineTo(px + s * 0.27, py + s * 0.73);
  context.stroke();
}
