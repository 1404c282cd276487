//! Webhooks, the log of their deliveries, and deliveries that are asked for again.

use serde_json::Value;

use super::caller::Raw;
use super::person::Person;
use super::receiver::Receiver;

/// The webhooks of a list of calls: the receiver of one takes everything, that of the other refuses each event once.
pub(super) struct Webhooks {
    takes: String,
    refuses: String,
}

/// Makes both, so that they are told of what comes after.
pub(super) fn subscribe(
    person: &Person<'_>,
    receiver: &Receiver,
    hear: &mut impl FnMut(Raw) -> Raw,
) -> Webhooks {
    let mut make = |url: String| {
        let body = format!(r#"{{"url":"{url}","types":["*"]}}"#);
        let made = hear(person.call("POST", "/v1/webhooks", &body));
        assert_eq!(made.status, 201, "{}", made.body);
        text(&made.json()["webhook"]["id"])
    };
    Webhooks { takes: make(receiver.takes()), refuses: make(receiver.refuses()) }
}

/// Asks for everything that the bank tells of deliveries, and for some of them again.
pub(super) fn look(person: &Person<'_>, webhooks: &Webhooks, hear: &mut impl FnMut(Raw) -> Raw) {
    let Webhooks { takes, refuses } = webhooks;
    let mut good = |method: &str, path: &str, body: &str| {
        let answer = hear(person.call(method, path, body));
        assert!(answer.status < 300, "{path}: {}{}", answer.head, answer.body);
        answer
    };
    for id in [takes, refuses] {
        let log = good("GET", &format!("/v1/webhooks/{id}/deliveries?limit=100"), "").json();
        let deliveries = log["deliveries"].as_array().expect("deliveries").clone();
        assert!(deliveries.iter().all(|one| one["state"] == "DELIVERED"), "{log}");
        let oldest = text(&deliveries.last().expect("a delivery")["eventId"]);
        let detail = good("GET", &format!("/v1/webhooks/{id}/deliveries/{oldest}"), "");
        let attempts = if id == refuses { 2 } else { 1 };
        assert_eq!(detail.json()["delivery"]["attempts"], attempts, "{}", detail.body);
        let again = format!(r#"{{"eventId":"{oldest}"}}"#);
        good("POST", &format!("/v1/webhooks/{id}/redeliveries"), &again);
        let detail = good("GET", &format!("/v1/webhooks/{id}/deliveries/{oldest}"), "");
        assert_eq!(detail.json()["delivery"]["attempts"], attempts + 1, "{}", detail.body);
        let period = r#"{"from":"2026-11-20T00:00:00Z","to":"2026-11-22T00:00:00Z"}"#;
        let count = good("POST", &format!("/v1/webhooks/{id}/redeliveries"), period).json()["events"].clone();
        assert_eq!(count, deliveries.len(), "every delivery comes again");
        good("POST", &format!("/v1/webhooks/{id}/test"), "");
        good("POST", &format!("/v1/webhooks/{id}/secret"), "");
        good("GET", &format!("/v1/webhooks/{id}/deliveries?limit=100"), "");
    }
    good("GET", "/v1/webhooks", "");
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
