//! Diagrams of reasoning: boxes in rows, arrows between them.

use super::colour::Colour;
use super::leaf::{Leaf, centred, framed};
use super::palette::{INK, PALE_INK};
use super::scene::{Face, Item, Layer, Patch, Path, Scene};
use super::sheet::width_of;

/// A box: where it stands, what it says, and whether it is grey.
pub(super) struct Thought {
    /// Its row, from above.
    pub(super) row: u32,
    /// How far it stands to the right of the middle of its row.
    pub(super) aside: i32,
    pub(super) lines: &'static [&'static str],
    pub(super) grey: bool,
}

/// An arrow between boxes.
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) dotted: bool,
    pub(super) label: &'static str,
}

const LINE: u32 = 15;
const ROW_GAP: u32 = 66;
const GAP: u32 = 36;
const GREY: Colour = Colour::hex(0xd9_d9_d9);

/// Where a box is: left, top, width, height.
type Place = (i32, i32, u32, u32);

fn arranged(thoughts: &[Thought]) -> (Vec<Place>, (u32, u32)) {
    let wide = |t: &Thought| t.lines.iter().map(|line| width_of(line, 11)).max().unwrap_or(0) + 18;
    let high = |t: &Thought| t.lines.len() as u32 * LINE + 12;
    let rows = thoughts.iter().map(|t| t.row).max().map_or(0, |last| last + 1);
    let of_row = |row: u32| thoughts.iter().filter(move |t| t.row == row);
    let row_width = |row: u32| {
        let count = of_row(row).count() as u32;
        of_row(row).map(wide).sum::<u32>() + GAP * count.saturating_sub(1)
    };
    let width = (0..rows).map(row_width).max().unwrap_or(0);
    let mut places = vec![(0, 0, 0, 0); thoughts.len()];
    let mut top = 0;
    for row in 0..rows {
        let mut left = (width - row_width(row)) / 2;
        let row_height = of_row(row).map(high).max().unwrap_or(0);
        for (n, thought) in thoughts.iter().enumerate().filter(|(_, t)| t.row == row) {
            let lower = (row_height - high(thought)) / 2;
            places[n] = (left as i32 + thought.aside, (top + lower) as i32, wide(thought), high(thought));
            left += wide(thought) + GAP;
        }
        top += row_height + ROW_GAP;
    }
    let right = places.iter().map(|(x, _, width, _)| (x + *width as i32).max(0) as u32).max();
    (places, (right.unwrap_or(0).max(width), top.saturating_sub(ROW_GAP)))
}

/// The diagram.
pub(super) fn sketch(thoughts: &[Thought], steps: &[Step], (title, caption): (String, String)) -> Scene {
    let (places, size) = arranged(thoughts);
    let mut boxes = Vec::new();
    for (thought, (x, y, width, height)) in thoughts.iter().zip(&places) {
        let fill = if thought.grey { GREY } else { Colour::WHITE };
        boxes.extend(framed((*x, *y), (*width, *height), fill, PALE_INK));
        for (n, line) in thought.lines.iter().enumerate() {
            let place = (x + *width as i32 / 2, y + 6 + LINE as i32 * n as i32 + 11);
            boxes.push(centred(line, place, (11, INK), if n == 0 { Face::Serif } else { Face::Plain }));
        }
    }
    let (mut arrows, mut labels) = (Vec::new(), Vec::new());
    for step in steps {
        let (from, to) = (places[step.from], places[step.to]);
        // Arrows at one edge keep apart: each has its share of it, in the order of where they lead.
        let share = |edge: Place, mut others: Vec<(i32, usize)>, own: usize| {
            others.sort_unstable();
            let rank = others.iter().position(|(_, n)| *n == own).unwrap_or(0) as i32;
            edge.0 + (2 * rank + 1) * edge.2 as i32 / (2 * others.len().max(1) as i32)
        };
        let own = steps.iter().position(|other| std::ptr::eq(other, step)).unwrap_or(0);
        let ends = |here: fn(&Step) -> usize, there: fn(&Step) -> usize| -> Vec<(i32, usize)> {
            let same = steps.iter().enumerate().filter(|(_, other)| here(other) == here(step));
            same.map(|(n, other)| (places[there(other)].0 + places[there(other)].2 as i32 / 2, n)).collect()
        };
        let start = (share(from, ends(|s| s.from, |s| s.to), own), from.1 + from.3 as i32);
        let end = (share(to, ends(|s| s.to, |s| s.from), own), to.1 - 1);
        let half = (end.1 - start.1) / 2;
        let points = vec![start, (start.0, start.1 + half), (end.0, end.1 - half), end];
        let dash = step.dotted.then_some(3);
        arrows.push(Item::Path(Path { dash, arrow: true, ..Path::curve(points, 1, INK) }));
        if !step.label.is_empty() {
            let (x, y) = ((start.0 + end.0) / 2, (start.1 + end.1) / 2);
            let room = width_of(step.label, 10);
            labels.push(Item::Patch(Patch::filled(x - room as i32 / 2, y - 8, room, 15, Colour::WHITE)));
            labels.push(centred(step.label, (x, y + 4), (10, INK), Face::Italic));
        }
    }
    let said: Vec<String> = steps
        .iter()
        .map(|step| {
            let name = |n: usize| thoughts[n].lines.first().copied().unwrap_or("");
            format!("{} leads to {}", name(step.from), name(step.to))
        })
        .collect();
    let leaf = Leaf {
        alternative: format!("{title}. {caption} {}.", said.join("; ")),
        title,
        caption,
        legend: Vec::new(),
        size,
        layers: vec![Layer::new("arrows", arrows), Layer::new("boxes", boxes), Layer::new("labels", labels)],
    };
    leaf.scene()
}
