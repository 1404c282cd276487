//! The switches by which operators stop payroll.

use store::{Result, Tx};
use switches::Switch;

use crate::identifier::StatementId;
use crate::store::statements;

pub(crate) static PAYROLL: Switch = Switch {
    name: "payroll",
    subject: None,
    stops: "Execution of statements, here and by the bank's core; they are still taken in and signed",
};

pub(crate) static RAIL: Switch = Switch {
    name: "rail",
    subject: None,
    stops: "Handing out payments to other banks; answers are still taken",
};

pub(crate) static STATEMENT: Switch = Switch {
    name: "statement",
    subject: Some(("statement", named)),
    stops: "Execution of one statement, and handing out its payments",
};

pub(crate) const ALL: &[&Switch] = &[&PAYROLL, &RAIL, &STATEMENT];

fn named(tx: &mut Tx, text: &str) -> Result<Option<String>> {
    let Ok(id) = text.parse::<StatementId>() else { return Ok(None) };
    Ok(statements::header(tx, id)?.map(|header| header.id.to_string()))
}
