//! The page: A4 in points (1/72 inch), from the upper left corner; sizes of letters.

use crate::fonts::Face;

/// A4, ISO 216.
pub(crate) const WIDTH: f32 = 595.28;
pub(crate) const HEIGHT: f32 = 841.89;
/// 20 mm at the left, for the binding; 15 mm at the right.
pub(crate) const LEFT: f32 = 56.7;
const RIGHT: f32 = WIDTH - 42.5;
pub(crate) const TEXT_WIDTH: f32 = RIGHT - LEFT;
/// The text begins and ends here; header and footer are outside.
pub(crate) const TOP: f32 = 72.0;
pub(crate) const BOTTOM: f32 = HEIGHT - 70.0;
/// The top of the lines of header and footer.
pub(crate) const HEADER_TOP: f32 = 34.0;
pub(crate) const FOOTER_TOP: f32 = HEIGHT - 54.0;
/// Thin lines between things.
pub(crate) const HAIRLINE: f32 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub(crate) face: Face,
    /// In points.
    pub(crate) size: f32,
    /// From one line to the next, in sizes.
    pub(crate) leading: f32,
    pub(crate) ink: Ink,
}

/// The colours; each has a contrast of more than 4.5 to 1 on white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    /// Header and footer.
    Grey,
    Line,
    /// Behind the header row of a table.
    Shade,
}

const fn style(face: Face, size: f32, ink: Ink) -> Style {
    Style { face, size, leading: 1.35, ink }
}

pub(crate) const HEADING_ONE: Style = style(Face::Bold, 16.0, Ink::Black);
pub(crate) const HEADING_TWO: Style = style(Face::Bold, 12.5, Ink::Black);
pub(crate) const HEADING_THREE: Style = style(Face::Bold, 10.5, Ink::Black);
pub(crate) const TEXT: Style = style(Face::Regular, 10.0, Ink::Black);
pub(crate) const STRONG: Style = style(Face::Bold, 10.0, Ink::Black);
pub(crate) const CELL: Style = style(Face::Regular, 9.0, Ink::Black);
pub(crate) const CELL_STRONG: Style = style(Face::Bold, 9.0, Ink::Black);
pub(crate) const BANNER: Style = style(Face::Regular, 8.0, Ink::Grey);
