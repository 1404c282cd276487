//! BNK-07: people and the second look at signatures follow the bank's calendar.

use serde_json::json;
use testkit::{Bench, on_both_engines};

use super::completing::waits;
use super::{OnlineBank, address};
use crate::statements::house::{OTHER_BIC, OWN_BIC, changed, ivanova, stranger};

const DAY_S: i64 = 86_400;

/// Saturday, two days after the day of the tests' houses, is worked no more than any other, and the week after it is
/// a pause of ten days.
const PAUSE: &str = "date,is_business_day\n2026-11-23,false\n2026-11-24,false\n2026-11-25,false\n2026-11-26,false\n\
    2026-11-27,false\n2026-11-30,false\n";

/// Days as pages write them: no line breaks inside of one.
fn spaced(text: &str) -> String {
    let months = ["ноября", "декабря", "November", "December"];
    months.iter().fold(text.to_owned(), |text, month| {
        text.replace(&format!(" {month} "), &format!("\u{a0}{month}\u{a0}"))
    })
}

async fn at(bank: &OnlineBank, moment: &str) {
    bank.house.bench.clock.set(moment.parse::<jiff::Timestamp>().unwrap().into());
    bank.house.work().await;
}

on_both_engines! {
    async fn bnk_07_a_page_says_in_both_languages_when_a_statement_is_executed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.add("business_days.csv", PAUSE).await.unwrap();
        bank.house.add("cut_offs.csv", "kind,until\npayroll.execute,11:00\n").await.unwrap();
        let later = changed("moved", |payload| payload["date"] = json!("2026-11-22"));
        let id = bank.statement(&later).await;
        // A warning is signed as every other is.
        assert_eq!(bank.status("moved").await, "AWAITING_SIGN_WITH_WARNINGS");
        let moved = spaced("22 ноября 2026 — не рабочий день банка, ведомость будет исполнена 1 декабря 2026");
        assert!(bank.page(id).await.contains(&moved));
        let signing = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(signing.text().contains(&moved), "{}", signing.text());
        let english = bank.pages.get(&address(id)).online_bank(&bank.house.bench.tokens, &ivanova());
        let english = english.header("accept-language", "en").send().await;
        let moved = spaced(
            "22 November 2026 is no business day of the bank, the statement is executed on 1 December 2026",
        );
        assert!(english.text().contains(&moved), "{}", english.text());
        // The calendar is another one before anybody has signed: the page tells what holds now.
        bank.house.add("business_days.csv", "date,is_business_day\n2026-11-22,true\n").await.unwrap();
        assert!(!bank.page(id).await.contains("не рабочий день"));
        // Noon has passed the cut-off time of today for a statement without a later date.
        let today = bank.statement(&changed("today", |payload| payload["number"] = json!(77))).await;
        let late = spaced("После 11:00 ведомости исполняются на следующий рабочий день: 22 ноября 2026");
        assert!(bank.page(today).await.contains(&late));
        // The API keeps the days as it writes all others.
        let warnings = bank.house.status("today").await["warnings"].to_string();
        assert!(warnings.contains("on the next business day: 2026-11-22"), "{warnings}");
    }

    async fn bnk_07_a_bank_that_is_named_is_another_one_or_this(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let times = "kind,until\npayroll.execute,18:00\npayment.send,11:00\n";
        bank.house.add("cut_offs.csv", times).await.unwrap();
        for (name, bic, is_late) in [("this-bank", OWN_BIC, false), ("another-bank", OTHER_BIC, true)] {
            let id = bank.statement(&changed(name, |payload| {
                payload["transfers"][1]["bic"] = json!(bic);
                if is_late {
                    payload["transfers"][1]["account"] = json!(stranger(102));
                }
            })).await;
            assert_eq!(bank.page(id).await.contains("После 11:00"), is_late, "{name}");
        }
    }

    async fn bnk_07_a_lost_signature_is_told_through_a_pause_longer_than_the_wait_for_a_list(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let house = &bank.house;
        house.add("business_days.csv", PAUSE).await.unwrap();
        house.revoke(&[house.keys.revoked.certificate()], 1).await;
        {
            let later = changed("executed", |payload| payload["date"] = json!("2026-11-22"));
            house.create_signed(&later).await;
        }
        house.work().await;
        // Nine days after the date nobody knows what is revoked; the statement is not lost, it is not even due.
        at(&bank, "2026-11-30T23:59:59+03:00").await;
        assert_eq!(bank.status("executed").await, "SCHEDULED");
        assert!(waits(&bank, &ivanova()).await.iter().all(|(name, _)| !name.starts_with("Не будут")));
        at(&bank, "2026-12-01T00:00:00+03:00").await;
        assert_eq!(bank.status("executed").await, "SCHEDULED", "the list is waited for from the day of execution");
        house.revoke(&[house.keys.revoked.certificate()], 30).await;
        house.bench.clock.advance_seconds(300);
        house.work().await;
        assert_eq!(bank.status("executed").await, "EXECUTED");
        // A signature that is lost in the pause is told in the pause.
        let pause = "date,is_business_day\n2026-12-03,false\n2026-12-04,false\n";
        house.add("business_days.csv", pause).await.unwrap();
        let later = changed("lost", |payload| payload["date"] = json!("2026-12-03"));
        house.create_signed(&later).await;
        house.work().await;
        house.bench.clock.advance_seconds(4 * DAY_S);
        house.work().await;
        house.revoke(&[house.keys.ivanova.certificate()], 30).await;
        assert_eq!(bank.status("lost").await, "SCHEDULED");
        assert!(waits(&bank, &ivanova()).await.iter().any(|(name, _)| name.starts_with("Не будут")));
    }

    async fn bnk_07_a_lost_signature_is_told_through_a_pause_of_ten_weeks(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let house = &bank.house;
        let first = jiff::civil::date(2026, 11, 22);
        let days = first.series(jiff::Span::new().days(1)).take(70);
        let pause: Vec<String> = days.map(|day| format!("{day},false")).collect();
        let file = format!("date,is_business_day\n{}\n", pause.join("\n"));
        house.add("business_days.csv", &file).await.unwrap();
        let later = changed("behind-holidays", |payload| payload["date"] = json!("2026-11-22"));
        house.create_signed(&later).await;
        house.work().await;
        for days in [35, 30] {
            house.bench.clock.advance_seconds(days * DAY_S);
            house.work().await;
            house.revoke(&[house.keys.ivanova.certificate()], 30).await;
            assert_eq!(bank.status("behind-holidays").await, "SCHEDULED");
            let told = waits(&bank, &ivanova()).await;
            assert!(told.iter().any(|(name, _)| name.starts_with("Не будут")), "{told:?}");
        }
    }
}
