//! What is seen of a game, as data.

use serde::{Deserialize, Serialize};
use wythoff_explore::beams::{BeamLine, BeamList, Course, FilledSector, LineCounts, SlopeGround, decimal};
use wythoff_explore::compare::Likeness;
use wythoff_explore::describe::{Description, FittingForm};
use wythoff_explore::learn::{LearnTable, LearnerStyle, Lesson, LessonKind, SeedCounts, WinnerStyle};
use wythoff_explore::star::{PairSet, Realisable, StarMoves, Stars, star_name};
use wythoff_number::Rational;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;

/// The lines at which the P-positions of a game gather.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamsReport {
    /// The game.
    pub game: String,
    /// How many columns were looked at.
    pub columns: u64,
    /// Whether only the beams with y ≥ x are listed.
    pub symmetric: bool,
    /// The row above which nothing was looked at, if columns have no end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub height: Option<u64>,
    /// P-positions per column, all beams and mirror images together.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_column: Option<CountsReport>,
    /// The beams, the flattest first.
    pub beams: Vec<BeamLineReport>,
    /// Sectors that P-positions fill, each as the least and the greatest slope; none where nothing steeper was looked at.
    pub areas: Vec<(String, Option<String>)>,
    /// P-positions of the last columns that belong to no beam and no sector.
    pub strays: u64,
}

/// A beam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamLineReport {
    /// The slope.
    pub slope: SlopeReport,
    /// P-positions per column.
    pub per_column: Option<f64>,
    /// P-positions per row.
    pub per_row: Option<f64>,
    /// P-positions per diagonal.
    pub per_diagonal: Option<f64>,
    /// How many squares it is wide, upwards, at the last columns.
    pub width: f64,
    /// Whether it leaves its line: none, logarithmic, larger or unknown.
    pub drift: String,
    /// The same numbers exactly, and whether they repeat.
    pub counts: LinesReport,
    /// The widths at several columns.
    pub widths: Vec<WidthReport>,
    /// How far above the exact line its P-positions are, at least and at most.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub off: Option<(f64, f64)>,
}

/// A slope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlopeReport {
    /// In decimals.
    pub decimal: String,
    /// An exact candidate, as an expression.
    pub exact: Option<String>,
    /// The least that the data leave open.
    pub low: String,
    /// The greatest.
    pub high: String,
    /// Where the candidate comes from: counts, counting law, word or simplest.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<String>,
}

/// P-positions on lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinesReport {
    /// On columns.
    pub column: Option<CountsReport>,
    /// On rows.
    pub row: Option<CountsReport>,
    /// On diagonals.
    pub diagonal: Option<CountsReport>,
}

/// How many P-positions lines hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsReport {
    /// The mean, as a fraction.
    pub mean: String,
    /// The least number.
    pub least: u64,
    /// The greatest.
    pub most: u64,
    /// Whether they are constant, periodic or neither.
    pub course: String,
    /// The period.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub period: Option<u64>,
}

/// How wide a beam is near a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WidthReport {
    /// The column.
    pub x: u64,
    /// The width in squares.
    pub width: f64,
}

impl CountsReport {
    fn new(counts: &LineCounts) -> CountsReport {
        let (course, period) = match counts.course {
            Course::Constant => ("constant", None),
            Course::Periodic(period) => ("periodic", Some(period)),
            Course::Neither => ("neither", None),
        };
        let (least, most) = counts.range;
        CountsReport { mean: counts.mean.to_string(), least, most, course: course.to_owned(), period }
    }
}

/// A fraction as a number with a few decimals.
fn number(value: &Rational) -> f64 {
    decimal(value, 6, false).parse().unwrap_or(f64::NAN)
}

impl BeamLineReport {
    fn new(beam: &BeamLine) -> BeamLineReport {
        let mean = |counts: &Option<LineCounts>| counts.as_ref().map(|counts| number(&counts.mean));
        let counts = |counts: &Option<LineCounts>| counts.as_ref().map(CountsReport::new);
        let by = beam.ground.map(|ground| match ground {
            SlopeGround::Counts => "counts",
            SlopeGround::CountingLaw => "counting law",
            SlopeGround::Word => "word",
            SlopeGround::Simplest => "simplest",
        });
        BeamLineReport {
            slope: SlopeReport {
                decimal: beam.decimal(),
                exact: beam.exact.as_ref().map(|slope| slope.expr().to_string()),
                low: beam.bounds().0,
                high: beam.bounds().1,
                by: by.map(str::to_owned),
            },
            per_column: mean(&beam.per_column),
            per_row: mean(&beam.per_row),
            per_diagonal: mean(&beam.per_diagonal),
            width: beam.widths.last().map_or(0.0, |(_, width)| number(width)),
            drift: beam.drift.name().to_owned(),
            counts: LinesReport {
                column: counts(&beam.per_column),
                row: counts(&beam.per_row),
                diagonal: counts(&beam.per_diagonal),
            },
            widths: beam
                .widths
                .iter()
                .map(|(x, width)| WidthReport { x: *x, width: number(width) })
                .collect(),
            off: beam.off.as_ref().map(|(low, high)| (number(low), number(high))),
        }
    }
}

impl BeamsReport {
    /// What was found of a game.
    #[must_use]
    pub fn new(game: &Game, found: &BeamList) -> BeamsReport {
        BeamsReport {
            game: game.label().to_owned(),
            columns: found.columns,
            symmetric: found.symmetric,
            height: found.height,
            in_column: found.in_column.as_ref().map(CountsReport::new),
            beams: found.beams.iter().map(BeamLineReport::new).collect(),
            areas: found.areas.iter().map(FilledSector::bounds).collect(),
            strays: found.strays,
        }
    }
}

/// Whether two games have the same P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LikenessReport {
    /// Both games.
    pub games: (String, String),
    /// Whether they are equal: proved, as far as computed, or no.
    pub equal: String,
    /// On what that rests.
    pub ground: String,
    /// The largest pile of the boards that were compared.
    pub to: u32,
    /// The first difference.
    pub first_difference: Option<Vec<String>>,
    /// In which game the first difference is P.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub p_in: Option<String>,
    /// How many differences there are on the board.
    pub differences: usize,
    /// How they are spread: finitely many, a line, a density.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spread: Option<String>,
    /// How one set is made from the other, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub relation: Option<String>,
}

impl LikenessReport {
    /// What was found of two games.
    #[must_use]
    pub fn new(first: &Game, second: &Game, found: &Likeness) -> LikenessReport {
        let differences = found.differences.as_ref();
        let label = |in_first: bool| if in_first { first.label() } else { second.label() };
        let piles = |p: &Position| p.piles().iter().map(ToString::to_string).collect();
        LikenessReport {
            games: (first.label().to_owned(), second.label().to_owned()),
            equal: found.equal.name().to_owned(),
            ground: found.ground.clone(),
            to: found.to,
            first_difference: differences.map(|d| piles(&d.first)),
            p_in: differences.map(|d| label(d.in_first).to_owned()),
            differences: differences.map_or(0, |d| d.count),
            spread: differences.map(|d| d.spread.name().to_owned()),
            relation: found.kin.map(|kin| kin.words(first.label(), second.label())),
        }
    }
}

/// One page about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DescriptionReport {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// What is known before looking, in sentences.
    pub facts: Vec<String>,
    /// Every form that fits, readable ones first.
    pub forms: Vec<FormReport>,
}

/// A form that fits the P-positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormReport {
    /// Its kind.
    pub kind: String,
    /// What is claimed.
    pub claim: String,
    /// On what that rests, or how far it was seen.
    pub evidence: String,
    /// Whether it is proved for all sizes.
    pub proved: bool,
}

impl DescriptionReport {
    /// A page as data.
    #[must_use]
    pub fn new(page: &Description) -> DescriptionReport {
        let form = |form: &FittingForm| FormReport {
            kind: form.kind.name().to_owned(),
            claim: form.claim.clone(),
            evidence: form.evidence.clone(),
            proved: form.proved,
        };
        DescriptionReport {
            game: page.game.clone(),
            title: page.title.clone(),
            facts: page.facts.clone(),
            forms: page.forms.iter().map(form).collect(),
        }
    }
}

/// A set of pairs, whether it belongs to an invariant game, and its stars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarsReport {
    /// The game, or the set.
    pub of: String,
    /// The largest pile of the board.
    pub to: u32,
    /// Is the set the P-positions of an invariant game: yes, as far as computed, or no.
    pub invariant: String,
    /// On what that rests.
    pub ground: String,
    /// The square from which no such game can move into the set.
    pub stuck: Option<Vec<String>>,
    /// What M is: its own moves, or the set.
    pub moves: String,
    /// Whether M⋆⋆ = M on the board.
    pub double_star: bool,
    /// The first pair that is in one of M and M⋆⋆ only.
    pub first_difference: Option<Vec<String>>,
    /// The number of stars from which on every second set is the same.
    pub repeats_from: Option<usize>,
    /// M, M⋆, M⋆⋆, … until they repeat.
    pub sets: Vec<StarSetReport>,
}

/// M with some stars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarSetReport {
    /// M, M*, M**, …
    pub name: String,
    /// Whether only pairs with x ≤ y are counted and listed.
    pub symmetric: bool,
    /// How many pairs there are.
    pub count: usize,
    /// The first of them.
    pub first: Vec<(String, String)>,
}

/// So many pairs of every set are listed.
const FIRST_PAIRS: usize = 100;

impl StarsReport {
    /// What was found.
    #[must_use]
    pub fn new(found: &Stars) -> StarsReport {
        let board = format!("boards with piles up to {}", found.to);
        let (ground, stuck) = match &found.realisable {
            Realisable::Yes(ground) => (ground.clone(), None),
            Realisable::AsFarAsComputed => (board, None),
            Realisable::No { stuck, ground } => {
                (ground.clone(), Some(stuck.piles().iter().map(ToString::to_string).collect()))
            }
        };
        let moves = match found.moves {
            StarMoves::Own => "its own moves",
            StarMoves::Set => "the set",
        };
        let set = |(stars, set): (usize, &PairSet)| {
            let listed = set.listed();
            StarSetReport {
                name: star_name(stars),
                symmetric: set.is_symmetric(),
                count: listed.len(),
                first: listed.iter().take(FIRST_PAIRS).map(|(x, y)| (x.to_string(), y.to_string())).collect(),
            }
        };
        StarsReport {
            of: found.name.clone(),
            to: found.to,
            invariant: found.realisable.name().to_owned(),
            ground,
            stuck,
            moves: moves.to_owned(),
            double_star: found.is_its_double_star(),
            first_difference: found.first_difference().map(|(x, y)| vec![x.to_string(), y.to_string()]),
            repeats_from: found.repeats_from,
            sets: found.sets.iter().enumerate().map(set).collect(),
        }
    }
}

/// How fast learners come to know the P-positions of some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LessonsReport {
    /// One for each game.
    pub lessons: Vec<LearningReport>,
}

/// How fast a learner comes to know the P-positions of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningReport {
    /// The game.
    pub game: String,
    /// Its family: wythoff or imitation.
    pub family: String,
    /// Its p.
    pub p: u32,
    /// Its m.
    pub m: u32,
    /// Games begin with piles up to this.
    pub size: u32,
    /// How the winner chooses: concealing or careless.
    pub winner: String,
    /// What the learner does: plain or forbidding.
    pub learner: String,
    /// Over so many seeds.
    pub seeds: u32,
    /// How many pairs can come up.
    pub pairs: usize,
    /// What is known after 1, 2, 5, 10, … games.
    pub rows: Vec<LearnRowReport>,
    /// The first game of the first seed.
    pub first_game: LearnedGameReport,
    /// Which game of the first seed revealed which pair, in this order.
    pub revealed: Vec<RevealedPairReport>,
}

/// A pair that became known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevealedPairReport {
    /// The pair.
    pub pair: (String, String),
    /// The game that revealed it, counted from 1.
    pub game: u32,
}

/// What is known after some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnRowReport {
    /// After so many games.
    pub games: u32,
    /// How many pairs are known.
    pub known: SeedsReport,
    /// How many are known without a gap, from (0, 0) on.
    pub unbroken: SeedsReport,
}

/// A number over several seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedsReport {
    /// The mean, with one decimal.
    pub mean: f64,
    /// The least.
    pub least: usize,
    /// The greatest.
    pub most: usize,
}

/// A game between a winner and a learner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnedGameReport {
    /// Where it began.
    pub start: (String, String),
    /// The positions after every move, the winner's first.
    pub moves: Vec<(String, String)>,
    /// The pairs that were shown, in this order.
    pub shown: Vec<(String, String)>,
}

impl LearningReport {
    /// A table of a lesson.
    #[must_use]
    pub fn new(game: &Game, lesson: &Lesson, table: &LearnTable) -> LearningReport {
        let (kind, p, m) = lesson.family();
        let counts = |counts: &SeedCounts| SeedsReport {
            mean: counts.mean(table.seeds).parse().unwrap_or(f64::NAN),
            least: counts.least,
            most: counts.most,
        };
        let said = |(x, y): (u32, u32)| (x.to_string(), y.to_string());
        let shown = table.first.shown.iter().filter_map(|index| lesson.pair(*index));
        let revealed = table.revealed.iter().filter_map(|(game, index)| {
            Some(RevealedPairReport { pair: said(lesson.pair(*index)?), game: *game })
        });
        let rows = table.rows.iter().map(|row| LearnRowReport {
            games: row.games,
            known: counts(&row.known),
            unbroken: counts(&row.unbroken),
        });
        LearningReport {
            game: game.label().to_owned(),
            family: match kind {
                LessonKind::Wythoff => "wythoff".to_owned(),
                LessonKind::Imitation => "imitation".to_owned(),
            },
            p,
            m,
            size: lesson.size(),
            winner: match lesson.winner {
                WinnerStyle::Concealing => "concealing".to_owned(),
                WinnerStyle::Careless => "careless".to_owned(),
            },
            learner: match lesson.learner {
                LearnerStyle::Plain => "plain".to_owned(),
                LearnerStyle::Forbidding => "forbidding".to_owned(),
            },
            seeds: table.seeds,
            pairs: table.pairs,
            rows: rows.collect(),
            first_game: LearnedGameReport {
                start: said(table.first.start),
                moves: table.first.moves.iter().copied().map(said).collect(),
                shown: shown.map(said).collect(),
            },
            revealed: revealed.collect(),
        }
    }
}
