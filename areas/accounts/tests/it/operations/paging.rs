//! Pages and periods.

use kernel::{Clock as _, Instant};
use serde_json::Value;
use testkit::{Bench, on_both_engines};

use super::{Payment, amounts, numbers, page, text};
use crate::bank::{Bank, KOLOS, sidorov};

/// Reads page after page and does something in between.
async fn all(bank: &Bank, query: &str, mut between: impl AsyncFnMut(usize)) -> Vec<Value> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let answer = page(bank, &sidorov(), KOLOS, &format!("?{query}{cursor}")).await;
        let next = answer["nextCursor"].as_str().map(|next| format!("&cursor={next}"));
        pages.push(answer);
        let Some(next) = next else { return pages };
        cursor = next;
        between(pages.len()).await;
        assert!(pages.len() < 100, "the list has an end");
    }
}

fn all_numbers(pages: &[Value]) -> Vec<i64> {
    pages.iter().flat_map(numbers).collect()
}

on_both_engines! {
    async fn onl_01_pages_lose_and_double_nothing_while_postings_arrive(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for index in 0..22 {
            Payment::new(&format!("p-{index}"), KOLOS, 100).post(&bank).await;
        }
        let before: Vec<i64> = (1..=23).rev().collect();
        for size in [1, 2, 5, 22, 23, 24] {
            let pages = all(&bank, &format!("limit={size}"), async |_| ()).await;
            assert_eq!(all_numbers(&pages), before, "{size}");
        }
        let meanwhile = all(&bank, "limit=3", async |turn| {
            Payment::new(&format!("late-{turn}"), KOLOS, 1).post(&bank).await;
        });
        assert_eq!(all_numbers(&meanwhile.await), before);
        // A search goes the same way, and its pages may be short.
        let found = all(&bank, "limit=4&search=Payment", async |_| ()).await;
        let late = 23 + 7;
        assert_eq!(all_numbers(&found), (2..=late).rev().collect::<Vec<_>>());
    }

    async fn onl_01_a_period_has_its_edges_at_midnight_of_the_bank(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // 2026-11-25T00:00:00+03:00, a microsecond before it, and the same a day later.
        let midnight = 1_795_554_000_000_000;
        let day = 86_400_000_000;
        for (index, at) in [midnight - 1, midnight, midnight + day - 1, midnight + day].into_iter().enumerate() {
            bank.bench.clock.set(Instant::from_microseconds(at));
            Payment::new(&format!("p-{index}"), KOLOS, 10).post(&bank).await;
        }
        bank.bench.clock.set(Instant::from_microseconds(midnight));
        let of_day = text(&bank, &sidorov(), KOLOS, "?from=2026-11-25&to=2026-11-25").await;
        assert_eq!(numbers(&serde_json::from_str(&of_day).unwrap()), [4, 3]);
        assert_eq!((amounts(&of_day, "credits"), amounts(&of_day, "debits")), (vec![20], vec![0]));
        assert_eq!(amounts(&of_day, "closingBalance")[0] - amounts(&of_day, "openingBalance")[0], 20);
        assert!(of_day.contains(r#""bookedAt":"2026-11-25T23:59:59.999999+03:00""#), "{of_day}");
        for (query, expected) in [
            ("?from=2026-11-26", vec![5]), ("?to=2026-11-24", vec![2, 1]), ("?from=2026-11-27", vec![]),
            ("?from=2026-11-25", vec![5, 4, 3]), ("?from=0001-01-01&to=9999-12-31", vec![5, 4, 3, 2, 1]),
        ] {
            assert_eq!(numbers(&page(&bank, &sidorov(), KOLOS, query).await), expected, "{query}");
        }
        let later = text(&bank, &sidorov(), KOLOS, "?from=2026-11-27").await;
        assert_eq!(amounts(&later, "openingBalance"), amounts(&later, "closingBalance"));
    }

    async fn onl_01_a_clock_that_goes_back_leaves_the_order_of_booking(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let now = bank.bench.clock.now();
        Payment::new("now", KOLOS, 10).post(&bank).await;
        bank.bench.clock.set(now.plus_seconds(-100));
        Payment::new("behind", KOLOS, 20).post(&bank).await;
        bank.bench.clock.set(now);
        let written = page(&bank, &sidorov(), KOLOS, "?from=2026-11-20&to=2026-11-20").await;
        assert_eq!(numbers(&written), [3, 2]);
        assert_eq!(written["operations"][0]["bookedAt"], written["operations"][1]["bookedAt"]);
        assert_eq!(written["operations"][0]["amount"].to_string(), "0.2");
        bank.assert_sound().await;
    }
}
