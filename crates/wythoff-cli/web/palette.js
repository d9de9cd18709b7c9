// Colours, read from the style sheet so that light, dark and the palettes are said in one place.

let cached = null;

export function colours() {
  if (cached) return cached;
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  cached = {
    board: of('board'),
    grid: of('grid'),
    gridStrong: of('grid-strong'),
    ink: of('ink'),
    label: of('soft'),
    hatch: of('hatch'),
    none: of('none'),
    chosen: of('chosen'),
    forbid: of('forbid'),
    win: of('win'),
    propose: of('propose'),
    accent: of('accent'),
    trail: of('soft'),
    both: of('ink'),
    first: of('rook'),
    second: of('forbid'),
    paper: of('paper'),
    kinds: ['rook', 'bishop', 'kind-3', 'kind-4', 'kind-5', 'kind-6'].map(of),
  };
  return cached;
}

export function forgetColours() {
  cached = null;
}

/** The colour of a kind of move: rook and bishop always have theirs, others take what is left in the order of the rules. */
export function kindColour(kind, kinds) {
  const { kinds: list } = colours();
  const fixed = /rook|pile|nim|one/.test(kind) ? 0 : /bishop|diagonal|both/.test(kind) ? 1 : -1;
  if (fixed >= 0) return list[fixed];
  const others = kinds.filter((k) => !/rook|pile|nim|one|bishop|diagonal|both/.test(k));
  return list[2 + (Math.max(0, others.indexOf(kind)) % 4)];
}
