// The engine of the static site gives the program's answers, byte for byte: it is built with other flags for another machine.

import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE, startLab } from './lab.js';

const file = join(SITE, 'engine.wasm');
// The engine of `make test` is not the one that people download: `make test-all` compares that.
const quick = process.env.SITE_PROFILE === 'site-quick' && 'for the engine that is downloaded (make test-all)';
const skip = quick || (existsSync(file) || process.env.CI ? false : 'LEFT OUT: site/ was not built (make site)');
const certificate = (name) => readFileSync(new URL(`../../crates/wythoff-prove/certificates/${name}.json`, import.meta.url), 'utf8');

/** The engine without a page: `ask(operation, fields)` gives status and text. */
async function startEngine() {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { wythoff: { progress() {} } });
  const { alloc, memory, release, request } = instance.exports;
  return (operation, fields) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ operation, ...fields }));
    const room = alloc(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const reply = request(room, bytes.length) >>> 0;
    const [status, media, length] = new Uint32Array(memory.buffer.slice(reply, reply + 12));
    const text = new TextDecoder().decode(memory.buffer.slice(reply + 12 + media, reply + 12 + media + length));
    release(reply);
    return { status, text };
  };
}

const GAMES = ['N', 'WN', 'W^3', 'W^4', 'W^5', 'W^9', 'W_2', '(2,1)IN', '(2,1)WN', '2WN', 'WN^(3)', '2WN^2', 'gdwn(p=1,q=2)', 'beta(beta=sqrt(2))'];

const REQUESTS = [
  ...GAMES.flatMap((game) => [
    ['rules', { game }],
    ['ask', { game, at: ['11', '28'] }],
    ['options', { game, at: ['11', '28'] }],
    ['list', { game, first: 20 }],
    ['play', { game, at: ['11', '28'], hint: 3, why: true, one: 'person', two: 'machine' }],
    ['window', { game, x: '0', y: '0', width: 20, height: 20 }],
  ]),
  ['ask', { game: 'N_3', at: ['3', '4', '6'] }],
  ['ask', { game: 'W^5', at: ['10^100', '25*10^99+1'] }],
  ['games', {}],
  ['papers', {}],
  ['describe', { game: 'WN' }],
  ['compare', { game: 'W^4', other: 'WN' }],
  ['learn', { game: 'WN', games: 5, seeds: 2, size: 20 }],
  ['beams', { game: 'W^4', columns: 3000 }],
  ['tile', { game: 'W^4', x: '0', y: '0', scale: 4 }],
  ['draw', { game: 'W^4', to: 12, colouring: 'surplus' }],
  ['prove', { game: 'W^4' }],
  ['prove', { game: '2WN', grundy: 1 }],
  ['prove', { game: 'WN', formula: 'x = y' }],
  ['decide', { formula: 'Ax Ey y = x + 1' }],
  ['check', { certificate: certificate('blocking-79') }],
  ['automaton', { certificate: certificate('blocking-4'), at: ['11', '28'] }],
  ['read', { text: 'game "A"\nparam k\nmove r: s mod k = 0 and t in {1, 2}' }],
  // What is refused, and in which words.
  ['ask', { game: 'W^^4', at: ['1', '2'] }],
  ['ask', { game: 'W^4', at: ['1', 'x'] }],
  ['ask', { game: 'W^4', at: ['1'] }],
  ['ask', { game: 'W^4', at: ['1', '2'], method: 'magic' }],
  ['ask', { game: 'W^4', at: ['10^100', '7'], method: 'board' }],
  ['ask', { gme: 'W^4' }],
  ['list', { game: 'W^4', first: -3 }],
  ['decide', { formula: 'Ax x =' }],
  ['check', { certificate: '{"kind":"automaton"}' }],
  ['check', { certificate: certificate('blocking-4').replace('pell', 'nell') }],
  ['read', { text: 'game "X"\nmove rook: s = 0 or tt = 0' }],
  ['read', { text: 'move' }],
  ['draw', { game: 'W^4', to: 20, window: '0,0:4x4' }],
  ['draw', { game: 'W^4', colouring: 'pink' }],
  ['tile', { game: 'W^4', x: '1', y: '0', scale: 3 }],
  ['nothing', {}],
];

describe('the engine of the static site', { skip }, () => {
  let lab;
  before(async () => {
    lab = await startLab();
  });
  after(() => lab?.stop());

  it('answers what the program answers', async () => {
    const ask = await startEngine();
    const timeless = (text) => text.replace(/,?\s*"seconds": ?[\d.e-]+/g, '');
    const seen = new Set();
    for (const [operation, fields] of REQUESTS) {
      const response = await fetch(`${lab.address}/api/v1/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      });
      const { status, text } = ask(operation, fields);
      seen.add(status);
      assert.equal(status, response.status, `${operation} ${JSON.stringify(fields)}: ${text.slice(0, 200)}`);
      assert.equal(timeless(text), timeless(await response.text()), `${operation} ${JSON.stringify(fields)}`);
    }
    assert.ok([200, 400, 404].every((status) => seen.has(status)), [...seen].join());
  });
});
