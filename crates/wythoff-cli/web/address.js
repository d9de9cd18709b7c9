// The address holds everything: `#game=W^4&tab=board&at=11,28&view=0,0,16`. Long things (a rule text, a record) are compressed.
//
//   game, or text (deflate-raw, base64url) with parameters=k:3;m:2      tab, page      at=11,28   forbid=1,2;3,4
//   view=x,y,scale   colour=surplus|grundy|residue   beams=1   against=GAME   record (compressed)   as=piles
//   embed=1   lock=hints,outcomes   task=win|find:8
//
// A query (`?game=W^4&at=11,28`) is understood as well, so that a link can be written by hand either way.

import { START, TABS, set, state, subscribe } from './state.js';
import { expression, readNumber } from './number.js';

/** The state that an address says; what it does not say is as at the start. */
export async function readAddress(location) {
  const fields = { ...parse(location.search.slice(1)), ...parse(location.hash.slice(1)) };
  const found = { ...START };
  if (Object.keys(fields).length === 0) return found;
  found.tab = TABS.includes(fields.tab) ? fields.tab : 'board';
  if (['rulebook', 'learn'].includes(fields.page)) found.page = fields.page;
  if (fields.game) found.game = fields.game;
  if (fields.text) {
    found.text = await unpack(fields.text);
    found.game = null;
    for (const pair of (fields.parameters ?? '').split(';').filter(Boolean)) {
      const [name, ...rest] = pair.split(':');
      found.parameters = { ...found.parameters, [name]: rest.join(':') };
    }
  }
  if (fields.at) found.at = numbers(fields.at);
  if (fields.forbid) found.forbid = fields.forbid.split(';').map(numbers).filter(Boolean);
  if (fields.view) {
    const [x, y, scale] = fields.view.split(',');
    const corner = numbers(`${x},${y}`);
    if (corner && Number(scale) > 0) found.view = { x: corner[0], y: corner[1], scale: Math.min(64, Number(scale)) };
  }
  if (['surplus', 'grundy', 'residue'].includes(fields.colour)) found.colouring = fields.colour;
  found.beams = fields.beams === '1';
  if (fields.against) found.against = fields.against;
  if (fields.record) found.record = JSON.parse(await unpack(fields.record));
  if (fields.as === 'piles') found.as = 'piles';
  found.embed = fields.embed === '1';
  if (fields.lock) found.lock = fields.lock.split(',').filter((l) => ['hints', 'outcomes'].includes(l));
  if (/^(win|find:\d{1,3})$/.test(fields.task ?? '')) found.task = fields.task;
  return found;
}

/** The address of a state, from its `#` on. */
export async function writeAddress(of) {
  const fields = [];
  const say = (name, value) => fields.push(`${name}=${encode(value)}`);
  if (of.text !== null) {
    say('text', await pack(of.text));
    const values = Object.entries(of.parameters).map(([name, value]) => `${name}:${value}`);
    if (values.length) say('parameters', values.join(';'));
  } else say('game', of.game);
  say('tab', of.tab);
  if (of.page) say('page', of.page);
  if (of.at) say('at', of.at.map(expression).join(','));
  if (of.forbid.length) say('forbid', of.forbid.map((p) => p.map(expression).join(',')).join(';'));
  if (of.view) say('view', [expression(of.view.x), expression(of.view.y), Number(of.view.scale.toPrecision(4))].join(','));
  if (of.colouring !== 'outcome') say('colour', of.colouring);
  if (of.beams) say('beams', 1);
  if (of.against) say('against', of.against);
  if (of.record) say('record', await pack(JSON.stringify(of.record)));
  if (of.as === 'piles') say('as', 'piles');
  if (of.embed) say('embed', 1);
  if (of.lock.length) say('lock', of.lock.join(','));
  if (of.task) say('task', of.task);
  return `#${fields.join('&')}`;
}

let turn = 0;
let told = false; // has the address been written since the page was opened?

/** Keeps address and state the same, both ways. */
export async function followAddress(failed) {
  const take = async (history) => {
    try {
      set(await readAddress(window.location), history);
    } catch {
      failed('The address cannot be read: part of it is missing or was changed. Copy the whole link.');
    }
  };
  await take('none');
  subscribe(async (now, changed, history) => {
    if (history === 'none') return;
    const mine = ++turn;
    const address = await writeAddress(now);
    if (mine !== turn && history !== 'push') return; // a later one writes
    if (address === window.location.hash) return;
    window.history[history === 'push' && told ? 'pushState' : 'replaceState'](null, '', address);
    told = true;
  });
  window.addEventListener('popstate', () => {
    turn += 1;
    take('none');
  });
  // Written by hand, or a link to another place in the lab.
  window.addEventListener('hashchange', async () => {
    if ((await writeAddress(state)) !== window.location.hash) take('none');
  });
  told = window.location.hash !== '' || window.location.search !== '';
}

function parse(text) {
  const fields = {};
  for (const part of text.split('&').filter(Boolean)) {
    const [name, ...value] = part.split('=');
    try {
      fields[name] = decodeURIComponent(value.join('='));
    } catch {
      fields[name] = value.join('=');
    }
  }
  return fields;
}

const encode = (value) => encodeURIComponent(value).replace(/%(5E|2C|3B|3A|3D|28|29|2A|2B)/g, (c) => decodeURIComponent(c));

function numbers(text) {
  try {
    return text.split(',').map(readNumber);
  } catch {
    return null;
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

export async function unpack(packed) {
  const raw = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(
    await through(
      new DecompressionStream('deflate-raw'),
      Uint8Array.from(raw, (c) => c.charCodeAt(0)),
    ),
  );
}
