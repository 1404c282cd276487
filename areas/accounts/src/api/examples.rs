//! Answers for the OpenAPI description: accounts of the demo data, and operations such as they have.

use serde_json::{Value, json};

/// Returns one account as `fields=Number,Currency,Balance` chooses it.
pub(crate) fn chosen_fields() -> Value {
    json!({
        "id": "ACC-00000001",
        "number": "40702810600000000001",
        "currency": "RUR",
        "balance": 5_000_000_000.00
    })
}

/// Returns the list as `fields=Number,Currency,Balance&limit=2` chooses it.
pub(crate) fn list() -> Value {
    json!([
        {"id": "ACC-00000004", "number": "40702810500000000004", "currency": "RUR", "balance": 0.00},
        {"id": "ACC-00000001", "number": "40702810600000000001", "currency": "RUR", "balance": 5_000_000_000.00}
    ])
}

/// Operations of a month.
pub(crate) fn operations() -> Value {
    json!({
        "number": "40702810600000000001",
        "currency": "RUR",
        "from": "2024-01-01",
        "to": "2024-01-31",
        "openingBalance": 0.00,
        "closingBalance": 1_049_500.50,
        "debits": 500.50,
        "credits": 1_050_001.00,
        "operationsCount": 2,
        "operations": [
            {
                "number": 2, "bookedAt": "2024-01-10T12:30:00+03:00", "valueDate": "2024-01-10", "kind": "PAYROLL",
                "documentNumber": "17", "side": "DEBIT", "amount": 500.50, "balance": 1_049_500.50,
                "purpose": "Ведомость № 17 от 10.01.2024"
            },
            {
                "number": 1, "bookedAt": "2024-01-09T10:00:00+03:00", "valueDate": "2024-01-09", "kind": "TRANSFER",
                "documentNumber": "5", "side": "CREDIT", "amount": 1_050_001.00, "balance": 1_050_001.00,
                "purpose": "Оплата по счёту № 5 от 08.01.2024, НДС не облагается",
                "counterparty": {
                    "name": "ООО «Лютик»", "account": "40702810700000000011", "inn": "7707083893",
                    "kpp": "770701001", "bic": "044525999"
                }
            }
        ]
    })
}

/// A period without operations.
pub(crate) fn no_operations() -> Value {
    json!({
        "number": "40702810600000000001", "currency": "RUR", "from": "2023-01-01", "to": "2023-01-31",
        "openingBalance": 0.00, "closingBalance": 0.00, "debits": 0.00, "credits": 0.00, "operationsCount": 0,
        "operations": []
    })
}
