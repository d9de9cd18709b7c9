// The main things once more on the static site, where the engine is WebAssembly in a worker.

import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SITE, coloursAt, isInk, launch, open, settled, startSite } from './lab.js';
import { WAYS, cancelProof, farBeams, links, prove, rightSquares, rules, win } from './scenes.js';

const built = existsSync(join(SITE, 'index.html'));
// `make test` builds one that is larger and is built in less time, `make test-all` the one that people download.
const skip = built || process.env.CI ? false : 'LEFT OUT: site/ was not built (make site)';
const small = process.env.SITE_PROFILE !== 'site-quick';
if (skip) console.error(skip);

describe('the static site', { skip }, () => {
  let browser;
  let site;
  before(async () => {
    assert.ok(built, 'site/ was not built: make site');
    [browser, site] = await Promise.all([launch(), startSite()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('shows the right squares', () => rightSquares(browser, site.address));
  it('opens from a link', () => links(browser, site.address));
  it('answers around 10^100 from beams', () => farBeams(browser, site.address));
  it('reads rules', () => rules(browser, site.address));
  it('plays W^3 to the end', async () => (await win(browser, site.address, '', WAYS.squares)).leave());
  it('plays three piles', async () => (await win(browser, site.address, '#game=N_3&tab=play', WAYS.tokens)).leave());
  it('proves W^4', () => prove(browser, site.address));
  it('cancels a proof by ending its worker', () => cancelProof(browser, site.address, 'W^6'));
  it('draws SVG, and PNG by itself', async () => {
    const page = await open(browser, site.address, '#game=W^4&tab=board');
    await page.getByRole('button', { name: 'Share' }).click();
    for (const [name, begin] of [
      ['SVG', '<svg'],
      ['PNG', '\x89PNG'],
    ]) {
      const button = page.getByRole('button', { name, exact: true });
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const text = await readFile(await file.path(), 'latin1');
      assert.ok(text.startsWith(begin), `${name}: ${text.slice(0, 20)}`);
    }
    assert.equal(await page.getByRole('button', { name: 'PDF', exact: true }).count(), 0);
    await page.leave();
  });
  it(small ? 'is downloaded in less than a megabyte, once' : 'is downloaded once', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const fetched = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(`${site.address}/#game=W^4&tab=board`);
    await page.locator('body[data-ready=yes]').waitFor();
    await settled(page);
    assert.ok(isInk((await coloursAt(page, [[0, 0]]))[0]));
    assert.equal(fetched.filter((path) => path.startsWith('/engine.packed')).length, 1);
    assert.ok(!fetched.includes('/engine.wasm'));
    const { size } = await stat(join(SITE, 'engine.packed'));
    assert.ok(size < (small ? 1_000_000 : 3_000_000), `${size} bytes`);
    await context.close();
  });
  for (const [what, reply] of [
    ['is missing', { status: 404 }],
    ['is damaged', { body: 'this is something else altogether' }],
  ])
    it(`does without the packed engine where it ${what}`, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route('**/engine.packed', (route) => route.fulfill(reply));
      await page.goto(`${site.address}/#game=W^4&tab=board`);
      await page.locator('body[data-ready=yes]').waitFor();
      await settled(page);
      assert.ok(isInk((await coloursAt(page, [[0, 0]]))[0]));
      await context.close();
    });
  it('says which engine it runs on', async () => {
    const page = await open(browser, site.address, '');
    await page.getByRole('button', { name: 'Appearance' }).click();
    assert.match(await page.locator('#engine-words').innerText(), /runs in this browser/);
    await page.leave();
  });
});
