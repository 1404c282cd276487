//! Confirms a change of the signature scheme that asks for less, or refuses it: a second person of the company, or the
//! bank.

use identity::work::trail::Occasion;
use kernel::{Cnum, UserId};
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::change_scheme::{check_confirmer, open_change};
use crate::scheme_change::SchemeChange;
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// Gives the company the scheme of the change `id`.
///
/// # Errors
/// The person asked for the change, or is neither administrator nor signer; the change cannot be confirmed any more; or
/// the database failed.
pub async fn confirm_scheme(person: &Administrator, id: Uuid) -> Result<()> {
    let decision = Decision::of_request(person);
    let unit = move |tx: &mut Tx| {
        let Administrator { user, company, .. } = &decision.administrator;
        check_confirmer(tx, &decision.administrator)?;
        confirm(tx, company, id, Some(user), &decision.occasion())
    };
    person.identity.store.write("company.confirm_scheme", unit).await
}

/// Ends the change `id` of the company: the scheme stays. Whoever asked for it takes it back that way.
///
/// # Errors
/// The person is neither administrator nor signer, there is no such change that waits, or the database failed.
pub async fn refuse_scheme(person: &Administrator, id: Uuid) -> Result<()> {
    let decision = Decision::of_request(person);
    let unit = move |tx: &mut Tx| {
        check_confirmer(tx, &decision.administrator)?;
        refuse(tx, &decision.administrator.company, id, &decision.occasion())
    };
    person.identity.store.write("company.refuse_scheme", unit).await
}

/// Tells that the change `id` has been decided so: confirmed by this very person, or refused by anybody. The form of
/// the decision may be sent twice.
pub async fn is_decided(person: &Administrator, id: Uuid, is_confirmed: bool) -> Result<bool> {
    let Administrator { user, company, .. } = person.clone();
    let read = move |tx: &mut Tx| {
        let Some((change, by)) = scheme_changes::find_ended(tx, &company, id)? else { return Ok(false) };
        if is_confirmed {
            return Ok(by == Some(user.clone()));
        }
        // Nobody of the company has confirmed a change that the bank confirmed.
        let scheme = clients::find_company(tx, &company)?.map(|company| company.signature_scheme);
        Ok(by.is_none() && scheme == Some(change.before))
    };
    person.identity.store.read("company.scheme_decided", read).await
}

/// Gives the company the scheme of the change `id`, in the caller's unit of work. `confirmed_by` is the second person,
/// of whom the caller knows that they may confirm; `None` when the bank decides.
pub fn confirm(
    tx: &mut Tx,
    company: &Cnum,
    id: Uuid,
    confirmed_by: Option<&UserId>,
    occasion: &Occasion<'_>,
) -> Result<()> {
    let found = open_change(tx, company, occasion.now)?.map(|(change, _)| change);
    let change = found.filter(|change| change.id == id).ok_or(AdministrationError::Changed)?;
    if confirmed_by == Some(&change.asked_by) {
        return Err(AdministrationError::Own);
    }
    end(tx, &change, confirmed_by, "company.signature_scheme_changed", occasion)?;
    let is_set = clients::set_signature_scheme(tx, company, change.before, change.after)?;
    if is_set { Ok(()) } else { Err(AdministrationError::Changed) }
}

/// Ends the change `id` of the company, in the caller's unit of work: the scheme stays.
pub fn refuse(tx: &mut Tx, company: &Cnum, id: Uuid, occasion: &Occasion<'_>) -> Result<()> {
    let found = scheme_changes::find_open(tx, company)?.filter(|change| change.id == id);
    let change = found.ok_or(AdministrationError::Changed)?;
    end(tx, &change, None, "company.signature_scheme_refused", occasion)
}

fn end(
    tx: &mut Tx,
    change: &SchemeChange,
    confirmed_by: Option<&UserId>,
    action: &'static str,
    occasion: &Occasion<'_>,
) -> Result<()> {
    if !scheme_changes::end(tx, change, confirmed_by, occasion.now)? {
        return Err(AdministrationError::Changed);
    }
    let (before, after) = (change.before.to_string(), change.after.to_string());
    let detail = json!({ "before": before, "after": after, "asked_by": change.asked_by.as_str() });
    let entry = occasion.entry(action, ("company", change.company.as_str()));
    Ok(audit::record(tx, entry.company(change.company.clone()).detail(detail))?)
}
