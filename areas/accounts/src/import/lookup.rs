//! Things that a row refers to.

use import::RowError;
use kernel::{AccountNumber, Bic, Currency};
use store::{StoreError, Tx, params};

store::queries! {
    /// The bank code of a branch.
    BRANCH_BIC = "select bic from branches where branch_id = $1";
    /// The files that brought a number: a company's account and an employee's are never the same.
    FILES_OF_NUMBER = "select 'accounts' as file from accounts where number = $1 \
        union all select 'employees_accounts' as file from employees_accounts where number = $1";
    /// A row when the currency has a rate that counts.
    RATE_KNOWN = "select 1 as one from day_rates where currency = $1 and rate_date <= $2 limit 1";
}

/// The bank code of the branch that the cell names.
pub(super) fn branch_bic(tx: &mut Tx, branch_id: &str) -> Result<Bic, RowError> {
    let row = tx.query_optional(&BRANCH_BIC, params![branch_id])?;
    let row = row.ok_or_else(|| RowError::new("branch_id", format!("there is no branch {branch_id}")))?;
    Ok(row.parse("bic")?)
}

/// Refuses a number that came in another file than `file`: payroll would pay a salary into a company's account.
pub(super) fn only_in(tx: &mut Tx, number: &AccountNumber, file: &str) -> Result<(), RowError> {
    for row in tx.query(&FILES_OF_NUMBER, params![number])? {
        let other = row.text("file")?;
        if other != file {
            return Err(RowError::new("number", format!("stands in {other} already")));
        }
    }
    Ok(())
}

/// The currency of an account with this number, which has to have the right control key for the bank.
pub(super) fn checked_currency(number: &AccountNumber, bic: &Bic) -> Result<Currency, RowError> {
    if !number.control_key_is_valid(bic) {
        let right = number.with_control_key(bic);
        return Err(RowError::new(
            "number",
            format!("the control key is wrong for BIC {bic}; {right} has the right one"),
        ));
    }
    let currency = number.currency().ok_or_else(|| {
        let digits = number.currency_digits();
        RowError::new("number", format!("digits 6 to 8 ({digits}) are no currency"))
    })?;
    Ok(crate::shown_currency(currency))
}

/// Tells whether amounts in `currency` can be shown in roubles on the day `today`.
pub(super) fn has_rate(
    tx: &mut Tx,
    currency: Currency,
    today: jiff::civil::Date,
) -> Result<bool, StoreError> {
    Ok(currency.is_national() || tx.query_optional(&RATE_KNOWN, params![currency, today])?.is_some())
}
