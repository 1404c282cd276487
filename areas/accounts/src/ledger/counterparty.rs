//! The facts of a payment document that a posting keeps for the holder of the account.

use kernel::{AccountNumber, Bic, Inn, Kpp, TextError, checked_text};

pub const DOCUMENT_NUMBER_CHARACTERS_MAX: usize = 20;
pub const COUNTERPARTY_NAME_CHARACTERS_MAX: usize = 160;

/// Number of the document behind an entry, as people write it: that of a payment order or of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentNumber(String);

kernel::text_newtype!(DocumentNumber);

impl TryFrom<String> for DocumentNumber {
    type Error = TextError;
    fn try_from(text: String) -> Result<Self, TextError> {
        checked_text(&text, DOCUMENT_NUMBER_CHARACTERS_MAX)?;
        Ok(Self(text))
    }
}

/// The other side of a payment, as the document names it. What the document left out is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterparty {
    name: String,
    pub account: Option<AccountNumber>,
    pub inn: Option<Inn>,
    pub kpp: Option<Kpp>,
    pub bic: Option<Bic>,
}

impl Counterparty {
    /// Names the other side; the rest is filled in by the caller.
    pub fn new(name: String) -> Result<Self, TextError> {
        checked_text(&name, COUNTERPARTY_NAME_CHARACTERS_MAX)?;
        Ok(Self { name, account: None, inn: None, kpp: None, bic: None })
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}
