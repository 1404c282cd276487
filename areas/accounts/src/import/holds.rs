//! `holds`: money that card payments have promised and that is not posted yet.

use import::{Chunks, Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::AccountNumber;
use store::{Query, Tx};

use super::{GROUP, ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX, past, refused};
use crate::ledger::{Hold, LedgerAccountId, ORDER_HOLD_PREFIX, place_hold, release_hold};
use crate::store::imported::HOLD_STORED;

/// Takes `holds`.
pub(super) struct HoldsFile;

impl TableImporter for HoldsFile {
    fn file_stem(&self) -> &'static str {
        "holds"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("hold_id"),
                Column::required("account"),
                Column::required("amount"),
                Column::required("placed_at"),
                Column::optional("released_at"),
                Column::required("description"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["hold_id"]
    }

    fn object(&self) -> &'static str {
        "hold"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&HOLD_STORED)
    }

    fn hidden(&self) -> &'static [&'static str] {
        &["description"]
    }

    fn chunks(&self) -> Option<Chunks> {
        Some(Chunks { unique: Some("hold_id"), ..Chunks::new(GROUP, "account") })
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
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
        let placed: RowOutcome = place_hold(tx, &hold).map_err(refused("amount"))?.into();
        let Some(released_at) = released_at else { return Ok(placed) };
        let released = release_hold(tx, &hold.hold_id, released_at).map_err(refused("released_at"))?;
        Ok(placed.and(released.into()))
    }
}
