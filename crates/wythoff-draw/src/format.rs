//! The formats of pictures, by the extension of a file.

use super::error::DrawError;
use super::scene::Scene;
use super::{pdf, png, svg, tikz};
use wythoff_budget::Budget;

/// How a picture becomes bytes.
///
/// ```
/// use wythoff_draw::PictureFormat;
/// assert_eq!(PictureFormat::of_file("w4.SVG")?, PictureFormat::Svg);
/// let error = PictureFormat::of_file("w4.jpg").unwrap_err();
/// assert_eq!(error.to_string(), "pictures are written as .svg, .pdf, .png or .tex, and .jpg is none of them");
/// # Ok::<(), wythoff_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PictureFormat {
    /// Scalable Vector Graphics: text stays text; many small squares are an embedded PNG.
    Svg,
    /// Portable Document Format: text stays text; many small squares are an image that is not smoothed.
    Pdf,
    /// Portable Network Graphics.
    Png,
    /// A document for TeX, drawn by TikZ.
    Tex,
}

impl PictureFormat {
    /// Every format.
    pub const ALL: [PictureFormat; 4] =
        [PictureFormat::Svg, PictureFormat::Pdf, PictureFormat::Png, PictureFormat::Tex];

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            PictureFormat::Svg => "svg",
            PictureFormat::Pdf => "pdf",
            PictureFormat::Png => "png",
            PictureFormat::Tex => "tex",
        }
    }

    /// The format that the extension of a file's name says.
    ///
    /// # Errors
    /// Another extension, or none.
    pub fn of_file(name: &str) -> Result<PictureFormat, DrawError> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let found = match file.rsplit_once('.') {
            Some((_, extension)) => format!(".{extension}"),
            None => format!("{file:?} without an extension"),
        };
        let fits = |f: &PictureFormat| found.to_lowercase() == format!(".{}", f.extension());
        PictureFormat::ALL.into_iter().find(fits).ok_or(DrawError::UnknownFormat { found })
    }

    /// All extensions, for a sentence.
    pub(crate) fn extensions() -> String {
        let all = PictureFormat::ALL.map(|format| format!(".{}", format.extension()));
        let (last, others) = all.split_last().map_or(("", &all[..]), |(last, others)| (last, others));
        format!("{} or {last}", others.join(", "))
    }

    /// The bytes of a file with the picture. The same picture gives the same bytes.
    ///
    /// # Errors
    /// A picture that is too large for the format or the budget.
    pub fn render(self, scene: &Scene, budget: &Budget) -> Result<Vec<u8>, DrawError> {
        match self {
            PictureFormat::Svg => Ok(svg::render(scene)?.into_bytes()),
            PictureFormat::Pdf => pdf::render(scene, budget),
            PictureFormat::Png => png::render(scene, budget),
            PictureFormat::Tex => Ok(tikz::render(scene)?.into_bytes()),
        }
    }
}
