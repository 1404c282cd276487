//! Letters between a client and the bank, about anything: the mail module of TAR-08. People begin them in the online
//! bank (ONL-07), and tariff requests bring theirs along.

use kernel::{Instant, Language, TextError, checked_text, text_enum};
use uuid::Uuid;

use crate::attachment::NewAttachment;
use crate::broken_rule::BrokenRule;
use crate::date_text::date_text;
use crate::plan::FutureChange;
use crate::request::{Author, DocumentType, TariffRequest};

pub const MESSAGE_CHARACTERS_MAX: usize = 4_000;
pub const SUBJECT_CHARACTERS_MAX: usize = 200;
pub const MESSAGES_MAX: i64 = 200;
/// The most messages that the people of one company write in 24 hours.
pub const DAY_MESSAGES_MAX: i64 = 100;
/// The most bytes of files that they send in 24 hours.
pub const DAY_BYTES_MAX: i64 = 100 * 1024 * 1024;
/// The seconds over which both are counted.
pub const DAY_S: i64 = 24 * 60 * 60;

text_enum! {
    pub enum Sender {
        Client = "CLIENT",
        Bank = "BANK",
    }
}

impl Sender {
    pub const fn of(author: &Author) -> Self {
        match author {
            Author::Client { .. } => Self::Client,
            Author::Bank => Self::Bank,
        }
    }
}

text_enum! {
    /// State of a letter.
    ///
    /// | From | To | When |
    /// |---|---|---|
    /// | none, `ANSWERED` | `SENT` | the client writes |
    /// | none, `SENT` | `ANSWERED` | the bank writes |
    ///
    /// A further message of the same side leaves it as it is. It ends nowhere: either side may write again.
    pub enum LetterState {
        /// The client wrote last.
        Sent = "SENT",
        /// The bank wrote last.
        Answered = "ANSWERED",
    }
}

impl LetterState {
    pub const fn after(sender: Sender) -> Self {
        match sender {
            Sender::Client => Self::Sent,
            Sender::Bank => Self::Answered,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// `mailId` of the correspond operation.
    pub id: Uuid,
    pub subject: String,
    /// The moment of the last message.
    pub updated_at: Instant,
    pub state: LetterState,
    /// True while the client has not opened a message of the bank.
    pub is_unseen: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Counted from 1.
    pub number: i64,
    pub sender: Sender,
    /// Its author, by the name at that time.
    pub author_name: String,
    /// Its text; line breaks divide paragraphs.
    pub body: String,
    pub sent_at: Instant,
    /// The moment when the other side first opened it.
    pub seen_at: Option<Instant>,
}

/// Numbers the message that follows the message `last`; 0 stands for a letter without messages.
pub const fn number_after(last: i64) -> Result<i64, BrokenRule> {
    if last < MESSAGES_MAX { Ok(last + 1) } else { Err(BrokenRule::LetterFull) }
}

/// Checks the subject that a person typed: one line.
pub fn checked_subject(text: &str) -> Result<&str, TextError> {
    let text = checked_text(text, SUBJECT_CHARACTERS_MAX)?;
    if text.contains(char::is_control) { Err(TextError::Nul) } else { Ok(text) }
}

pub fn checked_message(text: &str) -> Result<&str, TextError> {
    checked_text(text, MESSAGE_CHARACTERS_MAX)
}

/// Things that a company has sent within [`DAY_S`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentToday {
    pub messages: i64,
    pub bytes: i64,
}

impl SentToday {
    /// Allows one more message with so many bytes of files.
    pub fn one_more(self, bytes: usize) -> Result<(), BrokenRule> {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        if self.messages < DAY_MESSAGES_MAX && self.bytes.saturating_add(bytes) <= DAY_BYTES_MAX {
            Ok(())
        } else {
            Err(BrokenRule::TooManyLetters)
        }
    }
}

/// A message that a person has typed on a page, all of it checked.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The key of the form, which its page made up: the same form is sent once.
    pub form: Uuid,
    pub body: String,
    pub files: Vec<NewAttachment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterText {
    pub subject: String,
    pub body: String,
}

/// Writes the client's letter about cancelling `change`, which goes with the cancel request of this number.
pub fn cancellation_letter(change: &FutureChange, number: i64, language: Language) -> LetterText {
    let (id, plan) = (change.id, change.public_name.in_language(language));
    let day = date_text(change.effective_from, language);
    match language {
        Language::Russian => LetterText {
            subject: format!("Отмена будущей смены тарифного плана № {id}"),
            body: format!(
                "Просим отменить переход на тарифный план {plan}, запланированный на {day} Заявление № {number} \
                 подготовлено и ожидает подписания в интернет-банке."
            ),
        },
        Language::English => LetterText {
            subject: format!("Cancellation of the future tariff plan change No. {id}"),
            body: format!(
                "Please cancel the change to the tariff plan {plan} that is planned for {day}. Request No. {number} \
                 has been prepared and waits for its signatures in the online bank."
            ),
        },
    }
}

/// Writes the subject of a letter about the request, when there is no letter to answer in.
pub fn request_subject(request: &TariffRequest) -> String {
    let number = request.client_document_number;
    match (request.document_type, request.language) {
        (DocumentType::Change, Language::Russian) => format!("Заявление № {number} на смену тарифного плана"),
        (DocumentType::Change, Language::English) => {
            format!("Request No. {number} to change the tariff plan")
        }
        (DocumentType::CancelFutureChange, Language::Russian) => {
            format!("Заявление № {number} об отмене смены тарифного плана")
        }
        (DocumentType::CancelFutureChange, Language::English) => {
            format!("Request No. {number} to cancel a change of the tariff plan")
        }
    }
}

/// Writes that the bank has done what the request asks; `day` is the first day of the new plan.
pub fn done_message(request: &TariffRequest, day: Option<jiff::civil::Date>) -> String {
    let number = request.client_document_number;
    let day = day.map(|day| date_text(day, request.language));
    match (request.language, day) {
        (Language::Russian, Some(day)) => format!(
            "Заявление № {number} исполнено. Тарифный план {} вступит в силу {day}",
            request.target_plan_public_name
        ),
        (Language::English, Some(day)) => format!(
            "Request No. {number} has been carried out. The tariff plan {} becomes effective on {day}.",
            request.target_plan_public_name
        ),
        (Language::Russian, None) => {
            format!("Заявление № {number} исполнено. Будущая смена тарифного плана отменена.")
        }
        (Language::English, None) => {
            format!(
                "Request No. {number} has been carried out. The future change of the tariff plan is cancelled."
            )
        }
    }
}

pub fn declined_message(request: &TariffRequest, reason: &str) -> String {
    let number = request.client_document_number;
    match request.language {
        Language::Russian => format!("Заявление № {number} отклонено. {reason}"),
        Language::English => format!("Request No. {number} has been declined. {reason}"),
    }
}

pub fn rehearsed_answer(language: Language) -> &'static str {
    language.pick(
        "Ваше письмо получено. Это ответ песочницы.",
        "Your letter has been received. This is the answer of a sandbox.",
    )
}

/// Writes the bank's letter about a planned change that it could not make effective.
pub fn not_effective_letter(change: &FutureChange, language: Language) -> LetterText {
    let (id, plan) = (change.id, change.public_name.in_language(language));
    let day = date_text(change.effective_from, language);
    match language {
        Language::Russian => LetterText {
            subject: format!("Смена тарифного плана № {id} не состоялась"),
            body: format!(
                "Переход на тарифный план {plan}, запланированный на {day}, не состоялся из-за технической \
                 ошибки банка. Вы обслуживаетесь по прежнему тарифному плану и можете подать новое заявление."
            ),
        },
        Language::English => LetterText {
            subject: format!("Tariff plan change No. {id} has not taken place"),
            body: format!(
                "The change to the tariff plan {plan} that was planned for {day} has not taken place because of a \
                 technical fault of the bank. You keep your tariff plan and may send a new request."
            ),
        },
    }
}

#[cfg(test)]
mod tests;
