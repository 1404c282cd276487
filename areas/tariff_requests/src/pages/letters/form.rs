//! The form of a message with files: read, checked, and shown again with its faults.

use axum::body::Body;
use axum::extract::Request;
use edge::EdgeError;
use futures_util::StreamExt as _;
use http::{StatusCode, header};
use kernel::{Language, TextError};
use pages::{ANY_FORM_BYTES_MAX, FileFault, OnlineBank, PageError, Upload, UploadLimits};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::Words;
use crate::attachment::{ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, AttachmentFault, FileKind, checked};
use crate::letter::{Typed, checked_message, checked_subject};
use crate::pages::TariffPages;

const LIMITS: UploadLimits = UploadLimits {
    files_max: ATTACHMENTS_MAX,
    file_bytes_max: ATTACHMENT_BYTES_MAX,
    form_bytes_max: ANY_FORM_BYTES_MAX,
};

/// The most bytes of a form before its files: all that can be typed, with room.
const TYPED_BYTES_MAX: usize = 64 * 1024;

/// A form as it is shown: what was typed, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(super) struct LetterForm {
    /// The key by which the form is known when it is sent twice.
    pub(super) form: String,
    pub(super) subject: String,
    pub(super) subject_fault: Option<&'static str>,
    pub(super) body: String,
    pub(super) body_fault: Option<&'static str>,
    pub(super) file_fault: Option<String>,
    /// A reason that is no single field's.
    pub(super) fault: Option<&'static str>,
    /// The endings of files that are taken, for the field.
    pub(super) accept: String,
}

impl LetterForm {
    /// An empty form with a key of its own.
    pub(super) fn new(pages: &TariffPages) -> Self {
        let endings = FileKind::ALL.iter().flat_map(|kind| kind.endings());
        Self {
            form: pages.tariffs.randomness.uuid(pages.tariffs.clock.now()).to_string(),
            accept: endings.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(","),
            ..Self::default()
        }
    }

    fn has_faults(&self) -> bool {
        self.subject_fault.is_some() || self.body_fault.is_some() || self.file_fault.is_some()
    }
}

pub(super) enum Sent {
    /// Everything in it is right: the subject, empty in an answer, and the message.
    Right(String, Box<Typed>),
    Wrong(StatusCode, Box<LetterForm>),
}

/// Reads a form and checks it; `has_subject` in a letter that begins.
pub(super) async fn receive(
    pages: &TariffPages,
    bank: &OnlineBank,
    request: Request,
    has_subject: bool,
) -> Result<Sent, PageError> {
    let words = Words::of(bank.language);
    let empty = || LetterForm::new(pages);
    let place = pages.places.take(&bank.company);
    let (request, is_cut) = if place.is_some() { (request, false) } else { beginning(request).await };
    let upload = match bank.upload_within(request, LIMITS).await {
        Ok(upload) => upload,
        Err(PageError::Edge(EdgeError::PayloadTooLarge { .. })) => {
            let fault = Some(words.form_too_large);
            return Ok(Sent::Wrong(StatusCode::PAYLOAD_TOO_LARGE, Box::new(LetterForm { fault, ..empty() })));
        }
        Err(other) => return Err(other),
    };
    // Looking into archives is not for the threads that answer; how many do so at once, the places bound.
    let (language, empty) = (bank.language, empty());
    let is_crowded = place.is_none() && (is_cut || !upload.files.is_empty());
    let checking = spawn_blocking(move || check(upload, language, (has_subject, is_crowded), empty)).await;
    checking.map_err(|error| EdgeError::internal(error.to_string()))?
}

/// Reads what people have typed in a form without a place, which comes before the files, and ends the form before the
/// part that is not whole. Tells whether there was more.
async fn beginning(request: Request) -> (Request, bool) {
    let (parts, body) = request.into_parts();
    let (mut chunks, mut read) = (body.into_data_stream(), Vec::new());
    while read.len() <= TYPED_BYTES_MAX
        && let Some(Ok(chunk)) = chunks.next().await
    {
        read.extend_from_slice(&chunk);
    }
    let is_cut = read.len() > TYPED_BYTES_MAX;
    if is_cut {
        read.truncate(TYPED_BYTES_MAX);
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = kind.and_then(|kind| kind.split("boundary=").nth(1)).unwrap_or_default();
        let delimiter = format!("--{}", boundary.trim_matches('"'));
        let last = read.windows(delimiter.len()).rposition(|bytes| bytes == delimiter.as_bytes());
        read.truncate(last.unwrap_or_default());
        read.extend_from_slice(format!("{delimiter}--\r\n").as_bytes());
    }
    (Request::from_parts(parts, Body::from(read)), is_cut)
}

fn check(
    upload: Upload,
    language: Language,
    (has_subject, is_crowded): (bool, bool),
    empty: LetterForm,
) -> Result<Sent, PageError> {
    let words = Words::of(language);
    let form: Uuid = upload.field("form").parse().map_err(|_| EdgeError::malformed("The form has no key"))?;
    let subject = upload.field("subject").to_owned();
    let body = upload.field("body").replace("\r\n", "\n");
    let mut shown = LetterForm { form: form.to_string(), ..empty };
    if is_crowded {
        let shown = LetterForm { subject, body, fault: Some(words.crowded), ..shown };
        return Ok(Sent::Wrong(StatusCode::SERVICE_UNAVAILABLE, Box::new(shown)));
    }
    let fault = |text: Result<&str, TextError>, empty, too_long| match text {
        Ok(_) => None,
        Err(TextError::Empty) => Some(empty),
        Err(TextError::TooLong { .. }) => Some(too_long),
        Err(TextError::Nul | TextError::Directional) => Some(words.hidden_characters),
    };
    if has_subject {
        shown.subject_fault = fault(checked_subject(&subject), words.subject_empty, words.subject_too_long);
    }
    shown.body_fault = fault(checked_message(&body), words.message_empty, words.message_too_long);
    let file_fault = match upload.file_fault {
        Some(FileFault::TooMany) => Err(AttachmentFault::TooMany),
        Some(FileFault::TooLarge(name)) => Err(AttachmentFault::TooLarge(name)),
        None => Ok(()),
    };
    let files = upload.files.into_iter().map(|file| (file.name, file.bytes)).collect();
    let files = file_fault.and_then(|()| checked(files));
    shown.file_fault = files.as_ref().err().map(|fault| told(fault, words));
    match files {
        Ok(files) if !shown.has_faults() => Ok(Sent::Right(subject, Box::new(Typed { form, body, files }))),
        _ => {
            (shown.subject, shown.body) = (subject, body);
            Ok(Sent::Wrong(StatusCode::UNPROCESSABLE_ENTITY, Box::new(shown)))
        }
    }
}

fn told(fault: &AttachmentFault, words: &Words) -> String {
    let named = |sentence: &str, name: &str| format!("«{name}»: {sentence}");
    match fault {
        AttachmentFault::TooMany => words.too_many_files.to_owned(),
        AttachmentFault::TooLargeTogether => words.files_too_large.to_owned(),
        AttachmentFault::Name => words.file_name_wrong.to_owned(),
        AttachmentFault::TooLarge(name) => named(words.file_too_large, name),
        AttachmentFault::Empty(name) => named(words.file_empty, name),
        AttachmentFault::Kind(name) => named(words.file_kind, name),
        AttachmentFault::Content(name) => named(words.file_content, name),
        AttachmentFault::Active(name) => named(words.file_active, name),
    }
}
