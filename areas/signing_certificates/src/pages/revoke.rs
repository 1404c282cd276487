//! `/bank/signature/{id}/revoke`: ends the key of a certificate for good.

use ::pages::{AnswerField, OnlineBank, OnlineBankForm, PageError, PageResult, Section, confirm, see_other};
use askama::Template;
use axum::extract::{Path, State};

use super::list::{Line, line};
use super::words::Words;
use super::{CertificatesPages, Faults, OVERVIEW, certificate_id, see_overview, signer};
use crate::work::error::CertificateError;
use crate::work::present::{certificate, present};
use crate::work::revoke::revoke;

#[derive(Template)]
#[template(path = "signature_revoke.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    line: Line,
    answer: AnswerField,
    faults: Faults,
}

pub(super) async fn get(
    State(pages): State<CertificatesPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> PageResult {
    show(&pages, &bank, &id, Faults::default()).await
}

async fn show(pages: &CertificatesPages, bank: &OnlineBank, id: &str, faults: Faults) -> PageResult {
    let (id, words) = (certificate_id(id)?, Words::of(bank.language));
    let own = present(&pages.area, &bank.user, &bank.company).await?;
    let found = certificate(&own, &id).ok_or(PageError::NotFound)?;
    if !found.standing.is_revocable() {
        return Ok(see_other(OVERVIEW));
    }
    let status = faults.status;
    let answer = AnswerField::load(bank).await?;
    let content = Content { words, csrf: &bank.csrf, line: line(found, bank), answer, faults };
    bank.page_with(status, Section::Signature, words.revoke_title, &content)
}

pub(super) async fn post(
    State(pages): State<CertificatesPages>,
    Path(id): Path<String>,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, own_id) = (&form.bank, certificate_id(&id)?);
    // Before the one-time code is spent; somebody else's stays unknown.
    let own = present(&pages.area, &bank.user, &bank.company).await?;
    if certificate(&own, &own_id).ok_or(PageError::NotFound)?.standing.is_revocable() {
        if let Some(fault) = confirm(bank, form.field("answer")).await? {
            return show(&pages, bank, &id, Faults::answer(fault, "")).await;
        }
        match revoke(&pages.area, &signer(bank), own_id).await {
            // Revoked a moment ago in another tab is revoked as well.
            Ok(()) | Err(CertificateError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(see_overview("revoked"))
}
