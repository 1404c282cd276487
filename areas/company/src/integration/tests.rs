use clients::REDIRECT_URIS_MAX;
use kernel::{Instant, TextError};

use super::{AddressError, AddressesError, NameError, Overlap, SettingsErrors, SettingsForm, client_id};

fn form(name: &str, uris: &str) -> SettingsForm {
    SettingsForm {
        name: name.to_owned(),
        profile: "STANDARD".to_owned(),
        redirect_uris: uris.to_owned(),
        post_logout_redirect_uris: String::new(),
    }
}

fn addresses_error(uris: &str) -> AddressesError {
    form("ERP", uris).check(None, &[], &[]).unwrap_err().redirect_uris.unwrap()
}

#[test]
fn addresses_are_read_line_by_line_and_ordered() {
    let settings = form("ERP", "https://b.example/cb\r\n\r\n  http://[::1]:8/cb  \nhttps://a.example/cb")
        .check(None, &[], &[])
        .unwrap();
    let uris: Vec<&str> = settings.redirect_uris.iter().map(clients::RedirectUri::as_str).collect();
    assert_eq!(uris, ["http://[::1]:8/cb", "https://a.example/cb", "https://b.example/cb"]);
}

#[test]
fn an_address_is_refused_with_its_line() {
    assert_eq!(addresses_error(" \n\n"), AddressesError::None);
    let refused = |line| AddressesError::Line(line, AddressError::NotWeb);
    assert_eq!(addresses_error("https://a.example/\n\ncom.example.app:/cb"), refused(3));
    let twice = AddressesError::Line(2, AddressError::Twice);
    assert_eq!(addresses_error("https://a.example/\nhttps://a.example/"), twice);
    let most: Vec<String> =
        (0..=REDIRECT_URIS_MAX).map(|number| format!("https://a.example/{number}")).collect();
    assert_eq!(addresses_error(&most.join("\n")), AddressesError::TooMany);
    assert!(form("ERP", &most[1..].join("\n")).check(None, &[], &[]).is_ok());
}

#[test]
fn idn_12_an_address_of_the_bank_stays_allowed_for_its_own_use() {
    let own = "com.example.app:/cb";
    let kept = [own.parse().unwrap()];
    assert!(form("ERP", own).check(None, &kept, &[]).is_ok());
    assert!(form("ERP", "com.example.other:/cb").check(None, &kept, &[]).is_err());
    // The code of a login may not go where the bank lets a logout return, nor the other way round.
    let refused = Some(AddressesError::Line(1, AddressError::NotWeb));
    assert_eq!(form("ERP", own).check(None, &[], &kept).unwrap_err().redirect_uris, refused);
    let logout =
        SettingsForm { post_logout_redirect_uris: own.to_owned(), ..form("ERP", "https://a.example/") };
    assert!(logout.check(None, &[], &kept).is_ok());
    assert_eq!(logout.check(None, &kept, &[]).unwrap_err().post_logout_redirect_uris, refused);
}

#[test]
fn names_have_a_shape_and_a_length() {
    let error =
        |name: &str| form(name, "https://a.example/").check(None, &[], &[]).unwrap_err().name.unwrap();
    assert_eq!(error(""), NameError::Text(TextError::Empty));
    assert_eq!(error("a\0b"), NameError::Text(TextError::Nul));
    assert_eq!(error("a\u{202e}b"), NameError::Text(TextError::Directional));
    assert_eq!(error("a\nb"), NameError::Control);
    assert_eq!(error(&"ц".repeat(101)), NameError::Text(TextError::TooLong { characters_max: 100 }));
    assert!(form(&"ц".repeat(100), "https://a.example/").check(None, &[], &[]).is_ok());
    // The bank gives longer ones, which may be kept as they are.
    let given = "ц".repeat(250);
    let kept = |name: &str| form(name, "https://a.example/").check(Some(&given), &[], &[]);
    assert_eq!(kept(&given).unwrap().name, given);
    assert!(kept(&given[2..]).is_err());
}

#[test]
fn every_mistake_is_told_at_once() {
    let sent = SettingsForm { post_logout_redirect_uris: "x".to_owned(), ..SettingsForm::default() };
    let SettingsErrors { name, profile, redirect_uris, post_logout_redirect_uris } =
        sent.check(None, &[], &[]).unwrap_err();
    assert!(name.is_some() && profile && redirect_uris.is_some() && post_logout_redirect_uris.is_some());
}

#[test]
fn a_key_makes_an_identifier() {
    let key = uuid::Uuid::from_u128(u128::MAX);
    assert_eq!(client_id(key).unwrap().as_str(), "app-ffffffffffffffffffffffffffffffff");
}

#[test]
fn an_overlap_ends() {
    let now = Instant::from_unix_seconds(1_000);
    let ends = Overlap::ALL.map(|overlap| overlap.until(now).map(Instant::unix_seconds));
    assert_eq!(ends, [None, Some(4_600), Some(87_400), Some(605_800), Some(2_593_000)]);
    assert_eq!(Overlap::TEXTS, ["none", "hour", "day", "week", "month"]);
    assert!("year".parse::<Overlap>().is_err());
}
