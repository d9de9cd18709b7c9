//! Automata with too many states to be read: how many states there are at each distance from the start.

use super::super::leaf::{Leaf, centred, entry};
use super::super::palette::{INK, PALE_INK, Palette};
use super::super::scene::{Anchor, Face, Item, Label, Layer, Line, Patch, Path, Scene, Sign};
use super::{AutomatonDrawing, DigitRun, READABLE_ARROWS, READABLE_STATES, arrows, distances};

const HEIGHT: u32 = 240;
const WIDTH: u32 = 560;
/// The most bars; then several distances share one.
const MOST_BARS: usize = 80;
const LEFT: i32 = 60;

/// States at some distances.
struct Bar {
    /// The first and the last distance.
    distances: (usize, usize),
    states: usize,
    accepting: usize,
}

fn bars(drawing: &AutomatonDrawing) -> Vec<Bar> {
    let distance = distances(drawing.automaton());
    let last = distance.iter().max().copied().unwrap_or(0);
    let each = (last + 1).div_ceil(MOST_BARS);
    let mut bars: Vec<Bar> = (0..=last / each)
        .map(|n| Bar { distances: (n * each, ((n + 1) * each - 1).min(last)), states: 0, accepting: 0 })
        .collect();
    for (state, distance) in distance.iter().enumerate() {
        let bar = &mut bars[distance / each];
        bar.states += 1;
        bar.accepting += usize::from(drawing.automaton().output(state as u32) != 0);
    }
    bars
}

pub(super) fn scene(
    drawing: &AutomatonDrawing,
    run: Option<&DigitRun>,
    way: Option<String>,
    palette: Palette,
) -> Scene {
    let bars = bars(drawing);
    let most = bars.iter().map(|bar| bar.states).max().unwrap_or(1).max(1);
    let step = (WIDTH / bars.len().max(1) as u32).clamp(4, 40);
    let size = (step * bars.len() as u32, HEIGHT);
    let height =
        |count: usize| (count as u64 * u64::from(HEIGHT) / most as u64).max(u64::from(count > 0)) as u32;
    let [all, accepting] = [palette.returning(), INK];
    let mut items = Vec::new();
    for (n, bar) in bars.iter().enumerate() {
        let x = LEFT + (n as u32 * step) as i32;
        let mut put = |count: usize, colour| {
            let high = height(count);
            if high > 0 {
                let y = (HEIGHT - high) as i32;
                items.push(Item::Patch(Patch::filled(x, y, step - 1, high, colour)));
            }
        };
        put(bar.states, all);
        put(bar.accepting, accepting);
    }
    let mut layers = vec![Layer::new("bars", items), Layer::new("axes", axes(&bars, most, step, size))];
    layers.push(Layer::new("way", way_items(drawing, run, &bars, step, palette)));
    let caption = format!(
        "{}{} That is too much to draw state by state (at most {READABLE_STATES} states and {READABLE_ARROWS} arrows are): here are the \
         numbers of states by their distance from the start, in letters. {} arrows, {} transitions, {} classes of letters.",
        way.map(|way| way + " ").unwrap_or_default(),
        drawing.caption(),
        arrows(drawing.automaton()).len(),
        drawing.automaton().transitions(),
        drawing.automaton().letter_classes(),
    );
    let counts: Vec<String> = bars
        .iter()
        .map(|bar| format!("{} to {}: {}", bar.distances.0, bar.distances.1, bar.states))
        .collect();
    let title = format!("{}, a summary", drawing.title());
    let mut legend =
        vec![entry(Sign::Fill, all, "states"), entry(Sign::Fill, accepting, "accepting ones among them")];
    if run.is_some() {
        legend.push(entry(Sign::Fill, palette.trail(), "distances on the way of the position"));
    }
    let leaf = Leaf {
        alternative: format!("{title}. {caption} States by distance: {}.", counts.join("; ")),
        title,
        caption,
        legend,
        size: (size.0 + LEFT as u32 + 10, HEIGHT + 44),
        layers,
    };
    leaf.scene()
}

fn axes(bars: &[Bar], most: usize, step: u32, (width, height): (u32, u32)) -> Vec<Item> {
    let (left, right, bottom) = (LEFT, LEFT + width as i32, height as i32);
    let line = |from, to| Item::Line(Line { from, to, stroke: 1, colour: PALE_INK });
    let mut items = vec![line((left, 0), (left, bottom)), line((left, bottom), (right, bottom))];
    let count = |n: usize, y: i32| {
        let (x, text) = (left - 6, n.to_string());
        let (anchor, face) = (Anchor::End, Face::Plain);
        Item::Label(Label { x, y, text, size: 11, colour: PALE_INK, anchor, face })
    };
    items.extend([count(most, 9), count(0, bottom)]);
    let every = (40 / step).max(1) as usize;
    for (n, bar) in bars.iter().enumerate().step_by(every) {
        let x = left + (n as u32 * step + step / 2) as i32;
        items.push(centred(&bar.distances.0.to_string(), (x, bottom + 14), (11, PALE_INK), Face::Plain));
    }
    let middle = left + width as i32 / 2;
    items.push(centred("distance from the start", (middle, bottom + 32), (11, PALE_INK), Face::Plain));
    items
}

/// The distances that a run passes, as a line under the bars.
fn way_items(
    drawing: &AutomatonDrawing,
    run: Option<&DigitRun>,
    bars: &[Bar],
    step: u32,
    palette: Palette,
) -> Vec<Item> {
    let distance = distances(drawing.automaton());
    let states = run.map_or(&[][..], |run| &run.states);
    let bar_of = |state: &u32| {
        let at = distance.get(*state as usize)?;
        bars.iter().position(|bar| (bar.distances.0..=bar.distances.1).contains(at))
    };
    let far = states.iter().filter_map(bar_of).max();
    let Some(far) = far else { return Vec::new() };
    let y = HEIGHT as i32 + 2;
    let end = LEFT + ((far as u32 + 1) * step) as i32 - 1;
    vec![Item::Path(Path::through(vec![(LEFT, y), (end, y)], 3, palette.trail()))]
}
