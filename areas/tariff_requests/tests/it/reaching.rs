//! Access to requests: roles, clients, requests of others.

use http::Method;
use serde_json::{Value, json};
use testkit::{Bench, TestCaller};

use crate::bank::{Bank, code, ivanova, ivanova_of_vasilek, petrov, sidorov};

/// Every operation of spec section 4.4 for a client and a request.
fn operations(cnum: &str, id: &str, uid: &str) -> Vec<(Method, String, Option<Value>)> {
    let request = format!("/v1/ctcm/request/{id}/client/{cnum}");
    let params = json!({"cnum": cnum, "tariffPlan": "PRO"});
    vec![
        (Method::POST, "/v1/ctcm/request/generate".to_owned(), Some(params.clone())),
        (Method::POST, "/v1/ctcm/request/create".to_owned(), Some(params)),
        (Method::POST, format!("/v1/ctcm/correspond/client/{cnum}/correspond/future/1"), None),
        (Method::GET, format!("{request}/state/history"), None),
        (Method::GET, format!("{request}/pre-sign"), None),
        (Method::GET, format!("{request}/download"), None),
        (Method::GET, format!("{request}/body"), None),
        (Method::GET, format!("/v1/ctcm/request/dvr/{uid}/client/{cnum}/body"), None),
        (Method::GET, format!("/v1/ctcm/request/client/{cnum}/list"), None),
        (Method::DELETE, request, None),
    ]
}

async fn answers(
    bank: &Bank,
    caller: &TestCaller,
    operations: Vec<(Method, String, Option<Value>)>,
) -> Vec<(String, testkit::Answer)> {
    let mut answers = Vec::new();
    for (method, path, body) in operations {
        let name = format!("{method} {path}");
        let request = bank.request(caller, method, &path);
        let request = if let Some(body) = body { request.json(&body) } else { request };
        answers.push((name, request.send().await));
    }
    assert_eq!(answers.len(), 10);
    answers
}

async fn uid(bank: &Bank, caller: &TestCaller, cnum: &str, id: i64) -> String {
    bank.part(caller, cnum, id, "pre-sign").await["documentUID"].as_str().unwrap().to_owned()
}

testkit::on_both_engines! {
    async fn tar_01_every_operation_needs_the_role(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let uid = uid(&bank, &ivanova(), "C00001", id).await;
        // Both tokens carry the role. The bank's tables count: the auditor never had it, and ivanova's is taken away.
        for (caller, roles) in [
            (TestCaller::new("U00004", "C00001"), "ONLINE-USER"),
            (ivanova(), ""),
            (ivanova(), "ONLINE-USERS"),
        ] {
            let file =
                format!("user_id,login,full_name,roles\nU00001,ivanova,Иванова Анна Сергеевна,{roles}\n");
            bank.add("users.csv", &file).await.unwrap();
            for (name, answer) in answers(&bank, &caller, operations("C00001", &id.to_string(), &uid)).await {
                assert_eq!(answer.status, 403, "{name}");
                assert_eq!(code(&answer), "ACCESS_DENIED", "{name}");
            }
        }
        bank.add("users.csv", "user_id,login,full_name,roles\nU00001,ivanova,Иванова Анна Сергеевна,ONLINE-USER\n")
        .await
        .unwrap();
        assert_eq!(bank.state(&ivanova().with_roles(&[]), "C00001", id).await, "UNSIGNED");
    }

    async fn tar_01_every_operation_needs_both_tokens(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (method, path, body) in operations("C00001", "1", "x") {
            let request = || {
                let request = bank.client.request(method.clone(), &path);
                if let Some(body) = &body { request.json(body) } else { request }
            };
            let pair = bank.bench.tokens.pair(&ivanova());
            for request in [request(), request().bearer(&pair.access), request().id_token(&pair.identity)] {
                let answer = request.send().await;
                assert_eq!(answer.status, 401, "{path}");
                assert_eq!(code(&answer), "UNAUTHORIZED", "{path}");
                assert!(answer.header("www-authenticate").is_some());
            }
        }
    }

    async fn tar_01_gen_04_a_foreign_client_looks_like_an_absent_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let uid = uid(&bank, &ivanova(), "C00001", id).await;
        let absent = operations("C99999", &id.to_string(), &uid);
        let absent = answers(&bank, &sidorov(), absent).await;
        for cnum in ["C00001", "c00001", "C0000%D0%90"] {
            let foreign = answers(&bank, &sidorov(), operations(cnum, &id.to_string(), &uid)).await;
            for ((name, foreign), (_, absent)) in foreign.iter().zip(&absent) {
                assert_eq!((foreign.status.as_u16(), code(foreign).as_str()), (400, "CLIENT_NOT_FOUND"), "{name}");
                let (mut one, mut other) = (foreign.json(), absent.json());
                one["traceId"] = json!("");
                other["traceId"] = json!("");
                assert_eq!(one, other, "{name}");
            }
        }
        assert_eq!(bank.state(&ivanova(), "C00001", id).await, "UNSIGNED");
    }

    async fn tar_01_gen_04_a_request_of_another_client_looks_like_an_absent_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let uid = uid(&bank, &ivanova(), "C00001", id).await;
        let foreign = answers(&bank, &sidorov(), operations("C00003", &id.to_string(), &uid)).await;
        let absent = operations("C00003", "999", "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10");
        let absent = answers(&bank, &sidorov(), absent).await;
        for ((name, foreign), (_, absent)) in foreign.iter().zip(&absent) {
            if !name.contains(&id.to_string()) && !name.contains(&uid) {
                continue;
            }
            assert_eq!((foreign.status.as_u16(), code(foreign).as_str()), (400, "REQUEST_NOT_FOUND"), "{name}");
            assert_eq!((absent.status.as_u16(), code(absent).as_str()), (400, "REQUEST_NOT_FOUND"), "{name}");
            assert_eq!(foreign.json()["message"], absent.json()["message"]);
        }
    }

    async fn tar_01_companies_of_one_group_are_reached_with_the_right_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // Ivanova may act for both companies of the group, Petrov for one, and kolos-erp is registered for neither.
        assert_eq!(bank.list(&ivanova(), "C00002", "").await["content"], json!([]));
        assert_eq!(bank.list(&ivanova_of_vasilek(), "C00001", "").await["content"], json!([]));
        let list = "/v1/ctcm/request/client/C00002/list";
        assert_eq!(code(&bank.get(&petrov(), list).await), "CLIENT_NOT_FOUND");
        let other_software = ivanova().with_client("kolos-erp");
        assert_eq!(code(&bank.get(&other_software, list).await), "CLIENT_NOT_FOUND");
        let closed = "cnum,name_ru,name_en,inn,kpp,group_id,signature_scheme,status\n\
            C00002,ООО «Василёк»,Vasilek LLC,7707654321,770701001,FLOWERS,FIRST=1,CLOSED\n";
        bank.add("companies.csv", closed).await.unwrap();
        assert_eq!(code(&bank.get(&ivanova(), list).await), "CLIENT_NOT_FOUND");
    }
}
