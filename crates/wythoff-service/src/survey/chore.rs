//! What can be done for every member of a family.

use super::columns::{ColumnRowsReport, ColumnSet, ColumnsReport};
use crate::report::{
    BeamsReport, CountReport, DescriptionReport, GameProofReport, LikenessReport, PeriodsReport, ProofReport,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wythoff_budget::{Budget, Limit};
use wythoff_explore::beams;
use wythoff_explore::compare::{CompareEffort, compare};
use wythoff_explore::describe::describe;
use wythoff_explore::sweep::task::SweepTask;
use wythoff_number::Natural;
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::source::Solver;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::nearest::nearest;
use wythoff_solve::SolveError;
use wythoff_solve::grundy::{Grundy, GrundyError};
use wythoff_solve::listing::Extent;
use wythoff_solve::stream::{Stream, StreamError};
use wythoff_solve::typed::{NotTyped, at_least_one, many, small};
use wythoff_solve::way::Method;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreKind {
    /// Count the P-positions of a board, or of the first columns.
    Count,
    /// Find the lines at which P-positions gather.
    Beams,
    /// Find every form that fits.
    Describe,
    /// Look for a proof.
    Prove,
    /// Compare with another game.
    Compare,
    /// The periods of rows of Grundy values.
    Grundy,
    /// List chosen columns.
    Columns,
}

impl ChoreKind {
    /// All there are.
    pub const ALL: [ChoreKind; 7] = [
        ChoreKind::Count,
        ChoreKind::Beams,
        ChoreKind::Describe,
        ChoreKind::Prove,
        ChoreKind::Compare,
        ChoreKind::Grundy,
        ChoreKind::Columns,
    ];

    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ChoreKind::Count => "count",
            ChoreKind::Beams => "beams",
            ChoreKind::Describe => "describe",
            ChoreKind::Prove => "prove",
            ChoreKind::Compare => "compare",
            ChoreKind::Grundy => "grundy",
            ChoreKind::Columns => "columns",
        }
    }

    /// The chore of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<ChoreKind> {
        ChoreKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The options that it takes.
    fn takes(self) -> &'static [&'static str] {
        match self {
            ChoreKind::Count => &["columns", "to"],
            ChoreKind::Beams => &["columns"],
            ChoreKind::Describe => &[],
            ChoreKind::Prove => &["to", "states", "work"],
            ChoreKind::Compare => &["with", "to", "work"],
            ChoreKind::Grundy => &["to", "length"],
            ChoreKind::Columns => &["columns", "to"],
        }
    }

    /// Does what is found depend on how much memory there is? Where searches are given up when it is used up, it does.
    fn weighs_memory(self) -> bool {
        matches!(self, ChoreKind::Describe | ChoreKind::Prove | ChoreKind::Compare)
    }
}

/// What is said about a chore, as it is typed.
#[derive(Clone, Debug, Default)]
pub struct ChoreOptions {
    /// A number of columns (count, beams), or a list of them such as `0..20,100` (columns).
    pub columns: Option<String>,
    /// The largest pile (count, compare), board (prove), row (grundy, columns).
    pub to: Option<String>,
    /// How many squares of each row are looked at (grundy).
    pub length: Option<String>,
    /// The most states of an automaton (prove).
    pub states: Option<String>,
    /// How often the search for a proof may ask whether to go on (prove, compare).
    pub work: Option<String>,
    /// The rules of the game that members are compared with.
    pub with: Option<String>,
    /// The most bytes of any one construction, where that is part of the question.
    pub memory: Option<u64>,
}

/// Something to be done for every member of a family: a task without a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chore {
    kind: ChoreKind,
    with: Option<String>,
    limits: BTreeMap<String, u64>,
}

/// Why there is no such chore.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAChore(pub String);

impl From<NotTyped> for NotAChore {
    fn from(wrong: NotTyped) -> NotAChore {
        NotAChore(wrong.0)
    }
}

/// What is looked at if nothing is said.
const COUNTED_COLUMNS: u64 = 10_000;
const COMPARED: u32 = 300;
const GRUNDY_ROWS: u32 = 7;
const GRUNDY_LENGTH: u64 = 4_096;
const PROOF_BOARD: u32 = 20_000;
const PROOF_STATES: u32 = 4_000;
const WORK: u64 = 20_000;
/// And at most.
const LARGEST: u32 = 10_000_000;
const MOST_ROWS: u32 = 20_000;
/// Columns of more P-positions than this are no result.
const MOST_LISTED: u64 = 1 << 22;

impl Chore {
    /// What is to be done; `said` is what the face calls an option of this name.
    ///
    /// # Errors
    /// No such chore, an option that it does not take, a number that is none.
    pub fn new(
        name: &str,
        options: &ChoreOptions,
        said: &dyn Fn(&str) -> String,
    ) -> Result<Chore, NotAChore> {
        let Some(kind) = ChoreKind::named(name) else {
            let all: Vec<&str> = ChoreKind::ALL.iter().map(|kind| kind.name()).collect();
            let near = nearest(name, all.iter().copied()).map(|near| format!("; did you mean {near}?"));
            let all = all.join(", ");
            return Err(NotAChore(format!(
                "nothing called {name:?} can be done{}",
                near.unwrap_or_else(|| format!(": there are {all}"))
            )));
        };
        options.refuse_others(kind, said)?;
        let mut chore = Chore { kind, with: None, limits: BTreeMap::new() };
        let ChoreOptions { columns, to, length, states, work, with, memory } = options;
        let number = |text: &Option<String>, name: &str| -> Result<Option<u64>, NotAChore> {
            Ok(text.as_deref().map(|text| many(text, &said(name))).transpose()?)
        };
        let board = |most: u32| -> Result<Option<u64>, NotAChore> {
            Ok(to.as_deref().map(|text| small(text, &said("to"), most)).transpose()?.map(u64::from))
        };
        match kind {
            ChoreKind::Count => match (number(columns, "columns")?, board(u32::MAX)?) {
                (Some(_), Some(_)) => {
                    let (columns, to) = (said("columns"), said("to"));
                    return Err(NotAChore(format!(
                        "{columns} and {to} exclude each other: count one of them"
                    )));
                }
                (None, Some(to)) => chore.limit("to", to),
                (columns, None) => chore.limit("columns", columns.unwrap_or(COUNTED_COLUMNS)),
            },
            ChoreKind::Beams => {
                if let Some(columns) = number(columns, "columns")? {
                    chore.limit("columns", columns);
                }
            }
            ChoreKind::Describe => {}
            ChoreKind::Prove => {
                chore.limit("to", board(LARGEST)?.unwrap_or(PROOF_BOARD.into()));
                chore.limit("states", number(states, "states")?.unwrap_or(PROOF_STATES.into()));
                chore.limit("work", number(work, "work")?.unwrap_or(WORK));
            }
            ChoreKind::Compare => {
                let Some(rules) = with else {
                    return Err(NotAChore(format!("{} says with which game to compare", said("with"))));
                };
                chore.with = Some(rules.clone());
                chore.limit("to", board(LARGEST)?.unwrap_or(COMPARED.into()));
                chore.limit("work", number(work, "work")?.unwrap_or(WORK));
            }
            ChoreKind::Grundy => {
                chore.limit("to", board(MOST_ROWS)?.unwrap_or(GRUNDY_ROWS.into()));
                let length = number(length, "length")?.unwrap_or(GRUNDY_LENGTH);
                chore.limit("length", at_least_one(length, &said("length"))?);
            }
            ChoreKind::Columns => {
                let name = said("columns");
                let text = columns.as_deref().unwrap_or("");
                if text.is_empty() {
                    return Err(NotAChore(format!("{name} says which columns to list, as in 0..20,1000")));
                }
                chore.with = Some(ColumnSet::read(text, &name)?.to_string());
                if let Some(to) = board(u32::MAX)? {
                    chore.limit("to", to);
                }
            }
        }
        if let Some(memory) = memory.filter(|_| kind.weighs_memory()) {
            chore.limit("memory", memory);
        }
        Ok(chore)
    }

    fn limit(&mut self, name: &str, most: u64) {
        self.limits.insert(name.to_owned(), most);
    }

    /// What is done.
    #[must_use]
    pub fn kind(&self) -> ChoreKind {
        self.kind
    }

    /// The same for a game, which is a member of a family.
    #[must_use]
    pub fn task(&self, member: &str, rules: &str) -> SweepTask {
        let plain = SweepTask::new(self.kind.name(), member, rules);
        SweepTask { with: self.with.clone(), limits: self.limits.clone(), ..plain }
    }
}

impl ChoreOptions {
    /// An option acts or is refused.
    fn refuse_others(&self, kind: ChoreKind, said: &dyn Fn(&str) -> String) -> Result<(), NotAChore> {
        let given = [
            ("columns", self.columns.is_some()),
            ("to", self.to.is_some()),
            ("length", self.length.is_some()),
            ("states", self.states.is_some()),
            ("work", self.work.is_some()),
            ("with", self.with.is_some()),
        ];
        let takes = |kind: ChoreKind, option: &str| kind.takes().contains(&option);
        let Some((option, _)) = given.iter().find(|(option, given)| *given && !takes(kind, option)) else {
            return Ok(());
        };
        let others = ChoreKind::ALL.into_iter().filter(|kind| takes(*kind, option)).map(ChoreKind::name);
        let those = others.collect::<Vec<&str>>().join(", ");
        let (option, kind) = (said(option), kind.name());
        Err(NotAChore(format!("{option} has no effect on {kind}; it is for {those}")))
    }
}

/// How a chore ended.
pub(super) enum ChoreEnd {
    Done(Value),
    /// It cannot be done, perhaps because there is too little memory.
    Failed {
        reason: String,
        by_memory: bool,
    },
    /// A limit was reached.
    Stopped(Limit),
}

impl ChoreEnd {
    pub(super) fn failed(reason: impl Into<String>) -> ChoreEnd {
        ChoreEnd::Failed { reason: reason.into(), by_memory: false }
    }

    fn done(report: &impl Serialize) -> ChoreEnd {
        serde_json::to_value(report).map_or_else(|e| ChoreEnd::failed(e.to_string()), ChoreEnd::Done)
    }
}

impl From<SolveError> for ChoreEnd {
    fn from(error: SolveError) -> ChoreEnd {
        match error {
            SolveError::Limit(limit) => ChoreEnd::Stopped(limit),
            other => {
                let by_memory = matches!(
                    other,
                    SolveError::TooLarge { .. } | SolveError::TooLong { .. } | SolveError::Stopped(_)
                );
                ChoreEnd::Failed { reason: other.to_string(), by_memory }
            }
        }
    }
}

impl From<StreamError> for ChoreEnd {
    fn from(error: StreamError) -> ChoreEnd {
        match error {
            StreamError::Solve(error) => error.into(),
            StreamError::Stopped(stopped) => ChoreEnd::Stopped(stopped.limit),
        }
    }
}

impl From<GrundyError> for ChoreEnd {
    fn from(error: GrundyError) -> ChoreEnd {
        match error {
            GrundyError::Stopped(stopped) => ChoreEnd::Stopped(stopped.limit),
            other => ChoreEnd::failed(other.to_string()),
        }
    }
}

/// Does a task; what comes of it depends on the task alone.
pub(super) fn perform(task: &SweepTask, budget: &Budget) -> ChoreEnd {
    if let Some(why) = task.rules.strip_prefix("# ") {
        return ChoreEnd::failed(why.trim_end());
    }
    let Some(kind) = ChoreKind::named(&task.task) else {
        return ChoreEnd::failed(format!("nothing called {:?} can be done", task.task));
    };
    let name = if task.member.is_empty() { "the game" } else { &task.member };
    let ways = match Game::from_text(name, &task.rules, "") {
        Ok(game) => Ways::of(game),
        Err(why) => return ChoreEnd::failed(format!("its rules cannot be read: {why}")),
    };
    let memory = task.limits.get("memory");
    let budget = memory.map_or_else(|| budget.clone(), |bytes| budget.clone().with_memory(*bytes));
    let doing = Doing { task, ways: &ways, budget: &budget };
    let end = match kind {
        ChoreKind::Count => doing.count(),
        ChoreKind::Beams => doing.beams(),
        ChoreKind::Describe => doing.describe(),
        ChoreKind::Prove => doing.prove(),
        ChoreKind::Compare => doing.compare(),
        ChoreKind::Grundy => doing.grundy(),
        ChoreKind::Columns => doing.columns(),
    };
    end.unwrap_or_else(|end| end)
}

/// A task that is being done.
struct Doing<'d> {
    task: &'d SweepTask,
    ways: &'d Ways,
    budget: &'d Budget,
}

impl Doing<'_> {
    fn limit(&self, name: &str) -> Option<u64> {
        self.task.limits.get(name).copied()
    }

    /// A limit that is small, or this.
    fn small(&self, name: &str, otherwise: u32) -> u32 {
        self.limit(name).map_or(otherwise, |n| u32::try_from(n).unwrap_or(u32::MAX))
    }

    fn rules(&self) -> Result<&Ruleset, ChoreEnd> {
        self.ways.game().ruleset().ok_or_else(|| ChoreEnd::failed("it is not a game on two piles"))
    }

    fn count(&self) -> Result<ChoreEnd, ChoreEnd> {
        let (ways, game, budget) = (self.ways, self.ways.game(), self.budget);
        if let Some(to) = self.limit("to") {
            let to = Natural::from(to);
            return Ok(ChoreEnd::done(&CountReport::to(
                game,
                ways.is_symmetric(),
                &to,
                ways.count_to(Method::Auto, &to, budget)?,
            )));
        }
        let columns = self.limit("columns").unwrap_or(COUNTED_COLUMNS);
        let column = Natural::from(columns);
        if let Some(count) = ways.count_before(Method::Auto, &column, budget)? {
            return Ok(ChoreEnd::done(&CountReport::before(game, ways.is_symmetric(), &column, count)));
        }
        let mut stream = ways.stream(Method::Auto)?;
        stream.run(columns, budget, &mut |_, _| ControlFlow::Continue(()))?;
        let extent = Extent::Columns(columns);
        Ok(ChoreEnd::done(&CountReport::new(game, ways.is_symmetric(), &extent, stream.count())))
    }

    fn beams(&self) -> Result<ChoreEnd, ChoreEnd> {
        let found = beams::of(self.ways, self.limit("columns"), self.budget)?;
        Ok(ChoreEnd::done(&BeamsReport::new(self.ways.game(), &found)))
    }

    fn describe(&self) -> Result<ChoreEnd, ChoreEnd> {
        Ok(ChoreEnd::done(&DescriptionReport::new(&describe(self.ways, self.budget)?)))
    }

    /// A budget that ends after so many questions whether to go on: unlike a time, the same on every machine.
    fn patient(&self) -> Budget {
        let (asked, outer) = (Arc::new(AtomicU64::new(0)), self.budget.clone());
        let most = self.limit("work").unwrap_or(WORK);
        self.budget.clone().with_guard(move || {
            let over = asked.fetch_add(1, Ordering::Relaxed) >= most;
            outer.poll().err().or(over.then_some(Limit::Work(most)))
        })
    }

    fn prove(&self) -> Result<ChoreEnd, ChoreEnd> {
        let rules = self.rules()?;
        let (states, largest) = (self.small("states", PROOF_STATES), self.small("to", PROOF_BOARD));
        let usual = Effort::default();
        let boards: Vec<u32> = usual.boards.iter().copied().filter(|board| *board <= largest).collect();
        let boards = if boards.is_empty() { vec![largest] } else { boards };
        let effort = Effort { states: states as usize, boards, ..usual };
        let proof = prove(rules, &mut Solver::new(rules), &effort, &self.patient());
        if let Some(fault) = &proof.fault {
            return Ok(ChoreEnd::failed(fault.to_string()));
        }
        // What ended it is part of the result if it is part of the task.
        match proof.stopped {
            Some(limit @ (Limit::Time | Limit::Cancelled)) if proof.proved.is_none() => {
                return Ok(ChoreEnd::Stopped(limit));
            }
            _ => {}
        }
        let certificate = proof.proved.as_ref().map(|proved| proved.certificate().to_string());
        let (game, report) = (self.ways.game().label().to_owned(), ProofReport::of_search(rules, &proof));
        Ok(ChoreEnd::done(&GameProofReport { game, report, certificate }))
    }

    fn compare(&self) -> Result<ChoreEnd, ChoreEnd> {
        let rules = self.task.with.as_deref().unwrap_or_default();
        let other = Game::from_text("the other game", rules, "")
            .map_err(|why| ChoreEnd::failed(format!("the other game cannot be read: {why}")))?;
        let patience = self.small("work", u32::try_from(WORK).unwrap_or(u32::MAX));
        let effort = CompareEffort { to: self.small("to", COMPARED), patience };
        let other = Ways::of(other);
        let found = compare(self.ways, &other, &effort, self.budget)?;
        Ok(ChoreEnd::done(&LikenessReport::new(self.ways.game(), other.game(), &found)))
    }

    fn grundy(&self) -> Result<ChoreEnd, ChoreEnd> {
        let rules = self.rules()?;
        let height = u64::from(self.small("to", GRUNDY_ROWS)) + 1;
        let width = self.limit("length").unwrap_or(GRUNDY_LENGTH);
        let values = Grundy::solve(rules, width, height, self.budget)?;
        Ok(ChoreEnd::done(&PeriodsReport::new(self.ways.game(), &values)))
    }

    fn columns(&self) -> Result<ChoreEnd, ChoreEnd> {
        let wanted = ColumnSet::read(self.task.with.as_deref().unwrap_or_default(), "columns")
            .map_err(|why| ChoreEnd::failed(why.0))?;
        let mut stream: Stream = match self.limit("to") {
            Some(height) => self.ways.stream_up_to(Method::Auto, height)?,
            None => self.ways.stream(Method::Auto)?,
        };
        let (mut columns, mut listed) = (Vec::new(), 0_u64);
        let run = stream.run(wanted.end(), self.budget, &mut |x, rows| {
            if wanted.contains(x) {
                listed += rows.len() as u64;
                columns.push(ColumnRowsReport { x, rows: rows.to_vec() });
            }
            if listed > MOST_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if listed > MOST_LISTED {
            let why = format!(
                "the columns hold more than {MOST_LISTED} P-positions, which is too much for one result"
            );
            return Ok(ChoreEnd::failed(why));
        }
        run?;
        let (game, symmetric) = (self.ways.game().label().to_owned(), self.ways.is_symmetric());
        Ok(ChoreEnd::done(&ColumnsReport { game, symmetric, columns }))
    }
}
