use kernel::{Instant, Randomness, SeededRandomness, SystemRandomness};

#[test]
fn a_seed_repeats_its_bytes() {
    let bytes = |seed: u64| {
        let mut bytes = [0_u8; 37];
        SeededRandomness::new(seed).fill(&mut bytes);
        bytes
    };
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}

#[test]
fn the_system_does_not_repeat_itself() {
    let (mut first, mut second) = ([0_u8; 32], [0_u8; 32]);
    SystemRandomness.fill(&mut first);
    SystemRandomness.fill(&mut second);
    assert_ne!(first, second);
}

#[test]
fn identifiers_are_ordered_by_time() {
    let randomness = SeededRandomness::new(7);
    let texts: Vec<String> =
        (0..50).map(|at| randomness.uuid(Instant::from_microseconds(at * 1_000)).to_string()).collect();
    let mut sorted = texts.clone();
    sorted.sort();
    assert_eq!(texts, sorted);
    assert_eq!(randomness.uuid(Instant::from_microseconds(0)).get_version_num(), 7);
}
