// The rules on the left: the text, parameters as steppers, what is known and where from.

import { byId, h, quiet, show } from './dom.js';
import { call } from './engine.js';
import { chosenGame, games, sentenceOf } from './book.js';
import { gameKey, set, state } from './state.js';
import { Editor, diagnosticView } from './editor.js';
import { prose, spelled, typeset } from './notation.js';
import { gameboxFollows } from './gamebox.js';
import { calm, complain, say } from './live.js';
import { drawNow } from './board.js';

const EXAMPLES = {
  'A bishop that may be forbidden once': 'game "Shy bishop"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock 1 of bishop',
  'Knights and rooks': 'game "Knights and rooks"\nmove rook: s = 0 or t = 0\nmove knight: s = 1 and t = 2 or s = 2 and t = 1',
  'Nearly diagonal, with a parameter':
    'game "Nearly diagonal"\nparam k >= 1\nmove rook: s = 0 or t = 0\nmove nearly: |s - t| < k',
};

const NEW = 'game "My game"\nmove rook: s = 0 or t = 0\nmove bishop: s = t';

let editor = null;
let parts = {};
let told = null;

export function startRules() {
  editor = new Editor((text) => {
    parts.verdict.textContent = 'reading…';
    read(text);
  });
  parts = {
    title: h('h2', { id: 'game-title' }),
    verdict: h('div', { id: 'rules-verdict', 'aria-live': 'polite' }),
    parameters: h('div'),
    about: h('div'),
    examples: h(
      'select',
      {
        'aria-label': 'Examples of rules',
        onchange: (event) => {
          const text = EXAMPLES[event.target.value];
          if (text) begin(text);
          event.target.value = '';
        },
      },
      h('option', { value: '' }, 'Examples…'),
      Object.keys(EXAMPLES).map((name) => h('option', {}, name)),
    ),
  };
  show(
    byId('rules-pane'),
    h(
      'button',
      { class: 'rules-toggle', type: 'button', onclick: () => delete document.body.dataset.rules },
      'Back to the board',
    ),
    h('h2', { class: 'cap' }, 'Rules'),
    parts.title,
    editor.element,
    parts.verdict,
    parts.parameters,
    parts.about,
    h(
      'div',
      { class: 'row bottom' },
      h('button', { type: 'button', onclick: () => begin(NEW) }, 'New game…'),
      h('button', { type: 'button', id: 'open-rulebook', onclick: () => set({ page: 'rulebook' }) }, 'Rulebook'),
      parts.examples,
    ),
  );
}

function begin(text) {
  editor.text = text;
  read(text);
  editor.box.focus();
}

/** Reads what was typed; once it is understood it is the game. */
const read = quiet(160, async (text) => {
  const known = state.text === null ? {} : state.parameters;
  let reply;
  try {
    reply = await call('read', { text, parameters: known });
  } catch (error) {
    reply = {
      understood: false,
      diagnostics: error.diagnostics.length ? error.diagnostics : [{ severity: 'error', message: error.message }],
    };
  }
  if (editor.text !== text) return;
  editor.mark(reply.diagnostics ?? []);
  if (!reply.understood) {
    showTrouble(text, reply);
    return;
  }
  const parameters = {};
  for (const p of reply.parameters ?? []) parameters[p.name] = p.value ?? known[p.name] ?? firstValue(p.values);
  calm();
  set({
    text,
    parameters,
    game: null,
    record: null,
    at: null,
    forbid: [],
    tab: state.tab === 'play' ? 'play' : 'board',
    page: null,
    task: null,
  });
  rulesFollow();
});

const firstValue = (values) => (/irrational/.test(values ?? '') ? 'sqrt(2)' : (/(\d+)/.exec(values ?? '')?.[1] ?? '2'));

function showTrouble(text, reply) {
  show(
    parts.verdict,
    (reply.diagnostics ?? []).map((d) => diagnosticView(text, d)),
    h('p', { class: 'small soft' }, 'The board still shows the last game that was understood.'),
  );
}

/** The game changed, or the page was opened. */
export async function rulesFollow() {
  const key = gameKey();
  let game;
  try {
    game = await chosenGame();
  } catch (error) {
    if (key !== gameKey()) return null;
    told = null;
    parts.title.textContent = state.game ?? 'My game';
    show(parts.verdict, h('p', {}, error.message));
    complain([error.message, error.hint].filter(Boolean).join(' '));
    return null;
  }
  if (key !== gameKey()) return null;
  told = game;
  drawNow(); // squares are asked for at once, and need not wait for the words
  game.sentence = await sentenceOf(game);
  if (key !== gameKey()) return null;
  showRules(game);
  return game;
}

export const current = () => told;

function showRules({ rules, values, read: reply }) {
  const title = rules ? named(rules.title, values) : 'My game';
  parts.title.textContent = title || 'My game';
  document.title = `${state.text === null ? typeset(state.game) : title} · wythoff`;
  gameboxFollows(title);
  const text = state.text ?? rules?.text ?? rules?.bound?.rules ?? '';
  if (document.activeElement !== editor.box || state.text === null) editor.text = text.trimEnd();
  const diagnostics = reply?.diagnostics ?? rules?.warnings?.filter((w) => w.message) ?? [];
  editor.mark(diagnostics);
  if (reply && !reply.understood) {
    showTrouble(text, reply);
    return;
  }
  const twin = rules?.bound?.same_as;
  const known = rules?.known ?? rules?.bound?.theorem;
  show(
    parts.verdict,
    h(
      'p',
      { class: 'understood' },
      h('b', {}, 'Understood. '),
      twin && state.text !== null ? ['The same game as ', link(twin), '. '] : '',
      known && !state.lock.includes('outcomes') ? [h('b', {}, 'Known: '), prose(known)] : '',
    ),
    diagnostics.map((d) => diagnosticView(text, d)),
  );
  show(
    parts.parameters,
    (rules?.parameters ?? reply?.parameters ?? []).map((p) => stepper(p, values)),
  );
  show(
    parts.about,
    told?.sentence && h('p', { class: 'soft' }, prose(told.sentence)),
    rules?.source && h('p', { class: 'small soft' }, rules.source),
  );
}

const named = (title, values) =>
  Object.entries(values).reduce(
    (t, [name, value]) =>
      t
        .replace(new RegExp(`\\b${name}(?=-)`, 'g'), value)
        .replace(new RegExp(`-${name}\\b`, 'g'), `-${value}`)
        .replace(new RegExp(`\\(${name},`), `(${value},`)
        .replace(new RegExp(`,${name}\\)`), `,${value})`),
    title ?? '',
  );

const link = (game) => h('a', { href: `#game=${encodeURIComponent(game)}&tab=board` }, typeset(game));

function stepper(parameter, values) {
  const { name } = parameter;
  const value = String(values[name] ?? parameter.value ?? '');
  const choose = (next) => change({ ...values, [name]: next });
  const step = (by) => {
    if (/^\d+$/.test(value)) choose(String(Number(value) + by));
  };
  return h(
    'div',
    { class: 'parameter' },
    h('label', { for: `parameter-${name}` }, name),
    h(
      'span',
      { class: 'stepper' },
      h('button', { type: 'button', 'aria-label': `Less ${name}`, onclick: () => step(-1) }, '−'),
      h('input', {
        id: `parameter-${name}`,
        value,
        inputmode: 'numeric',
        onchange: (event) => choose(event.target.value.trim()),
      }),
      h('button', { type: 'button', 'aria-label': `More ${name}`, onclick: () => step(1) }, '+'),
    ),
    h('span', { class: 'soft' }, prose(parameter.values)),
  );
}

async function change(values) {
  const focused = document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id;
  try {
    if (state.text !== null) {
      const reply = await call('read', { text: state.text, parameters: values });
      if (!reply.understood) throw new Error(reply.diagnostics?.[0]?.message ?? 'That value does not fit.');
      set({ parameters: values, record: null });
    } else {
      const entry = (await games()).find(
        (g) => g.title === told.rules.title && g.parameters.length === Object.keys(values).length,
      );
      const game = spelled(entry ?? { name: told.rules.name, parameters: Object.keys(values), notation: [] }, values);
      await call('rules', { game });
      const { at, view, tab } = state;
      set({ game, text: null, parameters: {}, record: null, forbid: [], at: tab === 'play' ? null : at, view });
    }
    calm();
    say(
      `${Object.entries(values)
        .map(([n, v]) => `${n} = ${v}`)
        .join(', ')}`,
    );
  } catch (error) {
    complain(error.message);
    showRules(told);
  }
  setTimeout(() => (document.querySelector(`[aria-label="${focused}"]`) ?? byId(focused))?.focus(), 150);
}
