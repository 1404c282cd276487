//! `payments`: money that came from other banks or went there, as the bank's core booked it, with the facts of the
//! document. Each is an entry against the correspondent account.

use audit::Actor;
use import::{
    Chunks, ImportContext, ImportFile, ImportRow, Remark, RowError, RowOutcome, RowResult, TableImporter,
    columns,
};
use jiff::civil::Date;
use kernel::{AccountNumber, Instant, Money};
use store::Tx;

use super::{Day, GROUP, ID_CHARACTERS_MAX, booked, day_in_greenwich, refuse_archived, refused};
use crate::core_fact::CoreOperation;
use crate::ledger::{
    COUNTERPARTY_NAME_CHARACTERS_MAX, Counterparty, DESCRIPTION_CHARACTERS_MAX,
    DOCUMENT_NUMBER_CHARACTERS_MAX, DocumentNumber, Funds, LedgerAccountId, Posted, account_state, post_fact,
};

pub(super) struct PaymentsFile;

impl TableImporter for PaymentsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            hidden: &["purpose", "counterparty_name"],
            chunks: Some(Chunks { unique: Some("payment_id"), ..Chunks::new(GROUP, "account") }),
            columns: columns! {
                payment_id, account, amount, posted_at, value_date, purpose, document_number = optional,
                counterparty_name = optional, counterparty_account = optional, counterparty_inn = optional,
                counterparty_kpp = optional, counterparty_bic = optional,
            },
            ..ImportFile::new("payments", "payment", &["payment_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let number: AccountNumber = row.parse("account")?;
        let amount = row.money("amount")?;
        if amount == Money::ZERO {
            return Err(RowError::new("amount", "must not be zero"));
        }
        let account = LedgerAccountId::from(&number);
        let Some(state) = account_state(tx, &account)? else {
            return Err(RowError::new("account", format!("there is no account {number}")));
        };
        let operation = operation(row, context, number, amount)?;
        if let Some(before) = refuse_archived(tx, "posted_at", operation.posted_at)? {
            refuse_archived_day(operation.value_date, before)?;
        }
        operation.key().map_err(|refusal| RowError::new("payment_id", refusal.to_string()))?;
        let operator = Actor::Operator(context.operator.to_owned());
        let entry = operation.entry(context.randomness.uuid(context.now), state.currency, operator.into());
        let entry = entry.map_err(|refusal| RowError::new("amount", refusal.to_string()))?;
        let fact = post_fact(tx, entry, context.applied_at, Funds::Taken).map_err(refused("amount"))?;
        Ok(match (fact.posted, fact.exceeds) {
            (Posted::Before, _) => RowOutcome::Unchanged,
            (Posted::Now, None) => RowOutcome::Created,
            (Posted::Now, Some(amount)) => {
                RowOutcome::Remarked(Remark { text: "is taken, and exceeds what is free by", amount })
            }
        })
    }
}

fn operation(
    row: &ImportRow,
    context: &ImportContext<'_>,
    account: AccountNumber,
    amount: Money,
) -> Result<CoreOperation, RowError> {
    let Day(value_date) = row.parse("value_date")?;
    let document = row.optional_checked_text("document_number", DOCUMENT_NUMBER_CHARACTERS_MAX)?;
    let document = document.map(|number| DocumentNumber::try_from(number.to_owned())).transpose();
    Ok(CoreOperation {
        id: row.checked_text("payment_id", ID_CHARACTERS_MAX)?.to_owned(),
        account,
        amount,
        posted_at: booked(row, "posted_at", context)?,
        value_date,
        purpose: row.checked_text("purpose", DESCRIPTION_CHARACTERS_MAX)?.to_owned(),
        document: document.map_err(|error| RowError::new("document_number", error.to_string()))?,
        counterparty: counterparty(row)?,
    })
}

/// Refuses a payment whose value date is of a time that is archived: years lie behind it, so it is one that was posted
/// then and comes again with another moment. The archive has its key, and it would be posted once more.
fn refuse_archived_day(value_date: Date, before: Instant) -> Result<(), RowError> {
    let first = day_in_greenwich(before);
    if value_date >= first {
        return Ok(());
    }
    let message = format!("must not be before {first}: postings of that time are archived");
    Err(RowError::new("value_date", message))
}

/// The other side, as far as the document tells it; without a name there is none.
fn counterparty(row: &ImportRow) -> Result<Option<Counterparty>, RowError> {
    let Some(name) = row.optional_checked_text("counterparty_name", COUNTERPARTY_NAME_CHARACTERS_MAX)? else {
        let others = ["counterparty_account", "counterparty_inn", "counterparty_kpp", "counterparty_bic"];
        return match others.into_iter().find(|column| row.optional(column).is_some()) {
            Some(column) => Err(RowError::new(column, "must be empty without counterparty_name")),
            None => Ok(None),
        };
    };
    let counterparty = Counterparty::new(name.to_owned());
    let mut counterparty =
        counterparty.map_err(|error| RowError::new("counterparty_name", error.to_string()))?;
    counterparty.account = row.optional_parse("counterparty_account")?;
    counterparty.inn = row.optional_parse("counterparty_inn")?;
    counterparty.kpp = row.optional_parse("counterparty_kpp")?;
    counterparty.bic = row.optional_parse("counterparty_bic")?;
    Ok(Some(counterparty))
}
