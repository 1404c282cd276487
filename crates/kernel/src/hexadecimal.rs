//! Octets as hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Writes octets as small hexadecimal digits, two for each.
pub fn hexadecimal(octets: &[u8]) -> String {
    let digit = |half: u8| char::from(DIGITS[usize::from(half & 15)]);
    octets.iter().flat_map(|octet| [digit(octet >> 4), digit(*octet)]).collect()
}

/// Reads `N` octets from exactly `2 * N` small hexadecimal digits; `None` for anything else.
pub fn from_hexadecimal<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    if digits.len() != 2 * N {
        return None;
    }
    let mut octets = [0; N];
    for (octet, pair) in octets.iter_mut().zip(digits.chunks_exact(2)) {
        *octet = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(octets)
}

const fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
