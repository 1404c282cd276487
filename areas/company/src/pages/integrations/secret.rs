//! `POST /bank/integrations/{id}/secret`: another secret, shown once; and `…/secret/end`, the end of the one before.

use ::pages::{
    FormPage, OnlineBank, OnlineBankForm, PageError, PagePath, PageResult, Question, Section, moment,
};
use askama::Template;
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use kernel::{ClientId, Instant};

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{client_id, done, version};
use crate::integration::Overlap;
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::integrations::present;
use crate::work::integrations::settings::{end_previous_secret, replace_secret};

/// Page with a secret. It is the answer to the form itself: no address brings it back, and nothing keeps it.
#[derive(Template)]
#[template(path = "integration_secret.html")]
struct Content<'a> {
    words: &'static Words,
    id: &'a ClientId,
    name: &'a str,
    secret: &'a str,
    previous_until: Option<String>,
}

pub(super) fn show_secret(
    bank: &OnlineBank,
    id: &ClientId,
    name: &str,
    secret: &str,
    previous_until: Option<Instant>,
) -> PageResult {
    let words = Words::of(bank.language);
    let previous_until = previous_until.map(|until| moment(until, bank.zone(), bank.language));
    let content = Content { words, id, name, secret, previous_until };
    bank.page(Section::Integrations, words.secret_title, &content)
}

pub(super) async fn replace(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, client_id(&id)?);
    let administrator = administrator(&pages, bank)?;
    let version = version(&form)?;
    let overlap: Overlap = form
        .field("overlap")
        .parse()
        .map_err(|_| EdgeError::malformed("The field `overlap` is none of the times offered"))?;
    // Before the one-time code is spent.
    let presented = present(&administrator, &id).await?;
    if !presented.integration.is_own {
        return Err(PageError::Forbidden);
    }
    if presented.client.version != version {
        return Err(PageError::Conflict);
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { secret: Some((overlap, unconfirmed.text)), ..FormFaults::default() };
        return show(&pages, bank, &id, FormPage::again(unconfirmed.status, faults)).await;
    }
    let secret = replace_secret(&administrator, id.clone(), version, overlap).await?;
    show_secret(bank, &id, &presented.client.name, &secret, overlap.until(bank.now()))
}

pub(super) async fn end(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = client_id(&id)?;
    let administrator = administrator(&pages, &form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.end_previous_question,
        text: words.end_previous_text,
        button: words.end_previous,
    };
    let deed = async {
        let version = version(&form)?;
        let ended = end_previous_secret(&administrator, id.clone(), version).await;
        ended.map_err(PageError::from)
    };
    form.once_sure(question, deed, done(&id, "ended")).await
}
