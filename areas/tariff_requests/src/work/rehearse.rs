//! Simulated people and staff, for software that is tried without a browser (SBX-03).

use std::sync::Arc;

use clients::{SignatureType, UserStatus};
use kernel::UserId;
use sandbox::triggers::{Act, Trigger};
use serde_json::json;
use store::{StoreError, Tx};
use uuid::Uuid;

use super::failure::Failure;
use super::people_act::{order_decision, signatories, viewer};
use super::sign::{sign_by_certificate, sign_by_confirmation};
use super::trail::Trail;
use super::write_letter;
use crate::broken_rule::BrokenRule;
use crate::letter::LetterText;
use crate::request::{RequestId, TariffRequest};
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::{letters, requests};
use crate::triggers::TRIGGERS;

#[derive(Clone, Debug)]
pub(crate) struct AskedSignature {
    pub(crate) signature_type: SignatureType,
    /// The login of the person; the first who may give it when absent.
    pub(crate) login: Option<String>,
    /// Base64 of a detached CMS by a key of the demo; a confirmation when absent.
    pub(crate) cms: Option<String>,
}

/// Signs the request as a person would in the online bank; the state that it has then.
pub(crate) async fn sign_for(
    area: &TariffRequestsState,
    id: RequestId,
    asked: AskedSignature,
) -> Result<RequestState, Failure> {
    let request = found(area, id).await?;
    let kind = asked.signature_type;
    let user = match asked.login {
        Some(login) => user_of(area, login).await?,
        None => next_signer(area, &request, kind).await?,
    };
    let viewer = viewer(user, &request.cnum);
    match asked.cms {
        Some(cms) => sign_by_certificate(area, &viewer, &request.cnum, id, cms).await,
        None => sign_by_confirmation(area, &viewer, &request.cnum, id, Some(kind)).await,
    }
}

/// Has the staff decide about a request as they are told, once it is signed: `DONE`, or the reason of a decline.
///
/// # Errors
/// [`BrokenRule::RequestNotFound`], [`BrokenRule::TooLateToWithdraw`] when the bank has decided; the database's.
pub(crate) async fn decide(
    area: &TariffRequestsState,
    id: RequestId,
    decision: String,
) -> Result<RequestState, Failure> {
    let is_asked =
        |trigger: &&Trigger| matches!(trigger.act, Act::TariffDecision(known) if known == decision);
    let trigger = TRIGGERS.iter().find(is_asked).ok_or(BrokenRule::RequestNotFound)?;
    let now = area.clock.now();
    let unit = move |tx: &mut Tx| {
        let request = requests::to_change(tx, id)?.ok_or(BrokenRule::RequestNotFound)?;
        if request.state.is_final() {
            return Err(BrokenRule::TooLateToWithdraw(request.state).into());
        }
        order_decision(tx, id, trigger, now)?;
        Ok::<_, Failure>(request.state)
    };
    area.store.write("tariff request, order the decision", unit).await
}

/// Has the staff answer a letter, and returns the letter that has the answer and its number there.
pub(crate) async fn answer_letter(
    area: &TariffRequestsState,
    letter: Uuid,
    body: String,
) -> Result<(Uuid, i64), Failure> {
    let (now, randomness) = (area.clock.now(), Arc::clone(&area.randomness));
    let trail = Trail::of_system(&area.randomness);
    let unit = move |tx: &mut Tx| {
        let (cnum, subject) = letters::named(tx, letter)?.ok_or(BrokenRule::LetterNotFound)?;
        let text = LetterText { subject, body: body.clone() };
        let (letter, number) = write_letter::add_or_open(tx, (&cnum, letter), &text, now, &*randomness)?;
        let object = ("letter", letter.to_string());
        trail.record(tx, now, "letter.answered", object, &cnum, json!({ "message": number }))?;
        Ok::<_, Failure>((letter, number))
    };
    area.store.write("letter, answer of the staff", unit).await
}

async fn found(area: &TariffRequestsState, id: RequestId) -> Result<TariffRequest, Failure> {
    let read = move |tx: &mut Tx| requests::to_change(tx, id);
    let request = area.store.read::<_, StoreError>("tariff request, to sign", read).await?;
    Ok(request.ok_or(BrokenRule::RequestNotFound)?)
}

async fn user_of(area: &TariffRequestsState, login: String) -> Result<UserId, Failure> {
    let read = move |tx: &mut Tx| clients::find_user_by_login(tx, &login);
    let user = area.store.read::<_, StoreError>("tariff request, signer", read).await?;
    // A person who is locked or gone cannot open the page that signs.
    let user = user.filter(|user| user.status == UserStatus::Active);
    Ok(user.ok_or(BrokenRule::NoSignatureToGive)?.id)
}

/// Returns the first person who may still give a signature of the type.
async fn next_signer(
    area: &TariffRequestsState,
    request: &TariffRequest,
    kind: SignatureType,
) -> Result<UserId, Failure> {
    for user in signatories(area, &request.cnum, Some(kind)).await? {
        let viewer = viewer(user.clone(), &request.cnum);
        let signing = super::sign::signing(area, &viewer, request).await?;
        if signing.own.is_ok_and(|own| own.contains(&kind)) {
            return Ok(user);
        }
    }
    Err(BrokenRule::NoSignatureToGive.into())
}
