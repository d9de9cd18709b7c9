//! Which members of a family have the P-positions of a game, a Beatty pair, an automaton, or the same P-positions as each other?
//!
//! Every member is one task; each row of the table says on what its verdict rests. For an example see the [room](super).

use super::member::{Asked, asked, rules_of};
use super::questions::{self, BoardMark, Found, Target};
use super::run::{Heard, run_all};
use super::task::{Shelf, SweepTask, read_result, write_result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_budget::{Budget, Limit};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::rulebook::Entry;
use wythoff_rules::{Family, RuleErrors};

/// What is asked about every member.
#[derive(Clone, Debug)]
pub enum SearchQuestion {
    /// Has it the P-positions of this game?
    Like(Ways),
    /// Are its P-positions a pair of Beatty sequences?
    BeattyPair,
    /// Is there an automaton, or a periodic tail, that is proved to be its P-positions?
    Automaton,
    /// Which members have the same P-positions as each other?
    EachOther,
}

impl SearchQuestion {
    /// In words, to stand before a question mark.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            SearchQuestion::Like(other) => {
                format!("which have the P-positions of {}", other.game().label())
            }
            SearchQuestion::BeattyPair => "which have a pair of Beatty sequences as P-positions".to_owned(),
            SearchQuestion::Automaton => "which have an automaton or a periodic tail".to_owned(),
            SearchQuestion::EachOther => "which have the same P-positions as each other".to_owned(),
        }
    }

    /// In a word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            SearchQuestion::Like(_) => "like",
            SearchQuestion::BeattyPair => "beatty",
            SearchQuestion::Automaton => "automaton",
            SearchQuestion::EachOther => "each-other",
        }
    }
}

/// How much is tried for each member. All of it is work, so that the verdicts are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The largest pile of the boards that are compared; if nothing is said 300, or 100 where only the definition can do it.
    pub to: Option<u32>,
    /// How many columns are compared with a Beatty pair.
    pub columns: u64,
    /// How often the search for a proof may ask whether to go on.
    pub patience: u32,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits { to: None, columns: 20_000, patience: 20_000 }
    }
}

/// What is said about a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchVerdict {
    /// Yes, at all sizes.
    #[serde(rename = "proved")]
    Proved,
    /// Yes, as far as was computed; nothing is known beyond.
    #[serde(rename = "as far as computed")]
    AsFarAsComputed,
    /// No: there is a difference.
    #[serde(rename = "no")]
    No,
    /// Nothing was found; that is no proof that there is nothing.
    #[serde(rename = "not found")]
    NotFound,
    /// The first of several members with the same P-positions, with which the others are compared.
    #[serde(rename = "first")]
    First,
    /// It cannot be answered.
    #[serde(rename = "failed")]
    Failed,
    /// The search ended before.
    #[serde(rename = "not reached")]
    NotReached,
}

impl SearchVerdict {
    /// Is the answer yes?
    #[must_use]
    pub fn is_yes(self) -> bool {
        matches!(self, SearchVerdict::Proved | SearchVerdict::AsFarAsComputed | SearchVerdict::First)
    }
}

impl fmt::Display for SearchVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SearchVerdict::Proved => "proved",
            SearchVerdict::AsFarAsComputed => "as far as computed",
            SearchVerdict::No => "no",
            SearchVerdict::NotFound => "not found",
            SearchVerdict::First => "first",
            SearchVerdict::Failed => "failed",
            SearchVerdict::NotReached => "not reached",
        })
    }
}

/// What was found about a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFinding {
    /// The answer.
    pub verdict: SearchVerdict,
    /// On what it rests.
    pub ground: String,
    /// The pair or the automaton that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The first difference from the game that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_difference: Option<Vec<String>>,
    /// The largest pile, or the number of columns, that was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
}

impl SearchFinding {
    pub(super) fn new(verdict: SearchVerdict, ground: impl Into<String>) -> SearchFinding {
        SearchFinding { verdict, ground: ground.into(), form: None, first_difference: None, to: None }
    }
}

/// A member and what was found about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRow {
    /// What was chosen.
    pub member: String,
    /// What the game is called.
    pub game: String,
    /// Its rules, in canonical form; nothing if there is no such game.
    pub rules: String,
    /// Members with the same number have the same P-positions, where that was asked.
    pub group: Option<usize>,
    /// What was found.
    pub finding: SearchFinding,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTable {
    /// A row for every member, in the order of the family.
    pub rows: Vec<SearchRow>,
    /// How many choices the conditions of the family leave out.
    pub left_out: usize,
    /// What ended it before all members were done.
    pub stopped: Option<Limit>,
    /// Why a result that was found could not be kept.
    pub not_kept: Option<String>,
}

/// A question about the members of a family.
#[derive(Debug)]
pub struct Search {
    members: Vec<Asked>,
    left_out: usize,
    question: SearchQuestion,
    limits: SearchLimits,
}

impl Search {
    /// A question about all members of a family, of the rulebook if there is an entry.
    ///
    /// # Errors
    /// A family whose members cannot be told.
    pub fn new(
        family: &Family,
        entry: Option<&'static Entry>,
        question: SearchQuestion,
        limits: SearchLimits,
    ) -> Result<Search, RuleErrors> {
        let (members, left_out) = asked(family, entry)?;
        Ok(Search { members, left_out, question, limits })
    }

    /// How many members are asked about.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// Asks, with all threads of the budget. What is on the shelf is not asked again, and what is found is put there.
    pub fn run(&self, shelf: &dyn Shelf, budget: &Budget) -> SearchTable {
        let mut rows: Vec<SearchRow> = self.members.iter().map(blank).collect();
        let all = 0..self.members.len();
        let shelf = &Watched { shelf, problem: Mutex::new(None) };
        let stopped = match &self.question {
            SearchQuestion::EachOther => self.groups(&mut rows, shelf, budget),
            question => {
                let like = match question {
                    SearchQuestion::Like(other) => Some(Target::new(other)),
                    _ => None,
                };
                let jobs: Vec<Job> = all.map(|member| Job { member, like: like.clone() }).collect();
                self.each(&mut rows, &jobs, shelf, budget)
            }
        };
        let not_kept = shelf.problem.lock().unwrap_or_else(PoisonError::into_inner).take();
        SearchTable { rows, left_out: self.left_out, stopped, not_kept }
    }

    /// Asks each of these questions, and writes what was found into the rows.
    fn each(
        &self,
        rows: &mut [SearchRow],
        jobs: &[Job],
        shelf: &dyn Shelf,
        budget: &Budget,
    ) -> Option<Limit> {
        let limits = &self.limits;
        let task = |job: &Job| -> SweepTask {
            let task = |name: &str| self.task(job, name).limit("patience", limits.patience.into());
            match (&job.like, &self.question) {
                (Some(other), _) => with_board(task("like"), limits).with(&rules_of(&other.ways)),
                (None, SearchQuestion::BeattyPair) => task("beatty").limit("columns", limits.columns),
                (None, _) => task("automaton"),
            }
        };
        let work = |job: &Job, ways: &Ways, budget: &Budget| match (&job.like, &self.question) {
            (Some(other), _) => questions::like(ways, other, limits, budget),
            (None, SearchQuestion::BeattyPair) => questions::beatty(ways, limits, budget),
            (None, _) => questions::automaton(ways, limits, budget),
        };
        let (found, stopped) = self.done(jobs, &task, &work, shelf, budget);
        for (job, finding) in jobs.iter().zip(found) {
            match finding {
                Some(Ok(finding)) => rows[job.member].finding = finding,
                Some(Err(why)) => rows[job.member].finding = SearchFinding::new(SearchVerdict::Failed, why),
                None => {}
            }
        }
        stopped
    }

    /// What is to be done, without its limits.
    fn task(&self, job: &Job, name: &str) -> SweepTask {
        let asked = &self.members[job.member];
        SweepTask::new(name, &asked.label, &asked.rules())
    }

    /// Does these tasks, or takes their results from the shelf.
    fn done<R: Serialize + DeserializeOwned + Send>(
        &self,
        jobs: &[Job],
        task: &(dyn Fn(&Job) -> SweepTask + Sync),
        work: &Work<'_, R>,
        shelf: &dyn Shelf,
        budget: &Budget,
    ) -> (Vec<Option<Result<R, String>>>, Option<Limit>) {
        let one = |job: &Job, budget: &Budget| -> Result<Result<R, String>, Limit> {
            let ways = match &self.members[job.member].game {
                Ok(ways) => ways,
                Err(why) => return Ok(Err(why.clone())),
            };
            let task = task(job);
            if let Some(known) = shelf.find(&task).and_then(|bytes| read_result(&task, &bytes)) {
                return Ok(Ok(known));
            }
            let found = match work(job, ways, &budget.of_one_task()) {
                // The time of this member is up, and the others go on.
                Err(limit) if budget.poll().is_ok() => Found::Failure(limit.to_string()),
                found => found?,
            };
            match found {
                Found::Answer(result) => {
                    // Whoever watches the shelf knows what went wrong; the answer is an answer all the same.
                    let _ = shelf.keep(&task, &write_result(&task, &result));
                    Ok(Ok(result))
                }
                Found::Failure(why) => Ok(Err(why)),
            }
        };
        let name = |job: &Job| self.members[job.member].name().to_owned();
        let results = run_all(jobs, ("members", Heard::Count), &name, &one, budget);
        let ended = |result: &Option<Result<_, Limit>>| match result {
            Some(Ok(_)) => None,
            Some(Err(limit)) => Some(*limit),
            None => Some(budget.poll().err().unwrap_or(Limit::Cancelled)),
        };
        let stopped = results.iter().find_map(ended);
        (results.into_iter().map(|result| result.and_then(Result::ok)).collect(), stopped)
    }

    /// Puts members with equal boards together, and compares each with the first of its group.
    fn groups(&self, rows: &mut [SearchRow], shelf: &dyn Shelf, budget: &Budget) -> Option<Limit> {
        let limits = &self.limits;
        let all = 0..self.members.len();
        let jobs: Vec<Job> = all.map(|member| Job { member, like: None }).collect();
        let task = |job: &Job| with_board(self.task(job, "board"), limits);
        let work = |_: &Job, ways: &Ways, budget: &Budget| questions::board(ways, limits, budget);
        let (marks, stopped) = self.done::<BoardMark>(&jobs, &task, &work, shelf, budget);
        let mut groups: BTreeMap<BoardMark, Vec<usize>> = BTreeMap::new();
        for (i, mark) in marks.into_iter().enumerate() {
            match mark {
                Some(Ok(mark)) => groups.entry(mark).or_default().push(i),
                Some(Err(why)) => rows[i].finding = SearchFinding::new(SearchVerdict::Failed, why),
                None => {}
            }
        }
        if stopped.is_some() {
            return stopped;
        }
        let mut in_order: Vec<(BoardMark, Vec<usize>)> = groups.into_iter().collect();
        in_order.sort_by_key(|(_, members)| members.first().copied());
        let mut jobs: Vec<Job> = Vec::new();
        for (number, (mark, members)) in in_order.iter().enumerate() {
            for i in members {
                rows[*i].group = Some(number + 1);
            }
            let Some((first, others)) = members.split_first() else { continue };
            let ground = match others.len() {
                0 => format!("no other member has these P-positions with piles up to {}", mark.to),
                n => format!("the first of {} members with the same P-positions", n + 1),
            };
            let verdict = if others.is_empty() { SearchVerdict::No } else { SearchVerdict::First };
            rows[*first].finding =
                SearchFinding { to: Some(u64::from(mark.to)), ..SearchFinding::new(verdict, ground) };
            if let Ok(ways) = &self.members[*first].game {
                let like = Target::new(ways);
                jobs.extend(
                    others.iter().map(|member| Job { member: *member, like: Some(Arc::clone(&like)) }),
                );
            }
        }
        self.each(rows, &jobs, shelf, budget)
    }
}

/// What is done for a member, and found.
type Work<'w, R> = dyn Fn(&Job, &Ways, &Budget) -> Result<Found<R>, Limit> + Sync + 'w;

/// A question about a member: is it like a game? Else the question of the search.
struct Job {
    member: usize,
    like: Option<Arc<Target>>,
}

/// A row about which nothing is known yet.
fn blank(asked: &Asked) -> SearchRow {
    SearchRow {
        member: asked.label.clone(),
        game: asked.name().to_owned(),
        rules: asked.rules(),
        group: None,
        finding: SearchFinding::new(SearchVerdict::NotReached, "the search ended before"),
    }
}

/// The size of boards is a limit only if it was said; else it follows from the rules.
fn with_board(task: SweepTask, limits: &SearchLimits) -> SweepTask {
    match limits.to {
        Some(to) => task.limit("to", to.into()),
        None => task,
    }
}

/// A shelf, and what went wrong when something was put there.
struct Watched<'s> {
    shelf: &'s dyn Shelf,
    problem: Mutex<Option<String>>,
}

impl Shelf for Watched<'_> {
    fn find(&self, task: &SweepTask) -> Option<Vec<u8>> {
        self.shelf.find(task)
    }

    fn keep(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        let kept = self.shelf.keep(task, bytes);
        if let Err(why) = &kept {
            *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
        }
        kept
    }
}
