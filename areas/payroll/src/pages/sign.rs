//! `/bank/payroll/{id}/sign`: what is signed, and the two ways to do it. Beside it the document and its digest, for
//! whoever signs with a certificate.

use askama::Template;
use axum::extract::{Path, State};
use clients::SignatureType;
use http::StatusCode;
use pages::{
    AnswerField, ConfirmationKind, OWN_CERTIFICATES_PATH, OnlineBank, OnlineBankForm, PageError, PageResult,
    Section, SigningDocument, bare_base64, confirm, date, download, money, see_done, see_other, signing_tool,
};

use super::figures::{awaited_besides, awaited_names, own_warnings, told, type_choices};
use super::words::Words;
use super::{Pages, PayrollPages, detail_of, identifier, origin_of, version};
use crate::identifier::StatementId;
use crate::statement::StatementHeader;
use crate::work::{self, Detail, HowSigned, Payer, StatementError};

#[derive(Template)]
#[template(path = "sign.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    header: &'a StatementHeader,
    facts: Vec<(&'static str, String)>,
    own_warnings: Vec<String>,
    warnings: i64,
    /// The part of the total that is not on the account.
    shortage: Option<String>,
    awaited: String,
    types: Vec<(&'static str, &'static str)>,
    answer: AnswerField,
    problem: Option<String>,
    cms_fault: Option<String>,
    cms: String,
    signing: String,
}

#[derive(Default)]
struct Problem {
    status: StatusCode,
    text: Option<String>,
    /// With the signature that was pasted, and that signature.
    cms: Option<(String, String)>,
}

pub(super) async fn get(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, identifier(&id)?, Problem::default()).await
}

async fn show(pages: &PayrollPages, bank: &OnlineBank, id: StatementId, problem: Problem) -> PageResult {
    let detail = detail_of(pages, bank, id).await?;
    if detail.may_sign.is_empty() {
        // Signed meanwhile, or nothing for this person to sign: the statement's page tells.
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    bank.require_factor().await?;
    let words = Words::of(bank.language);
    let payer = work::payer(&pages.payroll, &origin_of(bank), id).await?;
    let (cms_fault, cms) = problem.cms.unzip();
    let content = Content {
        words,
        csrf: &bank.csrf,
        header: &detail.header,
        facts: facts(&detail, payer, bank, words),
        shortage: payer.and_then(|payer| payer.shortage).map(|missing| money(missing, "RUR", bank.language)),
        awaited: awaited_names(
            &awaited_besides(&detail.candidates, &bank.user, detail.may_sign.first()),
            bank.language,
        ),
        own_warnings: own_warnings(&detail, bank.language),
        warnings: detail.counts.with_warnings,
        types: type_choices(&detail.may_sign, words),
        answer: AnswerField::load(bank).await?,
        problem: problem.text,
        cms_fault,
        cms: cms.unwrap_or_default(),
        signing: in_browser(id, bank)?,
    };
    bank.page_with(problem.status, Section::Payroll, words.sign_title, &content)
}

fn in_browser(id: StatementId, bank: &OnlineBank) -> Result<String, PageError> {
    let document = SigningDocument {
        address: format!("/bank/payroll/{id}/document.json"),
        digest: None,
        into: "cms".to_owned(),
        prefix: String::new(),
    };
    Ok(signing_tool(bank.language, OWN_CERTIFICATES_PATH, &[document])?)
}

fn facts(
    detail: &Detail,
    payer: Option<Payer>,
    bank: &OnlineBank,
    words: &'static Words,
) -> Vec<(&'static str, String)> {
    let header = &detail.header;
    let mut facts = vec![
        (words.total, money(header.terms.total, "RUR", bank.language)),
        (words.transfers, header.lines_count.to_string()),
        (words.account, header.terms.account.to_string()),
        (words.date, date(header.date, bank.language)),
        (words.purpose, header.purpose.clone()),
    ];
    if let Some(payer) = payer {
        facts.push((words.balance, money(payer.available, "RUR", bank.language)));
    }
    facts
}

pub(super) async fn post(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let (id, version) = (identifier(&id)?, version(&form)?);
    form.bank.require_factor().await?;
    let words = Words::of(form.bank.language);
    let again = |status, text: String| Problem { status, text: Some(text), cms: None };
    let pasted = form.field("cms");
    let again_with_cms = |text: String| Problem {
        status: StatusCode::UNPROCESSABLE_ENTITY,
        text: None,
        cms: Some((text, pasted.to_owned())),
    };
    let how = if form.field("how") == "certificate" {
        let cms = bare_base64(pasted);
        if cms.is_empty() {
            return show(&pages, &form.bank, id, again_with_cms(words.no_cms.to_owned())).await;
        }
        HowSigned::Certificate(cms)
    } else {
        let Ok(kind) = form.field("type").parse::<SignatureType>() else {
            let problem = again(StatusCode::UNPROCESSABLE_ENTITY, words.no_type.to_owned());
            return show(&pages, &form.bank, id, problem).await;
        };
        let detail = detail_of(&pages, &form.bank, id).await?;
        detail.check_signature(version, kind)?;
        if let Some(unconfirmed) = confirm(&form.bank, form.field("answer")).await? {
            let problem = again(unconfirmed.status, unconfirmed.text.to_string());
            return show(&pages, &form.bank, id, problem).await;
        }
        HowSigned::Confirmed(kind)
    };
    let signed = work::sign(&pages.payroll, &origin_of(&form.bank), id, version, how).await;
    match signed {
        Ok(_) => Ok(see_done(&format!("/bank/payroll/{id}?done=signed"))),
        Err(StatementError::SignatureRefused(reason)) => {
            show(&pages, &form.bank, id, again_with_cms(told(&reason, form.bank.language))).await
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn document(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    let id = identifier(&id)?;
    let document = work::signing_document(&pages.payroll, &origin_of(&bank), id).await?;
    Ok(download(&format!("{id}.json"), "application/json", document.text.into_bytes()))
}

pub(super) async fn digest(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    let id = identifier(&id)?;
    let document = work::signing_document(&pages.payroll, &origin_of(&bank), id).await?;
    Ok(download(&format!("{id}.digest.bin"), "application/octet-stream", document.digest.to_vec()))
}
