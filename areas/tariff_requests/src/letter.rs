//! Letters between a client and the bank, as far as tariffs need them: the mail module of TAR-08.

use kernel::{Instant, Language, text_enum};
use uuid::Uuid;

use crate::broken_rule::BrokenRule;
use crate::date_text::date_text;
use crate::plan::FutureChange;
use crate::request::{Author, DeclineReason, DocumentType, TariffRequest};

/// The most characters of one message.
pub const MESSAGE_CHARACTERS_MAX: usize = 4_000;
/// The most messages of one letter.
pub const MESSAGES_MAX: i64 = 200;

text_enum! {
    /// Side that wrote a message.
    pub enum Sender {
        /// The client.
        Client = "CLIENT",
        /// The bank.
        Bank = "BANK",
    }
}

impl Sender {
    /// Tells the side on which the author stands.
    #[must_use]
    pub const fn of(author: &Author) -> Self {
        match author {
            Author::Client { .. } => Self::Client,
            Author::Bank => Self::Bank,
        }
    }
}

/// A letter as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// `mailId` of the correspond operation.
    pub id: Uuid,
    /// Its subject.
    pub subject: String,
    /// The moment of the last message.
    pub updated_at: Instant,
    /// True while the client has not opened a message of the bank.
    pub is_unseen: bool,
}

/// One message of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Counted from 1.
    pub number: i64,
    /// The side that wrote it.
    pub sender: Sender,
    /// Its author, by the name at that time.
    pub author_name: String,
    /// Its text; line breaks divide paragraphs.
    pub body: String,
    /// The moment of sending.
    pub sent_at: Instant,
    /// The moment when the other side first opened it.
    pub seen_at: Option<Instant>,
}

/// Numbers the message that follows the message `last`; 0 stands for a letter without messages.
///
/// # Errors
/// The letter is full.
pub const fn number_after(last: i64) -> Result<i64, BrokenRule> {
    if last < MESSAGES_MAX { Ok(last + 1) } else { Err(BrokenRule::LetterFull) }
}

/// A letter that the program writes: subject and first message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterText {
    /// Its subject.
    pub subject: String,
    /// The message.
    pub body: String,
}

/// Writes the client's letter about cancelling `change`, which goes with the cancel request of this number.
#[must_use]
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
#[must_use]
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
#[must_use]
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

/// Writes that the bank refuses the request.
#[must_use]
pub fn declined_message(request: &TariffRequest, reason: DeclineReason) -> String {
    let number = request.client_document_number;
    let reason = reason.text(request.language);
    match request.language {
        Language::Russian => format!("Заявление № {number} отклонено. {reason}"),
        Language::English => format!("Request No. {number} has been declined. {reason}"),
    }
}

/// Writes the answer that a sandbox gives to a letter.
#[must_use]
pub const fn rehearsed_answer(language: Language) -> &'static str {
    match language {
        Language::Russian => "Ваше письмо получено. Это ответ песочницы.",
        Language::English => "Your letter has been received. This is the answer of a sandbox.",
    }
}

/// Writes the bank's letter about a planned change that it could not make effective.
#[must_use]
pub fn not_effective_letter(change: &FutureChange, language: Language) -> LetterText {
    let (id, plan) = (change.id, change.public_name.in_language(language));
    let day = date_text(change.effective_from, language);
    match language {
        Language::Russian => LetterText {
            subject: format!("Смена тарифного плана № {id} не состоялась"),
            body: format!(
                "Переход на тарифный план {plan}, запланированный на {day}, не состоялся из-за технической \
                 ошибки банка. \
                 Вы обслуживаетесь по прежнему тарифному плану и можете подать новое заявление."
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
