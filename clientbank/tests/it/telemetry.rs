//! OPS-03: logs and measurements of the program; a log that cannot be written costs no answer.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clientbank::telemetry::METRICS;

use crate::program::{Server, clientbank, folder, get};

/// A demo that logs each request to `stderr`.
fn demo(folder: &Path, stderr: Stdio) -> Server {
    let mut command = clientbank();
    command.arg("demo").arg("--data").arg(folder);
    command.args(["--json", "--api-port", "0", "--identity-port", "0", "--administration-port", "0"]);
    command.args(["--set", "log_filter=info", "--set", "log_format=json"]);
    Server::start(command.stderr(stderr))
}

fn metrics(server: &Server) -> String {
    let (status, metrics) = get(&format!("{}/metrics", server.administration), &[]);
    assert_eq!(status, 200);
    metrics
}

fn lost_lines(server: &Server) -> u64 {
    let metrics = metrics(server);
    let value = metrics.lines().find_map(|line| line.strip_prefix("clientbank_log_lines_lost_total "));
    value.expect("the counter").parse().expect("a number")
}

fn answers(server: &Server) {
    for _ in 0..50 {
        assert_eq!(get(&format!("{}/v1/accounts", server.api), &[]).0, 401);
        assert_eq!(get(&format!("{}/jwks", server.identity), &[]).0, 200);
    }
}

#[test]
fn ops_03_a_full_disk_under_the_log_costs_no_answer() {
    let folder = folder();
    let full = File::options().write(true).open("/dev/full").expect("a device that is always full");
    let server = demo(folder.path(), full.into());
    answers(&server);
    let (status, body) = get(&format!("{}/health/ready", server.administration), &[]);
    assert_eq!((status, body.as_str()), (200, r#"{"reasons":["log lines are lost"],"status":"ready"}"#));
    assert!(lost_lines(&server) >= 100);
    assert!(server.stop().success());
}

#[test]
fn ops_03_a_reader_of_the_log_that_is_gone_costs_no_answer() {
    let folder = folder();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let server = demo(folder.path(), writer.into());
    drop(reader);
    answers(&server);
    assert!(lost_lines(&server) >= 100);
    assert!(server.stop().success());
}

#[test]
fn ops_03_a_reader_of_the_log_that_hangs_costs_no_answer() {
    let folder = folder();
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
    // Most of what a pipe holds.
    writer.write_all(&vec![b'\n'; 56 * 1024]).expect("there is room");
    let server = demo(folder.path(), writer.into());
    for _ in 0..10 {
        answers(&server);
    }
    assert!(lost_lines(&server) >= 800, "{}", lost_lines(&server));
    let (status, body) = get(&format!("{}/health/ready", server.administration), &[]);
    assert_eq!((status, body.as_str()), (200, r#"{"reasons":["log lines are lost"],"status":"ready"}"#));
    assert!(server.stop().success());
    let mut log = String::new();
    reader.read_to_string(&mut log).expect("the log");
    let lines: Vec<&str> = log.lines().filter(|line| !line.is_empty()).collect();
    let halves = lines.iter().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_err());
    assert!(lines.len() > 5 && halves.count() <= 1, "{log}");
}

#[test]
fn ops_03_requests_are_logged_and_probes_are_not() {
    let folder = folder();
    let log = folder.path().join("log");
    let server = demo(&folder.path().join("demo"), File::create(&log).expect("a file").into());
    answers(&server);
    for path in ["/health/live", "/health/ready", "/metrics"] {
        assert_eq!(get(&format!("{}{path}", server.administration), &[]).0, 200);
    }
    assert_eq!(get(&format!("{}/health/ready", server.administration), &[]).1, r#"{"status":"ready"}"#);
    assert_eq!(lost_lines(&server), 0);
    assert!(server.stop().success());
    let log = fs::read_to_string(&log).expect("the log");
    assert!(log.contains("GET /v1/accounts answered 401"), "{log}");
    assert!(!log.contains("/health/") && !log.contains("/metrics"), "{log}");
}

#[test]
fn ops_03_every_metric_has_a_help_text_and_those_of_process_pool_and_build_are_there() {
    let (_folder, server) = Server::own_demo(&[]);
    answers(&server);
    let text = metrics(&server);
    let known: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    for line in text.lines() {
        let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|line| line.split_once(' ')) else {
            continue;
        };
        assert!(known.contains(name), "{name} is counted and not in the catalogue");
        let metric = METRICS.iter().find(|metric| metric.name == name).expect("known");
        assert_eq!(kind, metric.kind.name(), "{name}");
        assert!(
            text.contains(&format!("# HELP {name} {}\n", metric.help)),
            "{name} has no help text: {text}"
        );
    }
    let mut expected =
        vec!["clientbank_build_info", "clientbank_store_connections", "clientbank_store_connections_max"];
    if cfg!(target_os = "linux") {
        expected.extend(known.iter().filter(|name| name.starts_with("process_")));
    }
    for name in expected {
        assert!(text.contains(&format!("# TYPE {name} ")), "{name} is absent: {text}");
    }
    let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.lines().any(|line| line.starts_with("clientbank_build_info{") && line.contains(&version)));
}

/// Work that takes less than a second shows.
#[test]
fn ops_03_processor_time_has_the_resolution_of_the_kernel() {
    let (_folder, server) = Server::own_demo(&[]);
    let nanoseconds = || {
        let text = metrics(&server);
        let value = text.lines().find_map(|line| line.strip_prefix("process_cpu_seconds_total "));
        let (seconds, fraction) = value.expect("the counter").split_once('.').expect("a fraction");
        assert_eq!(fraction.len(), 9, "{seconds}.{fraction}");
        format!("{seconds}{fraction}").parse::<u128>().expect("a number")
    };
    let before = nanoseconds();
    let after = nanoseconds();
    assert!(0 < before && before < after && after - before < 1_000_000_000, "{before} and {after}");
    assert!(server.stop().success());
}

#[test]
fn ops_03_the_documentation_names_the_metrics_that_exist_and_no_others() {
    let documentation = include_str!("../../../docs/OPERATIONS.md");
    let rows: Vec<String> = METRICS
        .iter()
        .map(|metric| format!("| `{}` | {} | {} |", metric.name, metric.kind.name(), metric.help))
        .collect();
    let table = format!("| Metric | Kind | Tells |\n|---|---|---|\n{}\n\n", rows.join("\n"));
    assert!(documentation.contains(&table), "docs/OPERATIONS.md has another table than\n{table}");

    let known: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    let counted = counted_in_the_code();
    let mut counted: BTreeSet<&str> = counted.iter().map(String::as_str).collect();
    // Written beside the library, which counts whole numbers.
    counted.insert("process_cpu_seconds_total");
    assert_eq!(known, counted, "the catalogue on the left, the code on the right");
}

/// The names in `counter!`, `gauge!` and `histogram!` of the program's code.
fn counted_in_the_code() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut names = BTreeSet::new();
    let mut folders: Vec<PathBuf> =
        ["areas", "crates", "clientbank/src"].map(|name| root.join(name)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                names.extend(counted_in(&fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    names
}

fn counted_in(code: &str) -> Vec<String> {
    let kinds = ["metrics::counter!(", "metrics::gauge!(", "metrics::histogram!("];
    let arguments = kinds.iter().flat_map(|kind| code.split(kind).skip(1));
    let named = arguments.filter_map(|argument| argument.trim_start().strip_prefix('"')?.split_once('"'));
    named.map(|(name, _)| name.to_owned()).collect()
}
