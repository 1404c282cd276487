use kernel::SeededRandomness;

use super::{KEY_BYTES, MasterKey, Purpose, SealingError};

#[test]
fn what_is_sealed_opens_for_its_owner_and_purpose_only() {
    let randomness = SeededRandomness::new(1);
    let key = MasterKey::from_bytes(&[7; KEY_BYTES]);
    let sealed = key.seal(Purpose::SigningKeys, "kid-1", b"private", &randomness).unwrap();
    assert_eq!(key.open(Purpose::SigningKeys, "kid-1", &sealed).unwrap(), b"private");
    assert_eq!(key.open(Purpose::SigningKeys, "kid-2", &sealed), Err(SealingError::Sealed));
    assert_eq!(key.open(Purpose::SecondFactors, "kid-1", &sealed), Err(SealingError::Sealed));
    let other = MasterKey::from_bytes(&[8; KEY_BYTES]);
    assert_eq!(other.open(Purpose::SigningKeys, "kid-1", &sealed), Err(SealingError::Sealed));
    assert_eq!(key.open(Purpose::SigningKeys, "kid-1", &sealed[..5]), Err(SealingError::Sealed));
    for position in 0..sealed.len() {
        let mut damaged = sealed.clone();
        damaged[position] ^= 1;
        assert_eq!(
            key.open(Purpose::SigningKeys, "kid-1", &damaged),
            Err(SealingError::Sealed),
            "{position}"
        );
    }
}

#[test]
fn the_same_text_is_never_sealed_alike() {
    let randomness = SeededRandomness::new(1);
    let key = MasterKey::from_bytes(&[7; KEY_BYTES]);
    let sealed = || key.seal(Purpose::SigningKeys, "kid-1", b"private", &randomness).unwrap();
    assert_ne!(sealed(), sealed());
}

#[test]
fn a_master_key_is_base64_of_32_bytes() {
    let minted = MasterKey::mint_base64(&SeededRandomness::new(1));
    assert!(MasterKey::from_base64(&minted).is_ok());
    assert!(MasterKey::from_base64(&format!(" {minted}\n")).is_ok());
    for bad in ["", "AAAA", "not base64!", &"A".repeat(48)] {
        assert_eq!(MasterKey::from_base64(bad).err(), Some(SealingError::MasterKey), "{bad}");
    }
    assert_eq!(format!("{:?}", MasterKey::from_base64(&minted).unwrap()), "MasterKey(..)");
}
