//! Operations of which the oldest are archived, as holders of accounts are shown them.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::keeper::{DAYS, KEPT_DAYS, Keeper, unwatched};
use crate::bank::{SETTLEMENT, ivanova};
use crate::online_bank::open;
use crate::operations::{amounts, numbers, page, text};

on_both_engines! {
    async fn lif_03_operations_go_on_from_the_first_that_is_kept(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let (bank, caller) = (&keeper.bank, ivanova());
        let whole = page(bank, &caller, SETTLEMENT, "?limit=1000").await;
        let days = "?from=2026-11-24&to=2026-11-26";
        let period = text(bank, &caller, SETTLEMENT, days).await;
        keeper.archive(unwatched()).await.unwrap();
        let caller = caller.with_session("late");
        // The same numbers, without those that left; and a period that is kept is what it was.
        let kept = page(bank, &caller, SETTLEMENT, "?limit=1000").await;
        let expected: Vec<i64> = numbers(&whole).into_iter().take(2 * usize::try_from(KEPT_DAYS).unwrap()).collect();
        assert_eq!(numbers(&kept), expected);
        assert_eq!(text(bank, &caller, SETTLEMENT, days).await, period);
        // What is carried forward is the opening balance, and the page before it ends.
        let newest = text(bank, &caller, SETTLEMENT, "?limit=1000").await;
        let (opening, closing) = (amounts(&newest, "openingBalance")[0], amounts(&newest, "closingBalance")[0]);
        assert_eq!(closing - opening, -200 * i128::from(KEPT_DAYS));
        let last = expected.last().unwrap();
        let behind = page(bank, &caller, SETTLEMENT, &format!("?cursor={last}")).await;
        assert_eq!(numbers(&behind), Vec::<i64>::new());
        assert!(behind["nextCursor"].is_null());
        assert!(DAYS > i64::from(KEPT_DAYS));
    }

    async fn lif_03_a_period_before_that_says_that_it_is_archived(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let (bank, caller) = (&keeper.bank, ivanova());
        for (query, is_refused) in [
            ("?from=2026-11-20", true),
            ("?from=2026-11-23", true),
            ("?to=2026-11-22", true),
            ("?from=2026-11-24", false),
            ("?to=2026-11-24", false),
            ("", false),
        ] {
            let answer = bank.get(&caller, &format!("/v1/accounts/{SETTLEMENT}/operations{query}")).await;
            assert_eq!(answer.status.as_u16() == 400, is_refused, "{query}: {}", answer.text());
            if is_refused {
                let text = answer.text();
                assert!(text.contains("Operations through 2026-11-23 are in the archive"), "{text}");
            }
        }
        // The page keeps the days that were filled in, and a file is not short of operations.
        let path = format!("/bank/accounts/{SETTLEMENT}/operations");
        let page = open(bank, &caller, &format!("{path}?from=2026-11-20&to=")).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
        for part in ["в архиве банка", "value=\"2026-11-20\""] {
            assert!(page.text().contains(part), "{part}: {}", page.text());
        }
        for (from, status) in [("2026-11-23", StatusCode::BAD_REQUEST), ("2026-11-24", StatusCode::OK)] {
            let file = open(bank, &caller, &format!("{path}/export?format=csv&from={from}")).await;
            assert_eq!(file.status, status, "{from}");
        }
    }
}
