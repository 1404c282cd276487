//! Those whom payments to other banks are for.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Bic, Money};
use store::{Result, Selected as _, Tx, params};

use super::codec;
use crate::identifier::StatementId;
use crate::transfer::Conversion;

store::queries! {
    /// The people of transfers to other banks, from line $2 to $3.
    PAYEES = store::text!("select line, ", Payee::LIST, " from payroll_transfers
        where statement_id = $1 and line >= $2 and line <= $3 and bic is not null order by line");

    /// Transfers after line $2 as a bank that executes their statement has to know them.
    PARTS = store::text!("select ", Part::LIST, " from payroll_transfers where statement_id = $1 and line > $2
        order by line limit $3");
}

/// Whom a payment is for, as the other bank has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Payee {
    /// Surname, given name and patronymic.
    pub(crate) name: String,
    /// The sum that was kept back from the wages under 229-FZ.
    pub(crate) deduction: Option<Money>,
}

/// A transfer of a statement that the bank executes.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its line, from 1.
    pub(crate) line: i64,
    pub(crate) payee: Payee,
    /// The amount, in roubles.
    pub(crate) amount: Money,
    pub(crate) account: AccountNumber,
    /// The bank that keeps it; this one when absent.
    pub(crate) bic: Option<Bic>,
    /// The parts that are paid in other currencies.
    pub(crate) conversions: Vec<Conversion>,
}

store::selected! {
    Part as "t" {
        line, payee: Payee, amount: "amount_minor", account, bic, conversions: "conversion" via codec::conversions,
    }
    Payee as "t" (last_name, first_name, middle_name) {
        deduction: "deduction_minor"; name: name([last_name, first_name, Option::unwrap_or_default(middle_name)]),
    }
}

/// Returns the transfers after the line `after`, at most `limit`.
pub(crate) fn parts(tx: &mut Tx, id: StatementId, after: i64, limit: i64) -> Result<Vec<Part>> {
    tx.select(&PARTS, params![id.bytes(), after, limit])
}

/// Returns the people of transfers to other banks from one line to another, by line.
pub(crate) fn of_lines(
    tx: &mut Tx,
    id: StatementId,
    from: i64,
    through: i64,
) -> Result<BTreeMap<i64, Payee>> {
    Ok(tx.select(&PAYEES, params![id.bytes(), from, through])?.into_iter().collect())
}

fn name(names: [&str; 3]) -> String {
    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ")
}
