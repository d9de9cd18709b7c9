// The star operator: is a set of pairs the P-positions of a game whose moves are the same everywhere? As `star` on the command line.

import { h, show } from './dom.js';
import { givenUp, job } from './engine.js';
import { gameFields } from './state.js';
import { position } from './number.js';
import { say } from './live.js';

/** The section of the page: of the game, or of the Beatty pair of a number. */
export function starSection() {
  const found = h('div');
  const pair = h('input', { 'aria-label': 'Beatty pair of', placeholder: 'or a number: sqrt(2)', size: 16 });
  const star = async () => {
    const of = pair.value.trim() ? { pair: pair.value.trim() } : gameFields();
    show(found, h('p', { class: 'soft' }, 'looking…'));
    try {
      const reply = await job('star', of, () => {}).finished;
      show(found, view(reply));
      say(verdict(reply));
    } catch (error) {
      if (!givenUp(error)) show(found, h('p', { role: 'alert', class: 'wrap' }, error.message));
    }
  };
  pair.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') star();
  });
  return [
    h('h3', {}, 'The star operator'),
    h(
      'p',
      { class: 'small soft' },
      'M⋆ are the P-positions, but for (0, 0), of the game whose moves are M, taken as moves again. Is the set the P-positions of an invariant game, one whose moves are the same everywhere?',
    ),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: star }, 'Star'), 'of this game, or of the Beatty pair of', pair),
    found,
  ];
}

function verdict({ of, invariant, ground }) {
  const words = { yes: 'are those of an invariant game', no: 'are not those of any invariant game' }[invariant];
  return `The P-positions of ${of} ${words ?? 'are those of an invariant game as far as computed'}: ${ground}.`;
}

function view(reply) {
  const stars = (name) => name.replaceAll('*', '⋆');
  return [
    h('p', { class: 'wrap' }, verdict(reply)),
    reply.stuck && h('p', {}, `From ${position(reply.stuck)} no such game can move into the set.`),
    h(
      'p',
      {},
      `M is ${reply.moves}; on boards with piles up to ${reply.to}, M⋆⋆ ${reply.double_star ? '=' : '≠'} M`,
      reply.first_difference ? `, which ${position(reply.first_difference)} shows.` : '.',
    ),
    h(
      'table',
      {},
      h('caption', { class: 'unseen' }, 'M with its stars'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['set', 'pairs', 'the first of them'].map((t) => h('th', { scope: 'col' }, t)),
        ),
      ),
      h(
        'tbody',
        {},
        reply.sets.map((set) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, stars(set.name)),
            h('td', {}, String(set.count)),
            h('td', { class: 'wrap' }, set.first.slice(0, 12).map(position).join(' '), set.count > 12 ? ' …' : ''),
          ),
        ),
      ),
    ),
    reply.sets.some((set) => set.symmetric) && h('p', { class: 'small soft' }, 'Those with x ≤ y; their mirror images are not listed.'),
  ];
}
