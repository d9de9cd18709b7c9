//! One budget for everything that can take long: memory, states, work, a clock from outside, cancelling and progress.
//!
//! A [`Budget`] is a small handle that can be cloned into other threads. Whatever computes asks it every few thousand steps
//! ([`Budget::poll`], [`Budget::check`]) and stops with the [`Limit`] that was reached; whoever waits cancels it
//! ([`Budget::canceller`]) or listens ([`Budget::with_progress`]). The library has no clock and does not know what else the
//! process holds: a face hands in a guard that does.
//!
//! ```
//! use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
//! use wythoff_budget::{Budget, Limit};
//!
//! let seen = Arc::new(AtomicU64::new(0));
//! let told = Arc::clone(&seen);
//! let budget = Budget::default().with_states(10).with_progress(move |p| told.store(p.done, Ordering::Relaxed));
//! assert_eq!(budget.check(11, 0), Err(Limit::States(10)));
//! budget.report("columns", 7, Some(9));
//! assert_eq!(seen.load(Ordering::Relaxed), 7);
//! let canceller = budget.canceller();
//! std::thread::spawn(move || canceller.cancel()).join().unwrap();
//! assert_eq!(budget.poll(), Err(Limit::Cancelled));
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A limit that was reached. The question stays open: this is never evidence for either answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// An automaton needed more states than this.
    #[error("an automaton on the way would have more than {0} states, which are the most that are made")]
    States(u64),
    /// The tables needed more bytes than this.
    #[error("more than {0} bytes are needed")]
    Memory(u64),
    /// The guard said that the time is up.
    #[error("the time is up")]
    Time,
    /// More steps than this were needed.
    #[error("more than {0} steps are needed")]
    Work(u64),
    /// Somebody asked it to stop.
    #[error("it was asked to stop")]
    Cancelled,
}

/// How far a computation has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Which part of a longer computation this is, if it has parts: see [`Budget::named`].
    pub part: Option<Arc<str>>,
    /// What is being done or counted, such as `columns`.
    pub stage: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is, where that is known.
    pub total: Option<u64>,
}

/// Threads from outside. The library starts none; what can be done in parallel is handed to a crew where there is one.
pub trait Crew: Send + Sync {
    /// How many tasks it does at the same time.
    fn size(&self) -> usize;

    /// Does the tasks `0..tasks`, in any order, and returns when all are done.
    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync));
}

type Guard = Arc<dyn Fn() -> Option<Limit> + Send + Sync>;
type Listener = Arc<dyn Fn(Progress) + Send + Sync>;
type TaskClock = Arc<dyn Fn(Budget) -> Budget + Send + Sync>;

/// What a computation may spend, and how to stop it. See the [module](self).
#[derive(Clone)]
pub struct Budget {
    memory: u64,
    states: u64,
    work: u64,
    spent: Arc<AtomicU64>,
    cancelled: Arc<AtomicBool>,
    guard: Option<Guard>,
    listener: Option<Listener>,
    part: Option<Arc<str>>,
    crew: Option<Arc<dyn Crew>>,
    task_clock: Option<TaskClock>,
}

impl Default for Budget {
    /// Four gibibytes, four million states to an automaton, any amount of work, no clock.
    fn default() -> Self {
        Budget {
            memory: 4 << 30,
            states: 4_000_000,
            work: u64::MAX,
            spent: Arc::default(),
            cancelled: Arc::default(),
            guard: None,
            listener: None,
            part: None,
            crew: None,
            task_clock: None,
        }
    }
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("memory", &self.memory)
            .field("states", &self.states)
            .field("work", &self.work)
            .field("guard", &self.guard.is_some())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// Allows so many bytes to the tables of any one construction (they count themselves, within a factor of two).
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Budget {
        Budget { memory: bytes, ..self }
    }

    /// Allows so many states to any one automaton, intermediate ones included.
    #[must_use]
    pub fn with_states(self, states: u64) -> Budget {
        Budget { states, ..self }
    }

    /// Allows so many steps in all, from now on. Unlike time, this stops at the same place on every machine.
    #[must_use]
    pub fn with_work(self, work: u64) -> Budget {
        Budget { work, spent: Arc::default(), ..self }
    }

    /// Asks this now and then whether to stop: a clock, the size of the process.
    #[must_use]
    pub fn with_guard(self, guard: impl Fn() -> Option<Limit> + Send + Sync + 'static) -> Budget {
        Budget { guard: Some(Arc::new(guard)), ..self }
    }

    /// Tells this how far a computation is. It is called from the thread that computes, and should be quick.
    #[must_use]
    pub fn with_progress(self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Budget {
        Budget { listener: Some(Arc::new(listener)), ..self }
    }

    /// The same budget for a part of a computation: whoever listens is told its name with everything that it reports.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// let heard = Arc::new(Mutex::new(Vec::new()));
    /// let told = Arc::clone(&heard);
    /// let budget = wythoff_budget::Budget::default().with_progress(move |p| told.lock().unwrap().push(p));
    /// budget.named("learning in fib").report("states", 3, None);
    /// assert_eq!(heard.lock().unwrap()[0].part.as_deref(), Some("learning in fib"));
    /// ```
    #[must_use]
    pub fn named(&self, name: &str) -> Budget {
        let part = self.listener.as_ref().map(|_| Arc::from(name));
        Budget { part, ..self.clone() }
    }

    /// Lets these threads help. The results are the same, bit by bit.
    #[must_use]
    pub fn with_crew(self, crew: Arc<dyn Crew>) -> Budget {
        Budget { crew: Some(crew), ..self }
    }

    /// The same budget for one thread alone: for one of many tasks that are done at the same time.
    #[must_use]
    pub fn alone(&self) -> Budget {
        Budget { crew: None, ..self.clone() }
    }

    /// Limits each of many tasks besides the whole: the clock is asked when a task begins, for a budget that ends in time.
    ///
    /// ```
    /// use wythoff_budget::{Budget, Limit};
    /// let late = |budget: Budget| budget.with_guard(|| Some(Limit::Time));
    /// let budget = Budget::default().with_task_clock(late);
    /// assert_eq!(budget.poll(), Ok(()));
    /// assert_eq!(budget.of_one_task().poll(), Err(Limit::Time));
    /// ```
    #[must_use]
    pub fn with_task_clock(self, clock: impl Fn(Budget) -> Budget + Send + Sync + 'static) -> Budget {
        Budget { task_clock: Some(Arc::new(clock)), ..self }
    }

    /// The budget of a task that begins now. A limit that it meets while this budget has none is the task's own.
    #[must_use]
    pub fn of_one_task(&self) -> Budget {
        self.task_clock.as_ref().map_or_else(|| self.clone(), |clock| clock(self.clone()))
    }

    /// How many tasks are done at the same time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.crew.as_ref().map_or(1, |crew| crew.size().max(1))
    }

    /// Does the tasks `0..tasks`, in any order, with all threads there are.
    pub fn share(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        match &self.crew {
            Some(crew) if tasks > 1 => crew.run(tasks, task),
            _ => (0..tasks).for_each(task),
        }
    }

    /// The bytes that tables may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The states that an automaton may have.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The steps that are left.
    #[must_use]
    pub fn work_left(&self) -> u64 {
        self.work.saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    /// Something that stops whatever runs on this budget, from any thread.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        Canceller(Arc::clone(&self.cancelled))
    }

    /// Fails if it was cancelled or the guard says stop.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn poll(&self) -> Result<(), Limit> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Limit::Cancelled);
        }
        match self.guard.as_ref().and_then(|guard| guard()) {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }

    /// Fails if a construction with so many states and bytes is too large, or as [`Budget::poll`] does. Says how many states
    /// there are to whoever listens.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn check(&self, states: usize, bytes: usize) -> Result<(), Limit> {
        if states as u64 > self.states {
            return Err(Limit::States(self.states));
        }
        self.fits(bytes as u64)?;
        if states > 0 {
            self.report("states", states as u64, None);
        }
        self.poll()
    }

    /// Fails if so many bytes are more than allowed.
    ///
    /// # Errors
    /// [`Limit::Memory`].
    #[inline]
    pub fn fits(&self, bytes: u64) -> Result<(), Limit> {
        if bytes > self.memory { Err(Limit::Memory(self.memory)) } else { Ok(()) }
    }

    /// Counts so many steps as done. Fails if they were too many, or as [`Budget::poll`] does.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Limit> {
        if self.work != u64::MAX
            && self.spent.fetch_add(steps, Ordering::Relaxed).saturating_add(steps) > self.work
        {
            return Err(Limit::Work(self.work));
        }
        self.poll()
    }

    /// Counts steps and polls this budget every few thousand of them.
    #[must_use]
    pub fn ticker(&self, stage: &'static str) -> Ticker<'_> {
        Ticker { budget: self, stage, done: 0, total: None, pending: 0 }
    }

    /// Says how far a computation is, to whoever listens.
    pub fn report(&self, stage: &'static str, done: u64, total: Option<u64>) {
        if let Some(listener) = &self.listener {
            listener(Progress { part: self.part.clone(), stage, done, total });
        }
    }
}

/// Counts the steps of a loop whose single steps are too short to poll a budget. See [`Budget::ticker`].
#[derive(Debug)]
pub struct Ticker<'b> {
    budget: &'b Budget,
    stage: &'static str,
    done: u64,
    total: Option<u64>,
    pending: u64,
}

impl Ticker<'_> {
    /// How many steps pass between two polls: a fraction of a millisecond.
    const PACE: u64 = 1 << 16;

    /// So many steps more. Fails as [`Budget::spend`] does.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn tick(&mut self, steps: u64) -> Result<(), Limit> {
        self.pending += steps;
        if self.pending < Self::PACE {
            return Ok(());
        }
        if self.total.is_none() {
            self.done += self.pending;
        }
        self.budget.report(self.stage, self.done, self.total);
        self.budget.spend(std::mem::take(&mut self.pending))
    }

    /// The same where something else than steps is reported: so many are done of so many.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn tick_at(&mut self, steps: u64, done: u64, total: u64) -> Result<(), Limit> {
        (self.done, self.total) = (done, Some(total));
        self.tick(steps)
    }
}

/// Stops a computation from another thread.
#[derive(Clone, Debug)]
pub struct Canceller(Arc<AtomicBool>);

impl Canceller {
    /// Stops it, within about 50 ms. What it has handed out so far is right.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it stopped?
    #[must_use]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
