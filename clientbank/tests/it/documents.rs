//! The pages for integrators tell the truth, and nothing that a reader cannot follow.

use std::collections::BTreeSet;

use clientbank::application::areas;

use crate::login_command::EXPORTED;
use crate::markdown::{blocks, code, pages, root, table};
use crate::operations::{merged, operations};

/// Set by every shell.
const OF_THE_SHELL: [&str; 3] = ["HOME", "PATH", "PWD"];

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a page")
}

/// The name that `text` begins with, such as `API` of `API/v1`.
fn name_at(text: &str) -> &str {
    let end = text.find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'));
    let name = &text[..end.unwrap_or(text.len())];
    if name.starts_with(|first: char| first.is_ascii_digit()) { "" } else { name }
}

/// Finds the variables of a line: the names in `$NAME` and `${NAME}`.
fn used(line: &str) -> Vec<&str> {
    let after = line.split('$').skip(1).map(|rest| name_at(rest.strip_prefix('{').unwrap_or(rest)));
    after.filter(|name| !name.is_empty()).collect()
}

/// The variables that a line gives a value: by an assignment in front of all else, or by a login whose export is
/// evaluated, as is that of a token without a browser.
fn defined(line: &str) -> Vec<&str> {
    if line.contains("eval") && line.contains("login") && line.contains("--export") {
        return EXPORTED.to_vec();
    }
    if line.contains("eval") && ["demo token", "sandbox token"].iter().any(|command| line.contains(command)) {
        return vec!["API", "IDENTITY", "ACCESS_TOKEN", "ID_TOKEN", "REFRESH_TOKEN"];
    }
    let assignment = line.trim_start().trim_start_matches("export ");
    let name = name_at(assignment);
    let is_assignment = !name.is_empty() && assignment[name.len()..].starts_with('=');
    if is_assignment { vec![name] } else { Vec::new() }
}

/// The places where a page uses a variable before it has given it a value.
fn undefined(page: &str) -> Vec<String> {
    let mut known: BTreeSet<&str> = OF_THE_SHELL.into_iter().collect();
    let blocks = blocks(page);
    let shell = blocks.iter().filter(|block| ["sh", "bash", "shell", "console"].contains(&block.language));
    let mut places = Vec::new();
    for line in shell.flat_map(|block| block.text.lines()) {
        // `TASK=$(curl "$API")` uses before it defines.
        let unknown = used(line).into_iter().filter(|name| !known.contains(name));
        places.extend(unknown.map(|name| format!("${name} in: {line}")));
        known.extend(defined(line));
    }
    places
}

#[test]
fn every_page_defines_the_shell_variables_that_it_uses() {
    let mut variables = 0;
    for (name, page) in pages() {
        assert_eq!(undefined(&page), Vec::<String>::new(), "{name}");
        for block in blocks(&page) {
            let is_shell = block.text.lines().any(|line| line.starts_with("curl "));
            assert!(!is_shell || block.language == "sh", "{name}: say ```sh above {}", block.text);
            variables += used(&block.text).len();
        }
    }
    assert!(variables > 20, "the pages use variables: {variables}");
}

#[test]
fn a_variable_without_a_value_is_found() {
    assert_eq!(undefined("```sh\ncurl \"$API/v1\"\nAPI=x\n```\n"), ["$API in: curl \"$API/v1\""]);
    assert_eq!(undefined("```sh\nAPI=x\n```\n\n```sh\ncurl ${API}\n```\n"), Vec::<String>::new());
    assert_eq!(undefined("```sh\neval \"$(clientbank login --export)\"\ncurl $ID_TOKEN\n```\n").len(), 0);
}

#[test]
fn gen_10_the_page_of_the_api_names_every_area_and_every_operation() {
    let page = page("docs/API.md");
    let named: BTreeSet<&str> = table(&page, "## Operations")
        .iter()
        .flat_map(|row| row[..2].iter().flat_map(|cell| code(cell)))
        .collect();
    let operations: BTreeSet<String> =
        operations(&merged()).into_iter().map(|operation| operation.name).collect();
    let areas: Vec<&str> = areas::names().collect();
    let wanted: BTreeSet<&str> = operations.iter().map(String::as_str).chain(areas).collect();
    assert_eq!(named, wanted);
}

/// The rows of a seed file of the demo, without its head.
fn seed(name: &str) -> Vec<Vec<String>> {
    let path = root().join("clientbank/demo-data").join(name);
    let mut reader = csv::Reader::from_path(path).expect("a seed file");
    let rows = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect());
    rows.collect()
}

#[test]
fn the_page_of_the_demo_has_its_logins() {
    let (credentials, users, companies) = (seed("credentials.csv"), seed("users.csv"), seed("companies.csv"));
    let (clients, rights) = (seed("oauth_clients.csv"), seed("user_rights.csv"));
    let mut wanted = Vec::new();
    for right in &rights {
        let [login, cnum, rights] = &right[..] else { panic!("a row of rights has three columns") };
        let of = |rows: &[Vec<String>], key: usize, value: &str, column: usize| {
            rows.iter().find(|row| row[key] == value).expect("a row of the seed")[column].clone()
        };
        let registered = |row: &&Vec<String>| row[7].split(' ').any(|company| company == cnum);
        let client = &clients.iter().find(registered).expect("a client of the company")[0];
        let roles = of(&users, 1, login, 5);
        let all: Vec<String> =
            roles.split(' ').chain(rights.split(' ')).filter(|word| !word.is_empty()).map(quoted).collect();
        wanted.push(vec![
            quoted(login),
            quoted(&of(&credentials, 0, login, 1)),
            format!("{cnum} {}", of(&companies, 0, cnum, 1)),
            quoted(client),
            all.join(" "),
        ]);
    }
    let page = page("docs/DEMO.md");
    assert_eq!(table(&page, "## Logins"), wanted);
    let wanted: Vec<Vec<String>> = clients
        .iter()
        // The seed holds a hash; that the secret is right is seen where the page's logins are used.
        .map(|row| {
            vec![quoted(&row[0]), quoted(&format!("{}-secret", row[0])), quoted(&row[5]), row[7].clone()]
        })
        .collect();
    assert_eq!(table(&page, "The online bank asks for no software"), wanted);
}

fn quoted(word: &str) -> String {
    format!("`{word}`")
}
