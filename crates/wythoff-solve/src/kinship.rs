//! Which game of the rulebook a text states in its own words, and why a theorem that seems near is not used.
//!
//! "The same" is proved: the same moves, squares and quotas at all sizes ([`Ruleset::is_certainly`], or equal rays), never merely the
//! same P-positions.
//!
//! ```
//! use wythoff_rules::Game;
//! use wythoff_solve::kinship::Kinship;
//! let text = "move one: t = 0 or s = 0\nmove both: s != 0 and t >= 1 and s - t < 3 and t <= s + 2\nblock 1 of both\n";
//! let kinship = Kinship::of(&Game::from_text("own.game", text, "")?);
//! assert_eq!(kinship.same_as.as_deref(), Some("(2,3)WN"));
//! let kinship = Kinship::of(&Game::named("beta(pi+e)")?);
//! assert!(kinship.not_used.unwrap().starts_with("nothing known here tells whether pi + e is irrational"));
//! # Ok::<(), wythoff_rules::GameError>(())
//! ```

use super::beatty::{Theorem, obstacle, same_rules, shape};
use super::rays::RayGame;
use wythoff_rules::game::Game;
use wythoff_rules::{Ruleset, Twist};

/// What a game has to do with the rulebook and with the theorems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinship {
    /// The game of the rulebook that a text of another name is.
    pub same_as: Option<String>,
    /// The theorem that answers for it, or the conjecture.
    pub theorem: Option<String>,
    /// Why a theorem about a game like this one does not answer for it.
    pub not_used: Option<String>,
}

impl Kinship {
    /// Looks at the rules of a game. Nothing is solved.
    #[must_use]
    pub fn of(game: &Game) -> Kinship {
        let Some(rules) = game.ruleset() else { return Kinship::default() };
        let theorem = Theorem::recognise(rules);
        let not_used = if theorem.is_some() { None } else { obstacle(rules) };
        let same = game.entry().is_none().then(|| twin(rules, theorem.as_ref())).flatten();
        Kinship {
            same_as: same.map(|game| game.label().to_owned()),
            theorem: theorem.map(|theorem| theorem.ground().to_string()),
            not_used,
        }
    }
}

/// The game of the rulebook with these rules.
fn twin(rules: &Ruleset, theorem: Option<&Theorem>) -> Option<Game> {
    let is = |name: &String| {
        let paper = Game::named(name).ok()?;
        same_rules(rules, paper.ruleset()?).then_some(paper)
    };
    // Games without parameters come first: what is both is called Wythoff Nim, not 1-Wythoff Nim.
    let plain = ["nim", "wythoff"].iter().find_map(|name| is(&(*name).to_owned()));
    plain.or_else(|| theorem.map(|t| t.paper().clone())).or_else(|| others(rules).iter().find_map(is))
}

/// Games without a theorem of their own that these rules could be.
fn others(rules: &Ruleset) -> Vec<String> {
    if let Some(rule) = rules.imitation {
        return vec![format!("imitation(p={},m={})", rule.allowed, rule.width)];
    }
    match &rules.twist {
        Twist::Block(blocks) => {
            let k = blocks.iter().map(|b| b.limit).fold(1, u64::saturating_add);
            vec![format!("blocking(k={k})"), format!("blocking-nim(k={k})")]
        }
        Twist::Comply(parts) => {
            let k = parts.iter().map(|p| p.least).max().unwrap_or(1);
            vec![format!("comply(k={k})")]
        }
        Twist::None => {
            let (k, m) = shape(rules);
            let mut names = vec!["maharaja".to_owned(), "even-diagonal".to_owned()];
            names.extend((k > 0 && m > 0).then(|| format!("modular(k={k},m={m})")));
            let rays = RayGame::recognise(rules).ok();
            let tails = rays.iter().flat_map(|rays| &rays.moves().tails);
            let steep = tails.map(|tail| tail.step).filter(|(p, q)| 0 < *p && p < q);
            names.extend(steep.map(|(p, q)| format!("gdwn(p={p},q={q})")));
            names
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kinship;
    use wythoff_rules::game::Game;

    /// In the words of the rulebook and in others, for all p < q.
    #[test]
    fn further_diagonals_are_recognised() {
        for (p, q) in (1..=6).flat_map(|p| (p + 1..=8).map(move |q| (p, q))) {
            let name = format!("({p},{q})GDWN");
            let paper = Game::named(&name).expect("a game");
            let bound = paper.ruleset().expect("two piles").to_string();
            let own = format!(
                "move r: t = 0 or s = 0\nmove g: s = t\nmove f: {p}*s = {q}*t and s mod {q} = 0\n\
                 move h: {q}*s = {p}*t and t mod {q} = 0\n"
            );
            for text in [bound, own] {
                let game = Game::from_text("own.game", &text, "").expect("a game");
                assert_eq!(Kinship::of(&game).same_as, Some(name.clone()), "{text}");
            }
        }
    }
}
