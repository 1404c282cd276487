//! Names of other banks, by the port `bank_names`.

use store::{Result, Tx, params};

store::queries! {
    BANK_NAME = "select b.name from bank_names b where b.bic = $1";
}

/// Returns the name of the bank with this BIC; `None` for one that nobody has told.
pub(crate) fn bank_name(tx: &mut Tx, bic: &str) -> Result<Option<String>> {
    tx.select_optional(&BANK_NAME, params![bic])
}
