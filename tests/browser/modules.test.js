// The modules that need no browser: numbers, names, the address, the geometry of the board.

import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

const WEB = new URL('../../crates/wythoff-cli/web/', import.meta.url);
const { expression, pretty, readNumber, readPosition } = await import(new URL('number.js', WEB));
const { spelled, typeset, valuesOf } = await import(new URL('notation.js', WEB));
const { readAddress, writeAddress } = await import(new URL('address.js', WEB));
const { START } = await import(new URL('state.js', WEB));
const { View, niceStep } = await import(new URL('geometry.js', WEB));

describe('numbers', () => {
  it('reads expressions of any size', () => {
    assert.equal(readNumber('3*10^100+7'), 3n * 10n ** 100n + 7n);
    assert.equal(readNumber(' (2+3)^2^2 - 1 '), 624n);
    assert.deepEqual(readPosition('11, 28'), [11n, 28n]);
    assert.deepEqual(readPosition('(11 28)'), [11n, 28n]);
    assert.deepEqual(readPosition('10^100, 3*10^100'), [10n ** 100n, 3n * 10n ** 100n]);
    assert.deepEqual(readPosition('1,2,3', 3), [1n, 2n, 3n]);
  });
  it('says what to change', () => {
    assert.throws(() => readNumber('10^^3'), /“\^” is not expected/);
    assert.throws(() => readNumber('10^'), /stops too early/);
    assert.throws(() => readNumber('1-2'), /not below 0/);
    assert.throws(() => readNumber('9^9^9^9'), /too large/);
    assert.throws(() => readPosition('1'), /2 numbers are wanted/);
  });
  it('writes what it reads', () => {
    for (const n of [0n, 28n, 123456789n, 10n ** 50n, 10n ** 100n + 3n, 24n * 10n ** 30n + 999n, 1001n ** 20n])
      assert.equal(readNumber(expression(n)), n);
    assert.equal(expression(10n ** 100n), '10^100');
    assert.equal(pretty(3n * 10n ** 100n + 7n), '3·10^100 + 7');
  });
});

describe('names', () => {
  it('are set as the papers do', () => {
    assert.equal(typeset('W^4'), 'W⁴');
    assert.equal(typeset('W_2'), 'W₂');
    assert.equal(typeset('2WN^(3)'), '2WN⁽³⁾');
  });
  it('are spelled with their parameters', () => {
    assert.equal(spelled({ name: 'blocking', parameters: ['k'], notation: ['W^{k}'] }, { k: '7' }), 'W^7');
    assert.equal(spelled({ name: 'nimsum-wythoff', parameters: ['piles'], notation: [] }), 'nimsum-wythoff(piles=3)');
    assert.deepEqual(valuesOf('modular(k=2,m=3)'), { k: '2', m: '3' });
    assert.deepEqual(valuesOf('beta(beta=sqrt(2))'), { beta: 'sqrt(2)' });
  });
});

describe('the address', () => {
  const there = async (state) => readAddress({ search: '', hash: await writeAddress({ ...START, ...state }) });
  it('holds everything', async () => {
    const state = {
      tab: 'board',
      text: 'game "x"\nparam k >= 1\nmove rook: s = 0 or t = 0\n',
      game: null,
      parameters: { k: '3' },
      at: [10n ** 100n, 3n],
      forbid: [
        [1n, 2n],
        [3n, 4n],
      ],
      view: { x: 10n ** 100n, y: 0n, scale: 0.125 },
      colouring: 'surplus',
      beams: true,
      against: 'W^3',
      record: { game: 'WN', acts: [{ move: ['1', '2'] }] },
      as: 'piles',
      embed: true,
      lock: ['hints', 'outcomes'],
      task: 'find:8',
    };
    assert.deepEqual(await there(state), { ...START, ...state });
  });
  it('may be written by hand', async () => {
    const found = await readAddress({ search: '?game=W%5E4&at=11,28', hash: '' });
    assert.equal(found.game, 'W^4');
    assert.deepEqual(found.at, [11n, 28n]);
    assert.equal(found.tab, 'board');
  });
  it('survives nonsense', async () => {
    const found = await readAddress({ search: '', hash: '#game=W^4&at=x,y&view=1&tab=nothing&task=rm&lock=all&%=%' });
    assert.deepEqual([found.at, found.view, found.tab, found.task, found.lock], [null, null, 'board', null, []]);
  });
  it('of nobody is the first visit: a game to play', async () => {
    assert.equal((await readAddress({ search: '', hash: '' })).tab, 'play');
  });
});

describe('the board', () => {
  it('pans at 10^100 as at 1000', () => {
    for (const corner of [1000n, 10n ** 100n]) {
      const view = new View();
      view.centre([corner, corner]);
      const [px, py] = [view.left(corner) + 1, view.bottom(corner) - 1];
      assert.deepEqual(view.square(px, py), [corner, corner]);
      view.pan(-160, 0);
      assert.deepEqual(view.square(px, py), [corner + 10n, corner]);
      view.zoom(0.5, px, py);
      view.zoom(2, px, py);
      assert.deepEqual(view.square(px, py), [corner + 10n, corner]);
    }
  });
  it('never leaves its corner', () => {
    const view = new View();
    view.pan(5000, -5000);
    assert.ok(view.left(0n) <= 10 && view.bottom(0n) >= view.height - 10);
  });
  it('has round labels', () => assert.deepEqual([1, 3, 7, 30, 4000].map(niceStep), [1, 5, 10, 50, 5000]));
});

describe('the files', () => {
  const page = readFileSync(new URL('index.html', WEB), 'utf8');
  it('are all fetched at once', () => {
    const modules = readdirSync(WEB).filter((name) => name.endsWith('.js') && !['main.js', 'worker.js'].includes(name));
    for (const name of modules)
      assert.ok(page.includes(`<link rel="modulepreload" href="${name}">`), `index.html should preload ${name}`);
  });
  it('name no other host and hold no script or style inside the page', () => {
    for (const name of readdirSync(WEB)) {
      const text = readFileSync(new URL(name, WEB), 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
      assert.ok(!/https?:\/\/(?!x\b)/.test(text), `${name} names another host`);
    }
    assert.ok(!/ style=|<style| on[a-z]+=|<script(?![^>]* src=)/.test(page));
  });
});
