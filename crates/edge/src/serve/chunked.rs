//! Finds the end of a chunked body (RFC 9112 section 7.1). hyper decodes it; only the position of the next head is
//! needed here, and a malformed body has none.

/// Hexadecimal digits of a chunk's size: more do not fit into 64 bits.
const SIZE_DIGITS_MAX: u8 = 15;

/// The body breaks the rules of the chunked coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotChunked;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chunked {
    /// In the size of a chunk, after that many digits.
    Size {
        size: u64,
        digits: u8,
    },
    /// In an extension of a chunk of that size.
    Extension {
        size: u64,
    },
    /// Before the LF after a size.
    SizeEnd {
        size: u64,
    },
    /// In the data of a chunk, with that many bytes to come.
    Data {
        left: u64,
    },
    /// Before the CR after the data.
    DataCr,
    /// Before the LF after the data.
    DataLf,
    /// At the beginning of a line after the last chunk.
    TrailerStart,
    Trailer,
    /// Before the LF after a trailer field.
    TrailerLf,
    EndLf,
    Done,
}

impl Chunked {
    pub(super) const START: Self = Self::Size { size: 0, digits: 0 };

    /// Follows the body through `bytes`. Tells how many of them belong to it.
    pub(super) fn advance(&mut self, bytes: &[u8]) -> Result<usize, NotChunked> {
        let mut position = 0;
        while position < bytes.len() && *self != Self::Done {
            if let Self::Data { left } = self {
                let at_hand = u64::try_from(bytes.len() - position).unwrap_or(u64::MAX);
                let step = at_hand.min(*left);
                *left -= step;
                position += usize::try_from(step).unwrap_or(usize::MAX);
                if *left == 0 {
                    *self = Self::DataCr;
                }
            } else {
                *self = self.after(bytes[position])?;
                position += 1;
            }
        }
        Ok(position)
    }

    fn after(self, byte: u8) -> Result<Self, NotChunked> {
        let is_text = matches!(byte, 0x20..=0x7e | b'\t' | 0x80..);
        match (self, byte) {
            (Self::Size { size, digits }, _) if byte.is_ascii_hexdigit() && digits < SIZE_DIGITS_MAX => {
                let digit = char::from(byte).to_digit(16).ok_or(NotChunked)?;
                Ok(Self::Size { size: size * 16 + u64::from(digit), digits: digits + 1 })
            }
            (Self::Size { size, digits: 1.. } | Self::Extension { size }, b'\r') => {
                Ok(Self::SizeEnd { size })
            }
            (Self::Size { size, digits: 1.. }, b';' | b' ' | b'\t') => Ok(Self::Extension { size }),
            (Self::Extension { .. }, _) if is_text => Ok(self),
            (Self::SizeEnd { size: left @ 1.. }, b'\n') => Ok(Self::Data { left }),
            (Self::DataCr, b'\r') => Ok(Self::DataLf),
            (Self::DataLf, b'\n') => Ok(Self::START),
            (Self::SizeEnd { size: 0 } | Self::TrailerLf, b'\n') => Ok(Self::TrailerStart),
            (Self::TrailerStart, b'\r') => Ok(Self::EndLf),
            (Self::TrailerStart | Self::Trailer, _) if is_text => Ok(Self::Trailer),
            (Self::Trailer, b'\r') => Ok(Self::TrailerLf),
            (Self::EndLf, b'\n') => Ok(Self::Done),
            _ => Err(NotChunked),
        }
    }
}
