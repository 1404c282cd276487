//! Rows on their way: which is which, how long their keys are, how many have one key.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use import::{ChunkSizes, Pace};
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, KOLOS, SETTLEMENT, assert_unchanged, faults};
use crate::importing_chunks::{chunks_of, counts, employees, files, number, paced, write};

/// Writes the rows of each CSV file of a folder as JSON on one line.
fn on_one_line(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut reader = csv_rows(&text);
        let header = reader.remove(0);
        let row = |cells: &Vec<String>| {
            let cells = header.iter().cloned().zip(cells.iter().map(|cell| json!(cell)));
            Json::Object(cells.collect())
        };
        let rows: Vec<Json> = reader.iter().map(row).collect();
        std::fs::write(path.with_extension("json"), Json::Array(rows).to_string()).unwrap();
        std::fs::remove_file(path).unwrap();
    }
}

/// The cells of a file of the demo: quoted ones have no line breaks.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for sign in line.chars() {
            match sign {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                other => cells.last_mut().unwrap().push(other),
            }
        }
        cells
    };
    text.lines().filter(|line| !line.is_empty()).map(cells).collect()
}

/// A key that PostgreSQL cannot make smaller than an index takes.
fn long_key() -> String {
    let mut state = 1_u32;
    let sign = move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from_u32(0x4e00 + (state >> 8) % 20_000).unwrap()
    };
    (0..4_000).map(sign).collect()
}

on_both_engines! {
    async fn lif_02_rows_on_one_line_are_told_apart(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        on_one_line(folder.path());
        for rows in [1, 3, 1_000] {
            let dry = bank.import_at(&chunks_of(rows), folder.path(), true).await.unwrap();
            assert!(dry.tables.iter().all(|table| table.created > 0 && table.changed == 0), "{dry:?}");
        }
        let dry = bank.import_at(&chunks_of(2), folder.path(), true).await.unwrap();
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        assert_eq!(counts(&dry), counts(&report));
        assert_eq!(employees(&bank).await, 20);
        bank.assert_sound().await;
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
    }

    async fn lif_02_faults_of_rows_on_one_line_are_those_of_the_rows(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let (roubles, dollars) = (number("40817810000000000601"), number("40817840000000000601"));
        let person = |number: &str, roubles: &str| {
            json!({"number": number, "status": 1, "branch_id": "001", "last_name": "A", "first_name": "B",
                "rouble_account": roubles})
        };
        // A rouble account is a row above, also on the same line.
        let in_order = json!([person(&roubles, ""), person(&dollars, &roubles)]).to_string();
        let against_it = json!([person(&dollars, &roubles), person(&roubles, "")]).to_string();
        write(folder.path(), "employees_accounts.json", &against_it);
        let told = ["employees_accounts.json:1:rouble_account: is no account of an employee"];
        assert_eq!(faults(bank.import(folder.path()).await), told);
        assert_eq!(faults(bank.import_at(&chunks_of(2), folder.path(), true).await), told);
        write(folder.path(), "employees_accounts.json", &in_order);
        bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        let hold = |id: &str, account: &str, amount: &str| {
            json!({"hold_id": id, "account": account, "amount": amount, "placed_at": "2026-01-01T00:00:00Z",
                "description": "x"})
        };
        let folder = TempDir::new().unwrap();
        let rows = json!([
            hold("H-1", CARD, "448000.01"), hold("H-2", CARD, "1"), hold("H-2", SETTLEMENT, "1"),
            hold("H-3", SETTLEMENT, "1"),
        ]);
        write(folder.path(), "holds.json", &rows.to_string());
        let at_once = faults(bank.import(folder.path()).await);
        assert_eq!(at_once.len(), 2, "{at_once:?}");
        for rows in [1, 2, 1_000] {
            assert_eq!(faults(bank.import_at(&chunks_of(rows), folder.path(), true).await), at_once);
        }
    }

    async fn lif_02_a_number_of_the_banks_own_in_the_same_folder_is_nobodys(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let (company, employee) = (number("40702810000000000801"), number("40817810000000000802"));
        write(folder.path(), "internal_accounts.csv", &format!(
            "account,number\nCASH.RUR,{company}\nCORRESPONDENT.RUR,{employee}\n"
        ));
        write(folder.path(), "accounts.csv", &format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {company},D-1,1,1,3,N,N,C00001,001\n"
        ));
        write(folder.path(), "employees_accounts.csv", &format!(
            "number,status,branch_id,last_name,first_name\n{employee},1,001,A,B\n"
        ));
        let told = [
            "accounts.csv:2:number: is in internal_accounts already",
            "employees_accounts.csv:2:number: is in internal_accounts already",
        ];
        assert_eq!(faults(bank.import(folder.path()).await), told);
        assert_eq!(faults(bank.import_at(&chunks_of(1), folder.path(), false).await), told);
        assert_eq!(employees(&bank).await, 0);
    }

    async fn lif_02_a_key_that_is_too_long_is_a_fault_of_its_row(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (folder, long) = (TempDir::new().unwrap(), long_key());
        write(folder.path(), "holds.csv", &format!(
            "hold_id,account,amount,placed_at,description\n\
            H-1,{CARD},1,2026-01-01T00:00:00Z,x\n\
            {long},{CARD},1,2026-01-01T00:00:00Z,x\n\
            H-2,{long},1,2026-01-01T00:00:00Z,x\n",
        ));
        let told = [
            "holds.csv:3:hold_id: must have at most 200 characters",
            "holds.csv:4:account: must have at most 200 characters",
        ];
        assert_eq!(faults(bank.import(folder.path()).await), told);
        assert_eq!(faults(bank.import_at(&chunks_of(2), folder.path(), false).await), told);
    }

    async fn lif_02_more_rows_of_one_key_than_one_unit_takes_are_named(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let mut text = "hold_id,account,amount,placed_at,description\n".to_owned();
        let accounts = [KOLOS, CARD, CARD, CARD, SETTLEMENT, SETTLEMENT, SETTLEMENT, SETTLEMENT];
        for (hold, account) in accounts.iter().enumerate() {
            writeln!(text, "H-{hold},{account},1,2026-01-01T00:00:00Z,x").unwrap();
        }
        write(folder.path(), "holds.csv", &text);
        let pace = |key_rows_max| Pace { key_rows_max, ..chunks_of(1) };
        let told = format!(
            "holds.csv:9: is one of more than 3 rows with the account {SETTLEMENT}, which are applied at once: bring \
            some of them in an import of their own"
        );
        assert_eq!(faults(bank.import_at(&pace(3), folder.path(), false).await), [told]);
        let told = faults(bank.import_at(&pace(2), folder.path(), false).await);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("holds.csv:5: ") && told[1].starts_with("holds.csv:8: "), "{told:?}");
        let report = bank.import_at(&pace(4), folder.path(), false).await.unwrap();
        assert_eq!(report.tables[0].created, 8);
        bank.assert_sound().await;
    }

    async fn lif_02_rows_are_rehearsed_as_few_at_a_time_as_they_are_applied(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let mut text = "hold_id,account,amount,placed_at,description\n".to_owned();
        let accounts = [KOLOS, CARD, SETTLEMENT];
        for hold in 0..60 {
            writeln!(text, "H-{hold},{},1,2026-01-01T00:00:00Z,x", accounts[hold % 3]).unwrap();
        }
        write(folder.path(), "holds.csv", &text);
        // Each rehearsal looks at the stopwatch when it has its turn, and when it is over.
        let rehearsals = async |sizes: ChunkSizes, took: Duration| {
            let looks = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&looks);
            let stopwatch = move || took * u32::try_from(counted.fetch_add(1, Ordering::SeqCst)).unwrap();
            let pace = Pace { stopwatch: Arc::new(stopwatch), ..paced(sizes) };
            let report = bank.import_at(&pace, folder.path(), true).await.unwrap();
            assert_eq!(report.tables[0].created, 60);
            looks.load(Ordering::SeqCst) / 2
        };
        // A key is not cut: 20 rows each.
        assert_eq!(rehearsals(ChunkSizes::fixed(1), Duration::ZERO).await, 3);
        assert_eq!(rehearsals(ChunkSizes::fixed(21), Duration::ZERO).await, 2);
        assert_eq!(rehearsals(ChunkSizes::fixed(60), Duration::ZERO).await, 1);
        // One that takes long is followed by a shorter one.
        let sizes = ChunkSizes { first: 21, fewest: 1, most: 60, ..ChunkSizes::USUAL };
        assert_eq!(rehearsals(sizes, Duration::from_secs(10)).await, 2);
        let sizes = ChunkSizes { first: 1, fewest: 1, most: 60, ..ChunkSizes::USUAL };
        assert_eq!(rehearsals(sizes, Duration::from_secs(10)).await, 3);
    }
}
