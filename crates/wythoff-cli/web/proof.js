// Proofs: guess and prove with progress and cancel, the automaton and the walk of the chosen position, check of a file, a claim as a
// formula, decide; describe and compare as on the command line.

import { byId, h, save, show } from './dom.js';
import { call, givenUp, job } from './engine.js';
import { gameFields, gameKey, state } from './state.js';
import { position } from './number.js';
import { importSvg } from './svgimport.js';
import { automatonView } from './automaton.js';
import { provedWords } from './claim.js';
import { starSection } from './stars.js';
import { typeset } from './notation.js';
import { say } from './live.js';

const certificates = new Map(); // per game, of this visit
let running = null;
let started = 0;
let ui = {};

export function page() {
  const named = state.text === null ? typeset(state.game) : 'my game';
  ui = {
    result: h('div', { id: 'proof-result' }),
    automaton: h('div', { id: 'automaton' }),
    checked: h('div', { id: 'checked' }),
    decided: h('div', { id: 'decided' }),
    described: h('div', { id: 'described' }),
    compared: h('div', { id: 'compared' }),
  };
  ui.prove = h('button', { type: 'button', class: 'main', onclick: () => prove() }, 'Prove');
  ui.cancel = h('button', { type: 'button', disabled: true, onclick: cancel }, 'Cancel');
  ui.formula = h('input', {
    'aria-label': 'Claim as a formula',
    placeholder: 'leave empty to guess, or write: En x = floor(n*phi) & y = x + n | …',
    class: 'grow',
  });
  ui.time = h('input', { 'aria-label': 'Give up after', value: '2m', size: 5 });
  ui.progress = h(
    'div',
    { id: 'progress', hidden: true },
    h('progress', { 'aria-label': 'Progress of the proof' }),
    h('p', { class: 'soft' }, ''),
  );
  const other = h('input', { 'aria-label': 'Compare with', value: 'WN', size: 12 });
  const sentence = h('input', {
    'aria-label': 'Formula to decide',
    class: 'grow',
    placeholder: 'Ax E>=4 y P(x,y)',
    onkeydown: (event) => {
      if (event.key === 'Enter') decide(sentence.value);
    },
  });
  const sheet = h(
    'div',
    { class: 'page' },
    h('h2', {}, `Proof: the P-positions of ${named}, for all sizes`),
    h(
      'p',
      { class: 'soft' },
      'An automaton that reads the digits of both piles, a periodic tail, or beams along lines of exact slopes are guessed from small positions and then proved right for all of them, or refuted.',
    ),
    h('div', { class: 'row' }, ui.prove, ui.cancel, h('label', {}, 'give up after ', ui.time)),
    h('div', { class: 'row' }, ui.formula),
    ui.progress,
    ui.result,
    ui.automaton,
    h('h3', {}, 'Check a certificate'),
    dropZone(),
    ui.checked,
    h('h3', {}, 'Decide a statement'),
    h('p', { class: 'small soft' }, 'P(x,y) stands for the P-positions, once they are proved.'),
    h('div', { class: 'row' }, sentence, h('button', { type: 'button', onclick: () => decide(sentence.value) }, 'Decide')),
    ui.decided,
    h('h3', {}, 'Describe and compare'),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: describe }, 'Describe'),
      h('button', { type: 'button', onclick: () => compare(other.value) }, 'Compare with'),
      other,
    ),
    ui.described,
    ui.compared,
    starSection(),
  );
  const known = certificates.get(gameKey());
  if (known) showProof(known);
  return sheet;
}

/** The chosen position changed: its digits walk. */
export function proofFollows() {
  const known = certificates.get(gameKey());
  if (known && byId('automaton')) showAutomaton(known);
}

async function prove() {
  if (running) return;
  const key = gameKey();
  const formula = ui.formula.value.trim();
  started = performance.now();
  ui.prove.disabled = true;
  ui.cancel.disabled = false;
  ui.progress.hidden = false;
  tell({ stage: 'beginning' });
  show(ui.result);
  say('The proof has begun.');
  const fields = {
    ...gameFields(),
    ...(ui.time.value.trim() ? { time: ui.time.value.trim() } : {}),
    ...(formula ? { formula } : {}),
  };
  running = job('prove', fields, tell);
  const ticking = setInterval(() => {
    const line = byId('progress')?.querySelector('p');
    if (line) line.textContent = line.textContent.replace(/ · .*$/, '') + seconds();
  }, 500);
  try {
    const reply = await running.finished;
    certificates.set(key, reply);
    if (key === gameKey()) showProof(reply);
  } catch (error) {
    const words = givenUp(error) ? 'Cancelled: nothing was proved.' : error.message;
    show(ui.result, h('p', { id: 'verdict' }, words));
    say(words);
  } finally {
    clearInterval(ticking);
    running = null;
    ui.prove.disabled = false;
    ui.cancel.disabled = true;
    ui.progress.hidden = true;
  }
}

const seconds = () => ` · ${Math.round((performance.now() - started) / 1000)} s`;

function cancel() {
  running?.cancel();
}

export const cancelProof = cancel;

function tell({ part, stage, done, total }) {
  const bar = ui.progress.querySelector('progress');
  if (total) {
    bar.max = Number(total);
    bar.value = Number(done);
  } else bar.removeAttribute('value');
  const text = [part, stage, done !== undefined && done !== null ? `${done}${total ? ` of ${total}` : ''}` : '']
    .filter(Boolean)
    .join(': ');
  ui.progress.querySelector('p').textContent = text + seconds();
}

function showProof(reply) {
  const proved = reply.verdict === 'proved';
  const words = proved
    ? provedWords(reply.claim)
    : reply.verdict === 'refuted'
      ? `Refuted${reply.counterexample ? ` at ${position(reply.counterexample)}` : ''}.`
      : `Not decided: ${reply.why ?? reply.reason ?? 'see what was tried'}.`;
  show(
    ui.result,
    h('p', { id: 'verdict', class: `verdict-word ${proved ? 'proved' : 'false'}` }, words),
    reply.seconds !== undefined && h('p', { class: 'small soft' }, `${reply.seconds} s`),
    reply.tries?.length &&
      h(
        'details',
        {},
        h('summary', {}, 'What was tried'),
        h(
          'ul',
          {},
          reply.tries.map((t) =>
            h(
              'li',
              {},
              Object.entries(t)
                .filter(([, v]) => typeof v !== 'object')
                .map(([k, v]) => `${k} ${v}`)
                .join(', '),
            ),
          ),
        ),
      ),
    reply.certificate &&
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            onclick: () =>
              save(`${(state.game ?? 'my-game').replace(/[^\w-]+/g, '_')}.json`, reply.certificate, 'application/json'),
          },
          'Save the certificate',
        ),
      ),
  );
  say(words);
  showAutomaton(reply);
}

/** Where the claim is one: tails and beams have none. */
async function showAutomaton({ certificate, claim }) {
  if (!certificate || claim?.kind !== 'automaton') {
    show(ui.automaton);
    return;
  }
  const at = state.at?.length === 2 ? { at: state.at.map(String) } : {};
  try {
    const found = await call('automaton', { certificate, ...at });
    show(
      ui.automaton,
      h(
        'h3',
        {},
        found.states
          ? `The automaton: ${typeof found.states === 'number' ? found.states : found.states.length} states`
          : 'The certificate',
      ),
      state.at
        ? walkView(found)
        : h('p', { class: 'soft' }, 'Choose a position, in the box or on the board, to see its digits walk.'),
      pictures(found),
    );
  } catch (error) {
    show(ui.automaton, h('p', { class: 'soft' }, `No drawing: ${error.message}`));
  }
}

/** The drawing room's picture; where that is a summary, the states themselves first. */
function pictures(found) {
  const picture =
    found.picture &&
    h(
      'div',
      { class: 'automaton', tabindex: '0', role: 'region', 'aria-label': 'Drawing of the automaton' },
      importSvg(found.picture, 'The automaton'),
    );
  const states = found.readable ? null : automatonView(found);
  return states ? [states, picture && h('details', {}, h('summary', {}, 'Summary'), picture)] : picture;
}

function walkView(found) {
  if (!found.walk?.length) return null;
  const name = (state) => (state === null || state === undefined ? '†' : String(state)); // † no way on: what is read there is rejected
  const last = name(found.walk.at(-1).state);
  const first = [found.initial].flat()[0];
  return h(
    'div',
    {},
    h('h3', { class: 'cap' }, `The digits of ${position(state.at)}${found.numeration ? ` in ${found.numeration}` : ''}`),
    h(
      'div',
      { class: 'walk', id: 'walk' },
      first !== undefined && h('span', { class: 'state' }, typeof first === 'object' ? '→' : String(first)),
      found.walk
        .slice(0, 240)
        .map((step, i) => [
          h('span', { class: 'digit' }, `${step.digits?.join('/') ?? ''}→`),
          h('span', { class: `state ${i === found.walk.length - 1 ? 'last' : ''}` }, name(step.state)),
        ]),
      found.walk.length > 240 && h('span', {}, `… ${found.walk.length - 240} more`),
    ),
    h(
      'p',
      {},
      found.accepted
        ? `State ${last} accepts: a P-position.`
        : last === '†'
          ? 'There is no way on: an N-position.'
          : `State ${last} does not accept: an N-position.`,
    ),
  );
}

function dropZone() {
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    'aria-label': 'Certificate to check',
    onchange: () => file.files[0] && check(file.files[0]),
  });
  const zone = h('div', { class: 'drop' }, 'Drop a certificate here, or choose a file: ', file);
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('over');
  });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    if (event.dataTransfer.files[0]) check(event.dataTransfer.files[0]);
  });
  return zone;
}

async function check(file) {
  show(ui.checked, h('p', { class: 'soft' }, 'checking…'));
  try {
    const certificate = await file.text();
    const reply = await job('check', { certificate }, ({ stage }) =>
      show(ui.checked, h('p', { class: 'soft' }, `checking: ${stage ?? ''}`)),
    ).finished;
    const words = `${file.name}: ${reply.verdict}${reply.game ? `, ${typeset(reply.game)}` : ''}.`;
    show(ui.checked, h('p', { class: `verdict-word ${reply.verdict === 'proved' ? 'proved' : 'false'}` }, words));
    say(words);
  } catch (error) {
    show(ui.checked, h('p', { role: 'alert' }, error.message));
  }
}

async function decide(formula) {
  if (!formula.trim()) {
    show(ui.decided, h('p', {}, 'Write a formula first, such as Ax Ey x < y & y < x + x + 2.'));
    return;
  }
  const known = certificates.get(gameKey());
  show(ui.decided, h('p', { class: 'soft' }, 'deciding…'));
  try {
    const reply = await job(
      'decide',
      { formula, ...(known?.certificate ? { certificates: { P: known.certificate } } : {}) },
      () => {},
    ).finished;
    show(ui.decided, data(reply));
    say(`Decided: ${reply.verdict ?? reply.value ?? reply.truth ?? ''}`);
  } catch (error) {
    const hint = /\bP\b/.test(formula) && !known?.certificate ? ' Press Prove first: then P(x,y) is known here.' : '';
    show(ui.decided, h('p', { role: 'alert', class: 'wrap' }, error.message + hint));
  }
}

async function describe() {
  show(ui.described, h('p', { class: 'soft' }, 'looking…'));
  try {
    const reply = await job('describe', gameFields(), () => {}).finished;
    show(
      ui.described,
      h(
        'ul',
        {},
        reply.facts.map((f) => h('li', { class: 'wrap' }, f)),
      ),
      reply.forms?.length
        ? h(
            'table',
            {},
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ['form', 'claim', 'evidence'].map((t) => h('th', { scope: 'col' }, t)),
              ),
            ),
            h(
              'tbody',
              {},
              reply.forms.map((f) =>
                h('tr', {}, h('td', {}, f.kind, f.proved ? ' ✓' : ''), h('td', {}, f.claim), h('td', {}, f.evidence)),
              ),
            ),
          )
        : h('p', {}, 'No form fits.'),
    );
  } catch (error) {
    show(ui.described, h('p', { role: 'alert' }, error.message));
  }
}

async function compare(other) {
  show(ui.compared, h('p', { class: 'soft' }, 'comparing…'));
  try {
    const reply = await job('compare', { ...gameFields(), other }, () => {}).finished;
    show(ui.compared, data(reply));
  } catch (error) {
    show(ui.compared, h('p', { role: 'alert' }, error.message));
  }
}

/** Any reply as a table of names and values. */
function data(reply) {
  const value = (v) =>
    Array.isArray(v)
      ? v.every((n) => typeof n === 'string' && /^\d+$/.test(n)) && v.length === 2
        ? position(v)
        : v.map((n) => (typeof n === 'object' ? JSON.stringify(n) : n)).join(', ')
      : v && typeof v === 'object'
        ? JSON.stringify(v)
        : String(v);
  return h(
    'table',
    {},
    h(
      'tbody',
      {},
      Object.entries(reply)
        .filter(([, v]) => v !== null && String(v).length < 2000)
        .map(([k, v]) => h('tr', {}, h('th', { scope: 'row' }, k.replaceAll('_', ' ')), h('td', {}, value(v)))),
    ),
  );
}
