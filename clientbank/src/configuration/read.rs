//! The sources of settings, and which wins.

use std::path::PathBuf;

use config::{Config, ConfigError, File, FileFormat};

use super::setting::{Given, SETTINGS};
use super::{Configuration, ConfigurationError};

/// The sources of settings, apart from the environment.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file, TOML.
    pub file: Option<PathBuf>,
    /// `NAME=VALUE` of the command line.
    pub overrides: Vec<String>,
}

/// Reads and checks every setting. `variable` looks up a variable of the environment, so that a test brings its own.
///
/// # Errors
/// The first setting that cannot be used, by name.
pub fn read(
    sources: &Sources,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Configuration, ConfigurationError> {
    let error = |error: ConfigError| ConfigurationError::Source(told(&error));
    let mut builder = Config::builder();
    if let Some(path) = &sources.file {
        builder = builder.add_source(File::from(path.as_path()).format(FileFormat::Toml));
    }
    for setting in SETTINGS {
        if let Some(value) = variable(&setting.variable()) {
            builder = builder.set_override(setting.name, value).map_err(error)?;
        }
    }
    for (position, assignment) in sources.overrides.iter().enumerate() {
        // By its position: it may hold a password.
        let (name, value) = assignment.split_once('=').ok_or_else(|| {
            ConfigurationError::Source(format!("--set number {} is not of the form NAME=VALUE", position + 1))
        })?;
        builder = builder.set_override(name, value).map_err(error)?;
    }
    let given: Given = builder.build().map_err(error)?.try_deserialize().map_err(error)?;
    Configuration::from_given(&given)
}

/// The first words of a fault in a TOML file, before its place.
const TOML_FAULT: &str = "TOML parse error at ";

/// Says what is wrong without a word of what stands there: this goes to a journal that more people read than may know
/// passwords and keys.
fn told(error: &ConfigError) -> String {
    match error {
        ConfigError::FileParse { uri, cause } => {
            let cause = cause.to_string();
            let place = cause.lines().next().and_then(|line| line.strip_prefix(TOML_FAULT));
            // Between the place and the reason stands the line of the file.
            let fault = match (place, cause.lines().last()) {
                (Some(place), Some(reason)) => format!("{place}: {reason}"),
                (None, _) | (_, None) => "it is no TOML".to_owned(),
            };
            format!("{}: {fault}", uri.as_deref().unwrap_or("the file"))
        }
        ConfigError::Type { key, expected, .. } => {
            format!("{} must be {expected}", key.as_deref().unwrap_or("a value"))
        }
        ConfigError::At { error, key: Some(key), .. } => format!("{key}: {}", told(error)),
        error => error.to_string(),
    }
}
