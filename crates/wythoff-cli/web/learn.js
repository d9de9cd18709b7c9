// What a player learns by playing: section 4.1 of the paper on imitation. The learner's strategy meets a cautious winner; in Wythoff Nim and
// Imitation Nim the pairs show themselves one by one, with blocking and p > 1 they do not.

import { h, show } from './dom.js';
import { call } from './engine.js';
import { plot } from './plot.js';
import { typeset } from './notation.js';
import { position } from './number.js';

const GAMES = ['WN', 'IN', '(2,1)WN', '(2,1)IN', '(3,1)WN'];
let chosen = ['WN', 'IN', '(2,1)WN'];

export function page() {
  const results = h('div');
  const size = h('input', { 'aria-label': 'Piles up to', value: '100', size: 5, inputmode: 'numeric' });
  const games = h('input', { 'aria-label': 'Games to play', value: '100', size: 5, inputmode: 'numeric' });
  const boxes = GAMES.map((game) =>
    h(
      'label',
      {},
      h('input', { type: 'checkbox', value: game, ...(chosen.includes(game) ? { checked: true } : {}) }),
      ' ',
      typeset(game),
    ),
  );
  const run = async () => {
    chosen = boxes
      .map((b) => b.querySelector('input'))
      .filter((b) => b.checked)
      .map((b) => b.value);
    if (!chosen.length) {
      show(results, h('p', {}, 'Choose a game first.'));
      return;
    }
    show(results, h('p', { class: 'soft' }, 'playing…'));
    try {
      const replies = [];
      for (const game of chosen)
        replies.push(await call('learn', { game, size: Number(size.value), games: Number(games.value) }));
      const lessons = replies.flatMap((r) => r.lessons ?? [r]);
      for (const lesson of lessons) {
        const { positions } = await call('list', { game: lesson.game, first: Math.min(60, lesson.pairs) }).catch(() => ({
          positions: [],
        }));
        lesson.list = positions;
      }
      show(results, view(lessons));
    } catch (error) {
      show(results, h('p', { role: 'alert' }, error.message));
    }
  };
  run();
  return h(
    'div',
    { class: 'page' },
    h('h2', {}, 'What can be learnt by playing?'),
    h(
      'p',
      {},
      'Somebody who knows nothing plays against somebody who knows how to win and would rather not show it. The learner moves by one simple plan and notes which positions the winner leaves behind. How many of the P-positions are known after so many games?',
    ),
    h(
      'p',
      { class: 'soft' },
      'In Wythoff Nim and Imitation Nim the pairs show themselves one by one. Where diagonal moves are blocked (p > 1) the winner can hide them.',
    ),
    h('div', { class: 'row' }, boxes),
    h(
      'div',
      { class: 'row' },
      h('label', {}, 'piles up to ', size),
      h('label', {}, 'games ', games),
      h('button', { type: 'button', class: 'main', onclick: run }, 'Let them play'),
    ),
    results,
  );
}

const COLOURS = ['rook', 'forbid', 'win', 'bishop', 'chosen'];

function view(lessons) {
  return [
    h(
      'div',
      { class: 'plots' },
      plot(
        'Pairs known after so many games',
        lessons.map((l, i) => ({
          name: `${typeset(l.game)} (${['blue', 'vermilion', 'green', 'pink', 'amber'][i % 5]})`,
          colour: COLOURS[i % 5],
          line: true,
          points: l.rows.map((r) => [r.games, r.known.mean]),
        })),
        { x: 'games' },
      ),
      plot(
        'Known without a gap from the smallest on',
        lessons.map((l, i) => ({
          name: typeset(l.game),
          colour: COLOURS[i % 5],
          line: true,
          points: l.rows.map((r) => [r.games, r.unbroken.mean]),
        })),
        { x: 'games' },
      ),
    ),
    lessons.map((l) =>
      h(
        'section',
        {},
        h('h3', {}, typeset(l.game), ` · ${l.pairs} pairs with piles up to ${l.size}`),
        h(
          'table',
          { class: 'numbers' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['games', 'pairs known', 'least', 'most', 'without a gap'].map((t) => h('th', { scope: 'col' }, t)),
            ),
          ),
          h(
            'tbody',
            {},
            l.rows.map((r) =>
              h(
                'tr',
                {},
                [r.games, r.known.mean, r.known.least, r.known.most, r.unbroken.mean].map((v) => h('td', {}, String(v))),
              ),
            ),
          ),
        ),
        pairsView(l),
      ),
    ),
  ];
}

/** The pairs themselves, as one learner came to know them: which game revealed which; a slider goes from game to game. */
function pairsView(lesson) {
  if (!lesson.list?.length) return null;
  const games = new Map(lesson.revealed.map(({ pair, game }) => [pair.join(), game]));
  const chips = lesson.list.map((p) => {
    const game = games.get(p.join());
    const words = game === undefined ? 'never revealed' : `revealed by game ${game}`;
    return { game, chip: h('span', { class: 'chip', title: words }, position(p), h('span', { class: 'soft' }, game === undefined ? ' · never' : ` · game ${game}`)) };
  });
  const said = h('p', { class: 'soft', 'aria-live': 'polite' });
  const last = lesson.rows.at(-1).games;
  const at = (number) => {
    for (const { game, chip } of chips) chip.classList.toggle('win', game <= number);
    const now = lesson.revealed.filter(({ game }) => game === number).map(({ pair }) => position(pair));
    const known = lesson.revealed.filter(({ game }) => game <= number).length;
    said.textContent = `Game ${number} of ${last} revealed ${now.length ? now.join(', ') : 'nothing new'}: ${known} of ${lesson.pairs} pairs are known.`;
  };
  const slider = h('input', {
    type: 'range',
    min: 1,
    max: last,
    value: 1,
    'aria-label': `Games of ${lesson.game} played`,
    oninput: (event) => at(Number(event.target.value)),
  });
  at(1);
  return h(
    'div',
    {},
    h('p', { class: 'cap' }, 'One learner: which game revealed which pair'),
    h('label', { class: 'row' }, 'from game to game ', slider),
    said,
    h(
      'div',
      { class: 'chips' },
      chips.map(({ chip }) => chip),
    ),
  );
}
