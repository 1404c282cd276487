use super::*;

#[test]
fn onl_04_a_proof_has_five_parts_within_their_limits() {
    assert!(PasskeyProof::read("passkey.AAAA.e30.AAAA.AAAA.AAAA").is_some());
    let without_user = PasskeyProof::read("passkey.AAAA.e30.AAAA.AAAA.").unwrap();
    assert_eq!(without_user.assertion().user_handle, None);
    let long = "A".repeat(CREDENTIAL_ID_BYTES_MAX.div_ceil(3) * 4 + 4);
    for refused in [
        String::new(),
        "123456".to_owned(),
        "passkey".to_owned(),
        "passkey.AAAA.e30.AAAA.AAAA".to_owned(),
        "passkey.AAAA.e30.AAAA.AAAA.AAAA.".to_owned(),
        "Passkey.AAAA.e30.AAAA.AAAA.AAAA".to_owned(),
        "passkey.AA+A.e30.AAAA.AAAA.AAAA".to_owned(),
        "passkey.AAA=.e30.AAAA.AAAA.AAAA".to_owned(),
        format!("passkey.{long}.e30.AAAA.AAAA.AAAA"),
    ] {
        assert_eq!(PasskeyProof::read(&refused), None, "{refused}");
    }
}

#[test]
fn onl_04_a_new_passkey_has_two_parts_within_their_limits() {
    assert!(NewPasskey::read("e30.oA").is_some());
    let long = "A".repeat(ATTESTATION_OBJECT_BYTES_MAX * 2);
    for refused in ["", "e30", "e30.oA.", "e30.o!", &format!("e30.{long}")] {
        assert_eq!(NewPasskey::read(refused), None, "{refused}");
    }
}
