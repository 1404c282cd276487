//! The OpenAPI description, and every query on both engines.

use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::{ACCOUNTS, BY_INN, BY_USER};

#[test]
fn gen_10_the_description_of_treasury_is_complete() {
    let document: Value = serde_json::to_value((treasury::AREA.describe.unwrap())()).unwrap();
    assert_eq!(document["info"]["version"], "0.0.8");
    for path in [BY_USER, BY_INN] {
        let operation = &document["paths"][path]["get"];
        for status in ["200", "400", "401", "500"] {
            let content = &operation["responses"][status]["content"]["application/json"];
            let has_example = content["example"].is_object() || content["examples"].is_object();
            assert!(content["schema"].is_object() && has_example, "{path} {status}");
        }
        let parameters = operation["parameters"].as_array().unwrap();
        let parameter = |name: &str| parameters.iter().find(|parameter| parameter["name"] == name).unwrap();
        let limit = &parameter("limit")["schema"];
        assert_eq!(
            (&limit["minimum"], &limit["maximum"], &limit["default"]),
            (&json!(1), &json!(10_000), &json!(100))
        );
        let offset = &parameter("offset")["schema"];
        assert_eq!((&offset["minimum"], &offset["default"]), (&json!(0), &json!(0)));
        // The page, X-Request-Id, and the tax number.
        assert_eq!(parameters.len(), if path == BY_INN { 4 } else { 3 });
        assert_eq!(operation["security"][0].as_object().unwrap().len(), 2);
    }
    let codes = &document["components"]["schemas"]["TreasuryErrorCode"]["enum"];
    assert_eq!(*codes, json!(["BAD_REQUEST", "UNAUTHORIZED_ERROR", "INTERNAL_SERVER_ERROR"]));
}

testkit::on_both_engines! {
    async fn every_query_of_treasury_is_prepared(bench: Bench) {
        let own = treasury::AREA.migrations;
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &ACCOUNTS, own]).await;
        bench.store.prepare_all(&treasury::AREA.queries()).await.unwrap();
    }
}
