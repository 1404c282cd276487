//! `GET /bank/letters/{id}`: one letter, which is seen by that. `POST /bank/letters/{id}/answer`: the client's answer.
//! `GET /bank/letters/{id}/files/{file}`: a file of the letter.

use askama::Template;
use axum::body::Body;
use axum::extract::{Request, State};
use edge::{AreaPath, QueryList};
use http::{HeaderValue, StatusCode, header};
use kernel::Language;
use pages::{OnlineBank, PageError, PagePath, PageResult, Section, download, moment, see_done};
use uuid::Uuid;

use super::form::{LetterForm, Sent, receive};
use super::{Words, identifier, new};
use crate::attachment::Attachment;
use crate::broken_rule::BrokenRule;
use crate::letter::{MESSAGES_MAX, Message, Sender};
use crate::pages::{Pages, TariffPages, viewer};
use crate::store::letters;
use crate::work::failure::Failure;
use crate::work::open_letter::open_letter;
use crate::work::read_attachment::{find, pieces};
use crate::work::send_letter::answer_letter;

/// Bytes of the units in which sizes are told.
const KIBIBYTE: i64 = 1024;

/// Whatever a file says, it runs nothing and shows nothing.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

#[derive(Template)]
#[template(path = "letter.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: String,
    subject: String,
    notice: Option<&'static str>,
    messages: Vec<Line>,
    /// A letter with as many messages as it can have takes no answer.
    is_full: bool,
    form: LetterForm,
}

struct Line {
    author: String,
    when: String,
    body: String,
    is_unseen: bool,
    is_seen_by_bank: bool,
    files: Vec<File>,
}

struct File {
    id: String,
    name: String,
    size: String,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): PagePath,
) -> PageResult {
    viewer(&bank)?;
    let is_sent = query.single("done")? == Some("sent");
    show(&pages, &bank, identifier(&id)?, StatusCode::OK, is_sent, LetterForm::new(&pages)).await
}

async fn show(
    pages: &TariffPages,
    bank: &OnlineBank,
    id: Uuid,
    status: StatusCode,
    is_sent: bool,
    form: LetterForm,
) -> PageResult {
    let opened = open_letter(&pages.tariffs, &bank.company, id).await?;
    let words = Words::of(bank.language);
    let last = opened.messages.last().map_or(0, |message| message.number);
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        id: id.to_string(),
        subject: opened.letter.subject.clone(),
        notice: is_sent.then_some(words.message_sent),
        is_full: last >= MESSAGES_MAX,
        messages: opened
            .messages
            .into_iter()
            .map(|message| line(message, &opened.attachments, bank))
            .collect(),
        form,
    };
    bank.page_with(status, Section::Letters, &opened.letter.subject, &content)
}

fn line(message: Message, attachments: &[Attachment], bank: &OnlineBank) -> Line {
    let is_bank = message.sender == Sender::Bank;
    let file = |attachment: &Attachment| File {
        id: attachment.id.to_string(),
        name: attachment.name.clone(),
        size: size(attachment.size_bytes, bank.language),
    };
    Line {
        author: if is_bank { Words::of(bank.language).bank.to_owned() } else { message.author_name },
        when: moment(message.sent_at, bank.zone(), bank.language),
        body: message.body,
        is_unseen: is_bank && message.seen_at.is_none(),
        is_seen_by_bank: !is_bank && message.seen_at.is_some(),
        files: attachments.iter().filter(|file| file.message == message.number).map(file).collect(),
    }
}

/// Writes a size in whole KiB, at least one.
fn size(bytes: i64, language: Language) -> String {
    let kibibytes = bytes.saturating_add(KIBIBYTE - 1) / KIBIBYTE;
    format!("{kibibytes}\u{a0}{}", language.pick("КБ", "KB"))
}

pub(super) async fn answer(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    bank: OnlineBank,
    request: Request,
) -> PageResult {
    let (viewer, id) = (viewer(&bank)?, identifier(&id)?);
    let typed = match receive(&pages, &bank, request, false).await? {
        Sent::Right(_, typed) => *typed,
        Sent::Wrong(status, shown) => return show(&pages, &bank, id, status, false, *shown).await,
    };
    let body = typed.body.clone();
    match answer_letter(&pages.tariffs, &viewer, &bank.company, id, typed).await {
        Ok(()) => Ok(see_done(&format!("/bank/letters/{id}?done=sent"))),
        Err(Failure::Rule(BrokenRule::TooManyLetters)) => {
            let fault = Some(Words::of(bank.language).too_many_letters);
            let shown = LetterForm { body, fault, ..LetterForm::new(&pages) };
            show(&pages, &bank, id, StatusCode::TOO_MANY_REQUESTS, false, shown).await
        }
        Err(Failure::Rule(BrokenRule::LetterFull)) => {
            // A new letter of the same subject takes the typed text. Nobody sees the old one here, so nothing in it is
            // marked as read.
            let letter = letters::find(&pages.tariffs.store, &bank.company, id).await?;
            let subject = letter.ok_or(BrokenRule::LetterNotFound)?.subject;
            let fault = Some(Words::of(bank.language).full);
            new::show(
                &bank,
                StatusCode::CONFLICT,
                LetterForm { subject, body, fault, ..LetterForm::new(&pages) },
            )
        }
        Err(other) => Err(other.into()),
    }
}

/// Answers with a file of a letter, to be kept and never shown by the browser.
pub(super) async fn file(
    State(pages): Pages,
    bank: OnlineBank,
    AreaPath((letter, file), _): AreaPath<PageError, (String, String)>,
) -> PageResult {
    viewer(&bank)?;
    let (letter, id) = (identifier(&letter)?, identifier(&file)?);
    let file = find(&pages.tariffs, &bank.company, letter, id).await?;
    let body = Body::from_stream(pieces(&pages.tariffs, &file));
    let mut response = download(&file.name, file.kind.media_type(), body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size_bytes));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}
