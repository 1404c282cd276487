//! The digest of a backup, which lies beside it as `sha256sum` writes and checks it.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use kernel::{from_hexadecimal, hexadecimal};
use sha2::{Digest as _, Sha256};

use super::{Failure, at};
use crate::terminal::remark;

/// Bytes that are read at once.
const BLOCK_BYTES: usize = 65_536;
const DIGEST_BYTES: usize = 32;

/// Writes the digest of a copy beside the file that it becomes, and returns it.
pub(super) fn keep(copy: &Path, file: &Path) -> Result<String, Failure> {
    let digest = digest_of(copy)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let place = place_of(file);
    std::fs::write(&place, format!("{digest}  {name}\n")).map_err(at(&place))?;
    Ok(digest)
}

/// Has beside a file that somebody else has made meanwhile the digest of that one, and none where there is no file.
pub(super) fn put_right(file: &Path) {
    if keep(file, file).is_err() {
        drop(std::fs::remove_file(place_of(file)));
    }
}

/// Compares a backup with the digest that was asked for, else with the one beside it.
pub(super) fn compare(file: &Path, asked: Option<&str>) -> Result<(), Failure> {
    if !file.is_file() {
        return Err(format!("there is no file {}", file.display()).into());
    }
    let beside = std::fs::read_to_string(place_of(file)).ok();
    let Some(expected) = asked.or_else(|| beside.as_deref()?.split_whitespace().next()) else {
        remark("no SHA-256 is given or beside the backup: a change that leaves every sum right is not seen");
        return Ok(());
    };
    let expected = expected.to_ascii_lowercase();
    if from_hexadecimal::<DIGEST_BYTES>(expected.as_bytes()).is_none() {
        return Err(format!("{expected} is no SHA-256").into());
    }
    let found = digest_of(file)?;
    if found == expected {
        return Ok(());
    }
    let file = file.display();
    Err(format!("{file} is not the backup that was made: its SHA-256 is {found} and not {expected}").into())
}

pub(super) fn digest_of(file: &Path) -> Result<String, Failure> {
    let mut read = File::open(file).map_err(at(file))?;
    let (mut digest, mut block) = (Sha256::new(), vec![0; BLOCK_BYTES]);
    loop {
        match read.read(&mut block).map_err(at(file))? {
            0 => return Ok(hexadecimal(&digest.finalize())),
            count => digest.update(block.get(..count).unwrap_or_default()),
        }
    }
}

fn place_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".sha256");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests;
