// Pictures of the engine, taken over element by element: shapes and text only, so that nothing in a file can act on the page.

const SVG = 'http://www.w3.org/2000/svg';
const SHAPES = new Set([
  'svg',
  'g',
  'path',
  'line',
  'rect',
  'circle',
  'ellipse',
  'polygon',
  'polyline',
  'text',
  'tspan',
  'defs',
  'marker',
  'title',
  'desc',
  'use',
  'clipPath',
  'pattern',
  'style',
]);

/** An element made of the text of an SVG file. */
export function importSvg(text, name) {
  const source = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const copy = take(source);
  copy.setAttribute('role', 'img');
  copy.setAttribute('aria-label', name);
  return copy;
}

function take(node) {
  const copy = document.createElementNS(SVG, node.localName);
  for (const { name, value } of node.attributes) {
    if (name.startsWith('on') || name.startsWith('xmlns')) continue;
    if (name.endsWith('href') && !value.startsWith('#')) continue;
    if (name === 'style') {
      for (const rule of value.split(';')) {
        const [property, ...rest] = rule.split(':');
        if (rest.length) copy.style.setProperty(property.trim(), rest.join(':').trim());
      }
    } else copy.setAttribute(name, value);
  }
  if (node.localName === 'style') {
    // A style sheet inside is applied by hand: rules of the form `.class { … }` or `element { … }` as a constructed sheet.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      [...node.textContent.matchAll(/([^{}]+)\{([^}]*)\}/g)]
        .map(
          ([, who, what]) =>
            `${who
              .split(',')
              .map((w) => `.automaton ${w.trim()}`)
              .join(',')} {${what}}`,
        )
        .join('\n'),
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.slice(-3), sheet];
    return copy;
  }
  for (const child of node.childNodes) {
    if (child.nodeType === 3) copy.append(child.textContent);
    else if (child.nodeType === 1 && SHAPES.has(child.localName)) copy.append(take(child));
  }
  return copy;
}
