//! Real requests and answers for the OpenAPI description, with the names of the demo data.

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
    json!({
        "payload": payload(),
        "digest": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "signatures": ["MIIF2wYJKoZIhvcNAQcCoIIFzDCCBcgCAQExDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcB"]
    })
}

pub(super) fn created() -> Value {
    json!({"externalId": "salary-2026-11"})
}

pub(super) fn executed() -> Value {
    json!({"externalId": "salary-2026-11", "status": "EXECUTED"})
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

fn error(code: &str, message: &str) -> Value {
    json!({
        "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
        "errors": [{"code": code, "message": message}]
    })
}

pub(super) fn wrong_fields() -> Value {
    json!({
        "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
        "errors": [
            {"code": "account", "message": "account must be exactly 20 digits"},
            {"code": "responsiblePerson", "message": "responsiblePerson.phone is required"},
            {"code": "transfers", "message": "transfers[0].amount must be a number"}
        ]
    })
}

pub(super) fn exists() -> Value {
    let message = "externalId: a statement with this externalId already exists, its status is PROCESSING";
    error("externalId", message)
}

pub(super) fn no_account() -> Value {
    error("account", "The account is not found")
}

pub(super) fn no_statement() -> Value {
    error("externalId", "There is no statement with this externalId")
}

pub(super) fn bad_external_id() -> Value {
    error("externalId", "externalId must be 1 to 40 characters out of a-z, 0-9 and '-'")
}

pub(super) fn bad_limit() -> Value {
    error("limit", "The query parameter `limit` must be from 1 to 100, not `101`")
}

pub(super) fn malformed() -> Value {
    error("BAD_REQUEST", "The body is not valid: the key `payload` stands twice at line 1 column 24")
}
