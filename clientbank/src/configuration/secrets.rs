//! The settings that are secrets, each as a value or in a file that nobody else may read.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use identity::sealing::MasterKey;
use sandbox::DatabaseKind;
use store::read_private;

use super::setting::Given;
use super::{ConfigurationError, wrong};

/// The beginning of a sandbox's master key, in front of its Base64: a live program refuses it.
pub const SANDBOX_KEY_MARK: &str = "sandbox:";

type Secret<T> = Result<Option<T>, ConfigurationError>;

pub(super) fn master_keys(given: &Given) -> Result<(Option<MasterKey>, DatabaseKind), ConfigurationError> {
    let names = ["master_key", "master_key_file"];
    let present = master_key(names, &given.master_key, &given.master_key_file)?;
    let names = ["master_key_other", "master_key_other_file"];
    let other = master_key(names, &given.master_key_other, &given.master_key_other_file)?;
    let Some((key, kind)) = present else { return Ok((None, DatabaseKind::Live)) };
    if other.as_ref().is_some_and(|(_, other)| *other != kind) {
        return Err(wrong("master_key_other", "belongs to a sandbox, or the present one does"));
    }
    Ok((Some(key.reading(other.map(|(other, _)| other))), kind))
}

/// Reads a master key from a setting, or from the file that another one names, and its kind.
fn master_key(names: [&'static str; 2], text: &str, file: &str) -> Secret<(MasterKey, DatabaseKind)> {
    let Some((name, text)) = secret(names, text, file)? else { return Ok(None) };
    let (text, kind) = match text.trim().strip_prefix(SANDBOX_KEY_MARK) {
        Some(text) => (text, DatabaseKind::Sandbox),
        None => (text.as_str(), DatabaseKind::Live),
    };
    let key = MasterKey::from_base64(text).map_err(|error| wrong(name, error))?;
    Ok(Some((key, kind)))
}

/// The `Authorization` with which checkpoints of the trail are put: no log and no debugger shows it.
pub(super) fn credentials_of_checkpoints(given: &Given) -> Secret<HeaderValue> {
    let Given { trail_checkpoints_credentials: value, trail_checkpoints_credentials_file: file, .. } = given;
    let names = ["trail_checkpoints_credentials", "trail_checkpoints_credentials_file"];
    let Some((name, text)) = secret(names, value, file)? else { return Ok(None) };
    let credentials = match text.trim() {
        bearer if bearer.starts_with("Bearer ") => bearer.to_owned(),
        basic if basic.contains(':') => format!("Basic {}", STANDARD.encode(basic)),
        _ => return Err(wrong(name, "must be `Bearer TOKEN` or `USER:PASSWORD`")),
    };
    let credentials = HeaderValue::try_from(credentials);
    let mut credentials = credentials.map_err(|_| wrong(name, "has characters that no header has"))?;
    credentials.set_sensitive(true);
    Ok(Some(credentials))
}

/// A secret that is a setting, or is in the file that another one names; with the name of the one that gave it.
fn secret([value, in_file]: [&'static str; 2], text: &str, file: &str) -> Secret<(&'static str, String)> {
    match (text.is_empty(), file.is_empty()) {
        (true, true) => Ok(None),
        (false, true) => Ok(Some((value, text.to_owned()))),
        (true, false) => read_private(Path::new(file))
            .map_or_else(|no| Err(wrong(in_file, no)), |text| Ok(Some((in_file, text)))),
        (false, false) => Err(wrong(value, "is set twice: as a value and as a file")),
    }
}
