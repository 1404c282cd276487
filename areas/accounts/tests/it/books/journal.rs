//! The journal has every entry once, whoever posts and reads at once (BNK-06).

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::ledger::{Draft, Entry, InternalAccount, JournalEntry};
use kernel::{Currency, Money};
use testkit::{Bench, on_both_engines};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::bank::{Bank, KOLOS, SETTLEMENT, VASILEK, zone};
use crate::ledger::{header, transfer};

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

/// An entry of so many pairs of postings between two accounts of the bank.
fn between_own(bank: &Bank, key: &str, pairs: usize) -> Entry {
    let (rur, kopeck) = (Currency::RUR, Money::from_minor(1));
    let [cash, outgoing] =
        [InternalAccount::Cash, InternalAccount::OutgoingPayments].map(|account| account.in_currency(rur));
    let pair = |draft: Draft, _| draft.debit(cash.clone(), rur, kopeck).credit(outgoing.clone(), rur, kopeck);
    (0..pairs).fold(Draft::new(header(bank, key)), pair).balanced().unwrap()
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

    async fn bnk_06_a_page_of_the_journal_ends_before_too_many_postings(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let last = after(&bank, 0, 1_000).await.last().map_or(0, |entry| entry.number);
        for (number, pairs) in (last..).zip([2_000, 3_000, 1, 5_001, 1]) {
            bank.post(between_own(&bank, &format!("pairs-{number}"), pairs)).await.unwrap();
            // Whoever reads gives it its number, before the next one is there.
            assert_eq!(after(&bank, number, 1_000).await.len(), 1);
        }
        // An entry of more postings than a page has is alone on its own.
        for (behind, expected) in [
            (0, vec![(1, 4_000), (2, 6_000)]), (1, vec![(2, 6_000), (3, 2)]), (2, vec![(3, 2)]),
            (3, vec![(4, 10_002)]), (4, vec![(5, 2)]), (5, vec![]),
        ] {
            let page = after(&bank, last + behind, 1_000).await;
            let page: Vec<(i64, usize)> =
                page.iter().map(|entry| (entry.number - last, entry.postings.len())).collect();
            assert_eq!(page, expected, "behind {behind}");
        }
        bank.assert_sound().await;
    }
}
