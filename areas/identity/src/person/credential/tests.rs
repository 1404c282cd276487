use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use kernel::SeededRandomness;

use super::{PasswordError, PasswordSettings, Passwords, Verification, checked_hash, hash, spared};

const CHEAP: PasswordSettings =
    PasswordSettings { memory_kib: 64, passes: 1, lanes: 1, hashes_at_once_max: 1, queue_max: 1 };

#[tokio::test]
async fn a_hash_of_other_costs_is_right_but_outdated() {
    let randomness = SeededRandomness::new(1);
    let passwords = Passwords::new(CHEAP, &randomness).unwrap();
    let turn = passwords.queue().unwrap();
    let today = hash(CHEAP, "secret", &randomness).unwrap();
    let older = hash(PasswordSettings { passes: 2, ..CHEAP }, "secret", &randomness).unwrap();
    for (stored, password, expected) in [
        (Some(&today), "secret", Verification::Right { outdated: false }),
        (Some(&older), "secret", Verification::Right { outdated: true }),
        (Some(&today), "Secret", Verification::Wrong),
        (None, "secret", Verification::Wrong),
    ] {
        let verification = passwords.verify(&turn, password.to_owned(), stored.cloned()).await.unwrap();
        assert_eq!(verification, expected);
    }
    assert_eq!(passwords.verifications(), 4, "nobody's password costs a verification, too");
}

#[tokio::test]
async fn security_03_hashes_in_lent_memory_are_those_of_the_library() {
    let passwords = Passwords::new(CHEAP, &SeededRandomness::new(1)).unwrap();
    let turn = passwords.queue().unwrap();
    let ours = PasswordHash::new(&hash(CHEAP, "secret", &SeededRandomness::new(2)).unwrap()).unwrap();
    Argon2::default().verify_password(b"secret", &ours).unwrap();
    Argon2::default().verify_password(b"Secret", &ours).unwrap_err();
    for (memory_kib, lanes, length) in [(8, 1, 10), (64, 1, 32), (65, 2, 64), (1_024, 4, 32)] {
        let params = argon2::Params::new(memory_kib, 2, lanes, Some(length)).unwrap();
        let theirs = Argon2::from(params).hash_password_with_salt(b"secret", b"a salt of theirs").unwrap();
        for (password, is_right) in [("secret", true), ("Secret", false), ("", false)] {
            let stored = Some(theirs.to_string());
            let verification = passwords.verify(&turn, password.to_owned(), stored).await.unwrap();
            assert_eq!(
                verification != Verification::Wrong,
                is_right,
                "{memory_kib} {lanes} {length} {password}"
            );
        }
    }
}

#[test]
fn security_03_the_hash_of_nobody_costs_what_any_other_does() {
    let passwords = Passwords::new(CHEAP, &SeededRandomness::new(1)).unwrap();
    let real = hash(CHEAP, "secret", &SeededRandomness::new(2)).unwrap();
    let before_salt = |text: &str| text.rsplitn(3, '$').last().unwrap().to_owned();
    assert_eq!(before_salt(&passwords.nobody), before_salt(&real));
    assert_eq!(checked_hash(&passwords.nobody), Ok(passwords.nobody.as_str()));
    assert_eq!(passwords.nobody.len(), real.len());
}

#[test]
fn security_03_a_hash_of_former_lower_costs_is_made_up_for() {
    let params = |memory_kib, passes| argon2::Params::new(memory_kib, passes, 1, None).unwrap();
    let today = params(1_024, 4);
    for (memory_kib, passes) in [(512, 4), (1_024, 3), (64, 1), (8, 1)] {
        let former = params(memory_kib, passes);
        let spared = spared(&today, &former).unwrap();
        let blocks = |params: &argon2::Params| params.m_cost() * params.t_cost();
        let missing = blocks(&today) - blocks(&former) - blocks(&spared);
        assert!(missing < today.t_cost(), "{memory_kib} {passes}: {missing} of {} KiB", blocks(&today));
    }
    for (memory_kib, passes) in [(1_024, 4), (4_096, 1), (2_048, 4), (1_020, 4)] {
        assert_eq!(spared(&today, &params(memory_kib, passes)), None, "{memory_kib} {passes}");
    }
}

#[tokio::test]
async fn security_03_a_wrong_password_is_wrong_whatever_its_hash_cost() {
    let dear = PasswordSettings { memory_kib: 256, ..CHEAP };
    let passwords = Passwords::new(dear, &SeededRandomness::new(1)).unwrap();
    let turn = passwords.queue().unwrap();
    for settings in [CHEAP, dear, PasswordSettings { passes: 9, ..dear }] {
        let stored = hash(settings, "secret", &SeededRandomness::new(2)).unwrap();
        let verification = passwords.verify(&turn, "Secret".to_owned(), Some(stored)).await.unwrap();
        assert_eq!(verification, Verification::Wrong);
    }
}

#[test]
fn the_queue_has_an_end() {
    let passwords = Passwords::new(CHEAP, &SeededRandomness::new(1)).unwrap();
    let first = passwords.queue().unwrap();
    let _second = passwords.queue().unwrap();
    assert!(passwords.queue().is_err());
    drop(first);
    assert!(passwords.queue().is_ok());
}

#[test]
fn a_hash_from_a_file_is_checked() {
    let good = hash(CHEAP, "secret", &SeededRandomness::new(1)).unwrap();
    assert_eq!(checked_hash(&good), Ok(good.as_str()));
    let without_hash = good.rsplit_once('$').unwrap().0;
    for bad in [
        "",
        "secret",
        "$2b$12$abcdefghijklmnopqrstuv",
        without_hash,
        &good.replace("argon2id", "argon2i"),
        &good.replace("m=64", "m=999999999"),
        &good.replace("t=1", "t=99"),
    ] {
        assert_eq!(checked_hash(bad), Err(PasswordError::Hash), "{bad}");
    }
}
