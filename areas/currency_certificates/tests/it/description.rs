//! The OpenAPI description (GEN-10).

use currency_certificates::reason::ReasonCode;
use currency_certificates::task::TaskState;
use iso20022::{Limits, Reader};
use serde_json::{Value, json};

fn document() -> Value {
    serde_json::to_value(currency_certificates::OPERATIONS.openapi()).unwrap()
}

#[test]
fn gen_10_the_description_of_certificates_is_complete() {
    let document = document();
    assert_eq!(document["info"]["version"], "1.2.0");
    let post = &document["paths"]["/v1/iso20022/currency-transaction-certificate"]["post"];
    let task = &document["paths"]["/v1/iso20022/tasks/{id}"]["get"];
    let report = &document["paths"]["/v1/iso20022/tasks/{id}/status-report"]["get"];
    assert_eq!(post["requestBody"]["required"], true);
    let statuses: [(&Value, &[&str]); 3] = [
        (post, &["400", "401", "403", "409", "413", "415", "429", "500", "503"]),
        (task, &["401", "403", "404", "500"]),
        (report, &["401", "403", "404", "500"]),
    ];
    for (operation, errors) in statuses {
        for status in errors {
            let content = &operation["responses"][status]["content"]["text/plain"];
            let has_example = content["example"].is_string() || content["examples"].is_object();
            assert!(has_example, "{status} of {}", operation["operationId"]);
        }
        assert!(!operation["responses"]["200"]["content"]["application/xml"]["example"].is_null());
        assert_eq!(operation["security"][0].as_object().unwrap().len(), 2);
    }
    assert!(task["responses"]["200"]["content"]["application/json"]["example"].is_object());
}

#[test]
fn gen_10_the_examples_are_what_they_show() {
    let document = document();
    let reader = Reader::new(Limits::default()).unwrap();
    let post = &document["paths"]["/v1/iso20022/currency-transaction-certificate"]["post"];
    let request = post["requestBody"]["content"]["application/xml"]["example"].as_str().unwrap();
    assert_eq!(reader.read(request.as_bytes(), None).unwrap().message(), "auth.024.001.04");
    let task = &document["paths"]["/v1/iso20022/tasks/{id}"]["get"];
    let report = task["responses"]["200"]["content"]["application/xml"]["example"].as_str().unwrap();
    assert_eq!(reader.read(report.as_bytes(), None).unwrap().message(), "auth.027.001.04");
}

#[test]
fn gen_10_the_described_values_are_those_of_the_domain() {
    let schemas = &document()["components"]["schemas"];
    assert_eq!(schemas["CertificateTaskStatus"]["enum"], json!(TaskState::ALL.map(TaskState::as_str)));
    assert_eq!(schemas["CertificateReasonCode"]["enum"], json!(ReasonCode::ALL.map(ReasonCode::as_str)));
    assert_eq!(schemas["CurrencyCertificateStatus"]["enum"], json!(["ACCEPTED", "REJECTED"]));
}
