//! The OpenAPI description, and every query on both engines.

use serde_json::Value;
use testkit::Bench;

#[test]
fn gen_10_the_description_of_webinars_is_complete() {
    let document: Value = serde_json::to_value(webinars::OPERATIONS.openapi()).unwrap();
    assert_eq!(document["info"]["version"], "1.0.0");
    for path in ["/v2/contents/webinars", "/v2/contents/webinars/{id}"] {
        let operation = &document["paths"][path]["get"];
        for status in ["200", "400", "401", "500"] {
            let content = &operation["responses"][status]["content"]["application/json"];
            let has_example = !content["example"].is_null() || !content["examples"].is_null();
            assert!(content["schema"].is_object() && has_example, "{path} {status}");
        }
        let parameters = operation["parameters"].as_array().unwrap();
        for (name, default) in [("Service-App-Version", "4.0.0"), ("Accept-Language", "ru")] {
            let parameter = parameters.iter().find(|parameter| parameter["name"] == name).unwrap();
            assert_eq!(
                (&parameter["in"], &parameter["schema"]["default"]),
                (&"header".into(), &default.into())
            );
        }
        assert_eq!(operation["security"][0].as_object().unwrap().len(), 2);
    }
    // Whoever has got a webinar by its id has read it.
    let example = |path: &str| {
        &document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["example"]
    };
    assert_eq!(example("/v2/contents/webinars")["content"][0]["new"], true);
    assert_eq!(example("/v2/contents/webinars/{id}")["new"], false);
    let schemas = &document["components"]["schemas"];
    let required = schemas["Webinar"]["required"].as_array().unwrap();
    let names = "new status eventStatus eventStatusLabel title body publishDate startEventDate finishEventDate image \
        style";
    for name in names.split(' ') {
        assert!(required.iter().any(|required| required == name), "{name}");
    }
    assert!(!required.iter().any(|name| name == "button" || name == "attachments"));
    assert_eq!(schemas["Media"]["required"].as_array().unwrap().len(), 3);
    assert_eq!(schemas["MediaType"]["enum"].as_array().unwrap().len(), 11);
    assert_eq!(schemas["WebinarAttachmentType"]["enum"].as_array().unwrap().len(), 6);
}

testkit::on_both_engines! {
    async fn every_query_of_webinars_is_prepared(bench: Bench) {
        bench.migrate(&[&webinars::MIGRATIONS]).await;
        bench.store.prepare_all(&webinars::AREA.queries()).await.unwrap();
    }
}
