//! Settings: their sources, the refused values, and their documentation.

use std::collections::HashMap;
use std::time::Duration;

use clientbank::configuration::{Configuration, ConfigurationError, LogFormat, SETTINGS, Sources, read};

use crate::program::{folder, run, said, text};

fn with(
    file: Option<&str>,
    variables: &[(&str, &str)],
    overrides: &[&str],
) -> Result<Configuration, ConfigurationError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = file.map(|text| {
        let path = folder.path().join("clientbank.toml");
        std::fs::write(&path, text).expect("a file");
        path
    });
    let variables: HashMap<&str, &str> = variables.iter().copied().collect();
    let file = path.map(Into::into);
    let sources = Sources { file, overrides: overrides.iter().map(|&text| text.to_owned()).collect() };
    read(&sources, |name| variables.get(name).map(|&value| value.to_owned()))
}

fn error(file: Option<&str>, overrides: &[&str]) -> String {
    with(file, &[], overrides).expect_err("a fault").to_string()
}

#[test]
fn without_anything_the_defaults_hold() {
    let configuration = with(None, &[], &[]).expect("the defaults are good");
    assert_eq!(configuration.lifetimes.token_s, 900);
    assert_eq!(configuration.lifetimes.login_s, 30 * 86_400);
    assert_eq!(configuration.log_format, LogFormat::Json);
    assert!(configuration.master_key.is_none());
    assert!(configuration.needed_master_key().expect_err("a fault").to_string().contains("master_key"));
}

#[test]
fn later_sources_win() {
    let file = "token_lifetime_s = 100\ncode_lifetime_s = 30\nlog_format = \"text\"\n";
    let variables = [("CLIENTBANK_TOKEN_LIFETIME_S", "200"), ("CLIENTBANK_CODE_LIFETIME_S", "40")];
    let configuration = with(Some(file), &variables, &["token_lifetime_s=300"]).expect("good settings");
    assert_eq!(configuration.lifetimes.token_s, 300);
    assert_eq!(configuration.lifetimes.code_s, 40);
    assert_eq!(configuration.log_format, LogFormat::Text);
}

#[test]
fn bnk_09_a_command_does_what_its_file_said_when_it_was_confirmed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("clientbank.toml");
    let write =
        |seconds: u32| std::fs::write(&path, format!("token_lifetime_s = {seconds}")).expect("a file");
    let read_by = |sources: &Sources| read(sources, |_| None).expect("good settings").lifetimes.token_s;
    write(100);
    let [one, other] = [(); 2].map(|()| Sources { file: Some(path.clone().into()), overrides: Vec::new() });
    assert_eq!(read_by(&one), 100);
    write(200);
    assert_eq!((read_by(&one), read_by(&other)), (100, 200));
}

#[test]
fn every_number_has_a_range_that_is_checked() {
    for setting in SETTINGS {
        let Some((least, most)) = setting.range else { continue };
        for (value, good) in [(least, true), (most, true), (most + 1, false)] {
            let outcome = with(None, &[], &[&format!("{}={value}", setting.name)]);
            assert_eq!(outcome.is_ok(), good, "{}={value}", setting.name);
        }
        if least > 0 {
            let told = error(None, &[&format!("{}={}", setting.name, least - 1)]);
            assert!(told.contains(setting.name), "{told}");
        }
        assert!(with(None, &[], &[&format!("{}=-1", setting.name)]).is_err(), "{}", setting.name);
        assert!(with(None, &[], &[&format!("{}=many", setting.name)]).is_err(), "{}", setting.name);
    }
}

#[test]
fn what_cannot_be_meant_is_refused_by_name() {
    for (assignment, name) in [
        ("database=mysql://x", "database"),
        ("api_listen=8080", "api_listen"),
        ("api_address=https://api.bank.example/", "api_address"),
        ("identity_address=ftp://bank.example", "identity_address"),
        ("master_key=c2hvcnQ=", "master_key"),
        ("master_key_file=/nowhere/at/all", "master_key_file"),
        ("bank_bic=12345", "bank_bic"),
        ("time_zone=Moscow", "time_zone"),
        ("log_format=xml", "log_format"),
        ("trusted_proxies=proxy.bank.example", "trusted_proxies"),
    ] {
        let told = error(None, &[assignment]);
        assert!(told.contains(name), "{assignment}: {told}");
    }
    assert!(error(Some("tokn_lifetime_s = 1"), &[]).contains("tokn_lifetime_s"));
    assert!(error(None, &["no assignment"]).contains("NAME=VALUE"));
}

#[test]
fn a_master_key_is_never_repeated() {
    let told = error(None, &["master_key=bm90IGxvbmcgZW5vdWdo"]);
    assert!(!told.contains("bm90IGxvbmcgZW5vdWdo"), "{told}");
    let key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let configuration = with(None, &[], &[&format!("master_key={key}")]).expect("good settings");
    assert!(!format!("{configuration:?}").contains("AAAAAA"));
}

#[test]
fn ops_01_a_bank_reads_by_no_key_of_a_sandbox_and_the_other_way_round() {
    let key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    for (present, other, fits) in
        [("", "", true), ("sandbox:", "sandbox:", true), ("", "sandbox:", false), ("sandbox:", "", false)]
    {
        let settings = [format!("master_key={present}{key}"), format!("master_key_other={other}{key}")];
        match with(None, &[], &settings.each_ref().map(String::as_str)) {
            Ok(_) => assert!(fits, "{settings:?}"),
            Err(told) => {
                let told = told.to_string();
                assert!(!fits && told.contains("master_key_other") && told.contains("a sandbox"), "{told}");
                assert!(!told.contains("AAAA"), "{told}");
            }
        }
    }
}

#[test]
fn lif_08_credentials_of_checkpoints_have_one_of_two_forms() {
    let of = |value: &str| with(None, &[], &[&format!("trail_checkpoints_credentials={value}")]);
    for (value, sent) in [
        ("Bearer s3cret", Some("Bearer s3cret")),
        ("auditor:s3cret", Some("Basic YXVkaXRvcjpzM2NyZXQ=")),
        ("s3cret", None),
        ("Bearer s3cret\u{7f}", None),
    ] {
        match of(value) {
            Ok(configuration) => {
                let credentials = configuration.trail_checkpoints_credentials.expect("they are set");
                assert_eq!(credentials.to_str().ok(), sent, "{value}");
                assert!(credentials.is_sensitive(), "no log shows them");
            }
            Err(told) => {
                let told = told.to_string();
                assert!(sent.is_none() && told.contains("trail_checkpoints_credentials"), "{told}");
                assert!(!told.contains("s3cret"), "{told}");
            }
        }
    }
}

#[test]
fn ops_01_a_fault_in_the_file_is_told_without_its_line() {
    let secret = "s3cret-of-the-bank";
    let broken = format!("bank_bic = \"044525999\"\ndatabase = \"postgres://bank:{secret}@db/bank\n");
    let told = error(Some(&broken), &[]);
    assert!(told.contains("clientbank.toml") && told.contains("line 2, column "), "{told}");
    assert!(told.contains("invalid basic string"), "{told}");
    assert!(!told.contains(secret) && !told.contains("postgres:"), "{told}");
    let doubled = format!("master_key = \"{secret}\"\n").repeat(2);
    let told = error(Some(&doubled), &[]);
    assert!(told.contains("line 2, column 1: duplicate key"), "{told}");
    assert!(!told.contains(secret), "{told}");
    // Values of another kind, and an option without its sign.
    let told = error(Some(&format!("token_lifetime_s = \"{secret}\"")), &[]);
    assert!(told.contains("token_lifetime_s") && !told.contains(secret), "{told}");
    let told = error(None, &[&format!("master_key {secret}")]);
    assert!(told.contains("NAME=VALUE") && !told.contains(secret), "{told}");
}

#[test]
fn ops_01_a_master_key_that_others_may_read_is_refused() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("master.key");
    std::fs::write(&path, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n").expect("a file");
    let is_of_root = std::fs::metadata(&path).expect("a file").uid() == 0;
    let setting = format!("master_key_file={}", path.display());
    // The service reads a file of root as its group.
    let remedy = if is_of_root { "chmod 640" } else { "chmod 600" };
    for (mode, is_taken) in [
        (0o600, true),
        (0o400, true),
        (0o440, is_of_root),
        (0o640, is_of_root),
        (0o604, false),
        (0o644, false),
        (0o660, false),
        (0o601, false),
        (0o777, false),
    ] {
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("permissions");
        match with(None, &[], &[&setting]) {
            Ok(configuration) => assert!(is_taken && configuration.master_key.is_some(), "{mode:o}"),
            Err(error) => {
                let told = error.to_string();
                assert!(!is_taken && told.contains("master_key_file") && told.contains(remedy), "{told}");
                assert!(!told.contains("AAAA"), "{told}");
            }
        }
    }
}

#[test]
fn the_documentation_has_a_row_for_every_setting() {
    let documentation = include_str!("../../../docs/OPERATIONS.md");
    for setting in SETTINGS {
        let range = setting.range.map_or(String::new(), |(least, most)| format!("{least} to {most}"));
        let default = match (setting.default, setting.range) {
            ("", _) => String::new(),
            (text, None) => format!("`{text}`"),
            (number, Some(_)) => format!("`{}`", number.replace('_', "")),
        };
        let row = format!("| `{}` | {default} | {range} | {} |", setting.name, setting.meaning);
        assert!(documentation.contains(&row), "docs/OPERATIONS.md lacks\n{row}");
    }
}

#[test]
fn ops_03_no_setting_lets_a_body_take_longer_than_its_request() {
    let body = SETTINGS.iter().find(|setting| setting.name == "body_time_s_max").expect("the setting");
    let (_, most) = body.range.expect("its range");
    assert!(Duration::from_secs(most) < edge::REQUEST_TIME_MAX, "408 comes before 503");
}

/// A setting that counts is named when it cannot be used.
fn refused_setting(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    text(&output.stderr)
}

#[test]
fn settings_count_before_and_behind_the_command_and_the_last_wins() {
    let folder = folder();
    let database = format!("database=sqlite:{}", folder.path().join("bank.db").display());
    let (good, bad) = ("bank_bic=044525999", "bank_bic=12345");
    for arguments in
        [["--set", bad, "migrate", "--set", &database], ["--set", &database, "migrate", "--set", bad]]
    {
        assert!(refused_setting(&arguments).contains("bank_bic"), "{arguments:?}");
    }
    let deep = ["--set", bad, "keys", "--set", "log_filter=warn", "list", "--set", &database];
    assert!(refused_setting(&deep).contains("bank_bic"));
    let last = ["--set", good, "migrate", "--set", &database, "--set", bad];
    assert!(refused_setting(&last).contains("bank_bic"));
    // The database of the first group is the one that is worked on.
    said(&["--set", bad, "--set", &database, "migrate", "--set", good]);
    assert!(folder.path().join("bank.db").is_file());
}

/// Runs `settings` with a file, one variable and `--set`, and returns its success, output and errors.
fn settings_shown(arguments: &[&str]) -> (bool, String, String) {
    let folder = folder();
    let file = folder.path().join("clientbank.toml");
    std::fs::write(&file, "code_lifetime_s = 30\nbank_bic = \"044525999\"\nlog_format = \"text\"\n")
        .expect("a file");
    let mut command = crate::program::clientbank();
    command.args(["--configuration", file.to_str().expect("UTF-8"), "settings"]).args(arguments);
    let output = command.env("CLIENTBANK_LOG_FORMAT", "json").output().expect("the program runs");
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn ops_01_settings_in_force_are_shown_with_their_sources_and_without_secrets() {
    let key = said(&["keys", "master-key"]);
    let (key, password) = (key.trim(), "pa55word");
    let (master, database) =
        (format!("master_key={key}"), format!("database=postgres://bank:{password}@127.0.0.1:5432/bank"));
    let (good, out, err) =
        settings_shown(&["--json", "--set", &master, "--set", &database, "--set", "token_lifetime_s=60"]);
    assert!(good, "{err}");
    let shown: HashMap<String, (String, String)> = out
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let text = |name: &str| line[name].as_str().expect("a text").to_owned();
            (text("name"), (text("value"), text("from")))
        })
        .collect();
    assert_eq!(shown.len(), SETTINGS.len());
    let of = |name: &str| (shown[name].0.as_str(), shown[name].1.as_str());
    assert_eq!(of("token_lifetime_s"), ("60", "--set"));
    assert_eq!(of("log_format"), ("json", "CLIENTBANK_LOG_FORMAT"), "the environment wins over the file");
    assert!(of("code_lifetime_s").0 == "30" && of("code_lifetime_s").1.ends_with("clientbank.toml"));
    assert_eq!(of("accounts"), ("ledger", "default"));
    assert_eq!(of("master_key"), ("(secret)", "--set"));
    assert_eq!(of("database").0, "postgres://127.0.0.1:5432/bank");
    assert!(!out.contains(key) && !out.contains(password));
    // An address that is none may have a password anywhere; a setting that is refused is refused here too.
    let (good, out, err) =
        settings_shown(&["--only-set", "--set", "database=postgress://bank:pa55word@x/bank"]);
    assert!(!good && !out.contains(password) && !err.contains(password), "{out}{err}");
    assert!(out.lines().count() == 4 && !out.contains("default"), "{out}");
}
