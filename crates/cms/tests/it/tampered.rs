//! A signature of which a bit was changed never tells of another signer, nor of another message.

use crate::vectors::{bytes, message, verify};

#[test]
fn pay_11_no_changed_bit_makes_another_signature() {
    for name in ["p256-sha256.cms", "rsa-sha256.cms"] {
        let (cms, message) = (bytes(name), message());
        let genuine = verify(&cms, &message, &[]).unwrap();
        let mut accepted = 0;
        // Every bit of every third octet; the offset differs from run to run of the loop, so that all octets of a short
        // field are met.
        for at in (0..cms.len()).step_by(3) {
            for bit in [0, 3, 7] {
                let mut changed = cms.clone();
                changed[at] ^= 1 << bit;
                match verify(&changed, &message, &[]) {
                    Ok(signers) => {
                        assert_eq!(signers, genuine, "{name}, octet {at}");
                        accepted += 1;
                    }
                    Err(error) => assert!(!error.code().is_empty()),
                }
            }
        }
        // Versions and the list of digests decide nothing; everything else does.
        assert!(accepted < 60, "{name}: {accepted} changes were overlooked");
    }
}
