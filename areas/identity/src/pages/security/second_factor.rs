//! `/bank/security/second-factor`: a second factor by QR code, another one, and recovery codes.

use std::fmt::Write as _;

use ::pages::{AnswerField, ConfirmationKind, OnlineBank, OnlineBankForm, PageResult, Section, see_other};
use askama::Template;
use axum::extract::State;
use http::StatusCode;
use qrcode::{Color, QrCode};

use super::words::Words;
use super::{proof, refusal, wrong_proof};
use crate::pages::{OnlineBankPages, Pages};
use crate::person::recovery_code::RecoveryCode;
use crate::work::WorkError;
use crate::work::prove::Unproven;
use crate::work::second_factor::{
    FactorSet, codes_left, find_offer, offer_second_factor, renew_recovery_codes, set_second_factor,
};

const PATH: &str = "/bank/security/second-factor";
const NEW: &str = "/bank/security/second-factor/new";

/// Faults of the two forms, each beside its field.
#[derive(Default)]
struct Faults {
    replace: Option<String>,
    renew: Option<String>,
}

#[derive(Template)]
#[template(path = "security_factor.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    /// The recovery codes that are left, of somebody with a second factor.
    codes_left: Option<i64>,
    /// The proof of a person who has to give it with a passkey.
    passkey: Option<AnswerField>,
    faults: Faults,
}

#[derive(Template)]
#[template(path = "security_factor_new.html")]
struct NewContent<'a> {
    words: &'static Words,
    csrf: &'a str,
    picture: Option<QrPicture>,
    secret: String,
    fault: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "security_codes.html")]
struct CodesContent {
    words: &'static Words,
    note: &'static str,
    codes: Vec<String>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, StatusCode::OK, Faults::default()).await
}

async fn show(pages: &OnlineBankPages, bank: &OnlineBank, status: StatusCode, faults: Faults) -> PageResult {
    let words = Words::of(bank.language);
    let codes_left = codes_left(&pages.area, &bank.user).await?;
    let answer = AnswerField::load(bank).await?;
    let passkey = (answer.kind == ConfirmationKind::Passkey).then_some(answer);
    let content = Content { words, csrf: &bank.csrf, codes_left, passkey, faults };
    bank.page_with(status, Section::Security, words.factor_title, &content)
}

/// Tells why the proof of a form was not taken.
async fn refuse(
    pages: &OnlineBankPages,
    bank: &OnlineBank,
    unproven: Unproven,
    place: impl FnOnce(String) -> Faults,
) -> PageResult {
    let (status, fault) = refusal(unproven, bank.language, wrong_proof(bank).await?)?;
    show(pages, bank, status, place(fault)).await
}

/// Takes the proof, and goes on to the new second factor.
pub(super) async fn offer(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    match offer_second_factor(&pages.area, proof(&form, "answer")).await {
        Ok(()) => Ok(see_other(NEW)),
        Err(unproven) => {
            let place = |fault| Faults { replace: Some(fault), renew: None };
            refuse(&pages, &form.bank, unproven, place).await
        }
    }
}

/// Shows the secret until a code of it was typed.
pub(super) async fn show_new(State(pages): Pages, bank: OnlineBank) -> PageResult {
    show_offer(&pages, &bank, StatusCode::OK, None).await
}

async fn show_offer(
    pages: &OnlineBankPages,
    bank: &OnlineBank,
    status: StatusCode,
    fault: Option<&'static str>,
) -> PageResult {
    let Some(offer) = find_offer(&pages.area, &bank.user, &bank.session).await? else {
        return Ok(see_other(PATH));
    };
    let words = Words::of(bank.language);
    let brand = &pages.area.settings.brand;
    let address =
        offer.secret.provisioning_uri(&brand.name_en, &offer.login).map_err(WorkError::SecondFactor)?;
    // Without a picture the text beside it does the same.
    let picture = QrPicture::encode(&address);
    let content = NewContent { words, csrf: &bank.csrf, picture, secret: offer.secret.base32(), fault };
    bank.page_with(status, Section::Security, words.factor_new_title, &content)
}

/// Takes the first code of a new second factor.
pub(super) async fn set(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let (user, session) = (bank.user.clone(), bank.session.clone());
    let words = Words::of(bank.language);
    match set_second_factor(&pages.area, user, session, form.field("code")).await? {
        FactorSet::Set(codes) => show_codes(bank, words.factor_set, &codes),
        FactorSet::WrongCode => {
            let (status, fault) = (StatusCode::UNPROCESSABLE_ENTITY, words.factor_wrong_code);
            show_offer(&pages, bank, status, Some(fault)).await
        }
        FactorSet::Gone => Ok(see_other(PATH)),
    }
}

/// Shows a set of recovery codes, once: they are an answer and no page that can be opened again.
fn show_codes(bank: &OnlineBank, note: &'static str, codes: &[RecoveryCode]) -> PageResult {
    let words = Words::of(bank.language);
    let codes = codes.iter().map(RecoveryCode::text).collect();
    bank.page(Section::Security, words.codes_title, &CodesContent { words, note, codes })
}

pub(super) async fn renew_codes(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    match renew_recovery_codes(&pages.area, proof(&form, "answer")).await {
        Ok(codes) => show_codes(bank, Words::of(bank.language).codes_renewed, &codes),
        Err(unproven) => {
            let place = |fault| Faults { replace: None, renew: Some(fault) };
            refuse(&pages, bank, unproven, place).await
        }
    }
}

/// Light modules on each side, without which a camera does not find the code.
const QUIET_MODULES: usize = 4;

/// A QR code (ISO/IEC 18004) as the path of a picture inside the page: no script, no file, no other server.
pub struct QrPicture {
    /// Modules along a side, those of the quiet zone included.
    pub side: usize,
    /// The dark modules, as the `d` of an SVG path.
    pub path: String,
}

impl QrPicture {
    /// Draws `text`; `None` for one that is too long.
    pub fn encode(text: &str) -> Option<Self> {
        let code = QrCode::new(text).ok()?;
        let width = code.width();
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(width).enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
                // Writing into a text cannot fail.
                let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET_MODULES, y + QUIET_MODULES);
            }
        }
        Some(Self { side: width + 2 * QUIET_MODULES, path })
    }
}
