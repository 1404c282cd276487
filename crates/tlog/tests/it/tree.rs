//! Roots, proofs and keys against RFC 6962 and the texts of C2SP.

use std::collections::HashMap;
use std::convert::Infallible;

use proptest::prelude::*;
use tlog::{
    Checkpoint, Growth, Hash, Proof, ProofError, SigningKey, Tiles, VerifyingKey, inclusion, leaf, node,
    path, root,
};

/// Tiles in memory.
#[derive(Default)]
pub(crate) struct Memory(pub(crate) HashMap<(u8, u64), Vec<u8>>);

impl Tiles for Memory {
    type Error = Infallible;

    fn tile(&mut self, level: u8, index: u64) -> Result<Vec<u8>, Infallible> {
        Ok(self.0.get(&(level, index)).cloned().unwrap_or_default())
    }
}

/// Adds entries in bunches, as they come.
pub(crate) fn grown(entries: &[Vec<u8>], bunch: usize) -> Memory {
    let (mut memory, mut size) = (Memory::default(), 0);
    for entries in entries.chunks(bunch) {
        let mut growth = Growth::from(size);
        for entry in entries {
            growth.push(&mut memory, &leaf(entry)).unwrap();
        }
        size = growth.size;
        memory.0.extend(growth.tiles);
    }
    memory
}

/// MTH of RFC 6962, section 2.1, as it is written there.
fn mth(leaves: &[Hash]) -> Hash {
    if let [one] = leaves {
        return *one;
    }
    let mut split = 1;
    while split * 2 < leaves.len() {
        split *= 2;
    }
    node(&mth(&leaves[..split]), &mth(&leaves[split..]))
}

pub(crate) fn entries(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|number| format!("entry {number}").into_bytes()).collect()
}

fn key() -> SigningKey {
    SigningKey::of_seed("bank.example/trail", &[7; 32]).unwrap()
}

#[test]
fn lif_08_roots_are_those_of_the_definition_for_every_size() {
    let entries = entries(700);
    let leaves: Vec<Hash> = entries.iter().map(|entry| leaf(entry)).collect();
    let mut memory = grown(&entries, 37);
    assert_eq!(root(&mut memory, 0).unwrap(), None);
    for size in 1..=entries.len() {
        assert_eq!(root(&mut memory, size as u64).unwrap(), Some(mth(&leaves[..size])), "{size}");
    }
    assert_eq!(root(&mut memory, 701).unwrap(), None, "no root of leaves that are not there");
}

#[test]
fn lif_08_a_tree_of_three_levels_of_tiles_has_the_root_of_its_definition() {
    let entries = entries(65_536 + 300);
    let leaves: Vec<Hash> = entries.iter().map(|entry| leaf(entry)).collect();
    let mut memory = grown(&entries, 5_000);
    assert_eq!(memory.0[&(2, 0)].len(), 32);
    assert_eq!(root(&mut memory, leaves.len() as u64).unwrap(), Some(mth(&leaves)));
}

proptest! {
    #[test]
    fn lif_08_every_entry_is_proved_and_no_other(
        size in 1_usize..600,
        at in any::<prop::sample::Index>(),
        bunch in 1_usize..300,
    ) {
        let entries = entries(size);
        let index = at.index(size);
        let mut memory = grown(&entries, bunch);
        let (key, size) = (key(), size as u64);
        let checkpoint = Checkpoint { size, root: root(&mut memory, size).unwrap().unwrap() }.signed(&key);
        let path = inclusion(&mut memory, index as u64, size).unwrap().unwrap();
        let proof = Proof { index: index as u64, path, checkpoint, extra: Vec::new() };
        prop_assert!(proof.to_string().len() <= 1_024, "a proof of some hundred entries is short");
        let with_entry = Proof { extra: entries[index].clone(), ..proof.clone() };
        prop_assert_eq!(Proof::parse(&with_entry.to_string()), Ok(with_entry));
        let read = Proof::parse(&proof.to_string()).unwrap();
        prop_assert_eq!(&read, &proof);
        prop_assert!(read.verify(&entries[index], key.verifying()).is_ok());
        prop_assert_eq!(read.verify(b"another", key.verifying()), Err(ProofError::Entry));
        let elsewhere = Proof { index: read.index ^ 1, ..read.clone() };
        prop_assert!(elsewhere.verify(&entries[index], key.verifying()).is_err() || size == 1 && elsewhere.index == 0);
        let mut longer = read.clone();
        longer.path.push([0; 32]);
        prop_assert!(longer.verify(&entries[index], key.verifying()).is_err());
    }
}

#[test]
fn lif_08_a_proof_of_a_billion_entries_has_at_most_2_kilobytes_and_of_a_million_1() {
    let checkpoint = Checkpoint { size: 1 << 20, root: [1; 32] }.signed(&key());
    let proof = Proof { index: 1_000_000, path: vec![[9; 32]; 20], checkpoint, extra: Vec::new() };
    assert!(proof.to_string().len() <= 1_200, "{}", proof.to_string().len());
    let proof = Proof { path: vec![[9; 32]; 30], ..proof };
    assert!(proof.to_string().len() <= 2_048);
}

#[test]
fn lif_08_keys_and_checkpoints_have_the_forms_of_c2sp() {
    let key = key();
    let text = key.verifying().to_string();
    assert_eq!(text.parse::<VerifyingKey>().as_ref(), Ok(key.verifying()));
    assert!(text.starts_with("bank.example/trail+"));
    let changed = text.replacen("trail+", "trial+", 1);
    assert!(changed.parse::<VerifyingKey>().is_err(), "the hash covers the name");
    let note = Checkpoint { size: 12, root: [3; 32] }.signed(&key);
    assert!(note.starts_with(
        "bank.example/trail\n12\nAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=\n\n— bank.example/trail "
    ));
    assert_eq!(Checkpoint::verified(&note, key.verifying()).map(|note| note.size), Ok(12));
    let other = SigningKey::of_seed("bank.example/trail", &[8; 32]).unwrap();
    assert!(Checkpoint::verified(&note, other.verifying()).is_err());
    for wrong in
        [note.replace("\n12\n", "\n13\n"), note.replace("\n12\n", "\n012\n"), note.replace("\n\n", "\n")]
    {
        assert!(Checkpoint::verified(&wrong, key.verifying()).is_err(), "{wrong}");
    }
    assert!(SigningKey::of_seed("two words", &[1; 32]).is_err());
}

#[test]
fn lif_08_tiles_have_the_paths_of_c2sp() {
    assert_eq!(path(Some(0), 1_234_067, 256), "tile/0/x001/x234/067");
    assert_eq!(path(Some(1), 0, 17), "tile/1/000.p/17");
    assert_eq!(path(None, 999, 256), "tile/entries/999");
}
