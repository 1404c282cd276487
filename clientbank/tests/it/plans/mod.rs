//! The cost of statements as the bank grows (LIF-01): each is planned from its own conditions, on both engines, with
//! and without statistics of the tables.

mod exceptions;
mod filling;
mod large_entry;
mod reading;
mod sources;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use clientbank::application::areas;
use kernel::Cnum;
use store::{DynamicQuery, Query, Value};
use testkit::{Bench, Engine, on_both_engines};

use self::exceptions::{refuse, refuse_idle_excuses, told};
use self::filling::{FilledBank, GROWN, PILOT, analyse, fill};
use self::reading::wide_steps;

/// The most rows that a list of three accounts may touch, those included that it passes over.
const ROWS_TOUCHED_MAX: u64 = 150;

/// Every text that is written down.
fn queries() -> Vec<&'static Query> {
    [areas::queries().as_slice(), store::QUERIES].concat()
}

/// The texts that are put together, in their shapes.
fn dynamic_queries() -> Vec<DynamicQuery> {
    let cnum: Cnum = "C5".parse().unwrap();
    areas::dynamic_queries(&cnum, jiff::civil::date(2026, 11, 20)).unwrap()
}

/// A schema that was another test's has figures of its tables that the server has gathered meanwhile; one that was not
/// empty before its migrations is new.
async fn migrated(bench: &Bench) {
    if let store::StoreLocation::Postgres { url, .. } = &bench.location {
        testkit::postgres::execute(url, "create sequence own").await;
    }
    bench.migrate(&areas::migrations()).await;
    // Made-up rows are no entries that add up.
    bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
}

/// The steps through growing tables, by the name of the statement.
async fn steps(bench: &Bench, bank: &FilledBank, state: &str) -> BTreeMap<&'static str, Vec<String>> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut note = |name, text: &str, plan: &[String]| {
        assert!(!plan.is_empty(), "{name} has a plan");
        let steps = wide_steps(bench.engine, &bank.schema, text, plan);
        for step in steps.iter().filter(|step| bank.growing.contains(&step.table)) {
            found.entry(name).or_default().push(told(name, state, step, text));
        }
    };
    for query in queries() {
        let plan = bench.store.plan_of(query).await.unwrap();
        // A change of given values has nothing to find, and SQLite tells nothing.
        if !(plan.is_empty() && query.sql().starts_with("insert into")) {
            note(query.name(), query.sql(), &plan);
        }
    }
    for query in dynamic_queries() {
        let plan = bench.store.plan_of_dynamic(&query).await.unwrap();
        note(query.name(), query.text(), &plan);
    }
    found
}

on_both_engines! {
    async fn lif_01_no_statement_goes_through_a_table_that_grows(bench: Bench) {
        migrated(&bench).await;
        let bank = fill(&bench, GROWN).await;
        let mut found = Box::pin(steps(&bench, &bank, "nothing is known of the tables")).await;
        analyse(&bench, &bank, GROWN).await;
        for (name, lines) in Box::pin(steps(&bench, &bank, "analysed")).await {
            found.entry(name).or_default().extend(lines);
        }
        refuse(&found);
        // It needs every excuse that SQLite needs.
        if bench.engine == Engine::Postgres {
            refuse_idle_excuses(&found);
        }
    }

    async fn lif_01_what_is_known_of_a_small_bank_does_no_harm_when_it_has_grown(bench: Bench) {
        migrated(&bench).await;
        // SQLite never looks at its tables.
        if bench.engine == Engine::Postgres {
            let pilot = fill(&bench, PILOT).await;
            analyse(&bench, &pilot, PILOT).await;
        }
        let bank = fill(&bench, GROWN).await;
        refuse(&Box::pin(steps(&bench, &bank, "analysed while they were small")).await);
        assert_list_touches_few_rows(&bench).await;
        analyse(&bench, &bank, GROWN).await;
        assert_list_touches_few_rows(&bench).await;
    }
}

/// The list of three accounts has them and, where the engine tells, reads few rows on its way.
async fn assert_list_touches_few_rows(bench: &Bench) {
    let numbers = bench.store.query_dynamic(accounts_of_c5("")).await.unwrap();
    let numbers: Vec<&str> = numbers.iter().map(|row| row.text("number").unwrap()).collect();
    assert_eq!(numbers, ["N15", "N16", "N17"]);
    if bench.engine == Engine::Postgres {
        let explained = accounts_of_c5("explain (analyze, costs off, timing off, summary off) ");
        let lines = bench.store.query_dynamic(explained).await.unwrap();
        let lines: Vec<&str> = lines.iter().map(|line| line.text("QUERY PLAN").unwrap()).collect();
        let touched = rows_touched(&lines);
        assert!((3..=ROWS_TOUCHED_MAX).contains(&touched), "{touched} rows:\n{}", lines.join("\n"));
    }
}

/// The statement of `GET /v1/accounts` with its values: somebody who sees the three accounts of C5.
fn accounts_of_c5(explain: &'static str) -> DynamicQuery {
    let values = ["U5".into(), "C5".into(), "2026-11-20".into(), "A5".into(), 100.into(), 0.into()];
    with_values("ACCOUNTS_VISIBLE", explain, &values)
}

/// The statement of this name with its values in the order of their numbers, after `explain`.
fn with_values(name: &str, explain: &'static str, values: &[Value]) -> DynamicQuery {
    let written = queries().into_iter().find(|query| query.name() == name).unwrap();
    let mut query = DynamicQuery::new(written.name());
    query.sql(explain);
    let mut pieces = written.sql().split('$');
    query.sql(pieces.next().unwrap());
    for piece in pieces {
        let (number, rest) = piece.split_at(1);
        let place: usize = number.parse().unwrap();
        let value = values.get(place - 1).unwrap_or_else(|| panic!("${number} is new: give it a value"));
        query.bind(value.clone()).sql(rest);
    }
    query
}

/// The rows that the steps of a plan read or passed over, every repetition counted.
fn rows_touched(lines: &[&str]) -> u64 {
    // Later servers write the mean of several repetitions with a fraction.
    let after = |line: &str, word: &str| -> Option<u64> {
        let rest = &line[line.find(word)? + word.len()..];
        rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    };
    let (mut touched, mut loops) = (0, 1);
    for line in lines {
        if let Some(rows) = after(line, "(actual rows=") {
            loops = after(line, " loops=").unwrap();
            touched += if line.contains("Scan") { rows * loops } else { 0 };
        }
        touched += after(line, "Rows Removed by Filter: ").unwrap_or(0) * loops;
    }
    touched
}

#[test]
fn lif_01_every_statement_of_the_program_has_its_plan_read() {
    let mut listed: Vec<String> = queries().iter().map(|query| query.name().to_owned()).collect();
    // Those of archives follow from the tables of their kinds.
    listed.retain(|name| !name.starts_with("archive_"));
    let mut declared = sources::declared();
    listed.sort_unstable();
    declared.sort_unstable();
    assert_eq!(listed, declared, "what a module declares stands in the list of its area");

    let shapes: BTreeSet<String> = dynamic_queries().iter().map(|query| query.name().to_owned()).collect();
    // The second words of an `explain`, and what migrations ask about the schema itself.
    let of_schema =
        ["TABLE_EXISTS", "TABLE_SIZE", "COLUMN_EXISTS", "TABLES", "ENCODING", "DATABASE_SIZE", "REPLICATION"];
    let of_rights = ["SCHEMA", "ACCOUNT_POWERS", "ACCOUNT_RIGHTS"];
    let others = [&of_schema[..], &of_rights, &["TARIFF_REQUEST_PAGE_PLAN", "SERVER_CLOCK"]].concat();
    let made: BTreeSet<String> =
        sources::put_together().into_iter().filter(|name| !others.contains(&name.as_str())).collect();
    assert_eq!(shapes, made, "what is put together has its shapes in `dynamic_queries` of its area");
}
