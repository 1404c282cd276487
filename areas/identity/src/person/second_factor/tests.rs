use kernel::{Instant, SeededRandomness};

use super::{TotpError, TotpSecret};

/// The secret of RFC 6238, appendix B, in Base32.
const RFC: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

#[test]
fn the_codes_of_the_rfc_are_known() {
    let secret = TotpSecret::from_base32(RFC).unwrap();
    for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
        let now = Instant::from_unix_seconds(seconds);
        assert_eq!(secret.code_at(now).as_deref(), Some(code));
        assert_eq!(secret.matching_step(code, now), Some(seconds / 30));
    }
}

#[test]
fn a_code_is_taken_one_step_around_its_own() {
    let secret = TotpSecret::from_base32(RFC).unwrap();
    let minted_at = Instant::from_unix_seconds(1_111_111_109);
    for (seconds, taken) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
        let step = secret.matching_step("081 804", minted_at.plus_seconds(seconds));
        assert_eq!(step.is_some(), taken, "{seconds} s");
    }
    for wrong in ["", "81804", "0081804", "+81804", "०८१८०४", "abcdef"] {
        assert_eq!(secret.matching_step(wrong, minted_at), None, "{wrong}");
    }
}

#[test]
fn secrets_are_read_and_shown() {
    assert_eq!(
        TotpSecret::from_base32("gezd gnbv gy3t qojq gezd gnbv gy3t qojq"),
        TotpSecret::from_base32(RFC)
    );
    for bad in ["", "GEZDGNBV", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ1", "не base32"] {
        assert_eq!(TotpSecret::from_base32(bad), Err(TotpError::Secret), "{bad}");
    }
    let uri = TotpSecret::from_base32(RFC).unwrap().provisioning_uri("Клиент Банк", "ivanova").unwrap();
    assert!(uri.starts_with("otpauth://totp/%D0%9A"), "{uri}");
    assert!(uri.contains(&format!("secret={RFC}")), "{uri}");
    let minted = TotpSecret::mint(&SeededRandomness::new(1));
    assert_eq!(minted.bytes().len(), 20);
    assert_eq!(format!("{minted:?}"), "TotpSecret(..)");
}
