//! Statements that have not ended, counted.

use store::{Result, Selected as _, Tx, params};

use crate::under_way::UnderWay;

store::selected! {
    UnderWay { state, statements: "count(1) as statements", since: "min(changed_at_us) as since_us" }
}

store::queries! {
    /// Counts the statements under way by state, with the moment since when the oldest has been in it. The index has
    /// these rows and no others.
    STATEMENTS_UNDER_WAY = store::text!("select ", UnderWay::LIST, " from payroll_statements
        where (state = 'CHECKING' or state = 'SIGNING' or state = 'AWAITING_SEND' or state = 'SCHEDULED'
            or state = 'PROCESSING' or state = 'AWAITING_SIGN' or state = 'AWAITING_SIGN_WITH_WARNINGS'
            or state = 'PARTLY_SIGNED')
        group by state");
}

pub(crate) fn under_way(tx: &mut Tx) -> Result<Vec<UnderWay>> {
    tx.select(&STATEMENTS_UNDER_WAY, params![])
}
