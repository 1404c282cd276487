//! Pages before a decision, and papers after it.

use http::StatusCode;
use serde_json::json;
use store::params;
use testkit::{Bench, RIGHT_ANSWER, TestCaller, on_both_engines};

use super::completing::{waiting, waits};
use super::{OnlineBank, address, faulty};
use crate::statements::house::{ACCOUNT, auditor, changed, ivanova, payload, petrov, sidorov};

store::queries! {
    /// Texts of the payment of a statement for the holder of the account.
    SHOWN = "select e.description, o.counterparty_name from operations o join journal_entries e
        on e.entry_id = o.entry_id where o.ledger_account_id = $1 and e.kind = 'PAYROLL' order by o.number";
}

async fn sign(bank: &OnlineBank, caller: &TestCaller, name: &str, kind: &str) {
    let id = bank.house.id("C00001", name).await;
    let version = bank.version(id).await;
    let fields =
        [("version", version.as_str()), ("how", "confirmation"), ("type", kind), ("answer", RIGHT_ANSWER)];
    let signed = bank.send(caller, &format!("{}/sign", address(id)), &fields).await;
    assert_eq!(signed.status, StatusCode::SEE_OTHER, "{}", signed.text());
}

on_both_engines! {
    async fn online_bank_17_a_signed_statement_is_deleted_after_one_more_question(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let later = changed("asked-one", |payload| payload["date"] = json!("2026-12-10"));
        let id = bank.statement(&later).await;
        sign(&bank, &ivanova(), "asked-one", "FIRST").await;
        sign(&bank, &petrov(), "asked-one", "SECOND").await;
        bank.house.work().await;
        assert_eq!(bank.status("asked-one").await, "SCHEDULED");
        let path = format!("{}/delete", address(id));
        let version = bank.version(id).await;
        for unsure in ["no", "", "YES", "yes yes"] {
            let asked = bank.send(&ivanova(), &path, &[("version", &version), ("sure", unsure)]).await;
            assert_eq!(asked.status, StatusCode::OK, "{}", asked.text());
            for part in [
                "201,00\u{a0}₽", "2\u{a0}перевода",
                "Иванова\u{a0}А.\u{a0}С., Петров\u{a0}П.\u{a0}И.", "вернуть её нельзя",
                &format!("action=\"{path}\""), "name=\"sure\" value=\"yes\"",
                &format!("name=\"version\" value=\"{version}\""), "name=\"answer\"",
            ] {
                assert!(asked.text().contains(part), "{part}: {}", asked.text());
            }
            assert_eq!(asked.text().matches("name=\"sure\"").count(), 1);
        }
        // It takes the proof of a signature.
        for answer in ["", "000000"] {
            let refused = bank.send(&ivanova(), &path, &[("version", &version), ("answer", answer)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
            for part in ["aria-invalid=\"true\"", &format!("name=\"version\" value=\"{version}\"")] {
                assert!(refused.text().contains(part), "{part}: {}", refused.text());
            }
            assert_eq!(refused.text().matches("name=\"answer\"").count(), 1, "{}", refused.text());
        }
        assert_eq!(bank.status("asked-one").await, "SCHEDULED");
        // Somebody else was faster, or changed it: nothing is asked, and nothing is done.
        let stale = bank.send(&ivanova(), &path, &[("version", "1"), ("sure", "no")]).await;
        assert_eq!(stale.status, StatusCode::CONFLICT);
        let sure = [("version", version.as_str()), ("sure", "yes"), ("answer", RIGHT_ANSWER)];
        let deleted = bank.send(&ivanova(), &path, &sure).await;
        assert_eq!(deleted.status, StatusCode::SEE_OTHER);
        let again = bank.send(&petrov(), &path, &sure).await;
        assert_ne!(again.status, StatusCode::SEE_OTHER, "two clicks delete once");
        assert_eq!(bank.status("asked-one").await, "DELETED");
    }

    async fn online_bank_08_who_signs_many_sees_account_day_purpose_warnings_and_shortage(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let warned = changed("warned-one", |payload| {
            payload["date"] = json!("2026-12-10");
            payload["purpose"] = json!("Премия <отделу>");
            payload["transfers"][0]["account"] = json!(crate::statements::house::employee(107));
        });
        let dear = changed("dear-one", |payload| {
            payload["transfers"][0]["amount"] = json!(90_000_000_000_000_i64);
            payload["totalAmount"] = json!(90_000_000_000_100.5);
        });
        let ids = [bank.statement(&warned).await, bank.statement(&dear).await];
        let path = format!("/bank/payroll/sign?id={}&id={}", ids[0], ids[1]);
        let page = bank.open(&ivanova(), &path).await;
        for part in [
            ACCOUNT, "10\u{a0}декабря\u{a0}2026", "Премия &#60;отделу&#62;", "Переводов с замечаниями: 1",
            "Доступно на счёте", "Не хватает: 89\u{a0}995\u{a0}000",
        ] {
            assert!(page.text().contains(part), "{part}: {}", page.text());
        }
        let single = bank.open(&ivanova(), &format!("/bank/payroll/sign?id={}", ids[0])).await;
        assert!(single.text().contains("Доступно на счёте"), "{}", single.text());
        assert!(!single.text().contains("Не хватает"), "the account has enough for one: {}", single.text());
        bank.house.set_rights("ivanova", "ACT EDIT_PAYROLL SIGN_FIRST").await;
        let page = bank.open(&ivanova(), &path).await;
        assert!(!page.text().contains("Доступно на счёте") && !page.text().contains("Не хватает"), "{}", page.text());
    }

    async fn online_bank_08_a_signer_is_shown_warnings_of_the_statement_itself(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&changed("own-warning", |payload| {
            payload.as_object_mut().unwrap().remove("incomeCode");
        })).await;
        let statement = bank.page(id).await;
        let page = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        let many = bank.open(&ivanova(), &format!("/bank/payroll/sign?id={id}")).await;
        assert!(statement.contains("ведомость в целом"), "{statement}");
        let warning = statement.split("data-label=\"Сообщение\">").nth(1).unwrap().split('<').next().unwrap();
        assert!(page.text().contains(warning) && many.text().contains(warning), "{warning}: {}", page.text());
    }

    async fn online_bank_12_where_one_of_two_is_enough_the_other_is_not_waited_for(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.set_rights("auditor", "ACT VIEW_ACCOUNTS SIGN_FIRST").await;
        let id = bank.statement(&payload("either-one")).await;
        let statement = bank.page(id).await;
        assert!(statement.contains("Может подписать"), "{statement}");
        let list = bank.open(&petrov(), "/bank/payroll").await;
        let awaited = list.text().split("Ждём подпись: ").nth(1).unwrap().split('<').next().unwrap().to_owned();
        assert_eq!(awaited.matches(" или ").count(), 1, "{awaited}");
        assert!(awaited.contains("Иванова") && awaited.ends_with("; Петров\u{a0}П.\u{a0}И."), "{awaited}");
        let page = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(page.text().contains("Ждём подпись: Петров\u{a0}П.\u{a0}И.<"), "{}", page.text());
    }

    async fn online_bank_c_only_what_a_person_can_sign_waits_for_the_person(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.set_rights("auditor", "ACT VIEW_ACCOUNTS SIGN_FIRST").await;
        for name in ["c-one", "c-two", "c-three"] {
            bank.statement(&payload(name)).await;
        }
        sign(&bank, &ivanova(), "c-one", "FIRST").await;
        sign(&bank, &ivanova(), "c-two", "FIRST").await;
        let waits = async |caller: &TestCaller| -> u32 {
            waits(&bank, caller).await.iter().map(|(_, count)| count).sum()
        };
        assert_eq!(waits(&auditor()).await, 1, "the first signature is there twice");
        assert_eq!((waits(&petrov()).await, waits(&ivanova()).await), (3, 1));
        // Who may give both signatures to one statement has something left to sign.
        bank.house.set_scheme("FIRST=1,SECOND=1,SAME_PERSON=YES").await;
        bank.house.give_ivanova_both().await;
        assert_eq!(waits(&ivanova()).await, 3);
    }

    async fn online_bank_d_the_link_of_a_count_lists_as_many(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.set_rights("auditor", "ACT VIEW_ACCOUNTS SIGN_FIRST").await;
        for name in ["d-one", "d-two", "d-three", "d-four"] {
            bank.statement(&payload(name)).await;
        }
        bank.statement(&faulty("d-faulty")).await;
        sign(&bank, &ivanova(), "d-one", "FIRST").await;
        sign(&bank, &ivanova(), "d-two", "FIRST").await;
        sign(&bank, &petrov(), "d-three", "SECOND").await;
        for caller in [ivanova(), petrov(), auditor()] {
            let told = waiting(&bank, &caller).await;
            assert!(told.len() > 1, "{told:?}");
            for waiting in told {
                let list = bank.open(&caller, &waiting.path).await;
                let rows = list.text().matches("class=\"row-link\"").count();
                assert_eq!(rows, usize::try_from(waiting.count).unwrap(), "{waiting:?}: {}", list.text());
                assert!(list.text().contains("Только те, что ждут вас."), "{}", list.text());
            }
        }
        let all = bank.open(&auditor(), "/bank/payroll?status=PARTLY_SIGNED").await;
        assert_eq!(all.text().matches("class=\"row-link\"").count(), 3);
    }

    async fn online_bank_g_faults_name_fields_in_the_words_of_the_page(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&changed("words-one", |payload| {
            payload["totalAmount"] = json!(1_234_567.5);
            payload["transfersCount"] = json!(7);
        })).await;
        let page = bank.page(id).await;
        for part in [
            "Переводов в ведомости 2, а указано 7",
            "Сумма всех переводов 201,00\u{a0}₽, а сумма ведомости 1\u{a0}234\u{a0}567,50\u{a0}₽",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("totalAmount") && !page.contains("transfersCount"), "{page}");
    }

    async fn online_bank_03_a_statement_on_paper_names_accounts_and_its_payment_names_the_statement(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&changed("on-paper-3", |payload| payload["number"] = json!(23))).await;
        sign(&bank, &ivanova(), "on-paper-3", "FIRST").await;
        sign(&bank, &petrov(), "on-paper-3", "SECOND").await;
        bank.house.work().await;
        assert_eq!(bank.status("on-paper-3").await, "EXECUTED");
        let file = bank.open(&ivanova(), &format!("{}/statement.pdf", address(id))).await;
        testkit::documents::check(&file.body);
        let text = testkit::documents::words_in_order(&file.body).join(" ");
        assert!(text.contains("Сотрудник Счёт сотрудника"), "{text}");
        assert_eq!(text.matches("Счёт списания").count(), 1, "the payer's alone: {text}");
        let rows = bank.house.bench.store.query(&SHOWN, params![ACCOUNT]).await.unwrap();
        assert_eq!(rows.len(), 1);
        let shown = [rows[0].text("description").unwrap(), rows[0].text("counterparty_name").unwrap()];
        assert_eq!(shown, ["Ведомость № 23 от 20.11.2026", "Получатели по ведомости № 23"]);
    }

    async fn online_bank_17_what_a_person_may_not_delete_is_not_asked_about(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let path = format!("{}/delete", address(bank.statement(&faulty("foreign")).await));
        let refused = bank.send(&sidorov(), &path, &[("version", "1"), ("sure", "no")]).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "another company's");
        let refused = bank.send(&auditor(), &path, &[("version", "1"), ("sure", "no")]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "no right for payroll");
    }
}
