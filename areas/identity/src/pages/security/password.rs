//! `/bank/security/password`: another password.

use ::pages::{OnlineBank, OnlineBankForm, PageResult, Proof, Section};
use askama::Template;
use axum::extract::State;
use http::StatusCode;

use super::words::Words;
use super::{OVERVIEW, done, exact, refusal};
use crate::pages::Pages;
use crate::person::password_rule::PASSWORD_CHARACTERS;
use crate::work::change_password::{PasswordKept, change_password};

/// Faults of the form, each beside its field.
#[derive(Default)]
struct Faults {
    present: Option<String>,
    new: Option<String>,
    repeated: Option<String>,
}

#[derive(Template)]
#[template(path = "security_password.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    characters_max: usize,
    faults: Faults,
}

pub(super) async fn get(bank: OnlineBank) -> PageResult {
    show(&bank, StatusCode::OK, Faults::default())
}

fn show(bank: &OnlineBank, status: StatusCode, faults: Faults) -> PageResult {
    let words = Words::of(bank.language);
    let characters_max = *PASSWORD_CHARACTERS.end();
    let content = Content { words, csrf: &bank.csrf, characters_max, faults };
    bank.page_with(status, Section::Security, words.password_title, &content)
}

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let words = Words::of(bank.language);
    let (present, new) = (exact(&form, "present"), exact(&form, "new"));
    if new != exact(&form, "repeated") {
        let faults = Faults { repeated: Some(words.password_repeated_wrong.to_owned()), ..Faults::default() };
        return show(bank, StatusCode::UNPROCESSABLE_ENTITY, faults);
    }
    let proof = Proof { user: &bank.user, company: &bank.company, session: &bank.session, answer: present };
    let (status, faults) = match change_password(&pages.area, proof, new).await {
        Ok(()) => return Ok(done(OVERVIEW, "password")),
        Err(PasswordKept::Rule(rule)) => {
            let fault = words.rule(rule).to_owned();
            (StatusCode::UNPROCESSABLE_ENTITY, Faults { new: Some(fault), ..Faults::default() })
        }
        Err(PasswordKept::Same) => {
            let fault = words.password_same.to_owned();
            (StatusCode::UNPROCESSABLE_ENTITY, Faults { new: Some(fault), ..Faults::default() })
        }
        Err(PasswordKept::Unproven(unproven)) => {
            let (status, fault) = refusal(unproven, bank.language, words.password_wrong)?;
            (status, Faults { present: Some(fault), ..Faults::default() })
        }
    };
    show(bank, status, faults)
}
