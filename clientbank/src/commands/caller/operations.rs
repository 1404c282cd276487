//! `clientbank operations`: the operations of an account with the tokens of the last login.

use clap::Args;
use kernel::AccountNumber;
use sdk::{Bank, Operation, OperationsPage, OperationsQuery, SdkError};
use serde_json::json;

use super::Failure;
use super::client::TokenFile;
use crate::terminal::{remark, say};

/// Operations that one call asks for.
const PER_CALL: u32 = 1_000;

#[derive(Args)]
pub(in crate::commands) struct OperationsArguments {
    /// The account's number, 20 digits.
    number: AccountNumber,
    /// The first day, such as 2026-11-20; without it, from the first operation.
    #[arg(long)]
    from: Option<String>,
    /// The last day; without it, up to now.
    #[arg(long)]
    to: Option<String>,
    /// Part of the purpose, document number or counterparty, or an amount.
    #[arg(long)]
    search: Option<String>,
    /// The most operations, the newest first.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    limit: u32,
    /// Print one JSON object per operation; amounts are texts, so that no program rounds them.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    file: TokenFile,
}

pub(super) fn run(arguments: &OperationsArguments) -> Result<(), Failure> {
    arguments.file.with_bank(|bank| Ok(read(bank, arguments)?))
}

/// Reads and prints page after page, up to the limit.
fn read(bank: &mut Bank, arguments: &OperationsArguments) -> Result<(), SdkError> {
    let mut left = arguments.limit;
    let mut query = OperationsQuery {
        from: arguments.from.clone(),
        to: arguments.to.clone(),
        search: arguments.search.clone(),
        ..OperationsQuery::default()
    };
    let mut is_first = true;
    while left > 0 {
        query.limit = Some(left.min(PER_CALL));
        let page = bank.operations(&arguments.number, &query)?;
        if is_first && !arguments.json {
            say(&totals(&page));
        }
        is_first = false;
        for operation in &page.operations {
            say(&if arguments.json { json_line(operation) } else { line(operation) });
        }
        left = left.saturating_sub(u32::try_from(page.operations.len()).unwrap_or(u32::MAX));
        query.cursor = page.next_cursor;
        if query.cursor.is_none() {
            return Ok(());
        }
    }
    remark(&format!("there are older operations than these {}: --limit reaches them", arguments.limit));
    Ok(())
}

fn totals(page: &OperationsPage) -> String {
    let OperationsPage {
        opening_balance, credits, debits, closing_balance, operations_count, currency, ..
    } = page;
    format!(
        "opening {opening_balance}  credits {credits}  debits {debits}  closing {closing_balance}  {currency}  \
         operations {operations_count}"
    )
}

fn line(operation: &Operation) -> String {
    let sign = if operation.side == "DEBIT" { "-" } else { "+" };
    let counterparty = operation.counterparty.as_ref().map(|other| other.name.as_str()).unwrap_or_default();
    let document = operation.document_number.as_deref().unwrap_or_default();
    let Operation { number, booked_at, amount, balance, kind, purpose, .. } = operation;
    // A purpose may hold line ends.
    let purpose = purpose.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{number}  {booked_at}  {sign}{amount}  {balance}  {kind}  {document}  {counterparty}  {purpose}")
}

fn json_line(operation: &Operation) -> String {
    let other = operation.counterparty.as_ref().map(|other| {
        json!({"name": other.name, "account": other.account, "inn": other.inn, "kpp": other.kpp, "bic": other.bic})
    });
    json!({
        "number": operation.number,
        "bookedAt": operation.booked_at,
        "valueDate": operation.value_date,
        "kind": operation.kind,
        "documentNumber": operation.document_number,
        "side": operation.side,
        "amount": operation.amount.to_string(),
        "balance": operation.balance.to_string(),
        "purpose": operation.purpose,
        "counterparty": other,
    })
    .to_string()
}
