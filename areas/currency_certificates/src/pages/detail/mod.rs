//! `GET /bank/certificates/{id}?page=N`: one message with its certificates, their fields in words, and the reasons of
//! those that were rejected.

mod view;

use askama::Template;
use axum::extract::State;
use edge::{AreaPath, QueryList};
use iso20022::{Document, Notification};
use kernel::hexadecimal;
use pages::{
    OnlineBank, PageError, PagePath, PageResult, Section, moment, not_past_end, page_asked, pagination,
};

use super::fields::{Field, Fields, Manner};
use super::words::Words;
use super::{CertificatesPages, badge, failed, task_id, viewer};
use crate::certificate::StoredCertificate;
use crate::work::intake_error::IntakeError;
use crate::work::read_task::{document, whole_task};
use crate::work::turn::open_document;
use view::ShownCertificate;

const PER_PAGE: usize = 10;
/// The last page that is offered.
const PAGES_MAX: i32 = 10_000;

#[derive(Template)]
#[template(path = "certificate_detail.html")]
struct Content {
    words: &'static Words,
    id: String,
    message_id: String,
    badge: &'static str,
    state: &'static str,
    is_final: bool,
    was_sent: bool,
    received: String,
    own: Vec<Field>,
    header: Fields,
    certificates: Vec<ShownCertificate>,
    pagination: String,
}

pub(super) async fn get(
    State(pages): State<CertificatesPages>,
    AreaPath(id, _): PagePath,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let (viewer, id) = (viewer(&bank)?, task_id(&id)?);
    let number = page_asked(&query, PAGES_MAX)?.unsigned_abs();
    let was_sent = query.single("done")? == Some("sent");
    let state = &pages.area;
    let whole = whole_task(state, viewer.clone(), id).await?.ok_or(PageError::NotFound)?;
    let (_, stored) = document(state, viewer, id).await?.ok_or(PageError::NotFound)?;
    let digest = hexadecimal(&stored.sha256);
    let document = readable(open_document(state, stored).await)?;
    let words = Words::of(bank.language);
    let manner = Manner { language: bank.language, zone: bank.zone() };
    let header = document.as_ref().and_then(|document| document.root().at("PmtRgltryInfNtfctn/GrpHdr"));
    let header = header.map(|header| manner.fields(&header, ""));
    let certificates = certificates(document.as_ref(), &whole.certificates, number, manner);
    not_past_end(number, certificates.is_empty())?;
    let field = |name: &str, value: String| Field { name: name.to_owned(), value };
    let content = Content {
        words,
        message_id: whole.task.message_id.clone(),
        badge: badge(whole.task.state),
        state: words.state(whole.task.state),
        is_final: whole.task.state.is_final(),
        was_sent,
        received: moment(whole.task.registered_at, bank.zone(), bank.language),
        own: vec![
            field(words.task, id.to_string()),
            field(words.kind, whole.task.message_name.clone()),
            field(words.digest, digest),
        ],
        header: header.unwrap_or_default(),
        certificates,
        pagination: pagination(bank.language, number, count(whole.certificates.len()), |page| {
            format!("/bank/certificates/{id}?page={page}")
        }),
        id: id.to_string(),
    };
    bank.page(Section::Certificates, &whole.task.message_id, &content)
}

/// Takes the document, unless it is not valid any more: then the page shows only what the bank knows of its
/// certificates.
fn readable(opened: Result<Document, IntakeError>) -> Result<Option<Document>, PageError> {
    match opened {
        Ok(document) => Ok(Some(document)),
        Err(IntakeError::Violations(violations)) => {
            tracing::error!("a stored document of certificates is not valid: {violations}");
            Ok(None)
        }
        Err(error) => Err(failed(error)),
    }
}

/// Shows the certificates of a page: the fields of the message beside the findings of the bank.
fn certificates(
    document: Option<&Document>,
    stored: &[StoredCertificate],
    page: u32,
    manner: Manner<'_>,
) -> Vec<ShownCertificate> {
    let before = usize::try_from(page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(PER_PAGE);
    let Some(message) = document.and_then(Notification::read) else {
        let of_page = stored.iter().skip(before).take(PER_PAGE);
        return of_page.map(|stored| ShownCertificate::without_document(stored, manner.language)).collect();
    };
    let sent = message.items.iter().flat_map(|item| item.certificates.iter().map(move |one| (item, one)));
    let of_page = sent.zip(stored).skip(before).take(PER_PAGE);
    of_page.map(|((item, one), stored)| ShownCertificate::new(item, one, stored, manner)).collect()
}

/// Counts the pages that so many certificates take.
fn count(certificates: usize) -> u32 {
    u32::try_from(certificates.div_ceil(PER_PAGE)).unwrap_or(u32::MAX).min(PAGES_MAX.unsigned_abs())
}
