// Small plots of sequences as SVG.

import { h, svg } from './dom.js';
import { niceStep } from './geometry.js';

/** `series`: [{name, points: [[x, y]], colour (a custom property), line?}] */
export function plot(title, series, { x = 'n' } = {}) {
  const W = 420;
  const H = 240;
  const left = 52;
  const right = 12;
  const top = 10;
  const below = 28;
  const all = series.flatMap((s) => s.points);
  if (all.length === 0) return h('figure', { class: 'plot' }, h('figcaption', {}, `${title}: nothing to plot`));
  const xs = all.map((p) => p[0]);
  const ys = all.map((p) => p[1]);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  let [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  if (y0 > 0 && y0 < y1 / 3) y0 = 0;
  if (y0 === y1) {
    y0 -= 1;
    y1 += 1;
  }
  const px = (v) => left + ((v - x0) / Math.max(1e-9, x1 - x0)) * (W - left - right);
  const py = (v) => H - below - ((v - y0) / (y1 - y0)) * (H - top - below);
  const ticks = (low, high, count) => {
    const span = (high - low) / count;
    const step = span >= 1 ? niceStep(span) : 10 ** Math.ceil(Math.log10(span));
    return Array.from({ length: 12 }, (_, i) => Math.ceil(low / step) * step + i * step)
      .filter((v) => v <= high + 1e-9)
      .map((v) => Number(v.toPrecision(10)));
  };
  return h(
    'figure',
    { class: 'plot' },
    svg(
      'svg',
      { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Plot: ${title}` },
      svg('line', { class: 'axis', x1: left, y1: H - below, x2: W - right, y2: H - below }),
      svg('line', { class: 'axis', x1: left, y1: top, x2: left, y2: H - below }),
      ticks(x0, x1, 6).map((v) => svg('text', { x: px(v), y: H - below + 14, 'text-anchor': 'middle' }, String(v))),
      ticks(y0, y1, 5).map((v) => svg('text', { x: left - 5, y: py(v) + 3, 'text-anchor': 'end' }, String(v))),
      svg('text', { x: W - right, y: H - 2, 'text-anchor': 'end' }, x),
      series.map((s, i) =>
        s.line
          ? svg('polyline', {
              points: s.points.map(([a, b]) => `${px(a).toFixed(1)},${py(b).toFixed(1)}`).join(' '),
              fill: 'none',
              stroke: `var(--${s.colour})`,
              'stroke-width': 1.8,
              // Lines that lie on each other are seen both, and told apart without colours.
              'stroke-dasharray': ['none', '7 4', '2 3'][i % 3],
            })
          : svg(
              'g',
              { fill: `var(--${s.colour})` },
              s.points.map(([a, b]) =>
                svg('circle', { cx: px(a).toFixed(1), cy: py(b).toFixed(1), r: s.points.length > 150 ? 1.2 : 2.2 }),
              ),
            ),
      ),
    ),
    h('figcaption', {}, title, series.length > 1 ? ` — ${series.map((s) => s.name).join(', ')}` : ''),
  );
}
