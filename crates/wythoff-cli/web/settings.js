// Light and dark, palettes: kept in this browser, not in the address.

import { byId, h, segmented, show } from './dom.js';
import { forgetColours } from './palette.js';
import { draw, drawNow, forget } from './board.js';
import { engineWords } from './engine.js';

const read = (name, usual) => {
  try {
    return localStorage.getItem(`wythoff-${name}`) ?? usual;
  } catch {
    return usual;
  }
};
const write = (name, value) => {
  try {
    localStorage.setItem(`wythoff-${name}`, value);
  } catch {
    /* private windows keep nothing */
  }
};
const dark = matchMedia('(prefers-color-scheme: dark)');

function apply() {
  const theme = read('theme', 'auto');
  document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset.palette = read('palette', 'usual');
  forgetColours();
  draw();
}

/** Paper is light, whatever the screen is. */
function forPaper() {
  document.documentElement.dataset.theme = 'light';
  forgetColours();
  drawNow();
}

export function startSettings() {
  window.addEventListener('beforeprint', forPaper);
  window.addEventListener('afterprint', apply);
  dark.addEventListener('change', apply);
  apply();
  const render = () => {
    const pick = (name) => (value) => {
      write(name, value);
      apply();
      if (name === 'palette') forget();
      render();
    };
    show(
      byId('settings'),
      h('h2', {}, 'Appearance'),
      h('p', { class: 'cap' }, 'Light'),
      segmented(
        'Light',
        [
          ['auto', 'as the system'],
          ['light', 'light'],
          ['dark', 'dark'],
        ],
        read('theme', 'auto'),
        pick('theme'),
      ),
      h('p', { class: 'cap' }, 'Colours'),
      segmented(
        'Colours',
        [
          ['usual', 'usual'],
          ['contrast', 'strong'],
          ['grey', 'grey'],
        ],
        read('palette', 'usual'),
        pick('palette'),
      ),
      h(
        'p',
        { class: 'small soft' },
        'The usual colours are those of Okabe and Ito, told apart by any eyes; shapes say the same. Motion follows the setting of the system.',
      ),
      h('p', { class: 'small soft', id: 'engine-words' }, engineWords),
    );
  };
  render();
}
