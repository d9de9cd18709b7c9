//! A game at the keyboard.

use super::draw;
use super::keyboard::{Keyboard, Typed};
use crate::output::{Failure, STRONG};
use crate::progress::Progress;
use crate::screen::Lines;
use wythoff::Position;
use wythoff::draw::terminal;
use wythoff::play::{
    Act, Asked, Controller, Ending, Illegal, Level, Match, NotPositions, OfferGroup, Player, Record, Setup,
    Standing, Stuck, Turn, read_act,
};

const HELP: &str = "  \
  a position such as 3 5   move there (or forbid, or propose it, when asked for that)
  moves                    list what is legal, by kind of move
  board                    draw the board; `board solution` shows who wins where,
                           `board off` and `board on` say whether it is drawn at every turn
  hint                     what the perfect player would do
  why                      who wins this position, why, and on what that rests
  undo, redo               take back your last decision; do it again
  record                   what was decided so far
  rules                    the rules of the game
  quit                     stop; so do Ctrl-D and Ctrl-C";

const COMMANDS: [&str; 10] =
    ["board", "help", "hint", "moves", "quit", "record", "redo", "rules", "undo", "why"];

/// What came of a line that was typed.
enum Line {
    /// A decision was taken.
    Decided,
    /// A decision was taken back or done again, or there was none.
    Changed,
    Quit,
}

/// A game being played at a keyboard.
pub(crate) struct Session<W: Lines> {
    played: Match,
    keyboard: Keyboard,
    out: W,
    /// The only person, if there is just one.
    you: Option<Player>,
    draws: bool,
}

impl<W: Lines> Session<W> {
    pub(crate) fn new(played: Match, keyboard: Keyboard, out: W) -> Session<W> {
        let is_person = |player: &Player| played.controller(*player) == Controller::Person;
        let mut people = [Player::One, Player::Two].into_iter().filter(is_person);
        let you = people.next().filter(|_| people.next().is_none());
        let draws = keyboard.has_screen();
        Session { played, keyboard, out, you, draws }
    }

    /// What was played.
    pub(crate) fn record(&self) -> Record {
        self.played.record()
    }

    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        let game = self.played.game();
        let title = if game.title().is_empty() { String::new() } else { format!(", {}", game.title()) };
        let name = game.label();
        writeln!(self.out, "{STRONG}{name}{STRONG:#}{title}. Type `help` for what you can do.")?;
        let Setup { level, seed, .. } = self.played.setup();
        if self.you.is_some() && *level != Level::Perfect {
            writeln!(self.out, "I play at level {level}, with mistakes drawn from seed {seed}.")?;
        }
        self.introduce()?;
        loop {
            let moves = self.played.moves_made();
            let turn = self.played.turn();
            if let Turn::Over(ending) = turn {
                return self.end(&ending);
            }
            let player = turn.player();
            if let Some(act) = thinking(|| self.played.let_machine_decide())? {
                self.announce(player, &act)?;
            } else {
                match self.ask(&turn)? {
                    Line::Decided => {}
                    Line::Changed => {
                        self.introduce()?;
                        continue;
                    }
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
        let mover = self.played.mover();
        let whose = match self.you {
            Some(you) if you == mover => "your move".to_owned(),
            Some(_) => "my move".to_owned(),
            None => format!("player {mover} to move"),
        };
        writeln!(self.out, "\n{STRONG}{}{STRONG:#}: {whose}", self.played.position())?;
        if let Turn::Move { player, forbidden, proposed, .. } = self.played.turn()
            && self.played.controller(player) == Controller::Person
        {
            match proposed {
                Some(list) => self.announce(Some(player.other()), &Act::Propose(list))?,
                None if !forbidden.is_empty() => {
                    self.announce(Some(player.other()), &Act::Forbid(forbidden))?
                }
                None => {}
            }
        }
        Ok(())
    }

    /// What another player does: the machine speaks for itself.
    fn announce(&mut self, player: Option<Player>, act: &Act) -> Result<(), Failure> {
        let (who, s) = match (self.you, player) {
            (None, Some(player)) => (format!("Player {player}"), "s"),
            _ => ("I".to_owned(), ""),
        };
        let what = join(act.positions());
        let verb = act.asked();
        match act {
            Act::Move(_) => writeln!(self.out, "{who} move{s} to {STRONG}{what}{STRONG:#}.")?,
            _ if what.is_empty() => writeln!(self.out, "{who} {verb}{s} nothing.")?,
            _ => writeln!(self.out, "{who} {verb}{s} {STRONG}{what}{STRONG:#}.")?,
        }
        Ok(())
    }

    fn end(&mut self, ending: &Ending) -> Result<(), Failure> {
        let cannot = if ending.cannot == Stuck::Propose { "propose enough" } else { "move" };
        let (who, end) = match self.you {
            None => (format!("Player {} cannot", ending.stuck), format!("Player {} wins.", ending.winner)),
            Some(you) => {
                let who = if ending.stuck == you { "You cannot" } else { "I cannot" };
                let end = if ending.winner == you { "You win." } else { "I win." };
                (who.to_owned(), end.to_owned())
            }
        };
        writeln!(self.out, "{who} {cannot}. {STRONG}{end}{STRONG:#}")?;
        Ok(())
    }

    /// Asks until something is decided or taken back.
    fn ask(&mut self, turn: &Turn) -> Result<Line, Failure> {
        if self.draws {
            self.draw(false)?;
        }
        if let Turn::Forbid { words, .. } | Turn::Propose { words, .. } = turn {
            writeln!(self.out, "{words}")?;
        }
        let asked = turn.asked().unwrap_or(Asked::Move);
        let prompt = self.prompt(turn, asked);
        loop {
            let words = words(turn, asked);
            let Typed::Line(line) = self.keyboard.read(&prompt, words, &mut self.out)? else {
                return Ok(Line::Quit);
            };
            let line = line.trim().to_lowercase();
            match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                [] => {}
                ["quit" | "exit"] => return Ok(Line::Quit),
                ["undo"] => {
                    if self.played.undo().is_none() {
                        writeln!(self.out, "There is nothing to take back.")?;
                    }
                    return Ok(Line::Changed);
                }
                ["redo"] => {
                    if self.played.redo() == 0 {
                        writeln!(self.out, "There is nothing to do again.")?;
                    }
                    return Ok(Line::Changed);
                }
                words => {
                    if !self.tell(turn, words)? && self.decide(turn, asked, &line)? {
                        return Ok(Line::Decided);
                    }
                }
            }
        }
    }

    /// Answers a question about the game; false if this is none.
    fn tell(&mut self, turn: &Turn, words: &[&str]) -> Result<bool, Failure> {
        match words {
            ["help" | "?"] => writeln!(self.out, "{HELP}")?,
            ["moves"] => self.list(turn)?,
            ["board", rest @ ..] if matches!(rest, [] | ["solution" | "--solution"]) => {
                if !self.keyboard.echoes() {
                    // The picture must not begin behind the prompt.
                    writeln!(self.out)?;
                }
                self.draw(!rest.is_empty())?;
            }
            ["board", switch @ ("on" | "off")] => {
                self.draws = *switch == "on";
                let often = if self.draws { "at every turn" } else { "when you type `board`" };
                writeln!(self.out, "The board is drawn {often}.")?;
            }
            ["hint"] => {
                if let Some(advice) = thinking(|| self.played.advice())? {
                    writeln!(self.out, "{advice}")?;
                }
            }
            ["why"] => {
                let why = thinking(|| self.played.why())?;
                writeln!(self.out, "{why}")?;
            }
            ["record"] => {
                let acts = self.played.record().acts;
                if acts.is_empty() {
                    writeln!(self.out, "Nothing was decided so far.")?;
                }
                for (i, act) in acts.iter().enumerate() {
                    writeln!(self.out, "{:3}. {act}", i + 1)?;
                }
            }
            ["rules"] => writeln!(self.out, "{}", self.rules())?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Draws the board as far as it fits on the screen; piles that are not two as bars.
    fn draw(&mut self, solution: bool) -> Result<(), Failure> {
        let position = self.played.position();
        let size = self.keyboard.size();
        let (columns, rows) = terminal::room(&position, size);
        match self.played.window(columns, rows) {
            None => draw::board(&mut self.out, &terminal::bars(&position, size.0))?,
            Some(frame) => match self.played.board(&frame, solution) {
                Ok(view) => draw::board(&mut self.out, &terminal::view(&view))?,
                // The game goes on without the picture.
                Err(error) => writeln!(self.out, "The board cannot be drawn: {error}.")?,
            },
        }
        Ok(())
    }

    /// Takes a decision as it was typed, or says what is wrong with it.
    fn decide(&mut self, turn: &Turn, asked: Asked, typed: &str) -> Result<bool, Failure> {
        let act = match read_act(typed, asked, self.played.game().piles()) {
            Ok(act) => act,
            Err(why) => {
                let is_word = matches!(why, NotPositions::Word(_)) && typed.starts_with(char::is_alphabetic);
                let help = if is_word { ", and no command: `help` lists those" } else { "" };
                return self.refuse(turn, asked, typed, &format!("{why}{help}"));
            }
        };
        match self.played.decide(act) {
            Ok(()) => Ok(true),
            Err(Illegal::Unsolved(error)) => Err(error.into()),
            Err(why @ (Illegal::TooMany { .. } | Illegal::TooFew { .. })) => {
                let text = why.to_string();
                let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
                writeln!(self.out, "{}{rest}.", first.to_uppercase())?;
                self.list_some(turn, "Possible are")?;
                Ok(false)
            }
            Err(why) => self.refuse(turn, asked, typed, &why.to_string()),
        }
    }

    fn refuse(&mut self, turn: &Turn, asked: Asked, typed: &str, why: &str) -> Result<bool, Failure> {
        let from = self.played.position();
        if asked == Asked::Move {
            writeln!(self.out, "{typed:?} is not a legal move from {from}: {why}.")?;
            self.list_some(turn, "Legal moves lead to")?;
        } else {
            writeln!(self.out, "{typed:?} is not a list of options of {from}: {why}.")?;
            self.list_some(turn, "Possible are")?;
        }
        Ok(false)
    }

    fn rules(&self) -> String {
        let game = self.played.game();
        let words = game.entry().map(wythoff::rulebook::Entry::words);
        words.or_else(|| game.ruleset().map(ToString::to_string)).unwrap_or_default()
    }

    /// All options by kind of move.
    fn list(&mut self, turn: &Turn) -> Result<(), Failure> {
        let Some(groups) = turn.by_kind() else {
            let far = "There are too many to list; `rules` says which, and `board` shows those nearby.";
            writeln!(self.out, "{far}")?;
            return Ok(());
        };
        for OfferGroup { kinds, standing, to } in groups {
            let why_not = match standing {
                Standing::Forbidden => ", forbidden",
                Standing::NotProposed => ", not proposed",
                Standing::Protected => ", not to be forbidden",
                _ => "",
            };
            let title = format!("{}{why_not}: ", kinds.join(" and "));
            self.write_list(&title, &to, "")?;
        }
        Ok(())
    }

    /// Positions in lines that fit on the screen, if there is one.
    fn write_list(&mut self, title: &str, list: &[Position], end: &str) -> Result<(), Failure> {
        let width = if self.keyboard.has_screen() { self.keyboard.size().0 as usize } else { usize::MAX };
        let mut line = title.to_owned();
        for (i, position) in list.iter().enumerate() {
            let last = i + 1 == list.len();
            let word = format!("{position}{}", if last { end } else { " " });
            if line.len() + word.trim_end().len() > width {
                writeln!(self.out, "{}", line.trim_end())?;
                line = "  ".to_owned();
            }
            line += &word;
        }
        writeln!(self.out, "{line}")?;
        Ok(())
    }

    /// Some of what can be chosen.
    fn list_some(&mut self, turn: &Turn, title: &str) -> Result<(), Failure> {
        const SHOWN: usize = 24;
        if turn.options().is_none() {
            return Ok(());
        }
        let mut open: Vec<Position> = turn.open().map(|o| o.to.clone()).collect();
        let more = match open.len().checked_sub(SHOWN) {
            Some(n) if n > 0 => format!(" and {n} more (`moves` lists all)"),
            _ => String::new(),
        };
        open.truncate(SHOWN);
        self.write_list(&format!("{title} "), &open, &format!("{more}."))
    }

    fn prompt(&self, turn: &Turn, asked: Asked) -> String {
        let form = if self.played.game().piles() == 2 { "x,y x,y …" } else { "x,y,z …" };
        let who = match (self.you, turn.player()) {
            (None, Some(player)) => format!("player {player}, "),
            _ => String::new(),
        };
        match asked {
            Asked::Forbid => format!("{who}forbid ({form} or none)> "),
            Asked::Propose => format!("{who}propose ({form})> "),
            _ => format!("{who}move to> "),
        }
    }
}

/// What can be completed: commands, and what can be chosen.
fn words(turn: &Turn, asked: Asked) -> Vec<String> {
    let between = if asked == Asked::Move { " " } else { "," };
    let typed = |to: &Position| to.piles().iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
    let options = turn.open().map(|offer| typed(&offer.to));
    COMMANDS.iter().map(|command| (*command).to_owned()).chain(options).collect()
}

fn join(positions: &[Position]) -> String {
    positions.iter().map(Position::to_string).collect::<Vec<_>>().join(" ")
}

/// Does something that may take a while, and shows so.
fn thinking<T>(mut think: impl FnMut() -> T) -> T {
    let _shown = Progress::begin("thinking");
    think()
}
