//! Entries of the audit trail about statements.

use area::Author;
use audit::{Actor, Entry};
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::json;
use store::{Result, Tx};

use crate::lifecycle::StatementStatus;
use crate::signing::GivenSignature;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::signatures;

/// The user on whose behalf something is looked at or done, for a company, as the author of what the trail tells of it.
#[derive(Clone, Debug)]
pub struct Origin {
    pub user: UserId,
    pub cnum: Cnum,
    author: Author,
}

impl Origin {
    /// Returns the user with address and trace of the request that this task answers, if it answers one.
    pub fn of_request(user: UserId, cnum: Cnum) -> Self {
        Self { author: Author::of_request(Actor::User(user.clone())), user, cnum }
    }

    /// Begins an entry about something that this user has changed.
    pub(super) fn about(
        &self,
        state: &PayrollState,
        at: Instant,
        action: &'static str,
        object: (&'static str, String),
    ) -> Entry {
        self.author.entry(at, &*state.randomness, action, object)
    }

    /// Begins an entry about a statement that this user has changed.
    pub(super) fn entry(
        &self,
        state: &PayrollState,
        at: Instant,
        action: &'static str,
        header: &StatementHeader,
    ) -> Entry {
        begin(&*state.randomness, at, &self.author, action, header)
    }

    /// Writes what this user has done in the online bank with a statement, its sender's name and its status.
    pub(super) fn record(
        &self,
        tx: &mut Tx,
        state: &PayrollState,
        at: Instant,
        action: &'static str,
        header: &StatementHeader,
    ) -> Result<()> {
        let detail = json!({
            "external_id": header.terms.external_id.as_str(),
            "status": header.state.status().as_str(),
        });
        audit::record(tx, self.entry(state, at, action, header).detail(detail))
    }
}

/// Begins an entry about a statement that the program itself has changed.
pub(super) fn of_program(
    randomness: &dyn Randomness,
    at: Instant,
    action: &'static str,
    header: &StatementHeader,
) -> Entry {
    begin(randomness, at, &Author::outside_of_requests(Actor::System), action, header)
}

fn begin(
    randomness: &dyn Randomness,
    at: Instant,
    author: &Author,
    action: &'static str,
    header: &StatementHeader,
) -> Entry {
    let object = ("payroll_statement", header.id.to_string());
    author.entry(at, randomness, action, object).company(header.cnum.clone())
}

/// Tells that money has moved, or was refused, on whose signatures. Nothing for any other state.
pub(super) fn outcome(tx: &mut Tx, header: &StatementHeader, at: Instant) -> Result<()> {
    let action = match header.state.status() {
        StatementStatus::Executed => "payroll_statement.executed",
        StatementStatus::PartlyExecuted => "payroll_statement.partly_executed",
        StatementStatus::Declined => "payroll_statement.declined",
        _ => return Ok(()),
    };
    let signer = |given: GivenSignature| {
        json!({
            "user": given.user.as_str(),
            "type": given.signature_type.as_str(),
            "certificate": given.certificate_id,
            "at": given.at.to_timestamp().to_string(),
        })
    };
    let signers: Vec<_> = signatures::given(tx, header.id)?.into_iter().map(signer).collect();
    let detail = json!({
        "account": header.terms.account.as_str(),
        "executed": header.executed.to_string(),
        "declined_transfers": header.declined_count,
        "signers": signers,
    });
    let object = ("payroll_statement", header.id.to_string());
    let entry = Entry::once(at, Actor::System, action, object).company(header.cnum.clone());
    audit::record(tx, entry.detail(detail))
}
