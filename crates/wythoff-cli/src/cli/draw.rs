//! Pictures.

use super::{DRAWN_HELP, LimitArguments, MethodName, SequenceName};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("part"),
    after_help = "Examples:\n  wythoff draw W^4 --to 60 -o w4.svg\n  wythoff draw W^100 --to 800 --colour surplus -o w100.png\n  wythoff draw WN --to 20 --colour grundy -o grundy.svg\n  wythoff draw W^4 --at 11,28 -o position.svg\n  wythoff draw W^4 --with W^3 --to 50 -o two.svg\n  wythoff draw 3WN --window '10^30,3302775637731994646559610633737:60x60' -o far.svg\n  wythoff draw W^4 --to 999 --plain -o w4.png     one pixel a square, the first row at the bottom\n  wythoff draw W^4 --columns 10^6 -o density.png\n  wythoff draw W^4 --to 39999 --method board --size 4000 -o dense.png\n  wythoff draw W^7 --columns 10^6 --residual --slope 5/2 --log -o drift.pdf\n  wythoff draw WN --sequence a,b --first 100 --slope phi -o sequences.tex\n  wythoff draw crates/wythoff-prove/certificates/blocking-4.json --at 11,28 -o automaton.svg\n  wythoff draw W^4 --to 30 --no-title --no-caption --width 8cm -o paper.pdf\n  wythoff draw --family -o family.svg\n  wythoff draw --paper blocking-wythoff --figure 2 -o figure.svg\n  wythoff draw --list"
)]
pub(crate) struct DrawArguments {
    #[arg(help = DRAWN_HELP, required_unless_present_any = ["paper", "family", "list"])]
    pub(crate) game: Option<String>,

    /// A figure of a paper, or of the literature; --list names them.
    #[arg(long, value_name = "PAPER", requires = "figure", conflicts_with_all = ["game", "family", "list"])]
    pub(crate) paper: Option<String>,

    /// Which figure of the paper.
    #[arg(long, value_name = "FIGURE", requires = "paper")]
    pub(crate) figure: Option<String>,

    /// The family tree of the games: which is which for which parameters.
    #[arg(long, conflicts_with_all = ["game", "list"])]
    pub(crate) family: bool,

    /// Name the figures that --paper and --figure draw.
    #[arg(long, conflicts_with = "game")]
    pub(crate) list: bool,

    /// All squares with both piles at most N. [default: 40, or what shows the position of --at]
    #[arg(long, value_name = "N", group = "part", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,

    /// The W columns and H rows from the square (X, Y) on, where a theorem or a certificate answers anywhere. Piles may be
    /// expressions such as 10^30.
    #[arg(long, value_name = "X,Y:WxH", group = "part", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,

    /// Show a position: its options by kind of move, P-positions, what to forbid or propose, winning moves; of an automaton the way
    /// of its digits.
    #[arg(
        long,
        value_name = "X,Y",
        conflicts_with_all = ["colour", "against"],
        allow_hyphen_values = true
    )]
    pub(crate) at: Option<String>,

    /// Show P-positions of both games, only of one, only of the other.
    #[arg(long = "with", alias = "against", value_name = "GAME", conflicts_with = "colour")]
    pub(crate) against: Option<String>,

    /// What colours say. [default: outcome]
    #[arg(long, visible_alias = "color", value_enum)]
    pub(crate) colour: Option<ColourName>,

    /// Show where Grundy values are at most G: the strips of small values, each in its colour.
    #[arg(long, value_name = "G", conflicts_with_all = ["colour", "at", "against"], allow_negative_numbers = true)]
    pub(crate) strip: Option<String>,

    /// What the index of a P-position is divided by, for --colour residue: 2 to 64. [default: 3]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(crate) modulus: Option<String>,

    /// Which colours are used.
    #[arg(long, value_enum, default_value_t = PaletteName::Usual)]
    pub(crate) palette: PaletteName,

    /// Only the squares: no title, axes, grid, legend or caption; P-positions black on white, one pixel a square unless --cell
    /// says otherwise.
    #[arg(long)]
    pub(crate) plain: bool,

    /// No title.
    #[arg(long)]
    pub(crate) no_title: bool,

    /// No caption.
    #[arg(long)]
    pub(crate) no_caption: bool,

    /// No legend.
    #[arg(long)]
    pub(crate) no_legend: bool,

    /// How wide the picture is printed, such as 8cm, 80mm or 3.1in, with everything in it; a PNG has at least 300 pixels to an inch.
    /// [default: 96 units to an inch]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub(crate) width: Option<String>,

    /// How large a square is: 1 to 64 units, in plain pictures pixels. [default: what fits]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) cell: Option<String>,

    /// The file, which appears only when it is complete; its extension, .svg, .pdf, .png or .tex, is the format. - is
    /// standard output.
    #[arg(long, short = 'o', value_name = "FILE", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,

    /// Of an automaton in Walnut's text format that does not name it, and of a tail: the numeration, such as fib or base(2).
    #[arg(long, value_name = "NUMERATION")]
    pub(crate) numeration: Option<String>,

    /// The format, if the name of the file does not say it.
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureName>,

    /// The way of solving. All of them agree.
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(crate) method: MethodName,

    #[command(flatten)]
    pub(crate) far: FarArguments,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

#[derive(Debug, Args)]
pub(crate) struct FarArguments {
    /// All squares with both piles less than N, such as 10^6; with --residual all columns before N.
    #[arg(long, value_name = "N", group = "part", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,

    /// A board at most SIZE units wide and high: squares are put together and shaded by how many P-positions they hold.
    /// [default: 1000 for boards with piles beyond 1000]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub(crate) size: Option<String>,

    /// How far P-positions lie from the line of --slope, y - S*x over x for the columns of --columns; or of --sequence the
    /// terms, over n.
    #[arg(long)]
    pub(crate) residual: bool,

    /// The slope of a line to compare with: 5/2, phi, (2+sqrt(29))/5, exact.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) slope: Option<String>,

    /// Which distances --residual of --columns shows, such as -60:10. [default: what the second half of the columns needs]
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,

    /// A logarithmic axis across, for --residual and --sequence.
    #[arg(long)]
    pub(crate) log: bool,

    /// Plot sequences of the list of P-positions over n, from n = 0 on; several with commas between them.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAMES")]
    pub(crate) sequence: Vec<SequenceName>,

    /// How many terms --sequence plots. [default: 100]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    pub(crate) first: Option<String>,

    /// The differences of neighbouring terms of --sequence instead of the terms.
    #[arg(long)]
    pub(crate) differences: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourName {
    /// Who wins: P-positions are black.
    Outcome,
    /// P-options less one more than may be forbidden: negative exactly for P-positions.
    Surplus,
    /// The Grundy value.
    Grundy,
    /// The index of a P-position in the list of all, modulo --modulus.
    Residue,
}

impl ColourName {
    /// What the library calls it.
    pub(crate) fn said(self) -> &'static str {
        match self {
            ColourName::Outcome => "outcome",
            ColourName::Surplus => "surplus",
            ColourName::Grundy => "grundy",
            ColourName::Residue => "residue",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaletteName {
    /// The colours of the literature.
    Usual,
    /// Orange, blue, light and dark: for any eyes.
    Safe,
    /// Shades of grey, to be printed.
    Grey,
}

impl From<PaletteName> for wythoff::draw::Palette {
    fn from(name: PaletteName) -> Self {
        match name {
            PaletteName::Usual => Self::Usual,
            PaletteName::Safe => Self::Safe,
            PaletteName::Grey => Self::Grey,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureName {
    /// Scalable, with text as text.
    Svg,
    /// To be printed, with text as text.
    Pdf,
    /// Pixels.
    Png,
    /// For TeX: TikZ in a document that compiles.
    Tex,
}

impl From<PictureName> for wythoff::draw::PictureFormat {
    fn from(name: PictureName) -> Self {
        match name {
            PictureName::Svg => Self::Svg,
            PictureName::Pdf => Self::Pdf,
            PictureName::Png => Self::Png,
            PictureName::Tex => Self::Tex,
        }
    }
}
