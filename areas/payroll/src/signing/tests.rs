use super::*;

fn given(user: &str, signature_type: SignatureType) -> GivenSignature {
    let at = Instant::from_unix_seconds(0);
    GivenSignature { user: user.parse().unwrap(), signature_type, certificate_id: None, at }
}

#[test]
fn pay_12_the_missing_types_are_those_that_the_scheme_still_asks_for() {
    let scheme: SignatureScheme = "FIRST=1,SECOND=1".parse().unwrap();
    let (first, second) = (SignatureType::First, SignatureType::Second);
    assert_eq!(missing_types(scheme, &[]), [(first, 1), (second, 1)]);
    assert_eq!(missing_types(scheme, &[given("U00001", second)]), [(first, 1)]);
    assert_eq!(missing_types(scheme, &[given("U00001", first), given("U00002", second)]), []);
    // One person counts once where the scheme asks for two.
    assert_eq!(missing_types(scheme, &[given("U00001", first), given("U00001", second)]).len(), 1);
}
