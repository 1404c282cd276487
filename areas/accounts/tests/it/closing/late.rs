//! Accounts that lack the closing balance of a closed day, as earlier versions noted them: late postings made them.

use store::params;
use testkit::{Bench, on_both_engines};

use super::{DAY_S, FILL_CHUNK, YESTERDAY};
use crate::bank::{Bank, SETTLEMENT, VASILEK};
use crate::ledger::transfer;

store::queries! {
    /// Takes the closing balance of an account away.
    FORGET = "delete from closing_balances where ledger_account_id = $1";
    /// Notes it.
    NOTE = "insert into closings_missing (ledger_account_id) values ($1)";
    /// The closing balance of an account.
    CLOSING = "select balance_minor from closing_balances where ledger_account_id = $1 and closing_date = $2";
    /// Accounts that lack their closing balance.
    MISSING = "select ledger_account_id from closings_missing order by ledger_account_id";
    /// Takes the closing balances of many accounts away.
    FORGET_MANY = "delete from closing_balances where ledger_account_id like 'z%'";
    /// Notes them.
    NOTE_MANY = "insert into closings_missing (ledger_account_id) select ledger_account_id from ledger_accounts \
        where ledger_account_id like 'z%'";
    /// Counts what they have.
    CLOSED_MANY = "select count(1) from closing_balances where ledger_account_id like 'z%' and closing_date = $1";
}

on_both_engines! {
    async fn lif_03_an_account_that_was_noted_gets_its_closing_balance(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        bank.close_days().await.unwrap();
        bank.forge(&FORGET, params![VASILEK]).await.unwrap();
        bank.forge(&NOTE, params![VASILEK]).await.unwrap();
        bank.close_days().await.unwrap();
        assert_eq!(bank.row::<i64>(&CLOSING, params![VASILEK, YESTERDAY]).await, 100_000_000);
        assert_eq!(bank.rows::<String>(&MISSING, params![]).await, [""; 0]);
        assert_eq!(bank.close_days().await.unwrap(), 0);
        bank.assert_sound().await;
    }

    async fn lif_03_more_accounts_were_noted_than_one_unit_takes(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        bank.forge(&FILL_CHUNK, params![300]).await.unwrap();
        bank.close_days().await.unwrap();
        assert_eq!(bank.forge(&FORGET_MANY, params![]).await, Ok(300));
        bank.forge(&NOTE_MANY, params![]).await.unwrap();
        assert_eq!(bank.close_days().await.unwrap(), 300);
        assert_eq!(bank.row::<i64>(&CLOSED_MANY, params![YESTERDAY]).await, 300);
        assert_eq!(bank.rows::<String>(&MISSING, params![]).await, [""; 0]);
    }

    async fn lif_03_a_noted_account_that_moved_since_gets_the_balance_of_its_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        bank.close_days().await.unwrap();
        bank.forge(&FORGET, params![VASILEK]).await.unwrap();
        bank.forge(&NOTE, params![VASILEK]).await.unwrap();
        // Two days later its row tells of the last day alone: the postings since are added up.
        for key in ["t-1", "t-2"] {
            transfer(&bank, key, SETTLEMENT, VASILEK, 100).await.unwrap();
            bank.bench.clock.advance_seconds(DAY_S);
        }
        transfer(&bank, "t-3", SETTLEMENT, VASILEK, 100).await.unwrap();
        bank.close_days().await.unwrap();
        for (day, minor) in [(YESTERDAY, 100_000_000), ("2026-11-20", 100_000_100), ("2026-11-21", 100_000_200)] {
            assert_eq!(bank.row::<i64>(&CLOSING, params![VASILEK, day]).await, minor, "{day}");
        }
        bank.assert_sound().await;
    }
}
