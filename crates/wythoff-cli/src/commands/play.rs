//! `wythoff play GAME x y`: a line-by-line game against the perfect player.
//!
//! The rules are never known here: the library hands over legal moves with their outcomes, and says what may be
//! forbidden or must be proposed.

use crate::cli::PlayArguments;
use crate::game_argument::{game, position};
use crate::limits::budget;
use crate::output::{Failure, Message, STRONG, stdout};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use wythoff::rules::{Play, Twist};
use wythoff::solve::exhaustive::{Choice, Exhaustive, State};
use wythoff::strategy::reason;
use wythoff::{Game, Outcome};

const HELP: &str = "  \
  a position such as 3 5   move there (or forbid, or propose it, when asked for that)
  moves                    list what is legal
  hint                     what the perfect player would do
  why                      who wins this position, and why
  undo                     take back your last decision
  rules                    the rules of the game
  quit                     stop";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Human,
    Machine,
}

impl Player {
    fn other(self) -> Player {
        match self {
            Player::Human => Player::Machine,
            Player::Machine => Player::Human,
        }
    }
}

/// What came of asking the human.
enum Reply<T> {
    Decided(T),
    Undo,
    Quit,
}

/// How a turn ended.
enum Turn {
    /// To this state; was there anything for the human to decide?
    Moved(State, bool),
    /// The player to move, or the one who has to propose, can do nothing.
    Over(Player),
    Undo,
    Quit,
}

/// What the human is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Move,
    Forbid,
    Propose,
}

struct Session<'a, R: BufRead, W: Write> {
    game: &'a Game,
    solved: Exhaustive,
    input: R,
    out: W,
    /// How often the human was asked for something.
    asked: usize,
}

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    if arguments.game == "-" {
        let text = "rules from standard input leave no way to type moves: save them in a .game file";
        return Err(Message(text.to_owned()).into());
    }
    let game = game(&arguments.game)?;
    let (solved, state) = Exhaustive::at(&game, &position(&arguments.position)?, &[], &budget(None, None)?)?;
    let mut session =
        Session { game: &game, solved, input: std::io::stdin().lock(), out: stdout(), asked: 0 };
    let first = if arguments.second { Player::Machine } else { Player::Human };
    session.play(state, first)
}

impl<R: BufRead, W: Write> Session<'_, R, W> {
    fn play(&mut self, start: State, first: Player) -> Result<(), Failure> {
        let name = self.game.notation().unwrap_or(self.game.name());
        writeln!(
            self.out,
            "{STRONG}{name}{STRONG:#}, {}. Type `help` for what you can do.",
            self.game.title()
        )?;
        // Turns at which the human decided something, to go back to.
        let mut decisions: Vec<(State, Player)> = Vec::new();
        let (mut state, mut mover) = (start, first);
        loop {
            let whose = if mover == Player::Human { "your move" } else { "my move" };
            writeln!(self.out, "\n{STRONG}{}{STRONG:#}: {whose}", state.position())?;
            match self.turn(&state, mover)? {
                Turn::Moved(next, decided) => {
                    if decided {
                        decisions.push((state, mover));
                    }
                    (state, mover) = (next, mover.other());
                }
                Turn::Undo => match decisions.pop() {
                    Some(earlier) => (state, mover) = earlier,
                    None => writeln!(self.out, "There is nothing to take back.")?,
                },
                Turn::Over(stuck) => {
                    // In misère play the player who cannot move wins; who cannot propose loses in either.
                    let comply = matches!(self.solved.twist(), Twist::Comply(_));
                    let loses = comply || self.solved.play() == Play::Normal;
                    let winner = if loses { stuck.other() } else { stuck };
                    let cannot = if comply { "propose enough" } else { "move" };
                    let who = if stuck == Player::Human { "You cannot" } else { "I cannot" };
                    let end = if winner == Player::Human { "You win." } else { "I win." };
                    writeln!(self.out, "{who} {cannot}. {STRONG}{end}{STRONG:#}")?;
                    return Ok(());
                }
                Turn::Quit => {
                    writeln!(self.out, "Goodbye.")?;
                    return Ok(());
                }
            }
        }
    }

    fn turn(&mut self, state: &State, mover: Player) -> Result<Turn, Failure> {
        let choices = self.solved.choices(state)?;
        let previous = mover.other();
        let asked = self.asked;
        let allowed = match self.solved.twist().clone() {
            Twist::None => choices,
            Twist::Block(_) => match self.forbidden(state, &choices, previous)? {
                Reply::Decided(forbidden) => choices.into_iter().filter(|c| !forbidden.contains(c)).collect(),
                Reply::Undo => return Ok(Turn::Undo),
                Reply::Quit => return Ok(Turn::Quit),
            },
            Twist::Comply(_) => {
                if self.solved.is_terminal(&choices) {
                    return Ok(Turn::Over(previous));
                }
                match self.proposed(state, &choices, previous)? {
                    Reply::Decided(proposed) => proposed,
                    Reply::Undo => return Ok(Turn::Undo),
                    Reply::Quit => return Ok(Turn::Quit),
                }
            }
        };
        if allowed.is_empty() {
            return Ok(Turn::Over(mover));
        }
        if mover == Player::Machine {
            let choice = best_move(&allowed, state);
            writeln!(self.out, "I move to {STRONG}{}{STRONG:#}.", choice.state.position())?;
            return Ok(Turn::Moved(choice.state, self.asked > asked));
        }
        Ok(match self.ask_for_one(state, &allowed)? {
            Reply::Decided(choice) => Turn::Moved(choice.state, true),
            Reply::Undo => Turn::Undo,
            Reply::Quit => Turn::Quit,
        })
    }

    /// What the previous player forbids.
    fn forbidden(
        &mut self,
        state: &State,
        choices: &[Choice],
        who: Player,
    ) -> Result<Reply<Vec<Choice>>, Failure> {
        let can_be: Vec<Choice> =
            choices.iter().filter(|c| self.solved.can_forbid(std::slice::from_ref(c))).cloned().collect();
        if can_be.is_empty() {
            return Ok(Reply::Decided(Vec::new()));
        }
        if who == Player::Human {
            return self.ask_for_some(state, choices, &can_be, Question::Forbid);
        }
        let forbidden = self.best_to_forbid(choices);
        match forbidden.len() {
            0 => writeln!(self.out, "I forbid nothing.")?,
            _ => writeln!(self.out, "I forbid {STRONG}{}{STRONG:#}.", join(&forbidden))?,
        }
        Ok(Reply::Decided(forbidden))
    }

    /// As many winning moves as may be forbidden; in misère play one move is left if that wins.
    fn best_to_forbid(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut forbidden: Vec<Choice> = Vec::new();
        for choice in choices.iter().filter(|c| c.outcome.is_p()) {
            forbidden.push(choice.clone());
            if !self.solved.can_forbid(&forbidden) {
                forbidden.pop();
            }
        }
        if self.solved.play() == Play::Misere && forbidden.len() == choices.len() {
            forbidden.pop();
        }
        forbidden
    }

    /// What the previous player proposes.
    fn proposed(
        &mut self,
        state: &State,
        choices: &[Choice],
        who: Player,
    ) -> Result<Reply<Vec<Choice>>, Failure> {
        if who == Player::Human {
            return self.ask_for_some(state, choices, choices, Question::Propose);
        }
        let proposed = self.best_to_propose(choices);
        writeln!(self.out, "I propose {STRONG}{}{STRONG:#}.", join(&proposed))?;
        Ok(Reply::Decided(proposed))
    }

    /// N-positions first, as few as the rule allows.
    fn best_to_propose(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut sorted: Vec<Choice> = choices.to_vec();
        sorted.sort_by_key(|c| c.outcome.is_p());
        let losing: Vec<Choice> = sorted.iter().filter(|c| !c.outcome.is_p()).cloned().collect();
        if self.solved.can_propose(&losing) {
            sorted = losing;
        }
        // Leave out whatever is not needed, the last first.
        for i in (0..sorted.len()).rev() {
            let mut fewer = sorted.clone();
            fewer.remove(i);
            if !fewer.is_empty() && self.solved.can_propose(&fewer) {
                sorted = fewer;
            }
        }
        sorted
    }

    fn ask_for_one(&mut self, state: &State, allowed: &[Choice]) -> Result<Reply<Choice>, Failure> {
        loop {
            let line = match self.read(state, allowed, Question::Move)? {
                Reply::Decided(line) => line,
                Reply::Undo => return Ok(Reply::Undo),
                Reply::Quit => return Ok(Reply::Quit),
            };
            match find(&line, allowed) {
                Some(choice) => return Ok(Reply::Decided(choice)),
                None => {
                    writeln!(self.out, "{line:?} is not a legal move from {}.", state.position())?;
                    self.list(allowed, "Legal moves lead to")?;
                }
            }
        }
    }

    fn ask_for_some(
        &mut self,
        state: &State,
        choices: &[Choice],
        can_be: &[Choice],
        question: Question,
    ) -> Result<Reply<Vec<Choice>>, Failure> {
        writeln!(self.out, "{}", self.budget())?;
        loop {
            let line = match self.read(state, can_be, question)? {
                Reply::Decided(line) => line,
                Reply::Undo => return Ok(Reply::Undo),
                Reply::Quit => return Ok(Reply::Quit),
            };
            let nothing = line.eq_ignore_ascii_case("none") || line.eq_ignore_ascii_case("nothing");
            let named: Option<Vec<Choice>> = if nothing {
                Some(Vec::new())
            } else {
                positions(&line, state.piles().len())
                    .and_then(|list| list.iter().map(|p| by_piles(p, choices)).collect())
            };
            let Some(named) = named else {
                writeln!(self.out, "{line:?} is not a list of options of {}.", state.position())?;
                self.list(can_be, "Possible are")?;
                continue;
            };
            let legal = match question {
                Question::Propose => self.solved.can_propose(&named),
                Question::Forbid | Question::Move => self.solved.can_forbid(&named),
            };
            if legal {
                return Ok(Reply::Decided(named));
            }
            match question {
                Question::Propose => writeln!(self.out, "That is not enough. {}", self.budget())?,
                Question::Forbid | Question::Move => {
                    writeln!(self.out, "That is more than allowed. {}", self.budget())?
                }
            }
            self.list(can_be, "Possible are")?;
        }
    }

    /// How much may be forbidden or must be proposed, in the words of the rules.
    fn budget(&self) -> String {
        let rules = self.game.ruleset().map(ToString::to_string).unwrap_or_default();
        let quota = |text: &str| match text.contains(" of ") {
            true => text.to_owned(),
            false => format!("{text} option{}", if text == "1" { "" } else { "s" }),
        };
        let lines = |word: &str| -> Vec<String> {
            rules.lines().filter_map(|l| l.strip_prefix(word)).map(|l| quota(l.trim())).collect()
        };
        match (lines("block ").join(", and "), lines("comply ").join("")) {
            (block, _) if !block.is_empty() => format!("You may forbid at most {block}."),
            (_, comply) if !comply.is_empty() => format!("You have to propose at least {comply}."),
            _ => "You may point at one pile that yours led, and so forbid one option.".to_owned(),
        }
    }

    /// A line that is not one of the commands, which are carried out here.
    fn read(
        &mut self,
        state: &State,
        possible: &[Choice],
        question: Question,
    ) -> Result<Reply<String>, Failure> {
        self.asked += 1;
        loop {
            let prompt = match question {
                Question::Move => "move to".to_owned(),
                Question::Forbid => format!("forbid ({} or none)", hint_form(state)),
                Question::Propose => format!("propose ({})", hint_form(state)),
            };
            write!(self.out, "{prompt}> ")?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(Reply::Quit);
            }
            match line.trim().to_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(self.out, "{HELP}")?,
                "quit" | "exit" => return Ok(Reply::Quit),
                "undo" => return Ok(Reply::Undo),
                "moves" => self.list_all(possible)?,
                "hint" => self.hint(state, possible, question)?,
                "why" => self.why(state)?,
                "rules" => writeln!(self.out, "{}", self.rules())?,
                other => return Ok(Reply::Decided(other.to_owned())),
            }
        }
    }

    fn rules(&self) -> String {
        let words = self.game.entry().map(wythoff::rulebook::Entry::words);
        words.or_else(|| self.game.ruleset().map(ToString::to_string)).unwrap_or_default()
    }

    fn why(&mut self, state: &State) -> Result<(), Failure> {
        let answer = self.solved.answer(state)?;
        let who = match answer.outcome {
            Outcome::P => "the player who moved last",
            Outcome::N => "the player to move",
        };
        writeln!(
            self.out,
            "{} is {}: {who} wins; {}.",
            answer.position,
            answer.outcome,
            reason(self.game, &answer)
        )?;
        Ok(())
    }

    fn hint(&mut self, state: &State, possible: &[Choice], question: Question) -> Result<(), Failure> {
        match question {
            Question::Move => {
                let best = best_move(possible, state);
                match best.outcome {
                    Outcome::P => writeln!(self.out, "Move to {}: that wins.", best.state.position())?,
                    Outcome::N => writeln!(
                        self.out,
                        "Every move loses against perfect play; {} holds out.",
                        best.state.position()
                    )?,
                }
            }
            Question::Forbid => {
                let choices = self.solved.choices(state)?;
                let best = self.best_to_forbid(&choices);
                let wins = self.solved.outcome(state)?.is_p();
                let what = if best.is_empty() { "nothing".to_owned() } else { join(&best) };
                let promise = if wins { "that wins" } else { "but a winning move is left" };
                writeln!(self.out, "Forbid {what}: {promise}.")?;
            }
            Question::Propose => {
                let best = self.best_to_propose(possible);
                let promise = if best.iter().all(|c| !c.outcome.is_p()) {
                    "that wins"
                } else {
                    "but a winning move is among them"
                };
                writeln!(self.out, "Propose {}: {promise}.", join(&best))?;
            }
        }
        Ok(())
    }

    /// Some of the choices; `moves` lists all.
    fn list(&mut self, choices: &[Choice], title: &str) -> Result<(), Failure> {
        const SHOWN: usize = 24;
        let more = match choices.len().checked_sub(SHOWN) {
            Some(n) if n > 0 => format!(" and {n} more (`moves` lists all)"),
            _ => String::new(),
        };
        writeln!(self.out, "{title} {}{more}.", join(&choices[..choices.len().min(SHOWN)]))?;
        Ok(())
    }

    fn list_all(&mut self, choices: &[Choice]) -> Result<(), Failure> {
        writeln!(self.out, "{}", join(choices))?;
        Ok(())
    }
}

/// A winning move that takes much, or else a losing one that takes little.
fn best_move(allowed: &[Choice], state: &State) -> Choice {
    let left = |c: &Choice| c.state.piles().iter().map(|p| u64::from(*p)).sum::<u64>();
    let winning = allowed.iter().filter(|c| c.outcome.is_p()).min_by_key(|c| left(c));
    let losing = || allowed.iter().max_by_key(|c| left(c));
    match winning.or_else(losing) {
        Some(choice) => choice.clone(),
        // Never reached: there is always a move when one is asked for.
        None => Choice { state: state.clone(), outcome: Outcome::N, signature: 0 },
    }
}

fn join(choices: &[Choice]) -> String {
    let list: Vec<String> = choices.iter().map(|c| c.state.position().to_string()).collect();
    list.join(" ")
}

/// How a position is typed, for a prompt.
fn hint_form(state: &State) -> &'static str {
    if state.piles().len() == 2 { "x,y x,y …" } else { "x,y,z …" }
}

fn find(line: &str, choices: &[Choice]) -> Option<Choice> {
    let piles = choices.first()?.state.piles().len();
    match positions(line, piles)?.as_slice() {
        [one] => by_piles(one, choices),
        _ => None,
    }
}

fn by_piles(piles: &[u32], choices: &[Choice]) -> Option<Choice> {
    choices.iter().find(|c| c.state.piles() == piles).cloned()
}

/// All numbers of a line, in groups of one position each, without repetition.
fn positions(line: &str, piles: usize) -> Option<Vec<Vec<u32>>> {
    let numbers: Vec<u32> = line
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';'))
        .filter(|w| !w.is_empty())
        .map(|w| w.parse().ok())
        .collect::<Option<_>>()?;
    if numbers.is_empty() || !numbers.len().is_multiple_of(piles) {
        return None;
    }
    let unique: BTreeSet<Vec<u32>> = numbers.chunks(piles).map(<[u32]>::to_vec).collect();
    Some(unique.into_iter().collect())
}
