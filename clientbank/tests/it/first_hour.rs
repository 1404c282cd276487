//! The pages that a newcomer reads say what is there: the programs of docs/FIRST-HOUR.md, the variables that commands
//! use, and the key by which each POST may be repeated (OPS-04).

use std::collections::BTreeMap;

use crate::markdown::{blocks, code, pages, root, table};
use crate::operations::{merged, operations};

/// The programs, in the order of the page, with the language of each block.
const PROGRAMS: [(&str, &str); 5] = [
    ("python", "first_hour.py"),
    ("js", "first-hour.mjs"),
    ("java", "FirstHour.java"),
    ("cs", "FirstHour.cs"),
    ("bsl", "FirstHour.bsl"),
];
/// The lines that define the address of the API for a shell.
const DEFINITIONS: [&str; 4] =
    ["clientbank login --export", "clientbank demo token", "clientbank sandbox token", "export API="];

#[test]
fn ops_04_the_first_hour_shows_the_programs_as_they_are_run() {
    let page = std::fs::read_to_string(root().join("docs/FIRST-HOUR.md")).expect("the page");
    let shown = blocks(&page);
    for (language, file) in PROGRAMS {
        let path = root().join("docs/examples/first-hour").join(file);
        let program = std::fs::read_to_string(path).expect("a program");
        let shown: Vec<_> = shown.iter().filter(|block| block.language == language).collect();
        assert_eq!(shown.len(), 1, "one block in {language}");
        assert!(shown[0].text == program, "docs/FIRST-HOUR.md shows another {file} than the one that is run");
        assert!(page.contains(&format!("(examples/first-hour/{file})")), "the page leads to {file}");
    }
    for word in
        ["openid profile email phone", "Basic authentication", "SIGNING.md", "people-sign", "lost-answer"]
    {
        assert!(page.contains(word), "the page says {word}");
    }
    let folder = std::fs::read_dir(root().join("docs/examples/first-hour")).expect("the folder");
    assert_eq!(folder.count(), PROGRAMS.len(), "each program is shown");
}

#[test]
fn ops_04_each_page_defines_the_address_that_its_commands_use() {
    let mut using = 0;
    for (path, page) in pages() {
        let mut is_defined = false;
        for block in blocks(&page).into_iter().filter(|block| block.language == "sh") {
            for line in block.text.lines() {
                is_defined |= DEFINITIONS.iter().any(|definition| line.contains(definition));
                if line.contains("$API") || line.contains("$CLIENTBANK_API") {
                    assert!(is_defined, "{path} does not say before what the address is: {line}");
                    using += 1;
                }
            }
        }
    }
    assert!(using > 5, "pages use the address: {using}");
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    assert!(readme.contains("(docs/SIGNING.md)") && readme.contains("(docs/FIRST-HOUR.md)"));
}

#[test]
fn ops_04_each_post_has_a_key_by_which_it_can_be_repeated() {
    let page = std::fs::read_to_string(root().join("docs/API.md")).expect("the page");
    let rows = table(&page, "## Requests that come again");
    let told: BTreeMap<String, bool> = rows
        .iter()
        .map(|row| (code(row[0])[0].to_owned(), code(row[1]).contains(&"Idempotency-Key")))
        .collect();
    let document = merged();
    let described: BTreeMap<String, bool> = operations(&document)
        .iter()
        .filter(|operation| operation.name.starts_with("POST "))
        .map(|operation| {
            let parameters = operation.description["parameters"].as_array().into_iter().flatten();
            let takes = parameters.into_iter().any(|parameter| parameter["name"] == "Idempotency-Key");
            if takes {
                for status in ["409", "422"] {
                    let answer = &operation.description["responses"][status];
                    assert!(answer.is_object(), "{} describes {status}", operation.name);
                }
            }
            (operation.name.clone(), takes)
        })
        .collect();
    assert_eq!(told, described, "docs/API.md and the description say the same of each POST");
    assert!(described.values().filter(|takes| **takes).count() >= 5);
}
