//! The demands of PDF/A-2a and PDF/UA-1. The library refuses to write a file that breaks a rule it can check; other
//! programs read the rest here.

use pdf::render;
use testkit::documents;

use crate::sample::every_block;

#[test]
fn the_metadata_name_the_standards_and_the_document() {
    let pdf = render(&every_block(3)).unwrap();
    let metadata = documents::information(&pdf, &["-meta"]);
    for expected in [
        "<pdfaid:part>2</pdfaid:part>",
        "<pdfaid:conformance>A</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        "Заявление на смену тарифного плана",
        "АО «Банк»",
        "2026-11-20T09:00:00",
    ] {
        assert!(metadata.contains(expected), "{expected}: {metadata}");
    }
    let information = documents::information(&pdf, &["-isodates"]);
    for expected in [
        "Title:           Заявление на смену тарифного плана",
        "Subject:         Заявление № 17",
        "Author:          АО «Банк»",
        "CreationDate:    2026-11-20T09:00:00Z",
        "Tagged:          yes",
        "(A4)",
        "Encrypted:       no",
    ] {
        assert!(information.contains(expected), "{expected}: {information}");
    }
}

#[test]
fn the_structure_is_that_of_the_document() {
    let pdf = render(&every_block(2)).unwrap();
    let structure = documents::information(&pdf, &["-struct"]);
    // Attributes, which begin with a slash, aside.
    let roles: Vec<&str> = structure
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('/'))
        .filter_map(|line| line.split([' ', ':']).next())
        .collect();
    let expected = "Document H1 P \
        Table TBody TR TH TD TR TH TD \
        H2 P \
        Table Caption THead TR TH TH TH TBody TR TD TD TD TR TD TD TD \
        H3 P";
    assert_eq!(roles, expected.split_whitespace().collect::<Vec<_>>(), "{structure}");
}

#[test]
fn the_fonts_are_inside_as_subsets_with_their_characters() {
    let pdf = render(&every_block(3)).unwrap();
    assert!(pdf.len() < 60_000, "{} bytes", pdf.len());
    let text = String::from_utf8_lossy(&pdf);
    let names: Vec<_> = text.match_indices("+PTSans-").collect();
    assert!(!names.is_empty());
}
