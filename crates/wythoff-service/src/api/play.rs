//! A game being played, as a value: its record goes in with what is to be done, and comes back with what was done.

use super::answer::place;
use super::request::Fields;
use super::{Desk, Refusal, Reply};
use serde_json::{Value, json};
use wythoff_budget::Budget;
use wythoff_number::counted;
use wythoff_play::{
    Act, Allowance, Asked, BadRecord, Comment, Controller, Ending, Illegal, Level, Match, MemoryView, Offer,
    Player, Record, Review, Setup, Stuck, Turn, read_act,
};
use wythoff_rules::position::{Outcome, Position};

/// More decisions than this are no game.
const LONGEST_GAME: usize = 10_000;
/// Where options are too many to list, so many are named.
const MOST_NAMED: usize = 400;

impl From<BadRecord> for Refusal {
    fn from(error: BadRecord) -> Refusal {
        match error {
            BadRecord::Setup(error) | BadRecord::Unsolved { why: error, .. } => error.into(),
            other => Refusal::wrong(other.to_string()),
        }
    }
}

/// `play`.
pub(super) fn play(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let mut played = match fields.value("record") {
        Some(record) => resumed(record, budget)?,
        None => begun(desk, fields, budget)?,
    };
    let undone = undo(&mut played, fields)?;
    let mut done: Vec<(Player, Act)> = Vec::new();
    if let Some(act) = fields.value("act") {
        let act = read(act, &played)?;
        let who = played.turn().player();
        let before = played.position();
        let result = played.decide(act.clone());
        refusing(&before, &act, result)?;
        done.extend(who.map(|who| (who, act)));
    }
    let mut decided: Vec<(Player, Act)> = Vec::new();
    if fields.flag("machine")? {
        while let Some(who) = played.turn().player() {
            match played.let_machine_decide()? {
                Some(act) => decided.push((who, act)),
                None => break,
            }
        }
    }
    let turn = played.turn();
    let said = said(&played, &turn, &done, &decided, undone);
    let mut reply = json!({
        "record": played.record(),
        "position": played.position(),
        "piles": played.game().piles(),
        "mover": played.mover(),
        "moves": played.moves_made(),
        "turn": turn_data(&played, &turn, budget)?,
        "said": said,
        "decided": decided.iter().map(|(_, act)| act).collect::<Vec<_>>(),
    });
    extras(&mut reply, &played, fields, budget)?;
    Ok(Reply::data(reply))
}

/// The game of a record.
fn resumed(record: &Value, budget: &Budget) -> Result<Match, Refusal> {
    let text = match record {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let record = Record::read(&text)?;
    if record.acts.len() > LONGEST_GAME {
        return Err(Refusal::limit(format!("a game of more than {LONGEST_GAME} decisions is not taken up")));
    }
    let game = record.game()?;
    Ok(Match::replay(game, &record, budget)?)
}

/// The words for players, levels and who decides.
const PLAYERS: [(&str, Player); 2] = [("one", Player::One), ("two", Player::Two)];
const CONTROLLERS: [(&str, Controller); 2] =
    [("person", Controller::Person), ("machine", Controller::Machine)];
const LEVELS: [(&str, Level); 5] = [
    ("beginner", Level::Easy),
    ("easy", Level::Easy),
    ("medium", Level::Medium),
    ("hard", Level::Hard),
    ("perfect", Level::Perfect),
];

/// A new game.
fn begun(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Match, Refusal> {
    let ways = desk.ways(fields)?;
    let (start, history) = place(&ways, fields)?;
    let mut setup = Setup::new(start).after(history);
    if let Some(player) = fields.choice("begins", &PLAYERS)? {
        setup = setup.begun_by(player);
    }
    for (name, player) in PLAYERS {
        if let Some(controller) = fields.choice(name, &CONTROLLERS)? {
            setup = setup.with(player, controller);
        }
    }
    let level = fields.choice("level", &LEVELS)?.unwrap_or_default();
    let seed = fields.small("seed", u32::MAX)?.unwrap_or(0);
    Ok(Match::new(ways.game().clone(), setup.at_level(level, seed), budget)?)
}

/// Takes back so many decisions of a person; says whether any was asked for.
fn undo(played: &mut Match, fields: &Fields<'_>) -> Result<bool, Refusal> {
    let count = match fields.value("undo") {
        Some(Value::Bool(yes)) => u32::from(*yes),
        _ => fields.small("undo", LONGEST_GAME as u32)?.unwrap_or(0),
    };
    for _ in 0..count {
        if played.undo().is_none() {
            return Err(Refusal::wrong("there is nothing to take back"));
        }
    }
    Ok(count > 0)
}

/// A decision as data, or as it was typed.
fn read(act: &Value, played: &Match) -> Result<Act, Refusal> {
    let wrong = || {
        Refusal::wrong(
            "`act` is one of {\"move\": [\"1\",\"2\"]}, {\"forbid\": [[…], …]}, {\"propose\": [[…], …]} and {\"text\": \"1 2\"}",
        )
    };
    let typed = |text: &str| {
        let asked = played.turn().asked().unwrap_or(Asked::Move);
        let act = read_act(text.trim(), asked, played.game().piles());
        act.map_err(|why| Refusal::wrong(format!("{text:?} is no decision here: {why}")))
    };
    let fields = match act {
        Value::String(text) => return typed(text),
        Value::Object(fields) if fields.len() == 1 => Fields(fields),
        _ => return Err(wrong()),
    };
    if let Some(text) = fields.text("text")? {
        return typed(&text);
    }
    if let Some(to) = fields.position("move")? {
        return Ok(Act::Move(to));
    }
    match (fields.positions("forbid")?, fields.positions("propose")?) {
        (Some(list), _) => Ok(Act::Forbid(list)),
        (None, Some(list)) => Ok(Act::Propose(list)),
        (None, None) => Err(wrong()),
    }
}

/// A decision that is illegal, in one sentence.
fn refusing(before: &Position, act: &Act, result: Result<(), Illegal>) -> Result<(), Refusal> {
    match result {
        Ok(()) => Ok(()),
        Err(Illegal::Unsolved(error)) => Err(error.into()),
        Err(why) => {
            let from = before.shortened();
            let what = match act {
                Act::Move(to) => format!("{} is not a legal move from {from}", to.shortened()),
                _ => format!("this cannot be decided at {from}"),
            };
            Err(Refusal::wrong(format!("{what}: {why}")))
        }
    }
}

fn offer_data(offer: &Offer, memory: Option<&MemoryView>) -> Value {
    let mut data = json!({
        "to": offer.to, "kinds": offer.kinds, "standing": offer.standing, "allowances": offer.allowances,
    });
    if let Some(memory) = memory {
        data["imitates"] = json!(memory.squares.contains(&offer.to));
    }
    data
}

/// What is asked, as data.
fn turn_data(played: &Match, turn: &Turn, budget: &Budget) -> Result<Value, Refusal> {
    let memory = played.memory();
    let asked = turn.asked().map_or("over".to_owned(), |asked| asked.to_string());
    let mut data = json!({"player": turn.player(), "asked": asked});
    match turn.options() {
        Some(options) => {
            data["options"] = options.iter().map(|offer| offer_data(offer, memory.as_ref())).collect();
            data["complete"] = json!(true);
        }
        None => {
            data["options"] = json!(near(played, budget)?);
            data["complete"] = json!(false);
        }
    }
    let (allowances, words): (&[Allowance], Option<&str>) = match turn {
        Turn::Forbid { allowances, words, .. } | Turn::Propose { allowances, words, .. } => {
            (allowances, Some(words))
        }
        _ => (&[], None),
    };
    data["allowances"] = json!(allowances);
    data["words"] = json!(words);
    match turn {
        Turn::Move { forbidden, proposed, .. } => {
            data["forbidden"] = json!(forbidden);
            data["proposed"] = json!(proposed);
        }
        Turn::Over(ending) => data["ending"] = json!(ending),
        _ => {}
    }
    if let Some(memory) = &memory {
        data["memory"] = json!(memory);
    }
    Ok(data)
}

/// Some options of a position that has too many to list.
fn near(played: &Match, budget: &Budget) -> Result<Vec<Value>, Refusal> {
    budget.poll()?;
    let options = played.near_options(MOST_NAMED);
    Ok(options
        .iter()
        .map(|option| json!({"to": option.to, "kinds": option.kinds, "standing": "open"}))
        .collect())
}

/// What was asked for besides: a hint, the reason, a review, outcomes.
fn extras(reply: &mut Value, played: &Match, fields: &Fields<'_>, budget: &Budget) -> Result<(), Refusal> {
    if let Some(step) = fields.small("hint", 3)?.filter(|step| *step > 0) {
        reply["hint"] = hint(played, step)?;
    }
    if fields.flag("why")? {
        let why = played.why()?;
        reply["why"] = json!({
            "position": why.position, "outcome": why.outcome, "winner": why.winner, "thrown_away": why.thrown_away,
            "reason": why.reason, "ground": why.ground, "words": why.to_string(),
        });
    }
    if fields.flag("review")? {
        let review = Review::of(played.game().clone(), &played.record(), budget)?;
        let one = |comment: &Comment| {
            json!({
                "player": comment.player, "at": comment.at, "act": comment.act, "merit": comment.merit,
                "better": comment.better, "words": comment.to_string(),
            })
        };
        reply["review"] = review.comments.iter().map(one).collect();
    }
    if fields.flag("reveal")? {
        reply["revealed"] = revealed(played)?;
    }
    Ok(())
}

/// Hints in steps: is there a winning decision, of which kind, which?
fn hint(played: &Match, step: u32) -> Result<Value, Refusal> {
    let Some(advice) = played.advice()? else { return Ok(json!({"words": "The game is over."})) };
    let deed = match advice.act.asked() {
        Asked::Forbid => "a way to forbid that wins",
        Asked::Propose => "a proposal that wins",
        Asked::Move => "a winning move",
    };
    let mut hint = json!({"step": step, "wins": advice.wins});
    let kinds = match &advice.act {
        Act::Move(to) => {
            let turn = played.turn();
            let offer = turn.options().and_then(|options| options.iter().find(|offer| offer.to == *to));
            offer.map(|offer| offer.kinds.clone()).unwrap_or_else(|| played.kinds_to(to))
        }
        _ => Vec::new(),
    };
    hint["words"] = json!(match (step, advice.wins, kinds.is_empty()) {
        (1, true, _) => format!("There is {deed}."),
        (1, false, _) => format!("There is not {deed}: against perfect play this is lost."),
        (2, true, false) => format!("There is a winning move of the kind {}.", kinds.join(" and ")),
        (2, true, true) => {
            format!("It is enough to name {}.", counted(advice.act.positions().len(), "option"))
        }
        (2, false, _) => "No decision wins; the question is which one holds out.".to_owned(),
        _ => advice.to_string(),
    });
    if step >= 2 {
        hint["kinds"] = json!(kinds);
    }
    if step >= 3 {
        hint["act"] = json!(advice.act);
        hint["basis"] = json!(advice.basis);
    }
    Ok(hint)
}

/// Who wins at this position and at its options.
fn revealed(played: &Match) -> Result<Value, Refusal> {
    let outcomes = played.outcomes(MOST_NAMED)?;
    let one = |(to, outcome): &(Position, Option<Outcome>)| json!({"to": to, "outcome": outcome});
    Ok(outcomes.iter().map(one).collect())
}

/// One sentence for whoever cannot see the board.
fn said(
    played: &Match,
    turn: &Turn,
    done: &[(Player, Act)],
    decided: &[(Player, Act)],
    undone: bool,
) -> String {
    let mut sentences: Vec<String> = Vec::new();
    if undone {
        sentences.push("Taken back.".to_owned());
    }
    sentences.extend(done.iter().chain(decided).map(|(who, act)| deed(played, *who, act)));
    sentences.push(match turn {
        Turn::Over(ending) => ended(played, ending),
        _ => {
            let who = turn.player().map_or("Nobody".to_owned(), |player| called(played, player));
            let here = played.position().shortened();
            match turn.asked() {
                Some(Asked::Forbid) => format!("At {here}, {who} may forbid."),
                Some(Asked::Propose) => format!("At {here}, {who} proposes."),
                _ => format!("{who} to move from {here}."),
            }
        }
    });
    sentences.join(" ")
}

/// What a player is called: the only machine, or by number.
fn called(played: &Match, player: Player) -> String {
    match played.controller(player) {
        Controller::Machine if played.controller(player.other()) == Controller::Person => {
            "the machine".to_owned()
        }
        _ => format!("player {player}"),
    }
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}", first.to_uppercase())
}

fn deed(played: &Match, who: Player, act: &Act) -> String {
    let who = capital(&called(played, who));
    let list: Vec<String> = act.positions().iter().map(Position::shortened).collect();
    let list = if list.is_empty() { "nothing".to_owned() } else { list.join(" ") };
    match act {
        Act::Move(_) => format!("{who} moves to {list}."),
        Act::Forbid(_) => format!("{who} forbids {list}."),
        Act::Propose(_) => format!("{who} proposes {list}."),
    }
}

fn ended(played: &Match, ending: &Ending) -> String {
    let cannot = if ending.cannot == Stuck::Propose { "propose enough" } else { "move" };
    let (stuck, winner) = (capital(&called(played, ending.stuck)), called(played, ending.winner));
    format!("{stuck} cannot {cannot}: {winner} wins.")
}
