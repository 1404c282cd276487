//! GEN-10: the merged description repeats each area's description.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::operations::{by_area, merged};

#[test]
fn gen_10_merging_the_descriptions_loses_and_changes_nothing() {
    let merged = merged();
    for (area, document) in by_area() {
        let lost = lost(&document, &merged);
        assert!(lost.is_empty(), "{area}:\n{}", lost.join("\n"));
    }
}

#[test]
fn gen_10_a_tag_and_an_operation_id_belong_to_one_area() {
    let mut owners: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (area, document) in by_area() {
        let tags = document["tags"].as_array().expect("an area has tags");
        for tag in tags {
            assert!(tag["description"].is_string(), "{area}: {tag}");
            owners.entry(format!("tag {}", tag["name"])).or_default().push(area);
        }
        for operation in crate::operations::operations(&document) {
            let id = operation.description["operationId"].as_str().expect("an id");
            assert!(is_verb_with_noun(id), "{}: {id} does not say what is done to what", operation.name);
            owners.entry(format!("operationId {id}")).or_default().push(area);
            let used = operation.description["tags"].as_array().expect("an operation has tags");
            let is_known = |tag: &Value| tags.iter().any(|known| known["name"] == *tag);
            assert!(used.iter().all(is_known), "{}: {used:?}", operation.name);
        }
    }
    let shared: Vec<_> = owners.iter().filter(|(_, areas)| areas.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:?}");
}

#[test]
fn gen_10_a_schema_that_two_areas_describe_differently_is_told() {
    let area = |of_type: &str| {
        json!({
            "paths": {"/x": {"get": {"schema": {"$ref": "#/components/schemas/Body"}}}},
            "components": {"schemas": {"Body": {"type": of_type}}},
        })
    };
    let (first, second) = (area("object"), area("string"));
    assert_eq!(lost(&first, &first), Vec::<String>::new());
    assert_eq!(lost(&second, &first), ["components/schemas/Body differs"]);
    let without_component = json!({"paths": first["paths"], "components": {}});
    assert_eq!(lost(&first, &without_component), ["components/schemas/Body is lost"]);
    assert_eq!(lost(&first, &json!({"components": first["components"]})), ["the path /x is lost"]);
}

/// Everything of an area's description that the merged one does not have in the same form. Equal components make equal
/// what their references lead to.
fn lost(area: &Value, merged: &Value) -> Vec<String> {
    let mut lost = Vec::new();
    for (kind, components) in area["components"].as_object().into_iter().flatten() {
        for (name, component) in components.as_object().into_iter().flatten() {
            match &merged["components"][kind][name] {
                Value::Null => lost.push(format!("components/{kind}/{name} is lost")),
                found if found != component => lost.push(format!("components/{kind}/{name} differs")),
                _ => {}
            }
        }
    }
    for (path, item) in area["paths"].as_object().into_iter().flatten() {
        let Some(found) = merged["paths"][path].as_object() else {
            lost.push(format!("the path {path} is lost"));
            continue;
        };
        // The merged description has two servers, hence may name one of them at a path.
        let mut found = found.clone();
        found.remove("servers");
        if Some(&found) != item.as_object() {
            lost.push(format!("the path {path} differs"));
        }
    }
    for tag in area["tags"].as_array().into_iter().flatten() {
        if !merged["tags"].as_array().is_some_and(|tags| tags.contains(tag)) {
            lost.push(format!("the tag {} is lost", tag["name"]));
        }
    }
    lost
}

/// Tells whether an operationId is a verb in small letters with a noun after it.
fn is_verb_with_noun(id: &str) -> bool {
    const VERBS: &str = "\
        correspond create delete download end generate get import introspect issue list redeliver replace \
        revoke send start switch update validate";
    let verb = id.split(|letter: char| letter.is_ascii_uppercase()).next().unwrap_or_default();
    VERBS.split(' ').any(|known| known == verb)
        && id.len() > verb.len()
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
