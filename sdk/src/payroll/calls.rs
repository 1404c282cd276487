//! The bank's answers about a statement (spec sections 2.5, 3.1 and 3.2).

use kernel::text_enum;
use serde::{Deserialize, Serialize};

text_enum! {
    /// A state of a statement (spec section 3.1).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    #[expect(missing_docs, reason = "the meanings stand in the specification, section 3.1")]
    pub enum StatementState {
        Draft = "DRAFT",
        Checking = "CHECKING",
        AwaitingSign = "AWAITING_SIGN",
        AwaitingSignWithWarnings = "AWAITING_SIGN_WITH_WARNINGS",
        Error = "ERROR",
        PartlySigned = "PARTLY_SIGNED",
        Signing = "SIGNING",
        AwaitingSend = "AWAITING_SEND",
        Processing = "PROCESSING",
        Declined = "DECLINED",
        Executed = "EXECUTED",
        PartlyExecuted = "PARTLY_EXECUTED",
        Deleted = "DELETED",
        Scheduled = "SCHEDULED",
        ErrorSign = "ERROR_SIGN",
    }
}

impl StatementState {
    /// Tells whether nothing changes any more. `ERROR` is final for a statement that was sent with signatures; in the
    /// online bank a statement without them can be corrected.
    pub const fn is_final(self, signed: bool) -> bool {
        match self {
            Self::Executed | Self::PartlyExecuted | Self::Declined | Self::Deleted | Self::ErrorSign => true,
            Self::Error => signed,
            Self::Draft
            | Self::Checking
            | Self::AwaitingSign
            | Self::AwaitingSignWithWarnings
            | Self::PartlySigned
            | Self::Signing
            | Self::AwaitingSend
            | Self::Processing
            | Self::Scheduled => false,
        }
    }

    /// Tells whether a person in the online bank comes next, or a day: asking again every second is of no use then.
    pub const fn awaits(self) -> bool {
        matches!(
            self,
            Self::Draft
                | Self::AwaitingSign
                | Self::AwaitingSignWithWarnings
                | Self::Error
                | Self::PartlySigned
                | Self::Signing
                | Self::Scheduled
        )
    }
}

text_enum! {
    /// A state of a transfer (spec section 3.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    #[expect(missing_docs, reason = "the meanings stand in the specification, section 3.2")]
    pub enum TransferState {
        Draft = "DRAFT",
        Checking = "CHECKING",
        Created = "CREATED",
        CreatedWithWarnings = "CREATED_WITH_WARNINGS",
        Error = "ERROR",
        Processing = "PROCESSING",
        Executed = "EXECUTED",
        Declined = "DECLINED",
    }
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The code, as the bank's catalogue lists it.
    pub code: String,
    /// The words.
    pub message: String,
}

/// The status of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatementStatus {
    /// The identifier that the company gave to it.
    pub external_id: String,
    /// The state.
    pub status: StatementState,
    /// The reason of the decline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Finding>,
    /// The warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Finding>,
}

/// The status of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TransferStatus {
    /// Its number within the statement.
    pub order_number: u64,
    /// The state.
    pub status: TransferState,
    /// The reason of the decline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Finding>,
    /// The warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Finding>,
}

/// A part of a statement's transfers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TransfersPage {
    /// The identifier that the company gave to the statement.
    pub external_id: String,
    /// The transfers, by their numbers.
    pub transfers: Vec<TransferStatus>,
    /// The number of skipped ones.
    pub offset: u32,
    /// The number that was asked for.
    pub limit: u32,
    /// The number of all.
    pub total_count: u32,
}
