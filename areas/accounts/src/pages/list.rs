//! `GET /bank`: the accounts of the company and of the companies related to it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use kernel::{Cnum, Money};
use pages::{OnlineBank, PageError, Section, money};

use super::words::Words;
use super::{AccountsPages, Shown};
use crate::account::{Account, AccountStatus};
use crate::store::{self, StoredAccount};

/// The most accounts on the page; a group with more reads them over the API.
const ACCOUNTS_MAX: i64 = 1_000;

#[derive(Template)]
#[template(path = "accounts.html")]
struct Content {
    words: &'static Words,
    /// The list of what waits, already escaped.
    waiting: String,
    total: Option<String>,
    companies: Vec<CompanyAccounts>,
}

struct CompanyAccounts {
    cnum: Cnum,
    name: String,
    accounts: Vec<Shown>,
}

pub(super) async fn get(State(pages): State<AccountsPages>, bank: OnlineBank) -> Result<Response, PageError> {
    let today = bank.zone().date_of(bank.now());
    let stored =
        store::accounts_of_page(&pages.store, &bank.user, &bank.company, today, ACCOUNTS_MAX).await?;
    let accounts = stored.iter().map(StoredAccount::account).collect::<Result<Vec<_>, _>>()?;
    let words = Words::of(bank.language);
    let mut companies: Vec<CompanyAccounts> = Vec::new();
    for account in &accounts {
        let shown = Shown::of(account, bank.language);
        match companies.last_mut().filter(|company| company.cnum == account.cnum) {
            Some(company) => company.accounts.push(shown),
            None => companies.push(CompanyAccounts {
                cnum: account.cnum.clone(),
                name: account.organization_name.to_owned(),
                accounts: vec![shown],
            }),
        }
    }
    let total = total(&accounts).map(|total| money(total, "RUB", bank.language));
    bank.page(
        Section::Accounts,
        words.title,
        &Content { words, waiting: bank.waiting_list()?, total, companies },
    )
}

/// Sums what open accounts hold at the rates of the day; `None` when there is none, or outside of 64 bits.
fn total(accounts: &[Account<'_>]) -> Option<Money> {
    let open = accounts.iter().filter(|account| account.status == AccountStatus::Open);
    let mut balances = open.map(|account| account.funds.balance_in_national_currency()).peekable();
    balances.peek()?;
    balances.try_fold(Money::ZERO, |sum, balance| sum.checked_add(balance?))
}
