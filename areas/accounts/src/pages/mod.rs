//! Accounts in the online bank: the first page, with every account that the person may see, one account with its bank
//! details, and its operations.

mod account;
mod list;
mod operations;
mod words;

use axum::Router;
use axum::routing::get;
use kernel::Language;
use pages::{AreaPages, OnlineBank, money};
use store::Store;

use self::words::Words;
use crate::account::{Account, AccountMode, AccountStatus, AccountType};
use crate::store::Reader;

pub type AccountsPages = AreaPages<Store>;

pub fn routes(pages: AccountsPages) -> Router {
    Router::new()
        .route("/bank", get(list::get))
        .route("/bank/accounts/{number}", get(account::get))
        .route("/bank/accounts/{number}/operations", get(operations::get))
        .route("/bank/accounts/{number}/operations/export", get(operations::export))
        .route("/bank/accounts/{number}/operations/{operation}", get(operations::one))
        .route("/bank/accounts/{number}/operations/{operation}/order.pdf", get(operations::order))
        .with_state(pages)
}

fn reader(bank: &OnlineBank) -> Reader {
    let today = bank.zone().date_of(bank.now());
    Reader { user: bank.user.clone(), company: bank.company.clone(), client: None, today }
}

struct AccountLine {
    number: String,
    name: String,
    kind: &'static str,
    /// Class of the badge and its text.
    state: (&'static str, &'static str),
    balance: String,
    /// For accounts in another currency.
    in_roubles: Option<String>,
}

impl AccountLine {
    fn of(account: &Account<'_>, language: Language) -> Self {
        let words = Words::of(language);
        let funds = &account.funds;
        let currency = account.currency.alphabetic();
        let unknown = || words.unknown.to_owned();
        let roubles = || funds.balance_in_national_currency().map(|amount| money(amount, "RUB", language));
        Self {
            number: account.number.to_string(),
            name: match language {
                Language::Russian => account.name.to_owned(),
                Language::English => account.international_name.to_owned(),
            },
            kind: match account.account_type {
                AccountType::Settlement => words.settlement,
                AccountType::Transit => words.transit,
                AccountType::Deposit => words.deposit,
                AccountType::Overdraft => words.overdraft,
            },
            state: match (account.status, account.mode) {
                (AccountStatus::Closed, _) => ("", words.closed),
                (AccountStatus::Open, AccountMode::Blocked) => ("bad", words.blocked),
                (AccountStatus::Open, _) => ("good", words.open),
            },
            balance: funds.balance().map_or_else(unknown, |balance| money(balance, currency, language)),
            in_roubles: if account.currency.is_national() { None } else { roubles() },
        }
    }
}
