//! Real answers, for the description.

use events::{EventType, example};
use serde_json::{Value, json};

pub(super) fn events() -> Value {
    let types = [EventType::StatementPartlySigned, EventType::SignatureMissing];
    let events: Vec<Value> =
        types.into_iter().filter_map(example).filter_map(|event| event.value().ok()).collect();
    json!({"events": events, "nextCursor": "000000000000002a", "hasMore": false})
}

pub(super) fn webhook() -> Value {
    json!({
        "id": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f",
        "clientId": "romashka-erp",
        "url": "https://erp.romashka.example/hooks/bank",
        "types": ["payroll.statement.executed", "payroll.signature.missing"],
        "state": "ON",
        "createdAt": "2026-11-20T09:00:00Z",
    })
}

pub(super) fn terms() -> Value {
    json!({
        "url": "https://erp.romashka.example/hooks/bank",
        "types": ["payroll.statement.executed", "payroll.signature.missing"],
    })
}

pub(super) fn webhooks() -> Value {
    json!({"webhooks": [webhook()]})
}

/// A webhook with its secret; the secret of the example is nobody's.
pub(super) fn secret() -> Value {
    json!({
        "webhook": webhook(),
        "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "publicKey": "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=",
    })
}

pub(super) fn test() -> Value {
    json!({"eventId": "evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f"})
}

/// A period to be delivered again.
pub(super) fn period() -> Value {
    json!({"from": "2026-11-20T00:00:00Z", "to": "2026-11-21T00:00:00Z"})
}

fn delivery() -> Value {
    json!({
        "eventId": "evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f",
        "type": "payroll.statement.executed",
        "state": "WAITING",
        "attempts": 1,
        "nextAttemptAt": "2026-11-20T09:00:05Z",
    })
}

/// A page of the log.
pub(super) fn deliveries() -> Value {
    json!({"deliveries": [delivery()]})
}

/// A delivery with an attempt.
pub(super) fn detail() -> Value {
    json!({
        "delivery": delivery(),
        "event": example(EventType::StatementExecuted).and_then(|event| event.value().ok()),
        "attempts": [{
            "number": 1,
            "at": "2026-11-20T09:00:00Z",
            "tookMs": 12,
            "url": "https://erp.romashka.example/hooks/bank",
            "outcome": "REFUSED",
            "status": 500,
            "answer": "Internal Server Error",
        }],
    })
}
