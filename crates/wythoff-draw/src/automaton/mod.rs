//! Automata: states in layers by their distance from the start, one arrow for all letters with the same ends, accepting states with
//! a double ring; of large ones how many states there are at each distance.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_draw::{AutomatonDrawing, Palette};
//! use wythoff_rules::Position;
//! let text = "msd_fib\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 0\n"; // numbers whose last digit is 0
//! let drawing = AutomatonDrawing::read(text, "even.txt", None, &Budget::default())?;
//! let seven = drawing.run(&Position::small(&[7]))?; // 5 + 2
//! assert_eq!((seven.states.as_slice(), seven.accepted), (&[0, 1, 0, 1, 0][..], true));
//! let scene = drawing.scene(None, Palette::Usual, &Budget::default())?;
//! assert_eq!(scene.title, "even.txt: the automaton");
//! # Ok::<(), wythoff_draw::DrawError>(())
//! ```

mod labels;
mod network;
mod summary;
mod tikz;

use super::error::DrawError;
use super::fitting::Fitting;
use super::format::PictureFormat;
use super::palette::Palette;
use super::raised;
use super::scene::Scene;
use std::collections::BTreeMap;
use wythoff_automata::dfa::align;
use wythoff_automata::{DEAD, Dfa, Numeration};
use wythoff_budget::Budget;
use wythoff_check::AnyCertificate;
use wythoff_number::counted;
use wythoff_prove::load::{LoadError, Loaded, stated_numeration};
use wythoff_rules::Ruleset;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_solve::kinship::Kinship;

/// More states than this are not drawn one by one.
pub const READABLE_STATES: usize = 40;
/// More arrows than this are not drawn one by one.
const READABLE_ARROWS: usize = 120;

/// An automaton that is drawn.
#[derive(Clone, Debug)]
pub struct AutomatonDrawing {
    loaded: Loaded,
    /// What it is of: a game, or a file.
    name: String,
    /// Does it claim to accept the P-positions of a game?
    claims: bool,
}

/// The way of the digits of some numbers through an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DigitRun {
    /// What was read: one tuple of digits after the other.
    pub letters: Vec<Vec<u32>>,
    /// The states, from the start on. One that is shorter than the letters ends where no transition goes on.
    pub states: Vec<u32>,
    /// Is the last state one that accepts, after all letters?
    pub accepted: bool,
}

impl AutomatonDrawing {
    /// The automaton of a text: of a certificate, or in Walnut's format. `file` is what the text is called, and `numeration` is needed
    /// only where the text does not name one.
    ///
    /// # Errors
    /// A text that is neither.
    pub fn read(
        text: &str,
        file: &str,
        numeration: Option<&Numeration>,
        budget: &Budget,
    ) -> Result<AutomatonDrawing, DrawError> {
        let stated = stated_numeration(text, budget)?;
        let loaded =
            Loaded::from_text(text, numeration.or(stated.as_ref()), budget).map_err(|e| match e {
                LoadError::Limit(limit) => DrawError::from(limit),
                other => other.into(),
            })?;
        let rules = AnyCertificate::only_rules(text, budget).ok();
        let name = rules.as_ref().map_or_else(|| file.to_owned(), game_name);
        Ok(AutomatonDrawing { loaded, name, claims: rules.is_some() })
    }

    /// The automaton.
    #[must_use]
    pub fn automaton(&self) -> &Dfa {
        &self.loaded.automaton
    }

    /// The numeration in which it reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.loaded.numeration
    }

    /// How its digits go through it.
    ///
    /// # Errors
    /// Another number of piles than the automaton reads.
    pub fn run(&self, at: &Position) -> Result<DigitRun, DrawError> {
        let dfa = self.automaton();
        if at.piles().len() != dfa.tracks() {
            let (reads, given) = (dfa.tracks(), at.piles().len());
            let text = format!("the automaton reads {reads} numbers, and the position has {given}");
            return Err(DrawError::Nothing(text));
        }
        let words = align(self.numeration(), at.piles());
        let length = words.first().map_or(0, Vec::len);
        let letters: Vec<Vec<u32>> = (0..length).map(|i| words.iter().map(|w| w[i]).collect()).collect();
        let mut state = dfa.starts().get(length % dfa.starts().len().max(1)).copied().unwrap_or(DEAD);
        let mut states = vec![state];
        for letter in &letters {
            state = dfa.step(state, dfa.letter(letter));
            if state == DEAD {
                break;
            }
            states.push(state);
        }
        states.retain(|state| *state != DEAD);
        Ok(DigitRun { letters, states, accepted: state != DEAD && dfa.output(state) != 0 })
    }

    /// Can its states be drawn one by one?
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.automaton().states() <= READABLE_STATES && arrows(self.automaton()).len() <= READABLE_ARROWS
    }

    /// The picture; with a position, the way of its digits is highlighted.
    ///
    /// # Errors
    /// A position with another number of piles than the automaton reads; a limit.
    pub fn scene(
        &self,
        at: Option<&Position>,
        palette: Palette,
        budget: &Budget,
    ) -> Result<Scene, DrawError> {
        budget.poll()?;
        let run = at.map(|at| self.run(at)).transpose()?;
        let way = at.zip(run.as_ref()).map(|(at, run)| self.describe(at, run));
        Ok(match self.is_readable() {
            true => network::scene(self, run.as_ref(), way, palette),
            false => summary::scene(self, run.as_ref(), way, palette),
        })
    }

    /// The bytes of a file with the picture. As TeX it is a drawing of TikZ's library for automata, as long as it can be read.
    ///
    /// # Errors
    /// As for [`AutomatonDrawing::scene`].
    pub fn render(
        &self,
        at: Option<&Position>,
        (format, palette): (PictureFormat, Palette),
        budget: &Budget,
    ) -> Result<Vec<u8>, DrawError> {
        self.render_fitted(at, (format, palette), &Fitting::default(), budget)
    }

    /// The same without what is left out, in some width.
    ///
    /// # Errors
    /// As for [`AutomatonDrawing::scene`]; a drawing of TikZ's library is fitted by the document that it is part of.
    pub fn render_fitted(
        &self,
        at: Option<&Position>,
        (format, palette): (PictureFormat, Palette),
        fitting: &Fitting,
        budget: &Budget,
    ) -> Result<Vec<u8>, DrawError> {
        match format {
            PictureFormat::Tex if self.is_readable() && *fitting == Fitting::default() => {
                Ok(tikz::document(self, at, palette)?.into_bytes())
            }
            PictureFormat::Tex if self.is_readable() => Err(DrawError::Nothing(
                "an automaton for TeX consists of TikZ's nodes: title, caption and width are changed in the document"
                    .to_owned(),
            )),
            other => other.render(&fitting.applied(self.scene(at, palette, budget)?), budget),
        }
    }

    fn title(&self) -> String {
        match self.claims {
            true => format!("{}: the automaton of its P-positions", self.name),
            false => format!("{}: the automaton", self.name),
        }
    }

    /// What is drawn, in a sentence.
    fn caption(&self) -> String {
        let dfa = self.automaton();
        let accepting = dfa.outputs().iter().filter(|output| **output != 0).count();
        let numbers = match (self.claims, dfa.tracks()) {
            (true, _) => "x and y".to_owned(),
            (false, 1) => "a number".to_owned(),
            (false, tracks) => format!("{tracks} numbers"),
        };
        format!(
            "{}, {accepting} of them accepting; it reads {numbers} in the numeration {}, the most significant digits first. Where no \
             arrow goes on, the word is not accepted.",
            counted(dfa.states(), "state"),
            self.numeration().system().name()
        )
    }

    /// The way of a position in words.
    fn describe(&self, at: &Position, run: &DigitRun) -> String {
        const MOST: usize = 16;
        let word = |letter: &Vec<u32>| {
            let digits: Vec<String> = letter.iter().map(u32::to_string).collect();
            digits.join(",")
        };
        let shown = |all: Vec<String>, between: &str| match all.len() {
            0 => "no digits".to_owned(),
            1..=MOST => all.join(between),
            count => {
                let ends = [all[..8].to_vec(), vec!["…".to_owned()], all[count - 6..].to_vec()];
                ends.concat().join(between)
            }
        };
        let letters = shown(run.letters.iter().map(word).collect(), " ");
        let states = shown(run.states.iter().map(u32::to_string).collect(), " → ");
        let end = match (run.accepted, run.states.len() <= run.letters.len()) {
            (true, _) if self.claims => "accepted: a P-position".to_owned(),
            (true, _) => "accepted".to_owned(),
            (false, true) => {
                let missing =
                    run.letters.get(run.states.len().saturating_sub(1)).map(word).unwrap_or_default();
                format!("no arrow goes on with {missing}: not accepted{}", self.refused())
            }
            (false, false) => format!("not accepted{}", self.refused()),
        };
        format!("{} is {letters}: states {states}, {end}.", at.shortened())
    }

    fn refused(&self) -> &'static str {
        if self.claims { ", an N-position" } else { "" }
    }
}

/// What a certificate's game is called: its title and, where the rulebook has it, its notation.
fn game_name(rules: &Ruleset) -> String {
    let known = Game::from_text("certificate", &rules.to_string(), "").ok();
    let same = known.as_ref().and_then(|game| Kinship::of(game).same_as);
    match (same, rules.title.as_str()) {
        (Some(label), "") => raised(&label),
        (Some(label), title) => format!("{title}, {}", raised(&label)),
        (None, "") => "A game".to_owned(),
        (None, title) => title.to_owned(),
    }
}

/// The letters of every arrow, by its ends.
fn arrows(dfa: &Dfa) -> BTreeMap<(u32, u32), Vec<usize>> {
    let letters = (dfa.digit_count() as usize).pow(dfa.tracks() as u32);
    let mut arrows: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for state in 0..dfa.states() as u32 {
        for letter in 0..letters {
            let target = dfa.step(state, letter);
            if target != DEAD {
                arrows.entry((state, target)).or_default().push(letter);
            }
        }
    }
    arrows
}

/// How many letters lead from the start to each state at least.
fn distances(dfa: &Dfa) -> Vec<usize> {
    let letters = (dfa.digit_count() as usize).pow(dfa.tracks() as u32);
    let mut distance = vec![usize::MAX; dfa.states()];
    let mut queue: std::collections::VecDeque<u32> = std::collections::VecDeque::new();
    for start in dfa.starts().iter().filter(|start| **start != DEAD) {
        if distance[*start as usize] == usize::MAX {
            distance[*start as usize] = 0;
            queue.push_back(*start);
        }
    }
    while let Some(state) = queue.pop_front() {
        for letter in 0..letters {
            let target = dfa.step(state, letter);
            if target != DEAD && distance[target as usize] == usize::MAX {
                distance[target as usize] = distance[state as usize] + 1;
                queue.push_back(target);
            }
        }
    }
    distance.iter().map(|d| if *d == usize::MAX { 0 } else { *d }).collect()
}
