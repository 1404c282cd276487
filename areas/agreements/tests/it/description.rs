//! The OpenAPI description, and every query on both engines.

use std::collections::BTreeSet;

use serde_json::Value;
use testkit::Bench;

use crate::bank::LISTS;

fn document() -> Value {
    serde_json::to_value((agreements::AREA.describe.unwrap())()).unwrap()
}

#[test]
fn gen_10_the_description_of_agreements_is_complete() {
    let document = document();
    assert_eq!(document["info"]["version"], "1.0.0");
    let mut operation_ids = BTreeSet::new();
    for list in LISTS {
        for path in [list.to_owned(), format!("{list}/{{id}}")] {
            let operation = &document["paths"][&path]["get"];
            operation_ids.insert(operation["operationId"].as_str().unwrap().to_owned());
            for status in ["200", "400", "401", "403", "500"] {
                let content = &operation["responses"][status]["content"]["application/json"];
                let has_example = content["example"].is_object() || content["examples"].is_object();
                assert!(content["schema"].is_object() && has_example, "{path} {status}");
            }
            let parameters = operation["parameters"].as_array().unwrap();
            let cnums = parameters.iter().find(|parameter| parameter["name"] == "cnums").unwrap();
            assert_eq!((&cnums["required"], &cnums["schema"]["type"]), (&true.into(), &"array".into()));
            // The identity token alone, or both.
            let ways = operation["security"].as_array().unwrap();
            assert_eq!(ways.iter().map(|way| way.as_object().unwrap().len()).collect::<Vec<_>>(), [1, 2]);
        }
    }
    assert_eq!(operation_ids.len(), 4, "{operation_ids:?}");
    // An absent value is left out, never null, and later versions may add fields.
    let schemas = document["components"]["schemas"].to_string();
    assert!(!schemas.contains("null") && !schemas.contains("additionalProperties"), "{schemas}");
    assert_eq!(document["components"]["schemas"]["Agreement"]["properties"].as_object().unwrap().len(), 19);
}

#[test]
fn gen_09_the_description_marks_the_old_paths() {
    let document = document();
    for path in ["/agreements", "/agreements/{id}"] {
        let old = &document["paths"][format!("/ui/v1{path}")]["get"];
        assert_eq!(old["deprecated"], true);
        assert!(old["description"].as_str().unwrap().contains(&format!("/trade-finance/v1{path}")));
        for status in ["200", "403"] {
            for header in ["Deprecation", "Sunset", "Link"] {
                assert!(old["responses"][status]["headers"][header].is_object(), "{path} {status} {header}");
            }
        }
        let present = &document["paths"][format!("/trade-finance/v1{path}")]["get"];
        assert!(present.get("deprecated").is_none());
        assert!(present["responses"]["200"]["headers"].get("Deprecation").is_none());
    }
}

testkit::on_both_engines! {
    async fn every_query_of_agreements_is_prepared(bench: Bench) {
        let own = agreements::AREA.migrations;
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, own]).await;
        bench.store.prepare_all(&agreements::AREA.queries()).await.unwrap();
    }
}
