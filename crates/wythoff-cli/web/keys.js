// Everything by keyboard.

import { byId, h, show } from './dom.js';
import { TABS, set, state } from './state.js';
import { home, shift, zoom } from './board.js';
import { view } from './surface.js';
import { boxOfPosition, explain } from './inspector.js';
import { hint, playChoose, playFrom, playReply, undo, why } from './play.js';
import { finding, toggleMark } from './task.js';
import { cancelProof } from './pages.js';
import { popover } from './popover.js';
import { position, toBig } from './number.js';
import { say } from './live.js';

const LIST = [
  ['arrows', 'move the chosen square; with Shift ten at a time, with Ctrl or Alt the whole board'],
  ['Enter', 'choose the square: move there, or name it to forbid or propose'],
  ['+ −', 'zoom'],
  ['0', 'show the corner'],
  ['/', 'go to a position: 11, 28 or 10^100, 3*10^100'],
  ['g', 'go to the game'],
  ['e', 'edit the rules'],
  ['b p s o a', 'Board, Play, Sequences, Proof, Papers'],
  ['h', 'hint'],
  ['u', 'undo'],
  ['w', 'why'],
  ['m', 'type a move'],
  ['x', 'mark the chosen square'],
  ['Esc', 'close, or back to the board; cancel a proof'],
  ['?', 'this list'],
];

let list = null;

export function startKeys() {
  list = popover('keys-button', 'keys');
  show(
    byId('keys'),
    h('h2', {}, 'Keys'),
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        LIST.map(([keys, what]) => h('tr', {}, h('td', {}, h('kbd', {}, keys)), h('td', {}, what))),
      ),
    ),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => list.close(false) }, 'Close')),
  );
  document.addEventListener('keydown', onKey);
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('board').focus();
  });
  for (const tab of document.querySelectorAll('[role=tab]')) tab.addEventListener('keydown', tabKeys);
}

function tabKeys(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const next = TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length];
  set({ tab: next, page: null });
  byId(`tab-${next}`).focus();
}

const writing = (element) => element?.matches?.('input:not([type=checkbox]):not([type=radio]):not([readonly]), textarea, select');

function onKey(event) {
  if (event.defaultPrevented) return;
  if (event.key === 'Escape') {
    if (writing(event.target)) {
      event.target.blur();
      byId('board').focus();
    } else if (state.tab === 'proof') cancelProof();
    return;
  }
  if (writing(event.target) || event.metaKey) return;
  const onBoard = event.target === byId('board') || event.target === document.body;
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (arrow && onBoard && ['board', 'play'].includes(state.tab) && !state.page) {
    event.preventDefault();
    move(arrow, event);
    return;
  }
  if (event.ctrlKey || event.altKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    if (event.target === byId('board') && chosenSquare()) {
      event.preventDefault();
      enter();
    }
    return;
  }
  const act = ACTS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

const chosenSquare = () => state.at ?? (state.tab === 'play' && playReply()?.piles === 2 ? toBig(playReply().position) : null);

function move([right, up], event) {
  if (event.ctrlKey || event.altKey) {
    shift(right * 0.25, up * 0.25);
    return;
  }
  const step = BigInt(event.shiftKey ? 10 : 1) * (view.scale < 2 ? BigInt(Math.ceil(8 / view.scale)) : 1n);
  const from = chosenSquare() ?? [view.x < 0n ? 0n : view.x, view.y < 0n ? 0n : view.y];
  const at = from.map((n, i) => {
    const next = n + step * BigInt([right, up][i]);
    return next < 0n ? 0n : next;
  });
  set({ at }, 'replace');
  if (state.tab === 'play') say(sayOption(at));
}

function sayOption(at) {
  const option = playReply()?.turn.options?.find((o) => o.to.every((n, i) => BigInt(n) === at[i]));
  return `${position(at)}${option ? `: ${option.kinds.join(', ')}, ${option.standing.replace('-', ' ')}` : ''}`;
}

function enter() {
  if (state.tab === 'play') {
    playChoose(chosenSquare());
    return;
  }
  if (finding()) toggleMark(state.at);
}

const ACTS = {
  '+': () => zoom(1.5),
  '=': () => zoom(1.5),
  '-': () => zoom(1 / 1.5),
  '−': () => zoom(1 / 1.5),
  0: () => home(),
  '/': () => {
    if (state.tab === 'play') set({ tab: 'board' });
    boxOfPosition().focus();
    boxOfPosition().select();
  },
  g: () => byId('game').focus(),
  e: () => byId('rules-text').focus(),
  b: () => set({ tab: 'board', page: null }),
  s: () => set({ tab: 'sequences', page: null }),
  o: () => set({ tab: 'proof', page: null }),
  a: () => set({ tab: 'papers', page: null }),
  p: () => (state.tab === 'board' && state.at ? playFrom(state.at) : set({ tab: 'play', page: null })),
  h: () => {
    if (state.tab === 'play') hint();
  },
  u: () => {
    if (state.tab === 'play') undo();
  },
  w: () => (state.tab === 'play' ? why() : explain()),
  m: () => byId('typed')?.focus(),
  x: () => {
    if (state.at && state.tab === 'board') toggleMark(state.at);
  },
  '?': () => (byId('keys').hidden ? list.open() : list.close(false)),
};
