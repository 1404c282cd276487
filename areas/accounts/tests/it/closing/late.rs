//! Accounts that lack the closing balance of a closed day, as earlier versions noted them: late postings made them.

use store::params;
use testkit::{Bench, on_both_engines};

use super::YESTERDAY;
use crate::bank::{Bank, VASILEK};

store::queries! {
    /// Takes the closing balance of an account away.
    FORGET = "delete from closing_balances where ledger_account_id = $1";
    /// Notes it.
    NOTE = "insert into closings_missing (ledger_account_id) values ($1)";
    /// The closing balance of an account.
    CLOSING = "select balance_minor from closing_balances where ledger_account_id = $1 and closing_date = $2";
    /// Accounts that lack their closing balance.
    MISSING = "select ledger_account_id from closings_missing order by ledger_account_id";
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
}
