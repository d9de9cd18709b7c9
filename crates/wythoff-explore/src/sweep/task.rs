//! What is to be done about one game, and the result as bytes.
//!
//! A task is named by a hash of the rules, the choices that led to them, what is done, its limits and the version of the format. Its result
//! is one file of that name; whoever finds it there need not do the task again. Limits are stated as work, not as time, so that a
//! result does not depend on the machine; what was stopped by a clock has no result.
//!
//! ```
//! use wythoff_explore::sweep::task::{SweepTask, read_result, write_result};
//! let task = SweepTask::new("beams", "k=4", "move rook: s = 0 or t = 0\n").limit("columns", 1000);
//! assert_eq!(task.file_name(), format!("{}.json", task.id()));
//! let bytes = write_result(&task, &vec![1, 2, 3]);
//! assert_eq!(read_result::<Vec<u32>>(&task, &bytes), Some(vec![1, 2, 3]));
//! let other = SweepTask::new("beams", "k=4", "move rook: s = 0 or t = 0\n").limit("columns", 2000);
//! assert_ne!(other.id(), task.id());
//! assert_eq!(read_result::<Vec<u32>>(&other, &bytes), None);
//! ```

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wythoff_rules::identity::digest;

/// Changes whenever a result would be read, or come out, otherwise.
const FORMAT: u32 = 1;

/// Something to be done about one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepTask {
    /// What is done.
    pub task: String,
    /// What it is done with: the rules of the game that is compared, or the columns that are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// What was chosen: which member of the family it is.
    pub member: String,
    /// Its rules, in canonical form.
    pub rules: String,
    /// How much is done at most.
    pub limits: BTreeMap<String, u64>,
}

impl SweepTask {
    /// A task about a member of a family, without limits.
    #[must_use]
    pub fn new(task: &str, member: &str, rules: &str) -> SweepTask {
        let (task, member, rules) = (task.to_owned(), member.to_owned(), rules.to_owned());
        SweepTask { task, with: None, member, rules, limits: BTreeMap::new() }
    }

    /// The same with a limit.
    #[must_use]
    pub fn limit(mut self, name: &str, most: u64) -> SweepTask {
        self.limits.insert(name.to_owned(), most);
        self
    }

    /// The same with another game, or with what else it needs.
    #[must_use]
    pub fn with(self, rules: &str) -> SweepTask {
        SweepTask { with: Some(rules.to_owned()), ..self }
    }

    /// What was chosen, one by one: `k=2,diagonal=wide` is k with 2 and diagonal with wide.
    #[must_use]
    pub fn choices(&self) -> Vec<(&str, &str)> {
        let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
        for (at, c) in self.member.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&self.member[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&self.member[start..]);
        parts.into_iter().filter_map(|part| part.split_once('=')).collect()
    }

    /// The same on every machine, for ever; another one whenever anything that matters is another.
    #[must_use]
    pub fn id(&self) -> String {
        // Lengths keep texts apart whatever is in them.
        let mut text = format!("wythoff task {FORMAT}\n");
        let limits: Vec<String> = self.limits.iter().map(|(name, most)| format!("{name}={most}")).collect();
        let with = self.with.as_deref().unwrap_or("");
        for part in [self.task.as_str(), with, &self.member, &self.rules, &limits.join(",")] {
            text += &format!("{}:{part}\n", part.len());
        }
        digest(&text)
    }

    /// The name of the file that its result is kept in.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.json", self.id())
    }

    /// The name of the file that says why it has no result. It is another one, so that a failure never takes the place of a result.
    #[must_use]
    pub fn failure_name(&self) -> String {
        format!("{}.failed.json", self.id())
    }
}

#[derive(Serialize)]
struct Written<'r, R> {
    format: u32,
    id: String,
    #[serde(flatten)]
    task: &'r SweepTask,
    result: &'r R,
}

#[derive(Deserialize)]
struct Read<R> {
    format: u32,
    id: String,
    #[serde(flatten)]
    task: SweepTask,
    result: R,
}

/// The result of a task as bytes: the same for the same result.
#[must_use]
pub fn write_result<R: Serialize>(task: &SweepTask, result: &R) -> Vec<u8> {
    let whole = Written { format: FORMAT, id: task.id(), task, result };
    let text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    (text + "\n").into_bytes()
}

/// The result of this task, if that is what the bytes are.
#[must_use]
pub fn read_result<R: DeserializeOwned>(task: &SweepTask, bytes: &[u8]) -> Option<R> {
    let read: Read<R> = serde_json::from_slice(bytes).ok()?;
    (read.format == FORMAT && read.id == task.id() && read.task == *task).then_some(read.result)
}

/// The task and the result of a file, whatever its task is, if the file is whole.
#[must_use]
pub fn read_any<R: DeserializeOwned>(bytes: &[u8]) -> Option<(SweepTask, R)> {
    let read: Read<R> = serde_json::from_slice(bytes).ok()?;
    (read.format == FORMAT && read.id == read.task.id()).then_some((read.task, read.result))
}

/// Where results are kept.
pub trait Shelf: Sync {
    /// The bytes that were kept for a task.
    fn find(&self, task: &SweepTask) -> Option<Vec<u8>>;

    /// Keeps the result of a task.
    ///
    /// # Errors
    /// Why that cannot be done, in words.
    fn keep(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String>;

    /// What was kept about a task that has no result.
    fn find_failure(&self, _task: &SweepTask) -> Option<Vec<u8>> {
        None
    }

    /// Keeps why a task has no result.
    ///
    /// # Errors
    /// As for [`Shelf::keep`].
    fn keep_failure(&self, _task: &SweepTask, _bytes: &[u8]) -> Result<(), String> {
        Ok(())
    }
}

/// Nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct NoShelf;

impl Shelf for NoShelf {
    fn find(&self, _: &SweepTask) -> Option<Vec<u8>> {
        None
    }

    fn keep(&self, _: &SweepTask, _: &[u8]) -> Result<(), String> {
        Ok(())
    }
}
