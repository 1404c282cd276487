//! Every element of every version has a name.

use std::collections::BTreeSet;
use std::path::Path;

use kernel::Language;

use super::{LABELS, label};

/// The names of the elements that the schemas of auth.024 declare.
fn elements() -> BTreeSet<String> {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/iso20022/schemas");
    let mut names = BTreeSet::new();
    for version in 1..=4 {
        let schema = std::fs::read_to_string(schemas.join(format!("auth.024.001.0{version}.xsd"))).unwrap();
        let declared = schema.split("<xs:element ").skip(1);
        let name =
            |text: &str| text.split("name=\"").nth(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        names.extend(declared.filter_map(|text| name(text.split('>').next().unwrap())));
    }
    names
}

#[test]
fn the_table_is_in_order_and_every_name_is_there_once() {
    assert!(LABELS.is_sorted_by(|one, next| one.0 < next.0));
    for (_, russian, english) in LABELS {
        assert_eq!(russian.is_empty(), english.is_empty());
    }
}

#[test]
fn every_element_of_the_message_has_a_name() {
    let elements = elements();
    assert!(elements.len() > 100, "{}", elements.len());
    let without: Vec<&String> = elements
        .iter()
        .filter(|name| *name != "Document" && !LABELS.iter().any(|(known, _, _)| known == name))
        .collect();
    assert!(without.is_empty(), "{without:?}");
    assert_eq!(label("TxDt", Language::Russian), "Дата");
    assert_eq!(label("Unheard", Language::English), "Unheard");
}
