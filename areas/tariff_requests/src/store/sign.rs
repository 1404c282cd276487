//! How a request is signed: in the online bank, by a confirmation of the user or by a signature made elsewhere with the
//! pre-sign data. Both count alike towards the company's scheme.

use std::sync::Arc;

use audit::Actor;
use clients::signatures::{NotAdded, SchemeState, may_add, scheme_state, verify_document_signature};
use clients::{Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, Instant, UserId};
use serde_json::json;
use store::{Row, Store, StoreError, Tx, params};

use super::access::Viewer;
use super::failure::Failure;
use super::requests::{By, Named, advance, digest, find, find_in};
use super::trail::Trail;
use crate::refusal::Refusal;
use crate::request::{RequestId, TariffRequest};
use crate::request_state::RequestState;
use crate::state::TariffOffice;
use crate::worker::{CARRY_OUT, EXPIRE};

store::queries! {
    /// The signatures of a request, oldest first. A scheme asks for 18 at most.
    SIGNATURES = "select s.user_id, s.signature_type, s.method, s.signed_at_us, u.full_name
        from tariff_request_signatures s left join users u on u.user_id = s.user_id
        where s.request_id = $1 order by s.signed_at_us, s.user_id, s.signature_type limit 100";

    /// A signature; nothing happens when the person has signed already, unless this is said to be a repetition, and never when
    /// the person has given one of this type.
    SIGNATURE_INSERT = "insert into tariff_request_signatures
            (request_id, user_id, signature_type, method, certificate_id, cms, signed_at_us, is_repeat)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict do nothing";
}

/// A signature as the online bank shows it.
#[derive(Clone, Debug)]
pub(crate) struct GivenSignature {
    pub(crate) user: UserId,
    pub(crate) user_name: String,
    pub(crate) signature_type: SignatureType,
    /// Made with a certificate and not by a confirmation.
    pub(crate) with_certificate: bool,
    pub(crate) at: Instant,
}

/// One signature on its way into the table.
#[derive(Clone, Debug)]
struct NewSignature {
    user: UserId,
    signature_type: SignatureType,
    /// The certificate and the signature itself.
    certificate: Option<(String, String)>,
}

/// What the viewer can do about a request's signatures.
#[derive(Clone, Debug)]
pub(crate) struct Signing {
    pub(crate) given: Vec<GivenSignature>,
    pub(crate) scheme: SignatureScheme,
    /// The types of which the viewer may give one, at least one, or why there is none.
    pub(crate) own: Result<Vec<SignatureType>, Refusal>,
}

/// The signatures of the request, and the one that the viewer can add.
pub(crate) async fn signing(
    store: &Store,
    viewer: &Viewer,
    request: &TariffRequest,
) -> Result<Signing, Failure> {
    let (viewer, request) = (viewer.clone(), request.clone());
    store.read("tariff request, signatures", move |tx| signing_in(tx, &viewer, &request)).await
}

fn signing_in(tx: &mut Tx, viewer: &Viewer, request: &TariffRequest) -> Result<Signing, Failure> {
    let company = clients::find_company(tx, &request.cnum)?.ok_or(Refusal::ClientNotFound)?;
    let rows = tx.query(&SIGNATURES, params![request.id.number()])?;
    let given: Vec<GivenSignature> = rows.iter().map(given_signature).collect::<Result<_, _>>()?;
    let rights = clients::rights(tx, &viewer.user, &request.cnum)?;
    let own = own_types(request.state, company.signature_scheme, &given, &viewer.user, rights);
    Ok(Signing { given, scheme: company.signature_scheme, own })
}

/// The signatures as the rule of the scheme takes them.
fn people(given: &[GivenSignature]) -> impl Iterator<Item = (&UserId, SignatureType)> {
    given.iter().map(|given| (&given.user, given.signature_type))
}

/// The types that are missing and that the user may give.
fn own_types(
    state: RequestState,
    scheme: SignatureScheme,
    given: &[GivenSignature],
    user: &UserId,
    rights: Rights,
) -> Result<Vec<SignatureType>, Refusal> {
    if !state.awaits_signature() {
        return Err(Refusal::NotAwaitingSignature(state));
    }
    let (mut own, mut refusal) = (Vec::new(), Refusal::NoSignatureToGive);
    for kind in SignatureType::ALL.iter().copied().filter(|kind| rights.contains(kind.right())) {
        match may_add(scheme, people(given), user, kind) {
            Ok(()) => own.push(kind),
            Err(NotAdded::AlreadySigned) => refusal = Refusal::AlreadySigned,
            Err(NotAdded::NotNeeded) => {}
        }
    }
    if own.is_empty() { Err(refusal) } else { Ok(own) }
}

/// The user signs; that it is the user was confirmed just now. Who could give several types says which one; else it is the first.
pub(crate) async fn sign_by_confirmation(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    wanted: Option<SignatureType>,
) -> Result<RequestState, Failure> {
    let user = viewer.user.clone();
    give(office, viewer, cnum, id, move |own| {
        let signature_type = own?.into_iter().find(|kind| wanted.is_none_or(|wanted| wanted == *kind));
        let signature_type = signature_type.ok_or(Refusal::NoSignatureToGive)?;
        Ok(vec![NewSignature { user: user.clone(), signature_type, certificate: None }])
    })
    .await
}

/// A signature that was made with a certificate over the digest of the pre-sign view, as Base64 of a detached CMS.
pub(crate) async fn sign_by_certificate(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    cms: String,
) -> Result<RequestState, Failure> {
    let request = find(&office.store, viewer, cnum, Named::Id(id)).await?;
    let digest = digest(&office.store, request.id).await?;
    let (company, signature, at) = (cnum.clone(), cms.clone(), office.clock.now());
    let missing_list = office.missing_list;
    let verified = office
        .store
        .read("tariff request, verify signature", move |tx| {
            let verified = verify_document_signature(tx, &company, &digest, &signature, at, missing_list)?;
            verified.map_err(Failure::from)
        })
        .await?;
    give(office, viewer, cnum, id, move |_| {
        let new = verified.iter().map(|signature| NewSignature {
            user: signature.user_id.clone(),
            signature_type: signature.signature_type,
            certificate: Some((signature.certificate_id.to_string(), cms.clone())),
        });
        Ok(new.collect())
    })
    .await
}

/// Adds what `new` makes of the viewer's own types, and advances the request as the scheme says.
async fn give(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
    new: impl Fn(Result<Vec<SignatureType>, Refusal>) -> Result<Vec<NewSignature>, Refusal> + Send + 'static,
) -> Result<RequestState, Failure> {
    let now = office.clock.now();
    let trail = Trail::of_request(Actor::User(viewer.user.clone()), Arc::clone(&office.randomness));
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let request = find_in(tx, &viewer, &cnum, id)?;
        if !request.state.awaits_signature() {
            return Err(Refusal::NotAwaitingSignature(request.state).into());
        }
        let signing = signing_in(tx, &viewer, &request)?;
        add(tx, &request, &signing, &new(signing.own.clone())?, now, &trail)
    };
    let state = office.store.write("tariff request, sign", work).await?;
    if state == RequestState::Signed {
        office.wake.notify(CARRY_OUT);
    }
    Ok(state)
}

fn add(
    tx: &mut Tx,
    request: &TariffRequest,
    signing: &Signing,
    new: &[NewSignature],
    now: Instant,
    trail: &Trail,
) -> Result<RequestState, Failure> {
    let mut signer = None;
    let mut all: Vec<(&UserId, SignatureType)> = people(&signing.given).collect();
    for signature in new {
        let is_repeat =
            signing.scheme.allows_same_person() && all.iter().any(|(user, _)| **user == signature.user);
        let method = if signature.certificate.is_some() { "CERTIFICATE" } else { "CONFIRMATION" };
        let (certificate_id, cms) = signature.certificate.clone().unzip();
        let kind = signature.signature_type.as_str();
        let id = request.id.number();
        let values = params![id, &signature.user, kind, method, certificate_id.clone(), cms, now, is_repeat];
        if tx.execute(&SIGNATURE_INSERT, values)? == 1 {
            all.push((&signature.user, signature.signature_type));
            signer = Some(signature.user.clone());
            let detail = json!({"signer": signature.user.as_str(), "signature_type": kind, "method": method,
                "certificate": certificate_id});
            let object = ("tariff_request", request.id.to_string());
            trail.record(tx, now, "tariff_request.signed", object, &request.cnum, detail)?;
        }
    }
    let signer = signer.ok_or(Refusal::AlreadySigned)?;
    let next = match scheme_state(signing.scheme, all) {
        SchemeState::Complete => RequestState::Signed,
        SchemeState::Missing { .. } => RequestState::PartiallySigned,
    };
    if next != request.state {
        let name = clients::find_user(tx, &signer)?.map_or_else(|| signer.to_string(), |user| user.full_name);
        if !advance(tx, request.id, (request.state, next), now, &By(Some((signer, name))), None)? {
            return Err(Refusal::NotAwaitingSignature(next).into());
        }
    }
    let key = request.id.to_string();
    jobs::cancel(tx, EXPIRE, &key)?;
    if next == RequestState::Signed {
        jobs::enqueue(tx, CARRY_OUT, &key, now)?;
    }
    Ok(next)
}

fn given_signature(row: &Row) -> Result<GivenSignature, StoreError> {
    let user: UserId = row.parse("user_id")?;
    Ok(GivenSignature {
        user_name: row.optional_text("full_name")?.unwrap_or(user.as_str()).to_owned(),
        user,
        signature_type: row.parse("signature_type")?,
        with_certificate: row.text("method")? == "CERTIFICATE",
        at: row.instant("signed_at_us")?,
    })
}
