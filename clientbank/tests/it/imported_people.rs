//! Large files of companies, people and their rights: in chunks beside the traffic (LIF-02), as those of accounts.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clientbank::application::areas;
use import::{ChunkSizes, ImportError, ImportOptions, Pace, Report, Stage};
use kernel::Randomness;
use serde_json::Value;
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};
use tokio::sync::mpsc::unbounded_channel;

use crate::people::{Bank, Person};
use crate::wired::configuration;

/// Companies of the folder; each has two people, and all have one in common.
const COMPANIES: usize = 5;
/// Files of the folder that come in chunks, and of the rest of it.
const FILES: [&str; 4] = ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv"];

/// Folder with companies, people in another order than their logins, and rights.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let companies = (0..COMPANIES).map(|company| {
        format!("C0900{company},ООО «Рассвет {company}»,Dawn {company},7707123458,,DAWN,FIRST=1\n")
    });
    let people = (0..COMPANIES * 2).rev();
    let users = people.clone().map(|person| format!("U0900{person},dawn-{person},Иванов Иван {person}\n"));
    let rights = people.map(|person| format!("dawn-{person},C0900{},ACT VIEW_ACCOUNTS\n", person / 2));
    let of_all = (0..COMPANIES).map(|company| format!("dawn-all,C0900{company},ACT\n"));
    for (file, header, rows) in [
        (FILES[0], "group_id,name\n", "DAWN,Dawn\n".to_owned()),
        (FILES[1], "cnum,name_ru,name_en,inn,kpp,group_id,signature_scheme\n", companies.collect()),
        (FILES[2], "user_id,login,full_name\n", users.collect::<String>() + "U09900,dawn-all,Петров Пётр\n"),
        (FILES[3], "login,cnum,rights\n", of_all.chain(rights).collect()),
    ] {
        std::fs::write(folder.path().join(file), header.to_owned() + &rows).expect("a file");
    }
    folder
}

/// Adds rows to a file of the folder.
fn add(folder: &TempDir, file: &str, rows: &str) {
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).expect("the file") + rows;
    std::fs::write(path, text).expect("a file");
}

/// Imports in chunks of one row and what belongs to it, until so many rows are applied.
async fn in_chunks(bench: &Bench, folder: &Path, rows: u64) -> Result<Report, ImportError> {
    let listener = move |progress: import::Progress| {
        let is_over = progress.stage == Stage::Applying && progress.done >= rows;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let pace = Pace {
        chunked_from_bytes: 0,
        chunks: ChunkSizes::fixed(1),
        pause: Duration::ZERO,
        listener: Arc::new(listener),
        ..Pace::default()
    };
    imported(bench, folder, &pace).await
}

pub(crate) async fn imported(bench: &Bench, folder: &Path, pace: &Pace) -> Result<Report, ImportError> {
    let configuration = configuration();
    let master_key = configuration.needed_master_key().expect("a master key");
    let importers = areas::importers(configuration.passwords, master_key);
    let options = ImportOptions { dry_run: false, operator: "sidorov".to_owned(), approved: None };
    let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
    import::run_at(pace, &bench.store, folder, importers, options, &*bench.clock, randomness).await
}

/// Rows of each file of a report that are new, different and the same.
fn counts(report: &Report) -> Vec<(u64, u64, u64)> {
    report.tables.iter().map(|table| (table.created, table.changed, table.unchanged)).collect()
}

/// Each of the folder's people with the companies for which they have rights.
async fn people(bank: &Bank<'_>, petrova: &Person) -> Vec<(String, usize)> {
    let mut people = Vec::new();
    for person in bank.get(petrova, "registry/users?limit=200").await["rows"].as_array().expect("rows") {
        let login = person["login"].as_str().expect("a login").to_owned();
        if login.starts_with("dawn-") {
            let path = format!("registry/user_rights?column=login&value={login}");
            let rights = bank.get(petrova, &path).await["rows"].as_array().map(Vec::len);
            people.push((login, rights.expect("rows")));
        }
    }
    people
}

/// Faults for which nothing of the folder is imported, however small its chunks are.
async fn faults(bench: &Bench, folder: &TempDir) -> Vec<String> {
    match in_chunks(bench, folder.path(), u64::MAX).await {
        Err(ImportError::Files { errors, .. }) => errors.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

on_both_engines! {
    async fn lif_02_people_come_in_chunks_each_with_their_rights(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let folder = folder();
        let rights = |login: &str| if login == "dawn-all" { COMPANIES } else { 1 };
        // Wherever it is broken off, nobody is there without the rights that the files give.
        for rows in [1, 6, 8, 9, 14] {
            let broken_off = in_chunks(&bench, folder.path(), rows).await;
            assert!(matches!(broken_off, Err(ImportError::Interrupted)), "{broken_off:?}");
            let people = people(&bank, &petrova).await;
            assert!(people.len() < COMPANIES * 2, "{people:?}");
            assert!(people.iter().all(|(login, found)| *found == rights(login)), "{people:?}");
            bench.clock.advance_seconds(60);
        }
        let report = in_chunks(&bench, folder.path(), u64::MAX).await.expect("it goes on");
        let all = [1, 5, 11, 15];
        assert_eq!(counts(&report), all.map(|rows| (rows, 0, 0)));
        assert_eq!(people(&bank, &petrova).await.len(), COMPANIES * 2 + 1);
        // The same files in one unit of work change nothing.
        let again = imported(&bench, folder.path(), &Pace::default()).await.expect("it is imported");
        assert_eq!(counts(&again), all.map(|rows| (0, 0, rows)));
        let run: Value = bank.get(&petrova, "registry/imports").await["rows"][0].clone();
        assert_eq!((&run["state"], &run["rows"]), (&"DONE".into(), &31.into()), "{run}");
    }

    async fn lif_02_what_is_wrong_with_people_is_told_before_the_first_chunk(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        for (file, rows, fault) in [
            ("users.csv", "U09000,another,Иванов Иван\n", "users.csv:13: has the same user_id as line 11"),
            ("users.csv", "U09001,dawn-0,Иванов Иван\n", "users.csv:13: has the same user_id as line 10"),
            ("users.csv", "U09950,dawn-0,A\n", "users.csv:13:login: the login belongs to the user U09000"),
            ("users.csv", "U00009,ivanova,Иванов Иван\n", "users.csv:13:login: the login belongs to the user U00001"),
            ("companies.csv", "C09000,A,A,7707123458,,,FIRST=1\n", "companies.csv:7: has the same cnum as line 2"),
            ("companies.csv", "C09009,A,A,7707123458,,X,FIRST=1\n", "companies.csv:7:group_id: there is no group X"),
            ("user_rights.csv", "dawn-0,C09000,\n", "user_rights.csv:17: has the same login and cnum as line 16"),
            ("user_rights.csv", "dawn-0,C09999,ACT\n", "user_rights.csv:17:cnum: there is no company C09999"),
            ("user_rights.csv", "dawn,C09000,ACT\n", "user_rights.csv:17:login: there is no user with the login dawn"),
        ] {
            let folder = folder();
            add(&folder, file, rows);
            assert_eq!(faults(&bench, &folder).await, [fault], "{rows}");
            assert_eq!(people(&bank, &petrova).await, [], "{rows}");
        }
    }

    async fn lif_02_rows_by_a_login_that_is_given_up_are_told_before_the_first_chunk(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        imported(&bench, folder().path(), &Pace::default()).await.expect("it is imported");
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        // Two people change their logins; the rows of one come by the old one, wherever the chunks end.
        file("users.csv", "user_id,login,full_name\nU09000,aurora,A\nU09001,zenith,A\nU09002,dawn-2,A\n");
        let of = |first: &str| {
            let rights = format!("{first},C09000,\ndawn-2,C09000,ACT\nzenith,C09000,\n");
            file("user_rights.csv", &format!("login,cnum,rights\n{rights}"));
            file("credentials.csv", &format!("login,password\n{first},nine-quiet-Otters-88\n"));
        };
        for (old, new) in [("dawn-0", "aurora"), ("dawn-1", "zenith")] {
            of(old);
            let told = format!("{old} is given up in users.csv");
            let expected = [format!("user_rights.csv:2:login: {told}"), format!("credentials.csv:2:login: {told}")];
            assert_eq!(faults(&bench, &folder).await, expected, "{new}");
        }
        assert_eq!(people(&bank, &petrova).await.len(), COMPANIES * 2 + 1, "nothing is changed");
        of("aurora");
        in_chunks(&bench, folder.path(), u64::MAX).await.expect("it is imported");
    }

    async fn lif_02_rights_for_too_many_companies_are_told_wherever_a_slice_ends(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        // Rights of others come first, so many that those of the last person go over the end of the first 5,000 rows.
        let (companies, others) = (1_001, 10);
        let folder = tempfile::tempdir().expect("a folder");
        let company = |at: usize| format!("C{at:05}");
        let rows = |make: &dyn Fn(usize) -> String, count| (0..count).map(make).collect::<String>();
        let file = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("a file");
        let header = "cnum,name_ru,name_en,inn,signature_scheme\n".to_owned();
        file(FILES[1], header + &rows(&|at| format!("{},A,A,7707123458,FIRST=1\n", company(90_000 + at)), companies));
        let header = "user_id,login,full_name\nU09900,dawn-all,A\n".to_owned();
        file(FILES[2], header + &rows(&|at| format!("U0900{at},dawn-{at},A\n"), others));
        let of_all = rows(&|at| format!("dawn-all,{},ACT\n", company(90_000 + at)), companies);
        let of_others =
            rows(&|at| format!("dawn-{},{},ACT\n", at % others, company(90_000 + at / others)), 4_400);
        file(FILES[3], "login,cnum,rights\n".to_owned() + &of_all + &of_others);
        let fault = "user_rights.csv:1002:cnum: a user has rights for at most 1000 companies";
        assert_eq!(faults(&bench, &folder).await, [fault]);
        assert_eq!(people(&bank, &petrova).await, []);
    }

    async fn lif_02_an_import_that_slept_through_its_lease_tells_no_fault_of_its_files(bench: Bench) {
        let _bank = Bank::of(&bench).await;
        let (bench, folder) = (Arc::new(bench), Arc::new(folder()));
        let ((reach, mut reached), (go, gone)) = (unbounded_channel(), channel());
        let (gone, is_first) = (Mutex::new(gone), AtomicBool::new(true));
        // It sleeps between two looks at the staged rows.
        let listener = move |progress: import::Progress| {
            if progress.stage == Stage::Checking && is_first.swap(false, Ordering::SeqCst) {
                let _ = reach.send(());
                let _ = gone.lock().map(|gone| gone.recv());
            }
            ControlFlow::Continue(())
        };
        let pace = Pace { chunked_from_bytes: 0, listener: Arc::new(listener), ..Pace::default() };
        let (own_bench, own_folder) = (Arc::clone(&bench), Arc::clone(&folder));
        let asleep = tokio::spawn(async move { imported(&own_bench, own_folder.path(), &pace).await });
        reached.recv().await.expect("it is checking");
        bench.clock.advance_seconds(60);
        let other = in_chunks(&bench, folder.path(), u64::MAX).await;
        assert_eq!(counts(&other.expect("it is imported")), [1, 5, 11, 15].map(|rows| (rows, 0, 0)));
        go.send(()).expect("it sleeps");
        let asleep = asleep.await.expect("it ends");
        let told = asleep.expect_err("it has lost its lease").to_string();
        assert!(told.contains("is at work in another process"), "{told}");
        let again = imported(&bench, folder.path(), &Pace::default()).await.expect("it is imported");
        assert_eq!(counts(&again), [1, 5, 11, 15].map(|rows| (0, 0, rows)));
    }

    async fn lif_02_a_login_goes_from_one_person_to_another_as_the_rows_say(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        imported(&bench, folder().path(), &Pace::default()).await.expect("it is imported");
        let folder = tempfile::tempdir().expect("a folder");
        let import = async |users: &str| {
            let text = format!("user_id,login,full_name,roles,status\n{users}");
            std::fs::write(folder.path().join("users.csv"), text).expect("a file");
            imported(&bench, folder.path(), &Pace::default()).await
        };
        // The row that takes a login comes before the one that gives it up.
        let refused = import("U09001,dawn-0,A,,\nU09000,dawn-1,A,,\n").await;
        assert!(format!("{refused:?}").contains("the login belongs to the user U09000"), "{refused:?}");
        // A new person, too, takes what another one gives up in a row above.
        let report = import("U09000,dawn-x,A,ONLINE-USER,\nU09001,dawn-0,A,,LOCKED\nU09999,dawn-1,A,ONLINE-USER,\n");
        assert_eq!(counts(&report.await.expect("it is imported")), [(1, 2, 0)]);
        for (user, login, status, roles) in [
            ("U09000", "dawn-x", "ACTIVE", "ONLINE-USER"),
            ("U09001", "dawn-0", "LOCKED", ""),
            ("U09999", "dawn-1", "ACTIVE", "ONLINE-USER"),
        ] {
            let row = bank.get(&petrova, &format!("registry/users/{user}")).await;
            assert_eq!((&row["row"]["login"], &row["row"]["status"]), (&login.into(), &status.into()), "{row}");
            assert_eq!(row["row"]["roles"].as_str().unwrap_or_default(), roles, "{row}");
        }
        // Roles that are taken away are a change, and the same again is none.
        let without = "U09999,dawn-1,A,,\n";
        assert_eq!(counts(&import(without).await.expect("it is imported")), [(0, 1, 0)]);
        assert_eq!(counts(&import(without).await.expect("it is imported")), [(0, 0, 1)]);
    }
}
