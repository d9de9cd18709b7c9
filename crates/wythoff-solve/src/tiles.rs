//! Boards cut into square tiles, for threads.
//!
//! A tile needs only the tiles to its left and below it. So the tiles are handed out diagonal by diagonal, each as soon as its two
//! neighbours are done; nobody waits for a whole diagonal. Two tiles that are worked on at the same time lie so that no line which
//! rises, or is level or upright, meets both.
//!
//! With `half`, only tiles with row ≥ column are handed out: the others are mirror images, done together with them. The neighbour
//! below the tile (i, i) is then the mirror image of the one to its left.

use super::stopped::{Stopped, ask, finished};
use std::sync::{Condvar, Mutex};
use wythoff_budget::{Budget, Limit};

/// How a board is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    /// Squares along a side.
    pub(super) side: u64,
    pub(super) width: u64,
    pub(super) height: u64,
    pub(super) half: bool,
}

/// What has become of the tasks.
#[derive(Default)]
struct State {
    taken: Vec<bool>,
    done: Vec<bool>,
    /// All tasks before this one are taken.
    first: usize,
    finished: u64,
    /// How many threads wait for a task that can begin.
    waiting: usize,
    stopped: Option<Limit>,
}

/// How many tasks beyond the first that is not taken are looked at for one that can begin.
const AHEAD: usize = 256;

impl Tiles {
    /// Does a task for every tile (i, j), counted in tiles, with all the threads of the budget.
    ///
    /// # Errors
    /// The first limit that a task met.
    pub(super) fn each(
        &self,
        budget: &Budget,
        task: &(dyn Fn((u64, u64)) -> Result<(), Limit> + Sync),
    ) -> Result<(), Stopped> {
        ask(budget, 0, self.width)?;
        let (across, up) = (self.width.div_ceil(self.side), self.height.div_ceil(self.side));
        let mut order: Vec<(u64, u64)> = (0..across).flat_map(|i| (0..up).map(move |j| (i, j))).collect();
        order.retain(|(i, j)| !self.half || i <= j);
        order.sort_by_key(|(i, j)| (i + j, *i));
        let mut place = vec![0; (across * up) as usize];
        order.iter().enumerate().for_each(|(at, (i, j))| place[(i * up + j) as usize] = at);
        let is_ready = |at: usize, done: &[bool]| {
            let (i, j) = order[at];
            let is_done = |i: u64, j: u64| done[place[(i * up + j) as usize]];
            (i == 0 || is_done(i - 1, j)) && (j == 0 || self.half && i == j || is_done(i, j - 1))
        };
        let flow = Flow { tasks: order.len(), is_ready: &is_ready, columns: self.width };
        flow.run(budget, &|_, at| task(order[at]))
    }
}

/// Tasks in an order such that each needs only tasks before it. Whoever is free takes the first that can begin; where none can, one waits
/// for those under way.
pub struct Flow<'a> {
    /// How many tasks there are.
    pub tasks: usize,
    /// Whether a task can begin, given which are done.
    pub is_ready: &'a (dyn Fn(usize, &[bool]) -> bool + Sync),
    /// All of it is so many columns, for who waits for it.
    pub columns: u64,
}

impl Flow<'_> {
    /// Does them with all the threads of the budget. A task is told who does it, from 0 on, and which one it is.
    ///
    /// # Errors
    /// The first limit that a task met.
    pub fn run(
        &self,
        budget: &Budget,
        task: &(dyn Fn(usize, usize) -> Result<(), Limit> + Sync),
    ) -> Result<(), Stopped> {
        let changed = Condvar::new();
        let none = vec![false; self.tasks];
        let state = Mutex::new(State { taken: none.clone(), done: none, ..State::default() });
        budget.share(budget.threads(), &|worker| {
            while let Some(at) = self.take(&state, &changed) {
                let ended = Ended { state: &state, changed: &changed, task: at };
                let found = task(worker, at).and_then(|()| {
                    let finished = state.lock().map_or(0, |state| state.finished + 1);
                    let part = finished * self.columns / self.tasks as u64;
                    ask(budget, part, self.columns).map_err(|stopped| stopped.limit)
                });
                if let (Err(limit), Ok(mut state)) = (found, state.lock()) {
                    state.stopped = Some(limit);
                }
                drop(ended);
            }
        });
        match state.into_inner().ok().and_then(|state| state.stopped) {
            // What is finished is no number of columns.
            Some(limit) => Err(Stopped { column: 0, limit }),
            None => {
                finished(budget, self.columns);
                Ok(())
            }
        }
    }

    /// The first task that can begin, once there is one; `None` if all are taken, or somebody stopped.
    fn take(&self, state: &Mutex<State>, changed: &Condvar) -> Option<usize> {
        let mut guard = state.lock().ok()?;
        loop {
            let now = &mut *guard;
            while now.taken.get(now.first) == Some(&true) {
                now.first += 1;
            }
            if now.first == self.tasks || now.stopped.is_some() {
                return None;
            }
            let near = now.first..self.tasks.min(now.first + AHEAD);
            let can_begin = |at: &usize| !now.taken[*at] && (self.is_ready)(*at, &now.done);
            if let Some(at) = near.into_iter().find(can_begin) {
                now.taken[at] = true;
                return Some(at);
            }
            now.waiting += 1;
            guard = changed.wait(guard).ok()?;
            guard.waiting -= 1;
        }
    }
}

/// Tells the others that a task is done, even if its task panics: nobody waits for ever.
struct Ended<'a> {
    state: &'a Mutex<State>,
    changed: &'a Condvar,
    task: usize,
}

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.state.lock() {
            state.done[self.task] = true;
            state.finished += 1;
            if state.waiting == 0 {
                return;
            }
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::Tiles;
    use std::sync::{Arc, Mutex};
    use wythoff_budget::{Budget, Crew, Limit};

    #[derive(Debug)]
    struct Three;

    impl Crew for Three {
        fn size(&self) -> usize {
            3
        }

        fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
            std::thread::scope(|scope| (0..tasks).for_each(|i| drop(scope.spawn(move || task(i)))));
        }
    }

    #[test]
    fn neighbours_come_first() {
        for (half, crew) in [(false, true), (true, true), (false, false), (true, false)] {
            let tiles = Tiles { side: 10, width: 95, height: 140, half };
            let budget = if crew { Budget::default().with_crew(Arc::new(Three)) } else { Budget::default() };
            let done = Mutex::new(Vec::new());
            let task = |(i, j): (u64, u64)| {
                let before = done.lock().unwrap().clone();
                assert!(i == 0 || before.contains(&(i - 1, j)), "{i} {j}");
                assert!(j == 0 || half && i == j || before.contains(&(i, j - 1)), "{i} {j}");
                done.lock().unwrap().push((i, j));
                Ok(())
            };
            tiles.each(&budget, &task).unwrap();
            assert_eq!(done.lock().unwrap().len(), if half { 95 } else { 140 });
        }
    }

    #[test]
    fn a_limit_ends_it() {
        let tiles = Tiles { side: 1, width: 50, height: 50, half: false };
        let budget = Budget::default().with_crew(Arc::new(Three));
        let task = |(i, j): (u64, u64)| if (i, j) == (7, 9) { Err(Limit::Cancelled) } else { Ok(()) };
        assert_eq!(tiles.each(&budget, &task).unwrap_err().limit, Limit::Cancelled);
    }
}
