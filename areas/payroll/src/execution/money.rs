//! The names under which the ledger knows the money of a statement.

use crate::identifier::StatementId;
use crate::statement::StatementHeader;

/// The first eight letters of the names of holds that keep the money of statements.
pub use accounts::ledger::ORDER_HOLD_PREFIX as HOLD_PREFIX;

/// Returns the name of the hold that keeps the money of a statement.
pub fn hold_id(id: StatementId) -> String {
    format!("{HOLD_PREFIX}{id}")
}

/// Returns the description that account histories show.
pub fn description(statement: &StatementHeader) -> String {
    let date = statement.date;
    format!("Ведомость № {} от {:02}.{:02}.{}", statement.number, date.day(), date.month(), date.year())
}

/// Returns the description of what pays a part of the statement: it names the part, where there are several.
pub fn part_description(statement: &StatementHeader, (part, parts): (i64, i64)) -> String {
    let whole = description(statement);
    if parts > 1 { format!("{whole}, часть {part} из {parts}") } else { whole }
}

/// Names the payees together, for the holder of the account that pays them.
pub fn payees(statement: &StatementHeader) -> String {
    format!("Получатели по ведомости № {}", statement.number)
}
