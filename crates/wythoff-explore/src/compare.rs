//! Are the P-positions of two games the same?
//!
//! Boards of both games are solved and compared. If they agree, a proof for all sizes is looked for: the rules say the same, one theorem
//! gives both sets, or one automaton or tail is proved by the checker for both games. If they do not, the first difference is given (of
//! those with the smallest largest pile, the first in lexicographic order, which does not depend on the size of the board) and how
//! the sets differ; and whether one set is the other mirrored, complemented, shifted or scaled.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::compare::{CompareEffort, Equality, compare};
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! let ways = |name: &str| Game::named(name).map(AllWays::of);
//! let found = compare(&ways("2WN^2")?, &ways("2WN^(2)")?, &CompareEffort::to(60), &Budget::default())?;
//! assert_eq!(found.equal, Equality::No);
//! let found = compare(&ways("WN")?, &ways("W^1")?, &CompareEffort::to(60), &Budget::default())?;
//! assert_eq!(found.equal, Equality::Proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wythoff_budget::{Budget, Limit};
use wythoff_check::{AnyCertificate, Certificate, Proved};
use wythoff_number::counted;
use wythoff_prove::guess::{Effort, prove};
use wythoff_prove::shipped;
use wythoff_prove::source::Solver;
use wythoff_prove::tail::TailCertificate;
use wythoff_prove::tail::guess::rays;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::identity::digest;
use wythoff_rules::piles::MOST_PILES;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::beatty::{Theorem, same_rules};
use wythoff_solve::memory_theorem::MemoryTheorem;
use wythoff_solve::way::{Method, cannot};

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareEffort {
    /// The largest pile of the boards that are compared.
    pub to: u32,
    /// How often the search for a proof may ask whether to go on, before it is given up.
    pub patience: u32,
}

impl CompareEffort {
    /// Boards up to this pile, and a search for a proof that takes seconds at most.
    #[must_use]
    pub fn to(to: u32) -> CompareEffort {
        CompareEffort { to, patience: PATIENCE }
    }
}

/// Boards have this size if nothing is said; and this one where only the definition can do it.
const SIZES: [u32; 2] = [1_000, 100];
const PATIENCE: u32 = 20_000;
/// The boards and the states of an automaton that is looked for here.
const BOARDS: [u32; 2] = [600, 2_500];
const STATES: usize = 400;
/// Sets are compared with multiples of each other up to this factor.
const FACTORS: u32 = 8;
/// Whoever waits can stop it after so many positions.
const OFTEN: usize = 1 << 14;
/// Positions are sorted in so many parts.
const PARTS: usize = 1 << 10;

/// Are the P-positions of two games the same?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// At all sizes.
    Proved,
    /// On the boards that were solved; nothing is known beyond.
    AsFarAsComputed,
    /// No.
    No,
}

impl Equality {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Equality::Proved => "proved",
            Equality::AsFarAsComputed => "as far as computed",
            Equality::No => "no",
        }
    }
}

/// How two sets differ, as far as was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// No difference lies in the outer half of the board.
    Finite,
    /// The number of differences grows like the size of the board.
    Lines,
    /// It grows like its area.
    Density,
}

impl Spread {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Spread::Finite => "finitely many",
            Spread::Lines => "a line",
            Spread::Density => "a density",
        }
    }
}

/// How one set is made from the other, as far as was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetKinship {
    /// With the piles exchanged.
    Mirrored,
    /// What is P in one is N in the other.
    Complement,
    /// `(factor·x + shift.0, factor·y + shift.1)` for all (x, y) of the other.
    Image {
        /// The factor; 1 if it is shifted only.
        factor: u32,
        /// What is added.
        shift: (u32, u32),
        /// Whether the second game is made from the first, and not the first from the second.
        second: bool,
    },
}

/// Where two sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The first one.
    pub first: Position,
    /// Whether that is P in the first game, and not in the second.
    pub in_first: bool,
    /// How many there are on the board.
    pub count: usize,
    /// The one with the largest pile.
    pub last: Position,
    /// How they are spread.
    pub spread: Spread,
}

/// What a comparison of two games found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Whether their P-positions are the same.
    pub equal: Equality,
    /// On what that rests.
    pub ground: String,
    /// The largest pile of the boards that were compared.
    pub to: u32,
    /// Where they differ.
    pub differences: Option<Differences>,
    /// How one is made from the other, if they differ.
    pub kin: Option<SetKinship>,
}

/// Compares two games on boards of a size that takes about a second, or of this one.
///
/// # Errors
/// Games on different numbers of piles, boards that are too large, and limits.
pub fn compare_to(a: &Ways, b: &Ways, to: Option<u32>, budget: &Budget) -> Result<Likeness, SolveError> {
    if let Some(to) = to {
        return compare(a, b, &CompareEffort::to(to), budget);
    }
    let mut last = None;
    for to in SIZES {
        match compare(a, b, &CompareEffort::to(to), budget) {
            Err(error @ (SolveError::TooLarge { .. } | SolveError::TooLong { .. })) => last = Some(error),
            found => return found,
        }
    }
    Err(last.unwrap_or_else(|| SolveError::Stopped("nothing was compared".to_owned())))
}

/// Compares two games.
///
/// # Errors
/// As for [`compare_to`].
pub fn compare(a: &Ways, b: &Ways, effort: &CompareEffort, budget: &Budget) -> Result<Likeness, SolveError> {
    compare_with(a, b, &|| Squares::of(b, effort.to, budget).map(Arc::new), effort, budget)
}

/// The same with the board of the second game from somebody who may know it already.
pub(crate) fn compare_with(
    a: &Ways,
    b: &Ways,
    theirs: &dyn Fn() -> Result<Arc<Squares>, SolveError>,
    effort: &CompareEffort,
    budget: &Budget,
) -> Result<Likeness, SolveError> {
    let (first, second) = (a.game(), b.game());
    if first.piles() != second.piles() {
        let why = format!(
            "it is played on {} piles, and {} on {}: only games on equally many piles are compared",
            first.piles(),
            second.label(),
            second.piles()
        );
        return Err(cannot(first, Method::Auto, why));
    }
    let same_name = first.ruleset().is_none() && first.name() == second.name();
    let same = match (first.ruleset(), second.ruleset()) {
        (Some(a), Some(b)) => same_rules(a, b),
        _ => same_name,
    };
    if same {
        let ground = "the rules say the same".to_owned();
        return Ok(Likeness { equal: Equality::Proved, ground, to: effort.to, differences: None, kin: None });
    }
    let (ours, theirs) = (Squares::of(a, effort.to, budget)?, theirs()?);
    let differences = ours.differences(&theirs, budget)?;
    let by_board = format!("boards with piles up to {}", effort.to);
    let Some(differences) = differences else {
        let proof = proof(first, second, effort, budget)?;
        let equal = if proof.is_some() { Equality::Proved } else { Equality::AsFarAsComputed };
        let ground = proof.unwrap_or(by_board);
        return Ok(Likeness { equal, ground, to: effort.to, differences: None, kin: None });
    };
    let kin = ours.kin(&theirs);
    let differences = Some(differences);
    Ok(Likeness { equal: Equality::No, ground: by_board, to: effort.to, differences, kin })
}

/// Piles of a position, as many as the game has, and zeros. Without a box for each, since millions are sorted and freed.
type Piles = [u32; MOST_PILES];

/// The P-positions of a board, every order of the piles, in order.
#[derive(Debug)]
pub(crate) struct Squares {
    to: u32,
    /// How many piles there are.
    piles: usize,
    all: Vec<Piles>,
}

/// The largest pile of a position that only one of two games has, its piles, and whether it is the first game's.
type Found<'a> = (u32, &'a [u32], bool);

/// The largest pile.
fn size(piles: &[u32]) -> u32 {
    piles.iter().copied().max().unwrap_or(0)
}

impl Squares {
    pub(crate) fn of(ways: &Ways, to: u32, budget: &Budget) -> Result<Squares, SolveError> {
        let listed = ways.piles_to(Method::Auto, to, budget)?;
        let piles = ways.game().piles().clamp(1, MOST_PILES);
        // Sorted by their first pile into as many parts, so that whoever waits can stop it between them.
        let part = |position: &Piles| (u64::from(position[0]) * PARTS as u64 / (u64::from(to) + 1)) as usize;
        let mut parts: Vec<Vec<Piles>> = vec![Vec::new(); PARTS];
        for (at, listed) in listed.chunks_exact(piles).enumerate() {
            if at.is_multiple_of(OFTEN) {
                budget.poll()?;
            }
            let mut position = [0; MOST_PILES];
            position
                .iter_mut()
                .zip(listed)
                .for_each(|(pile, n)| *pile = u32::try_from(*n).unwrap_or(u32::MAX));
            let mut put = |position: Piles| parts[part(&position).min(PARTS - 1)].push(position);
            if ways.is_symmetric() { orders(position, piles, &mut put) } else { put(position) }
        }
        let mut all = Vec::new();
        for mut part in parts {
            budget.poll()?;
            part.sort_unstable();
            part.dedup();
            all.append(&mut part);
        }
        Ok(Squares { to, piles, all })
    }

    /// How many there are, and a hash of them.
    pub(crate) fn mark(&self) -> (usize, String) {
        let mut text = String::new();
        for position in &self.all {
            let piles: Vec<String> = position[..self.piles].iter().map(u32::to_string).collect();
            text += &piles.join(",");
            text.push('\n');
        }
        (self.all.len(), digest(&text))
    }

    fn differences(&self, other: &Squares, budget: &Budget) -> Result<Option<Differences>, Limit> {
        // By size, then by the piles, then those of the second game first.
        let (mut first, mut last): (Option<Found<'_>>, Option<Found<'_>>) = (None, None);
        let (mut count, mut before) = (0usize, 0usize);
        for (these, those, in_first) in [(self, other, true), (other, self, false)] {
            for some in these.all.chunks(OFTEN) {
                budget.poll()?;
                for piles in some.iter().filter(|piles| those.all.binary_search(piles).is_err()) {
                    let found = (size(piles), &piles[..self.piles], in_first);
                    first = Some(first.map_or(found, |first| first.min(found)));
                    last = Some(last.map_or(found, |last| last.max(found)));
                    count += 1;
                    before += usize::from(found.0 <= self.to / 2);
                }
            }
        }
        let (Some((_, first, in_first)), Some((largest, last, _))) = (first, last) else { return Ok(None) };
        let position =
            |piles: &[u32]| Position::small(&piles.iter().map(|n| u64::from(*n)).collect::<Vec<_>>());
        let spread = match count {
            _ if largest <= self.to / 2 => Spread::Finite,
            all if all <= 3 * before.max(2) => Spread::Lines,
            _ => Spread::Density,
        };
        Ok(Some(Differences { first: position(first), in_first, count, last: position(last), spread }))
    }

    /// How one set is made from the other.
    fn kin(&self, other: &Squares) -> Option<SetKinship> {
        if self.piles != 2 || self.all.len().min(other.all.len()) < 4 {
            return None;
        }
        let has_mirrored = |p: &Piles| self.all.binary_search(&pair(p[1], p[0])).is_ok();
        if self.all.len() == other.all.len() && other.all.iter().all(has_mirrored) {
            return Some(SetKinship::Mirrored);
        }
        let squares = (self.to as usize + 1).pow(2);
        let apart = || self.all.iter().all(|p| other.all.binary_search(p).is_err());
        if self.all.len() + other.all.len() == squares && apart() {
            return Some(SetKinship::Complement);
        }
        let image = |second, (factor, shift)| SetKinship::Image { factor, shift, second };
        self.image(other)
            .map(|found| image(true, found))
            .or_else(|| other.image(self).map(|found| image(false, found)))
    }

    /// The factor and the shift that make the other set from this one. The order of squares is kept by both, so that the first square
    /// has to become the first.
    fn image(&self, other: &Squares) -> Option<(u32, (u32, u32))> {
        let (first, target) = (self.all.first()?, other.all.first()?);
        (1..=FACTORS).find_map(|factor| {
            let shift = |i: usize| target[i].checked_sub(factor * first[i]);
            let (u, v) = (shift(0)?, shift(1)?);
            let whole = |p: &Piles| pair(factor * p[0] + u, factor * p[1] + v);
            let images = self.all.iter().map(whole).filter(|p| size(p) <= self.to);
            let mut enough = 0;
            let same = images.inspect(|_| enough += 1).eq(other.all.iter().copied());
            (same && enough >= 4).then_some((factor, (u, v)))
        })
    }
}

/// A position of two piles.
fn pair(x: u32, y: u32) -> Piles {
    let mut position = [0; MOST_PILES];
    (position[0], position[1]) = (x, y);
    position
}

/// All orders of the first so many piles.
fn orders(mut position: Piles, piles: usize, visit: &mut dyn FnMut(Piles)) {
    position[..piles].sort_unstable();
    visit(position);
    // The next order in lexicographic order, until there is none.
    while let Some(i) = position[..piles].windows(2).rposition(|pair| pair[0] < pair[1]) {
        let j = position[..piles].iter().rposition(|n| *n > position[i]).unwrap_or(i + 1);
        position.swap(i, j);
        position[i + 1..piles].reverse();
        visit(position);
    }
}

/// A proof that two games have the same P-positions, in words.
fn proof(a: &Game, b: &Game, effort: &CompareEffort, budget: &Budget) -> Result<Option<String>, SolveError> {
    let (Some(ours), Some(theirs)) = (a.ruleset(), b.ruleset()) else { return Ok(None) };
    // At the beginning of play a game with memory has the P-positions of one without.
    let starts = |rules| MemoryTheorem::recognise(rules).and_then(|theorem| theorem.starts());
    let (first, second) = (starts(ours), starts(theirs));
    if first.is_some() || second.is_some() {
        let of =
            |twin: &Game, game: &Game| format!("those of {} are those of {}", game.label(), twin.label());
        let said: Vec<String> = [(&first, a), (&second, b)]
            .into_iter()
            .filter_map(|(twin, game)| Some(of(twin.as_ref()?, game)))
            .collect();
        let theorem = MemoryTheorem::ground();
        let said = format!("at the beginning of play {} by {}", said.join(" and "), theorem.text());
        let (a, b) = (first.as_ref().unwrap_or(a), second.as_ref().unwrap_or(b));
        let same = match (a.ruleset(), b.ruleset()) {
            (Some(a), Some(b)) => same_rules(a, b),
            _ => false,
        };
        let rest = if same {
            Some(String::new())
        } else {
            proof(a, b, effort, budget)?.map(|why| format!("; {why}"))
        };
        return Ok(rest.map(|rest| said + &rest));
    }
    if let Some(ground) = one_theorem(ours, theirs) {
        return Ok(Some(ground));
    }
    if ours.imitation.is_some() || theirs.imitation.is_some() || effort.patience == 0 {
        return Ok(None);
    }
    let quick = patient(budget, effort.patience);
    for (known, other, name, label) in [(ours, theirs, a, b), (theirs, ours, b, a)] {
        budget.poll()?;
        let Some((proved, from)) = proved(known, &quick) else { continue };
        let Some(claim) = about(&proved, other) else { continue };
        if let Ok(confirmed) = Proved::new(claim, &quick) {
            let what = what(confirmed.certificate());
            let (name, label) = (name.label(), label.label());
            return Ok(Some(format!("{what} of {name}, {from}, is proved for {label}, too")));
        }
    }
    budget.poll()?;
    Ok(None)
}

/// A theorem, or two, that give the same set for both games.
fn one_theorem(a: &Ruleset, b: &Ruleset) -> Option<String> {
    let (ours, theirs) = (Theorem::recognise(a)?, Theorem::recognise(b)?);
    if !ours.is_proved() || !theirs.is_proved() || ours.is_complement() != theirs.is_complement() {
        return None;
    }
    // A set of a theorem is its kind and its parameters, and that is what its text for programmers says.
    let same = format!("{:?}", ours.set()) == format!("{:?}", theirs.set());
    let grounds = (ours.ground().to_string(), theirs.ground().to_string());
    same.then(|| match grounds {
        (one, other) if one == other => format!("both by {one}"),
        (one, other) => format!("{one}, and {other}, give the same set"),
    })
}

/// The budget with an end of its own that is the same on every machine.
pub(crate) fn patient(budget: &Budget, patience: u32) -> Budget {
    let (asked, outer) = (Arc::new(AtomicU32::new(0)), budget.clone());
    let quick = Budget::default().with_memory(budget.memory()).with_states(budget.states().min(200_000));
    quick.with_guard(move || {
        let out = (asked.fetch_add(1, Ordering::Relaxed) > patience).then_some(Limit::Time);
        outer.poll().err().or(out)
    })
}

/// A claim about a game that the checker has proved, and where it is from.
pub(crate) fn proved(rules: &Ruleset, quick: &Budget) -> Option<(Proved, String)> {
    if let Some((name, proved)) = shipped::find(|other| same_rules(rules, other)) {
        return Some((proved, format!("the certificate {name}")));
    }
    let effort = Effort { boards: BOARDS.to_vec(), states: STATES, depth: 12, ..Effort::default() };
    let found = prove(rules, &mut Solver::new(rules), &effort, quick).proved?;
    Some((found, "found and proved now".to_owned()))
}

/// The same set claimed for another game.
fn about(proved: &Proved, rules: &Ruleset) -> Option<AnyCertificate> {
    match proved.certificate() {
        AnyCertificate::Automaton(claim) => {
            let claim =
                Certificate::new(rules.clone(), claim.numeration().clone(), &claim.automaton()).ok()?;
            Some(claim.into())
        }
        AnyCertificate::Tail(claim) => {
            let rays = rays(rules).ok()?;
            let mut claim = TailCertificate { rules: rules.clone(), ..(**claim).clone() };
            if !rays.are_symmetric() {
                // The set is the same; that it is symmetric does not follow from these rules.
                claim.below = Some(claim.beams_below());
            }
            (claim.rays, claim.blocks) = (rays.rays, rays.blocks);
            Some(claim.into())
        }
        // Beams say where P-positions are, not which squares they are: two games may share them.
        AnyCertificate::Beams(_) | AnyCertificate::Grundy(_) => None,
    }
}

/// A claim in words.
pub(crate) fn what(claim: &AnyCertificate) -> String {
    match claim {
        AnyCertificate::Automaton(claim) => {
            let states = claim.automaton().states();
            format!(
                "the automaton with {} in {}",
                counted(states, "state"),
                claim.numeration().system().name()
            )
        }
        AnyCertificate::Tail(claim) => {
            format!("the tail with period {} from column {} on", claim.period(), claim.start)
        }
        AnyCertificate::Grundy(claim) => {
            format!("the automata for the Grundy values up to {}", claim.level())
        }
        AnyCertificate::Beams(claim) => {
            format!("the {} from column {} on", counted(claim.outer.len() + 1, "beam"), claim.start)
        }
    }
}

impl Likeness {
    /// What was found, in sentences.
    #[must_use]
    pub fn lines(&self, first: &str, second: &str) -> Vec<String> {
        let mut lines = vec![match self.equal {
            Equality::Proved => format!("the same P-positions at all sizes: {}", self.ground),
            Equality::AsFarAsComputed => {
                format!("the same P-positions with piles up to {}; no proof was found", self.to)
            }
            Equality::No => "not the same P-positions".to_owned(),
        }];
        if let Some(found) = &self.differences {
            let (p, n) = if found.in_first { (first, second) } else { (second, first) };
            lines.push(format!("first difference: {} is P in {p}, and not in {n}", found.first));
            let all = format!("{} with piles up to {}", counted(found.count, "difference"), self.to);
            lines.push(match found.spread {
                Spread::Finite => format!("{all}, the last at {}: finitely many, it seems", found.last),
                Spread::Lines => format!("{all}: as many as on a few lines"),
                Spread::Density => format!("{all}: a part of all squares"),
            });
        }
        lines.extend(self.kin.map(|kin| format!("{}, up to {}", kin.words(first, second), self.to)));
        lines
    }
}

impl SetKinship {
    /// In words.
    #[must_use]
    pub fn words(&self, first: &str, second: &str) -> String {
        match *self {
            SetKinship::Mirrored => format!("{first} is {second} with the piles exchanged"),
            SetKinship::Complement => {
                format!("what is P in {first} is N in {second}, and the other way round")
            }
            SetKinship::Image { factor, shift: (u, v), second: made } => {
                let (image, of) = if made { (second, first) } else { (first, second) };
                match (factor, u, v) {
                    (1, _, _) => format!("{image} is {of} shifted by ({u}, {v})"),
                    (_, 0, 0) => format!("{image} is {of} times {factor}"),
                    _ => format!("{image} is {of} times {factor}, shifted by ({u}, {v})"),
                }
            }
        }
    }
}
