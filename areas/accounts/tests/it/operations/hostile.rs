//! Damage that `clientbank check` has to see, and postings from two sides at once.

use store::params;
use testkit::{Bench, on_both_engines};

use super::{Payment, numbers, page};
use crate::bank::{Bank, KOLOS, sidorov};

store::queries! {
    /// A fault: another balance after an operation.
    FORGE_BALANCE = "update operations set balance_minor = balance_minor + 1 where ledger_account_id = $1 and \
        number = 2";
    /// A fault: another sum of debits.
    FORGE_DEBITS = "update operations set debits_low = debits_low + 1 where ledger_account_id = $1 and number = 2";
    /// A fault: an operation is missing.
    FORGE_GAP = "delete from operations where ledger_account_id = $1 and number = 2";
    /// A fault: a balance at the edge of the type.
    FORGE_EDGE = "update operations set balance_minor = -9223372036854775808, debits_high = 9223372036854775807 \
        where ledger_account_id = $1 and number = 2";
    /// A fault: the account keeps no operations any more.
    FORGE_NOTHING = "update ledger_accounts set operations_count = null where ledger_account_id = $1";
}

on_both_engines! {
    async fn onl_01_a_damaged_operation_is_found_by_the_check(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        for index in 0..3 {
            Payment::new(&format!("p-{index}"), KOLOS, 5).post(&bank).await;
        }
        bank.assert_sound().await;
        for fault in [&FORGE_BALANCE, &FORGE_DEBITS, &FORGE_EDGE, &FORGE_GAP, &FORGE_NOTHING] {
            assert_eq!(bank.forge(fault, params![KOLOS]).await, Ok(1));
            let report = accounts::check_ledger(&bank.bench.store).await.unwrap();
            let found = report.findings.iter().filter(|finding| finding.subject == KOLOS);
            assert!(found.filter(|finding| finding.rule.contains("operation")).count() > 0, "{}", fault.name());
        }
    }

    async fn onl_01_postings_at_once_have_numbers_of_their_own(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let keys: Vec<String> = (0..8).map(|index| format!("p-{index}")).collect();
        let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|index: usize| Payment::new(&keys[index], KOLOS, 1).post(&bank));
        tokio::join!(a, b, c, d, e, f, g, h);
        assert_eq!(numbers(&page(&bank, &sidorov(), KOLOS, "").await), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
        bank.assert_sound().await;
    }
}
