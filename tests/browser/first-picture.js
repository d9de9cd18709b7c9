// How long a person waits for the first picture of W^4 in a browser that has never seen the lab: from asking for the page until its
// squares are on the canvas. `npm run first-picture --prefix tests/browser` measures the program (WYTHOFF_BIN, else what cargo built
// last), with `-- --site` the static site; `--runs 9` says how often, `--waterfall` what was fetched when.

import { isInk, launch, startLab, startSite } from './lab.js';

const given = process.argv.slice(2);
const runs = Number(given[given.indexOf('--runs') + 1]) || 7;
const place = given.includes('--site') ? await startSite() : await startLab();

/** In the page: notices when all squares in sight are there, and one that is P is drawn so. */
function watch() {
  const look = () => {
    const canvas = document.getElementById('board');
    const ready = document.querySelector('#board-frame[data-busy=false]') && window.wythoff?.middleOf;
    if (ready) {
      const box = canvas.getBoundingClientRect();
      const middle = window.wythoff.middleOf(0, 0);
      const ratio = canvas.width / box.width;
      const [x, y] = [(middle.x - box.left) * ratio, (middle.y - box.top) * ratio].map(Math.floor);
      window.firstPicture = { after: performance.now(), colour: [...canvas.getContext('2d').getImageData(x, y, 1, 1).data] };
      if (window.firstPicture.colour[0] + window.firstPicture.colour[1] + window.firstPicture.colour[2] < 180) return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const times = [];
let waterfall = [];
for (let run = 0; run < runs; run += 1) {
  const browser = await launch(); // a new one every time: nothing is kept from the last
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(watch);
  await page.goto(`${place.address}/#game=W^4&tab=board`);
  await page.waitForFunction(() => {
    const [r, g, b] = window.firstPicture?.colour ?? [255, 255, 255];
    return r + g + b < 180;
  });
  const { after, colour } = await page.evaluate(() => window.firstPicture);
  if (!isInk(colour)) throw new Error(`(0, 0) is drawn ${colour}`);
  times.push(Math.round(after));
  waterfall = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource'), ...performance.getEntriesByType('paint')].map(
      (e) => [e.startTime, e.responseStart ?? 0, e.responseEnd ?? 0, e.name],
    ),
  );
  await browser.close();
}
await place.stop();
if (given.includes('--waterfall')) {
  for (const [start, first, end, name] of waterfall)
    console.log([start, first, end].map((t) => t.toFixed(0).padStart(6)).join(' '), name);
}
times.sort((a, b) => a - b);
console.log(`first picture of W^4 after ${times[0]} to ${times.at(-1)} ms, half of ${runs} within ${times[runs >> 1]} ms`);
