//! Query parameters: lists, single values, int32 ranges (GEN-07).

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use axum::extract::FromRequestParts;
use http::request::Parts;
use kernel::check_characters;
use percent_encoding::percent_decode_str;

use crate::error::{AreaError, EdgeError};

pub const QUERY_PARAMETERS_MAX: usize = 256;

/// Items that a list has room for at first.
const LIST_ITEMS_GUESSED: usize = 32;

/// The most characters of a name or value that a message repeats.
const SHOWN_MAX: usize = 40;

/// The decoded query. Unknown parameters are ignored.
#[derive(Clone, Debug)]
pub struct QueryList<E> {
    parameters: Vec<(String, String)>,
    area: PhantomData<fn() -> E>,
}

impl<E: AreaError, S: Send + Sync> FromRequestParts<S> for QueryList<E> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, E> {
        Self::parse(parts.uri.query().unwrap_or_default())
    }
}

impl<E: AreaError> QueryList<E> {
    /// Decodes a query as browsers write it: `name=value` divided by `&`, `+` for a space.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`] naming the parameter with bad percent-encoding, bad UTF-8, U+0000 or directional
    /// characters, or when there are more than [`QUERY_PARAMETERS_MAX`].
    pub fn parse(query: &str) -> Result<Self, E> {
        let mut parameters = Vec::new();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            if parameters.len() == QUERY_PARAMETERS_MAX {
                let message = format!("More than {QUERY_PARAMETERS_MAX} query parameters");
                return Err(EdgeError::malformed(message).into());
            }
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (Some(decoded_name), Some(decoded_value)) = (decode(name), decode(value)) else {
                let message = format!("The query parameter `{}` is not encoded properly", shown(name));
                return Err(EdgeError::malformed(message).into());
            };
            for text in [&decoded_name, &decoded_value] {
                if let Err(error) = check_characters(text) {
                    let message = format!("The query parameter `{}` {error}", shown(name));
                    return Err(EdgeError::malformed(message).into());
                }
            }
            parameters.push((decoded_name, decoded_value));
        }
        Ok(Self { parameters, area: PhantomData })
    }

    /// Returns all names and values, in their order.
    pub fn into_pairs(self) -> Vec<(String, String)> {
        self.parameters
    }

    fn values<'q>(&'q self, name: &str) -> impl Iterator<Item = &'q str> {
        self.parameters.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The values of a list: its name may end in `[]`, as many client libraries write it.
    fn listed<'q>(&'q self, name: &str) -> impl Iterator<Item = &'q str> {
        let is_own = move |own: &str| own.strip_suffix("[]").unwrap_or(own) == name;
        self.parameters.iter().filter(move |(own, _)| is_own(own)).map(|(_, value)| value.as_str())
    }

    /// The items of a list, repeated (`a=1&a=2`, `a[]=1&a[]=2`), divided by commas (`a=1,2`) or both, in order. An
    /// empty value is an absent one; an empty item between commas stays an empty text.
    pub fn list<'q>(&'q self, name: &str) -> Vec<&'q str> {
        let mut items = Vec::with_capacity(LIST_ITEMS_GUESSED);
        for mut rest in self.listed(name).filter(|value| !value.is_empty()) {
            while let Some((item, after)) = memchr::memchr(b',', rest.as_bytes()).and_then(|at| cut(rest, at))
            {
                items.push(item);
                rest = after;
            }
            items.push(rest);
        }
        items
    }

    /// Returns the values of a parameter that may be repeated and whose values may have commas.
    pub fn repeated<'q>(&'q self, name: &str) -> Vec<&'q str> {
        self.listed(name).collect()
    }

    /// The value of a parameter that occurs at most once; an empty value is an absent one.
    pub fn single<'q>(&'q self, name: &str) -> Result<Option<&'q str>, E> {
        let mut values = self.values(name).filter(|value| !value.is_empty());
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            _ => {
                Err(EdgeError::malformed(format!("The query parameter `{name}` occurs more than once"))
                    .into())
            }
        }
    }

    /// The value of a parameter that occurs exactly once.
    pub fn required<'q>(&'q self, name: &str) -> Result<&'q str, E> {
        self.single(name)?.ok_or_else(|| missing(name).into())
    }

    /// An int32 in `range`. Never clamped.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`] when it occurs twice, is no int32 or lies outside `range`.
    pub fn int32(&self, name: &str, range: RangeInclusive<i32>) -> Result<Option<i32>, E> {
        let Some(value) = self.single(name)? else { return Ok(None) };
        match parse_int32(value) {
            Some(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(out_of_range(name, range, value).into()),
        }
    }

    /// An int32 in `range` that must be there.
    pub fn required_int32(&self, name: &str, range: RangeInclusive<i32>) -> Result<i32, E> {
        self.int32(name, range)?.ok_or_else(|| missing(name).into())
    }
}

/// The text before the ASCII character at `at`, and the text after it.
fn cut(text: &str, at: usize) -> Option<(&str, &str)> {
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Refuses the value of an int32.
pub(crate) fn out_of_range(name: &str, range: RangeInclusive<i32>, value: &str) -> EdgeError {
    let (low, high) = range.into_inner();
    let value = shown(value);
    EdgeError::malformed(format!("The query parameter `{name}` must be from {low} to {high}, not `{value}`"))
}

fn missing(name: &str) -> EdgeError {
    EdgeError::malformed(format!("The query parameter `{name}` is required"))
}

/// Decimal digits with an optional minus: no plus, no white space, no other digits than 0 to 9.
fn parse_int32(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN_MAX).collect()
}

/// The decoded text; nothing for a `%` without two hexadecimal digits and for bytes that are not UTF-8.
fn decode(text: &str) -> Option<String> {
    if memchr::memchr2(b'%', b'+', text.as_bytes()).is_none() {
        return Some(text.to_owned());
    }
    let mut rest = text.as_bytes();
    while let Some(position) = rest.iter().position(|byte| *byte == b'%') {
        let digits = rest.get(position + 1..position + 3)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        rest = &rest[position + 3..];
    }
    let spaced = if text.contains('+') { Cow::Owned(text.replace('+', " ")) } else { Cow::Borrowed(text) };
    percent_decode_str(&spaced).decode_utf8().ok().map(Cow::into_owned)
}
