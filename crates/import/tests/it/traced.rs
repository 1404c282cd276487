//! Entries of the trail about an import.

use std::sync::Arc;

use import::{ImportContext, ImportFile, ImportOptions, ImportRow, Report, RowResult, TableImporter};
use kernel::{Clock, SeededRandomness};
use serde_json::{Value, json};
use store::Tx;
use testkit::Bench;

use crate::things::{self, Folder, ThingsFile};

fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(ThingsFile("things")), Arc::new(UntoldFile)]
}

/// Takes the same things from a file that alone tells of them.
struct UntoldFile;

impl TableImporter for UntoldFile {
    fn file(&self) -> ImportFile {
        ImportFile { stored: None, ..ThingsFile("untold_things").file() }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        ThingsFile("untold_things").apply(tx, row, context)
    }
}

async fn import(bench: &Bench, name: &str, file: &str, dry_run: bool) -> Report {
    import_file(bench, name, ("things.csv", file), dry_run).await
}

async fn import_file(bench: &Bench, name: &str, (file, text): (&str, &str), dry_run: bool) -> Report {
    let name = format!("{name}_{:?}", bench.store).replace(['(', ')'], "_");
    let folder = Folder::new(&name).with(file, text);
    let seed = u64::try_from(bench.clock.now().microseconds()).unwrap();
    bench.clock.advance_seconds(1);
    let options = ImportOptions { dry_run, operator: "operator-7".to_owned(), approved: None };
    let randomness = Arc::new(SeededRandomness::new(seed));
    let (store, clock) = (&bench.store, bench.clock.as_ref());
    import::run(store, folder.path(), importers(), options, clock, randomness).await.unwrap()
}

async fn found(bench: &Bench, filter: audit::Filter) -> Vec<(String, Value)> {
    let entries = audit::list(&bench.store, &filter, 1_000).await.unwrap();
    entries.into_iter().map(|entry| (entry.action, serde_json::from_str(&entry.detail).unwrap())).collect()
}

fn thing(key: &str) -> audit::Filter {
    audit::Filter {
        object_kind: Some("thing".to_owned()),
        object_id: Some(key.to_owned()),
        ..audit::Filter::default()
    }
}

async fn migrate(bench: &Bench) {
    bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &things::MIGRATIONS]).await;
}

testkit::on_both_engines! {
    async fn ops_02_a_changed_row_is_told_with_before_and_after(bench: Bench) {
        migrate(&bench).await;
        import(&bench, "first", "code,inn,amount\na,7707123458,1.50\nb,7707123458,\n", false).await;
        let second = "code,inn,amount\nb,7707123458,\na,7707654321,90000000000000\n";
        let report = import(&bench, "dry", second, true).await;
        assert_eq!(report.changes, ["things.csv:3: thing a: amount_minor 150 → 9000000000000000, inn changed"]);
        assert_eq!(found(&bench, thing("a")).await.len(), 1, "a dry run leaves nothing in the trail");
        let report = import(&bench, "second", second, false).await;
        assert_eq!((report.tables[0].changed, report.tables[0].unchanged), (1, 1));
        let entries = found(&bench, thing("a")).await;
        let sha256 = |file: &str| kernel::hexadecimal(&<sha2::Sha256 as sha2::Digest>::digest(file));
        assert_eq!(entries[0], ("import.changed".to_owned(), json!({
            "file": "things.csv", "sha256": sha256(second), "line": 3,
            "before": { "inn": "set", "amount_minor": "150" },
            "after": { "inn": "changed", "amount_minor": "9000000000000000" },
        })));
        assert_eq!(entries[1].0, "import.created");
        assert_eq!(entries[1].1["after"], json!({ "code": "a", "inn": "set", "amount": "1.50" }));
        assert_eq!(found(&bench, thing("b")).await.len(), 1, "what is left alone leaves no entry");
    }

    async fn ops_02_a_change_of_which_the_file_alone_tells_is_told_as_a_change(bench: Bench) {
        migrate(&bench).await;
        import(&bench, "untold_first", "code,inn,amount\na,7707123458,1.50\n", false).await;
        let second = ("untold_things.csv", "code,inn,amount\na,7707123458,2.00\nb,7707123458,\n");
        let report = import_file(&bench, "untold_dry", second, true).await;
        assert_eq!(report.changes, [
            "untold_things.csv:2: thing a: amount 2.00, code a, inn changed", "untold_things.csv:3: thing b is new",
        ]);
        import_file(&bench, "untold_second", second, false).await;
        let (action, detail) = found(&bench, thing("a")).await.remove(0);
        assert_eq!((action.as_str(), &detail["before"]), ("import.changed", &json!({})));
        assert_eq!(detail["after"], json!({ "code": "a", "inn": "set", "amount": "2.00" }));
        assert_eq!(found(&bench, thing("b")).await[0].0, "import.created");
    }

    async fn ops_02_each_of_many_rows_is_found(bench: Bench) {
        migrate(&bench).await;
        let rows = |amount: &str| {
            let row = |number: i32| format!("T_{number}%,7707123458,{amount}\n");
            format!("code,inn,amount\n{}", (0..2_500).map(row).collect::<String>())
        };
        import(&bench, "many", &rows("1"), false).await;
        import(&bench, "more", &rows("2"), false).await;
        let bunches = audit::Filter { action: Some("import.rows".to_owned()), ..audit::Filter::default() };
        assert_eq!(found(&bench, bunches).await.len(), 6, "2,500 things are three entries");
        let entries = found(&bench, thing("T_1731%")).await;
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].1["rows"], json!([{
            "key": "T_1731%", "line": 1733, "before": { "amount_minor": "100" }, "after": { "amount_minor": "200" },
        }]));
        assert!(entries[1].1["rows"][0].get("before").is_none());
        assert_eq!(found(&bench, thing("T_17311")).await, []);
        assert_eq!(found(&bench, thing("Tx1731%")).await, []);
        let other = audit::Filter { object_kind: Some("other".to_owned()), ..thing("T_1731%") };
        assert_eq!(found(&bench, other).await, []);
    }
}
