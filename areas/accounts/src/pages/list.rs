//! `GET /bank`: the accounts of the company and of the companies related to it.

use askama::Template;
use axum::extract::State;
use kernel::{Cnum, Money};
use pages::{OnlineBank, PageResult, Section, money};

use super::words::Words;
use super::{AccountLine, AccountsPages, reader};
use crate::account::{Account, AccountMode, AccountStatus, AccountType};
use crate::store::{self, StoredAccount};

/// The most accounts on the page; a group with more reads them over the API, as the page says.
const ACCOUNTS_MAX: i64 = 1_000;

#[derive(Template)]
#[template(path = "accounts.html")]
struct Content {
    words: &'static Words,
    /// The list of what waits, already escaped.
    waiting: String,
    total: Option<String>,
    more: Option<&'static str>,
    companies: Vec<CompanyAccounts>,
}

struct CompanyAccounts {
    cnum: Cnum,
    name: String,
    accounts: Vec<AccountLine>,
}

pub(super) async fn get(State(pages): State<AccountsPages>, bank: OnlineBank) -> PageResult {
    let stored = store::accounts_of_page(&pages.area, &reader(&bank), ACCOUNTS_MAX + 1).await?;
    let mut accounts = stored.iter().map(StoredAccount::account).collect::<Result<Vec<_>, _>>()?;
    let left_out =
        accounts.split_off(accounts.len().min(usize::try_from(ACCOUNTS_MAX).unwrap_or(usize::MAX)));
    close_last(&mut accounts);
    let words = Words::of(bank.language);
    let mut companies: Vec<CompanyAccounts> = Vec::new();
    for account in &accounts {
        let shown = AccountLine::of(account, bank.language);
        match companies.last_mut().filter(|company| company.cnum == account.cnum) {
            Some(company) => company.accounts.push(shown),
            None => companies.push(CompanyAccounts {
                cnum: account.cnum.clone(),
                name: account.organization_name.to_owned(),
                accounts: vec![shown],
            }),
        }
    }
    // The accounts of the company come first: when one is left out, the sum of the others is not what it can pay from.
    let is_whole = left_out.first().is_none_or(|account| account.cnum != bank.company);
    let total = total(&accounts, &bank.company).filter(|_| is_whole);
    let total = total.map(|total| money(total, "RUB", bank.language));
    let more = (!left_out.is_empty()).then_some(words.more);
    bank.page(
        Section::Accounts,
        words.title,
        &Content { words, waiting: bank.waiting_list()?, total, more, companies },
    )
}

/// Puts closed accounts after the others of their company, and leaves the order otherwise.
fn close_last(accounts: &mut [Account<'_>]) {
    for of_company in accounts.chunk_by_mut(|one, next| one.cnum == next.cnum) {
        of_company.sort_by_key(|account| account.status == AccountStatus::Closed);
    }
}

/// Sums what the company can pay from: its own open settlement accounts, at the rates of the day. Deposits, transit
/// and blocked accounts and the accounts of related companies are no money that it can pay with. `None` when there is
/// no such account, or outside of 64 bits.
fn total(accounts: &[Account<'_>], company: &Cnum) -> Option<Money> {
    let counts = |account: &&Account<'_>| {
        account.cnum == *company
            && account.status == AccountStatus::Open
            && account.mode != AccountMode::Blocked
            && account.account_type == AccountType::Settlement
    };
    let own = accounts.iter().filter(counts);
    let mut balances = own.map(|account| account.funds.balance_in_national_currency()).peekable();
    balances.peek()?;
    balances.try_fold(Money::ZERO, |sum, balance| sum.checked_add(balance?))
}
