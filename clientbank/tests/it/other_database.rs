//! OPS-01: a command that was given no settings, or those of another machine, finds no bank and makes none.

use crate::commands::Installation;

/// Commands that work on what is there.
const COMMANDS: [&[&str]; 15] = [
    &["audit"],
    &["check"],
    &["restore", "--check"],
    &["keys", "list"],
    &["keys", "rotate", "--compromised"],
    &["keys", "reseal"],
    &["users", "lock", "ivanova"],
    &["users", "totp", "ivanova"],
    &["clients", "secret", "demo-erp"],
    &["jobs", "list"],
    &["jobs", "retry", "payroll.rail", "01981a2b-0000-7000-8000-000000000001"],
    &["signing-requests"],
    &["signature-schemes", "list"],
    &["retention", "plan"],
    &["retention", "archive", "--to", "nowhere"],
];

#[test]
fn ops_01_a_command_makes_no_database_where_none_is() {
    let installation = Installation::sqlite();
    let folder = installation.files.parent().expect("a folder");
    let content = || {
        let names = std::fs::read_dir(folder).expect("a folder");
        names.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
    };
    let backup = folder.join("backup.db");
    let backup = ["backup", "--to", backup.to_str().expect("UTF-8")];
    for command in COMMANDS.into_iter().chain([backup.as_slice(), &["migrate", "--plan"]]) {
        let words = installation.refuses(command);
        for part in ["there is no database sqlite:", "bank.db", "--configuration", "CLIENTBANK_CONFIGURATION"]
        {
            assert!(words.contains(part), "{command:?}: {words}");
        }
        assert_eq!(content(), ["import"], "{command:?} makes a file");
    }
    installation.import();
    assert_eq!(installation.says(&["jobs", "list"]), "");
}

fn an_empty_database_stays_empty(installation: &Installation) {
    for command in COMMANDS {
        let words = installation.refuses(command);
        let is_told = words.contains("no tables of a bank") && words.contains("CLIENTBANK_CONFIGURATION");
        assert!(is_told, "{command:?}: {words}");
    }
    // Everything is pending still.
    let plan = installation.says(&["migrate", "--plan"]);
    assert!(plan.contains("\nidentity 1: "), "{plan}");
    installation.import();
    assert_eq!(installation.says(&["jobs", "list"]), "");
}

#[test]
fn ops_01_a_command_leaves_an_empty_database_empty_on_sqlite() {
    let installation = Installation::sqlite();
    std::fs::write(installation.files.with_file_name("bank.db"), "").expect("a file");
    an_empty_database_stays_empty(&installation);
}

#[test]
fn ops_01_a_command_leaves_an_empty_database_empty_on_postgres() {
    an_empty_database_stays_empty(&Installation::postgres("empty"));
}
