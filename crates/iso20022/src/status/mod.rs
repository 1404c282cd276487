//! auth.027 `CurrencyControlStatusAdvice`: the statuses of a notification, of each item and of each certificate.

mod write;

/// The version of the report, such as `04`. It follows that of the notification: versions with the same number belong
/// together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version(&'static str);

impl Version {
    pub const V01: Self = Self("01");
    pub const V02: Self = Self("02");
    pub const V03: Self = Self("03");
    pub const V04: Self = Self("04");
    const ALL: [Self; 4] = [Self::V01, Self::V02, Self::V03, Self::V04];

    /// The version that answers a message, for example `auth.024.001.04`; `None` for any other message.
    pub fn answering(message: &str) -> Option<Self> {
        let number = message.strip_prefix("auth.024.001.")?;
        Self::ALL.into_iter().find(|version| version.0 == number)
    }

    /// The message definition, for example `auth.027.001.04`.
    pub fn message(self) -> String {
        format!("auth.027.001.{}", self.0)
    }
}

/// `StatisticalReportingStatus1Code`, as far as this bank says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    Accepted,
    PartlyAccepted,
    Rejected,
    Pending,
    Received,
}

impl Code {
    /// As the message writes it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "ACPT",
            Self::PartlyAccepted => "PART",
            Self::Rejected => "RJCT",
            Self::Pending => "PDNG",
            Self::Received => "RCVD",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub version: Version,
    /// `GrpHdr/MsgId`, 1 to 35 characters, unique for the sender.
    pub message_id: String,
    /// `GrpHdr/CreDtTm`, for example `2026-01-31T09:30:00+03:00`.
    pub created: String,
    /// The receiver: the company that sent the notification.
    pub receiver: Party,
    pub bank: Bank,
    pub original: Original,
    /// The status of the notification as a whole.
    pub status: Code,
    pub reasons: Vec<Reason>,
    /// The time, as a date and time of ISO 8601.
    pub status_time: Option<String>,
    pub packages: Vec<Package>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Of any length: the message has its first 140 characters.
    pub name: Option<String>,
    pub tax_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bank {
    /// The Russian BIC, 9 digits.
    pub bic: String,
    /// As that of a party.
    pub name: Option<String>,
}

/// The notification that is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// `GrpHdr/MsgId`.
    pub message_id: String,
    /// The message definition, for example `auth.024.001.04`.
    pub message_name: String,
    /// `GrpHdr/CreDtTm`.
    pub created: Option<String>,
}

/// The status of an item (`TxNtfctn`) of the notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// `TxNtfctnId`.
    pub id: String,
    pub status: Code,
    pub reasons: Vec<Reason>,
    pub records: Vec<Record>,
}

/// The status of a certificate (`TxCert`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// `TxId`.
    pub id: String,
    pub status: Code,
    pub reasons: Vec<Reason>,
    /// Number and date of the certificate.
    pub document: Option<DocumentId>,
}

/// A document by number and date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentId {
    /// At most 35 characters.
    pub id: Option<String>,
    /// For example `2026-01-31`.
    pub date: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// A code of this bank, 1 to 35 characters.
    pub code: String,
    /// In words, of any length: it is cut into pieces of 105 characters, as many as the message needs.
    pub text: String,
}
