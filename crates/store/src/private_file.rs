//! Files that hold a secret.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The most bytes of a file with a secret: a chain of certificates with its key is a tenth of it.
const BYTES_MAX: u64 = 1_048_576;
/// The rights that nobody else may have.
const OTHERS: u32 = 0o077;
/// The same for a file of root.
const OTHERS_OF_ROOT: u32 = 0o027;

/// Reads a private file. A file of root may be read by its group, as secrets are handed to a service that is not
/// root; PostgreSQL has the same rule for its keys.
///
/// # Errors
/// Says in words that the file cannot be read, is open to others, or is longer than 1 MiB.
pub fn read_private(path: &Path) -> Result<String, String> {
    let place = path.display();
    let file = File::open(path).map_err(|error| format!("{place}: {error}"))?;
    let metadata = file.metadata().map_err(|error| format!("{place}: {error}"))?;
    let forbidden = if metadata.uid() == 0 { OTHERS_OF_ROOT } else { OTHERS };
    if metadata.mode() & forbidden != 0 {
        let mode = metadata.mode() & 0o777;
        return Err(format!("{place} is open to others (mode {mode:03o}): chmod 600 {place}"));
    }
    let mut text = String::new();
    file.take(BYTES_MAX + 1).read_to_string(&mut text).map_err(|error| format!("{place}: {error}"))?;
    if text.len() as u64 > BYTES_MAX {
        return Err(format!("{place} is longer than {BYTES_MAX} bytes"));
    }
    Ok(text)
}
