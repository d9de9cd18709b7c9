// The replication report: every item of the papers, what became of it, and "Show me", which sets the board.

import { h, show } from './dom.js';
import { call } from './engine.js';
import { readAddress } from './address.js';
import { set } from './state.js';

const NAMES = {
  'beatty-extensions': 'Wythoff Nim extensions and certain Beatty sequences',
  'imitation-nim': '2-pile Nim with a restricted number of move-size imitations',
  'blocking-wythoff': 'Blocking Wythoff Nim',
  'invariant-games': 'Invariant games',
};

export async function page() {
  const holder = h('div', {}, h('p', { class: 'soft' }, 'fetching the report…'));
  const summary = h('p', { class: 'soft' });
  const find = h('input', { 'aria-label': 'Find in the papers', placeholder: 'find: Theorem 1.1, W^4, false …' });
  const sheet = h(
    'div',
    { class: 'page' },
    h('h2', {}, 'Papers'),
    h('p', { class: 'soft' }, 'What the papers say, item by item, and what was found when it was checked.'),
    h('div', { class: 'row' }, h('div', { class: 'grow' }, find)),
    summary,
    holder,
  );
  load();
  return sheet;

  async function load() {
    let items;
    try {
      ({ items } = await call('papers'));
    } catch (error) {
      show(holder, h('p', { role: 'alert' }, error.message));
      return;
    }
    const counts = items.reduce((c, i) => ({ ...c, [i.verdict]: (c[i.verdict] ?? 0) + 1 }), {});
    summary.textContent = `${items.length} items: ${Object.entries(counts)
      .map(([v, n]) => `${n} ${v}`)
      .join(', ')}.`;
    const list = () => {
      const wish = find.value.trim().toLowerCase();
      const fits = items.filter((i) => `${i.paper} ${i.item} ${i.claim} ${i.verdict} ${i.detail}`.toLowerCase().includes(wish));
      if (!fits.length) {
        show(holder, h('p', {}, 'Nothing fits. Write fewer letters.'));
        return;
      }
      const papers = [...new Set(fits.map((i) => i.paper))];
      show(
        holder,
        papers.map((paper) =>
          h(
            'section',
            {},
            h('h3', {}, NAMES[paper] ?? paper.replaceAll('-', ' ')),
            h(
              'table',
              {},
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  ['item', 'what it says', 'found', ''].map((t) => (t ? h('th', { scope: 'col' }, t) : h('td', {}))),
                ),
              ),
              h('tbody', {}, fits.filter((i) => i.paper === paper).map(row)),
            ),
          ),
        ),
      );
    };
    find.addEventListener('input', list);
    list();
  }
}

function row(item) {
  return h(
    'tr',
    {},
    h('td', {}, item.item),
    h('td', {}, item.claim, h('div', { class: 'small soft' }, item.detail)),
    h(
      'td',
      {},
      h(
        'span',
        {
          class: `verdict-word ${/proved/.test(item.verdict) ? 'proved' : /false|refuted/.test(item.verdict) ? 'false' : 'agrees'}`,
        },
        item.verdict,
      ),
    ),
    h(
      'td',
      {},
      item.show &&
        h(
          'a',
          {
            class: 'button',
            href: hash(item.show),
            onclick: (event) => {
              event.preventDefault();
              go(item.show);
            },
            'aria-label': `Show me ${item.item}`,
          },
          'Show me',
        ),
    ),
  );
}

/** Any address of the lab as a hash of this page. */
function hash(address) {
  if (typeof address === 'object') {
    const { tab = 'board', ...rest } = address;
    return `#${Object.entries({ ...rest, tab })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`;
  }
  const cut = Math.max(address.indexOf('#'), address.indexOf('?'));
  return `#${cut >= 0 ? address.slice(cut + 1) : address}`;
}

async function go(address) {
  set(await readAddress({ search: '', hash: hash(address) }), 'push');
}
