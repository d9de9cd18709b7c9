//! Several boards on one sheet, with one legend.

use super::leaf::{Leaf, shift};
use super::scene::{Layer, LegendEntry, Scene};

const GAP: u32 = 18;

/// A board without caption and legend, and what its signs mean.
pub(super) struct Panel {
    pub(super) scene: Scene,
    pub(super) legend: Vec<LegendEntry>,
}

/// Panels in rows of so many. Layers keep their names, after the number of their panel.
pub(super) fn arranged(panels: Vec<Panel>, columns: usize, (title, caption): (String, String)) -> Scene {
    let mut legend: Vec<LegendEntry> = Vec::new();
    for entry in panels.iter().flat_map(|panel| &panel.legend) {
        // Positions have names of their own; what they are is the same.
        let text = if entry.text.starts_with('(') { "the position" } else { entry.text.as_str() };
        if !legend.iter().any(|known| known.text == text) {
            legend.push(LegendEntry { text: text.to_owned(), ..entry.clone() });
        }
    }
    let columns = columns.max(1);
    let column = |i: usize| panels.iter().skip(i).step_by(columns).map(|p| p.scene.width).max().unwrap_or(0);
    let widths: Vec<u32> = (0..columns).map(column).collect();
    let heights: Vec<u32> =
        panels.chunks(columns).map(|row| row.iter().map(|p| p.scene.height).max().unwrap_or(0)).collect();
    let size = (
        widths.iter().sum::<u32>() + GAP * (columns as u32 - 1),
        heights.iter().sum::<u32>() + GAP * (heights.len() as u32).saturating_sub(1),
    );
    let words: Vec<String> = panels.iter().map(|panel| panel.scene.title.clone()).collect();
    let mut layers = Vec::new();
    for (n, panel) in panels.into_iter().enumerate() {
        let (i, j) = (n % columns, n / columns);
        let x = widths[..i].iter().map(|w| w + GAP).sum::<u32>() as i32;
        let y = heights[..j].iter().map(|h| h + GAP).sum::<u32>() as i32;
        for mut layer in panel.scene.layers {
            layer.items.iter_mut().for_each(|item| shift(item, (x, y)));
            layers.push(Layer::new(&format!("panel {} {}", n + 1, layer.name), layer.items));
        }
    }
    let alternative = format!("{title}. {caption} The boards: {}.", words.join("; "));
    Leaf { title, caption, alternative, legend, size, layers }.scene()
}
