//! `wythoff solve GAME --columns N`: written while it is found, in memory that does not grow with the list.

use super::options::Writing;
use crate::checkpoint::{self, unusable};
use crate::cli::SolveArguments;
use crate::export::exporter;
use crate::game_argument::{many, number};
use crate::limits::{Usual, budget};
use crate::output::{Failure, Message};
use crate::progress::Progress;
use crate::sink::Sink;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use wythoff::export::{Contents, Exporter, Extent, Format, Listing};
use wythoff::report::CountReport;
use wythoff::solve::stopped::Stopped;
use wythoff::solve::stream::{Stream, StreamError};
use wythoff::ways::Lists;
use wythoff::{Budget, Game, Limit, Method, Position, SavedRun, checksum};

/// Bytes are handed to the sink in pieces of about this size.
const PIECE: usize = 1 << 20;
/// Columns between two looks at the clock.
const BATCH: u64 = 1024;
/// Formats that need the whole list hold at most so many positions.
const LONGEST_WHOLE: u64 = 2_000_000;

/// Why a run pauses between two columns.
enum Pause {
    Checkpoint,
    Failed(Failure),
}

pub(super) fn run(
    lists: &Lists,
    method: Method,
    arguments: &SolveArguments,
    writing: &Writing<'_>,
    until: &str,
) -> Result<(), Failure> {
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let game = lists.ways().game();
    if arguments.count
        && writing.height.is_none()
        && let column = number(until, "--columns")?
        && let Some(count) = lists.count_before(method, &column, &budget)?
    {
        return super::write_count(&CountReport::before(game, lists.is_half(), &column, count), writing);
    }
    let until = many(until, "--columns")?;
    let (stream, extent) = match writing.height {
        None => (lists.stream(method)?, Extent::Columns(until)),
        Some(height) => (lists.stream_up_to(method, height)?, Extent::ColumnsTo(until, height)),
    };
    if arguments.count {
        return count((game, lists.is_half()), stream, &extent, until, &budget, writing);
    }
    if !writing.format.streams() {
        return whole((game, lists.is_half()), stream, extent, until, &budget, writing);
    }
    let contents = Contents::of(game, lists.is_half());
    let exporter = exporter(writing.format, writing.sequence, &contents)?;
    Run::open(game, writing, stream, exporter, until)?.go(&budget)
}

fn count(
    (game, half): (&Game, bool),
    mut stream: Stream,
    extent: &Extent,
    until: u64,
    budget: &Budget,
    writing: &Writing<'_>,
) -> Result<(), Failure> {
    let progress = Progress::begin("counting P-positions");
    let result = stream.run(until, &progress.watch(budget), &mut |_, _| ControlFlow::Continue(()));
    drop(progress);
    match result {
        Ok(()) => super::write_count(&CountReport::new(game, half, extent, stream.count()), writing),
        Err(StreamError::Solve(error)) => Err(error.into()),
        Err(StreamError::Stopped(stopped)) => Err(Message(format!(
            "{}; {} positions before it",
            reason(&stopped, stream.column()),
            stream.count()
        ))
        .into()),
    }
}

/// Formats that cannot be written before the whole list is known.
fn whole(
    (game, half): (&Game, bool),
    mut stream: Stream,
    extent: Extent,
    until: u64,
    budget: &Budget,
    writing: &Writing<'_>,
) -> Result<(), Failure> {
    let progress = Progress::begin("listing P-positions");
    let mut positions: Vec<Position> = Vec::new();
    let result = stream.run(until, &progress.watch(budget), &mut |x, rows| {
        positions.extend(rows.iter().map(|y| Position::small(&[x, *y])));
        if positions.len() as u64 > LONGEST_WHOLE {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    drop(progress);
    if positions.len() as u64 > LONGEST_WHOLE {
        let format = writing.format;
        let text = format!(
            "more than {LONGEST_WHOLE} positions are too many for --format {format}; use csv, jsonl, bfile, raw or parquet"
        );
        return Err(Message(text).into());
    }
    match result {
        Err(StreamError::Solve(error)) => return Err(error.into()),
        Err(StreamError::Stopped(stopped)) => {
            return Err(Message(format!("{}; nothing was written", reason(&stopped, stream.column()))).into());
        }
        Ok(()) => {}
    }
    super::write_listing(&Listing { game, half, extent, positions: &positions }, writing)
}

fn reason(stopped: &Stopped, column: u64) -> String {
    match stopped.limit {
        Limit::Cancelled => format!("stopped at column {column}"),
        Limit::Memory(allowed) => {
            let mib = allowed.div_ceil(1 << 20);
            format!(
                "stopped at column {column}, where more than the {mib} MiB of memory that are allowed are needed (see --memory)"
            )
        }
        Limit::Time => format!("stopped at column {column}: {} (--time allows more)", stopped.limit),
        limit => format!("stopped at column {column}: {limit}"),
    }
}

/// A list that is being written.
struct Run<'a> {
    game: &'a Game,
    writing: &'a Writing<'a>,
    stream: Stream,
    exporter: Box<dyn Exporter>,
    sink: Sink,
    bytes: Vec<u8>,
    until: u64,
}

impl<'a> Run<'a> {
    /// Begins, or goes on from a checkpoint. Nothing is overwritten unless everything is in order.
    fn open(
        game: &'a Game,
        writing: &'a Writing<'a>,
        stream: Stream,
        exporter: Box<dyn Exporter>,
        until: u64,
    ) -> Result<Run<'a>, Failure> {
        let begin = |sink: Sink| {
            let mut run = Run { game, writing, stream, exporter, sink, bytes: Vec::new(), until };
            run.exporter.begin(&mut run.bytes);
            run
        };
        let (Some((path, _)), Some(output)) = (writing.checkpoint, writing.output) else {
            return Ok(begin(Sink::open(writing.output)?));
        };
        if path == output {
            return Err(Message("--checkpoint and --output must be two different files".to_owned()).into());
        }
        match checkpoint::load(path)? {
            Some(saved) => {
                let mut run = begin(Sink::growing(output, false)?);
                run.bytes.clear();
                run.resume(path, &saved)?;
                Ok(run)
            }
            None => {
                let is_new = !output.exists();
                let mut run = begin(Sink::growing(output, true)?);
                // The checkpoint comes first: if it cannot be written, the old output is not touched.
                let saved = checkpoint::save(&run.checkpoint((0, checksum(&[]))), path);
                if saved.is_err() && is_new {
                    let _ = std::fs::remove_file(output);
                }
                saved?;
                run.sink.rewind(0, checksum(&[]))?;
                Ok(run)
            }
        }
    }

    fn resume(&mut self, path: &Path, saved: &SavedRun) -> Result<(), Failure> {
        let (ours, theirs) = (self.checkpoint((0, 0)), saved);
        if theirs.game != ours.game {
            return Err(unusable(path, &format!("it belongs to {}, not to {}", theirs.game, ours.game)));
        }
        if theirs.format != ours.format {
            return Err(unusable(
                path,
                &format!("it belongs to a run with {}, not {}", theirs.format, ours.format),
            ));
        }
        let restored = self.stream.restore(&saved.stream);
        restored.map_err(|error| unusable(path, &error.to_string()))?;
        if self.stream.column() > self.until {
            let text = format!("it is at column {} already, beyond {}", self.stream.column(), self.until);
            return Err(unusable(path, &text));
        }
        let (length, tail) = saved.output;
        self.sink.rewind(length, tail).map_err(|error| unusable(path, &error.to_string()))?;
        self.exporter.resume(self.stream.count());
        if length == 0 {
            // Killed before anything was safe on the disk.
            self.exporter.begin(&mut self.bytes);
        }
        Ok(())
    }

    /// The checkpoint for the present column.
    fn checkpoint(&self, output: (u64, u64)) -> SavedRun {
        let format = match self.writing.format {
            Format::Bfile => format!("bfile of {}", self.writing.sequence.name()),
            other => other.to_string(),
        };
        let height = self.writing.height.map(|height| format!(" with --height {height}"));
        SavedRun {
            game: self.game.name().to_owned(),
            format: format!(
                "--format {format} by method {}{}{}",
                self.stream.method(),
                height.unwrap_or_default(),
                if self.writing.all { " with --all" } else { "" }
            ),
            output,
            stream: self.stream.save(),
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let written = self.sink.write(&self.bytes);
        self.bytes.clear();
        written
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.writing.checkpoint {
            Some((path, _)) => {
                let output = self.sink.settle()?;
                checkpoint::save(&self.checkpoint(output), path)
            }
            None => Ok(()),
        }
    }

    fn go(mut self, budget: &Budget) -> Result<(), Failure> {
        let progress = Progress::beside_output("listing P-positions", self.writing.output.is_none());
        let interval = self.writing.checkpoint.map(|(_, every)| every);
        let stopped = loop {
            match self.advance(budget, &progress, interval) {
                (Ok(()), _) => break None,
                (Err(_), Some(Pause::Checkpoint)) => self.save()?,
                (Err(_), Some(Pause::Failed(failure))) => return Err(failure),
                (Err(StreamError::Solve(error)), _) => return Err(error.into()),
                (Err(StreamError::Stopped(stopped)), _) => break Some(stopped),
            }
        };
        self.exporter.end(&mut self.bytes)?;
        self.save()?;
        let (column, positions) = (self.stream.column(), self.stream.count());
        self.sink.finish()?;
        // Only now, so that another Ctrl-C does not end the program before everything is written.
        drop(progress);
        let Some(stopped) = stopped else { return Ok(()) };
        let to = self.writing.output.map_or("standard output".into(), Path::to_string_lossy);
        let again = if interval.is_some() { "; the same command goes on from there" } else { "" };
        let reason = reason(&stopped, column);
        Err(Message(format!("{reason}; {positions} positions written to {to}{again}")).into())
    }

    /// Runs until there is something to do besides.
    fn advance(
        &mut self,
        budget: &Budget,
        progress: &Progress,
        interval: Option<Duration>,
    ) -> (Result<(), StreamError>, Option<Pause>) {
        let Run { stream, exporter, sink, bytes, until, .. } = self;
        let begun = Instant::now();
        let mut pause = None;
        let result = stream.run(*until, &progress.watch(budget), &mut |x, rows| {
            let mut written = exporter.column(x, rows, bytes).map_err(Failure::from);
            if bytes.len() >= PIECE && written.is_ok() {
                written = sink.write(bytes);
                bytes.clear();
            }
            pause = match written {
                Err(failure) => Some(Pause::Failed(failure)),
                Ok(()) if (x + 1) % BATCH == 0 && interval.is_some_and(|i| begun.elapsed() >= i) => {
                    Some(Pause::Checkpoint)
                }
                Ok(()) => return ControlFlow::Continue(()),
            };
            ControlFlow::Break(())
        });
        (result, pause)
    }
}
