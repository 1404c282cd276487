//! A log as files: `checkpoint`, `tile/LEVEL/INDEX`, `tile/entries/INDEX`.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::hash::{HASH_BYTES, hashes, leaf, perfect};
use crate::key::VerifyingKey;
use crate::note::{CHECKPOINT_BYTES_MAX, Checkpoint};
use crate::tile::{TILE_WIDTH, Tiles, path};
use crate::tree::root;

pub const CHECKPOINT: &str = "checkpoint";
/// The most bytes of a file of a log: a bundle of 256 entries of 65,535 bytes.
const FILE_BYTES_MAX: u64 = 256 * 65_537;
const FINDINGS_MAX: usize = 100;

#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// The leaves that its tiles are looked for with.
    size: u64,
    /// The place before which entries may be absent.
    begins: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The log's state, when its checkpoint is signed by the key.
    pub checkpoint: Option<Checkpoint>,
    /// Entries at the beginning that the folder may lack: it has their hashes.
    pub absent: u64,
    /// Everything that is wrong, in words; at most a hundred.
    pub findings: Vec<String>,
}

impl Folder {
    /// The log in `root`, of which `size` leaves are looked at.
    pub fn new(root: &Path, size: u64) -> Self {
        Self { root: root.to_owned(), size, begins: 0 }
    }

    /// The text of the checkpoint; nothing in a folder without one.
    pub fn checkpoint(&self) -> io::Result<Option<String>> {
        let Some(bytes) = self.read(CHECKPOINT)? else { return Ok(None) };
        let is_short = bytes.len() <= CHECKPOINT_BYTES_MAX;
        let text = String::from_utf8(bytes).ok().filter(|_| is_short);
        text.map(Some).ok_or_else(|| io::Error::other("the checkpoint is no text"))
    }

    /// Writes a file whole or not at all, and has it on the disk before it returns.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let target = self.root.join(name);
        let folder = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        let part = target.with_extension("part");
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, &target)?;
        File::open(folder)?.sync_all()
    }

    /// Removes the partial forms of a tile or bundle, once the full one stands for them.
    pub fn remove_partial(&self, level: Option<u8>, index: u64) -> io::Result<()> {
        match fs::remove_dir_all(self.root.join(format!("{}.p", path(level, index, TILE_WIDTH)))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let file = match File::open(self.root.join(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length <= FILE_BYTES_MAX) {
            Ok(Some(bytes))
        } else {
            Err(io::Error::other(format!("{name} is too long")))
        }
    }

    /// Reads a tile, or a bundle of entries, of this width or the full one; which of the two it is.
    fn wide(&self, level: Option<u8>, index: u64, width: u64) -> io::Result<Option<(Vec<u8>, u64)>> {
        for width in [width, TILE_WIDTH] {
            if let Some(bytes) = self.read(&path(level, index, width))? {
                return Ok(Some((bytes, width)));
            }
        }
        Ok(None)
    }

    /// Verifies the whole log: every entry against its leaf, every tile against the one above, the root against the
    /// checkpoint, the signature against `key`, and that the log has only grown since `before`, an earlier checkpoint.
    pub fn verify(root_folder: &Path, key: &VerifyingKey, before: Option<&str>) -> io::Result<Verified> {
        let mut findings = Vec::new();
        let nothing = |finding| Ok(Verified { checkpoint: None, absent: 0, findings: vec![finding] });
        let Some(note) = Self::new(root_folder, 0).checkpoint()? else {
            return nothing("there is no checkpoint".to_owned());
        };
        let checkpoint = match Checkpoint::verified(&note, key) {
            Ok(checkpoint) => checkpoint,
            Err(error) => return nothing(error.to_string()),
        };
        let begins = Checkpoint::begins(&note);
        let mut folder = Self { begins, ..Self::new(root_folder, checkpoint.size) };
        folder.verify_tiles(&mut findings)?;
        if checkpoint.size > 0 && root(&mut folder, checkpoint.size)? != Some(checkpoint.root) {
            findings.push("the tiles have another root than the checkpoint".to_owned());
        }
        if let Some(before) = before {
            match Checkpoint::verified(before, key) {
                Err(error) => findings.push(format!("the earlier checkpoint: {error}")),
                Ok(before) if before.size > checkpoint.size => {
                    let (now, then) = (checkpoint.size, before.size);
                    findings.push(format!("the log had {then} entries and has {now}"));
                }
                Ok(before) if before.size > 0 && root(&mut folder, before.size)? != Some(before.root) => {
                    findings.push(format!("the first {} entries are others than before", before.size));
                }
                Ok(_) => {}
            }
        }
        findings.truncate(FINDINGS_MAX);
        Ok(Verified { checkpoint: Some(checkpoint), absent: begins.min(checkpoint.size), findings })
    }

    fn verify_tiles(&mut self, findings: &mut Vec<String>) -> io::Result<()> {
        let (mut level, mut count) = (0_u8, self.size);
        while count > 0 && findings.len() < FINDINGS_MAX {
            for index in 0..count.div_ceil(TILE_WIDTH) {
                let width = (count - index * TILE_WIDTH).min(TILE_WIDTH);
                let tile = self.tile(level, index)?;
                let have = u64::try_from(tile.len() / HASH_BYTES).unwrap_or(0);
                if have < width {
                    findings.push(format!("tile {level}/{index} has {have} of {width} hashes"));
                    continue;
                }
                if level == 0 {
                    self.verify_entries(index, width, &tile, findings)?;
                }
                if width == TILE_WIDTH && findings.len() < FINDINGS_MAX {
                    let above = hashes(&self.tile(level + 1, index / TILE_WIDTH)?);
                    let place = usize::try_from(index % TILE_WIDTH).unwrap_or(usize::MAX);
                    if above.get(place).copied() != perfect(hashes(&tile)) {
                        findings.push(format!("tile {level}/{index} is another than the one above says"));
                    }
                }
            }
            (level, count) = (level + 1, count / TILE_WIDTH);
        }
        Ok(())
    }

    /// Compares the entries of a bundle with their leaves.
    fn verify_entries(
        &self,
        index: u64,
        width: u64,
        tile: &[u8],
        findings: &mut Vec<String>,
    ) -> io::Result<()> {
        let found = self.wide(None, index, width)?;
        if found.is_none() && index * TILE_WIDTH < self.begins {
            return Ok(());
        }
        let (bundle, found_width) = found.unwrap_or_default();
        let mut rest = bundle.as_slice();
        for (place, hash) in (0..width).zip(hashes(tile)) {
            let entry = rest.split_first_chunk::<2>().and_then(|(length, behind)| {
                behind.split_at_checked(usize::from(u16::from_be_bytes(*length)))
            });
            let Some((entry, behind)) = entry else {
                findings.push(format!("entry {} is missing", index * TILE_WIDTH + place));
                return Ok(());
            };
            if leaf(entry) != hash {
                findings.push(format!("entry {} is another than its leaf", index * TILE_WIDTH + place));
            }
            rest = behind;
        }
        if !rest.is_empty() && found_width == width {
            findings.push(format!("bundle {index} has more entries than the log"));
        }
        Ok(())
    }
}

impl Tiles for Folder {
    type Error = io::Error;

    fn tile(&mut self, level: u8, index: u64) -> io::Result<Vec<u8>> {
        let below = TILE_WIDTH.checked_pow(u32::from(level)).map_or(0, |leaves| self.size / leaves);
        let width = below.saturating_sub(index * TILE_WIDTH).min(TILE_WIDTH);
        let found = if width == 0 { None } else { self.wide(Some(level), index, width)? };
        Ok(found.map(|(tile, _)| tile).unwrap_or_default())
    }
}
