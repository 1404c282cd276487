//! ONL-03: corrections as a flow, by rows and by a file, and by several people at once.

use http::StatusCode;
use payroll::StatementId;
use serde_json::json;
use testkit::{Answer, Bench, TestCaller, on_both_engines};

use super::making::upload;
use super::{OnlineBank, address};
use crate::statements::house::{auditor, changed, employee, ivanova, petrov, sidorov, transfer};

/// A statement of so many transfers whose accounts are none, all but the first.
async fn wrong_accounts(bank: &OnlineBank, external_id: &str, count: u32) -> StatementId {
    let payload = changed(external_id, |payload| {
        let transfers = (1..=count).map(|order| {
            let mut one = transfer(order, 101 + order % 5);
            if order > 1 {
                one["account"] = json!("4081781000");
            }
            one
        });
        payload["transfers"] = transfers.collect();
        payload["transfersCount"] = json!(count);
        payload["totalAmount"] =
            serde_json::from_str(&format!("{}.{}", count * 201 / 2, count % 2 * 5)).unwrap();
    });
    bank.statement(&payload).await
}

async fn save(
    bank: &OnlineBank,
    caller: &TestCaller,
    id: StatementId,
    line: u32,
    version: &str,
    account: &str,
) -> Answer {
    let order = line.to_string();
    let fields = [
        ("version", version),
        ("then", "next"),
        ("last_name", "Смирнова"),
        ("first_name", "Анна"),
        ("order_number", &order),
        ("amount", "100,50"),
        ("currency", "RUR"),
        ("account", account),
    ];
    bank.send(caller, &format!("{}/transfers/{line}", address(id)), &fields).await
}

on_both_engines! {
    async fn onl_03_faults_are_corrected_one_after_the_other(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = wrong_accounts(&bank, "in-turn", 4).await;
        let page = bank.page(id).await;
        let first = format!("{}/transfers/2", address(id));
        assert!(page.contains(&format!("href=\"{first}\">Исправить по порядку")), "{page}");
        for text in ["aria-label=\"Исправить: строка 3\"", "3\u{a0}перевода, первый в строке 2"] {
            assert!(page.contains(text), "{text}: {page}");
        }
        let form = bank.open(&ivanova(), &first).await;
        for text in ["ошибка 1 из 3", "href=\"#account\"", "Сохранить и к следующей ошибке"] {
            assert!(form.text().contains(text), "{text}:\n{}", form.text());
        }
        let marked = form.text().matches("aria-invalid").count();
        assert_eq!(marked, 1, "the field at fault and no other: {}", form.text());
        let at = form.text().find("aria-invalid").unwrap();
        assert!(form.text()[..at].rfind("id=\"account\"").is_some_and(|input| !form.text()[input..at].contains('>')));
        let next = save(&bank, &ivanova(), id, 2, "1", &employee(101)).await;
        assert_eq!(next.location(), Some(format!("{}/transfers/3?done=saved", address(id)).as_str()), "{}",
            next.text());
        // The flow does not wait for the check that has begun.
        let form = bank.open(&ivanova(), next.location().unwrap()).await;
        assert!(form.text().contains("ошибка 2 из 3") && form.text().contains("Сохранено"), "{}", form.text());
        bank.house.work().await;
        assert_eq!(save(&bank, &ivanova(), id, 3, "1", &employee(102)).await.status, StatusCode::SEE_OTHER);
        let form = bank.open(&ivanova(), &format!("{}/transfers/4", address(id))).await;
        assert!(!form.text().contains("Сохранить и к следующей ошибке"), "it is the last");
        let last = save(&bank, &ivanova(), id, 4, "1", &employee(103)).await;
        assert_eq!(last.location(), Some(format!("{}?done=corrected", address(id)).as_str()));
        bank.house.work().await;
        assert_eq!(bank.status("in-turn").await, "AWAITING_SIGN");
    }

    async fn onl_03_two_rows_do_not_disturb_each_other_and_one_row_does(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = wrong_accounts(&bank, "two-tabs", 4).await;
        // Two tabs were opened at the same moment. The check of the first correction has not run yet.
        assert_eq!(save(&bank, &ivanova(), id, 2, "1", &employee(101)).await.status, StatusCode::SEE_OTHER);
        assert_eq!(bank.status("two-tabs").await, "CHECKING");
        assert_eq!(save(&bank, &petrov(), id, 3, "1", &employee(102)).await.status, StatusCode::SEE_OTHER);
        let second = save(&bank, &petrov(), id, 2, "1", "1").await;
        assert_eq!(second.status, StatusCode::CONFLICT, "{}", second.text());
        bank.house.work().await;
        assert_eq!(save(&bank, &ivanova(), id, 4, "1", &employee(103)).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("two-tabs").await, "AWAITING_SIGN", "nothing was overwritten");
        let late = save(&bank, &ivanova(), id, 4, "2", "1").await;
        assert_eq!(late.status, StatusCode::CONFLICT, "what awaits signatures is corrected no more");
        assert_eq!(bank.status("two-tabs").await, "AWAITING_SIGN");
    }

    async fn onl_03_of_many_at_one_row_one_comes_first(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = wrong_accounts(&bank, "crowded-row", 3).await;
        let accounts = [employee(101), employee(102), employee(103)];
        let (caller, other) = (ivanova(), petrov());
        let (one, two, three) = tokio::join!(
            save(&bank, &caller, id, 2, "1", &accounts[0]),
            save(&bank, &other, id, 2, "1", &accounts[1]),
            save(&bank, &caller, id, 2, "1", &accounts[2]),
        );
        let saved = [&one, &two, &three].iter().filter(|answer| answer.status == StatusCode::SEE_OTHER).count();
        assert_eq!(saved, 1, "{} {} {}", one.status, two.status, three.status);
    }

    async fn onl_03_three_hundred_faults_are_corrected_by_one_file(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = wrong_accounts(&bank, "by-file", 301).await;
        let path = format!("{}/corrections", address(id));
        let page = bank.open(&ivanova(), &path).await;
        assert!(page.text().contains("Строк с ошибками: 300") && page.text().contains("faulty.csv"), "{}", page.text());
        let file = bank.open(&ivanova(), &format!("{}/faulty.csv", address(id))).await.text().to_owned();
        assert_eq!(file.lines().count(), 301);
        let unchanged = upload(&bank, &ivanova(), &path, "a.csv", file.as_bytes()).await;
        assert_eq!(unchanged.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(unchanged.text().contains("ни одного изменения"), "{}", unchanged.text());
        let corrected = file.replace("\"4081781000\"", &format!("\"{}\"", employee(104)));
        // Somebody else has corrected one of the rows meanwhile: then nothing of the file is taken.
        assert_eq!(save(&bank, &petrov(), id, 7, "1", &employee(105)).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        let stale = upload(&bank, &ivanova(), &path, "a.csv", corrected.as_bytes()).await;
        assert_eq!(stale.status, StatusCode::CONFLICT, "{}", stale.text());
        assert!(stale.text().contains("<li>строка 7</li>"), "{}", stale.text());
        assert_eq!(bank.page(id).await.matches("299\u{a0}переводов").count(), 1, "nothing was changed");
        let file = bank.open(&ivanova(), &format!("{}/faulty.csv", address(id))).await.text().to_owned();
        let corrected = file.replace("\"4081781000\"", &format!("\"{}\"", employee(104)));
        let done = upload(&bank, &ivanova(), &path, "a.csv", corrected.as_bytes()).await;
        assert_eq!(done.location(), Some(format!("{}?done=corrected", address(id)).as_str()), "{}", done.text());
        bank.house.work().await;
        assert_eq!(bank.status("by-file").await, "AWAITING_SIGN");
    }

    async fn onl_03_a_file_that_corrects_nothing_says_why(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = wrong_accounts(&bank, "bad-file", 3).await;
        let path = format!("{}/corrections", address(id));
        for (file, says) in [
            ("Фамилия;Счёт\nА;1", "нужен столбец «Строка»"),
            ("Строка;Счёт\nвторая;1", "какую строку ведомости исправляет строка файла: 2"),
            ("Строка;Счёт\n2;1\n2;3", "Дважды исправлена строка ведомости: 2"),
            ("Строка;Счёт\n9;1", "Таких строк в ведомости нет"),
            ("Строка;Номер\n2;два", "строка 2: Номер: нужно целое число"),
            ("Строка;Имя\n2;А\u{202e}нна", "строка 2: Имя: есть невидимые"),
        ] {
            let refused = upload(&bank, &ivanova(), &path, "a.csv", file.as_bytes()).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{says}");
            assert!(refused.text().contains(says) && refused.text().contains("class=\"menu\""), "{says}:\n{}",
                refused.text());
        }
        let right = format!("Строка;Счёт\n2;{}\n3;{}", employee(101), employee(102));
        bank.house.set_rights("petrov", "ACT VIEW_ACCOUNTS SIGN_SECOND").await;
        for (caller, status) in [
            (sidorov(), StatusCode::NOT_FOUND), (petrov(), StatusCode::FORBIDDEN), (auditor(), StatusCode::FORBIDDEN),
        ] {
            let refused = upload(&bank, &caller, &path, "a.csv", right.as_bytes()).await;
            assert_eq!(refused.status, status, "{}", refused.text());
        }
        assert_eq!(bank.status("bad-file").await, "ERROR", "nothing was changed");
        assert_eq!(upload(&bank, &ivanova(), &path, "a.csv", right.as_bytes()).await.status, StatusCode::SEE_OTHER);
        bank.house.work().await;
        assert_eq!(bank.status("bad-file").await, "AWAITING_SIGN");
    }
}
