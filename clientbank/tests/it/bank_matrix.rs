//! Every operation of the bank API against every token that proves nothing (BNK-03). The operations are those of the
//! description, so that a new one is in the matrix by itself.

use kernel::Clock as _;
use serde_json::Value;
use store::{StoreError, Tx};
use testkit::{Answer, Bench, TestCaller, on_both_engines};

use crate::orders::{System, orders};
use crate::triggers::{Line, Stage};

/// An operation as the description has it.
struct Operation {
    method: String,
    path: String,
    body: Option<(String, String)>,
}

/// Lists the operations but that which gives tokens, with the examples of their bodies.
fn operations() -> Vec<Operation> {
    let described = serde_json::to_value(bank::OPERATIONS.openapi()).expect("JSON");
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            if path == "/bank/v1/token" {
                continue;
            }
            assert!(
                !operation["security"].as_array().expect("a scheme").is_empty(),
                "{path} is open to everybody"
            );
            let body = operation["requestBody"]["content"].as_object().map(|content| {
                let (kind, content) = content.iter().next().expect("a media type");
                let example = &content["example"];
                (kind.clone(), example.as_str().map_or_else(|| example.to_string(), str::to_owned))
            });
            found.push(Operation { method: method.to_uppercase(), path: path.clone(), body });
        }
    }
    assert!(found.len() >= 8, "the description has lost operations");
    found
}

async fn call(stage: &Stage<'_>, operation: &Operation, order: &str, token: Option<&str>) -> Answer {
    let path = operation.path.replace("{id}", order).replace("{number}", "1");
    let mut request = match operation.method.as_str() {
        "GET" => stage.bank.get(&path),
        "POST" => stage.bank.post(&path),
        "PUT" => stage.bank.request(http::Method::PUT, &path),
        method => panic!("{method}"),
    };
    if let Some(token) = token {
        request = request.bearer(token);
    }
    if let Some((kind, body)) = &operation.body {
        request = request.header("content-type", kind).body(body.clone());
    }
    request.send().await
}

/// The body without what tells one request from another.
fn body_of(answer: &Answer) -> Value {
    let mut body = answer.json();
    body.as_object_mut().expect("an object").remove("traceId");
    body
}

on_both_engines! {
    async fn bnk_03_no_operation_answers_whoever_proves_nothing(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payment.send=bank").await;
        let lines = vec![Line::other("20.00", 201, "044525998")];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let other = System::added(&bench, "letters", orders::Role::Letters).await;
        let gone = System::added(&bench, "gone", orders::Role::Payments).await;
        let (hub_token, other_token, gone_token) =
            (hub.token(&stage).await, other.token(&stage).await, gone.token(&stage).await);
        let order = orders(&stage, &hub_token, "").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let author = area::Author::outside_of_requests(audit::Actor::Operator("test".to_owned()));
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let close = move |tx: &mut Tx| {
            bank::work::systems::close(tx, &"gone".parse().expect("a name"), &author, now, &*randomness)
        };
        assert!(bench.store.write::<_, StoreError>("test.close", close).await.expect("it is closed"));
        let long = "x".repeat(4_096);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001").of_sandbox());
        let customer = pair.access.as_str();
        for operation in operations() {
            let named = format!("{} {}", operation.method, operation.path);
            for token in [None, Some(""), Some("x"), Some(long.as_str()), Some(gone_token.as_str()), Some(customer)] {
                let answer = call(&stage, &operation, &order, token).await;
                assert_eq!(answer.status, 401, "{named} {token:?}: {}", answer.text());
                assert_eq!(answer.json()["code"], "UNAUTHORIZED", "{named}");
            }
            // Another role cannot tell an order that there is from one that there is not.
            if operation.path.contains("{id}") {
                let there = call(&stage, &operation, &order, Some(&other_token)).await;
                let nowhere = call(&stage, &operation, "pay-NOBODY", Some(&other_token)).await;
                assert_eq!((there.status, body_of(&there)), (nowhere.status, body_of(&nowhere)), "{named}");
                assert_eq!(there.status, 404, "{named}");
            }
            let answer = call(&stage, &operation, &order, Some(&hub_token)).await;
            assert!(answer.status != 401 && !answer.status.is_server_error(), "{named}: {}", answer.text());
        }
        assert_eq!(stage.bank.get("/openapi/bank.json").send().await.status, 200);
        bench.clock.advance_seconds(bank::work::log_in::TOKEN_LIFETIME_S);
        for operation in operations() {
            let answer = call(&stage, &operation, &order, Some(&hub_token)).await;
            assert_eq!(answer.status, 401, "{} {}", operation.method, operation.path);
        }
    }
}
