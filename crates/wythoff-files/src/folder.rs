//! A folder with a file for every task.
//!
//! `ID.json` is a result, `ID.failed.json` says why there is none; `ID` is the hash of the task ([`SweepTask::id`]). A result is never
//! replaced by a failure, since these have different names. Files are written beside and renamed, so that whoever reads while others write, or
//! after a kill, finds a whole file or none. After a power cut a file of the last seconds may be damaged, which is as good as none: it has to be
//! whole and to hold the `id` of its name to count. docs/sweeps.md says what is promised.

use crate::whole::{CannotWrite, UNFINISHED, write_beside};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use wythoff::survey::{ChoreKind, NoTable, SurveyTable, TaskOutcome, find_outcome};
use wythoff::sweep::task::{Shelf, SweepTask, read_any};

/// A task and what came of it.
type Outcome = (SweepTask, TaskOutcome);

/// A folder of results. See the [module](self).
#[derive(Clone, Debug)]
pub struct ResultsFolder {
    path: PathBuf,
}

/// Why the results of a folder are no table.
#[derive(Debug, thiserror::Error)]
pub enum NoCollection {
    /// The folder cannot be read.
    #[error("cannot read {path}: {why}")]
    Folder {
        /// The folder.
        path: String,
        /// What the file system says.
        why: String,
    },
    /// There is no table of what is in it.
    #[error("{path}: {why}")]
    Table {
        /// The folder.
        path: String,
        /// Why not.
        why: NoTable,
    },
}

/// Tasks of a folder that differ in nothing but their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderGroup {
    /// What is done.
    pub task: String,
    /// The limits, such as `columns=1000`.
    pub limits: String,
    /// How many have a result.
    pub done: usize,
    /// How many cannot be done.
    pub failed: usize,
    /// How many were stopped.
    pub stopped: usize,
}

/// What is in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderStatus {
    /// The tasks, by what is done and their limits.
    pub groups: Vec<FolderGroup>,
    /// Files of results that cannot be read; their tasks will be done again.
    pub damaged: usize,
    /// What was being written when somebody was killed; it can be deleted when nobody writes.
    pub unfinished: usize,
}

impl ResultsFolder {
    /// A folder, which is made if there is none.
    ///
    /// # Errors
    /// What the file system says.
    pub fn create(path: &Path) -> Result<ResultsFolder, CannotWrite> {
        std::fs::create_dir_all(path).map_err(|e| CannotWrite::new(path, &e))?;
        Ok(ResultsFolder { path: path.to_owned() })
    }

    /// A folder that has to be there.
    ///
    /// # Errors
    /// There is none.
    pub fn existing(path: &Path) -> Result<ResultsFolder, NoCollection> {
        let folder = ResultsFolder { path: path.to_owned() };
        match path.metadata() {
            Ok(found) if found.is_dir() => Ok(folder),
            Ok(_) => Err(folder.unreadable(&"it is no folder")),
            Err(e) => Err(folder.unreadable(&e)),
        }
    }

    fn unreadable(&self, why: &dyn std::fmt::Display) -> NoCollection {
        NoCollection::Folder { path: self.path.display().to_string(), why: why.to_string() }
    }

    /// The names of its files, in order.
    fn names(&self) -> Result<BTreeSet<String>, NoCollection> {
        let mut names = BTreeSet::new();
        for entry in std::fs::read_dir(&self.path).map_err(|e| self.unreadable(&e))? {
            names.insert(entry.map_err(|e| self.unreadable(&e))?.file_name().to_string_lossy().into_owned());
        }
        Ok(names)
    }

    /// All tasks that have an outcome, with it; and how many files are damaged, and unfinished.
    fn outcomes(&self) -> Result<(Vec<Outcome>, usize, usize), NoCollection> {
        let names = self.names()?;
        let (mut found, mut damaged, mut unfinished) = (Vec::new(), 0, 0);
        for name in &names {
            if name.starts_with(UNFINISHED) {
                unfinished += 1;
            }
            let Some(id) = name.strip_suffix(".json").filter(|_| !name.starts_with('.')) else { continue };
            let failure = id.strip_suffix(".failed");
            if failure.is_some_and(|id| names.contains(&format!("{id}.json"))) {
                continue;
            }
            let (bytes, id) =
                (std::fs::read(self.path.join(name)).unwrap_or_default(), failure.unwrap_or(id));
            match read_any::<TaskOutcome>(&bytes) {
                Some((task, outcome)) if task.id() == id => found.push((task, outcome)),
                // A result of `search` is whole, too, but has no outcome.
                _ if read_any::<serde_json::Value>(&bytes).is_some_and(|(task, _)| task.id() == id) => {}
                _ => damaged += 1,
            }
        }
        Ok((found, damaged, unfinished))
    }

    /// One table of what is in the folder: of these tasks, or of all; of this chore, or of the only one that there is.
    ///
    /// # Errors
    /// A folder that cannot be read, results of several chores, or none.
    pub fn table(
        &self,
        tasks: Option<&[SweepTask]>,
        kind: Option<ChoreKind>,
    ) -> Result<SurveyTable, NoCollection> {
        let results = match tasks {
            Some(tasks) => {
                let found = tasks.iter().map(|task| Some((task.clone(), find_outcome(task, self)?)));
                found.flatten().collect()
            }
            None => self.outcomes()?.0,
        };
        let ours = |(task, _): &(SweepTask, TaskOutcome)| {
            let found = ChoreKind::named(&task.task);
            found.is_some() && kind.is_none_or(|kind| found == Some(kind))
        };
        let table = SurveyTable::new(results.into_iter().filter(ours).collect());
        table.map_err(|why| NoCollection::Table { path: self.path.display().to_string(), why })
    }

    /// What is in the folder.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn status(&self) -> Result<FolderStatus, NoCollection> {
        let (found, damaged, unfinished) = self.outcomes()?;
        let mut groups: BTreeMap<(String, Vec<(String, u64)>), FolderGroup> = BTreeMap::new();
        for (task, outcome) in found {
            let limits: Vec<(String, u64)> = task.limits.into_iter().collect();
            let words: Vec<String> = limits.iter().map(|(name, most)| format!("{name}={most}")).collect();
            let group = groups.entry((task.task.clone(), limits)).or_insert_with(|| FolderGroup {
                task: task.task,
                limits: words.join(", "),
                done: 0,
                failed: 0,
                stopped: 0,
            });
            match outcome {
                TaskOutcome::Done(_) => group.done += 1,
                TaskOutcome::Failed(_) => group.failed += 1,
                TaskOutcome::Stopped(_) => group.stopped += 1,
            }
        }
        Ok(FolderStatus { groups: groups.into_values().collect(), damaged, unfinished })
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        write_beside(&self.path.join(name), bytes, is_due()).map_err(|error| error.to_string())
    }
}

/// Whether a file should reach the disk before it counts: the first in every second. Where tasks take milliseconds, waiting for the disk would
/// take most of the time; a power cut then costs seconds of work, and what it damages is recognised and done again.
fn is_due() -> bool {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let due = last.is_none_or(|last| last.elapsed() > Duration::from_secs(1));
    if due {
        *last = Some(Instant::now());
    }
    due
}

impl Shelf for ResultsFolder {
    fn find(&self, task: &SweepTask) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(task.file_name())).ok()
    }

    fn keep(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        self.write(&task.file_name(), bytes)?;
        // What went wrong before is of no interest now; if it stays, nobody looks at it.
        let _ = std::fs::remove_file(self.path.join(task.failure_name()));
        Ok(())
    }

    fn find_failure(&self, task: &SweepTask) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(task.failure_name())).ok()
    }

    fn keep_failure(&self, task: &SweepTask, bytes: &[u8]) -> Result<(), String> {
        self.write(&task.failure_name(), bytes)
    }
}
