//! OPS-03: a process whose database takes no writes is not ready, and says why, until there is room again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clientbank::application::CommonClock;
use kernel::{Clock, Instant, SystemClock};
use serde_json::Value;
use testkit::{Bench, Disk, FoundBy, TestClient};

use crate::wired::{application, applications_ahead};

/// The status of the probe and the reasons it gives.
async fn ready(client: &TestClient) -> (u16, Vec<String>) {
    let answer = client.get("/health/ready").send().await;
    let reasons = match answer.json()["reasons"].clone() {
        Value::Array(reasons) => reasons,
        _ => Vec::new(),
    };
    let text = |reason: &Value| reason.as_str().expect("a text").to_owned();
    (answer.status.as_u16(), reasons.iter().map(text).collect())
}

/// The value of a row in the metrics.
async fn measured(client: &TestClient, row: &str) -> String {
    let answer = client.get("/metrics").send().await;
    let text = answer.text();
    let value = text.lines().find_map(|line| line.strip_prefix(row)?.strip_prefix(' ').map(str::to_owned));
    value.unwrap_or_else(|| panic!("no {row}: {text}"))
}

/// The clock of a machine that steps back an hour after it was read so many times.
#[derive(Debug)]
struct SteppingClock(AtomicUsize);

impl Clock for SteppingClock {
    fn now(&self) -> Instant {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        SystemClock.now().plus_seconds(if left > 0 { 3_600 } else { 0 })
    }
}

testkit::on_both_engines! {
    async fn ops_03_a_process_whose_disk_is_full_is_not_ready_until_there_is_room(bench: Bench) {
        let mut application = application(&bench).await;
        let client = bench.client(application.administration.clone());
        let disk = Disk::under(&bench, &["room_probe"]).await;
        // More often than a probe that left something behind could write.
        for _ in 0..3 {
            assert_eq!(ready(&client).await, (200, Vec::new()));
        }
        for found_by in [FoundBy::Statement, FoundBy::Commit] {
            disk.fill(found_by).await;
            bench.clock.advance_seconds(1);
            for _ in 0..3 {
                let (status, reasons) = ready(&client).await;
                let [reason] = reasons.as_slice() else { panic!("{reasons:?}") };
                assert_eq!(status, 503);
                assert!(reason.starts_with("the database takes no writes: "), "{reason}");
                assert!(reason.contains("full") || reason.contains("could not extend file"), "{reason}");
            }
            assert_eq!(measured(&client, "clientbank_ready").await, "0");
            assert_eq!(measured(&client, "clientbank_unready{reason=\"database\"}").await, "1");
            assert_eq!(measured(&client, "clientbank_unready{reason=\"clock\"}").await, "0");
            // Reading goes on, and liveness is not touched, because a restart would not help.
            application.workers.look_at_feed().await.expect("the feed is read");
            assert_eq!(client.get("/health/live").send().await.status.as_u16(), 200);
            disk.free().await;
            bench.clock.advance_seconds(1);
            application.workers.look_at_feed().await.expect("the feed is read");
            assert_eq!(ready(&client).await, (200, Vec::new()));
        }
    }

    async fn operator_04_probes_of_one_second_write_once(bench: Bench) {
        let application = application(&bench).await;
        let client = bench.client(application.administration.clone());
        let begun = bench.store.statistics().units;
        let probes = (0..20).map(|_| ready(&client));
        for answer in futures_util::future::join_all(probes).await {
            assert_eq!(answer, (200, Vec::new()));
        }
        // One unit writes, and where reads are units too, one asks for the newest posting.
        let of_a_look = bench.store.statistics().units - begun;
        assert!((1..=2).contains(&of_a_look), "{of_a_look}");
        bench.clock.advance_seconds(1);
        assert_eq!(ready(&client).await, (200, Vec::new()));
        assert_eq!(bench.store.statistics().units - begun, 2 * of_a_look);
    }

    async fn lif_05_a_process_goes_by_the_clock_of_the_database_and_says_that_its_own_is_off(bench: Bench) {
        let engine_has_a_clock = bench.store.server_clock().await.expect("an answer").is_some();
        let cases = [
            (3_600, Some("ms ahead of the database's")),
            (-3_600, Some("ms behind the database's")),
            (0, None),
        ];
        let applications = applications_ahead(&bench, &cases.map(|(ahead_s, _)| ahead_s)).await;
        for ((ahead_s, words), (application, clock)) in cases.into_iter().zip(applications) {
            let off_s = clock.now().microseconds_since(SystemClock.now()) / 1_000_000;
            let (status, reasons) = ready(&bench.client(application.administration)).await;
            if let Some(words) = words.filter(|_| engine_has_a_clock) {
                assert!(off_s.abs() < 600, "{off_s}");
                assert_eq!(status, 503);
                assert!(reasons.iter().any(|reason| reason.ends_with(words)), "{reasons:?}");
            } else {
                assert!((off_s - ahead_s).abs() < 600, "{off_s}");
                assert_eq!((status, reasons), (200, Vec::new()));
            }
        }
    }

    async fn lif_05_a_clock_that_steps_back_while_the_database_answers_is_not_corrected_by_half(bench: Bench) {
        if bench.store.server_clock().await.expect("an answer").is_none() {
            return;
        }
        // Within the first, the second and the last question.
        for readings in [1, 3, 5] {
            let clock = CommonClock::compared(Arc::new(SteppingClock(AtomicUsize::new(readings))), &bench.store).await;
            let off_s = clock.expect("an answer").now().microseconds_since(SystemClock.now()) / 1_000_000;
            assert!(off_s.abs() < 600, "{readings} {off_s}");
        }
    }
}
