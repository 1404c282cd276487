//! The bank's directory, as the settings name it.

use bank::work::directory::Directory;

use super::setting::Given;
use super::{ConfigurationError, wrong};

/// Reads the directory: all of it, or none.
pub(super) fn read(given: &Given) -> Result<Option<Directory>, ConfigurationError> {
    let (issuer, audience) = (given.directory_issuer.clone(), given.directory_audience.clone());
    let keys = &given.directory_keys;
    match (issuer.is_empty(), audience.is_empty(), keys.is_empty()) {
        (true, true, true) => Ok(None),
        (false, false, false) => {
            let second_factors = given.directory_second_factor.split(',').map(str::trim);
            let second_factors =
                second_factors.filter(|factor| !factor.is_empty()).map(str::to_owned).collect();
            Ok(Some(Directory { issuer, audience, keys: keys.into(), second_factors }))
        }
        _ => {
            let reason = "belongs together with directory_audience and directory_keys: set all or none";
            Err(wrong("directory_issuer", reason))
        }
    }
}
