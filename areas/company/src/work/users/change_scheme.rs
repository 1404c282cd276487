//! Changes which signatures the company's documents need, or asks a second person for it.

use clients::SignatureScheme;
use identity::IdentityState;
use kernel::Cnum;
use serde_json::json;
use store::Tx;

use crate::scheme_change::{SCHEME_CHANGE_S, SchemeChange, lowers};
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result, decide, look};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeChanged {
    /// The company has the scheme.
    Now,
    /// It asks for less, and waits for a second person.
    Waits,
}

/// Tells whether the company has the scheme `after` already, before its change from `before` is confirmed.
///
/// # Errors
/// It has neither of the two: the scheme has changed meanwhile.
pub async fn has_scheme(
    state: &IdentityState,
    administrator: &Administrator,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<bool> {
    look(state, administrator, "company.has_scheme", move |tx, decision| {
        has(tx, &decision.administrator.company, before, after)
    })
    .await
}

fn has(tx: &mut Tx, company: &Cnum, before: SignatureScheme, after: SignatureScheme) -> Result<bool> {
    let company = clients::find_company(tx, company)?.ok_or(AdministrationError::NotFound)?;
    match company.signature_scheme {
        scheme if scheme == after => Ok(true),
        scheme if scheme == before => Ok(false),
        _ => Err(AdministrationError::Changed),
    }
}

/// Gives the company the scheme `after` in the place of the one that the form showed. Documents that wait for
/// signatures follow it from their next signature on: each signature is judged by the scheme of its moment. A scheme
/// that asks for less waits for a second person, in the place of an earlier one that waits.
pub async fn change_scheme(
    state: &IdentityState,
    administrator: &Administrator,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<SchemeChanged> {
    let now = state.clock.now();
    let change = SchemeChange {
        id: state.randomness.uuid(now),
        company: administrator.company.clone(),
        before,
        after,
        asked_by: administrator.user.clone(),
        asked_at: now,
        expires_at: now.plus_seconds(SCHEME_CHANGE_S),
    };
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &change);
    decide(state, administrator, "company.change_scheme", write).await
}

fn write(tx: &mut Tx, decision: &Decision, change: &SchemeChange) -> Result<SchemeChanged> {
    if has(tx, &change.company, change.before, change.after)? {
        return Ok(SchemeChanged::Now);
    }
    if let Some(earlier) = scheme_changes::find_open(tx, &change.company)? {
        scheme_changes::end(tx, &earlier, None, decision.now)?;
    }
    let detail = json!({ "before": change.before.to_string(), "after": change.after.to_string() });
    let object = ("company", change.company.as_str());
    if lowers(change.before, change.after) {
        if !scheme_changes::insert(tx, change)? {
            return Err(AdministrationError::Changed);
        }
        let entry = decision.entry("company.signature_scheme_asked", object);
        audit::record(tx, entry.detail(detail))?;
        return Ok(SchemeChanged::Waits);
    }
    if !clients::set_signature_scheme(tx, &change.company, change.before, change.after)? {
        return Err(AdministrationError::Changed);
    }
    audit::record(tx, decision.entry("company.signature_scheme_changed", object).detail(detail))?;
    Ok(SchemeChanged::Now)
}
