//! The signatures that a company's documents need.

use std::fmt;
use std::str::FromStr;

use kernel::{Language, text_enum};
use thiserror::Error;

use crate::{Right, Rights};

text_enum! {
    /// The kinds of signatures a scheme counts.
    pub enum SignatureType {
        /// The first signature, usually the director's.
        First = "FIRST",
        /// The second signature, usually the accountant's.
        Second = "SECOND",
    }
}

impl SignatureType {
    pub const fn right(self) -> Right {
        match self {
            Self::First => Right::SignFirst,
            Self::Second => Right::SignSecond,
        }
    }
}

impl Rights {
    /// Tells that they let a user give a signature of the type for the company.
    pub const fn may_sign(self, signature_type: SignatureType) -> bool {
        self.contains(Right::Act) && self.contains(signature_type.right())
    }
}

/// The text is not a signature scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a signature scheme is FIRST=n or FIRST=n,SECOND=n with n from 0 to 9 and at least one signature, \
     and SAME_PERSON=YES after it when one person may give both types"
)]
pub struct SignatureSchemeError;

/// The numbers of signatures of each type that a document of the company needs before it is executed (spec section
/// 3.1, rule 2): at least one in all, at most nine of a type. As text `FIRST=1` or `FIRST=1,SECOND=1`.
///
/// One person signs a document once (PAY-12). The company may decide otherwise: after `,SAME_PERSON=YES` one person
/// may give a signature of each type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignatureScheme {
    first: u8,
    second: u8,
    same_person: bool,
}

/// The most signatures of one type.
const SIGNATURES_MAX: u8 = 9;

/// The end of a scheme's text when one person may give both types.
const SAME_PERSON: &str = ",SAME_PERSON=YES";

impl SignatureScheme {
    /// The scheme that asks for `first` and `second` signatures of those types.
    ///
    /// # Errors
    /// A number is over nine, or both are zero.
    pub const fn new(first: u8, second: u8) -> Result<Self, SignatureSchemeError> {
        if first > SIGNATURES_MAX || second > SIGNATURES_MAX || first == 0 && second == 0 {
            return Err(SignatureSchemeError);
        }
        Ok(Self { first, second, same_person: false })
    }

    /// The same scheme when one person may give a signature of each type.
    pub const fn by_same_person(self) -> Self {
        Self { same_person: true, ..self }
    }

    /// Tells whether one person may give a signature of each type.
    pub const fn allows_same_person(self) -> bool {
        self.same_person
    }

    /// Returns the number of signatures of the type that a document needs.
    pub const fn needed(self, signature_type: SignatureType) -> u8 {
        match signature_type {
            SignatureType::First => self.first,
            SignatureType::Second => self.second,
        }
    }
}

/// The number of an item `TYPE=n`.
fn count(item: &str, signature_type: SignatureType) -> Option<u8> {
    match item.strip_prefix(signature_type.as_str())?.strip_prefix('=')?.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

impl FromStr for SignatureScheme {
    type Err = SignatureSchemeError;
    fn from_str(text: &str) -> Result<Self, SignatureSchemeError> {
        let (counts, same_person) = match text.strip_suffix(SAME_PERSON) {
            Some(counts) => (counts, true),
            None => (text, false),
        };
        let (first, second) = match counts.split_once(',') {
            None => (count(counts, SignatureType::First), Some(0)),
            Some((first, second)) => {
                (count(first, SignatureType::First), count(second, SignatureType::Second))
            }
        };
        match (first, second) {
            (Some(first), Some(second)) => Ok(Self { same_person, ..Self::new(first, second)? }),
            _ => Err(SignatureSchemeError),
        }
    }
}

impl SignatureType {
    /// Names it in the middle of a sentence.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::First => language.pick("первая подпись", "first signature"),
            Self::Second => language.pick("вторая подпись", "second signature"),
        }
    }
}

impl SignatureScheme {
    /// Writes the scheme for people, as `1 × first signature, 1 × second signature`, with no break inside a part.
    pub fn told(self, language: Language) -> String {
        let parts = SignatureType::ALL.iter().filter_map(|kind| {
            let needed = self.needed(*kind);
            (needed > 0).then(|| format!("{needed}\u{a0}×\u{a0}{}", kind.name(language)))
        });
        let text = parts.collect::<Vec<_>>().join(", ");
        if !self.allows_same_person() {
            return text;
        }
        text + language.pick("; обе может дать один человек", "; one person may give both")
    }
}

impl fmt::Display for SignatureScheme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "FIRST={}", self.first)?;
        if self.second > 0 {
            write!(formatter, ",SECOND={}", self.second)?;
        }
        if self.same_person { formatter.write_str(SAME_PERSON) } else { Ok(()) }
    }
}
