//! Postings of a day that come while its closing is under way.

use accounts::ledger::{self, Draft};
use kernel::{Clock, Currency, Money};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::{BROKEN, DAY_S, MANY, MENDED, YESTERDAY, close};
use crate::bank::{Bank, SETTLEMENT};
use crate::ledger::{header, id};

/// Accounts that nobody has posted to: one in front of the first chunk's end, one behind it.
const PASSED: &str = "10000000000000000001";
const AHEAD: &str = "99999999999999999999";

store::queries! {
    /// Opens an account.
    OPEN = "insert into ledger_accounts (ledger_account_id, class, currency, is_open) \
        values ($1, 'CUSTOMER', 'RUR', true)";
    /// The closing balance of an account.
    CLOSING = "select balance_minor from closing_balances where ledger_account_id = $1 and closing_date = $2";
    /// Accounts that lack their closing balance.
    MISSING = "select ledger_account_id from closings_missing order by ledger_account_id";
}

async fn open(bank: &Bank, account: &'static str) {
    let open = move |tx: &mut Tx| tx.execute_one(&OPEN, params![account]);
    bank.bench.store.write::<_, StoreError>("test.open", open).await.unwrap();
}

/// Money comes to an account, with a moment of the day before.
async fn post_yesterday(bank: &Bank, account: &str) {
    let mut head = header(bank, &format!("late-{account}"));
    head.posted_at = bank.bench.clock.now().plus_seconds(-DAY_S);
    let amount = Money::from_minor(500);
    let draft = Draft::new(head).debit(id(SETTLEMENT), Currency::RUR, amount);
    let entry = draft.credit(id(account), Currency::RUR, amount).balanced().unwrap();
    bank.bench.store.write("test.post", move |tx| ledger::post(tx, &entry)).await.unwrap();
}

async fn closing(bank: &Bank, account: &str) -> Option<i64> {
    let row = bank.bench.store.query_optional(&CLOSING, params![account, YESTERDAY]).await.unwrap();
    row.map(|row| row.integer("balance_minor").unwrap())
}

async fn missing(bank: &Bank) -> Vec<String> {
    let rows = bank.bench.store.query(&MISSING, params![]).await.unwrap();
    rows.iter().map(|row| row.text("ledger_account_id").unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn lif_03_a_first_posting_behind_a_chunk_of_its_day_gets_its_closing_balance(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY, &BROKEN]).await;
        open(&bank, PASSED).await;
        open(&bank, AHEAD).await;
        // The day is closed as far as the first chunk.
        close(&bank).await.unwrap_err();
        post_yesterday(&bank, PASSED).await;
        post_yesterday(&bank, AHEAD).await;
        // Another process looks for accounts that lack the day before: these wait for the day that is being closed.
        close(&bank).await.unwrap_err();
        assert!(missing(&bank).await.contains(&PASSED.to_owned()));
        bank.bench.migrate(&[&MENDED]).await;
        close(&bank).await.unwrap();
        assert_eq!(closing(&bank, AHEAD).await, Some(500));
        close(&bank).await.unwrap();
        assert_eq!(closing(&bank, PASSED).await, Some(500));
        assert_eq!(closing(&bank, AHEAD).await, Some(500));
        assert_eq!(missing(&bank).await, Vec::<String>::new());
        assert_eq!(close(&bank).await.unwrap(), 0);
        bank.assert_sound().await;
    }

    async fn lif_03_a_day_that_was_left_half_closed_keeps_nobody_waiting(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY, &BROKEN]).await;
        open(&bank, PASSED).await;
        close(&bank).await.unwrap_err();
        post_yesterday(&bank, PASSED).await;
        bank.bench.migrate(&[&MENDED]).await;
        // Nobody was there for two days, and the day after that is closed.
        bank.bench.clock.advance_seconds(2 * DAY_S);
        assert!(close(&bank).await.unwrap() > 12_000);
        close(&bank).await.unwrap();
        assert_eq!(missing(&bank).await, Vec::<String>::new());
        bank.assert_sound().await;
    }
}
