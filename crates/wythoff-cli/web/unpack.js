// Unpacks what `xz --format=lzma` packed (LZMA, as Igor Pavlov's specification describes it): browsers unpack gzip by themselves, but the
// engine is a quarter smaller this way. Nothing is trusted: a damaged file ends with an error, never with a hang.

const STATES = 12;
const MOST_POSITIONS = 16; // states of a position: at most four of its bits
const HALF = 1024; // a probability of 1/2, in parts of 2048
const LENGTH = 2 + MOST_POSITIONS * 16 + 256; // the probabilities of a length: two choices, short and middle ones by position, long ones

// Where the probabilities of each kind begin in one table.
const IS_MATCH = 0;
const IS_REPEATED = IS_MATCH + STATES * MOST_POSITIONS;
const IS_OLDER = IS_REPEATED + STATES;
const IS_OLDER_THAN_SECOND = IS_OLDER + STATES;
const IS_FOURTH = IS_OLDER_THAN_SECOND + STATES;
const IS_LONG = IS_FOURTH + STATES;
const SLOTS = IS_LONG + STATES * MOST_POSITIONS;
const FAR = SLOTS + 4 * 64;
const ALIGNMENT = FAR + 115;
const NEW_LENGTH = ALIGNMENT + 16;
const OLD_LENGTH = NEW_LENGTH + LENGTH;
const LITERALS = OLD_LENGTH + LENGTH;

/** The bytes that were packed. Throws an Error where these are not such bytes. */
export function unpack(packed) {
  const damaged = () => new Error('The packed file is damaged.');
  if (packed.length < 18 || packed[0] >= 9 * 5 * 5) throw damaged();
  const literalBits = packed[0] % 9; // of the byte before, that tell literals apart
  const rest = (packed[0] - literalBits) / 9;
  const placeMask = (1 << (rest % 5)) - 1; // of the place, for literals
  const positionMask = (1 << ((rest - (rest % 5)) / 5)) - 1; // and for all else
  const table = new Uint16Array(LITERALS + (0x300 << (literalBits + (rest % 5)))).fill(HALF);

  // Bytes 1 to 12 say how much memory is needed and how long the whole is; xz says the latter by a mark at the end instead.
  let from = 14; // the first byte of the code is 0
  // Range and code: in an array, since as variables of several functions numbers of 32 bits would be allocated anew at every step.
  const coder = Uint32Array.of(0xffffffff, 0);
  for (let i = 0; i < 4; i += 1) coder[1] = (coder[1] << 8) | packed[from++];

  let out = new Uint8Array(packed.length * 4);
  let length = 0;
  const room = (wanted) => {
    if (length + wanted <= out.length) return;
    const larger = new Uint8Array(2 * (length + wanted));
    larger.set(out);
    out = larger;
  };

  const refill = () => {
    if (coder[0] >= 0x1000000) return;
    if (from >= packed.length) throw damaged();
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | packed[from++];
  };

  /** A bit with the probability that is kept there. */
  const bit = (place) => {
    const p = table[place];
    const bound = Math.imul(coder[0] >>> 11, p) >>> 0;
    let found;
    if (coder[1] < bound) {
      coder[0] = bound;
      table[place] = p + ((2048 - p) >> 5);
      found = 0;
    } else {
      coder[0] -= bound;
      coder[1] -= bound;
      table[place] = p - (p >> 5);
      found = 1;
    }
    refill();
    return found;
  };

  /** Bits, the highest first, each with a probability of its own for every beginning, until they reach the limit. Nearly all the time is
   * spent here: so the numbers of `bit` are kept at hand. */
  const tree = (place, begun, limit) => {
    let symbol = begun;
    let r = coder[0];
    let c = coder[1];
    while (symbol < limit) {
      const p = table[place + symbol];
      const bound = Math.imul(r >>> 11, p) >>> 0;
      if (c < bound) {
        r = bound;
        table[place + symbol] = p + ((2048 - p) >> 5);
        symbol <<= 1;
      } else {
        r -= bound;
        c -= bound;
        table[place + symbol] = p - (p >> 5);
        symbol = (symbol << 1) | 1;
      }
      if (r < 0x1000000) {
        if (from >= packed.length) throw damaged();
        r = (r << 8) >>> 0;
        c = ((c << 8) | packed[from++]) >>> 0;
      }
    }
    coder[0] = r;
    coder[1] = c;
    return symbol;
  };
  const bits = (place, many) => tree(place, 1, 1 << many) - (1 << many);

  /** The same, the lowest first. */
  const bitsUpwards = (place, many) => {
    let way = 1;
    let found = 0;
    for (let i = 0; i < many; i += 1) {
      const b = bit(place + way);
      way = (way << 1) | b;
      found |= b << i;
    }
    return found;
  };

  /** Bits that are as often 0 as 1. */
  const evenBits = (many) => {
    let found = 0;
    for (let i = 0; i < many; i += 1) {
      coder[0] >>>= 1;
      const b = coder[1] >= coder[0] ? 1 : 0;
      if (b) coder[1] -= coder[0];
      found = found * 2 + b;
      refill();
    }
    return found;
  };

  const lengthAt = (place, position) => {
    if (!bit(place)) return bits(place + 2 + position * 8, 3);
    if (!bit(place + 1)) return 8 + bits(place + 2 + (MOST_POSITIONS + position) * 8, 3);
    return 16 + bits(place + 2 + MOST_POSITIONS * 16, 8);
  };

  const distanceFor = (many) => {
    const slot = bits(SLOTS + Math.min(many, 3) * 64, 6);
    if (slot < 4) return slot;
    const low = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** low;
    if (slot < 14) return high + bitsUpwards(FAR + high - slot, low);
    return high + evenBits(low - 4) * 16 + bitsUpwards(ALIGNMENT, 4);
  };

  const literal = (state, first) => {
    room(1);
    const before = length > 0 ? out[length - 1] : 0;
    const place = LITERALS + 0x300 * (((length & placeMask) << literalBits) + (before >> (8 - literalBits)));
    let symbol = 1;
    if (state >= 7) {
      // After a match: the byte that would have come next helps as long as it agrees.
      let other = out[length - first - 1];
      while (symbol < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const b = bit(place + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | b;
        if (b !== expected) break;
      }
    }
    out[length++] = tree(place, symbol, 0x100) & 0xff;
  };

  const copy = (distance, many) => {
    if (distance >= length) throw damaged();
    room(many);
    for (let i = 0; i < many; i += 1, length += 1) out[length] = out[length - distance - 1];
  };

  let state = 0; // what the last few were: literals below 7
  let [first, second, third, fourth] = [0, 0, 0, 0]; // the last distances
  for (;;) {
    const position = length & positionMask;
    if (!bit(IS_MATCH + state * MOST_POSITIONS + position)) {
      literal(state, first);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    } else if (!bit(IS_REPEATED + state)) {
      [second, third, fourth] = [first, second, third];
      const many = lengthAt(NEW_LENGTH, position);
      first = distanceFor(many);
      if (first === 0xffffffff) return out.subarray(0, length);
      state = state < 7 ? 7 : 10;
      copy(first, many + 2);
    } else {
      if (!bit(IS_OLDER + state)) {
        if (!bit(IS_LONG + state * MOST_POSITIONS + position)) {
          state = state < 7 ? 9 : 11;
          copy(first, 1);
          continue;
        }
      } else if (!bit(IS_OLDER_THAN_SECOND + state)) [first, second] = [second, first];
      else if (!bit(IS_FOURTH + state)) [first, second, third] = [third, first, second];
      else [first, second, third, fourth] = [fourth, first, second, third];
      state = state < 7 ? 8 : 11;
      copy(first, lengthAt(OLD_LENGTH, position) + 2);
    }
  }
}
