//! Colours, as whole numbers.

use std::fmt;

/// A colour of the screen: red, green and blue.
///
/// ```
/// use wythoff_draw::Colour;
/// let blue = Colour::new(0, 0x72, 0xB2);
/// assert_eq!(blue.to_string(), "#0072b2");
/// assert_eq!(blue.mixed(Colour::WHITE, 1, 2).to_string(), "#7fb8d8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour::new(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour::new(255, 255, 255);

    /// A colour by its parts.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour { red, green, blue }
    }

    /// A colour as it is written after `#`.
    pub(crate) const fn hex(code: u32) -> Colour {
        Colour::new((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// `part` of `whole` parts of the way to another colour.
    #[must_use]
    pub fn mixed(self, other: Colour, part: u32, whole: u32) -> Colour {
        let whole = whole.max(1);
        let part = part.min(whole);
        let mix = |a: u8, b: u8| {
            // Between two bytes, and so a byte.
            ((u64::from(a) * u64::from(whole - part) + u64::from(b) * u64::from(part)) / u64::from(whole))
                as u8
        };
        Colour::new(mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue))
    }

    /// Is it a shade of grey?
    #[must_use]
    pub fn is_grey(self) -> bool {
        self.red == self.green && self.green == self.blue
    }

    /// Is white easier to read on it than black?
    pub(crate) fn is_dark(self) -> bool {
        let light = 299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue);
        light < 140_000
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
