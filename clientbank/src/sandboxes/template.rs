//! The seed data as a database of its own, from which sandboxes are copied.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use identity::keys_command::{Mint, mint_first};
use import::ImportOptions;
use kernel::{Clock, Instant, Randomness};
use sandbox::{Pace, Sandbox};
use store::{Durability, FileOwner, Store, StoreLimits, StoreLocation, create_private};

use super::SandboxesError;
use crate::application::{BuildError, Surroundings, areas};
use crate::configuration::Configuration;
use crate::demo::{Folder, begin_life, write_files, write_keys};

/// The moment at which the seed data of a sandbox with a seed begins: Friday, 20 November 2026, nine o'clock in Moscow.
pub const SEED_START: Instant = Instant::from_unix_seconds(1_795_154_400);
/// The name of the importer in the trail.
const OPERATOR: &str = "sandbox";

/// The file of the seed data.
#[derive(Clone, Debug)]
pub struct Template {
    path: PathBuf,
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> SandboxesError {
    move |error| SandboxesError::FileSystem { path: path.to_owned(), error }
}

impl Template {
    /// Finds the template in the folder, or makes it: migrates, imports the demo's files, mints the signing keys, all
    /// at the moment `start`. The same `start` and the same bytes of `randomness` make the same rows.
    pub async fn ready(
        folder: &Folder,
        configuration: &Configuration,
        start: Instant,
        randomness: &Arc<dyn Randomness>,
        with_life: bool,
    ) -> Result<Self, SandboxesError> {
        let path = folder.template();
        if path.exists() {
            return Ok(Self { path });
        }
        let rough = path.with_extension("new");
        remove(&rough)?;
        let limits = StoreLimits { durability: Durability::Off, ..configuration.store_limits.clone() };
        let location = StoreLocation::Sqlite { path: rough.clone() };
        let store = Store::open(&location, limits).await?;
        let clock: Arc<dyn Clock> = Arc::new(kernel::MovableClock::new(start));
        store.migrate(&areas::migrations()).await?;
        let sandbox = Sandbox::open(store.clone(), Arc::clone(&clock), Pace::Standing { at: start }).await?;
        seed(&store, folder, configuration, &clock, randomness, with_life).await?;
        sandbox.note_seeded().await?;
        // Nobody finds a template that is not complete.
        let complete = path.with_extension("complete");
        remove(&complete)?;
        store.save_copy(&complete)?;
        drop(sandbox);
        store.close().await;
        remove(&rough)?;
        fs::rename(&complete, &path).map_err(at(&path))?;
        Ok(Self { path })
    }

    /// Copies it to `path`, in the place of the database there, for the owner's eyes alone.
    pub fn copy_to(&self, path: &Path) -> Result<(), SandboxesError> {
        let copy = path.with_extension("copy");
        remove(&copy)?;
        let mut template = fs::File::open(&self.path).map_err(at(&self.path))?;
        let mut private = create_private(&copy, FileOwner::OfFolder).map_err(at(&copy))?;
        std::io::copy(&mut template, &mut private).map_err(at(&copy))?;
        remove(path)?;
        fs::rename(&copy, path).map_err(at(path))
    }
}

/// Removes a database with the files beside it. The log goes before its file: whoever is killed in between must not
/// leave it alone.
pub(super) fn remove(path: &Path) -> Result<(), SandboxesError> {
    for suffix in ["-wal", "-shm", ""] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match fs::remove_file(&name) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(SandboxesError::FileSystem { path: name.into(), error });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Loads the seed data into an empty database of a sandbox; `with_life` adds what its people have done with it.
pub(crate) async fn seed(
    store: &Store,
    folder: &Folder,
    configuration: &Configuration,
    clock: &Arc<dyn Clock>,
    randomness: &Arc<dyn Randomness>,
    with_life: bool,
) -> Result<(), SandboxesError> {
    let failed = |error: &dyn std::fmt::Display| SandboxesError::Seed(error.to_string());
    write_files(&folder.import(), &configuration.bank.bic).map_err(|error| failed(&error))?;
    write_keys(&folder.keys(), &folder.import(), randomness.as_ref(), clock.now())
        .map_err(|error| failed(&error))?;
    let master_key = configuration.needed_master_key().map_err(BuildError::from)?;
    let importers = areas::importers(configuration.passwords, master_key.clone());
    let options = ImportOptions { dry_run: false, operator: OPERATOR.to_owned(), approved: None };
    import::run(store, &folder.import(), importers, options, clock.as_ref(), Arc::clone(randomness))
        .await
        .map_err(|error| failed(&error))?;
    let mint = Mint { master_key, randomness: Arc::clone(randomness), clock: Arc::clone(clock) };
    mint_first(store, &mint).await.map_err(|error| failed(&error))?;
    if with_life {
        let surroundings = Surroundings {
            store: store.clone(),
            clock: Arc::clone(clock),
            randomness: Arc::clone(randomness),
            sandbox: None,
            common_clock: None,
        };
        begin_life(configuration, &surroundings, &folder.later_files())
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
