// Whose turn it is, what was done to them, and what a hint or a reason said, in words.

import { h } from './dom.js';
import { position, toBig } from './number.js';
import { match, two } from './match.js';

/** The engine's sentence, to the person at the page. */
export function toYou(said) {
  const apart = said.replace(/\) \(/g, '), (');
  if (two()) return apart;
  return apart
    .replace(/[Pp]layer one to move from/g, 'Your move from')
    .replace(/([Pp]layer one|[Tt]he machine) (wins|moves|forbids|proposes|may|cannot)/g, (_, who, verb) => {
      const you = { P: 'You', p: 'you' }[who[0]] ?? 'I';
      return `${you} ${verb.replace(/s$/, '')}`;
    });
}

export function turnView() {
  const { turn } = match.reply;
  const here = position(match.reply.position);
  if (turn.asked === 'over') {
    const { winner } = turn.ending;
    const won = two() ? `Player ${winner} wins.` : winner === 'one' ? 'You win.' : 'I win.';
    const stuck = two() ? `Player ${turn.ending.stuck}` : turn.ending.stuck === 'one' ? 'You' : 'I';
    const cannot = turn.ending.cannot === 'propose' ? 'propose enough' : 'move';
    return h(
      'div',
      { class: `turn ${two() || winner === 'one' ? 'won' : 'lost'}`, id: 'turn' },
      h('b', {}, won),
      ` ${stuck} cannot ${cannot} at ${here}${turn.ending.misere ? ', and in misère play that wins' : ''}.`,
    );
  }
  const said = [];
  if (turn.asked === 'move') {
    if (turn.forbidden?.length)
      said.push(`${two() ? `Player ${other(turn.player)} forbids` : 'I forbid'} ${turn.forbidden.map(position).join(', ')}.`);
    else if (match.reply.record.acts.at(-1)?.forbid)
      said.push(`${two() ? `Player ${other(turn.player)} forbids` : 'I forbid'} nothing.`);
    if (turn.proposed)
      said.push(
        `${two() ? `Player ${other(turn.player)} proposes` : 'I propose'} ${turn.proposed.map(position).join(', ') || 'nothing'}.`,
      );
  }
  const whose = two() ? `Player ${turn.player}` : 'Your';
  const head = {
    move: two() ? `${whose} to move` : 'Your move',
    forbid: two() ? `${whose} forbids` : 'Say what I may not do',
    propose: two() ? `${whose} proposes` : 'Propose moves to me',
  }[turn.asked];
  return h(
    'div',
    { class: 'turn', id: 'turn' },
    h('b', {}, head),
    turn.asked === 'move' ? ` from ${here}. ` : ` at ${here}. `,
    said.join(' '),
    turn.words && h('div', { class: 'small' }, turn.words, ' Choose squares, then press the button.'),
  );
}

const other = (player) => (player === 'one' ? 'two' : 'one');

export function memoryView() {
  const memory = match.reply.turn.memory;
  if (!memory) return null;
  const shown = memory.squares?.length
    ? `Framed squares would imitate the last move: ${memory.squares.slice(0, 8).map(position).join(', ')}.`
    : 'No move would be an imitation now.';
  return h(
    'p',
    { class: 'small soft', id: 'memory' },
    `Imitations in a row: ${memory.count}${memory.limit !== undefined ? ` of at most ${memory.limit}` : ''}. ${shown}`,
  );
}

/** What a hint or a reason said; its squares are chosen with `choose`. */
export function noteView(choose) {
  if (!match.note) return null;
  return h(
    'div',
    { class: match.note.bad ? 'diagnostics' : 'why-box', id: 'note' },
    match.note.hint && h('p', { class: 'small soft' }, `Hint ${match.note.hint} of 3`),
    h('p', {}, match.note.text),
    match.note.ground && h('p', { class: 'small soft' }, 'Ground: ', match.note.ground),
    match.note.chips &&
      h(
        'div',
        { class: 'chips' },
        match.note.chips.map((to) =>
          h(
            'button',
            {
              type: 'button',
              class: `chip ${match.note.holds ? '' : match.reply.turn.asked === 'move' ? 'win' : match.reply.turn.asked}`,
              onclick: () => choose(toBig(to)),
            },
            position(to),
          ),
        ),
      ),
  );
}
