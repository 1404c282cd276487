//! Confirms a change of the signature scheme that asks for less, or refuses it: a second person of the company, or the
//! bank.

use std::sync::Arc;

use area::Author;
use audit::Entry;
use identity::IdentityState;
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::change_scheme::{check_confirmer, open_change};
use crate::scheme_change::SchemeChange;
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

const CHANGED: &str = "company.signature_scheme_changed";
const REFUSED: &str = "company.signature_scheme_refused";

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
        let change = confirmable(tx, company, id, decision.now)?;
        if change.asked_by == *user {
            return Err(AdministrationError::Own);
        }
        let entry = decision.entry(CHANGED, ("company", company.as_str()));
        take_effect(tx, &change, Some(user), entry, decision.now)
    };
    state.store.write("company.confirm_scheme", unit).await
}

/// Ends the change `id` of the company: the scheme stays. Whoever asked for it takes it back that way.
///
/// # Errors
/// The person is neither administrator nor signer, there is no such change that waits, or the database failed.
pub async fn refuse_scheme(state: &IdentityState, person: &Administrator, id: Uuid) -> Result<()> {
    let decision = Decision::of_request(state, person);
    let unit = move |tx: &mut Tx| {
        let company = &decision.administrator.company;
        check_confirmer(tx, &decision.administrator)?;
        let change = waiting(tx, company, id)?;
        let entry = decision.entry(REFUSED, ("company", company.as_str()));
        end(tx, &change, None, entry, decision.now)
    };
    state.store.write("company.refuse_scheme", unit).await
}

/// Tells that the change `id` has been decided so: confirmed by this very person, or refused by anybody. The form of
/// the decision may be sent twice.
pub async fn is_decided(
    state: &IdentityState,
    person: &Administrator,
    id: Uuid,
    is_confirmed: bool,
) -> Result<bool> {
    let Administrator { user, company } = person.clone();
    let read = move |tx: &mut Tx| {
        let Some((change, by)) = scheme_changes::find_ended(tx, &company, id)? else { return Ok(false) };
        if is_confirmed {
            return Ok(by == Some(user.clone()));
        }
        // Nobody of the company has confirmed a change that the bank confirmed.
        let scheme = clients::find_company(tx, &company)?.map(|company| company.signature_scheme);
        Ok(by.is_none() && scheme == Some(change.before))
    };
    state.store.read("company.scheme_decided", read).await
}

/// Employee of the bank who decides about a change.
#[derive(Clone, Debug)]
pub struct BankDecision {
    pub author: Author,
    pub randomness: Arc<dyn Randomness>,
    pub now: Instant,
}

impl BankDecision {
    /// Gives the company the scheme of the change `id`, in the caller's unit of work.
    pub fn confirm(&self, tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<()> {
        let change = confirmable(tx, company, id, self.now)?;
        take_effect(tx, &change, None, self.entry(CHANGED, company), self.now)
    }

    /// Ends the change `id` of the company, in the caller's unit of work: the scheme stays.
    pub fn refuse(&self, tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<()> {
        let change = waiting(tx, company, id)?;
        end(tx, &change, None, self.entry(REFUSED, company), self.now)
    }

    fn entry(&self, action: &'static str, company: &Cnum) -> Entry {
        let object = ("company", company.as_str());
        self.author.entry(self.now, &*self.randomness, action, object).company(company.clone())
    }
}

/// Returns the change, when it is the one of the company that can be confirmed.
fn confirmable(tx: &mut Tx, company: &Cnum, id: Uuid, now: Instant) -> Result<SchemeChange> {
    let found = open_change(tx, company, now)?.map(|(change, _)| change);
    found.filter(|change| change.id == id).ok_or(AdministrationError::Changed)
}

/// Returns the change, when it is the one of the company that has not ended.
fn waiting(tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<SchemeChange> {
    let found = scheme_changes::find_open(tx, company)?.filter(|change| change.id == id);
    found.ok_or(AdministrationError::Changed)
}

fn take_effect(
    tx: &mut Tx,
    change: &SchemeChange,
    confirmed_by: Option<&UserId>,
    entry: Entry,
    now: Instant,
) -> Result<()> {
    end(tx, change, confirmed_by, entry, now)?;
    if !clients::set_signature_scheme(tx, &change.company, change.before, change.after)? {
        return Err(AdministrationError::Changed);
    }
    Ok(())
}

fn end(
    tx: &mut Tx,
    change: &SchemeChange,
    confirmed_by: Option<&UserId>,
    entry: Entry,
    now: Instant,
) -> Result<()> {
    if !scheme_changes::end(tx, change, confirmed_by, now)? {
        return Err(AdministrationError::Changed);
    }
    let (before, after) = (change.before.to_string(), change.after.to_string());
    let detail = json!({ "before": before, "after": after, "asked_by": change.asked_by.as_str() });
    Ok(audit::record(tx, entry.detail(detail))?)
}
