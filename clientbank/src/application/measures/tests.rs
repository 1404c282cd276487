//! LIF-07: figures that are not known any more are shown as none.

use accounts::ledger::Keeper;
use bank::ListedSystem;
use bank::system::{System, SystemKey};
use kernel::Instant;
use metrics_exporter_prometheus::PrometheusBuilder;
use orders::Role;
use store::Replication;

use super::{measure_replication, silent_since};

const KEY: &str = "-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEirf3E1Wz7bDRBasRzn7zvWq8DX4l
tLYKuY5R88uFuCXfBNBJUrC7ym5Zg4QWbnW52996rHzBh7cWu0hg4TUOwg==
-----END PUBLIC KEY-----
";

#[test]
fn lif_07_standbys_whose_delay_may_be_known_no_more_have_no_figure() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let shown = |behind| {
        let found = Replication { standbys: 1, behind, archive_fails: false };
        metrics::with_local_recorder(&recorder, || measure_replication(&found));
        let text = handle.render();
        ["late_seconds", "behind_bytes"].map(|name| {
            let name = format!("clientbank_database_standby_{name} ");
            text.lines().find_map(|line| line.strip_prefix(&name)).map(str::to_owned)
        })
    };
    assert_eq!(shown(None), [None, None], "this account never knew");
    assert_eq!(shown(Some((2_500_000, 7))), ["2.5", "7"].map(|figure| Some(figure.to_owned())));
    assert_eq!(shown(None), [(); 2].map(|()| Some("NaN".to_owned())), "no alarm is raised or kept by it");
    assert_eq!(shown(Some((0, 0))), [(); 2].map(|()| Some("0".to_owned())));
}

#[test]
fn bnk_05_a_feed_of_a_system_that_is_closed_is_not_silent() {
    let at = Instant::from_unix_seconds;
    let system = |name: &str, role, closed_at| ListedSystem {
        system: System {
            name: name.parse().expect("a name"),
            role,
            key: SystemKey::from_pem(KEY).expect("a key"),
        },
        added_at: at(if name == "core" { 5 } else { 7 }),
        closed_at,
        push: None,
    };
    let systems = [
        system("former", Role::Core, Some(at(50))),
        system("moved", Role::Payments, None),
        system("core", Role::Core, None),
        system("cards", Role::Core, None),
    ];
    let feeds = [("former", 10), ("moved", 20), ("unknown", 25), ("core", 40), ("cards", 30)];
    let feeds = feeds.map(|(name, seconds)| (name.to_owned(), at(seconds)));
    let silent =
        |feeds, systems| [Keeper::Ledger, Keeper::Core].map(|keeper| silent_since(feeds, systems, keeper));
    assert_eq!(silent(&feeds, &systems), [Some(at(30)); 2]);
    assert_eq!(silent(&feeds[..3], &systems), [None, Some(at(5))], "a core that never began is silent too");
    assert_eq!(silent(&feeds[..3], &systems[..2]), [None; 2], "nobody has anything to tell");
}
