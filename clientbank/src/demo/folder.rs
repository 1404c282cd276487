//! The folder of a demo: marked, so that no other folder is ever taken for one, and emptied only when marked.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use identity::sealing::MasterKey;
use kernel::Randomness;
use store::{FileOwner, create_private};
use thiserror::Error;

use crate::configuration::SANDBOX_KEY_MARK;

/// The file that makes a folder a demo's.
const MARKER: &str = "clientbank-demo.json";
/// The text of the marker; the number grows when an older demo's data can no longer be used.
const MARKER_TEXT: &str = "{\"clientbank_demo\":2}\n";
/// The master key: in a demo beside the data, where a bank would never keep it.
const MASTER_KEY: &str = "master.key";
/// The seed of the data, or [`DRAWN`].
const SEED: &str = "seed.txt";
/// Stands for data that follows from no seed.
const DRAWN: &str = "drawn";
/// The databases of sandboxes with keys, which last as long as the process.
const SANDBOXES: &str = "sandboxes";
/// Taken while a process works in the folder.
const LOCK: &str = "demo.lock";

/// A folder that is a demo's.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lock: File,
}

#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds something that no demo put there.
    #[error("{0} holds something else: choose another folder with --data, or an empty one")]
    Foreign(PathBuf),
    /// A demo of another version of this program made it.
    #[error("{0} was made by another version: --fresh starts anew")]
    OtherVersion(PathBuf),
    /// Its data follows from another seed, or from none.
    #[error("{0} holds data of another seed: --fresh starts anew, or choose another folder with --data")]
    OtherSeed(PathBuf),
    #[error("another process runs the demo in {0}")]
    InUse(PathBuf),
    #[error("{path}: {error}")]
    FileSystem { path: PathBuf, error: io::Error },
}

fn at(path: &Path) -> impl Fn(io::Error) -> FolderError {
    move |error| FolderError::FileSystem { path: path.to_owned(), error }
}

impl Folder {
    /// Opens the folder or makes it; with `fresh`, empties it first. Nothing but a demo's folder is ever emptied.
    pub fn open(path: &Path, fresh: bool) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(at(path))?;
        let marked = Self::is_marked(path, fresh)?;
        if !marked {
            if fs::read_dir(path).map_err(at(path))?.next().is_some() {
                return Err(FolderError::Foreign(path.to_owned()));
            }
            write_new(&path.join(MARKER), MARKER_TEXT).map_err(at(path))?;
        }
        let lock_path = path.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let folder = Self { path: path.to_owned(), lock: lock.map_err(at(&lock_path))? };
        folder.take_lock()?;
        if fresh {
            folder.empty()?;
        }
        Ok(folder)
    }

    fn is_marked(path: &Path, fresh: bool) -> Result<bool, FolderError> {
        match fs::read_to_string(path.join(MARKER)) {
            Ok(text) if fresh || text == MARKER_TEXT => Ok(true),
            Ok(_) => Err(FolderError::OtherVersion(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(at(path)(error)),
        }
    }

    fn take_lock(&self) -> Result<(), FolderError> {
        match self.lock.try_lock() {
            Ok(()) => Ok(()),
            Err(fs::TryLockError::WouldBlock) => Err(FolderError::InUse(self.path.clone())),
            Err(fs::TryLockError::Error(error)) => Err(at(&self.path)(error)),
        }
    }

    /// Lets other processes work in the folder: with PostgreSQL several may serve the same demo.
    pub fn share(&self) -> Result<(), FolderError> {
        self.lock.unlock().map_err(at(&self.path))
    }

    /// Removes everything but the marker and the lock.
    fn empty(&self) -> Result<(), FolderError> {
        for entry in fs::read_dir(&self.path).map_err(at(&self.path))? {
            let entry = entry.map_err(at(&self.path))?;
            let (name, path) = (entry.file_name(), entry.path());
            if name == MARKER || name == LOCK {
                continue;
            }
            let is_folder = entry.file_type().map_err(at(&path))?.is_dir();
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(at(&path))?;
        }
        fs::write(self.path.join(MARKER), MARKER_TEXT).map_err(at(&self.path))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes the seed of the data that is made here next, or compares it with that of the data that is here. Whoever
    /// asks for no seed takes any data.
    pub fn agree_on_seed(&self, seed: Option<u64>) -> Result<(), FolderError> {
        let path = self.path.join(SEED);
        let told = |seed: Option<u64>| seed.map_or_else(|| DRAWN.to_owned(), |seed| seed.to_string());
        if !self.template().exists() {
            return fs::write(&path, told(seed)).map_err(at(&path));
        }
        match fs::read_to_string(&path) {
            Ok(known) if seed.is_some() && known != told(seed) => {
                Err(FolderError::OtherSeed(self.path.clone()))
            }
            // A version before did not note it.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&path)(error)),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Returns the path of this process's folder for the databases of sandboxes with keys, empty. What processes before
    /// have left is removed, unless others may be at work here ([`Folder::share`]).
    pub fn sandboxes(&self, is_shared: bool) -> Result<PathBuf, FolderError> {
        let all = self.path.join(SANDBOXES);
        let own = all.join(std::process::id().to_string());
        let left = if is_shared { &own } else { &all };
        match fs::remove_dir_all(left) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(left)(error)),
            _ => {}
        }
        fs::create_dir_all(&own).map_err(at(&own))?;
        Ok(own)
    }

    /// The file with the master key, minted when absent.
    pub fn master_key_file(&self, randomness: &dyn Randomness) -> Result<PathBuf, FolderError> {
        let path = self.path.join(MASTER_KEY);
        if !path.exists() {
            write_new(&path, &format!("{SANDBOX_KEY_MARK}{}\n", MasterKey::mint_base64(randomness)))
                .map_err(at(&path))?;
        }
        Ok(path)
    }
}

/// Gives out the places in a folder by their names there.
macro_rules! places {
    ($($(#[$about:meta])+ $place:ident = $name:literal;)+) => {
        impl Folder {
            $(
                $(#[$about])+
                pub fn $place(&self) -> PathBuf {
                    self.path.join($name)
                }
            )+
        }
    };
}

places! {
    /// The database, when it is SQLite.
    database = "clientbank.db";
    /// The seed data as a database of its own.
    template = "seed.db";
    /// The files that are imported.
    import = "import";
    /// The bank's files of the time after that, each in a folder of its own.
    later_files = "import-later";
    /// Keys and certificates to sign with.
    keys = "demo-keys";
    /// The programs that play the bank's systems, with their keys and books.
    bank = "bank";
}

/// Writes a file that only its owner may read. One that is there, such as the key that another process has just minted,
/// is never overwritten.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = create_private(path, FileOwner::Maker)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
