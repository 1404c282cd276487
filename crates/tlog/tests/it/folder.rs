//! Ten thousand tamperings with a folder, each found.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tlog::folder::{CHECKPOINT, Folder};
use tlog::{Checkpoint, Growth, SigningKey, leaf, path, root};

use crate::tree::{Memory, entries};

fn key() -> SigningKey {
    SigningKey::of_seed("bank.example/trail", &[7; 32]).unwrap()
}

/// Writes a log of these entries.
fn write(folder: &Path, entries: &[Vec<u8>], key: &SigningKey) {
    let (mut memory, mut growth) = (Memory::default(), Growth::default());
    for entry in entries {
        growth.push(&mut memory, &leaf(entry)).unwrap();
    }
    let size = growth.size;
    let octets = |number: usize| u16::try_from(number).unwrap().to_be_bytes();
    let files = Folder::new(folder, size);
    for ((level, index), tile) in &growth.tiles {
        files.write(&path(Some(*level), *index, tile.len() as u64 / 32), tile).unwrap();
    }
    for (index, bundle) in (0..).zip(entries.chunks(256)) {
        let bytes: Vec<u8> =
            bundle.iter().flat_map(|entry| [&octets(entry.len())[..], entry].concat()).collect();
        files.write(&path(None, index, bundle.len() as u64), &bytes).unwrap();
    }
    memory.0.extend(growth.tiles);
    let root = root(&mut memory, size).unwrap().unwrap();
    files.write(CHECKPOINT, Checkpoint { size, root }.signed(key).as_bytes()).unwrap();
}

#[test]
fn lif_08_a_full_tile_stands_for_its_partial_forms() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &entries(300), &key());
    let note = fs::read(folder.path().join(CHECKPOINT)).unwrap();
    write(folder.path(), &entries(600), &key());
    let log = Folder::new(folder.path(), 0);
    for level in [None, Some(0)] {
        log.remove_partial(level, 1).unwrap();
        log.remove_partial(level, 1).unwrap();
    }
    assert_eq!(findings(folder.path(), None), Vec::<String>::new());
    log.write(CHECKPOINT, &note).unwrap();
    assert_eq!(findings(folder.path(), None), Vec::<String>::new(), "somebody reads the log as it was");
}

#[test]
fn lif_08_a_log_may_lack_the_entries_that_its_signed_checkpoint_says_and_no_others() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &entries(700), &key());
    let log = Folder::new(folder.path(), 0);
    fs::remove_file(folder.path().join(path(None, 0, 256))).unwrap();
    assert_eq!(findings(folder.path(), None), ["entry 0 is missing"]);
    let note = log.checkpoint().unwrap().unwrap();
    let checkpoint = Checkpoint::verified(&note, key().verifying()).unwrap();
    let begun = checkpoint.signed_beginning(&key(), 256);
    assert_eq!((Checkpoint::begins(&note), Checkpoint::begins(&begun)), (0, 256));
    log.write(CHECKPOINT, begun.as_bytes()).unwrap();
    let verified = Folder::verify(folder.path(), key().verifying(), Some(&note)).unwrap();
    assert_eq!((verified.absent, verified.findings), (256, Vec::new()));
    fs::remove_file(folder.path().join(path(None, 1, 256))).unwrap();
    assert_eq!(findings(folder.path(), None), ["entry 256 is missing"]);
    log.write(CHECKPOINT, begun.replace("begins 256", "begins 512").as_bytes()).unwrap();
    assert_eq!(findings(folder.path(), None), ["the checkpoint is not signed by this key"]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn findings(folder: &Path, before: Option<&str>) -> Vec<String> {
    Folder::verify(folder, key().verifying(), before).unwrap().findings
}

#[test]
fn lif_08_every_changed_byte_of_a_log_is_found() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &entries(300), &key());
    assert_eq!(findings(folder.path(), None), Vec::<String>::new());
    let files = files(folder.path());
    let total: usize = files.iter().map(|file| fs::read(file).unwrap().len()).sum();
    let (mut tampered, mut seed) = (0_usize, 1_u64);
    while tampered < 10_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut at = usize::try_from(seed >> 20).unwrap() % total;
        let file = files.iter().find(|file| {
            let length = usize::try_from(fs::metadata(file).unwrap().len()).unwrap();
            let is_here = at < length;
            if !is_here {
                at -= length;
            }
            is_here
        });
        let file = file.unwrap();
        let right = fs::read(file).unwrap();
        let mut wrong = right.clone();
        match seed % 4 {
            0 => wrong.truncate(at),
            1 => wrong.insert(at, wrong[at]),
            2 => drop(wrong.remove(at)),
            _ => wrong[at] ^= 1 << (seed >> 8 & 7),
        }
        fs::write(file, &wrong).unwrap();
        let found = Folder::verify(folder.path(), key().verifying(), None);
        let is_found = found.is_err() || found.is_ok_and(|found| !found.findings.is_empty());
        assert!(is_found, "seed {seed}: {} at {at}", file.display());
        fs::write(file, &right).unwrap();
        tampered += 1;
    }
}

#[test]
fn lif_08_a_log_that_was_written_anew_differs_from_an_earlier_checkpoint() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &entries(400), &key());
    let before = fs::read_to_string(folder.path().join(CHECKPOINT)).unwrap();
    let write_anew = |entries: &[Vec<u8>]| {
        fs::remove_dir_all(folder.path().join("tile")).unwrap();
        write(folder.path(), entries, &key());
    };
    let all = entries(500);
    write_anew(&all);
    assert_eq!(findings(folder.path(), Some(&before)), Vec::<String>::new(), "it has grown");
    // The owner of the key rewrites all tiles and signs again: without the earlier checkpoint nothing is wrong.
    let mut changed = all.clone();
    changed[123] = b"nothing happened".to_vec();
    write_anew(&changed);
    assert_eq!(findings(folder.path(), None), Vec::<String>::new());
    assert_eq!(findings(folder.path(), Some(&before)), ["the first 400 entries are others than before"]);
    let mut without = all.clone();
    without.remove(7);
    write_anew(&without);
    assert_eq!(findings(folder.path(), Some(&before)), ["the first 400 entries are others than before"]);
    write_anew(&all[..399]);
    assert_eq!(findings(folder.path(), Some(&before)), ["the log had 400 entries and has 399"]);
    let other = SigningKey::of_seed("bank.example/trail", &[9; 32]).unwrap();
    write(folder.path(), &all, &other);
    assert_eq!(findings(folder.path(), None), ["the checkpoint is not signed by this key"]);
}
