//! Folders that nobody imports over the bank API (LIF-06): other files than the approved ones, hostile names, and what
//! the command refuses too.

use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::{Arc, Mutex};

use clientbank::application::areas;
use import::{Approved, Files, ImportError, ImportOptions, Pace, Stage};
use kernel::{Clock as _, Randomness};
use proposals::OperatorRole;
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, demo_files, on_both_engines};

use crate::import_stopped;
use crate::imports_started::{Ground, groups, sha256};
use crate::people::{Bank, Person, is};

store::queries! {
    /// The feed of a core that has begun.
    FEED_BEGINS = "insert into core_feeds (system, last_number, taken_at_us) values ('core', 1, $1)";
}

/// Passwords of the demo for more people than are hashed while a call waits.
fn passwords(people: usize) -> String {
    let rows: Vec<String> = (0..people).map(|i| format!("person-{i},demo-ivanova")).collect();
    format!("login,password\n{}\n", rows.join("\n"))
}

async fn refused(ground: &Ground<'_>, folder: &Value) -> String {
    let body = json!({ "arguments": { "folder": folder }, "reason": "it is needed" });
    let answer = ground.bank.post(&ground.petrova, "actions/imports.start/rehearsal", &body).await;
    assert!([400, 422].contains(&answer.status.as_u16()), "{folder}: {}", answer.text());
    told_without_place(ground, answer.text())
}

/// No message names a place of the machine.
fn told_without_place(ground: &Ground<'_>, text: &str) -> String {
    let root = ground.root.path().to_str().expect("UTF-8");
    let parent = ground.root.path().parent().and_then(Path::to_str).expect("UTF-8");
    assert!(!text.contains(root) && !text.contains(&format!("{parent}/")), "{text}");
    text.to_owned()
}

/// Has the job of a started import find that something has changed; the reason of its end.
async fn ends(ground: &Ground<'_>, change: impl FnOnce(&Path)) -> String {
    let folder = ground.come("groups", &[("company_groups.csv", &groups())]);
    ground.start("groups").await;
    change(&folder);
    ground.work().await;
    let row = ground.last().await;
    assert_eq!(row["state"], "REFUSED", "{row}");
    assert!(!ground.has_group("GROUP-000000").await);
    // The folder may be started again.
    if folder.is_symlink() {
        std::fs::remove_file(&folder).expect("it is away");
    } else if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("it is away");
    }
    told_without_place(ground, row["told"].as_str().expect("a reason"))
}

on_both_engines! {
    async fn lif_06_files_that_change_after_their_approval_are_not_imported(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let folder = ground.come("groups", &[("company_groups.csv", &groups())]);
        let number = ground.approved("groups").await;
        std::fs::write(folder.join("company_groups.csv"), groups().replace("000000", "999999")).expect("a file");
        is(&ground.execute(number).await, 409, "LOOK_AGAIN");
        assert!(ground.rows("registry/imports_started").await.is_empty());

        let other = groups().replace("GROUP-000001,The", "GROUP-000001,THE");
        let told = ends(&ground, |folder| {
            std::fs::write(folder.join("company_groups.csv"), other).expect("a file");
        });
        assert_eq!(told.await, "company_groups.csv: is not the file that was approved");
        let told = ends(&ground, |folder| {
            std::fs::write(folder.join("branches.csv"), "branch_id,name\n001,x\n").expect("a file");
        });
        assert!(told.await.contains("branches.csv: is not the file that was approved"));
        let told = ends(&ground, |folder| std::fs::remove_file(folder.join("company_groups.csv")).expect("it is away"));
        assert!(told.await.contains("company_groups.csv: was approved, and is not there any more"));
        let told = ends(&ground, |folder| std::fs::remove_dir_all(folder).expect("it is away"));
        assert_eq!(told.await, "groups: there is no such folder where files come");
        // Links to the very same files are none of the folder's.
        let elsewhere = tempfile::tempdir().expect("a folder");
        let moved = elsewhere.path().join("company_groups.csv");
        let told = ends(&ground, |folder| {
            std::fs::rename(folder.join("company_groups.csv"), &moved).expect("it is elsewhere");
            symlink(&moved, folder.join("company_groups.csv")).expect("a link");
        });
        assert!(told.await.contains("company_groups.csv: is a symbolic link"));
        let told = ends(&ground, |folder| {
            std::fs::remove_dir_all(folder).expect("it is away");
            std::fs::write(&moved, groups()).expect("a file");
            symlink(elsewhere.path(), folder).expect("a link");
        });
        assert_eq!(told.await, "groups: there is no such folder where files come");
        assert_eq!(ground.entries("action=import.ended").await[0]["detail"]["state"], "REFUSED");
    }

    async fn lif_06_the_bytes_that_are_read_are_those_that_were_approved(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let files = demo_files(&["accounts.csv"]);
        let path = files.path().join("employees_accounts.csv");
        let approved = import_stopped::employees();
        std::fs::write(&path, &approved).expect("a file");
        let digests: Files = ["accounts.csv", "employees_accounts.csv"]
            .map(|name| (name.to_owned(), sha256(&files.path().join(name))))
            .into();
        // Another file takes the place of one whose digest was compared, before it is read.
        let swapped = Arc::new(Mutex::new(Some((path.clone(), approved.replace(",A,", ",Z,")))));
        let listener = move |progress: import::Progress| {
            let other = swapped.lock().expect("a file").take_if(|_| progress.stage == Stage::Reading);
            if let Some((path, text)) = other {
                std::fs::write(path, text).expect("a file");
            }
            ControlFlow::Continue(())
        };
        let pace = Pace { chunked_from_bytes: 0, listener: Arc::new(listener), ..Pace::default() };
        let run = async |pace: &Pace| {
            let key = ground.configuration.needed_master_key().expect("a master key");
            let importers = areas::importers(ground.configuration.passwords, key);
            let approved = Some(Approved { files: digests.clone(), facts: Value::Null });
            let options = ImportOptions { dry_run: false, operator: "petrova".to_owned(), approved };
            let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
            import::run_at(pace, &bench.store, files.path(), importers, options, &*bench.clock, randomness)
                .await
        };
        let Err(ImportError::Files { errors, .. }) = run(&pace).await else { panic!("another file is imported") };
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(errors[0].to_string(), "employees_accounts.csv: is not the file that was approved");
        assert_eq!(ground.rows("registry/imports").await[0]["state"], "GIVEN_UP");
        std::fs::write(&path, &approved).expect("a file");
        run(&Pace { chunked_from_bytes: 0, ..Pace::default() }).await.expect("the approved ones are imported");
    }

    async fn lif_06_a_folder_is_named_by_a_plain_name_and_leads_nowhere_else(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let outside = tempfile::tempdir().expect("a folder");
        std::fs::write(outside.path().join("company_groups.csv"), "group_id,name\nOUT,x\n").expect("a file");
        let outside_name = outside.path().file_name().and_then(|name| name.to_str()).expect("UTF-8");
        for name in [
            "..", ".", "", "/", "../..", "/etc", "a/b", "a\\b", "a b", ".hidden", "a\nb", "октябрь", "%2e%2e",
            &format!("../{outside_name}"), outside.path().to_str().expect("UTF-8"), &"x".repeat(101), "a\u{0}b",
        ] {
            refused(&ground, &json!(name)).await;
        }
        for value in [json!(1), json!(null), json!(["october"]), json!({ "name": "october" })] {
            refused(&ground, &value).await;
        }
        assert!(refused(&ground, &json!("nothing")).await.contains("nothing: there is no such folder"));
        symlink(outside.path(), ground.root.path().join("link")).expect("a link");
        assert!(refused(&ground, &json!("link")).await.contains("link: there is no such folder"));
        std::fs::write(ground.root.path().join("file"), "x").expect("a file");
        assert!(refused(&ground, &json!("file")).await.contains("file: there is no such folder"));

        // Files of the folder are regular files, and tables of the bank's.
        let folder = ground.come("linked", &[]);
        assert!(refused(&ground, &json!("linked")).await.contains("linked: has no file to import"));
        symlink(outside.path().join("company_groups.csv"), folder.join("company_groups.csv")).expect("a link");
        assert!(refused(&ground, &json!("linked")).await.contains("company_groups.csv: is a symbolic link"));
        let folder = ground.come("pipe", &[]);
        let pipe = std::process::Command::new("mkfifo").arg(folder.join("company_groups.csv")).status();
        assert!(pipe.expect("mkfifo").success());
        assert!(refused(&ground, &json!("pipe")).await.contains("company_groups.csv: is not a file"));
        ground.come("within", &[]);
        std::fs::create_dir(ground.root.path().join("within/company_groups.csv")).expect("a folder");
        assert!(refused(&ground, &json!("within")).await.contains("company_groups.csv: is not a file"));
        ground.come("strange", &[("notes.txt", "x"), ("company_groups.csv", "group_id,name\nG,x\n")]);
        assert!(refused(&ground, &json!("strange")).await.contains("notes.txt: unknown file"));
        assert!(ground.rows("registry/imports_started").await.is_empty() && !ground.has_group("OUT").await);
    }

    async fn lif_06_nobody_imports_without_the_role_or_where_no_files_come(bench: Bench) {
        let bank = Bank::of(&bench).await;
        let october = json!({ "folder": "october" });
        let ivanov = Person::added(&bench, "operator:ivanov", &[OperatorRole::Security]).await;
        is(&bank.does(&ivanov, "imports.start", october.clone()).await, 403, "ROLE_MISSING");
        // A bank that has named no folder imports by command alone.
        let petrova = Person::added(&bench, "operator:petrova", &[OperatorRole::Registry]).await;
        let answer = bank.does(&petrova, "imports.start", october).await;
        is(&answer, 422, "REFUSED");
        assert!(answer.text().contains("`import_folder` names no folder where files come"), "{}", answer.text());
    }

    async fn lif_06_passwords_of_the_demo_are_refused_on_either_way(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("few", &[("credentials.csv", &passwords(2))]);
        assert!(refused(&ground, &json!("few")).await.contains("is one of the demo's"));
        ground.come("many", &[("credentials.csv", &passwords(600))]);
        ground.start("many").await;
        ground.work().await;
        let row = ground.last().await;
        assert_eq!(row["state"], "REFUSED");
        assert!(row["told"].as_str().is_some_and(|told| told.contains("is one of the demo's")), "{row}");
    }

    async fn lif_06_files_of_what_the_core_tells_are_refused_on_either_way(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let openings = "account,amount,posted_at,value_date\n\
            40702810600000000001,5000000000.00,2024-01-09T10:00:00+03:00,2024-01-09\n";
        ground.come("small", &[("ledger_openings.csv", openings)]);
        ground.come("large", &[("company_groups.csv", &groups()), ("ledger_openings.csv", openings)]);
        ground.start("large").await;
        let now = bench.clock.now();
        let begins = move |tx: &mut Tx| tx.execute_one(&FEED_BEGINS, params![now]);
        bench.store.write::<_, StoreError>("test.feed", begins).await.expect("the feed has begun");
        ground.work().await;
        let told = "ledger_openings.csv: the core tells this by its feed: leave it out";
        let row = ground.last().await;
        assert_eq!((&row["state"], &row["told"]), (&json!("REFUSED"), &json!(told)));
        for folder in ["small", "large"] {
            let said = refused(&ground, &json!(folder)).await;
            assert!(said.contains(told), "{said}");
        }
        assert!(!ground.has_group("GROUP-000000").await);
    }
}
