//! Contacts that a page shows, and texts that are none.

use kernel::Language;

use super::{ContactError, Contacts};

#[test]
fn onl_07_contacts_may_be_absent_and_are_never_half() {
    let all = Contacts::new("8 (800) 555-35-35", "help@bank.example", ["с 9 до 18", "9 to 18"]).unwrap();
    assert_eq!(all.phone(), Some(("8 (800) 555-35-35", "88005553535".to_owned())));
    assert_eq!((all.email(), all.hours(Language::English)), (Some("help@bank.example"), Some("9 to 18")));
    assert_eq!(Contacts::new(" ", "", ["", ""]), Ok(Contacts::default()));
    assert_eq!(Contacts::new("+7 495 123-45-67", "", ["", ""]).unwrap().phone().unwrap().1, "+74951234567");
    assert_eq!(Contacts::new("", "", ["с 9 до 18", ""]), Err(ContactError::Text));
    let long = "x".repeat(101);
    assert_eq!(Contacts::new("", "", [&long, "x"]), Err(ContactError::Text));
    for phone in ["12", "call us", "1234567890123456789012", "8\u{a0}800 5", "javascript:1234"] {
        assert_eq!(Contacts::new(phone, "", ["", ""]), Err(ContactError::Phone), "{phone}");
    }
    for email in ["bank", "@bank", "a@", "a@b@c", "a b@c", "a@b?subject=x", "<a>@b"] {
        assert_eq!(Contacts::new("", email, ["", ""]), Err(ContactError::Email), "{email}");
    }
}
