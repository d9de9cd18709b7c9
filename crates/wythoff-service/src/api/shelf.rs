//! What is kept between two requests: games with their ways of solving, and regions that were solved. Both are bounded, the least
//! recently used goes first.

use super::region::Region;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wythoff_budget::{Budget, Limit};
use wythoff_prove::ways::AllWays as Ways;

/// A list with the most recently used last.
#[derive(Debug)]
struct Recent<T> {
    most: usize,
    entries: Vec<(String, T)>,
}

impl<T: Clone> Recent<T> {
    fn get(&mut self, key: &str) -> Option<T> {
        let at = self.entries.iter().position(|(known, _)| known == key)?;
        let entry = self.entries.remove(at);
        let value = entry.1.clone();
        self.entries.push(entry);
        Some(value)
    }

    fn put(&mut self, key: &str, value: T) {
        self.entries.retain(|(known, _)| known != key);
        if self.entries.len() >= self.most {
            self.entries.remove(0);
        }
        self.entries.push((key.to_owned(), value));
    }
}

/// Something that one request at a time works on. Others wait for it, and stop waiting when they are cancelled.
pub(super) struct Turnstile<T> {
    free: Mutex<Option<T>>,
    left: Condvar,
}

impl<T> fmt::Debug for Turnstile<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Turnstile")
    }
}

/// Puts back what was taken out, whatever happens in between.
struct Turn<'a, T> {
    of: &'a Turnstile<T>,
    held: Option<T>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        *lock(&self.of.free) = self.held.take();
        self.of.left.notify_one();
    }
}

impl<T> Turnstile<T> {
    pub(super) fn new(value: T) -> Turnstile<T> {
        Turnstile { free: Mutex::new(Some(value)), left: Condvar::new() }
    }

    /// Works on it.
    pub(super) fn with<R>(&self, budget: &Budget, work: impl FnOnce(&mut T) -> R) -> Result<R, Limit> {
        let mut free = lock(&self.free);
        loop {
            if let Some(value) = free.take() {
                drop(free);
                let mut turn = Turn { of: self, held: Some(value) };
                let result = turn.held.as_mut().map(work);
                return result.ok_or(Limit::Cancelled);
            }
            budget.poll()?;
            let pause = Duration::from_millis(20);
            free = self.left.wait_timeout(free, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Games and regions that were asked about lately.
#[derive(Debug)]
pub(super) struct Shelf {
    games: Mutex<Recent<Ways>>,
    regions: Mutex<Recent<Arc<Turnstile<Region>>>>,
}

impl Shelf {
    /// An empty shelf for so many games and regions.
    pub(super) fn new(games: usize, regions: usize) -> Shelf {
        Shelf {
            games: Mutex::new(Recent { most: games, entries: Vec::new() }),
            regions: Mutex::new(Recent { most: regions, entries: Vec::new() }),
        }
    }

    /// The game that was asked for in these words before.
    pub(super) fn game(&self, words: &str) -> Option<Ways> {
        lock(&self.games).get(words)
    }

    pub(super) fn keep(&self, words: &str, ways: &Ways) {
        lock(&self.games).put(words, ways.clone());
    }

    /// Keeps nothing any more.
    pub(super) fn clear(&self) {
        lock(&self.games).entries.clear();
        lock(&self.regions).entries.clear();
    }

    /// What is solved of a game, whatever it is called.
    pub(super) fn region(&self, ways: &Ways) -> Arc<Turnstile<Region>> {
        let identity = ways.game().identity();
        let mut regions = lock(&self.regions);
        if let Some(known) = regions.get(identity.text()) {
            return known;
        }
        let region = Arc::new(Turnstile::new(Region::new(ways)));
        regions.put(identity.text(), Arc::clone(&region));
        region
    }
}
