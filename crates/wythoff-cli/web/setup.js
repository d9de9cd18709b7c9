// How a game begins: from which position, against whom, how well they play, who is first, on the board or with piles.

import { h, segmented } from './dom.js';
import { call } from './engine.js';
import { gameFields, set, state } from './state.js';
import { positionText, readPosition, toBig } from './number.js';
import { draw } from './board.js';
import { current } from './rules.js';
import { locked, match, setup } from './match.js';

const LEVELS = [
  ['beginner', 'beginner'],
  ['medium', 'club'],
  ['hard', 'strong'],
  ['perfect', 'perfect'],
];
const ERRS = {
  beginner: 'err at every second decision, where I can',
  medium: 'err at every fourth decision',
  hard: 'err at every tenth decision',
  perfect: 'never err',
};

/** A small position that whoever is to win can win. */
export async function firstPosition() {
  const piles = current()?.piles ?? (await call('rules', gameFields()).catch(() => null))?.bound?.piles ?? 2;
  if (state.at?.length === piles) return state.at;
  const wanted = setup().first === 'you' ? 'N' : 'P';
  try {
    if (piles === 2) {
      // The square nearest to (5, 7) from which whoever is to win can.
      const { rows } = await call('window', { ...gameFields(), x: '0', y: '0', width: 14, height: 14 });
      const squares = rows.flatMap((row, y) => [...row].map((outcome, x) => [outcome, x, y]));
      const fits = squares.filter(([outcome, x, y]) => outcome === wanted && x > 2 && y > 2).sort((a, b) => far(a) - far(b));
      if (fits.length) return fits[0].slice(1).map(BigInt);
    }
    for (const start of [
      [3, 4, 5],
      [2, 4, 5],
      [3, 5, 7],
      [1, 2, 3],
    ].map((p) => Array.from({ length: piles }, (_, i) => p[i] ?? i + 2))) {
      if ((await call('ask', { ...gameFields(), at: start.map(String) })).outcome === wanted) return start.map(BigInt);
    }
  } catch {
    /* then without knowing */
  }
  return Array.from({ length: piles }, (_, i) => BigInt([5, 7, 4][i] ?? i + 2));
}

const far = ([, x, y]) => Math.abs(x - 5) + Math.abs(y - 7);

function beginAt(text, { begin, refuse }) {
  try {
    begin(readPosition(text, match.reply?.piles ?? current()?.piles ?? 2), 'push');
  } catch (error) {
    refuse(error.message);
  }
}

/** The pane of it. `actions` are what it can do to the game: begin, refuse, render. */
export function setupView(actions) {
  const { begin, render } = actions;
  const { opponent, first, level } = setup();
  const change = (what) => {
    set({ setup: { ...state.setup, ...what } }, 'none');
    begin(match.reply ? toBig(match.reply.record.setup.start) : null, 'push');
  };
  const board = (match.reply?.piles ?? 2) === 2;
  const from = h('input', {
    'aria-label': 'Position',
    value: positionText(match.reply?.record.setup.start ?? []),
    'data-keep': 'from',
    autocomplete: 'off',
    onkeydown: (event) => {
      if (event.key === 'Enter') beginAt(event.target.value, actions);
    },
  });
  return h(
    'details',
    { class: 'bottom', open: window.innerWidth > 720 || null },
    h('summary', {}, 'This game'),
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'small soft' }, 'from'),
      h('div', { class: 'grow' }, from),
      h('button', { type: 'button', onclick: () => beginAt(from.value, actions) }, 'Begin'),
    ),
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'small soft' }, 'Level'),
      segmented('Level', LEVELS, level, (l) => change({ level: l })),
    ),
    h(
      'p',
      { class: 'small soft' },
      opponent === 'machine' ? `I ${ERRS[level]}.` : 'Two people play; the program sees to the rules.',
    ),
    h(
      'div',
      { class: 'row' },
      segmented(
        'Opponent',
        [
          ['machine', 'the program'],
          ['person', 'a person'],
        ],
        opponent,
        (o) => change({ opponent: o }),
      ),
      segmented(
        'Who begins',
        [
          ['you', 'you begin'],
          ['machine', opponent === 'person' ? 'the other begins' : 'I begin'],
        ],
        first,
        (f) => change({ first: f }),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      board &&
        segmented(
          'Show',
          [
            ['board', 'board'],
            ['piles', 'piles'],
          ],
          state.as,
          (as) => {
            set({ as });
            render();
          },
        ),
      !locked('outcomes') &&
        board &&
        h(
          'label',
          { class: 'small' },
          h('input', {
            type: 'checkbox',
            ...(match.outcomes ? { checked: true } : {}),
            onchange: (event) => {
              match.outcomes = event.target.checked;
              draw();
            },
          }),
          ' show who wins where',
        ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: () => begin(match.reply ? toBig(match.reply.record.setup.start) : null, 'push') }, 'New game'),
      !locked('outcomes') &&
        h('button', { type: 'button', onclick: () => set({ page: 'learn' }) }, 'What can be learnt by playing?'),
    ),
  );
}
