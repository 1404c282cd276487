//! GEN-10: the descriptions are complete, served and written.

use std::collections::BTreeSet;

use clientbank::application::areas;
use http::StatusCode;
use serde_json::Value;
use testkit::Bench;

use crate::markdown::{code, root, table};
use crate::operations::{by_area, merged, operations};
use crate::program::said;
use crate::wired::application;

/// Each area's version in section 9 of the specification; areas that it does not name begin at 1.0.0.
const VERSIONS: &[(&str, &str)] = &[
    ("identity", "1.0.0"),
    ("accounts", "1.0.0"),
    ("payroll", "1.0.0"),
    ("currency-certificates", "1.2.0"),
    ("tariff-requests", "1.0.0"),
    ("webinars", "1.0.0"),
    ("treasury", "0.0.8"),
    ("agreements", "1.0.0"),
    ("webhooks", "1.0.0"),
];

testkit::on_both_engines! {
    async fn gen_10_the_api_serves_every_description(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        for (area, document) in by_area() {
            let answer = api.get(&format!("/openapi/{area}.json")).send().await;
            assert_eq!(answer.status, StatusCode::OK, "{area}");
            assert_eq!(answer.header("content-type"), Some("application/json"), "{area}");
            assert_eq!(answer.json(), document, "{area}");
        }
        assert_eq!(api.get("/openapi.json").send().await.json(), merged());
    }
}

#[test]
fn gen_10_each_description_has_its_version_and_its_server() {
    for (area, document) in by_area() {
        assert_eq!(document["openapi"].as_str().map(|version| &version[..4]), Some("3.1."), "{area}");
        let version = VERSIONS.iter().find(|(name, _)| *name == area).map(|(_, version)| *version);
        assert_eq!(document["info"]["version"].as_str(), version, "{area}");
        assert!(document["info"]["title"].as_str().is_some_and(|title| !title.is_empty()), "{area}");
        let server = if area == "identity" { testkit::TEST_ISSUER } else { testkit::TEST_AUDIENCE };
        assert_eq!(document["servers"][0]["url"], server, "{area}");
    }
}

#[test]
fn gen_10_every_operation_is_described_in_full() {
    let document = merged();
    let mut gaps = Vec::new();
    for operation in operations(&document) {
        let (name, description) = (&operation.name, &operation.description);
        for member in ["operationId", "summary", "tags"] {
            if description[member].is_null() {
                gaps.push(format!("{name} has no {member}"));
            }
        }
        for parameter in description["parameters"].as_array().into_iter().flatten() {
            if !parameter["description"].is_string() || !parameter["schema"].is_object() {
                gaps.push(format!("{name}: {} has no description or no schema", parameter["name"]));
            }
        }
        let responses = description["responses"].as_object().expect("responses");
        if !responses.keys().any(|status| status.starts_with(['2', '3'])) {
            gaps.push(format!("{name} describes no success"));
        }
        for (status, response) in responses {
            if !response["description"].is_string() {
                gaps.push(format!("{name} {status} has no description"));
            }
            gaps.extend(without_example(&document, &format!("{name} {status}"), &response["content"]));
        }
        gaps.extend(without_example(
            &document,
            &format!("{name} request"),
            &description["requestBody"]["content"],
        ));
    }
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
}

/// Contents that are shown without an example: none beside them, none in their schema, and not one in each property
/// of their schema.
fn without_example(document: &Value, place: &str, contents: &Value) -> Vec<String> {
    let contents = contents.as_object().into_iter().flatten();
    contents
        .filter(|(_, content)| !has_example(content) && !schema_has_example(document, &content["schema"]))
        .map(|(kind, _)| format!("{place} {kind} has no example"))
        .collect()
}

fn has_example(value: &Value) -> bool {
    !value["example"].is_null() || !value["examples"].is_null()
}

fn schema_has_example(document: &Value, schema: &Value) -> bool {
    let referred =
        schema["$ref"].as_str().and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    let schema = referred.unwrap_or(schema);
    let each_property = schema["properties"].as_object().is_some_and(|properties| {
        properties.values().all(|property| has_example(property) || !property["enum"].is_null())
    });
    has_example(schema) || each_property
}

#[test]
fn gen_10_names_are_used_once_and_every_reference_leads_somewhere() {
    let document = merged();
    let mut ids = BTreeSet::new();
    for operation in operations(&document) {
        let id = operation.description["operationId"].as_str().expect("an id").to_owned();
        assert!(ids.insert(id.clone()), "{id} is used twice");
    }
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference within the description");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get("$ref") {
                found.push(reference.clone());
            }
            object.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn gen_10_the_command_writes_the_same_descriptions() {
    let options = ["--api", testkit::TEST_AUDIENCE, "--identity", testkit::TEST_ISSUER];
    let whole = said(&[&["openapi"], &options[..]].concat());
    assert_eq!(serde_json::from_str::<Value>(&whole).expect("JSON"), merged());
    for (area, document) in by_area() {
        let written = said(&[&["openapi", area], &options[..]].concat());
        assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), document, "{area}");
    }
}

#[test]
fn gen_10_the_command_writes_every_description_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    said(&["openapi", "--folder", path, "--api", testkit::TEST_AUDIENCE, "--identity", testkit::TEST_ISSUER]);
    let mut documents = by_area();
    documents.push(("openapi", merged()));
    documents.push(("bank", serde_json::to_value(bank::description("http://127.0.0.1:8083")).expect("JSON")));
    for (name, document) in &documents {
        let text = std::fs::read(folder.path().join(format!("{name}.json"))).expect("a file");
        assert_eq!(serde_json::from_slice::<Value>(&text).expect("JSON"), *document, "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), documents.len());
}

#[test]
fn integrator_17_the_description_asks_for_each_token_once() {
    let document = merged();
    let schemes = document["components"]["securitySchemes"].as_object().expect("schemes");
    assert_eq!(schemes.keys().map(String::as_str).collect::<Vec<_>>(), ["accessToken", "client", "idToken"]);
    // A description by itself declares what its operations ask for.
    for wired in areas::AREAS {
        let Some(describe) = wired.area.describe else { continue };
        let document = serde_json::to_value(describe()).expect("a description");
        let declared = document["components"]["securitySchemes"].as_object();
        let asked = document["paths"].as_object().expect("paths").values().flat_map(|path| {
            let operations = path.as_object().expect("a path").values();
            operations.filter_map(|operation| operation["security"].as_array()).flatten().collect::<Vec<_>>()
        });
        for name in asked.filter_map(Value::as_object).flat_map(serde_json::Map::keys) {
            assert!(
                declared.is_some_and(|declared| declared.contains_key(name)),
                "{}: {name}",
                wired.area.name
            );
        }
    }
}

#[test]
fn bnk_03_every_code_of_the_bank_api_is_in_the_list_of_errors() {
    let description = serde_json::to_value(bank::description("http://127.0.0.1:8083")).expect("JSON");
    let mut told = BTreeSet::new();
    for operation in operations(&description) {
        for (status, response) in operation.description["responses"].as_object().expect("responses") {
            if status.as_str() >= "400" {
                codes(response, status, &mut told);
            }
        }
    }
    assert!(told.len() > 20, "{told:?}");
    let page = std::fs::read_to_string(root().join("docs/ERRORS.md")).expect("a page");
    let mut listed = BTreeSet::new();
    for row in table(&page, "## Bank API") {
        let statuses: Vec<&str> = row[0].split(", ").collect();
        for status in &statuses {
            listed.extend(code(row[1]).into_iter().map(|code| ((*status).to_owned(), code.to_owned())));
        }
    }
    let missing: Vec<_> = told.difference(&listed).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The codes of the examples of a response, each with its status.
fn codes(value: &Value, status: &str, found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::Object(object) => {
            if let Some(code) = object.get("code").and_then(Value::as_str) {
                found.insert((status.to_owned(), code.to_owned()));
            }
            object.values().for_each(|value| codes(value, status, found));
        }
        Value::Array(values) => values.iter().for_each(|value| codes(value, status, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
