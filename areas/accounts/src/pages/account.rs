//! `GET /bank/accounts/{number}`: an account with its money and its bank details.

use askama::Template;
use axum::extract::{Path, State};
use kernel::AccountNumber;
use pages::{OnlineBank, PageError, PageResult, Section, moment, money};

use super::words::Words;
use super::{AccountLine, AccountsPages, reader};
use crate::store;

#[derive(Template)]
#[template(path = "account.html")]
struct Content {
    words: &'static Words,
    shown: AccountLine,
    own: String,
    held: String,
    limit: String,
    rest: Option<(String, String)>,
    details: Vec<(&'static str, String)>,
}

pub(super) async fn get(
    State(pages): State<AccountsPages>,
    Path(number): Path<String>,
    bank: OnlineBank,
) -> PageResult {
    let number: AccountNumber = number.parse().map_err(|_| PageError::NotFound)?;
    let account = store::account(&pages.area, &reader(&bank), &number).await?;
    let account = account.ok_or(PageError::NotFound)?;
    let account = account.account()?;
    let (words, language) = (Words::of(bank.language), bank.language);
    let amount = |amount| money(amount, account.currency.alphabetic(), language);
    let funds = &account.funds;
    let branch = &account.branch;
    let content = Content {
        words,
        own: amount(funds.ledger_balance),
        held: amount(funds.held),
        limit: amount(funds.limit),
        rest: funds.closing.map(|closing| (amount(funds.rest()), moment(closing.at, bank.zone(), language))),
        details: vec![
            (words.owner, account.organization_name.to_owned()),
            (words.number, account.number.to_string()),
            (words.branch, branch.name.to_owned()),
            (words.bic, branch.bic.to_string()),
            (words.correspondent_account, branch.correspondent_account.to_string()),
            (words.city, branch.city.to_owned()),
        ],
        shown: AccountLine::of(&account, language),
    };
    bank.page(Section::Accounts, &content.shown.name, &content)
}
