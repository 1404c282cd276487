//! The calls about statements (spec section 4.5) and the bank's answers (spec sections 2.5, 3.1 and 3.2).

use kernel::text_enum;
use serde::{Deserialize, Serialize};

use super::StatementRequest;
use crate::bank::Bank;
use crate::error::SdkError;

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

/// The most transfers of one page.
const PAGE_MAX: u32 = 100;
/// The most transfers of one statement.
const TRANSFERS_MAX: u32 = 10_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accepted {
    external_id: String,
}

impl Bank {
    /// Sends a statement; answers its external identifier. After that the bank has it, whatever happens to this
    /// program. After [`SdkError::Transport`] nobody knows: sending the same statement again does no harm, because
    /// the bank takes an external identifier once.
    ///
    /// # Errors
    /// The bank refuses: every fault of the statement is in the body of the answer.
    pub fn submit_statement(&mut self, request: &StatementRequest) -> Result<String, SdkError> {
        let accepted: Accepted = self.post(&["v1", "statements"], request.body())?;
        Ok(accepted.external_id)
    }

    /// Reads the status of a statement. The bank allows one such call per second and statement: see
    /// [`Self::wait_for_statement`].
    ///
    /// # Errors
    /// The bank refuses, for example because there is no such statement.
    pub fn statement_status(&mut self, external_id: &str) -> Result<StatementStatus, SdkError> {
        self.get(&["v1", "statements", external_id], &[])
    }

    /// A part of the statement's transfers: up to `limit`, 1 to 100, from the one after the first `offset`.
    pub fn statement_transfers(
        &mut self,
        external_id: &str,
        offset: u32,
        limit: u32,
    ) -> Result<TransfersPage, SdkError> {
        let query = [("offset", offset.to_string()), ("limit", limit.to_string())];
        self.get(&["v1", "statements", external_id, "transfers"], &query)
    }

    /// All transfers of the statement, page by page.
    pub fn all_statement_transfers(&mut self, external_id: &str) -> Result<Vec<TransferStatus>, SdkError> {
        let mut all = Vec::new();
        for offset in (0..TRANSFERS_MAX).step_by(PAGE_MAX as usize) {
            let page = self.statement_transfers(external_id, offset, PAGE_MAX)?;
            let is_last = offset.saturating_add(PAGE_MAX) >= page.total_count;
            all.extend(page.transfers);
            if is_last {
                break;
            }
        }
        Ok(all)
    }
}
