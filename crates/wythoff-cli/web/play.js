// A game being played. Its record is a value that goes to the engine with what is to be done and comes back; the engine says what is
// legal, who is asked for what, and what was done. The page shows it and collects squares.

import { byId, h, save, segmented, show } from './dom.js';
import { call } from './engine.js';
import { gameFields, gameKey, set, state } from './state.js';
import { plural, position, positionKey, positionText, readPosition, samePosition, toBig } from './number.js';
import { calm, say } from './live.js';
import { draw, refit } from './board.js';
import { showPiles } from './piles.js';
import { current } from './rules.js';

const LEVELS = [
  ['beginner', 'beginner'],
  ['medium', 'club'],
  ['hard', 'strong'],
  ['perfect', 'perfect'],
];
const ERRS = {
  beginner: 'err at every second decision, where I can',
  medium: 'err at every fourth decision',
  hard: 'err at every tenth decision',
  perfect: 'never err',
};

let reply = null; // the last of the engine
let picked = []; // squares chosen to be forbidden or proposed
let hinted = 0; // how many steps of the hint were given
let wins = []; // what the last step of a hint showed
let comments = null; // of the record
let coloured = false;
let note = null; // what a hint or a reason said
let shownAt = null; // a place in the record that is looked at
let outcomes = false; // a switch for teachers
let busy = false;
let began = ''; // the game that this is of
const notebook = new Map(); // per game: positions that the play has shown to be won for whoever moved there

export const playReply = () => reply;
const setup = () => ({ opponent: 'machine', first: 'you', level: 'perfect', ...state.setup });
const two = () => reply?.record.setup.players.every((p) => p === 'person');
const mine = () => two() || reply?.turn.player === 'one';
const called = (player) => (two() ? `player ${player}` : player === 'one' ? 'you' : 'I');
const locked = (what) => state.lock.includes(what);

/** The state changed while Play is open. */
export async function playFollows(changed) {
  if (state.tab !== 'play') return;
  if (state.record) {
    if (reply && JSON.stringify(reply.record) === JSON.stringify(state.record)) {
      if (changed.has('as') || changed.has('tab')) render();
      return;
    }
    await ask({ record: state.record, machine: true }, 'replace');
  } else if (began !== gameKey() || changed.has('record') || !reply) await begin();
  else if (changed.has('as')) render();
}

/** A new game, from a position or from a small one that the first player can win. */
export async function begin(at = null, history = 'replace') {
  const key = gameKey();
  const { opponent, first, level } = setup();
  if (!reply || began !== key) {
    reply = null;
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

async function firstPosition() {
  const piles = current()?.piles ?? (await call('rules', gameFields()).catch(() => null))?.bound?.piles ?? 2;
  if (state.at?.length === piles) return state.at;
  const wanted = setup().first === 'you' ? 'N' : 'P';
  try {
    if (piles === 2) {
      // The square nearest to (5, 7) from which whoever is to win can.
      const { rows } = await call('window', { ...gameFields(), x: '0', y: '0', width: 14, height: 14 });
      const squares = rows.flatMap((row, y) => [...row].map((outcome, x) => [outcome, x, y]));
      const fits = squares.filter(([outcome, x, y]) => outcome === wanted && x > 2 && y > 2).sort((a, b) => far(a) - far(b));
      if (fits.length) return fits[0].slice(1).map(BigInt);
    }
    for (const start of [
      [3, 4, 5],
      [2, 4, 5],
      [3, 5, 7],
      [1, 2, 3],
    ].map((p) => Array.from({ length: piles }, (_, i) => p[i] ?? i + 2))) {
      if ((await call('ask', { ...gameFields(), at: start.map(String) })).outcome === wanted) return start.map(BigInt);
    }
  } catch {
    /* then without knowing */
  }
  return Array.from({ length: piles }, (_, i) => BigInt([5, 7, 4][i] ?? i + 2));
}

const far = ([, x, y]) => Math.abs(x - 5) + Math.abs(y - 7);

/** The engine's sentence, to the person at the page. */
function toYou(said) {
  if (two()) return said;
  return said
    .replace(/[Pp]layer one to move from/g, 'Your move from')
    .replace(/player one wins/g, 'you win')
    .replace(/[Tt]he machine wins/g, 'I win')
    .replace(/[Tt]he machine (moves|forbids|proposes|may|cannot)/g, (_, verb) => `I ${verb.replace(/s$/, '')}`)
    .replace(
      /([Pp])layer one (moves|forbids|proposes|may|cannot)/g,
      (_, p, verb) => `${p === 'P' ? 'You' : 'you'} ${verb.replace(/s$/, '')}`,
    );
}

/** One request; what comes back is the game. */
async function ask(fields, history = 'push', fresh = false) {
  if (busy) return false;
  busy = true;
  const key = gameKey();
  try {
    const next = await call('play', fields);
    if (key !== gameKey()) return false;
    const went = fresh || fields.act || fields.undo || !reply;
    reply = next;
    began = key;
    if (fresh || went) {
      picked = [];
      hinted = 0;
      wins = [];
      note = null;
      shownAt = null;
    }
    if (fresh) {
      comments = null;
      coloured = false;
    }
    calm();
    set({ record: next.record, at: null }, history);
    render();
    if (fresh) refit();
    say(toYou(next.said));
    review();
    return true;
  } catch (error) {
    if (!reply || fresh) {
      reply = null;
      show(byId('play-pane'), h('h2', { class: 'cap' }, 'Play'), h('p', {}, error.message), setupView());
    }
    note = { text: error.message, bad: true };
    if (reply) render();
    say(error.message);
    return false;
  } finally {
    busy = false;
  }
}

/** Who decided what, and how good it was: shown when the game is over, or when asked. */
async function review() {
  const of = reply;
  try {
    const { review: list } = await call('play', { record: of.record, review: true });
    if (of !== reply) return;
    comments = list;
    const book = notebook.get(began) ?? new Map();
    for (const c of list)
      if (c.act.move && c.merit === 'wins' && c.player === 'two' && !two()) book.set(positionKey(c.act.move), toBig(c.act.move));
    notebook.set(began, book);
  } catch {
    comments = null;
  }
  renderRecord();
  draw();
}

// ---- what the board shows and what choosing a square does ----

export const outcomesHidden = () => !outcomes || locked('outcomes');

export function playOverlay() {
  if (!reply || reply.piles !== 2) return {};
  const past = shownAt ?? null;
  const { turn } = reply;
  const options = turn.options ?? [];
  const open = options.filter((o) => o.standing === 'open');
  const here = past ? toBig(past) : toBig(reply.position);
  const mute = past !== null;
  return {
    here,
    tints: mute ? [] : (turn.asked === 'move' ? open : options).map((o) => ({ to: toBig(o.to), kind: o.kinds[0] })),
    kinds: [...new Set(options.flatMap((o) => o.kinds))],
    crossed: mute ? [] : (turn.forbidden ?? []).map(toBig),
    proposed: mute ? [] : (turn.proposed ?? []).map(toBig),
    picked,
    picking: turn.asked,
    wins: mute || note?.holds ? [] : wins,
    holds: mute || !note?.holds ? [] : wins,
    marks: turn.memory?.squares?.map(toBig) ?? [],
    trail: trail(),
    revealed: locked('outcomes') ? [] : [...(notebook.get(began)?.values() ?? [])],
  };
}

function trail() {
  const past = [reply.record.setup.start, ...reply.record.acts.filter((a) => a.move).map((a) => a.move)];
  return past.slice(0, -1).map(toBig);
}

export function legendOfPlay() {
  const shown = playOverlay();
  return [
    ['chosen', 'the queen'],
    shown.crossed?.length && ['forbid', 'forbidden'],
    shown.proposed?.length && ['propose', 'proposed'],
    shown.wins?.length && ['win', 'hint: wins'],
    shown.holds?.length && ['trail', 'hint: holds out'],
    shown.marks?.length && ['accent', 'would imitate'],
    shown.revealed?.length && ['ink', 'shown by play'],
  ].filter(Boolean);
}

/** A square was chosen on the board, or a target in the piles. */
export function playChoose(at) {
  if (!reply) return;
  shownAt = null;
  const { turn } = reply;
  if (turn.asked === 'over') {
    say('The game is over. Begin another with New game.');
    return;
  }
  if (!mine()) return;
  const option = (turn.options ?? []).find((o) => samePosition(o.to, at));
  const text = position(at);
  if (!option && turn.complete !== false) {
    refuse(`No move leads from ${position(reply.position)} to ${text}.`);
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
  const known = picked.findIndex((p) => samePosition(p, at));
  if (known >= 0) picked.splice(known, 1);
  else picked.push(at.map(BigInt));
  if (!note?.chips) note = null; // the squares of a hint stay until all are chosen
  render();
  say(`${text} ${known >= 0 ? 'no longer' : ''} chosen to ${turn.asked}; ${plural(picked.length, 'square')} so far.`);
}

function refuse(sentence) {
  note = { text: sentence, bad: true };
  render();
  say(sentence);
}

function act(what) {
  return ask({ record: reply.record, act: what, machine: true });
}

export function decide() {
  const { asked } = reply.turn;
  act({ [asked]: picked.map((p) => p.map(String)) });
}

export async function undo() {
  if (!reply || !undoable()) return;
  await ask({ record: reply.record, undo: 1, machine: true });
}

export async function hint() {
  if (!reply || reply.turn.asked === 'over') return;
  if (locked('hints')) {
    say('Hints are locked in this lesson.');
    return;
  }
  const step = Math.min(3, hinted + 1);
  try {
    const next = await call('play', { record: reply.record, hint: step });
    hinted = step;
    note = { text: next.hint.words, hint: step };
    wins = [];
    if (step === 3 && next.hint.act) {
      const named = next.hint.act.move ? [next.hint.act.move] : (next.hint.act.forbid ?? next.hint.act.propose ?? []);
      wins = named.map(toBig);
      note.chips = named;
      note.holds = !next.hint.wins;
    }
    render();
    say(next.hint.words);
  } catch (error) {
    refuse(error.message);
  }
}

export async function why() {
  if (!reply) return;
  if (locked('hints')) {
    say('Hints are locked in this lesson.');
    return;
  }
  try {
    const next = await call('play', { record: reply.record, why: true });
    note = {
      text: next.why.words ?? next.why.reason,
      ground: next.why.words ? null : next.why.ground,
      outcome: next.why.outcome,
      winner: next.why.winner,
    };
    render();
    say(note.text);
  } catch (error) {
    refuse(error.message);
  }
}

// ---- the pane ----

function render() {
  if (!reply) return;
  const { turn } = reply;
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
    !reply.record.acts.some((a) => a.move) &&
      current()?.sentence &&
      h('p', { class: 'soft', id: 'rule-sentence' }, current().sentence, ' Who cannot move loses.'),
    turnView(),
    memoryView(),
    noteView(),
    !over &&
      mine() &&
      turn.asked !== 'move' &&
      h(
        'div',
        {},
        picked.length > 0 &&
          h(
            'div',
            { class: 'chips' },
            picked.map((p) =>
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
            picked.length
              ? `${capital(turn.asked)} ${picked.length === 1 ? 'it' : `these ${picked.length}`}`
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
    setupView(),
  );
  renderRecord();
  renderStage();
  if (focused) document.querySelector(`[data-keep="${focused}"]`)?.focus();
  draw();
}

function renderStage() {
  const piles = state.as === 'piles' || reply.piles !== 2;
  byId('board-frame').hidden = piles;
  byId('piles').hidden = !piles;
  if (piles) showPiles(byId('piles'), { reply, mine: mine(), picked, choose: playChoose, refuse, wins });
  byId('stage').dispatchEvent(new CustomEvent('painted'));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function turnView() {
  const { turn } = reply;
  const here = position(reply.position);
  if (turn.asked === 'over') {
    const { winner } = turn.ending;
    const won = two() ? `Player ${winner} wins.` : winner === 'one' ? 'You win.' : 'I win.';
    const stuck = two() ? `Player ${turn.ending.stuck}` : turn.ending.stuck === 'one' ? 'You' : 'I';
    const cannot = turn.ending.cannot === 'propose' ? 'propose enough' : 'move';
    return h(
      'div',
      { class: `turn ${two() || winner === 'one' ? 'won' : 'lost'}`, id: 'turn' },
      h('b', {}, won),
      ` ${stuck} cannot ${cannot} at ${here}${turn.ending.misere ? ', and in misère play that wins' : ''}.`,
    );
  }
  const said = [];
  if (turn.asked === 'move') {
    if (turn.forbidden?.length)
      said.push(`${two() ? `Player ${other(turn.player)} forbids` : 'I forbid'} ${turn.forbidden.map(position).join(', ')}.`);
    else if (reply.record.acts.at(-1)?.forbid)
      said.push(`${two() ? `Player ${other(turn.player)} forbids` : 'I forbid'} nothing.`);
    if (turn.proposed)
      said.push(
        `${two() ? `Player ${other(turn.player)} proposes` : 'I propose'} ${turn.proposed.map(position).join(', ') || 'nothing'}.`,
      );
  }
  const whose = two() ? `Player ${turn.player}` : 'Your';
  const head = {
    move: two() ? `${whose} to move` : 'Your move',
    forbid: two() ? `${whose} forbids` : 'Say what I may not do',
    propose: two() ? `${whose} proposes` : 'Propose moves to me',
  }[turn.asked];
  return h(
    'div',
    { class: 'turn', id: 'turn' },
    h('b', {}, head),
    turn.asked === 'move' ? ` from ${here}. ` : ` at ${here}. `,
    said.join(' '),
    turn.words && h('div', { class: 'small' }, turn.words, ' Choose squares, then press the button.'),
  );
}

const other = (player) => (player === 'one' ? 'two' : 'one');

function memoryView() {
  const memory = reply.turn.memory;
  if (!memory) return null;
  const shown = memory.squares?.length
    ? `Framed squares would imitate the last move: ${memory.squares.slice(0, 8).map(position).join(', ')}.`
    : 'No move would be an imitation now.';
  return h(
    'p',
    { class: 'small soft', id: 'memory' },
    `Imitations in a row: ${memory.count}${memory.limit !== undefined ? ` of at most ${memory.limit}` : ''}. ${shown}`,
  );
}

function noteView() {
  if (!note) return null;
  return h(
    'div',
    { class: note.bad ? 'diagnostics' : 'why-box', id: 'note' },
    note.hint && h('p', { class: 'small soft' }, `Hint ${note.hint} of 3`),
    h('p', {}, note.text),
    note.ground && h('p', { class: 'small soft' }, 'Ground: ', note.ground),
    note.chips &&
      h(
        'div',
        { class: 'chips' },
        note.chips.map((to) =>
          h(
            'button',
            {
              type: 'button',
              class: `chip ${note.holds ? '' : reply.turn.asked === 'move' ? 'win' : reply.turn.asked}`,
              onclick: () => playChoose(toBig(to)),
            },
            position(to),
          ),
        ),
      ),
  );
}

function renderRecord() {
  const holder = byId('record');
  if (!holder || !reply) return;
  const over = reply.turn.asked === 'over';
  const colour = comments && (over || coloured) && !(locked('outcomes') && !over);
  const acts = reply.record.acts;
  if (!acts.some((a) => a.move)) {
    show(holder);
    return;
  }
  let at = reply.record.setup.start;
  const lines = acts.map((a, i) => {
    const c = comments?.[i];
    const who = c ? called(c.player) : '';
    const from = at;
    if (a.move) at = a.move;
    const text = a.move
      ? `${who} ${position(from)} → ${position(a.move)}`
      : `${who} ${a.forbid ? 'forbid' : 'propose'} ${(a.forbid ?? a.propose).map(position).join(' ') || 'nothing'}`;
    const merit =
      colour && c
        ? {
            wins: ['✓', 'wins', 'a winning decision'],
            mistake: ['✗', 'mistake', 'a mistake'],
            lost: ['·', 'lost', 'lost against perfect play'],
          }[c.merit]
        : null;
    const place = at;
    return h(
      'li',
      {},
      h('span', { class: `merit ${merit?.[1] ?? ''}`, title: merit?.[2] ?? '' }, merit?.[0] ?? ''),
      h(
        'button',
        {
          type: 'button',
          title: colour && c ? c.words : 'Show this place',
          onclick: () => {
            shownAt = samePosition(place, reply.position) ? null : place;
            say(colour && c ? c.words : `${text.trim()}.`);
            draw();
          },
        },
        text.trim(),
      ),
      merit && h('span', { class: 'unseen' }, merit[2]),
    );
  });
  show(
    holder,
    h('h3', { class: 'cap' }, 'Record'),
    h('ol', { class: 'record' }, lines),
    colour && h('p', { class: 'small soft' }, '✓ won from there · ✗ a mistake · · was lost anyway'),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: copyRecord }, 'Copy record'),
      h(
        'button',
        { type: 'button', onclick: () => save('game.json', JSON.stringify(reply.record, null, 2), 'application/json') },
        'Save',
      ),
      h('button', { type: 'button', onclick: () => replay() }, 'Replay'),
      !over &&
        comments &&
        !locked('outcomes') &&
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(coloured),
            onclick: () => {
              coloured = !coloured;
              renderRecord();
            },
          },
          'Who was winning',
        ),
    ),
  );
}

/** Has a person decided anything? What only the program has decided so far cannot be taken back. */
function undoable() {
  const count = reply.record.acts.length;
  return count > (two() || reply.turn.asked !== 'move' ? 0 : 1);
}

async function copyRecord() {
  const text = JSON.stringify(reply.record);
  try {
    await navigator.clipboard.writeText(text);
    say('The record is copied.');
  } catch {
    save('game.json', text, 'application/json');
  }
}

/** Shows the game from its beginning, place by place. */
function replay() {
  const path = [reply.record.setup.start, ...reply.record.acts.filter((a) => a.move).map((a) => a.move)];
  let i = 0;
  const step = () => {
    if (!reply || i >= path.length) {
      shownAt = null;
      draw();
      return;
    }
    shownAt = path[i];
    say(`${i + 1} of ${path.length}: ${position(path[i])}`);
    draw();
    i += 1;
    setTimeout(step, matchMedia('(prefers-reduced-motion: reduce)').matches ? 1200 : 700);
  };
  step();
}

function beginAt(text) {
  try {
    begin(readPosition(text, reply?.piles ?? current()?.piles ?? 2), 'push');
  } catch (error) {
    refuse(error.message);
  }
}

function setupView() {
  const { opponent, first, level } = setup();
  const change = (what) => {
    set({ setup: { ...state.setup, ...what } }, 'none');
    begin(reply ? toBig(reply.record.setup.start) : null, 'push');
  };
  const board = (reply?.piles ?? 2) === 2;
  const from = h('input', {
    'aria-label': 'Position',
    value: positionText(reply?.record.setup.start ?? []),
    'data-keep': 'from',
    autocomplete: 'off',
    onkeydown: (event) => {
      if (event.key === 'Enter') beginAt(event.target.value);
    },
  });
  return h(
    'details',
    { class: 'bottom', open: window.innerWidth > 720 || null },
    h('summary', {}, 'This game'),
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'small soft' }, 'from'),
      h('div', { class: 'grow' }, from),
      h('button', { type: 'button', onclick: () => beginAt(from.value) }, 'Begin'),
    ),
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'small soft' }, 'Level'),
      segmented('Level', LEVELS, level, (l) => change({ level: l })),
    ),
    h(
      'p',
      { class: 'small soft' },
      opponent === 'machine' ? `I ${ERRS[level]}.` : 'Two people play; the program sees to the rules.',
    ),
    h(
      'div',
      { class: 'row' },
      segmented(
        'Opponent',
        [
          ['machine', 'the program'],
          ['person', 'a person'],
        ],
        opponent,
        (o) => change({ opponent: o }),
      ),
      segmented(
        'Who begins',
        [
          ['you', 'you begin'],
          ['machine', opponent === 'person' ? 'the other begins' : 'I begin'],
        ],
        first,
        (f) => change({ first: f }),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      board &&
        segmented(
          'Show',
          [
            ['board', 'board'],
            ['piles', 'piles'],
          ],
          state.as,
          (as) => {
            set({ as });
            render();
          },
        ),
      !locked('outcomes') &&
        board &&
        h(
          'label',
          { class: 'small' },
          h('input', {
            type: 'checkbox',
            ...(outcomes ? { checked: true } : {}),
            onchange: (event) => {
              outcomes = event.target.checked;
              draw();
            },
          }),
          ' show who wins where',
        ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: () => begin(reply ? toBig(reply.record.setup.start) : null, 'push') }, 'New game'),
      h('button', { type: 'button', onclick: () => set({ page: 'learn' }) }, 'What can be learnt by playing?'),
    ),
  );
}

/** From the board: play here. */
export async function playFrom(at) {
  if (!at) return;
  set({ tab: 'play', page: null, record: null, at }, 'none');
  await begin(at, 'push');
}
