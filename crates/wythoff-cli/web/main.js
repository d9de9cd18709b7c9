// Puts the views together: each follows the state.

import { byId, h, show } from './dom.js';
import { TABS, gameKey, set, state, subscribe } from './state.js';
import { followAddress, writeAddress } from './address.js';
import { boardFollows, draw, middleOf, startBoard } from './board.js';
import { inspectorFollows, positionOverlay, startInspector } from './inspector.js';
import { current, rulesFollow, startRules } from './rules.js';
import { gameboxFollows, startGamebox } from './gamebox.js';
import { outcomesHidden, playChoose, playFollows, playFrom, playOverlay } from './play.js';
import { fetchAhead, makePage, proofFollows } from './pages.js';
import { startSettings } from './settings.js';
import { startShare } from './share.js';
import { startKeys } from './keys.js';
import { startTools, legend, toolsFollow } from './tools.js';
import { finding, taskFollows, taskOverlay, toggleMark } from './task.js';
import { popover } from './popover.js';
import { calm, complain } from './live.js';
import { engineName } from './engine.js';

const hidden = () => (state.tab === 'play' ? outcomesHidden() : state.lock.includes('outcomes'));

function overlay() {
  legend();
  return state.tab === 'play' ? playOverlay() : { ...positionOverlay(), ...taskOverlay() };
}

function choose(at, how) {
  if (state.tab === 'play') playChoose(at);
  else if (how === 'mark' || finding()) toggleMark(at);
  else set({ at });
}

let pageShown = '';

async function showPage() {
  const name = state.page ?? (['sequences', 'proof', 'papers'].includes(state.tab) ? state.tab : null);
  byId('stage').hidden = name !== null;
  byId('sheet-page').hidden = name === null;
  byId('sheet-page').setAttribute('aria-labelledby', `tab-${state.tab}`);
  const key = name && `${name}|${['rulebook', 'papers', 'learn'].includes(name) ? '' : gameKey()}`;
  if (!name || key === pageShown) {
    if (!name) pageShown = '';
    return;
  }
  pageShown = key;
  try {
    const page = await makePage(name);
    if (pageShown !== key) return;
    const back = state.page && h('p', {}, h('button', { type: 'button', onclick: () => set({ page: null }) }, 'Back'));
    show(byId('sheet-page'), back, page);
    byId('sheet-page').scrollTop = 0;
    if (name === 'proof') proofFollows();
  } catch (error) {
    pageShown = ''; // it is asked for again when somebody comes back
    show(byId('sheet-page'), h('p', { role: 'alert' }, error.message));
  }
}

function layout() {
  const { body } = document;
  body.dataset.tab = state.tab;
  for (const [name, value] of [
    ['page', state.page],
    ['embed', state.embed],
  ]) {
    if (value) body.dataset[name] = String(value);
    else delete body.dataset[name];
  }
  // What would tell who wins is not offered where a teacher has locked it.
  const locked = state.lock.includes('outcomes');
  for (const name of ['tab-sequences', 'tab-proof', 'tab-papers', 'open-rulebook']) byId(name).hidden = locked;
  for (const tab of TABS) {
    const chosen = tab === state.tab;
    byId(`tab-${tab}`).setAttribute('aria-selected', String(chosen));
    byId(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
  }
  const play = state.tab === 'play';
  byId('stage').setAttribute('aria-labelledby', play ? 'tab-play' : 'tab-board');
  byId('inspector').hidden = play;
  byId('play-pane').hidden = !play;
  byId('side-pane').setAttribute('aria-label', play ? 'Play' : 'Position');
  byId('side-pane').hidden = ['sequences', 'papers'].includes(state.tab) || state.page !== null;
  if (!play) {
    byId('board-frame').hidden = false;
    byId('piles').hidden = true;
  }
}

async function follow(_, changed) {
  layout();
  const fresh = ['game', 'text', 'parameters'].some((k) => changed.has(k));
  showPage();
  boardFollows(changed);
  toolsFollow();
  taskFollows(changed);
  gameboxFollows(fresh ? '' : undefined);
  const told = fresh ? rulesFollow() : null;
  if (['at', 'forbid', 'tab', 'lock'].some((k) => changed.has(k)) && !fresh) inspectorFollows();
  if (fresh && state.tab === 'play') await told;
  playFollows(changed);
  if (changed.has('at') && state.tab === 'proof') proofFollows();
  told?.then((game) => {
    if (!game) return;
    draw();
    inspectorFollows(game);
    const flat = game.piles === 2;
    // A game on other than two piles has no board of squares: it is played with tokens.
    if (!flat && state.tab === 'board') set({ tab: 'play' }, 'replace');
  });
}

async function embedLink() {
  const address = await writeAddress({ ...state, embed: false });
  const link =
    byId('open-lab') ??
    h('a', { id: 'open-lab', class: 'open-lab button', target: '_blank', rel: 'noopener' }, 'Open in the lab');
  link.href = address;
  byId('board-frame').append(link);
}

async function start() {
  startSettings();
  popover('settings-button', 'settings');
  startRules();
  startInspector({ playFrom });
  startShare();
  startTools();
  startBoard({ choose, overlay, hidden, flat: () => current()?.key === gameKey() && current().piles === 2 });
  startKeys();
  startGamebox();
  byId('trouble-close').addEventListener('click', calm);
  for (const tab of TABS)
    byId(`tab-${tab}`).addEventListener('click', () => {
      set({ tab, page: null });
    });
  swipe();
  byId('engine-line').textContent = `Engine: ${engineName}`;
  rulesButton();
  await followAddress(complain);
  subscribe(follow);
  subscribe(() => {
    if (state.embed) embedLink();
  });
  await follow(state, new Set(Object.keys(state)));
  if (state.embed) embedLink();
  byId('stage').addEventListener('painted', () => {
    taskFollows(new Set());
    draw();
  });
  document.body.dataset.ready = 'yes';
  fetchAhead();
}

function rulesButton() {
  const button = h(
    'button',
    {
      class: 'rules-toggle',
      type: 'button',
      onclick: () => {
        document.body.dataset.rules = 'yes';
      },
    },
    'Rules',
  );
  document.querySelector('.top-right').prepend(button);
}

function pull(up) {
  byId('side-pane').classList.toggle('up', up);
  byId('pull').setAttribute('aria-expanded', String(up));
}

/** The sheet of a phone follows the finger up and down. */
function swipe() {
  let from = null;
  const bar = byId('pull');
  bar.addEventListener('pointerdown', (event) => {
    from = event.clientY;
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener('click', (event) => {
    const way = from === null || event.detail === 0 ? 0 : event.clientY - from;
    from = null;
    pull(Math.abs(way) > 12 ? way < 0 : !byId('side-pane').classList.contains('up'));
  });
}

// For tests and the curious: where a square is on the screen.
window.wythoff = { middleOf: (x, y) => middleOf([BigInt(x), BigInt(y)]), state };

start();
