//! Webhooks, secrets and test events that are asked for again with their key (OPS-04).

use http::Method;
use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller, on_both_engines};

use crate::house::{House, id_of, petrov};
use crate::receiver::Receiver;

async fn post(house: &House, caller: &TestCaller, path: &str, key: &str, body: Option<&Value>) -> Answer {
    let request = house.request(caller, Method::POST, path).header("idempotency-key", key);
    match body {
        Some(body) => request.json(body).send().await,
        None => request.send().await,
    }
}

on_both_engines! {
    async fn ops_04_a_webhook_is_made_once_for_its_key(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let terms = json!({"url": receiver.url(), "types": ["*"]});
        let first = post(&house, &petrov(), "/v1/webhooks", "k", Some(&terms)).await;
        assert_eq!(first.status, 201, "{}", first.text());
        let again = post(&house, &petrov(), "/v1/webhooks", "k", Some(&terms)).await;
        assert_eq!((again.status, &again.body), (first.status, &first.body), "the same secret too");
        let listed = house.get(&petrov(), "/v1/webhooks").await.json();
        assert_eq!(listed["webhooks"].as_array().map(Vec::len), Some(1), "{listed}");
        let other = json!({"url": receiver.url(), "types": ["webinar.published"]});
        let refused = post(&house, &petrov(), "/v1/webhooks", "k", Some(&other)).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (422, "KEY_REUSED".into()));
        // The same person with other software neither sees the secret nor is refused.
        let elsewhere = post(&house, &petrov().with_client("kolos-erp"), "/v1/webhooks", "k", Some(&terms)).await;
        assert_ne!(elsewhere.body, first.body);
        assert_ne!(elsewhere.status, 422);
    }

    async fn ops_04_a_secret_and_a_test_come_once_for_their_key(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let id = id_of(&house.webhook(&receiver.url()).await);
        let (secret, test) = (format!("/v1/webhooks/{id}/secret"), format!("/v1/webhooks/{id}/test"));
        let first = post(&house, &petrov(), &secret, "k", None).await;
        assert_eq!(first.status, 200, "{}", first.text());
        assert_eq!(post(&house, &petrov(), &secret, "k", None).await.body, first.body, "replaced once");
        assert_ne!(post(&house, &petrov(), &secret, "k-2", None).await.body, first.body);
        let sent = post(&house, &petrov(), &test, "k", None).await;
        assert_eq!(sent.status, 202, "{}", sent.text());
        assert_eq!(post(&house, &petrov(), &test, "k", None).await.body, sent.body);
        house.work().await;
        assert_eq!(receiver.received().len(), 1, "one test event was sent");
    }
}
