//! The password of a login has another name than the others of its page, and a passkey is told as one.

use kernel::Language;

use super::{given, label};
use crate::{ConfirmationKind, new_key_tool};

#[test]
fn online_bank_11_the_password_of_the_login_is_named_otherwise_than_that_of_a_key() {
    for language in [Language::Russian, Language::English] {
        let key = new_key_tool(language, "Иванова", "Ромашка", "request").unwrap();
        assert!(!key.contains(&format!(">{}<", label(ConfirmationKind::Password, language))), "{key}");
        let labels: Vec<_> =
            key.split("<label ").skip(1).filter_map(|label| label.split('>').nth(1)).collect();
        assert!(
            labels.len() > 1
                && labels.iter().all(|name| labels.iter().filter(|other| *other == name).count() == 1)
        );
        assert!(label(ConfirmationKind::Password, language).contains(if language == Language::Russian {
            "вход"
        } else {
            "login"
        }));
    }
}

#[test]
fn onl_04_a_passkey_that_is_refused_is_told_as_no_wrong_code() {
    use ConfirmationKind::{Code, Passkey, Password};
    for own in [Code, Password, Passkey] {
        assert_eq!(given("passkey.aWQ.Y2xpZW50.ZGF0YQ.c2ln.", own), Passkey);
        assert_eq!(given("123456", own), own);
    }
}
