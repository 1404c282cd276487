//! Confirms a change of the signature scheme that asks for less: a second person of the company, or the bank.

use std::sync::Arc;

use area::Author;
use audit::Entry;
use identity::IdentityState;
use kernel::{Cnum, Instant, Randomness};
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::find_scheme_change::{check_confirmer, open_change};
use crate::scheme_change::SchemeChange;
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// Gives the company the scheme of the change `id`.
///
/// # Errors
/// The person asked for the change, or is neither administrator nor signer; the change cannot be confirmed any more; or
/// the database failed.
pub async fn confirm_scheme(state: &IdentityState, person: &Administrator, id: Uuid) -> Result<()> {
    let decision = Decision::of_request(state, person);
    let unit = move |tx: &mut Tx| {
        let Administrator { user, company } = &decision.administrator;
        check_confirmer(tx, &decision.administrator)?;
        let change = waiting(tx, company, id, decision.now)?;
        if change.asked_by == *user {
            return Err(AdministrationError::Own);
        }
        let entry = decision.entry("company.signature_scheme_changed", ("company", company.as_str()));
        take_effect(tx, &change, Some(user), entry, decision.now)
    };
    state.store.write("company.confirm_scheme", unit).await
}

/// Employee of the bank who decides about a change.
#[derive(Clone, Debug)]
pub struct BankDecision {
    /// The employee.
    pub author: Author,
    pub randomness: Arc<dyn Randomness>,
    pub now: Instant,
}

impl BankDecision {
    /// Gives the company the scheme of the change `id`, in the caller's unit of work.
    ///
    /// # Errors
    /// The change cannot be confirmed any more, or the database failed.
    pub fn confirm(&self, tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<()> {
        let change = waiting(tx, company, id, self.now)?;
        let entry = self.entry("company.signature_scheme_changed", company);
        take_effect(tx, &change, None, entry, self.now)
    }

    /// Begins an entry of the trail about the company.
    pub(super) fn entry(&self, action: &'static str, company: &Cnum) -> Entry {
        let object = ("company", company.as_str());
        self.author.entry(self.now, &*self.randomness, action, object).company(company.clone())
    }
}

/// Returns the change, when it is the one of the company that can be confirmed.
fn waiting(tx: &mut Tx, company: &Cnum, id: Uuid, now: Instant) -> Result<SchemeChange> {
    let found = open_change(tx, company, now)?.map(|(change, _)| change);
    found.filter(|change| change.id == id).ok_or(AdministrationError::Changed)
}

fn take_effect(
    tx: &mut Tx,
    change: &SchemeChange,
    confirmed_by: Option<&kernel::UserId>,
    entry: Entry,
    now: Instant,
) -> Result<()> {
    let is_ended = scheme_changes::end(tx, change, confirmed_by, now)?;
    if !is_ended || !clients::set_signature_scheme(tx, &change.company, change.before, change.after)? {
        return Err(AdministrationError::Changed);
    }
    let (before, after) = (change.before.to_string(), change.after.to_string());
    let detail = json!({ "before": before, "after": after, "asked_by": change.asked_by.as_str() });
    audit::record(tx, entry.detail(detail))?;
    Ok(())
}
