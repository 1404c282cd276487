//! `GET /bank/tariffs/{id}`: one request with its document, signatures and history, and what can be done with it.
//! `GET /bank/tariffs/{id}/pdf`: the document.

use askama::Template;
use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clients::SignatureType;
use edge::{AreaPath, EdgeError, QueryList};
use kernel::Language;
use pages::{
    AnswerFault, AnswerField, FormPage, OWN_CERTIFICATES_PATH, OnlineBank, PageError, PagePath, PageResult,
    Section, SigningDocument, download, moment, signing_tool,
};

use super::words::{Words, document_type, state, why_not};
use super::{Pages, TariffPages, badge, request_id, viewer};
use crate::document::{self, Block, file_name};
use crate::request::{Author, RequestId, TariffRequest};
use crate::request_state::RequestState;
use crate::signing::Signing;
use crate::store::requests::{self, RequestName};
use crate::work::sign;

#[derive(Template)]
#[template(path = "tariff.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: String,
    title: String,
    badge: &'static str,
    state: &'static str,
    plan: String,
    created: String,
    updated: String,
    uid: String,
    /// The act of a moment ago.
    notice: Option<&'static str>,
    /// The reason for which the bank declined.
    declined: Option<&'static str>,
    /// The document. It is read back and written anew, so that this page escapes what it shows by itself, whatever once
    /// came into the tables.
    paper: document::Content,
    scheme: String,
    signatures: Vec<SignatureLine>,
    /// Says that one of them does not count any more.
    lost: Option<&'static str>,
    sign: SignForm,
    can_delete: bool,
    can_withdraw: bool,
    withdraw_fault: Option<&'static str>,
    history: Vec<HistoryLine>,
    /// The page looks again by itself while the bank is at work.
    is_live: bool,
}

struct SignatureLine {
    name: String,
    kind: &'static str,
    how: &'static str,
    when: String,
}

struct HistoryLine {
    state: &'static str,
    when: String,
    author: String,
    class: &'static str,
}

struct SignForm {
    /// The signatures of which the person can give one: value and name.
    kinds: Vec<(&'static str, &'static str)>,
    /// Those that are there have become enough.
    is_enough: bool,
    /// The reason when there is none.
    why_not: Option<&'static str>,
    answer: AnswerField,
    digest: String,
    /// The form that signs in the browser.
    signing: String,
    /// True when a signature made elsewhere can be handed in.
    takes_certificate: bool,
    faults: FormErrors,
}

#[derive(Clone, Debug, Default)]
pub(super) struct FormErrors {
    pub(super) answer: Option<AnswerFault>,
    /// With the signature that was handed in, and that signature.
    pub(super) cms: Option<(String, String)>,
    pub(super) withdraw: Option<&'static str>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): PagePath,
) -> PageResult {
    let words = Words::of(bank.language);
    let notices =
        [("signed", words.done_signed), ("withdrawn", words.done_withdrawn), ("created", words.done_created)];
    show(&pages, &bank, request_id(&id)?, FormPage::asked(&query, &notices)?).await
}

pub(super) async fn show(
    pages: &TariffPages,
    bank: &OnlineBank,
    id: RequestId,
    shown: FormPage<FormErrors>,
) -> PageResult {
    let FormPage { status, notice, faults } = shown;
    let viewer = viewer(bank)?;
    let (store, language) = (&pages.tariffs.store, bank.language);
    let words = Words::of(language);
    let request = requests::find(store, &viewer, &bank.company, RequestName::Id(id)).await??;
    let html = requests::html(store, id).await?;
    let paper = document::Content::parse(&html)
        .map_err(|error| EdgeError::internal(format!("a stored document: {error}")))?;
    let digest = requests::digest(store, id).await?;
    let changes = requests::history(store, id).await?;
    let signing = sign::signing(&pages.tariffs, &viewer, &request).await?;
    let is_lost = sign::is_lost(&pages.tariffs, &request).await?;
    let answer = AnswerField::load(bank).await?;
    let withdraw_fault = faults.withdraw;
    let when = |at| moment(at, bank.zone(), language);
    let last = changes.len().saturating_sub(1);
    let history = changes.into_iter().enumerate().map(|(index, change)| HistoryLine {
        state: state(change.state, language),
        when: when(change.at),
        author: match change.author {
            Author::Client { name, .. } => name,
            Author::Bank => words.bank.to_owned(),
        },
        class: if index == last && !change.state.is_final() { "current" } else { "done" },
    });
    let signatures = signing.given.iter().map(|given| SignatureLine {
        name: given.user_name.clone(),
        kind: given.signature_type.name(language),
        how: if given.certificate.is_some() { words.by_certificate } else { words.by_confirmation },
        when: when(given.at),
    });
    let kind = document_type(request.document_type, language);
    let title = format!("{kind} №\u{a0}{}", request.client_document_number);
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        id: id.to_string(),
        badge: badge(request.state),
        state: state(request.state, language),
        plan: request.target_plan_public_name.clone(),
        created: when(request.created_at),
        updated: when(request.updated_at),
        uid: request.document_uid.to_string(),
        notice,
        declined: request.decline_reason.map(|reason| reason.text(language)),
        paper,
        scheme: signing.scheme.told(language),
        signatures: signatures.collect(),
        lost: is_lost.then_some(words.lost),
        sign: sign_form(&signing, &request, answer, &digest, faults, language)?,
        can_delete: request.state.can_be_deleted(),
        // An unsigned request is deleted instead.
        can_withdraw: request.state.can_be_withdrawn() && !request.state.can_be_deleted(),
        withdraw_fault,
        history: history.collect(),
        is_live: matches!(request.state, RequestState::Signed | RequestState::Processing),
        title: title.clone(),
    };
    bank.page_with(status, Section::Tariffs, &title, &content)
}

fn sign_form(
    signing: &Signing,
    request: &TariffRequest,
    answer: AnswerField,
    digest: &[u8; 32],
    faults: FormErrors,
    language: Language,
) -> Result<SignForm, PageError> {
    let words = Words::of(language);
    let kinds: &[SignatureType] = signing.own.as_deref().unwrap_or_default();
    let document = SigningDocument {
        address: format!("/bank/tariffs/{}/pdf", request.id),
        digest: Some(*digest),
        into: "cms".to_owned(),
        prefix: String::new(),
    };
    Ok(SignForm {
        signing: signing_tool(language, OWN_CERTIFICATES_PATH, &[document])?,
        kinds: kinds.iter().map(|kind| (kind.as_str(), kind.name(language))).collect(),
        is_enough: signing.is_enough(),
        why_not: signing.own.as_ref().err().copied().and_then(|rule| why_not(rule, words)),
        answer,
        digest: STANDARD.encode(digest),
        takes_certificate: signing.takes_certificate(request.state),
        faults,
    })
}

/// Answers with the document as a file, the same bytes that the API gives.
pub(super) async fn pdf(State(pages): Pages, bank: OnlineBank, AreaPath(id, _): PagePath) -> PageResult {
    let (id, viewer, store) = (request_id(&id)?, viewer(&bank)?, &pages.tariffs.store);
    let request = requests::find(store, &viewer, &bank.company, RequestName::Id(id)).await??;
    let (pdf, _) = requests::pdf(store, id).await?;
    let name = file_name(request.document_type, request.client_document_number, request.language);
    Ok(download(&name, "application/pdf", pdf))
}
