//! `/bank/signature/register/proof`: the person signs a challenge with the key of the certificate.

use ::pages::{
    AnswerField, OnlineBank, OnlineBankForm, PageError, PageResult, Section, SigningDocument, bare_base64,
    confirm, download, moment, signing_tool,
};
use askama::Template;
use axum::extract::State;

use super::words::Words;
use super::{CertificatesPages, Faults, see_overview, signer};
use crate::challenge::Challenge;
use crate::refusal::Refusal;
use crate::work::error::CertificateError;
use crate::work::present::challenge;
use crate::work::registration::{check_registration, finish_registration};

#[derive(Template)]
#[template(path = "signature_prove.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    subject: &'a str,
    kind: &'static str,
    until: String,
    signing: String,
    answer: AnswerField,
    faults: Faults,
}

pub(super) async fn get(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, Faults::default()).await
}

async fn show(pages: &CertificatesPages, bank: &OnlineBank, faults: Faults) -> PageResult {
    let words = Words::of(bank.language);
    let Some(challenge) = challenge(&pages.area, &bank.user, &bank.company).await? else {
        return Ok(see_overview("late"));
    };
    let document = SigningDocument {
        address: "/bank/signature/register/document.json".to_owned(),
        digest: Some(challenge.digest()),
        into: "cms".to_owned(),
        prefix: String::new(),
    };
    let status = faults.status;
    let content = Content {
        words,
        csrf: &bank.csrf,
        subject: challenge.certificate.subject_name(),
        kind: words.signature_type(challenge.signature_type),
        until: moment(challenge.expires_at, bank.zone(), bank.language),
        signing: signing_tool(bank.language, "/bank/signature/register/certificate.pem", &[document])?,
        answer: AnswerField::load(bank).await?,
        faults,
    };
    bank.page_with(status, Section::Signature, words.prove_title, &content)
}

pub(super) async fn post(State(pages): State<CertificatesPages>, form: OnlineBankForm) -> PageResult {
    let (bank, typed) = (&form.bank, form.field("cms"));
    let words = Words::of(bank.language);
    let (signer, cms) = (signer(bank), bare_base64(typed));
    // Before the one-time code is spent.
    let mut outcome = check_registration(&pages.area, &signer, cms.clone()).await;
    if outcome.is_ok() {
        if let Some(fault) = confirm(bank, form.field("answer")).await? {
            return show(&pages, bank, Faults::answer(fault, typed)).await;
        }
        outcome = finish_registration(&pages.area, &signer, cms).await;
    }
    match outcome {
        Ok(()) => Ok(see_overview("registered")),
        Err(CertificateError::Refused(Refusal::NoChallenge)) => Ok(see_overview("late")),
        Err(CertificateError::Refused(refusal)) => {
            show(&pages, bank, Faults::text(words.refusal(&refusal, bank.language), typed)).await
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn document(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    let challenge = open(&pages, &bank).await?;
    Ok(download("registration.json", "application/json", challenge.document.into_bytes()))
}

pub(super) async fn digest(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    let challenge = open(&pages, &bank).await?;
    Ok(download("registration.digest.bin", "application/octet-stream", challenge.digest().to_vec()))
}

pub(super) async fn certificate(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    let challenge = open(&pages, &bank).await?;
    Ok(download("certificate.pem", super::files::PEM, challenge.certificate.to_pem()))
}

async fn open(pages: &CertificatesPages, bank: &OnlineBank) -> Result<Challenge, PageError> {
    challenge(&pages.area, &bank.user, &bank.company).await?.ok_or(PageError::NotFound)
}
