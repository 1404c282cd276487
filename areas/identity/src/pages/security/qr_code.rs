//! A QR code (ISO/IEC 18004) as the path of a picture inside the page: no script, no file, no other server.

use std::fmt::Write as _;

use qrcode::{Color, QrCode};

/// Light modules on each side, without which a camera does not find the code.
const QUIET_MODULES: usize = 4;

/// A picture of a QR code.
pub struct QrPicture {
    /// Modules along a side, those of the quiet zone included.
    pub side: usize,
    /// The dark modules, as the `d` of an SVG path.
    pub path: String,
}

impl QrPicture {
    /// Draws `text`; `None` for one that is too long.
    pub fn encode(text: &str) -> Option<Self> {
        let code = QrCode::new(text).ok()?;
        let width = code.width();
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(width).enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
                // Writing into a text cannot fail.
                let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET_MODULES, y + QUIET_MODULES);
            }
        }
        Some(Self { side: width + 2 * QUIET_MODULES, path })
    }
}
