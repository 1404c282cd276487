//! Refuses a change of the signature scheme that waits, or takes it back.

use identity::IdentityState;
use kernel::{Cnum, Instant};
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::confirm_scheme::BankDecision;
use super::find_scheme_change::check_confirmer;
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// Ends the change `id` of the company: the scheme stays. Whoever asked for it takes it back that way.
///
/// # Errors
/// The person is neither administrator nor signer, there is no such change that waits, or the database failed.
pub async fn refuse_scheme(state: &IdentityState, person: &Administrator, id: Uuid) -> Result<()> {
    let decision = Decision::of_request(state, person);
    let unit = move |tx: &mut Tx| {
        let company = &decision.administrator.company;
        check_confirmer(tx, &decision.administrator)?;
        let entry = decision.entry("company.signature_scheme_refused", ("company", company.as_str()));
        end(tx, company, id, entry, decision.now)
    };
    state.store.write("company.refuse_scheme", unit).await
}

impl BankDecision {
    /// Ends the change `id` of the company, in the caller's unit of work: the scheme stays.
    ///
    /// # Errors
    /// There is no such change that waits, or the database failed.
    pub fn refuse(&self, tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<()> {
        end(tx, company, id, self.entry("company.signature_scheme_refused", company), self.now)
    }
}

fn end(tx: &mut Tx, company: &Cnum, id: Uuid, entry: audit::Entry, now: Instant) -> Result<()> {
    let found = scheme_changes::find_open(tx, company)?.filter(|change| change.id == id);
    let change = found.ok_or(AdministrationError::Changed)?;
    if !scheme_changes::end(tx, &change, None, now)? {
        return Err(AdministrationError::Changed);
    }
    let (before, after) = (change.before.to_string(), change.after.to_string());
    let detail = json!({ "before": before, "after": after, "asked_by": change.asked_by.as_str() });
    audit::record(tx, entry.detail(detail))?;
    Ok(())
}
