//! Rows as earlier versions of the program wrote them, when entries knew less.

use kernel::Money;
use store::{StoreError, Tx, params};
use testkit::TestCaller;

use crate::bank::Bank;

store::queries! {
    /// Adds a client of the time before secrets had a history.
    OLD_CLIENT = "insert into oauth_clients \
        (client_id, name, secret_hash, profile, id_token_algorithm, status, status_changed_at_us) \
        values ($1, 'ERP', 'none', 'STANDARD', 'RS256', 'ACTIVE', 0)";
    /// Lets a client serve a company.
    OLD_CLIENT_COMPANY = "insert into oauth_client_companies (client_id, cnum) values ($1, $2)";
    /// Adds a right.
    OLD_RIGHT = "insert into user_company_rights (user_id, cnum, right_code) values ($1, $2, $3)";
    /// Adds a branch.
    OLD_BRANCH = "insert into branches (branch_id, name, bic, correspondent_account, city) \
        values ('001', 'Головной офис', '044525999', '30101810845250000999', 'Москва')";
    /// Adds an account of the ledger.
    OLD_LEDGER_ACCOUNT = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, \
        changed_at_us, first_posted_at_us) values ($1, $2, 'RUR', true, $3, $4, $4)";
    /// Adds an account of a company.
    OLD_ACCOUNT = "insert into accounts (number, document_id, type, mode, name, international_name, cnum, \
        organization_id, operation_currency, branch_id, trust_management, trust_management_name, \
        trust_management_international_name) values ($1, $2, 1, 3, 'Счёт', 'Account', $3, $3, 'RUR', '001', \
        false, '', '')";
    /// Adds an entry.
    OLD_ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, \
        description, postings_count) values ($1, $2, $3, 'TRANSFER', $4, '2024-01-09', 'Старая запись', 2)";
    /// Adds a posting.
    OLD_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us) \
        values ($1, $2, $3, 'RUR', $4, $5)";
    /// Adds the end of a day.
    OLD_CLOSING = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        values ($1, '2024-01-09', $2, $3)";
}

/// An account of a company, and the amounts that were posted to it, each with its moment.
pub(crate) type OldAccount = (&'static str, &'static str, &'static [(i64, i64)]);

const CASH: &str = "CASH.RUR";

/// Lets the callers see the accounts of the companies, through the client of the first of them.
pub(crate) async fn allow(bank: &Bank, callers: &[&TestCaller], cnums: &'static [&'static str]) {
    let client = callers[0].client.to_string();
    let users: Vec<String> = callers.iter().map(|caller| caller.user.to_string()).collect();
    let work = move |tx: &mut Tx| {
        tx.execute_one(&OLD_CLIENT, params![client.as_str()])?;
        for cnum in cnums {
            tx.execute_one(&OLD_CLIENT_COMPANY, params![client.as_str(), *cnum])?;
            for user in &users {
                for right in ["ACT", "VIEW_ACCOUNTS"] {
                    tx.execute_one(&OLD_RIGHT, params![user.as_str(), *cnum, right])?;
                }
            }
        }
        Ok::<_, StoreError>(())
    };
    bank.bench.store.write("test.allow", work).await.unwrap();
}

/// Writes the accounts with their postings against cash, in the order given.
pub(crate) async fn write(bank: &Bank, accounts: &'static [OldAccount]) {
    let work = move |tx: &mut Tx| {
        tx.execute_one(&OLD_BRANCH, params![])?;
        let paid: i64 =
            accounts.iter().flat_map(|(_, _, postings)| postings.iter()).map(|(minor, _)| minor).sum();
        tx.execute_one(&OLD_LEDGER_ACCOUNT, params![CASH, "INTERNAL", -paid, 0])?;
        for (number, cnum, postings) in accounts {
            old_account(tx, number, cnum, postings)?;
        }
        Ok::<_, StoreError>(())
    };
    bank.bench.store.write("test.old_rows", work).await.unwrap();
}

fn old_account(tx: &mut Tx, number: &str, cnum: &str, postings: &[(i64, i64)]) -> Result<(), StoreError> {
    let balance: i64 = postings.iter().map(|(minor, _)| minor).sum();
    let first = postings.iter().map(|(_, at)| *at).min();
    tx.execute_one(&OLD_LEDGER_ACCOUNT, params![number, "CUSTOMER", balance, first])?;
    tx.execute_one(&OLD_ACCOUNT, params![number, format!("D-{number}"), cnum])?;
    tx.execute_one(&OLD_CLOSING, params![number, Money::from_minor(balance), 1_704_834_000_000_000_i64])?;
    for (index, (minor, at)) in postings.iter().enumerate() {
        let key = format!("{number}:{index}");
        // Older than every entry with a digest.
        let id = ["\0", key.as_str()].concat().into_bytes();
        tx.execute_one(&OLD_ENTRY, params![id.clone(), key.as_str(), id.clone(), *at])?;
        tx.execute_one(&OLD_POSTING, params![id.clone(), 1, number, *minor, *at])?;
        tx.execute_one(&OLD_POSTING, params![id, 2, CASH, -*minor, *at])?;
    }
    Ok(())
}
