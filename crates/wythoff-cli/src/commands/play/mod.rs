//! `wythoff play GAME x y`: a game against the machine or between two people, and games looked at again.
//!
//! All that is known of games is in [`wythoff::play`]; here lines are read and sentences printed.

pub(crate) mod draw;
mod keyboard;
mod session;

use crate::cli::PlayArguments;
use crate::game_argument::{game, position, small};
use crate::limits::{read_text, unlimited};
use crate::output::{Failure, Message, json, stdout, write};
use crate::progress::{Progress, follow};
use crate::sink::is_standard;
use keyboard::Keyboard;
use session::Session;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use wythoff::play::{Controller, Level, Match, Player, Record, Review, Setup};
use wythoff_files::temporary_for;

/// At the keyboard sits player one.
const HUMAN: Player = Player::One;

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.replay {
        return replay(path, arguments.json);
    }
    if arguments.game.as_deref() == Some("-") {
        let text = "rules from standard input leave no way to type moves: save them in a .game file";
        return Err(Message(text.to_owned()).into());
    }
    if arguments.resume.as_deref().is_some_and(is_standard) {
        let text = "a game from standard input leaves no way to type moves: give --resume a file";
        return Err(Message(text.to_owned()).into());
    }
    if arguments.record.as_deref().is_some_and(is_standard) {
        let text = "standard output is where the game is played: give --output a file";
        return Err(Message(text.to_owned()).into());
    }
    if let Some(path) = &arguments.record {
        // Better now than after the game.
        drop(temporary_for(path)?);
    }
    let played = match &arguments.resume {
        Some(path) => {
            let record = read_record(path)?;
            let game = record.game().map_err(|e| cannot(path, &e))?;
            let _shown = Progress::begin("thinking");
            Match::replay(game, &record, &follow(&unlimited()?)).map_err(|e| cannot(path, &e))?
        }
        None => begin(arguments)?,
    };
    let mut session = Session::new(played, Keyboard::open()?, stdout());
    let result = session.run();
    // However it ended: what was played is kept.
    if let Some(path) = &arguments.record {
        let text = serde_json::to_string_pretty(&session.record())? + "\n";
        write(text.as_bytes(), Some(path))?;
        result?;
        writeln!(
            stdout(),
            "The game is in {0}: `wythoff play --replay {0}` shows it again.",
            path.display()
        )?;
        return Ok(());
    }
    result
}

fn begin(arguments: &PlayArguments) -> Result<Match, Failure> {
    let game = game(arguments.game.as_deref().unwrap_or_default())?;
    let first = if arguments.second { HUMAN.other() } else { HUMAN };
    let mut setup = Setup::new(position(&arguments.position)?).begun_by(first);
    if !arguments.two {
        let level = arguments.level.map_or(Level::Perfect, Level::from);
        let seed = match &arguments.seed {
            Some(text) => small(text, "--seed", u32::MAX)?,
            None if level == Level::Perfect => 0,
            None => fresh_seed(),
        };
        setup = setup.with(HUMAN.other(), Controller::Machine).at_level(level, seed);
    }
    let _shown = Progress::begin("thinking");
    Ok(Match::new(game, setup, &follow(&unlimited()?))?)
}

/// Another game every time for a person; the same one for a script.
fn fresh_seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    if std::io::stdin().is_terminal() { (now % 1_000_000) as u32 } else { 0 }
}

fn replay(path: &Path, as_json: bool) -> Result<(), Failure> {
    let record = read_record(path)?;
    let game = record.game().map_err(|e| cannot(path, &e))?;
    let progress = Progress::begin("reviewing the game");
    let review = Review::of(game, &record, &follow(&unlimited()?)).map_err(|e| cannot(path, &e))?;
    drop(progress);
    match as_json {
        true => json(&mut stdout(), &review)?,
        false => write!(stdout(), "{review}")?,
    }
    Ok(())
}

fn read_record(path: &Path) -> Result<Record, Failure> {
    Record::read(&read_text(path)?).map_err(|e| cannot(path, &e))
}

fn cannot(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Message(format!("{} is not a recorded game: {why}", path.display())).into()
}
