// The rulebook as cards: a picture, the rules in a sentence, what is known and from which paper.

import { h } from './dom.js';
import { call } from './engine.js';
import { games, rulesOf } from './book.js';
import { chooseGame, set } from './state.js';
import { prose, spelled, typeset } from './notation.js';
import { bytes } from './squares.js';
import { colours } from './palette.js';

/** Cards with a picture, the paper, what is known. */
export async function page() {
  const cards = h('div', { class: 'cards' });
  const rulebook = h(
    'div',
    { class: 'page' },
    h('h2', {}, 'Rulebook'),
    h('p', { class: 'soft' }, 'The games of the papers. Each is a short text; open one, change it, and it is yours.'),
    cards,
  );
  const list = await games();
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (isIntersecting) {
          watcher.unobserve(target);
          thumbnail(target);
        }
      }
    },
    { rootMargin: '200px' },
  );
  for (const entry of list) {
    const game = spelled(entry);
    const flat = !entry.parameters.includes('piles'); // others have no board of squares
    const canvas = flat && h('canvas', { width: 120, height: 60, 'aria-hidden': 'true', 'data-game': game });
    if (canvas) watcher.observe(canvas);
    cards.append(
      h(
        'article',
        { class: 'card' },
        canvas,
        h('h3', {}, entry.title, ' ', h('span', { class: 'soft' }, typeset(game))),
        h('p', {}, prose(entry.words)),
        h('p', { class: 'small soft' }, h('b', {}, 'Known: '), prose(entry.known)),
        h('p', { class: 'small soft' }, entry.source),
        h(
          'div',
          { class: 'row' },
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                set({ tab: 'board' }, 'none');
                chooseGame(game);
              },
            },
            game.length < 12 ? `Look at ${typeset(game)}` : 'Look at it',
          ),
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                set({ tab: 'play' }, 'none');
                chooseGame(game);
              },
            },
            'Play it',
          ),
        ),
      ),
    );
  }
  return rulebook;
}

async function thumbnail(canvas) {
  const context = canvas.getContext('2d');
  try {
    // A game without parameters is not bound to any; those of n piles have them.
    if (((await rulesOf(canvas.dataset.game)).bound?.piles ?? 2) !== 2) {
      canvas.remove();
      return;
    } // no board of squares
    const { rows } = await call('window', { game: canvas.dataset.game, x: '0', y: '0', width: 120, height: 60 });
    const c = colours();
    const image = context.createImageData(120, 60);
    const ink = [...bytes(c.ink), 255];
    const none = [...bytes(c.none), 255];
    rows.forEach((row, j) =>
      [...row].forEach((s, i) => {
        if (s !== 'N') image.data.set(s === 'P' ? ink : none, ((59 - j) * 120 + i) * 4);
      }),
    );
    context.putImageData(image, 0, 0);
  } catch {
    canvas.remove();
  }
}
