//! Why a request is not answered: one sentence that says what to do, with places in the rule text where there are any.

use serde::Serialize;
use wythoff_budget::Limit;
use wythoff_draw::DrawError;
use wythoff_rules::game::GameError;
use wythoff_rules::hint::Hint;
use wythoff_rules::{Diagnostic, RuleErrors, RuleWarnings};
use wythoff_solve::SolveError;
use wythoff_solve::typed::{NotAGame, NotTyped};

/// Which kind of failure it is. [`RefusalKind::status`] has the number that the web uses for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// The request is wrong.
    Wrong,
    /// There is no such thing.
    Missing,
    /// It is right, and too large or too long: a limit was reached.
    Limit,
    /// Somebody stopped it.
    Cancelled,
    /// A fault of this program.
    Fault,
}

impl RefusalKind {
    /// The status of HTTP.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            RefusalKind::Wrong => 400,
            RefusalKind::Missing => 404,
            RefusalKind::Limit => 422,
            RefusalKind::Cancelled => 499,
            RefusalKind::Fault => 500,
        }
    }
}

/// A place in a rule text, and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticReport {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// Which text this is a place in: the rules, or `parameters`.
    #[serde(rename = "in")]
    pub text: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters it is about, at least one.
    pub length: usize,
    /// What is to be said, in one line.
    pub message: String,
    /// What is said at the place itself.
    pub label: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl DiagnosticReport {
    fn new(
        severity: &'static str,
        (file, text): (&str, &str),
        (line, column): (usize, usize),
        it: &Diagnostic,
    ) -> DiagnosticReport {
        let length =
            text.get(it.span.clone()).map_or(0, |part| part.lines().next().unwrap_or("").chars().count());
        DiagnosticReport {
            severity,
            text: if file == "parameters" { "parameters" } else { "rules" }.to_owned(),
            line,
            column,
            length: length.max(1),
            message: it.message.clone(),
            label: it.label.clone(),
            help: it.help.clone(),
        }
    }

    /// All problems of a text.
    pub(super) fn errors(found: &RuleErrors) -> Vec<DiagnosticReport> {
        let source = (found.file.as_str(), found.text.as_str());
        let one = |it: &Diagnostic| DiagnosticReport::new("error", source, found.place(it), it);
        found.errors.iter().map(one).collect()
    }

    /// All warnings about a text.
    pub(super) fn warnings(found: &RuleWarnings) -> Vec<DiagnosticReport> {
        let source = (found.file.as_str(), found.text.as_str());
        let one = |it: &Diagnostic| DiagnosticReport::new("warning", source, found.place(it), it);
        found.warnings.iter().map(one).collect()
    }
}

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{error}")]
pub struct Refusal {
    /// Which kind of failure.
    #[serde(skip)]
    pub kind: RefusalKind,
    /// One sentence that says what is wrong and what to do.
    pub error: String,
    /// Places in the rule text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<DiagnosticReport>,
    /// What would help, by a name that a page has words for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

impl Refusal {
    /// A refusal of a kind.
    #[must_use]
    pub fn new(kind: RefusalKind, error: impl Into<String>) -> Refusal {
        Refusal { kind, error: error.into(), diagnostics: Vec::new(), hint: None }
    }

    /// The request is wrong.
    #[must_use]
    pub fn wrong(error: impl Into<String>) -> Refusal {
        Refusal::new(RefusalKind::Wrong, error)
    }

    pub(super) fn limit(error: impl Into<String>) -> Refusal {
        Refusal::new(RefusalKind::Limit, error)
    }

    fn hinted(self, hint: Option<Hint>) -> Refusal {
        let hint = hint.map(|hint| match hint {
            Hint::Games => "games",
            Hint::Board => "board",
            Hint::Columns => "columns",
            Hint::Height => "height",
            Hint::FromTheBeginning => "from-the-beginning",
            Hint::Part => "part",
            Hint::Proof => "proof",
            Hint::Prove => "prove",
        });
        Refusal { hint, ..self }
    }
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Refusal {
        match limit {
            Limit::Cancelled => Refusal::new(RefusalKind::Cancelled, "stopped: somebody asked for it"),
            limit => Refusal::limit(format!("stopped: {limit}; a smaller question may be answered")),
        }
    }
}

impl From<RuleErrors> for Refusal {
    fn from(errors: RuleErrors) -> Refusal {
        let diagnostics = DiagnosticReport::errors(&errors);
        let error = match diagnostics.first() {
            Some(first) if first.text == "parameters" => format!("the parameters: {}", first.message),
            Some(DiagnosticReport { line, column, message, .. }) => {
                format!("line {line}, column {column}: {message}")
            }
            None => "the rules cannot be read".to_owned(),
        };
        Refusal { diagnostics, ..Refusal::wrong(error) }
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        let hint = error.hint();
        match error {
            GameError::Rules(errors) => errors.into(),
            other => Refusal::wrong(other.to_string()).hinted(hint),
        }
    }
}

impl From<NotAGame> for Refusal {
    fn from(error: NotAGame) -> Refusal {
        match error {
            NotAGame::Game(error) => error.into(),
            other => Refusal::wrong(other.to_string()),
        }
    }
}

impl From<NotTyped> for Refusal {
    fn from(error: NotTyped) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Refusal {
        let hint = error.hint();
        let refusal = match error {
            SolveError::Limit(limit) => limit.into(),
            SolveError::TooLarge { .. } | SolveError::TooLong { .. } | SolveError::Stopped(_) => {
                Refusal::limit(error.to_string())
            }
            other => Refusal::wrong(other.to_string()),
        };
        refusal.hinted(hint)
    }
}

impl From<DrawError> for Refusal {
    fn from(error: DrawError) -> Refusal {
        match error {
            DrawError::Solve(error) => error.into(),
            DrawError::TooLarge { .. } => Refusal::limit(error.to_string()),
            other => Refusal::wrong(other.to_string()),
        }
    }
}
