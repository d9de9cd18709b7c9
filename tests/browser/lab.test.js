// The lab in a real browser, with the program behind it.

import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ask, chooseGame, coloursAt, isInk, isPaper, launch, open, settled, startLab, tab } from './lab.js';
import { WAYS, accessible, cancelProof, farBeams, links, prove, rightSquares, rules, win } from './scenes.js';

let browser;
let lab;
let axe;

before(async () => {
  [browser, lab, axe] = await Promise.all([
    launch(),
    startLab(),
    readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'),
  ]);
});
after(async () => {
  await browser?.close();
  await lab?.stop();
});

describe('board', () => {
  it('shows the right squares of a game that is stated', () => rightSquares(browser, lab.address));

  it('shows what the interface says, square by square', async () => {
    for (const game of ['W^4', '(2,1)WN', 'W_2']) {
      const page = await open(browser, lab.address, `#game=${game}&tab=board`);
      await settled(page);
      const size = 32;
      const { rows } = await ask(lab.address, 'window', { game, x: '0', y: '0', width: size, height: size });
      const squares = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)]);
      const colours = await coloursAt(page, squares);
      squares.forEach(([x, y], i) =>
        assert.ok(
          rows[y][x] === 'P' ? isInk(colours[i]) : isPaper(colours[i]),
          `${game} (${x}, ${y}) ${rows[y][x]} ${colours[i]}`,
        ),
      );
      await page.leave();
    }
  });

  it('opens from a link, goes back and forward, and shares', () => links(browser, lab.address));

  it('zooms from one square to a million columns', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=board&view=0,0,64');
    await settled(page);
    await page.getByRole('application', { name: 'Board' }).focus();
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press('-');
      if (await page.evaluate(() => Number(document.getElementById('board-frame').dataset.scale) < 0.0007)) break;
    }
    await page.locator('#board-frame[data-busy=false]').waitFor({ timeout: 60000 });
    const columns = await page.evaluate(
      () => (document.getElementById('board').clientWidth - 46) / Number(document.getElementById('board-frame').dataset.scale),
    );
    assert.ok(columns > 1e6, `${columns} columns`);
    await settled(page);
    // On the beam of slope 1 + sqrt(2) there is ink, on the diagonal there is none.
    const x = [100000, 200000, 300000];
    const beam = await coloursAt(
      page,
      x.map((n) => [n, Math.round(n * (1 + Math.SQRT2))]),
    );
    const diagonal = await coloursAt(
      page,
      x.map((n) => [n, n]),
    );
    assert.ok(
      beam.some((c) => !isPaper(c)),
      `beam ${beam}`,
    );
    assert.ok(diagonal.every(isPaper), `diagonal ${diagonal}`);
    await page.leave();
  });

  it('looks around 10^50', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=board');
    const at = ['100000000000000000000000000000000000000000000000000', '241421356237309504880168872420969807856967187537694'];
    await page.getByRole('textbox', { name: 'Position' }).fill(`10^50, ${at[1]}`);
    await page.keyboard.press('Enter');
    await page.locator('#answer .badge:not(.open)').waitFor();
    await settled(page);
    const size = 12;
    const [x, y] = at.map((n) => BigInt(n) - 6n);
    const { rows } = await ask(lab.address, 'window', { game: 'W^4', x: String(x), y: String(y), width: size, height: size });
    assert.ok(rows.join('').includes('P'), 'there are P-positions near the beam');
    const squares = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)]).filter(
      ([i, j]) => i !== 6 && j !== 6 && i !== j,
    );
    const colours = await coloursAt(
      page,
      squares.map(([i, j]) => [String(x + BigInt(i)), String(y + BigInt(j))]),
    );
    squares.forEach(([i, j], k) => {
      if (rows[j][i] === 'P') assert.ok(isInk(colours[k]), `+${i} +${j}`);
      else assert.ok(!isInk(colours[k]));
    });
    assert.match(await page.locator('#range').innerText(), /10\^50/);
    await page.leave();
  });

  it('answers around 10^100 from beams', () => farBeams(browser, lab.address));

  it('never shows what is unsolved as N', async () => {
    const page = await open(browser, lab.address, '#game=W^6&tab=board&at=10^60,10^60');
    await page.locator('#answer').getByText('Not solved').waitFor();
    await settled(page);
    assert.match(await page.locator('#board-note').innerText(), /not solved/i);
    const middle = await page.evaluate(() => {
      const canvas = document.getElementById('board');
      const { data } = canvas.getContext('2d').getImageData(200, 200, 60, 60);
      return new Set(Array.from({ length: 3600 }, (_, i) => data.slice(i * 4, i * 4 + 3).join())).size;
    });
    assert.ok(middle > 3, 'hatched');
    await page.leave({ expected: [/422/] });
  });

  it('pans by dragging, zooms by wheel, and says what is under the pointer', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board');
    await settled(page);
    const hover = async (x, y) => {
      const middle = await page.evaluate(([a, b]) => window.wythoff.middleOf(a, b), [x, y]);
      await page.mouse.move(middle.x, middle.y);
      return page.locator('#hover').innerText();
    };
    assert.equal(await hover(3, 5), '(3, 5) P');
    assert.equal(await hover(4, 5), '(4, 5) N');
    const shown = () => page.locator('#board-frame').evaluate((e) => [Number(e.dataset.x), Number(e.dataset.scale)]);
    const [, scale] = await shown();
    const middle = await page.evaluate(() => window.wythoff.middleOf(20, 20));
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -300);
    await settled(page);
    const [x, larger] = await shown();
    assert.ok(larger > scale * 1.2, `${scale} ${larger}`);
    await page.mouse.down();
    await page.mouse.move(middle.x - 90, middle.y + 90, { steps: 3 });
    await page.mouse.move(middle.x - 180, middle.y + 180, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    assert.ok((await shown())[0] > x, 'the board follows the pointer');
    await page.waitForFunction(() => window.location.hash.includes('view='));
    assert.equal(await page.evaluate(() => window.wythoff.state.at), null, 'dragging chooses no square');
    await page.leave();
  });

  it('says the options by kind of move, and the ground', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=board&at=11,28');
    await page.locator('#answer').getByText('by forbidding three options').waitFor();
    assert.equal((await page.locator('.kinds tbody').innerText()).replace(/\s+/g, ' ').trim(), 'rook 39 bishop 11');
    await page.getByRole('textbox', { name: 'Position' }).fill('10^100, 10^100');
    await page.keyboard.press('Enter');
    const ground = page.locator('#answer').getByRole('link', { name: /certificate/ });
    await ground.waitFor();
    assert.match(await page.locator('#live').innerText(), /10\^100.* is an N-position/);
    await ground.click();
    await page.getByRole('tab', { name: 'Proof', selected: true }).waitFor();
    await page.leave();
  });

  it('shows squares that are missing as missing', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board');
    const text = 'game "Hole"\nposition: x + y != 3\nmove rook: s = 0 or t = 0\nmove bishop: s = t';
    await page.getByRole('textbox', { name: 'Rules' }).fill(text);
    await page.waitForFunction(() => window.wythoff.state.text?.includes('Hole'));
    await settled(page);
    const [hole, paper] = await coloursAt(page, [
      [1, 2],
      [4, 4],
    ]);
    assert.ok(!isInk(hole) && !isPaper(hole) && isPaper(paper), `${hole} ${paper}`);
    const middle = await page.evaluate(() => window.wythoff.middleOf(1, 2));
    await page.mouse.move(middle.x, middle.y);
    assert.equal(await page.locator('#hover').innerText(), '(1, 2) no square');
    await page.leave();
  });

  it('colours by surplus, Grundy value and residue, draws beams, compares two games', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board&at=4,7');
    for (const name of ['Surplus', 'Grundy', 'Residue', 'Beams']) {
      await page.getByRole('button', { name, exact: true }).click();
      await settled(page);
    }
    await page.getByRole('button', { name: 'Outcome', exact: true }).click();
    await page.getByRole('button', { name: 'Compare…' }).click();
    await page.getByRole('textbox', { name: 'Second game' }).fill('W^2');
    await page.keyboard.press('Enter');
    await page.getByText('only W²').waitFor();
    await settled(page);
    const [both, first, second] = await coloursAt(page, [
      [0, 0],
      [3, 5],
      [0, 1],
    ]);
    assert.ok(
      isInk(both) && !isInk(first) && !isPaper(first) && !isInk(second) && !isPaper(second),
      `${both} ${first} ${second}`,
    );
    await page.leave();
  });
});

describe('rules', () => {
  it('shows an error under its character, and the game once it is mended', () => rules(browser, lab.address));

  it('has a rulebook of cards and parameters to step', async () => {
    const page = await open(browser, lab.address, '#game=W^3&tab=board');
    await page.getByRole('button', { name: 'More k' }).click();
    await page.waitForFunction(() => window.wythoff.state.game === 'W^4');
    await page.getByRole('button', { name: 'Rulebook' }).click();
    await page.locator('.card').nth(20).waitFor();
    await page.getByRole('button', { name: 'Look at 2WN', exact: true }).click();
    await page.waitForFunction(() => window.wythoff.state.game === '2WN');
    const box = page.getByRole('combobox', { name: 'Game' });
    await box.fill('W^^4');
    await box.press('Enter');
    await page.getByRole('alert').getByText('W^^4').waitFor();
    await page.leave({ expected: [/40[04]/] });
  });
});

describe('the rulebook', () => {
  it('has a picture, the paper and what is known for every game on two piles', async () => {
    const page = await open(browser, lab.address, '#game=W^3&tab=board&page=rulebook');
    const card = page.locator('.card').filter({ hasText: 'Wythoff Nim WN' });
    await card.getByText('Known:').waitFor();
    await card.getByText('Larsson').waitFor();
    const dark = () => card.locator('canvas').evaluate((c) => c.getContext('2d').getImageData(2, 58, 1, 1).data[3]);
    for (let i = 0; i < 50 && (await dark()) === 0; i += 1) await page.waitForTimeout(100);
    assert.equal(await dark(), 255, '(2, 1) is black');
    await page.leave();
  });
});

describe('play', () => {
  it('W^3 on the board, from the first visit', async () => {
    const page = await win(browser, lab.address, '', WAYS.squares);
    await page.getByRole('button', { name: 'Why' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .locator('#turn')
      .getByText(/Your move|may not/)
      .waitFor();
    await page.leave();
  });
  it('(2,1)IN by typing', async () => {
    const page = await win(browser, lab.address, '#game=(2,1)IN&tab=play', WAYS.typed);
    await page.leave();
  });
  it('W_2, which proposes, by choosing squares', async () =>
    (await win(browser, lab.address, '#game=W_2&tab=play', WAYS.squares)).leave());
  it('three piles of tokens', async () => (await win(browser, lab.address, '#game=N_3&tab=play', WAYS.tokens)).leave());
  it('shows in a game with memory what would be an imitation', async () => {
    const page = await open(browser, lab.address, '#game=(2,1)IN&tab=play&at=7,9');
    await page
      .locator('#memory')
      .getByText(/Imitations in a row/)
      .waitFor();
    await page.leave();
  });
  it('two people, of whom the other begins', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=3,4');
    await page.getByRole('button', { name: 'a person', exact: true }).click();
    await page.getByRole('button', { name: 'the other begins', exact: true }).click();
    await page.locator('#turn').getByText('Player two to move from (3, 4)').waitFor();
    for (const [move, turn] of [
      ['3 3', 'Player one to move from (3, 3)'],
      ['0 0', 'Player one wins.'],
    ]) {
      await page.locator('#typed').fill(move);
      await page.locator('#typed').press('Enter');
      await page.locator('#turn').getByText(turn).waitFor();
    }
    await page.locator('.record .mistake').waitFor();
    await page.leave();
  });
  it('the program begins, errs as its level says, and speaks of itself', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=3,4');
    await page.getByRole('button', { name: 'beginner', exact: true }).click();
    await page.getByText('I err at every second decision').waitFor();
    await page.getByRole('button', { name: 'perfect', exact: true }).click();
    await page.getByText('I never err.').waitFor();
    await page.getByRole('button', { name: 'I begin', exact: true }).click();
    await page.locator('#turn').getByText('Your move from (1, 2)').waitFor();
    assert.equal(await page.locator('#live').innerText(), 'I move to (1, 2). Your move from (1, 2).');
    await page.locator('#typed').fill('1 0');
    await page.locator('#typed').press('Enter');
    await page.locator('#turn').getByText('I win.').waitFor();
    assert.match(await page.locator('#live').innerText(), /You cannot move: I win\./);
    await page.leave();
  });
  it('a record is replayed, and coloured on demand', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=7,9');
    await page.locator('#typed').fill('7 8');
    await page.locator('#typed').press('Enter');
    await page.getByRole('button', { name: 'Who was winning' }).click();
    await page.locator('.record .mistake').waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.locator('#live').getByText(/^1 of 3: \(7, 9\)/).waitFor();
    await page.locator('#live').getByText(/^2 of 3: \(7, 8\)/).waitFor();
    await page.leave();
  });
  it('refuses what is not legal, in a sentence', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=7,9');
    await page.locator('#turn').waitFor();
    await page.locator('#typed').fill('9 9');
    await page.keyboard.press('Enter');
    await page
      .locator('#note')
      .getByText(/not a legal move/)
      .waitFor();
    await page.leave({ expected: [/400/] });
  });
  it('a record in the address opens at the same place', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=7,9');
    await page.locator('#typed').fill('7 4');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.wythoff.state.record?.acts.length >= 2 && window.location.hash.includes('record='));
    await page.waitForTimeout(200);
    const place = await page.evaluate(() => window.location.hash);
    const turn = await page.locator('#turn').innerText();
    await page.leave();
    const again = await open(browser, lab.address, place);
    await again.locator('#turn').waitFor();
    assert.equal(await again.locator('#turn').innerText(), turn);
    await again.leave();
  });
  it("a teacher's link locks hints and outcomes and sets a task", async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&at=7,9&lock=hints,outcomes&task=win');
    await page.getByText('win from here').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
    await page.leave();
    const find = await open(browser, lab.address, '#game=WN&tab=board&lock=outcomes&task=find:3');
    for (const [x, y] of [
      [0, 0],
      [1, 2],
      [2, 1],
    ]) {
      const middle = await find.evaluate(([a, b]) => window.wythoff.middleOf(a, b), [x, y]);
      await find.mouse.click(middle.x, middle.y);
    }
    await find.getByRole('button', { name: 'Check' }).click();
    await find.locator('#task-result').getByText('All 3 found.').waitFor();
    await find.leave();
  });
});

describe('sequences, proof, papers, learning', () => {
  it('lists, plots, finds beams, downloads', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=sequences');
    await page.getByRole('cell', { name: '11', exact: true }).first().waitFor();
    await page.getByText('1 + sqrt(2)').waitFor();
    assert.equal(await page.locator('.plot svg').count(), 3);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /^x,y\n0,0\n0,1\n/);
    await page.leave();
  });
  it('proves W^4 and walks through its automaton', () => prove(browser, lab.address));
  it('says which beams were proved, and draws no automaton of them', async () => {
    const page = await open(browser, lab.address, '#game=W^5&tab=proof&at=11,28');
    // Looking for them takes the engine seconds; here its reply is what matters.
    const claim = { kind: 'beams', start: 1000, slope: '(2 + sqrt(29))/5', distance: 159, outer: ['5/2'], states: 2482 };
    const reply = { verdict: 'proved', claim, certificate: '{}', tries: [], seconds: 1 };
    await page.route('**/api/v1/jobs', (route) => route.fulfill({ json: { id: 'some' } }));
    await page.route('**/api/v1/jobs/some/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `event: done\ndata: ${JSON.stringify(reply)}\n\n` }),
    );
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    await page.getByText('lie in 2 beams: one within 159 of the line of slope (2 + √29)/5 and one of slope 5/2').first().waitFor();
    await page.getByRole('button', { name: 'Save the certificate' }).waitFor();
    await page.getByRole('textbox', { name: 'Position' }).fill('3, 5');
    await page.getByRole('textbox', { name: 'Position' }).press('Enter');
    await page.getByText('(3, 5) is').first().waitFor();
    await page.leave(); // nothing was asked that could not be answered
  });
  it('stars: W^2 belongs to no invariant game, the Beatty pair of sqrt(2) does', async () => {
    const page = await open(browser, lab.address, '#game=W^2&tab=proof');
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await page.getByText(/are not those of any invariant game/).first().waitFor({ timeout: 30000 });
    await page.getByRole('textbox', { name: 'Beatty pair of' }).fill('sqrt(2)');
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await page.getByText(/are those of an invariant game/).first().waitFor({ timeout: 30000 });
    await page.leave();
  });
  it('decides, describes, compares, and proves a claim that is written down', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=proof');
    await page.getByRole('textbox', { name: 'Claim as a formula' }).fill('En (x = floor(n*phi) & y = x + n | y = floor(n*phi) & x = y + n)');
    await page.getByRole('button', { name: 'Prove' }).click();
    await page.locator('#verdict').getByText('Proved for all sizes').waitFor({ timeout: 30000 });
    await page.getByRole('textbox', { name: 'Formula to decide' }).fill('Ax Ey P(x,y)');
    await page.keyboard.press('Enter');
    await page.locator('#decided').getByText('true', { exact: true }).first().waitFor({ timeout: 30000 });
    await page.getByRole('button', { name: 'Describe', exact: true }).click();
    await page.locator('#described').getByRole('cell', { name: /phi/ }).first().waitFor({ timeout: 30000 });
    await page.getByRole('textbox', { name: 'Compare with' }).fill('W^1');
    await page.getByRole('button', { name: 'Compare with' }).click();
    await page.locator('#compared').getByText(/same/).first().waitFor({ timeout: 30000 });
    await page.leave();
  });
  it('checks a certificate that is dropped, and one that was changed', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=proof');
    const right = await readFile(new URL('../../crates/wythoff-prove/certificates/blocking-4.json', import.meta.url), 'utf8');
    const drop = (name, text) =>
      page.locator('.drop').evaluate(
        (zone, [file, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], file, { type: 'application/json' }));
          zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        },
        [name, text],
      );
    await drop('right.json', right);
    await page.locator('#checked').getByText(/^right\.json: proved/).waitFor({ timeout: 30000 });
    await drop('broken.json', right.slice(0, 300));
    await page.locator('#checked').getByRole('alert').waitFor();
    await page.getByLabel('Certificate to check').setInputFiles({ name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(right) });
    await page.locator('#checked').getByText(/^again\.json: proved/).waitFor({ timeout: 30000 });
    await page.leave({ expected: [/400/] });
  });
  it('cancels a proof that takes long', () => cancelProof(browser, lab.address, 'W^6'));
  it('the papers show themselves on the board', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=papers');
    await page.locator('#sheet-page table').first().waitFor();
    await page
      .getByRole('link', { name: /^Show me/ })
      .first()
      .click();
    await page.waitForFunction(() => window.wythoff.state.tab !== 'papers');
    await page.leave();
  });
  it('a learner against a cautious winner', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=play&page=learn');
    await page.getByText('Pairs known after so many games').waitFor({ timeout: 30000 });
    await page.getByText(/^Game 1 of 100 revealed \(/).first().waitFor();
    await page.getByText(/· game \d+/).first().waitFor();
    const slider = page.getByRole('slider', { name: 'Games of WN played' });
    await slider.fill('100');
    await page.getByText(/^Game 100 of 100 revealed/).first().waitFor();
    await page.leave();
  });
});

describe('for everyone', () => {
  it('everything by keyboard only', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board');
    const { keyboard } = page;
    await keyboard.press('g');
    await keyboard.type('W^3');
    await keyboard.press('Enter');
    await page.waitForFunction(() => window.wythoff.state.game === 'W^3');
    await keyboard.press('Escape');
    await keyboard.press('/');
    await keyboard.type('5, 7');
    await keyboard.press('Enter');
    await page.locator('#answer').getByText('The next player wins').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('ArrowUp');
    await page.waitForFunction(() => window.wythoff.state.at[1] === 8n);
    await keyboard.press('ArrowDown');
    await keyboard.press('+');
    await keyboard.press('-');
    await keyboard.press('w');
    await page.locator('#why-text').waitFor();
    await keyboard.press('?');
    await page.getByRole('region', { name: 'Keys' }).waitFor();
    await keyboard.press('?');
    await keyboard.press('p');
    await page.locator('#turn').getByText('Your move').waitFor();
    for (let i = 1; i <= 3; i += 1) {
      await keyboard.press('h');
      await page.getByText(`Hint ${i} of 3`).waitFor();
    }
    const [x, y] = (await page.locator('#note .chip').first().innerText()).match(/\d+/g).map(Number);
    await page.locator('#skip').focus();
    await keyboard.press('Enter');
    for (let i = 5; i > x; i -= 1) await keyboard.press('ArrowLeft');
    for (let i = 7; i > y; i -= 1) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.locator('#turn').getByText('may not').waitFor();
    await keyboard.press('u');
    await page.locator('#turn').getByText('Your move from (5, 7)').waitFor();
    await keyboard.press('m');
    await keyboard.type(`${x} ${y}`);
    await keyboard.press('Enter');
    await page.locator('#turn').getByText('may not').waitFor();
    await keyboard.press('Escape');
    for (const [key, name] of [
      ['s', 'Sequences'],
      ['o', 'Proof'],
      ['a', 'Papers'],
      ['b', 'Board'],
    ]) {
      await keyboard.press(key);
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
    await keyboard.press('e');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'rules-text');
    await page.leave();
  });

  it('a phone: no sideways scrolling, the sheet pulls up, a move by thumb', async () => {
    const page = await open(browser, lab.address, '', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.locator('#turn').getByText('Your move').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing sticks out');
    const before = (await page.locator('#side-pane').boundingBox()).height;
    await page.locator('#pull').tap();
    await page.waitForTimeout(300);
    assert.ok((await page.locator('#side-pane').boundingBox()).height > before + 100);
    await page.locator('#pull').tap();
    await page.waitForTimeout(300);
    const middle = await page.evaluate(() => window.wythoff.middleOf(5, 6));
    await page.touchscreen.tap(middle.x, middle.y);
    await page.waitForFunction(() => window.wythoff.state.record.acts.some((a) => a.move));
    for (const name of ['Board', 'Sequences', 'Proof', 'Papers']) {
      await tab(page, name);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), name);
    }
    await page.leave();
  });

  for (const colorScheme of ['light', 'dark']) {
    it(`axe finds nothing serious, ${colorScheme}`, async () => {
      const page = await open(browser, lab.address, '#game=W^4&tab=board&at=11,28', { colorScheme });
      await page.locator('#answer').getByText('The previous player wins').waitFor();
      await accessible(page, axe);
      await page.getByRole('button', { name: 'Share' }).click();
      await accessible(page, axe);
      await page.keyboard.press('Escape');
      for (const name of ['Play', 'Sequences', 'Proof', 'Papers']) {
        await tab(page, name);
        await page.waitForTimeout(700);
        await accessible(page, axe);
      }
      await chooseGame(page, 'N_3');
      await tab(page, 'Play');
      await page.locator('.pile').first().waitFor();
      await accessible(page, axe);
      await page.leave();
    });
  }

  it('a locked lesson tells nobody who wins, in no corner', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board&at=1,2&lock=hints,outcomes');
    await page.getByText('Who wins is hidden here').waitFor();
    await page.keyboard.press('w');
    await page.waitForTimeout(300);
    const words = await page.locator('body').innerText();
    for (const told of [/Known/, /previous player wins/, /P-position/, /certificate/i]) assert.doesNotMatch(words, told);
    for (const name of ['Why', 'Walk the automaton', 'Surplus', 'Rulebook'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0);
    // Nor by an address: there is the board with its position, not half a page.
    for (const place of ['tab=board&page=rulebook', 'tab=play&page=learn', 'tab=sequences', 'tab=proof', 'tab=papers']) {
      await page.goto(`${lab.address}/#game=WN&at=1,2&lock=hints,outcomes&${place}`);
      await page.locator('#board').waitFor();
      await page.locator('#side-pane').waitFor();
      await page.locator('#sheet-page').waitFor({ state: 'hidden' });
      assert.doesNotMatch(await page.locator('body').innerText(), /Known|What can be learnt|P-positions of/);
    }
    await page.leave();
  });

  it('fingers pan and pinch', async () => {
    const page = await open(browser, lab.address, '#game=WN&tab=board', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await settled(page);
    const scale = () => page.locator('#board-frame').evaluate((e) => Number(e.dataset.scale));
    const before = await scale();
    const fingers = await page.context().newCDPSession(page);
    const touch = (type, apart) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart === null ? [] : [-1, 1].map((side, id) => ({ x: 200 + (side * apart) / 2, y: 250, id })),
      });
    await touch('touchStart', 60);
    for (const apart of [80, 110, 140, 170]) await touch('touchMove', apart);
    await touch('touchEnd', null);
    await settled(page);
    assert.ok((await scale()) > before * 1.5, `${before} ${await scale()}`);
    await page.leave();
  });

  it('colours can be chosen and stay, and paper has the board', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=board&at=11,28');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('button', { name: 'grey', exact: true }).click();
    await page.getByRole('button', { name: 'dark', exact: true }).click();
    await page.reload();
    await page.locator('body[data-ready=yes]').waitFor();
    const look = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    assert.deepEqual(await look(), { theme: 'dark', palette: 'grey' });
    await settled(page);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    assert.equal((await look()).theme, 'light');
    await settled(page);
    assert.ok(await page.locator('#board').isVisible());
    assert.ok(isInk((await coloursAt(page, [[0, 1]]))[0]));
    for (const gone of ['.top', '.status', '#share-button', '#rules-pane select']) assert.ok(!(await page.locator(gone).isVisible()), gone);
    await page.locator('#answer').getByText('The previous player wins').waitFor();
    await page.leave();
  });

  it('a board in another page shows only the board', async () => {
    const page = await open(browser, lab.address, '#game=W^4&tab=board&at=11,28&embed=1', {
      viewport: { width: 640, height: 520 },
    });
    await page.getByRole('link', { name: 'Open in the lab' }).waitFor();
    assert.equal(await page.getByRole('tab').count(), 0);
    await page.leave();
  });

  // The aim is about a second; the bound leaves room for a busy machine, and the time is printed.
  it('the first picture of W^4 is there soon', async (t) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const start = Date.now();
    await page.goto(`${lab.address}/#game=W^4&tab=board`);
    await page.locator('#board-frame[data-busy=false]').waitFor();
    await page.waitForFunction(() => window.wythoff?.middleOf);
    await settled(page);
    assert.ok(isInk((await coloursAt(page, [[0, 0]]))[0]));
    const took = Date.now() - start;
    await context.close();
    t.diagnostic(`first picture after ${took} ms`);
    assert.ok(took < 6000, `${took} ms`);
  });
});
