//! EVT-01: each type of events is in the description with an example of its own. OPS-04: so have keys their codes.

use events::EventType;
use serde_json::Value;

#[test]
fn evt_01_the_description_has_each_type_with_an_example() {
    let document: Value =
        serde_json::from_str(&(webhooks::AREA.describe.unwrap())().to_json().unwrap()).unwrap();
    let described = document["webhooks"].as_object().unwrap();
    assert_eq!(described.len(), EventType::ALL.len());
    for event_type in EventType::ALL {
        let body = &described[event_type.as_str()]["post"]["requestBody"]["content"]["application/json"];
        assert_eq!(body["schema"]["$ref"], "#/components/schemas/Event", "{event_type}");
        assert_eq!(body["example"]["type"], event_type.as_str());
        assert!(body["example"]["data"].is_object(), "{event_type}");
    }
    for schema in ["Event", "EventData", "EventStatementData", "EventMissingSignature"] {
        assert!(document["components"]["schemas"][schema].is_object(), "{schema}");
    }
}

#[test]
fn evt_01_the_documentation_has_an_example_of_each_type() {
    let documentation = include_str!("../../../../docs/WEBHOOKS.md");
    let example = |event_type: &EventType| events::example(*event_type).unwrap().body().unwrap();
    let examples: Vec<String> = EventType::ALL.iter().map(example).collect();
    let examples = examples.join("\n");
    assert!(documentation.contains(&examples), "docs/WEBHOOKS.md has other examples than\n{examples}");
}

#[test]
fn ops_04_a_key_at_work_and_a_key_of_another_request_have_codes_of_their_own() {
    let document: Value =
        serde_json::from_str(&(webhooks::AREA.describe.unwrap())().to_json().unwrap()).unwrap();
    let told = |status: &str| {
        document["paths"]["/v1/webhooks"]["post"]["responses"][status]["content"]["application/json"].clone()
    };
    assert_eq!(told("409")["examples"]["keyInProgress"]["value"]["code"], "KEY_IN_PROGRESS");
    assert_eq!(told("422")["example"]["code"], "KEY_REUSED");
    // Software repeats what came too slowly, and not what is malformed.
    assert_eq!(told("408")["example"]["code"], "REQUEST_TIMEOUT");
}
