//! Finds the change of a company's signature scheme that waits, for those who may decide about it.

use clients::{CompanyStatus, Right, SignatureScheme, User, UserStatus};
use identity::IdentityState;
use kernel::{Cnum, Instant, UserId};
use store::{Result, StoreError, Tx};

use crate::scheme_change::{SchemeChange, may_confirm};
use crate::store::scheme_changes;
use crate::work::administration::{AdministrationError, Administrator};

/// Signature scheme of a company, and the change that waits.
#[derive(Clone, Debug)]
pub struct SchemeStanding {
    /// The scheme that holds.
    pub scheme: SignatureScheme,
    /// The change, with the person who asks.
    pub waiting: Option<(SchemeChange, User)>,
    /// True when somebody of the company besides that person may confirm it.
    pub has_second_person: bool,
}

/// Returns the standing of the company's scheme for a person who may confirm changes.
pub async fn find_scheme_change(
    state: &IdentityState,
    person: &Administrator,
) -> Result<SchemeStanding, AdministrationError> {
    let (person, now) = (person.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        check_confirmer(tx, &person)?;
        let company = clients::find_company(tx, &person.company)?.ok_or(AdministrationError::NotFound)?;
        let change = open_change(tx, &person.company, now)?;
        let has_second_person = match &change {
            Some((change, _)) => has_another(tx, &change.company, &change.asked_by)?,
            None => false,
        };
        let scheme = company.signature_scheme;
        Ok::<_, AdministrationError>(SchemeStanding { scheme, waiting: change, has_second_person })
    };
    state.store.read("company.scheme_standing", unit).await
}

/// Tells that a change waits for this person to confirm it. Nobody is refused: others have nothing to confirm.
pub async fn awaits_confirmation(state: &IdentityState, user: &UserId, company: &Cnum) -> Result<bool> {
    let (user, company, now) = (user.clone(), company.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        let Some((change, _)) = open_change(tx, &company, now)? else { return Ok(false) };
        Ok::<_, StoreError>(change.asked_by != user && may_confirm(clients::rights(tx, &user, &company)?))
    };
    state.store.read("company.scheme_awaits", unit).await
}

/// Returns the change that can be confirmed, as of this unit of work: its time is not over, the scheme is still the one
/// of the request, and whoever asked still administers the company.
pub(super) fn open_change(tx: &mut Tx, company: &Cnum, now: Instant) -> Result<Option<(SchemeChange, User)>> {
    let found = scheme_changes::find_open(tx, company)?.filter(|change| now < change.expires_at);
    let Some(change) = found else { return Ok(None) };
    let stands = clients::find_company(tx, company)?
        .is_some_and(|found| found.status == CompanyStatus::Open && found.signature_scheme == change.before);
    let rights = clients::rights(tx, &change.asked_by, company)?;
    let asks = rights.contains(Right::Act) && rights.contains(Right::CompanyAdministrator);
    let user = clients::find_user(tx, &change.asked_by)?;
    let user = user.filter(|user| stands && asks && user.status == UserStatus::Active);
    Ok(user.map(|user| (change, user)))
}

/// Checks that the person may confirm changes, as of this unit of work.
pub(super) fn check_confirmer(tx: &mut Tx, person: &Administrator) -> Result<(), AdministrationError> {
    let may = may_confirm(clients::rights(tx, &person.user, &person.company)?);
    if may { Ok(()) } else { Err(AdministrationError::NotAllowed) }
}

fn has_another(tx: &mut Tx, company: &Cnum, asked_by: &UserId) -> Result<bool> {
    for right in [Right::CompanyAdministrator, Right::SignFirst, Right::SignSecond] {
        for person in clients::people_with_right(tx, company, right)? {
            if person != *asked_by && may_confirm(clients::rights(tx, &person, company)?) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
