//! `accounts`: the accounts of client companies.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{AccountNumber, Cnum, Currency};
use store::{Tx, Value, params};

use super::lookup::{branch_bic, checked_currency, has_rate, only_in};
use super::{ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX, refused};
use crate::account::{AccountMode, AccountStatus, AccountType, shown_currency};
use crate::ledger::{
    LedgerAccountId, keep_operations, open_customer_account, open_internal_accounts, set_open,
};

store::queries! {
    /// Adds an account.
    ACCOUNT_INSERT = "insert into accounts (number, document_id, type, mode, name, international_name, cnum, \
        organization_id, operation_currency, branch_id, trust_management, trust_management_name, \
        trust_management_international_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
        on conflict (number) do nothing";
    /// Changes an account that differs.
    ACCOUNT_UPDATE = "update accounts set document_id = $2, type = $3, mode = $4, name = $5, \
        international_name = $6, cnum = $7, organization_id = $8, operation_currency = $9, branch_id = $10, \
        trust_management = $11, trust_management_name = $12, trust_management_international_name = $13 \
        where number = $1 and (document_id <> $2 or type <> $3 or mode <> $4 or name <> $5 \
        or international_name <> $6 or cnum <> $7 or organization_id <> $8 or operation_currency <> $9 \
        or branch_id <> $10 or trust_management <> $11 or trust_management_name <> $12 \
        or trust_management_international_name <> $13)";
    /// The account that has a document id.
    ACCOUNT_BY_DOCUMENT_ID = "select number from accounts where document_id = $1";
}

/// Takes `accounts`.
pub(super) struct AccountsFile;

impl TableImporter for AccountsFile {
    fn file_stem(&self) -> &'static str {
        "accounts"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("number"),
                Column::required("document_id"),
                Column::required("type"),
                Column::required("status"),
                Column::required("mode"),
                Column::required("name"),
                Column::required("international_name"),
                Column::required("cnum"),
                Column::optional("organization_id"),
                Column::optional("operation_currency"),
                Column::required("branch_id"),
                Column::optional("trust_management"),
                Column::optional("trust_management_name"),
                Column::optional("trust_management_international_name"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["number"]
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let number: AccountNumber = row.parse("number")?;
        let is_open = numbered(row, "status", AccountStatus::from_number)? == AccountStatus::Open;
        let currency = checked_currency(&number, &branch_bic(tx, row.text("branch_id")?)?)?;
        // No bank that this serves lies west of Greenwich, so a rate that counts there counts at the bank.
        let today = context.now.to_timestamp().to_zoned(jiff::tz::TimeZone::UTC).date();
        if !has_rate(tx, currency, today)? {
            return Err(RowError::new(
                "number",
                format!("there is no rate of {currency} in day_rates up to today"),
            ));
        }
        let values = values(tx, row, &number, currency)?;
        only_in(tx, &number, self.file_stem())?;
        let opened = open(tx, &number, currency, is_open)?;
        keep_operations(tx, &number)?;
        Ok(opened.and(upsert(tx, &ACCOUNT_INSERT, &ACCOUNT_UPDATE, &values)?))
    }
}

/// Opens the ledger's account, or brings it to `is_open`.
pub(super) fn open(
    tx: &mut Tx,
    number: &AccountNumber,
    currency: Currency,
    is_open: bool,
) -> Result<RowOutcome, RowError> {
    if open_customer_account(tx, number, currency, is_open)? {
        open_internal_accounts(tx, currency)?;
        return Ok(RowOutcome::Created);
    }
    let account = LedgerAccountId::from(number);
    let changed = set_open(tx, &account, is_open).map_err(refused("status"))?;
    Ok(if changed { RowOutcome::Changed } else { RowOutcome::Unchanged })
}

fn values(
    tx: &mut Tx,
    row: &ImportRow,
    number: &AccountNumber,
    currency: Currency,
) -> Result<Vec<Value>, RowError> {
    let document_id = row.checked_text("document_id", ID_CHARACTERS_MAX)?;
    if let Some(other) = tx.query_optional(&ACCOUNT_BY_DOCUMENT_ID, params![document_id])?
        && other.text("number")? != number.as_str()
    {
        return Err(RowError::new("document_id", format!("account {} has it", other.text("number")?)));
    }
    let cnum: Cnum = row.parse("cnum")?;
    if clients::find_company(tx, &cnum)?.is_none() {
        return Err(RowError::new("cnum", format!("there is no company {cnum}")));
    }
    let is_managed = row.optional_boolean("trust_management")?.unwrap_or(false);
    let trust_name = |column| match row.optional_checked_text(column, NAME_CHARACTERS_MAX)? {
        None if is_managed => Err(RowError::new(column, "must not be empty under trust management")),
        Some(_) if !is_managed => Err(RowError::new(column, "must be empty without trust management")),
        name => Ok(name.unwrap_or_default()),
    };
    let operation_currency = row.optional_parse("operation_currency")?.map_or(currency, shown_currency);
    let organization_id = row.optional_checked_text("organization_id", ID_CHARACTERS_MAX)?;
    Ok(params![
        number,
        document_id,
        numbered(row, "type", AccountType::from_number)?.number(),
        numbered(row, "mode", AccountMode::from_number)?.number(),
        row.checked_text("name", NAME_CHARACTERS_MAX)?,
        row.checked_text("international_name", NAME_CHARACTERS_MAX)?,
        &cnum,
        organization_id.unwrap_or(cnum.as_str()),
        operation_currency,
        row.text("branch_id")?,
        is_managed,
        trust_name("trust_management_name")?,
        trust_name("trust_management_international_name")?,
    ])
}

/// The value of the specification with the number in the cell.
pub(super) fn numbered<T>(
    row: &ImportRow,
    column: &'static str,
    from_number: impl Fn(i64) -> Option<T>,
) -> Result<T, RowError> {
    let value = row.parse(column).ok().and_then(from_number);
    value.ok_or_else(|| RowError::new(column, "is not a number that the specification has for it"))
}
