//! DER elements (X.690), one after the other, without copies.

pub(crate) const BOOLEAN: u8 = 0x01;
pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const NULL: u8 = 0x05;
pub(crate) const OID: u8 = 0x06;
pub(crate) const UTF8_STRING: u8 = 0x0c;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;

/// The tag of a constructed element in the context of its structure: `[number]`.
pub(crate) const fn context(number: u8) -> u8 {
    0xa0 | number
}

/// The tag of a primitive element in the context of its structure: `[number] IMPLICIT`.
pub(crate) const fn context_primitive(number: u8) -> u8 {
    0x80 | number
}

/// The bytes are not the expected ones; the caller turns this into an error of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unexpected;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    /// The identifier octet; tag numbers above 30 are not read.
    pub(crate) tag: u8,
    pub(crate) content: &'a [u8],
    /// All of it, tag and length included.
    pub(crate) raw: &'a [u8],
}

impl<'a> Element<'a> {
    pub(crate) const fn inside(self) -> Reader<'a> {
        Reader { rest: self.content }
    }
}

/// Elements that are one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next element, with any tag.
    pub(crate) fn next(&mut self) -> Result<Element<'a>, Unexpected> {
        let (&tag, behind_tag) = self.rest.split_first().ok_or(Unexpected)?;
        if tag & 0x1f == 0x1f {
            return Err(Unexpected);
        }
        let (&first, behind_first) = behind_tag.split_first().ok_or(Unexpected)?;
        let (length, behind_length) = match first {
            0..=0x7f => (usize::from(first), behind_first),
            0x81..=0x84 => {
                let (octets, behind) =
                    behind_first.split_at_checked(usize::from(first & 0x7f)).ok_or(Unexpected)?;
                let length = octets.iter().fold(0_usize, |length, octet| length << 8 | usize::from(*octet));
                // The shortest form is the only one in DER.
                if octets.first() == Some(&0) || length < 0x80 {
                    return Err(Unexpected);
                }
                (length, behind)
            }
            _ => return Err(Unexpected),
        };
        let (content, rest) = behind_length.split_at_checked(length).ok_or(Unexpected)?;
        let raw = self.rest.get(..self.rest.len() - rest.len()).ok_or(Unexpected)?;
        self.rest = rest;
        Ok(Element { tag, content, raw })
    }

    pub(crate) fn expect(&mut self, tag: u8) -> Result<Element<'a>, Unexpected> {
        self.optional(tag)?.ok_or(Unexpected)
    }

    pub(crate) fn optional(&mut self, tag: u8) -> Result<Option<Element<'a>>, Unexpected> {
        if self.rest.first() == Some(&tag) { self.next().map(Some) } else { Ok(None) }
    }

    /// Nothing may be left.
    pub(crate) const fn finish(self) -> Result<(), Unexpected> {
        if self.is_empty() { Ok(()) } else { Err(Unexpected) }
    }

    /// The one element of `bytes`, which must have `tag`.
    pub(crate) fn only(bytes: &'a [u8], tag: u8) -> Result<Element<'a>, Unexpected> {
        let mut reader = Self::new(bytes);
        let element = reader.expect(tag)?;
        reader.finish()?;
        Ok(element)
    }
}

/// A `BIT STRING` of whole octets.
pub(crate) fn whole_octets(element: Element<'_>) -> Result<&[u8], Unexpected> {
    match element.content.split_first() {
        Some((0, octets)) => Ok(octets),
        _ => Err(Unexpected),
    }
}

/// A small `INTEGER` that is not negative.
pub(crate) fn small(element: Element<'_>) -> Result<usize, Unexpected> {
    match element.content {
        [high, ..] if *high >= 0x80 => Err(Unexpected),
        [] | [_, _, _, _, ..] => Err(Unexpected),
        octets => Ok(octets.iter().fold(0, |value, octet| value << 8 | usize::from(*octet))),
    }
}

#[cfg(test)]
mod tests;
