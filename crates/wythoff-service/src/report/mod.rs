//! What faces show, as data: one JSON for the command line, scripts and pages.
//!
//! Every report serialises and reads back with serde. Piles are decimal strings, since they may be longer than any number
//! type; fields keep their names and order.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::{Game, Position};
//! use wythoff_service::report::AnswerReport;
//! use wythoff_prove::AllWays;
//! let ways = AllWays::of(Game::named("WN")?);
//! let answer = ways.ask(&Position::small(&[4, 6]), &[], &Budget::default())?;
//! let report = AnswerReport::new(ways.game(), &answer);
//! let text = serde_json::to_string(&report)?;
//! assert!(text.starts_with(r#"{"game":"WN","position":["4","6"],"outcome":"N","winning_moves":[["3","5"]],"#));
//! assert_eq!(serde_json::from_str::<AnswerReport>(&text)?, report);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod batch;
mod explore;
mod games;
mod lists;
mod proof;
mod rules;
mod search;
mod sum;

pub use answer::AnswerReport;
pub use batch::{BadQuestion, BatchReply, Question};
pub use explore::{
    BeamLineReport, BeamsReport, CountsReport, DescriptionReport, FormReport, LearnRowReport,
    LearnedGameReport, LearningReport, LessonsReport, LikenessReport, LinesReport, RevealedPairReport,
    SeedsReport, SlopeReport, StarSetReport, StarsReport, WidthReport,
};
pub use games::{GameSummary, GamesReport};
pub use lists::{BoardReport, CountReport, GrundyReport, ListReport, PeriodsReport, SizeReport};
pub use proof::{
    BeamReport, ClaimReport, ComparedReport, DecisionReport, GameProofReport, ProofEnd, ProofReport,
    RelationReport, TryEnd, TryReport, ValueReport,
};
pub use rules::{BoundReport, ParameterReport, RulesReport, WarningReport};
pub(crate) use search::csv_field;
pub use search::{SearchReport, SearchRowReport};
pub use sum::{SumMove, SumPart, SumReport};
