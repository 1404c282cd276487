//! Pictures for the demo's webinars: the name of a picture decides its colours and shapes, so that each is its own and
//! always the same.

use std::fmt::Write as _;

/// Ground, shape and accent of a picture.
const COLOURS: [(&str, &str, &str); 5] = [
    ("#0b4a45", "#12675f", "#e9b44c"),
    ("#123a5e", "#1d5688", "#7fd1c7"),
    ("#5a2d4f", "#7d4270", "#f0c36d"),
    ("#2f4a1e", "#47702d", "#f3d9a0"),
    ("#3b3a63", "#55548c", "#f29f80"),
];
/// Width and height.
const SIZE: (u64, u64) = (640, 360);
/// Bars or rings in a picture.
const SHAPES: u64 = 7;

/// The picture called `name`, as SVG.
pub fn picture(name: &str) -> String {
    let seed = seed(name);
    let index = usize::try_from((seed >> 24) % 5).unwrap_or_default();
    let (ground, shape, accent) = COLOURS.get(index).copied().unwrap_or(COLOURS[0]);
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"
    );
    match seed % 3 {
        0 => bars(&mut svg, seed, shape, accent),
        1 => rings(&mut svg, seed, shape, accent),
        _ => line(&mut svg, seed, shape, accent),
    }
    svg.push_str("</svg>");
    svg
}

/// FNV-1a over the bytes of the name.
fn seed(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The `index`-th number from 0 to 99 of the seed.
fn number(seed: u64, index: u64) -> u64 {
    let bits = u32::try_from(index.wrapping_mul(7) % 64).unwrap_or_default();
    (seed.rotate_left(bits) >> 11) % 100
}

fn bars(svg: &mut String, seed: u64, shape: &str, accent: &str) {
    for index in 0..SHAPES {
        let height = 60 + number(seed, index) * 2;
        let fill = if index == seed % SHAPES { accent } else { shape };
        let (x, y) = (62 + index * 76, 320 - height);
        let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="56" height="{height}" rx="10" fill="{fill}"/>"#);
    }
}

fn rings(svg: &mut String, seed: u64, shape: &str, accent: &str) {
    for index in 0..SHAPES {
        let radius = 24 + number(seed, index);
        let (x, y) = (40 + number(seed, index + 3) * 6, 30 + number(seed, index + 5) * 3);
        let _ = write!(
            svg,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{shape}" stroke-width="16"/>"#
        );
    }
    let (x, y) = (160 + number(seed, 2) * 3, 110 + number(seed, 4));
    let _ = write!(svg, r#"<circle cx="{x}" cy="{y}" r="46" fill="{accent}"/>"#);
}

fn line(svg: &mut String, seed: u64, shape: &str, accent: &str) {
    let height = |index| 300 - number(seed, index) * 2;
    let mut path = format!("M40 {}", height(0));
    for index in 1..SHAPES {
        let _ = write!(path, " L{} {}", 40 + index * 93, height(index));
    }
    let _ = write!(svg, r#"<path d="{path} V360 H40 Z" fill="{shape}"/>"#);
    let _ = write!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"10\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\"/>"
    );
}
