// Names of games as the papers write them: W⁴, not W^4.

const UP = {
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
  '(': '⁽',
  ')': '⁾',
  k: 'ᵏ',
  m: 'ᵐ',
  p: 'ᵖ',
  n: 'ⁿ',
};
const DOWN = {
  0: '₀',
  1: '₁',
  2: '₂',
  3: '₃',
  4: '₄',
  5: '₅',
  6: '₆',
  7: '₇',
  8: '₈',
  9: '₉',
  k: 'ₖ',
  m: 'ₘ',
  n: 'ₙ',
  p: 'ₚ',
  l: 'ₗ',
  ',': ',',
};

/** `W^4` as W⁴, `W_2` as W₂, `2WN^(3)` as 2WN⁽³⁾. What has no such letter stays as it is. */
export function typeset(name) {
  return name
    .replace(/\^(\([0-9a-z]+\)|[0-9]+|[kmpn])/g, (all, what) =>
      [...what].every((c) => UP[c]) ? [...what].map((c) => UP[c]).join('') : all,
    )
    .replace(/_(\d+|[kmnpl])/g, (all, what) => [...what].map((c) => DOWN[c]).join(''));
}

/** Sentences of the rulebook with the signs of print: a_n >= floor(n phi) as aₙ ≥ ⌊nφ⌋. */
export function prose(words) {
  const signs = typeset(words ?? '')
    .replace(/>=/g, '≥')
    .replace(/<=/g, '≤')
    .replace(/!=/g, '≠')
    .replace(/\bsqrt\((\w+)\)/g, '√$1')
    .replace(/\bsqrt(?=\()/g, '√')
    .replace(/\bn phi\b/g, 'nφ')
    .replace(/\bphi\b/g, 'φ');
  return signs
    .split(/\bfloor(?=\()/)
    .map((part, i) => (i === 0 ? part : floored(part)))
    .join('');
}

/** `(a (b) c) d` as ⌊a (b) c⌋ d. */
function floored(text) {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth === 0) return `⌊${text.slice(1, i)}⌋${text.slice(i + 1)}`;
  }
  return `floor${text}`; // not closed: as it was
}

// What to show first of a family: values that are small, legal and tell something.
const FIRST = { k: '3', m: '2', p: '2', q: '2', l: '1', piles: '3', beta: 'sqrt(2)' };
const FIRST_OF = {
  blocking: { k: '3' },
  comply: { k: '2' },
  'comply-diagonal': { k: '2' },
  'comply-rook': { k: '2' },
  imitation: { p: '2', m: '1' },
  'diagonal-blocking': { p: '2', m: '1' },
  gdwn: { p: '1', q: '2' },
  modular: { k: '2', m: '3' },
  connell: { m: '3' },
  'k-wythoff': { k: '2' },
  'blocking-nim': { k: '2' },
  shifted: { k: '2', m: '2', l: '1' },
  'roob-blocking': { k: '2', m: '2' },
  invariant: { k: '2' },
};

/** The game of a family with these values, in notation where the family has one: `W^{k}` and k = 4 give W^4. */
export function spelled(entry, values = {}) {
  const names = entry.parameters.map((p) => p.name ?? p);
  if (names.length === 0) return entry.notation[0] ?? entry.name;
  const value = (name) => values[name] ?? FIRST_OF[entry.name]?.[name] ?? FIRST[name] ?? '2';
  const pattern = entry.notation.find(
    (n) => !n.includes(' with ') && names.every((p) => n.includes(`{${p}}`)) && !n.includes('...'),
  );
  if (pattern) return names.reduce((text, p) => text.replaceAll(`{${p}}`, value(p)), pattern);
  return `${entry.name}(${names.map((p) => `${p}=${value(p)}`).join(',')})`;
}

/** The values in a bound name: blocking(k=4) gives {k: '4'}. */
export function valuesOf(bound) {
  const inside = /^[^(]*\((.*)\)$/.exec(bound)?.[1];
  if (!inside) return {};
  const values = {};
  let depth = 0;
  let part = '';
  for (const c of `${inside},`) {
    if (c === ',' && depth === 0) {
      const [name, ...rest] = part.split('=');
      if (rest.length) values[name.trim()] = rest.join('=').trim();
      part = '';
    } else part += c;
    if (c === '(') depth += 1;
    if (c === ')') depth -= 1;
  }
  return values;
}
