use clients::{
    Email, Login, PhoneNumber, RedirectUri, RedirectUriError, Right, Rights, Role, SecretHash,
    SignatureScheme, SignatureType,
};
use kernel::ClientId;

#[test]
fn signature_schemes_are_written_as_they_are_read() {
    for text in ["FIRST=1", "FIRST=1,SECOND=1", "FIRST=0,SECOND=2", "FIRST=9,SECOND=9"] {
        let scheme: SignatureScheme = text.parse().unwrap();
        assert_eq!((scheme.to_string().as_str(), scheme.allows_same_person()), (text, false));
        let allowed = format!("{text},SAME_PERSON=YES");
        assert_eq!(scheme.by_same_person().to_string(), allowed);
        assert_eq!(allowed.parse(), Ok(scheme.by_same_person()));
    }
    let scheme: SignatureScheme = "FIRST=2,SECOND=3".parse().unwrap();
    assert_eq!((scheme.needed(SignatureType::First), scheme.needed(SignatureType::Second)), (2, 3));
    for text in [
        "",
        "FIRST",
        "FIRST=",
        "FIRST=0",
        "FIRST=10",
        "FIRST=-1",
        "first=1",
        "SECOND=1",
        "FIRST=1, SECOND=1",
        "FIRST=1,SECOND=1,THIRD=1",
        "FIRST=0,SECOND=0",
        "SECOND=1,FIRST=1",
        "FIRST=1,",
        "FIRST=1,SAME_PERSON=NO",
        "FIRST=1,SAME_PERSON=YES,SECOND=1",
        "FIRST=1,SAME_PERSON=YES,SAME_PERSON=YES",
        "FIRST=0,SECOND=0,SAME_PERSON=YES",
        ",SAME_PERSON=YES",
        "SAME_PERSON=YES",
    ] {
        assert!(text.parse::<SignatureScheme>().is_err(), "{text:?}");
    }
    assert!(SignatureScheme::new(10, 0).is_err());
}

#[test]
fn rights_are_a_set() {
    let all: Rights = Right::ALL.iter().copied().collect();
    assert_eq!(all.iter().collect::<Vec<_>>(), Right::ALL);
    for right in Right::ALL {
        let one: Rights = [right, right].into_iter().collect();
        assert_eq!(one.iter().collect::<Vec<_>>(), [right]);
        assert_eq!(right.as_str().parse::<Right>().unwrap(), right);
    }
    assert!("act".parse::<Right>().is_err());
}

#[test]
fn redirect_uris_keep_the_answer_from_strangers() {
    for text in [
        "https://erp.example/cb?tenant=1",
        "http://127.0.0.1:9090/callback",
        "http://[::1]:9090/callback",
        "http://localhost/callback",
        "com.example.erp:/callback",
    ] {
        assert_eq!(text.parse::<RedirectUri>().unwrap().as_str(), text);
    }
    for (text, error) in [
        ("", RedirectUriError::Form),
        ("/callback", RedirectUriError::Form),
        ("https://erp.example/c b", RedirectUriError::Form),
        ("https://erp.example/ц", RedirectUriError::Form),
        ("https://erp.example/\n", RedirectUriError::Form),
        ("https://erp.example/#", RedirectUriError::Fragment),
        ("https://user@erp.example/", RedirectUriError::Credentials),
        ("https://:secret@erp.example/", RedirectUriError::Credentials),
        ("http://erp.example/cb", RedirectUriError::Scheme),
        ("http://127.0.0.1.erp.example/cb", RedirectUriError::Scheme),
        ("http://localhost.erp.example/cb", RedirectUriError::Scheme),
        ("javascript:alert(1)", RedirectUriError::Scheme),
        ("data:text/html,x", RedirectUriError::Scheme),
        ("ftp://erp.example/", RedirectUriError::Scheme),
        ("https://erp.example%2eevil.example/cb", RedirectUriError::Host),
        ("https://evil.example\\.erp.example/cb", RedirectUriError::Host),
        ("https://erp.example/a\\b", RedirectUriError::Host),
    ] {
        assert_eq!(text.parse::<RedirectUri>(), Err(error), "{text:?}");
    }
    assert!(format!("https://erp.example/{}", "x".repeat(2000)).parse::<RedirectUri>().is_err());
}

#[test]
fn secrets_are_bound_to_their_client() {
    let (one, other): (ClientId, ClientId) = ("erp-1".parse().unwrap(), "erp-2".parse().unwrap());
    let hash = SecretHash::compute(&one, "secret");
    assert!(hash.matches(&one, "secret"));
    assert!(!hash.matches(&one, "Secret") && !hash.matches(&one, "") && !hash.matches(&other, "secret"));
    assert_eq!(hash.as_str().parse::<SecretHash>().unwrap(), hash);
    assert!(hash.as_str().to_uppercase().parse::<SecretHash>().is_err());
    assert_eq!(format!("{hash:?}"), "SecretHash(…)");
}

#[test]
fn contacts_and_names_have_their_forms() {
    assert!("anna@romashka.example".parse::<Email>().is_ok());
    for text in ["", "anna", "@x", "anna@", "a@b@c", "a b@c", "a@b\n", &format!("{}@x", "a".repeat(254))] {
        assert!(text.parse::<Email>().is_err(), "{text:?}");
    }
    assert!("+79990000001".parse::<PhoneNumber>().is_ok());
    for text in ["", "79990000001", "+7999", "+7 999 000 00 01", "+1234567890123456"] {
        assert!(text.parse::<PhoneNumber>().is_err(), "{text:?}");
    }
    assert!("ivanova".parse::<Login>().is_ok());
    assert!("Ivanova".parse::<Login>().is_err());
    assert!(Role::ONLINE_USER.parse::<Role>().is_ok());
    assert!("online".parse::<Role>().is_err());
}

#[test]
fn onl_08_a_scheme_is_told_with_what_one_person_may_give() {
    let scheme: SignatureScheme = "FIRST=1,SECOND=1".parse().expect("a scheme");
    let told = scheme.told(kernel::Language::English);
    assert_eq!(told, "1\u{a0}×\u{a0}first signature, 1\u{a0}×\u{a0}second signature");
    let told = scheme.by_same_person().told(kernel::Language::Russian);
    assert!(told.ends_with("вторая подпись; обе может дать один человек"), "{told}");
}
