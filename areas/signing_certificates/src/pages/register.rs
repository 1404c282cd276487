//! `/bank/signature/register`: a certificate that an authority has issued.

use ::pages::{OnlineBank, OnlineBankForm, PageResult, Section, see_other};
use askama::Template;
use axum::extract::State;
use cms::Certificate;

use super::words::Words;
use super::{CertificatesPages, Faults, TypeChoice, choices, own, pasted, signer};
use crate::work::error::CertificateError;
use crate::work::registration::begin_registration;

/// The page of the second step.
pub(super) const PROOF: &str = "/bank/signature/register/proof";

#[derive(Template)]
#[template(path = "signature_register.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    types: Vec<TypeChoice>,
    faults: Faults,
}

pub(super) async fn get(State(pages): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, Faults::default()).await
}

async fn show(pages: &CertificatesPages, bank: &OnlineBank, faults: Faults) -> PageResult {
    let words = Words::of(bank.language);
    let own = own(pages, bank).await?;
    let status = faults.status;
    let content = Content { words, csrf: &bank.csrf, types: choices(&own.types, words), faults };
    bank.page_with(status, Section::Signature, words.register_title, &content)
}

pub(super) async fn post(State(pages): State<CertificatesPages>, form: OnlineBankForm) -> PageResult {
    let (bank, typed) = (&form.bank, form.field("certificate"));
    let words = Words::of(bank.language);
    let again = |fault: String| show(&pages, bank, Faults::text(fault, typed));
    let (kind, certificate) = match pasted(&form, Certificate::from_pem(typed)) {
        Ok(read) => read,
        Err(fault) => return again(fault).await,
    };
    match begin_registration(&pages.area, &signer(bank), kind, certificate).await {
        Ok(()) => Ok(see_other(PROOF)),
        Err(CertificateError::Refused(refusal)) => again(words.refusal(&refusal, bank.language)).await,
        Err(error) => Err(error.into()),
    }
}
