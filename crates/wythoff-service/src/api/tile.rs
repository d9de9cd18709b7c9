//! Tiles: how many P-positions there are in squares of the board, as shades of pixels, at any scale.

use super::region::{Counts, Spot};
use super::request::{Fields, missing};
use super::window::{solved, unsolved};
use super::{Desk, Refusal, Reply};
use serde_json::json;
use wythoff_budget::Budget;
use wythoff_number::Natural;
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;
use wythoff_solve::way::{Frame, Method};

/// Not solved.
const UNSOLVED: u8 = 255;
/// The densest pixel.
const DENSEST: u32 = 254;
/// Far out, tiles are counted square by square up to so many squares a side.
const SQUARE_BY_SQUARE: u64 = 1024;
/// Far out, so many columns are listed by a formula.
const MOST_LISTED: u32 = 1 << 17;

/// A tile, anywhere.
struct Tile {
    x: Natural,
    y: Natural,
    shift: u32,
    size: u32,
}

impl Tile {
    fn read(desk: &Desk, fields: &Fields<'_>) -> Result<Tile, Refusal> {
        let most = desk.limits().tile;
        let size = fields.small("size", most)?.unwrap_or(most);
        if !size.is_power_of_two() || size < 16 {
            return Err(Refusal::wrong(format!(
                "`size` is 16, 32, 64, 128 or {most}, and {size} is none of them"
            )));
        }
        let pile = |name: &str| fields.pile(name)?.ok_or_else(|| missing(name));
        let scale = fields.pile("scale")?.unwrap_or_else(|| Natural::from(1u8));
        let shift =
            u64::try_from(&scale).ok().filter(|scale| scale.is_power_of_two()).map(u64::trailing_zeros);
        let Some(shift) = shift.filter(|shift| *shift <= 40) else {
            return Err(Refusal::wrong(
                "`scale` is a power of two, from 1 to 2^40: so many squares to a pixel",
            ));
        };
        let tile = Tile { x: pile("x")?, y: pile("y")?, shift, size };
        let side = Natural::from(tile.side());
        let zero = Natural::from(0u8);
        if &tile.x % &side != zero || &tile.y % &side != zero {
            return Err(Refusal::wrong(format!(
                "`x` and `y` are multiples of scale times size, which is {side}"
            )));
        }
        Ok(tile)
    }

    /// How many squares a side.
    fn side(&self) -> u64 {
        u64::from(self.size) << self.shift
    }

    /// In machine words, if it is near enough.
    fn spot(&self) -> Option<Spot> {
        let near = |n: &Natural| u64::try_from(n).ok().filter(|n| *n < 1 << 50);
        Some(Spot { x: near(&self.x)?, y: near(&self.y)?, shift: self.shift, size: self.size })
    }
}

/// `tile`.
pub(super) fn tile(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    if ways.game().piles() != 2 {
        let name = ways.game().name();
        return Err(Refusal::wrong(format!(
            "{name} is not played on two piles, so it has no board of squares"
        )));
    }
    let tile = Tile::read(desk, fields)?;
    let mut reply = json!({
        "x": tile.x.to_string(), "y": tile.y.to_string(),
        "scale": (1_u64 << tile.shift).to_string(), "size": tile.size,
    });
    match counted(desk, &ways, &tile, budget)? {
        Ok(counts) => {
            let most = counts.pixels.iter().copied().max().unwrap_or(0);
            let levels: Vec<u8> = counts.pixels.iter().map(|count| level(*count, tile.shift)).collect();
            reply["levels"] = json!(base64(&levels));
            reply["most"] = json!(most);
        }
        Err(why) => {
            reply["levels"] = json!(base64(&vec![UNSOLVED; tile.size as usize * tile.size as usize]));
            reply["most"] = json!(0);
            reply["why"] = json!(why);
        }
    }
    Ok(Reply::data(reply))
}

/// The shade of a pixel that stands for squares of side 2^shift and holds so many P-positions: the same in all tiles of a scale, so
/// that they fit together. A pixel as full as a line of P-positions through it would make it is dark; more is darker in steps.
fn level(count: u32, shift: u32) -> u8 {
    if count == 0 {
        return 0;
    }
    if shift == 0 {
        return DENSEST as u8;
    }
    let full = 1_u64 << shift;
    let count = u64::from(count);
    let shade = match count <= full {
        true => 64 + 128 * count / full,
        // From one line to all squares: a step for every doubling.
        false => 192 + 62 * u64::from((count / full).ilog2()) / u64::from(shift),
    };
    shade.min(u64::from(DENSEST)) as u8
}

/// The numbers of P-positions, or why they are not known.
fn counted(
    desk: &Desk,
    ways: &Ways,
    tile: &Tile,
    budget: &Budget,
) -> Result<Result<Counts, String>, Refusal> {
    if let Some(spot) = tile.spot() {
        let region = desk.shelf.region(ways);
        match region.with(budget, |region| region.counts(spot, desk.limits(), budget))? {
            Ok(Some(counts)) => return Ok(Ok(counts)),
            Ok(None) => {}
            // Games with memory, say, have no columns; a small tile of them is a board of squares all the same.
            Err(SolveError::Method { .. } | SolveError::TooLarge { .. } | SolveError::TooLong { .. })
                if tile.side() <= SQUARE_BY_SQUARE => {}
            Err(error) => return unsolved(error).map(Err),
        }
    }
    if tile.side() <= SQUARE_BY_SQUARE {
        return by_squares(ways, tile, budget);
    }
    by_formula(ways, tile, budget)
}

/// Far out, every square one by one.
fn by_squares(ways: &Ways, tile: &Tile, budget: &Budget) -> Result<Result<Counts, String>, Refusal> {
    let side = tile.side() as u32;
    let frame = Frame { x: tile.x.clone(), y: tile.y.clone(), width: side, height: side };
    let pane = match solved(ways, &frame, budget)? {
        Ok(pane) => pane,
        Err(why) => return Ok(Err(why)),
    };
    let mut counts = Counts::new(tile.size);
    for j in 0..side {
        for i in 0..side {
            if pane.outcome(i, j).is_some_and(|outcome| outcome.is_p()) {
                counts.add(u64::from(i >> tile.shift), u64::from(j >> tile.shift), 1);
            }
        }
    }
    Ok(Ok(counts))
}

/// Far out, from lists of whole columns, where a theorem says at which index they begin.
fn by_formula(ways: &Ways, tile: &Tile, budget: &Budget) -> Result<Result<Counts, String>, Refusal> {
    let too_many = || {
        let side = tile.side();
        format!(
            "{side} columns this far out are not counted; a smaller scale, or a part nearer to the origin, would do it"
        )
    };
    let mut counts = Counts::new(tile.size);
    let symmetric = ways.is_symmetric();
    let same = tile.x == tile.y;
    for mirrored in [false, true] {
        if mirrored && (!symmetric || same) {
            continue;
        }
        let (first, across) = if mirrored { (&tile.y, &tile.x) } else { (&tile.x, &tile.y) };
        let list = match columns(ways, first, tile.side(), budget) {
            Ok(Some(list)) => list,
            Ok(None) => return Ok(Err(too_many())),
            Err(error) => return unsolved(error).map(Err),
        };
        for position in &list {
            let [u, v] = position.piles() else { continue };
            let (Some(i), Some(j)) = (offset(u, first), offset(v, across)) else { continue };
            let (i, j) = (i >> tile.shift, j >> tile.shift);
            match mirrored {
                true => counts.add(j, i, 1),
                false => counts.add(i, j, 1),
            }
            if symmetric && same && u != v {
                counts.add(j, i, 1);
            }
        }
    }
    Ok(Ok(counts))
}

fn offset(n: &Natural, from: &Natural) -> Option<u64> {
    if n >= from { u64::try_from(&(n - from)).ok() } else { None }
}

/// All listed positions of some columns; `None` if no formula says where they begin, or they are too many.
fn columns(
    ways: &Ways,
    first: &Natural,
    side: u64,
    budget: &Budget,
) -> Result<Option<Vec<Position>>, SolveError> {
    let before = |column: &Natural| ways.count_before(Method::Auto, column, budget);
    let Some(from) = before(first)? else { return Ok(None) };
    let Some(until) = before(&(first + Natural::from(side)))? else { return Ok(None) };
    match u32::try_from(&(until - &from)) {
        Ok(count) if count <= MOST_LISTED => {
            ways.list_from(Method::Auto, &from, count as usize, budget).map(Some)
        }
        _ => Ok(None),
    }
}

/// The alphabet of RFC 4648.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as text, three in four letters.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0_u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            match place <= chunk.len() {
                true => text.push(char::from(LETTERS[(group >> (18 - 6 * place) & 63) as usize])),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, level};

    #[test]
    fn the_examples_of_the_standard() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, text) in examples {
            assert_eq!(base64(plain.as_bytes()), text);
        }
    }

    #[test]
    fn more_is_never_lighter() {
        for shift in 0..=20 {
            let counts = [0, 1, 2, 3, 100, 1000, 1 << 20, u32::MAX];
            assert!(counts.windows(2).all(|pair| level(pair[0], shift) <= level(pair[1], shift)), "{shift}");
            assert_eq!((level(0, shift), level(u32::MAX, shift) < 255), (0, true));
        }
    }
}
