//! Debits of the core beyond what is free here: taken, told, and nobody's example.

use accounts::ledger::{LedgerError, Refusal};
use store::{StoreError, params};
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};

use super::{account, order, pay, row};
use crate::bank::{Bank, CARD, CLOSED, KOLOS, SETTLEMENT, VASILEK, faults, sidorov};
use crate::importing_chunks::chunks_of;

store::queries! {
    /// Takes money past the ledger's code.
    FORGE = "update ledger_accounts set balance_minor = balance_minor - $2 where ledger_account_id = $1";
}

const AT: &str = "2026-11-20T11:00:00+03:00";

fn is_refused<T>(outcome: &Result<T, LedgerError>) -> bool {
    matches!(outcome, Err(LedgerError::Refused { refusal: Refusal::InsufficientFunds, .. }))
}

on_both_engines! {
    async fn money_h06_a_debit_of_the_core_beyond_what_is_free_is_taken_and_told(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.hold("H-1", KOLOS, 74_000_000).await.unwrap();
        let rows = row("IN-1", SETTLEMENT, "5.00", AT)
            + &row("OUT-1", KOLOS, "-12345.67", AT)
            + &row("IN-2", VASILEK, "6.00", AT);
        // A dry run tells the same.
        let folder = TempDir::new().unwrap();
        let content = format!("payment_id,account,amount,posted_at,value_date,purpose\n{rows}");
        std::fs::write(folder.path().join("payments.csv"), content).unwrap();
        let dry = bank.import_at(&chunks_of(1), folder.path(), true).await.unwrap();
        let report = pay(&bank, &rows).await.unwrap();
        let told = ["payments.csv:3: is taken, and exceeds what is free by 2345.67"];
        for report in [&dry, &report] {
            assert_eq!((report.tables[0].created, report.tables[0].remarked), (3, 1));
            assert_eq!(report.tables[0].remarks, told);
        }
        assert_eq!(account(&bank, KOLOS).await, [75_000_000 - 1_234_567, 74_000_000, 0, 234_567]);
        assert_eq!(accounts::overdrawn_accounts(&bank.bench.store).await.unwrap(), 1);
        let shown = bank.account_text(&sidorov(), KOLOS, "Balance").await;
        assert!(shown.contains(r#""balance":-2345.67"#), "{shown}");
        bank.assert_sound().await;
        // The file again tells nothing again.
        let again = pay(&bank, &rows).await.unwrap();
        assert_eq!((again.tables[0].unchanged, again.tables[0].remarked), (3, 0));
        // Orders of the customer are refused, to the last kopeck.
        assert!(is_refused(&order(&bank, "t-1", KOLOS, VASILEK, 1).await));
        assert!(is_refused(&bank.hold("H-2", KOLOS, 1).await));
        // Neither does anybody else get past the constraint.
        assert!(matches!(bank.forge(&FORGE, params![KOLOS, 1]).await, Err(StoreError::Constraint { .. })));
        // A closed account takes no fact.
        assert!(faults(pay(&bank, &row("OUT-9", CLOSED, "-1.00", AT)).await)[0].contains("closed"));
        bank.assert_sound().await;
    }

    async fn money_h06_what_is_overdrawn_goes_down_with_what_comes_in_and_never_up(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.hold("H-1", KOLOS, 70_000_000).await.unwrap();
        pay(&bank, &row("OUT-1", KOLOS, "-100000.00", AT)).await.unwrap();
        assert_eq!(account(&bank, KOLOS).await[3], 5_000_000);
        // Money that comes in is not refused for want of money.
        order(&bank, "t-1", SETTLEMENT, KOLOS, 1_000_000).await.unwrap();
        assert_eq!(account(&bank, KOLOS).await[3], 4_000_000);
        assert!(matches!(bank.forge(&FORGE, params![KOLOS, 1]).await, Err(StoreError::Constraint { .. })));
        assert!(is_refused(&order(&bank, "t-2", KOLOS, VASILEK, 1).await));
        bank.lend("L", KOLOS, 1_000_000).await.unwrap();
        assert_eq!(account(&bank, KOLOS).await[3], 3_000_000);
        assert!(is_refused(&bank.lend("L", KOLOS, 999_999).await), "more of the limit is used");
        bank.release("H-1").await.unwrap();
        assert_eq!(account(&bank, KOLOS).await, [66_000_000, 0, 1_000_000, 0]);
        assert_eq!(accounts::overdrawn_accounts(&bank.bench.store).await.unwrap(), 0);
        order(&bank, "t-3", KOLOS, VASILEK, 67_000_000).await.unwrap();
        assert!(is_refused(&order(&bank, "t-4", KOLOS, VASILEK, 1).await));
        // The last that fits is no difference; a kopeck more is one.
        let report = pay(&bank, &row("OUT-2", CARD, "-448000.00", AT)).await.unwrap();
        assert_eq!(report.tables[0].remarked, 0);
        let report = pay(&bank, &row("OUT-3", CARD, "-0.01", AT)).await.unwrap();
        assert_eq!(report.tables[0].remarks, ["payments.csv:2: is taken, and exceeds what is free by 0.01"]);
        bank.assert_sound().await;
    }

    async fn money_h06_the_largest_facts_stay_in_range(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for number in 0..500 {
            let outcome = pay(&bank, &row(&format!("OUT-{number}"), KOLOS, "-90000000000000.00", AT)).await;
            let Ok(report) = outcome else {
                assert!(faults(outcome)[0].contains("leave its range"));
                assert!(number > 440, "{number}");
                break;
            };
            assert_eq!(report.tables[0].remarked, 1);
            assert!(number < 450);
        }
        order(&bank, "t-1", SETTLEMENT, KOLOS, 1).await.unwrap();
        bank.assert_sound().await;
    }

    async fn money_h06_orders_and_facts_at_once_leave_no_order_beyond_what_was_free(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // 1,000.00 are free.
        order(&bank, "down", KOLOS, VASILEK, 75_000_000 - 100_000).await.unwrap();
        let orders = async {
            let mut done = 0;
            for number in 0..20 {
                let at_once = [0, 1, 2].map(|part| format!("o-{number}-{part}"));
                let [one, two, three] = at_once.each_ref().map(|key| order(&bank, key, KOLOS, VASILEK, 3_000));
                let outcomes = tokio::join!(one, two, three);
                for outcome in [outcomes.0, outcomes.1, outcomes.2] {
                    assert!(outcome.is_ok() || is_refused(&outcome), "{outcome:?}");
                    done += i64::from(outcome.is_ok());
                }
            }
            done
        };
        let facts = async {
            for number in 0..4 {
                pay(&bank, &row(&format!("OUT-{number}"), KOLOS, "-200.00", AT)).await.unwrap();
            }
        };
        let (done, ()) = tokio::join!(orders, facts);
        let [balance, _, _, overdrawn] = account(&bank, KOLOS).await;
        assert_eq!(balance, 100_000 - 80_000 - 3_000 * done);
        assert_eq!(overdrawn, (-balance).max(0));
        assert!(done <= 33 && is_refused(&order(&bank, "more", KOLOS, VASILEK, balance.max(0) + 1).await));
        bank.assert_sound().await;
    }

    async fn money_h06_remarks_of_a_large_import_are_told_at_its_end(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.hold("H-1", KOLOS, 75_000_000).await.unwrap();
        let folder = TempDir::new().unwrap();
        let rows: String = (0..130).map(|number| row(&format!("OUT-{number}"), KOLOS, "-1.00", AT)).collect();
        let content = format!("payment_id,account,amount,posted_at,value_date,purpose\n{rows}");
        std::fs::write(folder.path().join("payments.csv"), content).unwrap();
        let report = bank.import_at(&chunks_of(1), folder.path(), false).await.unwrap();
        assert_eq!((report.tables[0].created, report.tables[0].remarked), (130, 130));
        assert_eq!(report.tables[0].remarks.len(), import::REMARKS_MAX);
        assert!(report.tables[0].remarks[99].ends_with("exceeds what is free by 100.00"));
        assert_eq!(account(&bank, KOLOS).await[3], 13_000);
        bank.assert_sound().await;
    }
}
