//! `demo --with-bank`: the bank's systems as programs of their own, each in a process that takes orders and answers
//! them, as docs/CONNECT.md has them.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use area::Author;
use audit::Actor;
use bank::system::{System, SystemKey, SystemKeyError, SystemName};
use bank::work::systems;
use kernel::{Instant, Randomness};
use orders::Role;
use store::{Store, StoreError, Tx};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::super::Failure;
use super::super::database::WithRemedy as _;
use crate::terminal::say;

/// The kinds that the programs answer; the demo's authority goes on issuing certificates, and statements are executed
/// here.
pub(super) const PLAYERS: &str = "payment.send=bank, tariff_request.decide=bank, letter.answer=bank, \
    currency_certificate.decide=bank, payroll.execute=embedded, unclaimed.settle=embedded, \
    signing_certificate.decide=embedded";

/// The program, with its name in the folder.
const PROGRAM: (&str, &str) = ("bank.py", include_str!("../../../../docs/examples/bank/bank.py"));

/// The roles of the systems; each system has the name of its role.
const SYSTEMS: [Role; 4] = [Role::Payments, Role::Tariffs, Role::Letters, Role::CurrencyControl];

/// The systems at work; they end with this value.
pub(super) struct Systems(#[expect(dead_code, reason = "held so that they end with it")] Vec<Child>);

/// Adds the systems to the bank and starts their programs in a folder of their own, where each keeps its key and its
/// books.
pub(super) async fn begin(
    store: &Store,
    folder: &Path,
    address: &str,
    (now, randomness): (Instant, &Arc<dyn Randomness>),
) -> Result<Systems, Failure> {
    let disk = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(disk)?;
    std::fs::write(folder.join(PROGRAM.0), PROGRAM.1).map_err(disk)?;
    let mut children = Vec::with_capacity(SYSTEMS.len());
    for role in SYSTEMS {
        let name: SystemName = role.as_str().parse().map_err(|error| format!("{role}: {error}"))?;
        let key = format!("{name}.pem");
        if !folder.join(&key).exists() {
            openssl(folder, &["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", &key]).await?;
        }
        let public = openssl(folder, &["ec", "-in", &key, "-pubout"]).await?;
        let public = SystemKey::from_pem(&public).ok_or_else(|| format!("{key}: {SystemKeyError}"))?;
        let system = System { name: name.clone(), role, key: public };
        let (author, randomness) = (Author::outside_of_requests(Actor::System), Arc::clone(randomness));
        let add = move |tx: &mut Tx| systems::add(tx, (&system, None), &author, now, &*randomness);
        store.write::<_, StoreError>("systems.add", add).await.told()?;
        let mut program = Command::new("python3");
        program.args(["-u", PROGRAM.0, name.as_str(), &key, address]).current_dir(folder).kill_on_drop(true);
        let child = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("--with-bank needs python3: {error}"))?;
        if let Some(lines) = child.stdout.take() {
            tokio::spawn(async move {
                let mut lines = BufReader::new(lines).lines();
                while let Ok(Some(line)) = lines.next_line().await {
                    say(&format!("bank, {name}: {line}"));
                }
            });
        }
        children.push(child);
    }
    Ok(Systems(children))
}

/// Runs openssl in the folder and returns what it says.
async fn openssl(folder: &Path, words: &[&str]) -> Result<String, Failure> {
    let done = Command::new("openssl").args(words).current_dir(folder).output().await;
    let done = done.map_err(|error| format!("--with-bank needs openssl: {error}"))?;
    if !done.status.success() {
        return Err(format!("openssl: {}", String::from_utf8_lossy(&done.stderr)).into());
    }
    String::from_utf8(done.stdout).map_err(|error| format!("openssl: {error}").into())
}
