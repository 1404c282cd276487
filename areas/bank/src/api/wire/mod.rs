//! The bodies of orders and answers.

pub(super) mod books;
pub(super) mod calendar;
pub(super) mod feed;

use kernel::Translated;
use orders::{Answer, Order, Outcome, PartAnswer, RETURN_NAME_CHARACTERS_MAX, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::error::BankError;
use crate::work::answer::Returned;

/// The most characters of a reference or of a reason in one language.
const TEXT_CHARACTERS_MAX: usize = 250;

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankOrder {
    /// Its name, the same however often it is handed out.
    #[schema(example = "tr-1795165200000042", pattern = "^[A-Za-z0-9-]{1,64}$")]
    id: String,
    /// Its place in the order of all; other systems have those that are missing.
    #[schema(format = Int64, minimum = 1, example = 42)]
    number: Option<i64>,
    /// The question.
    #[schema(example = "tariff_request.decide")]
    kind: String,
    /// The company that it is about.
    #[schema(example = "C00001")]
    company: String,
    /// `OPEN`, `TAKEN`, `ANSWERED` or `WITHDRAWN`.
    #[schema(example = "TAKEN")]
    state: &'static str,
    /// The moment of the change that needs the bank, in UTC.
    #[schema(format = DateTime, example = "2026-11-20T09:00:00Z")]
    opened_at: String,
    /// The moment from which it is overdue.
    #[schema(format = DateTime, example = "2026-11-23T09:00:00Z")]
    deadline_at: String,
    /// Everything that the bank has to know, as the kind has it.
    #[schema(value_type = Object)]
    payload: Box<RawValue>,
    /// The answer that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    answer: Option<Box<RawValue>>,
}

impl TryFrom<Order> for BankOrder {
    type Error = serde_json::Error;

    fn try_from(order: Order) -> Result<Self, serde_json::Error> {
        let is_answered = order.state == orders::OrderState::Answered;
        Ok(Self {
            id: order.id.to_string(),
            number: order.seq,
            kind: order.kind,
            company: order.cnum.to_string(),
            state: order.state.as_str(),
            opened_at: order.opened_at.to_string(),
            deadline_at: order.deadline_at.to_string(),
            payload: RawValue::from_string(order.payload)?,
            answer: order.answer.filter(|_| is_answered).map(RawValue::from_string).transpose()?,
        })
    }
}

/// Orders after a number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankOrders {
    /// In their order.
    pub(super) orders: Vec<BankOrder>,
    /// The `after` with which to go on.
    #[schema(format = Int64, minimum = 0, example = 42)]
    pub(super) next_after: i64,
}

/// A reason in two languages, for the company.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankReason {
    /// In Russian.
    #[schema(min_length = 1, max_length = 250, example = "Тариф закрыт для подключения")]
    ru: String,
    /// In English.
    #[schema(min_length = 1, max_length = 250, example = "The plan takes no new companies")]
    en: String,
}

/// An answer to an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankAnswer {
    /// `DONE` or `REFUSED`, which end the order; `ACCEPTED` says that the system has it and works at it.
    #[schema(example = "REFUSED", pattern = "^(ACCEPTED|DONE|REFUSED)$")]
    outcome: String,
    /// The bank's own name of what it did.
    #[schema(max_length = 250, example = "ABS-2026-1120-77", nullable = false)]
    reference: Option<String>,
    /// The reason of a refusal, for the company.
    #[schema(nullable = false)]
    reason: Option<BankReason>,
    /// Further facts that the kind of the order asks for.
    #[schema(value_type = Option<Object>, nullable = false)]
    details: Option<Map<String, Value>>,
}

/// The outcome of an answer that ends nothing.
const ACCEPTED: &str = "ACCEPTED";

impl BankAnswer {
    /// Reads the answer; none when it says no more than that the system works at the order.
    pub(super) fn read(self) -> Result<Option<Answer>, String> {
        checked("reference", self.reference.as_deref())?;
        let reason = self.reason.map(BankReason::read).transpose()?;
        if self.outcome == ACCEPTED {
            return Ok(None);
        }
        let outcome = outcome(&self.outcome).map_err(|error| format!("{error}, {ACCEPTED}"))?;
        let details = self.details.unwrap_or_default();
        Ok(Some(Answer { outcome, reference: self.reference, reason, details }))
    }
}

fn outcome(text: &str) -> Result<Outcome, String> {
    text.parse().map_err(|error| format!("`outcome` {error}"))
}

fn checked(name: &str, text: Option<&str>) -> Result<(), String> {
    let Some(text) = text else { return Ok(()) };
    kernel::checked_text(text, TEXT_CHARACTERS_MAX).map(drop).map_err(|error| format!("`{name}` {error}"))
}

impl BankReason {
    fn read(self) -> Result<Translated, String> {
        checked("reason.ru", Some(&self.ru))?;
        checked("reason.en", Some(&self.en))?;
        Ok(Translated { russian: self.ru, english: self.en })
    }
}

/// The answer to one part of an order.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankPartAnswer {
    /// The number of the part.
    #[schema(format = Int64, minimum = 1, example = 7)]
    part: i64,
    /// `DONE` or `REFUSED`.
    #[schema(example = "REFUSED", pattern = "^(DONE|REFUSED)$")]
    outcome: String,
    /// The reason of a refusal, for the company.
    #[schema(nullable = false)]
    reason: Option<BankReason>,
}

/// Answers to parts of one order.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankPartAnswers {
    /// Up to 1,000, in any order.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) parts: Vec<BankPartAnswer>,
}

impl BankPartAnswers {
    pub(super) fn read(self) -> Result<Vec<PartAnswer>, String> {
        if self.parts.is_empty() {
            return Err("`parts` must have one at least".to_owned());
        }
        let part = |(place, one): (usize, BankPartAnswer)| {
            let wrong = |error| format!("parts[{place}]: {error}");
            let reason = one.reason.map(BankReason::read).transpose().map_err(wrong)?;
            Ok(PartAnswer { part: one.part, outcome: outcome(&one.outcome).map_err(wrong)?, reason })
        };
        self.parts.into_iter().enumerate().map(part).collect()
    }
}

/// A payment that came back.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankReturn {
    /// The bank's name of the return.
    #[serde(rename = "return")]
    #[schema(min_length = 1, max_length = 35, example = "RTR-2026-1123-4")]
    name: String,
    /// The part of the order, where it has parts.
    #[schema(format = Int64, minimum = 1, example = 7, nullable = false)]
    part: Option<i64>,
    /// The amount that came back, where the other bank kept a part of the payment.
    #[schema(pattern = r"^[0-9]{1,15}\.[0-9]{2}$", example = "49850.00", nullable = false)]
    amount: Option<String>,
    /// The reason, for the company.
    reason: BankReason,
}

impl BankReturn {
    pub(super) fn read(self) -> Result<Returned, String> {
        kernel::checked_text(&self.name, RETURN_NAME_CHARACTERS_MAX)
            .map_err(|error| format!("`return` {error}"))?;
        let amount = self.amount.map(|amount| feed::money("amount", &amount)).transpose()?;
        if amount.is_some_and(|amount| !amount.is_positive()) {
            return Err("`amount` must be above zero".to_owned());
        }
        Ok(Returned { name: self.name, part: self.part, amount, reason: self.reason.read()? })
    }
}

/// Parts of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankParts {
    /// In their order, as the kind has them.
    #[schema(value_type = Vec<Object>)]
    pub(super) parts: Vec<Value>,
    /// The `after` with which to go on.
    #[schema(format = Int64, minimum = 0, example = 100)]
    pub(super) next_after: i64,
}

/// An answer in a bunch.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankAnswerTo {
    /// The name of the order.
    #[schema(example = "tr-1795165200000042", pattern = "^[A-Za-z0-9-]{1,64}$")]
    pub(super) order: String,
    /// The answer.
    #[serde(flatten)]
    pub(super) answer: BankAnswer,
}

/// Answers that come together.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BankAnswers {
    /// Up to 1,000, in any order.
    #[schema(max_items = 1000)]
    pub(super) answers: Vec<BankAnswerTo>,
}

/// The fate of an answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankVerdict {
    /// The name of the order.
    #[schema(example = "tr-1795165200000042")]
    pub(super) order: String,
    /// `TAKEN`: it was taken. `SAME`: it was taken before. Else the code of the error.
    #[schema(example = "TAKEN")]
    pub(super) verdict: &'static str,
    /// The state of the order after an answer that was taken: `ANSWERED` when that has ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ANSWERED")]
    pub(super) state: Option<&'static str>,
    /// The reason why it changed nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "The order has another answer already, which stays")]
    pub(super) message: Option<String>,
}

impl BankVerdict {
    /// Tells what became of the answer to an order, by its name, which may be none.
    pub(super) fn told(order: String, verdict: Verdict) -> Self {
        let (verdict, state, message) = match verdict {
            Verdict::Taken(state) => ("TAKEN", Some(state.as_str()), None),
            Verdict::Same => ("SAME", None, None),
            Verdict::Refused(refusal) => {
                let (_, code, message) = BankError::Refused(refusal).told();
                (code, None, Some(message))
            }
        };
        Self { order, verdict, state, message }
    }
}

/// The fates of answers that came together.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BankVerdicts {
    /// In the order of the answers.
    pub(super) verdicts: Vec<BankVerdict>,
}
