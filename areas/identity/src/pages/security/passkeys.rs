//! `/bank/security/passkeys`: the own passkeys, another one, and the end of one.

use ::pages::{
    AnswerField, OnlineBank, OnlineBankForm, PageError, PageResult, PasskeyUse, Section,
    address_with_passkeys, moment, passkey_button, see_other,
};
use askama::Template;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::QueryList;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::words::Words;
use super::{done, note, proof, refusal, wrong_proof};
use crate::pages::{OnlineBankPages, Pages};
use crate::person::passkey::{CHALLENGE_S, NAME_CHARACTERS_MAX, PASSKEYS_MAX, Passkey, PasskeyName};
use crate::store::passkeys as table;
use crate::work::passkeys::register::{
    OfferedPasskey, PasskeyAdded, PasskeyOffer, find_offered_passkey, offer_passkey, register_passkey,
    remove_passkey, rename_passkey,
};

pub(super) const PATH: &str = "/bank/security/passkeys";
/// The page that makes a new one.
pub(super) const NEW: &str = "/bank/security/passkeys/new";

#[derive(Template)]
#[template(path = "security_passkeys.html")]
struct Content<'a> {
    words: &'static Words,
    note: Option<&'static str>,
    /// The fault of a new passkey that was not taken.
    problem: Option<&'static str>,
    csrf: &'a str,
    passkeys: Vec<PasskeyLine>,
    characters_max: usize,
    /// The most passkeys, for somebody who has them.
    full: Option<i64>,
    /// True where browsers have no passkeys for the bank.
    absent: bool,
    /// The address at which browsers have them, for one that came by another.
    elsewhere: Option<String>,
    answer: AnswerField,
    answer_fault: Option<String>,
}

struct PasskeyLine {
    id: String,
    name: String,
    /// The name that was typed, when it is none.
    typed: Option<String>,
    /// The reason for which its removal was not confirmed.
    remove_fault: Option<String>,
    place: &'static str,
    created: String,
    used: String,
}

#[derive(Template)]
#[template(path = "security_passkey_new.html")]
struct NewContent<'a> {
    words: &'static Words,
    csrf: &'a str,
    name: &'a str,
    characters_max: usize,
    fault: Option<&'static str>,
    button: String,
}

/// The note and the errors that the page says besides the passkeys.
#[derive(Default)]
struct Notes {
    note: Option<&'static str>,
    problem: Option<&'static str>,
    answer_fault: Option<String>,
    elsewhere: Option<String>,
    /// A passkey with a name that is none.
    renamed: Option<(Uuid, String)>,
    /// A passkey whose removal was not confirmed, with the reason.
    kept: Option<(Uuid, String)>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    headers: HeaderMap,
    query: QueryList<PageError>,
) -> PageResult {
    let note = note(&query, Words::of(bank.language));
    let elsewhere = address_with_passkeys(&headers, &pages.area.settings.issuer);
    show(&pages, &bank, StatusCode::OK, Notes { note, elsewhere, ..Notes::default() }).await
}

async fn show(pages: &OnlineBankPages, bank: &OnlineBank, status: StatusCode, told: Notes) -> PageResult {
    let words = Words::of(bank.language);
    let listed = table::list(&pages.area.store, &bank.user).await?;
    let is_full = i64::try_from(listed.len()).is_ok_and(|listed| listed >= PASSKEYS_MAX);
    let content = Content {
        words,
        note: told.note,
        problem: told.problem,
        csrf: &bank.csrf,
        passkeys: listed.into_iter().map(|passkey| passkey_line(passkey, &told, bank, words)).collect(),
        characters_max: NAME_CHARACTERS_MAX,
        full: is_full.then_some(PASSKEYS_MAX),
        absent: pages.area.relying_party.is_none(),
        elsewhere: told.elsewhere,
        answer: AnswerField::load(bank).await?,
        answer_fault: told.answer_fault,
    };
    bank.page_with(status, Section::Security, words.passkeys_title, &content)
}

fn passkey_line(passkey: Passkey, told: &Notes, bank: &OnlineBank, words: &'static Words) -> PasskeyLine {
    let typed = told.renamed.as_ref().filter(|(id, _)| *id == passkey.id).map(|(_, typed)| typed.clone());
    let kept = told.kept.as_ref().filter(|(id, _)| *id == passkey.id).map(|(_, fault)| fault.clone());
    let at = |instant| moment(instant, bank.zone(), bank.language);
    PasskeyLine {
        id: passkey.id.to_string(),
        name: passkey.name,
        typed,
        remove_fault: kept,
        place: if passkey.is_backup_eligible { words.passkey_synced } else { words.passkey_device },
        created: at(passkey.created_at),
        used: passkey.used_at.map_or_else(|| words.passkey_never.to_owned(), at),
    }
}

/// Takes the proof, and goes on to the new passkey.
pub(super) async fn offer(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let (status, fault) = match offer_passkey(&pages.area, proof(&form, "answer")).await {
        Ok(PasskeyOffer::Offered) => return Ok(see_other(NEW)),
        // The page says so by itself.
        Ok(PasskeyOffer::TooMany | PasskeyOffer::NoPasskeys) => (StatusCode::CONFLICT, None),
        Err(unproven) => {
            let (status, fault) = refusal(unproven, bank.language, wrong_proof(bank).await?)?;
            (status, Some(fault))
        }
    };
    show(&pages, bank, status, Notes { answer_fault: fault, ..Notes::default() }).await
}

pub(super) async fn show_new(State(pages): Pages, bank: OnlineBank) -> PageResult {
    show_offer(&pages, &bank, "", None).await
}

async fn show_offer(
    pages: &OnlineBankPages,
    bank: &OnlineBank,
    name: &str,
    fault: Option<&'static str>,
) -> PageResult {
    let offered = find_offered_passkey(&pages.area, &bank.user, &bank.session).await?;
    let Some(offered) = offered else { return Ok(see_other(PATH)) };
    let words = Words::of(bank.language);
    let options = options(&offered, &pages.area.settings.brand.name_en).to_string();
    let content = NewContent {
        words,
        csrf: &bank.csrf,
        name,
        characters_max: NAME_CHARACTERS_MAX,
        fault,
        button: passkey_button(bank.language, PasskeyUse::Create(&options))?,
    };
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    bank.page_with(status, Section::Security, words.passkey_new_title, &content)
}

/// Writes what the browser is asked for (`PublicKeyCredentialCreationOptions`, section 5.4): a discoverable credential
/// whose user is verified, and no attestation.
fn options(offered: &OfferedPasskey, bank: &str) -> Value {
    let algorithms = webauthn::ALGORITHMS.map(|number| json!({ "type": "public-key", "alg": number }));
    let known: Vec<String> = offered.known.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect();
    json!({
        "rp": { "id": offered.relying_party, "name": bank },
        "user": {
            "id": URL_SAFE_NO_PAD.encode(&offered.user_handle),
            "name": offered.login,
            "displayName": offered.full_name,
        },
        "challenge": offered.challenge.text(),
        "pubKeyCredParams": algorithms,
        "timeout": CHALLENGE_S.saturating_mul(1_000),
        "excludeCredentials": known,
        "authenticatorSelection": {
            "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        },
        "attestation": "none",
    })
}

pub(super) async fn register(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let words = Words::of(bank.language);
    // Before the challenge is spent.
    let typed = form.field("name");
    let Some(name) = PasskeyName::read(typed) else {
        return show_offer(&pages, bank, typed, Some(words.passkey_name_fault)).await;
    };
    let answer = form.field("passkey");
    if answer.is_empty() {
        // Sent with the keyboard, without the button.
        return show_offer(&pages, bank, typed, None).await;
    }
    let (user, session) = (bank.user.clone(), bank.session.clone());
    let problem = match register_passkey(&pages.area, user, session, name, answer).await? {
        PasskeyAdded::Added => return Ok(done(PATH, "passkey")),
        PasskeyAdded::Gone => Some(words.passkey_expired),
        PasskeyAdded::Refused(_) => Some(words.passkey_refused),
        PasskeyAdded::Known => Some(words.passkey_known),
        // The page says so by itself.
        PasskeyAdded::TooMany => None,
    };
    show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, Notes { problem, ..Notes::default() }).await
}

pub(super) async fn rename(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let id: Uuid = form.field("passkey").parse().map_err(|_| PageError::NotFound)?;
    let typed = form.field("name");
    let Some(name) = PasskeyName::read(typed) else {
        let told = Notes { renamed: Some((id, typed.to_owned())), ..Notes::default() };
        return show(&pages, bank, StatusCode::UNPROCESSABLE_ENTITY, told).await;
    };
    if !rename_passkey(&pages.area, bank.user.clone(), id, name).await? {
        return Err(PageError::NotFound);
    }
    Ok(done(PATH, "passkey-renamed"))
}

pub(super) async fn remove(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let id: Uuid = form.field("passkey").parse().map_err(|_| PageError::NotFound)?;
    match remove_passkey(&pages.area, proof(&form, "answer"), id).await {
        Ok(true) => Ok(done(PATH, "passkey-removed")),
        Ok(false) => Err(PageError::NotFound),
        Err(unproven) => {
            let (status, fault) = refusal(unproven, bank.language, wrong_proof(bank).await?)?;
            show(&pages, bank, status, Notes { kept: Some((id, fault)), ..Notes::default() }).await
        }
    }
}
