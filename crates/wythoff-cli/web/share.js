// Share: a link that opens the same lab, a frame for another page, a teacher's link with locks and a task, pictures, printing.

import { byId, h, save, show } from './dom.js';
import { fetchFile, pictureFormats } from './engine.js';
import { gameFields, state } from './state.js';
import { writeAddress } from './address.js';
import { say } from './live.js';
import { NEAR, view } from './surface.js';
import { popover } from './popover.js';

let lesson = { hints: false, outcomes: false, task: '', columns: '8' };

export function startShare() {
  popover('share-button', 'share', render);
}

// An engine that draws no PNG leaves that to the page, which can paint its SVG.
const PICTURES = pictureFormats.includes('png') ? pictureFormats : [...pictureFormats, 'png'];

const base = () => window.location.href.split('#')[0].split('?')[0];

async function linkOf(change = {}) {
  // A server sees no more than the query: that it is for a frame has to stand there, too.
  return base() + (change.embed ? '?embed=1' : '') + (await writeAddress({ ...state, ...change }));
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied.`);
    return true;
  } catch {
    return false;
  }
}

async function render() {
  const panel = byId('share');
  const link = await linkOf();
  const box = h('input', {
    'aria-label': 'Link',
    readonly: true,
    value: link,
    class: 'grow',
    onfocus: (event) => event.target.select(),
  });
  const frame = `<iframe src="${await linkOf({ embed: true })}" width="640" height="520" title="wythoff" loading="lazy"></iframe>`;
  const frameBox = h('input', {
    'aria-label': 'Frame for another page',
    readonly: true,
    value: frame,
    class: 'grow',
    onfocus: (event) => event.target.select(),
  });
  const told = h('p', { class: 'small soft', 'aria-live': 'polite' });
  const lessonBox = h('input', {
    'aria-label': "Teacher's link",
    readonly: true,
    class: 'grow',
    onfocus: (event) => event.target.select(),
  });
  const check = (name, label) =>
    h(
      'label',
      {},
      h('input', {
        type: 'checkbox',
        ...(lesson[name] ? { checked: true } : {}),
        onchange: (event) => {
          lesson[name] = event.target.checked;
          teach();
        },
      }),
      ' ',
      label,
    );
  const columns = h('input', {
    'aria-label': 'Columns of the task',
    value: lesson.columns,
    size: 3,
    inputmode: 'numeric',
    oninput: (event) => {
      lesson.columns = event.target.value;
      teach();
    },
  });
  const task = h(
    'select',
    {
      'aria-label': 'Task',
      onchange: (event) => {
        lesson.task = event.target.value;
        teach();
      },
    },
    [
      ['', 'no task'],
      ['win', 'win from here'],
      ['find', 'find all P-positions with x < …'],
    ].map(([v, t]) => h('option', { value: v, ...(lesson.task === v ? { selected: true } : {}) }, t)),
  );
  async function teach() {
    columns.hidden = lesson.task !== 'find';
    const lock = [lesson.hints && 'hints', lesson.outcomes && 'outcomes'].filter(Boolean);
    const asked = lesson.task === 'find' ? `find:${Math.min(99, Number(lesson.columns) || 8)}` : lesson.task || null;
    lessonBox.value = await linkOf({
      lock,
      task: asked,
      tab: lesson.task === 'win' ? 'play' : lesson.task === 'find' ? 'board' : state.tab,
      page: null,
    });
  }
  await teach();
  show(
    panel,
    h('h2', {}, 'Share'),
    h('p', { class: 'small soft' }, 'The link holds everything: game or rule text, view, position, the game being played.'),
    h(
      'div',
      { class: 'row' },
      box,
      h(
        'button',
        {
          type: 'button',
          onclick: async () => {
            told.textContent = (await copy(box.value, 'The link')) ? 'Copied.' : 'Select it and copy.';
            box.focus();
          },
        },
        'Copy link',
      ),
    ),
    told,
    h('p', { class: 'cap' }, 'In another page'),
    h('div', { class: 'row' }, frameBox),
    h('p', { class: 'cap' }, 'For a lesson'),
    h('div', { class: 'row' }, check('hints', 'lock hints'), check('outcomes', 'lock outcomes')),
    h('div', { class: 'row' }, task, columns),
    h(
      'div',
      { class: 'row' },
      lessonBox,
      h(
        'button',
        {
          type: 'button',
          onclick: async () => {
            told.textContent = (await copy(lessonBox.value, "The teacher's link")) ? 'Copied.' : 'Select it and copy.';
          },
        },
        'Copy lesson',
      ),
    ),
    h('p', { class: 'cap' }, 'Picture of what is seen'),
    h(
      'div',
      { class: 'row' },
      PICTURES.map((as) =>
        h('button', { type: 'button', onclick: () => picture(as, told) }, as.toUpperCase()),
      ),
      h('button', { type: 'button', onclick: () => window.print() }, 'Print'),
    ),
  );
}

/** What is seen, in the words of `draw`: squares where the page shows squares, else how dense they are. */
function pictured() {
  const near = view.scale >= NEAR;
  const side = (n) => Math.max(4, near ? Math.min(400, Math.ceil(n)) : Math.ceil(n));
  const [x, y] = [view.x, view.y].map((n) => (n < 0n ? 0n : n));
  const window = `${x},${y}:${side(view.columns)}x${side(view.rows)}`;
  if (!near) return { window, size: 900 };
  if (state.against) return { window, against: state.against };
  if (state.colouring !== 'outcome') return { window, colouring: state.colouring };
  return state.at?.length === 2 && view.sees(state.at) ? { window, at: state.at.map(String) } : { window };
}

async function picture(as, told) {
  const painted = !pictureFormats.includes(as);
  const fields = { ...gameFields(), as: painted ? 'svg' : as, ...pictured() };
  try {
    const file = await fetchFile('draw', fields);
    const name = (state.game ?? 'my-game').replace(/[^\w-]+/g, '_');
    save(`${name}.${as === 'tikz' ? 'tex' : as}`, painted ? await asPng(file) : file);
    told.textContent = 'Saved.';
  } catch (error) {
    told.textContent = error.message;
  }
}

/** The pixels of an SVG, twice as fine as its units. */
async function asPng(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file instanceof Blob ? file : new Blob([file], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = h('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => {
      canvas.toBlob(done, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
