// The chosen position, in words: who wins, what to forbid, propose or move to, why, and on what ground.

import { byId, h, show } from './dom.js';
import { call, givenUp } from './engine.js';
import { gameFields, gameKey, set, state } from './state.js';
import { plural, position, positionText, pretty, readPosition, samePosition, toBig } from './number.js';
import { say } from './live.js';
import { draw, outcomeOf } from './board.js';

let answer = null; // of `ask`
let options = null; // of `options`
let asked = '';
let giveUp = null;
let box = null;
let body = null;
let piles = 2;
let why = null;
let wanted = null; // somebody asked why before it was solved
let hooks = {};

export function startInspector(actions) {
  hooks = actions;
  box = h('input', {
    id: 'position',
    'aria-label': 'Position',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: '11, 28 or 10^100, 3*10^100',
    'aria-describedby': 'position-trouble',
    onchange: () => go(),
    onkeydown: (event) => {
      if (event.key === 'Enter') go(true);
    },
  });
  body = h('div', { class: 'grow', id: 'answer' });
  show(
    byId('inspector'),
    h('h2', { class: 'cap' }, 'Position'),
    h('div', { class: 'row' }, h('div', { class: 'grow' }, box)),
    h('p', { id: 'position-trouble', class: 'small', role: 'alert' }),
    body,
    h(
      'div',
      { class: 'row bottom' },
      h(
        'button',
        { type: 'button', class: 'main', id: 'play-from-here', onclick: () => hooks.playFrom(state.at) },
        'Play from here',
      ),
      h('button', { type: 'button', id: 'why', onclick: () => explain() }, 'Why'),
      h(
        'button',
        { type: 'button', id: 'walk-automaton', onclick: () => set({ tab: 'proof', page: null }) },
        'Walk the automaton',
      ),
    ),
  );
}

export const boxOfPosition = () => box;

let last = '';
function go(sure = false) {
  if (!sure && box.value === last) return;
  last = box.value;
  try {
    const at = readPosition(box.value, piles);
    byId('position-trouble').textContent = '';
    set({ at, forbid: [] });
  } catch (error) {
    byId('position-trouble').textContent = error.message;
  }
}

/** What the board has to show of the position. */
export function positionOverlay() {
  if (!state.at || state.at.length !== 2 || answerKey() !== asked) return { marks: state.forbid };
  const kinds = [...new Set((options?.options ?? []).flatMap((o) => o.kinds))];
  const locked = state.lock.includes('outcomes');
  return {
    tints: (options?.options ?? []).map((o) => ({ to: toBig(o.to), kind: o.kinds[0] })),
    kinds,
    crossed: locked ? [] : (answer?.block ?? []).map(toBig),
    proposed: locked ? [] : (answer?.propose ?? []).map(toBig),
    wins: locked ? [] : (answer?.winning_moves ?? []).map(toBig),
    marks: state.forbid,
  };
}

const answerKey = () => `${gameKey()}|${state.at?.join(',')}`;

/** The position or the game changed. */
export async function inspectorFollows(game) {
  if (game) piles = game.piles;
  if (document.activeElement !== box || last === box.value) box.value = state.at ? positionText(state.at) : '';
  last = box.value;
  byId('play-from-here').disabled = !state.at;
  const locked = state.lock.includes('outcomes');
  byId('why').disabled = !state.at;
  byId('why').hidden = locked;
  byId('walk-automaton').hidden = locked;
  byId('chosen').textContent = state.at ? position(state.at) : '';
  const key = answerKey();
  if (!state.at || (state.tab !== 'board' && state.tab !== 'proof')) {
    if (!state.at) empty();
    return;
  }
  if (key === asked) {
    showAnswer();
    return;
  }
  asked = key;
  giveUp?.abort();
  giveUp = new AbortController();
  answer = null;
  options = null;
  why = null;
  const early = state.at.length === 2 ? outcomeOf(state.at) : null;
  show(
    body,
    h(
      'div',
      { class: 'verdict' },
      h(
        'span',
        { class: 'badge open', 'aria-hidden': 'true' },
        early && 'PN'.includes(early) && !state.lock.includes('outcomes') ? early : '?',
      ),
      h('span', {}, h('b', {}, 'solving…'), h('span', { class: 'soft' }, position(state.at))),
    ),
  );
  const fields = { ...gameFields(), at: state.at.map(String) };
  const signal = giveUp.signal;
  const both = await Promise.allSettled([call('ask', fields, signal), call('options', fields, signal)]);
  if (answerKey() !== key) return;
  if (both[0].status === 'rejected') {
    if (!givenUp(both[0].reason)) failed(both[0].reason);
    asked = givenUp(both[0].reason) ? '' : key;
    return;
  }
  answer = both[0].value;
  options = both[1].status === 'fulfilled' ? both[1].value : null;
  showAnswer();
  say(sentence());
  draw();
  if (wanted === key) explain();
  wanted = null;
}

function empty() {
  show(
    body,
    h(
      'p',
      { class: 'soft' },
      state.lock.includes('outcomes')
        ? 'Choose a square of the board, or write a position above: its options will stand here. Who wins is hidden.'
        : 'Choose a square of the board, or write a position above: who wins there, by what, and why will stand here.',
    ),
  );
  byId('chosen').textContent = '';
}

function failed(error) {
  show(
    body,
    h(
      'div',
      { class: 'verdict' },
      h('span', { class: 'badge open', 'aria-hidden': 'true' }, '?'),
      h('span', {}, h('b', {}, 'Not solved'), h('span', { class: 'soft' }, position(state.at))),
    ),
    h('p', { class: 'wrap' }, error.message),
    error.hint && h('p', { class: 'soft wrap' }, error.hint),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => set({ tab: 'proof' }) }, 'Try to prove a form')),
  );
  say(`${position(state.at)}: ${error.message}`);
}

function headline() {
  if (answer.outcome === 'P') return 'The previous player wins';
  return 'The next player wins';
}

function by() {
  if (answer.terminal) return 'the game is over here';
  if (answer.outcome === 'P') {
    if (answer.propose) return answer.propose.length ? 'by what is proposed' : 'whatever happens';
    return answer.block?.length ? `by forbidding ${plural(answer.block.length, 'option')}` : 'whatever the move';
  }
  const n = answer.winning_moves.length;
  return n ? `by ${plural(n, 'move')}` : '';
}

/** For the live line: what a glance at the board tells. */
function sentence() {
  const here = position(state.at);
  if (state.lock.includes('outcomes')) return `${here} is chosen.`;
  const list = (title, squares) =>
    squares?.length
      ? `; ${title} ${squares.slice(0, 6).map(position).join(', ')}${squares.length > 6 ? ` and ${squares.length - 6} more` : ''}`
      : '';
  return `${here} is ${answer.outcome === 'P' ? 'a P' : 'an N'}-position${list('to forbid:', answer.block)}${list('to propose:', answer.propose)}${list('winning:', answer.winning_moves)}.`;
}

function chips(title, list, kind) {
  if (!list?.length) return null;
  const most = 24;
  return [
    h('h3', { class: 'cap' }, title),
    h(
      'div',
      { class: 'chips' },
      list
        .slice(0, most)
        .map((to) =>
          h(
            'button',
            { type: 'button', class: `chip ${kind}`, title: to.join(', '), onclick: () => set({ at: toBig(to) }) },
            position(to),
          ),
        ),
      list.length > most && h('span', { class: 'soft small' }, `and ${pretty(BigInt(list.length - most))} more`),
    ),
  ];
}

function showAnswer() {
  if (!answer) return;
  const locked = state.lock.includes('outcomes');
  const outcome = locked ? '' : ` ${answer.outcome}`;
  show(byId('chosen'), h('b', {}, position(state.at)), outcome);
  const counts = new Map();
  for (const o of options?.options ?? []) for (const kind of o.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const more = options && options.complete === false;
  const table =
    counts.size > 0 &&
    h(
      'table',
      { class: 'kinds' },
      h('caption', { class: 'unseen' }, 'Options by kind of move'),
      h(
        'tbody',
        {},
        [...counts].map(([kind, n]) => h('tr', {}, h('td', {}, kind), h('td', {}, more ? `${n}, and more` : n))),
      ),
    );
  if (locked) {
    show(body, h('p', { class: 'soft' }, 'Who wins is hidden here: find out by playing.'), table);
    return;
  }
  show(
    body,
    h(
      'div',
      { class: 'verdict' },
      h('span', { class: `badge ${answer.outcome}`, 'aria-hidden': 'true' }, answer.outcome),
      h(
        'span',
        {},
        h('b', {}, headline()),
        h('span', { class: 'soft' }, by()),
        h('span', { class: 'unseen' }, ` (${answer.outcome})`),
      ),
    ),
    chips('To forbid', answer.block, 'forbid'),
    chips('To propose', answer.propose, 'propose'),
    chips('Winning moves', answer.winning_moves, 'win'),
    h('p', { class: 'soft reason' }, capital(answer.reason)),
    table,
    marked(),
    h('p', { class: 'small soft wrap' }, 'Ground: ', groundView(answer.ground)),
    why &&
      h(
        'div',
        { class: 'why-box', id: 'why-text', tabindex: '-1' },
        why.map((line) => h('p', {}, line)),
      ),
  );
}

/** What the answer rests on, with a way to where it can be looked into. */
function groundView(ground) {
  const tab = /certificate/.test(ground) ? 'proof' : /theorem/i.test(ground) ? 'papers' : null;
  if (!tab) return ground;
  return h(
    'a',
    {
      href: `#tab=${tab}`,
      onclick: (event) => {
        event.preventDefault();
        set({ tab, page: null });
      },
    },
    ground,
  );
}

function marked() {
  if (!state.forbid.length) return null;
  const wins = (answer.winning_moves ?? []).concat(answer.outcome === 'P' ? (answer.block ?? []) : []);
  const left = wins.filter((to) => !state.forbid.some((m) => samePosition(m, to)));
  return [
    h('h3', { class: 'cap' }, 'Marked by you'),
    h(
      'div',
      { class: 'chips' },
      state.forbid.map((m) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-label': `Unmark ${position(m)}`,
            onclick: () => set({ forbid: state.forbid.filter((o) => o !== m) }, 'replace'),
          },
          `${position(m)} ×`,
        ),
      ),
    ),
    h(
      'p',
      { class: 'small soft' },
      left.length
        ? `If these are forbidden, ${plural(left.length, 'move')} to a P-position ${left.length === 1 ? 'is' : 'are'} left.`
        : 'If these are forbidden, no move to a P-position is left.',
    ),
  ];
}

const capital = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.') : '');

/** One step deeper: why the moves that matter are what they are. */
export async function explain() {
  if (state.lock.includes('outcomes')) return;
  if (!answer) {
    wanted = asked;
    return;
  } // as soon as it is solved
  const key = asked;
  const fields = (at) => ({ ...gameFields(), at: at.map(String) });
  const lines = [`${position(state.at)}: ${answer.reason}.`];
  const winners = answer.winning_moves.slice(0, 3);
  const losers =
    answer.outcome === 'P'
      ? (options?.options ?? [])
          .filter((o) => o.outcome === 'N')
          .slice(0, 3)
          .map((o) => o.to)
      : [];
  for (const to of [...winners, ...losers]) {
    try {
      const next = await call('ask', fields(to));
      lines.push(
        `${winners.includes(to) ? 'After' : 'If instead the move goes to'} ${position(to)}: ${next.outcome === 'P' ? 'a P-position' : 'an N-position'}, since ${next.reason}.`,
      );
    } catch {
      /* too large: the reason above stands */
    }
  }
  if (asked !== key) return;
  why = lines;
  showAnswer();
  byId('why-text')?.focus();
  say(lines[0]);
}
