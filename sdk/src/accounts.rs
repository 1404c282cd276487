//! The calls of the accounts area (spec section 4.2).

use kernel::AccountNumber;

use crate::account::Account;
use crate::account::AccountField;
use crate::bank::Bank;
use crate::error::SdkError;

/// A part of a list: without limit, all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The most items, 1 to 1000.
    pub limit: Option<u32>,
    /// Items to skip from the beginning.
    pub offset: Option<u32>,
}

impl Bank {
    /// The accounts that the user may see in the chosen company and its related companies, ordered by number.
    ///
    /// # Errors
    /// The bank refuses, for example an empty list of fields.
    pub fn accounts(&mut self, fields: &[AccountField], page: Page) -> Result<Vec<Account>, SdkError> {
        let mut query = names(fields);
        query.extend(page.limit.map(|limit| ("limit", limit.to_string())));
        query.extend(page.offset.map(|offset| ("offset", offset.to_string())));
        self.get(&["v1", "accounts"], &query)
    }

    /// One account. An account of somebody else is absent: [`SdkError::Refused`] with status 404.
    pub fn account(&mut self, number: &AccountNumber, fields: &[AccountField]) -> Result<Account, SdkError> {
        self.get(&["v1", "accounts", number.as_str()], &names(fields))
    }
}

fn names(fields: &[AccountField]) -> Vec<(&'static str, String)> {
    fields.iter().map(|field| ("fields", field.as_str().to_owned())).collect()
}
