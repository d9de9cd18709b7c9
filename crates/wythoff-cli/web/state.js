// The one state of the page. Every view is a function of it; the address is its serialisation.

export const TABS = ['board', 'play', 'sequences', 'proof', 'papers'];

/** What a page without an address begins with: a game in which one can move at once. */
export const START = Object.freeze({
  tab: 'play',
  page: null, // 'rulebook' or 'learn': what else the middle shows
  game: 'W^3', // by name, or null with a rule text
  text: null,
  parameters: {},
  view: null, // {x, y, scale}: the lower left square and pixels per square; null fits by itself
  at: null, // the chosen position, BigInts
  forbid: [], // squares marked by the reader
  colouring: 'outcome',
  beams: false,
  against: null, // a second game
  record: null, // a game being played
  as: 'board', // or 'piles'
  setup: {}, // opponent, level, who begins: of the next game
  embed: false,
  lock: [], // 'hints', 'outcomes'
  task: null, // 'win' or 'find:8'
});

export const state = { ...START };
const listeners = [];

/** `listener(state, changed)`: `changed` has the names of what is new. */
export function subscribe(listener) {
  listeners.push(listener);
}

/** Changes the state. `history`: 'push' makes a step for the Back button, 'replace' does not, 'none' leaves the address alone. */
export function set(wanted, history = 'push') {
  const change = allowed({ ...state, ...wanted }, wanted);
  const changed = new Set(Object.keys(change).filter((key) => !same(state[key], change[key])));
  if (changed.size === 0) return;
  Object.assign(state, change);
  for (const listener of listeners) listener(state, changed, history);
}

/** Where a teacher has hidden who wins, there is the board and the game, and no page that would tell. */
function allowed(next, change) {
  if (!next.lock.includes('outcomes')) return change;
  return { ...change, page: null, tab: ['board', 'play'].includes(next.tab) ? next.tab : 'board' };
}

function same(a, b) {
  if (a === b) return true;
  return text(a) === text(b);
}

const text = (value) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v));

/** The fields by which a request says the game. */
export function gameFields(of = state) {
  if (of.text === null) return { game: of.game };
  return Object.keys(of.parameters).length ? { text: of.text, parameters: of.parameters } : { text: of.text };
}

export const gameKey = (of = state) => JSON.stringify(gameFields(of));

/** Another game: what belonged to the old one is gone. */
export function chooseGame(game, history = 'push') {
  set(
    { game, text: null, parameters: {}, record: null, forbid: [], at: null, view: null, against: null, page: null, task: null },
    history,
  );
}
