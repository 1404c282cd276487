//! Imports that people start over the bank API (LIF-06): approved as they are, done by whichever process lives.

use std::path::{Path, PathBuf};
use std::pin::Pin;

use clientbank::application::{Application, build};
use clientbank::configuration::Configuration;
use kernel::hexadecimal;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{Query, StoreError, Tx, params};
use tempfile::TempDir;
use testkit::{Answer, Bench, Engine, TestClient, on_both_engines};
use tokio::select;

use crate::import_killed::{ROWS, employees};
use crate::import_stopped::{self, imported, newest};
use crate::people::{BOTH, Bank, Person, is};
use crate::wired::{addresses, application_with, configuration, surroundings};

store::queries! {
    /// An import that never ends.
    IMPORT_BEGINS = "insert into import_runs (import_id, state, open_slot, attempt, leased_until_us, operator, digest, \
        begun_at_us) values (1, 'STAGING', 1, 1, 9000000000000000, 'test', $1, 0)";
    /// An import that is decided, and whose process has died.
    IMPORT_DECIDED = "insert into import_runs (import_id, state, open_slot, attempt, leased_until_us, operator, \
        digest, begun_at_us) values (1, 'APPLYING', 1, 1, 0, 'test', $1, 0)";
    IMPORT_ENDS = "update import_runs set state = 'DONE', open_slot = null, ended_at_us = 1 where import_id = 1";
    /// SQLite does not note the end of a started import, as where its process dies at that moment.
    SQLITE_REFUSES = "create trigger refuse_end before update on imports_started when new.state = 'DONE'
        begin select raise(abort, 'it does not end'); end";
    SQLITE_ALLOWS = "drop trigger refuse_end";
    /// The function that PostgreSQL calls before that.
    POSTGRES_FUNCTION = "create function refuse_end() returns trigger language plpgsql as 'begin
        if new.state = ''DONE'' then raise exception ''it does not end''; end if; return new; end'";
    /// PostgreSQL does not note it.
    POSTGRES_REFUSES = "create trigger refuse_end before update on imports_started
        for each row execute function refuse_end()";
    POSTGRES_ALLOWS = "drop trigger refuse_end on imports_started";
}

async fn run(bench: &Bench, query: &'static Query) {
    let work = move |tx: &mut Tx| tx.execute(query, params![]);
    bench.store.write::<_, StoreError>("test.refusals", work).await.expect("the database takes it");
}

/// Seconds after which every lease has ended.
const LEASES_S: i64 = 60;
/// Groups in a file that is too large to be imported at once and small enough for one unit of work.
const GROUPS: usize = 5_000;

/// A bank with a folder where files come, and two people who import them.
pub(crate) struct Ground<'b> {
    pub(crate) root: TempDir,
    pub(crate) configuration: Configuration,
    pub(crate) application: Application,
    pub(crate) bank: Bank<'b>,
    pub(crate) petrova: Person,
    pub(crate) sidorov: Person,
}

impl<'b> Ground<'b> {
    pub(crate) async fn of(bench: &'b Bench) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let configuration = Configuration { import_folder: Some(root.path().to_owned()), ..configuration() };
        let application = application_with(bench, &configuration).await;
        let bank = Bank::at(bench, TestClient::new(application.bank.clone()));
        let petrova = Person::added(bench, "operator:petrova", &BOTH).await;
        let sidorov = Person::added(bench, "operator:sidorov", &BOTH).await;
        Self { root, configuration, application, bank, petrova, sidorov }
    }

    /// Has files come in a folder of their own.
    pub(crate) fn come(&self, folder: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = self.root.path().join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        folder
    }

    pub(crate) async fn approved(&self, folder: &str) -> i64 {
        let arguments = json!({ "folder": folder });
        let number = self.bank.proposed(&self.petrova, "imports.start", &arguments).await;
        assert_eq!(self.bank.decides(&self.sidorov, number, "APPROVE").await.status, 204);
        number
    }

    pub(crate) async fn execute(&self, number: i64) -> Answer {
        self.bank.executed(&self.petrova, number).await
    }

    /// Starts the import of a folder, as both people want.
    pub(crate) async fn start(&self, folder: &str) {
        let answer = self.execute(self.approved(folder).await).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    pub(crate) async fn work(&self) {
        self.application.workers.work_off_jobs().await.expect("the jobs are done");
    }

    pub(crate) async fn last(&self) -> Value {
        self.rows("registry/imports_started").await[0].clone()
    }

    pub(crate) async fn rows(&self, path: &str) -> Vec<Value> {
        self.bank.get(&self.petrova, path).await["rows"].as_array().expect("rows").clone()
    }

    pub(crate) async fn entries(&self, query: &str) -> Vec<Value> {
        let trail = self.bank.get(&self.petrova, &format!("trail?{query}")).await;
        trail["entries"].as_array().expect("entries").clone()
    }

    pub(crate) async fn has_group(&self, group: &str) -> bool {
        let path = format!("registry/company_groups/{group}");
        self.bank.asked(&self.petrova.system, &path).await.status == 200
    }

    /// Looks at the import in chunks that is at work until it has come so far.
    async fn until<F: Future<Output = ()>>(
        &self,
        mut work: Pin<Box<F>>,
        is_so_far: impl Fn(&Value) -> bool,
    ) -> Pin<Box<F>> {
        loop {
            select! {
                () = &mut work => panic!("it has ended: {}", self.last().await),
                row = newest(&self.bank, &self.petrova) => if is_so_far(&row) { return work },
            }
        }
    }
}

pub(crate) fn sha256(path: &Path) -> String {
    hexadecimal(&Sha256::digest(std::fs::read(path).expect("a file")))
}

pub(crate) fn groups() -> String {
    let long = "x".repeat(200);
    let rows = (0..GROUPS).map(|i| format!("GROUP-{i:06},The companies of group {i:06} {long}\n"));
    "group_id,name\n".to_owned() + &rows.collect::<String>()
}

on_both_engines! {
    async fn lif_06_a_folder_is_imported_as_two_people_have_approved_it(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let group = |name: &str| format!("group_id,name\nFLOWERS,{name}\nTREES,Oak and Lime\n");
        let folder = ground.come("october", &[("company_groups.csv", &group("Roses"))]);
        let arguments = json!({ "folder": "october" });
        is(&ground.bank.does(&ground.petrova, "imports.start", arguments.clone()).await, 409, "NEEDS_TWO");
        let rehearsed = ground.bank.rehearsed(&ground.petrova, "imports.start", &arguments).await;
        assert_eq!(rehearsed["needsSecondPerson"], true);
        // A rehearsal leaves nothing, whatever it did.
        assert!(ground.rows("registry/imports_started").await.is_empty() && !ground.has_group("TREES").await);

        let number = ground.approved("october").await;
        let file = folder.join("company_groups.csv");
        let proposal = ground.bank.get(&ground.sidorov, &format!("proposals/{number}")).await;
        let difference = proposal["difference"].as_str().expect("a difference");
        let bytes = std::fs::metadata(&file).expect("a file").len();
        assert!(difference.contains(&format!("company_groups.csv: {bytes} bytes, 3 lines, SHA-256 {}", sha256(&file))));
        assert!(difference.contains("→ Roses") && difference.contains("TREES"), "{difference}");
        let answer = ground.execute(number).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["result"]["started"]), (200, &json!("1")));
        assert!(ground.has_group("TREES").await);

        let row = ground.last().await;
        let told = (&row["state"], &row["folder"], &row["operator"]);
        assert_eq!(told, (&json!("DONE"), &json!("october"), &json!("petrova")));
        let approval = json!({
            "over": "bank API", "reason": "it is needed", "proposal": number, "proposed_by": "petrova",
            "approved_by": "sidorov",
        });
        assert_eq!(row["approval"], approval);
        assert_eq!((&row["files"][0]["created"], &row["files"][0]["changed"]), (&json!(1), &json!(1)));
        assert_eq!(row["sha256"], json!({ "company_groups.csv": sha256(&file) }));
        for query in ["action=import.started&object=1", "action=import.changed&object=FLOWERS"] {
            assert_eq!(ground.entries(query).await[0]["detail"]["system"]["approved_by"], "sidorov", "{query}");
        }
        let ended = ground.entries("action=import.ended&object=1").await;
        assert_eq!((&ended[0]["detail"]["state"], ended.len()), (&json!("DONE"), 1));

        // Another file, or another effect of the same one, is not what was approved.
        let (first, second) = (ground.approved("october").await, ground.approved("october").await);
        std::fs::write(&file, group("Tulips")).expect("a file");
        is(&ground.execute(first).await, 409, "LOOK_AGAIN");
        std::fs::write(&file, group("Roses")).expect("a file");
        let other = json!({ "tables": { "company_groups": [{ "group_id": "FLOWERS", "name": "Lilies" }] } });
        let other = ground.bank.proposed(&ground.petrova, "registry.change", &other).await;
        assert_eq!(ground.bank.decides(&ground.sidorov, other, "APPROVE").await.status, 204);
        assert_eq!(ground.execute(other).await.status, 200);
        is(&ground.execute(second).await, 409, "LOOK_AGAIN");
        assert_eq!(ground.rows("registry/imports_started").await.len(), 1);
        // Faults are told by file and line, and nothing is proposed.
        std::fs::write(&file, "group_id,name\nTREES,\n!,x\n").expect("a file");
        let body = json!({ "arguments": arguments, "reason": "it is needed" });
        let answer = ground.bank.post(&ground.petrova, "actions/imports.start/rehearsal", &body).await;
        is(&answer, 422, "REFUSED");
        for place in ["company_groups.csv:2:name", "company_groups.csv:3:group_id"] {
            assert!(answer.text().contains(place), "{}", answer.text());
        }
    }

    async fn lif_06_a_large_folder_is_imported_by_a_job_that_people_watch(bench: Bench) {
        let ground = Ground::of(&bench).await;
        for (folder, file, text, rows) in [
            ("groups", "company_groups.csv", groups(), u64::try_from(GROUPS).expect("a number")),
            ("employees", "employees_accounts.csv", employees(), u64::from(ROWS)),
        ] {
            // Entries of one moment have no order, and the last ones are those of this folder.
            bench.clock.advance_seconds(1);
            let path = ground.come(folder, &[(file, &text)]).join(file);
            let number = ground.approved(folder).await;
            let proposal = ground.bank.get(&ground.sidorov, &format!("proposals/{number}")).await;
            let difference = proposal["difference"].as_str().expect("a difference");
            let wanted = format!("{file}: {} bytes, {} lines, SHA-256 {}", text.len(), rows + 1, sha256(&path));
            assert!(difference.contains(&wanted) && difference.contains("a job imports them"), "{difference}");
            assert_eq!(ground.execute(number).await.status, 200);
            assert_eq!(ground.last().await["state"], "WAITING");
            ground.work().await;
            let row = ground.last().await;
            assert_eq!((&row["state"], &row["files"][0]["created"]), (&json!("DONE"), &json!(rows)), "{row}");
            let started = row["started"].as_str().expect("a number");
            let ended = ground.entries(&format!("action=import.ended&object={started}")).await;
            assert_eq!((&ended[0]["detail"]["state"], &ended[0]["detail"]["files"]), (&json!("DONE"), &row["files"]));
            // Whatever the job has written names both people.
            let applied = ground.entries(&format!("action=import.applied&actor=petrova&object={file}")).await;
            assert_eq!(applied[0]["detail"]["system"]["approved_by"], "sidorov");
            let rows_told = ground.entries("action=import.rows&limit=1").await;
            assert_eq!(rows_told[0]["detail"]["system"]["proposal"], number);
            // The same again changes nothing.
            ground.start(folder).await;
            ground.work().await;
            assert_eq!(ground.last().await["files"][0]["unchanged"], json!(rows));
        }
        assert_eq!(ground.rows("registry/imports").await[0]["state"], "DONE");
        assert_eq!(ground.entries("action=import.decided").await[0]["detail"]["system"]["approved_by"], "sidorov");
    }

    async fn lif_06_an_import_whose_process_dies_is_finished_by_another(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let built = build(&ground.configuration, &surroundings(&bench), &addresses()).await;
        let other = built.expect("another process");
        ground.come("employees", &[("employees_accounts.csv", &employees())]);
        ground.start("employees").await;
        let half = |row: &Value| row["state"] == "APPLYING" && row["applied"].as_u64().is_some_and(|rows| rows > 0);
        let half = ground.until(Box::pin(ground.work()), half).await;
        drop(half);
        assert_eq!(ground.last().await["state"], "RUNNING");
        let stop = json!({ "started": "1" });
        is(&ground.bank.does(&ground.petrova, "imports.stop", stop).await, 422, "REFUSED");
        // While the leases of the dead process last, nobody touches its import.
        other.workers.work_off_jobs().await.expect("the jobs are done");
        assert_eq!(ground.last().await["state"], "RUNNING");
        bench.clock.advance_seconds(LEASES_S);
        other.workers.work_off_jobs().await.expect("the jobs are done");
        let (row, run) = (ground.last().await, ground.rows("registry/imports").await[0].clone());
        assert_eq!((&row["state"], &row["files"][0]["created"]), (&json!("DONE"), &json!(ROWS)), "{row}");
        assert_eq!((&run["import"], &run["state"], &run["applied"]), (&json!("1"), &json!("DONE"), &json!(ROWS)));
        assert_eq!(ground.entries("action=import.decided").await.len(), 1);
        assert_eq!(ground.entries("action=import.ended").await.len(), 1);
    }

    async fn lif_06_a_started_import_is_stopped_and_goes_on_when_it_is_started_again(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("employees", &[("employees_accounts.csv", &employees())]);
        ground.start("employees").await;
        let begun = |row: &Value| row["state"].is_string();
        let at_work = ground.until(Box::pin(ground.work()), begun).await;
        let stop = json!({ "import": "1" });
        let (stopped, ()) = tokio::join!(ground.bank.does(&ground.petrova, "imports.stop", stop), at_work);
        assert_eq!(stopped.status, 200, "{}", stopped.text());
        let row = ground.last().await;
        assert_eq!(row["state"], "REFUSED");
        assert!(row["told"].as_str().is_some_and(|told| told.contains("import 1 was stopped by petrova")), "{row}");
        ground.start("employees").await;
        ground.work().await;
        assert_eq!(ground.last().await["state"], "DONE");
        assert_eq!(ground.rows("registry/imports").await[0]["applied"], json!(ROWS));
    }

    async fn lif_06_an_import_waits_for_another_one_and_is_started_once(bench: Bench) {
        let ground = Ground::of(&bench).await;
        let by_command = tempfile::tempdir().expect("a folder");
        let file = by_command.path().join("employees_accounts.csv");
        std::fs::write(file, import_stopped::employees()).expect("the file");
        ground.come("groups", &[("company_groups.csv", &groups())]);
        let (number, second) = (ground.approved("groups").await, ground.approved("groups").await);
        // A call that comes again with its key is the same call.
        let token = ground.bank.token(&ground.petrova.system).await;
        let client = TestClient::new(ground.application.bank.clone());
        let path = format!("/bank/v1/proposals/{number}/execution");
        let execute = async || {
            client.post(&path).bearer(&token).header("idempotency-key", "k-1").json(&json!({})).send().await
        };
        let (first, again) = (execute().await, execute().await);
        assert_eq!((first.status.as_u16(), first.text()), (200, again.text()));
        is(&ground.execute(number).await, 409, "STATE");
        // Nor does another proposal start the same folder once more.
        let refused = ground.execute(second).await;
        is(&refused, 422, "REFUSED");
        assert!(refused.text().contains("an import of this folder is at work, or waits"), "{}", refused.text());
        assert_eq!(ground.rows("registry/imports_started").await.len(), 1);

        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        let heard = move |_| {
            let _ = tell.send(());
        };
        let mut importing = Box::pin(imported(&bench, by_command.path(), heard));
        select! {
            outcome = &mut importing => panic!("it has ended: {outcome:?}"),
            _ = told.recv() => {}
        }
        // From here on the other one stands still, and its lease lasts.
        ground.work().await;
        let row = ground.last().await;
        assert_eq!(row["state"], "WAITING");
        assert!(row["told"].as_str().is_some_and(|told| told.contains("import 1 is at work")), "{row}");
        importing.await.expect("the other one ends");
        ground.work().await;
        assert_eq!(ground.last().await["state"], "WAITING", "it looks again in five seconds");
        bench.clock.advance_seconds(5);
        ground.work().await;
        assert_eq!(ground.last().await["state"], "DONE");
    }

    async fn lif_06_an_import_that_waits_is_stopped_and_never_begins(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("groups", &[("company_groups.csv", &groups())]);
        ground.start("groups").await;
        let stop = async |arguments| ground.bank.does(&ground.petrova, "imports.stop", arguments).await;
        for arguments in [json!({}), json!({ "import": "1", "started": "1" })] {
            is(&stop(arguments).await, 400, "MALFORMED");
        }
        for number in ["", "1.5", "one", "9223372036854775808"] {
            is(&stop(json!({ "started": number })).await, 400, "MALFORMED");
        }
        for number in ["2", "0", "-1", "9223372036854775807", "-9223372036854775808"] {
            is(&stop(json!({ "started": number })).await, 422, "REFUSED");
        }
        is(&stop(json!({ "import": "1" })).await, 422, "REFUSED");
        let stopped = stop(json!({ "started": "1" })).await;
        assert_eq!(stopped.status, 200, "{}", stopped.text());
        is(&stop(json!({ "started": "1" })).await, 422, "REFUSED");
        ground.work().await;
        let row = ground.last().await;
        assert!(row["state"] == "REFUSED" && row["ended"].is_string(), "{row}");
        assert!(row["told"].as_str().is_some_and(|told| told.contains("stopped by petrova")), "{row}");
        assert!(!ground.has_group("GROUP-000000").await && ground.rows("registry/imports").await.is_empty());
        assert!(ground.rows("registry/jobs").await.iter().all(|row| row["kind"] != "import.run"));
        let entries = ground.entries("action=import.stopped&object=1").await;
        assert_eq!((entries.len(), &entries[0]["detail"]["reason"]), (1, &json!("it is needed")), "{entries:?}");
        // The folder is free for another start.
        ground.start("groups").await;
        ground.work().await;
        assert_eq!(ground.last().await["state"], "DONE");
    }

    async fn lif_06_what_an_import_brings_and_its_end_are_kept_together(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("groups", &[("company_groups.csv", &groups())]);
        ground.start("groups").await;
        if bench.engine == Engine::Sqlite {
            run(&bench, &SQLITE_REFUSES).await;
        } else {
            run(&bench, &POSTGRES_FUNCTION).await;
            run(&bench, &POSTGRES_REFUSES).await;
        }
        ground.work().await;
        assert_eq!(ground.last().await["state"], "RUNNING");
        assert!(!ground.has_group("GROUP-000000").await);
        run(&bench, if bench.engine == Engine::Sqlite { &SQLITE_ALLOWS } else { &POSTGRES_ALLOWS }).await;
        bench.clock.advance_seconds(LEASES_S);
        ground.work().await;
        let row = ground.last().await;
        assert_eq!((&row["state"], &row["files"][0]["created"]), (&json!("DONE"), &json!(GROUPS)), "{row}");
    }

    async fn lif_06_an_import_waits_for_one_that_is_decided_and_not_finished(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("groups", &[("company_groups.csv", &groups())]);
        ground.start("groups").await;
        let decided = |tx: &mut Tx| tx.execute_one(&IMPORT_DECIDED, params![[0_u8; 32]]);
        bench.store.write::<_, StoreError>("test.import", decided).await.expect("it is decided");
        ground.work().await;
        let row = ground.last().await;
        assert_eq!(row["state"], "WAITING");
        let told = row["told"].as_str().expect("it is told");
        assert!(told.contains("import 1 is decided and not finished"), "{row}");
        run(&bench, &IMPORT_ENDS).await;
        bench.clock.advance_seconds(5);
        ground.work().await;
        assert_eq!(ground.last().await["state"], "DONE");
    }

    async fn lif_06_an_import_waits_for_seven_days_at_most(bench: Bench) {
        let ground = Ground::of(&bench).await;
        ground.come("groups", &[("company_groups.csv", &groups())]);
        ground.start("groups").await;
        let begins = |tx: &mut Tx| tx.execute_one(&IMPORT_BEGINS, params![[0_u8; 32]]);
        bench.store.write::<_, StoreError>("test.import", begins).await.expect("it is at work");
        for _ in 0..7 {
            ground.work().await;
            let row = ground.last().await;
            assert!(row["state"] == "WAITING" && row["ended"].is_null(), "{row}");
            assert!(row["told"].as_str().is_some_and(|told| told.contains("import 1 is at work")), "{row}");
            bench.clock.advance_seconds(24 * 60 * 60);
        }
        ground.work().await;
        let row = ground.last().await;
        assert!(row["state"] == "REFUSED" && row["ended"].is_string(), "{row}");
        assert!(ground.rows("registry/jobs").await.iter().all(|row| row["kind"] != "import.run"));
    }
}
