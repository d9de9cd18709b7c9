// A teacher's task: "win from here", or "find all P-positions with x < 8" by marking squares.

import { byId, h, show } from './dom.js';
import { call } from './engine.js';
import { gameFields, set, state } from './state.js';
import { plural } from './number.js';
import { playReply } from './play.js';
import { say } from './live.js';
import { draw } from './board.js';

let marks = { right: [], wrong: [] };

export const taskOverlay = () => (state.task?.startsWith('find:') ? marks : {});
export const finding = () => state.task?.startsWith('find:') && state.tab === 'board';

export function taskFollows(changed) {
  const bar = byId('task');
  bar.hidden = !state.task;
  if (!state.task) return;
  if (changed.has('forbid') || changed.has('task')) marks = { right: [], wrong: [] };
  if (state.task === 'win') {
    const over = playReply()?.turn.asked === 'over';
    const won = over && playReply().turn.ending.winner === 'one';
    show(
      bar,
      h('b', {}, 'Task: '),
      won ? 'done — you won from here.' : over ? 'lost this time. Begin again with New game.' : 'win from here.',
    );
    return;
  }
  const columns = Number(state.task.split(':')[1]);
  show(
    bar,
    h('b', {}, 'Task: '),
    `mark all P-positions (x, y) with x < ${columns} and y < ${2 * columns + columns}; choose squares, or press x.`,
    h('button', { type: 'button', onclick: () => check(columns) }, 'Check'),
    h('span', { id: 'task-result', 'aria-live': 'polite' }),
  );
}

async function check(columns) {
  const { rows } = await call('window', { ...gameFields(), x: '0', y: '0', width: columns, height: 3 * columns });
  const is = ([x, y]) => rows[Number(y)]?.[Number(x)] === 'P';
  const inside = ([x, y]) => x < BigInt(columns) && y < BigInt(3 * columns);
  const mine = state.forbid.filter(inside);
  marks = { right: mine.filter(is), wrong: mine.filter((m) => !is(m)) };
  const all = rows.join('').split('P').length - 1;
  const missing = all - marks.right.length;
  const words =
    missing === 0 && marks.wrong.length === 0
      ? `All ${all} found.`
      : `${plural(marks.right.length, 'is', 'are')} right, ${marks.wrong.length} wrong, ${missing} still missing.`;
  byId('task-result').textContent = words;
  say(words);
  draw();
}

export function toggleMark(at) {
  const known = state.forbid.some((m) => m[0] === at[0] && m[1] === at[1]);
  set({ forbid: known ? state.forbid.filter((m) => m[0] !== at[0] || m[1] !== at[1]) : [...state.forbid, at] }, 'replace');
  say(`(${at.join(', ')}) ${known ? 'unmarked' : 'marked'}.`);
}
