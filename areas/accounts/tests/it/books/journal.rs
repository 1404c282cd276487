//! The journal has every entry once, whoever posts and reads at once (BNK-06).

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::ledger::JournalEntry;
use testkit::{Bench, on_both_engines};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::bank::{Bank, KOLOS, SETTLEMENT, VASILEK, zone};
use crate::ledger::transfer;

const TRANSFERS: usize = 120;

async fn after(bank: &Bank, number: i64, limit: i64) -> Vec<JournalEntry> {
    accounts::journal_after(&bank.bench.store, &zone(), number, limit).await.unwrap()
}

/// Reads on until so many entries were seen: a reader that would miss one never ends.
async fn read_all(bank: Arc<Bank>, entries: usize, limit: i64) -> Vec<JournalEntry> {
    let mut seen = Vec::<JournalEntry>::new();
    while seen.len() < entries {
        let last = seen.last().map_or(0, |entry| entry.number);
        seen.extend(after(&bank, last, limit).await);
        tokio::task::yield_now().await;
    }
    seen
}

on_both_engines! {
    async fn bnk_06_the_journal_has_each_entry_once_whoever_posts_beside(bench: Bench) {
        let bank = Arc::new(Bank::demo(bench).await);
        let before = after(&bank, 0, 1_000).await.len();
        let mut readers = JoinSet::new();
        for limit in [1, 3, 1_000] {
            readers.spawn(read_all(Arc::clone(&bank), before + TRANSFERS, limit));
        }
        let mut writers = JoinSet::new();
        for number in 0..TRANSFERS {
            let bank = Arc::clone(&bank);
            writers.spawn(async move {
                let (from, to) = if number % 2 == 0 { (SETTLEMENT, KOLOS) } else { (VASILEK, KOLOS) };
                transfer(&bank, &format!("j-{number}"), from, to, 1).await.unwrap()
            });
        }
        writers.join_all().await;
        // One that is refused and one that was posted before are no entries.
        transfer(&bank, "too-much", KOLOS, VASILEK, 4_000_000_000_000).await.unwrap_err();
        transfer(&bank, "j-0", SETTLEMENT, KOLOS, 1).await.unwrap();
        let whole = after(&bank, 0, 1_000).await;
        let numbers: Vec<i64> = whole.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, (1..).take(before + TRANSFERS).collect::<Vec<i64>>(), "no gap");
        let ids: BTreeSet<Uuid> = whole.iter().map(|entry| entry.entry_id).collect();
        assert_eq!(ids.len(), whole.len(), "each once");
        for seen in readers.join_all().await {
            assert!(seen == whole, "each reader sees the same, however it divides it");
        }
    }
}
