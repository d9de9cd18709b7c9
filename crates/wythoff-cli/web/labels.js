// Labels: never so many that they collide; far out relative to a number that the status line says.

import { state } from './state.js';
import { LEFT, surface, view } from './surface.js';
import { niceStep } from './geometry.js';
import { expression } from './number.js';

/** What labels count from, far out: [x, y]. The status line says it. */
export let bases = [0n, 0n];

export function paintLabels(c) {
  const { context } = surface;
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
