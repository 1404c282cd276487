//! The sources of settings, and which wins.

use std::path::PathBuf;

use config::{Config, File, FileFormat};

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
    let error = |error: config::ConfigError| ConfigurationError::Source(error.to_string());
    let mut builder = Config::builder();
    if let Some(path) = &sources.file {
        builder = builder.add_source(File::from(path.as_path()).format(FileFormat::Toml));
    }
    for setting in SETTINGS {
        if let Some(value) = variable(&setting.variable()) {
            builder = builder.set_override(setting.name, value).map_err(error)?;
        }
    }
    for assignment in &sources.overrides {
        let (name, value) = assignment.split_once('=').ok_or_else(|| {
            ConfigurationError::Source(format!("{assignment:?} is not of the form NAME=VALUE"))
        })?;
        builder = builder.set_override(name, value).map_err(error)?;
    }
    let given: Given = builder.build().map_err(error)?.try_deserialize().map_err(error)?;
    Configuration::from_given(&given)
}
