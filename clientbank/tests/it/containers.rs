//! LIF-07: the files of deploy/compose fit the program and its documentation.

use std::collections::BTreeSet;
use std::path::Path;

use clientbank::configuration::{SETTINGS, Sources, read};
use edge::ServeLimits;
use kernel::SystemRandomness;
use store::StoreLocation;

const DOCUMENTATION: &str = include_str!("../../../docs/OPERATIONS.md");
const ROLES: &str = include_str!("../../../deploy/compose/roles.sh");
const COMPOSE: &str = include_str!("../../../deploy/compose/compose.yaml");
const BALANCER: &str = include_str!("../../../deploy/haproxy/haproxy.cfg");
const UNIT: &str = include_str!("../../../packaging/clientbank.service");

/// The seconds after a word of a file.
fn seconds_after(file: &str, word: &str) -> u64 {
    let (_, rest) = file.split_once(word).expect("the word");
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn lif_07_the_containers_make_the_roles_of_the_documentation_and_have_settings_that_are_read() {
    let (_, documented) = DOCUMENTATION.split_once("<!-- roles -->\n```sql\n").expect("the statements");
    let (documented, _) = documented.split_once("```").expect("their end");
    assert!(ROLES.contains(documented), "other roles than\n{documented}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/compose/clientbank.toml");
    let master_key = identity::sealing::MasterKey::mint_base64(&SystemRandomness);
    // The files of secrets are not here.
    let overrides = vec![format!("master_key={master_key}"), "master_key_file=".to_owned()];
    let settings =
        read(&Sources { file: Some(file.into()), overrides }, |_| None).expect("the settings are good");
    assert_eq!(settings.service_role.as_deref(), Some("clientbank"));
    let StoreLocation::Postgres { url, password_file } = &settings.database else {
        panic!("{:?}", settings.database)
    };
    assert!(url.contains("%2Fvar%2Frun%2Fpostgresql"), "{url}");
    assert_eq!(password_file.as_deref(), Some(Path::new("/run/secrets/serving")));
    assert!(COMPOSE.contains("postgres://clientbank_migration@%2Fvar%2Frun%2Fpostgresql/clientbank"));
    for process in ["bank-1", "bank-2"] {
        assert!(
            COMPOSE.contains(&format!("\n  {process}: ")) && BALANCER.contains(&format!("{process}:8080"))
        );
    }
    for listener in [settings.api_listen, settings.identity_listen, settings.administration_listen] {
        assert!(listener.ip().is_unspecified() && BALANCER.contains(&format!("{}", listener.port())));
    }
}

#[test]
fn lif_07_the_balancer_is_the_documented_one_and_leaves_before_the_farewell_ends() {
    let (_, documented) = DOCUMENTATION.split_once("For haproxy, as in").expect("the balancer");
    let documented = documented.split("```").nth(1).expect("its lines");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    let lines = BALANCER.lines().map(words).collect::<BTreeSet<_>>();
    // Names of backends and servers are each bank's own.
    let of_all =
        documented.lines().filter(|line| !line.trim().starts_with("backend ") && !line.contains(":80"));
    for line in of_all.filter(|line| !line.trim().is_empty()) {
        assert!(lines.contains(&words(line)), "{line}");
    }
    let number = |name: &str| -> u64 {
        let mut words = BALANCER.split_whitespace().skip_while(|word| *word != name).skip(1);
        words.next().and_then(|word| word.trim_end_matches('s').parse().ok()).expect("a number")
    };
    let farewell = SETTINGS.iter().find(|setting| setting.name == "farewell_s").expect("the setting");
    assert!(number("inter") * number("fall") < farewell.default.parse().expect("seconds"));
    assert!(number("tune.bufsize") > u64::try_from(ServeLimits::default().head_bytes_max).expect("bytes"));
}

#[test]
fn lif_07_whoever_ends_a_process_waits_for_its_end_and_the_balancer_for_every_answer() {
    let default = |name: &str| -> u64 {
        let setting = SETTINGS.iter().find(|setting| setting.name == name).expect("the setting");
        setting.default.parse().expect("seconds")
    };
    let jobs_end = jobs::RunnerSettings::default().stop_wait.as_secs();
    let end = default("farewell_s") + default("drain_s_max") + jobs_end;
    assert!(seconds_after(UNIT, "TimeoutStopSec=") > end);
    assert!(seconds_after(COMPOSE, "stop_grace_period:") > end);
    // Payroll has twice the usual time.
    assert!(seconds_after(BALANCER, "timeout server") > 2 * edge::REQUEST_TIME_MAX.as_secs());
}
