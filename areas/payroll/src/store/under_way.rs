//! Statements that have not ended, counted.

use store::{StoreError, Tx, params};

use crate::under_way::UnderWay;

store::queries! {
    /// Counts the statements under way by state, with the moment since when the oldest has been in it. The index has
    /// these rows and no others.
    STATEMENTS_UNDER_WAY = "select state, count(1) as statements, min(changed_at_us) as since_us from payroll_statements
        where (state = 'CHECKING' or state = 'SIGNING' or state = 'AWAITING_SEND' or state = 'SCHEDULED'
            or state = 'PROCESSING' or state = 'AWAITING_SIGN' or state = 'AWAITING_SIGN_WITH_WARNINGS'
            or state = 'PARTLY_SIGNED')
        group by state";
}

/// Counts them.
pub(crate) fn under_way(tx: &mut Tx) -> Result<Vec<UnderWay>, StoreError> {
    let one = |row: &store::Row| {
        Ok(UnderWay {
            state: row.text("state")?.to_owned(),
            statements: row.integer("statements")?,
            since: row.instant("since_us")?,
        })
    };
    tx.query(&STATEMENTS_UNDER_WAY, params![])?.iter().map(one).collect()
}
