//! `holds`: money that card payments have promised and that is not posted yet; and `credit_limits`: credit lines and
//! overdrafts.

use import::{Chunks, ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns};
use kernel::AccountNumber;
use store::Tx;

use super::{GROUP, ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX, past, refused};
use crate::ledger::{
    CreditLimit, CreditLimitKind, Hold, LedgerAccountId, ORDER_HOLD_PREFIX, place_hold, put_released_hold,
    set_credit_limit,
};
use crate::store::imported::{CREDIT_LIMIT_STORED, CREDIT_LIMITS_LISTED, HOLD_STORED};

pub(super) struct HoldsFile;

impl TableImporter for HoldsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&HOLD_STORED),
            hidden: &["description"],
            chunks: Some(Chunks { unique: Some("hold_id"), ..Chunks::new(GROUP, "account") }),
            columns: columns! { hold_id, account, amount, placed_at, released_at = optional, description },
            ..ImportFile::new("holds", "hold", &["hold_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let placed_at = past(row, "placed_at", context)?;
        let released_at =
            row.optional("released_at").map(|_| past(row, "released_at", context)).transpose()?;
        if released_at.is_some_and(|at| at < placed_at) {
            return Err(RowError::new("released_at", "must not be before placed_at"));
        }
        let hold_id = row.checked_text("hold_id", ID_CHARACTERS_MAX)?.to_owned();
        if hold_id.starts_with(ORDER_HOLD_PREFIX) {
            let message = format!("must not begin with {ORDER_HOLD_PREFIX}: orders keep their money so");
            return Err(RowError::new("hold_id", message));
        }
        let hold = Hold {
            hold_id,
            account: LedgerAccountId::from(&row.parse::<AccountNumber>("account")?),
            amount: row.money("amount")?,
            placed_at,
            description: row.checked_text("description", NAME_CHARACTERS_MAX)?.to_owned(),
        };
        if !hold.amount.is_positive() {
            return Err(RowError::new("amount", "must be above zero"));
        }
        let outcome = match released_at {
            None => place_hold(tx, &hold),
            Some(released_at) => put_released_hold(tx, &hold, released_at),
        };
        Ok(outcome.map_err(refused("amount"))?.into())
    }
}

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
