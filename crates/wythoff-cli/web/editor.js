// The editor of rule texts: a text box with line numbers, colours, and errors under the very character.

import { h, show } from './dom.js';

export class Editor {
  /** `typed(text)` at every keystroke. */
  constructor(typed) {
    this.lines = h('div', { class: 'lines', 'aria-hidden': 'true' });
    this.back = h('pre', { 'aria-hidden': 'true' });
    this.box = h('textarea', {
      id: 'rules-text',
      'aria-label': 'Rules',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      placeholder: 'A game on n piles has no rule text; write one here for two piles.',
      'aria-describedby': 'rules-verdict',
      oninput: () => {
        this.wrong = [];
        this.colour();
        typed(this.box.value);
      },
      onscroll: () => this.follow(),
    });
    this.element = h('div', { class: 'editor' }, this.lines, h('div', { class: 'layers' }, this.back, this.box));
    this.wrong = [];
  }

  get text() {
    return this.box.value;
  }

  set text(value) {
    if (this.box.value === value) return;
    this.box.value = value;
    this.wrong = [];
    this.colour();
  }

  /** The diagnostics of the rule language. */
  mark(diagnostics) {
    this.wrong = diagnostics.filter((d) => d.line && inText(d));
    this.box.setAttribute('aria-invalid', String(diagnostics.some((d) => d.severity === 'error')));
    this.colour();
  }

  follow() {
    this.back.style.transform = `translate(${-this.box.scrollLeft}px, ${-this.box.scrollTop}px)`;
    this.lines.style.transform = `translateY(${-this.box.scrollTop}px)`;
  }

  colour() {
    const lines = this.box.value.split('\n');
    this.box.rows = Math.max(5, Math.min(18, lines.length + (lines.some((l) => l.length > 30) ? 1 : 0)));
    this.lines.textContent = lines.map((_, i) => i + 1).join('\n');
    show(
      this.back,
      lines.map((line, i) => [this.line(line, i + 1), '\n']),
    );
    this.follow();
  }

  line(line, number) {
    const pieces = [];
    const pattern = /(#.*$|\/\/.*$)|("[^"]*"?)|(\d+)|([A-Za-z_][\w-]*)|(\s+|.)/gu;
    let first = true;
    let column = 1;
    for (const [all, comment, , digits, word] of line.matchAll(pattern)) {
      const after = line.slice(column - 1 + all.length);
      const kind = comment ? 'comment' : digits ? 'number' : word && first ? 'word' : word && /^\s*:/.test(after) ? 'called' : '';
      if (word) first = false;
      pieces.push(...this.piece(all, kind, number, column));
      column += all.length;
    }
    const beyond = this.wrong.some((d) => d.line === number && d.column > line.length);
    if (beyond) pieces.push(h('span', { class: 'wrong' }, ' '));
    return pieces;
  }

  /** A piece, cut where something is wrong. */
  piece(text, kind, line, column) {
    const bad = (i) =>
      this.wrong.some((d) => d.line === line && column + i >= d.column && column + i < d.column + Math.max(1, d.length ?? 1));
    const spans = [];
    let start = 0;
    for (let i = 1; i <= text.length; i += 1) {
      if (i < text.length && bad(i) === bad(start)) continue;
      spans.push(h('span', { class: [kind, bad(start) ? 'wrong' : ''].filter(Boolean).join(' ') || null }, text.slice(start, i)));
      start = i;
    }
    return spans;
  }
}

/** Is it about the rules, and not about the value of a parameter? */
const inText = (d) => (d.in ?? 'rules') !== 'parameters';

/** A diagnostic with its line and a caret under the character. */
export function diagnosticView(text, d) {
  const line = text.split('\n')[(d.line ?? 1) - 1] ?? '';
  const carets = '^'.repeat(Math.max(1, Math.min(d.length ?? 1, line.length - d.column + 1 || 1)));
  return h(
    'div',
    { class: 'diagnostics' },
    h(
      'p',
      {},
      h('b', {}, d.severity === 'warning' ? 'Warning: ' : ''),
      d.message,
      d.line && inText(d) ? h('span', { class: 'soft' }, ` (line ${d.line}, column ${d.column})`) : '',
    ),
    d.line &&
      inText(d) &&
      h('pre', {}, `${line}\n`, ' '.repeat(Math.max(0, d.column - 1)), h('span', { class: 'caret' }, carets)),
    d.label && !d.message.includes(d.label) && h('p', { class: 'small' }, d.label),
    d.help && h('p', { class: 'small' }, d.help),
  );
}
