//! Palettes: which colours say what.
//!
//! `Usual` are the colours of the literature where there are any, else the eight of Okabe and Ito, which the colour-blind can tell
//! apart; `Safe` uses only blue, orange and black between light and dark; `Grey` can be printed without colours.

use super::colour::Colour;

/// Which colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Palette {
    /// Those of the literature, and Okabe's and Ito's.
    #[default]
    Usual,
    /// Orange against blue, and light against dark: for any eyes.
    Safe,
    /// Shades of grey.
    Grey,
}

/// Ink for P-positions and letters.
pub(super) const INK: Colour = Colour::hex(0x1b_1b_1b);
/// Letters that are not the matter itself.
pub(super) const PALE_INK: Colour = Colour::hex(0x55_53_4e);
/// The lines of the grid.
pub(super) const GRID: Colour = Colour::hex(0xe4_e1_d8);
/// Squares that do not exist.
pub(super) const MISSING: Colour = Colour::hex(0xd2_d2_d2);

const BLUE: Colour = Colour::hex(0x00_72_b2);
const VERMILION: Colour = Colour::hex(0xd5_5e_00);
const GREEN: Colour = Colour::hex(0x00_9e_73);
const AMBER: Colour = Colour::hex(0xe6_9f_00);
const ROSE: Colour = Colour::hex(0xcc_79_a7);
const SKY: Colour = Colour::hex(0x56_b4_e9);
const YELLOW: Colour = Colour::hex(0xf0_e4_42);

/// A step between two colours of a row.
fn between(stops: &[Colour], part: u32, whole: u32) -> Colour {
    let whole = whole.max(1);
    let spans = stops.len().saturating_sub(1) as u32;
    let at = part.min(whole) * spans;
    let span = (at / whole).min(spans.saturating_sub(1));
    let (a, b) = (stops[span as usize], stops[(span + 1).min(spans) as usize]);
    a.mixed(b, at - span * whole, whole)
}

impl Palette {
    /// The colour of a surplus: −2 light olive, −1 yellow, 0 black, 1 blue, 2 indigo; beyond that the end colours in `steps` steps.
    pub(super) fn surplus(self, value: i64, step: u32, steps: u32) -> Colour {
        let [far_p, olive, yellow, blue, indigo, far_n] = match self {
            Palette::Usual => [0xf4_f4_e2, 0xb9_bd_6a, 0xff_e1_19, 0x2b_6c_ff, 0x4b_00_82, 0xd9_c8_ee],
            Palette::Safe => [0xff_f3_de, 0xf6_b3_5c, 0xe6_8a_00, 0x0b_3c_8c, 0x2f_6f_c4, 0xd6_e6_f8],
            Palette::Grey => [0xc8_c8_c8, 0xe6_e6_e6, 0xff_ff_ff, 0x4a_4a_4a, 0x70_70_70, 0xaa_aa_aa],
        }
        .map(Colour::hex);
        match value {
            ..=-3 => olive.mixed(far_p, step, steps),
            -2 => olive,
            -1 => yellow,
            0 => Colour::BLACK,
            1 => blue,
            2 => indigo,
            3.. => indigo.mixed(far_n, step, steps),
        }
    }

    /// The colour of step `part` of `whole` of a growing value.
    pub(super) fn growing(self, part: u32, whole: u32) -> Colour {
        let stops: &[u32] = match self {
            Palette::Usual => &[0x35_2a_86, 0x20_6e_b5, 0x1f_a1_87, 0x7a_d1_51, 0xfd_e7_25],
            Palette::Safe => &[0x0b_2a_63, 0x35_6a_b0, 0x8f_b4_d9, 0xf2_c4_7a, 0xff_ee_cc],
            Palette::Grey => &[0x45_45_45, 0xf2_f2_f2],
        };
        between(&stops.iter().map(|code| Colour::hex(*code)).collect::<Vec<_>>(), part, whole)
    }

    /// The colour of step `part` of `whole` of a number of things, few to many, on white paper.
    pub(super) fn dense(self, part: u32, whole: u32) -> Colour {
        let stops: &[u32] = match self {
            Palette::Usual => &[0x7f_bf_ea, 0x1f_77_b8, 0x12_3f_86, 0x10_10_24],
            Palette::Safe => &[0xf2_b2_5c, 0xb0_6a_3a, 0x3a_4a_86, 0x0b_14_33],
            Palette::Grey => &[0xb4_b4_b4, 0x00_00_00],
        };
        between(&stops.iter().map(|code| Colour::hex(*code)).collect::<Vec<_>>(), part, whole)
    }

    /// The colour of one of `whole` things that only have to be told apart.
    pub(super) fn apart(self, which: u32, whole: u32) -> Colour {
        let known = [INK, AMBER, BLUE, GREEN, VERMILION, ROSE, SKY, YELLOW];
        match self {
            Palette::Usual if whole <= 8 => known[which as usize % 8],
            Palette::Safe if whole <= 3 => [INK, AMBER, BLUE][which as usize % 3],
            Palette::Grey => {
                between(&[Colour::BLACK, Colour::hex(0xc4_c4_c4)], which, whole.saturating_sub(1))
            }
            Palette::Usual | Palette::Safe => self.growing(which, whole.saturating_sub(1)),
        }
    }

    /// The tint of the squares that a kind of move leads to.
    pub(super) fn kind(self, which: usize) -> Colour {
        let strong = match self {
            Palette::Usual => [BLUE, ROSE, GREEN, YELLOW, VERMILION, SKY][which % 6],
            Palette::Safe => [BLUE, AMBER, Colour::hex(0x77_77_77)][which % 3],
            Palette::Grey => return Colour::hex([0xd8_d8_d8, 0xc2_c2_c2, 0xe8_e8_e8][which % 3]),
        };
        strong.mixed(Colour::WHITE, 7, 10)
    }

    /// The position that is looked at.
    pub(super) fn here(self) -> Colour {
        if self == Palette::Grey { Colour::hex(0x77_77_77) } else { AMBER }
    }

    /// What wins, or is proposed.
    pub(super) fn good(self) -> Colour {
        match self {
            Palette::Usual => GREEN,
            Palette::Safe => BLUE,
            Palette::Grey => Colour::BLACK,
        }
    }

    /// What is forbidden.
    pub(super) fn forbidden(self) -> Colour {
        if self == Palette::Grey { Colour::hex(0x99_99_99) } else { VERMILION }
    }

    /// P-positions of the first game only, and of the second only.
    pub(super) fn sides(self) -> [Colour; 2] {
        match self {
            Palette::Usual | Palette::Safe => [BLUE, VERMILION],
            Palette::Grey => [Colour::hex(0x6e_6e_6e), Colour::hex(0xab_ab_ab)],
        }
    }

    /// What leads back, or stays.
    pub(super) fn returning(self) -> Colour {
        match self {
            Palette::Usual | Palette::Safe => BLUE.mixed(Colour::WHITE, 3, 10),
            Palette::Grey => Colour::hex(0x8a_8a_8a),
        }
    }

    /// A way that is followed.
    pub(super) fn trail(self) -> Colour {
        match self {
            Palette::Usual | Palette::Safe => VERMILION,
            Palette::Grey => Colour::BLACK,
        }
    }
}
