//! Files of people beside the API, and amounts in them that could be two.

use std::time::Duration;

use http::StatusCode;
use payroll::{IntakeLimits, PayrollPages, PayrollSettings};
use serde_json::json;
use testkit::{Bench, on_both_engines};

use super::making::{HEAD, NEW, TERMS, good, prepared, upload, waiting};
use super::{OnlineBank, address, faulty};
use crate::statements::house::{House, PATH, client, employee, ivanova, payload, with_settings};

/// A house whose files nobody reads, with its API.
async fn without_file_readers(bench: Bench) -> OnlineBank {
    let mut house = House::new(bench).await;
    let intake =
        IntakeLimits { file_readers: 0, wait_max: Duration::from_millis(20), ..IntakeLimits::default() };
    let settings = PayrollSettings { intake, ..house.state.settings.clone() };
    house.state = with_settings(&house.bench, house.bench.store.clone(), settings, 3);
    house.client = client(&house.bench, &house.state);
    let site = house.bench.site();
    let state = PayrollPages { site: site.clone(), payroll: house.state.clone() };
    let pages = house.bench.client(site.routes(payroll::pages(state)));
    OnlineBank { house, pages }
}

on_both_engines! {
    async fn security_01_files_that_are_not_read_hold_up_no_statement(bench: Bench) {
        let bank = without_file_readers(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        for path in [NEW.to_owned(), format!("{}/corrections", address(id))] {
            let refused = upload(&bank, &ivanova(), &path, "a.csv", good(&[101]).as_bytes()).await;
            assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
            assert!(refused.text().contains("слишком много файлов"), "{}", refused.text());
        }
        assert_eq!(waiting(&bank).await, 0);
        let request = json!({ "payload": payload("one") }).to_string();
        let validated = bank.house.post_as(&ivanova(), &format!("{PATH}:validate"), request).await;
        assert_eq!(validated.status, 200, "{}", validated.text());
        bank.house.create(&payload("one")).await;
    }

    async fn money_h09_fifty_thousand_is_never_read_as_fifty(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let row = |amount: &str, serial| format!("Смирнова;Анна;{amount};{}\r\n", employee(serial));
        let unclear = format!("{HEAD}{}{}{}", row("50,000", 101), row("1.000", 102), row("7", 103));
        let path = prepared(&bank, &unclear).await;
        let preview = bank.open(&ivanova(), &path).await;
        for text in ["Ячеек, которые нельзя прочитать: 2", "Сумма: после запятой или точки три цифры", "7,00\u{a0}₽"] {
            assert!(preview.text().contains(text), "{text}:\n{}", preview.text());
        }
        assert!(!preview.text().contains("50,00\u{a0}₽"));
        let english = bank.pages.get(&path).online_bank(&bank.house.bench.tokens, &ivanova());
        let english = english.header("accept-language", "en").send().await;
        assert!(english.text().contains("Amount: three digits follow the comma or point"), "{}", english.text());
        let refused = bank.send(&ivanova(), &path, &TERMS).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(bank.house.counts().await, (0, 0));
        let clear = format!("{HEAD}{}{}{}", row("50 000", 101), row("1,234.50", 102), row("1.234,50", 103));
        let path = prepared(&bank, &clear).await;
        let preview = bank.open(&ivanova(), &path).await;
        assert!(preview.text().contains("52\u{a0}469,00\u{a0}₽") && preview.text().contains("Ошибок нет"));
    }

    async fn money_h09_a_control_total_that_disagrees_makes_no_statement(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = prepared(&bank, &good(&[101, 102])).await;
        let typed = |total| -> Vec<(&str, &str)> {
            TERMS.into_iter().chain([("controlTotal", total)]).collect()
        };
        for total in ["201,01", "20100", "201,000", "0", "-201", "x", "92233720368547758.08"] {
            let refused = bank.send(&ivanova(), &path, &typed(total)).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{total}");
            let text = refused.text();
            assert!(text.contains("Контрольная сумма: не совпадает") && text.contains("href=\"#controlTotal\""));
            assert!(text.contains(&format!("value=\"{total}\"")), "{text}");
        }
        assert_eq!(bank.house.counts().await, (0, 0));
        let made = bank.send(&ivanova(), &path, &typed("201.00")).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
        assert_eq!(bank.house.counts().await, (1, 2));
    }

    async fn money_h09_the_form_of_correction_asks_which_amount_is_meant(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let transfer = format!("{}/transfers/2", address(id));
        let account = employee(102);
        let correct = |amount| {
            let fields = [
                ("version", "1"), ("last_name", "Смирнова"), ("first_name", "Анна"), ("order_number", "2"),
                ("amount", amount), ("currency", "RUR"), ("account", &account),
            ];
            let (bank, transfer) = (&bank, &transfer);
            async move { bank.send(&ivanova(), transfer, &fields).await }
        };
        let again = correct("50,000").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(again.text().contains("три цифры") && again.text().contains("value=\"50,000\""), "{}", again.text());
        assert_eq!(bank.status("faulty-one").await, "ERROR");
        let done = correct("50 000,00").await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
        let page = bank.open(&ivanova(), &format!("{}?page=1", address(id))).await;
        assert!(page.text().contains("50\u{a0}000,00"), "{}", page.text());
    }
}
