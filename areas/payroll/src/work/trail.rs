//! Entries of the audit trail about statements.

use std::net::IpAddr;

use audit::{Actor, Entry};
use kernel::{Instant, UserId};
use serde_json::json;
use store::{StoreError, Tx};

use crate::state::PayrollState;
use crate::statement::StatementHeader;

/// The user on whose behalf something is done, with the address it is done from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The user.
    pub user: UserId,
    /// The network address of the request.
    pub address: Option<IpAddr>,
    /// The trace of the request.
    pub trace_id: Option<String>,
}

impl Origin {
    /// Returns the user with address and trace of the request that this task answers.
    #[must_use]
    pub fn of_request(user: UserId) -> Self {
        let context = edge::RequestContext::current();
        Self {
            user,
            address: context.as_ref().and_then(|context| context.remote_address()),
            trace_id: context.as_ref().map(|context| context.trace().trace_id().to_string()),
        }
    }

    /// Begins an entry about a statement that this user has changed.
    pub(super) fn entry(
        &self,
        state: &PayrollState,
        at: Instant,
        action: &'static str,
        header: &StatementHeader,
    ) -> Entry {
        begin(state, at, Actor::User(self.user.clone()), action, header)
            .address(self.address)
            .trace_id(self.trace_id.clone())
    }
}

/// Begins an entry about a statement that the program itself has changed.
pub(super) fn of_system(
    state: &PayrollState,
    at: Instant,
    action: &'static str,
    header: &StatementHeader,
) -> Entry {
    begin(state, at, Actor::System, action, header)
}

fn begin(
    state: &PayrollState,
    at: Instant,
    actor: Actor,
    action: &'static str,
    header: &StatementHeader,
) -> Entry {
    let object = ("payroll_statement", header.id.to_string());
    Entry::new(at, &*state.randomness, actor, action, object).company(header.cnum.clone())
}

/// Writes an entry of the online bank, with the sender's name and the status of the statement.
pub(super) fn record(tx: &mut Tx, entry: Entry, header: &StatementHeader) -> Result<(), StoreError> {
    let detail = json!({
        "external_id": header.terms.external_id.as_str(),
        "status": header.state.status().as_str(),
    });
    audit::record(tx, entry.detail(detail))
}
