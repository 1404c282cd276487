//! The second look at the signatures of a statement that was signed for a later day (PAY-11).

use clients::signatures::{SignatureError, Trust, look_again_at_person, trust};
use kernel::Instant;
use store::{Result, Tx};

use crate::signing::{SigningMethod, Standing};
use crate::state::PayrollSettings;
use crate::statement::StatementHeader;
use crate::store::signatures;
use crate::work::timing::due;

/// Looks at everybody who signed: certificates, revocation, registration, whether the person may still sign. The scheme
/// is not asked again: it decided when the last signature was given.
pub(in crate::work) fn look_again(
    tx: &mut Tx,
    statement: &StatementHeader,
    settings: &PayrollSettings,
    now: Instant,
) -> Result<Standing> {
    let trust = trust(tx, &statement.cnum, settings.missing_list)?;
    for signature in signatures::recorded(tx, statement.id)? {
        if let Some(error) = fault(tx, statement, &trust, &signature.method, now)? {
            let day = due(tx, settings, statement, settings.zone.date_of(statement.changed_at))?;
            return Ok(Standing::after(&error, signature.position, day, &settings.zone, now));
        }
    }
    Ok(Standing::Stands)
}

fn fault(
    tx: &mut Tx,
    statement: &StatementHeader,
    trust: &Trust,
    method: &SigningMethod,
    now: Instant,
) -> Result<Option<SignatureError>> {
    match method {
        SigningMethod::Sent(signature) => Ok(trust.look_again(signature, now).err()),
        SigningMethod::Certificate(certificate) => Ok(trust.look_again_at(certificate, now).err()),
        SigningMethod::Confirmation(user, signature_type) => {
            look_again_at_person(tx, &statement.cnum, user, *signature_type)
        }
    }
}
