// The game that is being played, as the modules of Play share it: the last reply of the engine, and what the page has collected for the next
// request.

import { state } from './state.js';

export const match = {
  reply: null, // the last of the engine
  began: '', // the game that this is of
  busy: false,
  picked: [], // squares chosen to be forbidden or proposed
  hinted: 0, // how many steps of the hint were given
  wins: [], // what the last step of a hint showed
  note: null, // what a hint or a reason said
  comments: null, // of the record
  coloured: false,
  shownAt: null, // a place in the record that is looked at
  outcomes: false, // a switch for teachers
  notebook: new Map(), // per game: positions that the play has shown to be won for whoever moved there
};

/** Do two people play? */
export const two = () => match.reply?.record.setup.players.every((p) => p === 'person');
/** Is it the turn of somebody at this page? */
export const mine = () => two() || match.reply?.turn.player === 'one';
export const called = (player) => (two() ? `player ${player}` : player === 'one' ? 'you' : 'I');
export const locked = (what) => state.lock.includes(what);
export const setup = () => ({ opponent: 'machine', first: 'you', level: 'perfect', ...state.setup });

/** Has a person decided anything? What only the program has decided so far cannot be taken back. */
export function undoable() {
  const count = match.reply.record.acts.length;
  return count > (two() || match.reply.turn.asked !== 'move' ? 0 : 1);
}
