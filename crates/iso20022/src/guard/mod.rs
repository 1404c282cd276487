//! The first look at a document: its size, its encoding and its characters, before anything is parsed.
//!
//! The encoding is told by the byte order mark, the `charset` of the transport and the XML declaration; where two of
//! them speak they have to agree, and the bytes have to be what they say. UTF-7 and its like are refused by name: a
//! filter and a parser that disagree about the encoding are how forbidden markup gets past the filter.

use std::borrow::Cow;

mod charset;
mod decode;
#[cfg(test)]
mod tests;

pub(crate) use charset::Encoding;
pub(crate) use decode::first_forbidden;

use crate::limits::Limits;
use crate::violation::Violation;
use crate::xml::declaration::{self, Declaration};

#[derive(Debug)]
pub(crate) struct Admitted<'b> {
    /// The whole text without a byte order mark, characters of XML only.
    pub(crate) text: Cow<'b, str>,
    /// The position of the text after the XML declaration.
    pub(crate) body: usize,
}

pub(crate) fn admit<'b>(
    bytes: &'b [u8],
    charset: Option<&str>,
    limits: &Limits,
) -> Result<Admitted<'b>, Violation> {
    if bytes.len() > limits.bytes_max {
        let reason =
            format!("the document has {} bytes, at most {} are accepted", bytes.len(), limits.bytes_max);
        return Err(Violation::whole(reason));
    }
    let (mark, rest) = charset::byte_order_mark(bytes);
    let declared_by_transport = charset.map(charset::named).transpose().map_err(Violation::whole)?;
    let encoding = agreed(mark, declared_by_transport, "the Content-Type")?;
    let encoding = match encoding {
        Some(encoding) => encoding,
        None => declared_encoding(rest)?,
    };
    let text = decode::decode(rest, encoding)?;
    let (declaration, body) = declared(&text)?;
    if let Some(name) = declaration.and_then(|one| one.encoding) {
        agreed(Some(encoding), Some(charset::named(name).map_err(Violation::whole)?), "the XML declaration")?;
    }
    if let Some(offset) = first_forbidden(&text) {
        let code = text.get(offset..).and_then(|rest| rest.chars().next()).map_or(0, u32::from);
        return Err(Violation::at(
            &text,
            offset,
            format!("the character U+{code:04X} is not allowed in XML"),
        ));
    }
    Ok(Admitted { text, body })
}

fn declared_encoding(bytes: &[u8]) -> Result<Encoding, Violation> {
    charset::refuse_wide_without_mark(bytes).map_err(Violation::whole)?;
    let prefix = charset::ascii_prefix(bytes);
    let (declaration, _) = declared(&prefix)?;
    let encoding = match declaration.and_then(|one| one.encoding) {
        Some(name) => charset::named(name).map_err(Violation::whole)?,
        None => Encoding::Utf8,
    };
    agreed(None, Some(encoding), "the XML declaration")?;
    Ok(encoding)
}

/// Compares the encodings of two sources; the first is that of the bytes.
fn agreed(shown: Option<Encoding>, said: Option<Encoding>, by: &str) -> Result<Option<Encoding>, Violation> {
    match (shown, said) {
        (Some(shown), Some(said)) if !shown.may_be_called(said) => {
            Err(Violation::whole(format!("{by} says {}, but the document is {}", said.name(), shown.name())))
        }
        (None, Some(said)) if said.is_wide() => Err(Violation::whole(format!(
            "{by} says {}, but the document has no byte order mark",
            said.name()
        ))),
        (Some(shown), _) => Ok(Some(shown)),
        (None, said) => Ok(said),
    }
}

/// Reads the XML declaration at the beginning, when there is one, and the position of its end.
fn declared(text: &str) -> Result<(Option<Declaration<'_>>, usize), Violation> {
    declaration::parse(text).map_err(|error| Violation::at(text, error.offset, error.kind.to_string()))
}
