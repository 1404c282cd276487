//! `GET /bank/accounts/{number}/operations/{operation}`: everything that is known of one operation.

use askama::Template;
use axum::extract::{Path, State};
use kernel::AccountNumber;
use pages::{OnlineBank, PageError, PageResult, Section, date, moment, money, signed};

use super::words::Words;
use super::{AccountWords, AccountsPages};
use crate::pages::reader;
use crate::work;

#[derive(Template)]
#[template(path = "operation.html")]
struct Content {
    accounts: &'static AccountWords,
    words: &'static Words,
    account: String,
    title: String,
    purpose: String,
    facts: Vec<(&'static str, String)>,
    /// The address of its paper, if it has one.
    paper: Option<String>,
}

pub(in crate::pages) async fn get(
    State(pages): State<AccountsPages>,
    Path((number, operation)): Path<(String, String)>,
    bank: OnlineBank,
) -> PageResult {
    let account: AccountNumber = number.parse().map_err(|_| PageError::NotFound)?;
    let operation: i64 = operation.parse().map_err(|_| PageError::NotFound)?;
    let found = work::operation_detail(&pages.area, reader(&bank), &account, operation).await?;
    let detail = found.ok_or(PageError::NotFound)?;
    let (stored, operation) = (detail.stored.account()?, &detail.operation);
    let accounts = AccountWords::of(bank.language);
    let (words, currency) = (accounts.operations, stored.currency.alphabetic());
    let other = &operation.other;
    let amount = signed(operation.amount, currency, bank.language);
    let facts = [
        (words.amount, Some(amount.clone())),
        (words.balance, Some(money(operation.balance, currency, bank.language))),
        (words.when, Some(moment(operation.booked_at, bank.zone(), bank.language))),
        (words.value_date, Some(date(operation.value_date, bank.language))),
        (words.operation, Some(words.kind(operation.kind).to_owned())),
        (words.document_number, operation.document.clone()),
        (words.counterparty, other.name.clone()),
        (words.counterparty_account, other.account.clone()),
        (words.inn, other.inn.clone()),
        (words.kpp, other.kpp.clone()),
        (words.bank, detail.other_bank.clone()),
        (words.bic, other.bic.clone()),
    ];
    let content = Content {
        accounts,
        words,
        title: other.name.clone().unwrap_or_else(|| words.kind(operation.kind).to_owned()),
        purpose: operation.purpose.clone(),
        facts: facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect(),
        paper: operation
            .paper(stored.currency, &stored.branch.bic)
            .map(|_| format!("/bank/accounts/{number}/operations/{}/order.pdf", operation.number)),
        account: number,
    };
    bank.page(Section::Accounts, amount.as_str(), &content)
}
