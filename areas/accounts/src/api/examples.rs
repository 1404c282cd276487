//! Real answers for the OpenAPI description, taken from the demo data.

use serde_json::{Value, json};

/// An account with every field.
pub(crate) fn account() -> Value {
    json!({
        "id": "ACC-00000002",
        "number": "40702840200000000002",
        "type": 2,
        "status": 1,
        "mode": 3,
        "name": "Транзитный валютный счёт",
        "internationalName": "Transit currency account",
        "cnum": "C00001",
        "organizationId": "ORG-00001",
        "organizationName": "ООО «Ромашка»",
        "currency": "USD",
        "currencyCode": 840,
        "operationCurrency": "USD",
        "operationCurrencyCode": 840,
        "balance": 12500.00,
        "balanceDate": "2024-01-09T10:00:00+03:00",
        "rest": 12500.00,
        "restDate": "2024-01-10T00:00:00+03:00",
        "balanceInNationalCurrency": 1_010_625.00,
        "branchId": "001",
        "branchName": "Головной офис",
        "branchBic": "044525999",
        "branchCorrespondentAccount": "30101810845250000999",
        "branchCity": "Москва",
        "trustManagement": false,
        "trustManagementName": "",
        "trustManagementInternationalName": ""
    })
}

/// What `fields=Number,Currency,Balance` gives for one account.
pub(crate) fn chosen_fields() -> Value {
    json!({
        "id": "ACC-00000001",
        "number": "40702810600000000001",
        "currency": "RUR",
        "balance": 5_000_000_000.00
    })
}

/// What `fields=Number,Currency,Balance&limit=2` gives for the list.
pub(crate) fn list() -> Value {
    json!([
        {"id": "ACC-00000004", "number": "40702810500000000004", "currency": "RUR", "balance": 0.00},
        {"id": "ACC-00000001", "number": "40702810600000000001", "currency": "RUR", "balance": 5_000_000_000.00}
    ])
}
