//! `GET /bank/certificates/new`, `POST /bank/certificates`: a file sent by a person.

use askama::Template;
use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::StatusCode;
use pages::{OnlineBank, OnlineBankForm, PageResult, Section, bare_base64, see_done};

use super::complaint::Complaint;
use super::words::Words;
use super::{CertificatesPages, failed, viewer};
use crate::work::intake_error::{IDS_SHOWN_MAX, IntakeError};
use crate::work::take_in::take_in;

#[derive(Template)]
#[template(path = "certificate_send.html")]
struct Content<'c> {
    words: &'static Words,
    csrf: &'c str,
    document: &'c str,
    problem: Option<String>,
    violations: Vec<Complaint>,
}

pub(super) async fn get(State(_): State<CertificatesPages>, bank: OnlineBank) -> PageResult {
    viewer(&bank)?;
    form(&bank, StatusCode::OK, "", None, Vec::new())
}

pub(super) async fn post(State(pages): State<CertificatesPages>, sent: OnlineBankForm) -> PageResult {
    let bank = &sent.bank;
    let sender = viewer(bank)?;
    let (words, document) = (Words::of(bank.language), sent.field("document"));
    let unprocessable =
        |problem: String| form(bank, StatusCode::UNPROCESSABLE_ENTITY, document, Some(problem), Vec::new());
    if document.is_empty() {
        return unprocessable(words.empty.to_owned());
    }
    let Some((bytes, charset)) = bytes_of(document) else {
        return unprocessable(words.not_base64.to_owned());
    };
    match take_in(&pages.area, sender, bytes, charset).await {
        Ok(id) => Ok(see_done(&format!("/bank/certificates/{id}?done=sent"))),
        Err(IntakeError::Violations(violations)) => {
            let complaints = violations.list().iter().map(|one| Complaint::of_violation(one, bank.language));
            form(bank, StatusCode::UNPROCESSABLE_ENTITY, document, None, complaints.collect())
        }
        Err(IntakeError::MessageUsed { message_id, task }) => {
            let text = format!("{} {message_id}. {}: {task}", words.message_used, words.task);
            form(bank, StatusCode::CONFLICT, document, Some(text), Vec::new())
        }
        Err(IntakeError::TransactionsUsed(ids)) => {
            form(bank, StatusCode::CONFLICT, document, Some(transactions_used(&ids, words)), Vec::new())
        }
        Err(error) => Err(failed(error)),
    }
}

fn transactions_used(ids: &[String], words: &Words) -> String {
    let (shown, more) = ids.split_at(ids.len().min(IDS_SHOWN_MAX));
    let text = format!("{}: {}", words.transactions_used, shown.join(", "));
    if more.is_empty() { text } else { format!("{text}; {}: {}", words.more_transactions, more.len()) }
}

fn form(
    bank: &OnlineBank,
    status: StatusCode,
    document: &str,
    problem: Option<String>,
    violations: Vec<Complaint>,
) -> PageResult {
    let words = Words::of(bank.language);
    let content = Content { words, csrf: &bank.csrf, document, problem, violations };
    bank.page_with(status, Section::Certificates, words.send, &content)
}

/// Reads the bytes of the document. A pasted text is UTF-8, whatever it says of itself, so that is told with it; a file
/// that is not plain text comes in Base64, byte by byte as it is; where no script has written it, it may have lines.
fn bytes_of(document: &str) -> Option<(Bytes, Option<String>)> {
    if document.starts_with('<') {
        return Some((Bytes::copy_from_slice(document.as_bytes()), Some("utf-8".to_owned())));
    }
    Some((Bytes::from(STANDARD.decode(bare_base64(document)).ok()?), None))
}
