//! Signatures in the online bank.
//!
//! A user confirms with the second factor, or brings a signature made with a registered certificate over the statement's
//! [document](super::signing_document). All steps of one signature are one unit of work: AWAITING_* → SIGNING →
//! `PARTLY_SIGNED`, and on to `AWAITING_SEND` when the scheme is complete. A wrong certificate signature as the first one ends the
//! statement in `ERROR_SIGN`; beside signatures that are there already it is refused and changes nothing, because no arrow leads
//! from `PARTLY_SIGNED` to `ERROR_SIGN`.

use clients::signatures::VerifiedSignature;
use clients::{Right, SignatureType};
use kernel::{Cnum, Instant};
use store::{StoreError, Tx};

use super::change::{OfficeError, own_header, record, rights_to_see, take};
use super::document;
use super::see::missing;
use crate::catalogue::Reason;
use crate::identifier::StatementId;
use crate::lifecycle::{StatementStatus, UnsignedEvent};
use crate::state::{EXECUTE, PayrollState};
use crate::statement::StatementHeader;
use crate::store::checking::signature_reason;
use crate::store::intake::Origin;
use crate::store::signatures::{self, GivenSignature};
use crate::store::{findings, statements};

/// How a user signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HowSigned {
    /// Confirmed with the second factor or the password; the caller has seen to that.
    Confirmed(SignatureType),
    /// Base64 of a detached CMS over the digest of the statement's document.
    Certificate(String),
}

/// Whether signatures can be given.
pub(super) const fn awaits_signatures(status: StatementStatus) -> bool {
    matches!(
        status,
        StatementStatus::AwaitingSign
            | StatementStatus::AwaitingSignWithWarnings
            | StatementStatus::PartlySigned
    )
}

/// The right that a signature of this type takes.
pub(super) const fn right_for(signature_type: SignatureType) -> Right {
    match signature_type {
        SignatureType::First => Right::SignFirst,
        SignatureType::Second => Right::SignSecond,
    }
}

/// What a signature comes to.
enum Judged {
    Right(GivenSignature, Option<String>),
    Wrong(Reason),
}

/// Signs the company's statement; the status that it has then. `ERROR_SIGN` is one of them: the certificate's signature was wrong.
///
/// # Errors
/// [`OfficeError::NotFound`], [`OfficeError::NoRight`] (it takes the right to sign), [`OfficeError::Changed`],
/// [`OfficeError::NotInThisState`], [`OfficeError::SignatureNotNeeded`], [`OfficeError::SignatureRefused`]; the database's.
pub async fn sign(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
    how: HowSigned,
) -> Result<StatementStatus, OfficeError> {
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &cnum, id)?;
        let rights = rights_to_see(tx, &origin.user, &cnum)?;
        if header.version != version {
            return Err(OfficeError::Changed);
        }
        if !awaits_signatures(header.state.status()) {
            return Err(OfficeError::NotInThisState(header.state.status()));
        }
        let judged = judge(tx, &header, &origin, &how, now)?;
        match judged {
            Judged::Wrong(reason) => refuse(tx, &unit_state, &mut header, &origin, reason, now)?,
            Judged::Right(given, cms) => {
                if !rights.contains(right_for(given.signature_type)) {
                    return Err(OfficeError::NoRight);
                }
                accept(tx, &unit_state, &mut header, &origin, &given, cms.as_deref())?;
            }
        }
        Ok(header.state.status())
    };
    let status = state.store.write("payroll.sign", work).await?;
    state.wake.notify(EXECUTE);
    Ok(status)
}

/// Whose signature of which type it is, or what is wrong with it.
fn judge(
    tx: &mut Tx,
    header: &StatementHeader,
    origin: &Origin,
    how: &HowSigned,
    now: Instant,
) -> Result<Judged, StoreError> {
    let given = |signature_type, certificate_id| GivenSignature {
        user: origin.user.clone(),
        signature_type,
        certificate_id,
        at: now,
    };
    let cms = match how {
        HowSigned::Confirmed(signature_type) => {
            return Ok(Judged::Right(given(*signature_type, None), None));
        }
        HowSigned::Certificate(cms) => cms,
    };
    let digest = document::of(tx, header)?.digest;
    let trust = clients::signatures::trust(tx, &header.cnum)?;
    let signers = match trust.verify(&digest, cms, now) {
        Ok(signers) => signers,
        Err(fault) => return Ok(Judged::Wrong(signature_reason(&fault, 1))),
    };
    // Somebody else's signature is right in itself, but it is not for this user to give.
    let own = |signer: &VerifiedSignature| signer.user_id == origin.user;
    Ok(match signers.into_iter().find(own) {
        Some(signer) => {
            let certificate = Some(signer.certificate_id.to_string());
            Judged::Right(given(signer.signature_type, certificate), Some(cms.clone()))
        }
        None => Judged::Wrong(Reason::with(
            crate::catalogue::Code::S01,
            [
                "Подпись 1: сертификат принадлежит другому сотруднику",
                "Signature 1: the certificate is another person's",
            ],
        )),
    })
}

fn refuse(
    tx: &mut Tx,
    state: &PayrollState,
    header: &mut StatementHeader,
    origin: &Origin,
    reason: Reason,
    now: Instant,
) -> Result<(), OfficeError> {
    let Ok(begin) = header.state.unsigned(UnsignedEvent::SigningBegun) else {
        return Err(OfficeError::SignatureRefused(reason));
    };
    take(tx, header, &begin, origin, now)?;
    let refused = header.state.unsigned(UnsignedEvent::SignatureRefused(reason.clone()))?;
    take(tx, header, &refused, origin, now)?;
    let mut found = findings::between(tx, header.id, 0, header.lines_count)?;
    found.insert(0, crate::catalogue::Finding::of_statement(reason));
    findings::replace(tx, header.id, &found)?;
    record(tx, origin.entry(state, now, "payroll_statement.signature_refused", header), header)
}

fn accept(
    tx: &mut Tx,
    state: &PayrollState,
    header: &mut StatementHeader,
    origin: &Origin,
    given: &GivenSignature,
    cms: Option<&str>,
) -> Result<(), OfficeError> {
    let now = given.at;
    let company = clients::find_company(tx, &header.cnum)?.ok_or(OfficeError::NotFound)?;
    let mut all = signatures::given(tx, header.id)?;
    let needed = missing(company.signature_scheme, &all);
    if !needed.iter().any(|(signature_type, _)| *signature_type == given.signature_type) {
        return Err(OfficeError::SignatureNotNeeded);
    }
    if !signatures::insert_given(tx, header.id, cms, given)? {
        return Err(OfficeError::SignatureNotNeeded);
    }
    all.push(given.clone());
    if header.state.status() == StatementStatus::PartlySigned {
        // No arrow is taken, yet the version grows, so that two who sign at once do not both count themselves the last.
        statements::touch(tx, header, now)?.then_some(()).ok_or(OfficeError::Changed)?;
    } else {
        for event in [UnsignedEvent::SigningBegun, UnsignedEvent::SignatureAccepted] {
            let change = header.state.unsigned(event)?;
            take(tx, header, &change, origin, now)?;
        }
    }
    if missing(company.signature_scheme, &all).is_empty() {
        let complete = header.state.unsigned(UnsignedEvent::SchemeComplete)?;
        take(tx, header, &complete, origin, now)?;
        jobs::enqueue(tx, EXECUTE, &header.id.to_string(), now)?;
    }
    record(tx, origin.entry(state, now, "payroll_statement.signed", header), header)
}
