//! EVT-02: signatures as receivers verify them, and secrets that are replaced.

use http::{HeaderMap, HeaderName, HeaderValue};
use kernel::{Clock as _, SystemClock};
use serde_json::{Value, json};
use standardwebhooks::{Webhook, WebhookError};
use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of, petrov};
use crate::receiver::{Received, Receiver};

fn headers(received: &Received) -> HeaderMap {
    let pair = |(name, value): (&String, &String)| {
        (HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap())
    };
    received.headers.iter().map(pair).collect()
}

/// Runs an example, and returns its text without spaces.
macro_rules! printed {
    ($($code:tt)*) => {{
        $($code)*
        stringify!($($code)*).replace(' ', "")
    }};
}

/// As a receiver does it, by the clock of the machine: the example in Rust of docs/WEBHOOKS.md, whose text it returns.
fn verified(secret: &Value, received: &Received) -> Result<String, WebhookError> {
    let secret = secret.as_str().unwrap().to_owned();
    let (body, headers) = (received.text.clone().into_bytes(), headers(received));
    Ok(printed! { standardwebhooks::Webhook::new(&secret)?.verify(&body, &headers)?; })
}

fn verifies(secret: &Value, received: &Received) -> bool {
    verified(secret, received).is_ok()
}

/// Without the clock, for deliveries of other days.
fn has_signed(secret: &Value, received: &Received) -> bool {
    let library = Webhook::new(secret.as_str().unwrap()).unwrap();
    let at = received.headers["webhook-timestamp"].parse().unwrap();
    let signature = library.sign(&received.id(), at, received.text.as_bytes()).unwrap();
    received.headers["webhook-signature"].split(' ').any(|given| given == signature)
}

on_both_engines! {
    async fn evt_02_the_library_of_standard_webhooks_verifies_and_refuses_1000_changed_ones(bench: Bench) {
        bench.clock.set(SystemClock.now());
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let created = house.webhook(&receiver.url()).await;
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        let received = receiver.received().remove(0);
        let example = verified(&created["secret"], &received).unwrap();
        let page = include_str!("../../../../docs/WEBHOOKS.md");
        let printed = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        assert_eq!(printed.replace([' ', '\n'], ""), example, "docs/WEBHOOKS.md shows what runs here");
        for number in 0..1_000_usize {
            let mut changed = received.clone();
            match number % 3 {
                0 => {
                    let mut bytes = changed.text.into_bytes();
                    let place = number % bytes.len();
                    bytes[place] ^= 1;
                    changed.text = String::from_utf8(bytes).unwrap();
                }
                1 => {
                    let other = format!("evt_{number:032x}");
                    changed.headers.insert("webhook-id".to_owned(), other);
                }
                _ => {
                    let at: i64 = changed.headers["webhook-timestamp"].parse().unwrap();
                    let other = at - 1 - i64::try_from(number % 200).unwrap();
                    changed.headers.insert("webhook-timestamp".to_owned(), other.to_string());
                }
            }
            assert!(!verifies(&created["secret"], &changed), "{number}");
        }
    }

    async fn evt_02_the_secret_before_signs_beside_the_new_one_for_a_day(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let created = house.webhook(&receiver.url()).await;
        let id = id_of(&created);
        let replaced = house.post(&petrov(), &format!("/v1/webhooks/{id}/secret"), &json!({})).await.json();
        assert_ne!(created["secret"], replaced["secret"]);
        assert_ne!(created["publicKey"], replaced["publicKey"]);
        assert_eq!(replaced["webhook"]["previousSecretUntil"], "2026-11-21T09:00:00Z");
        let next = async |after_s: i64| {
            house.statement(&format!("s{after_s}"), "EXECUTED").await;
            house.work_after(after_s).await;
            receiver.received().pop().unwrap()
        };
        let within = next(86_399).await;
        assert!(has_signed(&created["secret"], &within) && has_signed(&replaced["secret"], &within));
        assert_eq!(within.headers["webhook-signature"].split(' ').count(), 4);
        let read = async || house.get(&petrov(), &format!("/v1/webhooks/{id}")).await.json();
        assert_eq!(read().await, replaced["webhook"]);
        let behind = next(1).await;
        assert!(!has_signed(&created["secret"], &behind) && has_signed(&replaced["secret"], &behind));
        assert_eq!(behind.headers["webhook-signature"].split(' ').count(), 2);
        assert_eq!(read().await, created["webhook"], "there is no secret before the present one any more");
    }

    async fn evt_02_a_secret_that_was_replaced_twice_signs_no_more(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let created = house.webhook(&receiver.url()).await;
        let path = format!("/v1/webhooks/{}/secret", id_of(&created));
        for _ in 0..2 {
            assert_eq!(house.post(&petrov(), &path, &json!({})).await.status, 200);
        }
        house.statement("s1", "EXECUTED").await;
        house.work().await;
        let received = receiver.received().pop().unwrap();
        assert!(!has_signed(&created["secret"], &received), "a leaked one is of no use any more");
        assert_eq!(received.headers["webhook-signature"].split(' ').count(), 4);
    }

    async fn lif_09_secrets_are_read_one_after_another_for_another_master_key(bench: Bench) {
        let house = House::open(bench).await;
        for number in 0..3 {
            let id = id_of(&house.webhook(&format!("https://erp.example/{number}")).await);
            if number > 0 {
                house.post(&petrov(), &format!("/v1/webhooks/{id}/secret"), &json!({})).await;
            }
        }
        for (place, count) in webhooks::AREA.sealed.iter().zip([3, 2]) {
            let (mut last, mut seen) = (String::new(), 0);
            for _ in 0..10 {
                let values = store::params![last.as_str(), 1];
                let Some(row) = house.bench.store.query_optional(place.behind, values).await.unwrap() else { break };
                assert!(row.text("owner").unwrap() > last.as_str() && !row.bytes("sealed").unwrap().is_empty());
                row.text("owner").unwrap().clone_into(&mut last);
                seen += 1;
            }
            assert_eq!(seen, count, "{}", place.name);
        }
    }
}
