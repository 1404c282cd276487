//! Agreements in the online bank.

use std::collections::BTreeSet;

use agreements::AgreementsPages;
use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller, TestClient, on_both_engines};

use crate::bank::{Bank, ivanova, petrov};

const LIST: &str = "/bank/agreements";

fn pages(bank: &Bank) -> TestClient {
    let site = bank.bench.site();
    let state = AgreementsPages { site: site.clone(), area: bank.bench.store.clone() };
    bank.bench.client(site.routes(agreements::pages(state)))
}

async fn open(bank: &Bank, caller: &TestCaller, path: &str) -> Answer {
    pages(bank).get(path).online_bank(&bank.bench.tokens, caller).send().await
}

/// The ids of the list in their order.
fn shown(page: &Answer) -> Vec<i64> {
    let rows = page.text().split("class=\"row-link\" href=\"/bank/agreements/").skip(1);
    rows.map(|row| row.split('?').next().unwrap().parse().unwrap()).collect()
}

/// The names of all values, without those inside of others.
fn leaves(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                leaves(member, &format!("{path}.{name}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| leaves(item, path, found)),
        _ => {
            found.insert(path.to_owned());
        }
    }
}

on_both_engines! {
    async fn onl_07_the_list_of_agreements_has_filters(bench: Bench) {
        let bank = Bank::open(bench).await;
        let page = open(&bank, &ivanova(), LIST).await;
        assert_eq!(page.status, 200, "{}", page.text());
        assert_eq!(shown(&page), [1001, 1002, 1003], "each in its latest version");
        assert!(page.text().contains("BG-117/2025") && page.text().contains("150\u{a0}000\u{a0}000,00\u{a0}₽"));
        for (query, expected) in [
            ("company=C00002", vec![1004]),
            ("status=CLOSED", vec![1003]),
            ("status=ACTIVE&search=204", vec![1002]),
            ("search=ga-2025", vec![1001]),
            ("search=%25", vec![]),
            ("status=NONE", vec![]),
            ("page=50", vec![]),
            ("page=9999", vec![]),
            ("page=99999999999999999999", vec![]),
            ("company=&status=&search=", vec![1001, 1002, 1003]),
        ] {
            let found = open(&bank, &ivanova(), &format!("{LIST}?{query}")).await;
            assert_eq!((found.status.as_u16(), shown(&found)), (200, expected), "{query}");
        }
        let nothing = open(&bank, &ivanova(), &format!("{LIST}?search=nothing")).await;
        assert!(nothing.text().contains("По этим условиям договоров нет")
            && nothing.text().contains("/bank/letters/new"));
        let none = open(&bank, &TestCaller::new("U00003", "C00003"), LIST).await;
        assert!(none.text().contains("нет договоров") && none.text().contains("/bank/letters/new"), "{}", none.text());
        let english = pages(&bank).get(LIST).header("accept-language", "en");
        let english = english.online_bank(&bank.bench.tokens, &ivanova()).send().await;
        assert!(english.text().contains("Guarantee agreements") && english.text().contains("Romashka LLC"));
    }

    async fn onl_07_an_agreement_is_shown_with_every_field(bench: Bench) {
        let bank = Bank::open(bench).await;
        let answer = bank.send(&ivanova(), "/trade-finance/v1/agreements/1001?cnums=C00001").await;
        let mut document = answer.json();
        for column in ["id", "businessKey"] {
            assert!(document.as_object_mut().unwrap().remove(column).is_some());
        }
        let mut fields = BTreeSet::new();
        leaves(&document, "", &mut fields);
        assert_eq!(fields.len(), 73, "the agreement has every field of the specification");
        let page = open(&bank, &ivanova(), "/bank/agreements/1001").await;
        assert_eq!(page.status, 200, "{}", page.text());
        // A code and its name share one label.
        assert!(fields.remove(".facilityTypeName") && fields.remove(".statusName"), "{fields:?}");
        let labels = page.text().matches("<dt>").count() + page.text().matches("<th scope=\"col\">").count();
        assert_eq!(labels, fields.len(), "every field has its label: {fields:?}");
        for text in [
            "GA-2025-000117", "42\u{a0}500\u{a0}000,50", "12,50\u{a0}%", "3,125\u{a0}%", "31\u{a0}декабря\u{a0}2027",
            "Обеспечительный депозит", "<dt>Выпуск за третьих лиц</dt><dd>да</dd>",
            "<dt>Покрытие размещено целиком</dt><dd>нет</dd>",
        ] {
            assert!(page.text().contains(text), "{text}:\n{}", page.text());
        }
    }

    async fn online_bank_07_codes_of_the_bank_are_words_in_both_languages(bench: Bench) {
        let bank = Bank::open(bench).await;
        for (language, words) in [
            ("ru", ["Действует", "Плавающая", "Ключевая ставка Банка России", "1,25\u{a0}%", "Следующий рабочий день"]),
            ("en", ["Active", "Floating", "Key rate of the Bank of Russia", "1.25%", "Next working day"]),
        ] {
            for path in ["/bank/agreements/1001", LIST] {
                let page = pages(&bank).get(path).header("accept-language", language);
                let page = page.online_bank(&bank.bench.tokens, &ivanova()).send().await;
                let values = page.text().split(['<', '>']).skip(1).step_by(2);
                let codes = values.filter(|text| {
                    text.len() > 3 && text.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
                });
                assert_eq!(codes.collect::<Vec<_>>(), Vec::<&str>::new(), "{path} {language}");
                assert!(language == "ru" || !page.text().contains("Действует"), "{path}");
                let shown = words.iter().filter(|word| page.text().contains(**word)).count();
                assert!(shown == if path == LIST { 1 } else { words.len() }, "{path} {language}: {}", page.text());
            }
        }
    }

    async fn onl_07_an_agreement_of_others_is_as_absent_as_none(bench: Bench) {
        let bank = Bank::open(bench).await;
        let absent = open(&bank, &petrov(), "/bank/agreements/999").await;
        assert_eq!(absent.status, 404);
        for path in [
            "/bank/agreements/1004", "/bank/agreements/1004?company=C00002", "/bank/agreements?company=C00002",
            "/bank/agreements?company=C99999", "/bank/agreements?company=%27--", "/bank/agreements/x",
            "/bank/agreements/1001%27", "/bank/agreements/99999999999999999999", "/bank/agreements/-1",
        ] {
            let page = open(&bank, &petrov(), path).await;
            assert_eq!((page.status, page.notice()), (absent.status, absent.notice()), "{path}");
        }
        assert_eq!(open(&bank, &ivanova(), "/bank/agreements/1004?company=C00002").await.status, 200);
        for path in [LIST, "/bank/agreements/1001"] {
            assert_eq!(pages(&bank).get(path).send().await.status, 303, "{path}");
        }
        for wrong in ["page=0", "page=-1", "page=x", "company=%00", "company=C00001&company=C00001"] {
            assert_eq!(open(&bank, &ivanova(), &format!("{LIST}?{wrong}")).await.status, 400, "{wrong}");
        }
        let long = "x".repeat(5_000);
        let page = open(&bank, &ivanova(), &format!("{LIST}?search={long}")).await;
        assert!(!page.text().contains(&"x".repeat(101)), "a search is cut");
        bank.close_second_company();
        bank.import(include_str!("../../../../clientbank/demo-data/agreements.json")).await.unwrap();
        assert_eq!(open(&bank, &ivanova(), "/bank/agreements/1004?company=C00002").await.status, 404);
    }

    async fn onl_07_what_the_bank_wrote_into_an_agreement_is_shown_as_text(bench: Bench) {
        let row = json!([{"agreement_id": 7, "cnum": "C00001", "business_key": "<i>K</i>", "agreement": {
            "number": "<b>1</b>", "status": "<u>", "amount": 0.01, "collateral": {}, "guaranteeSums": [],
        }}]);
        let bank = Bank::with(bench, &row.to_string()).await;
        for path in [LIST, "/bank/agreements/7"] {
            let page = open(&bank, &ivanova(), path).await;
            assert_eq!(page.status, 200, "{path}");
            for tag in ["<b>", "<i>", "<u>"] {
                assert!(!page.text().contains(tag), "{path} {tag}");
            }
            assert!(page.text().contains("0,01"), "{}", page.text());
        }
        assert!(!open(&bank, &ivanova(), "/bank/agreements/7").await.text().contains("Обеспечение"));
    }
}
