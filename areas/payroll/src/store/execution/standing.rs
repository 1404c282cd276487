//! The second look at the signatures of a statement that was signed for a later day (PAY-11).

use clients::signatures::{Reason as Fault, SignatureFault, Trust, look_again_at_person, trust};
use kernel::{Instant, Language};
use store::{StoreError, Tx};

use crate::catalogue::{Code, Reason};
use crate::state::PayrollSettings;
use crate::statement::StatementHeader;
use crate::store::signatures::{LookAgain, Signed, to_look_at_again};

/// The wait for a revocation list that is up to date, in seconds.
const LIST_PAUSE_S: i64 = 300;
/// Days from the statement's day on in which such a list is waited for.
const LIST_DAYS_MAX: i64 = 7;
const DAY_S: i64 = 86_400;

/// What has become of the signatures.
pub(super) enum Standing {
    /// Each counts as it did.
    Stands,
    /// Nobody can tell before this moment: a revocation list is out of date, or missing where the bank asks for one.
    Unknown(Instant),
    /// One does not count any more; why.
    Lost(Reason),
}

/// Looks at everybody who signed: certificates, revocation, registration, whether the person may still sign. The scheme is not
/// asked again: it decided when the last signature was given.
pub(super) fn look_again(
    tx: &mut Tx,
    statement: &StatementHeader,
    settings: &PayrollSettings,
    now: Instant,
) -> Result<Standing, StoreError> {
    let trust = trust(tx, &statement.cnum, settings.missing_list)?;
    for signed in to_look_at_again(tx, statement.id)? {
        let Err(fault) = stands(tx, statement, &trust, &signed, now)? else { continue };
        let last = settings.zone.start_of_day(statement.date).plus_seconds(LIST_DAYS_MAX * DAY_S);
        let is_list = matches!(fault.reason(), Fault::RevocationListExpired | Fault::RevocationListMissing);
        if is_list && now < last {
            return Ok(Standing::Unknown(now.plus_seconds(LIST_PAUSE_S)));
        }
        let number = usize::try_from(signed.position).unwrap_or_default();
        let texts = [Language::Russian, Language::English].map(|language| fault.message(number, language));
        return Ok(Standing::Lost(Reason::with(Code::D10, texts)));
    }
    Ok(Standing::Stands)
}

fn stands(
    tx: &mut Tx,
    statement: &StatementHeader,
    trust: &Trust,
    signed: &LookAgain,
    now: Instant,
) -> Result<Result<(), SignatureFault>, StoreError> {
    match &signed.how {
        Signed::Sent(signature) => Ok(trust.look_again(signature, now)),
        Signed::WithCertificate(certificate) => Ok(trust.look_again_at(certificate, now)),
        Signed::Confirmed(user, signature_type) => {
            look_again_at_person(tx, &statement.cnum, user, *signature_type)
        }
    }
}
