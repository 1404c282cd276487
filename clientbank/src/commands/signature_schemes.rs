//! `clientbank signature-schemes`: changes of signature schemes that ask for less, for a company in which nobody but
//! the person who asks may confirm them.

use clap::{Args, Subcommand};
use kernel::Cnum;
use uuid::Uuid;

use super::perform::Call;
use crate::terminal::remark;

#[derive(Subcommand)]
pub(super) enum Action {
    /// List the changes that wait: one line of JSON each.
    List,
    /// Give the company the scheme that was asked for.
    Confirm(ChangeArguments),
    /// End the change: the scheme stays.
    Refuse(ChangeArguments),
}

#[derive(Args)]
pub(super) struct ChangeArguments {
    /// The company.
    cnum: Cnum,
    /// The change, as the list names it.
    change: Uuid,
}

impl Action {
    pub(super) fn call(&self) -> Option<Call> {
        let (name, ChangeArguments { cnum, change }, word) = match self {
            Self::List => return None,
            Self::Confirm(named) => ("signature-schemes.confirm", named, "confirmed"),
            Self::Refuse(named) => ("signature-schemes.refuse", named, "refused"),
        };
        let arguments = [("cnum", cnum.as_str().into()), ("change", change.to_string().into())];
        Some(Call::new(name, arguments, move |_| remark(word)))
    }
}
