//! Files of the folder as bytes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use kernel::hexadecimal;
use sha2::{Digest as _, Sha256};

/// The bytes of a file that are read at once.
const PIECE_BYTES: usize = 1024 * 1024;

/// Opens a file that is in the folder itself. Whoever may write there and has an operator import the folder would
/// otherwise have any file read that the operator may read, and a named pipe would keep the import waiting.
///
/// # Errors
/// A message for the operator: it is no file, or a link to one, or cannot be opened.
pub(crate) fn open_plain(path: &Path) -> Result<File, String> {
    let unreadable = |error: io::Error| format!("cannot be read: {error}");
    let found = fs::symlink_metadata(path).map_err(unreadable)?;
    if found.is_symlink() {
        return Err("is a symbolic link; put the file itself into the folder".to_owned());
    }
    if !found.is_file() {
        return Err("is not a file".to_owned());
    }
    let opened = File::open(path).map_err(unreadable)?;
    // Somebody may have put a link in its place meanwhile.
    let (now, own) =
        (fs::symlink_metadata(path).map_err(unreadable)?, opened.metadata().map_err(unreadable)?);
    if !now.is_file() || (now.dev(), now.ino()) != (own.dev(), own.ino()) {
        return Err("was put in place of another file while it was opened".to_owned());
    }
    Ok(opened)
}

/// A file that is read, with the SHA-256 of what was read: somebody may change it between two readings.
pub(crate) struct Hashed {
    pub(crate) file: File,
    pub(crate) hash: Sha256,
}

impl Hashed {
    /// Reads what is left, and returns the SHA-256 of all of it in hexadecimal digits.
    pub(crate) fn sha256(mut self) -> io::Result<String> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(hexadecimal(&self.hash.finalize()))
    }
}

impl Read for Hashed {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(piece)?;
        self.hash.update(piece.get(..read).unwrap_or_default());
        Ok(read)
    }
}

/// Reads a file piece by piece. Blocks.
pub(crate) fn read_pieces(path: &Path, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut file = open_plain(path).map_err(io::Error::other)?;
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok(());
        }
        take(piece.get(..read).unwrap_or_default());
    }
}
