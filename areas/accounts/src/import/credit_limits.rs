//! `credit_limits`: credit lines and overdrafts.

use import::{Chunks, ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns};
use kernel::AccountNumber;
use store::Tx;

use super::{GROUP, ID_CHARACTERS_MAX, past, refused};
use crate::ledger::{CreditLimit, CreditLimitKind, LedgerAccountId, set_credit_limit};
use crate::store::imported::{CREDIT_LIMIT_STORED, CREDIT_LIMITS_LISTED};

pub(super) struct CreditLimitsFile;

impl TableImporter for CreditLimitsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CREDIT_LIMIT_STORED),
            listed: Some(&CREDIT_LIMITS_LISTED),
            chunks: Some(Chunks { unique: Some("limit_id"), ..Chunks::new(GROUP, "account") }),
            columns: columns! { limit_id, account, kind, amount, granted_at },
            ..ImportFile::new("credit_limits", "credit_limit", &["limit_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let account = LedgerAccountId::from(&row.parse::<AccountNumber>("account")?);
        let kind: CreditLimitKind = row.parse("kind")?;
        let amount = row.money("amount")?;
        if amount.is_negative() {
            return Err(RowError::new("amount", "must not be below zero"));
        }
        let granted_at = past(row, "granted_at", context)?;
        let limit_id = row.checked_text("limit_id", ID_CHARACTERS_MAX)?.to_owned();
        let limit = CreditLimit { limit_id, account, kind, amount, granted_at };
        Ok(set_credit_limit(tx, &limit).map_err(refused("amount"))?.into())
    }
}
