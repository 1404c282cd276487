//! Files that hold a secret.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

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
    // A file of root is read by the group of a service, which a stricter mode would lock out.
    let (forbidden, right) = if metadata.uid() == 0 { (OTHERS_OF_ROOT, "640") } else { (OTHERS, "600") };
    if metadata.mode() & forbidden != 0 {
        let mode = metadata.mode() & 0o777;
        return Err(format!("{place} is open to others (mode {mode:03o}): chmod {right} {place}"));
    }
    let mut text = String::new();
    file.take(BYTES_MAX + 1).read_to_string(&mut text).map_err(|error| format!("{place}: {error}"))?;
    if text.len() as u64 > BYTES_MAX {
        return Err(format!("{place} is longer than {BYTES_MAX} bytes"));
    }
    Ok(text)
}

/// The folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a file its name for good, when both are on the disk, unless the name is taken by now. Where the file system
/// has no hard links (exFAT, shares of a network), it is a move that does not overwrite.
///
/// # Errors
/// The name is taken, by a link too, or the file cannot be forced to the disk or moved; it is removed then.
pub fn place_new(file: &Path, name: &Path) -> io::Result<()> {
    // Removed with this value, unless it has its name by then.
    let file = TempPath::try_from_path(file)?;
    File::open(&file)?.sync_all()?;
    file.persist_noclobber(name).map_err(|refused| refused.error)?;
    File::open(folder_of(name))?.sync_all()
}

/// The file beside another whose name goes on with `ending`.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

pub(crate) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

const ROOT: u32 = 0;
/// The rights of a new file: its owner's alone.
const OWNER_ALONE: u32 = 0o600;

/// The owner of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOwner {
    /// Whoever makes it.
    Maker,
    /// Whoever makes it, unless that is root in the folder of another user: then that user, because a service that is
    /// not root has to open what an operator made for it.
    OfFolder,
}

/// Makes an empty file that its owner alone can read and write.
///
/// # Errors
/// It is there already, a link included; it cannot be made, or cannot be given to the owner of its folder.
pub fn create_private(path: &Path, owner: FileOwner) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).mode(OWNER_ALONE).open(path)?;
    if owner == FileOwner::OfFolder
        && let Err(error) = give_to_owner_of_folder(&file, path)
    {
        // Left where it is, it would keep the service out for good.
        drop(fs::remove_file(path));
        return Err(error);
    }
    Ok(file)
}

fn give_to_owner_of_folder(file: &File, path: &Path) -> io::Result<()> {
    let folder = fs::metadata(folder_of(path))?;
    if file.metadata()?.uid() != ROOT || folder.uid() == ROOT {
        return Ok(());
    }
    // Of the open file: whatever is under the name by now is left alone.
    fchown(file, Some(folder.uid()), Some(folder.gid()))
}

#[cfg(test)]
mod tests;
