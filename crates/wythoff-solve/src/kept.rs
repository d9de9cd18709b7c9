//! What a solution keeps between two questions, so that the next one is answered from what was solved for the last.
//!
//! It is taken out while it is used and put back afterwards. Nobody waits for it: whoever asks at the same time from another
//! thread finds nothing, and solves for itself.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Something that was solved, or nothing yet.
pub(crate) struct Kept<T>(Mutex<Option<T>>);

impl<T> Kept<T> {
    pub(crate) fn nothing() -> Kept<T> {
        Kept(Mutex::new(None))
    }

    /// Takes it out.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Puts it back, or another in its place.
    pub(crate) fn put(&self, solved: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(solved);
    }
}

impl<T> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

/// How far to solve when this is asked for and so much was solved before: a quarter more than before if that is not enough, so
/// that questions that grow step by step are not all solved anew. The first question is solved as far as it goes.
pub(crate) fn grown(asked: u64, before: Option<u64>) -> u64 {
    match before {
        None => asked,
        Some(before) if asked <= before => before,
        Some(before) => asked.max(before.saturating_add(before / 4)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, grown};

    #[test]
    fn one_at_a_time() {
        let kept = Kept::nothing();
        assert_eq!(kept.take(), None);
        kept.put(3);
        assert_eq!((kept.take(), kept.take()), (Some(3), None));
    }

    #[test]
    fn growth() {
        assert_eq!(grown(7, None), 7);
        assert_eq!((grown(7, Some(100)), grown(101, Some(100)), grown(300, Some(100))), (100, 125, 300));
    }
}
