//! States and arrows of an automaton that is small enough to be read.

use super::super::colour::Colour;
use super::super::layered::{Graph, Places, places};
use super::super::leaf::{Leaf, centred, entry};
use super::super::palette::{INK, PALE_INK, Palette};
use super::super::scene::{Dot, Face, Item, Layer, Patch, Path, Scene, Sign};
use super::super::sheet::width_of;
use super::{AutomatonDrawing, DigitRun, arrows, distances, labels};
use std::collections::BTreeSet;
use wythoff_automata::DEAD;

/// Half the width of a state.
pub(super) const RADIUS: i32 = 17;
const LETTERS: u32 = 10;
const LINE: i32 = 12;
/// How high a loop stands over its state.
const LOOP: i32 = 30;

type Point = (i32, i32);

/// An arrow between two states, or a loop: which letters, and where it runs.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub(super) from: u32,
    pub(super) to: u32,
    /// What is read, in few terms, several on a line.
    pub(super) lines: Vec<String>,
    /// Start, then triples of a curve, or start and end of a straight line.
    pub(super) points: Vec<Point>,
    /// Does it lead away from the start?
    pub(super) forward: bool,
}

/// A small automaton with places.
pub(super) struct Network {
    pub(super) states: Vec<Point>,
    pub(super) arrows: Vec<Arrow>,
    pub(super) size: (u32, u32),
}

/// Terms of a label, two on a line.
fn lines(terms: &[String]) -> Vec<String> {
    terms.chunks(2).map(|pair| pair.join("  ")).collect()
}

impl Network {
    pub(super) fn of(drawing: &AutomatonDrawing) -> Network {
        let dfa = drawing.automaton();
        let (tracks, base) = (dfa.tracks(), dfa.digit_count() as usize);
        let layer = distances(dfa);
        let all = arrows(dfa);
        let terms = |letters: &[usize]| lines(&labels::terms(letters, tracks, base));
        let looped =
            |state: usize| all.get(&(state as u32, state as u32)).map(|letters| terms(letters).len());
        let room = (0..dfa.states()).map(|state| match looped(state) {
            Some(count) => (2 * RADIUS + 2 * LOOP + LINE * count as i32 + 10) as u32,
            None => 2 * RADIUS as u32 + 30,
        });
        let between: Vec<(u32, u32)> = all.keys().copied().filter(|(from, to)| from != to).collect();
        let graph = Graph {
            room: room.collect(),
            edges: between.iter().map(|(from, to)| (*from as usize, *to as usize)).collect(),
            lane: 24,
            layer,
        };
        let places = places(&graph);
        let forward = |from: u32, to: u32| graph.layer[to as usize] > graph.layer[from as usize];
        let widest = all.iter().filter(|((from, to), _)| forward(*from, *to));
        let widest = widest.flat_map(|(_, l)| terms(l)).map(|line| width_of(&line, LETTERS)).max();
        let step = 2 * RADIUS + (widest.unwrap_or(0) as i32 + 50).clamp(90, 170);
        let left = RADIUS + 46;
        let across = |layer: usize| left + layer as i32 * step;
        let states: Vec<Point> =
            (0..dfa.states()).map(|s| (across(graph.layer[s]), places.nodes[s])).collect();
        let mut drawn = Vec::new();
        for ((from, to), letters) in &all {
            let course = Course { graph: &graph, places: &places, states: &states, across: &across };
            let points = match from == to {
                true => around(states[*from as usize]),
                false => course.points(*from as usize, *to as usize, &between),
            };
            let (from, to) = (*from, *to);
            drawn.push(Arrow { from, to, lines: terms(letters), points, forward: forward(from, to) });
        }
        let last = graph.layer.iter().max().copied().unwrap_or(0);
        let size = ((across(last) + RADIUS + 40) as u32, places.extent.max(2 * RADIUS) as u32);
        let mut network = Network { states, arrows: drawn, size };
        network.fit();
        network
    }

    /// Moves everything to where no curve sticks out.
    fn fit(&mut self) {
        let ends = |part: fn(&Point) -> i32, network: &Network| {
            let points = network.arrows.iter().flat_map(|arrow| &arrow.points);
            let all = points.chain(&network.states).map(part);
            all.fold((i32::MAX, i32::MIN), |(low, high), n| (low.min(n), high.max(n)))
        };
        let (_, right) = ends(|p| p.0, self);
        let (top, bottom) = ends(|p| p.1, self);
        let down = (LINE * 2 - top).max(0) + 4;
        let moved = |p: &mut Point| p.1 += down;
        self.states.iter_mut().for_each(moved);
        self.arrows.iter_mut().flat_map(|arrow| &mut arrow.points).for_each(moved);
        self.size.0 = self.size.0.max(right.max(0) as u32 + 20);
        self.size.1 = (bottom + down).max(0) as u32 + RADIUS as u32 + 8;
    }
}

/// A loop above a state.
fn around((x, y): Point) -> Vec<Point> {
    let side = RADIUS * 6 / 10;
    let up = RADIUS * 8 / 10;
    vec![
        (x - side, y - up),
        (x - side - 12, y - up - LOOP),
        (x + side + 12, y - up - LOOP),
        (x + side, y - up),
    ]
}

/// What is needed to lead an arrow from state to state.
struct Course<'a> {
    graph: &'a Graph,
    places: &'a Places,
    states: &'a [Point],
    across: &'a dyn Fn(usize) -> i32,
}

impl Course<'_> {
    fn points(&self, from: usize, to: usize, between: &[(u32, u32)]) -> Vec<Point> {
        let (a, b) = (self.states[from], self.states[to]);
        let index = between.iter().position(|ends| *ends == (from as u32, to as u32));
        let lanes = index.and_then(|i| self.places.lanes.get(i)).map_or(&[][..], Vec::as_slice);
        let (start, end) = (self.graph.layer[from], self.graph.layer[to]);
        if !lanes.is_empty() {
            let through: Vec<Point> = lanes.iter().map(|(layer, y)| ((self.across)(*layer), *y)).collect();
            return along(a, &through, b);
        }
        if start < end {
            return vec![at_border(a, b), at_border(b, a)];
        }
        let long = distance(a, b);
        let bow = match start == end {
            true => {
                let (low, high) = (a.1.min(b.1), a.1.max(b.1));
                let others = (0..self.states.len()).filter(|s| self.graph.layer[*s] == start);
                let passes = others.filter(|s| (low + 1..high).contains(&self.states[*s].1)).count() as i32;
                // Downwards and upwards bend to different sides.
                if passes > 0 { RADIUS * 2 + long / 8 } else { 16 }
            }
            false => 12 + long / 10,
        };
        bowed(a, b, bow)
    }
}

/// A curve between two states that bends to the left of its direction.
fn bowed(a: Point, b: Point, bow: i32) -> Vec<Point> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = distance(a, b).max(1);
    let side = (dy * bow * 4 / 3 / long, -dx * bow * 4 / 3 / long);
    let c = (a.0 + dx / 4 + side.0, a.1 + dy / 4 + side.1);
    let d = (a.0 + dx * 3 / 4 + side.0, a.1 + dy * 3 / 4 + side.1);
    vec![at_border(a, c), c, d, at_border(b, d)]
}

/// A curve through the places where an arrow passes layers, level there.
fn along(a: Point, through: &[Point], b: Point) -> Vec<Point> {
    let mut stops = vec![a];
    stops.extend(through);
    stops.push(b);
    let last = stops.len() - 2;
    let mut points = Vec::new();
    for (i, pair) in stops.windows(2).enumerate() {
        let (p, q) = (pair[0], pair[1]);
        let half = (q.0 - p.0) / 2;
        let rise = q.1 - p.1;
        // At states the curve points to where it comes from, so that arrows do not all meet in one point.
        let c = (p.0 + half, if i == 0 { p.1 + rise / 2 } else { p.1 });
        let d = (q.0 - half, if i == last { q.1 - rise / 2 } else { q.1 });
        let start = if i == 0 { at_border(p, c) } else { p };
        let end = if i == last { at_border(q, d) } else { q };
        if i == 0 {
            points.push(start);
        }
        points.extend([c, d, end]);
    }
    points
}

fn distance(a: Point, b: Point) -> i32 {
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    (dx * dx + dy * dy).isqrt() as i32
}

/// The point of a state's border that looks at another point.
fn at_border(state: Point, towards: Point) -> Point {
    let long = i64::from(distance(state, towards).max(1));
    let part = |from: i32, to: i32| from + (i64::from(to - from) * i64::from(RADIUS + 1) / long) as i32;
    (part(state.0, towards.0), part(state.1, towards.1))
}

/// A point of an arrow, in sixteenths of one of its pieces.
fn on(points: &[Point], piece: usize, t: i64) -> Point {
    if let [a, b] = points {
        let part = |a: i32, b: i32| a + (i64::from(b - a) * t / 16) as i32;
        return (part(a.0, b.0), part(a.1, b.1));
    }
    let four = &points[3 * piece..3 * piece + 4];
    let u = 16 - t;
    let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    let at = |part: fn(&Point) -> i32| {
        (four.iter().zip(weights).map(|(p, w)| i64::from(part(p)) * w).sum::<i64>() / 4096) as i32
    };
    (at(|p| p.0), at(|p| p.1))
}

/// A rectangle that a label takes: left, top, right, bottom.
type Area = (i32, i32, i32, i32);

fn overlap(a: Area, b: Area) -> i64 {
    let wide = (a.2.min(b.2) - a.0.max(b.0)).max(0);
    let high = (a.3.min(b.3) - a.1.max(b.1)).max(0);
    i64::from(wide) * i64::from(high)
}

/// Where labels stand: on their arrows, where they cover least of states and of each other.
pub(super) fn label_places(network: &Network) -> Vec<Point> {
    let state = |(x, y): &Point| (x - RADIUS - 2, y - RADIUS - 2, x + RADIUS + 2, y + RADIUS + 2);
    let mut taken: Vec<Area> = network.states.iter().map(state).collect();
    let area = |(x, y): Point, lines: &[String]| {
        let wide = lines.iter().map(|line| text_width(line)).max().unwrap_or(0);
        let high = LINE * lines.len() as i32;
        (x - wide / 2 - 1, y - high / 2, x + wide / 2 + 1, y + high / 2)
    };
    // Points where other arrows run are worth less.
    let crowd: Vec<Vec<Point>> = network.arrows.iter().map(course_points).collect();
    let mut found = vec![(0, 0); network.arrows.len()];
    // Labels of loops have only one place; the others make way for them.
    let looped = |arrow: &Arrow| arrow.from == arrow.to;
    for (n, arrow) in network.arrows.iter().enumerate().filter(|(_, arrow)| looped(arrow)) {
        let top = on(&arrow.points, 0, 8);
        found[n] = (top.0, top.1 - 3 - LINE * arrow.lines.len() as i32 / 2);
        taken.push(area(found[n], &arrow.lines));
    }
    for (n, arrow) in network.arrows.iter().enumerate().filter(|(_, arrow)| !looped(arrow)) {
        let pieces = (arrow.points.len().max(4) - 1) / 3;
        let middle = pieces / 2;
        let mut order: Vec<usize> = (0..pieces).collect();
        order.sort_by_key(|piece| piece.abs_diff(middle));
        let candidates = order
            .iter()
            .flat_map(|piece| [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13].into_iter().map(move |t| (*piece, t)));
        let best = candidates
            .enumerate()
            .map(|(rank, (piece, t))| {
                let place = on(&arrow.points, piece, t);
                let here = area(place, &arrow.lines);
                let covered: i64 = taken.iter().map(|other| overlap(here, *other)).sum();
                let inside = |p: &&Point| p.0 >= here.0 && p.0 <= here.2 && p.1 >= here.1 && p.1 <= here.3;
                let others = crowd.iter().enumerate().filter(|(m, _)| *m != n);
                let crossed: usize = others.map(|(_, points)| points.iter().filter(inside).count()).sum();
                (covered * 10 + crossed as i64 * 12 + rank as i64, place, here)
            })
            .min_by_key(|(cost, ..)| *cost);
        if let Some((_, place, here)) = best {
            taken.push(here);
            found[n] = place;
        }
    }
    found
}

/// Points along an arrow, close enough that none of its parts is missed by a label.
fn course_points(arrow: &Arrow) -> Vec<Point> {
    let pieces = (arrow.points.len().max(4) - 1) / 3;
    (0..pieces)
        .flat_map(|piece| (0..=16).map(move |t| (piece, t)))
        .map(|(p, t)| on(&arrow.points, p, t))
        .collect()
}

/// Digits, commas and brackets are narrower than letters.
fn text_width(text: &str) -> i32 {
    text.chars().map(|c| if c.is_ascii_digit() { 7 } else { 4 }).sum()
}

/// The arrows and states of a run.
fn trail(run: Option<&DigitRun>) -> (BTreeSet<(u32, u32)>, BTreeSet<u32>) {
    let states: &[u32] = run.map_or(&[], |run| &run.states);
    (states.windows(2).map(|pair| (pair[0], pair[1])).collect(), states.iter().copied().collect())
}

pub(super) fn scene(
    drawing: &AutomatonDrawing,
    run: Option<&DigitRun>,
    way: Option<String>,
    palette: Palette,
) -> Scene {
    let network = Network::of(drawing);
    let (steps, visited) = trail(run);
    let colour = |arrow: &Arrow| match (steps.contains(&(arrow.from, arrow.to)), arrow.forward) {
        (true, _) => palette.trail(),
        (false, true) => INK,
        (false, false) => palette.returning(),
    };
    let mut order: Vec<&Arrow> = network.arrows.iter().collect();
    // What leads back lies under what leads on, and the path over both.
    order.sort_by_key(|arrow| (steps.contains(&(arrow.from, arrow.to)), arrow.forward));
    let drawn = order.into_iter().map(|arrow| {
        let stroke = if steps.contains(&(arrow.from, arrow.to)) { 3 } else { 1 };
        let curved = arrow.points.len() > 2;
        let path = Path::through(arrow.points.clone(), stroke, colour(arrow));
        Item::Path(Path { curved, arrow: true, ..path })
    });
    let mut layers = vec![Layer::new("arrows", drawn.collect())];
    let mut texts = Vec::new();
    for (arrow, (x, y)) in network.arrows.iter().zip(label_places(&network)) {
        let high = LINE * arrow.lines.len() as i32;
        for (n, line) in arrow.lines.iter().enumerate() {
            let wide = text_width(line);
            let top = y - high / 2 + LINE * n as i32;
            let ground = Patch::filled(x - wide / 2 - 1, top, wide as u32 + 2, LINE as u32, Colour::WHITE);
            texts.push(Item::Patch(ground));
            texts.push(centred(line, (x, top + 10), (LETTERS, colour(arrow)), Face::Plain));
        }
    }
    layers.push(Layer::new("labels", texts));
    layers.push(Layer::new("starts", starts(drawing, &network)));
    let mut states = Vec::new();
    for (state, place) in network.states.iter().enumerate() {
        let seen = visited.contains(&(state as u32));
        states.extend(circle(drawing, state as u32, *place, seen.then(|| palette.trail())));
    }
    layers.push(Layer::new("states", states));
    let caption = format!("{}{}", way.map(|way| way + " ").unwrap_or_default(), drawing.caption());
    let leaf = Leaf {
        alternative: format!("{}. {caption} Transitions: {}.", drawing.title(), listed(&network)),
        title: drawing.title(),
        caption,
        legend: legend(&network, run.is_some(), palette),
        size: network.size,
        layers,
    };
    leaf.scene()
}

/// All arrows in words.
fn listed(network: &Network) -> String {
    let one = |arrow: &Arrow| format!("{} to {} with {}", arrow.from, arrow.to, arrow.lines.join("  "));
    network.arrows.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn legend(network: &Network, run: bool, palette: Palette) -> Vec<super::super::scene::LegendEntry> {
    let mut legend = vec![
        entry(Sign::Ring, INK, "state; a double ring accepts"),
        entry(Sign::Fill, INK, "to a greater distance"),
    ];
    if network.arrows.iter().any(|arrow| !arrow.forward) {
        legend.push(entry(Sign::Fill, palette.returning(), "back, across or staying"));
    }
    if run {
        legend.push(entry(Sign::Fill, palette.trail(), "the way of the position"));
    }
    legend
}

/// A state with its number: a ring, a double ring if it accepts.
fn circle(drawing: &AutomatonDrawing, state: u32, (x, y): Point, seen: Option<Colour>) -> Vec<Item> {
    let dot = |inset: i32, colour: Colour, ring: Option<u32>| {
        let size = 2 * (RADIUS - inset) as u32;
        Item::Dot(Dot { x: x - RADIUS + inset, y: y - RADIUS + inset, size, colour, ring })
    };
    let fill = seen.map_or(Colour::WHITE, |colour| colour.mixed(Colour::WHITE, 3, 4));
    let mut items =
        vec![dot(0, fill, None), dot(0, seen.unwrap_or(INK), Some(if seen.is_some() { 2 } else { 1 }))];
    let output = drawing.automaton().output(state);
    if output != 0 {
        items.push(dot(4, seen.unwrap_or(INK), Some(1)));
    }
    let name = if output > 1 { format!("{state}/{output}") } else { state.to_string() };
    items.push(centred(&name, (x, y + 4), (11, INK), Face::Plain));
    items
}

/// Arrows from nowhere to the start states. With several, the length of the words says which.
fn starts(drawing: &AutomatonDrawing, network: &Network) -> Vec<Item> {
    let starts = drawing.automaton().starts();
    let mut items = Vec::new();
    for (phase, start) in starts.iter().enumerate().filter(|(_, start)| **start != DEAD) {
        let Some((x, y)) = network.states.get(*start as usize) else { continue };
        let points = vec![(x - RADIUS - 34, *y), (x - RADIUS - 1, *y)];
        items.push(Item::Path(Path { arrow: true, ..Path::through(points, 2, INK) }));
        if starts.len() > 1 {
            // Starts that fall together have one arrow with several words.
            let before = starts[..phase].iter().filter(|other| *other == start).count() as i32;
            let text = format!("{phase} mod {}", starts.len());
            let place = (x - RADIUS - 20, y - 6 - LINE * before);
            items.push(centred(&text, place, (9, PALE_INK), Face::Plain));
        }
    }
    items
}
