//! The operator's commands, on both engines: their output, their changes, and their entries in the trail.

use crate::wired::ORDERS;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::demo::postgres_database;
use crate::program::{clientbank, folder, said, text, write_bank_files};

/// The settings of a database of its own.
pub(crate) struct Installation {
    _folder: tempfile::TempDir,
    pub(crate) files: std::path::PathBuf,
    pub(crate) settings: Vec<String>,
}

impl Installation {
    pub(crate) fn sqlite() -> Self {
        let folder = folder();
        let database = format!("database=sqlite:{}", folder.path().join("bank.db").display());
        Self::new(folder, database)
    }

    pub(crate) fn postgres(name: &str) -> Self {
        Self::new(folder(), format!("database={}", postgres_database(name)))
    }

    fn new(folder: tempfile::TempDir, database: String) -> Self {
        let key = said(&["keys", "master-key"]);
        let settings = vec![
            database,
            format!("master_key={}", key.trim()),
            "log_filter=warn".to_owned(),
            "password_memory_kib=8192".to_owned(),
            "password_passes=1".to_owned(),
        ];
        let files = folder.path().join("import");
        write_bank_files(&files);
        Self { _folder: folder, files, settings }
    }

    /// A command with these arguments and the settings.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = clientbank();
        command.args(arguments).args(self.settings.iter().flat_map(|setting| ["--set", setting]));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> (bool, String, String) {
        self.run_by("petrova", arguments, input)
    }

    fn run_by(&self, operator: &str, arguments: &[&str], input: &str) -> (bool, String, String) {
        let mut command = self.command(arguments);
        let mut child = command
            .env("CLIENTBANK_OPERATOR", operator)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("an input");
        // A command that reads nothing may have ended already.
        drop(pipe.write_all(input.as_bytes()));
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }

    pub(crate) fn says(&self, arguments: &[&str]) -> String {
        let (good, out, err) = self.run(arguments, "");
        assert!(good, "{arguments:?}: {out}{err}");
        out
    }

    pub(crate) fn refuses(&self, arguments: &[&str]) -> String {
        let (good, out, err) = self.run(arguments, "");
        assert!(!good, "{arguments:?}: {out}{err}");
        err
    }

    pub(crate) fn trail(&self, action: &str) -> Vec<Value> {
        let lines = self.says(&["audit", "--action", action]);
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    pub(crate) fn import(&self) -> String {
        self.says(&["import", &shown(&self.files)])
    }
}

/// Two tests that run the program on a database of its own, one on each engine.
macro_rules! on_both_databases {
    ($(fn $name:ident($bank:ident: $database:literal) $work:block)+) => {
        testkit::pastey::paste! {$(
            #[test]
            fn [<$name _sqlite>]() {
                let $bank = $crate::commands::Installation::sqlite();
                $work
            }

            #[test]
            fn [<$name _postgres>]() {
                let $bank = $crate::commands::Installation::postgres($database);
                $work
            }
        )+}
    };
}
pub(crate) use on_both_databases;

fn shown(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

fn imports_all_or_nothing(installation: &Installation) {
    let files = shown(&installation.files);
    let rehearse = || installation.run(&["import", &files, "--dry-run"], "");
    let (good, dry, told) = rehearse();
    assert!(good && dry.contains("dry run: nothing was changed"), "{dry}{told}");
    assert!(told.contains("was empty, and has the tables of a bank now"), "{told}");
    assert!(!rehearse().2.contains("was empty"), "it has them");
    assert!(installation.trail("import.applied").is_empty());

    let first = installation.import();
    let row = |said: &str, file: &str| {
        said.lines().find(|line| line.starts_with(file)).map(str::to_owned).expect("a line")
    };
    let numbers = |said: &str, file: &str| {
        row(said, file).split_whitespace().filter_map(|word| word.parse::<u64>().ok()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&first, "companies.csv"), [4, 0, 0], "{first}");
    assert_eq!(numbers(&first, "employees_accounts.csv"), [10_000, 0, 0], "{first}");
    let second = installation.import();
    assert_eq!(numbers(&second, "companies.csv"), [0, 0, 4], "{second}");
    assert_eq!(numbers(&second, "credentials.csv"), [0, 0, 5], "{second}");

    let users = installation.files.join("users.csv");
    let right = std::fs::read_to_string(&users).expect("the file");
    std::fs::write(&users, right.replace("ivanova@romashka.example", "no mail address")).expect("the file");
    let refused = installation.refuses(&["import", &files]);
    assert!(refused.contains("users.csv:2:email:"), "{refused}");
    std::fs::write(&users, right).expect("the file");
    assert!(installation.says(&["check"]).contains("every sum is zero"));
    names_what_is_wrong(installation);
}

store::queries! {
    /// An error: money from nowhere.
    FORGE_BALANCE = "update ledger_accounts set balance_minor = balance_minor + 7 \
        where ledger_account_id = '40702810800000000021'";
    /// As a runner leaves a job whose workers have died too often.
    QUARANTINE = "update jobs set is_given_up = true, deaths = 10, failure = 'quarantined: its worker died 10 times' \
        where kind = 'payroll.rail'";
    COUNTED = "select is_given_up, deaths from jobs where kind = 'payroll.rail'";
    /// A statement whose payments wait for the rail.
    PUT_PROCESSING = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
            created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default, statement_date,
            account, transfers_count, total_minor, lines_count, enrollment_code, purpose, done_through_line)
        values ($1, 'C00001', 'stuck', 'UNSIGNED', 'PROCESSING', 6, 1, 1, 'U00001', 'demo-erp', 2026, 1, false,
            '2026-11-20', '40702810600000000001', 2, 40, 2, '01', 'Salary', 2)";
    /// The outcome of such a transfer.
    PUT_PENDING = "insert into payroll_outcomes (statement_id, line, outcome, changed_at_us)
        values ($1, $2, 'PENDING', 1)";
    PUT_HANDED = "insert into payroll_rail_payments
            (statement_id, line, bic, account, amount_minor, state, handed_at_us)
        values ($1, $2, '044525225', '40817810000009000001', 20, 'HANDED', 1)";
    /// Money that came back and that no account took.
    PUT_UNCLAIMED = "insert into payroll_unclaimed (statement_id, line, amount_minor, since_us) values ($1, 3, 20, 1)";
    DIFFERENCE = "insert into core_differences (system, number, code, message, told_at_us) \
        values ('core', $1, 'UNKNOWN_HOLD', 'there is no such hold', 0)";
}

/// A damaged database is told in words, and by the exit code.
fn names_what_is_wrong(installation: &Installation) {
    on_database(installation, async |store| {
        let forge = |tx: &mut store::Tx| tx.execute_one(&FORGE_BALANCE, store::params![]);
        store.write("test.forge", forge).await.expect("the damage");
    });
    let (good, out, err) = installation.run(&["check"], "");
    let finding = "40702810800000000021: the balance differs from the sum of the postings (7)";
    assert!(!good && out.contains(finding) && err.contains("1 findings"), "{out}{err}");
    // Nobody finds a backup that is as damaged.
    if installation.settings[0].starts_with("database=sqlite:") {
        let backup = installation.files.with_file_name("backup.db");
        assert!(installation.refuses(&["backup", "--to", &shown(&backup)]).contains("1 findings"));
        assert!(!backup.exists());
    }
}

fn rotates_keys(installation: &Installation) {
    installation.says(&["migrate"]);
    let (good, out, err) = installation.run(&["keys", "rotate", "--compromised"], "");
    assert!(good, "{out}{err}");
    let before = installation.says(&["keys", "list"]);
    assert_eq!(before.matches("ACTIVE").count(), 2, "{before}");
    assert_eq!(before.matches("NEXT").count(), 2, "{before}");
    let refused = installation.refuses(&["keys", "rotate"]);
    assert!(refused.contains("try again later"), "{refused}");
    let (good, _, _) = installation.run(&["keys", "rotate", "--compromised"], "");
    assert!(good);
    let after = installation.says(&["keys", "list"]);
    assert!(
        before.lines().all(|line| !after.contains(line.split_whitespace().next().expect("a kid"))),
        "{after}"
    );
    let trail = installation.trail("signing_key.replaced");
    assert!(trail.iter().any(|entry| entry["actor"]["id"] == "petrova"), "{trail:?}");
}

fn changes_users(installation: &Installation) {
    installation.import();
    installation.says(&["users", "lock", "ivanova"]);
    let trail = installation.trail("user.locked");
    assert_eq!(trail[0]["object"]["id"], "U00001");
    assert_eq!(trail[0]["actor"]["id"], "petrova");
    assert_eq!(installation.trail("sessions.revoked").len(), 1, "in the same unit of work");
    installation.says(&["users", "unlock", "ivanova"]);
    assert_eq!(installation.trail("user.unlocked").len(), 1);

    // Nothing is typed: the password is made, and printed once.
    let password = installation.says(&["users", "password", "ivanova"]);
    assert_eq!(password.trim_end().split('-').map(str::len).collect::<Vec<_>>(), [5, 5, 5, 5], "{password}");
    assert_ne!(installation.says(&["users", "password", "ivanova"]), password);
    let set = installation.trail("user.password_set");
    assert_eq!(set.len(), 2);
    assert!(!format!("{set:?}").contains(password.trim_end()));

    let uri = installation.says(&["users", "totp", "ivanova"]);
    assert!(uri.starts_with("otpauth://totp/"), "{uri}");
    installation.says(&["users", "totp", "ivanova", "--remove"]);
    assert_eq!(installation.trail("user.second_factor_removed").len(), 1);

    let secret = installation.says(&["clients", "secret", "demo-erp"]);
    assert_eq!(secret.trim().len(), 43, "{secret}");
    installation.says(&["clients", "disable", "demo-erp"]);
    installation.says(&["clients", "enable", "demo-erp"]);
    for action in ["client.secret_minted", "client.disabled", "client.enabled"] {
        let trail = installation.trail(action);
        assert_eq!((trail.len(), &trail[0]["object"]["id"]), (1, &serde_json::json!("demo-erp")), "{action}");
    }
    assert!(installation.refuses(&["clients", "secret", "nobody"]).contains("no client"));
    on_database(installation, async |store| {
        let (client, now) = ("demo-erp".parse().unwrap(), kernel::Instant::from_unix_seconds(1_700_000_000));
        let off = move |tx: &mut store::Tx| clients::switch_off(tx, &client, now);
        assert!(store.write::<_, store::StoreError>("test.off", off).await.unwrap());
    });
    let (good, _, told) = installation.run(&["clients", "enable", "demo-erp"], "");
    assert!(good && told.contains("the bank has not stopped it; its company has switched it off"), "{told}");
    installation.says(&["clients", "disable", "demo-erp"]);
    let (good, _, told) = installation.run(&["clients", "enable", "demo-erp"], "");
    assert!(good && told.contains("is let in again, and stays switched off"), "{told}");

    let whole = installation.says(&["audit", "--limit", "1000"]);
    assert!(!whole.contains(secret.trim()), "{whole}");
    assert!(!whole.contains("a new password") && !whole.contains("secret="), "{whole}");
    assert!(installation.refuses(&["users", "lock", "nobody"]).contains("no user"));
}

on_both_databases! {
    fn import_is_all_or_nothing_on(bank: "import") { imports_all_or_nothing(&bank); }
    fn keys_are_rotated_on(bank: "keys") { rotates_keys(&bank); }
    fn users_are_changed_with_a_trail_on(bank: "users") { changes_users(&bank); }
}

/// Has the company ask for another scheme; the identifier of the change.
fn asked_for_scheme(installation: &Installation, id: u128, before: &str, after: &str) -> String {
    let change = company::scheme_change::SchemeChange {
        id: uuid::Uuid::from_u128(id),
        company: "C00001".parse().unwrap(),
        before: before.parse().unwrap(),
        after: after.parse().unwrap(),
        asked_by: "U00002".parse().unwrap(),
        asked_at: kernel::Instant::from_unix_seconds(1_700_000_000),
        expires_at: kernel::Instant::from_unix_seconds(4_000_000_000),
    };
    let id = change.id.to_string();
    on_database(installation, async |store| {
        let ask = move |tx: &mut store::Tx| company::store::scheme_changes::insert(tx, &change);
        assert!(store.write("test.ask", ask).await.unwrap());
    });
    id
}

fn decides_about_schemes(installation: &Installation) {
    installation.import();
    let id = asked_for_scheme(installation, 7, "FIRST=1,SECOND=1", "FIRST=1");
    let listed: Value = serde_json::from_str(&installation.says(&["signature-schemes", "list"])).unwrap();
    assert_eq!((&listed["change"], &listed["asked_by"]), (&id.as_str().into(), &"U00002".into()), "{listed}");
    let foreign = installation.refuses(&["signature-schemes", "confirm", "C00002", &id]);
    assert!(foreign.contains("has changed"), "{foreign}");
    installation.says(&["signature-schemes", "confirm", "C00001", &id]);
    let trail = installation.trail("company.signature_scheme_changed");
    assert_eq!((trail.len(), &trail[0]["actor"]["id"]), (1, &"petrova".into()), "{trail:?}");
    assert_eq!(installation.says(&["signature-schemes", "list"]), "");
    // One that is refused is over, and the scheme stays.
    let id = asked_for_scheme(installation, 8, "FIRST=1", "FIRST=1,SECOND=1");
    let foreign = installation.refuses(&["signature-schemes", "refuse", "C00002", &id]);
    assert!(foreign.contains("has changed"), "{foreign}");
    installation.says(&["signature-schemes", "refuse", "C00001", &id]);
    assert_eq!(installation.trail("company.signature_scheme_refused").len(), 1);
    assert_eq!(installation.says(&["signature-schemes", "list"]), "");
    let late = installation.refuses(&["signature-schemes", "confirm", "C00001", &id]);
    assert!(late.contains("has changed"), "{late}");
    assert_eq!(installation.trail("company.signature_scheme_changed").len(), 1);
}

on_both_databases! {
    fn onl_06_the_command_decides_about_schemes_on(bank: "schemes") { decides_about_schemes(&bank); }
}

/// Runs work on the installation's database, beside the program.
pub(crate) fn on_database<T>(installation: &Installation, work: impl AsyncFnOnce(&store::Store) -> T) -> T {
    let location =
        installation.settings[0].strip_prefix("database=").expect("the database").parse().expect("a place");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store =
            store::Store::open(&location, store::StoreLimits::default()).await.expect("the database opens");
        let outcome = work(&store).await;
        store.close().await;
        outcome
    })
}

fn operator_is_who_the_system_says(installation: &Installation) {
    installation.import();
    installation.says(&["users", "lock", "ivanova"]);
    let trail = installation.trail("user.locked");
    let uid = rustix::process::getuid().as_raw();
    assert_eq!(
        (&trail[0]["actor"]["id"], &trail[0]["detail"]["system"]["uid"]),
        (&"petrova".into(), &uid.into())
    );
    for (name, refused) in [
        ("evil\n{\"forged\":1}", "control characters"),
        ("tab\there", "control characters"),
        ("director\u{202e}", "U+202A"),
        (&"x".repeat(129), "128"),
    ] {
        let (good, _, err) = installation.run_by(name, &["users", "unlock", "ivanova"], "");
        assert!(!good && err.contains("CLIENTBANK_OPERATOR") && err.contains(refused), "{name:?}: {err}");
    }
    let (good, _, err) = installation.run_by(&"я".repeat(128), &["users", "unlock", "ivanova"], "");
    assert!(good, "{err}");
    assert_eq!(installation.trail("user.unlocked").len(), 1);
}

on_both_databases! {
    fn security_05_the_trail_names_the_user_of_the_system_on(bank: "system_user") {
        operator_is_who_the_system_says(&bank);
    }
}

fn jobs_that_were_given_up_are_done_again(installation: &Installation) {
    installation.says(&["migrate"]);
    assert_eq!(installation.says(&["jobs", "list"]), "");
    let key = "01981a2b-0000-7000-8000-000000000001";
    on_database(installation, async |store| {
        let put = move |tx: &mut store::Tx| {
            jobs::enqueue(tx, payroll::RAIL, key, kernel::Instant::from_unix_seconds(0))?;
            tx.execute_one(&QUARANTINE, store::params![])
        };
        store.write("test.quarantine", put).await.expect("a job");
    });
    let listed: Value = serde_json::from_str(&installation.says(&["jobs", "list"])).expect("JSON");
    assert_eq!(
        (&listed["kind"], &listed["key"], &listed["deaths"]),
        (&"payroll.rail".into(), &key.into(), &10.into())
    );
    assert!(listed["reason"].as_str().expect("a reason").starts_with("quarantined"));
    let refused = installation.refuses(&["jobs", "retry", "payroll.execute", key]);
    assert!(refused.contains("no job payroll.execute"), "{refused}");
    installation.says(&["jobs", "retry", "payroll.rail", key]);
    assert_eq!(installation.says(&["jobs", "list"]), "");
    on_database(installation, async |store| {
        let row = store.query_optional(&COUNTED, store::params![]).await.expect("a read").expect("the job");
        assert_eq!((row.boolean("is_given_up"), row.integer("deaths")), (Ok(false), Ok(0)));
    });
    let trail = installation.trail("job.retried");
    assert!(trail.len() == 1 && trail[0].to_string().contains("petrova"), "{trail:?}");
    installation.refuses(&["jobs", "retry", "payroll.rail", key]);
}

fn stuck_payments_are_decided(installation: &Installation) {
    installation.says(&["migrate"]);
    installation.import();
    let id: payroll::StatementId = "01981a2b-0000-7000-8000-000000000002".parse().expect("an identifier");
    on_database(installation, async |store| {
        let put = move |tx: &mut store::Tx| {
            tx.execute_one(&PUT_PROCESSING, store::params![id.bytes()])?;
            for line in [1_i64, 2] {
                tx.execute_one(&PUT_PENDING, store::params![id.bytes(), line])?;
                tx.execute_one(&PUT_HANDED, store::params![id.bytes(), line])?;
            }
            Ok::<_, store::StoreError>(())
        };
        store.write("test.stuck", put).await.expect("a statement");
    });
    let statement = id.to_string();
    let listed = |kind: &str| -> Vec<Value> {
        let lines = installation.says(&["payments", "list", kind]);
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    assert_eq!(listed("--unclaimed"), Vec::<Value>::new());
    let found = listed("--unanswered");
    assert_eq!((found.len(), &found[1]["line"], &found[1]["amount"]), (2, &2.into(), &"0.20".into()));
    assert_eq!((&found[0]["statement"], &found[0]["cnum"]), (&statement.as_str().into(), &"C00001".into()));
    on_database(installation, async |store| {
        let put = move |tx: &mut store::Tx| tx.execute_one(&PUT_UNCLAIMED, store::params![id.bytes()]);
        store.write::<_, store::StoreError>("test.unclaimed", put).await.expect("it is there");
    });
    let whys = |words: &[&str]| -> Vec<String> {
        let lines = installation.says(&[&["payments", "list"], words].concat());
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| line["why"].as_str().expect("a word").to_owned()).collect()
    };
    assert_eq!(whys(&[]), ["unanswered", "unanswered", "unclaimed"]);
    assert_eq!(whys(&["--unanswered"]), ["unanswered", "unanswered"]);
    assert_eq!(whys(&["--unclaimed"]), ["unclaimed"]);
    // The list of jobs stays one of what was given up.
    assert_eq!(installation.says(&["jobs", "list"]), "");
    installation.refuses(&["payments", "settle", &statement, "1"]);
    installation.refuses(&["payments", "settle", &statement, "1", "--reason", " "]);
    installation.says(&["payments", "settle", &statement, "1", "--reason", "core 17"]);
    installation.says(&["payments", "return", &statement, "2", "--reason", "core 18"]);
    assert_eq!(listed("--unanswered"), Vec::<Value>::new());
    let again = installation.refuses(&["payments", "return", &statement, "1", "--reason", "core 17"]);
    assert!(again.contains("waits for an answer"), "{again}");
    let account = "40702810600000000001";
    let claim = ["payments", "claim", &statement, "2", "--account", account, "--reason", "letter"];
    assert!(installation.refuses(&claim).contains("unclaimed"));
    let trail = installation.trail("payroll_payment.settled");
    assert!(trail.len() == 1 && trail[0].to_string().contains("core 17"), "{trail:?}");
}

on_both_databases! {
    fn money_h07_stuck_payments_are_decided_on(bank: "stuck_payments") { stuck_payments_are_decided(&bank); }
    fn pay_09_jobs_that_were_given_up_are_done_again_on(bank: "jobs_given_up") {
        jobs_that_were_given_up_are_done_again(&bank);
    }
}

#[test]
fn migrate_tells_what_it_did() {
    let installation = Installation::sqlite();
    let first = installation.says(&["migrate"]);
    assert!(first.contains("applied identity 1"), "{first}");
    let second = installation.says(&["migrate"]);
    assert!(second.starts_with("0 applied"), "{second}");
}

#[test]
fn serve_needs_a_master_key_and_says_how_to_get_one() {
    let folder = folder();
    let setting = format!("database=sqlite:{}", folder.path().join("bank.db").display());
    let listen = ["api", "identity", "administration"].map(|name| format!("{name}_listen=127.0.0.1:0"));
    let mut command = clientbank();
    command.args(["serve", "--set", ORDERS, "--set", &setting]);
    for setting in &listen {
        command.args(["--set", setting]);
    }
    let output = command.output().expect("the program starts");
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("keys master-key"), "{}", text(&output.stderr));
}

fn list_that_may_go_on_says_so(installation: &Installation) {
    installation.import();
    let add = |tx: &mut store::Tx| {
        let numbers: Vec<i64> = (1..=1_001).collect();
        tx.insert_bulk(&DIFFERENCE, &[store::Column::Integers(&numbers)])
    };
    let write =
        async |store: &store::Store| store.write::<_, store::StoreError>("test.differences", add).await;
    on_database(installation, write).expect("the differences are there");
    let (is_done, out, err) = installation.run(&["feed", "list"], "");
    assert!(is_done && err.contains("there may be more than these 1000"), "{err}");
    assert_eq!(out.lines().count(), 1_000);
}

on_both_databases! {
    fn bnk_06_a_list_that_may_go_on_says_so_on(bank: "long_list") { list_that_may_go_on_says_so(&bank); }
}
