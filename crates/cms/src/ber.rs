//! BER to DER, as far as a CMS needs it: indefinite lengths, long lengths and strings in pieces.
//!
//! Signatures are computed over DER (RFC 5652, section 5.4), while programs that write a CMS as a stream use
//! indefinite lengths. So the lengths are made definite and strings whole; the order of sets is left to those who
//! hash them. What is DER already comes out as it went in, so the bytes of certificates, whose signatures depend on
//! them, never change.

use crate::CmsError;
use crate::limits::{BYTES_MAX, DEPTH_MAX};

/// The bit of a tag that marks elements inside.
const CONSTRUCTED: u8 = 0x20;
/// A length that is told by an end mark.
const INDEFINITE: u8 = 0x80;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;

/// The one BER element of `bytes` as DER, but for the order of sets.
pub fn normalise(bytes: &[u8]) -> Result<Vec<u8>, CmsError> {
    if bytes.len() > BYTES_MAX {
        return Err(CmsError::TooLarge(BYTES_MAX));
    }
    let mut input = Input { rest: bytes };
    let mut der = Vec::with_capacity(bytes.len());
    input.element(0, &mut der)?;
    if input.rest.is_empty() { Ok(der) } else { Err(CmsError::NotBer) }
}

struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    fn byte(&mut self) -> Result<u8, CmsError> {
        let (&byte, rest) = self.rest.split_first().ok_or(CmsError::NotBer)?;
        self.rest = rest;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], CmsError> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(CmsError::NotBer)?;
        self.rest = rest;
        Ok(taken)
    }

    fn piece(&mut self, tag: u8) -> Result<&'a [u8], CmsError> {
        if self.byte()? != tag {
            return Err(CmsError::NotBer);
        }
        let length = self.length()?.ok_or(CmsError::NotBer)?;
        self.take(length)
    }

    /// The length of an element; nothing when an end mark tells it.
    fn length(&mut self) -> Result<Option<usize>, CmsError> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(Some(usize::from(first)));
        }
        if first == INDEFINITE {
            return Ok(None);
        }
        let octets = self.take(usize::from(first & 0x7f))?;
        // Leading zeros are allowed in BER; the length after them is bounded by the bytes at hand.
        let octets = octets.get(octets.iter().take_while(|octet| **octet == 0).count()..).unwrap_or_default();
        if octets.len() > size_of::<u32>() {
            return Err(CmsError::NotBer);
        }
        Ok(Some(octets.iter().fold(0, |length, octet| length << 8 | usize::from(*octet))))
    }

    /// Writes the next element, which lies at `depth`, to `der`.
    fn element(&mut self, depth: usize, der: &mut Vec<u8>) -> Result<(), CmsError> {
        if depth >= DEPTH_MAX {
            return Err(CmsError::TooDeep);
        }
        let tag = self.byte()?;
        if tag & 0x1f == 0x1f || tag == 0 {
            return Err(CmsError::NotBer);
        }
        let length = self.length()?;
        if tag & CONSTRUCTED == 0 {
            let content = self.take(length.ok_or(CmsError::NotBer)?)?;
            write(tag, content, der);
            return Ok(());
        }
        let mut inside = Vec::new();
        if let Some(length) = length {
            let mut part = Input { rest: self.take(length)? };
            while !part.rest.is_empty() {
                part.element(depth + 1, &mut inside)?;
            }
        } else {
            while !self.rest.starts_with(&[0, 0]) {
                self.element(depth + 1, &mut inside)?;
            }
            self.take(2)?;
        }
        match tag & !CONSTRUCTED {
            OCTET_STRING => write(OCTET_STRING, &joined_octets(&inside)?, der),
            BIT_STRING => write(BIT_STRING, &joined_bits(&inside)?, der),
            _ => write(tag, &inside, der),
        }
        Ok(())
    }
}

/// The contents of the pieces of an `OCTET STRING`, which are whole strings by now.
fn joined_octets(pieces: &[u8]) -> Result<Vec<u8>, CmsError> {
    let mut input = Input { rest: pieces };
    let mut joined = Vec::with_capacity(pieces.len());
    while !input.rest.is_empty() {
        joined.extend_from_slice(input.piece(OCTET_STRING)?);
    }
    Ok(joined)
}

/// The bits of the pieces of a `BIT STRING`: only the last may end within an octet.
fn joined_bits(pieces: &[u8]) -> Result<Vec<u8>, CmsError> {
    let mut input = Input { rest: pieces };
    let mut joined = vec![0];
    while !input.rest.is_empty() {
        let (&unused, bits) = input.piece(BIT_STRING)?.split_first().ok_or(CmsError::NotBer)?;
        if unused > 7 || (unused > 0 && (bits.is_empty() || !input.rest.is_empty())) {
            return Err(CmsError::NotBer);
        }
        joined.extend_from_slice(bits);
        if let Some(first) = joined.first_mut() {
            *first = unused;
        }
    }
    Ok(joined)
}

/// Writes an element with its length in the shortest form.
fn write(tag: u8, content: &[u8], der: &mut Vec<u8>) {
    der.push(tag);
    crate::write::length(content.len(), der);
    der.extend_from_slice(content);
}
