use kernel::{Instant, Randomness, SeededRandomness};

use super::{RefreshKeys, RefreshState, RefreshToken, TOKEN_CHARACTERS, Verdict};
use crate::sealing::{KEY_BYTES, MasterKey};

fn keys(seed: u8) -> RefreshKeys {
    RefreshKeys::new(&MasterKey::from_bytes(&[seed; KEY_BYTES])).unwrap()
}

fn chain(length: usize) -> Vec<RefreshToken> {
    let (keys, randomness) = (keys(1), SeededRandomness::new(1));
    let session = randomness.uuid(Instant::from_unix_seconds(1_000));
    let first = RefreshToken::first(session, &keys, &randomness);
    std::iter::successors(Some(first), |token| Some(token.successor(&keys))).take(length).collect()
}

#[test]
fn a_token_is_recognised_and_nothing_else_is() {
    for token in chain(3) {
        let text = token.text();
        assert_eq!(text.len(), TOKEN_CHARACTERS);
        assert_eq!(RefreshToken::recognise(&text, &keys(1)), Some(token.clone()));
        assert_eq!(RefreshToken::recognise(&text, &keys(2)), None);
        for (position, character) in text.char_indices() {
            let other = if character == 'A' { "B" } else { "A" };
            let mut damaged = text.clone();
            damaged.replace_range(position..=position, other);
            assert_eq!(RefreshToken::recognise(&damaged, &keys(1)), None, "{position}");
        }
    }
    for bad in ["", "a", &"A".repeat(TOKEN_CHARACTERS), &"é".repeat(45), &"=".repeat(TOKEN_CHARACTERS)] {
        assert_eq!(RefreshToken::recognise(bad, &keys(1)), None);
    }
}

#[test]
fn the_successor_is_always_the_same_and_needs_the_key() {
    let tokens = chain(3);
    assert_eq!(tokens[0].successor(&keys(1)), tokens[1]);
    assert_ne!(tokens[0].successor(&keys(2)).text(), tokens[1].text());
    assert_eq!(tokens.iter().map(RefreshToken::generation).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(tokens.iter().all(|token| token.session() == tokens[0].session()));
    assert!(!format!("{:?}", tokens[0]).contains(&tokens[0].text()));
}

#[test]
fn every_token_of_the_chain_has_its_verdict() {
    let tokens = chain(5);
    let state = RefreshState { hash: tokens[3].hash(), previous: Some(tokens[2].hash()), generation: 3 };
    for (generation, verdict) in [
        (3, Verdict::Rotate),
        (2, Verdict::Repeat),
        (1, Verdict::Reuse),
        (0, Verdict::Reuse),
        (4, Verdict::Unknown),
    ] {
        assert_eq!(state.judge(&tokens[generation]), verdict, "generation {generation}");
    }
    let unused = RefreshState { hash: tokens[0].hash(), previous: None, generation: 0 };
    assert_eq!(unused.judge(&tokens[0]), Verdict::Rotate);
    assert_eq!(unused.judge(&tokens[1]), Verdict::Unknown);
}
