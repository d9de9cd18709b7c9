// An automaton with too many states for the drawing room's picture: states in layers by their distance from the start, the way of the
// chosen position on top. Digits stand in the titles of the edges.

import { h, svg } from './dom.js';

const MOST = 130;

/** The drawing, or null where it would be a thicket. `found` is the reply of `automaton`. */
export function automatonView(found) {
  if (!found.edges || found.states > MOST) return null;
  const start = [found.initial].flat()[0];
  const layers = layersOf(start, found);
  const across = 92;
  const down = 34;
  const height = Math.max(...layers.map((l) => l.length)) * down + 40;
  const width = layers.length * across + 40;
  const place = new Map();
  layers.forEach((layer, i) =>
    layer.forEach((state, j) => place.set(state, [40 + i * across, height / 2 + (j - (layer.length - 1) / 2) * down])),
  );
  const accepting = new Set(found.accepting);
  const way = [start, ...(found.walk ?? []).map((step) => step.state)];
  const walked = new Set(way.slice(1).map((to, i) => `${way[i]}>${to}`));
  const edges = found.edges
    .filter((e) => place.has(e.from) && place.has(e.to))
    .map((e) => edge(e, place, walked.has(`${e.from}>${e.to}`)));
  const states = [...place].map(([state, [x, y]]) =>
    svg(
      'g',
      {},
      svg('circle', {
        cx: x,
        cy: y,
        r: 12,
        class: `node ${way.includes(state) ? 'on-way' : ''} ${way.at(-1) === state ? 'last' : ''}`,
      }),
      accepting.has(state) && svg('circle', { cx: x, cy: y, r: 9, class: 'inner' }),
      svg('text', { x, y: y + 3.5, 'text-anchor': 'middle' }, String(state)),
      svg('title', {}, `state ${state}${accepting.has(state) ? ', accepting' : ''}`),
    ),
  );
  return h(
    'figure',
    { class: 'plot states' },
    svg(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `The automaton: ${found.states} states in ${layers.length} layers`,
      },
      edges.sort((a, b) => Number(a.classList.contains('on-way')) - Number(b.classList.contains('on-way'))),
      states,
    ),
    h(
      'figcaption',
      {},
      'States in layers by their distance from the start, on the left; a double ring accepts. The way of the chosen position is strong.',
    ),
  );
}

function layersOf(start, { edges }) {
  const next = new Map();
  for (const e of edges) next.set(e.from, [...(next.get(e.from) ?? []), e.to]);
  const seen = new Set([start]);
  const layers = [[start]];
  for (;;) {
    const layer = [];
    for (const state of layers.at(-1))
      for (const to of next.get(state) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          layer.push(to);
        }
    if (layer.length === 0) return layers;
    layers.push(layer);
  }
}

function edge({ from, to, digits }, place, strong) {
  const [x1, y1] = place.get(from);
  const [x2, y2] = place.get(to);
  const bend = from === to ? 0 : x1 === x2 ? 26 : x2 < x1 ? -22 : 6;
  const path =
    from === to
      ? `M ${x1 - 6} ${y1 - 10} C ${x1 - 16} ${y1 - 26}, ${x1 + 16} ${y1 - 26}, ${x1 + 6} ${y1 - 10}`
      : `M ${x1} ${y1} Q ${(x1 + x2) / 2 + (x1 === x2 ? bend : 0)} ${(y1 + y2) / 2 - (x1 === x2 ? 0 : bend)} ${x2} ${y2}`;
  return svg(
    'path',
    { d: path, class: `edge ${strong ? 'on-way' : ''}` },
    svg('title', {}, `${from} → ${to}: ${digits.map((d) => d.join('/')).join(' ')}`),
  );
}
