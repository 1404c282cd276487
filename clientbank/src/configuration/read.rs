//! The sources of settings, and which wins.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use config::builder::DefaultState;
use config::{Config, ConfigBuilder, ConfigError, File, FileFormat};
use store::StoreLocation;

use super::setting::{Given, SETTINGS, Setting};
use super::{Configuration, ConfigurationError};

#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file, TOML.
    pub file: Option<SettingsFile>,
    /// `NAME=VALUE` of the command line.
    pub overrides: Vec<String>,
}

/// A file of settings. It is read once: whatever becomes of it meanwhile, a command does what was confirmed of it.
#[derive(Clone)]
pub struct SettingsFile {
    path: PathBuf,
    text: OnceLock<String>,
}

kernel::debug_shows!(SettingsFile { path, .. });

impl From<PathBuf> for SettingsFile {
    fn from(path: PathBuf) -> Self {
        Self { path, text: OnceLock::new() }
    }
}

impl SettingsFile {
    fn text(&self) -> Result<&str, ConfigurationError> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let read = fs::read_to_string(&self.path);
        let text =
            read.map_err(|error| ConfigurationError::Source(format!("{}: {error}", self.path.display())))?;
        Ok(self.text.get_or_init(|| text))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    pub name: &'static str,
    /// Its value, without secrets.
    pub value: String,
    /// The source that has set it; `None` when it has its default.
    pub origin: Option<String>,
}

/// Returns every setting with its value and its source, before anything is checked.
pub fn in_force(
    sources: &Sources,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Vec<InForce>, ConfigurationError> {
    let all = given(sources, &variable)?;
    let of_file = of_file(sources)?.build().map_err(|error| refused(sources, &error))?;
    let one = |setting: &Setting| {
        let is_assigned =
            |assignment: &&String| assignment.split_once('=').is_some_and(|(name, _)| name == setting.name);
        let origin = if sources.overrides.iter().any(|assignment| is_assigned(&assignment)) {
            Some("--set".to_owned())
        } else if variable(&setting.variable()).is_some() {
            Some(setting.variable())
        } else if of_file.get_string(setting.name).is_ok() {
            sources.file.as_ref().map(|file| file.path.display().to_string())
        } else {
            None
        };
        let value = all.get_string(setting.name).unwrap_or_else(|_| setting.default.to_owned());
        InForce { name: setting.name, value: shown(setting.name, value), origin }
    };
    Ok(SETTINGS.iter().map(one).collect())
}

const SECRETS: [&str; 3] = ["master_key", "master_key_other", "trail_checkpoints_credentials"];

/// Returns a value as it may be shown.
fn shown(name: &str, value: String) -> String {
    if SECRETS.contains(&name) && !value.is_empty() {
        return "(secret)".to_owned();
    }
    if name != "database" {
        return value;
    }
    // A password may stand at a wrong place of what is none.
    value.parse().map_or_else(|_| "(no location)".to_owned(), |location: StoreLocation| location.to_string())
}

fn of_file(sources: &Sources) -> Result<ConfigBuilder<DefaultState>, ConfigurationError> {
    let builder = Config::builder();
    let Some(file) = &sources.file else { return Ok(builder) };
    Ok(builder.add_source(File::from_str(file.text()?, FileFormat::Toml)))
}

/// Reads and checks every setting. `variable` looks up a variable of the environment, so that a test brings its own.
pub fn read(
    sources: &Sources,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Configuration, ConfigurationError> {
    let given: Given =
        given(sources, &variable)?.try_deserialize().map_err(|error| refused(sources, &error))?;
    Configuration::from_given(&given)
}

fn given(
    sources: &Sources,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<Config, ConfigurationError> {
    let error = |error: ConfigError| refused(sources, &error);
    let mut builder = of_file(sources)?;
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
    builder.build().map_err(error)
}

/// The first words of a fault in a TOML file, before its place.
const TOML_FAULT: &str = "TOML parse error at ";

fn refused(sources: &Sources, error: &ConfigError) -> ConfigurationError {
    let file = sources.file.as_ref().map_or("the file".into(), |file| file.path.to_string_lossy());
    ConfigurationError::Source(told(error, &file))
}

/// Says what is wrong without a word of what is there: this goes to a journal that more people read than may know
/// passwords and keys.
fn told(error: &ConfigError, file: &str) -> String {
    match error {
        ConfigError::FileParse { cause, .. } => {
            let cause = cause.to_string();
            let place = cause.lines().next().and_then(|line| line.strip_prefix(TOML_FAULT));
            // Between the place and the reason stands the line of the file.
            let fault = match (place, cause.lines().last()) {
                (Some(place), Some(reason)) => format!("{place}: {reason}"),
                (None, _) | (_, None) => "it is no TOML".to_owned(),
            };
            format!("{file}: {fault}")
        }
        ConfigError::Type { key, expected, .. } => {
            format!("{} must be {expected}", key.as_deref().unwrap_or("a value"))
        }
        ConfigError::At { error, key: Some(key), .. } => format!("{key}: {}", told(error, file)),
        error => error.to_string(),
    }
}
