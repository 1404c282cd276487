//! `credit_limits`: credit lines and overdrafts.

use import::{Chunks, Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::AccountNumber;
use store::{Query, Tx};

use super::{GROUP, ID_CHARACTERS_MAX, past, refused};
use crate::ledger::{CreditLimit, CreditLimitKind, LedgerAccountId, set_credit_limit};
use crate::store::imported::{CREDIT_LIMIT_STORED, CREDIT_LIMITS_LISTED};

/// Takes `credit_limits`.
pub(super) struct CreditLimitsFile;

impl TableImporter for CreditLimitsFile {
    fn file_stem(&self) -> &'static str {
        "credit_limits"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("limit_id"),
                Column::required("account"),
                Column::required("kind"),
                Column::required("amount"),
                Column::required("granted_at"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["limit_id"]
    }

    fn object(&self) -> &'static str {
        "credit_limit"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&CREDIT_LIMIT_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&CREDIT_LIMITS_LISTED)
    }

    fn chunks(&self) -> Option<Chunks> {
        Some(Chunks { unique: Some("limit_id"), ..Chunks::new(GROUP, "account") })
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
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
