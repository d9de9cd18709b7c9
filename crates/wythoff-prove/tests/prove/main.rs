//! Proofs, certificates, and answers from them; and the ways of solving with those by proof among them.

#![allow(missing_docs)]

mod beam_answers;
mod beam_paces;
mod beam_proofs;
mod certificates;
mod certified;
mod closed_forms;
mod grundy;
mod lists;
mod loading;
mod pisot;
mod prove;
mod stated;
mod tail;
mod tail_sides;
mod twists;
mod who_wins;
mod windows;

use wythoff_testing::{brute, random, random_games};
