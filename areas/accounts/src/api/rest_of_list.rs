//! The rest of a list that is asked for as a whole: written while it is read, so that it takes the memory of one part.

use std::io;
use std::sync::Arc;

use ::store::StoreError;
use axum::body::Body;
use edge::Caller;
use futures_util::stream;
use kernel::{AccountNumber, BankZone};

use super::AccountsState;
use super::error::AccountsError;
use super::field::Fields;
use super::wire::{ACCOUNT_BYTES_GUESSED, write_account};
use crate::page::PART_ROWS;
use crate::store::{self, StoredAccount};

/// The most accounts of one part: those that were there when the list was cut, and as many new ones.
const PART_ROWS_MAX: i32 = 2 * PART_ROWS;

/// The accounts after the first part.
pub(super) struct Rest {
    pub(super) state: AccountsState,
    pub(super) caller: Arc<Caller>,
    pub(super) fields: Fields,
    /// The last account that is written.
    pub(super) after: AccountNumber,
}

impl Rest {
    /// Returns the body: the text so far, and a part up to each of these numbers. A failure in the middle breaks the
    /// connection, so that nobody takes a part of a list for the whole.
    pub(super) fn written(self, begin: Vec<u8>, parts: Vec<AccountNumber>) -> Body {
        let steps = (self, Some(begin), parts.into_iter().map(Some).chain([None]));
        Body::from_stream(stream::try_unfold(steps, |(mut rest, begin, mut parts)| async move {
            if let Some(begin) = begin {
                return Ok(Some((begin, (rest, None, parts))));
            }
            let written = match parts.next() {
                None => return Ok::<_, io::Error>(None),
                Some(None) => b"]".to_vec(),
                Some(Some(last)) => rest.part(last).await.map_err(|error| broken(&error))?,
            };
            Ok(Some((written, (rest, None, parts))))
        }))
    }

    /// Writes the accounts up to `last`.
    async fn part(&mut self, last: AccountNumber) -> Result<Vec<u8>, AccountsError> {
        let reader = self.state.reader(&self.caller);
        let range = (&self.after, &last);
        let accounts = store::accounts_between(&self.state.store, &reader, range, PART_ROWS_MAX).await?;
        if accounts.is_empty() || i32::try_from(accounts.len()) == Ok(PART_ROWS_MAX) {
            let why = "the right to see the accounts was withdrawn, or they became too many".to_owned();
            return Err(StoreError::Unavailable(why).into());
        }
        let mut written = Vec::with_capacity(ACCOUNT_BYTES_GUESSED * accounts.len());
        write_accounts(&mut written, &accounts, self.fields, &self.state.zone)?;
        self.after = last;
        Ok(written)
    }
}

/// Writes accounts with a comma before each that is not the first after the bracket.
pub(super) fn write_accounts(
    out: &mut Vec<u8>,
    accounts: &[StoredAccount],
    fields: Fields,
    zone: &BankZone,
) -> Result<(), AccountsError> {
    for account in accounts {
        if out.last() != Some(&b'[') {
            out.push(b',');
        }
        write_account(out, &account.account()?, fields, zone)?;
    }
    Ok(())
}

/// Notes why the answer ends in its middle: the caller sees a broken connection alone.
fn broken(error: &AccountsError) -> io::Error {
    tracing::error!("a list of accounts breaks off: {error:?}");
    io::Error::other("the list breaks off")
}
