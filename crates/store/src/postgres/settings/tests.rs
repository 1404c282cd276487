use std::time::Duration;

use super::*;

fn settings() -> Settings {
    let limits = StoreLimits {
        statement_max: Duration::from_mins(1),
        lock_max: Duration::from_millis(1_500),
        ..StoreLimits::default()
    };
    Settings::from_limits(&limits).of_role()
}

#[test]
fn lif_05_what_a_session_lacks_is_written_as_statements_for_its_role() {
    let settings = settings();
    assert!(settings.question().contains("lock_timeout"), "{}", settings.question());
    let nothing = settings.lacking(&BTreeMap::new(), "a\"b");
    assert_eq!(nothing.matches("alter role \"a\"\"b\" set ").count(), settings.0.len(), "{nothing}");
    let mut found: BTreeMap<String, String> =
        settings.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert_eq!(settings.lacking(&found, "clerk"), "");
    found.insert("lock_timeout".to_owned(), "0".to_owned());
    found.remove("jit");
    assert_eq!(
        settings.lacking(&found, "clerk"),
        "alter role \"clerk\" set jit = 'off'; alter role \"clerk\" set lock_timeout = '1500'; "
    );
}

#[test]
fn ops_03_options_of_the_operator_come_last() {
    let options = settings().options("-c jit=on");
    assert!(options.starts_with("-c ") && options.ends_with(" -c jit=on"), "{options}");
    assert!(options.contains("-c statement_timeout=60000 "), "{options}");
}
