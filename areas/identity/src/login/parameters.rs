//! Parameters of a query or a form (application/x-www-form-urlencoded), read strictly: no parameter twice, no
//! more than a named number of them, and the bytes as they were sent. RFC 6749, 3.1: "Request and response
//! parameters MUST NOT be included more than once", "sent without a value MUST be treated as if omitted".

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, percent_encode};

/// The longest query or form that is read, in bytes. A form holds a password, an authorization request a state.
pub const BYTES_MAX: usize = 16 * 1024;
/// The most parameters that are read.
pub const PARAMETERS_MAX: usize = 64;

/// Everything but the unreserved characters of RFC 3986, 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParametersError {
    #[error("more than 16384 bytes")]
    TooLong,
    #[error("more than 64 parameters")]
    TooMany,
}

/// Error for a parameter that was sent more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sent more than once")]
pub struct Duplicate;

/// Decoded parameters in the order they were sent.
#[derive(Clone, Debug, Default)]
pub struct Parameters(Vec<(Vec<u8>, Vec<u8>)>);

impl Parameters {
    /// Reads `name=value&…`; `+` is a space and `%41` is `A`.
    pub fn parse(encoded: &[u8]) -> Result<Self, ParametersError> {
        if encoded.len() > BYTES_MAX {
            return Err(ParametersError::TooLong);
        }
        let mut parameters = Vec::new();
        for pair in encoded.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
            if parameters.len() == PARAMETERS_MAX {
                return Err(ParametersError::TooMany);
            }
            let mut halves = pair.splitn(2, |byte| *byte == b'=');
            let name = halves.next().unwrap_or_default();
            let value = halves.next().unwrap_or_default();
            parameters.push((decoded(name), decoded(value)));
        }
        Ok(Self(parameters))
    }

    /// Returns the value of `name` as bytes; `None` when it is absent or empty.
    pub fn bytes(&self, name: &str) -> Result<Option<&[u8]>, Duplicate> {
        let mut values = self.0.iter().filter(|(sent, _)| sent == name.as_bytes());
        let first = values.next();
        if values.next().is_some() {
            return Err(Duplicate);
        }
        Ok(first.map(|(_, value)| value.as_slice()).filter(|value| !value.is_empty()))
    }

    /// Returns the value of `name` as text; bytes that are no UTF-8 become U+FFFD, which no check lets through.
    pub fn text(&self, name: &str) -> Result<Option<Cow<'_, str>>, Duplicate> {
        Ok(self.bytes(name)?.map(String::from_utf8_lossy))
    }

    /// As [`Parameters::text`]; `None` also when it was sent more than once.
    pub fn single(&self, name: &str) -> Option<String> {
        self.text(name).ok().flatten().map(Cow::into_owned)
    }
}

fn decoded(encoded: &[u8]) -> Vec<u8> {
    let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    percent_decode(&spaced).collect()
}

/// Encodes `bytes` as a query carries them; decoding gives the same bytes again.
pub fn encoded(bytes: &[u8]) -> String {
    percent_encode(bytes, RESERVED).to_string()
}
