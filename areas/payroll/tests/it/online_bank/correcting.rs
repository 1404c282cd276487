//! Corrections and deletion.

use http::StatusCode;
use payroll::work;
use serde_json::json;
use testkit::{Answer, Bench, on_both_engines};

use super::{OnlineBank, address, faulty};
use crate::statements::house::{House, changed, employee, ivanova, payload};
use crate::statements::signed_document::everything;

/// The second transfer with another account, as its form sends it.
async fn correct(
    bank: &OnlineBank,
    id: payroll::StatementId,
    version: &str,
    account: &str,
    order: &str,
) -> Answer {
    let fields = [
        ("version", version),
        ("last_name", "Смирнова"),
        ("first_name", "Анна"),
        ("middle_name", ""),
        ("order_number", order),
        ("amount", "100,50"),
        ("currency", "RUR"),
        ("account", account),
        ("bic", ""),
        ("percent_0", ""),
        ("currency_0", ""),
    ];
    bank.send(&ivanova(), &format!("{}/transfers/2", address(id)), &fields).await
}

/// Returns name and value of the input whose attributes begin this text.
fn input(html: &str) -> (&str, &str) {
    let attribute = |name: &str| {
        let (_, rest) = html.split_once(&format!("{name}=\"")).unwrap();
        rest.split_once('"').unwrap().0
    };
    (attribute("name"), attribute("value"))
}

on_both_engines! {
    async fn pay_15_a_transfer_is_corrected_and_checked_again(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let form = bank.open(&ivanova(), &format!("{}/transfers/2", address(id))).await;
        assert_eq!(form.status, StatusCode::OK, "{}", form.text());
        for text in ["value=\"4081781000\"", "value=\"100,50\"", "20 цифр"] {
            assert!(form.text().contains(text), "{text}:\n{}", form.text());
        }
        let version = bank.version(id).await;
        let spaced = employee(102).replace('8', "8 ").replace('0', " 0");
        assert_ne!(version, "1", "the version of the statement is not that of the row");
        let done = correct(&bank, id, "1", &spaced, "2").await;
        assert_eq!(done.location(), Some(format!("{}?done=corrected", address(id)).as_str()), "{}", done.text());
        assert_eq!(bank.status("faulty-one").await, "CHECKING");
        bank.house.work().await;
        assert_eq!(bank.status("faulty-one").await, "AWAITING_SIGN_WITH_WARNINGS");
        let page = bank.page(id).await;
        assert!(!page.contains("Формула") && page.contains("На подпись, 1\u{a0}замечание"));
        assert!(page.contains("Иванова Анна Сергеевна"), "the history tells who corrected it");
    }

    async fn pay_15_a_form_that_is_sent_back_as_it_came_changes_no_field(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let mut sent = everything();
        sent["totalAmount"] = json!(999);
        let id = bank.statement(&sent).await;
        let (state, caller) = (&bank.house.state, ivanova());
        let first = async || {
            let found = work::transfers(state, &House::origin(&caller), id, 0, 1).await.unwrap();
            found.into_iter().next().unwrap().transfer
        };
        let before = first().await;
        let form = bank.open(&caller, &format!("{}/transfers/1", address(id))).await;
        let fields: Vec<(&str, &str)> = form.text().split("<input ").skip(1).map(input).collect();
        let fields: Vec<_> = fields.into_iter().filter(|(name, _)| *name != "csrf").collect();
        let done = bank.send(&caller, &format!("{}/transfers/1", address(id)), &fields).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
        assert_eq!(first().await, before);
    }

    async fn pay_15_what_is_no_number_is_shown_again_and_nothing_is_changed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let version = bank.version(id).await;
        let again = correct(&bank, id, "1", &employee(102), "two").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(again.text().contains("должны быть целыми числами"));
        assert!(again.text().contains("value=\"two\"") && again.text().contains(&employee(102)), "{}", again.text());
        let long = "1".repeat(1_001);
        assert_eq!(correct(&bank, id, "1", &long, "2").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(bank.status("faulty-one").await, "ERROR");
        assert_eq!(bank.version(id).await, version);
    }

    async fn pay_15_an_outdated_page_changes_nothing(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let version = bank.version(id).await;
        assert_eq!(correct(&bank, id, "1", "1", "2").await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        let outdated = correct(&bank, id, "1", &employee(102), "2").await;
        assert_eq!(outdated.status, StatusCode::CONFLICT);
        let text = outdated.text();
        assert!(text.contains("исправил кто-то другой") && text.contains("Сохранено сейчас: 1<"), "{text}");
        assert!(text.contains(&employee(102)) && text.contains("class=\"menu\""), "what was typed stays: {text}");
        let delete = format!("{}/delete", address(id));
        assert_eq!(bank.send(&ivanova(), &delete, &[("version", &version)]).await.status, StatusCode::CONFLICT);
        assert_eq!(bank.send(&ivanova(), &delete, &[]).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(bank.status("faulty-one").await, "ERROR");
    }

    async fn pay_15_the_statement_itself_is_corrected(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let wrong = changed("sum-one", |payload| payload["totalAmount"] = json!(999));
        let id = bank.statement(&wrong).await;
        assert!(bank.page(id).await.contains(">P02<"));
        let form = bank.open(&ivanova(), &format!("{}/terms", address(id))).await;
        assert!(form.text().contains("value=\"999,00\""), "{}", form.text());
        let version = bank.version(id).await;
        let terms = |total: &'static str, date: &'static str| {
            vec![
                ("version", version.clone()), ("totalAmount", total.to_owned()), ("transfersCount", "2".to_owned()),
                ("date", date.to_owned()), ("enrollmentCode", "01".to_owned()), ("incomeCode", "1".to_owned()),
                ("purpose", "Зарплата".to_owned()),
            ]
        };
        let path = format!("{}/terms", address(id));
        let wrong = [("x", "2026-11-20"), ("-1", "2026-11-20"), ("201", "tomorrow"), ("1.001", "2026-11-20"),
            ("2 01", "2026-11-20")];
        for (total, date) in wrong {
            let fields = terms(total, date);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let again = bank.send(&ivanova(), &path, &fields).await;
            assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{total} {date}");
        }
        let fields = terms(" 201,00", "2026-11-20");
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(bank.send(&ivanova(), &path, &fields).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("sum-one").await, "AWAITING_SIGN");
    }

    async fn pay_15_a_second_click_that_says_the_same_in_other_signs_disturbs_nobody(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("clicked-row")).await;
        let spaced = employee(102).replace('8', "8 ");
        for _ in 0..2 {
            let done = correct(&bank, id, "1", &spaced, "2").await;
            assert_eq!(done.location(), Some(format!("{}?done=corrected", address(id)).as_str()), "{}", done.text());
        }
        let wrong = changed("clicked-terms", |payload| payload["totalAmount"] = json!(999));
        let id = bank.statement(&wrong).await;
        let version = bank.version(id).await;
        let fields = [
            ("version", version.as_str()), ("totalAmount", "998"), ("transfersCount", "2"), ("date", "20.11.2026"),
            ("enrollmentCode", "01"), ("incomeCode", "1"), ("purpose", "Зарплата"),
        ];
        for _ in 0..2 {
            let done = bank.send(&ivanova(), &format!("{}/terms", address(id)), &fields).await;
            assert_eq!(done.location(), Some(format!("{}?done=corrected", address(id)).as_str()), "{}", done.text());
            bank.house.work().await;
            assert_eq!(bank.status("clicked-terms").await, "ERROR");
        }
    }

    async fn pay_10_a_corrected_rate_is_compared_with_that_of_the_bank(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let wrong = changed("rate-one", |payload| {
            payload["conversionRates"] = json!([{ "rate": 0.0001, "currency": "USD" }]);
            payload["transfers"][0]["conversion"] = json!([{ "percent": 50, "currency": "USD" }]);
        });
        let id = bank.statement(&wrong).await;
        let page = bank.page(id).await;
        assert!(page.contains(">P32<") && page.contains("USD = 0,0001\u{a0}₽"), "{page}");
        assert!(page.contains("Курс конверсии USD 0,0001 ниже курса банка "), "{page}");
        let path = format!("{}/terms", address(id));
        let version = bank.version(id).await;
        let with = |version: &str, rate: &str| {
            let fields = [
                ("version", version), ("totalAmount", "201"), ("transfersCount", "2"), ("date", "2026-11-20"),
                ("enrollmentCode", "01"), ("incomeCode", "1"), ("purpose", "Зарплата"), ("rate_currency_0", "USD"),
                ("rate_0", rate),
            ];
            fields.map(|(name, value)| (name, value.to_owned()))
        };
        let send = async |version: &str, rate: &str| {
            let fields = with(version, rate);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            bank.send(&ivanova(), &path, &fields).await.status
        };
        // The form keeps to the rules of a request.
        for rate in ["0", "-80.85", "1000000000", "79228162514264337593543950335", "1e9", "1e-40", "x"] {
            assert_eq!(send(&version, rate).await, StatusCode::UNPROCESSABLE_ENTITY, "{rate}");
        }
        for (rate, status) in [("83,2756", "ERROR"), ("0.000000001", "ERROR"), ("83,2755", "AWAITING_SIGN")] {
            let version = bank.version(id).await;
            assert_eq!(send(&version, rate).await, StatusCode::SEE_OTHER, "{rate}");
            bank.house.work().await;
            assert_eq!(bank.status("rate-one").await, status, "{rate}");
        }
    }

    async fn pay_15_a_statement_is_deleted_before_it_is_executed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("gone-one")).await;
        assert!(bank.page(id).await.contains("Удалить ведомость"));
        let version = bank.version(id).await;
        let path = format!("{}/delete", address(id));
        let foreign = bank.pages.post(&path).online_bank(&bank.house.bench.tokens, &ivanova());
        let foreign = foreign.form(&[("version", version.as_str())]).send().await;
        assert_eq!(foreign.status, StatusCode::FORBIDDEN, "without the session's field");
        let done = bank.send(&ivanova(), &path, &[("version", &version)]).await;
        assert_eq!(done.location(), Some(format!("{}?done=deleted", address(id)).as_str()));
        assert_eq!(bank.status("gone-one").await, "DELETED");
        let page = bank.page(id).await;
        assert!(page.contains("Удалена") && !page.contains("Удалить ведомость"));
        let version = bank.version(id).await;
        assert_eq!(bank.send(&ivanova(), &path, &[("version", &version)]).await.status, StatusCode::CONFLICT);
    }
}
