// The line of text that says what happened, seen under the board and read aloud by screen readers.

import { byId } from './dom.js';

let last = '';

/** Says a sentence. */
export function say(sentence) {
  if (!sentence) return;
  const line = byId('live');
  // The same sentence twice is news twice.
  line.textContent = sentence === last ? `${sentence}\u00a0` : sentence;
  last = line.textContent;
}

/** Something went wrong: seen at the top of the page until it is closed or something else works. */
export function complain(sentence) {
  const bar = byId('trouble');
  bar.hidden = false;
  byId('trouble-text').textContent = sentence;
}

export function calm() {
  byId('trouble').hidden = true;
}
