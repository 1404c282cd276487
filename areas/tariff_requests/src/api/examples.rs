//! Real requests and answers for the OpenAPI description.

use serde_json::{Value, json};

/// The start of a document; whole ones have several pages.
const HTML: &str = "<article lang=\"ru\">\n<h1>Заявление на смену тарифного плана</h1>\n<dl>\n\
    <dt>Клиент</dt><dd>ООО «Ромашка»</dd>\n<dt>Новый тарифный план</dt><dd>Рост (GROWTH 2026)</dd>\n\
    </dl>\n</article>\n";
const ID: i64 = 1_795_165_200_000_042;

pub(super) fn template() -> Value {
    json!({"version": 1, "body": HTML})
}

pub(super) fn body() -> Value {
    json!({"id": ID, "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST", "state": "UNSIGNED", "body": HTML})
}

pub(super) fn correspondence() -> Value {
    json!({"mailId": "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c11"})
}

pub(super) fn history() -> Value {
    json!({"id": ID, "states": [
        {"state": "UNSIGNED", "date": "2026-11-20T12:00:00+03:00", "author": "Иванова Анна Сергеевна"},
        {"state": "PARTIALLY_SIGNED", "date": "2026-11-20T12:04:31.5+03:00", "author": "Иванова Анна Сергеевна"},
        {"state": "SIGNED", "date": "2026-11-20T12:10:02+03:00", "author": "Петров Пётр Петрович"},
        {"state": "PROCESSING", "date": "2026-11-20T12:10:02.1+03:00", "author": "BANK"},
        {"state": "DONE", "date": "2026-11-20T12:10:02.2+03:00", "author": "BANK"}
    ]})
}

pub(super) fn pre_sign() -> Value {
    json!({
        "id": ID,
        "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST",
        "state": "UNSIGNED",
        "bankDocumentState": "AWAITING_SIGNATURE",
        "documentUID": "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10",
        "cnum": "C00001",
        "clientDocumentNumber": 1,
        "organizationFullName": "ООО «Ромашка»",
        "digest": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "sourceSystem": "CLIENTBANK",
        "bankDocumentType": "CHANGE_TARIFF_REQUEST",
        "createdAt": "2026-11-20T12:00:00+03:00",
        "updatedAt": "2026-11-20T12:00:00+03:00"
    })
}

pub(super) fn page() -> Value {
    json!({
        "content": [{
            "id": ID,
            "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST",
            "state": "UNSIGNED",
            "targetTariffPlanName": "GROWTH 2026",
            "targetTariffPlanPublicName": "Рост",
            "createdAt": "2026-11-20T12:00:00+03:00",
            "updatedAt": "2026-11-20T12:00:00+03:00"
        }],
        "size": 10,
        "number": 0,
        "hasNext": false,
        "hasPrevious": false
    })
}
