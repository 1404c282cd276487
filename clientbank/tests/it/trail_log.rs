//! LIF-08: a server writes its trail to a folder, and programs of others verify it without the database.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::commands::{Installation, on_database};
use crate::program::{agent, text};
use crate::two_processes::{PATIENCE, free_ports};
use crate::wired::ORDERS;

store::queries! {
    /// An error: a log that is longer than what it has.
    GROW = "update audit_log set size = size + 1000 where alone = 1";
    /// Takes the hashes away from which a root is computed.
    REMOVE_TILES = "delete from audit_tiles where level = 0";
}

/// A server of an installation. Killed when dropped.
pub(crate) struct Serving {
    child: std::process::Child,
    administration: u16,
}

impl Serving {
    pub(crate) fn start(installation: &Installation) -> Self {
        Self::telling(installation, Stdio::inherit())
    }

    /// Starts it with a place for its log.
    pub(crate) fn telling(installation: &Installation, log: Stdio) -> Self {
        let mut command = installation.command(&["serve", "--set", ORDERS, "--set", "farewell_s=1"]);
        command.stderr(log);
        let ports = free_ports();
        for (name, port) in ["api", "identity", "administration"].into_iter().zip(ports) {
            command.args(["--set", &format!("{name}_listen=127.0.0.1:{port}")]);
        }
        Self { child: command.spawn().expect("the program starts"), administration: ports[2] }
    }

    /// Tells whether it answers and is ready.
    pub(crate) fn is_ready(&self) -> bool {
        let answer = agent().get(format!("http://127.0.0.1:{}/health/ready", self.administration)).call();
        answer.is_ok_and(|answer| answer.status() == 200)
    }

    /// Its metrics; nothing before it listens.
    pub(crate) fn metrics(&self) -> String {
        let answer = agent().get(format!("http://127.0.0.1:{}/metrics", self.administration)).call();
        answer.ok().and_then(|mut answer| answer.body_mut().read_to_string().ok()).unwrap_or_default()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The entries that the checkpoint of a log names.
pub(crate) fn logged(folder: &Path) -> usize {
    let note = fs::read_to_string(folder.join("checkpoint")).unwrap_or_default();
    note.lines().nth(1).map_or(0, |size| size.parse().expect("a number"))
}

pub(crate) fn wait_for(folder: &Path, entries: usize) {
    let start = Instant::now();
    while logged(folder) < entries {
        assert!(start.elapsed() < PATIENCE, "{} of {entries} entries", logged(folder));
        std::thread::yield_now();
    }
}

/// The verifier for auditors, if Python is there.
fn by_python(folder: &Path, key: &str, earlier: Option<&Path>) -> Option<bool> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/trail/verify.py");
    let mut command = Command::new("python3");
    command.args([script.as_ref(), folder.as_os_str(), key.as_ref()]).args(earlier);
    command.output().ok().map(|output| output.status.success())
}

fn a_server_writes_its_trail_down(mut installation: Installation) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    let folder: PathBuf = installation.files.with_file_name("log");
    installation.settings.push(format!("trail_log={}", folder.display()));
    let entries = installation.says(&["audit", "--limit", "1000"]).lines().count();
    let serving = Serving::start(&installation);
    wait_for(&folder, entries);
    let key = installation.says(&["trail", "key"]).trim().to_owned();
    let earlier = folder.with_file_name("earlier");
    fs::copy(folder.join("checkpoint"), &earlier).expect("a copy");
    installation.says(&["users", "lock", "ivanova"]);
    installation.says(&["users", "unlock", "ivanova"]);
    let grown = installation.says(&["audit", "--limit", "1000"]).lines().count();
    assert!(grown >= entries + 2);
    wait_for(&folder, grown);
    drop(serving);
    installation.says(&["trail", "verify"]);

    let shown = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let (log, since) = (shown(&folder), shown(&earlier));
    let offline = ["trail", "verify-folder", &log, "--key", &key, "--since", &since];
    installation.says(&offline);
    assert_ne!(by_python(&folder, &key, Some(&earlier)), Some(false));
    let locked = installation.trail("user.locked");
    let id = locked[0]["id"].as_str().expect("an identifier");
    let proof = folder.with_file_name("locked.tlog-proof");
    fs::write(&proof, installation.says(&["trail", "prove", id])).expect("a file");
    let told = installation.says(&["trail", "verify-proof", &shown(&proof), "--key", &key]);
    assert!(told.contains(id) && told.contains("user.locked") && told.contains("petrova"), "{told}");
    let forged = fs::read_to_string(&proof).expect("a proof").replacen("index ", "index 1", 1);
    fs::write(&proof, forged).expect("a file");
    installation.refuses(&["trail", "verify-proof", &shown(&proof), "--key", &key]);

    let bundle = folder.join(format!("tile/entries/000.p/{}", logged(&folder)));
    let right = fs::read(&bundle).expect("a bundle");
    let wrong = text(&right).replacen("user.locked", "user.locket", 1);
    fs::write(&bundle, &wrong).expect("a bundle");
    let (good, out, err) = installation.run(&offline, "");
    assert!(!good && !out.is_empty() && err.contains("findings"), "each is named: {out}{err}");
    assert_ne!(by_python(&folder, &key, None), Some(true));
    assert!(!installation.refuses(&["trail", "verify"]).is_empty());
    fs::write(&bundle, right).expect("a bundle");
    installation.says(&["trail", "verify"]);

    // The folder is whole, and tells on a database that has another log.
    on_database(&installation, async |store| {
        let remove = |tx: &mut store::Tx| tx.execute(&REMOVE_TILES, store::params![]);
        assert!(store.write("test.remove", remove).await.expect("the damage") > 0);
    });
    let (good, out, err) = installation.run(&["trail", "verify"], "");
    assert!(!good && out.contains(&format!("{log} has another log than the database")), "{out}{err}");

    // What is wrong with the folder hides nothing that is wrong in the database.
    fs::write(&bundle, wrong).expect("a bundle");
    on_database(&installation, async |store| {
        let grow = |tx: &mut store::Tx| tx.execute_one(&GROW, store::params![]);
        store.write("test.grow", grow).await.expect("the damage");
    });
    let (good, out, err) = installation.run(&["trail", "verify"], "");
    assert!(!good && out.contains("of the log are missing") && out.contains(&log), "{out}{err}");
}

crate::commands::on_both_databases! {
    fn lif_08_a_server_writes_its_trail_to_a_folder_that_proves_itself_on(bank: "trail_log") {
        a_server_writes_its_trail_down(bank);
    }
}

#[test]
fn lif_08_a_folder_that_takes_no_files_is_told_by_what_it_lacks() {
    let mut installation = Installation::sqlite();
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    // Nobody makes a folder below a file, as nobody writes to a disk that is full.
    let full = installation.files.with_file_name("full");
    fs::write(&full, "").expect("a file");
    installation.settings.push(format!("trail_log={}", full.join("log").display()));
    let serving = Serving::start(&installation);
    let start = Instant::now();
    let behind = || {
        let metrics = serving.metrics();
        let of_folder =
            |line: &str| line.strip_prefix("clientbank_trail_log_behind{place=\"folder\"} ")?.parse().ok();
        metrics.lines().find_map(of_folder).unwrap_or(0.0)
    };
    while behind() < 1.0 {
        assert!(start.elapsed() < PATIENCE, "{}", serving.metrics());
        std::thread::yield_now();
    }
}
