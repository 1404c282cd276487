//! Those whom payments to other banks are for.

use std::collections::BTreeMap;

use kernel::Money;
use store::{Row, StoreError, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    /// The people of transfers to other banks, from line $2 to $3.
    PAYEES = "select line, last_name, first_name, middle_name, deduction_minor from payroll_transfers
        where statement_id = $1 and line >= $2 and line <= $3 and bic is not null order by line";
}

/// Whom a payment is for, as the other bank has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Payee {
    /// Surname, given name and patronymic.
    pub(crate) name: String,
    /// The sum that was kept back from the wages under 229-FZ.
    pub(crate) deduction: Option<Money>,
}

/// Returns the people of transfers to other banks from one line to another, by line.
pub(crate) fn of_lines(
    tx: &mut Tx,
    id: StatementId,
    from: i64,
    through: i64,
) -> Result<BTreeMap<i64, Payee>, StoreError> {
    tx.query(&PAYEES, params![id.bytes(), from, through])?.iter().map(payee).collect()
}

fn payee(row: &Row) -> Result<(i64, Payee), StoreError> {
    let names = [
        row.text("last_name")?,
        row.text("first_name")?,
        row.optional_text("middle_name")?.unwrap_or_default(),
    ];
    let names = names.into_iter().filter(|name| !name.is_empty());
    let name = names.collect::<Vec<_>>().join(" ");
    let deduction = row.optional_integer("deduction_minor")?.map(Money::from_minor);
    Ok((row.integer("line")?, Payee { name, deduction }))
}
