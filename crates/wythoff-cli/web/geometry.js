// Where squares are on the screen. The lower left corner is a big integer with a small offset, so that 10^100 pans like 10.

export const LEAST_SCALE = 2 ** -15; // pixels per square
export const MOST_SCALE = 64;
const SLACK = 0.4; // how far, in squares, one may look below 0

export class View {
  constructor() {
    this.x = 0n; // the square in the corner
    this.y = 0n;
    this.dx = 0; // how much of it is already out of sight, in squares
    this.dy = 0;
    this.scale = 16;
    this.width = 600; // of the squares' area, in pixels
    this.height = 600;
  }

  /** How many columns and rows are seen. */
  get columns() {
    return this.width / this.scale;
  }
  get rows() {
    return this.height / this.scale;
  }

  /** Pixels of the left and lower edge of a square; only good near the view. */
  left(x) {
    return (Number(x - this.x) - this.dx) * this.scale;
  }
  bottom(y) {
    return this.height - (Number(y - this.y) - this.dy) * this.scale;
  }

  /** The square under a pixel, or null below 0. */
  square(px, py) {
    const i = Math.floor(px / this.scale + this.dx);
    const j = Math.floor((this.height - py) / this.scale + this.dy);
    const x = this.x + BigInt(i);
    const y = this.y + BigInt(j);
    return x < 0n || y < 0n ? null : [x, y];
  }

  pan(px, py) {
    this.dx -= px / this.scale;
    this.dy += py / this.scale;
    this.settle();
  }

  zoom(factor, px, py) {
    const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.scale * factor));
    const up = this.height - py;
    this.dx += px / this.scale - px / scale;
    this.dy += up / this.scale - up / scale;
    this.scale = scale;
    this.settle();
  }

  /** Keeps offsets small, and the board on the screen. */
  settle() {
    for (const [corner, offset] of [
      ['x', 'dx'],
      ['y', 'dy'],
    ]) {
      const whole = Math.floor(this[offset]);
      this[corner] += BigInt(whole);
      this[offset] -= whole;
      const slack = Math.min(SLACK, 6 / this.scale);
      if (this[corner] < 0n && Number(this[corner]) + this[offset] < -slack) {
        this[corner] = 0n;
        this[offset] = -slack;
      }
    }
  }

  /** Puts a square in the middle. */
  centre([x, y]) {
    this.x = x;
    this.y = y;
    this.dx = 0.5 - this.columns / 2;
    this.dy = 0.5 - this.rows / 2;
    this.settle();
  }

  /** Is a square seen, with a margin in pixels? */
  sees([x, y], margin = 0) {
    const left = this.left(x);
    const bottom = this.bottom(y);
    return (
      left >= -0.5 + margin &&
      left + this.scale <= this.width + 0.5 - margin &&
      bottom <= this.height + 0.5 - margin * (this.y > 0n) &&
      bottom - this.scale >= -0.5 + margin
    );
  }

  /** Moves as little as is needed to see a square; far away, puts it in the middle. */
  reveal(at) {
    const margin = Math.min(2 * this.scale, 60);
    if (this.sees(at, at[0] === 0n || at[1] === 0n ? 0 : margin)) return false;
    const left = this.left(at[0]);
    const bottom = this.bottom(at[1]);
    const far = left < -this.width / 2 || left > this.width * 1.5 || bottom < -this.height / 2 || bottom > this.height * 1.5;
    if (far) {
      this.centre(at);
      return true;
    }
    let px = 0;
    let py = 0;
    if (left < margin) px = margin - left;
    else if (left + this.scale > this.width - margin) px = this.width - margin - left - this.scale;
    if (bottom > this.height - margin) py = this.height - margin - bottom;
    else if (bottom - this.scale < margin) py = margin - (bottom - this.scale);
    this.pan(px, py);
    return true;
  }
}

/** A step of 1, 2 or 5 times a power of ten that is at least so many squares. */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((f) => f * power).find((s) => s >= least - 1e-9) ?? 10 * power;
}
