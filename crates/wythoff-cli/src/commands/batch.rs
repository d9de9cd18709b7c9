//! `wythoff ask GAME --batch`: a line in, a line out, and one game solved for all of them.

use super::check::solution;
use crate::cli::AskArguments;
use crate::game_argument::game;
use crate::limits::{Usual, budget, standard_input, with_task_time};
use crate::output::{Failure, Message, stdout};
use crate::progress::{Progress, end_when_idle};
use crate::screen::Lines as _;
use crate::sink::is_standard;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::Path;
use wythoff::report::{AnswerReport, BatchReply, Question};
use wythoff::{Limit, Ways};

/// Longer lines are not read.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a line was not even looked at.
#[derive(Debug, thiserror::Error)]
enum BadLine {
    #[error("the line is longer than 1 MiB")]
    TooLong,
    #[error("the line is not UTF-8 text")]
    NotText,
}

pub(super) fn run(arguments: &AskArguments, questions: &Path) -> Result<(), Failure> {
    let typed = is_standard(questions);
    if arguments.game == "-" && typed {
        let text = "--batch reads questions from standard input: save the rules in a .game file";
        return Err(Message(text.to_owned()).into());
    }
    end_when_idle();
    let game = game(&arguments.game)?;
    let certificate = match &arguments.certificate {
        Some(path) => {
            Some(solution(&game, path, &arguments.limits, &Progress::begin("checking the certificate"))?)
        }
        None => None,
    };
    let budget = budget(&arguments.limits, Usual::Solving)?;
    let budget = with_task_time(budget, arguments.task_time.as_deref())?;
    let (ways, method) = (Ways::of(game), arguments.method.into());
    let answer = |line: &str| {
        let progress = Progress::begin("answering");
        BatchReply::to(ways.game(), line, &|question: &Question| {
            let answer = match &certificate {
                Some(proved) => proved.answer(&question.at),
                None => ways.ask_by(
                    method,
                    &question.at,
                    &question.history,
                    &progress.watch(&budget.of_one_task()),
                ),
            }?;
            Ok(AnswerReport::new(ways.game(), &answer).with_kinship(ways.kinship_beside(&answer)))
        })
    };
    let mut input: Box<dyn BufRead> = match typed {
        true => Box::new(standard_input()?),
        false => {
            let shown = questions.display();
            let file = std::fs::File::open(questions);
            Box::new(BufReader::new(file.map_err(|e| Message(format!("cannot read {shown}: {e}")))?))
        }
    };
    let mut out = stdout();
    let (mut bad, mut lines) = (0_u64, 0_u64);
    while let Some(line) = next_line(&mut input)? {
        let reply = match &line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => answer(text),
            Err(bad) => BatchReply::failed(bad),
        };
        lines += 1;
        bad += u64::from(reply.is_failed());
        out.data((reply.to_line() + "\n").as_bytes())?;
        // Whoever asks may wait for this answer before the next question.
        out.flush()?;
        match budget.poll() {
            Ok(()) => {}
            Err(Limit::Cancelled) => return Err(Message(format!("stopped after {lines} lines")).into()),
            Err(limit) => return Err(Message(format!("stopped after {lines} lines: {limit}")).into()),
        }
    }
    match bad {
        0 => Ok(()),
        1 if lines == 1 => Err(Message("the line has no answer".to_owned()).into()),
        1 => Err(Message(format!("1 of {lines} lines has no answer")).into()),
        _ => Err(Message(format!("{bad} of {lines} lines have no answer")).into()),
    }
}

/// The next line; nothing at the end.
fn next_line(input: &mut impl BufRead) -> Result<Option<Result<String, BadLine>>, Failure> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        // What is left of it is no line of its own.
        input.skip_until(b'\n')?;
        return Ok(Some(Err(BadLine::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotText)))
}
