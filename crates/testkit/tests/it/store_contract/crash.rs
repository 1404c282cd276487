//! A killed process keeps exactly the units that were answered.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use store::{Durability, Store, StoreLimits, StoreLocation, params};
use testkit::{Bench, Engine, run};

use super::tables::*;

/// Tells the child process which file to write to.
const FILE_VARIABLE: &str = "CLIENTBANK_TEST_CRASH_FILE";
/// Units answered before the child is killed.
const ANSWERED: usize = 200;

/// Not a test of its own: the process that [`a_killed_process_loses_no_answered_unit`] kills.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Ok(path) = std::env::var(FILE_VARIABLE) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let location = StoreLocation::Sqlite { path: path.into() };
        let store = Store::open(&location, StoreLimits::default()).await.unwrap();
        for round in 0..1_000_000_i64 {
            let keys = (0..8).map(|place| insert(&store, 8 * round + place));
            assert!(futures_util::future::join_all(keys).await.iter().all(Result::is_ok));
            for place in 0..8 {
                println!("answered {}", 8 * round + place);
            }
            std::io::stdout().flush().unwrap();
        }
    });
}

#[test]
fn a_killed_process_loses_no_answered_unit() {
    run(Engine::Sqlite, |bench: Bench| async move {
        assert_eq!(StoreLimits::default().durability, Durability::Full);
        with_tables(&bench).await;
        let StoreLocation::Sqlite { path } = &bench.location else { panic!("a file") };
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store_contract::crash::child_that_writes_until_it_is_killed", "--nocapture"])
            .env(FILE_VARIABLE, path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut answered = Vec::new();
        while answered.len() < ANSWERED {
            let line = lines.next().expect("the child goes on writing").unwrap();
            answered.extend(line.strip_prefix("answered ").map(|key| key.parse::<i64>().unwrap()));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The units that were printed before the kill were answered as well, read or not.
        for line in lines.map_while(Result::ok) {
            answered.extend(line.strip_prefix("answered ").and_then(|key| key.parse::<i64>().ok()));
        }
        for key in answered {
            let row = bench.store.query_optional(&THING, params![key]).await.unwrap();
            assert!(row.is_some(), "unit {key} was answered and lost");
        }
    });
}
