//! Letters as people write them: digits with commas between, and ranges where neighbours go the same way.

/// A set of letters in few terms, such as `[0-3],0` and `1,2`. A letter is its digits as one number, first track first.
///
/// With two tracks both are tried as the one whose ranges come first, and the shorter list is taken.
pub(super) fn terms(letters: &[usize], tracks: usize, base: usize) -> Vec<String> {
    let mut words: Vec<Vec<usize>> = letters.iter().map(|letter| digits(*letter, tracks, base)).collect();
    words.sort();
    let mut boxes = merged(&words);
    if tracks == 2 {
        let mut turned: Vec<Vec<usize>> = words.iter().map(|word| vec![word[1], word[0]]).collect();
        turned.sort();
        let turned: Vec<_> = merged(&turned).into_iter().map(|b| vec![b[1], b[0]]).collect();
        if turned.len() < boxes.len() {
            boxes = turned;
            boxes.sort();
        }
    }
    let range = |(first, last): &(usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("[{first}-{last}]"),
    };
    boxes.iter().map(|b| b.iter().map(range).collect::<Vec<_>>().join(",")).collect()
}

/// The digits of a letter.
pub(super) fn digits(letter: usize, tracks: usize, base: usize) -> Vec<usize> {
    let mut rest = letter;
    let mut digits: Vec<usize> = (0..tracks)
        .map(|_| {
            let digit = rest % base.max(1);
            rest /= base.max(1);
            digit
        })
        .collect();
    digits.reverse();
    digits
}

/// First and last digit of a range.
type Range = (usize, usize);

/// Sorted words as products of ranges: neighbours in the first place that go with the same rest are one range.
fn merged(words: &[Vec<usize>]) -> Vec<Vec<Range>> {
    if words.first().is_none_or(Vec::is_empty) {
        return vec![Vec::new(); usize::from(!words.is_empty())];
    }
    let mut groups: Vec<(Range, Vec<Vec<Range>>)> = Vec::new();
    for same in words.chunk_by(|a, b| a[0] == b[0]) {
        let digit = same[0][0];
        let rests: Vec<Vec<usize>> = same.iter().map(|word| word[1..].to_vec()).collect();
        let rests = merged(&rests);
        match groups.last_mut() {
            Some(((_, last), before)) if *last + 1 == digit && *before == rests => *last = digit,
            _ => groups.push(((digit, digit), rests)),
        }
    }
    let all = |(range, rests): (Range, Vec<Vec<Range>>)| {
        rests.into_iter().map(move |rest| [vec![range], rest].concat()).collect::<Vec<_>>()
    };
    groups.into_iter().flat_map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::terms;

    #[test]
    fn neighbours_are_ranges() {
        assert_eq!(terms(&[0], 2, 3), ["0,0"]);
        assert_eq!(terms(&[0, 1, 2], 2, 3), ["0,[0-2]"]);
        assert_eq!(terms(&[0, 3, 6], 2, 3), ["[0-2],0"]);
        assert_eq!(terms(&[0, 1, 3, 4], 2, 3), ["[0-1],[0-1]"]);
        assert_eq!(terms(&[0, 4], 2, 3), ["0,0", "1,1"]);
        assert_eq!(terms(&[0, 1, 2, 3, 6], 2, 3), ["0,[0-2]", "[1-2],0"]);
        assert_eq!(terms(&[0, 2, 3], 1, 4), ["0", "[2-3]"]);
    }
}
