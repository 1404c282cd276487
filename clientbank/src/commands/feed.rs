//! `clientbank feed`: facts that the bank's core has told and this database does not have so.

use clap::Subcommand;

use super::perform::Call;
use super::{Failure, check_reason};
use crate::terminal::remark;

#[derive(Subcommand)]
pub(super) enum Action {
    /// Facts that were refused and balances that are other ones here, one JSON object per line, the oldest first.
    List,
    /// Forget a difference that people have settled.
    Forget {
        /// The system that told the fact.
        system: String,
        /// The number of the fact.
        number: i64,
        /// The reason, for the trail; at most 250 characters.
        #[arg(long)]
        reason: String,
    },
}

impl Action {
    pub(super) fn call(&self) -> Result<Option<Call>, Failure> {
        let Self::Forget { system, number, reason } = self else { return Ok(None) };
        check_reason(reason)?;
        let arguments = [("system", system.as_str().into()), ("number", number.to_string().into())];
        Ok(Some(Call::new("feed.forget", arguments, |_| remark("forgotten")).because(reason)))
    }
}
