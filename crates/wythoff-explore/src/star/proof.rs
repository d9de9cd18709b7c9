//! Is a set the P-positions of an invariant game at all sizes? Decided with automata.

use super::{BeattyNumbers, Realisable};
use crate::compare::{patient, proved, what};
use wythoff_automata::beatty::graph;
use wythoff_automata::{Dfa, Numeration, System};
use wythoff_budget::{Budget, Limit};
use wythoff_check::AnyCertificate;
use wythoff_logic::{Defined, decide, parse, relation};
use wythoff_number::{Natural, counted};
use wythoff_prove::tail::automaton::of_tail;
use wythoff_rules::Ruleset;
use wythoff_rules::position::Position;

/// How often a decision may ask whether to go on, before it is given up.
const PATIENCE: u32 = 20_000;

/// A theorem about all pairs of Beatty sequences.
const THEOREM: &str = "a theorem of Larsson, Hegarty and Fraenkel (2011) on pairs of Beatty sequences";

/// A game whose P-positions a proved automaton or tail knows.
pub(super) fn of_game(rules: &Ruleset, budget: &Budget) -> Result<Realisable, Limit> {
    let quick = patient(budget, PATIENCE);
    let attempt = || {
        if rules.imitation.is_some() {
            return None;
        }
        let (claim, from) = proved(rules, &quick)?;
        let (numeration, set) = match claim.certificate() {
            AnyCertificate::Automaton(claim) => (claim.numeration().clone(), claim.automaton()),
            AnyCertificate::Tail(tail) => {
                let numeration = Numeration::new(System::base(2)).ok()?;
                let set = of_tail(tail, &numeration, &quick).ok()?;
                (numeration, set)
            }
            AnyCertificate::Beams(_) | AnyCertificate::Grundy(_) => return None,
        };
        decided(&numeration, &set, &format!("{}, {from}", what(claim.certificate())), &quick)
    };
    let found = attempt();
    budget.poll()?;
    Ok(found.unwrap_or(Realisable::AsFarAsComputed))
}

/// A pair of Beatty sequences: by automata where both numbers are quadratic, else by the theorem.
pub(super) fn of_pair(pair: &BeattyNumbers, budget: &Budget) -> Result<Realisable, Limit> {
    let quick = patient(budget, PATIENCE);
    let attempt = || {
        let (numeration, set) = pair_set(pair, &quick)?;
        let whose = format!(
            "the automaton of the pair with {} in {}",
            counted(set.states(), "state"),
            numeration.system().name()
        );
        decided(&numeration, &set, &whose, &quick)
    };
    let found = attempt();
    budget.poll()?;
    Ok(found.unwrap_or_else(|| Realisable::Yes(THEOREM.to_owned())))
}

/// The automaton of a pair of Beatty sequences of quadratic irrationals, both orders.
pub(super) fn pair_set(pair: &BeattyNumbers, quick: &Budget) -> Option<(Numeration, Dfa)> {
    let (alpha, beta) = (pair.alpha.as_quadratic()?, pair.beta.as_quadratic()?);
    let numeration = Numeration::new(System::of_quadratic(alpha).ok()?).ok()?;
    let named = vec![
        ("a".to_owned(), graph(&numeration, alpha, quick).ok()?),
        ("b".to_owned(), graph(&numeration, beta, quick).ok()?),
    ];
    let set = pairs("En ($a(n,x) & $b(n,y)) | ($a(n,y) & $b(n,x))", &numeration, &named, quick)?;
    Some((numeration, set))
}

/// The automaton of a formula over two variables.
fn pairs(text: &str, numeration: &Numeration, named: &[(String, Dfa)], quick: &Budget) -> Option<Dfa> {
    match relation(&parse(text).ok()?, numeration, named, quick).ok()? {
        Defined::Set(names, dfa) if names.len() == 2 => Some(dfa),
        _ => None,
    }
}

/// The exact test for all sizes. `None` if it is too large.
fn decided(numeration: &Numeration, set: &Dfa, whose: &str, quick: &Budget) -> Option<Realisable> {
    let mut named = vec![("z".to_owned(), set.clone())];
    // Differences of two members; then the squares from which a move that is none of them leads into the set.
    let taken = pairs("Ea,b,u,v $z(a,b) & $z(u,v) & u = a + s & v = b + t", numeration, &named, quick)?;
    named.push(("taken".to_owned(), taken));
    let reached = "Eu,v,s,t $z(u,v) & x = u + s & y = v + t & ~$taken(s,t)";
    let reached = pairs(reached, numeration, &named, quick)?;
    named.push(("reached".to_owned(), reached));
    let sentence = decide(&parse("Ax,y $z(x,y) | $reached(x,y)").ok()?, numeration, &named, quick).ok()?;
    if sentence.truth {
        return Some(Realisable::Yes(format!("decided with {whose}")));
    }
    let piles: Vec<Natural> = sentence.example.into_iter().map(|(_, value)| value).collect();
    let ground = format!("decided with {whose}: every move from there into the set joins two of its members");
    Some(Realisable::No { stuck: Position::new(piles), ground })
}
