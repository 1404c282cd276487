//! Real requests and answers for the OpenAPI description, with the names of the demo data.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

fn payload() -> Value {
    json!({
        "externalId": "salary-2026-11",
        "account": "40702810600000000001",
        "transfersCount": 2,
        "totalAmount": 150_000.50,
        "date": "2026-11-25",
        "enrollmentCode": "01",
        "incomeCode": 1,
        "purpose": "Заработная плата за ноябрь 2026",
        "responsiblePerson": {"fullName": "Иванова Мария Петровна", "phone": "+79990000001"},
        "reportingPeriod": {"year": 2026, "month": 11},
        "conversionRates": [{"rate": 80.85, "currency": "USD"}],
        "transfers": [
            {
                "lastName": "Смирнова", "firstName": "Анна", "middleName": "Игоревна", "orderNumber": 1,
                "amount": 100_000.50, "account": "40817810000000000101", "currency": "RUR",
                "personnelNumber": "000017", "birthDate": "1990-02-28",
                "conversion": [{"percent": 30, "currency": "USD"}]
            },
            {
                "lastName": "Кузнецов", "firstName": "Олег", "orderNumber": 2, "amount": 50_000.00,
                "account": "40817810300000000201", "currency": "RUR", "bic": "044525998",
                "deductionAmount": 1500.00
            }
        ]
    })
}

pub(super) fn unsigned() -> Value {
    json!({ "payload": payload() })
}

pub(super) fn signed() -> Value {
    let payload = payload();
    let digest = canonical::digest(&payload.to_string()).map(|digest| STANDARD.encode(digest));
    json!({
        "payload": payload,
        "digest": digest.unwrap_or_default(),
        "signatures": ["MIIF2wYJKoZIhvcNAQcCoIIFzDCCBcgCAQExDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcB"]
    })
}

pub(super) fn in_error() -> Value {
    json!({
        "externalId": "salary-2026-11",
        "status": "ERROR",
        "errors": [
            {"code": "P02", "message": "Сумма переводов 150000.50 не совпадает с указанной totalAmount 150000.00"},
            {"code": "T06", "message": "Не заполнен лицевой счёт сотрудника (перевод на строке 2)"}
        ],
        "warnings": [{"code": "P11", "message": "Не указан код вида дохода"}]
    })
}

pub(super) fn declined() -> Value {
    json!({
        "externalId": "salary-2026-11",
        "status": "DECLINED",
        "message": "На счёте 40702810600000000001 недостаточно денег"
    })
}

pub(super) fn transfers() -> Value {
    json!({
        "externalId": "salary-2026-11",
        "transfers": [
            {"orderNumber": 1, "status": "EXECUTED"},
            {"orderNumber": 2, "status": "DECLINED", "message": "Счёт получателя закрыт или не найден"}
        ],
        "offset": 0,
        "limit": 10,
        "totalCount": 2
    })
}

pub(super) fn validation() -> Value {
    json!({
        "valid": false,
        "errors": [],
        "warnings": [{"code": "P11", "message": "Не указан код вида дохода"}],
        "transfers": [{
            "line": 2,
            "orderNumber": 2,
            "errors": [{"code": "P20", "message": "БИК должен состоять из 9 цифр"}],
            "warnings": []
        }],
        "transfersWithFindings": 1
    })
}
