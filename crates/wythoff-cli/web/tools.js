// The tools over the board: colourings, beams, a second game; and the legend.

import { byId, h, show } from './dom.js';
import { set, state } from './state.js';
import { colours, kindColour } from './palette.js';
import { rulesOf } from './book.js';
import { home, levelsShown, zoom } from './board.js';
import { typeset } from './notation.js';
import { legendOfPlay, playOverlay } from './play.js';
import { positionOverlay } from './inspector.js';

let comparing = false;

export function startTools() {
  byId('zoom-in').addEventListener('click', () => zoom(1.5));
  byId('zoom-out').addEventListener('click', () => zoom(1 / 1.5));
  byId('zoom-home').addEventListener('click', () => {
    set({ view: null }, 'replace');
    home();
  });
}

export function toolsFollow() {
  const hidden = state.tab === 'play' || state.lock.includes('outcomes');
  const button = (label, pressed, act) => h('button', { type: 'button', 'aria-pressed': String(pressed), onclick: act }, label);
  const colour = (value, label) =>
    button(label, state.colouring === value && !state.against, () => set({ colouring: value, against: null }));
  show(
    byId('colouring'),
    !hidden &&
      h(
        'div',
        { class: 'segmented', role: 'group', 'aria-label': 'What colours say' },
        colour('outcome', 'Outcome'),
        colour('surplus', 'Surplus'),
        colour('grundy', 'Grundy'),
        colour('residue', 'Residue'),
        button('Beams', state.beams, () => set({ beams: !state.beams })),
        button('Compare…', comparing || state.against !== null, () => {
          comparing = !(comparing || state.against);
          if (!comparing) set({ against: null });
          toolsFollow();
          byId('against')?.focus();
        }),
      ),
  );
  const bar = byId('against-bar');
  bar.hidden = hidden || !(comparing || state.against);
  if (!bar.hidden && !bar.contains(document.activeElement)) {
    const trouble = h('p', { class: 'small', role: 'alert' });
    const box = h('input', {
      id: 'against',
      'aria-label': 'Second game',
      value: state.against ?? '',
      placeholder: 'W^3',
      onkeydown: (event) => {
        if (event.key === 'Enter') take(event.target.value, trouble);
      },
    });
    show(
      bar,
      h('label', { class: 'small' }, 'Second game ', box),
      h('button', { type: 'button', onclick: () => take(box.value, trouble) }, 'Show'),
      trouble,
    );
  }
  legend();
}

async function take(value, trouble) {
  try {
    await rulesOf(value.trim());
    trouble.textContent = '';
    set({ against: value.trim(), colouring: 'outcome' });
  } catch (error) {
    trouble.textContent = error.message;
  }
}

/** What the colours on the board mean, only those that are there. */
export function legend() {
  const c = colours();
  // Swatches look like what they stand for: filled squares, frames, rings, tints.
  const item = (colour, label, look = 'full') => {
    const swatch = h('i', { class: `swatch ${look}` });
    swatch.style.color = colour;
    return h('span', {}, swatch, label);
  };
  const items = [];
  if (state.tab === 'play') {
    for (const [name, label, look] of legendOfPlay()) items.push(item(c[name], label, look));
    for (const kind of playOverlay().kinds ?? []) items.push(item(kindColour(kind, playOverlay().kinds), kind, 'tint'));
  } else {
    const shown = positionOverlay();
    if (state.against)
      items.push(
        item(c.both, 'P in both'),
        item(c.first, `only ${state.text === null ? typeset(state.game) : 'mine'}`),
        item(c.second, `only ${typeset(state.against)}`),
      );
    else if (state.colouring === 'outcome' && !state.lock.includes('outcomes')) items.push(item(c.ink, 'P'));
    for (const { name, colour } of levelsShown().slice(-8)) items.push(item(colour, name));
    if (state.at) items.push(item(c.chosen, 'chosen', 'disc'));
    if (shown.crossed?.length) items.push(item(c.forbid, 'forbid', 'frame'));
    if (shown.proposed?.length) items.push(item(c.propose, 'propose', 'frame'));
    if (shown.wins?.length) items.push(item(c.win, 'wins', 'ring'));
    if (state.forbid.length) items.push(item(c.accent, 'marked by you', 'frame'));
    for (const kind of shown.kinds ?? []) items.push(item(kindColour(kind, shown.kinds), kind, 'tint'));
  }
  const key = items.map((i) => i.textContent).join('|');
  if (byId('legend').dataset.key === key + c.ink) return;
  byId('legend').dataset.key = key + c.ink;
  show(byId('legend'), items);
}
