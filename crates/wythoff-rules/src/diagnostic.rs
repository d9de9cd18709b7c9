//! What is wrong with a rule text, and where.
//!
//! Every problem has a message, a place (a byte range of the text) and, where it helps, an advice. [`RuleErrors`]
//! holds all problems of one text and draws them with file, line, column, the line itself and a caret.
//!
//! ```
//! let errors = wythoff_rules::Definition::parse("my.game", "game \"G\"\nmove rook: s = 0 or tt = 0\n").unwrap_err();
//! let text = errors.to_string();
//! assert!(text.contains("my.game:2:21"));
//! assert!(text.contains("^^"));
//! ```

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use std::fmt;
use std::ops::Range;

/// More problems than this are counted, not drawn.
const MOST_DRAWN: usize = 20;

/// A byte range of the rule text.
pub type Span = Range<usize>;

/// One problem in a rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What was expected there; shown beside the caret.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without help.
    pub fn new(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span, label: label.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All problems of one rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleErrors {
    /// The name of the text: a path, or a name of the rulebook.
    pub file: String,
    /// The text itself.
    pub text: String,
    /// The problems, in the order of their places. Never empty.
    pub errors: Vec<Diagnostic>,
}

impl RuleErrors {
    pub(crate) fn new(file: &str, text: &str, mut errors: Vec<Diagnostic>) -> Self {
        errors.sort_by_key(|e| (e.span.start, e.span.end));
        errors.dedup();
        RuleErrors { file: file.to_owned(), text: text.to_owned(), errors }
    }

    /// The problems drawn over the text, with terminal colours or without.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        draw(&self.file, &self.text, &self.errors, (Level::ERROR, "errors"), colour)
    }

    /// Line and column (both from 1, columns in characters) of a problem.
    #[must_use]
    pub fn place(&self, error: &Diagnostic) -> (usize, usize) {
        place(&self.text, error)
    }
}

/// What is not wrong with a rule text, and surely not meant: a move that nobody can ever make, a class that nothing is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleWarnings {
    /// The name of the text.
    pub file: String,
    /// The text itself.
    pub text: String,
    /// The warnings, in the order of their places. Often none.
    pub warnings: Vec<Diagnostic>,
    /// No move can ever be made, so that there is nothing to play.
    pub unplayable: bool,
}

impl RuleWarnings {
    /// The warnings of a text, put into the order of their places.
    pub fn new(file: &str, text: &str, mut warnings: Vec<Diagnostic>) -> Self {
        warnings.sort_by_key(|e| (e.span.start, e.span.end));
        warnings.dedup();
        RuleWarnings { file: file.to_owned(), text: text.to_owned(), warnings, unplayable: false }
    }

    /// The same as errors, where no move can ever be made: what a person typed there is no game.
    #[must_use]
    pub fn as_errors(&self) -> Option<RuleErrors> {
        self.unplayable.then(|| RuleErrors::new(&self.file, &self.text, self.warnings.clone()))
    }

    /// The warnings drawn over the text, with terminal colours or without; empty if there are none.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        draw(&self.file, &self.text, &self.warnings, (Level::WARNING, "warnings"), colour)
    }

    /// Line and column (both from 1, columns in characters) of a warning.
    #[must_use]
    pub fn place(&self, warning: &Diagnostic) -> (usize, usize) {
        place(&self.text, warning)
    }
}

impl fmt::Display for RuleWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

fn draw(
    file: &str,
    text: &str,
    found: &[Diagnostic],
    (level, plural): (Level<'_>, &str),
    colour: bool,
) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    // Very long lines are cut around the place that matters.
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(160);
    let text = drawable(text);
    let groups = found.iter().take(MOST_DRAWN).map(|d| group(file, &text, d, level.clone()));
    // One report per problem, so that each has its own header with file, line and column.
    let mut drawn: Vec<String> = groups.map(|g| renderer.render(&[g]).to_string()).collect();
    if let Some(more) = found.len().checked_sub(MOST_DRAWN).filter(|n| *n > 0) {
        drawn.push(format!("and {more} more {plural}"));
    }
    drawn.join("\n\n")
}

fn group<'a>(file: &'a str, text: &'a str, found: &'a Diagnostic, level: Level<'a>) -> Group<'a> {
    let snippet = Snippet::source(text)
        .path(file)
        .fold(true)
        .annotation(AnnotationKind::Primary.span(clamp(text, &found.span)).label(found.label.as_str()));
    let group = level.primary_title(found.message.as_str()).element(snippet);
    match &found.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

fn place(text: &str, found: &Diagnostic) -> (usize, usize) {
    let before = &text[..clamp(text, &found.span).start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// Control characters have no width on a terminal; one question mark each keeps carets in place and bytes harmless.
fn drawable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_control() && c != '\n' && c != '\t' && c != '\r' { '?' } else { c })
        .collect()
}

/// A range inside the text, on character boundaries, so that no diagnostic can make the drawing fail.
fn clamp(text: &str, span: &Span) -> Span {
    let floor = |mut i: usize| {
        i = i.min(text.len());
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = floor(span.start);
    start..floor(span.end).max(start)
}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for RuleErrors {}
