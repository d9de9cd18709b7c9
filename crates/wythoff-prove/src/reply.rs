//! Everything about one position, from a proof: who wins, which moves win, what to forbid or to propose, at any size.

use super::answer::{Answers, Found};
use super::beams::answer::{BeamAnswers, NoBeamAnswer};
use super::library::{ProvedGame, Solution};
use super::tail::answer::TailAnswers;
use dashu_int::ops::BitTest as _;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Play, Ruleset, Twist};
use wythoff_solve::twist::{Among, can_block, is_over, lines, proposal};
use wythoff_solve::{Answer, MethodUsed, SolveError};

/// Most options that are listed.
const MOST: usize = 10_000;

/// Nearly every option of a comply game is a P-position: if there are more than so many, the others are named instead.
const FEW: usize = 2_000;

/// The time that an automaton needs grows with the square of the number of digits, because digits have to be found first; piles
/// have at most this many bits, about 10,000 decimal digits.
const LONGEST: usize = 33_220;

impl ProvedGame {
    /// Everything about a position.
    ///
    /// # Errors
    /// A position of other than two piles, or a square that does not exist.
    pub fn answer(&self, position: &Position) -> Result<Answer, SolveError> {
        self.answer_within(position, &Budget::default())
    }

    /// Everything about a position, within a budget: beams may have to walk many windows.
    pub(super) fn answer_within(&self, position: &Position, budget: &Budget) -> Result<Answer, SolveError> {
        let [x, y] = position.piles() else {
            let (game, found) = (self.ruleset.title.clone(), position.piles().len());
            return Err(SolveError::Piles { game, expected: 2, found });
        };
        let mut answer = Answer {
            position: position.clone(),
            outcome: Outcome::N,
            winning_moves: Vec::new(),
            block: Vec::new(),
            propose: Vec::new(),
            all_but: None,
            terminal: false,
            options: None,
            reason: None,
            method: MethodUsed::Tail,
            ground: self.ground.clone(),
        };
        match &self.solution {
            Solution::Tail(answers) => self.by_tail(answers, (x, y), &mut answer),
            Solution::Beams(answers) => {
                if !answers.exists(x, y) {
                    let game = self.ruleset.title.clone();
                    return Err(SolveError::NoSquare { game, position: position.clone() });
                }
                self.by_beams(answers, (x, y), &mut answer, budget)?;
            }
            Solution::Automaton(answers) => {
                if x.bit_len() > LONGEST || y.bit_len() > LONGEST {
                    return Err(SolveError::TooLarge {
                        wanted: format!("the position {}", position.shortened()),
                        possible: "by automaton a position with piles of up to 10,000 digits".to_owned(),
                    });
                }
                if !answers.exists(x, y) {
                    let game = self.ruleset.title.clone();
                    return Err(SolveError::NoSquare { game, position: position.clone() });
                }
                answer.method = MethodUsed::Automaton;
                answer.outcome = Outcome::p_if(answers.is_p(x, y));
                // The same game may be said with other lines, and options are told apart by those of the certificate.
                let rules = answers.certificate().rules();
                let at = At { answers, rules, x, y };
                match &rules.twist {
                    Twist::Comply(_) => at.with_comply(&mut answer),
                    _ => at.without_comply(&mut answer),
                }
            }
        }
        Ok(answer)
    }

    fn by_tail(&self, answers: &TailAnswers, (x, y): (&Natural, &Natural), answer: &mut Answer) {
        answer.outcome = Outcome::p_if(answers.is_p(x, y));
        let options = answers.option_count(x, y);
        let twist = &answers.claim().rules.twist;
        let mut counts = vec![Natural::ZERO; 1 << lines(twist)];
        for (lines, count) in answers.option_counts(x, y) {
            counts[usize::from(lines)] += count;
        }
        // More than a few are as good as any number; their sum stays small.
        let counts: Vec<u64> =
            counts.iter().map(|n| u64::try_from(n).unwrap_or(u64::MAX).min(u64::MAX >> 16)).collect();
        answer.terminal = is_over(twist, &counts);
        let p = answers.options(x, y, MOST + 1);
        if options == Natural::from(p.len()) {
            answer.options = Some(p.len());
        }
        give(answer, p);
    }
}

impl ProvedGame {
    fn by_beams(
        &self,
        answers: &BeamAnswers,
        (x, y): (&Natural, &Natural),
        answer: &mut Answer,
        budget: &Budget,
    ) -> Result<(), SolveError> {
        answer.method = MethodUsed::Beams;
        let fault = |why: NoBeamAnswer| match why {
            NoBeamAnswer::Limit(limit) => SolveError::Limit(limit),
            NoBeamAnswer::Long => SolveError::TooLarge {
                wanted: format!("the position {}", answer.position.shortened()),
                possible: "by beams a position with piles of up to 10,000 digits".to_owned(),
            },
            other => SolveError::TooLarge {
                wanted: format!("the position {} by beams ({other})", answer.position.shortened()),
                possible: "a smaller one".to_owned(),
            },
        };
        let p = answers.options(x, y, budget).map_err(fault)?;
        let limit = match &self.ruleset.twist {
            Twist::Block(blocks) => blocks.iter().map(|b| b.limit).fold(0, u64::saturating_add),
            _ => 0,
        };
        // The definition of play: all options that are P must be forbidden.
        answer.outcome = Outcome::p_if(p.len() as u64 <= limit);
        answer.terminal = answers.has_at_most(x, y, limit);
        give(answer, p);
        Ok(())
    }
}

/// P-options: they win, or have to be forbidden.
fn give(answer: &mut Answer, options: Vec<(Natural, Natural)>) {
    let squares = positions(options, "P-positions", answer);
    match answer.outcome {
        Outcome::N => answer.winning_moves = squares,
        Outcome::P => answer.block = squares,
    }
}

/// As positions in order; if they are too many, the answer says so.
fn positions(options: Vec<(Natural, Natural)>, what: &str, answer: &mut Answer) -> Vec<Position> {
    let mut squares: Vec<Position> = options.into_iter().map(|(x, y)| Position::new(vec![x, y])).collect();
    squares.sort();
    if squares.len() > MOST {
        squares.truncate(MOST);
        answer.reason =
            Some(format!("more than {MOST} {what} are among the options; only {MOST} of them are listed"));
    }
    squares
}

/// A position of a game that an automaton solves.
struct At<'a> {
    answers: &'a Answers,
    rules: &'a Ruleset,
    x: &'a Natural,
    y: &'a Natural,
}

fn squares(found: Vec<Found>) -> Vec<(Natural, Natural)> {
    found.into_iter().map(|Found { x, y, .. }| (x, y)).collect()
}

impl At<'_> {
    fn options(&self, inside: bool, limit: usize, class: &dyn Fn(usize) -> bool) -> Vec<Found> {
        self.answers.options_in(self.x, self.y, inside, limit, class)
    }

    fn without_comply(&self, answer: &mut Answer) {
        let p = self.options(true, MOST + 1, &|_| true);
        let limits: Vec<u64> = match &self.rules.twist {
            Twist::Block(blocks) => blocks.iter().map(|b| b.limit).collect(),
            _ => vec![],
        };
        let mut counts = vec![0u64; 1 << limits.len()];
        p.iter().for_each(|option| counts[option.signature] += 1);
        // Where P-options are left over, there is a move; only in misère play it matters whether others are left, too.
        if can_block(&limits, &counts) || self.rules.play == Play::Misere {
            // One option more than can be forbidden is enough to know that a move is left.
            let all =
                limits.iter().fold(0u64, |sum, limit| sum.saturating_add(*limit)).min(MOST as u64) as usize;
            let n = self.options(false, all + 1, &|_| true);
            n.iter().for_each(|option| counts[option.signature] += 1);
            if n.len() <= all && p.len() <= MOST {
                answer.options = Some(p.len() + n.len());
            }
            answer.terminal = can_block(&limits, &counts);
        }
        give(answer, squares(p));
    }

    fn with_comply(&self, answer: &mut Answer) {
        let Twist::Comply(parts) = &self.rules.twist else { return };
        let in_class = |line: usize| move |signature: usize| signature >> line & 1 == 1;
        let least = |line: usize| usize::try_from(parts[line].least).unwrap_or(usize::MAX).min(MOST);
        let of_class = |line: usize, inside: bool| self.options(inside, least(line), &in_class(line)).len();
        let can_propose = |line: usize| {
            let n = of_class(line, false);
            n >= least(line) || n + of_class(line, true) >= least(line)
        };
        let has_option = |inside: bool| !self.options(inside, 1, &|_| true).is_empty();
        answer.terminal = !(0..parts.len()).any(can_propose) || !(has_option(false) || has_option(true));
        if answer.outcome == Outcome::P {
            // As far as it matters, the N-options by signature: as many of each as have to be proposed.
            let most = (0..parts.len()).map(least).max().unwrap_or(0);
            let mut n = vec![0u64; 1 << parts.len()];
            for (signature, count) in n.iter_mut().enumerate() {
                *count = self.options(false, most, &|own| own == signature).len() as u64;
            }
            let serving = proposal(parts, &n);
            let among = |among: Among| self.options(false, MOST + 1, &|own| among.has(own as u32));
            answer.propose =
                positions(squares(serving.map(among).unwrap_or_default()), "N-positions", answer);
            return;
        }
        let p = self.options(true, FEW + 1, &|_| true);
        if p.len() > FEW {
            let others = self.options(false, MOST + 1, &|_| true);
            if others.len() <= MOST {
                answer.all_but = Some(positions(squares(others), "N-positions", answer));
                return;
            }
        }
        let p = self.options(true, MOST + 1, &|_| true);
        answer.winning_moves = positions(squares(p), "P-positions", answer);
    }
}
