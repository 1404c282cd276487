//! Real answers for the description, with the names of the demo data.

use serde_json::{Value, json};

/// A payment that the bank makes, as pain.001.
pub(super) const INITIATION: &str = include_str!("../../examples/initiation.xml");
/// The answer to it, as pain.002.
pub(super) const STATUS_REPORT: &str = include_str!("../../examples/status_report.xml");

pub(super) fn taken_message() -> Value {
    json!({
        "message": "pain.002.001.10",
        "verdicts": [{ "order": "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M", "verdict": "TAKEN", "state": "ANSWERED" }]
    })
}

pub(super) fn token() -> Value {
    json!({ "access_token": "kq6Xb0Rk0pPpqk2m7B9dQv5Zt3xA1cYwL8uNfH4sJgE", "token_type": "Bearer", "expires_in": 900 })
}

pub(super) fn order() -> Value {
    json!({
        "id": "tr-1795165200000042", "number": 42, "kind": "tariff_request.decide", "company": "C00001",
        "state": "TAKEN", "openedAt": "2026-11-20T09:00:00Z", "deadlineAt": "2026-11-23T09:00:00Z",
        "payload": {
            "request": "1795165200000042", "targetPlan": "T00007",
            "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST"
        }
    })
}

pub(super) fn orders() -> Value {
    json!({ "orders": [order()], "nextAfter": 42 })
}

pub(super) fn journal() -> Value {
    let posting =
        |account: &str, amount: &str| json!({ "account": account, "currency": "RUB", "amount": amount });
    json!({
        "entries": [{
            "number": 17, "dayNumber": 3, "id": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "kind": "PAYROLL",
            "postedAt": "2026-11-20T09:00:00Z", "day": "2026-11-20", "valueDate": "2026-11-20",
            "description": "Ведомость № 17 от 20.11.2026", "document": "17",
            "authors": [{ "kind": "USER", "id": "ivanova" }, { "kind": "USER", "id": "petrov" }],
            "postings": [
                posting("40702810900000000001", "-50000.00"), posting("40817810400000000007", "50000.00")
            ]
        }],
        "nextAfter": 17
    })
}

pub(super) fn trial_balance() -> Value {
    let line = |account: &str, [opening, debit, credit, closing]: [&str; 4]| {
        json!({
            "account": account, "currency": "RUB", "opening": opening, "debit": debit, "credit": credit,
            "closing": closing
        })
    };
    json!({
        "date": "2026-11-20",
        "lines": [
            line("40702", ["150000.00", "50000.00", "0.00", "100000.00"]),
            line("40817", ["0.00", "0.00", "50000.00", "50000.00"]),
            line("OPENING-EQUITY.RUR", ["-150000.00", "0.00", "0.00", "-150000.00"])
        ],
        "revaluations": [],
        "digest": "a15b28e16965402d35673e361813c73fbff4ad868373522db739d9f21f4bba55"
    })
}

pub(super) fn breaks() -> Value {
    json!({
        "breaks": [{
            "account": "40702810900000000001", "since": "2026-11-18", "ageDays": 2, "day": "2026-11-19",
            "there": "98500.00", "here": "100000.00"
        }],
        "count": 1
    })
}

pub(super) fn not_told() -> Value {
    json!({
        "day": "2026-11-19",
        "accounts": [{ "account": "40702810900000000001", "here": "100000.00" }],
        "count": 1
    })
}

pub(super) fn facts() -> Value {
    json!({ "first": 17, "facts": [
        { "operation": {
            "id": "ABS-2026-1120-77", "account": "40702810900000000001", "amount": "-1500.00",
            "postedAt": "2026-11-20T12:00:00+03:00", "valueDate": "2026-11-20", "purpose": "Оплата по счёту № 12",
            "documentNumber": "12", "counterparty": { "name": "ООО «Лютик»", "bic": "044525225" }
        } },
        { "balance": { "account": "40702810900000000001", "balance": "98500.00" } },
        { "closedDay": { "date": "2026-11-19" } }
    ] })
}

pub(super) fn facts_taken() -> Value {
    json!({ "next": 20, "taken": 3, "repeated": 0, "differences": [] })
}

pub(super) fn feed() -> Value {
    json!({ "next": 20, "differences": [{
        "system": "core", "number": 12, "code": "OTHER_BALANCE",
        "message": "account 40702810900000000001 has 98500.00 in the core and 100000.00 here",
        "core": "98500.00", "here": "100000.00"
    }] })
}

pub(super) fn calendar() -> Value {
    json!({
        "days": [
            { "date": "2027-02-20", "isBusinessDay": true },
            { "date": "2027-02-22", "isBusinessDay": false },
            { "date": "2027-02-23", "isBusinessDay": false }
        ],
        "cutOffs": [{ "kind": "payment.send", "until": "16:30" }, { "kind": "payroll.execute", "until": "17:00" }]
    })
}

pub(super) fn answer() -> Value {
    json!({ "outcome": "DONE", "reference": "ABS-2026-1120-77", "details": { "effectiveFrom": "2026-12-01" } })
}

pub(super) fn answers() -> Value {
    json!({ "answers": [{
        "order": "tr-1795165200000042", "outcome": "REFUSED",
        "reason": { "ru": "Тариф закрыт для подключения", "en": "The plan takes no new companies" }
    }] })
}

pub(super) fn verdict() -> Value {
    json!({ "order": "tr-1795165200000042", "verdict": "TAKEN", "state": "ANSWERED" })
}

pub(super) fn parts() -> Value {
    json!({
        "parts": [{
            "part": 1, "endToEndId": "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M", "amount": "50000.00", "currency": "RUB",
            "payee": { "name": "Иванов Иван Иванович", "account": "40817810400000000007", "bic": "044525999" },
            "deduction": null, "conversions": [], "outcome": "DONE", "outcomeAt": "2026-11-20T09:00:00Z"
        }],
        "nextAfter": 1
    })
}

pub(super) fn documents() -> Value {
    json!({ "documents": [
        { "number": 1, "name": "request.pdf", "mediaType": "application/pdf" },
        { "number": 2, "name": "request.1.p7s", "mediaType": "application/pkcs7-signature" }
    ] })
}

pub(super) fn part_answers() -> Value {
    json!({ "parts": [
        { "part": 1, "outcome": "DONE" },
        { "part": 2, "outcome": "REFUSED", "reason": { "ru": "Счёт под арестом", "en": "The account is seized" } }
    ] })
}

pub(super) fn part_verdict() -> Value {
    json!({ "order": "exe-JH4TYC6WLD2XAGUB5SPE7MVQ3K5RZ2N7", "verdict": "TAKEN", "state": "TAKEN" })
}

pub(super) fn returned() -> Value {
    json!({ "return": "RTR-2026-1123-4", "reason": { "ru": "Счёт закрыт", "en": "The account is closed" } })
}

pub(super) fn verdicts() -> Value {
    json!({ "verdicts": [verdict()] })
}

pub(super) fn actions() -> Value {
    let login = json!({ "name": "login", "about": "The login name", "required": true });
    json!({ "actions": [{
        "name": "users.lock", "role": "security", "needsSecondPerson": false, "arguments": [login],
        "about": "Stops a user: no login, and every session ends with its tokens within two seconds",
    }] })
}

pub(super) fn action_call() -> Value {
    json!({ "arguments": { "login": "petrova" }, "reason": "The phone was stolen" })
}

pub(super) fn rehearsal() -> Value {
    let digest = "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78";
    json!({
        "told": ["user petrova (U00007) is locked, and every session has ended"], "needsSecondPerson": false,
        "text": format!("clientbank proposal\n17\n{digest}\nPROPOSE\nivanova\n1795165200000000\n"),
        "at": "2026-11-20T09:00:00Z",
    })
}

pub(super) fn action_outcome() -> Value {
    json!({ "told": ["user petrova (U00007) is locked, and every session has ended"] })
}

pub(super) fn proposed() -> Value {
    json!({ "proposal": 17 })
}

pub(super) fn proposal() -> Value {
    json!({
        "number": 17, "state": "OPEN", "role": "security",
        "content": { "action": "users.password", "arguments": { "login": "petrova" } },
        "difference": "user petrova (U00007) gets a one-time password, and every session has ended",
        "reason": "Forgotten, seen in person", "madeBy": "ivanova",
        "sha256": "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78",
        "madeAt": "2026-11-20T09:00:00Z", "endsAt": "2026-11-27T09:00:00Z",
    })
}

pub(super) fn proposals() -> Value {
    json!({ "proposals": [proposal()] })
}

pub(super) fn decision() -> Value {
    json!({ "verdict": "APPROVE", "signed": { "at": "2026-11-20T09:05:00Z", "signature": "MEUCIQDn8QbZ" } })
}

pub(super) fn tables() -> Value {
    json!({ "tables": [{
        "name": "company_groups", "key": ["group_id"],
        "columns": [
            { "name": "group_id", "required": true, "indexed": false },
            { "name": "name", "required": true, "indexed": false },
        ],
    }] })
}

pub(super) fn rows() -> Value {
    json!({ "rows": [{ "group_id": "FLOWERS", "name": "Цветы" }], "nextAfter": "FLOWERS" })
}

pub(super) fn row() -> Value {
    json!({ "row": { "group_id": "FLOWERS", "name": "Цветы" }, "history": [entry()] })
}

pub(super) fn trail() -> Value {
    json!({ "entries": [entry()] })
}

pub(super) fn receipt() -> Value {
    json!({ "receipt": "c2sp.org/tlog-proof@v1\nextra eyJpZCI6Ii…\nindex 41\n…" })
}

fn entry() -> Value {
    json!({
        "id": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "at": "2026-11-20T09:00:00Z", "actorKind": "OPERATOR",
        "actor": "ivanova", "action": "user.locked", "objectKind": "user", "object": "U00001", "detail": {},
    })
}
