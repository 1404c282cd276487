//! Changes which signatures the company's documents need, or asks a second person for it; and finds the change that
//! waits, for those who may decide about it.

use clients::{CompanyStatus, Right, SignatureScheme, User, UserStatus};
use identity::IdentityState;
use kernel::{Cnum, Instant, UserId};
use serde_json::json;
use store::{StoreError, Tx};

use crate::scheme_change::{SCHEME_CHANGE_S, SchemeChange, lowers, may_confirm};
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
    administrator: &Administrator,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<bool> {
    look(administrator, "company.has_scheme", move |tx, decision| {
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
    administrator: &Administrator,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<SchemeChanged> {
    let (identity, now) = (&administrator.identity, administrator.identity.clock.now());
    let change = SchemeChange {
        id: identity.randomness.uuid(now),
        company: administrator.company.clone(),
        before,
        after,
        asked_by: administrator.user.clone(),
        asked_at: now,
        expires_at: now.plus_seconds(SCHEME_CHANGE_S),
    };
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &change);
    decide(administrator, "company.change_scheme", write).await
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

/// Signature scheme of a company, and the change that waits.
#[derive(Clone, Debug)]
pub struct SchemeStanding {
    pub scheme: SignatureScheme,
    /// The change, with the person who asks.
    pub waiting: Option<(SchemeChange, User)>,
    /// True when somebody of the company besides that person may confirm it.
    pub has_second_person: bool,
}

/// Returns the standing of the company's scheme for a person who may confirm changes.
pub async fn find_scheme_change(person: &Administrator) -> Result<SchemeStanding> {
    let (asking, now) = (person.clone(), person.identity.clock.now());
    let unit = move |tx: &mut Tx| {
        check_confirmer(tx, &asking)?;
        let company = clients::find_company(tx, &asking.company)?.ok_or(AdministrationError::NotFound)?;
        let change = open_change(tx, &asking.company, now)?;
        let has_second_person = match &change {
            Some((change, _)) => has_another(tx, &change.company, &change.asked_by)?,
            None => false,
        };
        let scheme = company.signature_scheme;
        Ok::<_, AdministrationError>(SchemeStanding { scheme, waiting: change, has_second_person })
    };
    person.identity.store.read("company.scheme_standing", unit).await
}

/// Tells that a change waits for this person to confirm it. Nobody is refused: others have nothing to confirm.
pub async fn awaits_confirmation(
    state: &IdentityState,
    user: &UserId,
    company: &Cnum,
) -> store::Result<bool> {
    let (user, company, now) = (user.clone(), company.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        let Some((change, _)) = open_change(tx, &company, now)? else { return Ok(false) };
        Ok::<_, StoreError>(change.asked_by != user && may_confirm(clients::rights(tx, &user, &company)?))
    };
    state.store.read("company.scheme_awaits", unit).await
}

/// Returns the change that can be confirmed, as of this unit of work: its time is not over, the scheme is still the one
/// of the request, and whoever asked still administers the company.
pub(super) fn open_change(
    tx: &mut Tx,
    company: &Cnum,
    now: Instant,
) -> store::Result<Option<(SchemeChange, User)>> {
    let found = scheme_changes::find_open(tx, company)?.filter(|change| now < change.expires_at);
    let Some(change) = found else { return Ok(None) };
    let stands = clients::find_company(tx, company)?
        .is_some_and(|found| found.status == CompanyStatus::Open && found.signature_scheme == change.before);
    let asks = clients::rights(tx, &change.asked_by, company)?.may_administer();
    let user = clients::find_user(tx, &change.asked_by)?;
    let user = user.filter(|user| stands && asks && user.status == UserStatus::Active);
    Ok(user.map(|user| (change, user)))
}

/// Checks that the person may confirm changes, as of this unit of work.
pub(super) fn check_confirmer(tx: &mut Tx, person: &Administrator) -> Result<()> {
    let may = may_confirm(clients::rights(tx, &person.user, &person.company)?);
    if may { Ok(()) } else { Err(AdministrationError::NotAllowed) }
}

fn has_another(tx: &mut Tx, company: &Cnum, asked_by: &UserId) -> store::Result<bool> {
    for right in [Right::CompanyAdministrator, Right::SignFirst, Right::SignSecond] {
        for person in clients::people_with_right(tx, company, right)? {
            if person != *asked_by && may_confirm(clients::rights(tx, &person, company)?) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
