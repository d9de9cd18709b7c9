// The modules that need no browser: numbers, names, the address, the geometry of the board.

import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const WEB = new URL('../../crates/wythoff-cli/web/', import.meta.url);
const { expression, pretty, readNumber, readPosition } = await import(new URL('number.js', WEB));
const { prose, spelled, typeset, valuesOf } = await import(new URL('notation.js', WEB));
const { readAddress, writeAddress } = await import(new URL('address.js', WEB));
const { START } = await import(new URL('state.js', WEB));
const { View, niceStep } = await import(new URL('geometry.js', WEB));
const { provedWords } = await import(new URL('claim.js', WEB));
const { unpack } = await import(new URL('unpack.js', WEB));

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
    for (const n of [0n, 28n, 123456789n, 10n ** 50n, 10n ** 100n + 3n, 24n * 10n ** 30n + 999n, 1001n ** 20n, 123999999n])
      assert.equal(readNumber(expression(n)), n);
    for (const n of [10n ** 12n - 1n, 4n * 10n ** 99n - 1n, 999n * 10n ** 20n - 123456n, 99n * 10n ** 30n, 10n ** 33n - 10n])
      assert.ok(readNumber(expression(n)) === n && expression(n).length < 17, expression(n));
    assert.equal(pretty(4n * 10n ** 99n - 1n), '4·10^99 − 1');
    assert.equal(expression(10n ** 100n), '10^100');
    assert.equal(pretty(3n * 10n ** 100n + 7n), '3·10^100 + 7');
  });
});

describe('names', () => {
  it('are set as the papers do', () => {
    assert.equal(typeset('W^4'), 'W⁴');
    assert.equal(typeset('W_2'), 'W₂');
    assert.equal(typeset('2WN^(3)'), '2WN⁽³⁾');
    assert.equal(prose('{floor(n phi), b_n}, n >= 0, W^k by sqrt(2)'), '{⌊nφ⌋, bₙ}, n ≥ 0, Wᵏ by √2');
    assert.equal(prose('floor(n (2 - k + sqrt(k^2 + 4))/2) + floor(n'), '⌊n (2 - k + √(k² + 4))/2⌋ + floor(n');
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

describe('what was proved', () => {
  it('is said for every kind of claim', () => {
    assert.equal(
      provedWords({ kind: 'automaton', states: 26, numeration: 'pell' }),
      'Proved for all sizes: an automaton of 26 states in the numeration pell.',
    );
    assert.equal(
      provedWords({ kind: 'beams', start: 1000, slope: '(2 + sqrt(29))/5', distance: 159, outer: ['5/2'], states: 2482 }),
      'Beams proved, for all columns: from column 1000 on, the P-positions with x ≤ y lie in 2 beams: one within 159 of the line of slope (2 + √29)/5 and one of slope 5/2 that repeats.',
    );
    assert.match(
      provedWords({ kind: 'beams', start: 1000, slope: '5/2', distance: 25, drift: 6, outer: [], states: 10 }),
      /in one beam: one within 25 \+ 6 for every binary digit of x of the line of slope 5\/2\.$/,
    );
    assert.match(
      provedWords({ kind: 'tail', start: 718, period: 120, beams: [{ period: 24, rise: 52, positions: 24 }, { period: 5, rise: 10, positions: 7 }] }),
      /repeat after 120 columns; 24 in 24 columns at slope 13\/6 and 7 in 5 columns at slope 2\.$/,
    );
    assert.match(provedWords({ kind: 'grundy', level: 1, numeration: 'fib', states: [9, 10] }), /values 0 to 1 .* of 9 and 10 states/);
  });
});

describe('packed files', () => {
  const text = Buffer.from(
    `${'The previous player wins. '.repeat(40)}${Array.from({ length: 900 }, (_, i) => i * i).join('')}${'a'.repeat(3000)}`,
  );
  const ways = ['lc=3,lp=0,pb=0', 'lc=0,lp=2,pb=2', 'lc=4,lp=0,pb=4'];
  const pack = (bytes, way) => {
    const done = spawnSync('xz', ['--format=lzma', `--lzma1=preset=9e,${way}`, '--stdout'], { input: bytes, maxBuffer: 1e8 });
    return done.status === 0 ? new Uint8Array(done.stdout) : null;
  };
  const skip = pack(text, ways[0]) ? false : 'LEFT OUT: there is no xz (apt-get install xz-utils)';
  it('are what they were', { skip }, () => {
    const program = readFileSync(process.execPath).subarray(0, 300000); // code, with all kinds of repetitions
    for (const way of ways)
      for (const bytes of [text, program, Buffer.from(''), Buffer.from('a')])
        assert.equal(Buffer.compare(Buffer.from(unpack(pack(bytes, way))), bytes), 0, `${way}, ${bytes.length} bytes`);
  });
  it('end with an error where they are damaged or cut', { skip }, () => {
    const packed = pack(text, ways[0]);
    for (const length of [0, 5, 13, 18, 100, packed.length - 6]) assert.throws(() => unpack(packed.subarray(0, length)), /damaged/);
    let told = 0;
    for (let i = 14; i < packed.length; i += 7) {
      const changed = packed.slice();
      changed[i] ^= 0x55;
      try {
        if (Buffer.compare(Buffer.from(unpack(changed)), text) !== 0) told += 1; // WebAssembly will not compile it
      } catch (error) {
        assert.match(error.message, /damaged/);
        told += 1;
      }
    }
    assert.ok(told > 10, `${told}`);
  });
});

describe('the files', () => {
  const page = readFileSync(new URL('index.html', WEB), 'utf8');
  it('that the board needs are fetched at once, and no others', () => {
    const needed = new Set();
    const follow = (name) => {
      if (needed.has(name)) return;
      needed.add(name);
      const text = readFileSync(new URL(name, WEB), 'utf8');
      for (const [, next] of text.matchAll(/^(?:import|export)[^;]* from '\.\/([\w-]+\.js)';/gm)) follow(next);
    };
    follow('main.js');
    needed.delete('main.js');
    const fetched = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, name]) => name);
    assert.deepEqual(fetched, [...needed].sort());
    assert.ok(!needed.has('proof.js') && !needed.has('sequences.js'), 'the other pages can wait');
  });
  it('name no other host and hold no script or style inside the page', () => {
    for (const name of readdirSync(WEB)) {
      const text = readFileSync(new URL(name, WEB), 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
      assert.ok(!/https?:\/\/(?!x\b)/.test(text), `${name} names another host`);
    }
    assert.ok(!/ style=|<style| on[a-z]+=|<script(?![^>]* src=)/.test(page));
  });
});
