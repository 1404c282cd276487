//! The style sheet, the scripts and the icon, under names that change with their contents: a browser may keep them for
//! good.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

pub const PREFIX: &str = "/assets/";
/// Characters of the hash in a name.
const HASH_CHARACTERS: usize = 16;

/// A file that is part of the program.
#[derive(Debug)]
pub struct Asset {
    path: String,
    pub content_type: &'static str,
    pub content: String,
}

impl Asset {
    fn new(stem: &str, extension: &str, content_type: &'static str, source: &str) -> Self {
        let content = trimmed(source);
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(&content));
        let hash = hash.get(..HASH_CHARACTERS).unwrap_or_default();
        Self { path: format!("{PREFIX}{stem}-{hash}.{extension}"), content_type, content }
    }

    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Leaves out what only those need who read the source: indentation, empty lines, and comments on lines of their own.
/// A comment of a style sheet begins and ends a line; no text of a script goes over several lines.
fn trimmed(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut is_comment = false;
    for line in source.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            text.push_str(line);
            text.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    text
}

pub static STYLESHEET: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("shell", "css", "text/css; charset=utf-8", include_str!("../assets/shell.css"))
});
/// The script that makes pages more comfortable: show the password, no double submit.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("shell", "js", "text/javascript; charset=utf-8", include_str!("../assets/shell.js"))
});
/// The script of passkeys, on the pages that take one.
pub static PASSKEY_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("passkey", "js", "text/javascript; charset=utf-8", include_str!("../assets/passkey.js"))
});
/// The script that signs with a key that stays in the browser; only pages where something is signed load it.
pub static SIGNING: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("signing", "js", "text/javascript; charset=utf-8", include_str!("../assets/signing.js"))
});
pub static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", include_str!("../assets/icon.svg")));

pub fn find(path: &str) -> Option<&'static Asset> {
    let all = [&*STYLESHEET, &*SCRIPT, &*PASSKEY_SCRIPT, &*SIGNING, &*ICON];
    all.into_iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests;
