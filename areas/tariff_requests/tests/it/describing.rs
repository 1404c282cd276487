//! The OpenAPI description, and every query on both engines.

use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::Bank;

fn document() -> Value {
    serde_json::to_value(tariff_requests::OPERATIONS.openapi()).unwrap()
}

#[test]
fn gen_10_the_description_of_tariff_requests_is_complete() {
    let document = document();
    assert_eq!(document["info"]["version"], "1.0.0");
    let operations: Vec<(String, String, Value)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            methods
                .map(|(method, operation)| (method.clone(), path.clone(), operation.clone()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(operations.len(), 10);
    for (method, path, operation) in &operations {
        assert_eq!(operation["security"][0].as_object().unwrap().len(), 2, "{path}");
        for status in ["200", "400", "401", "403", "500"] {
            let response = &operation["responses"][status];
            assert!(response["description"].is_string(), "{method} {path} {status}");
            let content = response["content"].as_object().into_iter().flatten();
            for (kind, media) in content {
                assert!(
                    !media["example"].is_null() || !media["examples"].is_null(),
                    "{method} {path} {status} {kind}"
                );
            }
        }
    }
    let schemas = &document["components"]["schemas"];
    let codes = "VALIDATION_ERROR CLIENT_NOT_FOUND TARIFF_PLAN_NOT_FOUND REQUEST_NOT_FOUND REQUEST_NOT_UNSIGNED \
        REQUEST_ALREADY_EXISTS FUTURE_CHANGE_NOT_FOUND CANCEL_ALREADY_REQUESTED ACCESS_DENIED UNAUTHORIZED \
        INTERNAL_ERROR";
    assert_eq!(schemas["TariffErrorCode"]["enum"], json!(codes.split(' ').collect::<Vec<_>>()));
    let states =
        json!(["UNSIGNED", "PARTIALLY_SIGNED", "SIGNED", "PROCESSING", "DECLINED", "DONE", "CANCELLED"]);
    assert_eq!(schemas["TariffRequestState"]["enum"], states);
    assert_eq!(
        schemas["TariffDocumentType"]["enum"],
        json!(["CLIENT_TARIFF_PLAN_CHANGE_REQUEST", "FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST"])
    );
    assert_eq!(
        schemas["TariffBankDocumentType"]["enum"],
        json!(["CHANGE_TARIFF_REQUEST", "CANCEL_CHANGE_TARIFF_REQUEST"])
    );
    assert_eq!(schemas["TariffRequestParams"]["required"], json!(["cnum", "tariffPlan"]));
}

testkit::on_both_engines! {
    async fn every_query_of_tariff_requests_is_prepared(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.store.prepare_all(&tariff_requests::AREA.queries()).await.unwrap();
    }
}
