//! What a search through a family found, as data.

use serde::{Deserialize, Serialize};
use wythoff_explore::sweep::search::{SearchQuestion, SearchTable, SearchVerdict};
use wythoff_rules::Family;

/// What was asked about a family, and a row for every member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchReport {
    /// The title of the family.
    pub family: String,
    /// What was asked: `like`, `beatty`, `automaton` or `each-other`.
    pub question: String,
    /// The game that members were compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// How many members the family has.
    pub members: usize,
    /// How many choices its conditions leave out.
    pub left_out: usize,
    /// Whether all members were asked about.
    pub complete: bool,
    /// The members, in the order of the family.
    pub rows: Vec<SearchRowReport>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchRowReport {
    /// What was chosen, such as `k=2,diagonal=wide`.
    pub member: String,
    /// What the game is called.
    pub game: String,
    /// The answer: `proved`, `as far as computed`, `no`, `not found`, `first`, `failed` or `not reached`.
    pub verdict: SearchVerdict,
    /// On what it rests.
    pub ground: String,
    /// The pair or the automaton that was found.
    pub form: Option<String>,
    /// The first difference from the game that it was compared with, as strings.
    pub first_difference: Option<Vec<String>>,
    /// The largest pile, or the number of columns, that was looked at.
    pub to: Option<u64>,
    /// Members with the same number have the same P-positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// Its rules, in canonical form.
    pub rules: String,
}

impl SearchReport {
    /// What a search found.
    #[must_use]
    pub fn new(family: &Family, question: &SearchQuestion, table: &SearchTable) -> SearchReport {
        let rows: Vec<SearchRowReport> = table
            .rows
            .iter()
            .map(|row| SearchRowReport {
                member: row.member.clone(),
                game: row.game.clone(),
                verdict: row.finding.verdict,
                ground: row.finding.ground.clone(),
                form: row.finding.form.clone(),
                first_difference: row.finding.first_difference.clone(),
                to: row.finding.to,
                group: row.group,
                rules: row.rules.clone(),
            })
            .collect();
        let like = match question {
            SearchQuestion::Like(other) => Some(other.game().label().to_owned()),
            _ => None,
        };
        SearchReport {
            family: family.title().to_owned(),
            question: question.name().to_owned(),
            like,
            members: rows.len(),
            left_out: table.left_out,
            complete: table.stopped.is_none(),
            rows,
        }
    }

    /// Keeps only the members for which the answer is yes.
    pub fn keep_found(&mut self) {
        self.rows.retain(|row| row.verdict.is_yes());
    }

    /// The counts of verdicts, in words: `2 proved, 1 no`.
    #[must_use]
    pub fn counts(&self) -> String {
        let all = [
            SearchVerdict::Proved,
            SearchVerdict::AsFarAsComputed,
            SearchVerdict::First,
            SearchVerdict::No,
            SearchVerdict::NotFound,
            SearchVerdict::Failed,
            SearchVerdict::NotReached,
        ];
        let count = |verdict| self.rows.iter().filter(|row| row.verdict == verdict).count();
        let parts = all.into_iter().map(|verdict| (count(verdict), verdict)).filter(|(n, _)| *n > 0);
        parts.map(|(n, verdict)| format!("{n} {verdict}")).collect::<Vec<_>>().join(", ")
    }

    /// The rows as comma-separated values, with a header.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::from("member,game,verdict,ground,form,first_difference,to,group\n");
        for row in &self.rows {
            let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
            let first = row.first_difference.as_ref().map(|piles| piles.join(" ")).unwrap_or_default();
            let fields = [
                row.member.clone(),
                row.game.clone(),
                row.verdict.to_string(),
                row.ground.clone(),
                row.form.clone().unwrap_or_default(),
                first,
                number(row.to),
                number(row.group.map(|group| group as u64)),
            ];
            out += &fields.iter().map(|field| csv_field(field)).collect::<Vec<_>>().join(",");
            out.push('\n');
        }
        out
    }
}

/// A text as a field of comma-separated values.
pub(crate) fn csv_field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
