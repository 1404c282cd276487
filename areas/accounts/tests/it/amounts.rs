//! Amounts are derived from postings, holds, limits, rates and closings (ACC-06, GEN-05).

use accounts::ledger;
use kernel::{Instant, Money};
use store::StoreError;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, SETTLEMENT, TRANSIT_USD, VASILEK, ivanova, petrov, sidorov};
use crate::ledger::{id, transfer};

const AMOUNTS: &str = "Balance,Rest,BalanceInNationalCurrency";

on_both_engines! {
    async fn acc_06_balance_includes_holds_and_credit_lines_and_rest_does_not(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // 100000.00 own, 1234.56 + 765.44 held (5000.00 is released), 300000.00 + 50000.00 lent.
        assert_eq!(
            bank.account_text(&sidorov(), CARD, AMOUNTS).await,
            r#"{"id":"ACC-00000022","balance":448000.00,"rest":100000.00,"balanceInNationalCurrency":448000.00}"#
        );
        bank.bench.store.write("test.release", |tx| {
            ledger::release_hold(tx, "HOLD-0001", Instant::from_unix_seconds(1_800_000_000))
        }).await.unwrap();
        assert_eq!(
            bank.account_text(&sidorov(), CARD, "Balance,BalanceDate").await,
            r#"{"id":"ACC-00000022","balance":449234.56,"balanceDate":"2027-01-15T11:00:00+03:00"}"#
        );
        bank.assert_sound().await;
    }

    async fn acc_06_a_posting_moves_the_balance_and_not_the_rest(bench: Bench) {
        let bank = Bank::demo(bench).await;
        transfer(&bank, "t-1", SETTLEMENT, VASILEK, 12_345).await.unwrap();
        let amounts = bank.account_text(&ivanova(), SETTLEMENT, AMOUNTS).await;
        assert_eq!(
            amounts,
            r#"{"id":"ACC-00000001","balance":4999999876.55,"rest":5000000000.00,"balanceInNationalCurrency":4999999876.55}"#
        );
        let amounts = bank.account_text(&ivanova(), VASILEK, "Balance,BalanceDate").await;
        assert_eq!(
            amounts,
            r#"{"id":"ACC-00000011","balance":1000123.45,"balanceDate":"2026-11-20T12:00:00+03:00"}"#
        );
        bank.assert_sound().await;
    }

    async fn acc_06_closing_a_day_moves_the_rest(bench: Bench) {
        let bank = Bank::demo(bench).await;
        transfer(&bank, "t-1", SETTLEMENT, VASILEK, 100).await.unwrap();
        bank.bench.clock.advance_seconds(24 * 3600);
        // Posted after the end of the day that is closed, so it must not count.
        transfer(&bank, "t-2", SETTLEMENT, VASILEK, 10_000).await.unwrap();
        assert!(bank.close_days().await.unwrap() > 0);
        assert_eq!(bank.close_days().await.unwrap(), 0);
        assert_eq!(
            bank.account_text(&ivanova(), SETTLEMENT, "Balance,Rest,RestDate").await,
            r#"{"id":"ACC-00000001","balance":4999999899.00,"rest":4999999999.00,"restDate":"2026-11-21T00:00:00+03:00"}"#
        );
    }

    async fn acc_06_a_closing_from_a_file_leaves_the_others_to_be_closed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = format!(
            "account,closing_date,balance,closed_at\n{CARD},2026-11-19,7.00,2026-11-20T00:00:00+03:00\n"
        );
        bank.add("closing_balances", &file).await.unwrap();
        assert!(bank.close_days().await.unwrap() > 0);
        assert_eq!(bank.close_days().await.unwrap(), 0);
        assert_eq!(
            bank.account_text(&ivanova(), SETTLEMENT, "RestDate").await,
            r#"{"id":"ACC-00000001","restDate":"2026-11-20T00:00:00+03:00"}"#
        );
        assert_eq!(bank.account_text(&sidorov(), CARD, "Rest").await, r#"{"id":"ACC-00000022","rest":7.00}"#);
    }

    async fn acc_06_rest_of_a_closed_account_is_zero_after_its_last_closing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        transfer(&bank, "t-1", VASILEK, SETTLEMENT, 100_000_000).await.unwrap();
        let file = format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {VASILEK},ACC-00000011,1,0,3,N,N,C00002,001\n"
        );
        bank.add("accounts", &file).await.unwrap();
        let before = bank.account_text(&ivanova(), VASILEK, "Status,Rest").await;
        assert_eq!(before, r#"{"id":"ACC-00000011","status":0,"rest":1000000.00}"#);
        for _ in 0..2 {
            bank.bench.clock.advance_seconds(24 * 3600);
            assert!(bank.close_days().await.unwrap() > 0);
            assert_eq!(
                bank.account_text(&ivanova().with_session("late"), VASILEK, "Rest,RestDate").await,
                r#"{"id":"ACC-00000011","rest":0.00,"restDate":"2026-11-21T00:00:00+03:00"}"#
            );
        }
    }

    async fn acc_06_rest_of_an_overdrawn_account_is_no_own_money(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = format!(
            "account,closing_date,balance,closed_at\n{CARD},2024-02-01,-250.00,2024-02-02T00:00:00+03:00\n"
        );
        bank.add("closing_balances", &file).await.unwrap();
        assert_eq!(bank.account_text(&sidorov(), CARD, "Rest").await, r#"{"id":"ACC-00000022","rest":0.00}"#);
    }

    async fn acc_06_the_national_balance_follows_the_rate_of_the_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let national = "BalanceInNationalCurrency";
        let rates = "currency,rate_date,units,rate\nUSD,2026-11-20,1,81.123456\nUSD,2026-11-21,100,8000.5\n";
        bank.add("day_rates", rates).await.unwrap();
        // 12500.00 × 81.123456 = 1014043.2
        let today = r#"{"id":"ACC-00000002","balanceInNationalCurrency":1014043.20}"#;
        assert_eq!(bank.account_text(&petrov(), TRANSIT_USD, national).await, today);
        // 20:59:59 UTC is 23:59:59 in Moscow: the rate of tomorrow does not count yet, a second later it does.
        bank.bench.clock.advance_seconds(12 * 3600 - 1);
        let late = petrov().with_session("late");
        assert_eq!(bank.account_text(&late, TRANSIT_USD, national).await, today);
        bank.bench.clock.advance_seconds(1);
        assert_eq!(
            bank.account_text(&late, TRANSIT_USD, national).await,
            r#"{"id":"ACC-00000002","balanceInNationalCurrency":1000062.50}"#
        );
    }

    async fn gen_05_amounts_beyond_binary_fractions_are_exact(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            40702810400000000023,D-23,1,1,3,N,N,C00001,001\n";
        bank.add("accounts", file).await.unwrap();
        // 2^53 + 1 hundredths and more: a binary fraction would write another number.
        let opening = "account,amount,posted_at,value_date\n\
            40702810400000000023,89999999999999.97,2026-01-01T00:00:00Z,2026-01-01\n";
        bank.add("ledger_openings", opening).await.unwrap();
        assert_eq!(
            bank.account_text(&petrov(), "40702810400000000023", "Balance").await,
            r#"{"id":"D-23","balance":89999999999999.97}"#
        );
        let state = bank.bench.store.read("test.state", |tx| {
            Ok::<_, StoreError>(ledger::account_state(tx, &id("40702810400000000023"))?.unwrap())
        });
        assert_eq!(state.await.unwrap().balance, Money::from_minor(8_999_999_999_999_997));
    }
}
