// What is tested on the program and once more on the static site.

import assert from 'node:assert/strict';
import { chooseGame, coloursAt, isInk, isPaper, open, settled, tab, wythoffByDefinition } from './lab.js';

/** State a game and see the right squares: every pixel against the definition. */
export async function rightSquares(browser, address) {
  const page = await open(browser, address, '#game=W^4&tab=board');
  await chooseGame(page, 'WN');
  await settled(page);
  const size = 30;
  const expected = wythoffByDefinition(size);
  const squares = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)]);
  const colours = await coloursAt(page, squares);
  squares.forEach(([x, y], i) =>
    assert.ok(
      expected[x][y] ? isInk(colours[i]) : isPaper(colours[i]),
      `(${x}, ${y}) should be ${expected[x][y] ? 'P' : 'N'} and is ${colours[i]}`,
    ),
  );
  await page.leave();
}

/** A link opens the same lab, and choosing, back and forward work. */
export async function links(browser, address) {
  const page = await open(browser, address, '#game=W^4&tab=board&at=11,28');
  await page.locator('#answer').getByText('The previous player wins').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Position' }).inputValue(), '11, 28');
  for (const chip of ['(11, 4)', '(11, 26)', '(11, 27)']) await page.getByRole('button', { name: chip, exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Position' }).fill('12, 30');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.location.hash.includes('at=12,30'));
  await tab(page, 'Sequences');
  await page.goBack();
  await page.waitForFunction(() => window.wythoff.state.tab === 'board' && window.wythoff.state.at?.[0] === 12n);
  await page.goBack();
  await page.waitForFunction(() => window.wythoff.state.at?.[0] === 11n);
  await page.locator('#answer').getByText('The previous player wins').waitFor();
  await page.goForward();
  await page.waitForFunction(() => window.wythoff.state.at?.[0] === 12n);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.leave();
  const again = await open(browser, address, link.slice(address.length + 1));
  await again.waitForFunction(() => window.wythoff.state.game === 'W^4' && window.wythoff.state.at?.[0] === 12n);
  await again.leave();
}

/** Write a rule with an error, see it under the character, mend it; the link carries the text. */
export async function rules(browser, address) {
  const page = await open(browser, address, '#game=WN&tab=board');
  const box = page.getByRole('textbox', { name: 'Rules' });
  await page.waitForFunction(() => document.getElementById('rules-text').value.includes('bishop'));
  await box.fill('game "Mine"\nmove rook: s = 0 or t = = 0\nmove bishop: s = t');
  await page.locator('.editor .wrong').first().waitFor();
  await page.locator('.diagnostics').first().waitFor();
  assert.match(await page.locator('.diagnostics pre').first().innerText(), /t = = 0\n +\^/);
  await box.fill('game "Mine"\nmove rook: s = 0 or t = 0\nmove bishop: s = t');
  await page.getByText('Understood.').waitFor();
  await page.getByText('The same game as').waitFor();
  await settled(page);
  const [p, n] = await coloursAt(page, [
    [1, 2],
    [3, 4],
  ]);
  assert.ok(isInk(p) && isPaper(n), 'the board shows the game that was written');
  await page.waitForFunction(() => window.location.hash.startsWith('#text='));
  const place = await page.evaluate(() => window.location.hash);
  await page.leave();
  const again = await open(browser, address, place);
  await again.waitForFunction(() => document.getElementById('rules-text').value.startsWith('game "Mine"'));
  await again.getByText('Understood.').waitFor();
  await again.leave();
}

/** What the third step of the hint names. */
async function advice(page) {
  const hint = page.getByRole('button', { name: 'Hint' });
  for (let step = 1; step <= 3; step += 1) {
    await hint.click();
    await page.getByText(`Hint ${step} of 3`).waitFor();
  }
  return (await page.locator('#note .chip').allInnerTexts()).map((text) => text.replace(/[()]/g, '').split(', ').map(Number));
}

async function clickSquare(page, [x, y]) {
  const middle = await page.evaluate(([a, b]) => window.wythoff.middleOf(a, b), [x, y]);
  await page.mouse.click(middle.x, middle.y);
}

/** The ways in which a person can say a decision. */
export const WAYS = {
  /** Choosing squares on the board, then the button. */
  async squares(page, asked, named) {
    for (const square of named) await clickSquare(page, square);
    if (asked !== 'move') await page.locator('#decide').click();
  },
  async typed(page, asked, named) {
    await page.locator('#typed').fill(named.map((p) => p.join(',')).join(' ') || 'none');
    await page.locator('#typed').press('Enter');
  },
  async chips(page, asked, named) {
    for (let i = 0; i < named.length; i += 1)
      await page
        .locator('#note .chip, .chip')
        .getByText(`(${named[i].join(', ')})`, { exact: true })
        .first()
        .click();
    if (asked !== 'move') await page.locator('#decide').click();
  },
  /** With piles of tokens: leave so many in every pile. */
  async tokens(page, asked, [to]) {
    const here = await page.evaluate(() =>
      [...document.querySelectorAll('.pile')].map((p) => p.querySelectorAll('.token').length),
    );
    for (let i = 0; i < to.length; i += 1)
      if (to[i] !== here[i]) await page.getByRole('button', { name: `Pile ${i + 1}: leave ${to[i]}`, exact: true }).click();
    await page
      .locator('#piles')
      .getByRole('button', { name: /^Move \(/ })
      .click();
  },
};

/** Plays a game to its end as the side that can win, with the hints, and wins. */
export async function win(browser, address, place, way, settings) {
  const page = await open(browser, address, place, settings);
  await page.locator('#turn').waitFor();
  for (let turn = 0; turn < 60; turn += 1) {
    const said = await page.locator('#turn').innerText();
    if (/wins?\./.test(said)) break;
    const asked = /Your move/.test(said) ? 'move' : /may not/.test(said) ? 'forbid' : 'propose';
    const named = await advice(page);
    const before = await page.evaluate(() => window.wythoff.state.record.acts.length);
    await way(page, asked, named);
    await page.waitForFunction((n) => window.wythoff.state.record.acts.length > n, before);
  }
  assert.match(await page.locator('#turn').innerText(), /You win\./);
  await page.locator('.record .wins').first().waitFor();
  assert.equal(await page.locator('.record .mistake').count(), 0);
  return page;
}

/** Prove W^4, see the automaton and the walk of a position. */
export async function prove(browser, address) {
  const page = await open(browser, address, '#game=W^4&tab=proof&at=11,28');
  await page.getByRole('button', { name: 'Prove' }).click();
  await page.locator('#verdict').getByText('Proved for all sizes').waitFor({ timeout: 90000 });
  await page
    .getByRole('img', { name: /^The automaton/ })
    .first()
    .waitFor();
  await page.locator('#walk .state').first().waitFor();
  await page.getByText('accepts: a P-position').waitFor();
  await page.getByRole('button', { name: 'Save the certificate' }).waitFor();
  await page.leave();
}

/** A proof that takes long is cancelled, and the page goes on. */
export async function cancelProof(browser, address, game) {
  const page = await open(browser, address, `#game=${game}&tab=proof`);
  await page.getByRole('button', { name: 'Prove' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await page.locator('#progress progress').waitFor();
  await page.waitForTimeout(700);
  assert.ok(await cancel.isEnabled(), 'the proof should still be going on');
  await cancel.click();
  await page.locator('#verdict').getByText('Cancelled: nothing was proved.').waitFor({ timeout: 5000 });
  assert.ok(await page.getByRole('button', { name: 'Prove' }).isEnabled());
  await tab(page, 'Board');
  await settled(page);
  await page.leave();
}

/** Nothing serious for axe on this page. */
export async function accessible(page, axe) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (await window.axe.run(document)).violations.map((v) => ({
      impact: v.impact,
      id: v.id,
      nodes: v.nodes.slice(0, 4).map((n) => `${n.html.slice(0, 160)} — ${n.failureSummary.slice(0, 160)}`),
    })),
  );
  assert.deepEqual(
    found.filter((v) => ['serious', 'critical'].includes(v.impact)),
    [],
  );
}

/** Around 10^100 a certificate of beams answers: the position, its squares, and what is to be forbidden. */
export async function farBeams(browser, address) {
  const page = await open(browser, address, '#game=W^5&tab=board&at=10^100,25*10^99%2B1');
  await page.getByText('(10^100, 25·10^99 + 1) is a P-position; to forbid: (10^100 − 1, 25·10^99)').first().waitFor();
  await settled(page);
  const [x, y] = [10n ** 100n, 25n * 10n ** 99n];
  const squares = [0n, 1n, 2n, 3n, 4n].map((n) => [String(x + 5n), String(y + 11n + n)]);
  const colours = await coloursAt(page, squares);
  for (const [i, square] of squares.entries()) {
    const box = page.getByRole('textbox', { name: 'Position' });
    await box.fill(square.join(', '));
    await box.press('Enter');
    const said = page.locator('#live', { hasText: `(10^100 + 5, 25·10^99 + ${11 + i}) is a` });
    await said.waitFor();
    assert.equal(isInk(colours[i]), / is a P-position/.test(await said.innerText()), `${square}: ${colours[i]}`);
  }
  assert.ok(colours.some(isInk) && !colours.every(isInk), 'both kinds are in sight');
  await page.leave();
}
