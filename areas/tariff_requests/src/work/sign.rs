//! Signs a request: in the online bank, by a confirmation of the user or by a signature made elsewhere with the
//! pre-sign data. Both count alike towards the company's scheme.

use clients::SignatureType;
use clients::signatures::{CertificateId, MissingList, NotAdded, Reason, look_again_at_person, trust};
use kernel::{Cnum, Instant};
use serde_json::json;
use store::{Result, Tx};

use super::advance::advance;
use super::change::{Change, change};
use super::failure::Failure;
use super::job_kind::{CARRY_OUT, EXPIRE};
use crate::broken_rule::BrokenRule;
use crate::request::{RequestId, TariffRequest};
use crate::request_state::{RequestEvent, RequestState};
use crate::signing::{NewSignature, Signing};
use crate::state::TariffRequestsState;
use crate::store::requests::{self, RequestName};
use crate::store::{access, signatures};
use crate::viewer::Viewer;

/// Reads the signatures of the request, and those that the viewer can add.
pub(crate) async fn signing(
    area: &TariffRequestsState,
    viewer: &Viewer,
    request: &TariffRequest,
) -> Result<Signing, Failure> {
    let (viewer, request) = (viewer.clone(), request.clone());
    area.store.read("tariff request, signatures", move |tx| signing_in(tx, &viewer, &request)).await
}

/// Does the same inside a unit of work.
pub(super) fn signing_in(tx: &mut Tx, viewer: &Viewer, request: &TariffRequest) -> Result<Signing, Failure> {
    let company = clients::find_company(tx, &request.cnum)?.ok_or(BrokenRule::ClientNotFound)?;
    let given = signatures::given(tx, request.id)?;
    let rights = clients::rights(tx, &viewer.user, &request.cnum)?;
    Ok(Signing::new(request.state, company.signature_scheme, given, &viewer.user, rights))
}

/// Tells whether everybody who signed may sign for the client, and with the same certificate: the right, or the key,
/// may have been lost before the last signed.
pub(super) fn do_signatures_stand(
    tx: &mut Tx,
    request: &TariffRequest,
    (missing_list, now): (MissingList, Instant),
) -> Result<bool> {
    let given = signatures::given(tx, request.id)?;
    for one in &given {
        if look_again_at_person(tx, &request.cnum, &one.user, one.signature_type)?.is_some() {
            return Ok(false);
        }
    }
    let certificates: Vec<&CertificateId> = given.iter().filter_map(|one| one.certificate.as_ref()).collect();
    if certificates.is_empty() {
        return Ok(true);
    }
    let trust = trust(tx, &request.cnum, missing_list)?;
    let stands = |certificate: &CertificateId| match trust.look_again_at(certificate, now) {
        Ok(()) => true,
        // Without a list nothing is known but that the certificate counted when it signed.
        Err(error) => {
            matches!(error.reason(), Reason::RevocationListExpired | Reason::RevocationListMissing)
        }
    };
    Ok(certificates.into_iter().all(stands))
}

/// Tells whether a request that waits for signatures has one that does not count any more: the bank will decline it.
pub(crate) async fn is_lost(area: &TariffRequestsState, request: &TariffRequest) -> Result<bool, Failure> {
    if !request.state.awaits_signature() {
        return Ok(false);
    }
    let (request, looked) = (request.clone(), (area.missing_list, area.clock.now()));
    let work = move |tx: &mut Tx| Ok(!do_signatures_stand(tx, &request, looked)?);
    area.store.read("tariff request, signers", work).await
}

/// Checks that the viewer can give the `wanted` signature, before a one-time code is spent on it. It refuses what
/// [`sign_by_confirmation`] does.
pub(crate) async fn check_signature(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    wanted: Option<SignatureType>,
) -> Result<(), Failure> {
    let request = requests::find(&area.store, viewer, cnum, RequestName::Id(id)).await??;
    chosen(signing(area, viewer, &request).await?.own, wanted)?;
    Ok(())
}

/// Chooses the `wanted` type, or the first, of those that the person can give.
fn chosen(
    own: Result<Vec<SignatureType>, BrokenRule>,
    wanted: Option<SignatureType>,
) -> Result<SignatureType, BrokenRule> {
    let mut types = own?.into_iter();
    types.find(|kind| wanted.is_none_or(|wanted| wanted == *kind)).ok_or(BrokenRule::NoSignatureToGive)
}

/// Signs for the viewer, whose confirmation was just checked, with the `wanted` type of signature or the first that is
/// missing.
///
/// # Errors
/// [`Failure::Rule`] when nobody can sign the request any more, or the viewer has no signature to give.
pub async fn sign_by_confirmation(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    wanted: Option<SignatureType>,
) -> Result<RequestState, Failure> {
    let user = viewer.user.clone();
    give(area, viewer, (cnum, id), move |_, _, own| {
        let signature_type = chosen(own, wanted)?;
        Ok(vec![NewSignature { user: user.clone(), signature_type, certificate: None }])
    })
    .await
}

/// Takes a signature that was made with a certificate over the digest of the pre-sign view, as Base64 of a detached
/// CMS. It is verified in the unit of work that adds it: a certificate that was revoked a moment ago signs nothing any
/// more.
pub(crate) async fn sign_by_certificate(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    cms: String,
) -> Result<RequestState, Failure> {
    let missing_list = area.missing_list;
    give(area, viewer, (cnum, id), move |tx, change, _| {
        let trust = trust(tx, &change.request.cnum, missing_list)?;
        let verified = trust.verify(&requests::digest_in(tx, id)?, &cms, change.now)?;
        let new = verified.into_iter().map(|signature| NewSignature {
            user: signature.user_id,
            signature_type: signature.signature_type,
            certificate: Some((signature.certificate_id.to_string(), cms.clone())),
        });
        Ok(new.collect())
    })
    .await
}

/// Adds the signatures that `new` returns, which is told the types that the viewer can give, and advances the request
/// as the scheme says.
async fn give(
    area: &TariffRequestsState,
    viewer: &Viewer,
    request: (&Cnum, RequestId),
    new: impl Fn(
        &mut Tx,
        &Change<'_>,
        Result<Vec<SignatureType>, BrokenRule>,
    ) -> Result<Vec<NewSignature>, Failure>
    + Send
    + 'static,
) -> Result<RequestState, Failure> {
    let state = change("tariff request, sign", area, viewer, request, move |tx, change| {
        let signing = signing_in(tx, change.viewer, &change.request)?;
        let new = new(tx, change, signing.own.clone())?;
        let state = change.request.state;
        if !state.awaits_signature() {
            return Err(BrokenRule::NotAwaitingSignature(state).into());
        }
        add(tx, change, &signing, &new)
    })
    .await?;
    if state == RequestState::Signed {
        area.wake.notify(CARRY_OUT);
    }
    Ok(state)
}

fn add(
    tx: &mut Tx,
    change: &Change<'_>,
    signing: &Signing,
    new: &[NewSignature],
) -> Result<RequestState, Failure> {
    let (request, now) = (&change.request, change.now);
    let (mut signer, mut refused) = (None, BrokenRule::AlreadySigned);
    let mut tally = signing.tally();
    let is_enough = tally.state() == RequestState::Signed;
    for signature in new {
        if signer.is_some() && tally.state() == RequestState::Signed {
            // Those before it send the request on; nothing more is asked for.
            break;
        }
        if tally.may_add(&signature.user, signature.signature_type) == Err(NotAdded::NotNeeded) {
            refused = BrokenRule::NoSignatureToGive;
            continue;
        }
        let is_repeat = tally.is_repeat(&signature.user);
        if signatures::insert(tx, request.id, signature, now, is_repeat)? {
            tally.add(signature);
            signer = Some(&signature.user);
            let certificate = signature.certificate.as_ref().map(|(id, _)| id);
            let kind = signature.signature_type.as_str();
            let detail = json!({"signer": signature.user.as_str(), "signature_type": kind,
                "method": signature.method(), "certificate": certificate});
            change.record(tx, "tariff_request.signed", detail)?;
        } else if is_enough && signature.certificate.is_none() {
            // A confirmation is of now; a signature that is there may be handed in by anybody.
            signer = Some(&signature.user);
            change.record(tx, "tariff_request.completed", json!({"signer": signature.user.as_str()}))?;
        }
    }
    let signer = signer.ok_or(refused)?;
    let next = tally.state();
    if next != request.state {
        let author = access::author(tx, signer)?;
        let event = RequestEvent::SignatureGiven { is_last: next == RequestState::Signed };
        if !advance(tx, (&request.cnum, request.id), (request.state, event), now, &author, None)? {
            return Err(BrokenRule::NotAwaitingSignature(next).into());
        }
    }
    let key = request.id.to_string();
    jobs::cancel(tx, EXPIRE, &key)?;
    if next == RequestState::Signed {
        jobs::enqueue(tx, CARRY_OUT, &key, now)?;
    }
    Ok(next)
}
