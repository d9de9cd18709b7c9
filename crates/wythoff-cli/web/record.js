// The record of a game: who decided what, how good it was, places to look at again, copying and replaying.

import { byId, h, save, show } from './dom.js';
import { call } from './engine.js';
import { position, positionKey, samePosition, toBig } from './number.js';
import { say } from './live.js';
import { draw } from './board.js';
import { called, locked, match, two } from './match.js';

/** Who decided what, and how good it was: shown when the game is over, or when asked. */
export async function review() {
  const of = match.reply;
  try {
    const { review: list } = await call('play', { record: of.record, review: true });
    if (of !== match.reply) return;
    match.comments = list;
    const book = match.notebook.get(match.began) ?? new Map();
    for (const c of list)
      if (c.act.move && c.merit === 'wins' && c.player === 'two' && !two()) book.set(positionKey(c.act.move), toBig(c.act.move));
    match.notebook.set(match.began, book);
  } catch {
    match.comments = null;
  }
  renderRecord();
  draw();
}

export function renderRecord() {
  const holder = byId('record');
  if (!holder || !match.reply) return;
  const over = match.reply.turn.asked === 'over';
  const colour = match.comments && (over || match.coloured) && !(locked('outcomes') && !over);
  const acts = match.reply.record.acts;
  if (!acts.some((a) => a.move)) {
    show(holder);
    return;
  }
  let at = match.reply.record.setup.start;
  const lines = acts.map((a, i) => {
    const c = match.comments?.[i];
    const who = c ? called(c.player) : '';
    const from = at;
    if (a.move) at = a.move;
    const text = a.move
      ? `${who} ${position(from)} → ${position(a.move)}`
      : `${who} ${a.forbid ? 'forbid' : 'propose'} ${(a.forbid ?? a.propose).map(position).join(' ') || 'nothing'}`;
    const merit =
      colour && c
        ? {
            wins: ['✓', 'wins', 'a winning decision'],
            mistake: ['✗', 'mistake', 'a mistake'],
            lost: ['·', 'lost', 'lost against perfect play'],
          }[c.merit]
        : null;
    const place = at;
    return h(
      'li',
      {},
      h('span', { class: `merit ${merit?.[1] ?? ''}`, title: merit?.[2] ?? '' }, merit?.[0] ?? ''),
      h(
        'button',
        {
          type: 'button',
          title: colour && c ? c.words : 'Show this place',
          onclick: () => {
            match.shownAt = samePosition(place, match.reply.position) ? null : place;
            say(colour && c ? c.words : `${text.trim()}.`);
            draw();
          },
        },
        text.trim(),
      ),
      merit && h('span', { class: 'unseen' }, merit[2]),
    );
  });
  show(
    holder,
    h('h3', { class: 'cap' }, 'Record'),
    h('ol', { class: 'record' }, lines),
    colour && h('p', { class: 'small soft' }, '✓ won from there · ✗ a mistake · · was lost anyway'),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: copyRecord }, 'Copy record'),
      h(
        'button',
        { type: 'button', onclick: () => save('game.json', JSON.stringify(match.reply.record, null, 2), 'application/json') },
        'Save',
      ),
      h('button', { type: 'button', onclick: () => replay() }, 'Replay'),
      !over &&
        match.comments &&
        !locked('outcomes') &&
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(match.coloured),
            onclick: () => {
              match.coloured = !match.coloured;
              renderRecord();
            },
          },
          'Who was winning',
        ),
    ),
  );
}

async function copyRecord() {
  const text = JSON.stringify(match.reply.record);
  try {
    await navigator.clipboard.writeText(text);
    say('The record is copied.');
  } catch {
    save('game.json', text, 'application/json');
  }
}

/** Shows the game from its beginning, place by place. */
function replay() {
  const path = [match.reply.record.setup.start, ...match.reply.record.acts.filter((a) => a.move).map((a) => a.move)];
  let i = 0;
  const step = () => {
    if (!match.reply || i >= path.length) {
      match.shownAt = null;
      draw();
      return;
    }
    match.shownAt = path[i];
    say(`${i + 1} of ${path.length}: ${position(path[i])}`);
    draw();
    i += 1;
    setTimeout(step, matchMedia('(prefers-reduced-motion: reduce)').matches ? 1200 : 700);
  };
  step();
}
