//! Values from the edges of their types, and databases that somebody damaged: the ledger refuses or names them, and
//! never wraps, dies or loses count.

use std::collections::BTreeMap;

use accounts::ledger::{Draft, InternalAccount, POSTING_MINOR_MAX};
use kernel::{Currency, Money};
use store::{Migration, MigrationTree, params};

use crate::bank::{Bank, VASILEK};
use crate::ledger::{id, state};
use crate::payout::header;

mod damaged;
mod edges;
mod random;

/// The most that is on an account.
pub(crate) const BALANCE_MINOR_MAX: i64 = 4_000_000_000_000_000_000;

store::queries! {
    /// Every posting.
    ALL_POSTINGS = "select entry_id, ledger_account_id, currency, amount_minor, national_minor from postings";
    /// Every account.
    ALL_ACCOUNTS = "select ledger_account_id, balance_minor, held_minor from ledger_accounts";
    /// Every hold that is not released.
    ALL_HOLDS = "select ledger_account_id, amount_minor from holds where released_at_us is null";
}

/// Takes the guards of the tables away, so that a test can damage what they keep.
pub(crate) static WITHOUT_GUARDS: MigrationTree = MigrationTree {
    area: "damage",
    migrations: &[Migration {
        version: 1,
        note: "no checks of accounts and postings",
        sql: "--@ sqlite\n\
            pragma ignore_check_constraints = on;\n\
            --@ postgres\n\
            alter table ledger_accounts drop constraint ledger_accounts_balance_minor_check;\n\
            alter table ledger_accounts drop constraint ledger_accounts_held_minor_check;\n\
            alter table ledger_accounts drop constraint ledger_accounts_limit_minor_check;\n\
            alter table ledger_accounts drop constraint ledger_accounts_available;\n\
            alter table ledger_accounts drop constraint ledger_accounts_closed_empty;\n\
            --@ both\n",
    }],
};

/// Puts `VASILEK` so near to the end of its range that it takes `room_minor` more and nothing else.
pub(crate) async fn fill_up(bank: &Bank, room_minor: i64) {
    let balance = state(bank, id(VASILEK)).await.0;
    let mut left = BALANCE_MINOR_MAX - balance - room_minor;
    let cash = InternalAccount::Cash.in_currency(Currency::RUR);
    let mut draft = Draft::new(header(bank, "fill-up"));
    while left > 0 {
        let part = Money::from_minor(left.min(POSTING_MINOR_MAX));
        draft = draft.debit(cash.clone(), Currency::RUR, part).credit(id(VASILEK), Currency::RUR, part);
        left -= part.minor();
    }
    let entry = draft.balanced().unwrap();
    bank.post(entry).await.unwrap();
}

/// Has the bank sell so many dollars that it can sell `room_minor` more and nothing else.
pub(crate) async fn sell_out(bank: &Bank, room_minor: i64) {
    let mut left = BALANCE_MINOR_MAX - room_minor;
    let one = Money::from_minor(1);
    let mut draft = Draft::new(header(bank, "sell-out"));
    let (rur, usd) = (Currency::RUR, Currency::USD);
    while left > 0 {
        let part = Money::from_minor(left.min(POSTING_MINOR_MAX));
        draft = draft
            .debit(InternalAccount::Position.in_currency(usd), usd, part)
            .valued(one)
            .credit(InternalAccount::Cash.in_currency(usd), usd, part)
            .valued(one)
            .debit(InternalAccount::Cash.in_currency(rur), rur, one)
            .valued(one)
            .credit(InternalAccount::Position.in_currency(rur), rur, one)
            .valued(one);
        left -= part.minor();
    }
    let entry = draft.balanced().unwrap();
    bank.post(entry).await.unwrap();
}

/// The entry and the account; the currency, the amount and the equivalent.
type Posting = ((Vec<u8>, String), (String, i64, Option<i64>));

/// Adds up everything that is stored in 128 bits, beside what `check` says of it.
pub(crate) async fn assert_exact(bank: &Bank) {
    let mut entries = BTreeMap::<(Vec<u8>, String), i128>::new();
    let mut nationals = BTreeMap::<Vec<u8>, i128>::new();
    let mut balances = BTreeMap::<String, i128>::new();
    for ((entry, account), (currency, amount, national)) in
        bank.rows::<Posting>(&ALL_POSTINGS, params![]).await
    {
        *nationals.entry(entry.clone()).or_default() += i128::from(national.unwrap_or(0));
        *entries.entry((entry, currency)).or_default() += i128::from(amount);
        *balances.entry(account).or_default() += i128::from(amount);
    }
    assert!(entries.values().all(|sum| *sum == 0), "an entry is not zero in every currency");
    assert!(nationals.values().all(|sum| *sum == 0), "the equivalents of an entry are not zero");
    let mut held = BTreeMap::<String, i128>::new();
    for (account, amount) in bank.rows::<(String, i64)>(&ALL_HOLDS, params![]).await {
        *held.entry(account).or_default() += i128::from(amount);
    }
    for (account, balance, held_there) in bank.rows::<(String, i64, i64)>(&ALL_ACCOUNTS, params![]).await {
        assert_eq!(i128::from(balance), balances.get(&account).copied().unwrap_or(0), "{account}");
        assert_eq!(i128::from(held_there), held.get(&account).copied().unwrap_or(0), "{account}");
    }
    bank.assert_sound().await;
}
