//! Exact windows of the (p,m)-Wythoff pairs, and the step from one to a higher one.

use dashu_int::UBig;
use dashu_int::ops::DivRem;

/// A stretch of consecutive terms `A_lo, A_{lo+1}, …` of the shifted sequence, all of them exact.
///
/// Index 0 stands for `A_0 = B_0 = 0`, which is no pair but a convenient floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) lo: UBig,
    pub(super) first: UBig,
    /// `A_{lo+i} − A_lo`, strictly increasing from 0.
    pub(super) offsets: Vec<u64>,
}

/// The parameters, as the arithmetic below wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) p: u64,
    pub(super) m: u64,
}

impl Step {
    /// `⌈k/p⌉` and `(k − 1) mod p` (`p − 1` for `k = 0`), so that `B_k = A_k + ⌈k/p⌉·m`.
    fn block(self, k: &UBig) -> (UBig, u64) {
        (k + (self.p - 1)).div_rem(self.p)
    }

    /// `B_k`, given `A_k`.
    pub(super) fn upper(self, k: &UBig, a: &UBig) -> UBig {
        a + self.block(k).0 * self.m
    }
}

impl Window {
    /// `A_0 … A_last` from the definition: `A_k` is the least number that came before neither as an `A` nor as a `B`.
    pub(super) fn base(step: Step, last: u64) -> Window {
        let mut offsets = vec![0];
        let (mut candidate, mut passed) = (1, 0);
        let upper =
            |offsets: &[u64], j: usize| offsets.get(j).map(|a| a + (j as u64).div_ceil(step.p) * step.m);
        for _ in 0..last {
            // B_j > A_j, so the B's up to the candidate belong to indices already there.
            while upper(&offsets, passed).is_some_and(|b| b <= candidate) {
                if upper(&offsets, passed) == Some(candidate) {
                    candidate += 1;
                }
                passed += 1;
            }
            offsets.push(candidate);
            candidate += 1;
        }
        Window { lo: UBig::ZERO, first: UBig::ZERO, offsets }
    }

    /// The number of terms.
    pub(super) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// `A_{lo+i}`.
    pub(super) fn value(&self, i: usize) -> Option<UBig> {
        self.offsets.get(i).map(|&offset| &self.first + offset)
    }

    /// The place in the window of index `k`, if it is there.
    pub(super) fn place(&self, k: &UBig) -> Option<usize> {
        if *k < self.lo {
            return None;
        }
        usize::try_from(k - &self.lo).ok().filter(|&i| i < self.len())
    }

    /// The `B`'s that belong to the window: `B_lo`, and the offsets from it, strictly increasing from 0.
    fn uppers(&self, step: Step) -> (UBig, impl Iterator<Item = u64> + '_) {
        let (blocks, mut phase) = step.block(&self.lo);
        let mut raised = 0;
        let offsets = self.offsets.iter().map(move |&offset| {
            let upper = offset + raised;
            phase += 1;
            if phase == step.p {
                phase = 0;
                raised += step.m;
            }
            upper
        });
        (blocks * step.m + &self.first, offsets)
    }

    /// If `B_lo ≤ x ≤ B_hi`: the number of `B`'s up to `x` (0 itself not counted), and the place in the window of the
    /// last of them, when it is `x`.
    pub(super) fn count_uppers(&self, step: Step, x: &UBig) -> Option<(UBig, Option<usize>)> {
        let (first, offsets) = self.uppers(step);
        if *x < first {
            return None;
        }
        let x = u64::try_from(x - first).ok()?;
        for (i, offset) in offsets.enumerate() {
            if offset == x {
                return Some((&self.lo + i, Some(i)));
            }
            if offset > x {
                return Some((&self.lo + (i - 1), None));
            }
        }
        None
    }

    /// The window one level up, clipped to the indices within `radius` of `centre`; `None` if nothing is left.
    ///
    /// One level at a time, in big integers throughout: what [`climb`](super::climb) must agree with.
    #[cfg(test)]
    pub(super) fn rise(&self, step: Step, centre: &UBig, radius: i64) -> Option<Window> {
        let (blocks, phase) = step.block(&self.lo);
        let base = blocks * step.m + &self.first;
        let index = &base - &self.lo + 1u8;
        let distance =
            i64::try_from(dashu_int::IBig::from(centre.clone()) - dashu_int::IBig::from(index.clone()));
        let distance = distance.ok()?;
        let (mut old, mut offsets) = (self.offsets.clone(), Vec::new());
        let clip = Clip { from: distance - radius, to: distance + radius };
        let (start, least) = fill(step, phase, &mut old, self.lo.is_zero(), clip, &mut offsets)?;
        let lo = if start < 0 { UBig::ZERO } else { index + start as u64 };
        Some(Window { lo, first: base + least, offsets })
    }
}

/// The indices to keep, relative to that of the first number above `B_lo`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clip {
    pub(super) from: i64,
    pub(super) to: i64,
}

/// The step from a window to the one a level up, but for the big numbers.
///
/// The integers strictly between `B_j` and `B_{j+1}` are all `A`'s, and since `#A(≤x) + #B(≤x) = x`, the first number above
/// `B_lo` that is an `A` has index `B_lo − lo + 1`. So from the offsets of the `A`'s (and `phase = (lo − 1) mod p`, which says
/// where `⌈j/p⌉` grows) come the offsets of the `B`'s and those of the new `A`'s. Written to `values`: the new `A`'s within
/// the clip, relative to the first of them. Returned: the index of that first one, relative to `B_lo − lo + 1`, and its
/// value, relative to `B_lo`. `floor` says that the window begins with index 0; then so may the new one.
///
/// Nothing here is an estimate, and nothing depends on where the clip lies. `offsets` is used up.
pub(super) fn fill(
    step: Step,
    mut phase: u64,
    offsets: &mut [u64],
    floor: bool,
    clip: Clip,
    values: &mut Vec<u64>,
) -> Option<(i64, u64)> {
    // The offsets of the B's from B_lo.
    let mut raised = 0;
    for offset in offsets.iter_mut() {
        *offset += raised;
        phase += 1;
        if phase == step.p {
            phase = 0;
            raised += step.m;
        }
    }
    let uppers = &*offsets;
    let last = *uppers.last()?;

    let from = u64::try_from(clip.from).unwrap_or(0);
    let to = u64::try_from(clip.to).ok();
    // The numbers above the i-th B, before the next, are i + 1 more than their relative index. So the number with index
    // `from` is found behind the last B with fewer than `from + 1` A's below it.
    let skipped = (1..uppers.len()).take_while(|&i| uppers[i] - i as u64 <= from).count();
    let mut value = from + skipped as u64 + 1;
    let wanted = match to {
        Some(to) if to >= from && value < last => (to - from).saturating_add(1).min(last - value),
        _ => 0,
    };
    let wanted = usize::try_from(wanted).ok()?;

    values.clear();
    let (mut least, mut start) = (value, i64::try_from(from).ok()?);
    if floor && clip.from < 0 && clip.to >= -1 {
        values.push(0);
        (least, start) = (0, -1);
    }
    let mut length = values.len();
    let full = length + wanted;
    if full == 0 {
        return None;
    }
    // Every number is written, and the next one written over it if it was a B: runs are short and irregular, and this way
    // nothing is left to guess for the processor.
    values.resize(full + 1, 0);
    let mut next = skipped + 1;
    while length < full && value < last {
        values[length] = value - least;
        let is_upper = value == uppers[next];
        length += usize::from(!is_upper);
        next += usize::from(is_upper);
        value += 1;
    }
    values.truncate(length);
    Some((start, least))
}
