//! The calls of the payroll area (spec section 4.5).

use serde::Deserialize;

use super::{StatementRequest, StatementStatus, TransferStatus, TransfersPage};
use crate::bank::Bank;
use crate::error::SdkError;

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
