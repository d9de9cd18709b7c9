// Whole numbers of any size: reading expressions such as 3*10^100+7, and writing them so that a person can read them.

const MOST_DIGITS = 5000;

/** Reads an expression of + - * ^ and parentheses. Throws an Error whose message says what to change. */
export function readNumber(text) {
  const tokens = text.match(/\d+|[-+*^()]|\S/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const complain = () => {
    throw new Error(
      peek() === undefined
        ? `“${text.trim()}” stops too early; write a number such as 28 or 10^100`
        : `“${peek()}” is not expected in “${text.trim()}”; write a number such as 28 or 3*10^100+1`,
    );
  };
  function atom() {
    if (peek() === '(') {
      at += 1;
      const value = sum();
      if (peek() !== ')') complain();
      at += 1;
      return value;
    }
    if (!/^\d+$/.test(peek() ?? '')) complain();
    if (peek().length > MOST_DIGITS) throw new Error(`at most ${MOST_DIGITS} digits`);
    return BigInt(tokens[at++]);
  }
  function power() {
    const base = atom();
    if (peek() !== '^') return base;
    at += 1;
    const exponent = power();
    if (base > 1n && exponent * BigInt(base.toString().length) > BigInt(MOST_DIGITS)) {
      throw new Error(`${base}^${exponent} is too large; the board goes to about 10^${MOST_DIGITS}`);
    }
    return base ** exponent;
  }
  function product() {
    let value = power();
    while (peek() === '*') {
      at += 1;
      value *= power();
    }
    return value;
  }
  function sum() {
    let value = product();
    while (peek() === '+' || peek() === '-') value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  }
  const value = sum();
  if (at < tokens.length) complain();
  if (value < 0n) throw new Error('piles are not below 0');
  return value;
}

/** Reads a position: `11, 28`, `(11, 28)`, `11 28` or `10^100, 3*10^100`. */
export function readPosition(text, piles = 2) {
  let bare = text.trim();
  if (/^\([^()]*\)$/.test(bare)) bare = bare.slice(1, -1);
  const parts = bare.includes(',') || bare.includes(';') ? bare.split(/[,;]/) : bare.split(/\s+/);
  if (piles && parts.length !== piles) {
    const example = ['11', '28', '4', '7', '9'].slice(0, piles).join(', ');
    throw new Error(`${piles} numbers are wanted, such as ${example}`);
  }
  return parts.map(readNumber);
}

/** The shortest expression in which a large number can be said exactly, else its digits: for addresses and boxes. */
export function expression(n) {
  const digits = n.toString();
  if (digits.length < 9) return digits;
  const shape = /^(\d{1,3}?)(0{6,}|9{6,})(\d*)$/.exec(digits);
  if (!shape || shape[3].length > 6) return digits;
  const [, head, same, tail] = shape;
  const power = same.length + tail.length;
  const round = (BigInt(head) + (same[0] === '9' ? 1n : 0n)).toString();
  const rest = n - BigInt(round) * 10n ** BigInt(power);
  const term = round === '1' ? `10^${power}` : /^10*$/.test(round) ? `10^${power + round.length - 1}` : `${round}*10^${power}`;
  const said = `${term}${rest > 0n ? '+' : ''}${rest === 0n ? '' : rest}`;
  return said.length < digits.length ? said : digits;
}

/** For reading: 28, 1 000 000, 3·10^100 + 7, 414213…415727 (100 digits). */
export function pretty(n) {
  const digits = n.toString();
  if (digits.length < 5) return digits;
  const short = expression(n);
  if (short.length < digits.length) return short.replace('*', '·').replace(/([+-])/, (sign) => (sign === '+' ? ' + ' : ' − '));
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return `${digits.slice(0, 6)}…${digits.slice(-6)}\u202f[${digits.length} digits]`;
}

export const position = (list) => `(${list.map((n) => pretty(BigInt(n))).join(', ')})`;
export const positionKey = (list) => list.map(String).join(',');
export const positionText = (list) => list.map((n) => expression(BigInt(n))).join(', ');
export const samePosition = (a, b) => !!a && !!b && a.length === b.length && a.every((n, i) => BigInt(n) === BigInt(b[i]));
export const toBig = (list) => list.map((n) => BigInt(n));
export const plural = (n, one, many = `${one}s`) => `${n === 1 ? 'one' : (WORDS[n] ?? n)} ${n === 1 ? one : many}`;
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
