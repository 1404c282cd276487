//! LIF-07: alarms, runbooks and the dashboard fit the metrics that the program shows.

use std::collections::BTreeSet;
use std::process::Command;

use clientbank::telemetry::METRICS;
use serde_json::Value;

use crate::markdown::sections;
use crate::program::text;

const RULES: &str = include_str!("../../../deploy/prometheus/alerts.rules.yml");
const TESTS: &str = include_str!("../../../deploy/prometheus/alerts.test.yml");
const DASHBOARD: &str = include_str!("../../../deploy/grafana/clientbank.json");
const RUNBOOKS: &str = include_str!("../../../docs/RUNBOOKS.md");

fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix(key)).map(str::trim).collect()
}

/// The metrics of this program that an expression names; of a histogram the histogram.
fn named(expression: &str) -> Vec<&str> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    expression
        .split(|letter| !is_letter(letter))
        .filter(|word| word.starts_with("clientbank_") || word.starts_with("process_"))
        .map(|word| word.strip_suffix("_bucket").unwrap_or(word))
        .collect()
}

fn assert_known(expression: &str) {
    let names = named(expression);
    let is_known = |name: &&str| METRICS.iter().any(|metric| metric.name == *name);
    assert!(names.iter().all(is_known), "no such metric: {expression}");
    assert!(!names.is_empty() || expression.starts_with("up{"), "names no metric: {expression}");
}

#[test]
fn lif_07_every_alarm_has_a_runbook_a_test_and_metrics_that_exist() {
    let alarms = values(RULES, "- alert:");
    assert!(alarms.len() >= 20, "{alarms:?}");
    let known: BTreeSet<&str> = alarms.iter().copied().collect();
    assert_eq!(
        known,
        sections(RUNBOOKS).into_iter().collect(),
        "the rules on the left, the sections on the right"
    );
    for alarm in &alarms {
        let runbook = format!("runbook: docs/RUNBOOKS.md#{}", alarm.to_lowercase());
        assert_eq!(RULES.matches(&runbook).count(), 1, "{runbook}");
        let raised = format!("alertname=\"{alarm}\"");
        assert_eq!(TESTS.matches(&raised).count(), 1, "{alarm} is not raised by its test");
    }
    values(RULES, "expr:").into_iter().for_each(assert_known);
}

#[test]
fn lif_07_the_dashboard_asks_for_metrics_that_exist() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    assert!(panels.len() >= 20);
    for target in panels.iter().flat_map(|panel| panel["targets"].as_array().expect("targets")) {
        assert_known(target["expr"].as_str().expect("an expression"));
    }
}

/// Needs Prometheus's own tool, which not every machine has.
#[test]
fn lif_07_prometheus_takes_the_rules_and_raises_each() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/prometheus");
    for arguments in [["check", "rules", "alerts.rules.yml"], ["test", "rules", "alerts.test.yml"]] {
        let Ok(output) = Command::new("promtool").args(arguments).current_dir(folder).output() else {
            return;
        };
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }
}
