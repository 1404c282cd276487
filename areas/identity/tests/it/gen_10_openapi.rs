//! GEN-10: the description of identity is complete.

use serde_json::Value;
use testkit::{Bench, on_both_engines};

/// Every operation for software, and the one that a browser is sent to.
const OPERATIONS: [(&str, &str); 12] = [
    ("/.well-known/oauth-authorization-server", "get"),
    ("/.well-known/openid-configuration", "get"),
    ("/authorize", "get"),
    ("/authorize", "post"),
    ("/introspect", "post"),
    ("/jwks", "get"),
    ("/logout", "get"),
    ("/logout", "post"),
    ("/revoke", "post"),
    ("/token", "post"),
    ("/userinfo", "get"),
    ("/userinfo", "post"),
];

fn document() -> Value {
    serde_json::to_value(identity::OPERATIONS.openapi()).unwrap()
}

/// The schema of a media type has an example of its own, or every property of it has.
fn has_example(document: &Value, content: &Value) -> bool {
    if content.get("example").is_some() || content.get("examples").is_some() {
        return true;
    }
    let reference = content["schema"]["$ref"].as_str().unwrap_or_default();
    let Some(schema) = document.pointer(reference.trim_start_matches('#')) else { return false };
    let properties = schema["properties"].as_object().unwrap();
    properties.values().all(|property| property.get("example").is_some() || property.get("$ref").is_some())
}

#[test]
fn gen_10_identity_describes_every_operation() {
    let document = document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(document["info"]["version"], "1.0.0");
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["get", "post", "put", "delete", "options", "patch"] {
            if item.get(method).is_some() {
                operations.push((path.as_str(), method));
            }
        }
    }
    operations.sort_unstable();
    assert_eq!(operations, OPERATIONS);
}

#[test]
fn gen_10_identity_has_an_example_for_every_body() {
    let document = document();
    for (path, method) in OPERATIONS {
        let operation = &document["paths"][path][method];
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(operation.get("security").is_some(), "{method} {path}: security is said");
        let mut bodies = Vec::new();
        if let Some(body) = operation.get("requestBody") {
            bodies.push(("request", body));
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(!response["description"].as_str().unwrap().is_empty(), "{method} {path} {status}");
            bodies.push((status, response));
        }
        for (name, body) in bodies {
            for (kind, content) in body["content"].as_object().into_iter().flatten() {
                assert!(has_example(&document, content), "{method} {path} {name} {kind}: {content}");
            }
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{method} {path} {parameter}");
            let example = parameter.get("example").or_else(|| parameter["schema"].get("example"));
            assert!(example.is_some(), "{method} {path} {parameter}");
        }
    }
}

on_both_engines! {
    async fn gen_10_every_query_of_identity_is_valid(bench: Bench) {
        bench.migrate(crate::TREES).await;
        bench.store.prepare_all(&identity::AREA.queries()).await.unwrap();
    }
}
