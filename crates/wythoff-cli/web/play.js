// A game being played. Its record is a value that goes to the engine with what is to be done and comes back; the engine says what is
// legal, who is asked for what, and what was done. The page shows it and collects squares.

import { byId, h, show } from './dom.js';
import { call } from './engine.js';
import { gameFields, gameKey, set, state } from './state.js';
import { plural, position, samePosition, toBig } from './number.js';
import { calm, say } from './live.js';
import { draw, refit } from './board.js';
import { showPiles } from './piles.js';
import { current } from './rules.js';
import { locked, match, mine, setup, undoable } from './match.js';
import { memoryView, noteView, toYou, turnView } from './turn.js';
import { renderRecord, review } from './record.js';
import { firstPosition, setupView } from './setup.js';

export const playReply = () => match.reply;

/** The state changed while Play is open. */
export async function playFollows(changed) {
  if (state.tab !== 'play') return;
  if (state.record) {
    if (match.reply && JSON.stringify(match.reply.record) === JSON.stringify(state.record)) {
      if (changed.has('as') || changed.has('tab')) render();
      return;
    }
    await ask({ record: state.record, machine: true }, 'replace');
  } else if (match.began !== gameKey() || changed.has('record') || !match.reply) await begin();
  else if (changed.has('as')) render();
}

/** A new game, from a position or from a small one that the first player can win. */
export async function begin(at = null, history = 'replace') {
  const key = gameKey();
  const { opponent, first, level } = setup();
  if (!match.reply || match.began !== key) {
    match.reply = null;
    show(byId('play-pane'), h('h2', { class: 'cap' }, 'Play'), h('p', { class: 'soft' }, 'setting up the game…'));
  }
  const start = at ?? (await firstPosition());
  if (key !== gameKey()) return;
  await ask(
    {
      ...gameFields(),
      ...(state.text === null ? {} : { name: current()?.rules?.title || 'My game' }),
      at: start.map(String),
      begins: first === 'you' ? 'one' : 'two',
      one: 'person',
      two: opponent,
      level,
      seed: Math.floor(Math.random() * 4e9),
      machine: true,
    },
    history,
    true,
  );
}

/** One request; what comes back is the game. */
async function ask(fields, history = 'push', fresh = false) {
  if (match.busy) return false;
  match.busy = true;
  const key = gameKey();
  try {
    const next = await call('play', fields);
    if (key !== gameKey()) return false;
    const went = fresh || fields.act || fields.undo || !match.reply;
    match.reply = next;
    match.began = key;
    if (fresh || went) {
      match.picked = [];
      match.hinted = 0;
      match.wins = [];
      match.note = null;
      match.shownAt = null;
    }
    if (fresh) {
      match.comments = null;
      match.coloured = false;
    }
    calm();
    set({ record: next.record, at: null }, history);
    render();
    if (fresh) refit();
    say(toYou(next.said));
    review();
    return true;
  } catch (error) {
    if (!match.reply || fresh) {
      match.reply = null;
      show(byId('play-pane'), h('h2', { class: 'cap' }, 'Play'), h('p', {}, error.message), setupView({ begin, refuse, render }));
    }
    match.note = { text: error.message, bad: true };
    if (match.reply) render();
    say(error.message);
    return false;
  } finally {
    match.busy = false;
  }
}

// ---- what the board shows and what choosing a square does ----

export const outcomesHidden = () => !match.outcomes || locked('outcomes');

export function playOverlay() {
  if (!match.reply || match.reply.piles !== 2) return {};
  const past = match.shownAt ?? null;
  const { turn } = match.reply;
  const options = turn.options ?? [];
  const open = options.filter((o) => o.standing === 'open');
  const here = past ? toBig(past) : toBig(match.reply.position);
  const mute = past !== null;
  return {
    here,
    tints: mute ? [] : (turn.asked === 'move' ? open : options).map((o) => ({ to: toBig(o.to), kind: o.kinds[0] })),
    kinds: [...new Set(options.flatMap((o) => o.kinds))],
    crossed: mute ? [] : (turn.forbidden ?? []).map(toBig),
    proposed: mute ? [] : (turn.proposed ?? []).map(toBig),
    picked: match.picked,
    picking: turn.asked,
    wins: mute || match.note?.holds ? [] : match.wins,
    holds: mute || !match.note?.holds ? [] : match.wins,
    marks: turn.memory?.squares?.map(toBig) ?? [],
    trail: trail(),
    revealed: locked('outcomes') ? [] : [...(match.notebook.get(match.began)?.values() ?? [])],
  };
}

function trail() {
  const past = [match.reply.record.setup.start, ...match.reply.record.acts.filter((a) => a.move).map((a) => a.move)];
  return past.slice(0, -1).map(toBig);
}

export function legendOfPlay() {
  const shown = playOverlay();
  return [
    ['chosen', 'the queen', 'disc'],
    shown.crossed?.length && ['forbid', 'forbidden', 'frame'],
    shown.proposed?.length && ['propose', 'proposed', 'frame'],
    shown.wins?.length && ['win', 'hint: wins', 'ring'],
    shown.holds?.length && ['trail', 'hint: holds out', 'ring'],
    shown.marks?.length && ['accent', 'would imitate', 'frame'],
    shown.revealed?.length && ['ink', 'shown by play', 'full'],
  ].filter(Boolean);
}

/** A square was chosen on the board, or a target in the piles. */
export function playChoose(at) {
  if (!match.reply) return;
  match.shownAt = null;
  const { turn } = match.reply;
  if (turn.asked === 'over') {
    say('The game is over. Begin another with New game.');
    return;
  }
  if (!mine()) return;
  const option = (turn.options ?? []).find((o) => samePosition(o.to, at));
  const text = position(at);
  if (!option && turn.complete !== false) {
    refuse(`No move leads from ${position(match.reply.position)} to ${text}.`);
    return;
  }
  if (option && option.standing !== 'open') {
    refuse(
      {
        forbidden: `${text} is forbidden.`,
        'not-proposed': `${text} was not proposed.`,
        protected: `${text} cannot be forbidden.`,
      }[option.standing] ?? `${text} cannot be chosen.`,
    );
    return;
  }
  if (turn.asked === 'move') {
    act({ move: at.map(String) });
    return;
  }
  const known = match.picked.findIndex((p) => samePosition(p, at));
  if (known >= 0) match.picked.splice(known, 1);
  else match.picked.push(at.map(BigInt));
  if (!match.note?.chips) match.note = null; // the squares of a hint stay until all are chosen
  render();
  say(`${text} ${known >= 0 ? 'no longer' : ''} chosen to ${turn.asked}; ${plural(match.picked.length, 'square')} so far.`);
}

function refuse(sentence) {
  match.note = { text: sentence, bad: true };
  render();
  say(sentence);
}

function act(what) {
  return ask({ record: match.reply.record, act: what, machine: true });
}

export function decide() {
  const { asked } = match.reply.turn;
  act({ [asked]: match.picked.map((p) => p.map(String)) });
}

export async function undo() {
  if (!match.reply || !undoable()) return;
  await ask({ record: match.reply.record, undo: 1, machine: true });
}

export async function hint() {
  if (!match.reply || match.reply.turn.asked === 'over') return;
  if (locked('hints')) {
    say('Hints are locked in this lesson.');
    return;
  }
  const step = Math.min(3, match.hinted + 1);
  try {
    const next = await call('play', { record: match.reply.record, hint: step });
    match.hinted = step;
    match.note = { text: next.hint.words, hint: step };
    match.wins = [];
    if (step === 3 && next.hint.act) {
      const named = next.hint.act.move ? [next.hint.act.move] : (next.hint.act.forbid ?? next.hint.act.propose ?? []);
      match.wins = named.map(toBig);
      match.note.chips = named;
      match.note.holds = !next.hint.wins;
    }
    render();
    say(next.hint.words);
  } catch (error) {
    refuse(error.message);
  }
}

export async function why() {
  if (!match.reply) return;
  if (locked('hints')) {
    say('Hints are locked in this lesson.');
    return;
  }
  try {
    const next = await call('play', { record: match.reply.record, why: true });
    match.note = {
      text: next.why.words ?? next.why.reason,
      ground: next.why.words ? null : next.why.ground,
      outcome: next.why.outcome,
      winner: next.why.winner,
    };
    render();
    say(match.note.text);
  } catch (error) {
    refuse(error.message);
  }
}

// ---- the pane ----

function render() {
  if (!match.reply) return;
  const { turn } = match.reply;
  const focused = document.activeElement?.dataset?.keep;
  const over = turn.asked === 'over';
  const typed = h('input', {
    id: 'typed',
    'data-keep': 'typed',
    'aria-label': turn.asked === 'move' || over ? 'Your move' : 'Squares to name',
    placeholder: turn.asked === 'move' ? '1 2' : '1,2 3,4',
    autocomplete: 'off',
    disabled: over || !mine(),
    onkeydown: async (event) => {
      if (event.key === 'Enter') {
        const text = event.target.value;
        if (text.trim() && (await act({ text }))) byId('typed')?.focus();
      }
    },
  });
  show(
    byId('play-pane'),
    h('h2', { class: 'cap' }, 'Play'),
    !match.reply.record.acts.some((a) => a.move) &&
      current()?.sentence &&
      h('p', { class: 'soft', id: 'rule-sentence' }, current().sentence, ' Who cannot move loses.'),
    turnView(),
    memoryView(),
    noteView(playChoose),
    !over &&
      mine() &&
      turn.asked !== 'move' &&
      h(
        'div',
        {},
        match.picked.length > 0 &&
          h(
            'div',
            { class: 'chips' },
            match.picked.map((p) =>
              h(
                'button',
                {
                  type: 'button',
                  class: `chip ${turn.asked}`,
                  'aria-label': `Take ${position(p)} back`,
                  onclick: () => playChoose(p),
                },
                `${position(p)} ×`,
              ),
            ),
          ),
        h(
          'div',
          { class: 'row' },
          h(
            'button',
            { type: 'button', class: 'main', id: 'decide', 'data-keep': 'decide', onclick: decide },
            match.picked.length
              ? `${capital(turn.asked)} ${match.picked.length === 1 ? 'it' : `these ${match.picked.length}`}`
              : turn.asked === 'forbid'
                ? 'Forbid nothing'
                : 'Propose these',
          ),
        ),
      ),
    !over &&
      h(
        'div',
        { class: 'row' },
        h('div', { class: 'grow' }, typed),
        h(
          'button',
          {
            type: 'button',
            disabled: !mine(),
            onclick: () => {
              const text = typed.value;
              if (text.trim()) act({ text });
            },
          },
          turn.asked === 'move' ? 'Move' : capital(turn.asked),
        ),
      ),
    h(
      'div',
      { class: 'row' },
      !locked('hints') && h('button', { type: 'button', 'data-keep': 'hint', disabled: over || !mine(), onclick: hint }, 'Hint'),
      !locked('hints') && h('button', { type: 'button', 'data-keep': 'why', onclick: why }, 'Why'),
      h('button', { type: 'button', 'data-keep': 'undo', disabled: !undoable(), onclick: undo }, 'Undo'),
    ),
    h('div', { id: 'record' }),
    setupView({ begin, refuse, render }),
  );
  renderRecord();
  renderStage();
  if (focused) document.querySelector(`[data-keep="${focused}"]`)?.focus();
  draw();
}

function renderStage() {
  const piles = state.as === 'piles' || match.reply.piles !== 2;
  byId('board-frame').hidden = piles;
  byId('piles').hidden = !piles;
  if (piles) {
    const { reply, picked, wins } = match;
    showPiles(byId('piles'), { reply, mine: mine(), picked, choose: playChoose, refuse, wins });
  }
  byId('stage').dispatchEvent(new CustomEvent('painted'));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** From the board: play here. */
export async function playFrom(at) {
  if (!at) return;
  set({ tab: 'play', page: null, record: null, at }, 'none');
  await begin(at, 'push');
}
