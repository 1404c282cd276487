//! The OpenAPI description and the router say the same (GEN-10).

use accounts::{AccountResponse, ErrorBody, Field, OperationsResponse};
use serde_json::Value;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, SETTLEMENT, petrov};

/// The extension, which shows no account and takes no `fields`.
const OPERATIONS: &str = "/v1/accounts/{number}/operations";

fn document() -> Value {
    serde_json::to_value(accounts::OPERATIONS.openapi()).unwrap()
}

/// Every `example` and `examples` of a media type.
fn examples(media: &Value) -> Vec<Value> {
    let mut found: Vec<Value> = media.get("example").cloned().into_iter().collect();
    let named = media.get("examples").and_then(Value::as_object);
    found.extend(named.into_iter().flatten().map(|(_, example)| example["value"].clone()));
    found
}

/// Asserts that the schema knows every property of the example.
fn assert_known_properties(schemas: &Value, schema: &str, example: &Value) {
    for property in example.as_object().unwrap().keys() {
        assert!(schemas[schema]["properties"].get(property).is_some(), "{schema} has no {property}");
    }
}

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let each = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(|(method, operation)| (path.clone(), method.clone(), operation.clone()))
    });
    each.collect()
}

#[test]
fn gen_10_the_operations_are_described_with_their_parameters() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], "1.0.0");
    let operations = operations(&document);
    let listed: Vec<_> =
        operations.iter().map(|(path, method, _)| (path.as_str(), method.as_str())).collect();
    assert_eq!(listed, [("/v1/accounts", "get"), ("/v1/accounts/{number}", "get"), (OPERATIONS, "get")]);
    for (path, _, operation) in &operations {
        let parameters = operation["parameters"].as_array().unwrap();
        let fields = parameters.iter().find(|parameter| parameter["name"] == "fields");
        assert_eq!(
            fields.map(|fields| &fields["required"]),
            (path != OPERATIONS).then_some(&true.into()),
            "{path}"
        );
        let schemes = operation["security"][0].as_object().unwrap();
        assert!(schemes.contains_key("accessToken") && schemes.contains_key("idToken"));
    }
    let names: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
    let text = document.to_string();
    assert!(text.contains(&serde_json::to_string(&names).unwrap()), "the enum of fields");
    assert_eq!(document["components"]["schemas"]["AccountResponse"]["properties"]["id"]["deprecated"], true);
    let limit =
        operations[0].2["parameters"].as_array().unwrap().iter().find(|p| p["name"] == "limit").unwrap();
    assert_eq!((&limit["schema"]["minimum"], &limit["schema"]["maximum"]), (&1.into(), &1000.into()));
}

#[test]
fn gen_10_every_reference_leads_somewhere() {
    let document = document();
    let text = document.to_string();
    let references = text.split(r##""$ref":"#"##).skip(1).map(|rest| rest.split('"').next().unwrap());
    for reference in references {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
}

#[test]
fn gen_10_every_answer_has_an_example_that_is_one() {
    let document = document();
    let mut seen = 0;
    for (path, _, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let examples = examples(&response["content"]["application/json"]);
            assert!(!examples.is_empty(), "{path} {status} has no example");
            for example in examples {
                let text = example.to_string();
                let schemas = &document["components"]["schemas"];
                let accounts = example.as_array().cloned().unwrap_or_else(|| vec![example.clone()]);
                if status == "200" && path == OPERATIONS {
                    assert_known_properties(schemas, "OperationsResponse", &example);
                    for operation in example["operations"].as_array().unwrap() {
                        assert_known_properties(schemas, "AccountOperation", operation);
                    }
                    serde_json::from_str::<OperationsResponse>(&text).unwrap();
                } else if status == "200" {
                    for account in &accounts {
                        assert_known_properties(schemas, "AccountResponse", account);
                        serde_json::from_value::<AccountResponse>(account.clone()).unwrap();
                    }
                } else {
                    assert_known_properties(schemas, "AccountsErrorBody", &example);
                    let body: ErrorBody = serde_json::from_str(&text).unwrap();
                    assert_eq!(body.status.to_string(), *status);
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 20, "{seen} examples");
}

#[test]
fn gen_10_every_field_has_a_property_in_its_place() {
    let text = accounts::OPERATIONS.openapi().to_json().unwrap();
    let schema = &text[text.find(r#""AccountResponse":{"#).unwrap()..];
    let field = |field: &Field| format!("{}{}", field.name()[..1].to_lowercase(), &field.name()[1..]);
    let names = std::iter::once("id".to_owned()).chain(Field::ALL.iter().map(field));
    let places: Vec<usize> =
        names.map(|name| schema.find(&format!(r#""{name}":{{"#)).expect(&name)).collect();
    assert!(places.is_sorted());
    let properties = &document()["components"]["schemas"]["AccountResponse"]["properties"];
    assert_eq!(properties.as_object().unwrap().len(), 27);
}

on_both_engines! {
    async fn gen_10_the_router_answers_as_described(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let all = Field::ALL.iter().map(|field| field.name()).collect::<Vec<_>>().join(",");
        for (template, _, _) in operations(&document()) {
            let path = template.replace("{number}", SETTLEMENT);
            let answer = bank.get(&petrov(), &format!("{path}?fields={all}")).await;
            assert_eq!(answer.status, 200);
            let text = answer.text();
            if template == OPERATIONS {
                assert_eq!(serde_json::from_str::<OperationsResponse>(text).unwrap().operations.len(), 1);
            } else if text.starts_with('[') {
                assert_eq!(serde_json::from_str::<Vec<AccountResponse>>(text).unwrap().len(), 4);
            } else {
                serde_json::from_str::<AccountResponse>(text).unwrap();
            }
            let without = bank.client.get(&path).send().await;
            serde_json::from_str::<ErrorBody>(without.text()).unwrap();
        }
    }

    async fn gen_03_a_request_id_is_echoed_as_described(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (path, _, operation) in operations(&document()) {
            let parameters = operation["parameters"].as_array().unwrap();
            let header = parameters.iter().find(|parameter| parameter["name"] == "X-Request-Id").unwrap();
            assert_eq!(header["schema"]["pattern"], "^[A-Za-z0-9._-]{1,128}$", "{path}");
            let longest = "Az09._-".repeat(19);
            for (id, is_echoed) in [(&longest[..128], true), (&longest[..129], false), ("a!b", false)] {
                let answer = bank.client.get(&path).header("X-Request-Id", id).send().await;
                assert_eq!(answer.header("x-request-id") == Some(id), is_echoed, "{id}");
            }
        }
    }

    async fn gen_10_the_refusals_of_the_examples_are_real(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mut seen = Vec::new();
        for (path, _, operation) in operations(&document()) {
            let wrong = &operation["responses"]["400"]["content"]["application/json"]["examples"];
            for (name, example) in wrong.as_object().unwrap() {
                let query = match name.as_str() {
                    // A million accounts would be needed.
                    "listTooLong" => {
                        assert_eq!(example["value"]["message"], "More than 1000000 accounts: use `limit`");
                        continue;
                    }
                    // An archive would be needed; `lif_03_a_period_before_that_says_…` has one, and compares the words.
                    "periodArchived" => {
                        let message = example["value"]["message"].as_str().unwrap();
                        assert!(message.starts_with("Operations through "), "{message}");
                        continue;
                    }
                    "missingFields" => "",
                    "unknownField" => "?fields=Numbr",
                    "dayMalformed" => "?from=yesterday",
                    "periodBackwards" => "?from=2026-11-21&to=2026-11-20",
                    "limitOutOfRange" => "?fields=Number&limit=1001",
                    other => panic!("{other} is not tried"),
                };
                let path = path.replace("{number}", SETTLEMENT);
                let answer = bank.get(&petrov(), &format!("{path}{query}")).await;
                assert_eq!((answer.status.as_u16(), answer.json()), (400, example["value"].clone()), "{path}{query}");
                seen.push(name.clone());
            }
        }
        assert_eq!(seen.len(), 7);
    }

    async fn gen_10_the_examples_are_real(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let document = document();
        let response = &document["paths"]["/v1/accounts/{number}"]["get"]["responses"]["200"];
        let examples = &response["content"]["application/json"]["examples"];
        let all = Field::ALL.iter().map(|field| field.name()).collect::<Vec<_>>().join(",");
        let answer = bank.get(&petrov(), &format!("/v1/accounts/40702840200000000002?fields={all}")).await;
        assert_eq!(answer.json(), examples["everyField"]["value"]);
        let answer = bank.get(&petrov(), &format!("/v1/accounts/{SETTLEMENT}?fields=Number,Currency,Balance")).await;
        assert_eq!(answer.json(), examples["chosenFields"]["value"]);
    }
}
