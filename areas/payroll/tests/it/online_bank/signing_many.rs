//! ONL-03: several statements signed with one confirmation, and what a signer sees.

use http::StatusCode;
use payroll::StatementId;
use serde_json::json;
use testkit::{Answer, Bench, RIGHT_ANSWER, TestCaller, on_both_engines};

use super::{OnlineBank, address, faulty};
use crate::statements::house::{ACCOUNT, auditor, changed, ivanova, payload, petrov, sidorov, sign};

const SIGN: &str = "/bank/payroll/sign";

async fn three(bank: &OnlineBank) -> Vec<StatementId> {
    let mut ids = Vec::new();
    for name in ["many-one", "many-two", "many-three"] {
        ids.push(bank.statement(&payload(name)).await);
    }
    ids
}

fn query(ids: &[StatementId]) -> String {
    let chosen: Vec<String> = ids.iter().map(|id| format!("id={id}")).collect();
    format!("{SIGN}?{}", chosen.join("&"))
}

async fn confirm(
    bank: &OnlineBank,
    caller: &TestCaller,
    kind: &str,
    answer: &str,
    seen: &[String],
) -> Answer {
    let mut fields = vec![("type", kind), ("answer", answer)];
    fields.extend(seen.iter().map(|one| ("statement", one.as_str())));
    bank.send(caller, SIGN, &fields).await
}

async fn seen(bank: &OnlineBank, ids: &[StatementId]) -> Vec<String> {
    let mut seen = Vec::new();
    for id in ids {
        seen.push(format!("{id}:{}", bank.version(*id).await));
    }
    seen
}

on_both_engines! {
    async fn onl_03_several_statements_are_signed_with_one_confirmation(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let ids = three(&bank).await;
        let list = bank.open(&ivanova(), "/bank/payroll").await;
        assert_eq!(list.text().matches("type=\"checkbox\"").count(), 3, "{}", list.text());
        let page = bank.open(&ivanova(), &query(&ids)).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        for text in ["Ведомостей: 3", "data-passkey=", "603,00\u{a0}₽", "many-two", "Каждая ведомость \
            подписывается отдельно", "value=\"FIRST\""] {
            assert!(page.text().contains(text), "{text}:\n{}", page.text());
        }
        let versions = seen(&bank, &ids).await;
        for (answer, status) in [
            ("000000", StatusCode::UNPROCESSABLE_ENTITY), ("", StatusCode::UNPROCESSABLE_ENTITY),
            ("used", StatusCode::UNPROCESSABLE_ENTITY), ("wait", StatusCode::TOO_MANY_REQUESTS),
        ] {
            let refused = confirm(&bank, &ivanova(), "FIRST", answer, &versions).await;
            assert_eq!(refused.status, status, "{answer}");
            assert!(refused.text().contains("Ведомостей: 3"), "the choice stays: {}", refused.text());
        }
        assert_eq!(seen(&bank, &ids).await, versions, "nothing was signed");
        let done = confirm(&bank, &ivanova(), "FIRST", RIGHT_ANSWER, &versions).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text());
        assert!(done.text().contains("Подписано 3 из 3, на сумму 603,00\u{a0}₽"), "{}", done.text());
        for name in ["many-one", "many-two", "many-three"] {
            assert_eq!(bank.status(name).await, "PARTLY_SIGNED");
        }
        let list = bank.open(&ivanova(), "/bank/payroll").await;
        let text = list.text();
        assert!(!text.contains("type=\"checkbox\""), "ivanova has signed them");
        assert!(text.contains("Подписали: Иванова\u{a0}А.\u{a0}С.") && text.contains("Ждём подпись: \
            Петров\u{a0}П.\u{a0}И."), "{text}");
        assert!(text.contains(ACCOUNT), "{text}");
    }

    async fn onl_03_each_statement_says_what_became_of_it(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let ids = three(&bank).await;
        let wrong = bank.statement(&faulty("many-wrong")).await;
        let foreign = StatementId::from_bytes(&[7; 16]).unwrap();
        let mut versions = seen(&bank, &ids).await;
        versions[1] = format!("{}:1", ids[1]);
        versions.push(format!("{wrong}:{}", bank.version(wrong).await));
        versions.push(format!("{foreign}:1"));
        versions.push("nonsense".to_owned());
        let done = confirm(&bank, &ivanova(), "FIRST", RIGHT_ANSWER, &versions).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text());
        for text in [
            "Подписано 2 из 5, на сумму 402,00\u{a0}₽", "ведомость изменилась", "больше не ждёт \
                подписи", "Ведомость не найдена",
        ] {
            assert!(done.text().contains(text), "{text}:\n{}", done.text());
        }
        for (name, status) in [
            ("many-one", "PARTLY_SIGNED"), ("many-two", "AWAITING_SIGN_WITH_WARNINGS"), ("many-three", "PARTLY_SIGNED"),
                ("many-wrong", "ERROR"),
        ] {
            assert_eq!(bank.status(name).await, status, "{name}");
        }
        let again = confirm(&bank, &ivanova(), "FIRST", RIGHT_ANSWER, &seen(&bank, &ids[..1]).await).await;
        assert!(again.text().contains("Подписано 0 из 1") && again.text().contains("эта подпись уже есть"), "{}",
            again.text());
        // No code is spent where all are refused. Where one of them waits, the answer is looked at.
        let again = confirm(&bank, &ivanova(), "FIRST", "000000", &versions).await;
        assert_eq!(again.status, StatusCode::OK, "{}", again.text());
        assert!(again.text().contains("Подписано 0 из 5"), "{}", again.text());
        let waiting = [versions[0].clone(), seen(&bank, &ids[1..2]).await.remove(0)];
        let wrong = confirm(&bank, &ivanova(), "FIRST", "000000", &waiting).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", wrong.text());
        let twice = [versions[2].clone(), seen(&bank, &ids[1..2]).await.remove(0)];
        let other = confirm(&bank, &petrov(), "FIRST", RIGHT_ANSWER, &twice).await;
        assert!(other.text().contains("нет права на эту подпись"), "{}", other.text());
    }

    async fn onl_03_the_page_counts_what_it_leaves_out_and_nothing_that_the_address_repeats(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let ids = three(&bank).await;
        let foreign = StatementId::from_bytes(&[7; 16]).unwrap();
        let mut chosen = vec![ids[0]; 60];
        chosen.extend([ids[1], ids[1], foreign]);
        let page = bank.open(&ivanova(), &query(&chosen)).await;
        assert!(page.text().contains("Ведомостей: 2"), "{}", page.text());
        assert!(!page.text().contains("Не вошли в список"), "{}", page.text());
        let signed = confirm(&bank, &ivanova(), "FIRST", RIGHT_ANSWER, &seen(&bank, &ids[..1]).await).await;
        assert_eq!(signed.status, StatusCode::OK, "{}", signed.text());
        let page = bank.open(&ivanova(), &query(&chosen)).await;
        for text in ["Ведомостей: 1", "вашей подписи не ждут: 1"] {
            assert!(page.text().contains(text), "{text}: {}", page.text());
        }
    }

    async fn onl_03_a_form_with_nothing_chosen_leads_to_the_list(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        for form in [&[("how", "certificate")][..], &[("type", "FIRST"), ("answer", RIGHT_ANSWER)]] {
            let answer = bank.send(&ivanova(), SIGN, form).await;
            assert_eq!(answer.location(), Some("/bank/payroll"), "{}", answer.text());
        }
    }

    async fn onl_03_statements_of_others_are_neither_shown_nor_signed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let ids = three(&bank).await;
        let page = bank.open(&sidorov(), &query(&ids)).await;
        assert_eq!(page.location(), Some("/bank/payroll"), "{}", page.text());
        let versions = seen(&bank, &ids).await;
        let refused = confirm(&bank, &sidorov(), "FIRST", RIGHT_ANSWER, &versions).await;
        assert!(refused.text().contains("Подписано 0 из 3") && !refused.text().contains("201,00"), "{}",
            refused.text());
        assert_eq!(bank.open(&auditor(), &query(&ids)).await.status, StatusCode::FORBIDDEN);
        assert_eq!(confirm(&bank, &auditor(), "FIRST", RIGHT_ANSWER, &versions).await.status, StatusCode::FORBIDDEN);
        assert_eq!(seen(&bank, &ids).await, versions);
    }

    async fn onl_03_a_signer_sees_money_and_who_is_next(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("seen-one")).await;
        let page = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(page.text().contains("Доступно на счёте") && !page.text().contains("Не хватает"), "{}", page.text());
        assert!(page.text().contains("Ждём подпись: Петров\u{a0}П.\u{a0}И."), "{}", page.text());
        let dear = changed("dear-one", |payload| {
            payload["transfers"][0]["amount"] = json!(90_000_000_000_000_i64);
            payload["totalAmount"] = json!(90_000_000_000_100.5);
        });
        let id = bank.statement(&dear).await;
        let page = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert!(page.text().contains("Не хватает: 89\u{a0}995\u{a0}000"), "{}", page.text());
        // A person who may not see accounts is not told the balance.
        bank.house.set_rights("ivanova", "ACT EDIT_PAYROLL SIGN_FIRST").await;
        let page = bank.open(&ivanova(), &format!("{}/sign", address(id))).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text().contains("Доступно на счёте") && !page.text().contains("Не хватает"), "{}", page.text());
    }

    async fn online_bank_13_the_list_is_searched_in_capitals_or_not_and_sorted(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        for (name, total, first, number, date, purpose) in [
            ("alpha-1", 201.0, 151.0, 31, "2026-11-25", "Премия отделу"),
            ("beta-2", 150.5, 100.5, 30, "2026-12-01", "Аванс"),
            ("gamma-31", 99.0, 49.0, 29, "2026-11-21", "Зарплата"),
        ] {
            let statement = changed(name, |payload| {
                payload["totalAmount"] = json!(total);
                payload["transfers"][0]["amount"] = json!(first);
                payload["transfers"][1]["amount"] = json!(50);
                payload["number"] = json!(number);
                payload["date"] = json!(date);
                payload["purpose"] = json!(purpose);
            });
            bank.statement(&statement).await;
            bank.house.bench.clock.advance_seconds(1);
        }
        let names = async |query: &str| -> Vec<String> {
            let page = bank.open(&ivanova(), &format!("/bank/payroll?{query}")).await;
            assert_eq!(page.status, StatusCode::OK, "{query}: {}", page.text());
            let mut found: Vec<(usize, String)> = ["alpha-1", "beta-2", "gamma-31"]
                .into_iter()
                .filter_map(|name| Some((page.text().find(&format!(">{name}<"))?, name.to_owned())))
                .collect();
            found.sort();
            found.into_iter().map(|(_, name)| name).collect()
        };
        for (query, expected) in [
            ("", vec!["gamma-31", "beta-2", "alpha-1"]),
            ("order=total", vec!["alpha-1", "beta-2", "gamma-31"]),
            ("order=date", vec!["beta-2", "alpha-1", "gamma-31"]),
            ("order=number", vec!["alpha-1", "beta-2", "gamma-31"]),
            ("search=beta", vec!["beta-2"]),
            ("search=%D0%9F%D1%80%D0%B5%D0%BC%D0%B8%D1%8F", vec!["alpha-1"]),
            // "аванс", "АВАНС", "ОтдЁлу" and "BETA".
            ("search=%D0%B0%D0%B2%D0%B0%D0%BD%D1%81", vec!["beta-2"]),
            ("search=%D0%90%D0%92%D0%90%D0%9D%D0%A1", vec!["beta-2"]),
            ("search=%D0%9E%D1%82%D0%B4%D0%81%D0%BB%D1%83", vec!["alpha-1"]),
            ("search=BETA", vec!["beta-2"]),
            ("search=_", vec![]),
            ("search=!", vec![]),
            ("search=31", vec!["alpha-1"]),
            ("search=%E2%84%96+30", vec!["beta-2"]),
            ("search=150%2C50", vec!["beta-2"]),
            // "150,50 ₽", as the list has it.
            ("search=150%2C50%C2%A0%E2%82%BD", vec!["beta-2"]),
            ("search=4070+2810+6000+0000+0001&order=total", vec!["alpha-1", "beta-2", "gamma-31"]),
            ("search=40702810800000000021", vec![]),
            ("search=%25", vec![]),
            ("search=%27%3B--", vec![]),
            ("search=9%27223%27372", vec![]),
        ] {
            assert_eq!(names(query).await, expected, "{query}");
        }
        let page = bank.open(&ivanova(), "/bank/payroll?search=%22%3E%3Cb%3E&order=total").await;
        assert!(page.text().contains("value=\"&#34;&#62;&#60;b&#62;\""), "{}", page.text());
        assert_eq!(bank.open(&ivanova(), "/bank/payroll?order=none").await.status, StatusCode::BAD_REQUEST);
    }

    async fn onl_05_several_statements_are_signed_with_one_key(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let ids = three(&bank).await;
        let page = bank.open(&ivanova(), &query(&ids)).await;
        for (id, version) in ids.iter().zip(seen(&bank, &ids).await) {
            for part in [
                format!("data-document=\"{}/document.json\"", address(*id)),
                format!("data-into=\"cms-{id}\" data-prefix=\"{version}:\""),
                format!("id=\"cms-{id}\" value=\"{version}:\""),
            ] {
                assert!(page.text().contains(&part), "{part}:\n{}", page.text());
            }
        }
        let mut signatures = Vec::new();
        for (id, version) in ids.iter().zip(seen(&bank, &ids).await) {
            let digest = bank.open(&ivanova(), &format!("{}/digest.bin", address(*id))).await.body;
            let cms = sign(&digest.try_into().unwrap(), &bank.house.keys.ivanova);
            signatures.push(format!("{version}:{cms}"));
        }
        // The second is signed with the signature of the third, the others are right; no confirmation is asked for.
        let (_, third) = signatures[2].rsplit_once(':').unwrap();
        let (version, _) = signatures[1].rsplit_once(':').unwrap();
        signatures[1] = format!("{version}:{third}");
        let fields: Vec<(&str, &str)> = std::iter::once(("how", "certificate"))
            .chain(signatures.iter().map(|one| ("statement", one.as_str())))
            .collect();
        let done = bank.send(&ivanova(), SIGN, &fields).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text());
        assert!(done.text().contains("Подписано 2 из 3, на сумму 402,00"), "{}", done.text());
        assert!(done.text().contains("message-digest"), "{}", done.text());
        for (name, status) in
            [("many-one", "PARTLY_SIGNED"), ("many-two", "AWAITING_SIGN_WITH_WARNINGS"),
             ("many-three", "PARTLY_SIGNED")]
        {
            assert_eq!(bank.status(name).await, status, "{name}");
        }
        // Without a signature in it nothing is signed.
        let bare = seen(&bank, &ids[1..2]).await;
        let done = bank.send(&ivanova(), SIGN, &[("how", "certificate"), ("statement", &bare[0])]).await;
        assert!(done.text().contains("Подписано 0 из 1"), "{}", done.text());
        assert_eq!(bank.status("many-two").await, "AWAITING_SIGN_WITH_WARNINGS");
    }
}
