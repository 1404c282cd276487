//! `POST /bank/webhooks/{id}/secret`: other secrets, shown once.

use ::pages::{
    FormPage, OnlineBank, OnlineBankForm, PageError, PagePath, PageResult, Section, confirm, moment,
};
use askama::Template;
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use idempotency::Keep;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{Pages, administration, webhook_id};
use crate::work::administration::ShownSecret;
use crate::work::log;
use crate::work::rotate::rotate;

/// Page with a secret. It is the answer to the form itself: no address brings it back.
#[derive(Template)]
#[template(path = "webhook_secret.html")]
struct Content<'a> {
    words: &'static Words,
    id: String,
    address: &'a str,
    secret: &'a str,
    public_key: &'a str,
    previous_until: Option<String>,
}

/// Shows a secret that was minted a moment ago.
pub(super) fn show_secret(bank: &OnlineBank, shown: &ShownSecret) -> PageResult {
    let words = Words::of(bank.language);
    let previous_until = shown.webhook.previous_until.map(|until| moment(until, bank.zone(), bank.language));
    let content = Content {
        words,
        id: shown.webhook.id.to_string(),
        address: shown.webhook.address.as_str(),
        secret: &shown.secret,
        public_key: &shown.public_key,
        previous_until,
    };
    bank.page(Section::Integrations, words.secret_title, &content)
}

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let by = administration(&pages, bank)?;
    let seen = form.field("version").parse::<i64>();
    let seen = seen.map_err(|_| EdgeError::malformed("The field `version` is no number"))?;
    // Before the one-time code is spent, as the unit of work asks again.
    if log::get(&by, id).await?.version != seen {
        return Err(PageError::Conflict);
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { secret: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, (id, None), FormPage::again(unconfirmed.status, faults)).await;
    }
    let shown = rotate(&by, (id, Some(seen)), Keep::nothing()).await?;
    show_secret(bank, &shown)
}
