//! The key of a request, and its owner.

use edge::{Caller, EdgeError};
use http::{HeaderMap, HeaderName};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
pub const KEY_CHARACTERS_MAX: usize = 255;

/// A key: 1 to [`KEY_CHARACTERS_MAX`] printable ASCII characters. The draft writes it as a string of RFC 9651, in
/// quotes; most software sends it plain, which is taken for the same where it has neither blanks nor any of `",;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Reads the key out of the headers, if they have one.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`] for several of them and for what is no key.
    pub fn read(headers: &HeaderMap) -> Result<Option<Self>, EdgeError> {
        let mut values = headers.get_all(HEADER).iter();
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => {
                let key = value.to_str().ok().and_then(Self::parse);
                key.map(Some).ok_or_else(Self::refused)
            }
            (Some(_), Some(_)) => Err(Self::refused()),
        }
    }

    fn refused() -> EdgeError {
        EdgeError::malformed(format!(
            "`Idempotency-Key` must occur once and have 1 to {KEY_CHARACTERS_MAX} printable ASCII characters; one with \
             blanks, quotes, commas or semicolons stands in quotes"
        ))
    }

    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_matches(' ');
        let key = match text.strip_prefix('"') {
            Some(rest) => unquoted(rest.strip_suffix('"')?)?,
            None => text.to_owned(),
        };
        let is_plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
        let fits = !key.is_empty() && key.len() <= KEY_CHARACTERS_MAX && key.bytes().all(is_plain);
        let is_one = text.starts_with('"') || !text.contains([' ', '"', ',', ';']);
        (fits && is_one).then_some(Self(key))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text between quotes, without the escapes of RFC 9651.
fn unquoted(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return None,
            '\\' => plain.push(characters.next().filter(|next| matches!(next, '"' | '\\'))?),
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// The caller whom a key belongs to: the same text of anybody else is another key, and its answer is theirs alone.
#[derive(Clone, Debug)]
pub struct Scope {
    pub(crate) client: String,
    pub(crate) company: String,
    pub(crate) user: String,
}

impl Scope {
    /// A person of the bank, who calls without software and for no company: no caller of a company has such a key.
    pub fn of_operator(name: &str) -> Self {
        Self { client: String::new(), company: String::new(), user: name.to_owned() }
    }
}

impl From<&Caller> for Scope {
    fn from(caller: &Caller) -> Self {
        let (client, company) = (caller.client.as_str().to_owned(), caller.company.as_str().to_owned());
        Self { client, company, user: caller.user.as_str().to_owned() }
    }
}

#[cfg(test)]
mod tests;
