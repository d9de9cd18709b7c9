// What every test needs: the program or the static site behind an address, one browser, pages that notice what must not happen.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const SITE = process.env.WYTHOFF_SITE ?? join(ROOT, 'site');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program: WYTHOFF_BIN, else what cargo built last. */
function program() {
  const names = [process.env.WYTHOFF_BIN, join(ROOT, 'target/release/wythoff'), join(ROOT, 'target/debug/wythoff')].filter(
    Boolean,
  );
  const found = names.find((name) => existsSync(name));
  assert.ok(found, 'no program to test: build it with `cargo build --release`, or say WYTHOFF_BIN');
  return found;
}

/** `wythoff lab` on a free port. */
export async function startLab() {
  const child = spawn(program(), ['lab', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
      const line = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (line) resolve(line[0]);
    });
    child.on('exit', (code) => reject(new Error(`wythoff lab ended with ${code} before it said its address`)));
  });
  return {
    address,
    stop: () =>
      new Promise((done) => {
        child.removeAllListeners('exit');
        child.on('exit', done);
        child.kill('SIGINT');
      }),
  };
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Any static host: the folder `site/` and nothing else. */
export async function startSite() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    try {
      const bytes = await readFile(join(SITE, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path.endsWith('/') ? '.html' : path)] ?? 'text/html',
        'Content-Encoding': 'gzip',
      });
      response.end(gzipSync(bytes, { level: 1 }));
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** A page in a fresh profile, that has noticed every error and every request to somebody else when `leave` is called. */
export async function open(browser, address, place = '', settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...settings });
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) trouble.push(`request to ${request.url()}`);
  });
  page.setDefaultTimeout(20000);
  await page.goto(`${address}/${place}`);
  await page.locator('body[data-ready=yes]').waitFor();
  page.leave = async ({ expected = [] } = {}) => {
    const left = trouble.filter((line) => !expected.some((pattern) => pattern.test(line)));
    await context.close();
    assert.deepEqual(left, []);
  };
  return page;
}

/** Waits until all squares in sight are there. */
export async function settled(page) {
  await page.waitForTimeout(60);
  await page.locator('#board-frame[data-busy=false]').waitFor();
  await page.waitForTimeout(60);
}

/** Chooses a game in the combobox, as a person does. */
export async function chooseGame(page, game) {
  const box = page.getByRole('combobox', { name: 'Game' });
  await box.fill(game);
  await box.press('Enter');
  await page.waitForFunction((g) => window.wythoff.state.game === g, game);
}

export const tab = (page, name) => page.getByRole('tab', { name }).click();

/** The colour of the middle of squares, as [r, g, b]. */
export function coloursAt(page, squares) {
  return page.evaluate((list) => {
    const canvas = document.getElementById('board');
    const box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    const context = canvas.getContext('2d');
    return list.map(([x, y]) => {
      const middle = window.wythoff.middleOf(x, y);
      return [
        ...context
          .getImageData(Math.floor((middle.x - box.left) * ratio), Math.floor((middle.y - box.top) * ratio), 1, 1)
          .data.slice(0, 3),
      ];
    });
  }, squares);
}

export const isInk = ([r, g, b]) => r + g + b < 180;
export const isPaper = ([r, g, b]) => r + g + b > 690;

/** Wythoff Nim by the definition, written here once more and sharing nothing with the program. */
export function wythoffByDefinition(size) {
  const p = Array.from({ length: size }, () => Array(size).fill(false));
  for (let x = 0; x < size; x += 1) {
    for (let y = 0; y < size; y += 1) {
      let reaches = false;
      for (let d = 1; d <= Math.max(x, y); d += 1) {
        reaches ||= (d <= x && p[x - d][y]) || (d <= y && p[x][y - d]) || (d <= x && d <= y && p[x - d][y - d]);
      }
      p[x][y] = !reaches;
    }
  }
  return p;
}

/** Asks the interface directly, past the page. */
export async function ask(address, operation, fields) {
  const response = await fetch(`${address}/api/v1/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return response.json();
}
