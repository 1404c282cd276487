use super::{digest, shared};
use crate::configuration::SETTINGS;

#[test]
fn lif_07_no_secret_is_shared() {
    let all = SETTINGS.iter().map(|setting| (setting.name, String::new())).collect();
    let shared = shared(all);
    assert!(
        shared.iter().all(|(name, _)| !name.contains("key") && !name.contains("password_file")),
        "{shared:?}"
    );
    assert!(shared.iter().all(|(name, _)| *name != "database") && shared.len() > 20, "{shared:?}");
}

#[test]
fn lif_07_a_shared_setting_changes_the_digest_and_an_own_one_does_not() {
    let of = |name, value: &str| {
        digest(&shared(vec![("bank_bic", "044525999".to_owned()), (name, value.to_owned())]))
    };
    assert_ne!(of("time_zone", "Europe/Moscow"), of("time_zone", "Asia/Vladivostok"));
    assert_eq!(of("api_listen", "127.0.0.1:8080"), of("api_listen", "127.0.0.1:9080"));
    assert_eq!(of("master_key", "one"), of("master_key", "another"));
}
