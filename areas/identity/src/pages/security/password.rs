//! `/bank/security/password`: another password.

use ::pages::{OnlineBank, OnlineBankForm, PageResult, Section};
use askama::Template;
use axum::extract::State;
use http::StatusCode;

use super::words::Words;
use super::{OVERVIEW, done, exact, proof, refusal};
use crate::pages::Pages;
use crate::person::password_rule::PASSWORD_CHARACTERS;
use crate::work::change_password::{PasswordFault, change_password};

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
    let new = exact(&form, "new");
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    if new != exact(&form, "repeated") {
        let faults = Faults { repeated: Some(words.password_repeated_wrong.to_owned()), ..Faults::default() };
        return show(bank, unprocessable, faults);
    }
    let new_fault = |fault: &str| Faults { new: Some(fault.to_owned()), ..Faults::default() };
    let (status, faults) = match change_password(&pages.area, proof(&form, "present"), new).await {
        Ok(None) => return Ok(done(OVERVIEW, "password")),
        Ok(Some(PasswordFault::Rule(rule))) => (unprocessable, new_fault(words.rule(rule))),
        Ok(Some(PasswordFault::Same)) => (unprocessable, new_fault(words.password_same)),
        Err(unproven) => {
            let (status, fault) = refusal(unproven, bank.language, words.password_wrong)?;
            (status, Faults { present: Some(fault), ..Faults::default() })
        }
    };
    show(bank, status, faults)
}
