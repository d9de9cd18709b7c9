// Lists of P-positions as tables and plots, the beams they lie on, Grundy values, and downloads in every format.

import { h, save, show } from './dom.js';
import { call, fetchFile, givenUp, writesParquet } from './engine.js';
import { gameFields, gameKey, state } from './state.js';
import { pretty, readNumber } from './number.js';
import { plot } from './plot.js';
import { typeset } from './notation.js';
import { chosenGame } from './book.js';

const FORMATS = [
  ['csv', 'csv'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['table', 'txt'],
  ['bfile', 'b.txt'],
  ['latex', 'tex'],
  ['raw', 'raw'],
  ...(writesParquet ? [['parquet', 'parquet']] : []),
];
let from = '0';
let first = '60';

/** A table of numbers that scrolls by itself. Rows are `{name, values}`, where the name may be left out. */
function numbers(label, heads, rows, foot = null) {
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label },
    h(
      'table',
      { class: 'numbers' },
      heads.length > 0 &&
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            heads.map((t) => h('th', { scope: 'col' }, t)),
          ),
        ),
      h(
        'tbody',
        {},
        rows.map(({ name, values }) =>
          h(
            'tr',
            {},
            name !== undefined && h('th', { scope: 'row' }, name),
            values.map((v) => h('td', {}, v)),
          ),
        ),
        foot,
      ),
    ),
  );
}

export async function page() {
  const { piles } = await chosenGame();
  const table = h('div', {}, h('p', { class: 'soft' }, 'solving…'));
  const plots = h('div', { class: 'plots' });
  const beams = h('div', {}, h('p', { class: 'soft' }, 'looking for beams…'));
  const grundy = h('div');
  const trouble = h('p', { role: 'alert' });
  const begin = h('input', { 'aria-label': 'From index', value: from, size: 10 });
  const count = h('input', { 'aria-label': 'How many', value: first, size: 6, inputmode: 'numeric' });
  const again = () => {
    from = begin.value;
    first = count.value;
    list();
  };
  for (const box of [begin, count])
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') again();
    });
  const format = h(
    'select',
    { 'aria-label': 'Format' },
    FORMATS.map(([f]) => h('option', { value: f }, f)),
  );
  const sequence = h(
    'select',
    { 'aria-label': 'Sequence of a b-file' },
    ['a', 'b', 'delta'].map((s) => h('option', {}, s)),
  );
  const many = h('input', { 'aria-label': 'Positions to download', value: '1000', size: 8, inputmode: 'numeric' });
  const to = h('input', { 'aria-label': 'Grundy values up to', value: '12', size: 4, inputmode: 'numeric' });

  async function download() {
    trouble.textContent = '';
    const extension = FORMATS.find(([f]) => f === format.value)[1];
    try {
      const file = await fetchFile('download', {
        ...gameFields(),
        first: Number(many.value),
        format: format.value,
        ...(format.value === 'bfile' ? { sequence: sequence.value } : {}),
      });
      save(`${(state.game ?? 'my-game').replace(/[^\w-]+/g, '_')}.${extension}`, file);
    } catch (error) {
      trouble.textContent = error.message;
    }
  }

  async function list() {
    try {
      const start = readNumber(from);
      const reply = await call('list', { ...gameFields(), first: Number(first), ...(start > 0n ? { from: String(start) } : {}) });
      if (piles !== 2) {
        const rows = reply.positions.map((p, i) => ({ name: String(i), values: p.map((v) => pretty(BigInt(v))) }));
        show(table, numbers('Table of P-positions', [], rows));
        return;
      }
      const rows = reply.positions.map(([a, b], i) => [start + BigInt(i), BigInt(a), BigInt(b)]);
      if (rows.length === 0) {
        show(table, h('p', {}, 'The list is empty: there is no P-position from this index on.'));
        return;
      }
      const signed = (v) => (v < 0n ? `−${pretty(-v)}` : pretty(v));
      const lines = rows.map(([n, a, b]) => ({ values: [n, a, b, b - a].map(signed) }));
      show(table, numbers('Table of P-positions', ['n', 'aₙ', 'bₙ', 'δₙ = bₙ − aₙ'], lines));
      const near = rows.map(([n, a, b]) => [Number(n - start), Number(a - rows[0][1]), Number(b - rows[0][1])]);
      const shift = rows[0][1];
      const slope = (near.at(-1)[1] - near[0][1]) / Math.max(1, near.length - 1);
      const slopeB = (near.at(-1)[2] - near[0][2]) / Math.max(1, near.length - 1);
      const base = shift > 1000000n ? ` less ${pretty(shift)}` : '';
      const add = shift > 1000000n ? 0 : Number(shift);
      show(
        plots,
        plot(`aₙ and bₙ${base}`, [
          { name: 'aₙ (blue)', colour: 'rook', points: near.map(([n, a]) => [n, a + add]) },
          { name: 'bₙ (vermilion)', colour: 'forbid', points: near.map(([n, , b]) => [n, b + add]) },
        ]),
        plot('δₙ = bₙ − aₙ', [{ name: 'δ', colour: 'accent', points: near.map(([n, a, b]) => [n, b - a]) }]),
        plot(`Residuals: aₙ − ${slope.toFixed(4)} n and bₙ − ${slopeB.toFixed(4)} n, seen from the first`, [
          { name: 'a (blue)', colour: 'rook', points: near.map(([n, a]) => [n, a - near[0][1] - slope * n]) },
          { name: 'b (vermilion)', colour: 'forbid', points: near.map(([n, , b]) => [n, b - near[0][2] - slopeB * n]) },
        ]),
      );
    } catch (error) {
      show(table, h('p', { role: 'alert' }, error.message));
      show(plots);
    }
  }

  const sectors = (found) =>
    found.areas.map(([low, high]) =>
      h('p', {}, high === null ? `Fills the sector from ${low} on.` : `Fills the sector between ${low} and ${high}.`),
    );

  async function findBeams() {
    const key = gameKey();
    try {
      const found = await call('beams', { ...gameFields(), columns: 20000 });
      if (key !== gameKey()) return;
      if (!found.beams.length) {
        const why = found.areas.length
          ? 'No beams: the P-positions spread over sectors.'
          : 'No beams: the P-positions gather at no lines, or too slowly to be seen so early.';
        show(beams, h('p', {}, why), sectors(found));
        return;
      }
      show(
        beams,
        h(
          'table',
          {},
          h('caption', { class: 'unseen' }, 'Beams'),
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['slope', 'exactly', 'between', 'in a column', 'width', 'drift'].map((t) => h('th', { scope: 'col' }, t)),
            ),
          ),
          h(
            'tbody',
            {},
            found.beams.map((b) =>
              h(
                'tr',
                {},
                [b.slope.decimal, b.slope.exact ?? '—', `${b.slope.low} … ${b.slope.high}`, b.per_column, b.width, b.drift].map(
                  (v) => h('td', {}, String(v ?? '—')),
                ),
              ),
            ),
          ),
        ),
        sectors(found),
        found.symmetric && h('p', { class: 'small soft' }, 'Those with y ≥ x; their mirror images are not listed.'),
      );
    } catch (error) {
      if (!givenUp(error)) show(beams, h('p', {}, error.message));
    }
  }

  async function tabulate() {
    try {
      const reply = await call('grundy', { ...gameFields(), to: Number(to.value) });
      const rows = reply.rows.map((row, y) => ({ name: String(y), values: row.map((v) => String(v ?? '')) })).reverse();
      const foot = h(
        'tr',
        {},
        h('th', {}, ''),
        reply.rows[0].map((_, x) => h('th', { scope: 'col' }, String(x))),
      );
      show(grundy, numbers('Grundy values', [], rows, foot));
    } catch (error) {
      show(grundy, h('p', { role: 'alert' }, error.message));
    }
  }

  list();
  if (piles === 2) findBeams();
  else show(beams, h('p', { class: 'soft' }, 'Beams are lines on the board of a game of two piles.'));
  return h(
    'div',
    { class: 'page' },
    h('h2', {}, 'Sequences of ', state.text === null ? typeset(state.game) : 'my game'),
    h(
      'div',
      { class: 'row' },
      h('label', {}, 'from index ', begin),
      h('label', {}, 'how many ', count),
      h('button', { type: 'button', onclick: again }, 'List'),
    ),
    table,
    plots,
    h('h3', {}, 'Beams'),
    beams,
    h('h3', {}, 'Grundy values'),
    h('div', { class: 'row' }, h('label', {}, 'up to ', to), h('button', { type: 'button', onclick: tabulate }, 'Tabulate')),
    grundy,
    h('h3', {}, 'Download'),
    h(
      'div',
      { class: 'row' },
      h('label', {}, 'the first ', many),
      'P-positions as',
      format,
      h('label', {}, 'b-file of ', sequence),
      h('button', { type: 'button', onclick: download }, 'Download'),
    ),
    trouble,
  );
}
