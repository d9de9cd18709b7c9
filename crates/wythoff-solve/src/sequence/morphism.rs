//! kWN^(2) for even `k`: the morphism, and the answers it gives at any size.

use dashu_int::UBig;

use super::ParameterError;

/// The pairs of [`ModularTwo`](super::ModularTwo) as the steps of a word fixed by a morphism.
///
/// Write the steps from each pair to the next as letters, `A = (0, k+1)`, `B = (1, k+1)`, `C = (1, k+2)`. Then they spell
/// the word `w = A φ(w) = A φ(A) φ²(A) φ³(A) …` with
///
/// `φ: A → (BA)^k C`, `B → (BA)^k B`, `C → (BA)^(k+1) B`.
///
/// The lengths and sums of the blocks `φ^i(·)` obey a linear recurrence, so the `n`-th pair, the index of a pair and the
/// test for one need O(log n) additions and divisions by block sizes.
///
/// **Ground: a conjecture**, see [`Morphism::CHECKED_BOARD`] and [`Morphism::CHECKED_TERMS`]; [`Morphism::GROUND`] says
/// it in words.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff_solve::sequence::Morphism;
///
/// let game = Morphism::new(2)?;
/// assert_eq!(game.pair(&7u8.into()), (4u8.into(), 22u8.into()));
/// let n = UBig::from(10u8).pow(100);
/// let (a, b) = game.pair(&n);
/// assert_eq!(game.index(&a, &b), Some(n));
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morphism {
    k: u32,
}

/// A letter of the word: the step from one pair to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    A,
    B,
    C,
}

/// Number of letters of a block and the sum of its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    length: UBig,
    a: UBig,
    b: UBig,
}

/// The coordinate by which to search.
type Coordinate = fn(&Block) -> &UBig;

impl Block {
    const EMPTY: Block = Block { length: UBig::ZERO, a: UBig::ZERO, b: UBig::ZERO };

    fn times(&self, count: &UBig) -> Block {
        Block { length: &self.length * count, a: &self.a * count, b: &self.b * count }
    }

    fn add(&mut self, other: &Block) {
        self.length += &other.length;
        self.a += &other.a;
        self.b += &other.b;
    }

    fn plus(&self, other: &Block) -> Block {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }
}

/// The blocks `φ^i(A)`, `φ^i(B)`, `φ^i(C)` and `φ^i(BA)` of one `i`.
struct Level {
    a: Block,
    b: Block,
    c: Block,
    ba: Block,
}

impl Level {
    fn new(a: Block, b: Block, c: Block) -> Level {
        let ba = b.plus(&a);
        Level { a, b, c, ba }
    }

    fn block(&self, letter: Letter) -> &Block {
        match letter {
            Letter::A => &self.a,
            Letter::B => &self.b,
            Letter::C => &self.c,
        }
    }
}

/// `k`, if it is even and positive.
pub(super) fn even(k: u32) -> Result<u32, ParameterError> {
    super::at_least("k", 1, k)?;
    if k % 2 == 1 { Err(ParameterError::Odd { name: "k", value: k }) } else { Ok(k) }
}

impl Morphism {
    /// The pairs were compared with play by the definition on all squares `x, y <` this, for `k = 2, 4, …, 10`.
    pub const CHECKED_BOARD: u64 = 14_000;

    /// The morphism was compared with the recursion on this many terms, for `k = 2, 4, 6`.
    pub const CHECKED_TERMS: u64 = 1_000_000;

    /// What the answers rest on, in words.
    pub const GROUND: &str = "conjecture: not proved; agrees with play by the definition on the board 14000 × 14000 \
                              for k = 2, 4, …, 10";

    /// The morphism for even `k ≥ 2`.
    ///
    /// # Errors
    ///
    /// If `k` is 0 or odd.
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        Ok(Morphism { k: even(k)? })
    }

    /// The `n`-th pair, `n ≥ 0`.
    #[must_use]
    pub fn pair(&self, n: &UBig) -> (UBig, UBig) {
        let prefix = self.longest_prefix(n, |block| &block.length);
        (prefix.a, prefix.b)
    }

    /// The index `n` and `a_n` of the pair with `b_n = y`, if there is one.
    #[must_use]
    pub fn by_upper(&self, y: &UBig) -> Option<(UBig, UBig)> {
        let prefix = self.longest_prefix(y, |block| &block.b);
        (prefix.b == *y).then_some((prefix.length, prefix.a))
    }

    /// Index `n` and `b_n` of every pair with `a_n = x`, in increasing order: at most two of them.
    #[must_use]
    pub fn by_lower(&self, x: &UBig) -> Vec<(UBig, UBig)> {
        let last = self.longest_prefix(x, |block| &block.a);
        let mut found = Vec::new();
        if last.a != *x {
            return found;
        }
        if !last.length.is_zero() {
            let index = &last.length - UBig::ONE;
            let (a, b) = self.pair(&index);
            if a == *x {
                found.push((index, b));
            }
        }
        found.push((last.length, last.b));
        found
    }

    /// The index `n` with `(a_n, b_n) = (a, b)`.
    #[must_use]
    pub fn index(&self, a: &UBig, b: &UBig) -> Option<UBig> {
        self.by_upper(b).and_then(|(n, lower)| (lower == *a).then_some(n))
    }

    /// Whether `(x, y)` or `(y, x)` is one of the pairs.
    #[must_use]
    pub fn is_pair(&self, x: &UBig, y: &UBig) -> bool {
        let (lower, upper) = if x <= y { (x, y) } else { (y, x) };
        self.index(lower, upper).is_some()
    }

    /// All P-positions in column `x`, as the other coordinate with the index of the pair, in increasing order.
    #[must_use]
    pub fn column(&self, x: &UBig) -> Vec<(UBig, UBig)> {
        let mut column = Vec::new();
        if let Some((n, a)) = self.by_upper(x)
            && a != *x
        {
            column.push((a, n));
        }
        column.extend(self.by_lower(x).into_iter().map(|(n, b)| (b, n)));
        column
    }

    /// The steps of the first level, `φ^0`.
    fn letters(&self) -> Level {
        let k = self.k;
        let step = |a: u32, extra: u32| Block {
            length: UBig::ONE,
            a: UBig::from(a),
            b: UBig::from(k) + UBig::from(extra),
        };
        Level::new(step(0, 1), step(1, 1), step(1, 2))
    }

    /// From `φ^i` to `φ^(i+1)`.
    fn raise(&self, level: &Level) -> Level {
        let power = level.ba.times(&UBig::from(self.k));
        let c = power.plus(&level.ba).plus(&level.b);
        Level::new(power.plus(&level.c), power.plus(&level.b), c)
    }

    /// `φ(letter)` as the exponent of `BA` and the letter behind it.
    fn image(&self, letter: Letter) -> (UBig, Letter) {
        let k = UBig::from(self.k);
        match letter {
            Letter::A => (k, Letter::C),
            Letter::B => (k, Letter::B),
            Letter::C => (k + UBig::ONE, Letter::B),
        }
    }

    /// The longest prefix of `w` whose coordinate is at most `target`.
    fn longest_prefix(&self, target: &UBig, of: Coordinate) -> Block {
        let mut sum = Block::EMPTY;
        let mut levels = vec![self.letters()];
        // Whole blocks φ^i(A) first; the block that no longer fits is searched from the inside.
        let mut height = 0;
        loop {
            let next = sum.plus(&levels[height].a);
            if of(&next) > target {
                break;
            }
            sum = next;
            levels.push(self.raise(&levels[height]));
            height += 1;
        }
        let mut letter = Letter::A;
        for level in levels[..height].iter().rev() {
            // Inside φ^(i+1)(letter), which does not fit as a whole.
            let (exponent, behind) = self.image(letter);
            let room = target - of(&sum);
            let count = (room / of(&level.ba)).min(exponent.clone());
            sum.add(&level.ba.times(&count));
            letter = behind;
            if count < exponent {
                letter = Letter::B;
                let next = sum.plus(level.block(Letter::B));
                if of(&next) <= target {
                    sum = next;
                    letter = Letter::A;
                }
            }
        }
        sum
    }
}
