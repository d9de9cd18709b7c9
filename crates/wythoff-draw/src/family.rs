//! The family tree of games: boxes with notation and title, an arrow from each game to those that extend it, and on the arrow which
//! parameters give it back. The relations are found from the rule texts by [`wythoff_solve::family`].

use super::colour::Colour;
use super::layered::{Graph, places};
use super::leaf::{Leaf, centred, framed};
use super::palette::{INK, PALE_INK, Palette};
use super::scene::{Face, Item, Layer, Patch, Path, Scene};
use super::sheet::width_of;
use super::{DrawError, raised};
use std::collections::BTreeMap;
use wythoff_budget::Budget;
use wythoff_rules::rulebook::{Entry, entries};
use wythoff_solve::family::{Kin, family};

const BOX: u32 = 40;

/// All games of the rulebook on two piles, by which is which for which parameters.
///
/// # Errors
/// If the budget says stop.
pub fn family_tree(palette: Palette, budget: &Budget) -> Result<Scene, DrawError> {
    let title = "The games of the rulebook on two piles".to_owned();
    let caption = "An arrow leads from a game to one that extends it; with the parameters on the arrow, the rules of the right one are those of \
                   the left one, found equal from the rule texts for three choices of the parameters that stay open. Games without an arrow are no \
                   special case of another by parameters 0 and 1, and have none."
        .to_owned();
    let names: Vec<&'static Entry> = entries().filter(|entry| !entry.has_many_piles()).collect();
    Ok(tree(&names, &family(budget)?, (title, caption), palette))
}

/// The part of the family whose games are named.
pub(super) fn branch(
    names: &[&str],
    words: (String, String),
    palette: Palette,
    budget: &Budget,
) -> Result<Scene, DrawError> {
    let games: Vec<&'static Entry> =
        entries().filter(|entry| !entry.has_many_piles() && names.contains(&entry.name)).collect();
    let mut kin = family(budget)?;
    kin.retain(|kin| names.contains(&kin.general) && names.contains(&kin.special));
    Ok(tree(&games, &kin, words, palette))
}

/// How papers write a game, with its parameters as letters; else its name.
fn notation(entry: &Entry) -> String {
    let first = entry.notations().into_iter().next();
    match first {
        Some(pattern) => {
            let plain =
                pattern.split(" with ").next().unwrap_or("").replace("}x{", "×").replace(['{', '}'], "");
            raised(&plain)
        }
        None => match entry.parameters().as_slice() {
            [] => entry.name.to_owned(),
            some => format!("{}({})", entry.name, some.join(", ")),
        },
    }
}

/// How many steps of extension lead to each game.
fn generations(games: &[&Entry], kin: &[Kin]) -> BTreeMap<&'static str, usize> {
    let mut found: BTreeMap<&'static str, usize> = games.iter().map(|game| (game.name, 0)).collect();
    // At most as many rounds as games; there are no circles, since parameters get fewer.
    for _ in games {
        for k in kin {
            let below = found.get(k.special).copied().unwrap_or(0) + 1;
            if let Some(here) = found.get_mut(k.general) {
                *here = below.max(*here).min(games.len());
            }
        }
    }
    found
}

fn tree(
    games: &[&'static Entry],
    kin: &[Kin],
    (title, caption): (String, String),
    palette: Palette,
) -> Scene {
    let related =
        |game: &&&'static Entry| kin.iter().any(|k| k.general == game.name || k.special == game.name);
    let members: Vec<&'static Entry> = games.iter().filter(related).copied().collect();
    let alone: Vec<&'static Entry> = games.iter().filter(|game| !related(game)).copied().collect();
    let generation = generations(&members, kin);
    let index = |name: &str| members.iter().position(|game| game.name == name).unwrap_or(0);
    let graph = Graph {
        layer: members.iter().map(|game| generation[game.name]).collect(),
        room: vec![BOX + 26; members.len()],
        edges: kin.iter().map(|k| (index(k.special), index(k.general))).collect(),
        lane: 26,
    };
    let places = places(&graph);
    let widths: Vec<u32> = members.iter().map(|game| box_width(game)).collect();
    let layers = graph.layer.iter().max().map_or(0, |last| last + 1);
    let conditions = kin.iter().map(|k| width_of(&k.condition(), 10)).max().unwrap_or(0);
    let gap = (conditions + 90).clamp(120, 300);
    let wide = |layer: usize| {
        let here = (0..members.len()).filter(|i| graph.layer[*i] == layer);
        here.map(|i| widths[i]).max().unwrap_or(0)
    };
    let left: Vec<u32> = (0..layers).map(|layer| (0..layer).map(|l| wide(l) + gap).sum()).collect();
    let mut boxes = Vec::new();
    for (i, game) in members.iter().enumerate() {
        let corner = (left[graph.layer[i]] as i32, places.nodes[i] - BOX as i32 / 2);
        boxes.extend(game_box(game, corner, widths[i], graph.layer[i] == 0, palette));
    }
    let (mut arrows, mut words) = (Vec::new(), Vec::new());
    for (n, k) in kin.iter().enumerate() {
        let (from, to) = (index(k.special), index(k.general));
        let layer = |i: usize| left[graph.layer[i]] as i32;
        let start = (layer(from) + widths[from] as i32, places.nodes[from]);
        // Arrows that end at one box keep apart, in the order of where they come from.
        let mut arriving: Vec<(i32, usize)> = (0..kin.len())
            .filter(|other| kin[*other].general == k.general)
            .map(|other| (places.nodes[index(kin[other].special)], other))
            .collect();
        arriving.sort_unstable();
        let rank = arriving.iter().position(|(_, other)| *other == n).unwrap_or(0) as i32;
        let share = (2 * rank + 1) * BOX as i32 / (2 * arriving.len() as i32) - BOX as i32 / 2;
        let end = (layer(to) - 1, places.nodes[to] + share);
        // Past boxes, those of its own layer and of layers between, an arrow is level.
        let own = ((left[graph.layer[from]] + wide(graph.layer[from])) as i32, start.1);
        let passed = places.lanes[n].iter().flat_map(|(l, y)| {
            let x = left[*l] as i32;
            [(x, *y), (x + wide(*l) as i32, *y)]
        });
        let text = k.condition();
        let room = width_of(&text, 10);
        let level = (end.0 - room as i32 - 24, end.1);
        let mut stops: Vec<(i32, i32)> = vec![start, own];
        stops.extend(passed);
        stops.extend([level, end]);
        stops.dedup();
        arrows.push(Item::Path(Path { arrow: true, ..Path::curve(smooth(&stops), 1, palette.returning()) }));
        // The condition stands where the arrow is level before its head.
        let (x, y) = (level.0 + 4 + room as i32 / 2, end.1);
        words.push(Item::Patch(Patch::filled(x - room as i32 / 2, y - 7, room, 14, Colour::WHITE)));
        words.push(centred(&text, (x, y + 4), (10, INK), Face::Italic));
    }
    let mut size = ((0..layers).map(|l| left[l] + wide(l)).max().unwrap_or(0), places.extent.max(0) as u32);
    let (row, lonely) = loners(&alone, (size.0.max(500), size.1 + 24), palette);
    size = (size.0.max(row.0), row.1.max(size.1));
    boxes.extend(lonely);
    let said: Vec<String> = kin.iter().map(ToString::to_string).collect();
    let leaf = Leaf {
        alternative: format!("{title}. {caption} {}.", said.join("; ")),
        title,
        caption,
        legend: Vec::new(),
        size,
        layers: vec![Layer::new("arrows", arrows), Layer::new("games", boxes), Layer::new("labels", words)],
    };
    leaf.scene()
}

/// A curve that is level at every stop.
fn smooth(stops: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut points = vec![stops[0]];
    for pair in stops.windows(2) {
        let half = (pair[1].0 - pair[0].0) / 2;
        points.extend([(pair[0].0 + half, pair[0].1), (pair[1].0 - half, pair[1].1), pair[1]]);
    }
    points
}

fn box_width(game: &Entry) -> u32 {
    width_of(&game.title(), 9).max(width_of(&notation(game), 13)) + 16
}

fn game_box(game: &Entry, (x, y): (i32, i32), width: u32, first: bool, palette: Palette) -> Vec<Item> {
    let tint = if first { palette.kind(3) } else { palette.kind(0) };
    let mut items = framed((x, y), (width, BOX), tint, PALE_INK).to_vec();
    let middle = x + width as i32 / 2;
    items.push(centred(&notation(game), (middle, y + 18), (13, INK), Face::Serif));
    items.push(centred(&game.title(), (middle, y + 33), (9, PALE_INK), Face::Plain));
    items
}

/// Games without relations, in rows below the others.
fn loners(games: &[&'static Entry], (width, top): (u32, u32), palette: Palette) -> ((u32, u32), Vec<Item>) {
    let (mut x, mut y, mut items) = (0, top, Vec::new());
    let mut reached = 0;
    for game in games {
        let wide = box_width(game);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + BOX + 14);
        }
        items.extend(game_box(game, (x as i32, y as i32), wide, false, palette));
        x += wide + 18;
        reached = reached.max(x);
    }
    let bottom = if games.is_empty() { 0 } else { y + BOX + 4 };
    ((reached, bottom), items)
}
