//! Templates and new requests.

use std::sync::Arc;

use serde_json::json;
use store::params;
use testkit::Bench;

use crate::bank::{Bank, code, demo_data, ivanova, sidorov};

store::queries! {
    /// The version that a request was made with.
    VERSION = "select template_version from tariff_requests where request_id = $1";
    /// Open requests of a client.
    OPEN = "select count(*) as requests from tariff_requests where cnum = $1";
}

/// Requests that are made at once.
const AT_ONCE: usize = 64;

testkit::on_both_engines! {
    async fn tar_02_the_template_holds_client_and_plan(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let params = json!({"cnum": "C00001", "tariffPlan": "GROWTH"});
        let template = bank.post(&ivanova(), "/v1/ctcm/request/generate", &params).await.json();
        let html = template["body"].as_str().unwrap();
        for words in [
            "Заявление на смену тарифного плана", "ООО «Ромашка»", "7707123458", "770701001", "C00001",
            "Старт, с 1 марта 2025", "Рост (GROWTH 2026)", "1\u{a0}290,00 руб.", "20 ноября 2026",
            "Банк «Образец»", "Зарплатный проект", "0,1 % суммы ведомости",
        ] {
            assert!(html.contains(words), "{words} in {html}");
        }
        // Nothing was made.
        assert_eq!(bank.list(&ivanova(), "C00001", "").await["content"], json!([]));
        let english = bank.request(&ivanova(), http::Method::POST, "/v1/ctcm/request/generate").json(&params);
        let english = english.header("accept-language", "en-GB,en;q=0.9,ru;q=0.5").send().await.json();
        let html = english["body"].as_str().unwrap();
        for words in [
            "Request to change the tariff plan", "Romashka LLC", "RUB 1,290.00", "Salary project", "Sample Bank",
        ] {
            assert!(html.contains(words), "{words} in {html}");
        }
    }

    async fn tar_02_a_request_keeps_version_and_words_of_its_making(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let params = json!({"cnum": "C00001", "tariffPlan": "GROWTH"});
        let template = bank.post(&ivanova(), "/v1/ctcm/request/generate", &params).await.json();
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let row = bank.bench.store.query_optional(&VERSION, params![id]).await.unwrap().unwrap();
        assert_eq!(json!(row.integer("template_version").unwrap()), template["version"]);
        let before = (bank.part(&ivanova(), "C00001", id, "body").await, bank.pdf(&ivanova(), "C00001", id).await.body);
        let plans = std::fs::read_to_string(demo_data().join("tariff_plans.json")).unwrap();
        let changed = plans.replace("1290.00", "9999.00").replace("GROWTH 2026", "OTHER");
        bank.add("tariff_plans.json", &changed).await.unwrap();
        let renamed = "cnum,name_ru,name_en,inn,kpp,group_id,signature_scheme,status\n\
            C00001,ООО «Лютик»,Lutik LLC,7707123458,770701001,FLOWERS,\"FIRST=1,SECOND=1\",OPEN\n";
        bank.add("companies.csv", renamed).await.unwrap();
        bank.bench.clock.advance_seconds(86_400);
        let after = (bank.part(&ivanova(), "C00001", id, "body").await, bank.pdf(&ivanova(), "C00001", id).await.body);
        assert!(before == after);
        let list = bank.list(&ivanova(), "C00001", "").await;
        assert_eq!(list["content"][0]["targetTariffPlanName"], "GROWTH 2026");
        let new = bank.post(&ivanova(), "/v1/ctcm/request/generate", &params).await.json();
        assert!(new["body"].as_str().unwrap().contains("Лютик"));
    }

    async fn tar_02_markup_in_names_stays_text(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let name = "</dd><script>alert(1)</script> & {{ bank }}";
        let evil = json!([{"cnum": "C00003", "name_ru": name, "name_en": name, "inn": "770712345633",
            "signature_scheme": "FIRST=1", "status": "OPEN"}]);
        bank.add("companies.json", &evil.to_string()).await.unwrap();
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        let body = bank.part(&sidorov(), "C00003", id, "body").await;
        let html = body["body"].as_str().unwrap();
        assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
        let words = testkit::documents::words(&bank.pdf(&sidorov(), "C00003", id).await.body);
        let text = words.join(" ");
        assert!(text.contains("</dd><script>alert(1)</script> & {{ bank }}"), "{text}");
        let page = bank.page(&sidorov(), &format!("/bank/tariffs/{id}")).await;
        assert_eq!(page.status, 200);
        assert!(!page.text().contains("<script>alert"));
        let pre_sign = bank.part(&sidorov(), "C00003", id, "pre-sign").await;
        assert_eq!(pre_sign["organizationFullName"], name);
    }

    async fn tar_09_of_equal_requests_at_once_one_is_made(bench: Bench) {
        let bank = Arc::new(Bank::demo(bench).await);
        let tasks: Vec<_> = (0..AT_ONCE)
            .map(|_| {
                let bank = Arc::clone(&bank);
                tokio::spawn(async move { bank.try_create(&ivanova(), "C00001", "GROWTH").await })
            })
            .collect();
        let mut made = Vec::new();
        for task in tasks {
            let answer = task.await.unwrap();
            if answer.status == 200 {
                made.push(answer.json()["id"].as_i64().unwrap());
            } else {
                assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "REQUEST_ALREADY_EXISTS"));
            }
        }
        assert_eq!(made.len(), 1);
        let row = bank.bench.store.query_optional(&OPEN, params!["C00001"]).await.unwrap().unwrap();
        assert_eq!(row.integer("requests").unwrap(), 1);
        let again = bank.try_create(&ivanova(), "C00001", "PRO").await;
        assert_eq!(code(&again), "REQUEST_ALREADY_EXISTS");
        assert_eq!(again.json()["data"], json!({"id": made[0]}));
        // Another client is free.
        bank.create(&ivanova(), "C00002", "START").await;
    }

    async fn tar_09_the_key_in_the_database_refuses_a_second_open_request(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let copy = bank.bench.store.write("copy", move |tx| {
            tx.execute(&COPY, params![id, id + 1])
        });
        let copied: Result<u64, store::StoreError> = copy.await;
        assert!(matches!(copied, Err(store::StoreError::Unique { .. })), "{copied:?}");
    }

    async fn tar_01_client_document_numbers_count_per_client(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for number in 1..=3 {
            let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
            let pre_sign = bank.part(&ivanova(), "C00001", id, "pre-sign").await;
            assert_eq!(pre_sign["clientDocumentNumber"], number);
            bank.delete(&ivanova(), "C00001", id).await;
        }
        let id = bank.create(&sidorov(), "C00003", "GROWTH").await;
        assert_eq!(bank.part(&sidorov(), "C00003", id, "pre-sign").await["clientDocumentNumber"], 1);
    }
}

mod copy {
    store::queries! {
        /// A request once more under other keys, all but the one that is tested.
        pub(crate) COPY = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number,
                document_type, state, template_version, language, target_plan_code, target_plan_name,
                target_plan_public_name, organization_full_name, created_by, created_at_us, updated_at_us)
            select cast($2 as bigint), 'other', cnum, 99, document_type, state, template_version, language,
                target_plan_code, target_plan_name, target_plan_public_name, organization_full_name, created_by,
                created_at_us, updated_at_us
            from tariff_requests where request_id = $1";
    }
}

use copy::COPY;
