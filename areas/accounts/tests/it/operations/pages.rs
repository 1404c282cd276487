//! Operations in the online bank.

use http::StatusCode;
use kernel::{Language, Money};
use testkit::{Bench, on_both_engines};

use super::{Payment, lyutik};
use crate::bank::{ABSENT, BANK_NAMES, Bank, CARD, KOLOS, SETTLEMENT, ivanova, petrov, sidorov};
use crate::online_bank::open;

fn path(number: &str, query: &str) -> String {
    format!("/bank/accounts/{number}/operations{query}")
}

fn shown(minor: i64) -> String {
    pages::money(Money::from_minor(minor), "RUR", Language::Russian)
}

on_both_engines! {
    async fn onl_01_the_page_shows_operations_with_counterparty_and_balance(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&BANK_NAMES]).await;
        let payment = Payment {
            purpose: "Оплата <b>5</b> & \"НДС\"",
            document: Some("17-Б"),
            counterparty: Some(lyutik()),
            ..Payment::new("p-1", KOLOS, 123_456)
        };
        payment.post(&bank).await;
        Payment::new("p-2", KOLOS, -3_456).post(&bank).await;
        let page = open(&bank, &sidorov(), &path(KOLOS, "")).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        let text = page.text();
        for part in [
            "ООО «Лютик»", "Оплата &#60;b&#62;5&#60;/b&#62; &#38; &#34;НДС&#34;", "Платёж в другой банк", "2026-10-21",
            "2026-11-20",
        ] {
            assert!(text.contains(part), "{part}:\n{text}");
        }
        let one = open(&bank, &sidorov(), &format!("/bank/accounts/{KOLOS}/operations/2")).await;
        for part in ["ООО «Лютик»", "7707083893", "40702810700000000011", "17-Б", &shown(123_456)] {
            assert!(one.text().contains(part), "{part}:\n{}", one.text());
        }
        // The opening balance is from before the days that are shown at first.
        let opened = 75_000_000;
        for minor in [opened, opened + 123_456, opened + 120_000, 123_456, 3_456] {
            assert!(text.contains(&shown(minor)), "{minor}: {text}");
        }
        let account = open(&bank, &sidorov(), &format!("/bank/accounts/{KOLOS}")).await;
        assert!(account.text().contains(&path(KOLOS, "")));
    }

    async fn onl_01_the_page_goes_on_where_the_one_before_ended(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for index in 0..60 {
            let purpose = format!("Purpose-{index}.");
            Payment { purpose: &purpose, ..Payment::new(&format!("p-{index}"), KOLOS, 1) }.post(&bank).await;
        }
        let first = open(&bank, &sidorov(), &path(KOLOS, "?from=&to=&search=purpose")).await;
        let (_, address) = first.text().split_once("<a href=\"/bank/accounts/40702810800000000021/operations?")
            .unwrap();
        let address = address.split('"').next().unwrap().replace("&#38;", "&");
        assert!(first.text().contains("Purpose-59.") && !first.text().contains("Purpose-9."));
        let second = open(&bank, &sidorov(), &path(KOLOS, &format!("?{address}"))).await;
        assert_eq!(second.status, StatusCode::OK);
        for index in 0..10 {
            assert!(second.text().contains(&format!("Purpose-{index}.")), "{index}");
        }
        assert!(!second.text().contains("Purpose-10.") && !second.text().contains("rel=\"next\""));
    }

    async fn onl_01_a_wrong_filter_keeps_what_was_filled_in(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let long = format!("?search={}", "x".repeat(101));
        for (query, part) in [
            ("?from=2026-11-21&to=2026-11-20&search=%22%3E", "value=\"2026-11-21\""),
            ("?from=2026-02-30&to=", "value=\"2026-02-30\""), (long.as_str(), "value=\"xxx"),
        ] {
            let page = open(&bank, &petrov(), &path(SETTLEMENT, query)).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{query}");
            assert!(page.text().contains(part) && page.text().contains("role=\"alert\""), "{}", page.text());
        }
        for cursor in ["x", "0", "-1"] {
            let broken = open(&bank, &petrov(), &path(SETTLEMENT, &format!("?cursor={cursor}"))).await;
            assert_eq!(broken.status, StatusCode::BAD_REQUEST, "{cursor}");
        }
    }

    async fn onl_01_the_page_of_somebody_elses_account_is_that_of_an_absent_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let absent = open(&bank, &petrov(), &path(ABSENT, "")).await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        for (number, query) in [(KOLOS, ""), (CARD, ""), ("x", ""), (KOLOS, "?from=2026-11-21&to=2026-11-20")] {
            let page = open(&bank, &petrov(), &path(number, query)).await;
            assert_eq!((page.status, page.notice()), (absent.status, absent.notice()), "{number}");
        }
        let closed = crate::online_bank::pages(&bank).get(&path(SETTLEMENT, "")).send().await;
        assert_eq!(closed.status, StatusCode::SEE_OTHER);
        assert_eq!(open(&bank, &ivanova(), &path(SETTLEMENT, "")).await.status, StatusCode::OK);
    }
}
