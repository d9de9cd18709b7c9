// Small helpers for building elements. Nothing here is ever given HTML as text.

/** An element: `h('p', {class: 'note', onclick: f}, 'text', child)`. Children that are null or false are left out. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

const SVG = 'http://www.w3.org/2000/svg';

/** The same for SVG. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
  return element;
}

/** Replaces what an element holds. */
export function show(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
}

export const byId = (id) => document.getElementById(id);

/** Calls `action` once things have been quiet for `wait` milliseconds. */
export function quiet(wait, action) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), wait);
  };
  later.stop = () => clearTimeout(timer);
  return later;
}

/** Offers bytes or text as a file. */
export function save(name, content, type = 'text/plain') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A row of buttons of which one is pressed. `choices` are [value, label]. */
export function segmented(label, choices, chosen, choose) {
  return h(
    'div',
    { class: 'segmented', role: 'group', 'aria-label': label },
    choices.map(([value, text]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(value === chosen),
          onclick: () => choose(value),
          'data-value': value,
        },
        text,
      ),
    ),
  );
}
