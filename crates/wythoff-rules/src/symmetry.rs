//! Does a game look the same when the two piles are exchanged?

use super::ruleset::{Atom, Formula, Ruleset, Term, Twist, Var};
use super::same::{Sameness, quotas, same, same_quotas, same_removals};

/// What is known about exchanging the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// It changes nothing: proved.
    Yes,
    /// It changes the rules.
    No,
    /// Neither was seen.
    NotSeen,
}

impl Symmetry {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::Yes => "yes",
            Symmetry::No => "no",
            Symmetry::NotSeen => "not seen",
        }
    }
}

fn swap(var: Var) -> Var {
    match var {
        Var::X => Var::Y,
        Var::Y => Var::X,
        Var::S => Var::T,
        Var::T => Var::S,
    }
}

impl Ruleset {
    /// The same game with the piles exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Ruleset {
        let mut mirror = self.clone();
        for kind in &mut mirror.moves {
            kind.when = kind.when.renamed(&swap);
        }
        mirror.position = mirror.position.map(|p| p.renamed(&swap));
        match &mut mirror.twist {
            Twist::None => {}
            Twist::Block(blocks) => blocks.iter_mut().for_each(|b| b.class = b.class.renamed(&swap)),
            Twist::Comply(parts) => parts.iter_mut().for_each(|p| p.class = p.class.renamed(&swap)),
        }
        mirror
    }

    /// Do the rules stay the same when the piles are exchanged, so that (x,y) and (y,x) have the same outcome?
    ///
    /// "Yes" is proved, and "no" comes with a removal or a square at which the rules differ from their mirror image. Where neither is
    /// known, both (x,y) and (y,x) are listed, which is never wrong.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        let mirror = self.mirrored();
        let any_move = |r: &Ruleset| Formula::any_of(r.moves.iter().map(|m| m.when.clone()).collect());
        let (moves, mirrored_moves) = (any_move(self), any_move(&mirror));
        let square = |r: &Ruleset| r.position.clone().unwrap_or(Formula::Constant(true));
        let squares = match same(&square(self), &square(&mirror)) {
            Sameness::Same => Symmetry::Yes,
            Sameness::Differ => return Symmetry::No,
            Sameness::NotSeen => Symmetry::NotSeen,
        };
        // Of squares that may not be the same no more is known.
        let position = self.position.as_ref().filter(|_| squares == Symmetry::Yes);
        match same_removals(&moves, &mirrored_moves, position) {
            Sameness::Same => {}
            Sameness::Differ if squares == Symmetry::Yes => return Symmetry::No,
            Sameness::Differ | Sameness::NotSeen => return Symmetry::NotSeen,
        }
        // Other quotas may mean the same: nothing is claimed of them.
        match same_quotas(&quotas(self, &moves), quotas(&mirror, &mirrored_moves), position) {
            true => squares,
            false => Symmetry::NotSeen,
        }
    }

    /// Is it proved that the rules stay the same when the piles are exchanged? See [`Ruleset::symmetry`].
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetry() == Symmetry::Yes
    }
}

/// The term with the inside of every absolute value made to start with a plus sign.
pub(super) fn canonical(term: &Term) -> Term {
    let start = Term { constant: term.constant, parts: Vec::new() };
    term.parts.iter().fold(start, |sum, (c, atom)| {
        let atom = match atom {
            Atom::Var(v) => Atom::Var(*v),
            Atom::Abs(inner) => Atom::Abs(Box::new(positive(canonical(inner)))),
            Atom::Mod(inner, m) => Atom::Mod(Box::new(canonical(inner)), *m),
        };
        sum.plus(&Term { constant: 0, parts: vec![(*c, atom)] })
    })
}

/// The term or its negative, whichever starts with a plus sign.
pub(super) fn positive(term: Term) -> Term {
    let first = term.parts.first().map_or(term.constant, |(c, _)| *c);
    if first < 0 { term.scaled(-1) } else { term }
}
