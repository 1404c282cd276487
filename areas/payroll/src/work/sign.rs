//! Signatures in the online bank.
//!
//! A user confirms with the second factor, or brings a signature made with a registered certificate over the
//! statement's [document](super::signing_document). All steps of one signature are one unit of work: AWAITING_* →
//! SIGNING → `PARTLY_SIGNED`, and on to `AWAITING_SEND` when the scheme is complete. A signature that does not verify
//! is refused and changes nothing (PAY-12): whoever pasted the wrong text tries again. Only the audit trail tells of
//! it.
//!
//! Several statements are signed one by one, in a unit of work each: wages of one list do not wait because somebody has
//! just changed another list. So the answer says of each what became of it (ONL-03, ONL-05).
//!
//! A company that lowers its signature scheme moves no money by that alone: who changed it may not even have seen a
//! statement whose signatures became enough. So it waits until somebody who may sign sends it on.

use std::collections::BTreeSet;

use clients::SignatureType;
use clients::signatures::{MissingList, SchemeState, VerifiedSignature, may_add, scheme_state};
use kernel::Instant;
use store::Tx;

use super::access::{check_version, own_header, rights_to_see, scheme_of};
use super::detail::{Detail, detail};
use super::error::{Result, StatementError};
use super::step::{Edit, edit, take};
use super::trail::Origin;
use super::{announce, document, lapse};
use crate::catalogue::{Code, Reason};
use crate::identifier::StatementId;
use crate::lifecycle::{StatementEvent, StatementStatus};
use crate::rights::signs;
use crate::signing::{GivenSignature, refused_signature, signers};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{signatures, statements};
use crate::work::job_kind::EXECUTE;

/// The way in which a user signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HowSigned {
    /// Confirmed with the second factor or the password; the caller has seen to that.
    Confirmed(SignatureType),
    /// Base64 of a detached CMS over the digest of the statement's document.
    Certificate(String),
}

/// Signs the company's statement, which takes the right to sign; the status that it has then.
pub async fn sign(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    version: i64,
    how: HowSigned,
) -> Result<StatementStatus> {
    let told_origin = origin.clone();
    let (unit_state, origin) = (state.clone(), origin.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &origin, id)?;
        let rights = rights_to_see(tx, &origin)?;
        check_version(&header, version)?;
        if !header.state.status().awaits_signatures() {
            return Err(StatementError::NotInThisState(header.state.status()));
        }
        let (given, cms) = judge(tx, unit_state.settings.missing_list, &header, &origin, &how, now)?;
        if !rights.may_sign(given.signature_type) {
            return Err(StatementError::NoRight);
        }
        accept(tx, &unit_state, &mut header, &origin, &given, cms.as_deref())?;
        Ok(header.state.status())
    };
    let signed = state.store.write("payroll.sign", work).await;
    if let Err(StatementError::SignatureRefused(_)) = &signed {
        tell_of_refusal(state, &told_origin, id, now).await?;
    }
    let status = signed?;
    state.wake.notify(EXECUTE);
    Ok(status)
}

/// Writes into the audit trail that a signature was refused; the unit of work that refused it was rolled back.
async fn tell_of_refusal(state: &PayrollState, origin: &Origin, id: StatementId, now: Instant) -> Result<()> {
    let (unit_state, origin) = (state.clone(), origin.clone());
    let work = move |tx: &mut Tx| {
        let Some(header) = statements::header(tx, id)? else { return Ok(()) };
        Ok(origin.record(tx, &unit_state, now, "payroll_statement.signature_refused", &header)?)
    };
    state.store.write("payroll.signature_refused", work).await
}

/// Returns the signature that the user gives, and its CMS when it has one.
fn judge(
    tx: &mut Tx,
    missing_list: MissingList,
    header: &StatementHeader,
    origin: &Origin,
    how: &HowSigned,
    now: Instant,
) -> Result<(GivenSignature, Option<String>)> {
    let given = |signature_type, certificate_id| GivenSignature {
        user: origin.user.clone(),
        signature_type,
        certificate_id,
        at: now,
    };
    let cms = match how {
        HowSigned::Confirmed(signature_type) => {
            return Ok((given(*signature_type, None), None));
        }
        HowSigned::Certificate(cms) => cms,
    };
    let digest = document::load(tx, header)?.digest;
    let trust = clients::signatures::trust(tx, &header.cnum, missing_list)?;
    let verified = trust
        .verify(&digest, cms, now)
        .map_err(|error| StatementError::SignatureRefused(refused_signature(&error, 1)))?;
    // Somebody else's signature is right in itself, but it is not for this user to give.
    let own = |signer: &VerifiedSignature| signer.user_id == origin.user;
    let signer = verified.into_iter().find(own).ok_or_else(|| {
        StatementError::SignatureRefused(Reason::with(
            Code::S01,
            [
                "Подпись 1: сертификат принадлежит другому сотруднику",
                "Signature 1: the certificate is another person's",
            ],
        ))
    })?;
    let certificate = Some(signer.certificate_id.to_string());
    Ok((given(signer.signature_type, certificate), Some(cms.clone())))
}

fn accept(
    tx: &mut Tx,
    state: &PayrollState,
    header: &mut StatementHeader,
    origin: &Origin,
    given: &GivenSignature,
    cms: Option<&str>,
) -> Result<()> {
    let now = given.at;
    let scheme = scheme_of(tx, &header.cnum)?;
    let mut all = signatures::given(tx, header.id)?;
    may_add(scheme, signers(&all), &given.user, given.signature_type)
        .map_err(|_| StatementError::SignatureNotNeeded)?;
    let is_repeat = scheme.allows_same_person() && all.iter().any(|before| before.user == given.user);
    if !signatures::insert_given(tx, header.id, cms, given, is_repeat)? {
        return Err(StatementError::SignatureNotNeeded);
    }
    all.push(given.clone());
    if header.state.status() == StatementStatus::PartlySigned {
        // No arrow is taken, yet the version grows, so that two who sign at once do not both count themselves the last.
        statements::touch(tx, header, now)?.then_some(()).ok_or(StatementError::Changed)?;
    } else {
        take(tx, header, StatementEvent::SigningBegun, origin, now)?;
        take(tx, header, StatementEvent::SignatureAccepted, origin, now)?;
    }
    let standing = scheme_state(scheme, signers(&all));
    if standing == SchemeState::Complete {
        take(tx, header, StatementEvent::SchemeComplete, origin, now)?;
        lapse::end(tx, header.id)?;
        jobs::enqueue(tx, EXECUTE, &header.id.to_string(), now)?;
    } else {
        lapse::begin(tx, state, header.id, now)?;
        announce::missing_signatures(tx, header, standing, now)?;
    }
    Ok(origin.record(tx, state, now, "payroll_statement.signed", header)?)
}

/// The most statements that are signed with one confirmation.
pub const SIGNED_AT_ONCE_MAX: usize = 50;

#[derive(Debug)]
pub struct SignedOne {
    pub id: StatementId,
    pub outcome: Result<StatementStatus>,
}

#[derive(Clone, Debug)]
pub struct ChosenStatement {
    pub id: StatementId,
    /// Its version, as the user saw it.
    pub version: i64,
    /// The way in which the user signs it; a confirmation was checked by the caller.
    pub how: HowSigned,
}

/// Signs statements of the company, at most [`SIGNED_AT_ONCE_MAX`], each in the version that the user saw.
pub async fn sign_many(
    state: &PayrollState,
    origin: &Origin,
    chosen: Vec<ChosenStatement>,
) -> Vec<SignedOne> {
    let mut signed = Vec::with_capacity(chosen.len());
    for ChosenStatement { id, version, how } in chosen.into_iter().take(SIGNED_AT_ONCE_MAX) {
        let outcome = sign(state, origin, id, version, how).await;
        signed.push(SignedOne { id, outcome });
    }
    signed
}

/// Returns the statements among those chosen that the company has, at most [`SIGNED_AT_ONCE_MAX`], in order, each once.
pub async fn chosen_statements(
    state: &PayrollState,
    origin: &Origin,
    chosen: &[StatementId],
) -> Result<Vec<Detail>> {
    let mut seen = BTreeSet::new();
    let each_once = chosen.iter().copied().filter(|id| seen.insert(*id)).take(SIGNED_AT_ONCE_MAX);
    let mut found: Vec<Detail> = Vec::new();
    for id in each_once {
        match detail(state, origin, id).await {
            Ok(detail) => found.push(detail),
            Err(StatementError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Sends the company's statement to execution with the signatures that it has, which are enough. It takes a right to
/// sign; the caller has seen to the user's confirmation.
pub(crate) async fn complete(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    version: i64,
) -> Result<()> {
    let beside = move |tx: &mut Tx, header: &StatementHeader, now| {
        let scheme = scheme_of(tx, &header.cnum)?;
        let given = signatures::given(tx, id)?;
        if scheme_state(scheme, signers(&given)) != SchemeState::Complete {
            return Err(StatementError::NotInThisState(header.state.status()));
        }
        lapse::end(tx, id)?;
        Ok(jobs::enqueue(tx, EXECUTE, &id.to_string(), now)?)
    };
    let step = Edit {
        unit: "payroll.complete",
        action: "payroll_statement.completed",
        may: signs,
        event: StatementEvent::SchemeComplete,
    };
    edit(state, origin, (id, version), step, beside).await?;
    state.wake.notify(EXECUTE);
    Ok(())
}
