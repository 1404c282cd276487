//! Rows of closing balances that leave for an archive.

use kernel::Instant;
use retention::{Due, Key};
use store::{Column, Result, Row, Tx, params};

store::queries! {
    KEPT_CLOSINGS_DUE = "select ledger_account_id, closing_date, closed_at_us as at_us from closing_balances \
        where closed_at_us < $1 and closed_at_us >= $2 order by closed_at_us, ledger_account_id, closing_date limit $3";
    KEPT_CLOSINGS_NEXT = "select n.closed_at_us from closing_balances n where n.ledger_account_id = $1 \
        and n.closing_date = (select min(m.closing_date) from closing_balances m \
        where m.ledger_account_id = $1 and m.closing_date > $2)";
    ARCHIVED_CLOSINGS_BEFORE = "select before_us from archived_closings where alone = 1";
    /// Moves that end on; it never goes back.
    pub(crate) ARCHIVED_CLOSINGS_MOVE = "insert into archived_closings (alone, before_us) values (1, $1) \
        on conflict (alone) do update set before_us = excluded.before_us \
        where archived_closings.before_us < excluded.before_us";
}

retention::tables! {
    pub(crate) by "ledger_account_id = $1 and closing_date = $2":
    closing_balances(ledger_account_id, closing_date) {
        ledger_account_id Text, closing_date Text, balance_minor Integer, closed_at_us Integer,
    }
}

pub(crate) static DUE: Due = Due {
    query: &KEPT_CLOSINGS_DUE,
    table: "closing_balances",
    key: |row: &Row| {
        let (account, day): (&str, &str) = row.read()?;
        Ok(Key(params![account, day]))
    },
};

/// Reads for each closing the moment of the next one of its account.
pub(crate) fn next_closings(tx: &mut Tx, closings: &[Row]) -> Result<Vec<Option<Instant>>> {
    let column =
        |name: &'static str| closings.iter().map(|row| row.text(name)).collect::<Result<Vec<_>, _>>();
    let (accounts, days) = (column("ledger_account_id")?, column("closing_date")?);
    let mut next = vec![None; closings.len()];
    let columns = [Column::Texts(&accounts), Column::Texts(&days)];
    for (place, closed_at) in tx.select_bulk(&KEPT_CLOSINGS_NEXT, &columns)? {
        if let Some(next) = next.get_mut(place) {
            *next = Some(closed_at);
        }
    }
    Ok(next)
}

/// Returns the moment before which closing balances may have left for the archive.
pub(crate) fn archived_closings_before(tx: &mut Tx) -> Result<Option<Instant>> {
    tx.select_optional(&ARCHIVED_CLOSINGS_BEFORE, params![])
}
