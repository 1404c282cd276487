//! Settings that all processes of a bank share.

use kernel::hexadecimal;
use sha2::{Digest as _, Sha256};

use super::setting::SETTINGS;

/// Picks the settings that processes share. None of them is a secret.
pub(super) fn shared(mut values: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    values.retain(|(name, _)| SETTINGS.iter().any(|setting| setting.name == *name && !setting.is_own));
    values
}

/// SHA-256 of shared settings, in hexadecimal digits: two processes of one bank show the same, or one of them was not
/// told of a change.
pub(super) fn digest(shared: &[(&'static str, String)]) -> String {
    let mut hash = Sha256::new();
    for (name, value) in shared {
        hash.update(format!("{name}={value}\n"));
    }
    hexadecimal(&hash.finalize())
}

#[cfg(test)]
mod tests;
