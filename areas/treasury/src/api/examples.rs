//! Real answers for the OpenAPI description, with the names of the demo data.

use serde_json::{Value, json};

pub(super) fn companies() -> Value {
    json!({
        "companies": [
            {"cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001"},
            {"cnum": "C00002", "companyName": "ООО «Василёк»", "inn": "7707654321", "kpp": "770701001"}
        ],
        "offset": 0, "limit": 2, "totalCount": 2
    })
}

pub(super) fn companies_of_user() -> Value {
    json!({
        "companies": [{
            "cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001",
            "canSignTreasuryAgreementDocument": true
        }],
        "offset": 0, "limit": 1, "totalCount": 1
    })
}
