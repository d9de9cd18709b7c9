// The combobox Game: type any notation or choose from the rulebook.

import { byId, h, quiet, show } from './dom.js';
import { games, rulesOf } from './book.js';
import { chooseGame, state } from './state.js';
import { spelled, typeset } from './notation.js';
import { calm, complain } from './live.js';

let entries = [];
let marked = -1;
let typing = false;

export async function startGamebox() {
  const box = byId('game');
  box.addEventListener('focus', () => {
    box.value = state.game ?? '';
    byId('game-notation').textContent = '';
    box.select();
    open('');
  });
  box.addEventListener('click', () => open(''));
  box.addEventListener('input', () => {
    typing = true;
    open(box.value);
    settle();
  });
  box.addEventListener('keydown', keys);
  box.addEventListener('change', () => {
    if (typing) take(box.value);
  });
  box.addEventListener('blur', () => {
    settle.stop();
    close();
    gameboxFollows();
  });
  try {
    entries = (await games()).map((entry) => ({ entry, game: spelled(entry), title: entry.title, words: entry.words }));
  } catch (error) {
    complain(error.message);
  }
}

// What is typed is taken when it is a game and the typing has stopped.
const settle = quiet(700, async () => {
  const wish = byId('game').value.trim();
  if (!typing || wish === '') return;
  try {
    const rules = await rulesOf(wish);
    if (rules.bound && byId('game').value.trim() === wish) take(wish);
  } catch {
    /* not yet a game: Enter says why */
  }
});

function keys(event) {
  const items = [...byId('game-list').children];
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (byId('game-list').hidden) open('');
    const count = byId('game-list').children.length;
    mark(
      (marked + (event.key === 'ArrowDown' ? 1 : count - 1) + (marked < 0 && event.key === 'ArrowUp' ? 1 : 0)) %
        Math.max(1, count),
    );
  } else if (event.key === 'Enter') {
    event.preventDefault();
    take(marked >= 0 && items[marked] ? items[marked].dataset.game : byId('game').value);
  } else if (event.key === 'Escape') {
    typing = false;
    close();
    byId('game').value = state.game ?? '';
  }
}

function open(filter) {
  const wish = filter.trim().toLowerCase();
  const fits = entries.filter(({ game, title, words, entry }) =>
    `${game} ${title} ${words} ${entry.name}`.toLowerCase().includes(wish),
  );
  marked = -1;
  show(
    byId('game-list'),
    fits.map(({ game, title }, i) =>
      h(
        'li',
        {
          role: 'option',
          id: `game-option-${i}`,
          'aria-selected': 'false',
          'data-game': game,
          onmousedown: (event) => {
            event.preventDefault();
            take(game);
          },
        },
        h('b', {}, typeset(game)),
        title,
      ),
    ),
  );
  byId('game-list').hidden = fits.length === 0;
  byId('game').setAttribute('aria-expanded', String(fits.length > 0));
  byId('game').removeAttribute('aria-activedescendant');
}

function mark(index) {
  marked = index;
  [...byId('game-list').children].forEach((item, i) => {
    item.setAttribute('aria-selected', String(i === index));
    if (i === index) {
      item.scrollIntoView({ block: 'nearest' });
      byId('game').setAttribute('aria-activedescendant', item.id);
    }
  });
}

function close() {
  byId('game-list').hidden = true;
  byId('game').setAttribute('aria-expanded', 'false');
  byId('game').removeAttribute('aria-activedescendant');
}

async function take(wish) {
  const game = wish.trim();
  typing = false;
  settle.stop();
  close();
  if (game === '' || (game === state.game && state.text === null)) return;
  try {
    const rules = await rulesOf(game);
    calm();
    // A family without its numbers begins with small ones.
    const open = rules.bound
      ? game
      : spelled({ ...rules, notation: (await games()).find((g) => g.title === rules.title)?.notation ?? [] });
    chooseGame(open);
  } catch (error) {
    complain([error.message, error.hint].filter(Boolean).join(' '));
  }
}

/** Shows the chosen game, unless someone is typing. */
export function gameboxFollows(title = undefined) {
  const box = byId('game');
  if (title !== undefined) box.dataset.title = title;
  if (document.activeElement === box) {
    if (!typing) box.value = state.game ?? '';
    return;
  }
  byId('game-notation').textContent = state.text === null ? typeset(state.game) : '';
  box.value = state.text === null ? (box.dataset.title ?? '') : box.dataset.title || 'My game';
}
