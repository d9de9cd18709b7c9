//! One table of many results: sorted, typed, the same however the results came about.

use super::chore::ChoreKind;
use super::columns::ColumnsReport;
use super::outcome::TaskOutcome;
use crate::report::{
    BeamLineReport, BeamsReport, ClaimReport, CountReport, CountsReport, DescriptionReport, GameProofReport,
    LikenessReport, PeriodsReport, ProofEnd, csv_field,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use wythoff_explore::sweep::task::SweepTask;

/// One place of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TableCell {
    /// Nothing.
    #[default]
    Empty,
    /// A number.
    Integer(i64),
    /// A number with decimals.
    Decimal(f64),
    /// Yes or no.
    Truth(bool),
    /// Anything else.
    Text(String),
}

impl TableCell {
    /// As it stands in comma-separated values.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            TableCell::Empty => String::new(),
            TableCell::Integer(n) => n.to_string(),
            TableCell::Decimal(n) => n.to_string(),
            TableCell::Truth(truth) => truth.to_string(),
            TableCell::Text(text) => text.clone(),
        }
    }
}

impl From<&str> for TableCell {
    /// A number if it is one and fits.
    fn from(text: &str) -> TableCell {
        match text.parse::<i64>() {
            Ok(n) if n.to_string() == text => TableCell::Integer(n),
            _ => TableCell::Text(text.to_owned()),
        }
    }
}

impl From<u64> for TableCell {
    fn from(n: u64) -> TableCell {
        i64::try_from(n).map_or_else(|_| TableCell::Text(n.to_string()), TableCell::Integer)
    }
}

impl From<usize> for TableCell {
    fn from(n: usize) -> TableCell {
        TableCell::from(n as u64)
    }
}

impl From<bool> for TableCell {
    fn from(truth: bool) -> TableCell {
        TableCell::Truth(truth)
    }
}

impl From<f64> for TableCell {
    fn from(n: f64) -> TableCell {
        TableCell::Decimal(n)
    }
}

impl<T: Into<TableCell>> From<Option<T>> for TableCell {
    fn from(cell: Option<T>) -> TableCell {
        cell.map_or(TableCell::Empty, Into::into)
    }
}

/// A text that stays one, even if it looks like a number.
fn text(words: impl Into<String>) -> TableCell {
    TableCell::Text(words.into())
}

fn maybe(words: Option<&String>) -> TableCell {
    words.map_or(TableCell::Empty, text)
}

/// A column of a table: a name and a place for every row, all of one kind or empty.
#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// Its name.
    pub name: String,
    /// One for each row.
    pub cells: Vec<TableCell>,
}

/// What came of many tasks of one kind, a row for each thing that was found: a beam, a form, a P-position. A task that found nothing,
/// or had no result, has one row.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyTable {
    /// The columns: what was chosen, what came of it, the limits, what was found, and the name of the task.
    pub columns: Vec<TableColumn>,
    /// How many rows there are.
    pub rows: usize,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// Results of several chores do not fit into one.
    #[error("there are results of {}: choose one of them", .0.join(", "))]
    Several(Vec<String>),
    /// There is nothing.
    #[error("there are no results")]
    Nothing,
    /// A result that is not what its task says.
    #[error("the result {0} cannot be read: delete its file and do the task again")]
    Damaged(String),
}

/// A row: names and places in order.
type Row = Vec<(&'static str, TableCell)>;

impl SurveyTable {
    /// The table of these results.
    ///
    /// # Errors
    /// Results of several chores, or none.
    pub fn new(mut results: Vec<(SweepTask, TaskOutcome)>) -> Result<SurveyTable, NoTable> {
        let mut kinds: Vec<String> = results.iter().map(|(task, _)| task.task.clone()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let kind = match kinds.as_slice() {
            [] => return Err(NoTable::Nothing),
            [one] => ChoreKind::named(one).ok_or(NoTable::Nothing)?,
            _ => return Err(NoTable::Several(kinds)),
        };
        results.sort_by(|(a, _), (b, _)| in_order(a, b));
        results.dedup_by(|(a, _), (b, _)| a == b);
        let names = |of: &dyn Fn(&SweepTask) -> Vec<String>| {
            let mut all: Vec<String> = Vec::new();
            for name in results.iter().flat_map(|(task, _)| of(task)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            all
        };
        let choices = names(&|task| task.choices().iter().map(|(name, _)| (*name).to_owned()).collect());
        let mut limits = names(&|task| task.limits.keys().cloned().collect());
        limits.sort_unstable();
        let found = columns_of(kind);
        let renamed = |name: String| match choices.contains(&name) {
            // A parameter may be called like a limit, or like something that is found.
            true => format!("{name}_"),
            false => name,
        };
        let mut table: Vec<TableColumn> = choices.iter().cloned().map(TableColumn::named).collect();
        let others = ["status", "reason"].map(str::to_owned).into_iter().chain(limits.iter().cloned());
        let others = others.chain(found.iter().map(|name| (*name).to_owned())).chain(["id".to_owned()]);
        table.extend(others.map(|name| TableColumn::named(renamed(name))));
        let mut rows = 0;
        for (task, outcome) in &results {
            let found_rows = match outcome {
                TaskOutcome::Done(value) => {
                    rows_of(kind, value).ok_or_else(|| NoTable::Damaged(task.file_name()))?
                }
                _ => Vec::new(),
            };
            let found_rows = if found_rows.is_empty() { vec![Row::new()] } else { found_rows };
            let chosen: BTreeMap<&str, &str> = task.choices().into_iter().collect();
            for row in found_rows {
                let mut cells: Vec<TableCell> =
                    choices.iter().map(|name| chosen.get(name.as_str()).copied().into()).collect();
                cells.push(text(outcome.name()));
                cells.push(match outcome.reason() {
                    "" => TableCell::Empty,
                    reason => text(reason),
                });
                cells.extend(limits.iter().map(|name| task.limits.get(name).copied().into()));
                let mut row: BTreeMap<&str, TableCell> = row.into_iter().collect();
                cells.extend(found.iter().map(|name| row.remove(name).unwrap_or_default()));
                cells.push(text(task.id()));
                table.iter_mut().zip(cells).for_each(|(column, cell)| column.cells.push(cell));
                rows += 1;
            }
        }
        table.iter_mut().for_each(TableColumn::settle);
        Ok(SurveyTable { columns: table, rows })
    }

    /// As comma-separated values, with a header.
    #[must_use]
    pub fn csv(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| csv_field(&column.name)).collect();
        let mut out = names.join(",") + "\n";
        for row in 0..self.rows {
            let cells: Vec<String> =
                self.columns.iter().map(|column| csv_field(&column.cells[row].words())).collect();
            out += &cells.join(",");
            out.push('\n');
        }
        out
    }
}

impl TableColumn {
    fn named(name: String) -> TableColumn {
        TableColumn { name, cells: Vec::new() }
    }

    /// Makes all places of one kind: numbers and texts together are texts.
    fn settle(&mut self) {
        let is_text = |cell: &TableCell| matches!(cell, TableCell::Text(_));
        if self.cells.iter().any(is_text) {
            for cell in
                self.cells.iter_mut().filter(|cell| !matches!(cell, TableCell::Empty | TableCell::Text(_)))
            {
                *cell = text(cell.words());
            }
        }
    }
}

/// By what was chosen, numbers by their size; then by rules, what it is done with, and limits.
fn in_order(a: &SweepTask, b: &SweepTask) -> Ordering {
    let choice = |(a, b): ((&str, &str), (&str, &str))| a.0.cmp(b.0).then_with(|| natural(a.1, b.1));
    let (ours, theirs) = (a.choices(), b.choices());
    let by_choice =
        ours.iter().copied().zip(theirs.iter().copied()).map(choice).find(|o| *o != Ordering::Equal);
    by_choice
        .unwrap_or_else(|| ours.len().cmp(&theirs.len()))
        .then_with(|| (&a.member, &a.rules, &a.with).cmp(&(&b.member, &b.rules, &b.with)))
        .then_with(|| a.limits.cmp(&b.limits))
}

/// Numbers by their size, before everything else.
fn natural(a: &str, b: &str) -> Ordering {
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.trim_start_matches('0').to_owned())
    };
    match (digits(a), digits(b)) {
        (Some(a), Some(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(&b)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.cmp(b),
    }
}

/// The names of what a chore finds.
fn columns_of(kind: ChoreKind) -> &'static [&'static str] {
    match kind {
        ChoreKind::Count => &["symmetric", "count"],
        ChoreKind::Beams => &[
            "seen",
            "symmetric",
            "in_column",
            "strays",
            "areas",
            "beams",
            "beam",
            "slope",
            "exact",
            "by",
            "low",
            "high",
            "per_column",
            "per_row",
            "per_diagonal",
            "width",
            "drift",
        ],
        ChoreKind::Describe => &["kind", "proved", "claim", "evidence"],
        ChoreKind::Prove => &[
            "verdict",
            "claim",
            "numeration",
            "automaton_states",
            "start",
            "period",
            "slope",
            "ended",
            "tries",
        ],
        ChoreKind::Compare => {
            &["equal", "ground", "first_difference", "p_in_member", "differences", "spread", "relation"]
        }
        ChoreKind::Grundy => &["y", "period", "preperiod", "increment"],
        ChoreKind::Columns => &["symmetric", "x", "y"],
    }
}

/// What was found, row by row; `None` if this is not the result of such a chore.
fn rows_of(kind: ChoreKind, value: &Value) -> Option<Vec<Row>> {
    fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
        T::deserialize(value).ok()
    }
    Some(match kind {
        ChoreKind::Count => {
            let found: CountReport = read(value)?;
            vec![vec![("symmetric", found.symmetric.into()), ("count", found.count.as_str().into())]]
        }
        ChoreKind::Beams => beams(&read(value)?),
        ChoreKind::Describe => {
            let found: DescriptionReport = read(value)?;
            let row = |form: crate::report::FormReport| -> Row {
                vec![
                    ("kind", text(form.kind)),
                    ("proved", form.proved.into()),
                    ("claim", text(form.claim)),
                    ("evidence", text(form.evidence)),
                ]
            };
            found.forms.into_iter().map(row).collect()
        }
        ChoreKind::Prove => vec![proof(&read(value)?)],
        ChoreKind::Compare => vec![likeness(&read(value)?)],
        ChoreKind::Grundy => {
            let found: PeriodsReport = read(value)?;
            let row = |(y, period): (usize, Option<wythoff_solve::grundy::AdditivePeriod>)| -> Row {
                let mut row: Row = vec![("y", y.into())];
                if let Some(p) = period {
                    row.push(("period", p.period.into()));
                    row.push(("preperiod", p.preperiod.into()));
                    row.push(("increment", p.increment.to_string().as_str().into()));
                }
                row
            };
            found.periods.into_iter().enumerate().map(row).collect()
        }
        ChoreKind::Columns => {
            let found: ColumnsReport = read(value)?;
            let symmetric = found.symmetric;
            let squares = found.columns.into_iter().flat_map(|c| c.rows.into_iter().map(move |y| (c.x, y)));
            squares
                .map(|(x, y)| vec![("symmetric", symmetric.into()), ("x", x.into()), ("y", y.into())])
                .collect()
        }
    })
}

fn beams(found: &BeamsReport) -> Vec<Row> {
    let area = |(low, high): &(String, Option<String>)| match high {
        Some(high) => format!("{low} to {high}"),
        None => format!("from {low} on"),
    };
    let areas: Vec<String> = found.areas.iter().map(area).collect();
    let all: Row = vec![
        ("seen", found.columns.into()),
        ("symmetric", found.symmetric.into()),
        ("in_column", found.in_column.as_ref().map(|counts| text(counts.mean.clone())).unwrap_or_default()),
        ("strays", found.strays.into()),
        ("areas", if areas.is_empty() { TableCell::Empty } else { text(areas.join("; ")) }),
        ("beams", found.beams.len().into()),
    ];
    if found.beams.is_empty() {
        return vec![all];
    }
    let row = |(number, beam): (usize, &BeamLineReport)| -> Row {
        // Exactly where the counts repeat, else as they were measured.
        let per = |counts: &Option<CountsReport>| match counts {
            Some(counts) if counts.course != "neither" => text(counts.mean.clone()),
            _ => TableCell::Empty,
        };
        let measured = |exact: TableCell, mean: Option<f64>| match (exact, mean) {
            (TableCell::Empty, Some(mean)) => text(mean.to_string()),
            (exact, _) => exact,
        };
        let own: Row = vec![
            ("beam", (number + 1).into()),
            ("slope", text(beam.slope.decimal.clone())),
            ("exact", maybe(beam.slope.exact.as_ref())),
            ("by", maybe(beam.slope.by.as_ref())),
            ("low", text(beam.slope.low.clone())),
            ("high", text(beam.slope.high.clone())),
            ("per_column", measured(per(&beam.counts.column), beam.per_column)),
            ("per_row", measured(per(&beam.counts.row), beam.per_row)),
            ("per_diagonal", measured(per(&beam.counts.diagonal), beam.per_diagonal)),
            ("width", beam.width.into()),
            ("drift", text(beam.drift.clone())),
        ];
        all.iter().cloned().chain(own).collect()
    };
    found.beams.iter().enumerate().map(row).collect()
}

fn proof(found: &GameProofReport) -> Row {
    let report = &found.report;
    let verdict = match report.verdict {
        ProofEnd::Proved => "proved",
        ProofEnd::Refuted => "refuted",
        ProofEnd::Undecided => "undecided",
    };
    let mut row: Row = vec![("verdict", text(verdict)), ("tries", report.tries.len().into())];
    row.push(("ended", maybe(report.reason.as_ref().or(report.stopped.as_ref()))));
    match &report.claim {
        Some(ClaimReport::Automaton { numeration, states }) => row.extend([
            ("claim", text("automaton")),
            ("numeration", text(numeration.clone())),
            ("automaton_states", (*states).into()),
        ]),
        Some(ClaimReport::Tail { start, period, .. }) => {
            row.extend([("claim", text("tail")), ("start", (*start).into()), ("period", (*period).into())]);
        }
        Some(ClaimReport::Beams { start, slope, .. }) => {
            row.extend([
                ("claim", text("beams")),
                ("start", (*start).into()),
                ("slope", text(slope.clone())),
            ]);
        }
        Some(ClaimReport::Grundy { numeration, .. }) => {
            row.extend([("claim", text("grundy")), ("numeration", text(numeration.clone()))]);
        }
        None => {}
    }
    row
}

fn likeness(found: &LikenessReport) -> Row {
    vec![
        ("equal", text(found.equal.clone())),
        ("ground", text(found.ground.clone())),
        (
            "first_difference",
            found.first_difference.as_ref().map(|piles| text(piles.join(" "))).unwrap_or_default(),
        ),
        ("p_in_member", found.p_in.as_ref().map(|name| *name == found.games.0).into()),
        ("differences", found.differences.into()),
        ("spread", maybe(found.spread.as_ref())),
        ("relation", maybe(found.relation.as_ref())),
    ]
}
