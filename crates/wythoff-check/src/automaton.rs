//! Claims of the checker from and to the automata that the planner works with.

use crate::Certificate;
use crate::table::{Misshapen, Table};
use wythoff_automata::{Dfa, Numeration};
use wythoff_rules::Ruleset;

impl Certificate {
    /// The claim that this automaton over pairs accepts exactly the P-positions; any output but 0 accepts.
    ///
    /// # Errors
    /// If it reads other than two numbers.
    pub fn new(rules: Ruleset, numeration: Numeration, dfa: &Dfa) -> Result<Certificate, Misshapen> {
        let accepting = dfa.outputs().iter().map(|&o| o != 0).collect();
        let table = Table::new(dfa.digit_count(), dfa.table(), accepting, dfa.starts().to_vec())?;
        Ok(Certificate::from_table(rules, numeration, table))
    }

    /// The automaton, for everything that is not a proof.
    #[must_use]
    pub fn automaton(&self) -> Dfa {
        let table = self.table();
        let outputs: Vec<u16> = (0..table.states() as u32).map(|s| u16::from(table.accepts(s))).collect();
        Dfa::from_table(2, table.digits(), table.successors(), &outputs, table.starts())
    }
}
