// What was proved, in words.

import { prose } from './notation.js';

/** The sentence of a proof's verdict. */
export function provedWords(claim) {
  if (claim?.kind === 'beams') return `Beams proved, for all columns: ${claimWords(claim)}.`;
  return `Proved for all sizes: ${claimWords(claim)}.`;
}

export function claimWords(claim) {
  const say = WORDS[claim?.kind];
  return say ? say(claim) : '';
}

const WORDS = {
  automaton: ({ states, numeration }) => `an automaton of ${states} states in the numeration ${numeration}`,
  tail: ({ start, period, beams }) =>
    `from column ${start} on, the P-positions with x ≤ y repeat after ${period} columns; ${list(
      beams.map((b) => `${b.positions} in ${b.period} columns at slope ${fraction(b.rise, b.period)}`),
    )}`,
  beams: ({ start, slope, distance, drift, outer }) => {
    const near = drift ? `${distance} + ${drift} for every binary digit of x` : distance;
    const others = outer.map((s) => `one of slope ${prose(s)} that repeats`);
    const beams = outer.length === 0 ? 'one beam' : `${outer.length + 1} beams`;
    return `from column ${start} on, the P-positions with x ≤ y lie in ${beams}: ${list([
      `one within ${near} of the line of slope ${prose(slope)}`,
      ...others,
    ])}`;
  },
  grundy: ({ level, numeration, states }) =>
    `automata for the Grundy values 0 to ${level} in the numeration ${numeration}, of ${list(states)} states`,
};

const list = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

function fraction(a, b) {
  let [m, n] = [a, b];
  while (n) [m, n] = [n, m % n];
  return b === m ? String(a / m) : `${a / m}/${b / m}`;
}
