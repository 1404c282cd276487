//! The names of a person within the subject of a certificate or a request.

use const_oid::ObjectIdentifier;

use crate::algorithm::object_identifier;
use crate::tlv::{self, Element, Reader, Unexpected};
use crate::{CmsError, Part, oid};

/// The most attributes of a subject that are looked at.
const ATTRIBUTES_MAX: usize = 32;
const NAME_CHARACTERS_MAX: usize = 250;

const PRINTABLE_STRING: u8 = 0x13;
const IA5_STRING: u8 = 0x16;
const BMP_STRING: u8 = 0x1e;

/// The attributes of a subject that name a person (RFC 5280, appendix A.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonName {
    /// `commonName`: of a person the whole name, of a company's certificate the name of the company.
    pub common_name: Option<String>,
    pub surname: Option<String>,
    /// `givenName`: in Russia with the patronymic after it.
    pub given_name: Option<String>,
}

impl PersonName {
    /// Reads the DER of a `Name`.
    ///
    /// # Errors
    /// [`CmsError::Malformed`]: one of the names occurs twice, is of a kind of string that is not read, has a control
    /// character such as NUL, or is too long.
    pub(crate) fn read(name: &[u8]) -> Result<Self, CmsError> {
        Self::parts(name).map_err(|_| CmsError::Malformed(Part::Name))
    }

    fn parts(name: &[u8]) -> Result<Self, Unexpected> {
        let mut names = Self::default();
        let mut sets = Reader::only(name, tlv::SEQUENCE)?.inside();
        let mut count = 0;
        while !sets.is_empty() {
            let mut set = sets.expect(tlv::SET)?.inside();
            while !set.is_empty() {
                count += 1;
                if count > ATTRIBUTES_MAX {
                    return Err(Unexpected);
                }
                let mut attribute = set.expect(tlv::SEQUENCE)?.inside();
                let kind = object_identifier(attribute.expect(tlv::OID)?)?;
                let value = attribute.next()?;
                attribute.finish()?;
                if let Some(place) = names.place(kind)
                    && place.replace(text(value)?).is_some()
                {
                    return Err(Unexpected);
                }
            }
        }
        Ok(names)
    }

    fn place(&mut self, kind: ObjectIdentifier) -> Option<&mut Option<String>> {
        match kind {
            oid::COMMON_NAME => Some(&mut self.common_name),
            oid::SURNAME => Some(&mut self.surname),
            oid::GIVEN_NAME => Some(&mut self.given_name),
            _ => None,
        }
    }
}

/// Reads a string. A control character could end a name early for some reader, so it is none.
fn text(value: Element<'_>) -> Result<String, Unexpected> {
    let text = match value.tag {
        tlv::UTF8_STRING => std::str::from_utf8(value.content).map_err(|_| Unexpected)?.to_owned(),
        PRINTABLE_STRING | IA5_STRING if value.content.is_ascii() => {
            String::from_utf8_lossy(value.content).into_owned()
        }
        BMP_STRING if value.content.len().is_multiple_of(2) => {
            let units = value.content.chunks_exact(2).map(|pair| match pair {
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => 0,
            });
            char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| Unexpected)?
        }
        _ => return Err(Unexpected),
    };
    let is_plain = !text.is_empty() && text.chars().count() <= NAME_CHARACTERS_MAX;
    if is_plain && !text.chars().any(char::is_control) { Ok(text) } else { Err(Unexpected) }
}

#[cfg(test)]
mod tests;
