//! A request to change a client's tariff plan, or to cancel a change that lies ahead (spec section 2.4).

use std::fmt;
use std::str::FromStr;

use kernel::{Cnum, Instant, Language, Randomness, UserId, text_enum};
use thiserror::Error;
use uuid::Uuid;

use crate::plan::PlanCode;
use crate::request_state::RequestState;

/// `sourceSystem` of the pre-sign view: the system that made the document.
pub const SOURCE_SYSTEM: &str = "CLIENTBANK";

/// Days after which a request that nobody has signed is cancelled: what it says about fees may have changed since.
pub const UNSIGNED_DAYS_MAX: i64 = 30;

const SECONDS_PER_DAY: i64 = 86_400;

/// Numbers of one millisecond among which an identifier is drawn.
const IDS_PER_MILLISECOND: i64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an id is a whole number above zero")]
pub struct RequestIdError;

/// The `id` of a request: above zero, growing with time, at most 2⁵³ so that every JSON reader keeps it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(i64);

impl RequestId {
    /// A new identifier for the moment `now`: its milliseconds, then three digits by chance. No counter is kept, so
    /// that requests of different clients do not wait for each other; the rare clash is refused by the primary key and
    /// drawn again.
    pub fn mint(now: Instant, randomness: &dyn Randomness) -> Self {
        let mut bytes = [0_u8; 8];
        randomness.fill(&mut bytes);
        let drawn = i64::from_be_bytes(bytes).rem_euclid(IDS_PER_MILLISECOND);
        let milliseconds = now.microseconds().div_euclid(1_000).max(1);
        Self(milliseconds.saturating_mul(IDS_PER_MILLISECOND).saturating_add(drawn))
    }

    pub const fn number(self) -> i64 {
        self.0
    }
}

impl TryFrom<i64> for RequestId {
    type Error = RequestIdError;
    fn try_from(number: i64) -> Result<Self, RequestIdError> {
        if number > 0 { Ok(Self(number)) } else { Err(RequestIdError) }
    }
}

impl FromStr for RequestId {
    type Err = RequestIdError;
    fn from_str(text: &str) -> Result<Self, RequestIdError> {
        // `parse` would take a plus sign as well.
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse::<i64>().ok()).flatten().ok_or(RequestIdError)?;
        Self::try_from(number)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The moment at which a request that was made at `created_at` is cancelled, unless somebody has signed it.
pub const fn expires_at(created_at: Instant) -> Instant {
    created_at.plus_seconds(UNSIGNED_DAYS_MAX * SECONDS_PER_DAY)
}

text_enum! {
    pub enum DocumentType {
        Change = "CLIENT_TARIFF_PLAN_CHANGE_REQUEST",
        /// The client asks that a change that lies ahead be cancelled.
        CancelFutureChange = "FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST",
    }
}

impl DocumentType {
    /// `bankDocumentType` in spec section 2.4.
    pub const fn bank_document_type(self) -> BankDocumentType {
        match self {
            Self::Change => BankDocumentType::Change,
            Self::CancelFutureChange => BankDocumentType::CancelChange,
        }
    }
}

text_enum! {
    /// Kind of document as the bank's document store calls it.
    pub enum BankDocumentType {
        Change = "CHANGE_TARIFF_REQUEST",
        CancelChange = "CANCEL_CHANGE_TARIFF_REQUEST",
    }
}

text_enum! {
    pub enum DeclineReason {
        ClientClosed = "CLIENT_CLOSED",
        PlanWithdrawn = "PLAN_WITHDRAWN",
        /// The client has the plan already and no other lies ahead.
        AlreadyOnPlan = "ALREADY_ON_PLAN",
        /// Somebody who signed may sign for the company no more, or not with the same certificate.
        SignatureLost = "SIGNATURE_LOST",
        /// The change that was to be cancelled has become effective, or another took its place.
        ChangeNotPlanned = "CHANGE_NOT_PLANNED",
        /// The bank has decided so, for the reason that its letter gives.
        BankDecision = "BANK_DECISION",
        /// The bank's side failed again and again.
        BankFault = "BANK_FAULT",
    }
}

impl DeclineReason {
    pub fn text(self, language: Language) -> &'static str {
        let (russian, english) = match self {
            Self::ClientClosed => {
                ("Банк больше не обслуживает компанию.", "The bank does not serve the company any more.")
            }
            Self::PlanWithdrawn => (
                "Банк больше не предлагает этот тарифный план.",
                "The bank does not offer this tariff plan any more.",
            ),
            Self::AlreadyOnPlan => (
                "Компания уже обслуживается по этому тарифному плану.",
                "The company has this tariff plan already.",
            ),
            Self::SignatureLost => (
                "Сертификат подписи отозван или истёк, либо тот, кто подписал, больше не вправе подписывать. Подайте \
                 заявление ещё раз.",
                "The certificate of a signature was revoked or has expired, or somebody who signed may sign no more. \
                 Please make the request once more.",
            ),
            Self::ChangeNotPlanned => (
                "Смена тарифного плана уже вступила в силу или была заменена другой.",
                "The change of the tariff plan has already become effective or was replaced by another.",
            ),
            Self::BankDecision => {
                ("Банк отказал в исполнении заявления.", "The bank has refused to carry out the request.")
            }
            Self::BankFault => (
                "Банк не смог исполнить заявление по технической причине. Подайте его ещё раз.",
                "The bank could not carry out the request for a technical reason. Please make it once more.",
            ),
        };
        language.pick(russian, english)
    }
}

/// A request as the list shows it, and what else is known without its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TariffRequest {
    pub id: RequestId,
    /// `documentUID`: names the document in the store of documents to sign.
    pub document_uid: Uuid,
    pub cnum: Cnum,
    /// `clientDocumentNumber`: counted per client from 1.
    pub client_document_number: i64,
    pub document_type: DocumentType,
    pub state: RequestState,
    /// The version of the template, frozen when the request was made.
    pub template_version: i32,
    pub language: Language,
    /// The plan that is asked for, or that was to come.
    pub target_plan: PlanCode,
    /// The bank's name of that plan when the request was made.
    pub target_plan_name: String,
    /// The plan's name for clients when the request was made, in the document's language.
    pub target_plan_public_name: String,
    /// The client's name when the request was made.
    pub organization_full_name: String,
    /// The change that a cancel request is about.
    pub future_change: Option<i64>,
    pub decline_reason: Option<DeclineReason>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChange {
    pub state: RequestState,
    pub at: Instant,
    pub author: Author,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    Client {
        user: UserId,
        /// The user's name at that time.
        name: String,
    },
    Bank,
}

impl Author {
    pub const BANK: &'static str = "BANK";

    /// `author` in spec section 2.4.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Client { name, .. } => name,
            Self::Bank => Self::BANK,
        }
    }

    pub const fn user(&self) -> Option<&UserId> {
        match self {
            Self::Client { user, .. } => Some(user),
            Self::Bank => None,
        }
    }
}
