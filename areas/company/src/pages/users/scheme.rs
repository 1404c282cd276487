//! `POST /bank/signature-scheme`: another signature scheme for the company, at once or once it is confirmed.

use ::pages::{OnlineBankForm, PageResult, see_done};
use axum::extract::State;
use clients::SignatureScheme;
use edge::EdgeError;
use http::StatusCode;

use super::list::{ListPage, Refused, show};
use super::words::Words;
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::administration::AdministrationError;
use crate::work::users::change_scheme::{SchemeChanged, change_scheme, has_scheme};

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(bank)?;
    let before: SignatureScheme =
        form.field("before").parse().map_err(|_| EdgeError::malformed("The field `before` is no scheme"))?;
    let same_person = form.field("same_person") == "yes";
    let words = Words::of(bank.language);
    let refused = |status, scheme_fault, answer_fault| Refused {
        status,
        first: form.field("first").chars().take(1).collect(),
        second: form.field("second").chars().take(1).collect(),
        same_person,
        scheme_fault,
        answer_fault,
    };
    let Some(after) = scheme(form.field("first"), form.field("second"), same_person) else {
        let refused = refused(StatusCode::UNPROCESSABLE_ENTITY, Some(words.scheme_fault), None);
        return show(&pages, bank, ListPage::FIRST, Some(refused)).await;
    };
    let identity = &pages.area.identity;
    // Before the one-time code is spent.
    let changed = match has_scheme(identity, &administrator, before, after).await {
        Ok(true) => Ok(SchemeChanged::Now),
        Ok(false) => {
            if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
                let refused = refused(unconfirmed.status, None, Some(unconfirmed.text));
                return show(&pages, bank, ListPage::FIRST, Some(refused)).await;
            }
            change_scheme(identity, &administrator, before, after).await
        }
        Err(error) => Err(error),
    };
    Ok(match changed {
        Ok(SchemeChanged::Now) => see_done("/bank/users?done=scheme"),
        Ok(SchemeChanged::Waits) => see_done("/bank/signature-scheme?done=asked"),
        Err(AdministrationError::Changed) => {
            let refused = refused(StatusCode::CONFLICT, Some(words.scheme_changed), None);
            return show(&pages, bank, ListPage::FIRST, Some(refused)).await;
        }
        Err(error) => return Err(error.into()),
    })
}

/// Makes a scheme of what was typed: one digit for each type.
fn scheme(first: &str, second: &str, same_person: bool) -> Option<SignatureScheme> {
    let digit = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    let scheme = SignatureScheme::new(digit(first)?, digit(second)?).ok()?;
    Some(if same_person { scheme.by_same_person() } else { scheme })
}
