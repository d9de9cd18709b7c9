//! `wythoff play GAME x y`: a line-by-line game against the perfect player.
//!
//! All that is known of games is in [`wythoff::play`]; here lines are read and sentences printed.

use crate::cli::PlayArguments;
use crate::game_argument::{game, position};
use crate::limits::budget;
use crate::output::{Failure, Message, STRONG, stdout};
use std::io::{BufRead, Write};
use wythoff::Position;
use wythoff::play::{
    Act, Asked, Controller, Ending, Illegal, Match, Player, Setup, Stuck, Turn, read_positions,
};

const HELP: &str = "  \
  a position such as 3 5   move there (or forbid, or propose it, when asked for that)
  moves                    list what is legal
  hint                     what the perfect player would do
  why                      who wins this position, and why
  undo                     take back your last decision
  rules                    the rules of the game
  quit                     stop";

/// At the keyboard sits player one.
const HUMAN: Player = Player::One;

/// What came of a line that was typed.
enum Line {
    /// A decision was taken.
    Decided,
    /// A decision was taken back, or there was none to take back.
    Undone,
    Quit,
}

struct Session<R: BufRead, W: Write> {
    played: Match,
    input: R,
    out: W,
}

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    if arguments.game == "-" {
        let text = "rules from standard input leave no way to type moves: save them in a .game file";
        return Err(Message(text.to_owned()).into());
    }
    let game = game(&arguments.game)?;
    let first = if arguments.second { HUMAN.other() } else { HUMAN };
    let setup = Setup::new(position(&arguments.position)?).begun_by(first);
    let setup = setup.with(HUMAN.other(), Controller::Machine);
    let played = Match::new(game, setup, &budget(None, None)?)?;
    Session { played, input: std::io::stdin().lock(), out: stdout() }.run()
}

impl<R: BufRead, W: Write> Session<R, W> {
    fn run(&mut self) -> Result<(), Failure> {
        let game = self.played.game();
        let name = game.notation().unwrap_or(game.name());
        writeln!(self.out, "{STRONG}{name}{STRONG:#}, {}. Type `help` for what you can do.", game.title())?;
        self.introduce()?;
        loop {
            let moves = self.played.moves_made();
            let turn = self.played.turn();
            if let Turn::Over(ending) = turn {
                return self.end(&ending);
            }
            if let Some(act) = self.played.let_machine_decide()? {
                self.announce(&act)?;
            } else {
                match self.ask(&turn)? {
                    Line::Decided => {}
                    Line::Undone => self.introduce()?,
                    Line::Quit => {
                        writeln!(self.out, "Goodbye.")?;
                        return Ok(());
                    }
                }
            }
            if self.played.moves_made() > moves {
                self.introduce()?;
            }
        }
    }

    /// The position, and what was said about it before, if anything.
    fn introduce(&mut self) -> Result<(), Failure> {
        let whose = if self.played.mover() == HUMAN { "your move" } else { "my move" };
        writeln!(self.out, "\n{STRONG}{}{STRONG:#}: {whose}", self.played.position())?;
        if let Turn::Move { player: HUMAN, forbidden, proposed, .. } = self.played.turn() {
            match proposed {
                Some(list) => self.announce(&Act::Propose(list))?,
                None if !forbidden.is_empty() => self.announce(&Act::Forbid(forbidden))?,
                None => {}
            }
        }
        Ok(())
    }

    /// What the machine does.
    fn announce(&mut self, act: &Act) -> Result<(), Failure> {
        let what = join(act.positions());
        match act {
            Act::Move(_) => writeln!(self.out, "I move to {STRONG}{what}{STRONG:#}.")?,
            _ if what.is_empty() => writeln!(self.out, "I {} nothing.", act.asked())?,
            _ => writeln!(self.out, "I {} {STRONG}{what}{STRONG:#}.", act.asked())?,
        }
        Ok(())
    }

    fn end(&mut self, ending: &Ending) -> Result<(), Failure> {
        let cannot = if ending.cannot == Stuck::Propose { "propose enough" } else { "move" };
        let who = if ending.stuck == HUMAN { "You cannot" } else { "I cannot" };
        let end = if ending.winner == HUMAN { "You win." } else { "I win." };
        writeln!(self.out, "{who} {cannot}. {STRONG}{end}{STRONG:#}")?;
        Ok(())
    }

    /// Asks until something is decided or taken back.
    fn ask(&mut self, turn: &Turn) -> Result<Line, Failure> {
        if let Turn::Forbid { words, .. } | Turn::Propose { words, .. } = turn {
            writeln!(self.out, "{words}")?;
        }
        loop {
            write!(self.out, "{}> ", prompt(turn, self.played.game().piles()))?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(Line::Quit);
            }
            match line.trim().to_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(self.out, "{HELP}")?,
                "quit" | "exit" => return Ok(Line::Quit),
                "undo" => {
                    if self.played.undo().is_none() {
                        writeln!(self.out, "There is nothing to take back.")?;
                    }
                    return Ok(Line::Undone);
                }
                "moves" => self.list(turn, None)?,
                "hint" => {
                    if let Some(advice) = self.played.advice()? {
                        writeln!(self.out, "{advice}")?;
                    }
                }
                "why" => {
                    let why = self.played.why()?;
                    writeln!(self.out, "{why}")?;
                }
                "rules" => writeln!(self.out, "{}", self.rules())?,
                typed => {
                    if self.decide(turn, typed)? {
                        return Ok(Line::Decided);
                    }
                }
            }
        }
    }

    /// Takes a decision as it was typed, or says what is wrong with it.
    fn decide(&mut self, turn: &Turn, typed: &str) -> Result<bool, Failure> {
        let act = match act(turn, typed, self.played.game().piles()) {
            Ok(act) => act,
            Err(why) => return self.refuse(turn, typed, &why),
        };
        match self.played.decide(act) {
            Ok(()) => Ok(true),
            Err(Illegal::Unsolved(error)) => Err(error.into()),
            Err(why @ (Illegal::TooMany { .. } | Illegal::TooFew { .. })) => {
                let text = why.to_string();
                let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
                writeln!(self.out, "{}{rest}.", first.to_uppercase())?;
                self.list(turn, Some("Possible are"))?;
                Ok(false)
            }
            Err(why) => self.refuse(turn, typed, &why.to_string()),
        }
    }

    fn refuse(&mut self, turn: &Turn, typed: &str, why: &str) -> Result<bool, Failure> {
        let from = self.played.position();
        if asked(turn) == Asked::Move {
            writeln!(self.out, "{typed:?} is not a legal move from {from}: {why}.")?;
            self.list(turn, Some("Legal moves lead to"))?;
        } else {
            writeln!(self.out, "{typed:?} is not a list of options of {from}: {why}.")?;
            self.list(turn, Some("Possible are"))?;
        }
        Ok(false)
    }

    fn rules(&self) -> String {
        let game = self.played.game();
        let words = game.entry().map(wythoff::rulebook::Entry::words);
        words.or_else(|| game.ruleset().map(ToString::to_string)).unwrap_or_default()
    }

    /// What can be chosen: some of it behind a title, all without one.
    fn list(&mut self, turn: &Turn, title: Option<&str>) -> Result<(), Failure> {
        const SHOWN: usize = 24;
        let mut open: Vec<Position> = turn.open().map(|o| o.to.clone()).collect();
        match (turn.options(), title) {
            (None, None) => writeln!(self.out, "There are too many to list; `rules` says which.")?,
            (None, Some(_)) => {}
            (Some(_), None) => writeln!(self.out, "{}", join(&open))?,
            (Some(_), Some(title)) => {
                let more = match open.len().checked_sub(SHOWN) {
                    Some(n) if n > 0 => format!(" and {n} more (`moves` lists all)"),
                    _ => String::new(),
                };
                open.truncate(SHOWN);
                writeln!(self.out, "{title} {}{more}.", join(&open))?;
            }
        }
        Ok(())
    }
}

fn asked(turn: &Turn) -> Asked {
    match turn {
        Turn::Forbid { .. } => Asked::Forbid,
        Turn::Propose { .. } => Asked::Propose,
        _ => Asked::Move,
    }
}

fn prompt(turn: &Turn, piles: usize) -> String {
    let form = if piles == 2 { "x,y x,y …" } else { "x,y,z …" };
    match asked(turn) {
        Asked::Forbid => format!("forbid ({form} or none)"),
        Asked::Propose => format!("propose ({form})"),
        _ => "move to".to_owned(),
    }
}

/// What is meant by a line.
fn act(turn: &Turn, typed: &str, piles: usize) -> Result<Act, String> {
    let nothing = matches!(typed, "none" | "nothing") && asked(turn) != Asked::Move;
    let list = if nothing { Ok(Vec::new()) } else { read_positions(typed, piles) };
    let mut list = list.map_err(|e| e.to_string())?;
    match asked(turn) {
        Asked::Forbid => Ok(Act::Forbid(list)),
        Asked::Propose => Ok(Act::Propose(list)),
        _ => match (list.pop(), list.len()) {
            (Some(to), 0) => Ok(Act::Move(to)),
            _ => Err("a move leads to one position".to_owned()),
        },
    }
}

fn join(positions: &[Position]) -> String {
    positions.iter().map(Position::to_string).collect::<Vec<_>>().join(" ")
}
