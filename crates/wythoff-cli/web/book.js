// The rulebook and the rules of the chosen game, as the engine tells them.

import { call } from './engine.js';
import { gameFields, gameKey, state } from './state.js';
import { valuesOf } from './notation.js';

let list = null;

/** The games of the rulebook, asked for once. */
export async function games() {
  list ??= call('games').then((reply) => reply.games);
  try {
    return await list;
  } catch (error) {
    list = null;
    throw error;
  }
}

const remembered = new Map();

/** What `rules` says about a game, by name. */
export function rulesOf(game) {
  if (!remembered.has(game)) {
    remembered.set(
      game,
      call('rules', { game }).catch((error) => {
        remembered.delete(game);
        throw error;
      }),
    );
  }
  return remembered.get(game);
}

/** The chosen game: {rules, values, piles, key}; for a rule text what `read` says of it. */
export async function chosenGame() {
  const key = gameKey();
  if (state.text !== null) {
    const reply = await call('read', gameFields());
    const values = Object.fromEntries((reply.parameters ?? []).map((p) => [p.name, p.value]));
    return {
      key,
      read: reply,
      rules: reply.rules ?? null,
      values,
      piles: reply.rules?.bound?.piles ?? 2,
      symmetric: reply.rules?.bound?.symmetric,
    };
  }
  const rules = await rulesOf(state.game);
  const bound = rules.bound;
  return { key, rules, values: bound ? valuesOf(bound.name) : {}, piles: bound?.piles ?? 2, symmetric: bound?.symmetric };
}

/** The rules in a sentence for somebody who has never seen the game: what it builds on is said too, and parameters have their values. */
export async function sentenceOf({ rules, values }) {
  if (!rules?.words) return '';
  let words = rules.words;
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d+$/.test(value)) continue;
    words = words
      .replace(new RegExp(`\\b${name} - (\\d+)\\b`, 'g'), (_, less) => String(Number(value) - Number(less)))
      .replace(new RegExp(`\\b${name}\\b(?!-)`, 'g'), value);
  }
  words = words.replace(/\ba, \.\.\., a \+ 0 /g, 'a ').replace(/\b1 (option|imitation|move)s\b/g, '1 $1');
  const base = /^(Wythoff Nim|Nim), /.exec(words)?.[1];
  const ground = base && (await games().catch(() => [])).find((g) => g.title === base);
  if (ground) words = `${ground.words} ${words.replace(`${base}, but b`, 'B').replace(`${base}, b`, 'B')}`;
  return words;
}
