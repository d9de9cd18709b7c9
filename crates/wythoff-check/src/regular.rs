//! Membership in a set that the rules have loaded, of linear forms of the numbers that are read.
//!
//! `(T_1, …, T_k)` is in the set if there are numbers `z_1, …, z_k` with `T_j = z_j` for all `j` which the set's automaton accepts. Their
//! digits are guessed while those of the forms' variables are read. What is followed of a guess is the state of the set's automaton and,
//! for each `z_j`, whether its digits are valid and how `T_j − z_j` compares with 0. A word of valid digits stands for one number and every
//! number has one, zeros in front aside, so the forms are a member exactly if some guess ends well.
//!
//! A `z_j` may be longer than the variables: before their first digits any number of digits may have been guessed, all beside zeros. The
//! set's automaton does not care about zeros in front ([`RegularSet`] is none otherwise), nor do valid digits and comparisons.
//!
//! Sets of guesses are followed, so that the result is a table over the combinations `(e_1, …, e_k)` of digits, one for each form. They
//! are numbered as one combination of the form `Σ stride_j · T_j`, which is how [`Leaf`](super::leaf::Leaf) reads them.

use rustc_hash::FxHashMap;

use super::Undecided;
use super::table::live;
use wythoff_automata::linear::{Linear, sums};
use wythoff_automata::numeration::{DEAD, Numeration};
use wythoff_budget::Budget;
use wythoff_rules::regular::RegularSet;

/// Most combinations of digits in a table.
const WIDEST: usize = 1 << 20;

/// A guess: the state of the set's automaton, then for each number its validity and its comparison.
type Guess = Box<[u32]>;

/// A table over the combinations of digits of one form.
pub(super) struct Combined {
    pub(super) form: Vec<i64>,
    least: i64,
    width: usize,
    starts: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u16>,
}

impl Combined {
    pub(super) fn parts(&self) -> (i64, usize, &[u32], &[u32], &[u16]) {
        (self.least, self.width, &self.starts, &self.next, &self.output)
    }
}

/// One of the forms: `T_j − z_j` compared with 0, and which states of that can still end as "equal".
struct Argument {
    compare: Linear,
    open: Vec<bool>,
    /// The least combination of digits of `T_j`, how many there are, and by what they are multiplied.
    least: i64,
    width: usize,
    stride: usize,
}

struct Members<'m> {
    numeration: &'m Numeration,
    set: &'m RegularSet,
    arguments: Vec<Argument>,
    width: usize,
}

/// The automaton that says (output 1) whether forms plus constants are a member of a set.
pub(super) fn member(
    numeration: &Numeration,
    forms: &[(Vec<i64>, i64)],
    set: &RegularSet,
    budget: &Budget,
) -> Result<Combined, Undecided> {
    if set.numeration().system() != numeration.system() {
        return Err(Undecided::Numeration(set.name().to_owned(), set.numeration().system().name()));
    }
    const TOO_LARGE: Undecided =
        Undecided::Rules("the numbers beside an automaton of the rules are too large");
    if forms.len() != set.tracks() {
        return Err(Undecided::Rules("an automaton of the rules reads another number of numbers"));
    }
    let top = i64::from(numeration.digit_count()) - 1;
    let mut arguments = vec![];
    let mut width = 1;
    let mut form = vec![0_i64; forms.first().map_or(0, |(form, _)| form.len())];
    for (own, constant) in forms {
        let (negative, positive) = sums(own);
        let less = negative.checked_add(1).ok_or(TOO_LARGE)?;
        let zero = constant.checked_neg().ok_or(TOO_LARGE)?;
        // `range` in there is what bounds the sums.
        let compare = Linear::compare(numeration, less, positive, &[zero], budget)?;
        let (_, letters, _, next, output) = compare.parts();
        let open = live(next, letters, output.iter().map(|&o| o == 1).collect());
        let argument = Argument {
            least: -negative * top,
            width: ((negative + positive) * top + 1) as usize,
            stride: width,
            open,
            compare,
        };
        for (sum, k) in form.iter_mut().zip(own) {
            let more = k.checked_mul(width as i64).ok_or(TOO_LARGE)?;
            *sum = sum.checked_add(more).ok_or(TOO_LARGE)?;
        }
        width = width.checked_mul(argument.width).filter(|w| *w <= WIDEST).ok_or(TOO_LARGE)?;
        arguments.push(argument);
    }
    Members { numeration, set, arguments, width }.determinised(form, budget)
}

impl Members<'_> {
    /// The guess before any digit, if it can end well.
    fn start(&self, phase: usize) -> Option<Guess> {
        let mut guess = vec![self.set.start(phase)];
        for argument in &self.arguments {
            let (_, _, starts, _, _) = argument.compare.parts();
            guess.extend([self.numeration.valid_start(phase), starts[phase]]);
        }
        let lost = |(argument, pair): (&Argument, &[u32])| !argument.open[pair[1] as usize];
        let dead = guess[0] == DEAD || self.arguments.iter().zip(guess[1..].chunks(2)).any(lost);
        (!dead).then(|| guess.into())
    }

    /// Where a guess leads for a combination of digits, whatever the next digits of the guessed numbers are.
    fn follow(&self, guess: &Guess, combination: usize, found: &mut Vec<Guess>) {
        // The guesses so far: the letter of the set's automaton, and the pairs of states.
        let mut partial: Vec<(usize, Vec<u32>)> = vec![(0, vec![])];
        for (argument, pair) in self.arguments.iter().zip(guess[1..].chunks(2)) {
            let e = argument.least + (combination / argument.stride % argument.width) as i64;
            let (least, width, _, next, _) = argument.compare.parts();
            let mut longer = vec![];
            for digit in 0..self.numeration.digit_count() {
                let valid = self.numeration.valid_step(pair[0], digit);
                let compared = next[pair[1] as usize * width + (e - i64::from(digit) - least) as usize];
                if valid == DEAD || !argument.open[compared as usize] {
                    continue;
                }
                for (letter, states) in &partial {
                    let letter = letter * self.numeration.digit_count() as usize + digit as usize;
                    longer.push((letter, [&states[..], &[valid, compared]].concat()));
                }
            }
            partial = longer;
        }
        for (letter, states) in partial {
            let state = self.set.step(guess[0], letter);
            if state != DEAD {
                found.push([&[state][..], &states].concat().into());
            }
        }
    }

    /// Whether a guess is right if the word ends here.
    fn ends_well(&self, guess: &Guess) -> bool {
        let right = |(argument, pair): (&Argument, &[u32])| {
            let (_, _, _, _, output) = argument.compare.parts();
            self.numeration.valid_accepts(pair[0]) && output[pair[1] as usize] == 1
        };
        self.set.accepts(guess[0]) && self.arguments.iter().zip(guess[1..].chunks(2)).all(right)
    }

    /// For each phase, what may have been guessed before the first digits of the variables.
    fn starts(&self, budget: &Budget) -> Result<Vec<Vec<Guess>>, Undecided> {
        let phases = self.numeration.phases();
        let zeros: usize = self.arguments.iter().map(|a| (-a.least) as usize * a.stride).sum();
        let mut sets: Vec<Vec<Guess>> = vec![vec![]; phases];
        let mut open: Vec<(usize, Guess)> = (0..phases).filter_map(|p| Some((p, self.start(p)?))).collect();
        let mut found = vec![];
        while let Some((phase, guess)) = open.pop() {
            if sets[phase].contains(&guess) {
                continue;
            }
            budget.check(sets[phase].len(), 0)?;
            self.follow(&guess, zeros, &mut found);
            let next = self.numeration.next_phase(phase);
            open.extend(found.drain(..).map(|guess| (next, guess)));
            sets[phase].push(guess);
        }
        sets.iter_mut().for_each(|set| set.sort_unstable());
        Ok(sets)
    }

    /// Follows sets of guesses, each with the phase that it is in.
    fn determinised(&self, form: Vec<i64>, budget: &Budget) -> Result<Combined, Undecided> {
        let mut ids: FxHashMap<(usize, Vec<Guess>), u32> = FxHashMap::default();
        let mut queue: Vec<(usize, Vec<Guess>)> = vec![];
        for (phase, set) in self.starts(budget)?.into_iter().enumerate() {
            ids.insert((phase, set.clone()), queue.len() as u32);
            queue.push((phase, set));
        }
        let mut table = Combined {
            form,
            least: self.arguments.iter().map(|a| a.least * a.stride as i64).sum(),
            width: self.width,
            starts: (0..queue.len() as u32).collect(),
            next: vec![],
            output: vec![],
        };
        let (mut held, mut at) = (0, 0);
        while at < queue.len() {
            let (phase, set) = queue[at].clone();
            held += set.len() * (16 * self.arguments.len() + 40) + 120;
            table.output.push(u16::from(phase == 0 && set.iter().any(|guess| self.ends_well(guess))));
            let to = self.numeration.next_phase(phase);
            for combination in 0..self.width {
                if combination % 64 == 0 {
                    budget.check(queue.len(), held + table.next.len() * 4)?;
                }
                let mut found = vec![];
                set.iter().for_each(|guess| self.follow(guess, combination, &mut found));
                found.sort_unstable();
                found.dedup();
                let fresh = queue.len() as u32;
                let id = *ids.entry((to, found)).or_insert_with_key(|key| {
                    queue.push(key.clone());
                    fresh
                });
                table.next.push(id);
            }
            at += 1;
        }
        Ok(table)
    }
}
