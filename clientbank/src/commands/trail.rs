//! `clientbank trail`: the trail as a log that proves itself.

use std::path::{Path, PathBuf};

use audit::log::{prove, verify};
use clap::Subcommand;
use tlog::folder::Folder;
use tlog::{PROOF_BYTES_MAX, Proof, VerifyingKey};

use super::database::{WithRemedy as _, on_opened, open_present};
use super::{Failure, at, configured, read_text};
use crate::application::Surroundings;
use crate::application::trail_worker::log_key;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say, say_all};

#[derive(Subcommand)]
pub(super) enum Action {
    /// Print the key that verifies the log: give it to whoever is to verify.
    Key,
    /// Print the proof that an entry is in the log.
    Prove {
        /// The entry's identifier, as `clientbank audit` shows it.
        entry: String,
    },
    /// Compare every entry of the trail with the log in the database, and with its folder if `trail_log` names one.
    Verify,
    /// Verify a folder with a log without the database.
    VerifyFolder {
        /// The folder.
        folder: PathBuf,
        /// The key, as `clientbank trail key` prints it.
        #[arg(long)]
        key: VerifyingKey,
        /// An earlier checkpoint that you have kept: the log must have grown from it.
        #[arg(long)]
        since: Option<PathBuf>,
    },
    /// Verify a proof without the database, and print the entry.
    VerifyProof {
        /// The file.
        proof: PathBuf,
        /// The key, as `clientbank trail key` prints it.
        #[arg(long)]
        key: VerifyingKey,
    },
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    match action {
        Action::Key => {
            let configuration = configured(settings)?;
            say(&key(&configuration)?.verifying().to_string());
            Ok(())
        }
        Action::Prove { entry } => proved(configured(settings)?, entry),
        Action::Verify => verified(configured(settings)?),
        Action::VerifyFolder { folder, key, since } => {
            let before = since.as_deref().map(read).transpose()?;
            folder_verified(folder, key, before.as_deref()).map(drop)
        }
        Action::VerifyProof { proof, key } => {
            let proof = Proof::parse(&read(proof)?).map_err(|error| error.to_string())?;
            let checkpoint = proof.verify(&proof.extra, key).map_err(|error| error.to_string())?;
            say(&String::from_utf8_lossy(&proof.extra));
            remark(&format!("this entry has place {} of the {} in the log", proof.index, checkpoint.size));
            Ok(())
        }
    }
}

fn key(configuration: &Configuration) -> Result<tlog::SigningKey, Failure> {
    Ok(log_key(&configuration.bank.bic, &configuration.needed_master_key()?)?)
}

fn read(path: &Path) -> Result<String, Failure> {
    let text = read_text(path)?;
    if text.len() > PROOF_BYTES_MAX {
        Err(format!("{}: is too long", path.display()).into())
    } else {
        Ok(text)
    }
}

fn proved(configuration: Configuration, entry: &str) -> Result<(), Failure> {
    let key = key(&configuration)?;
    on_opened(configuration, open_present, async |_, Surroundings { store, .. }| {
        let found = prove(&store, entry, &key).await.told()?;
        let proof = found.ok_or_else(|| format!("{entry} is no entry with a place in the log"))?;
        say(proof.to_string().trim_end());
        Ok(())
    })
}

fn verified(configuration: Configuration) -> Result<(), Failure> {
    let key = key(&configuration)?;
    on_opened(configuration, open_present, async |configuration, Surroundings { store, .. }| {
        let mut proof = verify(&store).await.told()?;
        if let Some(folder) = &configuration.trail_log {
            // What is wrong with the folder hides nothing that is wrong in the database.
            match folder_verified(folder, key.verifying(), None) {
                Ok(outside) => {
                    let inside = audit::log::root_at(&store, outside.size).await.told()?;
                    if inside != Some(outside.root) {
                        proof
                            .findings
                            .push(format!("{} has another log than the database", folder.display()));
                    }
                }
                Err(error) => proof.findings.push(error.to_string()),
            }
        }
        say_all(&proof.findings);
        let (size, archived, uncovered) = (proof.size, proof.archived, proof.uncovered);
        remark(&format!(
            "{size} entries have a place, {archived} of them are archived, {uncovered} wait for one"
        ));
        match proof.findings.len() {
            0 => Ok(()),
            count => Err(format!("{count} findings").into()),
        }
    })
}

fn folder_verified(
    folder: &Path,
    key: &VerifyingKey,
    before: Option<&str>,
) -> Result<tlog::Checkpoint, Failure> {
    let verified = Folder::verify(folder, key, before).map_err(at(folder))?;
    say_all(&verified.findings);
    match verified.checkpoint.filter(|_| verified.findings.is_empty()) {
        Some(checkpoint) => {
            remark(&format!("{}: {} entries, signed and whole", folder.display(), checkpoint.size));
            if verified.absent > 0 {
                let absent = verified.absent;
                remark(&format!(
                    "of the first {absent} it may have the hashes alone: entries there had left for an archive when \
                        it began"
                ));
            }
            Ok(checkpoint)
        }
        None => Err(format!("{}: {} findings", folder.display(), verified.findings.len()).into()),
    }
}
