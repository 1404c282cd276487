//! Files of the bank in the time after the first import: payments of its core, and answers to letters.

use std::fs;
use std::sync::Arc;

use import::ImportOptions;

use super::{LifeError, Scene};

/// The importer's name in the trail.
const OPERATOR: &str = "demo";

/// Writes one file into a folder of its own and imports it.
pub(super) async fn import_file(scene: &Scene<'_>, name: &str, text: &str) -> Result<(), LifeError> {
    let folder = scene.files.join(name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{name}.csv")), text)?;
    let importers = accounts::importers().into_iter().chain(tariff_requests::importers()).collect();
    let options = ImportOptions { dry_run: false, operator: OPERATOR.to_owned(), approved: None };
    let surroundings = scene.surroundings;
    let randomness = Arc::clone(&surroundings.randomness);
    let clock = surroundings.clock.as_ref();
    import::run(&surroundings.store, &folder, importers, options, clock, randomness).await?;
    Ok(())
}
