//! Settings that all processes of a bank share are compared at the start (BNK-09, LIF-07).

use serde_json::json;
use store::params;
use testkit::{Bench, on_both_engines};

use crate::commands::Installation;
use crate::imports_started::Ground;
use crate::program::{run, text};
use crate::trail_log::Serving;
use crate::two_processes::{PATIENCE, free_ports};
use crate::wired::ORDERS;

store::queries! {
    /// Makes a value the bank's, as a command beside the server adopts it.
    ADOPT = "insert into shared_settings (name, value) values ($1, $2)";
}

on_both_engines! {
    async fn bnk_09_settings_are_listed_as_the_bank_has_them(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let before = ground.rows("registry/settings").await;
        let adopt = |tx: &mut store::Tx| tx.execute_one(&ADOPT, params!["bank_bic", "044525777"]);
        bench.store.write::<_, store::StoreError>("test.adopt", adopt).await.expect("it is the bank's");
        let after = ground.rows("registry/settings").await;
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            let value = if after["name"] == "bank_bic" { &json!("044525777") } else { &before["value"] };
            assert_eq!((&after["name"], &after["value"]), (&before["name"], value));
        }
        assert_ne!(before, after);
    }
}

/// Returns the words of a server that does not start.
pub(crate) fn refusal(installation: &Installation, other: &[&str]) -> String {
    let listen: Vec<String> = ["api", "identity", "administration"]
        .into_iter()
        .zip(free_ports())
        .map(|(name, port)| format!("{name}_listen=127.0.0.1:{port}"))
        .collect();
    let all = installation.settings.iter().chain(&listen).map(String::as_str).chain(other.iter().copied());
    let arguments: Vec<&str> =
        ["serve", "--set", ORDERS].into_iter().chain(all.flat_map(|one| ["--set", one])).collect();
    let output = run(&arguments);
    assert!(!output.status.success(), "it starts with {other:?}");
    text(&output.stderr)
}

/// A server with these settings starts and is ready.
fn starts(installation: &Installation) {
    let serving = Serving::start(installation);
    let since = std::time::Instant::now();
    while !serving.is_ready() {
        assert!(since.elapsed() < PATIENCE, "it is not ready");
        std::thread::yield_now();
    }
}

fn a_server_that_differs_does_not_start(mut installation: Installation) {
    installation.import();
    starts(&installation);
    starts(&installation);
    let other = ["bank_bic=044525000", "token_lifetime_s=86400", "log_filter=error"];
    let refused = refusal(&installation, &other);
    for words in [
        "bank_bic is \"044525000\" here and \"044525999\" there",
        "token_lifetime_s is \"86400\" here and \"900\" there",
        "clientbank settings adopt --reason",
    ] {
        assert!(refused.contains(words), "{refused}");
    }
    assert!(!refused.contains("log_filter") && !refused.contains("master_key"), "{refused}");
    starts(&installation);
    let kept = refusal(&installation, &["time_zone=Asia/Vladivostok"]);
    assert!(kept.contains("the days of this database"), "{kept}");

    let adopt = ["settings", "adopt", "--reason", "shorter sessions", "--set", ORDERS];
    let longer = ["--set", "token_lifetime_s=600"];
    installation.refuses(&["settings", "adopt", "--set", ORDERS]);
    let long = installation.refuses(&["settings", "adopt", "--reason", &"я".repeat(251), "--set", ORDERS]);
    assert!(long.contains("250"), "{long}");
    let told = installation.says(&[&adopt[..], &longer].concat());
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(told.trim()).expect("one line of JSON"),
        json!({ "name": "token_lifetime_s", "before": "900", "after": "600" })
    );
    assert_eq!(installation.says(&[&adopt[..], &longer].concat()), "", "once");
    let entries = installation.trail("settings.adopted");
    assert_eq!(entries.len(), 1, "{entries:?}");
    let detail = &entries[0]["detail"];
    assert_eq!(
        (&entries[0]["actor"]["id"], &detail["reason"]),
        (&json!("petrova"), &json!("shorter sessions"))
    );
    assert_eq!(
        (&detail["before"], &detail["after"]),
        (&json!({ "token_lifetime_s": "900" }), &json!({ "token_lifetime_s": "600" }))
    );
    let refused = refusal(&installation, &[]);
    assert!(refused.contains("token_lifetime_s is \"900\" here and \"600\" there"), "{refused}");
    installation.settings.push("token_lifetime_s=600".to_owned());
    starts(&installation);
    // The trail has it however long it is.
    let long = format!("two_people=users.lock{}", ",".repeat(5_000));
    installation.says(&[&adopt[..], &["--set", &long]].concat());
    let entries = installation.trail("settings.adopted");
    let after = entries[0]["detail"]["after"]["two_people"].as_str();
    assert!(after.is_some_and(|value| value.len() > 5_000), "{entries:?}");
}

crate::commands::on_both_databases! {
    fn bnk_09_a_server_with_other_settings_than_the_bank_does_not_start(bank: "clientbank_settings") {
        a_server_that_differs_does_not_start(bank);
    }
}
