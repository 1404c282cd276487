//! `/bank/signature/request`: a request for a certificate, made in the browser or elsewhere.

use ::pages::{
    AnswerField, OnlineBank, OnlineBankForm, PageError, PageResult, Section, confirm, new_key_tool,
};
use askama::Template;
use axum::extract::State;
use clients::signatures::{AskedCertificate, RequestState};
use cms::CertificateRequest;

use super::words::Words;
use super::{CertificatesPages, Faults, TypeChoice, choices, own, pasted, see_overview, signer};
use crate::work::ask::{ask, check_request, withdraw as withdraw_request};
use crate::work::error::CertificateError;
use crate::work::present::present;

#[derive(Template)]
#[template(path = "signature_request.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    issues_at_once: bool,
    types: Vec<TypeChoice>,
    full_name: &'a str,
    new_key: String,
    answer: AnswerField,
    faults: Faults,
}

pub(super) async fn get(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, Faults::default()).await
}

async fn show(pages: &CertificatesPages, bank: &OnlineBank, faults: Faults) -> PageResult {
    let words = Words::of(bank.language);
    let own = own(pages, bank).await?;
    let status = faults.status;
    let content = Content {
        words,
        csrf: &bank.csrf,
        issues_at_once: pages.area.issuer.is_some(),
        types: choices(&own.types, words),
        full_name: &own.full_name,
        new_key: new_key_tool(bank.language, &own.full_name, &bank.company_name, "request")?,
        answer: AnswerField::load(bank).await?,
        faults,
    };
    bank.page_with(status, Section::Signature, words.request_title, &content)
}

pub(super) async fn post(State(pages): State<CertificatesPages>, form: OnlineBankForm) -> PageResult {
    let (bank, typed) = (&form.bank, form.field("request"));
    let words = Words::of(bank.language);
    let again = |fault: String| show(&pages, bank, Faults::text(fault, typed));
    let (kind, request) = match pasted(&form, CertificateRequest::from_pem(typed)) {
        Ok(read) => read,
        Err(fault) => return again(fault).await,
    };
    // Before the one-time code is spent.
    let outcome = match check_request(&pages.area, &signer(bank), kind, &request).await {
        Ok(()) => {
            if let Some(fault) = confirm(bank, form.field("answer")).await? {
                return show(&pages, bank, Faults::answer(fault, typed)).await;
            }
            ask(&pages.area, &signer(bank), kind, request).await
        }
        Err(error) => Err(error),
    };
    match outcome {
        Ok(is_issued) => Ok(see_overview(if is_issued { "issued" } else { "requested" })),
        Err(CertificateError::Refused(refusal)) => again(words.refusal(&refusal, bank.language)).await,
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn withdraw(State(pages): State<CertificatesPages>, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, form.field("request").to_owned());
    match withdraw_request(&pages.area, &signer(bank), id.clone()).await {
        Err(CertificateError::NotFound) => {
            // Withdrawn in another tab, or by the same form; else issued meanwhile.
            let own = present(&pages.area, &bank.user, &bank.company).await?;
            let is_withdrawn = |asked: &AskedCertificate| {
                asked.id == id && matches!(asked.state, RequestState::Withdrawn { .. })
            };
            if !own.requests.iter().any(is_withdrawn) {
                return Err(PageError::Conflict);
            }
        }
        outcome => outcome?,
    }
    Ok(see_overview("withdrawn"))
}
