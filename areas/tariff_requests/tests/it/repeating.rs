//! Requests and letters that are asked for again with their key (OPS-04).

use http::Method;
use serde_json::json;
use testkit::{Answer, Bench, TestCaller, on_both_engines};

use crate::bank::{Bank, ivanova, ivanova_of_vasilek, petrov};

const CREATE: &str = "/v1/ctcm/request/create";
const LETTER: &str = "/v1/ctcm/correspond/client/C00002/correspond/future/1";

async fn create(bank: &Bank, caller: &TestCaller, key: &str, plan: &str) -> Answer {
    let request = bank.request(caller, Method::POST, CREATE).header("idempotency-key", key);
    request.json(&json!({"cnum": "C00001", "tariffPlan": plan})).send().await
}

on_both_engines! {
    async fn ops_04_a_tariff_request_is_made_once_for_its_key(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let first = create(&bank, &ivanova(), "k", "GROWTH").await;
        assert_eq!(first.status, 200, "{}", first.text());
        let again = create(&bank, &ivanova(), "k", "GROWTH").await;
        assert_eq!((again.status, &again.body), (first.status, &first.body));
        assert_eq!(again.header("cache-control"), first.header("cache-control"));
        assert_eq!(again.header("content-type"), first.header("content-type"));
        let listed = bank.list(&ivanova(), "C00001", "").await;
        assert_eq!(listed["content"].as_array().map(Vec::len), Some(1), "{listed}");
        assert_eq!(create(&bank, &ivanova(), "k", "PRO").await.status, 422);
        // The answer stays as it was, whatever became of the request since.
        let id = first.json()["id"].as_i64().unwrap();
        let path = format!("/v1/ctcm/request/{id}/client/C00001");
        let deleted = bank.request(&ivanova(), Method::DELETE, &path).send().await;
        assert!(deleted.status.is_success(), "{}", deleted.text());
        assert_eq!(create(&bank, &ivanova(), "k", "GROWTH").await.body, first.body);
        // Another person's key of the same text is another key, and a new one asks anew.
        assert_ne!(create(&bank, &petrov(), "k", "GROWTH").await.body, first.body);
        assert_eq!(create(&bank, &ivanova(), "k-2", "GROWTH").await.status, 400, "petrov's is open");
        assert_eq!(create(&bank, &ivanova(), "k-2", "GROWTH").await.status, 400, "a refusal is not kept");
        assert_eq!(create(&bank, &ivanova(), "", "GROWTH").await.status, 400);
    }

    async fn ops_04_a_letter_is_written_once_for_its_key(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let write = async |key: &str| {
            bank.request(&ivanova_of_vasilek(), Method::POST, LETTER).header("idempotency-key", key).send().await
        };
        let first = write("k").await;
        assert_eq!(first.status, 200, "{}", first.text());
        let again = write("k").await;
        assert_eq!((again.status, again.body), (first.status, first.body.clone()));
        assert_eq!(write("other").await.status, 400, "the cancellation was asked for already");
    }
}
