//! Where the nodes of a graph stand: in layers, with few crossings, all in whole units.
//!
//! The layers are given. Edges that skip layers get a place in each of them, nodes and places of a layer are sorted by the mean
//! place of their neighbours (Sugiyama, Tagawa, Toda 1981) as long as that removes crossings, and then everything moves towards
//! its neighbours as far as the order and the room between nodes allow: the least squares under an order, by pooling
//! neighbours that would change sides.
//!
//! What was looked at and left: `rust-sugiyama` does not say where edges that skip layers pass; the ports of dagre are seventeen
//! thousand lines in floating point with hash maps inside, for what are three hundred here.

/// A graph to be laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// For each node its layer.
    pub(super) layer: Vec<usize>,
    /// For each node how much room it takes within its layer.
    pub(super) room: Vec<u32>,
    /// Edges between different nodes.
    pub(super) edges: Vec<(usize, usize)>,
    /// How much room an edge takes that passes a layer.
    pub(super) lane: u32,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// For each node where its middle is within its layer; the least place of all is where its room begins.
    pub(super) nodes: Vec<i32>,
    /// For each edge where it passes the layers between its ends, from its start to its end.
    pub(super) lanes: Vec<Vec<(usize, i32)>>,
    /// How far the places reach.
    pub(super) extent: i32,
}

/// So often everything is sorted again, at most.
const SWEEPS: usize = 24;
/// So often everything moves towards its neighbours.
const SETTLING: usize = 12;

/// Nodes and passing edges, as one kind of thing.
struct Spots {
    /// Layer by layer, in order.
    order: Vec<Vec<usize>>,
    layer: Vec<usize>,
    room: Vec<i64>,
    /// Neighbours in other layers next to it.
    links: Vec<Vec<usize>>,
}

/// Finds a place for every node and every passing edge.
pub(super) fn places(graph: &Graph) -> Places {
    let (mut spots, passing) = spots(graph);
    sort(&mut spots);
    let at = settle(&spots);
    let low = (0..at.len()).map(|s| at[s] - spots.room[s] / 2).min().unwrap_or(0);
    let high = (0..at.len()).map(|s| at[s] + spots.room[s] / 2).max().unwrap_or(0);
    let place = |s: usize| (at[s] - low) as i32;
    Places {
        nodes: (0..graph.layer.len()).map(place).collect(),
        lanes: passing
            .iter()
            .map(|lane| lane.iter().map(|&s| (spots.layer[s], place(s))).collect())
            .collect(),
        extent: (high - low) as i32,
    }
}

fn spots(graph: &Graph) -> (Spots, Vec<Vec<usize>>) {
    let layers = graph.layer.iter().max().map_or(0, |last| last + 1);
    let mut layer = graph.layer.clone();
    let mut room: Vec<i64> = graph.room.iter().map(|room| i64::from(*room)).collect();
    let mut links = vec![Vec::new(); layer.len()];
    let mut passing = Vec::new();
    for &(from, to) in &graph.edges {
        let (start, end) = (graph.layer[from], graph.layer[to]);
        let between: Vec<usize> = match start < end {
            true => (start + 1..end).collect(),
            false => (end + 1..start).rev().collect(),
        };
        let mut lane = Vec::new();
        let mut before = from;
        for here in between {
            let spot = layer.len();
            layer.push(here);
            room.push(i64::from(graph.lane));
            links.push(vec![before]);
            links[before].push(spot);
            lane.push(spot);
            before = spot;
        }
        if start != end {
            links[before].push(to);
            links[to].push(before);
        }
        passing.push(lane);
    }
    let mut order = vec![Vec::new(); layers];
    for (spot, here) in layer.iter().enumerate() {
        order[*here].push(spot);
    }
    (Spots { order, layer, room, links }, passing)
}

/// Sorts every layer by the mean place of neighbours, forwards and backwards, and keeps the order with the fewest crossings.
fn sort(spots: &mut Spots) {
    let mut best = (crossings(spots), spots.order.clone());
    for sweep in 0..SWEEPS {
        let layers: Vec<usize> = match sweep % 2 {
            0 => (0..spots.order.len()).collect(),
            _ => (0..spots.order.len()).rev().collect(),
        };
        for here in layers {
            let index = ranks(spots);
            // The first sweeps look at one side, later ones at both.
            let counts = |neighbour: usize| match sweep {
                0..8 if sweep % 2 == 0 => spots.layer[neighbour] < here,
                0..8 => spots.layer[neighbour] > here,
                _ => true,
            };
            let mean = |spot: usize| {
                let near: Vec<i64> =
                    spots.links[spot].iter().filter(|n| counts(**n)).map(|n| index[*n]).collect();
                match near.len() {
                    0 => index[spot],
                    count => near.iter().sum::<i64>() / count as i64,
                }
            };
            let mut row = spots.order[here].clone();
            row.sort_by_key(|spot| mean(*spot));
            spots.order[here] = row;
        }
        let count = crossings(spots);
        if count < best.0 {
            best = (count, spots.order.clone());
        }
    }
    spots.order = best.1;
    exchange(spots);
}

/// Exchanges neighbours as long as that removes crossings.
fn exchange(spots: &mut Spots) {
    let mut count = crossings(spots);
    for _ in 0..4 {
        let before = count;
        for here in 0..spots.order.len() {
            for i in 1..spots.order[here].len() {
                spots.order[here].swap(i - 1, i);
                let now = crossings(spots);
                if now < count {
                    count = now;
                } else {
                    spots.order[here].swap(i - 1, i);
                }
            }
        }
        if count == before {
            break;
        }
    }
}

/// The place of every spot in its layer, scaled so that layers of different sizes compare.
fn ranks(spots: &Spots) -> Vec<i64> {
    let mut index = vec![0; spots.layer.len()];
    for row in &spots.order {
        for (i, spot) in row.iter().enumerate() {
            index[*spot] = (2 * i as i64 + 1) * 100_000 / row.len() as i64;
        }
    }
    index
}

fn crossings(spots: &Spots) -> usize {
    let mut index = vec![0_usize; spots.layer.len()];
    for row in &spots.order {
        for (i, spot) in row.iter().enumerate() {
            index[*spot] = i;
        }
    }
    let mut count = 0;
    for (here, row) in spots.order.iter().enumerate() {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for spot in row {
            let forwards = spots.links[*spot].iter().filter(|n| spots.layer[**n] == here + 1);
            pairs.extend(forwards.map(|n| (index[*spot], index[*n])));
        }
        for (i, a) in pairs.iter().enumerate() {
            count +=
                pairs[..i].iter().filter(|b| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1)).count();
        }
    }
    count
}

/// Moves everything towards its neighbours, in the order that is given.
fn settle(spots: &Spots) -> Vec<i64> {
    let mut at = vec![0_i64; spots.layer.len()];
    for row in &spots.order {
        let total: i64 = row.iter().map(|s| spots.room[*s]).sum();
        let mut next = -total / 2;
        for spot in row {
            at[*spot] = next + spots.room[*spot] / 2;
            next += spots.room[*spot];
        }
    }
    for round in 0..SETTLING {
        let layers: Vec<usize> = match round % 2 {
            0 => (0..spots.order.len()).collect(),
            _ => (0..spots.order.len()).rev().collect(),
        };
        for here in layers {
            let row = &spots.order[here];
            let wanted: Vec<i64> = row
                .iter()
                .map(|spot| match spots.links[*spot].len() {
                    0 => at[*spot],
                    count => spots.links[*spot].iter().map(|n| at[*n]).sum::<i64>() / count as i64,
                })
                .collect();
            for (spot, place) in row.iter().zip(in_order(row, &wanted, &spots.room)) {
                at[*spot] = place;
            }
        }
    }
    at
}

/// The places nearest to the wanted ones (in the sum of squares) that keep the order and leave everybody room.
fn in_order(row: &[usize], wanted: &[i64], room: &[i64]) -> Vec<i64> {
    // Without the room that those before take, places only have to grow.
    let mut offset = Vec::with_capacity(row.len());
    let mut taken = 0;
    for (i, spot) in row.iter().enumerate() {
        if i > 0 {
            taken += (room[row[i - 1]] + room[*spot]) / 2;
        }
        offset.push(taken);
    }
    // Pools of neighbours that share a place: sum and count.
    let mut pools: Vec<(i64, i64)> = Vec::new();
    for (want, offset) in wanted.iter().zip(&offset) {
        pools.push((want - offset, 1));
        while let [.., a, b] = pools[..] {
            if a.0 * b.1 < b.0 * a.1 {
                break;
            }
            pools.truncate(pools.len() - 2);
            pools.push((a.0 + b.0, a.1 + b.1));
        }
    }
    let means = pools.iter().flat_map(|(sum, count)| (0..*count).map(move |_| sum.div_euclid(*count)));
    means.zip(&offset).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::{Graph, crossings, in_order, places, sort, spots};

    #[test]
    fn nobody_stands_too_near() {
        let room = [10, 20, 10];
        assert_eq!(in_order(&[0, 1, 2], &[0, 100, 200], &room), [0, 100, 200]);
        assert_eq!(in_order(&[0, 1, 2], &[0, 0, 0], &room), [-15, 0, 15]);
        assert_eq!(in_order(&[0, 1, 2], &[9, 0, 40], &room), [-3, 12, 40]);
    }

    #[test]
    fn crossings_that_can_go_are_gone() {
        let edges = vec![(0, 3), (0, 4), (1, 5), (2, 6), (2, 5), (6, 0), (3, 2)];
        let graph = Graph { layer: vec![0, 0, 0, 1, 1, 1, 2], room: vec![40; 7], edges, lane: 12 };
        let (mut all, passing) = spots(&graph);
        assert_eq!(passing[3].len(), 1, "an edge over two layers passes one");
        sort(&mut all);
        assert_eq!(crossings(&all), 0);
        let found = places(&graph);
        assert!(found.nodes.iter().all(|at| (20..=found.extent - 20).contains(at)), "{found:?}");
        for a in 0..7 {
            for b in 0..a {
                let near = (found.nodes[a] - found.nodes[b]).abs() < 40;
                assert!(!near || graph.layer[a] != graph.layer[b], "{a} {b}");
            }
        }
    }
}
